import type { FilmMeasure } from '../cephalometry/film.ts'
import { measureFilm, type LateralFilm } from '../cephalometry/lateral.ts'
import { softTissueMeasures } from '../cephalometry/soft-tissue.ts'
import { angleAt, atMost, offset, projection, quotient } from '../geometry.ts'

/** A photo of the profile: soft-tissue landmarks, with tragus and infraorbital point as Po and Or when they were marked. */
export type ProfilePhoto = Pick<LateralFilm, 'points' | 'scale' | 'facing'>

/** On a photo the Frankfort horizontal is this line; measures that stand on it carry its name. */
export const PHOTO_HORIZONTAL = '耳屏-眶下线'

const points =
  (one: string, other: string, third: string): FilmMeasure['of'] =>
  (film) =>
    angleAt(film.at(one), film.at(other), film.at(third))

/** What a photo has over the soft-tissue rows of a film. Source: clinical-calculators §2.2 (Legan & Burstone 1980). */
const photoMeasures: readonly FilmMeasure[] = [
  ...softTissueMeasures,
  {
    id: 'SnStms_StmiMe',
    nameZh: '上下唇高比',
    unit: 'ratio',
    of: ({ at, fhUp }) =>
      quotient(projection(offset(at('Stms'), at('Sn')), fhUp), projection(offset(at("Me'"), at('Stmi')), fhUp)),
  },
  { id: 'faceThroat', nameZh: '面颈角', unit: 'deg', of: points('Sn', "Gn'", 'C') },
]

/** Measures of a profile photo, by the ids of the film and two of its own. */
export const profilePhoto = (photo: ProfilePhoto): ReturnType<typeof measureFilm> => measureFilm(photo, photoMeasures)

/** Mean ± SD of softConvexity in degrees; the classes of a profile (decision). */
const STRAIGHT = { from: 8, to: 16 } as const

/** Class of a profile by softConvexity in degrees: above 16 凸面型, 8–16 直面型, below 8 凹面型. */
export const profileClass = (softConvexity: number): string =>
  softConvexity < STRAIGHT.from ? '凹面型' : atMost(softConvexity, STRAIGHT.to) ? '直面型' : '凸面型'
