import { ROUNDING } from '../geometry.ts'
import moyers from './moyers.json' with { type: 'json' }

export type Arch = 'max' | 'mand'
export type MixedMethod = 'tanaka' | 'moyers'

export interface MixedDentition {
  /** Widths of the four lower incisors in mm. */
  lowerIncisors: readonly (number | null)[]
  arch: Arch
  method: MixedMethod
  /** Room for canine and premolars of each quadrant in mm. */
  availablePerQuadrant?: readonly number[] | null
}

export interface MixedResult {
  /** Sum of the four lower incisors in mm; not there unless all four were measured. */
  sum?: number
  /** Width of canine and premolars of one quadrant in mm; null outside of the table. */
  predictedPerQuadrant?: number | null
  /** available − predicted by quadrant, negative when there is too little room. */
  balance?: number[] | null
}

/** What Tanaka and Johnston add to half the sum, in mm. */
const TANAKA_JOHNSTON = { mand: 10.5, max: 11 } as const

/** The 75 % row, linear between rows; null outside of the table. */
function fromMoyers(incisors: number, arch: Arch): number | null {
  const row = arch === 'mand' ? moyers.lower : moyers.upper
  const last = row.length - 1
  const place = (incisors - moyers.from) / moyers.step
  if (place < -ROUNDING || place > last + ROUNDING) return null
  const within = Math.min(Math.max(place, 0), last)
  const under = Math.floor(within)
  const [low = 0, high = low] = row.slice(under, under + 2)
  return low + (high - low) * (within - under)
}

/**
 * Width of the unerupted canine and premolars of a quadrant from the four lower incisors: Tanaka & Johnston 1974, or Moyers'
 * table at 75 %. Both were made on white children and are reported to overestimate in others. Unit mm.
 */
export function mixedDentition({ lowerIncisors, arch, method, availablePerQuadrant }: MixedDentition): MixedResult {
  const measured = lowerIncisors.filter((width) => typeof width === 'number' && width > 0)
  if (measured.length !== 4 || lowerIncisors.length !== 4) return {}
  const sum = measured.reduce<number>((all, width) => all + (width ?? 0), 0)
  const predicted = method === 'tanaka' ? sum / 2 + TANAKA_JOHNSTON[arch] : fromMoyers(sum, arch)
  return {
    sum,
    predictedPerQuadrant: predicted,
    ...(availablePerQuadrant && {
      balance: predicted === null ? null : availablePerQuadrant.map((available) => available - predicted),
    }),
  }
}
