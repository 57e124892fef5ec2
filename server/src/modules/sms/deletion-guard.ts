import { keptSql } from '../../platform/database/plans.ts'
import type { DeletionGuard } from '../patient/index.ts'

/** Messages are paid for and stay in the record, without the name of somebody whose file is gone. */
export const deletionGuard: DeletionGuard = {
  tables: ['sms_outbox'],
  letGo: async (tx, patientId) => {
    await tx.rows(
      keptSql`update sms_outbox set patient_id = null, name = '已删除患者'
          where tenant_id = ${tx.tenantId} and patient_id = ${patientId} returning id`,
    )
  },
}
