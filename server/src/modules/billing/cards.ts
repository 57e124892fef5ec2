import { add, fen, pointsLeft, subtract, sum, ZERO, type Fen, type PartKind, type RefundPlan } from '@dentin/kit'
import type { ClinicContext } from '../../platform/http/context.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { answerOf } from '../../platform/wiring.ts'
import {
  closedAmong,
  logMovements,
  openPurse,
  pointsFor,
  tellOwners,
  type CardRow,
  type PaidByCard,
  type Purse,
} from '../card/index.ts'
import { tariffsByIds } from '../clinic/index.ts'
import { allocationsOf, pointsOfBill, usesOfBill, type Posting } from '../ledger/index.ts'
import type { BillRow, ItemRow } from './queries.ts'
import type { Standing } from './refunds/standing.ts'
import type { Portion } from './rules.ts'

// What bills have to do with member cards and prepayments.

/** The cards of one payment. */
export type Cards = Purse

/** No card pays. */
export const noCards: Cards = {
  subs: new Map(),
  held: null,
  take: () => {
    throw new Error('a card pays that nobody named')
  },
  takePoints: () => {
    throw new Error('points pay that nobody named')
  },
  excluded: () => Promise.resolve(new Set()),
}

const payUnitsOf = (tx: TenantTx) => answerOf(tx, 'billing', ({ payUnits }) => payUnits)
const prepaymentsOf = (tx: TenantTx) => answerOf(tx, 'billing', ({ prepayments }) => prepayments)

/** Opens the cards that payments name, none when none does, and locks their prepayments and units. */
export async function cardsFor(
  ctx: ClinicContext,
  patientId: string,
  rows: readonly Portion[],
  options: { isAsked?: boolean; own?: readonly CardRow[] | null } = {},
): Promise<Cards> {
  const prepaid = rows.flatMap(({ prepayId, amount, field }) => (prepayId ? [{ prepayId, amount, field }] : []))
  if (prepaid.length > 0) await prepaymentsOf(ctx.tx).lock(ctx, patientId, prepaid)
  await lockUnits(ctx, rows, options.isAsked)
  const asked = rows.flatMap(({ cardId, amount, password, byPoints, field }) =>
    cardId ? [{ cardId, amount, password, byPoints: byPoints ?? false, field }] : [],
  )
  return asked.length > 0 ? openPurse(ctx, patientId, asked, options) : noCards
}

/** Locks the units that payments name, and refuses what they may not be charged. */
export async function lockUnits(ctx: ClinicContext, rows: readonly Portion[], isAsked = false): Promise<void> {
  const units = rows.flatMap(({ unitId, unitReference, amount, field }) =>
    unitId ? [{ unitId, reference: unitReference ?? '', amount, field }] : [],
  )
  if (units.length > 0) await payUnitsOf(ctx.tx).lock(ctx, units, isAsked)
}

type Laid = Awaited<ReturnType<typeof allocationsOf>>[number]

/** What earlier payments did to a bill: how they lie on its lines, and the points that it gave. */
export interface PaidBefore {
  laid: readonly Laid[]
  points: readonly { cardId: string; points: number }[]
}

/** What earlier payments did to a bill, which is locked; it is read before the cards are. */
export async function paidBefore(tx: TenantTx, billId: string): Promise<PaidBefore> {
  const [laid, points] = await Promise.all([allocationsOf(tx, billId), pointsOfBill(tx, billId)])
  return { laid, points }
}

class Tried extends Error {}

/** Whether the cards of a payment that waits for a gateway can pay their part: tried, and taken back. */
export async function tryCards(ctx: ClinicContext, bill: BillRow, items: readonly ItemRow[], rows: readonly Portion[]) {
  const cards = await cardsFor(ctx, bill.patientId, rows)
  if (cards === noCards) return
  await ctx.tx
    .attempt(async () => {
      await payByCards(ctx.tx, items, rows, cards, await allocationsOf(ctx.tx, bill.id))
      throw new Tried()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Tried)) throw error
    })
}

/** What a line still wants. */
export const stillWanted = (item: ItemRow): Fen =>
  subtract(item.amount, add(item.returnedAmount, item.writtenOffAmount, item.settledAmount))

export const isGift = (part: string) => part === 'bonus' || part === 'points'

/**
 * Takes what a bill is paid with from the cards. Items that the bonus of one of them may not pay are paid by no bonus, unless some
 * lies on them already.
 * @param laid how earlier payments lie on the lines
 * @returns the lines as they may be paid now, and what each payment with a card gave
 */
export async function payByCards(
  tx: TenantTx,
  items: readonly ItemRow[],
  portions: readonly Portion[],
  cards: Cards,
  laid: readonly Laid[],
): Promise<{ items: readonly ItemRow[]; byCard: ReadonlyMap<Portion, PaidByCard> }> {
  const byCard = new Map<Portion, PaidByCard>()
  const named = portions.flatMap(({ cardId, byPoints }) => (cardId && !byPoints ? [cardId] : []))
  payByPoints(items, portions, cards, laid, byCard)
  if (named.length === 0) return { items, byCard }
  const lying = laid.filter(({ part }) => part === 'bonus')
  const bears = new Set(lying.filter(({ amount }) => amount > 0).map(({ itemId }) => itemId))
  const tariffs = items.flatMap(({ tariffId }) => tariffId ?? [])
  const excluded = new Set<string>()
  for (const cardId of named) for (const id of await cards.excluded(cardId, tariffs)) excluded.add(id)
  const shut = items.filter(
    ({ id, tariffId, canBonus }) => canBonus && tariffId && excluded.has(tariffId) && !bears.has(id),
  )
  const lines = items.map((item) => (shut.includes(item) ? { ...item, canBonus: false } : item))
  const before = sum(lying.map(({ amount }) => amount))
  let now = ZERO
  for (const portion of portions) {
    if (!portion.cardId || portion.byPoints) continue
    const paid = cards.take(
      portion.cardId,
      portion.amount,
      {
        lines: lines.map((item) => ({
          tariffId: item.tariffId,
          worth: subtract(item.amount, add(item.returnedAmount, item.writtenOffAmount)),
          unpaid: stillWanted(item),
          canBonus: item.canBonus,
        })),
        bonusOnBill: add(before, now),
        bonusNow: now,
      },
      portion.field,
    )
    byCard.set(portion, paid)
    now = add(now, ...paid.parts.filter(({ part }) => part === 'bonus').map(({ amount }) => amount))
  }
  if (now === 0 || shut.length === 0) return { items: now === 0 ? items : lines, byCard }
  const ids = shut.map(({ id }) => id)
  await tx.rows(
    keptSql`update bill_item set can_bonus = false where tenant_id = ${tx.tenantId} and id = any(${ids}::uuid[]) returning id`,
  )
  return { items: lines, byCard }
}

/** Takes the points that pay from their cards, each within its share of the bill. */
function payByPoints(
  items: readonly ItemRow[],
  portions: readonly Portion[],
  cards: Cards,
  laid: readonly { part: PartKind; amount: Fen }[],
  byCard: Map<Portion, PaidByCard>,
): void {
  const worth = sum(items.map((item) => subtract(item.amount, add(item.returnedAmount, item.writtenOffAmount))))
  const unpaid = sum(items.map(stillWanted))
  const before = sum(laid.flatMap(({ part, amount }) => (part === 'points' ? [amount] : [])))
  let now = ZERO
  for (const portion of portions) {
    if (!portion.cardId || !portion.byPoints) continue
    const on = { worth, unpaid: subtract(unpaid, now), pointsOnBill: add(before, now) }
    byCard.set(portion, cards.takePoints(portion.cardId, portion.amount, on, portion.field))
    now = add(now, portion.amount)
  }
}

/**
 * Lines of a bill that is to be paid anew go back to what the price list says of them: which card pays then says what else its
 * bonus may not pay.
 */
export async function openToBonus(
  tx: TenantTx,
  { clinicId }: Pick<BillRow, 'clinicId'>,
  items: readonly ItemRow[],
): Promise<void> {
  const shut = items.filter(({ canBonus }) => !canBonus)
  const tariffs = await tariffsByIds(
    tx,
    clinicId,
    shut.flatMap(({ tariffId }) => tariffId ?? []),
  )
  const ids = shut.flatMap(({ id, tariffId }) => ((tariffId && tariffs.get(tariffId)?.canBonus) === false ? [] : [id]))
  if (ids.length === 0) return
  await tx.rows(
    keptSql`update bill_item set can_bonus = true where tenant_id = ${tx.tenantId} and id = any(${ids}::uuid[]) returning id`,
  )
}

/** The card or the prepayment with which a payment was made. */
export const purseOf = ({ cardId, prepayId }: { cardId: string | null; prepayId: string | null }): string =>
  cardId ?? prepayId ?? ''

/** Prepayments among some payments that were given back since. */
export async function givenBackPrepays(
  tx: TenantTx,
  payments: readonly { prepayId: string | null }[],
): Promise<ReadonlySet<string>> {
  const ids = payments.flatMap(({ prepayId }) => prepayId ?? [])
  return ids.length > 0 ? prepaymentsOf(tx).givenBackAmong(tx, ids) : new Set()
}

/** Did a unit pay for some of these payments already? */
export async function settledByUnit(
  tx: TenantTx,
  payments: readonly { id: string; payUnitId: string | null }[],
): Promise<boolean> {
  const ids = payments.flatMap(({ id, payUnitId }) => (payUnitId ? [id] : []))
  return ids.length > 0 && (await payUnitsOf(tx).isSettled(tx, ids))
}

/**
 * Cards and prepayments among the payments of a bill that were closed since: what they paid goes back in cash, and the bonus of
 * cards lapses.
 */
export async function closedCards(tx: TenantTx, { parts }: Standing): Promise<ReadonlySet<string>> {
  const payments = parts.map(({ payment }) => payment)
  const cards = await closedAmong(
    tx,
    payments.flatMap(({ cardId }) => cardId ?? []),
  )
  return new Set([...cards, ...(await givenBackPrepays(tx, payments))])
}

/** Uses of a times card, in a unit of their own; below zero they come back. */
export function usesOf(billId: string, cardId: string, times: number): Posting[] {
  const of = { billId, cardId, unit: 1 as const }
  return [
    { ...of, account: 'times', amount: fen(times * 100) },
    { ...of, account: 'timesGiven', amount: fen(-times * 100) },
  ]
}

/** Points that pay, in their own unit; below zero they come back. They name the payment, which tells them from points that are earned. */
export function pointsSpent(billId: string, cardId: string, paymentId: string, points: number): Posting[] {
  const of = { billId, cardId, unit: 2 as const, payment: { id: paymentId, part: 'points' as const } }
  return [
    { ...of, account: 'points', amount: fen(points * 100) },
    { ...of, account: 'pointsGiven', amount: fen(-points * 100) },
  ]
}

/** How many of its points a part of a payment gives back when so much of it goes back; of other parts none. */
export function pointsOfPart({ payment, kind, left }: Standing['parts'][number], back: Fen): number {
  if (kind !== 'points') return 0
  const standing = (amount: Fen) => pointsLeft(payment.points, payment.amount, amount)
  return standing(left) - standing(subtract(left, back))
}

/** Points that come back to the cards that paid with them; to one that was closed, none. */
export function pointsBack(
  billId: string,
  { parts }: Standing,
  plan: RefundPlan,
  closed: ReadonlySet<string>,
): Posting[] {
  return parts.flatMap((part, n) => {
    const { cardId, id } = part.payment
    const points = pointsOfPart(part, plan.ways[n] ?? ZERO)
    return cardId && points > 0 && !closed.has(cardId) ? pointsSpent(billId, cardId, id, -points) : []
  })
}

/** The points that a bill brings with what is paid now. @param cards that pay */
export async function pointsNow(
  tx: TenantTx,
  bill: BillRow,
  payments: readonly { part: PartKind; amount: Fen; cardId?: string }[],
  { laid, points }: PaidBefore,
  cards: Cards,
): Promise<Posting[]> {
  const before = laid.filter(({ part }) => !isGift(part))
  const paid = sum([...before, ...payments.filter(({ part }) => !isGift(part))].map(({ amount }) => amount))
  return pointsFor(
    tx,
    bill,
    paid,
    payments.flatMap(({ cardId }) => cardId ?? []),
    points,
    cards.held,
  )
}

/** The points that a bill loses with a refund. */
export async function pointsAfter(
  tx: TenantTx,
  bill: BillRow,
  { parts }: Standing,
  plan: RefundPlan,
): Promise<Posting[]> {
  const kept = parts.map(({ kind, left }, n) => (isGift(kind) ? ZERO : subtract(left, plan.ways[n] ?? ZERO)))
  return pointsFor(tx, bill, sum(kept), null, await pointsOfBill(tx, bill.id))
}

/** Uses that come back to times cards: of a card of which everything goes back that it paid. */
export async function usesBack(tx: TenantTx, billId: string, standing: Standing, plan: RefundPlan): Promise<Posting[]> {
  const { parts } = standing
  const postings: Posting[] = []
  const closed = await closedCards(tx, standing)
  for (const { cardId, times } of await usesOfBill(tx, billId)) {
    if (closed.has(cardId)) continue
    const kept = parts.some(
      ({ payment, kind, left }, n) => kind === 'times' && payment.cardId === cardId && left > (plan.ways[n] ?? ZERO),
    )
    if (!kept) postings.push(...usesOf(billId, cardId, -times))
  }
  return postings
}

/** Writes what an entry of a bill did to cards into their logs; nothing when no card has to do with it. */
export async function logCards(
  ctx: ClinicContext,
  movement: {
    entryId: string | null
    /** What the entry posted. */
    postings: readonly Posting[]
    bill: BillRow
    type: 3 | 4
    bizNo?: string
    remark?: string
    subs?: ReadonlyMap<string, string>
    /** The owners are not told, which was found out before. */
    untold?: boolean
  },
): Promise<void> {
  const { entryId, bill } = movement
  if (!entryId) return
  const { tx } = ctx
  const moved = movement.postings.filter(({ amount }) => amount !== 0)
  const cards = [...new Set(moved.flatMap(({ cardId }) => cardId ?? []))].sort()
  if (cards.length === 0) return
  const lines = await logMovements(tx, {
    entryId,
    cardIds: cards,
    type: movement.type,
    // A bill that was paid otherwise and brought points.
    ...(movement.type === 3 ? { pointsType: 9 as const } : {}),
    clinicId: bill.clinicId,
    bizNo: movement.bizNo ?? bill.billNo,
    billId: bill.id,
    ...(movement.subs ? { subs: movement.subs } : {}),
    operator: { id: ctx.employeeId, name: ctx.actorName },
    remark: movement.remark ?? '',
  })
  if (!movement.untold) await tellOwners(ctx, lines)
  for (const cardId of cards) tx.publish('memberCard', cardId)
}
