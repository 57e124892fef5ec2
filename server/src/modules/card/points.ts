import { cardStates } from '@dentin/contract/card'
import { pointsOf, type Fen } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { Posting } from '../ledger/index.ts'
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
