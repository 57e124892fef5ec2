import { line, middle, reverse, turned, type Point, type Points } from '../geometry.ts'

/** Occlusal plane through molars and premolars, or (Downs) through molars and incisors. */
export type OcclusalPlane = 'functional' | 'bisected'

/** A lateral film in the clinical frame (x forward, y up) with its drawn lines; each runs from back to front or apex to edge. */
export interface Film {
  at: (code: string) => Point | undefined
  line: (from: string, to: string) => Point | undefined
  /** Frankfort horizontal Po→Or. */
  fh: Point | undefined
  /** Towards the top of the head, at a right angle to the Frankfort horizontal. */
  fhUp: Point | undefined
  sn: Point | undefined
  /** Palatal plane PNS→ANS. */
  pp: Point | undefined
  /** Mandibular plane Go→Me. */
  mp: Point | undefined
  /** Occlusal plane, of the kind that was chosen. */
  op: Point | undefined
  u1: Point | undefined
  l1: Point | undefined
  /** Centre of the ramus (Ricketts), constructed of R1–R4 along the Frankfort horizontal. */
  xi: Point | undefined
}

/** Xi: along FH half way between R1 and R2, at a right angle to it half way between R3 and R4. */
function ramusCentre(points: Points, fh: Point | undefined): Point | undefined {
  const [across, upright] = [middle(points.R1, points.R2), middle(points.R3, points.R4)]
  if (!fh || !across || !upright) return undefined
  const length = Math.hypot(...fh)
  const [ux, uy] = [fh[0] / length, fh[1] / length]
  const forward = across[0] * ux + across[1] * uy
  const up = -upright[0] * uy + upright[1] * ux
  return [forward * ux - up * uy, forward * uy + up * ux]
}

/** The lines of a film. @param points landmarks in the clinical frame */
export function filmOf(points: Points, occlusalPlane: OcclusalPlane): Film {
  const between = (from: string, to: string) => line(points[from], points[to])
  const fh = between('Po', 'Or')
  const front = occlusalPlane === 'functional' ? middle(points.U4, points.L4) : middle(points.U1, points.L1)
  return {
    at: (code) => points[code],
    line: between,
    fh,
    fhUp: turned(fh),
    sn: between('S', 'N'),
    pp: between('PNS', 'ANS'),
    mp: between('Go', 'Me'),
    op: line(middle(points.U6, points.L6), front),
    u1: between('U1A', 'U1'),
    l1: between('L1A', 'L1'),
    xi: ramusCentre(points, fh),
  }
}

/** A measure of a film: its key, what it is called, its unit and its formula (undefined when it can't be known). */
export interface FilmMeasure {
  id: string
  nameZh: string
  unit: 'deg' | 'mm' | 'ratio'
  of: (film: Film) => number | undefined
}

export const degrees = (id: string, nameZh: string, of: FilmMeasure['of']): FilmMeasure => ({
  id,
  nameZh,
  unit: 'deg',
  of,
})
export const millimetres = (id: string, nameZh: string, of: FilmMeasure['of']): FilmMeasure => ({
  id,
  nameZh,
  unit: 'mm',
  of,
})
export const ratio = (id: string, nameZh: string, of: FilmMeasure['of']): FilmMeasure => ({
  id,
  nameZh,
  unit: 'ratio',
  of,
})

/** The reverse of a line, for formulas that write −u. */
export const back = reverse
