import { presentDay } from '../../lib/present.ts'

/** A moment's day for a dense row: '11-20' this year, '2025-11-20' otherwise. */
export function shortDay(moment: string | null): string {
  if (moment === null) return '—'
  const day = moment.slice(0, 10)
  return day.slice(0, 4) === presentDay().slice(0, 4) ? day.slice(5) : day
}

/** '12-04 14:00' */
export function shortMoment(moment: string): string {
  return `${shortDay(moment)} ${moment.slice(11, 16)}`
}

/** '12月4日' */
export function dayInWords(moment: string): string {
  return `${Number(moment.slice(5, 7))}月${Number(moment.slice(8, 10))}日`
}

/** '12月4日 14:00' */
export function momentInWords(moment: string): string {
  return `${dayInWords(moment)} ${moment.slice(11, 16)}`
}

const treatTypes: Record<number, string> = { 1: '初诊', 2: '复诊', 3: '再初诊' }
export const treatTypeWord = (type: number): string => treatTypes[type] ?? ''

/** What an allergy is called on a tag: '青霉素过敏'. */
export function allergyWords(history: string): string {
  return history.includes('过敏') ? history : `${history}过敏`
}
