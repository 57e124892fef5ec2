import { z } from 'zod'
import { inOrder, partOf, someOf, type PartOf } from '../core/field-kinds.ts'
import { basics } from './basics.ts'
import { contact } from './contact.ts'
import type { Cover, PatientField } from './field.ts'
import { health } from './health.ts'
import { owners } from './owners.ts'
import { privacy } from './privacy.ts'

/** Everything that a patient's file says, in the order of the form: what calls, pages, sheets and merges follow from. */
export const patientFields = { ...basics, ...contact, ...health, ...owners, ...privacy }
type Fields = typeof patientFields
export type PatientKey = keyof Fields

/** Every field as what all of them have in common. */
export const fieldOf = (key: PatientKey): PatientField => patientFields[key]
const keys = Object.keys(patientFields) as PatientKey[]

/** Where something stands in another order than the form; a new field need not be named. */
const orders = {
  view: `name gender birthDay medicalNumber idNo patientType medicareNo nationality ethnicity marital occupation workUnit
    education tags consentOn consentGuardian smsOptOut`,
  copy: `name gender birthDay medicalNumber mobile mobile2 tel wechat email idType idNo medicareType medicareNo nationality
    ethnicity marital education occupation workUnit address distanceArea patientType sourceId referrerRemark respDoctorId
    consultantId respNurseId customerServiceId allergyFlag systemicDiseases pastHistory medicationHistory anesthesiaHistory
    familyHistory smoking alcohol bruxism brushingHabit consentOn consentGuardian smsOptOut tags createdAt`,
  sheet: `name gender birthDay age mobile mobileOwner noMobileReason mobile2 tel sourceId medicalNumber idType idNo
    patientType tags respDoctorId consultantId respNurseId customerServiceId referrerRemark wechat email province city
    district address medicareType medicareNo nationality ethnicity marital occupation workUnit allergyHistory
    systemicDiseases pastHistory medicationHistory anesthesiaHistory familyHistory alertNote remark`,
  merge: `name gender birthDay mobile mobile2 tel idNo medicareNo wechat email address distanceArea nationality ethnicity
    marital occupation workUnit education patientType sourceId referrerRemark respDoctorId consultantId respNurseId
    customerServiceId allergyFlag systemicDiseases pastHistory familyHistory medicationHistory anesthesiaHistory smoking
    alcohol bruxism brushingHabit consentOn tags remark alertNote smsOptOut`,
  requirable: `birthDay idNo mobile2 tel wechat email address distanceArea medicareType nationality ethnicity marital
    education occupation workUnit referrerType respDoctorId respNurseId consultantId customerServiceId allergyFlag consentOn`,
  exported: 'name gender age birthDay',
  edit: '',
}

/** The fields that have a place of their own in a use, in its order. */
export const placedIn = (use: keyof typeof orders): PatientKey[] =>
  inOrder(
    keys.filter((key) => {
      const place = fieldOf(key)[use]
      return (
        place === true ||
        (typeof place === 'object' && place !== null && !('with' in place && use !== 'exported') && !('apart' in place))
      )
    }),
    orders[use].split(/\s+/),
  )

/** The fields of a new file, in the order of the form. */
export type FormKey = keyof typeof newFile

/** The schemas of a new file, of a changed one, and of the answer. */
const asks = partOf(patientFields, 'ask')
export const newFile = asks
export const changedFile = { ...asks, ...partOf(patientFields, 'change') }
export const wholeFile = partOf(patientFields, 'shown')

/** The answer's schemas of some fields. */
export const shownOf = <K extends keyof typeof wholeFile>(...some: K[]) => someOf(wholeFile, ...some)

/** What stands in every row of the list. */
export type ListedKey = keyof PartOf<Fields, 'listed'> & keyof typeof wholeFile
export const listedKeys = keys.filter((key) => fieldOf(key).listed) as ListedKey[]

/** The names of those whom a file names by id, as answers have them. */
export type NameKey = PartOf<Fields, 'named'>[keyof PartOf<Fields, 'named'>]['key']
export const namedKeys = keys.filter((key) => fieldOf(key).named)
export const namesInFile = Object.fromEntries(
  namedKeys.map((key) => [fieldOf(key).named?.key, z.string().nullable()]),
) as Record<NameKey, z.ZodNullable<z.ZodString>>

/** Fields with a column. */
export type KeptKey = { [K in PatientKey]: Fields[K]['column'] extends string ? K : never }[PatientKey]
export const keptKeys = keys.filter((key) => fieldOf(key).column !== null) as KeptKey[]
/** Fields with a column that a form fills. */
export type AskedKey = KeptKey & keyof typeof asks
export const askedKeys = keptKeys.filter((key): key is AskedKey => key in asks)

/** Fields by which a file is found. */
type SearchedKey = keyof PartOf<Fields, 'searched'> & KeptKey
export const searchedKeys = keptKeys.filter((key) => fieldOf(key).searched) as SearchedKey[]

/** Fields that no two files have the same of, and what a second one is refused with. */
type Unique = PartOf<Fields, 'unique'>
export const uniqueFields = partOf(patientFields, 'unique')
export const uniqueKeys = Object.keys(uniqueFields) as (keyof Unique)[]
export const uniqueRefusals = [...new Set(uniqueKeys.map((key) => uniqueFields[key].refusal))]

/** What a form says, read: complete, but that a file may lose its source. */
type Said = z.output<z.ZodObject<Pick<typeof asks, AskedKey>>>
export type Entered = Omit<Said, 'sourceId'> & { sourceId: string | null }

/** Fields that are shown with stars. */
export type CoveredField = { [K in PatientKey]: Fields[K]['seen'] extends Cover ? K : never }[PatientKey]
export const coveredFields = keys.filter((key) => typeof fieldOf(key).seen === 'object') as CoveredField[]
export const coverOf = (key: CoveredField): Cover => patientFields[key].seen

/** Fields that say what somebody suffers from, and what stands there for whom that does not concern. */
export type HealthField = { [K in PatientKey]: Fields[K]['seen'] extends 'health' ? K : never }[PatientKey]
export const healthFields = keys.filter((key) => fieldOf(key).seen === 'health') as HealthField[]

/** Fields that a clinic may ask for when a file is opened, beside those that always are. */
export type RequirableField = keyof PartOf<Fields, 'requirable'>
export const requirableFields = Object.fromEntries(
  placedIn('requirable').map((key) => [key, fieldOf(key).label]),
) as Record<RequirableField, string>

const says = (value: unknown): boolean =>
  value !== null && value !== undefined && (typeof value !== 'string' || value.trim() !== '')

/** Which of the fields a clinic asks for a new file leaves open. An allergy that nobody asked about is one. */
export function missingFields(
  values: Readonly<Record<string, unknown>>,
  required: readonly RequirableField[],
): { field: RequirableField; message: string }[] {
  return required.flatMap((field) => {
    const given =
      field === 'birthDay'
        ? says(values.birthDay) || says(values.age)
        : field === 'allergyFlag'
          ? values.allergyFlag === 0 || values.allergyFlag === 1
          : field === 'referrerType'
            ? says(values.referrerType) || says(values.referrerRemark)
            : says(values[field])
    return given ? [] : [{ field, message: `请填写${requirableFields[field]}，本门诊建档时必填` }]
  })
}
