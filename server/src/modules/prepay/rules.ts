import { prepayReturnStates, prepayStates, type PrepayStep } from '@dentin/contract/prepay'
import { formatYuan, sum, ZERO, type Fen } from '@dentin/kit'
import { AppError } from '../../platform/errors.ts'

const WORDS: Record<PrepayStep, string> = { use: '使用', giveBack: '退款', transfer: '转出', undo: '撤销' }

/** Refuses a step that the state of a prepayment does not allow, and says the state. */
export function assertStep(step: PrepayStep, status: number, field?: string): void {
  if (prepayStates.may(step, status)) return
  const message = `预交金${prepayStates.names[status] ?? '状态已变化'}，不能${WORDS[step]}`
  throw new AppError('PREPAY_STATE', {
    message,
    data: { status },
    ...(field ? { fields: [{ field, message }] } : {}),
  })
}

/** Refuses a step of giving back that its state does not allow. */
export function assertReturn(step: keyof typeof prepayReturnStates.moves, status: number): void {
  if (prepayReturnStates.may(step, status)) return
  throw new AppError('PREPAY_RETURN_STATE', {
    message: `退款单${prepayReturnStates.names[status] ?? '状态已变化'}，不能再操作`,
    data: { status },
  })
}

/** Refuses more than a prepayment holds, and says how much it may be. */
export function assertHeld(amount: Fen, balance: Fen, words: (most: string) => string, field: string): void {
  if (amount <= balance) return
  const message = words(formatYuan(balance))
  throw new AppError('PREPAY_SHORT', { message, fields: [{ field, message }] })
}

/** A way of paying with a sum. */
interface OfWay {
  payMethodId: string
  name: string
  amount: Fen
}

/**
 * Holds the ways of giving back against those by which the money came in: by each of them no more than came by it; what is
 * beyond, or came from another patient, leaves in cash.
 */
export function assertWays(asked: readonly OfWay[], cameBy: readonly OfWay[], cashId: string): void {
  for (const { payMethodId, name } of asked) {
    if (payMethodId === cashId) continue
    const given = sum(asked.filter((each) => each.payMethodId === payMethodId).map(({ amount }) => amount))
    const came = cameBy.find((each) => each.payMethodId === payMethodId)?.amount ?? ZERO
    if (given <= came) continue
    const message =
      came > 0 ? `${name}收过 ${formatYuan(came)} 元，超出部分请退现金` : `不是用${name}收的，请原路退或退现金`
    const n = asked.findIndex((each) => each.payMethodId === payMethodId)
    throw new AppError('PREPAY_WAY', { message, fields: [{ field: `ways.${n}.amount`, message }] })
  }
}
