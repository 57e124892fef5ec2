import { fen, yuanToFen, type Fen } from '@dentin/kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feeOfPart, partOfLine, payOf, payOfEach, wrongStep, type Step } from './arithmetic.ts'

const yuan = (text: string): Fen => yuanToFen(text)
const flat = (percent: number): Step[] => [{ from: fen(0), to: null, rate: Math.round(percent * 100) }]
const twoSteps: Step[] = [
  { from: yuan('0'), to: yuan('50000'), rate: 2000 },
  { from: yuan('50000'), to: null, rate: 2500 },
]

describe('money.md §9', () => {
  it('a crown of 2,412.00 with costs of 600.50, paid 1,000 and 1,412: 751.04 + 1,060.46, at 20 % 150.21 + 212.09', () => {
    const whole = yuan('2412')
    const costs = yuan('600.50')
    const payments = [
      { before: yuan('0'), after: yuan('1000'), whole },
      { before: yuan('1000'), after: yuan('2412'), whole },
    ]
    const bases = payments.map((each) => fen(each.after - each.before - partOfLine(costs, each)))
    expect(bases).toEqual([yuan('751.04'), yuan('1060.46')])
    expect(payOfEach(1, flat(20), bases)).toEqual([yuan('150.21'), yuan('212.09')])
    expect(payOf(1, flat(20), yuan('1811.50'))).toBe(yuan('362.30'))
  })
  it('86,000 with 20 % to 50,000 and 25 % above: 19,000 step by step, 21,500 by the step that is reached', () => {
    expect(payOf(2, twoSteps, yuan('86000'))).toBe(yuan('19000'))
    expect(payOf(3, twoSteps, yuan('86000'))).toBe(yuan('21500'))
    expect([payOf(3, twoSteps, yuan('49999.99')), payOf(3, twoSteps, yuan('50000'))]).toEqual([
      yuan('10000.00'),
      yuan('12500'),
    ])
  })
  it('what goes back takes its part of the costs with it, and a month of nothing but refunds pays below zero', () => {
    const back = { before: yuan('2412'), after: yuan('0'), whole: yuan('2412') }
    expect(partOfLine(yuan('600.50'), back)).toBe(yuan('-600.50'))
    expect(payOfEach(2, twoSteps, [yuan('-1811.50')])).toEqual([yuan('-362.30')])
  })
  it('a fee belongs to the parts of its payment, and a line that was given away has no parts', () => {
    expect(feeOfPart(yuan('6.00'), yuan('333.33'), yuan('1000'))).toBe(yuan('2.00'))
    expect(feeOfPart(yuan('6.00'), yuan('1'), yuan('0'))).toBe(0)
    expect(partOfLine(yuan('5'), { before: fen(0), after: fen(0), whole: fen(0) })).toBe(0)
  })
})

const rates = fc.integer({ min: 0, max: 10_000 })
/** Steps as the rules take them: from 0, one after another, the last without end. */
const stepsOf = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 50_000_000 }), { maxLength: 5 }),
    fc.array(rates, { minLength: 6, maxLength: 6 }),
  )
  .map(([bounds, found]) => {
    const edges = [0, ...bounds.toSorted((a, b) => a - b)]
    return edges.map((from, n): Step => ({
      from: fen(from),
      to: n + 1 < edges.length ? fen(edges[n + 1] as number) : null,
      rate: found[n] as number,
    }))
  })
const kinds = fc.constantFrom(1 as const, 2 as const, 3 as const)
const bases = fc.array(fc.integer({ min: -5_000_000, max: 20_000_000 }).map(fen), { maxLength: 30 })

describe('of whatever steps and movements', () => {
  it('the movements of a month pay together what the month pays', () => {
    fc.assert(
      fc.property(kinds, stepsOf, bases, (kind, steps, all) => {
        const used = kind === 1 ? steps.slice(0, 1).map((step) => ({ ...step, to: null })) : steps
        const month = fen(all.reduce((sum, base) => sum + base, 0))
        const paid = payOfEach(kind, used, all).reduce((sum, each) => sum + each, 0)
        expect(paid).toBe(payOf(kind, used, month))
      }),
    )
  })
  it('the parts of a line come to the whole of its costs, in whatever parts it is paid, and back to nothing', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 12 }),
        (costs, payments) => {
          const whole = fen(payments.reduce((sum, each) => sum + each, 0))
          let before = fen(0)
          let taken = 0
          for (const each of payments) {
            const after = fen(before + each)
            taken += partOfLine(fen(costs), { before, after, whole })
            before = after
          }
          expect(taken).toBe(costs)
          expect(taken + partOfLine(fen(costs), { before, after: fen(0), whole })).toBe(0)
        },
      ),
    )
  })
  it('steps of rising rates never pay less for more, and by steps never more than by the step that is reached', () => {
    fc.assert(
      fc.property(stepsOf, fc.nat(90_000_000), fc.nat(9_000_000), (steps, base, more) => {
        const rising = steps
          .map(({ rate }) => rate)
          .toSorted((a, b) => a - b)
          .map((rate, n) => ({ ...(steps[n] as Step), rate }))
        for (const kind of [2, 3] as const)
          expect(payOf(kind, rising, fen(base + more))).toBeGreaterThanOrEqual(payOf(kind, rising, fen(base)))
        expect(payOf(2, rising, fen(base))).toBeLessThanOrEqual(payOf(3, rising, fen(base)))
      }),
    )
  })
  it('steps that were made one after another are right; moved into one another they are not', () => {
    fc.assert(
      fc.property(stepsOf, fc.integer({ min: 1, max: 4 }), (steps, at) => {
        expect(wrongStep(2, steps)).toBeNull()
        const step = steps[at]
        fc.pre(step !== undefined)
        const overlapping = steps.map((each, n) => (n === at ? { ...each, from: fen(each.from - 1) } : each))
        expect(wrongStep(2, overlapping)).toMatchObject({
          step: at,
          field: 'from',
          message: `第 ${at + 1} 档与第 ${at} 档重叠`,
        })
        const gap = steps.map((each, n) => (n === at ? { ...each, from: fen(each.from + 1) } : each))
        expect(wrongStep(3, gap)?.message).toMatch(/空档|高于/)
      }),
    )
  })
})

it('what is wrong with steps is said at the step', () => {
  expect(wrongStep(1, twoSteps)).toMatchObject({ step: 1, message: '统一比例只有一档' })
  expect(wrongStep(2, [{ from: fen(1), to: null, rate: 1 }])).toMatchObject({ step: 0, message: '第 1 档从 0 开始' })
  expect(wrongStep(2, [{ from: fen(0), to: fen(5), rate: 1 }])).toMatchObject({
    field: 'to',
    message: '最后一档不设上限',
  })
  expect(
    wrongStep(2, [
      { from: fen(0), to: null, rate: 1 },
      { from: fen(5), to: null, rate: 1 },
    ]),
  ).toMatchObject({ step: 0, field: 'to' })
})
