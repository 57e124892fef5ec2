import { pinyinInitials } from '@dentin/kit/pinyin'

/** How the appointments of a day turned out. */
export interface AppointmentTally {
  booked: number
  cancelled: number
  arrivedAppointments: number
  noShow: number
  /** Booked for later today and not here yet: nobody can say yet whether they come. */
  notYetDue: number
}

/**
 * Tallies the day's appointments by status. Those never accepted (0) or refused (8) were not booked.
 * @param isMissed one that nobody has marked yet and that will be a no-show: counted as it will be
 */
export function tallyAppointments<A extends { status: number; startTime: Date }>(
  appointments: readonly A[],
  now: Date,
  isMissed: (appointment: A) => boolean = () => false,
): AppointmentTally {
  const statusOf = (each: A) => ([1, 2].includes(each.status) && isMissed(each) ? 9 : each.status)
  const count = (...wanted: number[]) => appointments.filter((each) => wanted.includes(statusOf(each))).length
  return {
    booked: count(1, 2, 3, 4, 5, 6, 7, 9),
    cancelled: count(6),
    arrivedAppointments: count(3, 4, 5, 7),
    noShow: count(9),
    notYetDue: appointments.filter((each) => [1, 2].includes(statusOf(each)) && each.startTime > now).length,
  }
}

/** A part of a whole in percent, half-up to two decimals; null of nothing. */
export function percent(part: number, whole: number): number | null {
  return whole <= 0 ? null : Math.round((part / whole) * 10_000) / 100
}

/** Arrived, or no-show, of those booked, not cancelled and due by now; at the end of the day of all that were not cancelled. */
export function appointmentRates(tally: AppointmentTally): { arrivalRate: number | null; noShowRate: number | null } {
  const expected = tally.booked - tally.cancelled - tally.notYetDue
  return { arrivalRate: percent(tally.arrivedAppointments, expected), noShowRate: percent(tally.noShow, expected) }
}

/** Which characters of a name a keyword found, as it stands or by the initials of its pinyin; null for none of them. */
export function matchedIn(name: string, keyword: string): { from: number; length: number } | null {
  const text = keyword.trim().toLowerCase()
  if (text === '') return null
  for (const form of [name.toLowerCase(), pinyinInitials(name)]) {
    const from = form.indexOf(text)
    if (from >= 0 && form.length === name.length) return { from, length: text.length }
  }
  return null
}
