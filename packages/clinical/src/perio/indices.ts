/** A score of a site or surface; null: it was not looked at. */
type Score = number | null

const looked = (scores: readonly Score[]): number[] => scores.filter((score) => score !== null)
const mean = (scores: readonly Score[]): number | null => {
  const known = looked(scores)
  return known.length === 0 ? null : known.reduce((sum, score) => sum + score, 0) / known.length
}

/**
 * Plaque control record of O'Leary, Drake and Naylor (1972): the share of surfaces with plaque, of four surfaces a tooth.
 * @param teeth of each tooth mesial, buccal, distal, lingual: whether plaque lies there; null: not looked at
 * @returns % of the surfaces that were looked at; null when none was
 */
export function olearyRecord(teeth: readonly (readonly (boolean | null)[])[]): number | null {
  const share = mean(teeth.flat().map((plaque) => (plaque === null ? null : Number(plaque))))
  return share === null ? null : 100 * share
}

/**
 * Plaque index of Silness and Loe (1964): the mean of scores 0-3 of the surfaces.
 * @returns null when nothing was scored; 待确认 how a clinic rounds it
 */
export const plaqueIndex = (scores: readonly Score[]): number | null => mean(scores)

/**
 * Bleeding index of Mazza (1981), as used in China: the mean of scores 0-5 of the sites.
 * @returns null when nothing was scored
 */
export const bleedingIndex = (scores: readonly Score[]): number | null => mean(scores)

/**
 * Degree of a furcation by Hamp, Nyman and Lindhe (1975).
 * @param mm how far it can be probed across; null: not probed
 * @param isThrough the probe comes out on the other side
 * @returns 0 none, 1 less than 3 mm, 2 from 3 mm on, 3 through; null: not probed
 */
export function hampDegree(mm: number | null, isThrough: boolean): 0 | 1 | 2 | 3 | null {
  if (isThrough) return 3
  if (mm === null) return null
  return mm <= 0 ? 0 : mm < 3 ? 1 : 2
}
