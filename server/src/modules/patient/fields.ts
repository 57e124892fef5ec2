import {
  fieldOf,
  healthFields,
  keptKeys,
  namedKeys,
  searchedKeys,
  type KeptKey,
  patientFields,
  type PatientKey,
} from '@dentin/contract/patient'
import { searchText } from '@dentin/kit/pinyin'
import { sql, type RawBuilder } from 'kysely'
import { byColumn as columnsOf, selectOf } from '../../platform/database/declared.ts'
import { lent } from '../../platform/database/lent.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

/** Who a patient is, as every row says it. */
export const FACE = ['name', 'gender', 'birthDay', 'medicalNumber', 'mobile'] as const

/** Fields of the patient `p` as a select list, each under its key. */
export const fieldsOf = (keys: readonly KeptKey[] = keptKeys): RawBuilder<unknown> => selectOf(patientFields, 'p', keys)

/** The name of whom the patient `p` names by id; looked up for each row, since the planning of so many joins takes longer than all of it. */
function nameOf(tx: TenantTx, key: PatientKey): RawBuilder<unknown> {
  const { column, named } = fieldOf(key)
  if (column === null || !named) throw new Error(`${key} names nobody`)
  return sql`(select x.name from ${sql.table(named.from)} x where x.tenant_id = ${tx.tenantId} and x.id = ${sql.ref(`p.${column}`)})`
}

/** Who introduced the patient `p`. */
const referrerName = (tx: TenantTx) => sql`coalesce(
  (select rp.name || '（病历号 ' || rp.medical_number || '）' from patient rp where rp.tenant_id = ${tx.tenantId} and rp.id = p.referrer_patient_id),
  (select re.name from employee re where re.tenant_id = ${tx.tenantId} and re.id = p.referrer_employee_id))`

/** The names of those whom the patient `p` names by id, as a select list. */
export const namesOf = (tx: TenantTx, keys: readonly PatientKey[] = namedKeys): RawBuilder<unknown> =>
  sql.join(keys.map((key) => sql`${nameOf(tx, key)} as ${sql.ref(fieldOf(key).named?.key ?? key)}`))

/** The same with the one who introduced the patient, as one JSON object. */
export const allNames = (tx: TenantTx): RawBuilder<unknown> => {
  const pairs = namedKeys.map((key) => sql`${fieldOf(key).named?.key ?? key}::text, ${nameOf(tx, key)}`)
  return lent(sql`jsonb_build_object(${sql.join([...pairs, sql`'referrerName', ${referrerName(tx)}`])})`)
}
export const wholeNames = (tx: TenantTx): RawBuilder<unknown> =>
  sql`${namesOf(tx)}, ${referrerName(tx)} as "referrerName"`

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
