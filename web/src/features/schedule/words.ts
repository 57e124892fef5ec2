import { weekday, type LocalDate } from '@dentin/kit/datetime'

/** '周五' */
export const weekdayName = (date: LocalDate): string => `周${'日一二三四五六'[weekday(date)]}`
/** Sunday first, as calendars show it. */
export const WEEKDAYS = ['日', '一', '二', '三', '四', '五', '六'] as const

/** The day that an address names; another when it names none. */
export function properDate(text: string | null, otherwise: LocalDate): LocalDate {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : otherwise
}
