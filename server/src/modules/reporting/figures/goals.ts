import { sql } from 'kysely'
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
    columns: [
      { key: 'month', title: '月份', unit: 'text', value: monthOf('g.month') },
      { key: 'clinic', title: '门诊', unit: 'text', value: sql`c.short_name` },
    ],
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
      { key: 'month', title: '月份', unit: 'text', value: monthOf('s.month') },
      { key: 'source', title: '来源', unit: 'text', value: sql`x.name` },
      { key: 'clinic', title: '门诊', unit: 'text', value: sql`coalesce(c.short_name, '全公司')` },
      { key: 'remark', title: '备注', unit: 'text', value: sql`s.remark` },
    ],
  },
}
