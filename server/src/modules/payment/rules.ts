import type { Fen } from '@dentin/kit'

export type TradeStatus = 'open' | 'closed' | 'received' | 'applied' | 'strayed'

/** Why money fits no order. */
export type StrayReason = 'closed' | 'double' | 'amount' | 'currency' | 'unknown' | 'no-order'
export const STRAY_REASONS: Readonly<Record<StrayReason, string>> = {
  closed: '订单关闭后才付款',
  double: '同一订单重复付款',
  amount: '金额与订单不符',
  currency: '币种与订单不符',
  unknown: '没有对应的交易',
  'no-order': '订单已不存在',
}

/**
 * What to do with the news that a trade was paid. take: it is the payment of this trade. repeated: known already.
 * Otherwise why the money fits nothing.
 */
export function judge(
  trade: { status: TradeStatus; amount: Fen; gatewayTradeNo: string | null } | null,
  paid: { amount: Fen; currency: string; gatewayTradeNo: string },
): 'take' | 'repeated' | Exclude<StrayReason, 'closed' | 'no-order'> {
  if (!trade) return 'unknown'
  if (trade.gatewayTradeNo === paid.gatewayTradeNo) return 'repeated'
  if (trade.gatewayTradeNo !== null) return 'double'
  if (paid.currency !== 'CNY') return 'currency'
  if (paid.amount !== trade.amount) return 'amount'
  return 'take'
}

/** How a trade looks on the page of its order. */
export function payState(
  orderOpen: boolean,
  trades: readonly { status: TradeStatus }[],
): 'open' | 'confirming' | 'paid' | 'closed' | 'strayed' {
  const has = (status: TradeStatus) => trades.some((trade) => trade.status === status)
  if (has('applied')) return 'paid'
  if (has('received')) return 'confirming'
  if (orderOpen) return 'open'
  return has('strayed') ? 'strayed' : 'closed'
}
