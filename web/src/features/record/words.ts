import { ageOn } from '@dentin/kit/datetime'
import { presentDay } from '../../lib/present.ts'

/** '10月30日', with the year when it is not this one. */
export function dayInWords(moment: string): string {
  const [year, month, day] = moment.slice(0, 10).split('-')
  const words = `${Number(month)}月${Number(day)}日`
  return year === presentDay().slice(0, 4) ? words : `${year}年${words}`
}

/** '女 34岁' on the day of the visit. */
export function genderAge(person: { gender: number; birthDay: string | null }, on: string): string {
  const gender = person.gender === 0 ? '男' : person.gender === 1 ? '女' : ''
  const age = person.birthDay === null ? '' : ageOn(person.birthDay, on.slice(0, 10)).text
  return [gender, age].filter(Boolean).join(' ')
}

/** Whole years on the day of the visit; null without a birthday. */
export function yearsOn(birthDay: string | null, on: string): number | null {
  return birthDay === null ? null : ageOn(birthDay, on.slice(0, 10)).years
}
