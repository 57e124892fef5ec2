import { atMost, ROUNDING } from '../geometry.ts'

export type Degree = 'I' | 'II' | 'III'

/** Degree by two limits, both of which belong to the lower degree. */
const degreeOf = (value: number, first: number, second: number): Degree =>
  atMost(value, first) ? 'I' : atMost(value, second) ? 'II' : 'III'

/** Room that levelling a curve of Spee takes over the mean depth, in mm. */
const SPEE_EXTRA_MM = 0.5

export interface ArchLength {
  /** available − required in mm; negative = crowding. */
  discrepancy: number
  /** Room that levelling takes: mean depth + 0.5 mm, 0 for a flat curve. */
  speeSpace: number
  total: number
  /** Degree of crowding before levelling: ≤ 4 mm Ⅰ, ≤ 8 Ⅱ, more Ⅲ. */
  crowding: Degree | 'none' | 'spacing'
}

/** Arch length discrepancy and crowding. All inputs in mm; the depths of the curve of Spee are ≥ 0. */
export function archLength({
  available,
  required,
  speeLeft,
  speeRight,
}: {
  available: number
  required: number
  speeLeft: number
  speeRight: number
}): ArchLength {
  const discrepancy = available - required
  const speeSpace = speeLeft === 0 && speeRight === 0 ? 0 : (speeLeft + speeRight) / 2 + SPEE_EXTRA_MM
  const crowding =
    Math.abs(discrepancy) <= ROUNDING ? 'none' : discrepancy > 0 ? 'spacing' : degreeOf(-discrepancy, 4, 8)
  return { discrepancy, speeSpace, total: discrepancy - speeSpace, crowding }
}

/** Degree of overjet in mm: 0–3 normal (decision), to 5 Ⅰ, to 8 Ⅱ, more Ⅲ; null for a reverse one, which has no degree here. */
export function overjetDegree(mm: number): Degree | 'normal' | null {
  if (mm < 0) return null
  return atMost(mm, 3) ? 'normal' : degreeOf(mm, 5, 8)
}

/** Degree of overbite as a part of the lower crown (0–1): to ⅓ normal, to ½ Ⅰ, to ⅔ Ⅱ, more Ⅲ; null for an open bite. */
export function overbiteDegree(part: number): Degree | 'normal' | null {
  if (part < 0) return null
  return atMost(part, 1 / 3) ? 'normal' : degreeOf(part, 1 / 2, 2 / 3)
}

/** Degree of an open bite in mm: to 3 Ⅰ, to 5 Ⅱ, more Ⅲ; null when it is not open. */
export const openBiteDegree = (mm: number): Degree | null => (mm > 0 ? degreeOf(mm, 3, 5) : null)
