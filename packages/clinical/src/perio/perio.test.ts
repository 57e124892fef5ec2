import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gingivalHealth, perioFigures, type ToothSites } from './chart.ts'
import { periodontalRisk, recallMonths } from './risk.ts'
import { perioStaging } from './staging.ts'

const site = fc.option(fc.integer({ min: 0, max: 15 }), { nil: null })
const sign = fc.option(fc.constantFrom(0, 1), { nil: null })
const six = <T>(each: fc.Arbitrary<T>) => fc.array(each, { minLength: 6, maxLength: 6 })
const tooth: fc.Arbitrary<ToothSites> = fc.record({ pd: six(site), rec: six(site), bop: six(sign), plaque: six(sign) })

describe('a periodontal chart', () => {
  it('counts what was measured, and nothing else', () => {
    const figures = perioFigures({
      '16': { pd: [3, null, 6, 2, null, 5], rec: [1, 0, null, 0, 0, -1], bop: [1, 1, 0, null, 0, 0] },
    })
    expect(figures).toEqual({
      sites: 4,
      bopPct: 100 / 3,
      cal: { '16': [4, null, null, 2, null, 4] },
      maxInterdentalCal: 4,
      maxPd: 6,
      pd5Sites: 2,
    })
    expect(perioFigures({ '16': {} })).toEqual({ sites: 0, cal: { '16': Array(6).fill(null) }, pd5Sites: 0 })
  })
  it('an unmeasured tooth changes no figure of the others', () => {
    fc.assert(
      fc.property(tooth, (one) => {
        const { cal: _all, ...alone } = perioFigures({ '11': one })
        const { cal: _more, ...beside } = perioFigures({ '11': one, '21': { pd: [], bop: [null, null] } })
        expect(beside).toEqual(alone)
        for (const value of Object.values(alone)) expect(Number.isFinite(value)).toBe(true)
      }),
    )
  })
  it('reads bleeding without attachment loss', () =>
    expect([9.9, 10, 30, 30.1].map(gingivalHealth)).toEqual(['健康', '局限型牙龈炎', '局限型牙龈炎', '广泛型牙龈炎']))
})

describe('stage and grade', () => {
  const base = { age: 40, maxInterdentalCal: 2, maxRblPct: 10, maxPd: 4, pctTeethAffected: 29 }
  const of = (over: object) => perioStaging({ ...base, ...over })
  it('at every limit', () => {
    const stages = (key: string, values: number[]) => values.map((value) => of({ [key]: value }).stage)
    expect(stages('maxInterdentalCal', [2, 3, 4, 5])).toEqual(['I', 'II', 'II', 'III'])
    expect(stages('maxRblPct', [14.9, 15, 33, 33.1])).toEqual(['I', 'II', 'II', 'III'])
    expect(stages('maxPd', [4, 5, 6])).toEqual(['I', 'II', 'III'])
    expect(stages('teethLostToPerio', [0, 1, 4, 5])).toEqual(['I', 'III', 'III', 'IV'])
    expect(stages('furcation', [1, 2])).toEqual(['I', 'III'])
    expect(stages('verticalDefectMm', [2.9, 3])).toEqual(['I', 'III'])
    expect(stages('mobility', [1, 2])).toEqual(['I', 'IV'])
    expect(stages('teethRemaining', [20, 19])).toEqual(['I', 'IV'])
    expect([of({ ridgeDefect: 'moderate' }).stage, of({ ridgeDefect: 'severe' }).stage]).toEqual(['III', 'IV'])
    expect([of({ masticatoryDysfunction: true }).stage, of({ biteCollapse: true }).stage]).toEqual(['IV', 'IV'])
    expect([of({ pctTeethAffected: 30 }).extent, of({ pctTeethAffected: null }).extent]).toEqual(['generalized', null])
  })
  it('nothing lost is no stage, however deep it is probed', () => {
    const none = { stage: null, grade: null, extent: null }
    expect(of({ maxInterdentalCal: 0, maxRblPct: 0, maxPd: 7 })).toEqual(none)
    expect(of({ maxInterdentalCal: 0, maxRblPct: null })).toEqual(none)
  })
  it('grades by progress, else by bone and age, raised by smoking and sugar', () => {
    const grade = (over: object) => of(over).grade
    expect([0, 1.9, 2].map((progression5yMm) => grade({ progression5yMm }))).toEqual(['A', 'B', 'C'])
    expect([9.9, 10, 40, 40.1].map((maxRblPct) => grade({ maxRblPct }))).toEqual(['A', 'B', 'B', 'C'])
    expect([grade({ maxRblPct: null }), grade({ age: null })]).toEqual(['B', 'B'])
    const young = { maxRblPct: 5 }
    expect([0, 1, 9, 10].map((cigarettesPerDay) => grade({ ...young, cigarettesPerDay }))).toEqual(['A', 'B', 'B', 'C'])
    expect([null, 6.9, 7].map((hba1c) => grade({ ...young, diabetes: true, hba1c }))).toEqual(['B', 'B', 'C'])
  })
})

describe('risk', () => {
  const low = {
    bopPct: 9,
    pd5Sites: 4,
    teethLost: 4,
    blPct: 20,
    age: 40,
    systemic: false,
    smoking: 'former' as const,
    cigarettesPerDay: 40,
  }
  it('one 2 or two 1s are moderate, two 2s high', () => {
    expect(periodontalRisk(low).risk).toBe('low')
    expect(periodontalRisk({ ...low, bopPct: 10 }).risk).toBe('low')
    expect(periodontalRisk({ ...low, bopPct: 25, pd5Sites: 5 }).risk).toBe('moderate')
    expect(periodontalRisk({ ...low, bopPct: 25.1 }).risk).toBe('moderate')
    expect(periodontalRisk({ ...low, bopPct: 26, teethLost: 9 }).risk).toBe('high')
    expect(periodontalRisk({ ...low, smoking: 'current' }).scores.env).toBe(2)
    expect(recallMonths[periodontalRisk(low).risk]).toBe(12)
  })
})
