import { registrationStates, treatmentStates } from '@dentin/contract/core/status'
import { dayRange } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { column } from './columns.ts'
import { doneBy, executedAmount } from './executed.ts'
import type { EventSource, Figure } from './figure.ts'
import { AMOUNTS, counted, ONE } from './make.ts'

/**
 * Treatments that have ended, by the day on which they did. What was executed of bills on that day for the patient by this doctor
 * belongs to the last of their treatments of the day, so that nothing counts twice.
 */
const treatments: EventSource = {
  kind: 'events',
  name: 'treatments',
  from: (tx) => sql`treatment t
    join registration r on ${tx.own('r')} and r.id = t.registration_id
    left join patient p on ${tx.own('p')} and p.id = t.patient_id
    left join employee_clinic ec on ${tx.own('ec')} and ec.employee_id = t.doctor_id and ec.clinic_id = t.clinic_id
    left join employee d on ${tx.own('d')} and d.id = t.doctor_id
    left join clinic c on ${tx.own('c')} and c.id = t.clinic_id
    left join appointment a on ${tx.own('a')} and a.id = r.appointment_id
    cross join lateral (select coalesce(sum(${executedAmount(tx)}), 0) as executed
      from bill_item_execution x
        join bill b on ${tx.own('b')} and b.id = x.bill_id and b.patient_id = t.patient_id
        join bill_item i on ${tx.own('i')} and i.id = x.bill_item_id
      where ${tx.own('x')} and x.done_on = (t.end_time at time zone 'Asia/Shanghai')::date and x.clinic_id = t.clinic_id
        and ${doneBy} = t.doctor_id
        and not exists (select 1 from treatment t2 where ${tx.own('t2')} and t2.patient_id = t.patient_id and t2.doctor_id = t.doctor_id
          and t2.clinic_id = t.clinic_id and t2.status in ${codes(treatmentStates, 'ended')}
          and (t2.end_time at time zone 'Asia/Shanghai')::date = (t.end_time at time zone 'Asia/Shanghai')::date
          and (t2.end_time, t2.id) > (t.end_time, t.id))) x1
    where ${tx.own('t')}`,
  where: sql`t.status in ${codes(treatmentStates, 'ended')} and r.status not in ${codes(registrationStates, 'cancelled', 'transferred')}`,
  within: ({ from, to }) => sql`t.end_time >= ${dayRange(from).from} and t.end_time < ${dayRange(to).to}`,
  day: sql`(t.end_time at time zone 'Asia/Shanghai')::date`,
  clinic: sql`t.clinic_id`,
  doctors: [sql`t.doctor_id`],
  others: [sql`a.nurse_id`],
  cuts: {
    doctor: sql`t.doctor_id`,
    dept: sql`coalesce(r.dept_id, ec.dept_id)`,
    source: sql`p.source_id`,
    patient: sql`t.patient_id`,
    treatment: sql`t.id`,
  },
  rows: {
    id: sql`t.id`,
    order: sql`t.end_time`,
    patient: sql`t.patient_id`,
    link: { kind: 'patient', id: sql`t.patient_id` },
    columns: [
      column('time', '结束时间', sql`t.end_time`, 'moment'),
      column('patient', '患者', sql`p.name`),
      column('doctor', '医生', sql`coalesce(d.name, '')`),
      column('clinic', '门诊', sql`c.short_name`),
      column('title', '项目', sql`r.title`),
    ],
  },
}

const DATE = '就诊结束日'
/** What was done at the chair. */
export const treatmentFigures: readonly Figure[] = [
  counted({
    code: 'W1',
    name: '治疗次数',
    says: '已结束的就诊',
    unit: 'count',
    better: 'up',
    date: DATE,
    source: treatments,
    value: ONE,
  }),
  counted({
    code: 'W2',
    name: '时长',
    says: '从开始到结束的分钟',
    unit: 'minutes',
    better: 'none',
    date: DATE,
    source: treatments,
    value: sql`greatest(0, floor(extract(epoch from t.end_time - t.start_time) / 60))::int`,
  }),
  counted({
    code: 'W3',
    name: '执行额',
    says: '当天这位医生为患者执行的项目，按执行数量占应收的份额；同一天几次就诊的算在最后一次',
    unit: 'yuan',
    better: 'up',
    date: DATE,
    source: treatments,
    value: sql`x1.executed`,
    needs: AMOUNTS,
  }),
  counted({
    code: 'W4',
    name: '病历未写完',
    says: '已结束而病历还没有写完的就诊',
    unit: 'count',
    better: 'down',
    date: DATE,
    source: treatments,
    value: ONE,
    where: sql`not t.emr_completed`,
  }),
]
