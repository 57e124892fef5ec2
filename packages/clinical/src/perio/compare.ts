import { isMissing, measureAt, statusOf, type Measure, type PerioCells, type ToothCells } from './cells.ts'
import { PERIO_TEETH } from './sites.ts'

/** From this difference in mm a site is better or worse; less is the error of measuring. */
const REAL_MM = 2
export type Turn = 'better' | 'worse' | 'same' | 'noise'

/** What became of a site: depth or margin before and after. */
export interface SiteTurn {
  tooth: string
  site: number
  before: number
  after: number
  turn: Turn
}

/** Depth, margin or attachment loss at a site; null where it was not measured. */
function valueAt(own: ToothCells, site: number, kind: Measure | 'cal'): number | null {
  if (kind !== 'cal') return measureAt(own, kind, site)
  const [depth, margin] = [measureAt(own, 'pd', site), measureAt(own, 'gm', site)]
  return depth === null || margin === null ? null : depth + margin
}

/** The difference of two charts at every site that both measured; what only one measured is not compared. */
export function perioTurns(before: PerioCells, after: PerioCells, kind: Measure | 'cal' = 'pd'): SiteTurn[] {
  const turns: SiteTurn[] = []
  for (const tooth of PERIO_TEETH) {
    const [then, since] = [before[tooth], after[tooth]]
    if (!then || !since || isMissing(then) || isMissing(since)) continue
    // An implant is not the tooth that stood there.
    if ((statusOf(then) === 'implant') !== (statusOf(since) === 'implant')) continue
    for (let site = 0; site < 6; site += 1) {
      const [old, now] = [valueAt(then, site, kind), valueAt(since, site, kind)]
      if (old !== null && now !== null) turns.push({ tooth, site, before: old, after: now, turn: turnOf(now - old) })
    }
  }
  return turns
}

/** What a difference in mm means. */
export const turnOf = (mm: number): Turn =>
  mm === 0 ? 'same' : mm <= -REAL_MM ? 'better' : mm >= REAL_MM ? 'worse' : 'noise'
