import { prepayStates } from '@dentin/contract/prepay'
import { sql } from 'kysely'
import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import { COPY_ROWS, copySheet, momentColumn, moneyColumn, textColumn } from '../patient/index.ts'

const own = select(
  columns('prepay', 'q', 'prepay_no', 'purpose', 'refundable', 'status', 'received_at'),
  named('clinic', 'k', { clinicName: 'name' }),
  { amount: sql<string>`q.amount::text`, balance: sql<string>`q.balance_amount::text` },
)
type Row = RowIn<typeof own>

/** The patient's own prepayments and what they hold. */
export const copy = copySheet<Row>({
  sheet: '预交金',
  grant: '/prepayments:view',
  columns: ({ amounts }) => [
    textColumn('单号', 18, (row) => row.prepayNo),
    textColumn('用途', 10, (row) => row.purpose),
    textColumn('收款门诊', 20, (row) => row.clinicName),
    momentColumn('收取', (row) => row.receivedAt),
    ...(amounts ? [moneyColumn<Row>('金额', (row) => row.amount), moneyColumn<Row>('余额', (row) => row.balance)] : []),
    textColumn('可退', 8, (row) => (row.refundable ? '可退' : '约定不退')),
    textColumn('状态', 10, (row) => prepayStates.names[row.status] ?? ''),
  ],
  rows: ({ tx, patientId }) =>
    tx.rows(
      own.from`prepay q join clinic k on ${tx.own('k')} and k.id = q.open_clinic_id
        where ${tx.own('q')} and q.patient_id = ${patientId} order by q.received_at desc, q.id limit ${COPY_ROWS}`,
    ),
})
