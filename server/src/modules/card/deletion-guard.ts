import { sql } from 'kysely'
import type { DeletionGuard, Hindrance } from '../patient/index.ts'

/** Any card, a closed one too: its movements stand in the books. */
export const deletionGuard: DeletionGuard = {
  tables: ['member_card'],
  kept: (tx, patientIds) =>
    tx.rows<Hindrance>(
      sql`select c.patient_id as "patientId", '有 ' || count(*) || ' 张会员卡' as text from member_card c
          where c.tenant_id = ${tx.tenantId} and c.patient_id = any(${patientIds}::uuid[]) group by c.patient_id`,
    ),
}
