import { shippedExpectations } from '@dentin/contract/data-record'
import { billStates, recordStates } from '@dentin/contract/core/status'
import { dayRange } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { column } from './columns.ts'
import { amongClinics, type Figure, type MadeSource, type Span } from './figure.ts'
import { AMOUNTS, counted, derived, ONE } from './make.ts'
import { expectedDays } from './windows.ts'

const shipped = JSON.stringify(
  shippedExpectations.map(({ icdCode, name, items }) => ({ icd_code: icdCode, name, items })),
)
/** What diagnoses call for: the company's own list, else the product's; each with the price in the middle of what will do. */
const expectations = (
  tx: TenantTx,
) => sql`(select w.icd_code, w.name, w.items, coalesce((select percentile_disc(0.5) within group (order by f.price)
      from tariff f join tariff_category g on ${tx.own('g')} and g.id = f.category_id
      where ${tx.own('f')} and f.enabled and (g.name = any(w.items) or f.name = any(w.items))), 0) as price
    from (select u.icd_code, u.name, u.items from expected_care u where ${tx.own('u')}
      union all select y.icd_code, y.name, y.items from jsonb_to_recordset(${shipped}::jsonb) as y(icd_code text, name text, items text[])
        where not exists (select 1 from expected_care u2 where ${tx.own('u2')})) w offset 0)`

/** Whoever was seen last in one of the clinics that are asked for was seen there in the span: the records of nobody else matter. */
const seenIn = (tx: TenantTx, { from, to }: Span, clinicIds: readonly string[] | null) =>
  clinicIds === null
    ? sql`true`
    : sql`m.patient_id in (select v.patient_id from medical_record v where ${tx.own('v')} and ${amongClinics(sql`v.clinic_id`, clinicIds)}
        and v.visit_time >= ${dayRange(from).from} and v.visit_time < ${dayRange(to).to} and v.status <> ${recordStates.code.deleted})`

/**
 * Patients by what their diagnoses call for, once for each: of signed records of the span the first that says so of the same teeth. It is
 * done when an item of the list was charged since, is not given back and meets the teeth; who has one place left is not done.
 */
const expectedCare: MadeSource = {
  kind: 'made',
  name: 'expectedCare',
  from: (tx, { from, to }, clinicIds) =>
    Promise.resolve(sql`(
    select f.patient_id, f.icd_code, f.name, (array_agg(f.clinic_id order by f.visit_time desc))[1] as clinic_id,
      (array_agg(f.doctor_id order by f.visit_time desc))[1] as doctor_id, max(f.visit_time) as seen_at, bool_and(f.is_done) as is_done,
      coalesce(string_agg(f.teeth, ' ') filter (where not f.is_done and f.teeth <> ''), '') as teeth_left,
      coalesce(sum(f.places * f.price) filter (where not f.is_done), 0) as value_left
    from (select x.*, exists (select 1 from bill b join bill_item i on ${tx.own('i')} and i.bill_id = b.id
          where ${tx.own('b')} and b.patient_id = x.patient_id and b.status in ${codes(billStates, 'received')}
            and coalesce(b.belong_date, (b.pay_time at time zone 'Asia/Shanghai')::date) between x.seen_on and x.seen_on + ${sql.lit(expectedDays())}
            and i.qty > i.returned_qty and (i.category_name = any(x.items) or i.name = any(x.items))
            and (x.teeth = '' or i.teeth = '' or app.teeth_in(i.teeth) && app.teeth_in(x.teeth))) as is_done
      from (select distinct on (k.patient_id, e.icd_code, e.name, k.teeth) k.patient_id, k.clinic_id, k.doctor_id, k.visit_time,
          (k.visit_time at time zone 'Asia/Shanghai')::date as seen_on, e.icd_code, e.name, e.items, e.price, k.teeth,
          greatest(1, cardinality(string_to_array(k.teeth, ';'))) as places
        from (select m.patient_id, m.clinic_id, m.doctor_id, m.visit_time, z.value ->> 'icdCode' as icd, coalesce(z.value ->> 'teeth', '') as teeth
            from medical_record m cross join lateral jsonb_array_elements(m.content -> 'diagnoses') z
            where ${tx.own('m')} and m.status in ${codes(recordStates, 'signed', 'archived', 'amending')}
              and m.visit_time >= ${dayRange(from).from} and m.visit_time < ${dayRange(to).to}
              and ${seenIn(tx, { from, to }, clinicIds)} offset 0) k
        join ${expectations(tx)} e on starts_with(k.icd, e.icd_code)
        order by k.patient_id, e.icd_code, e.name, k.teeth, k.visit_time) x) f
    group by f.patient_id, f.icd_code, f.name) o
    left join patient p on ${tx.own('p')} and p.id = o.patient_id
    left join employee_clinic ec on ${tx.own('ec')} and ec.employee_id = o.doctor_id and ec.clinic_id = o.clinic_id
    left join employee d on ${tx.own('d')} and d.id = o.doctor_id
    left join clinic c on ${tx.own('c')} and c.id = o.clinic_id
    where true`),
  day: sql`(o.seen_at at time zone 'Asia/Shanghai')::date`,
  clinic: sql`o.clinic_id`,
  doctors: [sql`o.doctor_id`],
  others: [sql`p.consultant_id`],
  cuts: {
    doctor: sql`o.doctor_id`,
    dept: sql`ec.dept_id`,
    source: sql`p.source_id`,
    consultant: sql`p.consultant_id`,
    patient: sql`o.patient_id`,
    diagnosis: sql`o.icd_code`,
    expectation: sql`o.icd_code || ' ' || o.name`,
  },
  rows: {
    id: sql`o.patient_id || o.icd_code || o.name`,
    order: sql`o.seen_at`,
    patient: sql`o.patient_id`,
    link: { kind: 'patient', id: sql`o.patient_id` },
    columns: [
      column('time', '诊断时间', sql`o.seen_at`, 'moment'),
      column('patient', '患者', sql`p.name`),
      column('icd', '诊断', sql`o.icd_code`),
      column('expected', '应做项目', sql`o.name`),
      column('teeth', '未做牙位', sql`o.teeth_left`),
      column('doctor', '医生', sql`coalesce(d.name, '')`),
      column('clinic', '门诊', sql`c.short_name`),
    ],
  },
}

const DATE = '就诊日（病历已签名）'
const people = (code: string, name: string, says: string, better: Figure['better'], where?: typeof ONE) =>
  counted({
    code,
    name,
    says,
    unit: 'count',
    better,
    date: DATE,
    source: expectedCare,
    value: ONE,
    ...(where ? { where } : {}),
  })
/** What diagnoses call for, and how far it was done. */
export const expectedCareFigures: readonly Figure[] = [
  people('E1', '患者', '区间内签名的病历有这个诊断的患者，每人一次', 'none'),
  people('E2', '已做', `应做项目都已收费、没有退、牙位相合的，从就诊起 ${expectedDays()} 天内`, 'up', sql`o.is_done`),
  people('E3', '未做', '还有应做项目没有做的', 'down', sql`not o.is_done`),
  derived({ code: 'E4', name: '完成率', says: '已做 ÷ 患者', unit: 'percent', better: 'up', over: 'E2', under: 'E1' }),
  counted({
    code: 'E5',
    name: '未做金额',
    says: '没有做的牙位 × 应做项目价目的中间价',
    unit: 'yuan',
    better: 'down',
    date: DATE,
    source: expectedCare,
    value: sql`o.value_left`,
    needs: AMOUNTS,
  }),
]
