import { fen, fenToYuan, formatYuan, subtract, sum, ZERO, type Fen } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { payMethods } from '../clinic/index.ts'
import type { Posting, Through } from '../ledger/index.ts'

/** A way in which money comes in or goes out, as it was asked for. */
export interface WayAsked {
  payMethodId: string
  amount: Fen
  tradeNo: string
  through?: Through
}

/** Ways that were checked, as a log keeps them. */
export interface Way extends WayAsked {
  name: string
  /**
   * What the way costs, in hundredths of a percent: of what came in as it was then, of what goes back by the way it came as it came.
   * Left out: what goes out otherwise takes no fee back.
   */
  feeRate?: number | undefined
}

/**
 * Cash-like ways that are in use, each once, and together exactly what is due.
 * @param what for which they are not taken, in words
 * @param side what goes out has no number of a trade yet
 */
export async function checkWays(
  tx: TenantTx,
  asked: readonly WayAsked[],
  due: Fen,
  what = '会员卡收款',
  side: 'in' | 'out' = 'in',
): Promise<Way[]> {
  const methods = new Map((await payMethods(tx)).map((method) => [method.id, method]))
  const ways = asked.map((way, n) => {
    const method = methods.get(way.payMethodId)
    const field = `ways.${n}`
    if (!method) throw fieldError('NOT_FOUND', `${field}.payMethodId`, '没有这种收款方式')
    if (!method.enabled || method.type !== 1) {
      const message = method.enabled ? `${what}不能用${method.name}` : `${method.name}未启用`
      throw new AppError('PAY_METHOD_OFF', { message, fields: [{ field: `${field}.payMethodId`, message }] })
    }
    if (side === 'out' && !method.allowRefund) {
      const message = `${method.name}不可退款，请选其他方式`
      throw new AppError('PAY_METHOD_OFF', { message, fields: [{ field: `${field}.payMethodId`, message }] })
    }
    if (asked.findIndex(({ payMethodId }) => payMethodId === way.payMethodId) < n)
      throw fieldError('BAD_INPUT', `${field}.payMethodId`, `${method.name}写了两次，请合成一笔`)
    if (side === 'in' && method.needTradeNo && way.tradeNo === '')
      throw fieldError('BAD_INPUT', `${field}.tradeNo`, '请填写交易号')
    return { ...way, name: method.name, ...(side === 'in' ? { feeRate: method.feeRate } : {}) }
  })
  const paid = sum(ways.map(({ amount }) => amount))
  if (paid < due) {
    const message = `还差 ${formatYuan(subtract(due, paid))} 元`
    throw new AppError('PAYMENT_SHORT', { message, fields: [{ field: 'ways', message }] })
  }
  if (paid > due) {
    const message =
      side === 'in' ? `收款金额超过应收 ${formatYuan(due)} 元` : `各方式合计超过退款金额 ${formatYuan(due)} 元`
    throw new AppError('PAYMENT_OVER_DUE', { message, fields: [{ field: 'ways', message }] })
  }
  return ways
}

/** What came in (or, of 'out', went out) by ways, in the ledger: what a gateway told of is cash since then, and lies on an account. */
export const cashOf = (
  ways: readonly WayAsked[],
  side: 'in' | 'out',
  of: Pick<Posting, 'cardId' | 'prepayId'>,
): Posting[] =>
  ways.map(({ payMethodId, amount, through }) => ({
    account: through?.account ?? 'cash',
    payMethodId,
    ...of,
    amount: side === 'in' ? amount : subtract(ZERO, amount),
  }))

/** The fee of a sum, half-up. */
const feeOf = (amount: Fen, rate: number): Fen => fen(Math.floor((amount * rate + 5_000) / 10_000))

/** Ways as a log keeps them, with their fees: a later change of a way alters none. */
export const keptWays = (ways: readonly Way[]) =>
  ways.map(({ payMethodId, name, amount, tradeNo, through, feeRate }) => ({
    payMethodId,
    name,
    amount: fenToYuan(amount),
    tradeNo,
    ...(feeRate ? { feeRate, feeAmount: fenToYuan(feeOf(amount, feeRate)) } : {}),
    ...(through ? { gatewayTradeId: through.tradeId } : {}),
  }))
