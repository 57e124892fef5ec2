import type { Point } from '../cephalometry/geometry.ts'

const kernel = (a: Point, b: Point): number => {
  const square = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
  return square === 0 ? 0 : square * Math.log(square)
}

/**
 * Thin-plate spline (Bookstein 1989) that carries `from` onto `to`: the warp of a photograph, fitted new → old for pixels.
 * @param smoothing 0 goes through every pair
 * @returns the map of points; null when the pairs lie on one line or two of them at one place
 */
export function thinPlateSpline(
  from: readonly Point[],
  to: readonly Point[],
  smoothing = 0,
): ((point: Point) => Point) | null {
  const n = from.length
  if (n < 3 || to.length !== n) return null
  const rows = from.map((a, i): number[] => [
    ...from.map((b, j) => kernel(a, b) + (i === j ? smoothing : 0)),
    1,
    a[0],
    a[1],
    to[i]?.[0] ?? 0,
    to[i]?.[1] ?? 0,
  ])
  const sides = [
    [...from.map(() => 1), 0, 0, 0, 0, 0],
    [...from.map(([x]) => x), 0, 0, 0, 0, 0],
    [...from.map(([, y]) => y), 0, 0, 0, 0, 0],
  ]
  const solved = solve([...rows, ...sides])
  if (!solved) return null
  return (point) => {
    const basis = [...from.map((each) => kernel(point, each)), 1, point[0], point[1]]
    const value = (axis: 0 | 1) => basis.reduce((sum, part, i) => sum + part * (solved[i]?.[axis] ?? 0), 0)
    return [value(0), value(1)]
  }
}

/** Gaussian elimination with pivots; the last two columns are the right sides. Null for a singular system. */
function solve(matrix: number[][]): [number, number][] | null {
  const size = matrix.length
  const cell = (row: number, column: number) => matrix[row]?.[column] ?? 0
  for (let at = 0; at < size; at += 1) {
    let best = at
    for (let row = at + 1; row < size; row += 1) if (Math.abs(cell(row, at)) > Math.abs(cell(best, at))) best = row
    const pivot = matrix[best]
    const current = matrix[at]
    if (!pivot || !current || Math.abs(pivot[at] ?? 0) < 1e-10) return null
    matrix[best] = current
    matrix[at] = pivot
    for (let row = 0; row < size; row += 1) {
      const factor = row === at ? 0 : cell(row, at) / cell(at, at)
      if (factor === 0) continue
      const line = matrix[row] as number[]
      for (let column = at; column < size + 2; column += 1) line[column] = cell(row, column) - factor * cell(at, column)
    }
  }
  return matrix.map((line, at) => [cell(at, size) / (line[at] ?? 1), cell(at, size + 1) / (line[at] ?? 1)])
}

/** Where the map folds the picture over: points of a grid whose neighbourhood is turned inside out. */
export function foldedAt(map: (point: Point) => Point, width: number, height: number, step = 8): Point[] {
  const folded: Point[] = []
  for (let y = 0; y < height; y += step)
    for (let x = 0; x < width; x += step) {
      const [o, a, b] = [map([x, y]), map([x + step, y]), map([x, y + step])]
      if ((a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]) <= 0) folded.push([x, y])
    }
  return folded
}
