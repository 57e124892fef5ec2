/** The label of a number from a list of choices. */
export const labelIn = (choices: readonly { value: number; label: string }[], value: number): string =>
  choices.find((each) => each.value === value)?.label ?? '—'

/** A moment without its seconds: 2026-11-20 09:00. */
export const minute = (moment: string | null): string => moment?.slice(0, 16) ?? '—'

/** The address that a clinic gives to staff: it names the clinic and a kind of work, and opens nothing by itself. */
export const invitationTo = (origin: string, clinicId: string, jobType: number): string =>
  `${origin}/register?clinic=${clinicId}&as=${jobType}`
/** What follows registering or signing in for somebody who came by such an address; null: nobody invited. */
export function applyingPath(params: URLSearchParams): string | null {
  const clinicId = params.get('clinic')
  if (!clinicId || !/^[0-9a-f-]{36}$/i.test(clinicId)) return null
  const jobType = params.get('as')
  return `/relateClinic?clinic=${clinicId}${jobType && /^\d$/.test(jobType) ? `&as=${jobType}` : ''}`
}
