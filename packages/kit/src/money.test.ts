import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ZERO,
  add,
  fen,
  fenToYuan,
  formatYuan,
  formatYuanText,
  priceText,
  multiply,
  percentOf,
  splitByWeight,
  subtract,
  sum,
  yuanToFen,
} from './money.ts'

const LIMIT = 99_999_999_999_999
const anyFen = fc.integer({ min: -LIMIT, max: LIMIT }).map(fen)
const yuan = (...texts: string[]) => texts.map(yuanToFen)

describe('yuan and fen', () => {
  it('reads plain yuan', () => {
    expect(yuan('1234.5', '1234.50', '1234', '-1', '0.07', '-0.00')).toEqual([123450, 123450, 123400, -100, 7, 0])
    expect(yuanToFen(1234.5)).toBe(123450)
    expect(yuanToFen('999999999999.99')).toBe(LIMIT)
  })
  it('refuses what is not yuan', () => {
    for (const bad of [
      '',
      ' ',
      '1.234',
      '1,234.00',
      '1.',
      '.5',
      '+1',
      '1e3',
      'NaN',
      '１２',
      '--1',
      '99999999999999999',
    ]) {
      expect(() => yuanToFen(bad), bad).toThrow(RangeError)
    }
    for (const bad of [Number.NaN, Infinity, 0.1 + 0.2, 1e21]) expect(() => yuanToFen(bad)).toThrow(RangeError)
  })
  it('refuses parts of a fen', () => {
    for (const bad of [0.5, Number.NaN, Infinity, 2 ** 53]) expect(() => fen(bad)).toThrow(RangeError)
    expect(Object.is(fen(-0), 0)).toBe(true)
  })
  it('writes two decimals', () => {
    expect([123450, -100, 5, -5, 0].map((n) => fenToYuan(fen(n)))).toEqual([
      '1234.50',
      '-1.00',
      '0.05',
      '-0.05',
      '0.00',
    ])
  })
  it('round-trips', () => {
    fc.assert(fc.property(anyFen, (f) => yuanToFen(fenToYuan(f)) === f))
  })
})

describe('arithmetic', () => {
  it('adds and subtracts exactly', () => {
    expect(sum([])).toBe(ZERO)
    expect(fenToYuan(add(...yuan('0.10', '0.20')))).toBe('0.30')
    expect(subtract(fen(100), fen(400))).toBe(-300)
    expect(() => add(fen(Number.MAX_SAFE_INTEGER), fen(1))).toThrow(RangeError)
  })
  it('rounds half-up to the fen, the same on both sides of zero', () => {
    expect(multiply(fen(1005), 0.1)).toBe(101)
    expect(multiply(fen(-1005), 0.1)).toBe(-101)
    expect(multiply(fen(100), 1.005)).toBe(101)
    expect(multiply(fen(100), 0.004999)).toBe(0)
    expect(multiply(fen(3), 1e-7)).toBe(0)
    expect(multiply(fen(48000), 2)).toBe(96000)
    expect(() => multiply(fen(1), Number.NaN)).toThrow(RangeError)
    expect(() => multiply(fen(LIMIT), 1e9)).toThrow(RangeError)
  })
  it('takes a percent: 2 fillings at 480.00, 9 折', () => {
    expect(fenToYuan(percentOf(multiply(yuanToFen('480.00'), 2), 90))).toBe('864.00')
    expect(percentOf(fen(100), 88.5)).toBe(89)
    expect(percentOf(fen(100), 0)).toBe(0)
  })
  it('is exact against whole-number arithmetic', () => {
    fc.assert(
      fc.property(anyFen, fc.integer({ min: 0, max: 10_000 }), (f, basisPoints) => {
        const product = BigInt(Math.abs(f)) * BigInt(basisPoints)
        const expected = Number((product + 5_000n) / 10_000n) * Math.sign(f)
        return percentOf(f, basisPoints / 100) === (expected === 0 ? 0 : expected)
      }),
    )
  })
})

describe('splitByWeight', () => {
  it('gives the last line the remainder', () => {
    expect(splitByWeight(yuanToFen('100.00'), yuan('100.00', '100.00', '100.00'))).toEqual([3333, 3333, 3334])
    expect(splitByWeight(yuanToFen('100.00'), yuan('100.00', '100.00', '100.00', '0.00'))).toEqual([
      3333, 3333, 3334, 0,
    ])
  })
  it('splits a bill discount, a mixed refund and a card payment by share', () => {
    expect(splitByWeight(yuanToFen('100.00'), yuan('600.00', '400.00'))).toEqual([6000, 4000])
    expect(splitByWeight(yuanToFen('360.00'), yuan('300.00', '600.00'))).toEqual([12000, 24000])
    expect(splitByWeight(yuanToFen('120.00'), yuan('240.00', '60.00'))).toEqual([9600, 2400])
    expect(splitByWeight(yuanToFen('1500.00'), yuan('8000.00', '2000.00'))).toEqual([120000, 30000])
  })
  it('never gives a line less than nothing or more than it has', () => {
    expect(splitByWeight(fen(2), [fen(1), fen(1), fen(1), fen(1)])).toEqual([1, 1, 0, 0])
    const tens = Array.from({ length: 10 }, () => fen(100))
    expect(splitByWeight(fen(334), [...tens, fen(1)])).toEqual([33, 33, 33, 33, 33, 33, 33, 33, 33, 36, 1])
  })
  it('refuses what cannot be shared', () => {
    expect(splitByWeight(ZERO, [])).toEqual([])
    expect(splitByWeight(ZERO, [ZERO])).toEqual([0])
    expect(() => splitByWeight(fen(1), [ZERO, ZERO])).toThrow(RangeError)
    expect(() => splitByWeight(fen(1), [fen(-1), fen(5)])).toThrow(RangeError)
  })
  it('always adds up', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 2_000_000 }).map(fen), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(fc.integer({ min: -5_000_000, max: 5_000_000 }).map(fen), weights, (total, lines) => {
        fc.pre(lines.some((line) => line > 0))
        const shares = splitByWeight(total, lines)
        const within = Math.abs(total) <= sum(lines)
        expect(sum(shares)).toBe(total)
        shares.forEach((share, i) => {
          const size = Math.abs(share)
          expect(share === 0 || Math.sign(share) === Math.sign(total)).toBe(true)
          if (lines[i] === 0) expect(share).toBe(0)
          if (within) expect(size).toBeLessThanOrEqual(lines[i] ?? 0)
        })
      }),
    )
  })
})

describe('formatYuan', () => {
  it('amount-display: separates thousands, has two decimals and uses a true minus', () => {
    expect(formatYuan(fen(1234560))).toBe('12,345.60')
    expect(formatYuan(fen(-500))).toBe('\u22125.00')
    expect(formatYuan(fen(99_900))).toBe('999.00')
    expect(['0.00', '268.00', '1680.50'].map(priceText)).toEqual(['免费', '268 元', '1,680.50 元'])
    expect(formatYuanText('999999999999.99')).toBe('999,999,999,999.99')
    expect(formatYuanText('-123456.7')).toBe('\u2212123,456.70')
    expect(() => formatYuanText('—')).toThrow(RangeError)
  })
})
