import { billStates } from '@dentin/contract/core/status'
import { dayRange } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { column } from './columns.ts'
import type { EventSource, Figure, Span } from './figure.ts'
import { AMOUNTS, counted, ONE } from './make.ts'

const SHANGHAI = sql`'Asia/Shanghai'`

/** By which of its days a bill is looked for. */
interface BillDay {
  /** Before the number of each of its figures. */
  prefix: string
  date: string
  day: RawBuilder<unknown>
  within: EventSource['within']
  /** Beside the bill, what its day needs. */
  more: (tx: TenantTx, span: Span) => RawBuilder<unknown>
  where: RawBuilder<unknown>
}

const nothingMore = () => sql``
const days = {
  charged: {
    prefix: 'BC',
    date: '收费日（补录按归属日）',
    day: sql`coalesce(b.belong_date, (b.pay_time at time zone ${SHANGHAI})::date)`,
    within: ({
      from,
      to,
    }) => sql`((b.belong_date is null and b.pay_time >= ${dayRange(from).from} and b.pay_time < ${dayRange(to).to})
      or (b.belong_date >= ${from}::date and b.belong_date <= ${to}::date))`,
    more: nothingMore,
    where: sql`b.status in ${codes(billStates, 'received')}`,
  },
  opened: {
    prefix: 'BO',
    date: '开单日',
    day: sql`(b.open_time at time zone ${SHANGHAI})::date`,
    within: ({ from, to }) => sql`b.open_time >= ${dayRange(from).from} and b.open_time < ${dayRange(to).to}`,
    more: nothingMore,
    where: sql`b.status not in ${codes(billStates, 'unsent')}`,
  },
  paid: {
    prefix: 'BP',
    date: '最后一次付款日',
    day: sql`y.paid_on`,
    within: ({ to }) => sql`y.paid_on <= ${to}::date`,
    // The last payment of each bill that was paid since the span began: one that came after it ends lies beyond.
    more: (tx, { from }) => sql`join (select w.bill_id, max(w.pay_date) as paid_on from bill_payment w
      where ${tx.own('w')} and w.pay_date >= ${from}::date and w.amount > 0 group by w.bill_id) y on y.bill_id = b.id`,
    where: sql`b.status in ${codes(billStates, 'received')} and b.arrears_amount = 0`,
  },
} as const satisfies Readonly<Record<string, BillDay>>

/** Bills but drafts, by one of their days; what each step took off, and what they owe, as it is now. */
const billsBy = (name: string, { day, within, more, where }: BillDay): EventSource => ({
  kind: 'events',
  name,
  from: (tx, span) => sql`bill b ${more(tx, span)}
    cross join lateral (select coalesce(sum(i.package_off), 0) as package_off,
        coalesce(sum(i.member_price_off + i.member_discount_off), 0) as member_off,
        coalesce(sum(i.line_percent_off + i.order_percent_off), 0) as percent_off, coalesce(sum(i.coupon_off), 0) as coupon_off,
        coalesce(sum(i.reduction_off), 0) as reduction_off, coalesce(sum(i.rounding_off), 0) as rounding_off
      from bill_item i where ${tx.own('i')} and i.bill_id = b.id) k
    left join patient p on ${tx.own('p')} and p.id = b.patient_id
    left join employee_clinic ec on ${tx.own('ec')} and ec.employee_id = b.doctor_id and ec.clinic_id = b.clinic_id
    left join employee d on ${tx.own('d')} and d.id = b.doctor_id
    left join clinic c on ${tx.own('c')} and c.id = b.clinic_id
    where ${tx.own('b')}`,
  where,
  within,
  day,
  clinic: sql`b.clinic_id`,
  doctors: [sql`b.doctor_id`],
  others: [sql`b.opener_id`],
  cuts: {
    doctor: sql`b.doctor_id`,
    dept: sql`ec.dept_id`,
    source: sql`p.source_id`,
    patient: sql`b.patient_id`,
    bill: sql`b.id`,
    billType: sql`b.bill_type`,
  },
  rows: {
    id: sql`b.id`,
    order: sql`b.open_time`,
    patient: sql`b.patient_id`,
    link: { kind: 'bill', id: sql`b.id` },
    columns: [
      column('time', '开单时间', sql`b.open_time`, 'moment'),
      column('no', '账单', sql`b.bill_no`),
      column('patient', '患者', sql`p.name`),
      column('doctor', '医生', sql`coalesce(d.name, '')`),
      column('clinic', '门诊', sql`c.short_name`),
    ],
  },
})

/** What a bill says in sums: number, name, sentence, what a row adds, and whether more is good. */
const sums = [
  ['1', '原价', '账单各项目的原价', sql`b.original_amount`, 'up'],
  ['2', '优惠', '账单的优惠：原价 − 应收', sql`b.discount_amount`, 'down'],
  ['3', '套餐优惠', '套餐省下的', sql`k.package_off`, 'none'],
  ['4', '会员优惠', '会员价与会员折扣省下的', sql`k.member_off`, 'none'],
  ['5', '折扣', '单项与整单折扣省下的', sql`k.percent_off`, 'none'],
  ['6', '券', '优惠券省下的', sql`k.coupon_off`, 'none'],
  ['7', '减免与抹零', '立减与抹零省下的', sql`k.reduction_off + k.rounding_off`, 'none'],
  ['8', '应收', '账单的应收：原价 − 优惠', sql`b.receivable_amount`, 'up'],
  ['9', '退项', '收费后退掉的项目', sql`b.returned_amount`, 'down'],
  ['10', '核销', '核销的坏账', sql`b.written_off_amount`, 'down'],
  ['11', '已付', '付过的，退出去的不减', sql`b.paid_amount`, 'up'],
  ['12', '已退', '退出去的', sql`b.refunded_amount`, 'down'],
  ['13', '欠费', '现在还欠的：应收 − 退项 − 核销 −（已付 − 已退）', sql`b.arrears_amount`, 'down'],
] as const

function figuresBy(how: keyof typeof days): Figure[] {
  const { prefix, date } = days[how]
  const source = billsBy(`bills.${how}`, days[how])
  const isOwn = sql`b.status not in ${codes(billStates, 'withoutClaim', 'revoked')}`
  return [
    counted({
      code: `${prefix}0`,
      name: '张数',
      says: '账单，草稿不算',
      unit: 'count',
      better: 'up',
      date,
      source,
      value: ONE,
    }),
    ...sums.map(([number, name, says, value, better]) =>
      counted({
        code: `${prefix}${number}`,
        name,
        says: how === 'opened' ? `${says}；作废的不算` : says,
        unit: 'yuan',
        better,
        date,
        source,
        value,
        where: isOwn,
        needs: AMOUNTS,
      }),
    ),
  ]
}

/** Bills by the day of the charge, of opening, and of the last payment. */
export const billFigures: readonly Figure[] = [...figuresBy('charged'), ...figuresBy('opened'), ...figuresBy('paid')]
