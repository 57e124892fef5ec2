import { cardStates, type CardStep } from '@dentin/contract/card'
import { cardRules } from '@dentin/contract/card-rules'
import { fen, sum, timesShares, type Fen } from '@dentin/kit'
import type { z } from 'zod'
import { AppError } from '../../platform/errors.ts'

export type CardRules = z.output<typeof cardRules>

/** The rules of a card as it keeps them. */
export const rulesOf = (kept: unknown): CardRules => cardRules.parse(kept)

const WORDS: Record<CardStep, string> = {
  pay: '消费',
  recharge: '充值',
  refund: '退卡',
  transfer: '转账',
  change: '换卡',
  renew: '续期',
  freeze: '冻结',
  unfreeze: '解冻',
  lose: '挂失',
  find: '解挂',
  replace: '换卡号',
  limit: '改限额',
  cancel: '注销',
}

/** Why a card in a state can't do a step, in words; '' when it can. */
export function refusalOf(step: CardStep, status: number): string {
  if (cardStates.may(step, status)) return ''
  return `卡${cardStates.names[status] ?? '状态已变化'}，不能${WORDS[step]}`
}

/** Refuses a step that the state of a card does not allow, and says the state. */
export function assertStep(step: CardStep, status: number): void {
  const message = refusalOf(step, status)
  if (message) throw new AppError('CARD_STATE', { message, data: { status } })
}

/**
 * What the uses that a times card still has are worth, first to last: the last of the shares of its price; when what it holds
 * is not exactly these (part of a use was given back), what it holds shared anew.
 */
export function usesLeft(card: { saleAmount: Fen; timesSold: number; timesLeft: number; timesAmount: Fen }): Fen[] {
  if (card.timesLeft === 0) return []
  const whole = timesShares(card.saleAmount, card.timesSold)
  const last = whole.slice(Math.max(0, whole.length - card.timesLeft))
  return last.length === card.timesLeft && sum(last) === card.timesAmount
    ? last
    : timesShares(card.timesAmount, card.timesLeft)
}

/** Why a card can't pay in a clinic; '' when it can. */
export function refusalIn(
  clinicId: string,
  card: { openClinicId: string; openClinicName: string; rules: unknown },
): string {
  if (card.openClinicId === clinicId) return ''
  const { shareClinics, sharedClinics } = rulesOf(card.rules)
  if (shareClinics === 3 || (shareClinics === 2 && sharedClinics.includes(clinicId))) return ''
  return `这张卡在${card.openClinicName}开卡，不能在本门诊使用`
}

/** How many of the next uses are worth an amount together; null when none are. */
export function usesWorth(uses: readonly Fen[], amount: Fen): number | null {
  let all = 0
  for (const [n, each] of uses.entries()) {
    all += each
    if (all === amount) return n + 1
    if (all > amount) return null
  }
  return null
}

/** The sums that some of the next uses come to, for words. */
export const sumsOfUses = (uses: readonly Fen[]): Fen[] => uses.map((_, n) => fen(sum(uses.slice(0, n + 1))))
