import type { CaseFrame } from '@dentin/contract/doctor-case'

/** The smallest frame that the server takes, in parts of the picture. */
const LEAST = 0.02
const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/**
 * Where the eyes usually are on a picture of this kind; none for one that shows no face. A first guess, which is looked at before
 * it holds.
 */
export function proposedFrames(type: number): CaseFrame[] {
  if (type === 1 || type === 2) return [{ x: 0.12, y: 0.24, w: 0.76, h: 0.24 }]
  if (type === 3) return [{ x: 0.3, y: 0.24, w: 0.6, h: 0.24 }]
  if (type === 4) return [{ x: 0.15, y: 0.24, w: 0.72, h: 0.24 }]
  return []
}

/**
 * A frame inside the picture and large enough.
 * @param keepSize it is moved: at the edge it stops, instead of becoming smaller
 */
export function bounded({ x, y, w, h }: CaseFrame, keepSize = false): CaseFrame {
  if (keepSize) return { x: between(x, 0, 1 - w), y: between(y, 0, 1 - h), w, h }
  const [left, top] = [between(x, 0, 1 - LEAST), between(y, 0, 1 - LEAST)]
  return { x: left, y: top, w: between(w, LEAST, 1 - left), h: between(h, LEAST, 1 - top) }
}

/** The frame between two corners, whichever was first; null while it is too small to be meant. */
export function drawnFrame(a: { x: number; y: number }, b: { x: number; y: number }): CaseFrame | null {
  const [x0, x1] = [between(Math.min(a.x, b.x), 0, 1), between(Math.max(a.x, b.x), 0, 1)]
  const [y0, y1] = [between(Math.min(a.y, b.y), 0, 1), between(Math.max(a.y, b.y), 0, 1)]
  return x1 - x0 < LEAST || y1 - y0 < LEAST ? null : { x: x0, y: y0, w: x1 - x0, h: y1 - y0 }
}
