import { addDays, addMonths, daysBetween, type LocalDate } from './datetime.ts'
import { fen, sum, ZERO, type Fen } from './money.ts'

/** Longest agreement: ten years of months. */
export const MOST_INSTALMENTS = 120

/** What is agreed about the rest of a bill. */
export interface InstalmentTerms {
  /** What is still to be paid, in fen. */
  rest: Fen
  count: number
  /** The first due day; the others are the same day of the months after it. */
  firstDue: LocalDate
  /** Day of the month, 1 to 31; a month without it has its last day. */
  day: number
  /** Equal parts in whole yuan; the last takes the remainder. */
  inYuan: boolean
}

/** One part of an agreement. */
export interface Instalment {
  no: number
  dueDate: LocalDate
  amount: Fen
}

/** The last day of the month that holds a date. */
function lastOfMonth(date: LocalDate): number {
  return Number(addDays(addMonths(`${date.slice(0, 7)}-01`, 1), -1).slice(8))
}

/** A day of a month, or its last day where it is shorter. */
export function dueIn(month: LocalDate, day: number): LocalDate {
  return `${month.slice(0, 7)}-${String(Math.min(day, lastOfMonth(month))).padStart(2, '0')}`
}

/** The next such day after a date. */
export function nextDue(after: LocalDate, day: number): LocalDate {
  const here = dueIn(after, day)
  return here > after ? here : dueIn(addMonths(`${after.slice(0, 7)}-01`, 1), day)
}

/**
 * Splits the rest of a bill into instalments: each half-up to the fen or the yuan, the remainder on the last (money.md §7).
 * @throws RangeError when the parts would be nothing, or there are too many or too few of them
 */
export function planInstalments({ rest, count, firstDue, day, inYuan }: InstalmentTerms): Instalment[] {
  if (!Number.isInteger(count) || count < 1 || count > MOST_INSTALMENTS) throw new RangeError('instalments: 1 to 120')
  const unit = inYuan ? 100 : 1
  const each = fen(Math.floor((2 * rest + count * unit) / (2 * count * unit)) * unit)
  const last = fen(rest - each * (count - 1))
  // The only part is its remainder, however small.
  if ((count > 1 && each <= 0) || last <= 0) throw new RangeError('instalments: nothing left for some of them')
  const month = `${firstDue.slice(0, 7)}-01`
  return Array.from({ length: count }, (_, n) => ({
    no: n + 1,
    dueDate: dueIn(addMonths(month, n), day),
    amount: n === count - 1 ? last : each,
  }))
}

/** 0 not due yet, 1 paid, 2 overdue, 3 part paid */
export type InstalmentState = 0 | 1 | 2 | 3

/** How one part stands. */
export interface InstalmentNow extends Instalment {
  /** Paid of it, and given up of it because the bill became smaller. */
  paid: Fen
  cancelled: Fen
  open: Fen
  state: InstalmentState
  /** Days since it was due while something is open; 0 when it is not overdue. */
  overdueDays: number
}

/**
 * How instalments stand on a day: payments fill the earliest, what the bill lost is taken off the last.
 * @param paid what was paid since the agreement
 * @param cancelled by how much refunds and write-offs lowered what is owed
 */
export function instalmentsNow(
  parts: readonly Instalment[],
  paid: Fen,
  cancelled: Fen,
  today: LocalDate,
): InstalmentNow[] {
  let off = cancelled as number
  const kept = [...parts].reverse().map((part) => {
    const taken = Math.min(off, part.amount)
    off -= taken
    return { ...part, cancelled: fen(taken) }
  })
  let purse = paid as number
  return kept.reverse().map((part) => {
    const own = Math.min(purse, part.amount - part.cancelled)
    purse -= own
    const open = fen(part.amount - part.cancelled - own)
    const overdueDays = open > 0 ? Math.max(0, daysBetween(part.dueDate, today)) : 0
    const state: InstalmentState = open === 0 ? 1 : overdueDays > 0 ? 2 : own > 0 ? 3 : 0
    return { ...part, paid: fen(own), open, state, overdueDays }
  })
}

/** What is open of instalments that are past their day. */
export const overdueOf = (parts: readonly InstalmentNow[]): Fen =>
  sum(parts.map(({ overdueDays, open }) => (overdueDays > 0 ? open : ZERO)))

/** What is still to be paid of an agreement. */
export const openOf = (parts: readonly InstalmentNow[]): Fen => sum(parts.map(({ open }) => open))

/** Days from a due day: the columns of ages, 未到期 first. */
export const agesFrom = [1, 31, 91, 181] as const

/** What is owed by how long it has been due: not due, to 30 days, to 90, to 180, longer. */
export function agesOf(parts: readonly { dueDate: LocalDate; open: Fen }[], today: LocalDate): Fen[] {
  const ages: Fen[] = [ZERO, ZERO, ZERO, ZERO, ZERO]
  for (const { dueDate, open } of parts) {
    const days = daysBetween(dueDate, today)
    const column = agesFrom.filter((from) => days >= from).length
    ages[column] = fen((ages[column] ?? ZERO) + open)
  }
  return ages
}
