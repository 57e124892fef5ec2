import { partOf, type PartOf } from '../core/field-kinds.ts'
import type { PatientMergeRule } from './field.ts'
import { fieldOf, patientFields, placedIn, type PatientKey } from './index.ts'

type Fields = typeof patientFields
/** Under which name a field is merged; one that goes with another has none. */
type MergeNameOf<K extends PatientKey> = Fields[K]['merge'] extends { with: string } | { apart: string }
  ? never
  : Fields[K]['merge'] extends { key: infer Name extends string }
    ? Name
    : K
export type MergeField = { [K in PatientKey]: MergeNameOf<K> }[PatientKey]

/** One thing that a merge decides about: the field that says whether two files differ, and those that go with it. */
export interface MergePart {
  name: MergeField
  label: string
  field: PatientKey
  members: readonly PatientKey[]
  rule: PatientMergeRule
}

const membersOf = (field: PatientKey) =>
  (Object.keys(patientFields) as PatientKey[]).filter((key) => {
    const { merge } = fieldOf(key)
    return typeof merge === 'object' && 'with' in merge && merge.with === field
  })

/** What a merge decides about, in the order of its screen. */
export const mergeParts: readonly MergePart[] = placedIn('merge').map((field) => {
  const { label, merge } = fieldOf(field)
  const rule: PatientMergeRule = merge === true || 'with' in merge || 'apart' in merge ? {} : merge
  return { name: (rule.key ?? field) as MergeField, label: rule.label ?? label, field, members: membersOf(field), rule }
})

/** The fields of a file as they are compared, in the order of the screen. */
export const mergeFields = Object.fromEntries(mergeParts.map(({ name, label }) => [name, label])) as Record<
  MergeField,
  string
>

/** What may be typed instead of either side. */
type Typed = PartOf<Fields, 'typed'>
type TypedKey = { [K in keyof Typed]: Typed[K] extends null ? never : K }[keyof Typed]
export type ManualField = MergeNameOf<TypedKey>
type Manual = { [K in TypedKey as MergeNameOf<K>]: Typed[K] }
const typed: Partial<Record<PatientKey, unknown>> = partOf(patientFields, 'typed')
export const manualFields = Object.fromEntries(
  mergeParts.flatMap(({ name, field }) => (typed[field] ? [[name, typed[field]]] : [])),
) as Manual
