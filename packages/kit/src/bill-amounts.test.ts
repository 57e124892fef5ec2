import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeBill, linesBelowLimit, type BillLineInput, type BillTerms } from './bill-amounts.ts'
import { fen, sum, yuanToFen, ZERO } from './money.ts'

const line = (price: string, qty = 1, more: Partial<BillLineInput> = {}): BillLineInput => ({
  price: yuanToFen(price),
  qty,
  canDiscount: true,
  discountPercent: 100,
  ...more,
})
const terms = (more: Partial<BillTerms> = {}): BillTerms => ({
  discountPercent: 100,
  reduction: ZERO,
  roundingRule: 0,
  ...more,
})

describe('bill amounts', () => {
  it('S2 B2: two fillings at 480.00, 9 折 = 864.00', () => {
    expect(computeBill([line('480', 2)], terms({ discountPercent: 90 }))).toMatchObject({
      original: 96000,
      discount: 9600,
      receivable: 86400,
    })
  })
  it('S2 B4: 12000.00 less 500.00 = 11500.00', () => {
    expect(computeBill([line('12000')], terms({ reduction: yuanToFen('500') }))).toMatchObject({
      discount: 50000,
      receivable: 1150000,
    })
  })
  it('S13: three lines of 100.00, 立减 100 → 33.33, 33.33, 33.34', () => {
    const bill = computeBill([line('100'), line('100'), line('100')], terms({ reduction: yuanToFen('100') }))
    expect(bill.lines.map((each) => each.discount)).toEqual([3333, 3333, 3334])
    expect(bill.receivable).toBe(20000)
  })
  it('S13: 600 and 400 with 9 折 on the order → 540 and 360', () => {
    expect(
      computeBill([line('600'), line('400')], terms({ discountPercent: 90 })).lines.map((each) => each.amount),
    ).toEqual([54000, 36000])
  })
  it('leaves a line without discount alone', () => {
    const bill = computeBill(
      [line('100'), line('50', 1, { canDiscount: false })],
      terms({ discountPercent: 80, reduction: yuanToFen('10') }),
    )
    expect(bill.lines.map((each) => each.amount)).toEqual([7000, 5000])
  })
  it('rounds down to the jiao or the yuan and says how much', () => {
    const lines = [line('33.37'), line('10.10')]
    expect(computeBill(lines, terms({ roundingRule: 1 }))).toMatchObject({ receivable: 4340, rounding: 7 })
    expect(computeBill(lines, terms({ roundingRule: 2 }))).toMatchObject({ receivable: 4300, rounding: 47 })
  })
  it('refuses a reduction that is more than can be reduced', () => {
    expect(() =>
      computeBill([line('10'), line('90', 1, { canDiscount: false })], terms({ reduction: yuanToFen('10.01') })),
    ).toThrow(RangeError)
  })
  it('finds the lines that are charged below what a person may give', () => {
    const two = [line('100', 1, { discountPercent: 70 }), line('100')]
    expect(linesBelowLimit(two, terms(), 70)).toEqual([])
    expect(linesBelowLimit(two, terms(), 71)).toEqual([0])
    // The line's own discount and the order's count together.
    expect(
      linesBelowLimit([line('100', 1, { discountPercent: 90 }), line('10000')], terms({ discountPercent: 90 }), 85),
    ).toEqual([0])
    expect(linesBelowLimit([line('100'), line('100')], terms({ reduction: yuanToFen('50') }), 75)).toEqual([])
    expect(linesBelowLimit([line('100'), line('100')], terms({ reduction: yuanToFen('50') }), 76)).toEqual([0, 1])
    // Lines without discount are nobody's discount.
    expect(linesBelowLimit([line('50', 1, { canDiscount: false })], terms({ discountPercent: 10 }), 100)).toEqual([])
  })
  it('lets pass what rounding takes, but not rounding by hand', () => {
    expect(linesBelowLimit([line('33.33')], terms({ discountPercent: 85 }), 85)).toEqual([])
    expect(linesBelowLimit([line('0.99')], terms({ roundingRule: 1 }), 100)).toEqual([])
    expect(linesBelowLimit([line('100')], terms({ roundingRule: 3, manualRounding: yuanToFen('0.01') }), 100)).toEqual([
      0,
    ])
    expect(linesBelowLimit([line('100')], terms({ roundingRule: 3, manualRounding: yuanToFen('99') }), 85)).toEqual([0])
    for (let percent = 1; percent <= 100; percent++) {
      expect(
        linesBelowLimit([line('123.45', 3), line('0.07'), line('99.99')], terms({ discountPercent: percent }), percent),
      ).toEqual([])
    }
  })
  it('always adds up, and no line goes below zero', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            price: fc.integer({ min: 0, max: 5_000_000 }),
            qty: fc.integer({ min: 1, max: 32 }),
            canDiscount: fc.boolean(),
            discountPercent: fc.integer({ min: 0, max: 100 }),
          }),
          { minLength: 1, maxLength: 12 },
        ),
        fc.integer({ min: 0, max: 100 }),
        fc.constantFrom(0 as const, 1 as const, 2 as const),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (raw, percent, roundingRule, share) => {
          const lines = raw.map((each) => ({ ...each, price: fen(each.price) }))
          const free = computeBill(lines, terms({ discountPercent: percent }))
          const most = sum(free.lines.filter((_, n) => lines[n]?.canDiscount).map((each) => each.amount))
          const bill = computeBill(
            lines,
            terms({ discountPercent: percent, reduction: fen(Math.floor(most * share)), roundingRule }),
          )
          expect(sum(bill.lines.map((each) => each.amount))).toBe(bill.receivable)
          expect(bill.original - bill.discount).toBe(bill.receivable)
          expect(bill.lines.every((each) => each.amount >= 0 && each.discount >= 0)).toBe(true)
        },
      ),
    )
  })
})
