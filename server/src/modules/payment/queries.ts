import { yuanToFen, type Fen } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx } from '../../platform/database/tx.ts'
import type { GatewayName } from './gateways/gateway.ts'
import type { StrayReason, TradeStatus } from './rules.ts'

export interface Trade {
  id: string
  outTradeNo: string
  gateway: GatewayName
  merchant: string
  /** The clinic's own merchant; null: the provider's, or the stand-in. */
  merchantId: string | null
  tenantId: string
  clinicId: string
  kind: string
  orderId: string
  orderNo: string
  title: string
  amount: Fen
  status: TradeStatus
  codeUrl: string | null
  gatewayTradeNo: string | null
  /** What was paid, which may be another sum than what was asked for. */
  paidAmount: Fen | null
  paidAt: Date | null
  createdAt: Date
  expiresAt: Date
  askedAt: Date | null
}

const COLUMNS =
  sql.raw(`id, out_trade_no as "outTradeNo", gateway, merchant, merchant_id as "merchantId", tenant_id as "tenantId", clinic_id as "clinicId",
  kind, order_id as "orderId", order_no as "orderNo", title, amount, status, code_url as "codeUrl",
  gateway_trade_no as "gatewayTradeNo", paid_amount as "paidAmount", paid_at as "paidAt", created_at as "createdAt", expires_at as "expiresAt", asked_at as "askedAt"`)

type Row = Omit<Trade, 'amount' | 'paidAmount'> & { amount: string; paidAmount: string | null }
const read = (row: Row | undefined): Trade | null =>
  row
    ? {
        ...row,
        amount: yuanToFen(row.amount),
        paidAmount: row.paidAmount === null ? null : yuanToFen(row.paidAmount),
      }
    : null

/** A trade, locked until the transaction ends. */
export async function lockTrade(tx: PlatformTx, id: string): Promise<Trade | null> {
  return read(await tx.row<Row>(keptSql`select ${COLUMNS} from gateway_trade where id = ${id} for no key update`))
}

/** The trade that a gateway speaks of, locked. */
export async function lockTradeByNo(tx: PlatformTx, gateway: GatewayName, outTradeNo: string): Promise<Trade | null> {
  return read(
    await tx.row<Row>(
      sql`select ${COLUMNS} from gateway_trade where out_trade_no = ${outTradeNo} and gateway = ${gateway} for no key update`,
    ),
  )
}

export async function tradeById(tx: PlatformTx, id: string): Promise<Trade | null> {
  return read(await tx.row<Row>(keptSql`select ${COLUMNS} from gateway_trade where id = ${id}`))
}

/** All trades of an order, the newest first. */
export async function tradesOf(
  tx: PlatformTx,
  order: { tenantId: string; kind: string; orderId: string },
): Promise<Trade[]> {
  const rows = await tx.rows<Row>(
    keptSql`select ${COLUMNS} from gateway_trade
        where tenant_id = ${order.tenantId} and kind = ${order.kind} and order_id = ${order.orderId} order by created_at desc, id desc`,
  )
  return rows.map((row) => read(row) as Trade)
}

/** A trade of a clinic's patients is asked about so soon again: somebody stands at the desk. */
const DESK_EVERY_MS = 4_500

/** Trades that need somebody to look after them: not brought to their order, or open and not asked about for a while. */
export async function unendedTrades(tx: PlatformTx, notSince: Date, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    sql`select id from gateway_trade
        where status = 'received' or (status = 'open' and created_at < ${notSince} and coalesce(asked_at, created_at) < ${notSince})
          or (status = 'open' and kind = 'desk' and coalesce(asked_at, created_at) < ${new Date(tx.realNow.getTime() - DESK_EVERY_MS)})
        order by status desc, coalesce(asked_at, created_at) limit ${limit}`,
  )
  return rows.map((row) => row.id)
}

/** Money that fits no order, for the provider. */
export interface StrayedPayment {
  id: string
  gateway: GatewayName
  gatewayTradeNo: string
  outTradeNo: string
  /** App or merchant number at which the money arrived. */
  merchant: string
  amount: Fen
  currency: string
  /** What the order costs; null when there is none. */
  expected: Fen | null
  paidAt: Date
  reason: StrayReason
  tenantId: string | null
  clinicId: string | null
  kind: string | null
  orderNo: string | null
  title: string | null
  foundAt: Date
  settledAs: 'refunded' | 'credited' | 'other' | null
  settledBy: string | null
  settledAt: Date | null
  note: string
}

/** One page of the strayed payments, the newest first; with `settled` only the settled or the open ones. */
export async function strayedTrades(
  tx: PlatformTx,
  filter: { settled?: boolean; pageNum: number; pageSize: number },
): Promise<{ list: StrayedPayment[]; total: number }> {
  const which =
    filter.settled === undefined ? sql`true` : filter.settled ? sql`settled_at is not null` : sql`settled_at is null`
  const { total } = await tx.need<{ total: number }>(
    sql`select count(*)::int as total from strayed_payment where ${which}`,
  )
  const rows = await tx.rows<Omit<StrayedPayment, 'amount' | 'expected'> & { amount: string; expected: string | null }>(
    sql`select id, gateway, gateway_trade_no as "gatewayTradeNo", out_trade_no as "outTradeNo", merchant, amount, currency, expected,
          paid_at as "paidAt", reason, tenant_id as "tenantId", clinic_id as "clinicId", kind, order_no as "orderNo", title,
          found_at as "foundAt", settled_as as "settledAs", settled_by as "settledBy", settled_at as "settledAt", note
        from strayed_payment where ${which} order by found_at desc, id desc
        limit ${filter.pageSize} offset ${(filter.pageNum - 1) * filter.pageSize}`,
  )
  return {
    list: rows.map((row) => ({
      ...row,
      amount: yuanToFen(row.amount),
      expected: row.expected === null ? null : yuanToFen(row.expected),
    })),
    total,
  }
}
