import { sql } from 'kysely'
import { column } from './columns.ts'
import type { EventSource } from './figure.ts'

const monthOf = (column: 'g.month' | 's.month') => sql.raw(`to_char(${column}, 'YYYY-MM')`)

/** What clinics mean to take in, by the first day of each month. */
export const targets: EventSource = {
  kind: 'events',
  name: 'targets',
  from: (tx) => sql`clinic_target g
    left join clinic c on ${tx.own('c')} and c.id = g.clinic_id
    where ${tx.own('g')}`,
  within: ({ from, to }) => sql`g.month >= ${from}::date and g.month <= ${to}::date`,
  day: sql`g.month`,
  clinic: sql`g.clinic_id`,
  doctors: [sql`null::uuid`],
  cuts: {},
  rows: {
    id: sql`g.id`,
    order: sql`g.month`,
    columns: [column('month', '月份', monthOf('g.month')), column('clinic', '门诊', sql`c.short_name`)],
  },
}

/** What was spent on sources of patients, by the first day of each month; the company's own belongs to no clinic. */
export const spends: EventSource = {
  kind: 'events',
  name: 'spends',
  from: (tx) => sql`source_spend s
    left join patient_source x on ${tx.own('x')} and x.id = s.source_id
    left join clinic c on ${tx.own('c')} and c.id = s.clinic_id
    where ${tx.own('s')}`,
  within: ({ from, to }) => sql`s.month >= ${from}::date and s.month <= ${to}::date`,
  day: sql`s.month`,
  clinic: sql`s.clinic_id`,
  doctors: [sql`null::uuid`],
  cuts: { source: sql`s.source_id` },
  rows: {
    id: sql`s.id`,
    order: sql`s.month`,
    columns: [
      column('month', '月份', monthOf('s.month')),
      column('source', '来源', sql`x.name`),
      column('clinic', '门诊', sql`coalesce(c.short_name, '全公司')`),
      column('remark', '备注', sql`s.remark`),
    ],
  },
}
