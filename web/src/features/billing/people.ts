import { ageOn } from '@dentin/kit/datetime'
import { presentDay } from '../../lib/present.ts'

/** 男, 女, or nothing when it is not known. */
export function genderWord(gender: number): string {
  return gender === 0 ? '男' : gender === 1 ? '女' : ''
}

/** Years as a bare number for a narrow card, '8月' for the smallest; empty without a birthday. */
export function ageText(birthDay: string | null): string {
  if (birthDay === null) return ''
  const age = ageOn(birthDay, presentDay())
  return age.years > 0 ? String(age.years) : age.text
}
