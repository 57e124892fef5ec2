import { sql } from 'kysely'
import { columns, select } from '../../platform/database/select.ts'
import type { DeletionGuard } from '../patient/index.ts'

const counted = select(columns('image_stage', 's', 'patient_id'), {
  text: sql<string>`'有 ' || count(*) || ' 个影像阶段'`,
})

/** Any stage, in the bin too as long as its pictures may be taken back: no deletion. Every picture stands in one. */
export const deletionGuard: DeletionGuard = {
  tables: ['image_stage', 'clinic_image'],
  kept: (tx, patientIds) =>
    tx.rows(
      counted.from`image_stage s where ${tx.own('s')} and s.patient_id = any(${patientIds}::uuid[]) group by s.patient_id`,
    ),
}
