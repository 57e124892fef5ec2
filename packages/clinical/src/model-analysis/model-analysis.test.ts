import { describe, expect, it, test } from 'vitest'
import { archLength, openBiteDegree, overbiteDegree, overjetDegree } from './arch.ts'
import { bolton, boltonNorms, type ToothWidths } from './bolton.ts'
import { iotnItems } from './iotn.ts'
import { mixedDentition } from './mixed-dentition.ts'
import { contactScore, par, parChange } from './par.ts'

const arch = (quadrants: readonly number[], width: number): Record<string, number> =>
  Object.fromEntries(quadrants.flatMap((q) => [1, 2, 3, 4, 5, 6].map((place) => [`${q}${place}`, width])))
const model = (max: ToothWidths, mand: ToothWidths, norm = 'bolton') => bolton({ max, mand, norm })

describe('Bolton', () => {
  it('the excess fills up to the norm', () => {
    for (const { id, anterior, overall } of boltonNorms)
      for (const lower of [5, 6, 7]) {
        const result = model(arch([1, 2], 7), arch([3, 4], lower), id)
        for (const [found, mean, upper, under] of [
          [result.anterior, anterior.mean, result.sumMaxAnt, result.sumMandAnt],
          [result.overall, overall.mean, result.sumMaxAll, result.sumMandAll],
        ] as const) {
          if (!found || upper === undefined || under === undefined) throw new Error(id)
          const fitted =
            found.excess === 'mandibular' ? (100 * (under - found.mm)) / upper : (100 * under) / (upper - found.mm)
          expect(fitted, id).toBeCloseTo(mean, 6)
          expect(found.mm).toBeGreaterThan(0)
        }
      }
  })
  it('on the norm there is none', () => {
    const mand = arch([3, 4], 7 * 0.772)
    expect(model(arch([1, 2], 7), mand).anterior).toMatchObject({ excess: 'none', mm: 0 })
    const just = model({ ...arch([1, 2], 100) }, arch([3, 4], 77.204)).anterior
    expect(just).toMatchObject({ excess: 'none', mm: 0 })
    expect(model({ ...arch([1, 2], 100) }, arch([3, 4], 77.206)).anterior?.excess).toBe('mandibular')
  })
  it('a missing tooth leaves out its ratio alone, and 0 is no width', () => {
    for (const width of [undefined, null, 0, -1, Number.NaN]) {
      const result = model({ ...arch([1, 2], 7), 16: width }, arch([3, 4], 6))
      expect(Object.keys(result)).toEqual(['sumMaxAnt', 'sumMandAnt', 'sumMandAll', 'anterior'])
    }
    expect(Object.keys(model(arch([1, 2], 7), { ...arch([3, 4], 6), 43: undefined }))).toEqual([
      'sumMaxAnt',
      'sumMaxAll',
    ])
  })
  it('knows its norms', () => {
    expect(boltonNorms.map(({ anterior, overall }) => [anterior.mean, anterior.sd, overall.mean, overall.sd])).toEqual([
      [77.2, 1.65, 91.3, 1.91],
      [78.8, 1.72, 91.5, 1.51],
      [79.32, 2.27, 91.75, 1.62],
      [78.36, 2.18, 90.99, 1.7],
    ])
    expect(() => model({}, {}, 'mars')).toThrow('Unknown Bolton norm')
  })
})

describe('mixed dentition', () => {
  const predicted = (sum: number, arch: 'max' | 'mand', method: 'tanaka' | 'moyers' = 'moyers') =>
    mixedDentition({ lowerIncisors: [sum - 15, 5, 5, 5], arch, method, availablePerQuadrant: [22, 23] })
  test.each([
    [19.5, 20.1, 20.6],
    [21, 21, 21.5],
    [21.25, 21.15, 21.65],
    [27.4, 24.76, 24.96],
    [29, 25.7, 25.9],
  ])('%s mm by Moyers: %s and %s', (sum, lower, upper) => {
    expect(predicted(sum, 'mand').predictedPerQuadrant).toBeCloseTo(lower, 9)
    expect(predicted(sum, 'max').predictedPerQuadrant).toBeCloseTo(upper, 9)
  })
  it('is null outside of the table, but Tanaka and Johnston go on', () => {
    for (const sum of [19.4, 29.1]) {
      expect(predicted(sum, 'mand')).toMatchObject({ predictedPerQuadrant: null, balance: null })
      expect(predicted(sum, 'mand', 'tanaka').predictedPerQuadrant).toBeCloseTo(sum / 2 + 10.5, 9)
    }
  })
  it('needs all four incisors, and says no balance without room', () => {
    expect(mixedDentition({ lowerIncisors: [5, 5, null, 5], arch: 'max', method: 'tanaka' })).toEqual({})
    expect(mixedDentition({ lowerIncisors: [5, 5, 5], arch: 'max', method: 'tanaka' })).toEqual({})
    expect(mixedDentition({ lowerIncisors: [5, 5, 5, 5], arch: 'max', method: 'tanaka' })).toEqual({
      sum: 20,
      predictedPerQuadrant: 21,
    })
  })
})

describe('arch', () => {
  const crowding = (available: number) => archLength({ available, required: 70, speeLeft: 0, speeRight: 4 }).crowding
  it('is crowded by degrees before Spee', () =>
    expect([70.1, 70, 69.9, 66, 65.9, 62, 61.9].map(crowding)).toEqual([
      'spacing',
      'none',
      'I',
      'I',
      'II',
      'II',
      'III',
    ]))
  it('one deep side takes room, a flat curve none', () => {
    expect(archLength({ available: 70, required: 70.3, speeLeft: 0, speeRight: 4 })).toMatchObject({ speeSpace: 2.5 })
    expect(archLength({ available: 70.1, required: 74.1, speeLeft: 0, speeRight: 0 })).toMatchObject({
      speeSpace: 0,
      crowding: 'I',
    })
  })
  it('overjet, overbite and open bite by degrees', () => {
    expect([-0.1, 0, 3, 3.1, 5, 5.1, 8, 8.1].map(overjetDegree)).toEqual([
      null,
      'normal',
      'normal',
      'I',
      'I',
      'II',
      'II',
      'III',
    ])
    expect([-0.1, 1 / 3, 0.34, 0.5, 0.51, 2 / 3, 0.67].map(overbiteDegree)).toEqual([
      null,
      'normal',
      'I',
      'I',
      'II',
      'II',
      'III',
    ])
    expect([0, 3, 3.1, 5, 5.1].map(openBiteDegree)).toEqual([null, 'I', 'II', 'II', 'III'])
  })
})

describe('PAR and IOTN', () => {
  it('weighs each component', () => {
    const none = { upperAnterior: 0, lowerAnterior: 0, buccal: 0, overjet: 0, overbite: 0, centreline: 0 }
    const weights = Object.keys(none).map((component) => par({ ...none, [component]: 1 }).weighted)
    expect(weights).toEqual([1, 1, 1, 6, 2, 4])
  })
  it('scores contacts', () =>
    expect([0, 1, 1.1, 2, 2.1, 4, 4.1, 8, 8.1, 'impacted' as const].map(contactScore)).toEqual([
      0, 0, 1, 1, 2, 2, 3, 3, 4, 5,
    ]))
  it('classes a change by 22 points, else by 30 per cent', () => {
    const classOf = (pre: number, post: number) => parChange({ pre, post }).class
    expect([
      classOf(100, 78),
      classOf(100, 79),
      classOf(70, 49),
      classOf(60, 42),
      classOf(10, 7),
      classOf(10, 8),
    ]).toEqual(['greatlyImproved', 'worseOrNoDifferent', 'improved', 'improved', 'improved', 'worseOrNoDifferent'])
    expect(parChange({ pre: 0, post: 3 })).toEqual({ reduction: -3, class: 'worseOrNoDifferent' })
  })
  it('lists each item of the IOTN once, the worst grade first', () => {
    const codes = iotnItems.map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    const grades = codes.map((code) => Number(code[0]))
    expect(grades).toEqual(grades.toSorted((one, other) => other - one))
    expect(codes).toHaveLength(6 + 11 + 6 + 7 + 1)
  })
})
