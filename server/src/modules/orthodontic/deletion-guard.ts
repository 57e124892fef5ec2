import { sql } from 'kysely'
import { columns, select } from '../../platform/database/select.ts'
import type { DeletionGuard } from '../patient/index.ts'

const kept = select(columns('ortho_case', 'k', 'patient_id'), {
  text: sql<string>`'有 ' || count(*) || ' 个正畸病例'`,
})

/** A file with an orthodontic case is kept. */
export const deletionGuard: DeletionGuard = {
  tables: ['ortho_case'],
  kept: (tx, patientIds) =>
    tx.rows(
      kept.from`ortho_case k where ${tx.own('k')} and k.patient_id = any(${patientIds}::uuid[]) group by k.patient_id`,
    ),
}
