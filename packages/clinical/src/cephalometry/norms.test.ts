import { describe, expect, it } from 'vitest'
import { filmMeasures } from './lateral.ts'
import { landmarks } from './landmarks.ts'
import { normFor, norms } from './norms.ts'

describe('norms', () => {
  it('speak of measures that there are, each once for a person of a set, with a source', () => {
    const ids = new Set([...filmMeasures.map(({ id }) => id), 'faceThroat', 'SnStms_StmiMe'])
    expect(norms.filter(({ measure }) => !ids.has(measure))).toEqual([])
    expect(new Set(norms.map(({ set, measure, sex }) => `${set} ${measure} ${sex}`)).size).toBe(norms.length)
    for (const { source } of norms) expect(source).not.toBe('')
  })
  it('are the printed ones', () => {
    expect(normFor('cn-beijing-permanent', 'SNA')).toMatchObject({ mean: 82.8, sd: 4, verified: false })
    expect(normFor('cn-beijing-mixed', 'SN_MP')).toMatchObject({ mean: 35.8, sd: 3.6 })
    expect(normFor('cn-tweed', 'IMPA')).toMatchObject({ mean: 93.9, sd: 6.2 })
    expect(normFor('cn-sichuan-adult', 'SNB', { sex: 'female' })).toMatchObject({ mean: 80.84, sd: null })
  })
  it('of two sexes need one', () => {
    expect(normFor('wits', 'wits')).toBeUndefined()
    expect(normFor('wits', 'wits', { sex: 'male' })?.mean).toBe(-1.17)
    expect(normFor('downs', 'SNA')).toBeUndefined()
  })
  it('of Ricketts change with age from nine, and stop at eighteen', () => {
    const mean = (age?: number) => normFor('ricketts', 'mandArc', { age })?.mean
    expect([undefined, 9, 8, 13, 18, 40].map(mean)).toEqual([26, 26, 25.5, 28, 30.5, 30.5])
    expect(normFor('ricketts', 'facialAxis', { age: 15 })?.mean).toBe(90)
  })
})

describe('landmarks', () => {
  it('begin with the nineteen of the challenge, and have one code and one name each', () => {
    expect(landmarks.slice(0, 19).map(({ isbi }) => isbi)).toEqual(Array.from({ length: 19 }, (_, n) => n + 1))
    expect(landmarks.slice(0, 4).map(({ code }) => code)).toEqual(['S', 'N', 'Or', 'Po'])
    expect(new Set(landmarks.map(({ code }) => code)).size).toBe(landmarks.length)
    expect(new Set(landmarks.map(({ nameZh }) => nameZh)).size).toBe(landmarks.length)
  })
})
