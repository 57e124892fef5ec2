import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bonusAlong,
  bonusCap,
  giftOf,
  payWithCard,
  payWithPoints,
  pointsCap,
  pointsLeft,
  pointsOf,
  timesRefund,
  timesShares,
  type CardUse,
} from './card.ts'
import { fen, sum, yuanToFen, ZERO, type Fen } from './money.ts'

const yuan = (text: string): Fen => yuanToFen(text)
/** A use of a card on a bill that bonus may pay in full, unless it is said otherwise. */
const use = (
  principal: string,
  bonus: string,
  amount: string,
  order: 1 | 2 | 3,
  more: Partial<CardUse> = {},
): CardUse => ({
  principal: yuan(principal),
  bonus: yuan(bonus),
  amount: yuan(amount),
  order,
  maxBonusRatio: 100,
  eligible: yuan(amount),
  bonusOnBill: fen(0),
  eligibleUnpaid: yuan(amount),
  ...more,
})
const paid = (principal: string, bonus: string) => ({ principal: yuan(principal), bonus: yuan(bonus) })

describe('how a card pays', () => {
  it('S2 B3: 8,000 and 2,000 pay 1,500 by proportion: 1,200 and 300', () => {
    expect(payWithCard(use('8000', '2000', '1500', 3))).toEqual(paid('1200', '300'))
  })
  it('rounds half-up to the fen', () => {
    expect(payWithCard(use('3200', '660', '2000', 3))).toEqual(paid('1658.03', '341.97'))
    expect(payWithCard(use('0.01', '0.01', '0.01', 3))).toEqual(paid('0', '0.01'))
    // money.md §3: 150.00 of 777.77 and 222.23.
    expect(payWithCard(use('777.77', '222.23', '150', 3))).toEqual(paid('116.67', '33.33'))
  })
  it('keeps under the cap, shifts the rest to the principal, and refuses what both cannot bear', () => {
    const capped = { maxBonusRatio: 20, eligible: yuan('1000'), eligibleUnpaid: yuan('1000') }
    expect(payWithCard(use('700', '500', '900', 3, capped))).toEqual(paid('700', '200'))
    expect(payWithCard(use('700', '500', '1000', 3, capped))).toEqual({ most: yuan('900') })
  })
  it('bonus first, on what bonus may pay only', () => {
    expect(
      payWithCard(
        use('100', '500', '300', 2, { maxBonusRatio: 50, eligible: yuan('600'), eligibleUnpaid: yuan('600') }),
      ),
    ).toEqual(paid('0', '300'))
  })
  it('principal first: bonus bears what principal cannot', () => {
    expect(payWithCard(use('700', '500', '900', 1))).toEqual(paid('700', '200'))
    expect(payWithCard(use('700', '500', '400', 1))).toEqual(paid('400', '0'))
  })
  it('what is on the bill already counts against the cap', () => {
    const second = { maxBonusRatio: 50, eligible: yuan('1000'), eligibleUnpaid: yuan('400'), bonusOnBill: yuan('450') }
    expect(bonusCap({ ...second, bonus: yuan('500') })).toBe(yuan('50'))
  })

  const money = fc.integer({ min: 0, max: 1_000_000 }).map(fen)
  it('never more than either side has or may give, exactly the amount, or no more than the most it tells', () => {
    fc.assert(
      fc.property(
        fc.record({
          amount: fc.integer({ min: 1, max: 1_000_000 }).map(fen),
          principal: money,
          bonus: money,
          order: fc.constantFrom(1 as const, 2 as const, 3 as const),
          maxBonusRatio: fc.integer({ min: 0, max: 100 }),
          eligible: money,
          bonusOnBill: money,
          eligibleUnpaid: money,
        }),
        (asked) => {
          const done = payWithCard(asked)
          const cap = bonusCap(asked)
          if ('most' in done) {
            expect(done.most).toBe(asked.principal + cap)
            expect(asked.amount).toBeGreaterThan(done.most)
            return
          }
          expect(done.principal + done.bonus).toBe(asked.amount)
          expect(done.principal).toBeGreaterThanOrEqual(0)
          expect(done.principal).toBeLessThanOrEqual(asked.principal)
          expect(done.bonus).toBeGreaterThanOrEqual(0)
          expect(done.bonus).toBeLessThanOrEqual(cap)
        },
      ),
    )
  })
})

describe('what goes along with the principal', () => {
  it('S12 a: 3,000 and 600, of which 1,000 goes: 200', () => {
    expect(bonusAlong(yuan('1000'), yuan('3000'), yuan('600'))).toBe(yuan('200'))
  })
  it('ends at nothing whatever the parts', () => {
    let principal = yuan('1000')
    let bonus = yuan('333.33')
    for (const each of ['333.33', '333.33', '333.34']) {
      const along = bonusAlong(yuan(each), principal, bonus)
      expect(along).toBe(yuan('111.11'))
      principal = fen(principal - yuan(each))
      bonus = fen(bonus - along)
    }
    expect([principal, bonus]).toEqual([0, 0])
    expect(() => bonusAlong(yuan('0.01'), principal, bonus)).toThrow(RangeError)
  })
  it('is never more than there is', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), fc.nat(1_000_000), (taken, rest, bonus) => {
        const along = bonusAlong(fen(taken), fen(taken + rest), fen(bonus))
        expect(along).toBeGreaterThanOrEqual(0)
        expect(along).toBeLessThanOrEqual(bonus)
        if (rest === 0) expect(along).toBe(bonus)
      }),
    )
  })
})

describe('times cards', () => {
  it('shares the price over the uses, the remainder on the last', () => {
    expect(timesShares(yuan('1000'), 3)).toEqual([33333, 33333, 33334])
    expect(timesShares(yuan('588'), 5)).toEqual([11760, 11760, 11760, 11760, 11760])
  })
  it('S12 c: 10 for 1,000, one at 120: 4 used 520 back, 9 used nothing back', () => {
    expect(timesRefund(yuan('1000'), 10, 4, yuan('120'))).toEqual({ back: yuan('520'), kept: yuan('80') })
    expect(timesRefund(yuan('1000'), 10, 9, yuan('120'))).toEqual({ back: yuan('0'), kept: yuan('100') })
  })
  it('always comes to the price', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 99 }), fc.nat(100_000), (price, times, single) => {
        const shares = timesShares(fen(price), times)
        expect(sum(shares)).toBe(price)
        expect(shares.every((each) => each >= 0)).toBe(true)
        for (const used of [0, Math.floor(times / 2), times]) {
          const { back, kept } = timesRefund(fen(price), times, used, fen(single))
          expect(back).toBeGreaterThanOrEqual(0)
          expect(kept).toBeGreaterThanOrEqual(0)
          expect(back + kept).toBe(sum(shares.slice(used)))
        }
      }),
    )
  })
})

describe('gifts and points', () => {
  it('gives what the step says that was reached, not the sum of steps', () => {
    const steps = [
      { amount: yuan('10000'), bonus: yuan('2400'), points: 0 },
      { amount: yuan('2000'), bonus: yuan('160'), points: 0 },
      { amount: yuan('5000'), bonus: yuan('1000'), points: 200 },
    ]
    expect(giftOf(yuan('1999.99'), steps).bonus).toBe(0)
    expect(giftOf(yuan('5000'), steps)).toEqual({ bonus: yuan('1000'), points: 200 })
    expect(giftOf(yuan('9999.99'), steps).bonus).toBe(yuan('1000'))
  })
  it('每满: each full sum brings its gift, the highest step first, and what is left over nothing', () => {
    const each = [
      { amount: yuan('1000'), bonus: yuan('100'), points: 10 },
      { amount: yuan('5000'), bonus: yuan('800'), points: 0 },
    ]
    expect(giftOf(yuan('999.99'), each, 2)).toEqual({ bonus: 0, points: 0 })
    expect(giftOf(yuan('2500'), each, 2)).toEqual({ bonus: yuan('200'), points: 20 })
    expect(giftOf(yuan('7500'), each, 2)).toEqual({ bonus: yuan('1000'), points: 20 })
    expect(giftOf(yuan('7500'), each)).toEqual({ bonus: yuan('800'), points: 0 })
  })
  it('counts points of what was paid, whole ones', () => {
    expect(pointsOf(yuan('864.50'), 1)).toBe(864)
    expect(pointsOf(yuan('564.25'), 1)).toBe(564)
    expect(pointsOf(yuan('864.50'), 0.5)).toBe(432)
  })
})

describe('points as a way of paying', () => {
  const use = {
    points: 1486,
    perYuan: 100,
    maxRatio: 100,
    worth: yuanToFen('100'),
    pointsOnBill: ZERO,
    unpaid: yuanToFen('100'),
  }
  it('pays so many points a yuan, up to what there are, a share of the bill, and what is unpaid', () => {
    expect(payWithPoints({ ...use, amount: yuanToFen('14.86') })).toEqual({ points: 1486 })
    expect(payWithPoints({ ...use, amount: yuanToFen('14.87') })).toEqual({ most: 1486 })
    expect(pointsCap({ ...use, maxRatio: 50, worth: yuanToFen('20') })).toBe(1000)
    expect(pointsCap({ ...use, maxRatio: 50, worth: yuanToFen('20'), pointsOnBill: yuanToFen('4') })).toBe(600)
    expect(pointsCap({ ...use, unpaid: yuanToFen('5') })).toBe(500)
    expect(pointsCap({ ...use, points: -20 })).toBe(0)
    expect(pointsCap({ ...use, perYuan: 0 })).toBe(0)
    // A fraction of a point is a whole one.
    expect(payWithPoints({ ...use, perYuan: 3, amount: yuanToFen('1.01') })).toEqual({ points: 4 })
  })
  it('come back in parts that make the whole', () => {
    expect([1000, 667, 333, 0].map((left) => pointsLeft(100, fen(1000), fen(left)))).toEqual([100, 67, 33, 0])
  })
})
