import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import vectors from '../vectors/ceph-lateral.json' with { type: 'json' }
import { facingOf, mmPerPixel } from './frame.ts'
import { rotated, type Point, type Points } from './geometry.ts'
import { isbiClasses } from './isbi.ts'
import { lateralAnalysis, type LateralInput } from './lateral.ts'
import { lateralMeasures } from './measures.ts'
import { growthPattern, normsOf, normSets, readAgainst, skeletalClass } from './norms.ts'

const films = vectors.cases.map(({ input }) => input as unknown as LateralInput)
const film = films[0] as LateralInput
const anyFilm = fc.constantFrom(...films)
const moved = (input: LateralInput, move: (point: Point) => Point): LateralInput => ({
  ...input,
  points: Object.fromEntries(
    Object.entries(input.points).flatMap(([code, point]): [string, Point][] => (point ? [[code, move(point)]] : [])),
  ),
  ...(input.scale && { scale: { ...input.scale, p1: move(input.scale.p1), p2: move(input.scale.p2) } }),
})
function near(one: Record<string, number>, other: Record<string, number>) {
  expect(Object.keys(one).sort()).toEqual(Object.keys(other).sort())
  for (const [key, value] of Object.entries(one))
    expect(Math.abs((other[key] ?? Number.NaN) - value), key).toBeLessThan(1e-6)
}

describe('a lateral film', () => {
  it('and its mirror give the same, whichever way it faces', () => {
    fc.assert(
      fc.property(anyFilm, fc.integer({ min: 500, max: 3000 }), (input, width) => {
        const mirror = moved(input, ([x, y]) => [width - x, y])
        const facing = input.facing === 'left' ? 'right' : 'left'
        near(lateralAnalysis(input).measures, lateralAnalysis({ ...mirror, facing }).measures)
      }),
    )
  })
  it('tilted, moved and enlarged gives the same', () => {
    fc.assert(
      fc.property(
        anyFilm,
        fc.double({ min: -40, max: 40, noNaN: true }),
        fc.double({ min: 0.3, max: 4, noNaN: true }),
        (input, tilt, size) => {
          const other = moved(input, (point) => {
            const [x, y] = rotated(point, [900, 700], tilt)
            return [size * x + 31, size * y - 17]
          })
          near(lateralAnalysis(input).measures, lateralAnalysis(other).measures)
        },
      ),
    )
  })
  it('with a landmark missing has the other measures unchanged, and no 0 or NaN for those that need it', () => {
    fc.assert(
      fc.property(anyFilm, fc.nat(), (input, n) => {
        const codes = Object.keys(input.points)
        const code = codes[n % codes.length] ?? ''
        const { [code]: _gone, ...points } = input.points as Record<string, Point>
        const [all, rest] = [lateralAnalysis(input).measures, lateralAnalysis({ ...input, points }).measures]
        expect(Object.keys(rest).length).toBeLessThanOrEqual(Object.keys(all).length)
        for (const [key, value] of Object.entries(rest)) {
          expect(Number.isFinite(value), key).toBe(true)
          expect(value, key).toBe(all[key])
        }
      }),
    )
  })
  it('without a scale says angles and ratios, and no millimetre', () => {
    const { measures, ...rest } = lateralAnalysis({ ...film, scale: null })
    expect('mmPerPx' in rest).toBe(false)
    const units = new Map(lateralMeasures.map(({ id, unit }) => [id, unit]))
    expect(Object.keys(measures).filter((id) => units.get(id) === 'mm')).toEqual([])
    expect(measures.ANB).toBeCloseTo(lateralAnalysis(film).measures.ANB ?? 0, 9)
    expect(rest.isbi.MW).toBeUndefined()
  })
  it('two landmarks at one place are no line', () => {
    const points = { ...film.points, Or: film.points.Po as Point }
    const { measures } = lateralAnalysis({ ...film, points })
    expect('FMA' in measures).toBe(false)
    expect(measures.SNA).toBeDefined()
  })
  it('holds what has to hold: Tweed’s triangle, Björk’s sum', () => {
    for (const input of films) {
      const { FMA, FMIA, IMPA, jarabakSum, SN_MP } = lateralAnalysis(input).measures
      if (FMIA !== undefined) expect((FMA ?? 0) + FMIA + (IMPA ?? 0)).toBeCloseTo(180, 6)
      expect(jarabakSum).toBeCloseTo(360 + (SN_MP ?? 0), 6)
    }
  })
})

describe('frame and reading', () => {
  it('refuses a ruler without length', () => {
    expect(mmPerPixel({ p1: [1, 1], p2: [1, 1], mm: 10 })).toBeNull()
    expect(mmPerPixel({ p1: [1, 1], p2: [1, 9], mm: 0 })).toBeNull()
  })
  it('faces as the first pair that is there says', () => {
    const points: Points = { Po: [5, 1], Or: [1, 1], Go: [1, 5], Me: [4, 5] }
    expect([facingOf(points), facingOf({ Go: [1, 5], Me: [4, 5] }), facingOf({})]).toEqual(['left', 'right', null])
  })
  it('reads against a norm; the limits belong inside', () => {
    const norm = { mean: 80, sd: 4 }
    expect([84, 84.1, 88, 88.1, 71.9].map((value) => readAgainst(value, norm))).toMatchObject([
      { level: 0 },
      { level: 1 },
      { level: 1 },
      { level: 2 },
      { level: -2 },
    ])
    expect(readAgainst(81, { mean: 80, sd: null })).toEqual({ difference: 1 })
  })
  it('classes at their limits', () => {
    expect(isbiClasses({ ANB: 3.2, FHI: 0.65, MW: 0.1 })).toEqual({ ANB: 1, FHI: 1, MW: 2 })
    expect([-0.2, -0.1, 1.9, 2, 4.5, 4.6].map((MW) => isbiClasses({ MW }).MW)).toEqual([3, 2, 0, 1, 1, 4])
    expect([-0.1, 0, 5, 5.1].map(skeletalClass)).toEqual(['Ⅲ', 'Ⅰ', 'Ⅰ', 'Ⅱ'])
    expect([0.619, 0.62, 0.65, 0.651].map(growthPattern)).toEqual([
      '垂直生长型',
      '均衡生长型',
      '均衡生长型',
      '水平生长型',
    ])
  })
  it('has norms by set; those of Ricketts move with age until 18', () => {
    expect(normsOf('cn-beijing-permanent', null).get('SNA')).toMatchObject({ mean: 82.8, sd: 4 })
    const set = normSets.find((name) => name.includes('ricketts')) ?? ''
    const [moving] = [...normsOf(set, 9).values()].filter(({ changePerYear }) => (changePerYear ?? 0) !== 0)
    if (!moving) throw new Error('no moving norm')
    const at = (age: number) => normsOf(set, age).get(moving.measure)?.mean ?? 0
    expect(at(12)).toBeCloseTo(moving.mean + 3 * (moving.changePerYear ?? 0), 9)
    expect(at(40)).toBe(at(18))
  })
})
