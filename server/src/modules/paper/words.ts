import { genderNames } from '@dentin/contract/patient-words'
import { ageOn } from '@dentin/kit'

/** Name, and sex with age on a day, each kept together: ['姓名 王镕堃', '女 34岁']. */
export function personWords(
  person: { patientName: string; gender: number | null; birthDay: string | null },
  day: string,
): string[] {
  const sex = person.gender === null ? undefined : genderNames[person.gender]
  const age = person.birthDay === null || person.birthDay > day ? undefined : ageOn(person.birthDay, day)?.text
  return [`姓名 ${person.patientName}`, [sex, age].filter(Boolean).join(' ')].filter(Boolean)
}
