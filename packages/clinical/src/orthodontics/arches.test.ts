import { describe, expect, it } from 'vitest'
import { layoutArches, wirePath } from './arches.ts'

describe('the arches in occlusion', () => {
  it('shows second molar to second molar, the right of the patient at the left, both arches about one midline', () => {
    const { upper, lower, midX } = layoutArches(new Set())
    expect(upper.map(({ fdi }) => fdi)).toEqual('17 16 15 14 13 12 11 21 22 23 24 25 26 27'.split(' '))
    expect(lower.map(({ fdi }) => fdi)).toEqual('47 46 45 44 43 42 41 31 32 33 34 35 36 37'.split(' '))
    for (const row of [upper, lower]) {
      const [right, left] = [row[6], row[7]]
      expect((right?.x ?? 0) + (left?.x ?? 0)).toBeCloseTo(midX * 2, 6)
    }
  })
  it('an extracted tooth leaves 2.3 mm, and its neighbours stand closer by what it was wider', () => {
    const whole = layoutArches(new Set())
    const closed = layoutArches(new Set(['14', '24', '34', '44']))
    const gap = (row: typeof whole.upper, a: string, b: string) =>
      Math.abs((row.find(({ fdi }) => fdi === a)?.x ?? 0) - (row.find(({ fdi }) => fdi === b)?.x ?? 0))
    const width = whole.upper.find(({ fdi }) => fdi === '14')?.width ?? 0
    expect(gap(whole.upper, '13', '15') - gap(closed.upper, '13', '15')).toBeCloseTo(width - 2.3 * 7, 6)
    expect(closed.upper.filter(({ gone }) => gone).map(({ fdi }) => fdi)).toEqual(['14', '24'])
  })
  it('a wire runs through every tooth that is there', () => {
    const { upper } = layoutArches(new Set(['14']))
    expect(wirePath(upper).match(/[ML]/g)).toHaveLength(13 + 2)
    expect(wirePath(upper.map((tooth) => ({ ...tooth, gone: true })))).toBe('')
  })
  it('third molars are drawn when something stands on them', () => {
    expect(layoutArches(new Set(), new Set(['18'])).upper[0]?.fdi).toBe('18')
  })
})
