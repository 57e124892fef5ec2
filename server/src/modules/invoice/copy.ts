import { buyerTypes, invoiceRedStates, patientInvoiceStates } from '@dentin/contract/invoice'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { COPY_ROWS, copySheet, momentColumn, moneyColumn, textColumn } from '../patient/index.ts'

const own = (tx: TenantTx) =>
  select(
    columns('invoice', 'i', 'invoice_no', 'status', 'title_type', 'title', 'tax_no', 'platform_no', 'created_at'),
    named('clinic', 'k', { clinicName: 'name' }),
    {
      amount: sql<string>`i.amount::text`,
      reds: sql<string>`coalesce((select sum(r.amount) from invoice_red r
        where ${tx.own('r')} and r.invoice_id = i.id and r.status in ${codes(invoiceRedStates, 'issued')}), 0)::numeric(14, 2)::text`,
    },
  )
type Row = RowIn<ReturnType<typeof own>>

/** The patient's own invoices. */
export const copy = copySheet<Row>({
  sheet: '电子发票',
  grant: '/invoices:view',
  columns: ({ amounts }) => [
    textColumn('单号', 18, (row) => row.invoiceNo),
    textColumn('发票号码', 24, (row) => row.platformNo),
    textColumn('开票门诊', 20, (row) => row.clinicName),
    momentColumn('申请', (row) => row.createdAt),
    textColumn('抬头类型', 8, (row) => buyerTypes[row.titleType as keyof typeof buyerTypes]),
    textColumn('抬头', 24, (row) => row.title),
    textColumn('纳税人识别号', 22, (row) => row.taxNo),
    ...(amounts ? [moneyColumn<Row>('金额', (row) => row.amount), moneyColumn<Row>('已红冲', (row) => row.reds)] : []),
    textColumn('状态', 10, (row) => patientInvoiceStates.names[row.status] ?? ''),
  ],
  rows: ({ tx, patientId }) =>
    tx.rows(
      own(tx).from`invoice i join clinic k on ${tx.own('k')} and k.id = i.issuer_clinic_id
        where ${tx.own('i')} and i.patient_id = ${patientId} order by i.created_at desc, i.id desc limit ${COPY_ROWS}`,
    ),
})
