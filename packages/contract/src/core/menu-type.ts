/** 1 everything, 2 neither clinic nor doctor, 3 a recognised doctor without a clinic. */
export type MenuType = 1 | 2 | 3

/** The menu type by the auth status, as the specification reads it. */
export function menuTypeOf(status: {
  orgAuth: number
  isCreateClinic: boolean
  isRelateClinic: boolean
  isDoctorAuth: boolean
}): MenuType {
  if (status.orgAuth === 1 || !status.isCreateClinic || status.isRelateClinic) return 1
  return status.isDoctorAuth ? 3 : 2
}
