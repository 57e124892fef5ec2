import { sql } from 'kysely'
import { columns, select } from '../../platform/database/select.ts'
import type { DeletionGuard } from '../patient/index.ts'

const hindered = select(columns('prepay', 'q', 'patient_id'), {
  text: sql<string>`'有 ' || count(*) || ' 笔预交金'`,
})

/** Any prepayment, one without a balance too: its movements stand in the books. */
export const deletionGuard: DeletionGuard = {
  tables: ['prepay', 'prepay_return'],
  kept: (tx, patientIds) =>
    tx.rows(
      hindered.from`prepay q where ${tx.own('q')} and q.patient_id = any(${patientIds}::uuid[]) group by q.patient_id`,
    ),
}
