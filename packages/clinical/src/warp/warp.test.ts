import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rotate, type Point } from '../geometry.ts'
import { folds, frameAnchors, largestMove, warpImage, type Pixels } from './image.ts'
import { thinPlate, tps } from './thin-plate.ts'

const sources: Point[] = [
  [0, 0],
  [900, 40],
  [30, 700],
  [880, 760],
  [450, 300],
  [300, 520],
]
const push = fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -40, max: 40 }))
const pushes = fc.array(push, { minLength: sources.length, maxLength: sources.length })
const pushed = (ways: [number, number][]): Point[] =>
  sources.map(([x, y], n) => [x + (ways[n]?.[0] ?? 0), y + (ways[n]?.[1] ?? 0)])
const near = (one: Point, other: Point, digits = 6) => {
  expect(one[0]).toBeCloseTo(other[0], digits)
  expect(one[1]).toBeCloseTo(other[1], digits)
}

describe('thin-plate splines', () => {
  it('take each point to its target', () =>
    fc.assert(
      fc.property(pushes, (ways) => {
        const map = thinPlate(sources, pushed(ways))
        for (const [n, source] of sources.entries()) near(map.at(source), pushed(ways)[n] ?? [Number.NaN, 0])
      }),
    ))
  it('turned and enlarged with their image give the same', () =>
    fc.assert(
      fc.property(
        pushes,
        fc.integer({ min: -90, max: 90 }),
        fc.integer({ min: 2, max: 40 }),
        (ways, degrees, tenths) => {
          const other = (point: Point): Point => {
            const [x, y] = rotate(point, [100, 200], degrees)
            return [(x * tenths) / 10, (y * tenths) / 10]
          }
          const map = thinPlate(sources, pushed(ways))
          const turned = thinPlate(sources.map(other), pushed(ways).map(other))
          for (const query of [
            [200, 100],
            [640, 480],
          ] as const)
            near(turned.at(other(query)), other(map.at(query)), 5)
        },
      ),
    ))
  it('bend less when they are smoothed', () => {
    const targets = pushed([
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [30, 0],
      [0, 0],
    ])
    const miss = [0, 1e4, 1e6].map(
      (lambda) => 480 - (tps({ src: sources, dst: targets, query: [[450, 300]], lambda }).mapped[0]?.[0] ?? 0),
    )
    expect(miss[0]).toBeCloseTo(0, 6)
    expect(miss[1]).toBeGreaterThan(0.1)
    expect(miss[2]).toBeGreaterThan(miss[1] ?? 0)
  })
  it('say how an area grows', () => {
    const twice = thinPlate(
      sources,
      sources.map(([x, y]) => [2 * x + 5, 3 * y]),
    )
    expect(twice.jacobian([200, 300])).toBeCloseTo(6, 6)
    const map = thinPlate(
      sources,
      pushed([
        [9, 3],
        [0, -20],
        [8, 8],
        [0, 30],
        [40, 12],
        [0, 0],
      ]),
    )
    const step = 1e-3
    const [x, y] = [333, 222]
    const [right, left, lower, upper] = [
      [x + step, y],
      [x - step, y],
      [x, y + step],
      [x, y - step],
    ].map(([px = 0, py = 0]) => map.at([px, py]))
    if (!right || !left || !lower || !upper) throw new Error('four points')
    const area =
      ((right[0] - left[0]) * (lower[1] - upper[1]) - (lower[0] - upper[0]) * (right[1] - left[1])) / (2 * step) ** 2
    expect(map.jacobian([x, y])).toBeCloseTo(area, 5)
  })
  it('refuse points on one line, on each other, and too few', () => {
    const onLine: Point[] = [
      [0, 0],
      [1, 1],
      [2, 2],
    ]
    expect(() => thinPlate(onLine, onLine)).toThrow('one line')
    const doubled: Point[] = [...sources, [450, 300]]
    expect(() => thinPlate(doubled, doubled)).toThrow('one line')
    expect(() =>
      thinPlate(
        [
          [0, 0],
          [1, 0],
        ],
        [
          [0, 0],
          [1, 0],
        ],
      ),
    ).toThrow('three pairs')
  })
})

/** A picture whose red says the column and green the row. */
const picture = (width: number, height: number): Pixels => {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) data.set([x, y, 0, 255], (y * width + x) * 4)
  return { width, height, data }
}

describe('a warped image', () => {
  const image = picture(121, 97)
  const anchors = frameAnchors(image.width, image.height)
  it('without moves is the image', () => expect(warpImage(image, anchors)).toEqual(image))
  it('shows at the new place what was at the old, and keeps its border', () => {
    const warped = warpImage(image, [...anchors, { from: [56, 40], to: [64, 48] }])
    const at = (x: number, y: number) => Array.from(warped.data.slice((y * 121 + x) * 4, (y * 121 + x) * 4 + 2))
    const [red = 0, green = 0] = at(64, 48)
    expect(Math.abs(red - 56) + Math.abs(green - 40)).toBeLessThanOrEqual(2)
    expect([at(0, 0), at(120, 96), at(60, 0)]).toEqual([
      [0, 0],
      [120, 96],
      [60, 0],
    ])
  })
  it('says when a move folds it, and how far one may go', () => {
    const crossing = [...anchors, { from: [50, 48], to: [70, 48] }, { from: [60, 48], to: [50, 48] }] as const
    expect(folds(crossing, 121, 97).length).toBeGreaterThan(0)
    const part = largestMove(crossing, 121, 97)
    expect(part).toBeGreaterThan(0)
    expect(part).toBeLessThan(1)
    expect(largestMove([...anchors, { from: [50, 48], to: [54, 48] }], 121, 97)).toBe(1)
  })
})
