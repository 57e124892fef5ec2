import type { RewardBasis, RewardWay } from '@dentin/contract/company-rule'
import type { RewardState } from '@dentin/contract/data-record'
import { fen, ZERO, type Fen } from '@dentin/kit'

/** What a reward can be once it is one. */
export type Given = Exclude<RewardWay, 'none'>

/** The rule by which a bill earns a reward, as its row keeps it; points, coupons and yuan alike in hundredths. */
export interface Terms {
  way: Given
  basis: RewardBasis
  /** Of the kind, or percent of what was consumed. */
  rate: Fen
  /** The least that earns anything. */
  from: Fen
}

/** What a bill earns on which so much is paid and kept. Points and coupons are whole. */
export function earnedBy(terms: Terms, kept: Fen): Fen {
  if (kept <= 0 || kept < terms.from) return ZERO
  const earned = terms.basis === 'fixed' ? terms.rate : fen(Math.floor((kept * terms.rate + 5_000) / 10_000))
  return terms.way === 'cash' ? earned : fen(Math.floor(earned / 100) * 100)
}

/** How far a reward is. */
export function stateOf(earned: Fen, given: Fen, isForgone: boolean): RewardState {
  if (earned > given) return 'due'
  if (given > earned && !isForgone) return 'over'
  return given > 0 ? 'given' : 'takenBack'
}
