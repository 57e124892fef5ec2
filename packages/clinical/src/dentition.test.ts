import { describe, expect, it } from 'vitest'
import { chartDentition, presumedAbsent, successorOf } from './dentition.ts'
import type { ToothMark } from './tooth-conditions.ts'

const mark = (tooth: string, condition: ToothMark['condition'] = 'caries'): ToothMark => ({
  tooth,
  condition,
  surfaces: '',
  status: 'present',
})
const absent = (age: number | null, ...marks: ToothMark[]) => [...presumedAbsent(age, marks)].sort().join(' ')

describe('which teeth a chart shows', () => {
  it.each([
    [null, [], 'permanent'],
    [5, [], 'deciduous'],
    [6, [], 'mixed'],
    [12, [], 'mixed'],
    [13, [], 'permanent'],
    [5, [mark('16')], 'deciduous'],
    [25, [mark('75', 'retained_deciduous')], 'mixed'],
    [null, [mark('75')], 'mixed'],
    [25, [mark('S11')], 'permanent'],
    [25, [mark('75', 'missing')], 'permanent'],
    [25, [mark('75', 'lost_early'), mark('75', 'space_maintainer')], 'permanent'],
    [25, [mark('75', 'missing'), mark('65')], 'mixed'],
    [25, [{ ...mark('75', 'missing'), status: 'planned' }], 'mixed'],
    // A permanent tooth that is charted stands where the deciduous one was.
    [25, [mark('75'), mark('35', 'filling')], 'permanent'],
    [25, [mark('75'), mark('35', 'unerupted')], 'mixed'],
    [25, [mark('75'), mark('25')], 'mixed'],
    // Said to be there still, whatever stands beside it.
    [25, [mark('75', 'retained_deciduous'), mark('35')], 'mixed'],
  ] as const)('at %s years: %s', (age, marks, shown) => {
    expect(chartDentition(age, marks)).toBe(shown)
  })
})

describe('teeth presumed absent', () => {
  it('at nine: incisors and first molars are there, canines, premolars, second and third molars not; upper incisors of milk are gone', () => {
    expect(absent(9)).toBe('13 14 15 17 18 23 24 25 27 28 34 35 37 38 44 45 47 48 51 52 61 62 71 72 81 82')
  })
  it('at six: only the first molars and lower central incisors may stand beside all deciduous teeth', () => {
    expect(absent(6)).toBe('11 12 13 14 15 17 18 21 22 23 24 25 27 28 32 33 34 35 37 38 42 43 44 45 47 48')
  })
  it('at twelve: the third molars are not there; deciduous teeth may be', () => {
    expect(absent(12)).toBe('18 28 38 48 51 52 54 61 62 64 71 72 74 81 82 84')
  })
  it('a mark decides for itself and for the tooth that shares its place', () => {
    expect(absent(9, mark('14'))).not.toMatch(/\b14\b/)
    expect(absent(9, mark('14'))).toMatch(/\b54\b/)
    expect(absent(13, mark('75', 'retained_deciduous'))).toMatch(/\b35\b/)
    expect(absent(13, mark('75', 'retained_deciduous'))).not.toMatch(/\b75\b/)
    // What is not to be seen takes nobody's place.
    expect(absent(9, mark('75', 'lost_early'))).toBe(absent(9))
    expect(absent(11, mark('35', 'unerupted'))).not.toMatch(/\b75\b/)
  })
  it('a deciduous tooth without a successor stands where it is, whatever the age', () => {
    const never = mark('12', 'congenitally_missing')
    expect(absent(9)).toMatch(/\b52\b/)
    expect(absent(9, never)).not.toMatch(/\b(?:52|12)\b/)
    expect(absent(9, never)).toMatch(/\b62\b/)
    expect(absent(25, never)).not.toMatch(/\b52\b/)
    expect(absent(9, never, mark('52', 'missing'))).not.toMatch(/\b52\b/)
  })
  it('a deciduous tooth that was taken out lets its successor show', () => {
    const out = { ...mark('75', 'missing'), status: 'completed' } as const
    expect(absent(11)).not.toMatch(/\b(?:75|35)\b/)
    expect(absent(11, out)).not.toMatch(/\b35\b/)
    expect(absent(12, out, mark('35', 'erupting'))).not.toMatch(/\b35\b/)
    expect(absent(11, mark('75', 'caries'))).toMatch(/\b35\b/)
    expect(chartDentition(25, [out])).toBe('permanent')
  })
  it('nothing is presumed without an age', () => expect(absent(null)).toBe(''))
})

describe('the successor of a deciduous tooth', () => {
  it('stands where something of a tooth is charted in its place', () => {
    for (const condition of ['sound', 'caries', 'filling', 'rct'] as const)
      expect(successorOf('75', [mark('35', condition)])).toBe('35')
  })
  it('does not stand where it is not through, gone, planned for, or stood for by something else', () => {
    for (const condition of ['unerupted', 'embedded', 'impacted', 'erupting', 'missing', 'implant', 'pontic'] as const)
      expect(successorOf('75', [mark('35', condition)]), condition).toBeNull()
    expect(successorOf('75', [{ ...mark('35', 'sealant'), status: 'planned' }])).toBeNull()
    expect(successorOf('75', [])).toBeNull()
  })
  it('says nothing of a deciduous tooth that has stayed, nor of a permanent one', () => {
    expect(successorOf('75', [mark('35', 'caries'), mark('75', 'retained_deciduous')])).toBeNull()
    expect(successorOf('35', [mark('75', 'caries')])).toBeNull()
  })
})
