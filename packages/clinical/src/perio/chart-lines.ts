import { isMissing, measureAt, statusOf, type PerioCells } from './cells.ts'
import { sitesOnScreen } from './sites.ts'
import { siteOffset, type Band } from './chart-geometry.ts'

interface Point {
  x: number
  /** mm from the CEJ: the margin, and the floor of the pocket; null where it was not measured. */
  margin: number | null
  floor: number | null
}

/** The sites of one side along the row; a missing tooth leaves a gap. */
function pointsOf(cells: PerioCells, band: Band, col: number): (Point | null)[] {
  return band.teeth.flatMap((tooth, column): (Point | null)[] => {
    if (isMissing(cells[tooth])) return [null]
    return sitesOnScreen(tooth, band.side).map((site, at) => {
      const [depth, margin] = [measureAt(cells[tooth], 'pd', site), measureAt(cells[tooth], 'gm', site)]
      return {
        x: column * col + siteOffset(col, at),
        margin: margin ?? (statusOf(cells[tooth]) === 'implant' && depth !== null ? 0 : null),
        floor: depth === null ? null : (margin ?? 0) + depth,
      }
    })
  })
}

const n = (value: number) => value.toFixed(1)

/** Runs of points that have what is asked for. */
function runs<T>(points: readonly (Point | null)[], of: (point: Point) => T | null): T[][] {
  const found: T[][] = []
  let open: T[] | null = null
  for (const point of points) {
    const value = point && of(point)
    if (value === null) open = null
    else if (open) open.push(value)
    else found.push((open = [value]))
  }
  return found
}

/** The line of the gingival margin of one side as an SVG path: eased from site to site, broken where nothing was measured. */
export function marginPath(cells: PerioCells, band: Band, col: number): string {
  const lines = runs(pointsOf(cells, band, col), ({ x, margin }) =>
    margin === null ? null : { x, y: band.cej + margin * band.perMm },
  )
  return lines
    .map((run) =>
      run
        .map(({ x, y }, index) => {
          const before = run[index - 1]
          if (!before) return `M${n(x)} ${n(y)}`
          const middle = n((before.x + x) / 2)
          return `C${middle} ${n(before.y)} ${middle} ${n(y)} ${n(x)} ${n(y)}`
        })
        .join(''),
    )
    .join('')
}

/** What lies between margin and floor of the pockets of one side. */
export function pocketPath(cells: PerioCells, band: Band, col: number): string {
  const areas = runs(pointsOf(cells, band, col), ({ x, margin, floor }) =>
    floor === null ? null : { x, from: band.cej + (margin ?? 0) * band.perMm, to: band.cej + floor * band.perMm },
  )
  return areas
    .filter((run) => run.length > 1)
    .map((run) => {
      const there = run.map(({ x, from }, index) => `${index === 0 ? 'M' : 'L'}${n(x)} ${n(from)}`)
      const back = run.toReversed().map(({ x, to }) => `L${n(x)} ${n(to)}`)
      return `${there.join('')}${back.join('')}Z`
    })
    .join('')
}
