import { describe, expect, it } from 'vitest'
import { anbClass, growthPattern, interpret, readingOf, witsClass } from './interpret.ts'

describe('a value against a norm', () => {
  it('is one mark from one SD on and two from two', () => {
    const level = (value: number) => {
      const read = interpret(value, { mean: 10, sd: 2 })
      return 'level' in read ? read.level : undefined
    }
    expect([10, 12, 12.01, 14, 14.01, 8, 7.99, 6, 5.99].map(level)).toEqual([0, 0, 1, 1, 2, 0, -1, -1, -2])
    expect(interpret(82.8 + 4, { mean: 82.8, sd: 4 })).toMatchObject({ level: 0 })
  })
  it('without an SD says the difference alone', () =>
    expect(interpret(84, { mean: 82, sd: null })).toEqual({ difference: 2 }))
})

describe('words', () => {
  it('classes by ANB, Wits and face height', () => {
    expect([-0.1, 0, 5, 5.1].map(anbClass)).toEqual(['III', 'I', 'I', 'II'])
    expect([-3.08, -1.17, 0.74].map((mm) => witsClass(mm, { mean: -1.17, sd: 1.9 }))).toEqual(['III', 'I', 'II'])
    expect([0.619, 0.62, 0.65, 0.651].map(growthPattern)).toEqual(['vertical', 'balanced', 'balanced', 'horizontal'])
  })
  it('print both classes when ANB and Wits disagree, and nothing of what was not measured', () => {
    const norms = { wits: { mean: -1.17, sd: 1.9 }, FMA: { mean: 31.1, sd: 5.6 }, SN_MP: { mean: 32.5, sd: 5.2 } }
    expect(readingOf({ ANB: 6, wits: -1 }, norms)).toEqual(['ANB 提示骨性Ⅱ类，Wits 提示骨性Ⅰ类，请结合临床'])
    expect(readingOf({ ANB: 3, wits: -1, FMA: 38, SN_MP: 25, FHI: 0.6 }, norms)).toEqual([
      '骨性Ⅰ类',
      'FH-MP 高角',
      'SN-MP 低角',
      '垂直生长型',
    ])
    expect(readingOf({ ANB: 3 }, {})).toEqual(['骨性Ⅰ类'])
    expect(readingOf({}, norms)).toEqual([])
  })
})
