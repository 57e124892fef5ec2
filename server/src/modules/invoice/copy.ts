import { invoiceStates, titleTypes } from '@dentin/contract/invoice'
import { sql } from 'kysely'
import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import type { SheetColumn } from '../../platform/files/sheet.ts'
import { COPY_ROWS, copySheet, momentColumn, textColumn } from '../patient/index.ts'

const own = select(
  columns('invoice', 'i', 'invoice_no', 'status', 'title_type', 'title', 'tax_no', 'number', 'created_at'),
  named('clinic', 'k', { clinicName: 'name' }),
  { amount: sql<string>`i.amount::text`, red: sql<string>`i.red_amount::text` },
)
type Row = RowIn<typeof own>
const money = (title: string, value: (row: Row) => string): SheetColumn<Row> => ({
  title,
  width: 12,
  kind: 'money',
  value,
})

/** The invoices that were issued for the patient's money. */
export const copy = copySheet<Row>({
  sheet: '电子发票',
  grant: '/invoices:view',
  columns: ({ amounts }) => [
    textColumn('单号', 18, (row) => row.invoiceNo),
    textColumn('门诊', 20, (row) => row.clinicName),
    momentColumn('申请', (row) => row.createdAt),
    textColumn('抬头类型', 10, (row) => titleTypes[row.titleType as keyof typeof titleTypes]),
    textColumn('抬头', 30, (row) => row.title),
    textColumn('税号', 22, (row) => row.taxNo),
    textColumn('发票号码', 22, (row) => row.number),
    ...(amounts ? [money('金额', (row) => row.amount), money('已红冲', (row) => row.red)] : []),
    textColumn('状态', 10, (row) => invoiceStates.names[row.status] ?? ''),
  ],
  rows: ({ tx, patientId }) =>
    tx.rows(
      own.from`invoice i join clinic k on ${tx.own('k')} and k.id = i.clinic_id
        where ${tx.own('i')} and i.patient_id = ${patientId} order by i.created_at desc, i.id limit ${COPY_ROWS}`,
    ),
})
