import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Point } from '../cephalometry/geometry.ts'
import vectors from '../vectors/vto.json' with { type: 'json' }
import { predictProfile } from './plan.ts'
import { foldedAt, thinPlateSpline } from './warp.ts'

const points = (vectors.cases[0] as unknown as { input: { points: Record<string, Point> } }).input.points

describe('a planned move', () => {
  it('that is none moves nothing', () => {
    const nothing = { hard: {}, soft: {} }
    expect(predictProfile(points, {})).toEqual(nothing)
    expect(predictProfile(points, { maxilla: { dx: 0, dy: 0 }, U1: { tip: 0 } })).toEqual(nothing)
  })
  it('of a point that is not marked changes neither it nor what follows it', () => {
    const { B: _b, ...rest } = points
    const { hard, soft } = predictProfile(rest, { mandible: { dx: 3 } })
    expect('B' in hard || 'Si' in soft).toBe(false)
    expect(hard.Pog).toEqual([63.5, -108])
  })
  it('turns a tooth about its centre and keeps its length', () => {
    const { hard } = predictProfile(points, { L1: { tip: 10, centre: 0 } })
    expect('L1A' in hard).toBe(false)
    const [edge, apex] = [hard.L1 as Point, points.L1A as Point]
    const before = points.L1 as Point
    expect(Math.hypot(edge[0] - apex[0], edge[1] - apex[1])).toBeCloseTo(
      Math.hypot(before[0] - apex[0], before[1] - apex[1]),
      9,
    )
    expect(edge[0]).toBeGreaterThan(before[0])
  })
})

describe('a thin-plate spline', () => {
  const place = fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 400 }))
  const corners: Point[] = [
    [0, 0],
    [400, 0],
    [0, 400],
    [400, 400],
  ]
  it('goes through every pair', () => {
    fc.assert(
      fc.property(fc.uniqueArray(place, { minLength: 1, maxLength: 8, selector: String }), (inner) => {
        const from = [...corners, ...inner.filter((p) => !corners.some((c) => String(c) === String(p)))]
        const to = from.map(([x, y], n): Point => [x + (n % 3) * 4, y - (n % 2) * 5])
        const map = thinPlateSpline(from, to)
        if (!map) throw new Error('no map')
        for (const [n, each] of from.entries())
          for (const axis of [0, 1] as const) expect(map(each)[axis]).toBeCloseTo(to[n]?.[axis] ?? 0, 5)
      }),
    )
  })
  it('has none for pairs on a line, and tells where a picture folds', () => {
    const line: Point[] = [
      [0, 0],
      [1, 1],
      [2, 2],
    ]
    expect(thinPlateSpline(line, line)).toBeNull()
    const from: Point[] = [...corners, [190, 200], [210, 200]]
    const calm = thinPlateSpline(from, [...corners, [195, 200], [215, 200]])
    const crossed = thinPlateSpline(from, [...corners, [260, 200], [140, 200]])
    expect(calm && foldedAt(calm, 400, 400)).toEqual([])
    expect(crossed && foldedAt(crossed, 400, 400).length).toBeGreaterThan(0)
  })
})
