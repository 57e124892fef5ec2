import { formatDate, formatDateTime } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { column } from './columns.ts'
import type { EventSource, Figure } from './figure.ts'
import { counted, derived } from './make.ts'

/** The opening hours of a weekday, `{opensMin, closesMin}`; null: closed. */
const openOn = (day: RawBuilder<unknown>) => sql`c.hours -> extract(dow from ${day})::int`
/** The minutes of an hour of the day that lie between two minutes of the day. */
const minutesIn = (hour: RawBuilder<unknown>, from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql`greatest(0, least((${hour} + 1) * 60, ${to}) - greatest(${hour} * 60, ${from}))`
const opens = sql`(o.open ->> 'opensMin')::int`
const closes = sql`(o.open ->> 'closesMin')::int`
/** Weekday and hour, '0-09': Sunday at nine. */
const weekHour = (day: RawBuilder<unknown>, hour: RawBuilder<unknown>) =>
  sql`extract(dow from ${day})::int || '-' || lpad(${hour}::text, 2, '0')`
const hourWords = (hour: RawBuilder<unknown>) => sql`lpad(${hour}::text, 2, '0') || ':00'`

const local = sql`'Asia/Shanghai'`
/** When a treatment began and ended, in minutes of its day; one that goes on past midnight ends there. */
const begun = sql`(extract(hour from t.start_time at time zone ${local}) * 60 + extract(minute from t.start_time at time zone ${local}))::int`
const ended = sql`case when (t.end_time at time zone ${local})::date > (t.start_time at time zone ${local})::date then 1440
  else (extract(hour from t.end_time at time zone ${local}) * 60 + extract(minute from t.end_time at time zone ${local}))::int end`

/** How long chairs were sat in: treatments that have ended, hour by hour, as far as the clinic was open. */
const chairUse: EventSource = {
  kind: 'events',
  name: 'chairUse',
  from: (tx) => sql`treatment t
    join clinic c on ${tx.own('c')} and c.id = t.clinic_id
    left join chair x on ${tx.own('x')} and x.id = t.chair_id
    left join patient p on ${tx.own('p')} and p.id = t.patient_id
    left join employee d on ${tx.own('d')} and d.id = t.doctor_id
    cross join lateral (select (t.start_time at time zone ${local})::date as at) g
    cross join lateral (select ${openOn(sql`g.at`)} as open) o
    cross join lateral (select ${begun} as from_min, ${ended} as to_min) m
    cross join lateral generate_series(m.from_min / 60, greatest(m.to_min - 1, m.from_min) / 60) as h(hour)
    where ${tx.own('t')} and t.chair_id is not null and t.end_time is not null and jsonb_typeof(o.open) = 'object'`,
  within: ({ from, to }) =>
    sql`t.start_time >= ${from}::date::timestamp at time zone ${local} and t.start_time < (${to}::date + 1)::timestamp at time zone ${local}`,
  day: sql`g.at`,
  kept: 'snapshot',
  clinic: sql`t.clinic_id`,
  doctors: [sql`t.doctor_id`],
  cuts: { doctor: sql`t.doctor_id`, weekHour: weekHour(sql`g.at`, sql`h.hour`) },
  rows: {
    id: sql`t.id || ' ' || h.hour`,
    order: sql`t.start_time`,
    patient: sql`t.patient_id`,
    link: { kind: 'patient', id: sql`t.patient_id` },
    columns: [
      column('time', '开始就诊', sql`t.start_time`, 'moment'),
      column('hour', '时段', hourWords(sql`h.hour`)),
      column('chair', '牙椅', sql`coalesce(x.name, '')`),
      column('patient', '患者', sql`p.name`),
      column('doctor', '医生', sql`coalesce(d.name, '')`),
      column('clinic', '门诊', sql`c.short_name`),
    ],
  },
}

/** Today as far as it has come: a chair is not idle in an hour that has not struck. */
const untilNow = (tx: TenantTx) => {
  const now = formatDateTime(tx.now)
  const minute = Number(now.slice(11, 13)) * 60 + Number(now.slice(14, 16))
  return sql`case when g.at = ${formatDate(tx.now)}::date then least(${closes}, ${minute}::int) else ${closes} end`
}

/** How long chairs stood ready: each clinic, day and hour in which it was open, up to now. */
const chairTime: EventSource = {
  kind: 'events',
  name: 'chairTime',
  from: (tx, { from, to }) => sql`clinic c
    cross join lateral (select count(*)::int as n from chair x where ${tx.own('x')} and x.clinic_id = c.id and x.enabled) k
    cross join lateral (select s.at::date as at from generate_series(${from}::date, least(${to}::date, ${formatDate(tx.now)}::date), interval '1 day') as s(at)) g
    cross join lateral (select ${openOn(sql`g.at`)} as open) o
    cross join generate_series(0, 23) as h(hour)
    where ${tx.own('c')} and c.enabled and k.n > 0 and jsonb_typeof(o.open) = 'object'
      and (h.hour + 1) * 60 > ${opens} and h.hour * 60 < ${closes}`,
  within: ({ from, to }) => sql`g.at >= ${from}::date and g.at <= ${to}::date`,
  day: sql`g.at`,
  kept: 'snapshot',
  clinic: sql`c.id`,
  doctors: [sql`null::uuid`],
  cuts: { weekHour: weekHour(sql`g.at`, sql`h.hour`) },
  rows: {
    id: sql`c.id || ' ' || g.at || ' ' || h.hour`,
    order: sql`g.at || ' ' || ${hourWords(sql`h.hour`)}`,
    columns: [
      column('day', '日期', sql`g.at::text`, 'day'),
      column('hour', '时段', hourWords(sql`h.hour`)),
      column('chairs', '启用的牙椅', sql`k.n`),
      column('clinic', '门诊', sql`c.short_name`),
    ],
  },
}

/** Figures of the chairs (money.md §10, V13). */
export const chairFigures: readonly Figure[] = [
  counted({
    code: 'VU',
    name: '牙椅使用分钟',
    says: '已结束的就诊在营业时间内占用牙椅的分钟之和',
    unit: 'minutes',
    better: 'up',
    date: '开始就诊日',
    source: chairUse,
    settles: 'close',
    value: minutesIn(sql`h.hour`, sql`greatest(m.from_min, ${opens})`, sql`least(m.to_min, ${closes})`),
  }),
  counted({
    code: 'VT',
    name: '牙椅可用分钟',
    says: '启用的牙椅数 × 营业分钟，今天算到现在',
    unit: 'minutes',
    better: 'none',
    date: '营业日',
    source: chairTime,
    settles: 'close',
    value: (tx) => sql`k.n * ${minutesIn(sql`h.hour`, opens, untilNow(tx))}`,
  }),
  derived({
    code: 'V13',
    name: '牙椅使用率',
    says: '营业时间内牙椅使用的分钟 ÷ 启用的牙椅数 × 营业分钟',
    unit: 'percent',
    better: 'up',
    over: 'VU',
    under: 'VT',
  }),
]
