import type { Point } from '../geometry.ts'

/** A map of the plane. */
export interface PlaneMap {
  at: (point: Point) => Point
  /** How much the map turns the plane over: area of the image of a small square; ≤ 0 where it folds. */
  jacobian: (point: Point) => number
}

/** Below this, against the largest entry of the matrix, control points lie on one line or on each other. */
const SINGULAR = 1e-12

/** Solves a square system for several right sides at once. @throws Error when it has no single solution */
function solve(matrix: readonly (readonly number[])[], right: readonly (readonly number[])[]): number[][] {
  const rows = matrix.map((row, n) => [...row, ...(right[n] ?? [])])
  const size = matrix.length
  const largest = Math.max(1, ...rows.flatMap((row) => row.slice(0, size).map(Math.abs)))
  for (let column = 0; column < size; column += 1) {
    let pivot = column
    for (let n = column + 1; n < size; n += 1)
      if (Math.abs(rows[n]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = n
    const [chosen, here] = [rows[pivot], rows[column]]
    const head = chosen?.[column] ?? 0
    if (!chosen || !here || Math.abs(head) <= SINGULAR * largest) throw new Error('control points lie on one line')
    rows[pivot] = here
    rows[column] = chosen
    for (const [n, row] of rows.entries()) {
      const factor = n === column ? 0 : (row[column] ?? 0) / head
      if (factor !== 0) for (let k = column; k < row.length; k += 1) row[k] = (row[k] ?? 0) - factor * (chosen[k] ?? 0)
    }
  }
  return rows.map((row, n) => row.slice(size).map((value) => value / (row[n] ?? 1)))
}

/** U(r) = r²·ln r², 0 at r = 0. */
const kernel = (square: number): number => (square > 0 ? square * Math.log(square) : 0)

/**
 * Thin-plate spline (Bookstein 1989) that takes each source point to its target; an affine map is reproduced exactly.
 * @param smoothing λ on the diagonal: 0 goes through the targets, more bends less
 * @throws Error for fewer than three points, or when they lie on one line or on each other
 */
export function thinPlate(sources: readonly Point[], targets: readonly Point[], smoothing = 0): PlaneMap {
  if (sources.length < 3 || sources.length !== targets.length) throw new Error('needs three pairs of control points')
  // Numbers near 1 keep the digits of a large image.
  const centre: Point = [mean(sources, 0), mean(sources, 1)]
  const size = Math.max(...sources.map(([x, y]) => Math.hypot(x - centre[0], y - centre[1]))) || 1
  const near = sources.map(([x, y]): Point => [(x - centre[0]) / size, (y - centre[1]) / size])
  const square = ([x, y]: Point, [px, py]: Point) => (x - px) ** 2 + (y - py) ** 2
  const bending = near.map((row, n) => [
    ...near.map((other, k) => kernel(square(row, other)) + (n === k ? smoothing / size ** 2 : 0)),
    1,
    ...row,
  ])
  const affine = [near.map(() => 1), near.map(([x]) => x), near.map(([, y]) => y)].map((row) => [...row, 0, 0, 0])
  const weights = solve([...bending, ...affine], [...targets.map((target) => [...target]), [0, 0], [0, 0], [0, 0]])
  const count = sources.length
  const [constant, byX, byY] = weights.slice(count)
  const weight = (n: number, axis: 0 | 1) => weights[n]?.[axis] ?? 0

  const at = (point: Point): Point => {
    const here: Point = [(point[0] - centre[0]) / size, (point[1] - centre[1]) / size]
    const bends = near.map((control) => kernel(square(here, control)))
    const along = (axis: 0 | 1) =>
      bends.reduce(
        (whole, bend, n) => whole + weight(n, axis) * bend,
        (constant?.[axis] ?? 0) + (byX?.[axis] ?? 0) * here[0] + (byY?.[axis] ?? 0) * here[1],
      )
    return [along(0), along(1)]
  }
  const jacobian = (point: Point): number => {
    const here: Point = [(point[0] - centre[0]) / size, (point[1] - centre[1]) / size]
    // d(s·ln s) = (ln s + 1)·ds, where s is the square of the distance; 0 at the control point itself.
    const slopes = near.map((control) => {
      const s = square(here, control)
      return s > 0 ? 2 * (Math.log(s) + 1) : 0
    })
    const by = (axis: 0 | 1, way: 0 | 1) =>
      near.reduce(
        (whole, control, n) => whole + weight(n, axis) * (slopes[n] ?? 0) * (here[way] - control[way]),
        (way === 0 ? byX : byY)?.[axis] ?? 0,
      )
    return (by(0, 0) * by(1, 1) - by(0, 1) * by(1, 0)) / size ** 2
  }
  return { at, jacobian }
}

const mean = (points: readonly Point[], axis: 0 | 1): number =>
  points.reduce((whole, point) => whole + point[axis], 0) / points.length

/** Where points come to lie under a thin-plate spline. */
export const tps = ({
  src,
  dst,
  query,
  lambda = 0,
}: {
  src: readonly Point[]
  dst: readonly Point[]
  query: readonly Point[]
  lambda?: number
}): { mapped: Point[] } => ({ mapped: query.map(thinPlate(src, dst, lambda).at) })
