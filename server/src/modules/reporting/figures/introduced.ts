import { couponStates, REWARD_COUPON } from '@dentin/contract/coupon'
import { registrationStates } from '@dentin/contract/core/status'
import { dayRange, today } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { column } from './columns.ts'
import { earns } from './earns.ts'
import type { EventSource, Figure } from './figure.ts'
import { AMOUNTS, counted, ONE } from './make.ts'
import { peopleCuts, sourcesOf } from './patient-cuts.ts'

/** Revenue of the patient `p` on lines of bills, day by day. */
const revenueOf = (tx: TenantTx) => sql`(select l.business_date, -sum(l.amount) as paid from bill b
  join ledger_posting l on ${tx.own('l')} and l.bill_id = b.id and l.unit = 0 and l.payment_id is not null and l.account = 'receivable'
    and ${earns(tx)}
  where ${tx.own('b')} and b.patient_id = p.id group by 1)`

/** Is it a rule of the company today that introducing somebody earns something? Then nothing is given by hand. */
const rewardsByRule = (tx: TenantTx) => sql`coalesce((select w.value ->> 'way' from company_rule w where ${tx.own('w')}
  and w.rule = 'introductionReward' and w.from_day <= ${today(tx.now)}::date order by w.from_day desc limit 1), 'none') <> 'none'`

/**
 * The reward for introducing the patient `p`, as table `g`: who introduced gets a coupon once the patient has paid for something. `g.state`
 * is a word of `rewardStates`, `g.name` the coupon that was given last. What the rule of the company gives goes before: its sums are the name.
 */
export const rewardOf = (
  tx: TenantTx,
) => sql`cross join lateral (select case when y.every > 0 then case when y.due then 'due' when y.over then 'over' when y.given then 'given' else 'takenBack' end
      when k.standing > 0 then 'given' when k.every > 0 then 'takenBack'
      when p.referrer_patient_id is not null and not ${rewardsByRule(tx)} and exists (select 1 from ${revenueOf(tx)} x where x.paid > 0) then 'due' else 'none' end as state, coalesce(y.name, k.name) as name
    from (select count(*) filter (where u.status <> ${sql.lit(couponStates.code.void)}) as standing, count(*) as every,
        coalesce((array_agg(u.name order by u.created_at desc))[1], '') as name
      from coupon u where ${tx.own('u')} and u.source = ${sql.lit(REWARD_COUPON)} and u.source_id = p.id) k
    cross join (select count(*) as every, bool_or(w.earned_amount > w.given_amount) as due,
        bool_or(w.given_amount > w.earned_amount and w.forgone_reason = '') as over, bool_or(w.given_amount > 0) as given,
        string_agg(case w.way when 'points' then trim_scale(w.earned_amount) || ' 积分' when 'coupon' then trim_scale(w.earned_amount) || ' 张券'
          else w.earned_amount || ' 元' end, '、' order by w.arisen_at, w.level) as name
      from introduction_reward w where ${tx.own('w')} and w.patient_id = p.id) y) g`

/** The patient `p` was introduced; the figure of all new files and that of the introduced say the same. */
export const wasIntroduced = sql`p.referrer_type is not null`
export const newlyIntroduced = {
  says: '新建档案中由患者、员工或合作机构介绍来的',
  unit: 'count',
  better: 'up',
  date: '建档日',
  value: ONE,
} as const

/** Patients who were introduced by another, by one of the staff or by a partner, by the day on which their file was opened. */
const introduced: EventSource = {
  kind: 'events',
  name: 'introduced',
  from: (tx) => sql`patient p
    left join patient rp on ${tx.own('rp')} and rp.id = p.referrer_patient_id
    left join employee re on ${tx.own('re')} and re.id = p.referrer_employee_id
    left join employee d on ${tx.own('d')} and d.id = p.resp_doctor_id
    left join clinic c on ${tx.own('c')} and c.id = p.home_clinic_id
    ${sourcesOf(tx)}
    ${rewardOf(tx)}
    where ${tx.own('p')}`,
  where: sql`p.live_id is not null and ${wasIntroduced}`,
  within: ({ from, to }) => sql`p.created_at >= ${dayRange(from).from} and p.created_at < ${dayRange(to).to}`,
  day: sql`(p.created_at at time zone 'Asia/Shanghai')::date`,
  clinic: sql`p.home_clinic_id`,
  doctors: [sql`p.resp_doctor_id`],
  others: [sql`p.consultant_id`, sql`p.referrer_employee_id`],
  cuts: {
    ...peopleCuts(sql`(p.created_at at time zone 'Asia/Shanghai')::date`),
    doctor: sql`p.resp_doctor_id`,
    consultant: sql`p.consultant_id`,
    reward: sql`g.state`,
    referrer: sql`coalesce(rp.name || ' ' || rp.medical_number, re.name, p.referrer_remark)`,
  },
  rows: {
    id: sql`p.id`,
    order: sql`p.created_at`,
    patient: sql`p.id`,
    link: { kind: 'patient', id: sql`p.id` },
    columns: [
      column('time', '建档时间', sql`p.created_at`, 'moment'),
      column('patient', '被介绍人', sql`p.name`),
      column('referrer', '介绍人', sql`coalesce(rp.name, re.name, p.referrer_remark, '')`),
      column('clinic', '门诊', sql`c.short_name`),
    ],
  },
}

/** What was given by the rule of the company for having introduced the patient `p`, of one kind. */
const givenOf = (tx: TenantTx, way: 'cash' | 'points' | 'coupon') =>
  sql`(select coalesce(sum(w.given_amount), 0) from introduction_reward w where ${tx.own('w')} and w.patient_id = p.id and w.way = ${sql.lit(way)})`

const DATE = '建档日'
/** Who was introduced, and what they have come to. */
export const introducedFigures: readonly Figure[] = [
  counted({
    ...newlyIntroduced,
    code: 'I1',
    name: '被介绍人',
    source: introduced,
  }),
  counted({
    code: 'I2',
    name: '到店',
    says: '被介绍人中到过店的',
    unit: 'count',
    better: 'up',
    date: DATE,
    source: introduced,
    value: ONE,
    where: (tx) => sql`exists (select 1 from registration v where ${tx.own('v')} and v.patient_id = p.id
      and v.status not in ${codes(registrationStates, 'cancelled', 'transferred')})`,
  }),
  counted({
    code: 'I3',
    name: '首次消费',
    says: '被介绍人第一个有收入的日子的收入',
    unit: 'yuan',
    better: 'up',
    date: DATE,
    source: introduced,
    value: (tx) =>
      sql`coalesce((select x.paid from ${revenueOf(tx)} x where x.paid > 0 order by x.business_date limit 1), 0)`,
    needs: AMOUNTS,
  }),
  counted({
    code: 'I4',
    name: '累计消费',
    says: '被介绍人从建档到现在的收入',
    unit: 'yuan',
    better: 'up',
    date: DATE,
    source: introduced,
    value: (tx) => sql`coalesce((select sum(x.paid) from ${revenueOf(tx)} x), 0)`,
    needs: AMOUNTS,
  }),
  counted({
    code: 'I5',
    name: '现金奖励',
    says: '按机构规则发给介绍人的现金，减去收回的',
    unit: 'yuan',
    better: 'down',
    date: DATE,
    source: introduced,
    value: (tx) => givenOf(tx, 'cash'),
    needs: AMOUNTS,
  }),
  counted({
    code: 'I6',
    name: '积分奖励',
    says: '按机构规则发给介绍人的积分，减去收回的',
    unit: 'count',
    better: 'down',
    date: DATE,
    source: introduced,
    value: (tx) => sql`${givenOf(tx, 'points')}::bigint`,
  }),
  counted({
    code: 'I7',
    name: '优惠券奖励',
    says: '按机构规则发给介绍人的优惠券张数，减去收回的',
    unit: 'count',
    better: 'down',
    date: DATE,
    source: introduced,
    value: (tx) => sql`${givenOf(tx, 'coupon')}::bigint`,
  }),
]
