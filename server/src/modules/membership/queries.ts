import { yuanToFen, type Fen, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import type { PlatformTx, TenantTx } from '../../platform/database/tx.ts'
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

export const orderById = (tx: TenantTx, kind: VipKind, id: string) =>
  oneOrder(tx, sql`o.kind = ${kind} and o.id = ${id}`, false)
export const orderByNo = (tx: TenantTx, kind: VipKind, orderNo: string) =>
  oneOrder(tx, sql`o.kind = ${kind} and o.order_no = ${orderNo}`, false)
/** The order, with its row locked until the transaction ends. */
export const lockOrder = (tx: TenantTx, id: string) => oneOrder(tx, sql`o.id = ${id}`, true)
/** The order of the clinic that waits for money. */
export const openOrder = (tx: TenantTx, clinicId: string, kind: VipKind) =>
  oneOrder(tx, sql`o.clinic_id = ${clinicId} and o.kind = ${kind} and o.status in (0, 4)`, false)

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
  await tx.need(sql`select id from clinic where tenant_id = ${tx.tenantId} and id = ${clinicId} for no key update`)
}

/** How many extensions a clinic's ledger holds. */
export async function extensionCount(tx: TenantTx, clinicId: string, kind: VipKind): Promise<number> {
  const row = await tx.need<{ count: number }>(
    sql`select count(*)::int as count from vip_extension where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} and kind = ${kind}`,
  )
  return row.count
}

/** Was the gift of a new clinic given already? */
export async function hadTrial(tx: TenantTx, clinicId: string, kind: VipKind): Promise<boolean> {
  const row = await tx.row(
    sql`select id from vip_extension where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} and kind = ${kind} and source = 'trial'`,
  )
  return row !== undefined
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

const packageColumns = sql`id, kind, count, price, discount_price as "discountPrice", list_price as "listPrice", tip, sort_no as "sortNo",
  enabled, version`
const packageOf = (row: Raw<PackageRow, 'price' | 'discountPrice' | 'listPrice'>): PackageRow => ({
  ...row,
  price: yuanToFen(row.price),
  discountPrice: yuanToFen(row.discountPrice),
  listPrice: yuanToFen(row.listPrice),
})

/** The packages of a kind in the order of the screen; with `all`, the ones off sale too. */
export async function packagesOf(tx: PlatformTx, kind: VipKind, all = false): Promise<PackageRow[]> {
  const rows = await tx.rows<Raw<PackageRow, 'price' | 'discountPrice' | 'listPrice'>>(
    sql`select ${packageColumns} from vip_package where kind = ${kind} and (enabled or ${all}) order by enabled desc, sort_no, count, id`,
  )
  return rows.map(packageOf)
}

/** A package by id, held as it is until the transaction ends: its price can't change under an order. */
export async function packageForSale(tx: PlatformTx, kind: VipKind, id: string): Promise<PackageRow | null> {
  const row = await tx.row<Raw<PackageRow, 'price' | 'discountPrice' | 'listPrice'>>(
    sql`select ${packageColumns} from vip_package where id = ${id} and kind = ${kind} for share`,
  )
  return row ? packageOf(row) : null
}
