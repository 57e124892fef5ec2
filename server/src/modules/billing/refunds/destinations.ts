import { ZERO, type PartKind, type RefundPlan } from '@dentin/kit'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { payMethods, type PayMethod } from '../../clinic/index.ts'
import { accountOfPart, type Posting } from '../../ledger/index.ts'
import { closedCards, isGift, purseOf } from '../cards.ts'
import type { Standing, StandingPart } from './standing.ts'

// Where the parts of payments go back to: as they came in, unless there is nothing any more that could take them.

/** Ready money and its like: what a house can pay out by. */
const CASH_LIKE = 1

/** What a refund has to know of cards, prepayments and ways to pay. */
export interface Destinations {
  /** Cards and prepayments that were closed since: what they paid leaves in cash, and what was given with them lapses. */
  closed: ReadonlySet<string>
  /** Ways to pay that take nothing back: what they brought leaves by another. */
  oneWay: ReadonlySet<string>
  cash: PayMethod
  /** The other way: the one that was chosen, cash when none was. */
  other: PayMethod
  /** Those that may be chosen. */
  choices: readonly PayMethod[]
}

/**
 * Where the parts of a bill's payments may go back to.
 * @param otherWayId the way by which money leaves that can't go back as it came; null: cash
 */
export async function destinationsOf(
  tx: TenantTx,
  standing: Standing,
  otherWayId: string | null,
): Promise<Destinations> {
  const methods = await payMethods(tx)
  const cash = methods.find(({ code }) => code === 'cash')
  if (!cash) throw new AppError('PAY_METHOD_OFF', { message: '没有现金这种收款方式' })
  const choices = methods.filter(mayPayOut)
  return {
    closed: await closedCards(tx, standing),
    oneWay: new Set(methods.flatMap(({ id, allowRefund }) => (allowRefund ? [] : [id]))),
    cash,
    other:
      methods.find(({ id }) => id === otherWayId) ?? choices.find(({ id }) => id === cash.id) ?? choices[0] ?? cash,
    choices,
  }
}

const mayPayOut = ({ type, enabled, allowRefund }: PayMethod): boolean => type === CASH_LIKE && enabled && allowRefund

/** Refuses another way that can't pay anything out. */
export function mustPayOut({ choices, other }: Destinations, otherWayId: string | undefined): void {
  if (otherWayId === undefined || choices.some(({ id }) => id === otherWayId)) return
  if (other.id !== otherWayId) throw fieldError('NOT_FOUND', 'otherWayId', '没有这种收款方式')
  const message = `${other.name}不能用来退款，请另选一种`
  throw new AppError('PAY_METHOD_OFF', { message, fields: [{ field: 'otherWayId', message }] })
}

type Destination = 'asItCame' | 'cash' | 'other' | 'lapses'

/** Where one part goes. What cards, prepayments and units paid never leaves by another way while these stand. */
export function destinationOf(
  { closed, oneWay }: Destinations,
  { payment, kind }: Pick<StandingPart, 'payment' | 'kind'>,
): Destination {
  if (closed.has(purseOf(payment))) return isGift(kind) ? 'lapses' : 'cash'
  return kind === 'cash' && oneWay.has(payment.payMethodId) ? 'other' : 'asItCame'
}

/** Does some of what goes back leave otherwise than it came in? Somebody else agrees to that. */
export const leavesOtherwise = (to: Destinations, { parts }: Standing, plan: RefundPlan): boolean =>
  parts.some((part, n) => (plan.ways[n] ?? ZERO) > 0 && ['cash', 'other'].includes(destinationOf(to, part)))

/** How a part goes back, in words. */
export function wayName(to: Destinations, part: Pick<StandingPart, 'payment' | 'kind'>): string {
  const { payMethodName, prepayId } = part.payment
  switch (destinationOf(to, part)) {
    case 'asItCame':
      return payMethodName
    case 'lapses':
      return `${payMethodName}（卡已退，作废）`
    case 'other':
      return `${to.other.name}（${payMethodName}不可退）`
    case 'cash':
      return prepayId ? '现金（原预交金已退）' : '现金（原卡已退）'
  }
}

/** A part as it goes back: by which way, against which account, into which purse. */
export interface PartBack {
  account: Posting['account']
  payMethodId: string
  cardId: string | null
  prepayId: string | null
  payUnitId: string | null
}

const nowhere = { cardId: null, prepayId: null, payUnitId: null }
const GIFTS: Partial<Record<PartKind, Posting['account']>> = { bonus: 'bonusGiven', points: 'pointsGiven' }

/** How a part is booked when it goes back. */
export function partBack(to: Destinations, { payment, kind }: StandingPart): PartBack {
  const { payMethodId, cardId, prepayId, payUnitId } = payment
  switch (destinationOf(to, { payment, kind })) {
    case 'asItCame':
      return { account: accountOfPart[kind], payMethodId, cardId, prepayId, payUnitId }
    case 'lapses':
      return { account: GIFTS[kind] ?? accountOfPart[kind], payMethodId, ...nowhere }
    case 'other':
      return { account: 'cash', payMethodId: to.other.id, ...nowhere }
    case 'cash':
      return { account: 'cash', payMethodId: to.cash.id, ...nowhere }
  }
}
