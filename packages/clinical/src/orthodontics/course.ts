/** How far a treatment has come. Days are numbers of whole days since any fixed day; months are calendar months. */

/** So many days after the last visit somebody under treatment is late. */
export const LATE_DAYS = 45
/** Longest treatment in months that is believed. */
export const MOST_MONTHS = 60
/** Most trays of a series, and longest wear of one in days. */
export const MOST_TRAYS = 200
export const MOST_TRAY_DAYS = 30

interface Day {
  year: number
  month: number
  day: number
}
const parts = (date: string): Day => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return { year, month, day }
}

/** Which month of treatment a day falls in, from 1; both YYYY-MM-DD. null before the start. */
export function monthOf(start: string, on: string): number | null {
  if (on < start) return null
  const [a, b] = [parts(start), parts(on)]
  return (b.year - a.year) * 12 + b.month - a.month + (b.day < a.day ? 0 : 1)
}

/** '第 9 / 约 24 月' */
export const monthText = (month: number, of: number | null): string =>
  of === null ? `第 ${month} 月` : `第 ${month} / 约 ${of} 月`

/** Is somebody late whose last visit was so many days ago? */
export const isLate = (daysSince: number): boolean => daysSince > LATE_DAYS

/** A series of trays as it stands. */
export interface TrayCourse {
  /** The tray that is worn now, from 1. */
  no: number
  total: number
  daysPerTray: number
}

/** Why there is no such tray; null when there is. */
export function trayProblem({ no, total }: Pick<TrayCourse, 'no' | 'total'>): string | null {
  if (no < 1) return '副数从 1 开始'
  return no > total ? `一共 ${total} 副，没有第 ${no} 副` : null
}

/**
 * When the next tray is due, and when the last one has been worn.
 * @param since the day the tray of now was put in, as a number of days
 */
export function trayDays({ no, total, daysPerTray }: TrayCourse, since: number): { next: number | null; end: number } {
  return { next: no < total ? since + daysPerTray : null, end: since + (total - no + 1) * daysPerTray }
}
/** Which tray should be worn on a day when each was changed in time: never more than there are. */
export function trayDue({ no, total, daysPerTray }: TrayCourse, since: number, on: number): number {
  return Math.min(total, no + Math.max(0, Math.floor((on - since) / daysPerTray)))
}

/** Trays that are listed when no day of the next visit is known. */
const TRAYS_AHEAD = 3

/**
 * The trays that are worn until the next visit, each with its first and last day, counted in days from when the present
 * tray was put in (0).
 * @param next day of the next visit; null: not known, the present tray and the two after it
 */
export function traysUntil(
  { no, total, daysPerTray }: TrayCourse,
  next: number | null,
): { no: number; from: number; to: number }[] {
  const most = next === null ? TRAYS_AHEAD : Math.max(1, Math.ceil(next / daysPerTray))
  return Array.from({ length: Math.max(0, Math.min(most, total - no + 1)) }, (_, n) => ({
    no: no + n,
    from: n * daysPerTray,
    to: (n + 1) * daysPerTray - 1,
  }))
}
