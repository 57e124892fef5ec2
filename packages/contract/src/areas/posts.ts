/** The posts that every company begins with, and their names. */
export const postNames = {
  admin: '机构管理员',
  director: '院长/店长',
  doctor: '医生',
  nurse: '护士',
  reception: '前台',
  consultant: '咨询师',
  service: '客服',
  storekeeper: '库管',
  finance: '财务',
  headquarters: '总部',
} as const
export type PostCode = keyof typeof postNames

/** Of which data a grant holds: 1 own, 2 department, 3 clinic, 4 chosen clinics, 5 chain. */
export type DataScope = 1 | 2 | 3 | 4 | 5

/**
 * Which posts begin with a resource, and over which data. Half a permission is the narrower scope: own for doctors and
 * consultants, department for nurses, the own clinic for headquarters.
 */
export type DefaultScopes = Readonly<Partial<Record<PostCode, DataScope>>>

export const managers = { admin: 3, director: 3 } as const satisfies DefaultScopes
/** Whom a clinic's money concerns. */
export const accounts = { admin: 3, finance: 3, headquarters: 5 } as const satisfies DefaultScopes
export const frontOffice = {
  ...managers,
  doctor: 1,
  nurse: 2,
  reception: 3,
  consultant: 3,
  service: 3,
} as const satisfies DefaultScopes
export const everybody = {
  ...managers,
  doctor: 3,
  nurse: 3,
  reception: 3,
  consultant: 3,
  service: 3,
  storekeeper: 3,
  finance: 3,
  headquarters: 5,
} as const satisfies DefaultScopes
