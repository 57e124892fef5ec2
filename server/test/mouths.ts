import type { ChartEntry } from '@dentin/clinical'
import type pg from 'pg'
import { fatesOf, type Fate } from '../src/modules/record/fates.ts'

interface Entry extends ChartEntry, Fate {
  patient: string
}

/** Up to 20 entries of charts beside which something else stands than the fold over all entries of the patient says. */
export async function mouthsThatLie(client: pg.Client | pg.PoolClient): Promise<unknown[]> {
  const { rows } = await client.query<Entry>(
    `select patient_id as patient, id, tooth, surfaces, condition, status, detail, group_id as "groupId",
       coalesce(record_id::text, '') as "recordId", extract(epoch from visit_at)::float * 1000 as "visitAt",
       extract(epoch from signed_at)::float * 1000 as "signedAt", place, 0 as "knownFrom", null as "knownTo",
       ended_on::text, left_surfaces, covered
     from (select t.*, min(created_at) over (partition by tenant_id, coalesce(record_id, id)) as signed_at from tooth_condition t) t
     where known_to is null order by patient_id`,
  )
  const ofPatient = new Map<string, Entry[]>()
  for (const row of rows) ofPatient.set(row.patient, [...(ofPatient.get(row.patient) ?? []), row])
  const lies: unknown[] = []
  for (const entries of ofPatient.values()) {
    const fates = fatesOf(entries)
    for (const entry of entries) {
      const fate = fates.get(entry.id)
      const same =
        fate?.ended_on === entry.ended_on &&
        fate.left_surfaces === entry.left_surfaces &&
        fate.covered === entry.covered
      if (!same && lies.length < 20) lies.push({ entry, fate })
    }
  }
  return lies
}
