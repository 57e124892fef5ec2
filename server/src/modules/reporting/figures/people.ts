import { appointmentStates, billStates } from '@dentin/contract/core/status'
import { dayRange } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { column } from './columns.ts'
import { doneBy, executedAmount } from './executed.ts'
import type { EventSource, Figure } from './figure.ts'
import { AMOUNTS, COST, counted, derived, ONE } from './make.ts'
import { appointments, claims, ofKind, registrations } from './sources.ts'

const doctorName = column('doctor', '医生', sql`coalesce(d.name, '')`)
const clinicName = column('clinic', '门诊', sql`c.short_name`)

/** What was done of lines, piece by piece, by the day on which it was done; what was taken off is below zero. */
const executions: EventSource = {
  kind: 'events',
  name: 'executions',
  from: (tx) => sql`bill_item_execution x
    join bill b on ${tx.own('b')} and b.id = x.bill_id
    join bill_item i on ${tx.own('i')} and i.id = x.bill_item_id
    left join tariff tf on ${tx.own('tf')} and tf.id = i.tariff_id
    left join patient p on ${tx.own('p')} and p.id = b.patient_id
    left join employee_clinic ec on ${tx.own('ec')} and ec.employee_id = ${doneBy} and ec.clinic_id = x.clinic_id
    left join employee d on ${tx.own('d')} and d.id = ${doneBy}
    left join employee h on ${tx.own('h')} and h.id = x.assistant_id
    left join clinic c on ${tx.own('c')} and c.id = x.clinic_id
    where ${tx.own('x')}`,
  where: sql`b.status in ${codes(billStates, 'received')}`,
  within: ({ from, to }) => sql`x.done_on >= ${from}::date and x.done_on <= ${to}::date`,
  day: sql`x.done_on`,
  kept: 'snapshot',
  clinic: sql`x.clinic_id`,
  doctors: [doneBy],
  others: [sql`x.assistant_id`, sql`b.consultant_id`],
  cuts: {
    doctor: doneBy,
    nurse: sql`x.assistant_id`,
    consultant: sql`b.consultant_id`,
    desk: sql`b.cashier_id`,
    dept: sql`ec.dept_id`,
    source: sql`p.source_id`,
    topCategory: sql`i.top_category_name`,
    category: sql`i.category_name`,
    item: sql`i.name`,
    side: sql`'above'`,
  },
  rows: {
    id: sql`x.id`,
    order: sql`x.noted_at`,
    patient: sql`b.patient_id`,
    link: { kind: 'bill', id: sql`b.id` },
    columns: [
      column('day', '执行日', sql`x.done_on`, 'day'),
      column('no', '账单', sql`b.bill_no`),
      column('patient', '患者', sql`p.name`),
      column('item', '项目', sql`i.name`),
      column('qty', '数量', sql`x.qty`, 'count'),
      doctorName,
      column('assistant', '护士', sql`coalesce(h.name, '')`),
      clinicName,
    ],
  },
}

/** Appointments by the day on which somebody made them; times that are only held or parked are none. */
const bookings: EventSource = {
  ...appointments,
  name: 'bookings',
  kept: undefined,
  where: sql`a.held_until is null and a.parked_at is null and a.status not in ${codes(appointmentStates, 'requested', 'refused')}`,
  within: ({ from, to }) => sql`a.created_at >= ${dayRange(from).from} and a.created_at < ${dayRange(to).to}`,
  day: sql`(a.created_at at time zone 'Asia/Shanghai')::date`,
  rows: {
    ...appointments.rows,
    order: sql`a.created_at`,
    columns: [column('made', '约出时间', sql`a.created_at`, 'moment'), ...appointments.rows.columns],
  },
}

/** Follow-ups to which the patient gave a score, by the day on which it was given. */
const ratings: EventSource = {
  kind: 'events',
  name: 'ratings',
  from: (tx) => sql`follow_up f
    left join patient p on ${tx.own('p')} and p.id = f.patient_id
    left join employee_clinic ec on ${tx.own('ec')} and ec.employee_id = f.doctor_id and ec.clinic_id = f.clinic_id
    left join employee d on ${tx.own('d')} and d.id = f.doctor_id
    left join clinic c on ${tx.own('c')} and c.id = f.clinic_id
    where ${tx.own('f')}`,
  where: sql`f.satisfaction is not null`,
  within: ({ from, to }) => sql`f.done_at >= ${dayRange(from).from} and f.done_at < ${dayRange(to).to}`,
  day: sql`(f.done_at at time zone 'Asia/Shanghai')::date`,
  kept: 'snapshot',
  clinic: sql`f.clinic_id`,
  doctors: [sql`f.doctor_id`],
  cuts: { doctor: sql`f.doctor_id`, desk: sql`f.done_by`, dept: sql`ec.dept_id`, source: sql`p.source_id` },
  rows: {
    id: sql`f.id`,
    order: sql`f.done_at`,
    patient: sql`f.patient_id`,
    link: { kind: 'patient', id: sql`f.patient_id` },
    columns: [
      column('time', '随访时间', sql`f.done_at`, 'moment'),
      column('patient', '患者', sql`p.name`),
      column('subject', '随访内容', sql`f.subject`),
      doctorName,
      clinicName,
    ],
  },
}

/** What people did, what it cost, and how patients found it. */
export const people: readonly Figure[] = [
  counted({
    code: 'S1',
    name: '接诊人次',
    says: '已经开始就诊的挂号',
    unit: 'count',
    better: 'up',
    date: '挂号日',
    source: registrations,
    settles: 'close',
    value: ONE,
    where: sql`r.start_time is not null`,
  }),
  derived({
    code: 'S3',
    name: '人均收入',
    says: '收入 ÷ 接诊人次',
    unit: 'yuan',
    better: 'up',
    over: 'R1',
    under: 'S1',
    needs: AMOUNTS,
  }),
  counted({
    code: 'S2m',
    name: '满意度合计',
    says: '随访里患者打分之和，1 到 5 分',
    unit: 'count',
    better: 'up',
    date: '随访日',
    source: ratings,
    settles: 'close',
    value: sql`f.satisfaction`,
  }),
  counted({
    code: 'S2n',
    name: '打分数',
    says: '随访里患者打了分的次数',
    unit: 'count',
    better: 'up',
    date: '随访日',
    source: ratings,
    settles: 'close',
    value: ONE,
  }),
  derived({
    code: 'S2',
    name: '满意度',
    says: '随访里患者打分的平均，1 到 5 分',
    unit: 'score',
    better: 'up',
    over: 'S2m',
    under: 'S2n',
  }),
  counted({
    code: 'X1',
    name: '执行额',
    says: '执行的数量在该项目应收里的份额，撤销执行为负',
    unit: 'yuan',
    better: 'up',
    date: '执行日',
    source: executions,
    settles: 'close',
    value: executedAmount,
    needs: AMOUNTS,
  }),
  counted({
    code: 'M1',
    name: '材料成本（标准）',
    says: '执行的数量 × 收费项目的成本价；领用实际物料以后按实际',
    unit: 'yuan',
    better: 'down',
    date: '执行日',
    source: executions,
    settles: 'close',
    value: sql`coalesce(tf.cost_price, 0) * x.qty`,
    needs: COST,
  }),
  counted({
    code: 'M2',
    name: '加工成本（标准）',
    says: '执行的数量 × 收费项目的加工成本；有加工订单以后按订单',
    unit: 'yuan',
    better: 'down',
    date: '执行日',
    source: executions,
    settles: 'close',
    value: sql`coalesce(tf.lab_cost, 0) * x.qty`,
    needs: COST,
  }),
  counted({
    code: 'B9',
    name: '退项',
    says: '退费从项目应收里减去的',
    unit: 'yuan',
    better: 'down',
    date: '资金发生日',
    source: claims,
    value: sql`l.amount`,
    where: sql`${ofKind.kind} in ${ofKind.number('refund')}`,
    needs: AMOUNTS,
  }),
  derived({
    code: 'M3',
    name: '毛利',
    says: '应收 − 退项 − 材料成本 − 加工成本',
    unit: 'yuan',
    better: 'up',
    over: 'B4 - B9 - M1 - M2',
    needs: COST,
  }),
  derived({
    code: 'M4',
    name: '毛利率',
    says: '毛利 ÷ 应收',
    unit: 'percent',
    better: 'up',
    over: 'B4 - B9 - M1 - M2',
    under: 'B4',
    needs: COST,
  }),
  counted({
    code: 'G1',
    name: '约出预约',
    says: '这段日子里约下的预约，不论约在哪一天',
    unit: 'count',
    better: 'up',
    date: '约下的日子',
    source: bookings,
    value: ONE,
  }),
  counted({
    code: 'G2',
    name: '约出后爽约',
    says: '这段日子里约下的预约中，后来爽约的',
    unit: 'count',
    better: 'down',
    date: '约下的日子',
    source: bookings,
    value: ONE,
    where: sql`a.status in ${codes(appointmentStates, 'missed')}`,
  }),
]
