import { genderNames } from '@dentin/contract/patient-words'
import { ageOn } from '@dentin/kit/datetime'
import { presentDay } from '../lib/present.ts'

// What is said of a person's sex and age is said with these everywhere: today, or on the day of a visit.

interface Person {
  gender: number | null
  birthDay: string | null
}
const ageOf = (birthDay: string | null, on: string) =>
  birthDay !== null && birthDay <= on.slice(0, 10) ? ageOn(birthDay, on.slice(0, 10)) : null

/** The choices of a form in which somebody has to be one or the other. */
export const genders = [
  { value: 0, label: genderNames[0] },
  { value: 1, label: genderNames[1] },
] as const

/** 男, 女, or nothing when it is not known. */
export const genderWord = (gender: number | null): string => genders.find(({ value }) => value === gender)?.label ?? ''

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

/** Somebody born on 29 February has the birthday on the 28th in other years. */
export function isBirthday(birthDay: string | null, date: string): boolean {
  if (birthDay === null) return false
  const day = birthDay.slice(5)
  if (day === date.slice(5, 10)) return true
  const year = Number(date.slice(0, 4))
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day === '02-29' && !leap && date.slice(5, 10) === '02-28'
}
