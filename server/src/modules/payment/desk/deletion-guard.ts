import { scanPayStates } from '@dentin/contract/scan-pay'
import { sql } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { select } from '../../../platform/database/select.ts'
import type { DeletionGuard } from '../../patient/index.ts'

const hindered = (text: string) => select({ patientId: sql<string>`s.patient_id`, text: sql<string>`${text}::text` })
const open = hindered('正在扫码付预交金或开卡')
const kept = hindered('扫码付过预交金或开过卡')

/** What names the patient itself are payments of prepayments and of new cards: what was asked of a gateway stays in the books, paid or not. */
export const deletionGuard: DeletionGuard = {
  tables: ['scan_payment'],
  open: (tx, patientIds) =>
    tx.rows(
      open.from`scan_payment s where ${tx.own('s')} and s.patient_id = any(${patientIds}::uuid[])
        and s.status in ${codes(scanPayStates, 'running')} group by s.patient_id`,
    ),
  kept: (tx, patientIds) =>
    tx.rows(
      kept.from`scan_payment s where ${tx.own('s')} and s.patient_id = any(${patientIds}::uuid[]) group by s.patient_id`,
    ),
}
