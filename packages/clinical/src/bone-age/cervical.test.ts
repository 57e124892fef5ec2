import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { rotate, type Point, type Points } from '../geometry.ts'
import { bodyShape, cvm, mitoAge } from './cervical.ts'

/** A neck that looks to the right: bodies as boxes with a depth of the lower border in parts of their width. */
function neck(
  depths: { C2: number; C3: number; C4: number },
  bodies: { C3: [rear: number, front: number]; C4: [rear: number, front: number] },
): Record<string, Point> {
  const body = (name: 'C3' | 'C4', bottom: number): Record<string, Point> => ({
    [`${name}pi`]: [400, bottom],
    [`${name}ai`]: [500, bottom],
    [`${name}ps`]: [400, bottom - bodies[name][0]],
    [`${name}as`]: [500, bottom - bodies[name][1]],
    [`${name}m`]: [450, bottom - 100 * depths[name]],
  })
  return {
    C2pi: [400, 300],
    C2ai: [500, 300],
    C2m: [450, 300 - 100 * depths.C2],
    ...body('C3', 500),
    ...body('C4', 700),
  }
}
const flat = { C2: 0, C3: 0, C4: 0 }
const low = { C3: [60, 55] as [number, number], C4: [60, 55] as [number, number] }
const moved = (points: Points, way: (point: Point) => Point): Points =>
  Object.fromEntries(Object.entries(points).flatMap(([code, point]) => (point ? [[code, way(point)]] : [])))

describe('cervical maturation', () => {
  test.each([
    ['CS1', flat, low, false],
    ['CS1', { C2: 0.069, C3: 0, C4: 0 }, low, false],
    ['CS2', { C2: 0.07, C3: 0, C4: 0 }, low, false],
    ['CS3', { C2: 0.1, C3: 0.07, C4: 0.069 }, low, false],
    ['CS4', { C2: 0.1, C3: 0.1, C4: 0.07 }, low, false],
    ['CS5', { C2: 0.1, C3: 0.1, C4: 0.1 }, { ...low, C4: [90, 90] }, false],
    ['CS5', { C2: 0.1, C3: 0.1, C4: 0.1 }, { ...low, C3: [110, 110] }, false],
    ['CS6', { C2: 0.1, C3: 0.1, C4: 0.1 }, { C3: [111, 111], C4: [95, 95] }, false],
    ['CS3', { C2: 0, C3: 0.1, C4: 0 }, low, true],
    ['CS4', { C2: 0.1, C3: 0, C4: 0.1 }, low, true],
    ['CS2', { C2: 0.1, C3: 0, C4: 0 }, { ...low, C3: [95, 95] }, true],
    ['CS1', flat, { ...low, C4: [120, 120] }, true],
  ] as const)('%s of %j', (stage, depths, bodies, inconsistent) => {
    const points = neck(depths, { C3: [...bodies.C3], C4: [...bodies.C4] })
    expect(cvm({ points, facing: 'right' })).toMatchObject({ stage, inconsistent })
  })
  it('reads the same mirrored and tilted', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 }), fc.integer({ min: -50, max: 50 }), (depth, degrees) => {
        const points = neck({ C2: depth / 100, C3: 0.1, C4: 0.02 }, low)
        const one = cvm({ points, facing: 'right' })
        const tilted = moved(points, (point) => rotate(point, [450, 500], degrees))
        const other = cvm({ points: moved(tilted, ([x, y]) => [900 - x, y]), facing: 'left' })
        expect(other.concavity.C2).toBeCloseTo(one.concavity.C2 ?? Number.NaN, 9)
        expect(other.ratios.C4?.taper).toBeCloseTo(one.ratios.C4?.taper ?? Number.NaN, 9)
        expect([other.stage, other.inconsistent, other.shape]).toEqual([one.stage, one.inconsistent, one.shape])
      }),
    ))
  it('finds which way the neck looks', () => {
    const points = neck({ C2: 0.1, C3: 0.1, C4: 0.1 }, low)
    expect(cvm({ points })).toEqual(cvm({ points, facing: 'right' }))
    const mirrored = moved(points, ([x, y]) => [900 - x, y])
    expect(cvm({ points: mirrored })).toEqual(cvm({ points: mirrored, facing: 'left' }))
  })
  test.each(Object.keys(neck(flat, low)))('without %s has no stage and lacks what stands on it alone', (code) => {
    const found = cvm({ points: { ...neck(flat, low), [code]: undefined }, facing: 'right' })
    expect([found.stage, found.inconsistent]).toEqual([undefined, undefined])
    const vertebra = code.slice(0, 2) as 'C2' | 'C3' | 'C4'
    const upper = code.endsWith('s')
    expect(vertebra in found.concavity).toBe(upper)
    if (vertebra !== 'C2') expect(vertebra in found.shape).toBe(code.endsWith('m'))
    expect('C2' in found.concavity).toBe(vertebra !== 'C2')
  })
  it('asks the shape in the order of the text', () => {
    const shapes = [
      [1.11, 0.5],
      [1.1, 0.5],
      [0.9, 0.5],
      [0.89, 0.84],
      [0.89, 0.85],
    ] as const
    expect(shapes.map(([hw, taper]) => bodyShape({ hw, taper }))).toEqual([
      'vertical',
      'square',
      'square',
      'trapezoid',
      'horizontal',
    ])
  })
  it('Mito: −0.20 + 6.20·0.55 + 5.90·0.55 + 4.74·55/60', () => {
    expect(mitoAge(neck(flat, low))).toBeCloseTo(-0.2 + 6.2 * 0.55 + 5.9 * 0.55 + (4.74 * 55) / 60, 2)
    expect(mitoAge({ ...neck(flat, low), C4as: undefined })).toBeUndefined()
  })
})
