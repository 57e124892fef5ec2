import {
  by,
  dayOf,
  fen,
  known,
  once,
  onceADay,
  plusDays,
  rows,
  ruleOn,
  sourceOf,
  standing,
  sumOf,
  type Fact,
  type Reckonings,
} from './kit.ts'
import type { RowOf, World } from './world.ts'

type Card = RowOf<'member_card'>
type Log = RowOf<'card_log'>

const ofCard = (world: World, card: Card, value: number, day: string): Fact => ({
  value,
  day,
  // What a card holds is owed by the clinic that opened it.
  clinic: card.open_clinic_id,
  source: sourceOf(world, card.patient_id),
  patient: card.patient_id,
  card: card.id,
  cardType: card.type_id,
})

/** Numbers of movements (their words stand in the contract: 开卡, 充值, 消费, …). */
const [SALE, RECHARGE, USE, BACK, REFUND, OUT] = [1, 2, 3, 4, 5, 6]
const [IN, ADJUST, GIFT, LAPSE, CHANGE, TIMES] = [7, 8, 9, 10, 11, 12]
/**
 * What a movement of a card is about; of one that takes another back, what the other was about. The log calls it 消费退回 when a bill
 * is revoked that the card paid: in its own clinic that lessens what was used.
 */
const aboutOf = once((world: World) => {
  const logs = new Map(world.card_log.map((row) => [row.id, row]))
  const { entries, cards } = known(world)
  return (row: Log): number => {
    if (row.reverses_id !== null) return (logs.get(row.reverses_id) ?? row).type
    const isRevoked = row.type === BACK && (entries.get(row.entry_id ?? '')?.reverses_id ?? null) !== null
    return isRevoked && cards.get(row.card_id)?.open_clinic_id === row.moved_clinic_id ? USE : row.type
  }
})

/** Movements of cards of some kinds, at the clinic that owes what they hold. */
const moves = (kinds: readonly number[], of: (row: Log) => number, only: (row: Log) => boolean = () => true) =>
  rows((world) => {
    const about = aboutOf(world)
    const { cards } = known(world)
    return world.card_log.flatMap((row) =>
      kinds.includes(about(row)) && only(row)
        ? [ofCard(world, cards.get(row.card_id) as Card, of(row), dayOf(row.created_at))]
        : [],
    )
  })
const principal = (sign: 1 | -1) => (row: Log) => sign * fen(row.principal_delta)
const bonus = (sign: 1 | -1) => (row: Log) => sign * fen(row.bonus_delta)

const SOLD = [SALE, RECHARGE, CHANGE]

/** What cards hold at the end of a day, by the ledger from its first posting on. */
const heldOn = onceADay((world: World, day: string) => {
  const held = new Map<string, { principal: number; bonus: number }>()
  for (const { account, card_id, unit, business_date, amount } of world.ledger_posting) {
    if (card_id === null || unit !== 0 || business_date > day) continue
    if (account !== 'principal' && account !== 'bonus') continue
    const each = held.get(card_id) ?? { principal: 0, bonus: 0 }
    held.set(card_id, each)
    each[account] -= fen(amount)
  }
  return held
})
/** The same by the log of the cards. */
const loggedOn = onceADay((world: World, day: string) => {
  const held = new Map<string, number>()
  for (const { card_id, created_at, principal_delta, bonus_delta } of world.card_log)
    if (dayOf(created_at) <= day) held.set(card_id, (held.get(card_id) ?? 0) + fen(principal_delta) + fen(bonus_delta))
  return held
})
const holding = (at: 'opening' | 'closing', which: 'principal' | 'bonus') =>
  standing(at, (world, day) =>
    world.member_card.map((card) => ofCard(world, card, heldOn(world, day).get(card.id)?.[which] ?? 0, day)),
  )

/** A family's further card is none of its own. */
const isOwn = ({ main_card_id }: Card) => main_card_id === null

/** How cards stand at the end of a day. */
const statesOn = onceADay((world: World, day: string) => {
  const changes = by(
    world.card_changes.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1)),
    ({ biz_id }) => biz_id,
  )
  const logs = by(world.card_log, ({ card_id }) => card_id)
  const sleeping = ruleOn(world, 'sleepingDays', 180, day)
  return world.member_card.flatMap((card) => {
    if (!isOwn(card) || dayOf(card.opened_at) > day) return []
    const next = changes.get(card.id)?.find(({ created_at }) => dayOf(created_at) > day)
    const status = next ? next.from_status : card.status
    // Running out is a matter of its date: what the desk noted of it later was so on its day already.
    const inUse = (status === 1 || status === 4) && (card.expire_date === null || card.expire_date >= day)
    const held = heldOn(world, day).get(card.id)
    const lastMoved = (logs.get(card.id) ?? [])
      .map(({ created_at }) => dayOf(created_at))
      .filter((at) => at <= day)
      .toSorted()
      .at(-1)
    const balance = (held?.principal ?? 0) + (held?.bonus ?? 0)
    return [
      {
        card,
        inUse,
        sleeps: balance > 0 && lastMoved !== undefined && lastMoved <= plusDays(day, -sleeping),
        ends: inUse && card.expire_date !== null && card.expire_date <= plusDays(day, 30),
      },
    ]
  })
})
type Standing = ReturnType<typeof statesOn>[number]
const cardsThat = (is: (row: Standing) => boolean) =>
  standing('closing', (world, day) =>
    statesOn(world, day).flatMap((row) => (is(row) ? [ofCard(world, row.card, 1, day)] : [])),
  )

/** Movements as the log of the cards has them, in the clinic where they happened. */
const logged = (of: (row: Log) => number) =>
  rows((world) => {
    const { cards } = known(world)
    return world.card_log.map((row) => ({
      ...ofCard(world, cards.get(row.card_id) as Card, of(row), dayOf(row.created_at)),
      clinic: row.moved_clinic_id,
      cardMove: row.id,
      moveKind: String(row.type),
    }))
  })
const above = (fenOf: number) => Math.max(fenOf, 0)

export const cardReckonings: Reckonings = {
  K1: rows((world) => {
    const undone = new Set(world.card_log.flatMap((row) => (row.type === 1 && row.reverses_id ? [row.card_id] : [])))
    return world.member_card.flatMap((card) =>
      isOwn(card) && !undone.has(card.id) ? [ofCard(world, card, 1, dayOf(card.opened_at))] : [],
    )
  }),
  K2: cardsThat(({ inUse }) => inUse),
  K3: holding('opening', 'principal'),
  K4: holding('opening', 'bonus'),
  K5: moves(SOLD, principal(1)),
  K6: moves(SOLD, bonus(1)),
  K7: moves([USE, TIMES], principal(-1)),
  K8: moves([USE, TIMES], bonus(-1)),
  K9: moves([BACK], principal(1)),
  K10: moves([BACK], bonus(1)),
  K11: moves([REFUND], principal(-1)),
  K12: moves([REFUND], bonus(-1)),
  K13: moves([OUT, IN], principal(1)),
  K20: moves([OUT, IN], bonus(1)),
  K14: moves([ADJUST, GIFT, LAPSE], bonus(-1), ({ bonus_delta }) => bonus_delta < 0),
  K15: moves([ADJUST, GIFT, LAPSE], principal(1)),
  K21: moves([ADJUST, GIFT, LAPSE], bonus(1), ({ bonus_delta }) => bonus_delta > 0),
  K16: holding('closing', 'principal'),
  K17: holding('closing', 'bonus'),
  K18: cardsThat(({ sleeps }) => sleeps),
  K19: cardsThat(({ ends }) => ends),
  K22: standing('closing', (world, day) =>
    world.member_card.map((card) => ofCard(world, card, loggedOn(world, day).get(card.id) ?? 0, day)),
  ),
  K23: sumOf('K16 + K17 - K22'),
  H1: logged(() => 1),
  H2: logged(principal(1)),
  H3: logged(bonus(1)),
  H4: logged((row) => above(fen(row.principal_delta)) + above(fen(row.bonus_delta))),
  H5: logged((row) => above(-fen(row.principal_delta)) + above(-fen(row.bonus_delta))),
}
