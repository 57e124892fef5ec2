import { fen, sum, ZERO, type Fen, type Laid, type PaidPart, type PartKind } from '@dentin/kit'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { allocationsOf } from '../../ledger/index.ts'
import { billItems, billPayments, type ItemRow, type PaymentRow } from '../queries.ts'

/** A part of a payment on a bill. */
export interface StandingPart extends PaidPart {
  payment: PaymentRow
  kind: PartKind
}

/** What a bill comes to, line by line and part by part: what a refund is worked out from. */
export interface Standing {
  items: readonly ItemRow[]
  /** What each line's claim still is. */
  wants: readonly Fen[]
  parts: readonly StandingPart[]
  laid: Laid
}

/** What may still be taken off a line. */
export const claimLeft = (item: ItemRow): Fen => fen(item.amount - item.returnedAmount - item.writtenOffAmount)

/** How a charged bill stands; the caller has locked it when something is to follow. */
export async function standingOf(tx: TenantTx, billId: string): Promise<Standing> {
  const [items, payments, lying] = [
    await billItems(tx, billId),
    await billPayments(tx, billId),
    await allocationsOf(tx, billId),
  ]
  const parts: StandingPart[] = []
  const laid: Laid = []
  const charges: number[] = []
  for (const [row, payment] of payments.entries()) {
    const moment = payment.payTime.getTime()
    if (!charges.includes(moment)) charges.push(moment)
    const kinds = [...new Set(lying.filter(({ paymentId }) => paymentId === payment.id).map(({ part }) => part))]
    for (const kind of kinds) {
      const shares = items.map(
        ({ id }) =>
          lying.find((each) => each.paymentId === payment.id && each.part === kind && each.itemId === id)?.amount ??
          ZERO,
      )
      parts.push({ payment, kind, left: sum(shares), charge: charges.indexOf(moment), row })
      laid.push(shares)
    }
  }
  return { items, wants: items.map(claimLeft), parts, laid }
}

/** Does a part of a payment count as performance? Bonus and points are the house's own gifts; of the rest its way to pay said it. */
const counts = ({ payment, kind }: StandingPart): boolean =>
  kind !== 'bonus' && kind !== 'points' && payment.countsPerformance

/** What the payments on a doctor's lines come to as performance. */
export function performanceOf(
  { items, parts }: Pick<Standing, 'items' | 'parts'>,
  laid: Laid,
): Map<string | null, Fen> {
  const sums = new Map<string | null, Fen>()
  for (const [line, { doctorId }] of items.entries()) {
    const earned = parts.reduce((all, part, n) => (counts(part) ? all + (laid[n]?.[line] ?? 0) : all), 0)
    sums.set(doctorId, fen((sums.get(doctorId) ?? 0) + earned))
  }
  return sums
}

/** In what state a charged bill is by its amounts: refunded, part refunded, part paid or paid. */
export function statusByAmounts(amounts: {
  receivable: Fen
  returned: Fen
  refunded: Fen
  arrears: Fen
}): 2 | 3 | 4 | 5 {
  if (amounts.returned > 0 && amounts.returned === amounts.receivable) return 5
  if (amounts.refunded > 0) return 4
  return amounts.arrears > 0 ? 2 : 3
}
