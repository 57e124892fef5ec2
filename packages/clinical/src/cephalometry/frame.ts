import { distance, type Point, type Points } from './geometry.ts'

/** A ruler on the film: its two ends in image pixels, and how long it is in mm. */
export interface Ruler {
  p1: Point
  p2: Point
  mm: number
}
export type Facing = 'left' | 'right'

/** How many mm a pixel of the film is; null for a ruler without length. Magnification is not corrected beyond it. */
export function mmPerPixel({ p1, p2, mm }: Ruler): number | null {
  const pixels = distance(p1, p2)
  return pixels > 0 && mm > 0 && Number.isFinite(pixels) && Number.isFinite(mm) ? mm / pixels : null
}

/** Pairs of a rear and a front landmark, the first of them that is there says where the film faces. */
const PAIRS = [
  ['S', 'N'],
  ['Po', 'Or'],
  ['PNS', 'ANS'],
  ['Go', 'Me'],
] as const

/** Where a lateral film faces; null when none of the pairs is marked. */
export function facingOf(points: Points): Facing | null {
  for (const [rear, front] of PAIRS) {
    const [from, to] = [points[rear], points[front]]
    if (from && to) return to[0] > from[0] ? 'right' : 'left'
  }
  return null
}

/**
 * Image points in the clinical frame: X to the front, Y up. Reads any facing; film and mirror give the same.
 * @param scale mm per pixel; 1 gives pixels
 */
export function clinicalPoints(points: Points, facing: Facing, scale: number): Points {
  const sign = facing === 'left' ? -1 : 1
  return Object.fromEntries(
    Object.entries(points).flatMap(([code, point]): [string, Point][] =>
      point && Number.isFinite(point[0]) && Number.isFinite(point[1])
        ? [[code, [sign * point[0] * scale, -point[1] * scale]]]
        : [],
    ),
  )
}
