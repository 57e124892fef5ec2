import { sql } from 'kysely'
import { columns, select } from '../../platform/database/select.ts'
import type { DeletionGuard } from '../patient/index.ts'

const hindered = select(columns('coupon', 'q', 'patient_id'), {
  text: sql<string>`'有 ' || count(*) || ' 张优惠券'`,
})

/** Any coupon, a used or expired one too: bills name it among their discounts. */
export const deletionGuard: DeletionGuard = {
  tables: ['coupon'],
  kept: (tx, patientIds) =>
    tx.rows(
      hindered.from`coupon q where ${tx.own('q')} and q.patient_id = any(${patientIds}::uuid[]) group by q.patient_id`,
    ),
}
