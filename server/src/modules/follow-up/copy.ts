import { FOLLOW_UP_METHODS, FOLLOW_UP_TYPES } from '@dentin/contract/core/follow-up-words'
import { followUpStates } from '@dentin/contract/core/status'
import { sql } from 'kysely'
import { COPY_ROWS, copySheet, momentColumn, textColumn } from '../patient/index.ts'

interface Row {
  clinicName: string
  type: keyof typeof FOLLOW_UP_TYPES
  method: keyof typeof FOLLOW_UP_METHODS
  status: number
  subject: string
  content: string
  planAt: Date
  doneAt: Date | null
  doneName: string | null
  result: string | null
}

export const copy = copySheet<Row>({
  sheet: '随访',
  grant: '/followManagementList:view',
  columns: () => [
    textColumn('门诊', 20, (row) => row.clinicName),
    textColumn('类型', 12, (row) => FOLLOW_UP_TYPES[row.type]),
    textColumn('方式', 8, (row) => FOLLOW_UP_METHODS[row.method]),
    momentColumn('计划时间', (row) => row.planAt),
    textColumn('主题', 20, (row) => row.subject),
    textColumn('内容', 40, (row) => row.content),
    textColumn('状态', 10, (row) => followUpStates.names[row.status] ?? ''),
    momentColumn('随访时间', (row) => row.doneAt),
    textColumn('随访人', 12, (row) => row.doneName),
    textColumn('结果', 30, (row) => row.result),
  ],
  rows: ({ tx, patientId }) =>
    tx.rows<Row>(
      sql`select c.name as "clinicName", f.type, f.method, f.status, f.subject, f.content, f.plan_at as "planAt", f.done_at as "doneAt",
            f.done_name as "doneName", f.result
          from follow_up f join clinic c on c.tenant_id = ${tx.tenantId} and c.id = f.clinic_id
          where f.tenant_id = ${tx.tenantId} and f.patient_id = ${patientId}
          order by f.plan_at desc, f.id desc limit ${COPY_ROWS}`,
    ),
})
