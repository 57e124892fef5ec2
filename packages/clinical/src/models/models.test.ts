import { describe, expect, it } from 'vitest'
import { archLength, openBiteGrade, overbiteGrade, overjetGrade } from './arch.ts'
import { boltonAnalysis, boltonNorms } from './bolton.ts'
import { mixedDentition, predictedQuadrant } from './mixed-dentition.ts'
import { displacementScore, parChange } from './par.ts'

const all = (quadrants: number[], width: number) =>
  Object.fromEntries(quadrants.flatMap((q) => [1, 2, 3, 4, 5, 6].map((n) => [`${q}${n}`, width])))

describe('models', () => {
  it('Bolton: a tooth that is not measured takes away the ratios that need it', () => {
    const [max, mand] = [all([1, 2], 8), all([3, 4], 7)]
    const { '36': _first, ...without } = mand
    const result = boltonAnalysis(max, without, 'bolton')
    expect(result.anterior?.ratio).toBeCloseTo(87.5, 9)
    expect('overall' in result || 'sumMandAll' in result).toBe(false)
    expect('anterior' in boltonAnalysis({ ...max, '11': null }, mand, 'shanghai')).toBe(false)
    expect(Object.keys(boltonNorms)).toHaveLength(4)
  })
  it('Moyers: by the row, between rows, and nothing outside', () => {
    expect([19.5, 23, 29].map((s) => predictedQuadrant(s, 'mand', 'moyers'))).toEqual([20.1, 22.2, 25.7])
    expect(predictedQuadrant(19.75, 'max', 'moyers')).toBeCloseTo(20.75, 9)
    expect([19.4, 29.1].map((s) => predictedQuadrant(s, 'max', 'moyers'))).toEqual([null, null])
    expect(mixedDentition([4, 4, 4, 4], 'max', 'moyers', [21, 22])).toEqual({
      sum: 16,
      predictedPerQuadrant: null,
      balance: [null, null],
    })
  })
  it('crowding, overjet, overbite, open bite at their limits', () => {
    const crowding = (gap: number) => archLength(70, 70 + gap, 1, 0).crowding
    expect([-1, 0, 4, 4.1, 8, 8.1].map(crowding)).toEqual(['spacing', 'none', 'I', 'II', 'II', 'III'])
    expect(archLength(70, 70, 1, 0).total).toBe(-1)
    expect([3, 3.1, 5, 5.1, 8, 8.1].map(overjetGrade)).toEqual(['normal', 'I', 'I', 'II', 'II', 'III'])
    expect([1 / 3, 0.4, 0.5, 0.6, 0.7].map(overbiteGrade)).toEqual(['normal', 'I', 'I', 'II', 'III'])
    expect([0, 3, 5, 5.1].map(openBiteGrade)).toEqual(['normal', 'I', 'II', 'III'])
  })
  it('PAR: displacement and change', () => {
    expect([1, 1.1, 2, 2.1, 4, 4.1, 8, 8.1].map(displacementScore)).toEqual([0, 1, 1, 2, 2, 3, 3, 4])
    expect(parChange(0, 0)).toEqual({ reduction: 0, percent: null, class: 'worseOrNoDifferent' })
    expect([parChange(40, 18).class, parChange(10, 7).class, parChange(40, 19).class]).toEqual([
      'greatlyImproved',
      'improved',
      'improved',
    ])
  })
})
