import { fen, splitByWeight, subtract, ZERO, type Fen } from './money.ts'

/** In which order a member card pays: 1 先本金, 2 先赠金, 3 按比例. */
export const CARD_USE_ORDERS = { 1: '先本金', 2: '先赠金', 3: '按比例' } as const
export type CardUseOrder = keyof typeof CARD_USE_ORDERS

/** a × b ÷ c half-up, for amounts that are not below zero. Exact: the product may be beyond safe integers. */
function share(a: Fen, b: Fen, c: Fen): Fen {
  if (c === 0) return ZERO
  return fen(Number((2n * BigInt(a) * BigInt(b) + BigInt(c)) / (2n * BigInt(c))))
}

export interface CardUse {
  /** What is to be paid with the card. */
  amount: Fen
  principal: Fen
  bonus: Fen
  order: CardUseOrder
  /** How much of what bonus may pay it pays at most, in percent. */
  maxBonusRatio: number
  /** The lines of the bill that bonus may pay, as they are worth now. */
  eligible: Fen
  /** Bonus that lies on the bill already, of any card. */
  bonusOnBill: Fen
  /** What is still unpaid of the lines that bonus may pay. */
  eligibleUnpaid: Fen
}

/** The most bonus that a card may give to a bill: what it has, what its rule allows, what the lines can still take. */
export function bonusCap(use: Omit<CardUse, 'amount' | 'order' | 'principal'>): Fen {
  const allowed = Math.floor((use.eligible * use.maxBonusRatio) / 100) - use.bonusOnBill
  return fen(Math.max(0, Math.min(use.bonus, allowed, use.eligibleUnpaid)))
}

/**
 * How a card pays an amount: what of it is principal and what bonus. What one side can't bear is shifted to the other.
 *
 * Worked: 8,000.00 + 2,000.00 pay 1,500.00 by proportion: bonus 300.00, principal 1,200.00. 700.00 + 500.00 pay 900.00 of
 * 1,000.00 with at most 20 % bonus: bonus 200.00 (not 375.00), principal 700.00; 1,000.00 is more than it can pay.
 * @returns the two parts; or, when it is too much, the most that it can pay
 * @see money.md §5
 */
export function payWithCard(use: CardUse): { principal: Fen; bonus: Fen } | { most: Fen } {
  const { amount, principal: p, bonus: b } = use
  const cap = bonusCap(use)
  const most = fen(p + cap)
  if (amount > most) return { most }
  const wanted =
    use.order === 1 ? fen(amount - Math.min(amount, p)) : use.order === 2 ? amount : share(amount, b, fen(p + b))
  // Not above the cap; and as much as principal can't bear.
  const bonus = fen(Math.max(Math.min(wanted, cap), amount - p))
  return { principal: subtract(amount, bonus), bonus }
}

/**
 * Bonus that goes along when part of the principal leaves a card, by a refund or a transfer: in proportion, half-up; with
 * the last of the principal all of it.
 *
 * Worked: 3,000.00 + 600.00, principal 1,000.00 goes: bonus 200.00. 1,000.00 + 333.33 in 333.33, 333.33 and 333.34: 111.11
 * each time.
 */
export function bonusAlong(taken: Fen, principal: Fen, bonus: Fen): Fen {
  if (taken < 0 || taken > principal) throw new RangeError('超过卡内本金')
  return taken === principal ? bonus : share(bonus, taken, principal)
}

/**
 * What each use of a times card is worth, first to last: its price shared over its uses.
 *
 * Worked: 1,000.00 for 3 uses: 333.33, 333.33, 333.34.
 */
export function timesShares(price: Fen, times: number): Fen[] {
  if (!Number.isInteger(times) || times < 1) throw new RangeError('次数至少为 1')
  // Weights alike and large enough to hold any share.
  const weight = fen(Math.max(1, price))
  return splitByWeight(
    price,
    Array.from({ length: times }, () => weight),
  )
}

/**
 * What a times card gives back: its price less the uses at the price of one, not below zero; what of the liability is not
 * given back stays with the house.
 *
 * Worked: 10 for 1,000.00, one at 120.00: 4 used, 520.00 back and 80.00 kept; 9 used, nothing back and 100.00 kept.
 */
export function timesRefund(price: Fen, times: number, used: number, single: Fen): { back: Fen; kept: Fen } {
  const liability = fen(timesShares(price, times).reduce((all, each, n) => (n < used ? all : all + each), 0))
  const back = fen(Math.min(liability, Math.max(0, price - used * single)))
  return { back, kept: subtract(liability, back) }
}

/** A step of recharging: from this sum on, so much bonus (and so many points) come along. */
export interface RechargeStep {
  amount: Fen
  bonus: Fen
  points: number
}

/** How the gift of a recharge follows from its steps. */
export const RECHARGE_GIFTS = { 1: '按达到的一档', 2: '每满一档送一份' } as const
export type RechargeGift = keyof typeof RECHARGE_GIFTS

/**
 * The steps that a recharge reaches, and how often each counts: the highest once; of 每满 each full sum, the highest step as often
 * as it goes into the sum, and the next into what that leaves.
 *
 * Worked (每满): 1,000 and 5,000, recharged 7,500: 5,000 once, 1,000 twice; 500.00 is left over and brings nothing.
 */
export function stepsReached<S extends { amount: Fen }>(
  amount: Fen,
  steps: readonly S[],
  rule: RechargeGift,
): { step: S; times: number }[] {
  const reached = steps.filter((step) => step.amount <= amount).sort((x, y) => y.amount - x.amount)
  if (rule === 1) return reached.slice(0, 1).map((step) => ({ step, times: 1 }))
  let rest: number = amount
  return reached.flatMap((step) => {
    const times = Math.floor(rest / step.amount)
    rest -= times * step.amount
    return times > 0 ? [{ step, times }] : []
  })
}

/** The gift of a recharge: of the highest step that it reaches, never the sum of several, unless the rule says 每满. */
export function giftOf(
  amount: Fen,
  steps: readonly RechargeStep[],
  rule: RechargeGift = 1,
): { bonus: Fen; points: number } {
  const reached = stepsReached(amount, steps, rule)
  return {
    bonus: fen(reached.reduce((all, { step, times }) => all + step.bonus * times, 0)),
    points: reached.reduce((all, { step, times }) => all + step.points * times, 0),
  }
}

/**
 * Points for what was paid on a bill: so many a yuan, of what was paid without bonus and points, counted anew after each
 * refund.
 *
 * Worked: one a yuan, 864.50 paid: 864; 300.25 goes back: 564.
 * @param perYuan up to two decimals
 */
export function pointsOf(paid: Fen, perYuan: number): number {
  return Math.max(0, Math.floor((paid * Math.round(perYuan * 100)) / 10_000))
}

/** How points pay an amount: how many leave the card; or, when that is too much, the most that they can pay. */
export interface PointsUse {
  amount: Fen
  points: number
  /** So many are one yuan. */
  perYuan: number
  /** The most of a bill that points pay, in percent. */
  maxRatio: number
  /** What the bill is worth now, what points lie on it already, and what of it is unpaid. */
  worth: Fen
  pointsOnBill: Fen
  unpaid: Fen
}

/** The most yuan that points can pay of a bill. */
export function pointsCap({ points, perYuan, maxRatio, worth, pointsOnBill, unpaid }: Omit<PointsUse, 'amount'>): Fen {
  if (perYuan <= 0) return ZERO
  const have = Math.floor((Math.max(0, points) * 100) / perYuan)
  const allowed = Math.floor((worth * maxRatio) / 100) - pointsOnBill
  return fen(Math.max(0, Math.min(have, allowed, unpaid)))
}

/**
 * How many points pay an amount, rounded up to whole ones.
 *
 * Worked: 100 a yuan, 14.86 paid: 1,486; with 1,486 points the most is 14.86, with at most 50 % of 20.00: 10.00.
 */
export function payWithPoints(use: PointsUse): { points: number } | { most: Fen } {
  const most = pointsCap(use)
  return use.amount > most ? { most } : { points: Math.ceil((use.amount * use.perYuan) / 100) }
}

/** Of points that paid an amount, those that stand for what is left of it; all of it gone, none. Half-up. */
export function pointsLeft(points: number, amount: Fen, left: Fen): number {
  return amount === 0 ? 0 : Math.floor((2 * points * left + amount) / (2 * amount))
}
