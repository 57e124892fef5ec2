import { ageOn } from '@dentin/kit/datetime'
import { presentDay } from './present.ts'

// Ages are said with these functions everywhere: today, or on the day of a visit.

interface Person {
  gender: number | null
  birthDay: string | null
}
const ageOf = (birthDay: string | null, on: string) =>
  birthDay !== null && birthDay <= on.slice(0, 10) ? ageOn(birthDay, on.slice(0, 10)) : null

/** 男, 女, or nothing when it is not known. */
export const genderWord = (gender: number | null): string => (gender === 0 ? '男' : gender === 1 ? '女' : '')

/** Whole years; null without a birthday. */
export const ageYears = (birthDay: string | null, on: string = presentDay()): number | null =>
  ageOf(birthDay, on)?.years ?? null

/** '34岁', '8个月', '3天'; empty without a birthday. */
export const ageText = (birthDay: string | null, on: string = presentDay()): string => ageOf(birthDay, on)?.text ?? ''

/** '女 34岁' */
export const genderAge = ({ gender, birthDay }: Person, on?: string): string =>
  [genderWord(gender), ageText(birthDay, on)].filter(Boolean).join(' ')

/** Where room is short: '女 34', '男 8个月'. */
export const briefGenderAge = (person: Person, on?: string): string => genderAge(person, on).replace('岁', '')
