import { dayText } from '@dentin/kit/date-text'

/** '11月20日 周五 · 十月十二' */
export function dayInWords(day: { date: string; lunar: string }): string {
  return `${dayText(day.date)} · ${day.lunar}`
}
