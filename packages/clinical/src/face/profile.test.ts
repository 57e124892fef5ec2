import { describe, expect, it } from 'vitest'
import { cephLateral, type LateralFilm } from '../cephalometry/lateral.ts'
import { softTissueMeasures } from '../cephalometry/soft-tissue.ts'
import vectors from '../vectors/ceph-lateral.json' with { type: 'json' }
import { profileClass, profilePhoto } from './profile.ts'

const input: unknown = vectors.cases[0]?.input
const film = input as LateralFilm

describe('a profile photo', () => {
  it('has the soft-tissue measures of the film, and two of its own', () => {
    const { measures } = profilePhoto({ ...film, points: { ...film.points, C: [1200, 1720] } })
    const ofFilm = cephLateral(film).measures
    for (const { id } of softTissueMeasures) expect(measures[id], id).toBe(ofFilm[id])
    // (1270 − 1000) ÷ (1730 − 1285): FH of this film is level.
    expect(measures.SnStms_StmiMe).toBeCloseTo(270 / 445, 6)
    // At Gn' (1460, 1680): to Sn by (120, −680), to C by (−260, 40).
    const cosine = (120 * -260 + -680 * 40) / (Math.hypot(120, 680) * Math.hypot(260, 40))
    expect(measures.faceThroat).toBeCloseTo((Math.acos(cosine) * 180) / Math.PI, 6)
  })
  it('without tragus and infraorbital point has neither Z nor facial angle', () => {
    const { measures } = profilePhoto({ ...film, points: { ...film.points, Po: undefined, Or: undefined } })
    expect([measures.zAngle, measures.softFacialAngle, measures.SnStms_StmiMe]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(measures.nasolabial).toBeDefined()
  })
  it('is convex above 16 and concave below 8 degrees', () =>
    expect([7.9, 8, 16, 16.1].map(profileClass)).toEqual(['凹面型', '直面型', '直面型', '凸面型']))
})
