export type Arch = 'max' | 'mand'
export type Prediction = 'tanaka' | 'moyers'

/** Moyers' 75 % table for the sum of the lower incisors from 19.5 to 29 mm in halves; 待确认 (21.5* printed 21.3 in some editions). */
const MOYERS_FROM = 19.5
const moyers: Readonly<Record<Arch, readonly number[]>> = {
  mand: [
    20.1, 20.4, 20.7, 21, 21.3, 21.6, 21.9, 22.2, 22.5, 22.8, 23.1, 23.4, 23.7, 24, 24.3, 24.6, 24.8, 25.1, 25.4, 25.7,
  ],
  max: [
    20.6, 20.9, 21.2, 21.5, 21.8, 22, 22.3, 22.6, 22.9, 23.1, 23.4, 23.7, 24, 24.2, 24.5, 24.8, 25, 25.3, 25.6, 25.9,
  ],
}

/** The width of canine and premolars of one quadrant in mm by the sum of the lower incisors; null outside Moyers' table. */
export function predictedQuadrant(sum: number, arch: Arch, method: Prediction): number | null {
  if (method === 'tanaka') return sum / 2 + (arch === 'mand' ? 10.5 : 11)
  const table = moyers[arch]
  const at = (sum - MOYERS_FROM) * 2
  const low = Math.floor(at + 1e-9)
  const part = Math.max(0, at - low)
  const [from, to] = [table[low], table[low + 1]]
  if (from === undefined || at < -1e-9) return null
  if (part < 1e-9) return from
  return to === undefined ? null : from + part * (to - from)
}

export interface MixedDentition {
  sum: number
  predictedPerQuadrant: number | null
  /** Available less predicted, right and left, mm; null where nothing is predicted. */
  balance: (number | null)[]
}

/** Space in the mixed dentition (Tanaka & Johnston 1974, Moyers 75 %): both were made on white children. All mm. */
export function mixedDentition(
  lowerIncisors: readonly number[],
  arch: Arch,
  method: Prediction,
  availablePerQuadrant: readonly number[],
): MixedDentition {
  const sum = lowerIncisors.reduce((total, width) => total + width, 0)
  const predicted = predictedQuadrant(sum, arch, method)
  return {
    sum,
    predictedPerQuadrant: predicted,
    balance: availablePerQuadrant.map((space) => (predicted === null ? null : space - predicted)),
  }
}
