import { genderWord } from '../../domain/person.ts'

/** 女 30–39 岁; nothing of what nobody said. */
export const whoOf = ({ gender, ageGroup }: { gender: number; ageGroup: string }): string =>
  [genderWord(gender), ageGroup].filter(Boolean).join(' ')
