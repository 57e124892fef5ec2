/** A pregnancy is over this many weeks after the day from which its weeks are counted. */
export const PREGNANCY_WEEKS = 42

const DAY = 86_400_000

/**
 * The completed weeks of a pregnancy on a day; null when there is none, before its first day, and once 42 weeks are over.
 * @param since the day from which the weeks are counted, YYYY-MM-DD
 * @param on YYYY-MM-DD
 */
export function weeksPregnant(since: string | null, on: string): number | null {
  if (since === null) return null
  const days = Math.round((Date.parse(on) - Date.parse(since)) / DAY)
  return days < 0 || days > PREGNANCY_WEEKS * 7 ? null : Math.floor(days / 7)
}
