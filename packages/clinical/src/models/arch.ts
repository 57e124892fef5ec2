export type Crowding = 'I' | 'II' | 'III' | 'none' | 'spacing'

/** Arch length in mm: negative is crowding; the grade goes by the discrepancy before the curve of Spee. */
export interface ArchLength {
  discrepancy: number
  speeSpace: number
  total: number
  crowding: Crowding
}

function crowdingOf(discrepancy: number): Crowding {
  if (discrepancy > 0) return 'spacing'
  if (discrepancy === 0) return 'none'
  return -discrepancy <= 4 ? 'I' : -discrepancy <= 8 ? 'II' : 'III'
}

/** Available against required space, and the space that levelling the curve of Spee takes; depths in mm. */
export function archLength(available: number, required: number, speeLeft: number, speeRight: number): ArchLength {
  const discrepancy = available - required
  const speeSpace = speeLeft === 0 && speeRight === 0 ? 0 : (speeLeft + speeRight) / 2 + 0.5
  return { discrepancy, speeSpace, total: discrepancy - speeSpace, crowding: crowdingOf(discrepancy) }
}

export type Grade = 'normal' | 'I' | 'II' | 'III'
/** 覆盖 in mm: up to 3 normal (decision), 5 Ⅰ, 8 Ⅱ, more Ⅲ. */
export const overjetGrade = (mm: number): Grade => (mm <= 3 ? 'normal' : mm <= 5 ? 'I' : mm <= 8 ? 'II' : 'III')
/** 覆𬌗 as the covered part of the lower crown. */
export const overbiteGrade = (part: number): Grade =>
  part <= 1 / 3 ? 'normal' : part <= 1 / 2 ? 'I' : part <= 2 / 3 ? 'II' : 'III'
/** 开𬌗 in mm. */
export const openBiteGrade = (mm: number): Grade => (mm <= 0 ? 'normal' : mm <= 3 ? 'I' : mm <= 5 ? 'II' : 'III')
