import { planStates } from '@dentin/contract/treatment-plan'
import { columns, select } from '../../platform/database/select.ts'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import type { DeletionGuard } from '../patient/index.ts'

const kept = select(columns('treatment_plan', 't', 'patient_id'), {
  text: sql<string>`'有 ' || count(*) || ' 份治疗计划'`,
})

/** What was quoted to somebody is kept; a draft is not. */
export const deletionGuard: DeletionGuard = {
  tables: ['treatment_plan'],
  kept: (tx, patientIds) =>
    tx.rows(
      kept.from`treatment_plan t where ${tx.own('t')} and t.patient_id = any(${patientIds}::uuid[])
          and t.status not in ${codes(planStates, 'draft')} group by t.patient_id`,
    ),
}
