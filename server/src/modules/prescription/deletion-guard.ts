import { sql } from 'kysely'
import { select } from '../../platform/database/select.ts'
import type { DeletionGuard } from '../patient/index.ts'

const hindrance = select({
  patientId: sql<string>`x.patient_id`,
  text: sql<string>`'有 ' || count(*) || ' 张处方'`,
})

/** Any prescription: no deletion. */
export const deletionGuard: DeletionGuard = {
  tables: ['prescription'],
  kept: (tx, patientIds) =>
    tx.rows(
      hindrance.from`prescription x where ${tx.own('x')} and x.patient_id = any(${patientIds}::uuid[]) group by x.patient_id`,
    ),
}
