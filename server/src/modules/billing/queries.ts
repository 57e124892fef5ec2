import { workStates } from '@dentin/contract/staff'
import { billStates } from '@dentin/contract/core/status'
import { yuanToFen, type Fen, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { foundBy } from '../patient/index.ts'
import { amountIf } from '../../platform/database/amount.ts'

/** Which bills `b` the person at work reaches: a condition of `billsWithin`. */
type Reach = RawBuilder<boolean>

/** A bill as it stands in its table, money in fen. */
export interface BillRow {
  id: string
  billNo: string
  billType: number
  clinicId: string
  patientId: string
  registrationId: string | null
  treatmentId: string | null
  recordId: string | null
  doctorId: string | null
  status: number
  originalAmount: Fen
  discountAmount: Fen
  roundingAmount: Fen
  reductionAmount: Fen
  discountPercent: number
  roundingRule: number
  receivableAmount: Fen
  paidAmount: Fen
  arrearsAmount: Fen
  refundedAmount: Fen
  discountReason: string
  arrearsReason: string
  remark: string
  openerName: string
  openTime: Date
  submitTime: Date | null
  payTime: Date | null
  version: number
}

const MONEY = [
  'originalAmount',
  'discountAmount',
  'roundingAmount',
  'reductionAmount',
  'receivableAmount',
  'paidAmount',
  'arrearsAmount',
  'refundedAmount',
] as const

/** Turns the named text columns of a row into fen. */
function inFen<T extends object, K extends keyof T>(row: T, names: readonly K[]): T {
  const copy = { ...row }
  for (const name of names) if (copy[name] !== null) copy[name] = yuanToFen(copy[name] as string) as T[K]
  return copy
}

const billColumnsIf = (sees: boolean) => {
  const amount = (column: string) => amountIf(sees, sql.ref(`b.${column}`))
  return sql`b.id, b.bill_no as "billNo", b.bill_type as "billType", b.clinic_id as "clinicId", b.patient_id as "patientId",
  b.registration_id as "registrationId", b.treatment_id as "treatmentId", b.record_id as "recordId", b.doctor_id as "doctorId", b.status,
  ${amount('original_amount')} as "originalAmount", ${amount('discount_amount')} as "discountAmount", ${amount('rounding_amount')} as "roundingAmount",
  ${amount('reduction_amount')} as "reductionAmount", b.discount_percent as "discountPercent", b.rounding_rule as "roundingRule",
  ${amount('receivable_amount')} as "receivableAmount", ${amount('paid_amount')} as "paidAmount", ${amount('arrears_amount')} as "arrearsAmount",
  ${amount('refunded_amount')} as "refundedAmount", b.discount_reason as "discountReason",
  coalesce(b.arrears_reason, '') as "arrearsReason", b.remark, b.opener_name as "openerName", b.open_time as "openTime", b.submit_time as "submitTime", b.pay_time as "payTime", b.version`
}
const billColumns = billColumnsIf(true)

export async function findBill(tx: TenantTx, id: string, reach: Reach): Promise<BillRow> {
  return inFen(
    await tx.need<BillRow>(
      keptSql`select ${billColumns} from bill b where b.tenant_id = ${tx.tenantId} and b.id = ${id} and ${reach}`,
    ),
    MONEY,
  )
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
  return inFen(
    await tx.need<BillRow>(
      keptSql`select ${billColumns} from bill b where b.tenant_id = ${tx.tenantId} and b.id = ${id} and ${reach} for no key update of b`,
    ),
    MONEY,
  )
}

/** A patient's bills with arrears, oldest first, locked in the order of their ids. */
export async function lockArrears(
  tx: TenantTx,
  patientId: string,
  ids: readonly string[],
  reach: Reach,
): Promise<BillRow[]> {
  const rows = await tx.rows<BillRow>(
    keptSql`select ${billColumns} from bill b where b.tenant_id = ${tx.tenantId} and b.patient_id = ${patientId} and b.status in ${codes(billStates, 'partPaid')}
        and b.arrears_amount > 0 and (cardinality(${ids}::uuid[]) = 0 or b.id = any(${ids}::uuid[])) and ${reach}
        order by b.id for no key update of b`,
  )
  return rows.map((row) => inFen(row, MONEY)).sort((x, y) => x.openTime.getTime() - y.openTime.getTime())
}

export interface ItemRow {
  id: string
  tariffId: string | null
  name: string
  categoryName: string
  teeth: string
  unit: string
  qty: number
  price: Fen
  canDiscount: boolean
  discountPercent: number
  originalAmount: Fen
  discountAmount: Fen
  amount: Fen
}

export async function billItems(tx: TenantTx, billId: string): Promise<ItemRow[]> {
  const rows = await tx.rows<ItemRow>(
    keptSql`select id, tariff_id as "tariffId", name, category_name as "categoryName", teeth, unit, qty, price, can_discount as "canDiscount",
          discount_percent as "discountPercent", original_amount as "originalAmount", discount_amount as "discountAmount", amount
        from bill_item where tenant_id = ${tx.tenantId} and bill_id = ${billId} order by line_no`,
  )
  return rows.map((row) => inFen(row, ['price', 'originalAmount', 'discountAmount', 'amount']))
}

export interface PaymentRow {
  id: string
  payNo: string
  payMethodId: string
  payMethodName: string
  amount: Fen
  tenderedAmount: Fen | null
  changeAmount: Fen
  tradeNo: string | null
  kind: number
  /** Taken back by a revoke. */
  revoked: boolean
  payTime: Date
  payDate: LocalDate
  cashierName: string
}

export async function billPayments(tx: TenantTx, billId: string): Promise<PaymentRow[]> {
  const rows = await tx.rows<PaymentRow>(
    keptSql`select p.id, p.pay_no as "payNo", p.pay_method_id as "payMethodId", m.name as "payMethodName", p.amount,
          p.tendered_amount as "tenderedAmount", p.change_amount as "changeAmount", p.trade_no as "tradeNo", p.kind,
          exists (select 1 from bill_payment r where r.tenant_id = ${tx.tenantId} and r.revokes_id = p.id) as revoked, p.pay_time as "payTime", p.pay_date as "payDate", p.cashier_name as "cashierName"
        from bill_payment p join pay_method m on m.tenant_id = ${tx.tenantId} and m.id = p.pay_method_id
        where p.tenant_id = ${tx.tenantId} and p.bill_id = ${billId} order by p.pay_time, p.id`,
  )
  return rows.map((row) => inFen(row, ['amount', 'tenderedAmount', 'changeAmount']))
}

/** What the patient owes on other bills than this one; null for whoever may not see amounts. */
export async function otherArrears(
  tx: TenantTx,
  patientId: string,
  billId: string | null,
  reach: Reach,
  sees: boolean,
): Promise<{ amount: Fen; count: number; oldest: Date | null } | null> {
  if (!sees) return null
  const row = await tx.need<{ amount: string; count: number; oldest: Date | null }>(
    keptSql`select coalesce(sum(b.arrears_amount), 0)::numeric(14, 2) as amount, count(*)::int as count, min(b.open_time) as oldest from bill b
        where b.tenant_id = ${tx.tenantId} and b.patient_id = ${patientId} and b.status in ${codes(billStates, 'partPaid')} and b.arrears_amount > 0
          and b.id is distinct from ${billId}::uuid and ${reach}`,
  )
  return { ...row, amount: yuanToFen(row.amount) }
}

export async function unpaidBills(
  tx: TenantTx,
  patientId: string,
  reach: Reach,
): Promise<{ id: string; billNo: string; receivableAmount: Fen }[]> {
  const rows = await tx.rows<{ id: string; billNo: string; receivableAmount: Fen }>(
    keptSql`select b.id, b.bill_no as "billNo", b.receivable_amount as "receivableAmount" from bill b
        where b.tenant_id = ${tx.tenantId} and b.patient_id = ${patientId} and b.status in ${codes(billStates, 'due', 'paying')} and ${reach} order by b.open_time`,
  )
  return rows.map((row) => inFen(row, ['receivableAmount']))
}

/** The bill that a record already has and that was not voided. */
export async function billOfRecord(
  tx: TenantTx,
  recordId: string,
): Promise<{ id: string; status: number } | undefined> {
  return tx.row(
    keptSql`select id, status from bill where tenant_id = ${tx.tenantId} and record_id = ${recordId} and status not in ${codes(billStates, 'void')}`,
  )
}

/** The fee bill of a registration that was not voided. */
export async function feeBillOf(
  tx: TenantTx,
  registrationId: string,
): Promise<{ id: string; status: number } | undefined> {
  return tx.row(
    keptSql`select id, status from bill where tenant_id = ${tx.tenantId} and registration_id = ${registrationId} and bill_type = 3 and status not in ${codes(billStates, 'void')}`,
  )
}

/** How many treatment bills of a registration, other than this one, still wait for payment and how many were charged. */
export async function otherBillsOf(
  tx: TenantTx,
  registrationId: string,
  billId: string,
): Promise<{ open: number; charged: number }> {
  return tx.need(
    sql`select count(*) filter (where status in ${codes(billStates, 'unsent', 'due', 'paying')})::int as open, count(*) filter (where status in ${codes(billStates, 'charged')})::int as charged
        from bill where tenant_id = ${tx.tenantId} and registration_id = ${registrationId} and bill_type <> 3 and id <> ${billId}`,
  )
}

/** What was said when the bill came into its present state. */
export async function statusReasonOf(tx: TenantTx, billId: string): Promise<string> {
  const row = await tx.row<{ reason: string | null }>(
    sql`select reason from status_log where tenant_id = ${tx.tenantId} and biz_id = ${billId} order by created_at desc, id desc limit 1`,
  )
  return row?.reason ?? ''
}

/** One row of the lists, before the names of the doctor. */
export interface BillListRow extends BillRow {
  patientName: string
  gender: number
  birthDay: LocalDate | null
  medicalNumber: string
  doctorName: string
  itemCount: number
}

const TABS = {
  waiting: sql`b.status in ${codes(billStates, 'due', 'paying')}`,
  arrears: sql`b.status in ${codes(billStates, 'partPaid')} and b.arrears_amount > 0`,
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
  return sql`b.status in ${codes(billStates, 'charged')} and b.pay_time >= ${from} and b.pay_time < ${to}`
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

/** Bills `b` as lists show them. @param rest further conditions, order and limit */
async function billRows(tx: TenantTx, rest: RawBuilder<unknown>, sees = true): Promise<BillListRow[]> {
  const rows = await tx.rows<BillListRow>(
    sql`select ${sees ? billColumns : billColumnsIf(false)}, p.name as "patientName", p.gender, p.birth_day as "birthDay", p.medical_number as "medicalNumber",
          coalesce(e.name, '') as "doctorName",
          (select count(*)::int from bill_item i where i.tenant_id = ${tx.tenantId} and i.bill_id = b.id) as "itemCount"
        from bill b
        join patient p on p.tenant_id = ${tx.tenantId} and p.id = b.patient_id
        left join employee e on e.tenant_id = ${tx.tenantId} and e.id = b.doctor_id
        where b.tenant_id = ${tx.tenantId} and ${rest}`,
  )
  return rows.map((row) => inFen(row, MONEY))
}

export async function listBills(tx: TenantTx, filter: BillFilter): Promise<BillListRow[]> {
  const order =
    filter.tab === 'waiting'
      ? sql`b.submit_time, b.id`
      : filter.tab === 'paid'
        ? sql`b.pay_time desc, b.id`
        : sql`b.open_time desc, b.id`
  return billRows(
    tx,
    sql`b.clinic_id = ${filter.clinicId} and ${conditionOf(filter)} and ${keywordOf(tx, filter)}
        order by ${order} limit ${filter.limit} offset ${filter.offset}`,
  )
}

/** How many bills a list holds, and what they come to; without sums for whoever may not see amounts. */
export async function listSums(
  tx: TenantTx,
  filter: BillFilter,
  sees: boolean,
): Promise<{ total: number; sums: { receivable: Fen; paid: Fen; arrears: Fen } | null }> {
  const sum = (column: string) => amountIf(sees, sql`coalesce(sum(${sql.ref(`b.${column}`)}), 0)`)
  const { total, ...sums } = await tx.need<{ total: number; receivable: string; paid: string; arrears: string }>(
    sql`select count(*)::int as total, ${sum('receivable_amount')} as receivable, ${sum('paid_amount')} as paid, ${sum('arrears_amount')} as arrears
        from bill b where b.tenant_id = ${tx.tenantId} and b.clinic_id = ${filter.clinicId} and ${conditionOf(filter)} and ${keywordOf(tx, filter)}`,
  )
  if (!sees) return { total, sums: null }
  const { receivable, paid, arrears } = sums
  return {
    total,
    sums: { receivable: yuanToFen(receivable), paid: yuanToFen(paid), arrears: yuanToFen(arrears) },
  }
}

export async function tabCounts(
  tx: TenantTx,
  { clinicId, from, to, reach }: Pick<BillFilter, 'clinicId' | 'from' | 'to' | 'reach'>,
): Promise<{ waiting: number; arrears: number; paid: number; draft: number }> {
  const count = (tab: RawBuilder<unknown>) =>
    sql`(select count(*)::int from bill b where b.tenant_id = ${tx.tenantId} and b.clinic_id = ${clinicId} and ${tab} and ${reach})`
  return tx.need(
    sql`select ${count(TABS.waiting)} as waiting, ${count(TABS.arrears)} as arrears, ${count(paidBetween(from, to))} as paid,
          ${count(TABS.draft)} as draft`,
  )
}

/** A bill as the patient's file shows it. */
export type PatientBillRow = {
  [K in keyof BillListRow]: K extends (typeof MONEY)[number] ? BillListRow[K] | null : BillListRow[K]
}

/** A patient's bills, the latest first; without their amounts for whoever may not see these. */
export async function patientBills(
  tx: TenantTx,
  patientId: string,
  reach: Reach,
  sees: boolean,
): Promise<PatientBillRow[]> {
  return billRows(
    tx,
    sql`b.patient_id = ${patientId} and b.status not in ${codes(billStates, 'void')} and ${reach}
        order by b.open_time desc, b.id limit 200`,
    sees,
  )
}

/** Whose till a payment moves: the reversal of one is out of the till that took the money, whoever made it. */
const TILL = sql`coalesce(taken.cashier_id, p.cashier_id)`
const takenBy = (tx: TenantTx) =>
  sql`left join bill_payment taken on taken.tenant_id = ${tx.tenantId} and taken.id = p.revokes_id`

/** What one cashier has taken on a day, by method, less what of it was revoked. */
export async function takingsOf(
  tx: TenantTx,
  clinicId: string,
  cashierId: string,
  date: LocalDate,
): Promise<{ name: string; amount: Fen }[]> {
  const rows = await tx.rows<{ name: string; amount: Fen }>(
    sql`select m.name, sum(p.amount)::numeric(14, 2) as amount
        from bill_payment p join pay_method m on m.tenant_id = ${tx.tenantId} and m.id = p.pay_method_id
        ${takenBy(tx)}
        where p.tenant_id = ${tx.tenantId} and p.clinic_id = ${clinicId} and p.pay_date = ${date}::date and ${TILL} = ${cashierId}
        group by m.id, m.name, m.sort_no order by m.sort_no`,
  )
  return rows.map((row) => inFen(row, ['amount']))
}

/** How many bills one cashier has taken money for on a day and not given back, and when the first was. */
export async function countOf(
  tx: TenantTx,
  clinicId: string,
  cashierId: string,
  date: LocalDate,
): Promise<{ count: number; since: Date | null }> {
  return tx.need(
    keptSql`select count(distinct p.bill_id) filter (where p.kind <> 3 and not exists (
            select 1 from bill_payment r where r.tenant_id = ${tx.tenantId} and r.revokes_id = p.id))::int as count, min(p.pay_time) filter (where p.kind <> 3) as since
        from bill_payment p
        where p.tenant_id = ${tx.tenantId} and p.clinic_id = ${clinicId} and p.pay_date = ${date}::date and p.cashier_id = ${cashierId}`,
  )
}

/** Those at work in the clinic whose posts let them revoke a charge, by name; the few that one would ask. */
export async function revokersOf(tx: TenantTx, clinicId: string): Promise<string[]> {
  const rows = await tx.rows<{ name: string }>(
    sql`select e.name from employee e
        where e.tenant_id = ${tx.tenantId} and e.work_status in ${codes(workStates, 'working')} and exists (
          select 1 from employee_post ep
          join post_resource pr on pr.tenant_id = ${tx.tenantId} and pr.post_id = ep.post_id and pr.resource = '/orderSet:revoke'
          join employee_clinic ec on ec.tenant_id = ${tx.tenantId} and ec.employee_id = ep.employee_id and ec.clinic_id = ep.clinic_id and ec.active
          where ep.tenant_id = ${tx.tenantId} and ep.clinic_id = ${clinicId} and ep.employee_id = e.id)
        order by e.sort_no, e.name limit 4`,
  )
  return rows.map(({ name }) => name)
}

/** The letterhead of the clinic. */
export async function letterhead(
  tx: TenantTx,
  clinicId: string,
): Promise<{ name: string; address: string; phone: string }> {
  return tx.need(keptSql`select name, address, phone from clinic where tenant_id = ${tx.tenantId} and id = ${clinicId}`)
}

/** How often the receipt of a bill was printed before. */
export async function printsOf(tx: TenantTx, billId: string): Promise<number> {
  const row = await tx.need<{ count: number }>(
    keptSql`select count(*)::int as count from audit where tenant_id = ${tx.tenantId} and entity_id = ${billId} and action = 'print'`,
  )
  return row.count
}
