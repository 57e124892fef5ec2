import { firstVisitOutcomes, type FirstVisitOutcome } from '@dentin/contract/data-record'
import { registrationStates } from '@dentin/contract/core/status'
import { planStates } from '@dentin/contract/treatment-plan'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { column } from './columns.ts'
import type { EventSource, Figure } from './figure.ts'
import { DEAL_WORDS, NO_DEAL_WORDS, dealDaysOf, dealSum, isDealLine, linesSinceVisit } from './deals.ts'
import { AMOUNTS, counted, derived, ONE } from './make.ts'
import { peopleCuts, sourcesOf } from './patient-cuts.ts'

const words = (outcome: FirstVisitOutcome) => sql.lit(outcome)

/**
 * What became of the first visit `r`, as tables beside it: `vm` what was charged since and what of it makes a deal, `vp` the plans that
 * were quoted and agreed to, `o` its outcome. A deal is partly one while agreed plans come to more.
 */
export const outcomeOf = (tx: TenantTx): RawBuilder<unknown> => sql`cross join lateral (
      select coalesce(sum(i.amount), 0) as charged, coalesce(sum(i.amount) filter (where ${isDealLine}), 0) as deal
      from ${linesSinceVisit(tx)}) vm
    cross join lateral (select coalesce(bool_or(t.quoted_at is not null), false) as quoted, coalesce(sum(l.amount), 0) as agreed
      from treatment_plan t left join treatment_plan_line l on ${tx.own('l')} and l.plan_id = t.id and l.option_id = t.chosen_option_id
        and t.status in ${codes(planStates, 'agreed')}
      where ${tx.own('t')} and t.patient_id = r.patient_id
        and (t.created_at at time zone 'Asia/Shanghai')::date between r.reg_date and r.reg_date + ${dealDaysOf(tx)}) vp
    cross join lateral (select case when vm.deal > 0 then case when vp.agreed > vm.deal then ${words('partly')} else ${words('won')} end
      when r.reg_date + ${dealDaysOf(tx)} >= (${tx.now}::timestamptz at time zone 'Asia/Shanghai')::date then ${words('watching')}
      else ${words('lost')} end as outcome) o`

/** First visits and those after a long time, each with what became of it. */
const firstVisits: EventSource = {
  kind: 'events',
  name: 'firstVisits',
  from: (tx) => sql`registration r
    left join patient p on ${tx.own('p')} and p.id = r.patient_id
    left join employee_clinic ec on ${tx.own('ec')} and ec.employee_id = r.doctor_id and ec.clinic_id = r.clinic_id
    left join employee d on ${tx.own('d')} and d.id = r.doctor_id
    left join clinic c on ${tx.own('c')} and c.id = r.clinic_id
    left join first_visit_note n on ${tx.own('n')} and n.registration_id = r.id
    ${sourcesOf(tx)}
    ${outcomeOf(tx)}
    where ${tx.own('r')}`,
  where: sql`r.status not in ${codes(registrationStates, 'cancelled', 'transferred')} and r.treat_type in (1, 3)`,
  within: ({ from, to }) => sql`r.reg_date >= ${from}::date and r.reg_date <= ${to}::date`,
  day: sql`r.reg_date`,
  clinic: sql`r.clinic_id`,
  doctors: [sql`r.doctor_id`],
  others: [sql`r.consultant_id`],
  cuts: {
    ...peopleCuts(sql`r.reg_date`),
    doctor: sql`r.doctor_id`,
    dept: sql`coalesce(r.dept_id, ec.dept_id)`,
    consultant: sql`r.consultant_id`,
    visit: sql`r.id`,
    outcome: sql`o.outcome`,
    lostReason: sql`case when o.outcome = ${words('lost')} then n.reason end`,
  },
  rows: {
    id: sql`r.id`,
    order: sql`r.reg_time`,
    patient: sql`r.patient_id`,
    link: { kind: 'patient', id: sql`r.patient_id` },
    columns: [
      column('time', '挂号时间', sql`r.reg_time`, 'moment'),
      column('patient', '患者', sql`p.name`),
      column('doctor', '医生', sql`coalesce(d.name, '')`),
      column('clinic', '门诊', sql`c.short_name`),
      column('reason', '未成交原因', sql`coalesce(n.reason, '')`),
      column('next', '下次联系', sql`n.next_contact_on`, 'day'),
    ],
  },
}

/** The figures of first visits (`first`), and with those after a long time (`again`): codes end in R. */
function figuresFor(which: 'first' | 'again'): Figure[] {
  const end = which === 'first' ? '' : 'R'
  const name = which === 'first' ? '初诊' : '初诊与再初诊'
  const isOne = which === 'first' ? sql`r.treat_type = 1` : sql`true`
  const count = (
    code: string,
    title: string,
    says: string,
    where: RawBuilder<unknown> = sql`true`,
    better: Figure['better'] = 'none',
  ) =>
    counted({
      code: `${code}${end}`,
      name: title,
      says,
      unit: 'count',
      better,
      date: '挂号日',
      source: firstVisits,
      value: ONE,
      where: sql`${isOne} and ${where}`,
    })
  const outcome = (code: string, of: FirstVisitOutcome, says: string, better: Figure['better']) =>
    count(code, firstVisitOutcomes[of], `${name}中${says}`, sql`o.outcome = ${words(of)}`, better)
  const yuan = (code: string, title: string, says: string, value: typeof ONE) =>
    counted({
      code: `${code}${end}`,
      name: title,
      says,
      unit: 'yuan',
      better: 'up',
      date: '挂号日',
      source: firstVisits,
      value,
      where: isOne,
      needs: AMOUNTS,
    })
  return [
    count('F1', '人次', `区间内的${name}`, sql`true`, 'up'),
    yuan('F2', '开单额', `到店后${DEAL_WORDS}内收费的全部项目的应收，哪一类都算`, sql`vm.charged`),
    yuan('F3', dealSum.name, dealSum.says, sql`vm.deal`),
    outcome('F4', 'won', `${DEAL_WORDS}内有收费项目的，${NO_DEAL_WORDS}；同意的方案不比成交额贵`, 'up'),
    outcome('F5', 'partly', `已有成交，而同意的方案比成交额贵的`, 'up'),
    outcome('F6', 'watching', `还没有成交、还在${DEAL_WORDS}内的`, 'none'),
    outcome('F7', 'lost', `过了${DEAL_WORDS}仍没有成交的`, 'down'),
    count('F8', '出方案', `${name}中 ${DEAL_WORDS}内有治疗方案报过价的`, sql`vp.quoted`, 'up'),
    count('F10', '有收费', `${name}中 ${DEAL_WORDS}内收过费的，只做检查的在内`, sql`vm.charged > 0`, 'up'),
    derived({
      code: `F9${end}`,
      name: '成交率',
      says: '成交与部分成交 ÷ 人次；观察中的还会成交',
      unit: 'percent',
      better: 'up',
      over: `F4${end} + F5${end}`,
      under: `F1${end}`,
    }),
  ]
}
export const firstVisitFigures: readonly Figure[] = [...figuresFor('first'), ...figuresFor('again')]
