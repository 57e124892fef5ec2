import { add, addDays, fenToYuan, minutesOfDay, subtract, today, ZERO, type Fen } from '@dentin/kit'
import type { ClinicContext } from '../../platform/http/context.ts'
import { isTimeFor, momentForPatients, tellPatient, type TimedScene } from '../sms/index.ts'
import { cardsEnding, toldOf, type ToldRow } from './queries.ts'

/** Days before its last day on which the owner of a card is reminded, and for how long a day that was missed is made up for. */
const AHEAD_DAYS = 7
const MISSED_DAYS = 2

/** What a card of any kind still holds, and how many uses: a times card is worth what its uses were sold for. */
const holds = (typeName: string, timesLeft: number | null, worth: Fen) => ({
  项目: timesLeft === null ? typeName : `${typeName}（剩${timesLeft}次）`,
  余额: fenToYuan(worth),
})

type CardScene = 'card.recharged' | 'card.spent' | 'card.out'

/** Which scene a movement is, and of how much; null for one that no owner needs to hear of. */
function sceneOf(row: ToldRow): { scene: CardScene; amount: Fen } | null {
  const { type, reversesId, principalDelta } = row
  const paid = add(principalDelta, row.bonusDelta, row.timesAmountDelta)
  const out = type === 5 || type === 6 || ((type === 1 || type === 2) && reversesId !== null)
  if (out) return { scene: 'card.out', amount: subtract(ZERO, row.kind === 3 ? row.timesAmountDelta : principalDelta) }
  if (type === 1 || type === 2 || type === 7) return { scene: 'card.recharged', amount: principalDelta }
  if (type === 3 || type === 12) return { scene: 'card.spent', amount: subtract(ZERO, paid) }
  return null
}

/** The owners of cards hear of what came in, what was paid, also with a card of the family, and what left. */
export async function tellOwners(ctx: ClinicContext, logIds: readonly string[]): Promise<void> {
  const { tx, services } = ctx
  for (const row of await toldOf(tx, logIds)) {
    const told = sceneOf(row)
    if (!told || told.amount <= 0) continue
    const name = row.subCardId ? `${row.typeName}（副卡）` : row.typeName
    await tellPatient(tx, services, {
      scene: told.scene,
      clinicId: row.movedClinicId,
      patientId: row.patientId,
      key: row.id,
      values: {
        ...(row.kind === 3
          ? holds(name, row.timesAfter, row.timesAmount)
          : holds(name, null, add(row.principalAfter, row.bonusAfter))),
        时间: momentForPatients(tx.now),
        金额: fenToYuan(told.amount),
      },
      treatType: null,
    })
  }
}

/** Cards whose last day comes: once for each last day, so that a card that was renewed is told of anew. */
export const expiring: TimedScene = {
  scene: 'card.expiring',
  async due(tx, clinicId, { now, sendMin }) {
    if (sendMin === null || !isTimeFor(sendMin, minutesOfDay(now))) return []
    const day = today(now)
    const cards = await cardsEnding(tx, clinicId, addDays(day, AHEAD_DAYS - MISSED_DAYS), addDays(day, AHEAD_DAYS))
    return cards.map((card) => ({
      clinicId,
      patientId: card.patientId,
      key: `${card.id}:${card.expireDate}`,
      values: {
        ...(card.kind === 3
          ? holds(card.typeName, card.timesLeft, card.timesAmount)
          : holds(card.typeName, null, add(card.principalAmount, card.bonusAmount))),
        时间: `${Number(card.expireDate?.slice(5, 7))}月${Number(card.expireDate?.slice(8))}日`,
      },
      treatType: null,
    }))
  },
}
