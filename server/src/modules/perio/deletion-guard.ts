import { columns, select } from '../../platform/database/select.ts'
import { sql } from 'kysely'
import type { DeletionGuard } from '../patient/index.ts'

const draft = select(columns('perio_draft', 'f', 'patient_id'), { text: sql<string>`'有没完成的牙周检查'` })
const chart = select(columns('perio_chart', 'k', 'patient_id'), {
  text: sql<string>`'有 ' || count(*) || ' 次牙周检查'`,
})

/** A file with a periodontal chart is kept. */
export const deletionGuard: DeletionGuard = {
  tables: ['perio_chart', 'perio_draft'],
  kept: async (tx, patientIds) => [
    ...(await tx.rows(
      draft.keptFrom`perio_draft f where ${tx.own('f')} and f.patient_id = any(${patientIds}::uuid[])`,
    )),
    ...(await tx.rows(
      chart.keptFrom`perio_chart k where ${tx.own('k')} and k.patient_id = any(${patientIds}::uuid[]) group by k.patient_id`,
    )),
  ],
}
