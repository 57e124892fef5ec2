import { allergiesHeld, allergyText, unitedAllergies } from '@dentin/clinical/drug-checks/allergy-list'
import { storedAllergies } from '@dentin/contract/patient-fields/allergies'
import { fieldOf, keptKeys } from '@dentin/contract/patient'
import { mergeFields, mergeParts, type ManualField, type MergeField } from '@dentin/contract/merge'
import { AppError } from '../../platform/errors.ts'

type Value = string | number | boolean | null | readonly unknown[]
/** A patient's row, by its columns, as JSON has it: days as text. */
export type FileRow = Readonly<Record<string, Value>>

interface FieldRule {
  /** They go together: the first one says whether two files differ. */
  columns: readonly [string, ...string[]]
  /** Values that say nothing beside null, '' and an empty list. */
  blank: Value | undefined
  /** Does the whole of the columns count when two sides are compared? Otherwise the first one alone. */
  whole: true | undefined
  /** yes: what either side says holds. */
  unite: 'list' | 'allergy' | 'yes' | number | undefined
}

/** How each field of a file is merged, as its declaration says. A number at `unite` is how long texts become that are put together. */
const fieldRules = Object.fromEntries(
  mergeParts.map(({ name, field, members, rule: { empty, whole, unite } }): [MergeField, FieldRule] => {
    const [first, ...others] = [field, ...members].flatMap((key) => fieldOf(key).column ?? [])
    if (first === undefined) throw new Error(`${name} has no column to merge`)
    const united = unite === 'text' ? fieldOf(field).max : unite
    return [name, { columns: [first, ...others], blank: empty, whole, unite: united }]
  }),
) as Record<MergeField, FieldRule>

/** Fields that a merge leaves as they are, by their columns, and why. */
const apart = keptKeys.flatMap((key): [string, string][] => {
  const { column, merge } = fieldOf(key)
  return column !== null && typeof merge === 'object' && 'apart' in merge ? [[column, merge.apart]] : []
})

/** Columns that stay as they are in each file, and why: what is no field of the declaration, and what keeps apart. */
export const leftAlone: Readonly<Record<string, string>> = {
  ...Object.fromEntries(apart),
  tenant_id: 'whose file it is does not change',
  id: 'names the file',
  home_clinic_id: 'which clinic opened the file',
  search: 'made anew from name, phone and number',
  birth_md: 'follows the birthday',
  mobile_tail: 'follows the phone',
  medical_number_length: 'follows the medical number',
  status: 'the merge itself',
  merged_into_id: 'the merge itself',
  live_id: 'the merge itself',
  archive_reason: 'archived files are not merged',
  archive_remark: 'archived files are not merged',
  archived_at: 'archived files are not merged',
  archived_by: 'archived files are not merged',
  deleted_at: 'deleted files are not merged',
  deleted_by: 'deleted files are not merged',
  deleted_from: 'deleted files are not merged',
  created_by: 'who opened the file',
  created_name: 'who opened the file',
  created_at: 'when the file was opened',
  updated_at: 'when the file was changed',
  version: 'counts the changes of the file',
}

/** Columns that a merge decides about. */
export const MERGED_COLUMNS: readonly string[] = Object.values(fieldRules).flatMap(({ columns }) => columns)
const allFields = Object.keys(mergeFields) as MergeField[]

/** These are never a matter of choice. */
const ALWAYS_UNITED: readonly MergeField[] = ['allergy', 'systemicDiseases', 'tags', 'optOut']

const isBlank = (value: Value | undefined, rule: FieldRule): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === rule.blank ||
  (Array.isArray(value) && value.length === 0)
const says = (file: FileRow, rule: FieldRule): boolean =>
  rule.whole ? rule.columns.some((column) => !isBlank(file[column], rule)) : !isBlank(file[rule.columns[0]], rule)
const pick = (file: FileRow, rule: FieldRule): FileRow =>
  Object.fromEntries(rule.columns.map((column) => [column, file[column] ?? null]))
const same = (a: FileRow, b: FileRow, rule: FieldRule): boolean =>
  (rule.whole ? rule.columns : rule.columns.slice(0, 1)).every(
    (column) => JSON.stringify(a[column] ?? null) === JSON.stringify(b[column] ?? null),
  )

/** How one field of two files comes together. choose: somebody has to say which. */
export type FieldOutcome = { how: 'same' | 'filled' | 'united'; values: FileRow } | { how: 'choose' }

/** What comes of a field when nobody chooses. */
export function fieldOutcome(field: MergeField, keep: FileRow, remove: FileRow): FieldOutcome {
  const rule = fieldRules[field]
  if (rule.unite === 'allergy') return uniteAllergies(keep, remove)
  if (rule.unite === 'yes') return uniteWords(keep, remove, rule)
  if (same(keep, remove, rule)) return { how: 'same', values: pick(keep, rule) }
  if (!says(remove, rule)) return { how: 'same', values: pick(keep, rule) }
  if (!says(keep, rule)) return { how: 'filled', values: pick(remove, rule) }
  const column = rule.columns[0]
  if (rule.unite === 'list') {
    const values = [...new Set([...(keep[column] as string[]), ...(remove[column] as string[])])]
    return { how: 'united', values: { [column]: values } }
  }
  if (typeof rule.unite === 'number') {
    const text = joined(String(keep[column]), String(remove[column]), '；')
    if (text.length <= rule.unite) return { how: 'united', values: { [column]: text } }
  }
  return { how: 'choose' }
}

/** Two texts as one; what stands in the other already is not said twice. */
function joined(a: string, b: string, between: string): string {
  if (a.includes(b)) return a
  return b.includes(a) ? b : `${a}${between}${b}`
}

/** An allergy that one file knows is never lost: having one outweighs a denial, a denial outweighs not knowing. */
function uniteAllergies(keep: FileRow, remove: FileRow): FieldOutcome {
  const flags = [keep.allergy_flag, remove.allergy_flag]
  const flag = flags.includes(1) ? 1 : flags.includes(0) ? 0 : 2
  const [one = [], other = []] = [keep, remove].map((file) =>
    allergiesHeld(Number(file.allergy_flag), String(file.allergy_history), storedAllergies(file.allergies ?? [])),
  )
  const allergies = unitedAllergies(one, other)
  const values = { allergy_flag: flag, allergy_history: allergyText(allergies), allergies }
  const changed = flag !== keep.allergy_flag || values.allergy_history !== keep.allergy_history
  return { how: changed ? (keep.allergy_flag === 2 ? 'filled' : 'united') : 'same', values }
}

/** Whoever said no once is not written to because of a merge. */
function uniteWords(keep: FileRow, remove: FileRow, rule: FieldRule): FieldOutcome {
  const said = (column: string) => keep[column] === true || remove[column] === true
  const values = Object.fromEntries(rule.columns.map((column) => [column, said(column)]))
  const changed = rule.columns.some((column) => values[column] !== (keep[column] === true))
  const nothing = rule.columns.every((column) => keep[column] !== true)
  return { how: changed ? (nothing ? 'filled' : 'united') : 'same', values }
}

export type Choice = 'keep' | 'remove' | 'manual'
export type Manual = Readonly<Partial<Record<ManualField, string>>>

/**
 * The kept file as the merge leaves it: filled, united, chosen.
 * @returns the columns a merge decides about
 * @throws MERGE_CHOICE with the fields that have to be chosen (or may not be), MERGE_ID_NUMBERS
 */
export function mergedColumns(
  keep: FileRow,
  remove: FileRow,
  choices: Readonly<Partial<Record<MergeField, Choice>>>,
  manual: Manual,
): FileRow {
  if (differentPapers(keep, remove)) throw new AppError('MERGE_ID_NUMBERS')
  const problems: { field: string; message: string }[] = []
  const values: Record<string, Value> = {}
  for (const field of allFields) {
    const rule = fieldRules[field]
    const choice = choices[field]
    const outcome = fieldOutcome(field, keep, remove)
    const wrong = (message: string) => void problems.push({ field: `fieldChoices.${field}`, message })
    if (choice !== undefined && ALWAYS_UNITED.includes(field)) wrong(`${mergeFields[field]}取两份档案的并集，不能选择`)
    else if (choice === 'manual') {
      const typed = manual[field as ManualField]
      if (typed === undefined) wrong(`请填写${mergeFields[field]}`)
      else Object.assign(values, typedValues(field, typed))
    } else if (choice !== undefined) Object.assign(values, pick(choice === 'keep' ? keep : remove, rule))
    else if (outcome.how === 'choose') wrong(`两份档案的${mergeFields[field]}不同，请选择`)
    else Object.assign(values, outcome.values)
  }
  if (problems.length > 0) throw new AppError('MERGE_CHOICE', { message: problems[0]?.message ?? '', fields: problems })
  // The number that is not the first one any more is still one at which the person can be reached.
  const spare = [keep.mobile, remove.mobile].find((number) => number && number !== values.mobile) ?? null
  if (spare && !values.mobile2) values.mobile2 = spare
  if (values.mobile2 === values.mobile) values.mobile2 = null
  // Nobody introduces himself.
  const introducer = typeof values.referrer_remark === 'string' ? values.referrer_remark.trim() : ''
  const himself =
    values.referrer_type === 1
      ? [keep.id, remove.id].includes(values.referrer_patient_id ?? null)
      : values.referrer_type === null && introducer !== '' && [keep.name, remove.name, values.name].includes(introducer)
  if (himself) Object.assign(values, nobody)
  return values
}

const nobody: FileRow = {
  referrer_remark: null,
  referrer_type: null,
  referrer_patient_id: null,
  referrer_employee_id: null,
}

function typedValues(field: MergeField, typed: string): FileRow {
  const values: Record<string, Value> = { [fieldRules[field].columns[0]]: typed }
  if (field === 'birthDay') values.birth_year_estimated = false
  if (field === 'referrer') return { ...nobody, referrer_remark: typed }
  if (field === 'mobile') Object.assign(values, { mobile_owner: 1, no_mobile_reason: null })
  return values
}

/** Two document numbers that are not the same are two people. */
export const differentPapers = (keep: FileRow, remove: FileRow): boolean =>
  Boolean(keep.id_no) && Boolean(remove.id_no) && keep.id_no !== remove.id_no

/** A field that was changed after the merge had written it. */
export interface ChangedField {
  field: MergeField
  now: FileRow
  was: FileRow
}

/**
 * What undoing a merge writes into the kept file: each field that still says what the merge wrote goes back to what it
 * was; one that says something else now was changed since and keeps it.
 */
export function undoneColumns(
  before: FileRow,
  after: FileRow,
  now: FileRow,
): { patch: FileRow; changed: ChangedField[] } {
  const patch: Record<string, Value> = {}
  const changed: ChangedField[] = []
  for (const field of allFields) {
    const { columns } = fieldRules[field]
    const equal = (a: FileRow, b: FileRow) =>
      columns.every((column) => JSON.stringify(a[column] ?? null) === JSON.stringify(b[column] ?? null))
    if (equal(before, after)) continue
    const rule = fieldRules[field]
    if (equal(now, after)) Object.assign(patch, pick(before, rule))
    else if (!equal(now, before)) changed.push({ field, now: pick(now, rule), was: pick(before, rule) })
  }
  return { patch, changed }
}
