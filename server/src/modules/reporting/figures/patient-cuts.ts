import { sql } from 'kysely'
import type { TenantTx } from '../../../platform/database/tx.ts'
import type { Source } from './figure.ts'

/** The first year of age of each band: 0–6, 7–12, 13–17, 18–34, 35–49, 50–64, 65 and more. */
export const AGE_BANDS = [0, 7, 13, 18, 35, 50, 65] as const
const [, ...laterBands] = AGE_BANDS

/** The source of the patient `p` and those above it: there are three levels. */
export const sourcesOf = (tx: TenantTx) => sql`left join patient_source ps on ${tx.own('ps')} and ps.id = p.source_id
    left join patient_source ps1 on ${tx.own('ps1')} and ps1.id = ps.parent_id
    left join patient_source ps2 on ${tx.own('ps2')} and ps2.id = ps1.parent_id`

/** By what the patient `p` of a row can be cut, of the age that they had on its day; with the joins of `sourcesOf`. */
export const peopleCuts = (day: Source['clinic']): Source['cuts'] => ({
  source: sql`p.source_id`,
  topSource: sql`coalesce(ps2.id, ps1.id, ps.id)`,
  gender: sql`p.gender`,
  age: sql`(array[${sql.raw(AGE_BANDS.join(', '))}])[width_bucket(extract(year from age(${day}, p.birth_day))::int,
    array[${sql.raw(laterBands.join(', '))}]) + 1]`,
  area: sql`coalesce(nullif(p.district, ''), nullif(p.city, ''))`,
  patient: sql`p.id`,
})
