import { describe, expect, it } from 'vitest'
import { differenceOf, faceName, notesOf, sumOfNotes } from './notes.ts'

describe('counted cash', () => {
  it('S2: 49 of 100, one of 50, one of 5 are 4,955.00, which is 5.00 short', () => {
    const counts = { 10000: 49, 5000: 1, 500: 1 }
    expect(sumOfNotes(counts)).toBe(495_500)
    expect(notesOf(counts)).toEqual([
      { face: 10000, count: 49 },
      { face: 5000, count: 1 },
      { face: 500, count: 1 },
    ])
    expect(differenceOf('4955.00', '4960.00')).toBe('-5.00')
  })
  it('names notes in yuan and coins in jiao', () => {
    expect([10000, 100, 50, 10].map(faceName)).toEqual(['100 元', '1 元', '5 角', '1 角'])
  })
})
