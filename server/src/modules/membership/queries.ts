import { invoiceStates } from '@dentin/contract/membership'
import { orderStates } from '@dentin/contract/core/order-states'
import { yuanToFen, type Fen, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx, TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { OrderStatus, VipKind } from './rules.ts'

/** An order of a clinic. */
export interface OrderRow {
  id: string
  clinicId: string
  kind: VipKind
  orderNo: string
  settingId: string
  count: number
  title: string
  totalAmount: Fen
  payType: number
  orderChannel: number
  invoiceType: number | null
  status: OrderStatus
  closesAt: Date
  paidAt: Date | null
  tradeId: string | null
  buyerName: string
  createdAt: Date
}

type Raw<Row, Money extends keyof Row> = Omit<Row, Money> & Record<Money, string>

const orderColumns = sql`o.id, o.clinic_id as "clinicId", o.kind, o.order_no as "orderNo", o.setting_id as "settingId", o.count, o.title,
  o.total_amount as "totalAmount", o.pay_type as "payType", o.order_channel as "orderChannel", o.invoice_type as "invoiceType", o.status,
  o.closes_at as "closesAt", o.paid_at as "paidAt", o.trade_id as "tradeId", o.buyer_name as "buyerName", o.created_at as "createdAt"`

const orderOf = (row: Raw<OrderRow, 'totalAmount'>): OrderRow => ({ ...row, totalAmount: yuanToFen(row.totalAmount) })

async function oneOrder(tx: TenantTx, which: RawBuilder<unknown>, lock: boolean): Promise<OrderRow | null> {
  const row = await tx.row<Raw<OrderRow, 'totalAmount'>>(
    sql`select ${orderColumns} from vip_order o where o.tenant_id = ${tx.tenantId} and ${which}${lock ? sql` for no key update` : sql``}`,
  )
  return row ? orderOf(row) : null
}

export const orderByNo = (tx: TenantTx, kind: VipKind, orderNo: string) =>
  oneOrder(tx, sql`o.kind = ${kind} and o.order_no = ${orderNo}`, false)
/** The order, with its row locked until the transaction ends. */
export const lockOrder = (tx: TenantTx, id: string) => oneOrder(tx, sql`o.id = ${id}`, true)
/** The order of the clinic that waits for money. */
export const openOrder = (tx: TenantTx, clinicId: string, kind: VipKind) =>
  oneOrder(tx, sql`o.clinic_id = ${clinicId} and o.kind = ${kind} and o.status in ${codes(orderStates, 'open')}`, false)

/** Where the membership of a clinic stands. */
export interface TermRow {
  id: string
  endDate: LocalDate
  paid: boolean
  createdAt: Date
}

export async function termOf(tx: TenantTx, clinicId: string, kind: VipKind): Promise<TermRow | null> {
  const row = await tx.row<TermRow>(
    sql`select id, end_date as "endDate", paid, created_at as "createdAt" from vip_term
        where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} and kind = ${kind}`,
  )
  return row ?? null
}

/** Makes everybody who extends the term of this clinic wait for the end of this transaction. */
export async function lockTerm(tx: TenantTx, clinicId: string): Promise<void> {
  await tx.need(keptSql`select id from clinic where tenant_id = ${tx.tenantId} and id = ${clinicId} for no key update`)
}

/** How many extensions a clinic's ledger holds. */
export async function extensionCount(tx: TenantTx, clinicId: string, kind: VipKind): Promise<number> {
  const row = await tx.need<{ count: number }>(
    sql`select count(*)::int as count from vip_extension where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} and kind = ${kind}`,
  )
  return row.count
}

/** A package on sale, or one that was. */
export interface PackageRow {
  id: string
  kind: VipKind
  count: number
  price: Fen
  discountPrice: Fen
  listPrice: Fen
  tip: string
  sortNo: number
  enabled: boolean
  version: number
}

type RawPackage = Raw<PackageRow, 'price' | 'discountPrice' | 'listPrice'>

const packageColumns = sql`id, kind, count, price, discount_price as "discountPrice", list_price as "listPrice", tip, sort_no as "sortNo",
  enabled, version`
const packageOf = (row: RawPackage): PackageRow => ({
  ...row,
  price: yuanToFen(row.price),
  discountPrice: yuanToFen(row.discountPrice),
  listPrice: yuanToFen(row.listPrice),
})

/** The packages of a kind in the order of the screen; with `all`, the ones off sale too. */
export async function packagesOf(tx: PlatformTx, kind: VipKind, all = false): Promise<PackageRow[]> {
  const rows = await tx.rows<RawPackage>(
    sql`select ${packageColumns} from vip_package where kind = ${kind} and (enabled or ${all}) order by enabled desc, sort_no, count, id`,
  )
  return rows.map(packageOf)
}

/** A package whatever its state. */
export async function packageById(tx: PlatformTx, id: string): Promise<PackageRow | null> {
  const row = await tx.row<RawPackage>(keptSql`select ${packageColumns} from vip_package where id = ${id}`)
  return row ? packageOf(row) : null
}

/** A package by id, held as it is until the transaction ends: its price can't change under an order. */
export async function packageForSale(tx: PlatformTx, kind: VipKind, id: string): Promise<PackageRow | null> {
  const row = await tx.row<RawPackage>(
    keptSql`select ${packageColumns} from vip_package where id = ${id} and kind = ${kind} for share`,
  )
  return row ? packageOf(row) : null
}

/** An order with what its payment added and its invoice. */
export interface OrderListRow extends OrderRow {
  startDate: LocalDate | null
  endDate: LocalDate | null
  invoice: { id: string; status: number; refuseReason: string; fileUrl: string | null } | null
}

export interface OrderFilter {
  clinicId: string
  kind: VipKind
  paidOnly: boolean
  limit: number
  offset: number
}

const listed = (tx: TenantTx, filter: OrderFilter) =>
  sql`o.tenant_id = ${tx.tenantId} and o.clinic_id = ${filter.clinicId} and o.kind = ${filter.kind}
    and (not ${filter.paidOnly} or o.status in ${codes(orderStates, 'received')})`

/** The orders of a clinic, the newest first, and how many there are. */
export async function listOrders(tx: TenantTx, filter: OrderFilter): Promise<{ list: OrderListRow[]; total: number }> {
  const rows = await tx.rows<Raw<OrderListRow, 'totalAmount'>>(
    sql`select ${orderColumns}, x.starts_on as "startDate", x.end_date as "endDate",
          case when i.id is null then null else jsonb_build_object('id', i.id, 'status', i.status, 'refuseReason', i.refuse_reason,
            'fileUrl', i.file_url) end as invoice
        from vip_order o
        left join vip_extension x on x.tenant_id = ${tx.tenantId} and x.order_id = o.id
        left join vip_invoice i on i.tenant_id = ${tx.tenantId} and i.order_id = o.id
        where ${listed(tx, filter)} order by o.created_at desc, o.id desc limit ${filter.limit} offset ${filter.offset}`,
  )
  const { total } = await tx.need<{ total: number }>(
    sql`select count(*)::int as total from vip_order o where ${listed(tx, filter)}`,
  )
  return { list: rows.map((row) => ({ ...row, totalAmount: yuanToFen(row.totalAmount) })), total }
}

/** The end that the payment of an order brought. */
export async function endOfOrder(tx: TenantTx, orderId: string): Promise<LocalDate | null> {
  const row = await tx.row<{ endDate: LocalDate }>(
    keptSql`select end_date as "endDate" from vip_extension where tenant_id = ${tx.tenantId} and order_id = ${orderId}`,
  )
  return row?.endDate ?? null
}

/** Orders that nobody paid in time. */
export async function lapsedOrders(tx: TenantTx, clinicId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    sql`select id from vip_order where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} and status in ${codes(orderStates, 'open')} and closes_at <= ${tx.now}
        order by id`,
  )
  return rows.map((row) => row.id)
}

/** One step of the ledger. */
export interface ExtensionRow {
  id: string
  source: 'trial' | 'order' | 'given'
  years: number
  days: number
  orderNo: string | null
  startDate: LocalDate
  endDate: LocalDate
  reason: string
  createdTime: Date
}

/** The ledger of a clinic, the newest first. */
export async function listExtensions(tx: TenantTx, clinicId: string, kind: VipKind): Promise<ExtensionRow[]> {
  return tx.rows<ExtensionRow>(
    sql`select x.id, x.source, x.years, x.days, o.order_no as "orderNo", x.starts_on as "startDate", x.end_date as "endDate", x.reason,
          x.created_at as "createdTime"
        from vip_extension x left join vip_order o on o.tenant_id = ${tx.tenantId} and o.id = x.order_id
        where x.tenant_id = ${tx.tenantId} and x.clinic_id = ${clinicId} and x.kind = ${kind} order by x.seq desc limit 200`,
  )
}

/** An invoice that was asked for. */
export interface InvoiceRow {
  id: string
  clinicId: string
  orderId: string
  orderNo: string
  title: string
  amount: Fen
  invoiceType: number
  titleType: number
  invoiceTitle: string
  taxNo: string
  regAddress: string
  regPhone: string
  bankName: string
  bankAccount: string
  receiverEmail: string
  status: number
  refuseReason: string
  fileUrl: string | null
  createdTime: Date
}

async function invoicesWhere(
  tx: TenantTx,
  which: RawBuilder<unknown>,
  page: { limit: number; offset: number },
): Promise<InvoiceRow[]> {
  const rows = await tx.rows<Raw<InvoiceRow, 'amount'>>(
    sql`select i.id, i.clinic_id as "clinicId", i.order_id as "orderId", o.order_no as "orderNo", o.title, i.amount,
          i.invoice_type as "invoiceType", i.title_type as "titleType", i.invoice_title as "invoiceTitle", i.tax_no as "taxNo",
          i.reg_address as "regAddress", i.reg_phone as "regPhone", i.bank_name as "bankName", i.bank_account as "bankAccount",
          i.receiver_email as "receiverEmail", i.status, i.refuse_reason as "refuseReason", i.file_url as "fileUrl",
          i.created_at as "createdTime"
        from vip_invoice i join vip_order o on o.tenant_id = ${tx.tenantId} and o.id = i.order_id
        where i.tenant_id = ${tx.tenantId} and ${which}
        order by i.created_at desc, i.id desc limit ${page.limit} offset ${page.offset}`,
  )
  return rows.map((row) => ({ ...row, amount: yuanToFen(row.amount) }))
}

export async function listInvoices(
  tx: TenantTx,
  filter: { clinicId: string; kind: VipKind; limit: number; offset: number },
): Promise<{ list: InvoiceRow[]; total: number }> {
  const list = await invoicesWhere(tx, sql`i.clinic_id = ${filter.clinicId} and i.kind = ${filter.kind}`, filter)
  const { total } = await tx.need<{ total: number }>(
    sql`select count(*)::int as total from vip_invoice where tenant_id = ${tx.tenantId} and clinic_id = ${filter.clinicId} and kind = ${filter.kind}`,
  )
  return { list, total }
}

/** The invoice of an order. */
export async function invoiceOfOrder(tx: TenantTx, orderId: string): Promise<InvoiceRow | null> {
  return (await invoicesWhere(tx, sql`i.order_id = ${orderId}`, { limit: 1, offset: 0 }))[0] ?? null
}

/** Until when one person has put a notice away in one clinic; undefined: not put away. */
export async function noticeOf(
  tx: TenantTx,
  clinicId: string,
  employeeId: string,
  notice: 'reminder' | 'gift',
): Promise<LocalDate | null | undefined> {
  const row = await tx.row<{ untilDate: LocalDate | null }>(
    keptSql`select until_date as "untilDate" from vip_notice
        where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} and employee_id = ${employeeId} and notice = ${notice}`,
  )
  return row?.untilDate
}

/** The clinic's account at the medical insurance. */
export interface MedicareAccountRow {
  id: string
  orgCode: string
  operatorNo: string
  areaCode: string
  sealedPassword: string
  status: number
  version: number
}

export async function medicareAccount(tx: TenantTx, clinicId: string): Promise<MedicareAccountRow | null> {
  const row = await tx.row<MedicareAccountRow>(
    sql`select id, org_code as "orgCode", operator_no as "operatorNo", area_code as "areaCode", sealed_password as "sealedPassword", status, version
        from medicare_account where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId}`,
  )
  return row ?? null
}

/** An order on the provider's desk, with the invoice asked for. Whose it is: tenant and clinic by id. */
export interface DeskRow {
  orderId: string
  tenantId: string
  clinicId: string
  kind: VipKind
  orderNo: string
  title: string
  totalAmount: Fen
  payType: number
  status: OrderStatus
  buyerName: string
  orderedAt: Date
  closesAt: Date
  paidAt: Date | null
  invoiceId: string | null
  invoiceType: number | null
  invoiceTitle: string | null
  invoiceStatus: number | null
  invoiceAt: Date | null
}

async function deskWhere(
  tx: PlatformTx,
  which: RawBuilder<unknown>,
  page: { pageNum: number; pageSize: number },
  order: RawBuilder<unknown> = sql`ordered_at desc`,
): Promise<DeskRow[]> {
  const rows = await tx.rows<Raw<DeskRow, 'totalAmount'>>(
    sql`select order_id as "orderId", tenant_id as "tenantId", clinic_id as "clinicId", kind, order_no as "orderNo", title,
          total_amount as "totalAmount", pay_type as "payType", status, buyer_name as "buyerName", ordered_at as "orderedAt",
          closes_at as "closesAt", paid_at as "paidAt", invoice_id as "invoiceId", invoice_type as "invoiceType",
          invoice_title as "invoiceTitle", invoice_status as "invoiceStatus", invoice_at as "invoiceAt"
        from vip_desk where ${which} order by ${order}, order_id limit ${page.pageSize} offset ${(page.pageNum - 1) * page.pageSize}`,
  )
  return rows.map((row) => ({ ...row, totalAmount: yuanToFen(row.totalAmount) }))
}

async function deskCount(tx: PlatformTx, which: RawBuilder<unknown>): Promise<number> {
  return (await tx.need<{ total: number }>(sql`select count(*)::int as total from vip_desk where ${which}`)).total
}

/** An order on the desk, of whatever clinic. @throws AppError NOT_FOUND */
export async function deskOrderOf(tx: PlatformTx, orderId: string): Promise<DeskRow> {
  const [found] = await deskWhere(tx, sql`order_id = ${orderId}`, { pageNum: 1, pageSize: 1 })
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

/** Transfers that wait for the provider (4), or were confirmed (1) or closed (2, 3) before. */
export async function listTransfers(
  tx: PlatformTx,
  filter: { statuses: readonly number[]; pageNum: number; pageSize: number },
): Promise<{ list: DeskRow[]; total: number }> {
  const wanted = sql`pay_type = 2 and status = any(${[...filter.statuses]}::int[])`
  return { list: await deskWhere(tx, wanted, filter), total: await deskCount(tx, wanted) }
}

/** Requests for invoices that are in some states; the oldest first. */
export async function listDeskInvoices(
  tx: PlatformTx,
  filter: { statuses: readonly number[]; pageNum: number; pageSize: number },
): Promise<{ list: DeskRow[]; total: number }> {
  const wanted = sql`invoice_id is not null and invoice_status = any(${[...filter.statuses]}::int[])`
  return { list: await deskWhere(tx, wanted, filter, sql`invoice_at`), total: await deskCount(tx, wanted) }
}

/** Where clinics stand, by clinic and kind. A clinic that never had a term is not in the answer. */
export async function standingsOf(
  tx: PlatformTx,
  clinicIds: readonly string[],
): Promise<{ clinicId: string; kind: VipKind; endDate: LocalDate; paid: boolean }[]> {
  if (clinicIds.length === 0) return []
  return tx.rows(
    sql`select clinic_id as "clinicId", kind, end_date as "endDate", paid from vip_standing
        where clinic_id = any(${[...clinicIds]}::uuid[]) order by clinic_id, kind`,
  )
}

/** The figures of the provider's first page. */
interface VipOverview {
  active: number
  trial: number
  expired: number
  /** Ends within 90 days. */
  endingSoon: number
  transfersWaiting: number
  invoicesWaiting: number
  /** Paid since the first day of the month. */
  paidThisMonth: Fen
}

export async function vipOverview(tx: PlatformTx, on: LocalDate): Promise<VipOverview> {
  const row = await tx.need<Raw<VipOverview, 'paidThisMonth'>>(
    sql`select s.*, d.* from (
          select (count(*) filter (where paid and end_date >= ${on}::date))::int as active,
            (count(*) filter (where not paid and end_date >= ${on}::date))::int as trial,
            (count(*) filter (where end_date < ${on}::date))::int as expired,
            (count(*) filter (where end_date between ${on}::date and ${on}::date + 90))::int as "endingSoon"
          from vip_standing where kind = 'vip') s,
        (select (count(*) filter (where status in ${codes(orderStates, 'unconfirmed')}))::int as "transfersWaiting",
            (count(*) filter (where invoice_status in ${codes(invoiceStates, 'waiting')}))::int as "invoicesWaiting",
            coalesce(sum(total_amount) filter (where paid_at >= date_trunc('month', ${on}::date)::timestamp at time zone 'Asia/Shanghai'), 0)::numeric(14, 2)
              as "paidThisMonth"
          from vip_desk) d`,
  )
  return { ...row, paidThisMonth: yuanToFen(row.paidThisMonth) }
}

/** Orders of whatever clinic that nobody paid in time: where they are. */
export async function lapsedPlaces(tx: PlatformTx): Promise<{ tenantId: string; clinicId: string }[]> {
  return tx.rows(
    sql`select distinct tenant_id as "tenantId", clinic_id as "clinicId" from vip_desk where status in ${codes(orderStates, 'open')} and closes_at <= ${tx.now}
        order by 1, 2`,
  )
}

/** Clinics whose membership ends on one of these days. */
export async function endingOn(
  tx: PlatformTx,
  days: readonly LocalDate[],
): Promise<{ tenantId: string; clinicId: string; kind: VipKind; endDate: LocalDate }[]> {
  return tx.rows(
    sql`select tenant_id as "tenantId", clinic_id as "clinicId", kind, end_date as "endDate" from vip_standing
        where end_date = any(${[...days]}::date[]) order by 1, 2, 3`,
  )
}

/** The end that the gift of a new clinic brought; null: none was given. */
export async function giftOf(tx: TenantTx, clinicId: string): Promise<LocalDate | null> {
  const row = await tx.row<{ endDate: LocalDate }>(
    sql`select end_date as "endDate" from vip_extension
        where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} and kind = 'vip' and source = 'trial'`,
  )
  return row?.endDate ?? null
}

/** Does a post of this person show the membership of the clinic? */
export async function seesMembership(
  tx: TenantTx,
  { clinicId, employeeId }: { clinicId: string; employeeId: string },
): Promise<boolean> {
  const row = await tx.row(
    keptSql`select p.resource from employee_post ep
        join post_resource p on p.tenant_id = ${tx.tenantId} and p.post_id = ep.post_id and p.resource = '/vipInfoDetail:view'
        where ep.tenant_id = ${tx.tenantId} and ep.clinic_id = ${clinicId} and ep.employee_id = ${employeeId}`,
  )
  return row !== undefined
}
