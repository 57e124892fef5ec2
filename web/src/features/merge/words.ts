import { ageOn } from '@dentin/kit/datetime'
import { presentDay } from '../../lib/present.ts'

/** '女 34岁' */
export function genderAge(person: { gender: number; birthDay: string | null }): string {
  const gender = person.gender === 0 ? '男' : person.gender === 1 ? '女' : ''
  const age = person.birthDay === null ? '' : ageOn(person.birthDay, presentDay()).text
  return [gender, age].filter(Boolean).join(' ')
}

/** Whole years today; null without a birthday. */
export const ageYears = (birthDay: string | null): number | null =>
  birthDay === null ? null : ageOn(birthDay, presentDay()).years

/** '2026-11-20 10:42' */
export const minute = (moment: string): string => moment.slice(0, 16)

/** What a file has been through: '就诊 3 次，最近 2026-10-30' */
export const visitsOf = (file: { visitCount: number; lastVisitAt: string | null }): string =>
  file.visitCount === 0 ? '没有就诊' : `就诊 ${file.visitCount} 次，最近 ${file.lastVisitAt?.slice(0, 10) ?? '—'}`
