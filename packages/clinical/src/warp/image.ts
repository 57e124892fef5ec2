import type { Point } from '../geometry.ts'
import { thinPlate } from './thin-plate.ts'

/** Pixels as a canvas gives them: four bytes each, row by row. */
export interface Pixels {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** Where a point was and where it comes to lie, in pixels. */
export interface ControlPair {
  from: Point
  to: Point
}

/** The map is worked out at each so many pixels, and linearly between. */
const GRID = 8

/** Corners and middles of the edges of an image, which stay. */
export function frameAnchors(width: number, height: number): ControlPair[] {
  const [right, bottom] = [width - 1, height - 1]
  const fixed: Point[] = [
    [0, 0],
    [right, 0],
    [0, bottom],
    [right, bottom],
    [right / 2, 0],
    [right / 2, bottom],
    [0, bottom / 2],
    [right, bottom / 2],
  ]
  return fixed.map((point) => ({ from: point, to: point }))
}

/** Places of an image on a grid, where the forward map of the pairs folds; empty when the move can be shown. */
export function folds(pairs: readonly ControlPair[], width: number, height: number): Point[] {
  const map = thinPlate(
    pairs.map(({ from }) => from),
    pairs.map(({ to }) => to),
  )
  const found: Point[] = []
  for (let y = 0; y < height; y += GRID)
    for (let x = 0; x < width; x += GRID) if (map.jacobian([x, y]) <= 0) found.push([x, y])
  return found
}

/**
 * The largest part of a move (0–1, in steps of a twentieth) that does not fold the image. A plan that asks for more is limited
 * to it, with a warning.
 */
export function largestMove(pairs: readonly ControlPair[], width: number, height: number): number {
  for (let step = 20; step > 0; step -= 1) {
    const part = step / 20
    const limited = pairs.map(({ from, to }): ControlPair => ({
      from,
      to: [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])],
    }))
    if (folds(limited, width, height).length === 0) return part
  }
  return 0
}

/** Colour between pixels, linear in both directions; outside of the image its border. */
function sample({ width, height, data }: Pixels, x: number, y: number, target: Uint8ClampedArray, at: number): void {
  const [cx, cy] = [Math.min(Math.max(x, 0), width - 1), Math.min(Math.max(y, 0), height - 1)]
  const [x0, y0] = [Math.floor(cx), Math.floor(cy)]
  const [x1, y1] = [Math.min(x0 + 1, width - 1), Math.min(y0 + 1, height - 1)]
  const [fx, fy] = [cx - x0, cy - y0]
  for (let channel = 0; channel < 4; channel += 1) {
    const value = (px: number, py: number) => data[(py * width + px) * 4 + channel] ?? 0
    const upper = value(x0, y0) * (1 - fx) + value(x1, y0) * fx
    const lower = value(x0, y1) * (1 - fx) + value(x1, y1) * fx
    target[at + channel] = upper * (1 - fy) + lower * fy
  }
}

/**
 * The image with its points moved. Each new pixel is looked up in the old image (backward map, fitted from new to old), so that
 * no pixel stays empty. @throws Error when the pairs lie on one line or on each other
 */
export function warpImage(image: Pixels, pairs: readonly ControlPair[]): Pixels {
  const { width, height } = image
  const back = thinPlate(
    pairs.map(({ to }) => to),
    pairs.map(({ from }) => from),
  )
  const columns = Math.ceil((width - 1) / GRID) + 1
  const rows = Math.ceil((height - 1) / GRID) + 1
  const grid = Array.from({ length: rows * columns }, (_, n) =>
    back.at([(n % columns) * GRID, Math.floor(n / columns) * GRID]),
  )
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [column, row] = [Math.floor(x / GRID), Math.floor(y / GRID)]
      const [fx, fy] = [x / GRID - column, y / GRID - row]
      const node = (right: number, below: number): Point =>
        grid[Math.min(row + below, rows - 1) * columns + Math.min(column + right, columns - 1)] ?? [x, y]
      const between = (axis: 0 | 1) =>
        (node(0, 0)[axis] * (1 - fx) + node(1, 0)[axis] * fx) * (1 - fy) +
        (node(0, 1)[axis] * (1 - fx) + node(1, 1)[axis] * fx) * fy
      sample(image, between(0), between(1), data, (y * width + x) * 4)
    }
  return { width, height, data }
}
