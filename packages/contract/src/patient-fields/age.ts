import { addDays, ageOn, daysBetween, type LocalDate } from '@dentin/kit/datetime'

/** In what an age is told. */
export const ageUnitNames: Readonly<Record<number, string>> = { 1: '岁', 2: '个月', 3: '天' }
const YEARS = 1
const MONTHS = 2
const DAYS = 3

/** An age as it is told where the birthday is not known. */
export interface GivenAge {
  age: number | null
  /** Left out: years. */
  ageUnit?: number | null
}
/** What is kept of when somebody was born. */
export interface Birth {
  birthDay: LocalDate | null
  birthYearEstimated: boolean
  /** In what the age was told; null with a known birthday. */
  ageUnit: number | null
}

/** A birthday for somebody of whom only the age is known: the first of January, or of the month, that gives this age on the day. */
export function birthdayOfAge(on: LocalDate, age: number, unit = YEARS): LocalDate {
  if (unit === DAYS) return addDays(on, -age)
  if (unit !== MONTHS) return `${String(Number(on.slice(0, 4)) - age).padStart(4, '0')}-01-01`
  const months = monthsOf(on) - age
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`
}
const monthsOf = (day: LocalDate) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** When somebody was born, by the birthday or else about, by the age. */
export const birthOf = (birthDay: LocalDate | null, { age, ageUnit }: GivenAge, on: LocalDate): Birth =>
  birthDay === null && age !== null
    ? { birthDay: birthdayOfAge(on, age, ageUnit ?? YEARS), birthYearEstimated: true, ageUnit: ageUnit ?? YEARS }
    : { birthDay, birthYearEstimated: false, ageUnit: null }

/** So high a number is told in a larger unit. */
const MOST = 130

/** An estimated birthday as the age from which it came, for the form to ask again. */
export function ageGiven({ birthDay, ageUnit }: Birth, on: LocalDate): GivenAge {
  if (birthDay === null) return { age: null }
  const { years, months } = ageOn(birthDay, on)
  const days = daysBetween(birthDay, on)
  if (ageUnit === DAYS && days <= MOST) return { age: days, ageUnit }
  if (ageUnit !== null && ageUnit !== YEARS && years * 12 + months <= MOST)
    return { age: years * 12 + months, ageUnit: MONTHS }
  return { age: years, ageUnit: YEARS }
}

/** An estimated birthday in words. */
export const aboutWhen = (birthDay: LocalDate): string => `约 ${birthDay.slice(0, 4)} 年`

/** What a cell says of an age. @returns null when it says none */
export function readAge(cell: string): GivenAge | null {
  const [, age, unit] = /^(\d{1,3})(岁|个月|月|天)?$/.exec(cell) ?? []
  if (age === undefined) return null
  return { age: Number(age), ageUnit: unit === '天' ? DAYS : unit?.endsWith('月') ? MONTHS : YEARS }
}
export const AGE_PROBLEM = '年龄应为整岁，如 34；婴儿可写 8个月、12天'
