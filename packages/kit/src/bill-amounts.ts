import { fen, multiply, percentOf, splitByWeight, subtract, sum, ZERO, type Fen } from './money.ts'

/** One line of a bill before discounts. */
export interface BillLineInput {
  price: Fen
  /** Whole number of units, 1 or more. */
  qty: number
  /** false: takes no part in any discount. */
  canDiscount: boolean
  /** The line's own percentage of the price, 100 = none. */
  discountPercent: number
}

/** Discounts of the whole bill. */
export interface BillTerms {
  /** Percentage of the price that is charged: 90 = 9 折, 100 = none. Applies after the line's own, to lines that take part. */
  discountPercent: number
  /** 立减: a fixed reduction, split over the lines that take part in proportion to their amounts. */
  reduction: Fen
  /** 抹零: 0 none, 1 down to the jiao, 2 down to the yuan, 3 by hand (`manualRounding`). */
  roundingRule: 0 | 1 | 2 | 3
  manualRounding?: Fen
}

export interface BillLineAmounts {
  original: Fen
  discount: Fen
  amount: Fen
}

export interface BillAmounts {
  lines: BillLineAmounts[]
  original: Fen
  /** All of it: line and order discounts, reduction and rounding. */
  discount: Fen
  /** The part of `discount` that is rounding. */
  rounding: Fen
  receivable: Fen
}

/**
 * Amounts of a bill, exact to the fen: the line's own discount, then the order's percentage (each rounded half-up on its
 * line), then the reduction and the rounding split over the lines, the remainder on the last one.
 * Sums hold always: Σ line.amount = receivable = original − discount.
 * @throws RangeError when the reduction or the rounding is more than the lines that take part can give
 * @see 整单优惠按行金额比例分摊，余分归最后一行 (unspecified parts §9.3)
 */
export function computeBill(lines: readonly BillLineInput[], terms: BillTerms): BillAmounts {
  const originals = lines.map((line) => multiply(line.price, line.qty))
  let amounts = lines.map((line, n) => {
    const original = originals[n] as Fen
    if (!line.canDiscount) return original
    return percentOf(percentOf(original, line.discountPercent), terms.discountPercent)
  })
  amounts = takeOff(amounts, lines, terms.reduction, false)
  const beforeRounding = sum(amounts)
  const rounding =
    terms.roundingRule === 3
      ? (terms.manualRounding ?? ZERO)
      : terms.roundingRule === 0
        ? ZERO
        : fen(beforeRounding % (terms.roundingRule === 1 ? 10 : 100))
  amounts = takeOff(amounts, lines, rounding, true)
  const original = sum(originals)
  const receivable = sum(amounts)
  return {
    lines: amounts.map((amount, n) => ({
      original: originals[n] as Fen,
      amount,
      discount: subtract(originals[n] as Fen, amount),
    })),
    original,
    discount: subtract(original, receivable),
    rounding,
    receivable,
  }
}

/** Takes a sum off the lines in proportion; rounding may also fall on lines without discount when no other line is left. */
function takeOff(amounts: Fen[], lines: readonly BillLineInput[], total: Fen, anyLine: boolean): Fen[] {
  if (total === 0) return amounts
  const partaking = (all: boolean) => amounts.map((amount, n) => (all || lines[n]?.canDiscount ? amount : ZERO))
  let weights = partaking(false)
  if (anyLine && sum(weights) < total) weights = partaking(true)
  if (total < 0 || sum(weights) < total) throw new RangeError('优惠金额超过可优惠的金额')
  const shares = splitByWeight(total, weights)
  return amounts.map((amount, n) => subtract(amount, shares[n] as Fen))
}

/**
 * Which lines are charged below `limit` percent of their price; an empty list when the person may give these discounts.
 * Rounding down to the jiao or yuan counts against nobody; rounding by hand counts like a reduction. What rounding to the
 * fen takes off a line is let pass.
 * @param limit the lowest percentage of the price that the person may charge: 85 = 8.5 折, 100 = no discount at all
 * @returns indexes into `lines`
 */
export function linesBelowLimit(lines: readonly BillLineInput[], terms: BillTerms, limit: number): number[] {
  const byHand = terms.roundingRule === 3 ? terms : { ...terms, roundingRule: 0 as const }
  const { lines: amounts } = computeBill(lines, byHand)
  const shared = terms.reduction > 0 || (terms.roundingRule === 3 && (terms.manualRounding ?? ZERO) > 0)
  const slack = limit >= 100 ? 0 : shared ? 1 + lines.length : 1
  return amounts.flatMap((line, n) =>
    lines[n]?.canDiscount && line.amount + slack < percentOf(line.original, limit) ? [n] : [],
  )
}
