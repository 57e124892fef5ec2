import {
  fieldOf,
  healthFields,
  keptKeys,
  namedKeys,
  searchedKeys,
  type KeptKey,
  type NameKey,
  patientFields,
  type PatientKey,
} from '@dentin/contract/patient'
import { searchText } from '@dentin/kit/pinyin'
import { sql, type RawBuilder } from 'kysely'
import { byColumn as columnsOf, columnsBy } from '../../platform/database/declared.ts'
import { lent } from '../../platform/database/lent.ts'
import { named } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

/** Who a patient is, as every row says it. */
export const FACE = ['name', 'gender', 'birthDay', 'medicalNumber', 'mobile'] as const

/** Fields of the patient `p` for a select list, each under its key. */
export const fieldsOf = <K extends KeptKey>(...keys: readonly K[]) =>
  named('patient', 'p', columnsBy(patientFields, keys))

/** The name of whom the patient `p` names by id; looked up for each row, since the planning of so many joins takes longer than all of it. */
export function nameOf(tx: TenantTx, key: PatientKey): RawBuilder<string | null> {
  const { column, named: names } = fieldOf(key)
  if (column === null || !names) throw new Error(`${key} names nobody`)
  return sql<string | null>`
            (select x.name from ${sql.table(names.from)} x where ${tx.own('x')} and x.id = ${sql.ref(`p.${column}`)})`
}

/** Who introduced the patient `p`. */
const referrerName = (tx: TenantTx) => sql<string | null>`coalesce(
  (select rp.name || '（病历号 ' || rp.medical_number || '）' from patient rp where ${tx.own('rp')} and rp.id = p.referrer_patient_id),
  (select re.name from employee re where ${tx.own('re')} and re.id = p.referrer_employee_id))`

/** The names of those whom the patient `p` names by id, for a select list. */
export const namesOf = (tx: TenantTx) =>
  Object.fromEntries(namedKeys.map((key) => [fieldOf(key).named?.key, nameOf(tx, key)])) as Record<
    NameKey,
    RawBuilder<string | null>
  >

/** The same with the one who introduced the patient, as one JSON object. */
export const allNames = (tx: TenantTx): RawBuilder<unknown> => {
  const pairs = namedKeys.map((key) => sql`${fieldOf(key).named?.key ?? key}::text, ${nameOf(tx, key)}`)
  return lent(sql`jsonb_build_object(${sql.join([...pairs, sql`'referrerName', ${referrerName(tx)}`])})`)
}
export const wholeNames = (tx: TenantTx) => ({ ...namesOf(tx), referrerName: referrerName(tx) })

/** Values of fields by their columns. */
export const byColumn = <V extends object>(values: V) => columnsOf(patientFields, values)

/** Values of a row by the fields of its columns. */
export const byField = (row: Readonly<Record<string, unknown>>): Partial<Record<KeptKey, unknown>> =>
  Object.fromEntries(keptKeys.map((key) => [key, row[fieldOf(key).column ?? key]]))

/** What a file is found by. */
export function searchOf(file: Partial<Record<KeptKey, unknown>>): string {
  const { name, mobile, medicalNumber, ...others } = Object.fromEntries(
    searchedKeys.map((key) => [key, typeof file[key] === 'string' ? file[key] : '']),
  )
  return searchText({ name: name ?? '', mobile, medicalNumber, aliases: Object.values(others) })
}

const healthColumns = new Set(healthFields.map((key) => fieldOf(key).column))
/** Some columns but for those that say what somebody suffers from. */
export const withoutHealth = <C extends object>(columns: C): Partial<C> =>
  Object.fromEntries(Object.entries(columns).filter(([column]) => !healthColumns.has(column))) as Partial<C>
