import { type LocalDate, parseDate } from './datetime.ts'

/**
 * A document number: prefix, day and the running number of that clinic and day: 'SF261120-0032'. Four digits, more once
 * the day passes 9999. The caller hands out n and never uses one twice.
 * @param n the running number, from 1
 * @throws RangeError when date is no real day or n is not a whole number from 1
 */
export function documentNumber(prefix: string, date: LocalDate, n: number): string {
  parseDate(date)
  if (!Number.isSafeInteger(n) || n < 1) throw new RangeError(`流水号不正确：${n}`)
  return `${prefix}${date.slice(2).replaceAll('-', '')}-${String(n).padStart(4, '0')}`
}
