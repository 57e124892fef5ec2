import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bestCard,
  computeBill,
  DISCOUNT_STEPS,
  linesBelowLimit,
  memberLines,
  type BillCoupon,
  type BillLineInput,
  type BillTerms,
} from './bill-amounts.ts'
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

describe('packages', () => {
  const inPackage = (no: number, price: string) => ({
    packageNo: no,
    packagePrice: yuanToFen(price),
    canDiscount: false,
  })
  it('the price is shared by what the lines come to, the remainder on the last', () => {
    const of = inPackage(1, '199.99')
    const { lines, steps, receivable } = computeBill(
      [line('100', 1, of), line('200', 1, of), line('33.33', 1, of)],
      terms(),
    )
    expect(lines.map(({ amount }) => amount)).toEqual([6000, 12000, 1999])
    expect(lines.map((each) => each.steps.package)).toEqual([4000, 8000, 1334])
    expect([steps.package, receivable]).toEqual([13334, 19999])
  })
  it('two of one bill are shared each by itself, and nothing else comes off them but rounding when nothing is left', () => {
    const { lines } = computeBill(
      [
        line('100', 1, inPackage(1, '50.01')),
        line('100', 1, inPackage(1, '50.01')),
        line('80', 2, inPackage(2, '120')),
        line('50'),
      ],
      terms({ discountPercent: 90, reduction: yuanToFen('5') }),
    )
    expect(lines.map(({ amount }) => amount)).toEqual([2501, 2500, 12000, 4000])
    expect(lines[2]?.steps).toMatchObject({ package: 4000, orderPercent: 0, reduction: 0 })
  })
  it('one that costs more than its lines is none', () => {
    expect(() => computeBill([line('10', 1, inPackage(1, '10.01'))], terms())).toThrow('套餐价高于各项的合计')
  })
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

  const coupon = (more: Partial<BillCoupon> = {}): BillCoupon => ({
    kind: 2,
    value: yuanToFen('200'),
    percent: 100,
    most: null,
    threshold: ZERO,
    covers: [true, true, true, true],
    ...more,
  })
  const offLines = (bill: ReturnType<typeof computeBill>) => bill.lines.map(({ steps }) => steps.coupon)

  it('money.md §6: the whole ladder, 2,680.00 → 2,200.00, each step kept', () => {
    const bill = computeBill(
      [line('2680', 1, { memberPrice: yuanToFen('2580'), memberPercent: 95 })],
      terms({ coupons: [coupon()], discountPercent: 98, reduction: yuanToFen('5.98') }),
    )
    expect(bill.receivable).toBe(220000)
    expect(bill.steps).toEqual({
      package: 0,
      memberPrice: 10000,
      memberDiscount: 12900,
      coupon: 20000,
      linePercent: 0,
      orderPercent: 4502,
      reduction: 598,
      rounding: 0,
    })
    expect(bill.lines[0]?.steps).toEqual(bill.steps)
  })
  it('a line that takes part in no discount keeps its price through every step', () => {
    const shut = { canDiscount: false, memberPrice: ZERO, memberPercent: 50 }
    const bill = computeBill([line('50', 1, shut), line('100')], terms({ coupons: [coupon()], discountPercent: 90 }))
    expect(bill.lines.map(({ amount }) => amount)).toEqual([5000, 0])
    expect(offLines(bill)).toEqual([0, 10000])
  })
  it('a member price above the price changes nothing', () => {
    expect(computeBill([line('100', 2, { memberPrice: yuanToFen('120') })], terms()).receivable).toBe(20000)
  })
  it('coupons: from a sum on, a sum, a percentage with a limit, one unit of an item, each on what it covers', () => {
    const three = [line('100', 2), line('300'), line('33.33')]
    const of = (more: Partial<BillCoupon>) => computeBill(three, terms({ coupons: [coupon(more)] }))
    expect(of({ kind: 1, threshold: yuanToFen('600') }).coupons).toEqual([{ amount: 0, missing: 6667, off: [0, 0, 0] }])
    expect(offLines(of({ kind: 1, threshold: yuanToFen('533.33') }))).toEqual([7500, 11250, 1250])
    expect(offLines(of({ covers: [false, false, true] }))).toEqual([0, 0, 3333])
    expect(offLines(of({ kind: 3, percent: 90 }))).toEqual([2000, 3000, 333])
    expect(of({ kind: 3, percent: 90, most: yuanToFen('50') }).steps.coupon).toBe(5000)
    expect(offLines(of({ kind: 4, covers: [true, false, true] }))).toEqual([10000, 0, 0])
    expect(offLines(of({ kind: 4, most: yuanToFen('80') }))).toEqual([0, 8000, 0])
  })
  it('a second coupon finds what the first has left', () => {
    const coupons = [coupon(), coupon({ kind: 1, threshold: yuanToFen('100'), value: yuanToFen('50') })]
    expect(computeBill([line('250')], terms({ coupons })).coupons).toEqual([
      { amount: 20000, missing: 0, off: [20000] },
      { amount: 0, missing: 5000, off: [0] },
    ])
  })
  it('only percentages, reduction and rounding by hand count against a person', () => {
    const member = [line('1000', 1, { memberPercent: 50 })]
    expect(linesBelowLimit(member, terms({ coupons: [coupon()] }), 100)).toEqual([])
    expect(linesBelowLimit(member, terms({ coupons: [coupon()], discountPercent: 90 }), 90)).toEqual([])
    expect(linesBelowLimit(member, terms({ coupons: [coupon()], discountPercent: 89 }), 90)).toEqual([0])
  })
  it('the best card takes most off; none when none takes anything', () => {
    const gold = { lines: [{ memberPrice: null, percent: 90 }] }
    const priced = { lines: [{ memberPrice: yuanToFen('80'), percent: 100 }] }
    const plain = { lines: [{ memberPrice: null, percent: 100 }] }
    expect(bestCard([plain, gold, priced], [line('100')])).toBe(priced)
    expect(bestCard([plain, gold], [line('100')])).toBe(gold)
    expect(bestCard([plain], [line('100')])).toBeUndefined()
    expect(memberLines([line('100')], gold)[0]).toMatchObject({ memberPrice: null, memberPercent: 90 })
  })
  it('Σ steps = discount on every line and bill, no line goes below zero, and the order of lines alters no percentage', () => {
    const anyLine = fc.record({
      price: fc.integer({ min: 0, max: 5_000_000 }),
      qty: fc.integer({ min: 1, max: 32 }),
      canDiscount: fc.boolean(),
      discountPercent: fc.integer({ min: 0, max: 100 }),
      memberPrice: fc.option(fc.integer({ min: 0, max: 5_000_000 })),
      memberPercent: fc.integer({ min: 1, max: 100 }),
    })
    const anyCoupon = fc.record({
      kind: fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const),
      value: fc.integer({ min: 1, max: 1_000_000 }),
      percent: fc.integer({ min: 0, max: 100 }),
      most: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
      threshold: fc.integer({ min: 0, max: 1_000_000 }),
      covers: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
    })
    fc.assert(
      fc.property(
        fc.array(anyLine, { minLength: 1, maxLength: 12 }),
        fc.array(anyCoupon, { maxLength: 4 }),
        fc.integer({ min: 0, max: 100 }),
        fc.constantFrom(0 as const, 1 as const, 2 as const),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (raw, someCoupons, discountPercent, roundingRule, share) => {
          const lines = raw as unknown as BillLineInput[]
          const given = terms({ coupons: someCoupons as unknown as BillCoupon[], discountPercent })
          const free = computeBill(lines, given)
          const most = sum(free.lines.filter((_, n) => lines[n]?.canDiscount).map((each) => each.amount))
          const bill = computeBill(lines, { ...given, reduction: fen(Math.floor(most * share)), roundingRule })
          for (const each of [...bill.lines, bill])
            expect(sum(DISCOUNT_STEPS.map((step) => each.steps[step]))).toBe(each.discount)
          expect(bill.steps.coupon).toBe(sum(bill.coupons.map(({ amount }) => amount)))
          expect(bill.original - bill.discount).toBe(bill.receivable)
          expect(
            bill.lines.every(({ amount, steps }) => amount >= 0 && Object.values(steps).every((off) => off >= 0)),
          ).toBe(true)
          const turned = [...lines].reverse()
          const plain = terms({ discountPercent })
          expect(computeBill(turned, plain).receivable).toBe(computeBill(lines, plain).receivable)
        },
      ),
    )
  })
})
