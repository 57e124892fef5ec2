import { sql } from 'kysely'
import type { DeletionGuard, Hindrance } from '../patient/index.ts'

/** Any follow-up or reminder: no deletion. */
export const deletionGuard: DeletionGuard = {
  tables: ['follow_up', 'patient_remind'],
  kept: (tx, patientIds) =>
    tx.rows<Hindrance>(
      sql`select f.patient_id as "patientId", '有 ' || count(*) || ' 条随访' as text from follow_up f
          where f.tenant_id = ${tx.tenantId} and f.patient_id = any(${patientIds}::uuid[]) group by f.patient_id
          union all
          select r.patient_id, '有 ' || count(*) || ' 条提醒' from patient_remind r
          where r.tenant_id = ${tx.tenantId} and r.patient_id = any(${patientIds}::uuid[]) group by r.patient_id`,
    ),
}
