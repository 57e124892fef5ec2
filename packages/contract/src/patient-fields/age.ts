import type { LocalDate } from '@dentin/kit/datetime'

/** An age as it is told where the birthday is not known. */
export interface GivenAge {
  age: number | null
}
/** What is kept of when somebody was born. */
export interface Birth {
  birthDay: LocalDate | null
  birthYearEstimated: boolean
}

/** A birthday for somebody of whom only the age is known: the first of January that gives this age on the day. */
export function birthdayOfAge(on: LocalDate, age: number): LocalDate {
  return `${String(Number(on.slice(0, 4)) - age).padStart(4, '0')}-01-01`
}

/** When somebody was born, by the birthday or else about, by the age. */
export const birthOf = (birthDay: LocalDate | null, given: GivenAge, on: LocalDate): Birth =>
  birthDay === null && given.age !== null
    ? { birthDay: birthdayOfAge(on, given.age), birthYearEstimated: true }
    : { birthDay, birthYearEstimated: false }

/** An estimated birthday as the age from which it came, for the form to ask again. */
export const ageGiven = ({ birthDay }: Birth, on: LocalDate): GivenAge => ({
  age: birthDay === null ? null : Number(on.slice(0, 4)) - Number(birthDay.slice(0, 4)),
})

/** An estimated birthday in words. */
export const aboutWhen = (birthDay: LocalDate): string => `约 ${birthDay.slice(0, 4)} 年`

/** What a cell says of an age. @returns null when it says none */
export function readAge(cell: string): GivenAge | null {
  const years = /^(\d{1,3})岁?$/.exec(cell)?.[1]
  return years ? { age: Number(years) } : null
}
export const AGE_PROBLEM = '年龄应为整岁，如 34'
