import {
  bonusCap,
  fen,
  fenToYuan,
  formatYuan,
  subtract,
  sum,
  payWithCard,
  payWithPoints,
  type CardUseOrder,
  type Fen,
  type PartKind,
} from '@dentin/kit'
import type { ClinicContext } from '../../platform/http/context.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { checkPassword } from './password.ts'
import { cardsOfPatient, findCard, lockCards, spentToday, tariffsIn, type CardRow } from './queries.ts'
import type { HeldCards } from './points.ts'
import { refusalIn, refusalOf, rulesOf, sumsOfUses, usesLeft, usesWorth } from './rules.ts'

/** A payment with a card, as it came in. */
export interface AskedOfCard {
  cardId: string
  amount: Fen
  password: string
  /** Its points pay, not what it holds. */
  byPoints: boolean
  /** Where it stands in the request. */
  field: string
}

/** A bill as a card pays it: its lines with what they are worth now and what of that is unpaid. */
export interface BillToPay {
  lines: readonly { tariffId: string | null; worth: Fen; unpaid: Fen; canBonus: boolean }[]
  /** Bonus that lies on it, and what of it other cards give in the same payment. */
  bonusOnBill: Fen
  bonusNow: Fen
}

/** What a card gave to a bill. */
export interface PaidByCard {
  /** Whose balance went down: the main card of a family's. */
  cardId: string
  parts: { part: PartKind; amount: Fen }[]
  /** Uses of a times card. */
  times: number
  /** Points that paid. */
  points: number
}

/** The cards of one payment, locked and held against their states. */
export interface Purse {
  /** Takes an amount for a bill from a card that was named; the next one finds it with that much less. */
  take(cardId: string, amount: Fen, bill: BillToPay, field: string): PaidByCard
  /** Takes points for an amount of a bill from a card that was named. */
  takePoints(
    cardId: string,
    amount: Fen,
    bill: { worth: Fen; unpaid: Fen; pointsOnBill: Fen },
    field: string,
  ): PaidByCard
  /** Of some items of the price list those that the bonus of a card may not pay. */
  excluded(cardId: string, tariffIds: readonly string[]): Promise<ReadonlySet<string>>
  /** The family's card by the card that paid. */
  subs: ReadonlyMap<string, string>
  /** What is locked; null when nothing is. */
  held: HeldCards | null
}

/**
 * Locks the cards that are to pay for a patient; refuses one that isn't his, or whose state, clinic, password or limit forbids it.
 * @param options.isAsked the password was asked for when the payment began
 * @param options.own the cards of the patient when they were read already
 */
export async function openPurse(
  ctx: ClinicContext,
  patientId: string,
  asked: readonly AskedOfCard[],
  options: { isAsked?: boolean; own?: readonly CardRow[] | null } = {},
): Promise<Purse> {
  const { tx } = ctx
  const subs = new Map<string, string>()
  const payers = new Map<string, string>()
  const found = async (id: string) => options.own?.find((card) => card.id === id) ?? (await findCard(tx, id))
  for (const [n, each] of asked.entries()) {
    const field = `${each.field}.cardId`
    const twice = asked.findIndex((other) => other.cardId === each.cardId && other.byPoints === each.byPoints) !== n
    if (twice) throw fieldError('BAD_INPUT', field, '同一张卡只能写一次')
    const card = await found(each.cardId)
    if (card.patientId !== patientId) throw fieldError('NOT_FOUND', field, '不是这位患者的卡')
    if (each.byPoints && card.mainCardId) throw fieldError('CARD_KIND', field, '副卡不能用积分')
    const main = card.mainCardId ? await found(card.mainCardId) : card
    // Before anything is locked: a wrong password is counted in a transaction of its own.
    if (!options.isAsked && !each.byPoints)
      await checkPassword(ctx, main, each.amount, each.password, `${each.field}.password`)
    if (card !== main) subs.set(main.id, card.id)
    payers.set(card.id, main.id)
  }
  const own = asked.length > 0 ? (options.own ?? (await cardsOfPatient(tx, patientId))).map(({ id }) => id) : []
  const locked = await lockCards(tx, [...new Set([...own, ...payers.values()])])
  const held = { own: own.flatMap((id) => locked.get(id) ?? []), locked }
  const left = new Map<string, CardRow>()
  for (const each of asked) {
    const field = `${each.field}.cardId`
    const main = locked.get(payers.get(each.cardId) as string) as CardRow
    const named = locked.get(each.cardId) as CardRow
    for (const card of new Set([named, main])) {
      const refusal = refusalOf('pay', card.status)
      if (refusal) throw new AppError('CARD_STATE', { message: refusal, fields: [{ field, message: refusal }] })
    }
    const elsewhere = refusalIn(ctx.clinicId, main)
    if (elsewhere)
      throw new AppError('CARD_OTHER_CLINIC', { message: elsewhere, fields: [{ field, message: elsewhere }] })
    if (named.dayLimit !== null && !each.byPoints) {
      const rest = fen(Math.max(0, named.dayLimit - (await spentToday(tx, named.id))))
      if (each.amount > rest) {
        const message = `副卡今日还可用 ${formatYuan(rest)} 元`
        throw new AppError('CARD_DAY_LIMIT', { message, fields: [{ field: `${each.field}.amount`, message }] })
      }
    }
    left.set(main.id, main)
  }
  return {
    subs,
    held,
    excluded: async (cardId, tariffIds) => {
      const { kind, bonusAmount, rules } = left.get(payers.get(cardId) as string) as CardRow
      return kind === 1 && bonusAmount > 0 ? tariffsIn(tx, rulesOf(rules).excludedCategories, tariffIds) : new Set()
    },
    take: (cardId, amount, bill, field) => {
      const id = payers.get(cardId) as string
      const card = left.get(id) as CardRow
      const rules = rulesOf(card.rules)
      if (card.kind === 3) return takeUses(card, left, amount, field)
      const bears = bill.lines.filter(({ canBonus }) => canBonus)
      const use = {
        principal: card.principalAmount,
        bonus: card.bonusAmount,
        maxBonusRatio: rules.maxBonusRatio,
        eligible: sum(bears.map(({ worth }) => worth)),
        bonusOnBill: bill.bonusOnBill,
        eligibleUnpaid: fen(Math.max(0, sum(bears.map(({ unpaid }) => unpaid)) - bill.bonusNow)),
      }
      const paid = payWithCard({ ...use, amount, order: rules.useOrder as CardUseOrder })
      if ('most' in paid) {
        const message = `余额不足，最多可付 ${formatYuan(paid.most)} 元`
        throw new AppError('CARD_SHORT', {
          message,
          fields: [{ field: `${field}.amount`, message }],
          data: { most: fenToYuan(paid.most), bonusMost: fenToYuan(bonusCap(use)) },
        })
      }
      left.set(id, {
        ...card,
        principalAmount: subtract(card.principalAmount, paid.principal),
        bonusAmount: subtract(card.bonusAmount, paid.bonus),
      })
      const parts = [
        { part: 'principal' as const, amount: paid.principal },
        { part: 'bonus' as const, amount: paid.bonus },
      ]
      return { cardId: id, parts: parts.filter((each) => each.amount > 0), times: 0, points: 0 }
    },
    takePoints: (cardId, amount, bill, field) => {
      const id = payers.get(cardId) as string
      const card = left.get(id) as CardRow
      const { pointsPerYuan: perYuan, maxPointsRatio: maxRatio } = rulesOf(card.rules)
      if (perYuan === 0) throw fieldError('CARD_KIND', `${field}.cardId`, `${card.typeName}的积分不能抵现`)
      const paid = payWithPoints({ amount, points: card.points, perYuan, maxRatio, ...bill })
      if ('most' in paid) {
        const why = maxRatio < 100 ? `，不超过应收的 ${maxRatio}%` : ''
        const message = `有 ${card.points} 积分，最多可抵 ${formatYuan(paid.most)} 元${why}`
        throw new AppError('CARD_SHORT', {
          message,
          fields: [{ field: `${field}.amount`, message }],
          data: { most: fenToYuan(paid.most) },
        })
      }
      left.set(id, { ...card, points: card.points - paid.points })
      return { cardId: id, parts: [{ part: 'points', amount }], times: 0, points: paid.points }
    },
  }
}

/** Some of the next uses of a times card: a use is taken whole. */
function takeUses(card: CardRow, left: Map<string, CardRow>, amount: Fen, field: string): PaidByCard {
  const uses = usesLeft(card)
  const times = usesWorth(uses, amount)
  if (times === null) {
    const may = sumsOfUses(uses)
      .slice(0, 3)
      .map((each, n) => `${n + 1} 次 ${formatYuan(each)}`)
      .join('、')
    const message = may ? `次卡按次支付：${may}${uses.length > 3 ? '……' : ''}` : '次卡已用完'
    throw new AppError('CARD_SHORT', { message, fields: [{ field: `${field}.amount`, message }] })
  }
  left.set(card.id, {
    ...card,
    timesLeft: card.timesLeft - times,
    timesAmount: subtract(card.timesAmount, amount),
  })
  return { cardId: card.id, parts: [{ part: 'times', amount }], times, points: 0 }
}
