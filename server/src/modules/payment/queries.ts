import { yuanToFen, type Fen } from '@dentin/kit'
import { sql } from 'kysely'
import { amounts, columns, select, type RowIn } from '../../platform/database/select.ts'
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

const tradeList = select(
  columns(
    'gateway_trade',
    't',
    'id',
    'out_trade_no',
    'gateway',
    'merchant',
    'merchant_id',
    'tenant_id',
    'clinic_id',
    'kind',
    'order_id',
    'order_no',
    'title',
    'status',
    'code_url',
    'gateway_trade_no',
    'paid_at',
    'created_at',
    'expires_at',
    'asked_at',
  ),
  amounts('gateway_trade', 't', 'amount'),
  { paid: sql<string | null>`t.paid_amount::text` },
)
const read = (row: RowIn<typeof tradeList> | undefined): Trade | null => {
  if (!row) return null
  const { paid, ...trade } = row
  return { ...(trade as Omit<Trade, 'paidAmount'>), paidAmount: paid === null ? null : yuanToFen(paid) }
}

/** A trade, locked until the transaction ends. */
export async function lockTrade(tx: PlatformTx, id: string): Promise<Trade | null> {
  return read(await tx.row(tradeList.keptFrom`gateway_trade t where t.id = ${id} for no key update of t`))
}

/** The trade that a gateway speaks of, locked. */
export async function lockTradeByNo(tx: PlatformTx, gateway: GatewayName, outTradeNo: string): Promise<Trade | null> {
  return read(
    await tx.row(
      tradeList.keptFrom`gateway_trade t where t.out_trade_no = ${outTradeNo} and t.gateway = ${gateway} for no key update of t`,
    ),
  )
}

export async function tradeById(tx: PlatformTx, id: string): Promise<Trade | null> {
  return read(await tx.row(tradeList.keptFrom`gateway_trade t where t.id = ${id}`))
}

/** All trades of an order, the newest first. */
export async function tradesOf(
  tx: PlatformTx,
  order: { tenantId: string; kind: string; orderId: string },
): Promise<Trade[]> {
  const rows = await tx.rows(
    tradeList.keptFrom`gateway_trade t where t.tenant_id = ${order.tenantId} and t.kind = ${order.kind} and t.order_id = ${order.orderId}
      order by t.created_at desc, t.id desc`,
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
