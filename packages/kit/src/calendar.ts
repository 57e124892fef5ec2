import { SolarDay } from 'tyme4ts'
import { type LocalDate, parseDate } from './datetime.ts'

/**
 * The lunar day for a calendar cell: '十月十二'. The first day of a lunar month shows the month's name alone ('十月',
 * '正月', '闰六月').
 * @param date 1900-01-01 to 2100-12-31
 * @throws RangeError outside those years or when date is no real day
 */
export function lunarText(date: LocalDate): string {
  const lunar = lunarDay(date)
  const monthName = lunar.getLunarMonth().getName()
  return lunar.getDay() === 1 ? monthName : monthName + lunar.getName()
}

/** Festivals that people live by, with the word that fits under a day; the library knows obscure ones besides. */
const FESTIVALS: Readonly<Record<string, string>> = {
  春节: '春节',
  元宵节: '元宵',
  清明节: '清明',
  端午节: '端午',
  七夕节: '七夕',
  中元节: '中元',
  中秋节: '中秋',
  重阳节: '重阳',
  冬至节: '冬至',
  腊八节: '腊八',
  除夕: '除夕',
}

/**
 * The word under a day of the calendar: a festival ('中秋'), a solar term ('立冬'), the name of the lunar month on its first
 * day ('十月'), otherwise the lunar day ('十二').
 * @param date 1900-01-01 to 2100-12-31
 * @throws RangeError outside those years or when date is no real day
 */
export function dayWord(date: LocalDate): string {
  const lunar = lunarDay(date)
  const festival = FESTIVALS[lunar.getFestival()?.getName() ?? '']
  if (festival) return festival
  const term = lunar.getSolarDay().getTermDay()
  if (term.getDayIndex() === 0) return term.getSolarTerm().getName()
  return lunar.getDay() === 1 ? lunar.getLunarMonth().getName() : lunar.getName()
}

function lunarDay(date: LocalDate) {
  parseDate(date)
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  if (year < 1900 || year > 2100) throw new RangeError('农历只支持1900至2100年')
  return SolarDay.fromYmd(year, month, day).getLunarDay()
}
