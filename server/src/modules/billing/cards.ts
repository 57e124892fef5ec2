import { add, fen, subtract, sum, ZERO, type Fen, type PartKind, type RefundPlan } from '@dentin/kit'
import type { ClinicContext } from '../../platform/http/context.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { logMovements, openPurse, pointsFor, type PaidByCard, type Purse } from '../card/index.ts'
import { allocationsOf, cardsOfEntry, usesOfBill, type Posting } from '../ledger/index.ts'
import type { BillRow, ItemRow } from './queries.ts'
import type { Standing } from './refunds/standing.ts'
import type { Portion } from './rules.ts'

// What bills and member cards have to do with each other.

/** The cards of one payment. */
export type Cards = Purse

/** No card pays. */
export const noCards: Cards = {
  subs: new Map(),
  take: () => Promise.reject(new Error('a card pays that nobody named')),
}

/** Opens the cards that payments name; none when none does. */
export async function cardsFor(ctx: ClinicContext, patientId: string, rows: readonly Portion[]): Promise<Cards> {
  const asked = rows.flatMap(({ cardId, amount, password, field }) =>
    cardId ? [{ cardId, amount, password, field }] : [],
  )
  return asked.length > 0 ? openPurse(ctx, patientId, asked) : noCards
}

/** What a line still wants. */
export const stillWanted = (item: ItemRow): Fen =>
  subtract(item.amount, add(item.returnedAmount, item.writtenOffAmount, item.settledAmount))

const isGift = (part: PartKind) => part === 'bonus' || part === 'points'

/**
 * Takes what a bill is paid with from the cards. Items that the bonus of one of them may not pay are marked, unless bonus lies on
 * them already.
 * @returns the lines as they may be paid now, and what each payment with a card gave
 */
export async function payByCards(
  tx: TenantTx,
  bill: BillRow,
  items: readonly ItemRow[],
  portions: readonly Portion[],
  cards: Cards,
): Promise<{ items: readonly ItemRow[]; byCard: ReadonlyMap<Portion, PaidByCard> }> {
  const byCard = new Map<Portion, PaidByCard>()
  if (!portions.some(({ cardId }) => cardId)) return { items, byCard }
  const lying = await allocationsOf(tx, bill.id)
  const bonusOn = new Map<string, number>()
  for (const { part, itemId, amount } of lying)
    if (part === 'bonus') bonusOn.set(itemId, (bonusOn.get(itemId) ?? 0) + amount)
  let bonusOnBill = fen([...bonusOn.values()].reduce((all, each) => all + each, 0))
  let bonusNow = ZERO
  let lines = items
  for (const portion of portions) {
    if (!portion.cardId) continue
    const paid = await cards.take(
      portion.cardId,
      portion.amount,
      {
        lines: lines.map((item) => ({
          tariffId: item.tariffId,
          worth: subtract(item.amount, add(item.returnedAmount, item.writtenOffAmount)),
          unpaid: stillWanted(item),
          canBonus: item.canBonus,
        })),
        bonusOnBill,
      },
      portion.field,
    )
    byCard.set(portion, paid)
    const bonus = sum(paid.parts.filter(({ part }) => part === 'bonus').map(({ amount }) => amount))
    bonusOnBill = add(bonusOnBill, bonus)
    bonusNow = add(bonusNow, bonus)
    const shut = lines.filter(
      ({ id, tariffId, canBonus }) => canBonus && tariffId && paid.excluded.has(tariffId) && !bonusOn.has(id),
    )
    if (bonus === 0 || shut.length === 0 || bonusNow !== bonus) continue
    const ids = shut.map(({ id }) => id)
    await tx.rows(
      keptSql`update bill_item set can_bonus = false where tenant_id = ${tx.tenantId} and id = any(${ids}::uuid[]) returning id`,
    )
    lines = lines.map((item) => (ids.includes(item.id) ? { ...item, canBonus: false } : item))
  }
  return { items: lines, byCard }
}

/** Uses of a times card, in a unit of their own; below zero they come back. */
export function usesOf(billId: string, cardId: string, times: number): Posting[] {
  const of = { billId, cardId, unit: 1 as const }
  return [
    { ...of, account: 'times', amount: fen(times * 100) },
    { ...of, account: 'timesGiven', amount: fen(-times * 100) },
  ]
}

/** The points that a bill brings with what is paid now. */
export async function pointsNow(
  tx: TenantTx,
  bill: BillRow,
  payments: readonly { part: PartKind; amount: Fen; cardId?: string }[],
): Promise<Posting[]> {
  const before = (await allocationsOf(tx, bill.id)).filter(({ part }) => !isGift(part))
  const paid = sum([...before, ...payments.filter(({ part }) => !isGift(part))].map(({ amount }) => amount))
  return pointsFor(
    tx,
    bill,
    paid,
    payments.flatMap(({ cardId }) => cardId ?? []),
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
  return pointsFor(tx, bill, sum(kept))
}

/** Uses that come back to times cards: of a card of which everything goes back that it paid. */
export async function usesBack(
  tx: TenantTx,
  billId: string,
  { parts }: Standing,
  plan: RefundPlan,
): Promise<Posting[]> {
  const postings: Posting[] = []
  for (const { cardId, times } of await usesOfBill(tx, billId)) {
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
    bill: BillRow
    type: 3 | 4
    bizNo?: string
    remark?: string
    subs?: ReadonlyMap<string, string>
  },
): Promise<void> {
  const { entryId, bill } = movement
  if (!entryId) return
  const { tx } = ctx
  const cards = await cardsOfEntry(tx, entryId)
  if (cards.length === 0) return
  await logMovements(tx, {
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
  for (const cardId of cards) tx.publish('memberCard', cardId)
}
