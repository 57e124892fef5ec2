import { describe, expect, it } from 'vitest'
import { bleedingIndex, hampDegree, olearyRecord, plaqueIndex } from './indices.ts'

describe('indices of plaque and bleeding', () => {
  it("O'Leary: surfaces with plaque of those that were looked at", () => {
    expect(
      olearyRecord([
        [true, false, true, false],
        [false, null, false, false],
      ]),
    ).toBeCloseTo((100 * 2) / 7)
    expect(olearyRecord([[false, false, false, false]])).toBe(0)
    expect(olearyRecord([[null, null, null, null]])).toBeNull()
    expect(olearyRecord([])).toBeNull()
  })
  it('Silness-Loe and Mazza: the mean of what was scored', () => {
    expect(plaqueIndex([0, 1, 2, 3, null])).toBe(1.5)
    expect(bleedingIndex([5, 4, null])).toBe(4.5)
    expect([plaqueIndex([]), bleedingIndex([null])]).toEqual([null, null])
  })
  it.each([
    [0, false, 0],
    [1, false, 1],
    [2.9, false, 1],
    [3, false, 2],
    [8, false, 2],
    [8, true, 3],
    [null, true, 3],
    [null, false, null],
  ] as const)('Hamp: %s mm, through %s: %s', (mm, isThrough, degree) => expect(hampDegree(mm, isThrough)).toBe(degree))
})
