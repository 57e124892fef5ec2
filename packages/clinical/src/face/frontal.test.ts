import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { rotate, type Point, type Points } from '../geometry.ts'
import vectors from '../vectors/frontal-face.json' with { type: 'json' }
import {
  asymmetryMarked,
  deviationLevel,
  faceShape,
  frontalFace,
  shareMarked,
  type FrontalFace,
  type FrontalResult,
} from './frontal.ts'

const input: unknown = vectors.cases[1]?.input
const face = input as FrontalFace & { mmPerPx: number }
const moved = (points: Points, way: (point: Point) => Point): Points =>
  Object.fromEntries(Object.entries(points).flatMap(([code, point]) => (point ? [[code, way(point)]] : [])))
const numbers = ({ thirds, fifths, asym, ...rest }: FrontalResult): Record<string, number> => ({
  ...Object.fromEntries([...(thirds ?? []), ...(fifths ?? [])].map((share, n) => [`share${n}`, share])),
  ...asym,
  ...rest,
})
const same = (one: FrontalResult, other: FrontalResult) => {
  expect(Object.keys(numbers(other))).toEqual(Object.keys(numbers(one)))
  for (const [id, value] of Object.entries(numbers(one))) expect(numbers(other)[id], id).toBeCloseTo(value, 7)
}

describe('a frontal photo', () => {
  it('gives the same tilted, mirrored and finer', () =>
    fc.assert(
      fc.property(fc.integer({ min: -170, max: 170 }), fc.integer({ min: 2, max: 50 }), (degrees, tenths) => {
        const times = tenths / 10
        const finer = moved(face.points, ([x, y]) => [x * times, y * times])
        same(frontalFace(face), frontalFace({ points: finer, mmPerPx: face.mmPerPx / times }))
        const tilted = moved(face.points, (point) => rotate(point, [500, 500], degrees))
        same(frontalFace(face), frontalFace({ ...face, points: tilted }))
        const mirrored = moved(tilted, ([x, y]) => [1000 - x, y])
        same(frontalFace(face), frontalFace({ ...face, points: mirrored }))
      }),
    ))
  it('has no millimetre without a scale, and everything else', () => {
    const { chinDeviation, noseDeviation, ...rest } = frontalFace(face)
    expect([typeof chinDeviation, typeof noseDeviation]).toEqual(['number', 'number'])
    expect(frontalFace({ points: face.points })).toEqual(rest)
    expect(frontalFace({ points: face.points, mmPerPx: 0 })).toEqual(rest)
  })
  test.each([
    ['Tr', ['thirds']],
    ['PuL', ['thirds', 'fifths', 'lowerThirdSplit', 'facialIndex', 'chinDeviation', 'noseDeviation', 'lipCant']],
    ['EnR', ['fifths', 'chinDeviation', 'noseDeviation']],
    ['Sto', ['lowerThirdSplit']],
    ["N'", ['facialIndex']],
    ['Prn', ['noseDeviation']],
    ['ChL', ['lipCant']],
  ])('without %s lacks %j', (code, lacks) => {
    const rest = frontalFace({ ...face, points: { ...face.points, [code]: undefined } })
    const missing = Object.keys(frontalFace(face)).filter((key) => !(key in rest))
    expect(missing).toEqual(lacks)
  })
  it('compares only sides that were both placed', () =>
    expect(Object.keys(frontalFace({ ...face, points: { ...face.points, GoR: undefined } }).asym)).toEqual([
      'Zy',
      'Ch',
      'Al',
      'Ex',
    ]))
  it('says the side of the patient: a chin and a corner of the mouth on the left of the face', () => {
    const straight = { PuR: [400, 400], PuL: [600, 400], EnR: [460, 400], EnL: [540, 400] } as const
    const points = { ...straight, "Me'": [510, 800], ChR: [450, 700], ChL: [550, 710] } as const
    const found = frontalFace({ points, mmPerPx: 0.1 })
    expect(found.chinDeviation).toBeCloseTo(1, 9)
    expect(found.lipCant).toBeCloseTo(5.7106, 3)
  })
})

describe('what is marked', () => {
  it('begins beyond the limits', () => {
    expect([30.3, 30.4, 36.4].map((share) => shareMarked(share, 100 / 3))).toEqual([true, false, true])
    expect([17, 16.9, 23, 23.1].map((share) => shareMarked(share, 20))).toEqual([false, true, false, true])
    expect([2, -2.1, 4, -4.1].map(deviationLevel)).toEqual(['none', 'reported', 'reported', 'marked'])
    expect([10, -10, 10.1, -10.1].map(asymmetryMarked)).toEqual([false, false, true, true])
  })
  it('a face by its index', () =>
    expect([78.9, 79, 83.9, 84, 87.9, 88, 92.9, 93].map(faceShape)).toEqual([
      '超阔面',
      '阔面',
      '阔面',
      '中面',
      '中面',
      '狭面',
      '狭面',
      '超狭面',
    ]))
})
