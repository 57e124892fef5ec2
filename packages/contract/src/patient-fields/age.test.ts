import { ageOn } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { ageGiven, birthdayOfAge, birthOf, readAge } from './age.ts'

const ON = '2026-11-20'

describe('an age of which the birthday is not known', () => {
  it.each([
    [34, 1, '1992-01-01', '34岁'],
    [8, 2, '2026-03-01', '8个月'],
    [11, 2, '2025-12-01', '11个月'],
    [0, 2, '2026-11-01', '19天'],
    [18, 2, '2025-05-01', '1岁'],
    [12, 3, '2026-11-08', '12天'],
    [0, 3, '2026-11-20', '0天'],
  ])('%i in unit %i is born about %s, shown as %s', (age, unit, birthDay, text) => {
    expect(birthdayOfAge(ON, age, unit)).toBe(birthDay)
    expect(ageOn(birthDay, ON).text).toBe(text)
    const birth = birthOf(null, { age, ageUnit: unit }, ON)
    expect(birth).toEqual({ birthDay, birthYearEstimated: true, ageUnit: unit })
    // A form that is opened and saved again on that day says the same.
    expect(ageGiven(birth, ON)).toEqual({ age, ageUnit: unit })
  })

  it('is in years unless it is said, and a known birthday has none', () => {
    expect(birthOf(null, { age: 34 }, ON)).toMatchObject({ birthDay: '1992-01-01', ageUnit: 1 })
    expect(birthOf('2026-03-14', { age: 5, ageUnit: 2 }, ON)).toEqual({
      birthDay: '2026-03-14',
      birthYearEstimated: false,
      ageUnit: null,
    })
  })

  it('is asked again in a larger unit once the number is high', () => {
    const birth = { birthDay: '2026-03-20', birthYearEstimated: true, ageUnit: 3 }
    expect(ageGiven(birth, '2026-06-01')).toEqual({ age: 73, ageUnit: 3 })
    expect(ageGiven(birth, '2026-11-20')).toEqual({ age: 8, ageUnit: 2 })
    expect(ageGiven({ ...birth, ageUnit: 2 }, '2040-11-20')).toEqual({ age: 14, ageUnit: 1 })
  })

  it.each([
    ['34', { age: 34, ageUnit: 1 }],
    ['34岁', { age: 34, ageUnit: 1 }],
    ['8个月', { age: 8, ageUnit: 2 }],
    ['8月', { age: 8, ageUnit: 2 }],
    ['12天', { age: 12, ageUnit: 3 }],
    ['三岁', null],
    ['8周', null],
  ])('is read from a cell: %s', (cell, read) => {
    expect(readAge(cell)).toEqual(read)
  })
})
