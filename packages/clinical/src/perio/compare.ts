import { isMissing, measureAt, statusOf, type Measure, type PerioCells } from './cells.ts'
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

/** The difference of two charts at every site that both measured; what only one measured is not compared. */
export function perioTurns(before: PerioCells, after: PerioCells, kind: Measure | 'cal' = 'pd'): SiteTurn[] {
  const valueOf = (cells: PerioCells, tooth: string, site: number): number | null => {
    if (isMissing(cells[tooth])) return null
    if (kind !== 'cal') return measureAt(cells[tooth], kind, site)
    const [depth, margin] = [measureAt(cells[tooth], 'pd', site), measureAt(cells[tooth], 'gm', site)]
    return depth === null || margin === null ? null : depth + margin
  }
  // An implant is not the tooth that stood there.
  const isSame = (tooth: string) => (statusOf(before[tooth]) === 'implant') === (statusOf(after[tooth]) === 'implant')
  return PERIO_TEETH.filter(isSame).flatMap((tooth) =>
    [0, 1, 2, 3, 4, 5].flatMap((site) => {
      const [old, now] = [valueOf(before, tooth, site), valueOf(after, tooth, site)]
      return old === null || now === null ? [] : [{ tooth, site, before: old, after: now, turn: turnOf(now - old) }]
    }),
  )
}

/** What a difference in mm means. */
export const turnOf = (mm: number): Turn =>
  mm === 0 ? 'same' : mm <= -REAL_MM ? 'better' : mm >= REAL_MM ? 'worse' : 'noise'
