import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fen, sum, yuanToFen, type Fen } from './money.ts'
import { layParts, PART_KINDS, planRefund, type PaidPart, type PartKind, type RefundMode } from './settlement.ts'

const yuan = (text: string): Fen => yuanToFen(text)
const part = (kind: PartKind, left: string, charge = 0, row = 0): PaidPart => ({ kind, left: yuan(left), charge, row })
const line = (want: string, canBonus = true) => ({ want: yuan(want), canBonus })
/** A bill with everything laid, and what is asked back of each line. */
function refund(mode: RefundMode, lines: [want: string, taken: string, canBonus?: boolean][], parts: PaidPart[]) {
  const stand = lines.map(([want, , canBonus = true]) => line(want, canBonus))
  const asked = lines.map(([, taken], n) => ({ ...(stand[n] as (typeof stand)[number]), taken: yuan(taken) }))
  return planRefund({ mode, parts, lines: asked, laid: layParts(parts, stand) })
}

describe('payments on lines', () => {
  it('S13: bonus 60, principal 240, WeChat 600 on 540 and 360', () => {
    const parts = [part('principal', '240', 0, 0), part('bonus', '60', 0, 0), part('cash', '600', 0, 1)]
    expect(layParts(parts, [line('540'), line('360')])).toEqual([
      [14400, 9600],
      [3600, 2400],
      [36000, 24000],
    ])
  })
  it('lays odd amounts, the remainder on the last line', () => {
    const parts = [part('bonus', '33.33'), part('principal', '116.67'), part('cash', '183.33', 0, 1)]
    expect(layParts(parts, [line('100'), line('200'), line('33.33')])).toEqual([
      [1000, 2000, 333],
      [3500, 7000, 1167],
      [5500, 11000, 1833],
    ])
  })
  it('keeps bonus off the lines that it may not pay, and goes by what is left when something lies there', () => {
    expect(layParts([part('bonus', '50'), part('cash', '50')], [line('100'), line('100', false)])).toEqual([
      [5000, 0],
      [1667, 3333],
    ])
    expect(layParts([part('cash', '50', 1)], [line('100'), line('100')], [[fen(10000), fen(0)]])).toEqual([[0, 5000]])
    expect(() => layParts([part('bonus', '101')], [line('100'), line('100', false)])).toThrow(RangeError)
  })
})

const s13 = [part('bonus', '60'), part('principal', '240'), part('cash', '600', 0, 1)]

describe('refunds', () => {
  it('S13 by M1: B back gives bonus 60 and WeChat 300; then A gives WeChat 300 and principal 240', () => {
    const first = refund(
      1,
      [
        ['540', '0'],
        ['360', '360'],
      ],
      s13,
    )
    expect(first).toMatchObject({ returned: 36000, refunded: 36000, arrears: 0, ways: [6000, 0, 30000] })
    const rest = s13.map((each, n) => ({ ...each, left: fen(each.left - (first.ways[n] as Fen)) }))
    const lines = [
      { ...line('540'), taken: yuan('540') },
      { ...line('0'), taken: yuan('0') },
    ]
    expect(planRefund({ mode: 1, lines, parts: rest, laid: first.laid }).ways).toEqual([0, 24000, 30000])
  })
  it('S13 by M2: B gives card 120 (96 + 24) and WeChat 240; A the rest', () => {
    const first = refund(
      2,
      [
        ['540', '0'],
        ['360', '360'],
      ],
      s13,
    )
    expect(first.ways).toEqual([2400, 9600, 24000])
    expect(first.laid).toEqual([
      [3600, 0],
      [14400, 0],
      [36000, 0],
    ])
  })
  const odd = [part('bonus', '33.33'), part('principal', '116.67'), part('cash', '183.33', 0, 1)]
  const oddLines: [string, string][] = [
    ['100', '0'],
    ['200', '200'],
    ['33.33', '0'],
  ]
  it('odd amounts by M1: the rest is laid anew', () => {
    const plan = refund(1, oddLines, odd)
    expect(plan.ways).toEqual([3333, 0, 16667])
    expect(plan.laid).toEqual([
      [0, 0, 0],
      [8750, 0, 2917],
      [1250, 0, 416],
    ])
  })
  it('odd amounts by M2: what lay on the line', () => {
    expect(refund(2, oddLines, odd).ways).toEqual([2000, 7000, 11000])
  })
  it('arrears first: A 500, B 500, principal 240 and WeChat 360 paid', () => {
    const parts = [part('principal', '240'), part('cash', '360', 0, 1)]
    const lines: [string, string][] = [
      ['500', '500'],
      ['500', '0'],
    ]
    expect(refund(1, lines, parts)).toMatchObject({
      returned: 50000,
      arrears: 40000,
      refunded: 10000,
      ways: [0, 10000],
    })
    expect(refund(2, lines, parts)).toMatchObject({ arrears: 40000, refunded: 10000, ways: [4000, 6000] })
  })
  it('S13 arrears: 应收 1000 已付 600 欠 400, 退 500 → 欠费清零并退 100', () => {
    const plan = refund(1, [['1000', '500']], [part('cash', '600')])
    expect(plan).toMatchObject({ arrears: 40000, refunded: 10000 })
  })
  it('half of a line twice', () => {
    const paid = [part('bonus', '100'), part('cash', '860', 0, 1)]
    expect(refund(1, [['960', '480']], paid).ways).toEqual([10000, 38000])
    // The other half: what is left is WeChat alone.
    expect(refund(1, [['480', '480']], [part('bonus', '0'), part('cash', '480', 0, 1)]).ways).toEqual([0, 48000])
    expect(refund(2, [['960', '480']], paid).ways).toEqual([5000, 43000])
    expect(refund(2, [['480', '480']], [part('bonus', '50'), part('cash', '430', 0, 1)]).ways).toEqual([5000, 43000])
  })
  it('bonus that its lines cannot bear goes back though the bill owes', () => {
    const plan = refund(
      2,
      [
        ['100', '100'],
        ['100', '0', false],
      ],
      [part('bonus', '50')],
    )
    expect(plan).toMatchObject({ returned: 10000, refunded: 5000, arrears: 5000, ways: [5000] })
  })
  it('refuses more than a line is worth', () => {
    expect(() => refund(1, [['100', '100.01']], [part('cash', '100')])).toThrow(RangeError)
  })

  it('never gets stuck, always adds up, and refunding everything gives every part back', () => {
    const bills = fc.record({
      lines: fc.array(fc.record({ want: fc.integer({ min: 1, max: 50_000 }), canBonus: fc.boolean() }), {
        minLength: 1,
        maxLength: 5,
      }),
      kinds: fc.array(
        fc.record({ kind: fc.constantFrom(...PART_KINDS), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
        {
          maxLength: 5,
        },
      ),
      steps: fc.array(
        fc.record({
          mode: fc.constantFrom(1 as const, 2 as const),
          shares: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 5, maxLength: 5 }),
        }),
        { maxLength: 4 },
      ),
    })
    fc.assert(
      fc.property(bills, ({ lines, kinds, steps }) => {
        const stand = lines.map(({ want, canBonus }) => ({ want: fen(want), canBonus }))
        let parts: PaidPart[] = []
        let laid: Fen[][] = []
        for (const [charge, { kind, share }] of kinds.entries()) {
          const free = stand.map(({ want, canBonus }, n) =>
            kind === 'bonus' && !canBonus ? 0 : want - laid.reduce((all, row) => all + (row[n] as number), 0),
          )
          const added = { kind, left: fen(Math.floor(free.reduce((a, b) => a + b, 0) * share)), charge, row: 0 }
          laid = [...laid, ...layParts([added], stand, laid)]
          parts = [...parts, added]
        }
        const paid = parts.map(({ left }) => left)
        const back = parts.map(() => 0)
        const all = [...steps, { mode: 1 as const, shares: [1, 1, 1, 1, 1] }]
        for (const { mode, shares } of all) {
          const asked = stand.map((each, n) => ({ ...each, taken: fen(Math.floor(each.want * (shares[n] as number))) }))
          const owed = sum(stand.map(({ want }) => want)) - sum(parts.map(({ left }) => left))
          const plan = planRefund({ mode, lines: asked, parts, laid })
          expect(plan.returned).toBe(plan.refunded + plan.arrears)
          expect(sum(plan.ways)).toBe(plan.refunded)
          expect(plan.arrears).toBeLessThanOrEqual(owed)
          for (const [n, each] of stand.entries()) each.want = fen(each.want - (asked[n] as { taken: Fen }).taken)
          parts = parts.map((each, n) => ({ ...each, left: fen(each.left - (plan.ways[n] as Fen)) }))
          laid = plan.laid
          for (const [n, each] of parts.entries()) {
            back[n] = (back[n] as number) + (plan.ways[n] as number)
            expect(each.left).toBeGreaterThanOrEqual(0)
            expect(sum(laid[n] as Fen[])).toBe(each.left)
            for (const share of laid[n] as Fen[]) expect(share).toBeGreaterThanOrEqual(0)
          }
          for (const [n, { want, canBonus }] of stand.entries()) {
            expect(laid.reduce((total, row) => total + (row[n] as number), 0)).toBeLessThanOrEqual(want)
            if (!canBonus)
              for (const [p, { kind }] of parts.entries()) if (kind === 'bonus') expect(laid[p]?.[n]).toBe(0)
          }
        }
        expect(back).toEqual(paid)
      }),
      { numRuns: 2000 },
    )
  })
})
