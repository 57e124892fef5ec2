import { billStatusNames, billStates } from '@dentin/contract/core/status'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { amountIf } from '../../platform/database/amount.ts'
import { COPY_ROWS, copySheet, momentColumn, moneyColumn, textColumn } from '../patient/index.ts'

interface Row {
  billNo: string
  clinicName: string
  doctorName: string
  openTime: Date
  payTime: Date | null
  status: number
  items: string
  original: string | null
  receivable: string | null
  paid: string | null
  refunded: string | null
  arrears: string | null
}

/** Bills that were charged. Sums of other clinics are for whoever sees the whole chain, and none for whoever may not see any. */
export const copy = copySheet<Row>({
  sheet: '收费',
  grant: '/orderSet:view',
  columns: ({ amounts }) => [
    textColumn('单号', 16, (row) => row.billNo),
    textColumn('门诊', 20, (row) => row.clinicName),
    textColumn('医生', 12, (row) => row.doctorName),
    momentColumn('开单', (row) => row.openTime),
    momentColumn('收费', (row) => row.payTime),
    textColumn('项目', 50, (row) => row.items),
    textColumn('状态', 10, (row) => billStatusNames[row.status] ?? ''),
    ...(amounts
      ? [
          moneyColumn<Row>('原价', (row) => row.original),
          moneyColumn<Row>('应收', (row) => row.receivable),
          moneyColumn<Row>('已付', (row) => row.paid),
          moneyColumn<Row>('已退', (row) => row.refunded),
          moneyColumn<Row>('欠费', (row) => row.arrears),
        ]
      : []),
  ],
  rows: ({ tx, patientId, amounts, clinicIds }) => {
    const sum = (column: RawBuilder<unknown>) =>
      sql`case when ${clinicIds}::uuid[] is null or b.clinic_id = any(${clinicIds}::uuid[]) then ${amountIf(amounts, column)} end`
    return tx.rows<Row>(
      sql`select b.bill_no as "billNo", c.name as "clinicName", coalesce(e.name, '') as "doctorName", b.open_time as "openTime",
            b.pay_time as "payTime", b.status,
            coalesce((select string_agg(i.name || case when i.qty > 1 then ' ×' || i.qty else '' end, '、' order by i.line_no)
              from bill_item i where i.tenant_id = ${tx.tenantId} and i.bill_id = b.id), '') as items,
            ${sum(sql`b.original_amount`)} as original, ${sum(sql`b.receivable_amount`)} as receivable, ${sum(sql`b.paid_amount`)} as paid,
            ${sum(sql`b.refunded_amount`)} as refunded, ${sum(sql`b.arrears_amount`)} as arrears
          from bill b
          join clinic c on c.tenant_id = ${tx.tenantId} and c.id = b.clinic_id
          left join employee e on e.tenant_id = ${tx.tenantId} and e.id = b.doctor_id
          where b.tenant_id = ${tx.tenantId} and b.patient_id = ${patientId} and b.status in ${codes(billStates, 'received', 'due', 'paying')}
          order by b.open_time desc, b.id desc limit ${COPY_ROWS}`,
    )
  },
})
