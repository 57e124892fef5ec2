/** The components of the PAR index (Richmond et al. 1992), unweighted. */
export interface ParComponents {
  upperAnterior: number
  lowerAnterior: number
  buccal: number
  overjet: number
  overbite: number
  centreline: number
}

/** The weighted PAR score: overjet ×6, overbite ×2, centreline ×4. */
export const parScore = (of: ParComponents): number =>
  of.upperAnterior + of.lowerAnterior + of.buccal + 6 * of.overjet + 2 * of.overbite + 4 * of.centreline

/** The score of a contact displacement in mm; impacted is 5. */
export function displacementScore(mm: number): 0 | 1 | 2 | 3 | 4 {
  if (mm <= 1) return 0
  if (mm <= 2) return 1
  if (mm <= 4) return 2
  return mm <= 8 ? 3 : 4
}

export interface ParChange {
  reduction: number
  /** Of the score before; null where that was 0. */
  percent: number | null
  class: 'greatlyImproved' | 'improved' | 'worseOrNoDifferent'
}

/** What a treatment changed: 22 points greatly, else 30 % improved (an approximation of the nomogram). */
export function parChange(before: number, after: number): ParChange {
  const reduction = before - after
  const percent = before === 0 ? null : (100 * reduction) / before
  const isImproved = percent !== null && percent >= 30
  return {
    reduction,
    percent,
    class: reduction >= 22 ? 'greatlyImproved' : isImproved ? 'improved' : 'worseOrNoDifferent',
  }
}
