import { describe, expect, it } from 'vitest'
import type { Point } from '../cephalometry/geometry.ts'
import { faceForm, frontalFace, profileForm } from '../face/frontal.ts'
import bones from '../vectors/bone-age.json' with { type: 'json' }
import faces from '../vectors/frontal-face.json' with { type: 'json' }
import { cervicalMaturation, stageWords } from './cervical.ts'
import { boneAgeReading, handBones, handScore } from './hand.ts'

type Marked = { points: Record<string, Point>; facing: 'left' | 'right' }
const films = bones.cases.filter(({ fn }) => fn === 'cvm').map(({ input }) => input as unknown as Marked)

describe('bone age', () => {
  it('a film and its mirror are of one stage', () => {
    for (const { points, facing } of films) {
      const mirror = Object.fromEntries(
        Object.entries(points).map(([code, [x, y]]): [string, Point] => [code, [900 - x, y]]),
      )
      const [one, other] = [
        cervicalMaturation(points, facing),
        cervicalMaturation(mirror, facing === 'left' ? 'right' : 'left'),
      ]
      expect(other.stage).toBe(one.stage)
      expect(stageWords[one.stage ?? 'CS1']).toMatch(/高峰/)
    }
  })
  it('a vertebra that is not marked gives neither key nor stage', () => {
    const film = films[0]
    if (!film) throw new Error('no film')
    const { C4m: _m, ...points } = film.points
    const found = cervicalMaturation(points, film.facing)
    expect([found.concavity.C4, found.stage, found.shape.C4 !== undefined]).toEqual([undefined, null, true])
  })
  it('a hand of the last stages is 1000, of A 0, incomplete none', () => {
    const of = (stage: string) =>
      Object.fromEntries(handBones.map((bone) => [bone, bone === 'ulna' && stage === 'I' ? 'H' : stage]))
    for (const sex of ['male', 'female'] as const) {
      expect([handScore(sex, of('I')), handScore(sex, of('A'))]).toEqual([1000, 0])
      expect(handScore(sex, { ...of('I'), ulna: 'I' })).toBeNull()
      expect(handScore(sex, { ...of('C'), mc3: 'Z' })).toBeNull()
    }
    expect(handScore('male', { radius: 'B' })).toBeNull()
    expect([11.1, 11, 9, 8.9].map((age) => boneAgeReading(age, 10))).toEqual(['提前', '正常', '正常', '落后'])
  })
})

describe('a frontal face', () => {
  const face = (faces.cases[1] as unknown as { input: { points: Record<string, Point> } }).input.points
  it('has no millimetre without a scale, and no part that a point is missing for', () => {
    const bare = frontalFace(face, null)
    expect('chinDeviation' in bare || 'noseDeviation' in bare).toBe(false)
    expect(bare.thirds).toHaveLength(3)
    const { EnL: _e, ...rest } = face
    const found = frontalFace(rest, 0.3)
    expect([found.fifths, found.chinDeviation, found.asym]).toEqual([undefined, undefined, {}])
    const { PuL: _p, ...none } = face
    expect(frontalFace(none, 0.3)).toEqual({ asym: {} })
  })
  it('tilted gives the same', () => {
    const tilt = (10 * Math.PI) / 180
    const other = Object.fromEntries(
      Object.entries(face).map(([code, [x, y]]): [string, Point] => [
        code,
        [x * Math.cos(tilt) - y * Math.sin(tilt), x * Math.sin(tilt) + y * Math.cos(tilt)],
      ]),
    )
    const [one, two] = [frontalFace(face, 0.3), frontalFace(other, 0.3)]
    expect(two.lipCant).toBeCloseTo(one.lipCant ?? 0, 9)
    expect(two.facialIndex).toBeCloseTo(one.facialIndex ?? 0, 9)
    expect(two.asym.Zy).toBeCloseTo(one.asym.Zy ?? 0, 9)
  })
  it('is named by its index and convexity', () => {
    expect([78.9, 79, 84, 88, 93].map(faceForm)).toEqual(['超阔面', '阔面', '中面', '狭面', '超狭面'])
    expect([16.1, 16, 8, 7.9].map(profileForm)).toEqual(['凸面型', '直面型', '直面型', '凹面型'])
  })
})
