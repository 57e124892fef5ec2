import { keptSql } from '../../platform/database/plans.ts'
import type { DeletionGuard, Hindrance } from '../patient/index.ts'

/** A file that was ever merged with another: what became of the two is kept, so no deletion. */
export const deletionGuard: DeletionGuard = {
  tables: ['patient', 'patient_merge'],
  kept: (tx, patientIds) =>
    tx.rows<Hindrance>(
      keptSql`select x.id as "patientId", '有合并记录' as text from (
            select m.keep_id as id from patient_merge m where m.tenant_id = ${tx.tenantId} and m.keep_id = any(${patientIds}::uuid[])
            union
            select m.remove_id from patient_merge m where m.tenant_id = ${tx.tenantId} and m.remove_id = any(${patientIds}::uuid[])) x`,
    ),
}
