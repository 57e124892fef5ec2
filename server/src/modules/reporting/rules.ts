/** How the appointments of a day turned out. */
export interface AppointmentTally {
  booked: number
  cancelled: number
  arrivedAppointments: number
  noShow: number
}

/** Tallies the day's appointments by status. Those never accepted (0) or refused (8) were not booked. */
export function tallyAppointments(statuses: readonly number[]): AppointmentTally {
  const count = (...wanted: number[]) => statuses.filter((each) => wanted.includes(each)).length
  return {
    booked: count(1, 2, 3, 4, 5, 6, 7, 9),
    cancelled: count(6),
    arrivedAppointments: count(3, 4, 5, 7),
    noShow: count(9),
  }
}

/** A part of a whole in percent, half-up to two decimals; null of nothing. */
export function percent(part: number, whole: number): number | null {
  return whole <= 0 ? null : Math.round((part / whole) * 10_000) / 100
}

/** Arrived, or no-show, of those booked and not cancelled. */
export function appointmentRates(tally: AppointmentTally): { arrivalRate: number | null; noShowRate: number | null } {
  const expected = tally.booked - tally.cancelled
  return { arrivalRate: percent(tally.arrivedAppointments, expected), noShowRate: percent(tally.noShow, expected) }
}
