import { cardStates } from '@dentin/contract/card'
import { pointsOf, type Fen } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'
import { post, type Entry, type Posting } from '../ledger/index.ts'
import { logMovements } from './log.ts'
import { cardsOfPatient, findCards, lockCards, type CardRow } from './queries.ts'
import { rulesOf } from './rules.ts'

/** Cards that are locked already: those of the patient, those in use first, and by their ids also others that pay for him. */
export interface HeldCards {
  own: readonly CardRow[]
  locked: ReadonlyMap<string, CardRow>
}

/**
 * Points as a bill is paid now: the difference to those that it gave before, as postings. They go to the card that has points
 * of it already, else to the first of those that paid, else to the patient's first card in use whose rules count points.
 * @param paid what is paid on the bill and not given back, without bonus and points
 * @param paidBy the cards that pay now; null when something goes back: points that a bill never gave are not given then
 * @param before the points that the bill gave to cards so far
 * @param held cards that are locked already: others are not read again
 */
export async function pointsFor(
  tx: TenantTx,
  bill: { id: string; patientId: string; clinicId: string },
  paid: Fen,
  paidBy: readonly string[] | null,
  before: readonly { cardId: string; points: number }[],
  held: HeldCards | null = null,
): Promise<Posting[]> {
  if (paidBy === null && before.length === 0) return []
  const own = (held?.own ?? (await cardsOfPatient(tx, bill.patientId))).filter(
    (card) => card.openClinicId === bill.clinicId && card.mainCardId === null && cardStates.is(card.status, 'inUse'),
  )
  const holder = before[0]?.cardId
  const asked = holder ? [holder] : [...(paidBy ?? []), ...own.map(({ id }) => id)]
  // A refund has locked every card of its bill before; its preview locks nothing.
  const isHeld = held !== null && asked.every((id) => held.locked.has(id))
  const locked = isHeld ? held.locked : await (paidBy === null ? findCards : lockCards)(tx, asked)
  const card = asked
    .map((id) => locked.get(id))
    .find((each) => each && (holder || (rulesOf(each.rules).pointsRate > 0 && each.openClinicId === bill.clinicId)))
  if (!card) return []
  const given = before.reduce((all, { points }) => all + points, 0)
  const points = pointsOf(paid, rulesOf(card.rules).pointsRate / 100) - given
  if (points === 0) return []
  const of = { billId: bill.id, cardId: card.id, unit: 2 as const }
  return [
    // Points are whole; the ledger keeps them in hundredths like everything else.
    { ...of, account: 'pointsGiven', amount: (points * 100) as Fen },
    { ...of, account: 'points', amount: (-points * 100) as Fen },
  ]
}

/** Points apart from any bill: given, or (below zero) taken back. */
export interface PointsMoved {
  cardId: string
  points: number
  clinicId: string
  document: Entry['document']
  actor: Entry['actor']
  remark: string
}

/**
 * The card of a patient to which points of a clinic go: the first in use whose rules count points.
 * @returns undefined when the patient has none there
 */
export async function cardForPoints(
  tx: TenantTx,
  of: { patientId: string; clinicId: string },
): Promise<CardRow | undefined> {
  return (await cardsOfPatient(tx, of.patientId)).find(
    (card) =>
      card.openClinicId === of.clinicId &&
      card.mainCardId === null &&
      cardStates.is(card.status, 'inUse') &&
      rulesOf(card.rules).pointsRate > 0,
  )
}

/**
 * Moves points of a reward, with a line in the log of the card.
 * @returns the entry; null when the card was closed meanwhile, and nothing was moved
 */
export async function movePoints(tx: TenantTx, moved: PointsMoved): Promise<string | null> {
  const card = (await lockCards(tx, [moved.cardId])).get(moved.cardId)
  if (!card || cardStates.is(card.status, 'closed')) return null
  const entryId = await post(tx, {
    kind: 'reward',
    clinicId: moved.clinicId,
    document: moved.document,
    actor: moved.actor,
    postings: [
      { account: 'pointsGiven', cardId: card.id, unit: 2, amount: (moved.points * 100) as Fen },
      { account: 'points', cardId: card.id, unit: 2, amount: (-moved.points * 100) as Fen },
    ],
  })
  await logMovements(tx, {
    entryId,
    cardIds: [card.id],
    type: moved.points > 0 ? GIVEN : ADJUSTED,
    clinicId: moved.clinicId,
    bizNo: moved.document.no,
    operator: moved.actor,
    remark: moved.remark,
  })
  tx.publish('memberCard', card.id)
  return entryId
}
/** Kinds of movements of cards (`cardMoves`). */
const GIVEN = 9
const ADJUSTED = 8
