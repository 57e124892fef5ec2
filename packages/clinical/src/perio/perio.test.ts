import { describe, expect, it, test } from 'vitest'
import { gingivalCase, perioChart } from './chart.ts'
import { isMissing } from './cells.ts'
import { s4Bleeding, s4Depths, s4Entry, S4_MISSING } from './s4.ts'
import { pra, RECALL_MONTHS, type RiskInput } from './risk.ts'
import { perioStaging, type PerioCase } from './staging.ts'
import { perioSummary } from './summary.ts'

describe('the chart', () => {
  it('leaves out what was not measured, and never counts it as 0', () => {
    const chart = perioChart({
      teeth: {
        11: { pd: [3, null, 5, 2, 4, null], rec: [1, 1, null, -1, 0, 0], bop: [1, 1, 0, 0, 0, 0] },
        12: { pd: [null, null, null, null, null, null], rec: [9, 9, 9, 9, 9, 9], bop: [1, 1, 1, 1, 1, 1] },
        13: {},
      },
    })
    expect(chart).toEqual({
      sites: 4,
      bopPct: 25,
      cal: { 11: [4, null, null, 1, 4, null] },
      maxInterdentalCal: 4,
      maxPd: 5,
      pd5Sites: 1,
    })
    expect(perioChart({ teeth: {} })).toEqual({ sites: 0, cal: {} })
  })
  it('interdental loss is not asked of buccal and lingual sites', () =>
    expect(perioChart({ teeth: { 16: { pd: [2, 9, 2, 2, 9, 3], rec: [0, 0, 0, 0, 0, 0] } } }).maxInterdentalCal).toBe(
      3,
    ))
  it('bleeding alone makes a gingivitis', () =>
    expect([9.9, 10, 30, 30.1].map(gingivalCase)).toEqual(['health', 'localized', 'localized', 'generalized']))
})

describe('S4: the examination of 28 teeth', () => {
  it.each([
    [5, 2, 7],
    [5, -1, 4],
    [5, 0, 5],
  ])('a depth of %i mm with a margin at %i mm is an attachment loss of %i mm', (pd, rec, cal) => {
    const only = (value: number) => [value, null, null, null, null, null]
    expect(perioChart({ teeth: { 16: { pd: only(pd), rec: only(rec) } } }).cal[16]).toEqual(only(cal))
  })
  it('has the figures of the scenario: 168 sites, 42 bled, 84 with plaque, depths of 476 mm in sum', () => {
    expect(s4Depths).toHaveLength(168)
    expect(s4Depths.reduce((sum, mm) => sum + mm, 0)).toBe(476)
    expect(s4Bleeding.filter(Boolean)).toHaveLength(42)
    const { cells } = s4Entry()
    for (const tooth of S4_MISSING) expect(isMissing(cells[tooth]), tooth).toBe(true)
    expect(perioSummary(cells)).toMatchObject({
      sites: 168,
      teeth: 28,
      missing: 4,
      meanPd: 2.83,
      pd4to5: 26,
      pd6plus: 10,
      bopSites: 42,
      bopPct: 25,
      plaqueSites: 84,
      plaquePct: 50,
      calSites: 168,
      meanCal: 3.08,
      maxInterdentalCal: 8,
      worstTooth: '41',
    })
  })
})

const base: PerioCase = { age: 50, maxInterdentalCal: 1, maxRblPct: 10, maxPd: 3, pctTeethAffected: 20 }
const stage = (more: PerioCase) => perioStaging({ ...base, ...more }).stage
const grade = (more: PerioCase) => perioStaging({ ...base, ...more }).grade

describe('staging', () => {
  test.each([
    ['maxInterdentalCal', [2, 2.5, 3, 4, 4.5, 5], ['I', 'II', 'II', 'II', 'II', 'III']],
    ['maxRblPct', [14.9, 15, 33, 33.1], ['I', 'II', 'II', 'III']],
    ['teethLostToPerio', [0, 1, 4, 5], ['I', 'III', 'III', 'IV']],
    ['maxPd', [4, 5, 6], ['I', 'II', 'III']],
    ['verticalDefectMm', [2.9, 3], ['I', 'III']],
    ['furcation', [1, 2, 4], ['I', 'III', 'III']],
    ['ridgeDefect', ['none', 'moderate', 'severe'], ['I', 'III', 'IV']],
    ['mobility', [1, 2], ['I', 'IV']],
    ['masticatoryDysfunction', [false, true], ['I', 'IV']],
    ['biteCollapse', [false, true], ['I', 'IV']],
    ['remainingTeeth', [28, 20, 19], ['I', 'I', 'IV']],
    ['previousStage', ['I', 'III'], ['I', 'III']],
  ] as const)('%s', (key, values, stages) => expect(values.map((value) => stage({ [key]: value }))).toEqual(stages))
  it('needs loss of attachment or bone', () => {
    const none = { stage: null, grade: null, extent: null }
    expect(perioStaging({ ...base, maxInterdentalCal: 0, maxRblPct: null, maxPd: 7, teethLostToPerio: 6 })).toEqual(
      none,
    )
    expect(perioStaging({})).toEqual(none)
    expect(stage({ maxInterdentalCal: 0, maxRblPct: 1 })).toBe('I')
    expect(stage({ maxInterdentalCal: null, maxRblPct: 20 })).toBe('II')
  })
  it('grades by five years, else by bone loss and age, else B', () => {
    const progression = [0, 0.1, 1.9, 2].map((mm) => grade({ progression5yMm: mm }))
    expect(progression).toEqual(['A', 'B', 'B', 'C'])
    expect([12.4, 12.5, 50, 50.1].map((maxRblPct) => grade({ maxRblPct }))).toEqual(['A', 'B', 'B', 'C'])
    expect([grade({ maxRblPct: null }), grade({ age: null })]).toEqual(['B', 'B'])
    expect(grade({ progression5yMm: 0, maxRblPct: 60 })).toBe('A')
  })
  it('smoking and diabetes only raise it', () => {
    expect([0, 1, 9, 10].map((cigarettesPerDay) => grade({ cigarettesPerDay }))).toEqual(['A', 'B', 'B', 'C'])
    expect([undefined, 6.9, 7].map((hba1c) => grade({ diabetes: true, hba1c }))).toEqual(['B', 'B', 'C'])
    expect(grade({ diabetes: false, hba1c: 9 })).toBe('A')
    expect(grade({ progression5yMm: 3, cigarettesPerDay: 1 })).toBe('C')
  })
  it('extent turns at 30 per cent of the teeth', () => {
    const extent = (more: PerioCase) => perioStaging({ ...base, ...more }).extent
    expect([29.9, 30].map((pctTeethAffected) => extent({ pctTeethAffected }))).toEqual(['localized', 'generalized'])
    expect(extent({ molarIncisor: true, pctTeethAffected: 80 })).toBe('molarIncisor')
    expect('extent' in perioStaging({ ...base, pctTeethAffected: null })).toBe(false)
  })
})

const calm: RiskInput = {
  bopPct: 9,
  pd5Sites: 4,
  teethLost: 4,
  blPct: 20,
  age: 40,
  systemic: false,
  smoking: 'former',
  cigarettesPerDay: 30,
}

describe('recall risk', () => {
  test.each([
    ['bopPct', 'bop', [9, 9.1, 25, 25.1], [0, 1, 1, 2]],
    ['pd5Sites', 'pd5', [4, 5, 8, 9], [0, 1, 1, 2]],
    ['teethLost', 'toothLoss', [4, 5, 8, 9], [0, 1, 1, 2]],
    ['blPct', 'blAge', [20, 20.1, 40, 40.1], [0, 1, 1, 2]],
    ['systemic', 'systemic', [false, true], [0, 2]],
    ['smoking', 'env', ['never', 'former', 'current'], [0, 0, 2]],
  ] as const)('%s', (key, axis, values, scores) =>
    expect(values.map((value) => pra({ ...calm, [key]: value }).scores[axis])).toEqual(scores),
  )
  it('a smoker is high from twenty a day', () =>
    expect([0, 19, 20].map((n) => pra({ ...calm, smoking: 'current', cigarettesPerDay: n }).scores.env)).toEqual([
      1, 1, 2,
    ]))
  it('counts ones and twos', () => {
    const risk = (more: RiskInput) => pra({ ...calm, ...more }).risk
    expect(risk({})).toBe('low')
    expect(risk({ bopPct: 10 })).toBe('low')
    expect(risk({ bopPct: 10, pd5Sites: 5 })).toBe('moderate')
    expect(risk({ systemic: true })).toBe('moderate')
    expect(risk({ systemic: true, bopPct: 10, pd5Sites: 5, teethLost: 5 })).toBe('moderate')
    expect(risk({ systemic: true, bopPct: 26 })).toBe('high')
    expect(RECALL_MONTHS).toEqual({ low: 12, moderate: 6, high: 3 })
  })
  it('says nothing of an axis that is not known, and then no risk', () => {
    const found = pra({ ...calm, age: null })
    expect(found.scores).toEqual({ bop: 0, pd5: 0, toothLoss: 0, systemic: 0, env: 0 })
    expect([found.risk, found.blAge]).toEqual([undefined, undefined])
  })
})
