import { addDays, daysBetween, monthOf, parseDate, weekday, type LocalDate } from './datetime.ts'

const NEAR: Readonly<Record<string, number>> = {
  前天: -2,
  昨天: -1,
  昨: -1,
  今天: 0,
  今日: 0,
  今: 0,
  明天: 1,
  明日: 1,
  明: 1,
  后天: 2,
  后: 2,
  大后天: 3,
}
const DIGITS = '零一二三四五六七八九'
const NUMBER = '(\\d{1,3}|[一二两三四五六七八九十]{1,3})'
const LATER = new RegExp(`^(?:\\+)?${NUMBER}(天|日|周|星期|礼拜|个?月|年)(?:后|以后|之后)?$`)
const WEEKDAY = /^(本|这|下+)?个?(?:周|星期|礼拜)([一二三四五六日天1-7])$/

/** '十四' and '14' as 14. */
function numberOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  const plain = text.replaceAll('两', '二')
  const [tens, ones] = plain.split('十')
  if (ones === undefined) return DIGITS.indexOf(plain)
  return (tens ? DIGITS.indexOf(tens) : 1) * 10 + (ones ? DIGITS.indexOf(ones) : 0)
}

/** A day by its parts; null when there is none such. */
function real(year: number, month: number, day: number): LocalDate | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  try {
    parseDate(text)
    return text
  } catch {
    return null
  }
}

/** So many months on, on the same day or the last that month has. */
function monthsOn(from: LocalDate, n: number): LocalDate {
  const index = Number(from.slice(0, 4)) * 12 + Number(from.slice(5, 7)) - 1 + n
  const [year, month] = [Math.floor(index / 12), (index % 12) + 1]
  const days = monthOf(`${year}-${String(month).padStart(2, '0')}-01`)
  return days[Math.min(days.length, Number(from.slice(8))) - 1] as LocalDate
}

/** The next day with this month and day, today included. */
function coming(today: LocalDate, month: number, day: number): LocalDate | null {
  const year = Number(today.slice(0, 4))
  const dates = [year, year + 1, year + 2, year + 3, year + 4].map((each) => real(each, month, day))
  return dates.find((each) => each !== null && each >= today) ?? null
}

/** The next day with this number, in this month or one of the next. */
function comingDay(today: LocalDate, day: number): LocalDate | null {
  for (let n = 0; n < 3; n++) {
    const first = monthsOn(`${today.slice(0, 8)}01`, n)
    const found = real(Number(first.slice(0, 4)), Number(first.slice(5, 7)), day)
    if (found && found >= today) return found
  }
  return null
}

/**
 * A day as it is said or typed at a desk: 25, 1125, 12.4, 12月4日, 20261204, +14, 明天, 两周后, 下周五. Without a year it is the
 * next such day, today included; weeks begin on Monday, as they are spoken of.
 * @returns null when it is not understood: the caller asks again and never guesses
 */
export function readDay(typed: string, today: LocalDate): LocalDate | null {
  const text = typed.replaceAll(/\s/g, '').replaceAll('号', '日')
  const near = NEAR[text]
  if (near !== undefined) return addDays(today, near)
  if (text === '半年后' || text === '半年') return monthsOn(today, 6)
  if (text === '半个月后' || text === '半个月') return addDays(today, 15)
  const plus = /^([+-])(\d{1,3})$/.exec(text)
  if (plus) return addDays(today, Number(plus[2]) * (plus[1] === '-' ? -1 : 1))
  const week = WEEKDAY.exec(text)
  if (week) {
    const [, which, name = ''] = week
    const wanted = name === '天' || name === '7' ? 7 : '一二三四五六日'.indexOf(name) + 1 || Number(name)
    const monday = addDays(today, -((weekday(today) + 6) % 7))
    if (which) return addDays(monday, wanted - 1 + 7 * (which.startsWith('下') ? which.length : 0))
    const here = addDays(monday, wanted - 1)
    return daysBetween(today, here) < 0 ? addDays(here, 7) : here
  }
  // '4日' alone is a day of the month; '4天后' counts.
  const later = /^\d{1,2}日$/.test(text) ? null : LATER.exec(text)
  if (later) {
    const n = numberOf(later[1] ?? '')
    if (n < 0) return null
    const unit = later[2] ?? ''
    if (unit.endsWith('月')) return /后|个/.test(text) ? monthsOn(today, n) : null
    if (unit === '年') return monthsOn(today, n * 12)
    return addDays(today, unit === '天' || unit === '日' ? n : n * 7)
  }
  const full = /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?$/.exec(text)
  if (full && (text.length >= 8 || /\D/.test(text))) return real(Number(full[1]), Number(full[2]), Number(full[3]))
  const short = /^(\d{1,2})[-/.月](\d{1,2})日?$/.exec(text) ?? /^(\d{1,2})(\d{2})$/.exec(text)
  if (short) return coming(today, Number(short[1]), Number(short[2]))
  const day = /^(\d{1,2})日?$/.exec(text)
  return day ? comingDay(today, Number(day[1])) : null
}

/** How far a day is from today, as one would say it; '' when there is no short way. */
export function distanceWords(date: LocalDate, today: LocalDate): string {
  const days = daysBetween(today, date)
  const near = Object.entries(NEAR).find(([word, n]) => n === days && word.endsWith('天'))
  if (near) return near[0]
  if (days > 0 && days % 7 === 0 && days <= 56) return `${days === 14 ? '两' : days / 7} 周后`.replace('两 ', '两')
  return days > 0 && days < 60 ? `${days} 天后` : ''
}
