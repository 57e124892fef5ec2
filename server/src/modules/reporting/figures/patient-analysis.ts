import { companyRules } from '@dentin/contract/company-rule'
import { appointmentStates, fileStates, recordStates, registrationStates } from '@dentin/contract/core/status'
import { addDays, dayRange } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { column } from './columns.ts'
import { earns } from './earns.ts'
import type { EventSource, Figure, StateSource } from './figure.ts'
import { firstVisit } from './first-visit.ts'
import { newlyIntroduced, wasIntroduced } from './introduced.ts'
import { AMOUNTS, counted, derived, ONE } from './make.ts'
import { peopleCuts, sourcesOf } from './patient-cuts.ts'
import { patients, registrations } from './sources.ts'
import { ruleOn } from './rule-on.ts'
import { returnDays, rfmDays } from './windows.ts'

const came = sql`v.status not in ${codes(registrationStates, 'cancelled', 'transferred')}`
/** Another visit of the patient of `r`, later, with a condition on its day. */
const another = (tx: TenantTx, on: RawBuilder<unknown>) => sql`exists (select 1 from registration v where ${tx.own('v')}
  and v.patient_id = r.patient_id and ${came} and (v.reg_time, v.id) > (r.reg_time, r.id) and ${on})`
/** The newest visits of patients until a day, one row each: where, with whom, when. */
const lastVisits = (tx: TenantTx, until: RawBuilder<unknown>, more: RawBuilder<unknown> = sql`true`) => sql`(
  select v.patient_id, max(v.reg_date) as last_on, (array_agg(v.clinic_id order by v.reg_time desc))[1] as clinic_id,
    (array_agg(v.doctor_id order by v.reg_time desc))[1] as doctor_id, ${more} as more
  from registration v where ${tx.own('v')} and ${came} and v.reg_date <= ${until} group by v.patient_id)`
const patientColumns = [
  column('patient', '患者', sql`p.name`),
  column('number', '病历号', sql`p.medical_number`),
  column('last', '最后到店', sql`o.last_on`, 'day'),
  column('doctor', '医生', sql`coalesce(d.name, '')`),
  column('clinic', '门诊', sql`c.short_name`),
]
const ofPatient = {
  id: sql`p.id`,
  order: sql`o.last_on`,
  patient: sql`p.id`,
  link: { kind: 'patient' as const, id: sql`p.id` },
}
/** Whoever stands beside a patient's last visit `o`. */
const besideLast = (
  tx: TenantTx,
) => sql`left join employee_clinic ec on ${tx.own('ec')} and ec.employee_id = o.doctor_id and ec.clinic_id = o.clinic_id
    left join employee d on ${tx.own('d')} and d.id = o.doctor_id
    left join clinic c on ${tx.own('c')} and c.id = o.clinic_id
    ${sourcesOf(tx)}`

/**
 * Patients who stay away at the end of a day: their last visit is too long ago, nothing is booked ahead and their file is in use. They
 * belong to the clinic and the doctor of that visit; `o.back` says whether they came within the span after all.
 */
const lostPatients: StateSource = {
  kind: 'states',
  name: 'lostPatients',
  from: (
    tx,
    day,
    span,
  ) => sql`(select l.*, exists (select 1 from registration v where ${tx.own('v')} and v.patient_id = l.patient_id
        and ${came} and v.reg_date > ${day}::date and v.reg_date <= ${span.to}::date) as back
      from ${lastVisits(tx, sql`${day}::date`)} l where l.last_on < ${day}::date - ${ruleOn(tx, 'lostDays', sql`${day}::date`)}
        and not exists (select 1 from appointment a where ${tx.own('a')} and a.patient_id = l.patient_id
          and a.starts_at >= ${dayRange(day).to} and a.created_at < ${dayRange(day).to} and a.held_until is null and a.parked_at is null
          and a.status not in ${codes(appointmentStates, 'requested', 'refused', 'cancelled')})) o
    join patient p on ${tx.own('p')} and p.id = o.patient_id and p.status in ${codes(fileStates, 'active')}
    ${besideLast(tx)}
    where true`,
  clinic: sql`o.clinic_id`,
  doctors: [sql`o.doctor_id`],
  others: [sql`p.consultant_id`],
  cuts: {
    ...peopleCuts(sql`o.last_on`),
    doctor: sql`o.doctor_id`,
    dept: sql`ec.dept_id`,
    consultant: sql`p.consultant_id`,
  },
  rows: { ...ofPatient, columns: patientColumns },
}

/**
 * Patients with a visit until a day, by how lately (R) and how often (F) they came and how much they paid (M) in the last year, each 1
 * to 5. M is the fifth of the company's payers in which they are; who paid nothing is in the lowest.
 */
const ratedPatients: StateSource = {
  kind: 'states',
  name: 'ratedPatients',
  from: (tx, day) => {
    const since = addDays(day, -rfmDays())
    const [recency, visits] = [
      ruleOn(tx, 'recencySteps', sql`${day}::date`),
      ruleOn(tx, 'visitSteps', sql`${day}::date`),
    ]
    return sql`(select x.*, (x.r >= 4)::int::text || (x.f >= 4)::int || (x.m >= 4)::int as segment
      from (select l.patient_id, l.last_on, l.clinic_id, l.doctor_id, l.more as visits, coalesce(y.paid, 0) as paid,
          coalesce(5 - (select min(n) - 1 from unnest(k.recency) with ordinality as s(bound, n) where l.last_on >= ${day}::date - s.bound), 1) as r,
          coalesce(5 - (select min(n) - 1 from unnest(k.visits) with ordinality as s(bound, n) where l.more >= s.bound), 1) as f,
          case when coalesce(y.paid, 0) <= 0 then 1
            else ceil(5 * cume_dist() over (partition by coalesce(y.paid, 0) > 0 order by y.paid))::int end as m
        from ${lastVisits(tx, sql`${day}::date`, sql`count(*) filter (where v.reg_date > ${since}::date)`)} l
        cross join (select ${recency} as recency, ${visits} as visits) k
        join patient q on ${tx.own('q')} and q.id = l.patient_id and q.status in ${codes(fileStates, 'active')}
        left join (select b.patient_id, -sum(l.amount) as paid from ledger_posting l
            join bill b on ${tx.own('b')} and b.id = l.bill_id
          where ${tx.own('l')} and l.unit = 0 and l.account = 'receivable' and l.payment_id is not null
            and ${earns(tx)} and l.business_date > ${since}::date and l.business_date <= ${day}::date
          group by b.patient_id) y on y.patient_id = l.patient_id) x) o
    join patient p on ${tx.own('p')} and p.id = o.patient_id
    ${besideLast(tx)}
    where true`
  },
  clinic: sql`o.clinic_id`,
  doctors: [sql`o.doctor_id`],
  others: [sql`p.consultant_id`],
  cuts: {
    ...peopleCuts(sql`o.last_on`),
    doctor: sql`o.doctor_id`,
    dept: sql`ec.dept_id`,
    consultant: sql`p.consultant_id`,
    segment: sql`o.segment`,
  },
  rows: {
    ...ofPatient,
    columns: [...patientColumns, column('rfm', 'R F M', sql`o.r || ' ' || o.f || ' ' || o.m`)],
  },
}

/** Diagnoses of signed records, each kind once for a record, by the day of the visit. */
const diagnosed: EventSource = {
  kind: 'events',
  name: 'diagnosed',
  from: (tx) => sql`medical_record m
    cross join lateral (select left(x.value ->> 'icdCode', 3) as icd, min(x.value ->> 'icdName') as name
      from jsonb_array_elements(m.content -> 'diagnoses') x where x.value ->> 'icdCode' <> '' group by 1) o
    left join patient p on ${tx.own('p')} and p.id = m.patient_id
    left join employee_clinic ec on ${tx.own('ec')} and ec.employee_id = m.doctor_id and ec.clinic_id = m.clinic_id
    left join employee d on ${tx.own('d')} and d.id = m.doctor_id
    left join clinic c on ${tx.own('c')} and c.id = m.clinic_id
    ${sourcesOf(tx)}
    where ${tx.own('m')}`,
  where: sql`m.status in ${codes(recordStates, 'signed', 'archived', 'amending')}`,
  within: ({ from, to }) => sql`m.visit_time >= ${dayRange(from).from} and m.visit_time < ${dayRange(to).to}`,
  day: sql`(m.visit_time at time zone 'Asia/Shanghai')::date`,
  clinic: sql`m.clinic_id`,
  doctors: [sql`m.doctor_id`],
  cuts: {
    ...peopleCuts(sql`(m.visit_time at time zone 'Asia/Shanghai')::date`),
    doctor: sql`m.doctor_id`,
    dept: sql`ec.dept_id`,
    diagnosis: sql`o.icd`,
  },
  rows: {
    id: sql`m.id || o.icd`,
    order: sql`m.visit_time`,
    patient: sql`m.patient_id`,
    link: { kind: 'record', id: sql`m.id` },
    columns: [
      column('time', '就诊时间', sql`m.visit_time`, 'moment'),
      column('no', '病历', sql`m.record_no`),
      column('patient', '患者', sql`p.name`),
      column('diagnosis', '诊断', sql`o.name`),
      column('doctor', '医生', sql`coalesce(d.name, '')`),
      column('clinic', '门诊', sql`c.short_name`),
    ],
  },
}

const isFirst = sql`r.treat_type = 1`
const visit = (code: string, name: string, says: string, where: (tx: TenantTx) => RawBuilder<unknown>) =>
  counted({
    code,
    name,
    says,
    unit: 'count',
    better: 'up',
    date: '挂号日',
    source: registrations,
    value: ONE,
    where,
  })
const lost = (code: string, name: string, says: string, at: 'opening' | 'closing', where?: RawBuilder<unknown>) =>
  counted({
    code,
    name,
    says,
    unit: 'count',
    better: code === 'N4a' ? 'up' : 'down',
    date: at === 'opening' ? '区间开始前一天' : '区间最后一天',
    source: lostPatients,
    at,
    value: ONE,
    ...(where ? { where } : {}),
  })
const rated = (
  code: string,
  name: string,
  says: string,
  unit: 'count' | 'yuan',
  value: RawBuilder<unknown>,
  where?: RawBuilder<unknown>,
) =>
  counted({
    code,
    name,
    says,
    unit,
    better: 'up',
    date: '区间最后一天',
    source: ratedPatients,
    at: 'closing',
    value,
    ...(where ? { where } : {}),
    ...(unit === 'yuan' ? { needs: AMOUNTS } : {}),
  })

/** Months after the first visit of which a cohort is followed. */
export const COHORT_MONTHS = 11

/** Who comes, stays away, comes back, and what they are worth. */
export const patientAnalysis: readonly Figure[] = [
  visit(
    'N1a',
    `${returnDays()} 天内复诊`,
    `初诊中 ${returnDays()} 天内又到店的`,
    (tx) => sql`${isFirst} and ${another(tx, sql`v.reg_date <= r.reg_date + ${sql.lit(returnDays())}`)}`,
  ),
  derived({
    code: 'N1',
    name: '初诊转复诊',
    says: `${returnDays()} 天内复诊的初诊 ÷ 初诊`,
    unit: 'percent',
    better: 'up',
    over: 'N1a',
    under: 'V8',
  }),
  derived({
    code: 'N2',
    name: '复诊率',
    says: '复诊 ÷ 到店人次',
    unit: 'percent',
    better: 'up',
    over: 'V9',
    under: 'V7',
  }),
  lost(
    'N3',
    '流失',
    `区间结束时最后到店超过流失天数（${companyRules.lostDays.usual} 天，可在机构规则里改）、没有预约的在用档案`,
    'closing',
  ),
  lost(
    'N3o',
    '期初流失',
    `区间开始前最后到店超过流失天数（${companyRules.lostDays.usual} 天，可在机构规则里改）、没有预约的在用档案`,
    'opening',
  ),
  lost('N4a', '召回', '期初流失的患者里区间内又到店的', 'opening', sql`o.back`),
  derived({
    code: 'N4',
    name: '召回率',
    says: '召回 ÷ 期初流失',
    unit: 'percent',
    better: 'up',
    over: 'N4a',
    under: 'N3o',
  }),
  counted({
    ...newlyIntroduced,
    code: 'N5',
    name: '转介绍',
    source: patients,
    where: wasIntroduced,
  }),
  ...Array.from({ length: COHORT_MONTHS }, (_, n) =>
    visit(
      `NC${n + 1}`,
      `第 ${n + 1} 个月`,
      `新客里首次到店后第 ${n + 1} 个自然月到店的`,
      (tx) => sql`${firstVisit(tx)} and ${another(tx, monthsAfter(n + 1))}`,
    ),
  ),
  rated('N6', '患者', '区间结束前到过店的在用档案', 'count', ONE),
  rated('N6v', '近一年到店', `区间结束前 ${rfmDays()} 天的到店人次`, 'count', sql`o.visits`),
  rated('N6r', '近一年收入', `区间结束前 ${rfmDays()} 天落到项目上的收入`, 'yuan', sql`o.paid`),
  derived({
    code: 'N6a',
    name: '人均收入',
    says: '近一年收入 ÷ 患者',
    unit: 'yuan',
    better: 'up',
    over: 'N6r',
    under: 'N6',
    needs: AMOUNTS,
  }),
  counted({
    code: 'N7a',
    name: '至今收入',
    says: '第一次到店在这个月的患者，从那时到现在的收入',
    unit: 'yuan',
    better: 'up',
    date: '第一次到店日',
    source: registrations,
    value: (tx) => sql`(select coalesce(-sum(l.amount), 0) from bill b
      join ledger_posting l on ${tx.own('l')} and l.bill_id = b.id and l.unit = 0 and l.payment_id is not null and l.account = 'receivable'
        and ${earns(tx)}
      where ${tx.own('b')} and b.patient_id = r.patient_id)`,
    where: firstVisit,
    needs: AMOUNTS,
  }),
  derived({
    code: 'N7',
    name: '生命周期价值',
    says: '至今收入 ÷ 新客，按第一次到店的月份',
    unit: 'yuan',
    better: 'up',
    over: 'N7a',
    under: 'V15',
    needs: AMOUNTS,
  }),
  counted({
    code: 'ND1',
    name: '诊断人次',
    says: '已签名病历里的诊断，同一病历里同一类只算一次',
    unit: 'count',
    better: 'none',
    date: '就诊日',
    source: diagnosed,
    value: ONE,
  }),
  counted({
    code: 'ND2',
    name: '其中初诊',
    says: '诊断人次里写在初诊病历上的',
    unit: 'count',
    better: 'none',
    date: '就诊日',
    source: diagnosed,
    value: ONE,
    where: sql`m.visit_kind = 1`,
  }),
]

/** A visit `v` in the n-th calendar month after that of `r`. */
function monthsAfter(n: number): RawBuilder<unknown> {
  const begin = sql`date_trunc('month', r.reg_date)::date`
  return sql`v.reg_date >= (${begin} + ${sql.lit(`${n} months`)}::interval)::date
    and v.reg_date < (${begin} + ${sql.lit(`${n + 1} months`)}::interval)::date`
}
