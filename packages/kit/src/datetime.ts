/**
 * The one codec for dates and times. Everything a clinic sees is on the Shanghai clock, whatever zone the process or the
 * browser is in.
 *
 * Two kinds of value, never mixed:
 * - An instant is a Date. It is read and written at a fixed +08:00. That is the Shanghai clock for every instant from 1992
 *   on; before that (summer time 1986–1991, the 1940s, local mean time up to 1900) the wall clock of the day could differ,
 *   so nothing older than the system itself is kept as an instant.
 * - A LocalDate is a calendar day, 'yyyy-MM-dd', with no zone and no clock. Birthdays are LocalDates, and the arithmetic
 *   on them counts calendar days only, so it is right for any year.
 */

/** A calendar day, 'yyyy-MM-dd', years 0100–9999. Sorts and compares as text. */
export type LocalDate = string

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const OFFSET = 480 * MINUTE
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const DATE_TIME = /^(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/

/** Days from 1970-01-01 to a calendar day. Throws RangeError when there is no such day. */
function dayNumber(date: LocalDate): number {
  const match = DATE.exec(date)
  if (match) {
    const time = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]))
    if (new Date(time).toISOString().startsWith(date)) return time / DAY
  }
  throw new RangeError(`日期不正确：${date}`)
}

/** The calendar day a number of days after 1970-01-01. */
function dayFromNumber(days: number): LocalDate {
  const time = new Date(days * DAY)
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999 || time.getUTCFullYear() < 100) {
    throw new RangeError('日期超出范围')
  }
  return time.toISOString().slice(0, 10)
}

/** The year, month and day of a calendar day as numbers. */
function fields(date: LocalDate): { year: number; month: number; day: number } {
  dayNumber(date)
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) }
}

/** The Shanghai clock reading of an instant, 'yyyy-MM-ddTHH:mm:ss.sssZ' with the clock moved by eight hours. */
function reading(d: Date): string {
  const time = d.getTime()
  if (Number.isNaN(time)) throw new RangeError('时间不正确')
  return dayFromNumber(Math.floor((time + OFFSET) / DAY)) + new Date(time + OFFSET).toISOString().slice(-14)
}

/**
 * An instant as wire text, 'yyyy-MM-dd HH:mm:ss' in Shanghai; parts of a second are dropped.
 * @throws RangeError for an invalid Date or a year outside 0100–9999
 */
export function formatDateTime(d: Date): string {
  return reading(d).slice(0, 19).replace('T', ' ')
}

/**
 * Reads wire text 'yyyy-MM-dd HH:mm:ss' (Shanghai) as an instant. Strict: two digits each, a real day, 00:00:00–23:59:59.
 * @throws RangeError for anything else
 */
export function parseDateTime(text: string): Date {
  const match = DATE_TIME.exec(text)
  if (!match) throw new RangeError(`时间不正确：${text}`)
  const [, date = '', hour, minute, second] = match
  return new Date(parseDate(date).getTime() + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000)
}

/**
 * The Shanghai day an instant falls on, 'yyyy-MM-dd'.
 * @throws RangeError for an invalid Date
 */
export function formatDate(d: Date): LocalDate {
  return reading(d).slice(0, 10)
}

/**
 * The instant a day begins: 00:00 in Shanghai.
 * @param text 'yyyy-MM-dd', a real calendar day
 * @throws RangeError for anything else
 */
export function parseDate(text: string): Date {
  return new Date(dayNumber(text) * DAY - OFFSET)
}

/**
 * The clock time of an instant, 'HH:mm' in Shanghai.
 * @throws RangeError for an invalid Date
 */
export function formatTime(d: Date): string {
  return reading(d).slice(11, 16)
}

/** The Shanghai day of the given instant. The clock is passed in, never read here. */
export function today(now: Date): LocalDate {
  return formatDate(now)
}

/**
 * The day n days later (earlier when n is negative).
 * @throws RangeError when date is no real day or n is not whole
 */
export function addDays(date: LocalDate, n: number): LocalDate {
  if (!Number.isInteger(n)) throw new RangeError(`天数须为整数：${n}`)
  return dayFromNumber(dayNumber(date) + n)
}

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The day so many months after another; the 31st becomes the last of a shorter month, 29 February the 28th. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const count = year * 12 + (month - 1) + months
  const [y, m] = [Math.floor(count / 12), (count % 12) + 1]
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${y}-${pad(m)}-${pad(Math.min(day, daysInMonth(y, m)))}`
}

/**
 * A day as a half-open span of instants: from its 00:00 up to, not including, the next 00:00 (Shanghai).
 * @throws RangeError when date is no real day
 */
export function dayRange(date: LocalDate): { from: Date; to: Date } {
  const from = parseDate(date)
  return { from, to: new Date(from.getTime() + DAY) }
}

/**
 * Days from a to b: 0 for the same day, negative when b is earlier.
 * @throws RangeError when either is no real day
 */
export function daysBetween(a: LocalDate, b: LocalDate): number {
  return dayNumber(b) - dayNumber(a)
}

/**
 * The day of the week, 0 Sunday to 6 Saturday.
 * @throws RangeError when date is no real day
 */
export function weekday(date: LocalDate): number {
  return (((dayNumber(date) + 4) % 7) + 7) % 7
}

/**
 * The seven days of the week a day is in, Sunday first.
 * @throws RangeError when date is no real day
 */
export function weekOf(date: LocalDate): LocalDate[] {
  const sunday = dayNumber(date) - weekday(date)
  return Array.from({ length: 7 }, (_, i) => dayFromNumber(sunday + i))
}

/**
 * Every day of the month a day is in, the 1st to the last.
 * @throws RangeError when date is no real day
 */
export function monthOf(date: LocalDate): LocalDate[] {
  const { year, month } = fields(date)
  const first = dayNumber(`${date.slice(0, 8)}01`)
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return Array.from({ length }, (_, i) => dayFromNumber(first + i))
}

/**
 * Whole minutes since the Shanghai midnight, 0–1439.
 * @throws RangeError for an invalid Date
 */
export function minutesOfDay(d: Date): number {
  const time = reading(d)
  return Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16))
}

/**
 * The instant a number of minutes into a day, on the Shanghai clock.
 * @param minutes whole, 0–1440; 1440 is the end of the day
 * @throws RangeError for other minutes or no real day
 */
export function atMinutes(date: LocalDate, minutes: number): Date {
  if (!Number.isInteger(minutes) || minutes < 0 || minutes > 1440) throw new RangeError(`分钟数不正确：${minutes}`)
  return new Date(parseDate(date).getTime() + minutes * MINUTE)
}

/**
 * Minutes after midnight as the clock says them.
 * @param minutes whole, 0–1440; 1440 reads 24:00
 * @returns 'HH:mm'
 */
export function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/**
 * What the clock says as minutes after midnight.
 * @param clock 'HH:mm'; '24:00' is 1440
 * @throws RangeError for any other text
 */
export function minutesOf(clock: string): number {
  if (!/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(clock)) throw new RangeError(`时间不正确：${clock}`)
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
}

/**
 * The age on a day, counted on the calendar: a month or year is complete on the same day of the month, or on the 1st of
 * the next when the month has no such day.
 * @returns years completed; months completed beyond the years, 0–11; text '34岁', under a year '8个月', under a month '3天'
 * @throws RangeError when either is no real day or birth is after on
 */
export function ageOn(birth: LocalDate, on: LocalDate): { years: number; months: number; text: string } {
  const days = daysBetween(birth, on)
  if (days < 0) throw new RangeError('出生日期晚于当前日期')
  const from = fields(birth)
  const to = fields(on)
  const total = (to.year - from.year) * 12 + to.month - from.month - (to.day < from.day ? 1 : 0)
  const years = Math.floor(total / 12)
  const months = total % 12
  return { years, months, text: years > 0 ? `${years}岁` : months > 0 ? `${months}个月` : `${days}天` }
}

/** Every day from the first to the last. */
export function daysOf(from: LocalDate, to: LocalDate): LocalDate[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, n) => addDays(from, n))
}
