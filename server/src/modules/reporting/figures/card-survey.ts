import { companyRules } from '@dentin/contract/company-rule'
import { cardStates } from '@dentin/contract/card'
import { addDays, dayRange } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { column } from './columns.ts'
import type { At, EventSource, Figure, StateSource } from './figure.ts'
import { counted, ONE } from './make.ts'
import { ruleOn } from './rule-on.ts'
import { expiringDays } from './windows.ts'

const cardColumns = [
  column('card', '卡号', sql`o.card_no`),
  column('type', '卡种', sql`o.type_name`),
  column('patient', '患者', sql`p.name`),
  column('clinic', '开卡门诊', sql`c.short_name`),
]
const cardRows = {
  id: sql`o.id`,
  patient: sql`o.patient_id`,
  link: { kind: 'card' as const, id: sql`o.id` },
}
const cardCuts = {
  source: sql`p.source_id`,
  patient: sql`o.patient_id`,
  card: sql`o.id`,
  cardType: sql`o.type_id`,
}

/** Cards by the day on which they were opened, those whose sale was undone aside; a family's further card is none of its own. */
const openedCards: EventSource = {
  kind: 'events',
  name: 'openedCards',
  from: (tx) => sql`member_card o
    left join patient p on ${tx.own('p')} and p.id = o.patient_id
    left join clinic c on ${tx.own('c')} and c.id = o.open_clinic_id
    where ${tx.own('o')} and not exists (select 1 from card_log u
      where ${tx.own('u')} and u.card_id = o.id and u.type = 1 and u.reverses_id is not null)`,
  where: sql`o.main_card_id is null`,
  within: ({ from, to }) => sql`o.opened_at >= ${dayRange(from).from} and o.opened_at < ${dayRange(to).to}`,
  day: sql`(o.opened_at at time zone 'Asia/Shanghai')::date`,
  clinic: sql`o.open_clinic_id`,
  doctors: [sql`p.resp_doctor_id`],
  cuts: cardCuts,
  rows: {
    ...cardRows,
    order: sql`o.opened_at`,
    columns: [column('time', '开卡时间', sql`o.opened_at`, 'moment'), ...cardColumns],
  },
}

/**
 * Cards as they stood at the end of a day: in use or not, what they held, when they last moved. How a card stood is what the next
 * change after the day says that it was before; one that ran out since was in use as long as its date had not come.
 */
const heldCards: StateSource = {
  kind: 'states',
  name: 'heldCards',
  from: (tx, day) => sql`(
    select k.id, k.card_no, k.type_id, k.type_name, k.patient_id, k.open_clinic_id, k.expire_date,
      k.principal_amount + k.bonus_amount + coalesce(x.amount, 0) as held,
      (select max(g.created_at) from card_log g where ${tx.own('g')} and g.card_id = k.id and g.created_at < ${dayRange(day).to}) as moved_at,
      coalesce((select s.from_status from status_log s where ${tx.own('s')} and s.biz_id = k.id and s.biz_type = 'member_card'
          and s.created_at >= ${dayRange(day).to} order by s.created_at limit 1), k.status) in ${codes(cardStates, 'inUse', 'runOut')}
        and (k.expire_date is null or k.expire_date >= ${day}::date) as in_use
    from member_card k
    left join (select l.card_id, sum(l.amount) as amount from ledger_posting l
      where ${tx.own('l')} and l.card_id is not null and l.unit = 0 and l.account in ('principal', 'bonus')
        and l.business_date > ${day}::date group by l.card_id) x on x.card_id = k.id
    where ${tx.own('k')} and k.opened_at < ${dayRange(day).to} and k.main_card_id is null) o
    cross join lateral (select o.held > 0 and o.moved_at < (${day}::date - ${ruleOn(tx, 'sleepingDays', sql`${day}::date`)} + 1)::timestamp at time zone 'Asia/Shanghai' as sleeping,
      o.in_use and o.expire_date <= ${addDays(day, expiringDays())}::date as ending) w
    left join patient p on ${tx.own('p')} and p.id = o.patient_id
    left join clinic c on ${tx.own('c')} and c.id = o.open_clinic_id
    where true`,
  clinic: sql`o.open_clinic_id`,
  doctors: [sql`p.resp_doctor_id`],
  cuts: cardCuts,
  rows: {
    ...cardRows,
    order: sql`o.card_no`,
    columns: [
      ...cardColumns,
      column('moved', '最后变动', sql`o.moved_at`, 'moment'),
      column('expires', '到期日', sql`o.expire_date`, 'day'),
    ],
  },
}

const held = (figure: { code: string; name: string; says: string; better: Figure['better']; where: typeof ONE }) =>
  counted({ unit: 'count', date: '区间最后一天', source: heldCards, at: 'closing' satisfies At, value: ONE, ...figure })

/** How many cards there are, and how they stand. */
export const cardSurvey: readonly Figure[] = [
  counted({
    code: 'K1',
    name: '开卡',
    says: '区间内开的卡，撤销了的不算，副卡不另算',
    unit: 'count',
    better: 'up',
    date: '开卡日',
    source: openedCards,
    value: ONE,
  }),
  held({
    code: 'K2',
    name: '在用',
    says: '区间结束时状态正常、没有到期的卡，副卡不另算',
    better: 'up',
    where: sql`o.in_use`,
  }),
  held({
    code: 'K18',
    name: '沉睡卡',
    says: `区间结束时有余额、超过沉睡卡天数（${companyRules.sleepingDays.usual} 天，可在机构规则里改）没有变动的卡`,
    better: 'down',
    where: sql`w.sleeping`,
  }),
  held({
    code: 'K19',
    name: `${expiringDays()} 日内到期`,
    says: `区间结束时在用、${expiringDays()} 天内到期的卡`,
    better: 'down',
    where: sql`w.ending`,
  }),
]
