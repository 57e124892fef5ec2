import { fen, formatYuan, sum, ZERO, type Fen } from '@dentin/kit'
import { AppError, fieldError } from '../../platform/errors.ts'

/** A claim as a settlement sees it: above zero it is owed, below the unit has something left with us on it. */
export interface OpenClaim {
  id: string
  open: Fen
}

/**
 * Which claims a payment of a unit clears: what the unit has left with us first, then the claims in their order, the last one
 * perhaps in part.
 * @param claims in the order in which they are cleared
 * @returns how much of each; Σ = the payment
 */
export function clear(claims: readonly OpenClaim[], paid: Fen): { claimId: string; amount: Fen }[] {
  const most = sum(claims.map(({ open }) => open))
  if (most <= 0) throw new AppError('UNIT_SETTLE_NOTHING')
  if (paid > most) {
    const message = `结算金额超过未结的金额，最多可结 ${formatYuan(most)} 元`
    throw new AppError('UNIT_SETTLE_OVER', { message, fields: [{ field: 'amount', message }] })
  }
  const credits = claims.filter(({ open }) => open < 0)
  let left = paid - sum(credits.map(({ open }) => open))
  const lines = credits.map(({ id, open }) => ({ claimId: id, amount: open }))
  for (const { id, open } of claims) {
    const amount = fen(Math.min(left, Math.max(ZERO, open)))
    if (amount === 0) continue
    lines.push({ claimId: id, amount })
    left -= amount
  }
  return lines
}

/** What a unit is asked to owe in one charge. */
interface Asked {
  reference: string
  amount: Fen
  field: string
}

/** Refuses what a unit may not be charged: it is switched off, wants to know for whom it pays, or would owe too much. */
export function assertChargeable(
  unit: { name: string; enabled: boolean; needsReference: boolean; creditLimit: Fen; balanceAmount: Fen },
  asked: readonly Asked[],
): void {
  let owed: number = unit.balanceAmount
  for (const { reference, amount, field } of asked) {
    if (!unit.enabled) throw fieldError('UNIT_STATE', `${field}.unitId`, `${unit.name}已停用，不能记账`)
    if (unit.needsReference && reference === '')
      throw fieldError('BAD_INPUT', `${field}.unitReference`, `${unit.name}要求填写工号或备注`)
    if (owed + amount > unit.creditLimit) {
      const message = `余额额度不足，最多可记 ${formatYuan(fen(Math.max(0, unit.creditLimit - owed)))} 元`
      throw new AppError('UNIT_LIMIT', { message, fields: [{ field: `${field}.amount`, message }] })
    }
    owed += amount
  }
}

/** A name as whoever may not see the patient reads it: the family name alone. */
export const familyOnly = (name: string): string => `${name.slice(0, 1)}**`
