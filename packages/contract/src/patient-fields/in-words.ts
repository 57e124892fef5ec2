import { allergyText } from '@dentin/clinical/drug-checks/allergy-list'
import { allergyFlagNames, guardianRelationNames } from '../patient-words.ts'
import { storedAllergies } from './allergies.ts'
import { fieldOf, type PatientKey } from './index.ts'

/** A file as an answer or a sheet has it: values by key, names beside ids. */
export type FileValues = Readonly<Partial<Record<string, unknown>>>

/** Some texts with a space between them; null: nothing said. */
export const together = (...parts: unknown[]): string | null => parts.filter(Boolean).join(' ') || null

/** One value of a field as a person reads it; null: nothing said. */
export function valueInWords(key: PatientKey, value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (key === 'allergies') return allergyText(storedAllergies(value)) || null
  if (Array.isArray(value)) return value.join('、') || null
  if (typeof value === 'number') return fieldOf(key).words?.[value] ?? null
  return typeof value === 'string' && value.trim() ? value : null
}

/** Fields that are said together with others. */
const composed: Partial<Record<PatientKey, (file: FileValues) => string | null>> = {
  address: ({ province, city, district, address }) => together(province, city, district, address),
  allergyFlag: ({ allergyFlag, allergyHistory }) =>
    allergyFlag === 1 ? together(allergyHistory) : (allergyFlagNames[Number(allergyFlag ?? NaN)] ?? null),
  consentGuardian: ({ consentGuardian, consentGuardianRelation }) =>
    together(guardianRelationNames[Number(consentGuardianRelation ?? NaN)], consentGuardian),
  smsOptOut: ({ smsOptOut, marketingOptOut }) =>
    smsOptOut ? '不收任何短信' : marketingOptOut ? '不收营销短信' : '可以发送',
}

/** What a file says in a field, with those that are part of it. */
export function fileInWords(key: PatientKey, file: FileValues): string | null {
  const { named } = fieldOf(key)
  return composed[key]?.(file) ?? (key in composed ? null : valueInWords(key, file[named?.key ?? key]))
}
