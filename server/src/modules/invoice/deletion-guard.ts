import { sql } from 'kysely'
import { columns, select } from '../../platform/database/select.ts'
import type { DeletionGuard } from '../patient/index.ts'

const hindered = select(columns('invoice', 'i', 'patient_id'), {
  text: sql<string>`'有 ' || count(*) || ' 张电子发票'`,
})

/** Any invoice, one that was not issued too: its number was given out. */
export const deletionGuard: DeletionGuard = {
  tables: ['invoice'],
  kept: (tx, patientIds) =>
    tx.rows(
      hindered.from`invoice i where ${tx.own('i')} and i.patient_id = any(${patientIds}::uuid[]) group by i.patient_id`,
    ),
}
