import {
  FOLLOW_UP_METHODS,
  FOLLOW_UP_ROLES,
  FOLLOW_UP_TRIGGERS,
  FOLLOW_UP_TYPES,
  REMIND_REPEATS,
} from '@dentin/contract/core/follow-up-words'
import { weekdayName } from '@dentin/kit/date-text'
import { daysBetween, parseDate, type LocalDate } from '@dentin/kit/datetime'
import { numberOptions, textOptions } from '../../ui/index.ts'
import { presentDay } from '../../lib/present.ts'

/** The entry of a table of words by its number; '' for one that is not there. */
const word = (table: Readonly<Record<number, string>>, value: number): string => table[value] ?? ''

export const typeWord = (value: number) => word(FOLLOW_UP_TYPES, value)
export const methodWord = (value: number) => word(FOLLOW_UP_METHODS, value)
export const repeatWord = (value: number) => word(REMIND_REPEATS, value)
export const roleWord = (value: string | null) =>
  value === null ? '' : ((FOLLOW_UP_ROLES as Readonly<Record<string, string>>)[value] ?? '')

export const typeOptions = numberOptions(FOLLOW_UP_TYPES)
export const methodOptions = numberOptions(FOLLOW_UP_METHODS)
export const triggerOptions = numberOptions(FOLLOW_UP_TRIGGERS)
export const repeatOptions = numberOptions(REMIND_REPEATS)
export const roleOptions = textOptions(FOLLOW_UP_ROLES)

/** '今天 10:00', '昨天', '11-23 周一 10:00'. */
export function dueWords(moment: string, withTime = true): string {
  const date = moment.slice(0, 10) as LocalDate
  const present = presentDay()
  const away = daysBetween(present, date)
  const named = { '-1': '昨天', 0: '今天', 1: '明天' }[String(away)]
  const year = date.slice(0, 4) === present.slice(0, 4) ? '' : `${date.slice(0, 4)}-`
  const day = named ?? `${year}${date.slice(5)} ${weekdayName(date)}`
  return withTime ? `${day} ${moment.slice(11, 16)}` : day
}

/** How many days something is late; 0 when it is not. */
export const daysLate = (deadline: string): number =>
  Math.max(0, Math.ceil((parseDate(presentDay()).getTime() - parseDate(deadline.slice(0, 10)).getTime()) / 86_400_000))

/** Whose it is, in words: a person, or anybody of a post. */
export const ownerWords = (row: { ownerName: string | null; ownerRole: string | null }): string =>
  row.ownerName ?? (row.ownerRole ? `${roleWord(row.ownerRole)}（岗位）` : '未分派')

/** '83.3%', '—' of nothing. */
export const percent = (part: number, whole: number): string =>
  whole === 0 ? '—' : `${((part / whole) * 100).toFixed(1)}%`
