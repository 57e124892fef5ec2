/**
 * Money is held and calculated as a whole number of fen (0.01 yuan) and travels as yuan text with two decimals.
 * Rounding is half-up to the fen everywhere; a negative amount rounds as the mirror of the positive one, so a refund
 * of a charge is always exactly the charge with the sign turned.
 */

/** An amount in whole fen. Every amount up to 999 999 999 999.99 yuan, and well beyond, is exact. */
export type Fen = number & { readonly __fen: unique symbol }

/**
 * Takes a whole number of fen as money.
 * @param n fen, a safe integer of either sign
 * @throws RangeError when n is not a safe integer
 */
export function fen(n: number): Fen {
  if (!Number.isSafeInteger(n)) throw new RangeError(`金额须为整数分：${n}`)
  return (n === 0 ? 0 : n) as Fen
}

/** No money: 0 fen. */
export const ZERO: Fen = fen(0)

const YUAN = /^(-?)(\d+)(?:\.(\d{1,2}))?$/

/**
 * Reads yuan into fen: '1234.5', '1234.50', '-1', 1234.5.
 * @throws RangeError when the text is not a plain decimal, has more than two decimals, or is too large to be exact
 */
export function yuanToFen(text: string | number): Fen {
  const match = YUAN.exec(String(text))
  if (!match) throw new RangeError(`金额格式不正确：${text}`)
  const [, sign, yuan = '', cents = ''] = match
  const value = Number(yuan + cents.padEnd(2, '0'))
  return fen(sign ? -value : value)
}

/** Splits an amount into its sign, whole yuan and two-digit cents. */
function parts(f: Fen): { negative: boolean; yuan: string; cents: string } {
  const digits = String(Math.abs(fen(f))).padStart(3, '0')
  return { negative: f < 0, yuan: digits.slice(0, -2), cents: digits.slice(-2) }
}

/** Writes fen as wire text in yuan, always two decimals: '1234.50', '-1.00'. */
export function fenToYuan(f: Fen): string {
  const { negative, yuan, cents } = parts(f)
  return `${negative ? '-' : ''}${yuan}.${cents}`
}

/**
 * Adds any number of amounts; none gives ZERO.
 * @throws RangeError when the total is too large to be exact
 */
export function add(...amounts: Fen[]): Fen {
  return sum(amounts)
}

/**
 * a − b.
 * @throws RangeError when the difference is too large to be exact
 */
export function subtract(a: Fen, b: Fen): Fen {
  return fen(a - b)
}

/**
 * Adds a list of amounts; an empty list gives ZERO.
 * @throws RangeError when the total is too large to be exact
 */
export function sum(list: readonly Fen[]): Fen {
  return list.reduce<Fen>((total, f) => fen(total + f), ZERO)
}

/** The decimal a number is written as, as an integer and a power of ten: 1.25 → 125 / 10². */
function decimal(n: number): { integer: bigint; scale: number } {
  const match = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(n))
  if (!match) throw new RangeError(`不是有效的数：${n}`)
  const [, whole = '', fraction = '', exponent = '0'] = match
  const integer = BigInt(whole + fraction)
  const scale = fraction.length - Number(exponent)
  return scale < 0 ? { integer: integer * 10n ** BigInt(-scale), scale: 0 } : { integer, scale }
}

/** numerator ÷ denominator, half-up and symmetrical about zero. The denominator is positive. */
function divideHalfUp(numerator: bigint, denominator: bigint): Fen {
  const size = numerator < 0n ? -numerator : numerator
  const quotient = Number((2n * size + denominator) / (2n * denominator))
  return fen(numerator < 0n ? -quotient : quotient)
}

/** The same of a product of whole numbers; ordinary numbers do it wherever they are exact, which is nearly always. */
function productHalfUp(a: number, b: number, denominator: number): Fen {
  const numerator = a * b
  if (!Number.isSafeInteger(numerator)) return divideHalfUp(BigInt(a) * BigInt(b), BigInt(denominator))
  const size = Math.abs(numerator)
  const rest = size % denominator
  const quotient = (size - rest) / denominator + (2 * rest >= denominator ? 1 : 0)
  return fen(numerator < 0 ? -quotient : quotient)
}

/**
 * Amount × quantity, half-up to the fen. The quantity is taken as the decimal it is written as, so 0.15 is exactly 0.15.
 * @param qty a count or a decimal quantity, of either sign
 * @throws RangeError when qty is not finite or the product is too large to be exact
 */
export function multiply(f: Fen, qty: number): Fen {
  if (Number.isSafeInteger(qty)) return productHalfUp(fen(f), qty, 1)
  const { integer, scale } = decimal(qty)
  return divideHalfUp(BigInt(fen(f)) * integer, 10n ** BigInt(scale))
}

/**
 * The given percent of an amount, half-up to the fen. 9 折 is 90, 88 折 is 88, 8.5 折 is 85.
 * @param percent 0–100 for a discount; more and decimals are allowed
 * @throws RangeError when percent is not finite or the result is too large to be exact
 */
export function percentOf(f: Fen, percent: number): Fen {
  if (Number.isSafeInteger(percent)) return productHalfUp(fen(f), percent, 100)
  const { integer, scale } = decimal(percent)
  return divideHalfUp(BigInt(fen(f)) * integer, 10n ** BigInt(scale + 2))
}

/**
 * Shares a total over lines in proportion to their amounts: each line is rounded half-up and the last line with a
 * non-zero weight takes the remainder. The shares always add up to the total exactly and none has the opposite sign.
 * When the total does not exceed the sum of the weights, no share exceeds its own weight either (a discount never turns
 * a line negative); what the last line cannot hold goes to the lines before it, last first.
 * @param total the amount to share; a negative one gives the mirror of the positive one
 * @param weights the line amounts, none negative; a line of zero gets nothing
 * @throws RangeError when a weight is negative, or there is something to share and no weight to share it by
 */
export function splitByWeight(total: Fen, weights: readonly Fen[]): Fen[] {
  if (weights.some((weight) => weight < 0)) throw new RangeError('分摊的行金额不能为负')
  const whole = sum(weights)
  if (whole === 0 && total !== 0) throw new RangeError('没有可分摊的行')
  if (total < 0) return splitByWeight(fen(-total), weights).map((share) => fen(-share))
  let left: number = fen(total)
  const shares: number[] = weights.map((weight) => {
    if (weight === 0) return 0
    const share = Math.min(productHalfUp(total, weight, whole), left)
    left -= share
    return share
  })
  for (let line = shares.length - 1; line >= 0 && left > 0; line -= 1) {
    const weight = weights[line] ?? 0
    const share = shares[line] ?? 0
    if (weight === 0) continue
    const extra = total > whole ? left : Math.min(left, weight - share)
    shares[line] = share + extra
    left -= extra
  }
  return shares.map(fen)
}

/** Writes an amount for the screen: thousands separated, two decimals, a true minus sign (U+2212): '12,345.60', '−5.00'. */
export function formatYuan(f: Fen): string {
  const { negative, yuan, cents } = parts(f)
  return `${negative ? '\u2212' : ''}${yuan.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${cents}`
}

/**
 * A price as patients are told it: '免费', '268 元', '1,680.50 元'.
 * @throws RangeError when the text is not yuan (see yuanToFen)
 */
export function priceText(yuan: string): string {
  const words = formatYuanText(yuan)
  return words === '0.00' ? '免费' : `${words.replace(/\.00$/, '')} 元`
}

/**
 * Writes yuan wire text for the screen, as formatYuan does.
 * @throws RangeError when the text is not yuan (see yuanToFen)
 */
export function formatYuanText(yuan: string): string {
  return formatYuan(yuanToFen(yuan))
}
