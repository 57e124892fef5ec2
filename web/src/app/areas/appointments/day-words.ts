import { weekday } from '@dentin/kit/datetime'

const WEEKDAYS = '日一二三四五六'

/** '11月20日 周五' */
export function dateInWords(date: string): string {
  return `${Number(date.slice(5, 7))}月${Number(date.slice(8))}日 周${WEEKDAYS[weekday(date)]}`
}

/** '11月20日 周五 · 十月十二' */
export function dayInWords(day: { date: string; lunar: string }): string {
  return `${dateInWords(day.date)} · ${day.lunar}`
}
