import { sql } from 'kysely'
import { columns, select } from '../../platform/database/select.ts'
import type { DeletionGuard } from '../patient/index.ts'

const hindered = select(columns('member_card', 'c', 'patient_id'), {
  text: sql<string>`'有 ' || count(*) || ' 张会员卡'`,
})

/** Any card, a closed one too: its movements stand in the books. */
export const deletionGuard: DeletionGuard = {
  tables: ['member_card', 'card_refund'],
  kept: (tx, patientIds) =>
    tx.rows(
      hindered.from`member_card c where ${tx.own('c')} and c.patient_id = any(${patientIds}::uuid[]) group by c.patient_id`,
    ),
}
