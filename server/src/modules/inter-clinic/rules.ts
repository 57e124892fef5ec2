import { fen, subtract, ZERO, type Fen } from '@dentin/kit'

/** What one clinic is owed by another, as some movements say it; the same two may stand the other way round too. */
export interface Claim {
  creditorId: string
  debtorId: string
  amount: Fen
}

/** Two clinics, in an order of their own. */
export const pairKey = (one: string, other: string): string => [one, other].sort().join(' ')

/** Claims of the same two clinics against each other as one: what is owed in the end, which may be nothing. @returns null without any */
export function netOf(claims: readonly Claim[]): Claim | null {
  const [first] = claims
  if (!first) return null
  const sum = claims.reduce(
    (all, claim) => (claim.creditorId === first.creditorId ? fen(all + claim.amount) : subtract(all, claim.amount)),
    ZERO,
  )
  const { creditorId, debtorId } = first
  return sum >= 0
    ? { creditorId, debtorId, amount: sum }
    : { creditorId: debtorId, debtorId: creditorId, amount: fen(-sum) }
}
