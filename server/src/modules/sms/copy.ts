import { smsStatusNames, smsTypeNames } from '@dentin/contract/sms'
import { sql } from 'kysely'
import { COPY_ROWS, copySheet, coveredRows, momentColumn, textColumn } from '../patient/index.ts'

interface Row {
  clinicName: string
  mobile: string
  type: number
  content: string
  status: number
  createdAt: Date
  sentAt: Date | null
}

export const copy = copySheet<Row>({
  sheet: '短信',
  columns: () => [
    textColumn('门诊', 20, (row) => row.clinicName),
    textColumn('手机号', 15, (row) => row.mobile),
    textColumn('类型', 8, (row) => smsTypeNames[row.type] ?? ''),
    textColumn('内容', 60, (row) => row.content),
    textColumn('状态', 10, (row) => smsStatusNames[row.status] ?? ''),
    momentColumn('登记时间', (row) => row.createdAt),
    momentColumn('发送时间', (row) => row.sentAt),
  ],
  rows: async ({ tx, patientId, context }) => {
    const found = await tx.rows<Row>(
      sql`select c.name as "clinicName", o.mobile, o.type, o.content, o.status, o.created_at as "createdAt", o.sent_at as "sentAt"
          from sms_outbox o join clinic c on c.tenant_id = ${tx.tenantId} and c.id = o.clinic_id
          where o.tenant_id = ${tx.tenantId} and o.patient_id = ${patientId}
          order by o.created_at desc, o.id desc limit ${COPY_ROWS}`,
    )
    return coveredRows(context, found, () => ({ patientId }))
  },
})
