import { SolarDay } from 'tyme4ts'
import { type LocalDate, parseDate, weekday } from './datetime.ts'

/**
 * The lunar day for a calendar cell: '十月十二'. The first day of a lunar month shows the month's name alone ('十月',
 * '正月', '闰六月').
 * @param date 1900-01-01 to 2100-12-31
 * @throws RangeError outside those years or when date is no real day
 */
export function lunarText(date: LocalDate): string {
  parseDate(date)
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  if (year < 1900 || year > 2100) throw new RangeError('农历只支持1900至2100年')
  const lunar = SolarDay.fromYmd(year, month, day).getLunarDay()
  const monthName = lunar.getLunarMonth().getName()
  return lunar.getDay() === 1 ? monthName : monthName + lunar.getName()
}

/**
 * The short name of the day of the week: '周日' to '周六'.
 * @throws RangeError when date is no real day
 */
export function weekdayName(date: LocalDate): string {
  return `周${'日一二三四五六'[weekday(date)]}`
}
