import { sql } from 'kysely'
import { select } from '../../platform/database/select.ts'
import type { DeletionGuard } from '../patient/index.ts'

const counted = select({
  patientId: sql<string>`c.patient_id`,
  text: sql<string>`'有 ' || count(*) || ' 个案例'`,
})
const shown = select({
  patientId: sql<string>`x.patient_id`,
  text: sql<string>`'有 ' || count(*) || ' 次案例演示'`,
})

/** A case of the patient, or one that the patient was shown: no deletion. */
export const deletionGuard: DeletionGuard = {
  tables: ['doctor_case', 'doctor_case_shown'],
  kept: async (tx, patientIds) => [
    ...(await tx.rows(
      counted.from`doctor_case c where ${tx.own('c')} and c.patient_id = any(${patientIds}::uuid[]) group by c.patient_id`,
    )),
    ...(await tx.rows(
      shown.from`doctor_case_shown x where ${tx.own('x')} and x.patient_id = any(${patientIds}::uuid[]) group by x.patient_id`,
    )),
  ],
}
