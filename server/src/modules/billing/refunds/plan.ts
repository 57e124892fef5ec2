import type { contract, ParsedInput } from '@dentin/contract'
import { formatYuan, planRefund, sum, ZERO, type Fen, type RefundMode, type RefundPlan } from '@dentin/kit'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { claimLeft, type Standing } from './standing.ts'

type Asked = Pick<ParsedInput<typeof contract.refund.preview>, 'type' | 'items'>

/** What is taken off one line. */
export interface Taken {
  amount: Fen
  qty: number
}

/**
 * What a person asked to take off each line of a bill, held against what the lines can give.
 * @returns one for each line of the bill, nothing for those that keep theirs
 */
export function takenFrom({ items }: Pick<Standing, 'items'>, asked: Asked): Taken[] {
  if (asked.type === 3) return items.map((item) => ({ amount: claimLeft(item), qty: item.qty - item.returnedQty }))
  const taken: Taken[] = items.map(() => ({ amount: ZERO, qty: 0 }))
  for (const [n, each] of asked.items.entries()) {
    const line = items.findIndex(({ id }) => id === each.billItemId)
    const item = items[line]
    const field = `items.${n}`
    if (!item) throw fieldError('NOT_FOUND', `${field}.billItemId`, '账单上没有这个项目')
    if (asked.items.findIndex(({ billItemId }) => billItemId === each.billItemId) !== n)
      throw fieldError('BAD_INPUT', `${field}.billItemId`, '同一个项目选了两次')
    const most = claimLeft(item)
    if (each.amount > most)
      throw new AppError('REFUND_OVER', {
        message: `${item.name}最多可退 ${formatYuan(most)} 元`,
        fields: [{ field: `${field}.amount`, message: `最多可退 ${formatYuan(most)} 元` }],
      })
    const mostQty = item.qty - item.returnedQty
    if (each.qty > mostQty)
      throw new AppError('REFUND_OVER', {
        message: `${item.name}最多可退 ${mostQty} ${item.unit}`,
        fields: [{ field: `${field}.qty`, message: `最多可退 ${mostQty} ${item.unit}` }],
      })
    if (asked.type === 2 && each.qty > 0) throw fieldError('BAD_INPUT', `${field}.qty`, '退差价只改金额，数量不变')
    if (asked.type !== 2 && each.qty === 0)
      throw fieldError('BAD_INPUT', `${field}.qty`, '请填写退的数量，只退差价请选退差价')
    taken[line] = { amount: each.amount, qty: each.qty }
  }
  return taken
}

/**
 * What a refund that was asked for takes off each line now. Whether its quantities fit its kind was looked at when it was asked.
 * @throws AppError REFUND_STALE when a line can no longer give as much
 */
export function takenAgain(
  { items }: Pick<Standing, 'items'>,
  asked: readonly { billItemId: string; qty: number; amount: Fen }[],
): Taken[] {
  return items.map((item) => {
    const { amount, qty } = asked.find(({ billItemId }) => billItemId === item.id) ?? { amount: ZERO, qty: 0 }
    if (amount > claimLeft(item) || qty > item.qty - item.returnedQty) throw new AppError('REFUND_STALE')
    return { amount, qty }
  })
}

/** What a refund does to a bill. */
export function planOf(standing: Standing, taken: readonly Taken[], mode: RefundMode): RefundPlan {
  return planRefund({
    mode,
    parts: standing.parts,
    laid: standing.laid,
    lines: standing.items.map((item, line) => ({
      want: standing.wants[line] as Fen,
      canBonus: item.canBonus,
      taken: (taken[line] as Taken).amount,
    })),
  })
}

export const sumTaken = (taken: readonly Taken[]): Fen => sum(taken.map(({ amount }) => amount))
