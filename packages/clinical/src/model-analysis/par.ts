import { atLeast, atMost } from '../geometry.ts'

/** Scores of the components before weighting. */
export interface ParScores {
  upperAnterior: number
  lowerAnterior: number
  buccal: number
  overjet: number
  overbite: number
  centreline: number
}

/** What the components count (Richmond et al. 1992, UK weighting). Limits 待确认. */
const PAR_WEIGHTS = { upperAnterior: 1, lowerAnterior: 1, buccal: 1, overjet: 6, overbite: 2, centreline: 4 } as const

/** Weighted PAR score. */
export const par = (scores: ParScores): { weighted: number } => ({
  weighted: (Object.keys(PAR_WEIGHTS) as (keyof ParScores)[]).reduce(
    (whole, component) => whole + PAR_WEIGHTS[component] * scores[component],
    0,
  ),
})

/** Score of the displacement of two contact points in mm: to 1 0, to 2 1, to 4 2, to 8 3, more 4; an impacted tooth 5. */
export function contactScore(displacement: number | 'impacted'): number {
  if (displacement === 'impacted') return 5
  const place = [1, 2, 4, 8].findIndex((limit) => atMost(displacement, limit))
  return place < 0 ? 4 : place
}

export interface ParChange {
  reduction: number
  /** Of the score before; not there when that was 0. */
  percent?: number
  class: 'greatlyImproved' | 'improved' | 'worseOrNoDifferent'
}

/** Points of reduction from which a case is greatly improved, and per cent from which it is improved (nomogram approximation). */
const PAR_CHANGE = { greatly: 22, improvedPercent: 30 } as const

/** Change of the weighted score by treatment. */
export function parChange({ pre, post }: { pre: number; post: number }): ParChange {
  const reduction = pre - post
  const percent = pre > 0 ? (100 * reduction) / pre : undefined
  const improved = percent !== undefined && atLeast(percent, PAR_CHANGE.improvedPercent)
  return {
    reduction,
    ...(percent !== undefined && { percent }),
    class: reduction >= PAR_CHANGE.greatly ? 'greatlyImproved' : improved ? 'improved' : 'worseOrNoDifferent',
  }
}
