import { dayRange } from '@dentin/kit'
import { sql } from 'kysely'
import { column } from './columns.ts'
import type { EventSource, Figure } from './figure.ts'
import { AMOUNTS, counted, ONE } from './make.ts'

/** Movements of cards as their log has them, in the clinic where they happened. */
const cardMovements: EventSource = {
  kind: 'events',
  name: 'cardMovements',
  from: (tx) => sql`card_log g
    join member_card k on ${tx.own('k')} and k.id = g.card_id
    left join patient p on ${tx.own('p')} and p.id = k.patient_id
    left join clinic c on ${tx.own('c')} and c.id = g.moved_clinic_id
    where ${tx.own('g')}`,
  within: ({ from, to }) => sql`g.created_at >= ${dayRange(from).from} and g.created_at < ${dayRange(to).to}`,
  day: sql`(g.created_at at time zone 'Asia/Shanghai')::date`,
  clinic: sql`g.moved_clinic_id`,
  doctors: [sql`p.resp_doctor_id`],
  others: [sql`g.operator_id`, sql`g.sales_id`],
  cuts: {
    source: sql`p.source_id`,
    patient: sql`k.patient_id`,
    card: sql`k.id`,
    cardType: sql`k.type_id`,
    cardMove: sql`g.id`,
    moveKind: sql`g.type`,
  },
  rows: {
    id: sql`g.id`,
    order: sql`g.created_at`,
    patient: sql`k.patient_id`,
    link: { kind: 'card', id: sql`k.id` },
    columns: [
      column('time', '时间', sql`g.created_at`, 'moment'),
      column('log', '流水号', sql`g.log_no`),
      column('card', '卡号', sql`k.card_no`),
      column('patient', '患者', sql`p.name`),
      column('clinic', '门诊', sql`c.short_name`),
      column('operator', '操作人', sql`g.operator_name`),
    ],
  },
}

const yuan = (code: string, name: string, says: string, value: typeof ONE) =>
  counted({
    code,
    name,
    says,
    unit: 'yuan',
    better: 'none',
    date: '变动日',
    source: cardMovements,
    value,
    needs: AMOUNTS,
  })
/** What moved on cards. */
export const cardMoveFigures: readonly Figure[] = [
  counted({
    code: 'H1',
    name: '笔数',
    says: '会员卡的流水',
    unit: 'count',
    better: 'none',
    date: '变动日',
    source: cardMovements,
    value: ONE,
  }),
  yuan('H2', '本金变动', '存进的为正，付出与退出的为负', sql`g.principal_delta`),
  yuan('H3', '赠金变动', '送的为正，付出、收回与过期的为负', sql`g.bonus_delta`),
  yuan('H4', '转入卡内', '本金与赠金增加的', sql`greatest(g.principal_delta, 0) + greatest(g.bonus_delta, 0)`),
  yuan('H5', '转出卡外', '本金与赠金减少的', sql`greatest(-g.principal_delta, 0) + greatest(-g.bonus_delta, 0)`),
]
