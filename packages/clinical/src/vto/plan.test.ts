import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Point, Points } from '../geometry.ts'
import vectors from '../vectors/vto.json' with { type: 'json' }
import { lipStrain, vto, type TreatmentPlan } from './plan.ts'
import { DEFAULT_RATIOS } from './ratios.ts'

const input: unknown = vectors.cases[0]?.input
const { points } = input as { points: Record<string, Point> }
const run = (plan: TreatmentPlan, more: Points = {}) => vto({ points: { ...points, ...more }, plan })
const way = (code: string, to: Point | undefined): Point | undefined => {
  const from = points[code]
  return from && to && [to[0] - from[0], to[1] - from[1]]
}
const mm = fc.integer({ min: -60, max: 60 }).map((tenths) => tenths / 10)

describe('a plan', () => {
  it('without moves moves nothing', () => {
    expect(run({})).toEqual({ hard: {}, soft: {} })
    expect(run({ maxilla: { dx: 0, dy: 0 }, autorotation: 0, U1: { tip: 0 } })).toEqual({ hard: {}, soft: {} })
  })
  it('keeps the length of a tooth, and undone comes back', () =>
    fc.assert(
      fc.property(fc.integer({ min: -30, max: 30 }), mm, mm, (tip, dx, dy) => {
        const moved = { ...points, ...run({ U1: { tip, dx, dy }, L1: { tip, dx, dy } }).hard }
        const long = (tooth: 'U1' | 'L1', at: Points) => {
          const [edge, apex] = [at[tooth], at[`${tooth}A`]]
          return edge && apex ? Math.hypot(edge[0] - apex[0], edge[1] - apex[1]) : Number.NaN
        }
        for (const tooth of ['U1', 'L1'] as const) expect(long(tooth, moved)).toBeCloseTo(long(tooth, points), 9)
        const undo = { dx: -dx, dy: -dy }
        const back = { ...moved, ...vto({ points: moved, plan: { U1: undo, L1: undo } }).hard }
        const again = { ...back, ...vto({ points: back, plan: { U1: { tip: -tip }, L1: { tip: -tip } } }).hard }
        for (const code of ['U1', 'U1A', 'L1', 'L1A']) {
          expect(again[code]?.[0]).toBeCloseTo(points[code]?.[0] ?? Number.NaN, 8)
          expect(again[code]?.[1]).toBeCloseTo(points[code]?.[1] ?? Number.NaN, 8)
        }
      }),
    ))
  it('a positive tip brings both crowns forward', () => {
    const { hard } = run({ U1: { tip: 10 }, L1: { tip: 10 } })
    expect(way('U1', hard.U1)?.[0]).toBeGreaterThan(0)
    expect(way('L1', hard.L1)?.[0]).toBeGreaterThan(0)
    expect(way('U1A', hard.U1A)?.[0]).toBeLessThan(0)
  })
  it('tips about the point that it names: at the edge the edge stays', () =>
    expect(Object.keys(run({ U1: { tip: 10, centre: 1 } }).hard)).toEqual(['U1A']))
  it('closes the jaw: chin up and forward, condyle and angle stay', () => {
    const { hard } = run({ autorotation: 3 }, { Go: [5, -80] })
    const [dx, dy] = way('Pog', hard.Pog) ?? [0, 0]
    expect([dx > 0, dy > 0]).toEqual([true, true])
    expect(Object.keys(hard).sort()).toEqual(['B', 'Gn', 'L1', 'L1A', 'L6', 'Me', 'Pog'])
  })
  it('turns first and moves the mandible after', () => {
    const both = run({ autorotation: 5, mandible: { dx: 4, dy: -2 } }).hard
    const turned = run({ autorotation: 5 }).hard
    expect(both.Pog?.[0]).toBeCloseTo((turned.Pog?.[0] ?? 0) + 4, 9)
    expect(both.Pog?.[1]).toBeCloseTo((turned.Pog?.[1] ?? 0) - 2, 9)
  })
  it('the upper lip follows the tooth only by its own way, the lower by the whole', () => {
    const { soft } = run({ maxilla: { dx: 5, dy: 2 }, mandible: { dx: 3, dy: 1 }, U1: { dx: -2 }, L1: { dx: -1 } })
    expect(way('UL', soft.UL)?.[0]).toBeCloseTo(0.6 * 5 + 0.4 * -2, 9)
    expect(way('UL', soft.UL)?.[1]).toBeCloseTo(0.3 * 2, 9)
    expect(way('LL', soft.LL)?.[0]).toBeCloseTo(0.75 * (3 - 1), 9)
    expect(way('LL', soft.LL)?.[1]).toBeCloseTo(1, 9)
    expect(way('Prn', soft.Prn)?.[0]).toBeCloseTo(1.25, 9)
    expect(way('Sn', soft.Sn)?.[0]).toBeCloseTo(2.5, 9)
  })
  it('the soft chin takes the whole of the jaw and a part of the genioplasty', () => {
    const ahead = run({ mandible: { dx: 2, dy: 1 }, genioplasty: { dx: 4, dy: -2 } })
    expect(way('Pog', ahead.hard.Pog)).toEqual([6, -1])
    expect(way("Pog'", ahead.soft["Pog'"])?.[0]).toBeCloseTo(2 + 0.85 * 4, 9)
    expect(way("Me'", ahead.soft["Me'"])?.[1]).toBeCloseTo(1 - 0.5 * 2, 9)
    expect(way("Pog'", run({ genioplasty: { dx: -4 } }).soft["Pog'"])?.[0]).toBeCloseTo(-2.2, 9)
    expect(ahead.hard.B).toEqual([62.2, -92.4])
  })
  it('has other ratios when the clinic sets them', () => {
    const { soft } = vto({ points, plan: { U1: { dx: -5 } } }, { ...DEFAULT_RATIOS, upperLipTooth: 0.2 })
    expect(way('UL', soft.UL)?.[0]).toBeCloseTo(-1, 9)
  })
  test.each([
    [{ autorotation: 3 }, 'Co', [], []],
    [{ U1: { tip: 5 } }, 'U1A', [], []],
    [{ mandible: { dx: 1 } }, 'B', ['Gn', 'L1', 'L1A', 'L6', 'Me', 'Pog'], ["Me'", "Pog'"]],
    [{ mandible: { dx: 1 } }, "Pog'", ['B', 'Gn', 'L1', 'L1A', 'L6', 'Me', 'Pog'], ['LL', "Me'", 'Si']],
  ] as [TreatmentPlan, string, string[], string[]][])('%j without %s', (plan, code, hard, soft) => {
    const found = run(plan, { [code]: undefined })
    expect([Object.keys(found.hard).sort(), Object.keys(found.soft).sort()]).toEqual([hard, soft])
  })
  it('strain of a lip begins beyond a millimetre', () =>
    expect(
      [
        [15, 14],
        [16, 13],
        [12, 14],
      ].map(([a = 0, border = 0]) => lipStrain(a, border)),
    ).toEqual([0, 2, 0]))
})
