import { fen, formatYuan, multiply, percentOf, splitByWeight, subtract, sum, ZERO, type Fen } from './money.ts'

/** One line of a bill before discounts. */
export interface BillLineInput {
  price: Fen
  /** Whole number of units, 1 or more. */
  qty: number
  /** false: takes no part in any discount. */
  canDiscount: boolean
  /** The line's own percentage of the price, 100 = none. */
  discountPercent: number
  /** What members pay for one; it counts where it is lower than the price. */
  memberPrice?: Fen | null | undefined
  /** What members are charged of it, in percent; 100 or left out: all of it. */
  memberPercent?: number | undefined
  /** Of a line that is sold in a package: which of the bill's packages, and for how much all of it is sold. */
  packageNo?: number | null | undefined
  packagePrice?: Fen | null | undefined
}

/** Kinds of coupons: 1 满减 from a sum on, 2 立减 a sum, 3 折扣 a percentage, 4 项目券 one unit of an item. */
export const COUPON_KINDS = { 1: '满减券', 2: '立减券', 3: '折扣券', 4: '项目券' } as const
export type CouponKind = keyof typeof COUPON_KINDS

/** A coupon as it takes part in a bill. */
export interface BillCoupon {
  kind: CouponKind
  /** Of 满减 and 立减: what comes off. */
  value: Fen
  /** Of 折扣: the part that is charged, in percent. */
  percent: number
  /** Of 折扣 and 项目券: the most that comes off; null: no limit. */
  most: Fen | null
  /** What its lines must come to at this step; 0: nothing. */
  threshold: Fen
  /** Which lines it may pay, one for each. */
  covers: readonly boolean[]
}

/** What takes something off a line, in the order in which it does. */
export const DISCOUNT_STEPS = [
  'package',
  'memberPrice',
  'memberDiscount',
  'coupon',
  'linePercent',
  'orderPercent',
  'reduction',
  'rounding',
] as const
export type DiscountStep = (typeof DISCOUNT_STEPS)[number]
export type DiscountSteps = Record<DiscountStep, Fen>

/** Discounts of the whole bill. */
export interface BillTerms {
  /** Percentage of the price that is charged: 90 = 9 折, 100 = none. Applies after the line's own, to lines that take part. */
  discountPercent: number
  /** 立减: a fixed reduction, split over the lines that take part in proportion to their amounts. */
  reduction: Fen
  /** 抹零: 0 none, 1 down to the jiao, 2 down to the yuan, 3 by hand (`manualRounding`). */
  roundingRule: 0 | 1 | 2 | 3
  manualRounding?: Fen
  /** The coupons, in the order in which they are used. */
  coupons?: readonly BillCoupon[]
}

export interface BillLineAmounts {
  original: Fen
  discount: Fen
  amount: Fen
  /** What each step takes off this line: Σ = `discount`. */
  steps: DiscountSteps
}

/** What a coupon took off a bill; or what its lines lack to its threshold, and then it takes nothing. */
export interface CouponAmount {
  amount: Fen
  missing: Fen
  /** What it took off each line: Σ = `amount`. */
  off: readonly Fen[]
}

export interface BillAmounts {
  lines: BillLineAmounts[]
  original: Fen
  /** All of it: every step of the ladder. */
  discount: Fen
  /** The part of `discount` that is rounding. */
  rounding: Fen
  receivable: Fen
  /** What each step takes off the bill: Σ = `discount`. */
  steps: DiscountSteps
  /** One for each coupon of the terms. */
  coupons: CouponAmount[]
}

const NOTHING = Object.fromEntries(DISCOUNT_STEPS.map((step) => [step, ZERO])) as DiscountSteps
const noSteps = (): DiscountSteps => ({ ...NOTHING })

/**
 * Amounts of a bill, exact to the fen, by the ladder: packages, member price, member discount, coupons, the line's own percentage, the
 * order's percentage (each rounded half-up on its line), then the reduction and the rounding split over the lines in proportion,
 * the remainder on the last one. What each step takes off each line is kept. A line that takes part in no discount keeps its
 * price through all of them.
 *
 * Worked: 2,680.00, member price 2,580.00 (100.00), 95 % → 2,451.00 (129.00), coupon 200 → 2,251.00, order 98 % → 2,205.98
 * (45.02), reduction 5.98 → 2,200.00.
 *
 * Sums hold always: Σ line.amount = receivable = original − discount, and Σ steps = discount, per line and per bill.
 * @throws TooMuchOff when the reduction or the rounding is more than the lines that take part can give
 * @see money.md §6; 整单优惠按行金额比例分摊，余分归最后一行 (unspecified parts §9.3)
 */
export function computeBill(lines: readonly BillLineInput[], terms: BillTerms): BillAmounts {
  const originals = lines.map((line) => multiply(line.price, line.qty))
  let amounts = originals
  const steps = lines.map(noSteps)
  const step = (name: DiscountStep, next: Fen[]) => {
    for (const [n, was] of amounts.entries()) {
      const own = steps[n] as DiscountSteps
      own[name] = fen(own[name] + was - (next[n] as Fen))
    }
    amounts = next
  }
  const each = (to: (amount: Fen, line: BillLineInput) => Fen): Fen[] =>
    amounts.map((amount, n) => {
      const line = lines[n] as BillLineInput
      return line.canDiscount ? to(amount, line) : amount
    })
  step('package', packaged(lines, originals))
  step(
    'memberPrice',
    each((amount, { memberPrice, price, qty }) =>
      memberPrice != null && memberPrice < price ? multiply(memberPrice, qty) : amount,
    ),
  )
  step(
    'memberDiscount',
    each((amount, { memberPercent }) => percentOf(amount, memberPercent ?? 100)),
  )
  const coupons = (terms.coupons ?? []).map((coupon): CouponAmount => {
    const may = amounts.map((amount, n) => (lines[n]?.canDiscount && coupon.covers[n] ? amount : ZERO))
    const missing = fen(Math.max(0, coupon.threshold - sum(may)))
    if (missing > 0) return { amount: ZERO, missing, off: may.map(() => ZERO) }
    const off = couponOff(coupon, may, lines)
    step(
      'coupon',
      amounts.map((amount, n) => subtract(amount, off[n] as Fen)),
    )
    return { amount: sum(off), missing: ZERO, off }
  })
  step(
    'linePercent',
    each((amount, { discountPercent }) => percentOf(amount, discountPercent)),
  )
  step(
    'orderPercent',
    each((amount) => percentOf(amount, terms.discountPercent)),
  )
  step('reduction', takeOff(amounts, lines, terms.reduction, false))
  const beforeRounding = sum(amounts)
  const rounding =
    terms.roundingRule === 3
      ? (terms.manualRounding ?? ZERO)
      : terms.roundingRule === 0
        ? ZERO
        : fen(beforeRounding % (terms.roundingRule === 1 ? 10 : 100))
  step('rounding', takeOff(amounts, lines, rounding, true))
  const original = sum(originals)
  const receivable = sum(amounts)
  return {
    lines: amounts.map((amount, n) => ({
      original: originals[n] as Fen,
      amount,
      discount: subtract(originals[n] as Fen, amount),
      steps: steps[n] as DiscountSteps,
    })),
    original,
    discount: subtract(original, receivable),
    rounding,
    receivable,
    steps: Object.fromEntries(
      DISCOUNT_STEPS.map((name) => [name, sum(steps.map((own) => own[name]))]),
    ) as DiscountSteps,
    coupons,
  }
}

/**
 * Lines as packages sell them: the price of each is shared by what its lines come to, the remainder on the last.
 * @throws RangeError when a package costs more than its lines
 */
function packaged(lines: readonly BillLineInput[], originals: readonly Fen[]): Fen[] {
  const amounts = [...originals]
  for (const no of new Set(lines.flatMap(({ packageNo }) => packageNo ?? []))) {
    const places = lines.flatMap(({ packageNo }, n) => (packageNo === no ? [n] : []))
    const price = lines[places[0] as number]?.packagePrice ?? ZERO
    const weights = places.map((n) => originals[n] as Fen)
    if (price > sum(weights)) throw new RangeError('套餐价高于各项的合计')
    for (const [place, share] of splitByWeight(price, weights).entries()) amounts[places[place] as number] = share
  }
  return amounts
}

/** What a coupon takes off each line that it may pay (0 of those that it may not). */
function couponOff(coupon: BillCoupon, may: readonly Fen[], lines: readonly BillLineInput[]): Fen[] {
  if (coupon.kind === 4) {
    // One unit of the dearest line that it covers, as that unit is worth now.
    const units = may.map((amount, n) => unitOf(amount, lines[n]?.qty ?? 1))
    const best = units.reduce((found, unit, n) => (unit > (units[found] ?? 0) ? n : found), 0)
    return may.map((amount, n) => (n === best ? atMost(units[n] as Fen, coupon.most, amount) : ZERO))
  }
  const whole = sum(may)
  const wanted = coupon.kind === 3 ? subtract(whole, percentOf(whole, coupon.percent)) : coupon.value
  const total = atMost(wanted, coupon.kind === 3 ? coupon.most : null, whole)
  return total === 0 ? may.map(() => ZERO) : splitByWeight(total, may)
}

/** One of `qty` equal parts, half-up. */
const unitOf = (amount: Fen, qty: number): Fen => fen(Math.round(amount / Math.max(1, qty)))
const atMost = (wanted: Fen, most: Fen | null, have: Fen): Fen => fen(Math.min(wanted, most ?? wanted, have))

/** The card that takes most off a bill by its prices and percentages; undefined when none takes anything. The first of several alike. */
export function bestCard<T extends { lines: readonly { memberPrice: Fen | null; percent: number }[] }>(
  cards: readonly T[],
  lines: readonly BillLineInput[],
): T | undefined {
  let best: T | undefined
  let most = 0
  for (const card of cards) {
    const { memberPrice, memberDiscount } = computeBill(memberLines(lines, card), {
      discountPercent: 100,
      reduction: ZERO,
      roundingRule: 0,
    }).steps
    if (memberPrice + memberDiscount <= most) continue
    most = memberPrice + memberDiscount
    best = card
  }
  return best
}

/** Lines with what a card gives on each of them; of no card, with none. */
export function memberLines<L extends BillLineInput>(
  lines: readonly L[],
  card: { lines: readonly { memberPrice: Fen | null; percent: number }[] } | undefined,
): L[] {
  return lines.map((line, n) => ({
    ...line,
    memberPrice: card?.lines[n]?.memberPrice ?? null,
    memberPercent: card?.lines[n]?.percent ?? 100,
  }))
}

/** More is to be taken off than the lines that take part can give. */
export class TooMuchOff extends RangeError {
  constructor(
    /** What they can give. */
    readonly most: Fen,
  ) {
    super(`最多可优惠 ${formatYuan(most)} 元`)
  }
}

/** Takes a sum off the lines in proportion; rounding may also fall on lines without discount when no other line is left. */
function takeOff(amounts: Fen[], lines: readonly BillLineInput[], total: Fen, anyLine: boolean): Fen[] {
  if (total === 0) return amounts
  const partaking = (all: boolean) => amounts.map((amount, n) => (all || lines[n]?.canDiscount ? amount : ZERO))
  let weights = partaking(false)
  if (anyLine && sum(weights) < total) weights = partaking(true)
  if (total < 0 || sum(weights) < total) throw new TooMuchOff(sum(weights))
  const shares = splitByWeight(total, weights)
  return amounts.map((amount, n) => subtract(amount, shares[n] as Fen))
}

/**
 * Which lines are charged below `limit` percent of what they come to after member price, member discount and coupons; an empty
 * list when the person may give these discounts. Only percentages, the reduction and rounding by hand count against a person;
 * rounding down to the jiao or yuan counts against nobody. What rounding to the fen takes off a line is let pass.
 * @param limit the lowest percentage that the person may charge: 85 = 8.5 折, 100 = no discount at all
 * @returns indexes into `lines`
 */
export function linesBelowLimit(lines: readonly BillLineInput[], terms: BillTerms, limit: number): number[] {
  const byHand = terms.roundingRule === 3 ? terms : { ...terms, roundingRule: 0 as const }
  const { lines: amounts } = computeBill(lines, byHand)
  const shared = terms.reduction > 0 || (terms.roundingRule === 3 && (terms.manualRounding ?? ZERO) > 0)
  const slack = limit >= 100 ? 0 : shared ? 1 + lines.length : 1
  return amounts.flatMap(({ original, amount, steps }, n) => {
    const base = subtract(original, sum([steps.memberPrice, steps.memberDiscount, steps.coupon]))
    return lines[n]?.canDiscount && amount + slack < percentOf(base, limit) ? [n] : []
  })
}
