import { billStates } from '@dentin/contract/core/status'
import { refundStates } from '@dentin/contract/refund'
import type { Fen } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { amounts, columns, fenOf, named, select, withheld, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { answerOf } from '../../platform/wiring.ts'
import { foundBy } from '../patient/index.ts'

/** Which bills `b` the person at work reaches: a condition of `billsWithin`. */
type Reach = RawBuilder<boolean>

const ofBill = columns(
  'bill',
  'b',
  'id',
  'bill_no',
  'bill_type',
  'clinic_id',
  'patient_id',
  'registration_id',
  'treatment_id',
  'record_id',
  'doctor_id',
  'nurse_id',
  'consultant_id',
  'sales_id',
  'status',
  'discount_percent',
  'rounding_rule',
  'discount_reason',
  'discount_approver_id',
  'card_choice',
  'discount_card_id',
  'belong_date',
  'remark',
  'opener_name',
  'open_time',
  'submit_time',
  'pay_time',
  'version',
)
const sumsOfBill = amounts(
  'bill',
  'b',
  'original_amount',
  'discount_amount',
  'rounding_amount',
  'reduction_amount',
  'receivable_amount',
  'paid_amount',
  'arrears_amount',
  'refunded_amount',
  'returned_amount',
  'written_off_amount',
)
const worded = { arrearsReason: sql<string>`coalesce(b.arrears_reason, '')` }
const billList = select(ofBill, sumsOfBill, worded)

/** A bill as it stands in its table. */
export type BillRow = RowIn<typeof billList>

export async function findBill(tx: TenantTx, id: string, reach: Reach): Promise<BillRow> {
  return tx.need(billList.keptFrom`bill b where ${tx.own('b')} and b.id = ${id} and ${reach}`)
}

/** Which of several reaches a bill lies in. */
export async function actsOn<K extends string>(
  tx: TenantTx,
  id: string,
  reaches: Record<K, Reach>,
): Promise<Record<K, boolean>> {
  const columns = Object.entries<Reach>(reaches).map(
    ([name, reach]) => sql`coalesce(${reach}, false) as ${sql.id(name)}`,
  )
  return tx.need(keptSql`select ${sql.join(columns)} from bill b where b.tenant_id = ${tx.tenantId} and b.id = ${id}`)
}

/** The bill, locked until the transaction ends. */
export async function lockBill(tx: TenantTx, id: string, reach: Reach): Promise<BillRow> {
  return tx.need(billList.keptFrom`bill b where ${tx.own('b')} and b.id = ${id} and ${reach} for no key update of b`)
}

/** Bills that are charged with one payment, each as it stands, locked in the order of their ids. */
export async function lockBills(tx: TenantTx, ids: readonly string[], reach: Reach): Promise<BillRow[]> {
  return tx.rows(
    billList.keptFrom`bill b where ${tx.own('b')} and b.id = any(${ids}::uuid[]) and ${reach} order by b.id for no key update of b`,
  )
}

/** Money of the bill `b` is on its way back through a gateway: nothing else changes the bill meanwhile. */
const givingBack = (tx: TenantTx): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from refund f where ${tx.own('f')} and f.bill_id = b.id and f.status in ${codes(refundStates, 'moving')})`

/** Is money of a bill on its way back through a gateway? */
export async function isGivingBack(tx: TenantTx, billId: string): Promise<boolean> {
  const row = await tx.row(
    select(columns('bill', 'b', 'id')).keptFrom`bill b where ${tx.own('b')} and b.id = ${billId} and ${givingBack(tx)}`,
  )
  return row !== undefined
}

/** A patient's bills with arrears, oldest first, locked in the order of their ids. */
export async function lockArrears(
  tx: TenantTx,
  patientId: string,
  ids: readonly string[],
  reach: Reach,
): Promise<BillRow[]> {
  const rows = await tx.rows(
    billList.keptFrom`bill b where ${tx.own('b')} and b.patient_id = ${patientId} and b.status in ${codes(billStates, 'owing')}
        and b.arrears_amount > 0 and not ${givingBack(tx)} and (cardinality(${ids}::uuid[]) = 0 or b.id = any(${ids}::uuid[])) and ${reach}
        order by b.id for no key update of b`,
  )
  return rows.sort((x, y) => x.openTime.getTime() - y.openTime.getTime())
}

const owingList = select(columns('bill', 'b', 'id', 'bill_no', 'open_time'), amounts('bill', 'b', 'arrears_amount'))

/** The bills of a patient of which something may be repaid, the oldest first. */
export async function owingBills(tx: TenantTx, patientId: string, reach: Reach): Promise<RowIn<typeof owingList>[]> {
  return tx.rows(
    owingList.keptFrom`bill b where ${tx.own('b')} and b.patient_id = ${patientId} and b.status in ${codes(billStates, 'owing')}
      and b.arrears_amount > 0 and not ${givingBack(tx)} and ${reach} order by b.open_time, b.id limit 50`,
  )
}

const itemList = select(
  columns(
    'bill_item',
    'i',
    'id',
    'line_no',
    'item_type',
    'tariff_id',
    'name',
    'category_name',
    'teeth',
    'unit',
    'qty',
    'can_discount',
    'discount_percent',
    'plan_line_id',
    'package_id',
    'package_no',
    'package_name',
    'can_bonus',
    'returned_qty',
    'executed_qty',
    'doctor_id',
  ),
  amounts(
    'bill_item',
    'i',
    'price',
    'original_amount',
    'discount_amount',
    'amount',
    'returned_amount',
    'written_off_amount',
    'settled_amount',
    'package_off',
    'package_price',
    'member_price_off',
    'member_discount_off',
    'coupon_off',
    'line_percent_off',
    'order_percent_off',
    'reduction_off',
    'rounding_off',
  ),
)
export type ItemRow = RowIn<typeof itemList>

export async function billItems(tx: TenantTx, billId: string): Promise<ItemRow[]> {
  return tx.rows(itemList.keptFrom`bill_item i where ${tx.own('i')} and i.bill_id = ${billId} order by i.line_no`)
}

const paymentsOf = (tx: TenantTx) =>
  select(
    columns(
      'bill_payment',
      'p',
      'id',
      'pay_no',
      'pay_method_id',
      'trade_no',
      'kind',
      'pay_time',
      'pay_date',
      'cashier_name',
      'card_id',
      'prepay_id',
      'pay_unit_id',
      'unit_reference',
      'gateway_trade_id',
      'returns_id',
      'points',
      'fee_rate',
      'counts_performance',
    ),
    named('pay_method', 'm', { payMethodName: 'name', payMethodType: 'type' }),
    amounts('bill_payment', 'p', 'amount', 'tendered_amount', 'change_amount', 'principal_part', 'bonus_part'),
    {
      payUnitName: answerOf(tx, 'billing', ({ payUnits }) => payUnits).nameOf(tx, sql`p.pay_unit_id`),
      byGateway: sql<boolean>`p.gateway_trade_id is not null`,
      // Taken back by a revoke.
      revoked: sql<boolean>`exists (select 1 from bill_payment r where ${tx.own('r')} and r.revokes_id = p.id)`,
    },
  )
export type PaymentRow = RowIn<ReturnType<typeof paymentsOf>>

export async function billPayments(tx: TenantTx, billId: string): Promise<PaymentRow[]> {
  return tx.rows(
    paymentsOf(tx).keptFrom`bill_payment p join pay_method m on ${tx.own('m')} and m.id = p.pay_method_id
        where ${tx.own('p')} and p.bill_id = ${billId} order by p.pay_time, p.id`,
  )
}

const owed = select({
  amount: fenOf(sql`coalesce(sum(b.arrears_amount), 0)`),
  count: sql<number>`count(*)::int`,
  oldest: sql<Date | null>`min(b.open_time)`,
})

/** What the patient owes on other bills than this one; null for whoever may not see amounts. */
export async function otherArrears(
  tx: TenantTx,
  patientId: string,
  billId: string | null,
  reach: Reach,
  sees: boolean,
): Promise<{ amount: Fen; count: number; oldest: Date | null } | null> {
  if (!sees) return null
  return tx.need(
    owed.keptFrom`bill b where ${tx.own('b')} and b.patient_id = ${patientId} and b.status in ${codes(billStates, 'owing')} and b.arrears_amount > 0
          and b.id is distinct from ${billId}::uuid and ${reach}`,
  )
}

const unpaid = select(
  columns('bill', 'b', 'id', 'bill_no', 'status', 'clinic_id', 'version'),
  amounts('bill', 'b', 'receivable_amount'),
)

export async function unpaidBills(tx: TenantTx, patientId: string, reach: Reach): Promise<RowIn<typeof unpaid>[]> {
  return tx.rows(
    unpaid.keptFrom`bill b where ${tx.own('b')} and b.patient_id = ${patientId} and b.status in ${codes(billStates, 'due', 'paying')} and ${reach} order by b.open_time`,
  )
}

const billState = select(columns('bill', 'b', 'id', 'status'))

/** The bill that a record already has and that was not voided. */
export async function billOfRecord(
  tx: TenantTx,
  recordId: string,
): Promise<{ id: string; status: number } | undefined> {
  return tx.row(
    billState.keptFrom`bill b where ${tx.own('b')} and b.record_id = ${recordId} and b.status not in ${codes(billStates, 'void')}`,
  )
}

const briefly = select(columns('bill', 'b', 'id', 'bill_no', 'status'))

/** Is a bill that of a prescription's drugs? */
export async function isPrescribed(tx: TenantTx, billId: string): Promise<boolean> {
  const drug = select({ id: sql<string>`i.id` })
  const found = await tx.row(
    drug.keptFrom`bill_item i where ${tx.own('i')} and i.bill_id = ${billId} and i.item_type = 3 limit 1`,
  )
  return found !== undefined
}

/** The standing bills that came of a record. */
export async function billsOfRecord(tx: TenantTx, recordId: string, reach: Reach): Promise<RowIn<typeof briefly>[]> {
  return tx.rows(
    briefly.keptFrom`bill b where ${tx.own('b')} and (b.record_id = ${recordId} or b.id in (select x.bill_id from prescription x
        where ${tx.own('x')} and x.record_id = ${recordId} and x.bill_id is not null)) and b.status not in ${codes(billStates, 'void')}
      and ${reach} order by b.open_time, b.id`,
  )
}

/** A bill by its id as other modules name it; undefined when it was voided. */
export async function standingBill(
  tx: TenantTx,
  id: string,
): Promise<{ id: string; billNo: string; status: number } | undefined> {
  return tx.row(
    briefly.keptFrom`bill b where ${tx.own('b')} and b.id = ${id} and b.status not in ${codes(billStates, 'void')}`,
  )
}

/** The fee bill of a registration that was not voided. */
export async function feeBillOf(
  tx: TenantTx,
  registrationId: string,
): Promise<{ id: string; status: number } | undefined> {
  return tx.row(
    billState.keptFrom`bill b where ${tx.own('b')} and b.registration_id = ${registrationId} and b.bill_type = 3 and b.status not in ${codes(billStates, 'void')}`,
  )
}

const billsLeft = select({
  open: sql<number>`count(*) filter (where b.status in ${codes(billStates, 'unsent', 'due', 'paying')})::int`,
  charged: sql<number>`count(*) filter (where b.status in ${codes(billStates, 'charged')})::int`,
})

/** How many treatment bills of a registration, other than these, still wait for payment and how many were charged. */
export async function otherBillsOf(
  tx: TenantTx,
  registrationId: string,
  billIds: readonly string[],
): Promise<RowIn<typeof billsLeft>> {
  return tx.need(
    billsLeft.from`bill b where ${tx.own('b')} and b.registration_id = ${registrationId} and b.bill_type <> 3 and b.id <> all(${billIds}::uuid[])`,
  )
}

const reasonOf = select(columns('status_log', 'l', 'reason'))

/** What was said when the bill came into its present state. */
export async function statusReasonOf(tx: TenantTx, billId: string): Promise<string> {
  const row = await tx.row(
    reasonOf.from`status_log l where ${tx.own('l')} and l.biz_id = ${billId} order by l.created_at desc, l.id desc limit 1`,
  )
  return row?.reason ?? ''
}

const TABS = {
  waiting: sql`b.status in ${codes(billStates, 'due', 'paying')}`,
  arrears: sql`b.status in ${codes(billStates, 'owing')} and b.arrears_amount > 0`,
  draft: sql`b.status in ${codes(billStates, 'unsent')}`,
} as const

export interface BillFilter {
  tab: 'waiting' | 'arrears' | 'paid' | 'draft'
  clinicId: string
  reach: Reach
  /** May numbers be looked for by any digits? */
  digits: boolean
  keyword: string
  from: Date
  to: Date
  limit: number
  offset: number
}

function paidBetween(from: Date, to: Date) {
  return sql`b.status in ${codes(billStates, 'received')} and b.pay_time >= ${from} and b.pay_time < ${to}`
}

function conditionOf(filter: BillFilter) {
  const tab = filter.tab === 'paid' ? paidBetween(filter.from, filter.to) : TABS[filter.tab]
  return sql`${tab} and ${filter.reach}`
}

/** `keyword` finds by patient (name, pinyin, phone, medical number) or bill number. */
function keywordOf(tx: TenantTx, { keyword, digits }: BillFilter) {
  if (keyword === '') return sql`true`
  return sql`(b.bill_no = ${keyword.toUpperCase()} or b.patient_id in (select f.id from ${foundBy(tx, keyword, 200, digits)} f))`
}

/** What the lists show beside the bill: whose it is, and how many items it has. */
const besideBill = (tx: TenantTx) =>
  [
    named('patient', 'p', {
      patientName: 'name',
      gender: 'gender',
      birthDay: 'birth_day',
      medicalNumber: 'medical_number',
    }),
    {
      doctorName: sql<string>`coalesce(e.name, '')`,
      itemCount: sql<number>`(select count(*)::int from bill_item i where ${tx.own('i')} and i.bill_id = b.id)`,
    },
  ] as const
const rowsOfList = (tx: TenantTx) => select(ofBill, sumsOfBill, worded, ...besideBill(tx))
const withoutSums = (tx: TenantTx) => select(ofBill, withheld(sumsOfBill), worded, ...besideBill(tx))

/** One row of the lists. */
export type BillListRow = RowIn<ReturnType<typeof rowsOfList>>

/** Bills `b` as lists show them. @param rest further conditions, order and limit */
const billsWith = (tx: TenantTx, rest: RawBuilder<unknown>) => sql`bill b
        join patient p on ${tx.own('p')} and p.id = b.patient_id
        left join employee e on ${tx.own('e')} and e.id = b.doctor_id
        where ${tx.own('b')} and ${rest}`

export async function listBills(tx: TenantTx, filter: BillFilter): Promise<BillListRow[]> {
  const order =
    filter.tab === 'waiting'
      ? sql`b.submit_time, b.id`
      : filter.tab === 'paid'
        ? sql`b.pay_time desc, b.id`
        : sql`b.open_time desc, b.id`
  const rest = sql`b.clinic_id = ${filter.clinicId} and ${conditionOf(filter)} and ${keywordOf(tx, filter)}
        order by ${order} limit ${filter.limit} offset ${filter.offset}`
  return tx.rows(rowsOfList(tx).from`${billsWith(tx, rest)}`)
}

/** How many bills a list holds, and what they come to; without sums for whoever may not see amounts. */
export async function listSums(
  tx: TenantTx,
  filter: BillFilter,
  sees: boolean,
): Promise<{ total: number; sums: { receivable: Fen; paid: Fen; arrears: Fen } | null }> {
  const sum = (column: string) => fenOf(sql`coalesce(sum(${sql.ref(`b.${column}`)}), 0)`)
  const total = { total: sql<number>`count(*)::int` }
  const from = sql`bill b where ${tx.own('b')} and b.clinic_id = ${filter.clinicId} and ${conditionOf(filter)} and ${keywordOf(tx, filter)}`
  if (!sees) return { ...(await tx.need(select(total).from`${from}`)), sums: null }
  const amounts = { receivable: sum('receivable_amount'), paid: sum('paid_amount'), arrears: sum('arrears_amount') }
  const { total: count, ...sums } = await tx.need(select(total, amounts).from`${from}`)
  return { total: count, sums }
}

export async function tabCounts(
  tx: TenantTx,
  { clinicId, from, to, reach }: Pick<BillFilter, 'clinicId' | 'from' | 'to' | 'reach'>,
): Promise<{ waiting: number; arrears: number; paid: number; draft: number }> {
  const count = (tab: RawBuilder<unknown>) =>
    sql<number>`(select count(*)::int from bill b where ${tx.own('b')} and b.clinic_id = ${clinicId} and ${tab} and ${reach})`
  const counts = select({
    waiting: count(TABS.waiting),
    arrears: count(TABS.arrears),
    paid: count(paidBetween(from, to)),
    draft: count(TABS.draft),
  })
  return tx.need(counts.alone)
}

/** A bill as the patient's file shows it. */
export type PatientBillRow = BillListRow | RowIn<ReturnType<typeof withoutSums>>

/** A patient's bills, the latest first; without their amounts for whoever may not see these. */
export async function patientBills(
  tx: TenantTx,
  patientId: string,
  reach: Reach,
  sees: boolean,
): Promise<PatientBillRow[]> {
  const rest = sql`b.patient_id = ${patientId} and b.status not in ${codes(billStates, 'void')} and ${reach}
        order by b.open_time desc, b.id limit 200`
  const from = billsWith(tx, rest)
  return sees ? tx.rows(rowsOfList(tx).from`${from}`) : tx.rows(withoutSums(tx).from`${from}`)
}

/** The letterhead of the clinic. */
export async function letterhead(tx: TenantTx, clinicId: string) {
  return tx.need(
    select(columns('clinic', 'c', 'id', 'name', 'address', 'phone'))
      .keptFrom`clinic c where ${tx.own('c')} and c.id = ${clinicId}`,
  )
}
