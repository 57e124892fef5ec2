import { shortDayText } from '@dentin/kit/date-text'
import { presentDay } from '../../lib/present.ts'

/** A moment's day for a dense row: '11-20' this year, '2025-11-20' otherwise. */
export function shortDay(moment: string | null): string {
  if (moment === null) return '—'
  const day = moment.slice(0, 10)
  return day.slice(0, 4) === presentDay().slice(0, 4) ? day.slice(5) : day
}

/** '12月4日 14:00' */
export function momentInWords(moment: string): string {
  return `${shortDayText(moment)} ${moment.slice(11, 16)}`
}

/** What an allergy is called on a tag: '青霉素过敏'. */
export function allergyWords(history: string): string {
  return history.includes('过敏') ? history : `${history}过敏`
}
