import { add, fen, subtract, sum, ZERO, type Fen, type Laid, type PaidPart, type PartKind } from '@dentin/kit'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { allocationsOf, takenOffLines } from '../../ledger/index.ts'
import { billItems, billPayments, type ItemRow, type PaymentRow } from '../queries.ts'
import { refundsBorneByClinic } from './queries.ts'

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
const counts = (payment: Pick<PaymentRow, 'countsPerformance'>, kind: PartKind): boolean =>
  kind !== 'bonus' && kind !== 'points' && payment.countsPerformance

/** What the payments that lie on each line come to as performance. */
export const earnedBy = ({ items, parts }: Pick<Standing, 'items' | 'parts'>, laid: Laid): Fen[] =>
  items.map((_, line) =>
    sum(parts.map(({ payment, kind }, n) => (counts(payment, kind) ? (laid[n]?.[line] ?? ZERO) : ZERO))),
  )

/** What earlier refunds left of each line's performance with its doctor though the money went back: the clinic bears it. */
export async function borneByClinic(tx: TenantTx, billId: string, { items }: Pick<Standing, 'items'>): Promise<Fen[]> {
  const refunds = await refundsBorneByClinic(tx, billId)
  if (refunds.length === 0) return items.map(() => ZERO)
  const payments = new Map((await billPayments(tx, billId)).map((payment) => [payment.id, payment]))
  const moved = (await takenOffLines(tx, billId, refunds)).filter(({ paymentId, part }) =>
    counts(payments.get(paymentId) as PaymentRow, part),
  )
  return items.map(({ id }) => sum(moved.flatMap(({ itemId, amount }) => (itemId === id ? [amount] : []))))
}

/**
 * Performance by doctor, null for the clinic.
 * @param earned what the payments on each line come to
 * @param borne what of each line's performance the doctor keeps without them: it is the clinic's to bear
 */
export function performanceOf(
  items: readonly Pick<ItemRow, 'doctorId'>[],
  earned: readonly Fen[],
  borne: readonly Fen[],
): Map<string | null, Fen> {
  const sums = new Map<string | null, Fen>()
  const give = (to: string | null, amount: Fen) => sums.set(to, add(sums.get(to) ?? ZERO, amount))
  for (const [line, { doctorId }] of items.entries()) {
    const kept = borne[line] ?? ZERO
    give(doctorId, add(earned[line] ?? ZERO, kept))
    if (kept !== 0) give(null, subtract(ZERO, kept))
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
