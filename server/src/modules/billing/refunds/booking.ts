import { subtract, ZERO, type Fen, type RefundPlan } from '@dentin/kit'
import type { TenantTx } from '../../../platform/database/tx.ts'
import type { Posting } from '../../ledger/index.ts'
import { pointsAfter, pointsBack, usesBack } from '../cards.ts'
import type { BillRow } from '../queries.ts'
import type { Destinations, PartBack } from './destinations.ts'
import type { Taken } from './plan.ts'
import type { Standing } from './standing.ts'

// What a refund books. Its preview says what this comes to, and books nothing.

interface Booking {
  standing: Standing
  /** One for each line. */
  taken: readonly Taken[]
  plan: RefundPlan
  to: Destinations
  /** How each part goes back. */
  ways: readonly PartBack[]
}

/** The entry of a refund. In a transaction that books it every card of the bill is locked. */
export async function postingsOfRefund(tx: TenantTx, bill: BillRow, booking: Booking): Promise<Posting[]> {
  const { standing, plan, to } = booking
  return [
    ...postingsOf(bill.id, booking),
    ...(await usesBack(tx, bill.id, standing, plan)),
    ...pointsBack(bill.id, standing, plan, to.closed),
    ...(await pointsAfter(tx, bill, standing, plan)),
  ]
}

/** The numbers of the lines of a bill of which nothing is left after a refund. */
export const linesGone = ({ items }: Standing, taken: readonly Taken[]): ReadonlySet<number> =>
  new Set(
    items.flatMap(({ lineNo, qty, returnedQty }, line) =>
      returnedQty + (taken[line]?.qty ?? 0) === qty ? [lineNo] : [],
    ),
  )

/** What an entry does to a card. */
export interface CardChange {
  principal: Fen
  bonus: Fen
  times: number
  pointsBack: number
  pointsTaken: number
}
const NOTHING: CardChange = { principal: ZERO, bonus: ZERO, times: 0, pointsBack: 0, pointsTaken: 0 }

/** What postings do to cards, by card. */
export function cardsIn(postings: readonly Posting[]): Map<string, CardChange> {
  const changes = new Map<string, CardChange>()
  for (const { cardId, account, unit, amount, payment } of postings) {
    if (!cardId || amount === 0) continue
    const was = changes.get(cardId) ?? NOTHING
    // Times and points are kept in hundredths.
    const count = -amount / 100
    const now =
      account === 'principal'
        ? { principal: subtract(was.principal, amount) }
        : account === 'bonus'
          ? { bonus: subtract(was.bonus, amount) }
          : account === 'times' && unit === 1
            ? { times: was.times + count }
            : account === 'points' && unit === 2 && payment
              ? { pointsBack: was.pointsBack + count }
              : account === 'points' && unit === 2
                ? { pointsTaken: was.pointsTaken - count }
                : {}
    changes.set(cardId, { ...was, ...now })
  }
  return changes
}

/** The refund in the ledger: what the lines no longer earn, what goes back by which way, and how the rest lies then. */
function postingsOf(billId: string, { standing: { items, parts, laid }, taken, plan, ways }: Booking): Posting[] {
  return [
    ...items.flatMap((item, line): Posting[] => {
      const { amount } = taken[line] as Taken
      const of = { billId, itemId: item.id }
      return [
        { ...of, account: 'billed', amount },
        { ...of, account: 'receivable', amount: subtract(ZERO, amount) },
      ]
    }),
    ...parts.flatMap(({ payment, kind }, n): Posting[] => {
      const back = ways[n] as PartBack
      const of = { billId, payment: { id: payment.id, part: kind }, payMethodId: payment.payMethodId }
      return [
        {
          ...of,
          account: back.account,
          payMethodId: back.payMethodId,
          amount: subtract(ZERO, plan.ways[n] ?? ZERO),
          ...(back.cardId ? { cardId: back.cardId } : {}),
          ...(back.prepayId ? { prepayId: back.prepayId } : {}),
          ...(back.payUnitId ? { payUnitId: back.payUnitId } : {}),
        },
        ...items.map((item, line) => ({
          ...of,
          account: 'receivable' as const,
          itemId: item.id,
          amount: subtract(laid[n]?.[line] ?? ZERO, plan.laid[n]?.[line] ?? ZERO),
        })),
      ]
    }),
  ]
}
