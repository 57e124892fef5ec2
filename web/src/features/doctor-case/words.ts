import { genderNames } from '@dentin/contract/patient-words'

/** 女 30–39 岁; nothing of what nobody said. */
export const whoOf = ({ gender, ageGroup }: { gender: number; ageGroup: string }): string =>
  [gender === 0 ? '' : genderNames[gender], ageGroup].filter(Boolean).join(' ')
