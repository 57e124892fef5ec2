import { partOf } from '@dentin/contract/core/field-kinds'
import { coveredFields, fieldOf, newFile, patientFields, type FormKey, type PatientKey } from '@dentin/contract/patient'
import { ageGiven } from '@dentin/contract/patient-fields/age'
import { valueInWords as wordOf } from '@dentin/contract/patient-fields/in-words'
import type { CallForm } from '../../lib/form.ts'
import type { CreateInput, PatientFile } from './hooks.ts'
import { presentDay } from '../../lib/present.ts'

/** What the form holds, for a new file and for a changed one. */
export type PatientValues = Omit<CreateInput, 'requestId' | 'acceptDuplicates'>

/** The form of a file, new or changed. */
export type PatientForm = CallForm<PatientValues & Record<string, unknown>>

/** Fields in the order of the screen. */
export const fieldNames = Object.keys(newFile) as FormKey[]

/** A new file before anything is typed. */
export function emptyValues(preset: Partial<PatientValues> = {}): Partial<PatientValues> {
  const { gender: _gender, sourceId: _source, ...blank } = partOf(patientFields, 'blank')
  return {
    ...Object.fromEntries(Object.entries(blank).filter(([key]) => key in newFile)),
    idType: 1,
    patientType: 1,
    mobileOwner: 1,
    allergyFlag: 2,
    ...preset,
  }
}

/** A file as the form holds it. Covered numbers are left out: what is not sent is not changed. */
export function valuesOf(file: PatientFile): Partial<PatientValues> {
  const values: Partial<PatientValues> = Object.fromEntries(
    Object.entries(file).filter(([name]) => (fieldNames as readonly string[]).includes(name)),
  )
  if (file.birthYearEstimated) {
    Object.assign(values, ageGiven(file, presentDay()))
    values.birthDay = null
  }
  for (const name of coveredFields) if (file.covered.includes(name)) delete values[name]
  return values
}

/** A value of the form in words; ids of sources and staff through `nameOf`. */
export function valueInWords(field: PatientKey, value: unknown, nameOf: (id: string) => string): string {
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (field === 'referrerPatientId' && typeof value === 'string') return '已选的患者'
  const isSomebody = fieldOf(field).named !== undefined || field === 'referrerEmployeeId'
  if (isSomebody && typeof value === 'string') return nameOf(value)
  return wordOf(field, value) ?? (typeof value === 'number' ? String(value) : '')
}

/** An empty input of the form is nothing. */
export const nothingIsNull = {
  setValueAs: (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value),
}
