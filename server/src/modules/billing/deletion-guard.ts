import { sql } from 'kysely'
import type { DeletionGuard, Hindrance } from '../patient/index.ts'

/** Any bill, a void one too: no deletion. */
export const deletionGuard: DeletionGuard = {
  tables: ['bill', 'bill_payment', 'refund', 'pay_adjust', 'discount_approval'],
  kept: (tx, patientIds) =>
    tx.rows<Hindrance>(
      sql`select b.patient_id as "patientId", '有 ' || count(*) || ' 张账单' as text from bill b
          where b.tenant_id = ${tx.tenantId} and b.patient_id = any(${patientIds}::uuid[]) group by b.patient_id`,
    ),
}
