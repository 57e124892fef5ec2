import { sql } from 'kysely'
import { columns, select } from '../../platform/database/select.ts'
import type { DeletionGuard } from '../patient/index.ts'

const counted = select(columns('consent', 'k', 'patient_id'), { text: sql<string>`'有 ' || count(*) || ' 份同意书'` })

/** Any consent: no deletion. */
export const deletionGuard: DeletionGuard = {
  tables: ['consent'],
  kept: (tx, patientIds) =>
    tx.rows(
      counted.from`consent k where ${tx.own('k')} and k.patient_id = any(${patientIds}::uuid[]) group by k.patient_id`,
    ),
}
