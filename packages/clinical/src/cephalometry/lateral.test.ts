import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { rotate, type Point, type Points } from '../geometry.ts'
import vectors from '../vectors/ceph-lateral.json' with { type: 'json' }
import { calibrate, detectFacing } from './frame.ts'
import { anbClass, interpret } from './interpret.ts'
import { cephLateral, filmMeasures, isbiClasses, type LateralFilm } from './lateral.ts'
import { normFor } from './norms.ts'

const whole = vectors.cases[0]?.input as unknown
const film = whole as Required<LateralFilm> & { scale: { p1: Point; p2: Point; mm: number } }
const moved = (points: Points, way: (point: Point) => Point): Points =>
  Object.fromEntries(Object.entries(points).flatMap(([code, point]) => (point ? [[code, way(point)]] : [])))
/** A face of its own: every landmark of the first film pushed by up to 40 pixels. */
const anyFace = fc
  .array(fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -40, max: 40 })), {
    minLength: 60,
    maxLength: 60,
  })
  .map((pushes) => {
    let place = 0
    return moved(film.points, ([x, y]) => {
      const [dx, dy] = pushes[place++ % pushes.length] ?? [0, 0]
      return [x + dx, y + dy]
    })
  })
const same = (one: Record<string, number>, other: Record<string, number>) => {
  expect(Object.keys(other)).toEqual(Object.keys(one))
  for (const [id, value] of Object.entries(one))
    expect(Math.abs((other[id] ?? Number.NaN) - value), id).toBeLessThan(1e-6)
}

describe('a film', () => {
  it('gives the same numbers mirrored', () =>
    fc.assert(
      fc.property(anyFace, (points) => {
        const mirror = ([x, y]: Point): Point => [2000 - x, y]
        const mirrored = { ...film, points: moved(points, mirror), facing: 'left' as const }
        same(cephLateral({ ...film, points }).measures, cephLateral(mirrored).measures)
      }),
    ))
  it('gives the same numbers tilted, the ruler with it', () =>
    fc.assert(
      fc.property(anyFace, fc.integer({ min: -60, max: 60 }), (points, degrees) => {
        const tilt = (point: Point) => rotate(point, [900, 900], degrees)
        const scale = { ...film.scale, p1: tilt(film.scale.p1), p2: tilt(film.scale.p2) }
        const tilted = { ...film, points: moved(points, tilt), scale }
        same(cephLateral({ ...film, points }).measures, cephLateral(tilted).measures)
      }),
    ))
  it('gives the same numbers scanned finer', () =>
    fc.assert(
      fc.property(anyFace, fc.integer({ min: 1, max: 80 }), (points, tenths) => {
        const finer = ([x, y]: Point): Point => [(x * tenths) / 10, (y * tenths) / 10]
        const scale = { ...film.scale, p1: finer(film.scale.p1), p2: finer(film.scale.p2) }
        same(
          cephLateral({ ...film, points }).measures,
          cephLateral({ ...film, points: moved(points, finer), scale }).measures,
        )
      }),
    ))
  it('keeps what must add up', () =>
    fc.assert(
      fc.property(anyFace, (points) => {
        const { FMA, FMIA, IMPA, jarabakSum, SN_MP, SNA, SNB, ANB } = cephLateral({ ...film, points }).measures
        expect((FMA ?? 0) + (FMIA ?? 0) + (IMPA ?? 0)).toBeCloseTo(180, 6)
        expect(jarabakSum).toBeCloseTo(360 + (SN_MP ?? 0), 6)
        expect(ANB).toBeCloseTo((SNA ?? 0) - (SNB ?? 0), 9)
      }),
    ))
  test.each(Object.keys(film.points))('without %s has fewer measures, the others unchanged, none 0 or NaN', (code) => {
    const all = cephLateral(film).measures
    const { measures, isbi } = cephLateral({ ...film, points: { ...film.points, [code]: undefined } })
    for (const [id, value] of Object.entries(measures)) {
      expect(value, id).toBeCloseTo(all[id] ?? Number.NaN, 9)
      expect(Number.isFinite(value), id).toBe(true)
    }
    // Landmarks that no measure of this list stands on; they are drawn, and Gn' and A' measured elsewhere.
    const unused = ["A'", "Gn'"].includes(code)
    expect(Object.keys(measures).length < Object.keys(all).length).toBe(!unused)
    for (const id of Object.keys(isbi)) expect(measures[id === 'FHA' ? 'SN_GoGn' : id]).toBeDefined()
  })
  it('gives every measure when every landmark is there', () =>
    expect(Object.keys(cephLateral(film).measures).sort()).toEqual(filmMeasures.map(({ id }) => id).sort()))
  it('without a scale, or with a wrong one, has no millimetre', () => {
    const ids = filmMeasures.filter(({ unit }) => unit !== 'mm').map(({ id }) => id)
    const p: Point = [1, 1]
    for (const scale of [undefined, null, { p1: p, p2: p, mm: 10 }, { p1: p, p2: [1, 9] as const, mm: 0 }]) {
      const result = cephLateral({ ...film, scale })
      expect(result.mmPerPx).toBeUndefined()
      expect(Object.keys(result.measures).sort()).toEqual([...ids].sort())
      expect(result.isbi.MW).toBeUndefined()
    }
  })
  it('has no angle to a line without length', () => {
    const { measures } = cephLateral({ ...film, points: { ...film.points, Or: film.points.Po } })
    for (const id of ['FMA', 'facialAngle', 'A_Nperp', 'mandArc', 'lipGap', 'APDI'])
      expect(measures[id], id).toBeUndefined()
    expect(measures.SNA).toBeDefined()
  })
  it('takes no number that is none for a landmark', () => {
    const { measures } = cephLateral({ ...film, points: { ...film.points, A: [Number.NaN, 4] } })
    expect(measures.SNA).toBeUndefined()
  })
  it('finds which way it looks, and takes the word of the user before', () => {
    const { facing: _facing, ...rest } = film
    expect(cephLateral(rest)).toEqual(cephLateral(film))
    expect(cephLateral({ ...film, facing: 'left' }).measures.SNA).toBeCloseTo(cephLateral(film).measures.SNA ?? 0)
    expect(cephLateral({ ...film, facing: 'left' }).measures.convexity).toBeLessThan(0)
  })
})

describe('scale and facing', () => {
  it('refuses a ruler without length and a length that is not positive', () => {
    expect(calibrate({ p1: [5, 5], p2: [5, 5], mm: 10 })).toEqual({ error: 'invalid' })
    expect(calibrate({ p1: [0, 0], p2: [3, 4], mm: 0 })).toEqual({ error: 'invalid' })
    expect(calibrate({ p1: [0, 0], p2: [3, 4], mm: -1 })).toEqual({ error: 'invalid' })
    expect(calibrate({ p1: [0, 0], p2: [3, 4], mm: 1 })).toEqual({ mmPerPx: 0.2 })
  })
  it('asks the first pair that was placed', () => {
    expect(detectFacing({ S: [1, 0], PNS: [5, 0], ANS: [9, 0], Go: [9, 0], Me: [1, 0] })).toBe('right')
    expect(detectFacing({ Po: [9, 0], Or: [1, 0], PNS: [5, 0], ANS: [9, 0] })).toBe('left')
    expect(detectFacing({ Go: [1, 0], Me: [2, 0] })).toBe('right')
    expect(detectFacing({ S: [1, 0], N: [1, 5] })).toBe('left')
    expect(detectFacing({})).toBe('left')
  })
})

describe('ISBI classes', () => {
  test.each([
    ['ANB', [3.19, 3.2, 5.7, 5.71], [3, 1, 1, 2]],
    ['SNB', [74.59, 74.6, 78.7, 78.71], [2, 1, 1, 3]],
    ['SNA', [79.39, 79.4, 83.2, 83.21], [3, 1, 1, 2]],
    ['ODI', [68.39, 68.4, 80.5, 80.51], [3, 1, 1, 2]],
    ['APDI', [77.59, 77.6, 85.2, 85.21], [2, 1, 1, 3]],
    ['FHI', [0.649, 0.65, 0.75, 0.751], [3, 1, 1, 2]],
    ['MW', [-0.11, -0.1, 0, 0.1, 0.11, 1.99, 2, 4.5, 4.51], [3, 2, 2, 2, 0, 0, 1, 1, 4]],
  ])('%s', (id, values, classes) => expect(values.map((value) => isbiClasses({ [id]: value })[id])).toEqual(classes))
  it('FHA is read from SN to Go–Gn', () =>
    expect([26.79, 26.8, 31.4, 31.41].map((value) => isbiClasses({ FMA: 0, SN_GoGn: value }).FHA)).toEqual([
      3, 1, 1, 2,
    ]))
})

describe('S26: the lateral film', () => {
  const ruler = { p1: [40, 900], p2: [240, 900], mm: 20 } as const
  const points: Points = { S: [100, 100], N: [300, 100], A: [272.17, 298.05], B: [237.63, 393.44] }
  const angles = (film: LateralFilm) => {
    const { SNA = Number.NaN, SNB = Number.NaN, ANB = Number.NaN } = cephLateral(film).measures
    return { SNA, SNB, ANB }
  }
  it('is scaled by 200 pixels that are 20 mm, and refuses two points that are one', () => {
    expect(calibrate(ruler)).toEqual({ mmPerPx: 0.1 })
    expect(cephLateral({ points, scale: ruler }).mmPerPx).toBe(0.1)
    expect(calibrate({ ...ruler, p2: ruler.p1 })).toEqual({ error: 'invalid' })
  })
  it('has SNA 82.0°, SNB 78.0°, ANB 4.0°: class Ⅰ, −0.20, −0.54 and +0.65 SD from the Beijing norms', () => {
    const { SNA, SNB, ANB } = angles({ points, scale: ruler })
    expect([SNA, SNB, ANB].map((value) => value.toFixed(1))).toEqual(['82.0', '78.0', '4.0'])
    expect(anbClass(ANB)).toBe('I')
    const deviations = Object.entries({ SNA, SNB, ANB }).map(([measure, value]) => {
      const norm = normFor('cn-beijing-permanent', measure)
      const read = norm && interpret(value, norm)
      return read && 'z' in read ? read.z.toFixed(2) : undefined
    })
    expect(deviations).toEqual(['-0.20', '-0.54', '0.65'])
  })
  it.each([90, 180, 270])('has them too when the picture is turned by %i°', (degrees) => {
    const before = angles({ points, scale: ruler })
    const after = angles({ points: moved(points, (point) => rotate(point, [200, 200], degrees)), scale: ruler })
    for (const key of ['SNA', 'SNB', 'ANB'] as const) expect(after[key], key).toBeCloseTo(before[key], 9)
  })
})
