import { weekday, type LocalDate } from './datetime.ts'
import { weekdayNames } from './hours.ts'

/** The heads of a calendar, Sunday first. */
export const weekdayLetters = ['日', '一', '二', '三', '四', '五', '六'] as const

/**
 * '周五'
 * @throws RangeError when date is no real day
 */
export const weekdayName = (date: LocalDate): string => weekdayNames[weekday(date)] ?? ''

/** '11月20日', of a day or of a moment on the wire. */
export const shortDayText = (moment: string): string =>
  `${Number(moment.slice(5, 7))}月${Number(moment.slice(8, 10))}日`

/** '11月20日 周五', of a day or of a moment on the wire. */
export const dayText = (moment: string): string => `${shortDayText(moment)} ${weekdayName(moment.slice(0, 10))}`
