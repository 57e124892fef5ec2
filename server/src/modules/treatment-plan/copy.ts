import { planStates } from '@dentin/contract/treatment-plan'
import { fenToYuan, type Fen } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { amounts, columns, named, select, type RowIn } from '../../platform/database/select.ts'
import type { SheetColumn } from '../../platform/files/sheet.ts'
import { COPY_ROWS, copySheet, momentColumn, textColumn } from '../patient/index.ts'
import { readable, VIEW } from './access.ts'

const copied = select(
  columns('treatment_plan', 't', 'plan_no', 'title', 'status', 'quoted_at', 'answered_at', 'valid_until'),
  named('clinic', 'c', { clinicName: 'name' }),
  named('employee', 'd', { doctorName: 'name' }),
  named('treatment_plan_option', 'o', { optionName: 'name' }),
  columns('treatment_plan_line', 'l', 'name', 'teeth', 'qty', 'unit'),
  amounts('treatment_plan_line', 'l', 'price', 'amount'),
  { chosen: sql<boolean>`o.id = t.chosen_option_id` },
)
type Row = RowIn<typeof copied>

const money = (title: string, value: (row: Row) => Fen): SheetColumn<Row> => ({
  title,
  width: 12,
  kind: 'money',
  value: (row) => fenToYuan(value(row)),
})

/** What was quoted to the patient; a draft is nobody's plan yet. */
export const copy = copySheet<Row>({
  sheet: '治疗计划',
  grant: VIEW,
  columns: () => [
    textColumn('计划编号', 16, (row) => row.planNo),
    textColumn('门诊', 20, (row) => row.clinicName),
    textColumn('医生', 12, (row) => row.doctorName),
    textColumn('标题', 24, (row) => row.title),
    textColumn('状态', 10, (row) => planStates.names[row.status] ?? ''),
    textColumn('方案', 16, (row) => (row.chosen ? `${row.optionName}（已选）` : row.optionName)),
    textColumn('牙位', 14, (row) => row.teeth),
    textColumn('项目', 24, (row) => row.name),
    textColumn('数量', 10, (row) => `${row.qty} ${row.unit}`),
    money('单价', (row) => row.price),
    money('金额', (row) => row.amount),
    momentColumn('报价时间', (row) => row.quotedAt),
    textColumn('有效期至', 12, (row) => row.validUntil ?? ''),
    momentColumn('答复时间', (row) => row.answeredAt),
  ],
  rows: ({ tx, patientId, context }) =>
    tx.rows(
      copied.from`treatment_plan t
          join clinic c on ${tx.own('c')} and c.id = t.clinic_id
          join employee d on ${tx.own('d')} and d.id = t.doctor_id
          join treatment_plan_option o on ${tx.own('o')} and o.plan_id = t.id
          join treatment_plan_line l on ${tx.own('l')} and l.option_id = o.id
          where ${tx.own('t')} and t.patient_id = ${patientId} and t.status not in ${codes(planStates, 'draft')} and ${readable(context)}
          order by t.created_at desc, t.id, o.line_no, l.phase_no, l.line_no limit ${COPY_ROWS}`,
    ),
})
