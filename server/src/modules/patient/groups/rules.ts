/** The widest sharing a person may give: with a grant for the clinic or more, the clinic and the chain; else only themselves. */
export const mayShareGroup = (shareLevel: number, scope: number): boolean => shareLevel === 1 || scope >= 3

/** May a person change a group: one's own always, a shared one of the own clinic with a grant for it, any with the whole chain's. */
export function mayChangeGroup(
  group: { ownerId: string; homeClinicId: string; shareLevel: number },
  person: { employeeId: string; clinicId: string },
  scope: number,
): boolean {
  if (scope === 0) return false
  if (group.ownerId === person.employeeId) return mayShareGroup(group.shareLevel, scope)
  if (group.shareLevel === 1) return false
  return scope === 5 || (scope >= 3 && group.homeClinicId === person.clinicId)
}
