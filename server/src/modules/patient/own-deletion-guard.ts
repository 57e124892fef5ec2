import { keptSql } from '../../platform/database/plans.ts'
import type { DeletionGuard } from './deletion-guards.ts'

/** Whoever was introduced by somebody whose file is gone keeps the name. */
export const deletionGuard: DeletionGuard = {
  tables: ['patient'],
  letGo: async (tx, patientId) => {
    const rows = await tx.rows<{ id: string; name: string }>(
      keptSql`select p.id, r.name from patient p join patient r on r.tenant_id = ${tx.tenantId} and r.id = p.referrer_patient_id
          where p.tenant_id = ${tx.tenantId} and p.referrer_patient_id = ${patientId} order by p.id for no key update of p`,
    )
    for (const { id, name } of rows)
      await tx.update(
        'patient',
        { id },
        { referrer_type: null, referrer_patient_id: null, referrer_remark: name },
        { patientId: id },
      )
  },
}
