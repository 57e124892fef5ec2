import { timeCuts, type Cut, type Period } from '@dentin/contract/report'
import { addDays, addMonths, weekday, type LocalDate } from '@dentin/kit/datetime'

/** The span of a period that has begun and is not over yet, up to this day. Weeks begin on Sunday. */
export function spanOf(period: Period, day: LocalDate): { from: LocalDate; to: LocalDate } {
  const month = `${day.slice(0, 7)}-01`
  switch (period) {
    case 'day':
      return { from: day, to: day }
    case 'week':
      return { from: addDays(day, -weekday(day)), to: day }
    case 'month':
      return { from: month, to: day }
    case 'quarter':
      return { from: addMonths(month, -((Number(day.slice(5, 7)) - 1) % 3)), to: day }
    case 'year':
      return { from: `${day.slice(0, 4)}-01-01`, to: day }
  }
}

/** The whole of the period before, or the one after (null: it has not begun). */
export function stepped(
  period: Period,
  from: LocalDate,
  step: 1 | -1,
  today: LocalDate,
): { from: LocalDate; to: LocalDate } | null {
  const length = { day: 0, week: 0, month: 1, quarter: 3, year: 12 }[period]
  const days = { day: 1, week: 7, month: 0, quarter: 0, year: 0 }[period]
  const begin = length > 0 ? addMonths(from, length * step) : addDays(from, days * step)
  if (begin > today) return null
  const end = addDays(length > 0 ? addMonths(begin, length) : addDays(begin, days), -1)
  return { from: begin, to: end > today ? today : end }
}

/** How a span is cut when nobody has chosen: as the report begins, or where that is along time into steps that can be looked over. */
export function usualCut(from: LocalDate, to: LocalDate, cuts: readonly Cut[]): Cut {
  const [first] = cuts
  if (first !== undefined && !(timeCuts as readonly Cut[]).includes(first)) return first
  const wanted: readonly Cut[] = from.slice(0, 7) === to.slice(0, 7) ? ['day'] : ['month', 'day']
  return wanted.find((cut) => cuts.includes(cut)) ?? (cuts[0] as Cut)
}
