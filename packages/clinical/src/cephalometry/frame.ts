import { distance, isPoint, type Point, type Points } from '../geometry.ts'

export type Facing = 'right' | 'left'

/** Two points of the ruler on the film, in image pixels, and its length in mm. */
export interface Scale {
  p1: Point
  p2: Point
  mm: number
}

/**
 * Millimetres of one pixel from two points of the ruler: `mm ÷ |p2 − p1|`. Refused when the points are one or the length is
 * not positive. Magnification of the film is not corrected beyond the ruler. Source: clinical-calculators §1.1.
 */
export function calibrate({ p1, p2, mm }: Scale): { mmPerPx: number } | { error: 'invalid' } {
  const length = isPoint(p1) && isPoint(p2) ? distance(p1, p2) : undefined
  return length !== undefined && Number.isFinite(mm) && mm > 0 ? { mmPerPx: mm / length } : { error: 'invalid' }
}

/** Pairs from back to front; the first that was placed decides. */
const FRONT_PAIRS = [
  ['S', 'N'],
  ['Po', 'Or'],
  ['PNS', 'ANS'],
  ['Go', 'Me'],
] as const

/**
 * Which way the face looks, from landmarks in image pixels: right when the front point of the first placed pair
 * (S→N, Po→Or, PNS→ANS, Go→Me) has the larger x, otherwise left.
 */
export function detectFacing(points: Points): Facing {
  for (const [backCode, frontCode] of FRONT_PAIRS) {
    const [back, front] = [points[backCode], points[frontCode]]
    if (isPoint(back) && isPoint(front)) return front[0] > back[0] ? 'right' : 'left'
  }
  return 'left'
}

/**
 * Landmarks in the clinical frame: x forward, y up, in mm. What is no pair of numbers is left out.
 * @param points image pixels, x right, y down
 * @param mmPerPx 1 when there is no scale: then only angles and ratios mean anything
 */
export function clinicalFrame(points: Points, facing: Facing, mmPerPx: number): Points {
  const forward = facing === 'right' ? mmPerPx : -mmPerPx
  return Object.fromEntries(
    Object.entries(points).flatMap(([code, point]): [string, Point][] =>
      isPoint(point) ? [[code, [forward * point[0], -mmPerPx * point[1]]]] : [],
    ),
  )
}
