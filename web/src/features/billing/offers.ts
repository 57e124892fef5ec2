import type { WireOutput } from '@dentin/contract/core/call'
import { billing } from '@dentin/contract/billing'
import {
  bestCard,
  type BillCoupon,
  type BillLineInput,
  type CouponAmount,
  type CouponKind,
} from '@dentin/kit/bill-amounts'
import { formatYuan, formatYuanText, yuanToFen, ZERO, type Fen } from '@dentin/kit/money'
import { useLive } from '../../lib/live.ts'
import { useCall } from '../../lib/query.ts'

/** What the patient's cards and coupons give on items of the price list. */
export type Offers = WireOutput<typeof billing.benefits>
export const noOffers: Offers = { tariffIds: [], canBonus: [], cards: [], coupons: [], rights: [] }

/** What a draft says of cards, coupons and items. */
interface Asking {
  cardChoice: number
  discountCardId: string | null
  couponIds: readonly string[]
  lines: readonly { tariffId: string; planLineId: string | null }[]
}

export interface CardOffer {
  id: string
  cardNo: string
  typeName: string
  lines: { memberPrice: Fen | null; percent: number }[]
}

/** The card that gives member prices on a draft; a line of an accepted plan keeps its quoted price. */
export function cardOn(draft: Asking, offers: Offers, lines: readonly BillLineInput[]): CardOffer | undefined {
  if (draft.cardChoice === 2) return undefined
  const cards = offers.cards
    .filter(({ refusal }) => refusal === '')
    .map((card): CardOffer => ({
      ...card,
      lines: draft.lines.map(({ tariffId, planLineId }) => {
        const line = planLineId === null ? card.lines[offers.tariffIds.indexOf(tariffId)] : undefined
        return {
          memberPrice: line?.memberPrice == null ? null : yuanToFen(line.memberPrice),
          percent: line?.percent ?? 100,
        }
      }),
    }))
  return draft.cardChoice === 1 ? cards.find(({ id }) => id === draft.discountCardId) : bestCard(cards, lines)
}

/** May the bonus of a card pay an item of a draft? */
export const takesBonus = ({ tariffIds, canBonus }: Offers, tariffId: string): boolean =>
  canBonus[tariffIds.indexOf(tariffId)] ?? true

/** A coupon that nobody knows any more: it takes nothing off, and keeps its place among the others. */
const UNKNOWN: BillCoupon = { kind: 2, value: ZERO, percent: 100, most: null, threshold: ZERO, covers: [] }

/** The coupons of a draft as they take part in its sums, one for each that it names. */
export function couponsOn(draft: Asking, offers: Offers): BillCoupon[] {
  return draft.couponIds.map((id) => {
    const coupon = offers.coupons.find((each) => each.id === id)
    if (!coupon) return UNKNOWN
    const { rules, covers } = coupon
    return {
      kind: rules.kind as CouponKind,
      value: rules.value === null ? ZERO : yuanToFen(rules.value),
      percent: rules.percent ?? 100,
      most: rules.most === null ? null : yuanToFen(rules.most),
      threshold: yuanToFen(rules.threshold),
      covers: draft.lines.map(({ tariffId }) => covers[offers.tariffIds.indexOf(tariffId)] ?? false),
    }
  })
}

/** Why the coupons of a draft can't be used so; '' when they can. */
export function couponProblem(draft: Asking, offers: Offers, amounts: readonly CouponAmount[]): string {
  const chosen = draft.couponIds.flatMap((id) => offers.coupons.find((each) => each.id === id) ?? [])
  if (chosen.length < draft.couponIds.length) return '有优惠券已不能使用，请去掉后再保存'
  const refused = chosen.find(({ refusal }) => refusal !== '')
  if (refused) return `「${refused.name}」${refused.refusal}`
  const alone = chosen.length > 1 ? chosen.find(({ rules }) => !rules.stackable) : undefined
  if (alone) return `「${alone.name}」不能与别的券同用`
  for (const [n, { name, rules }] of chosen.entries()) {
    const { amount, missing } = amounts[n] ?? { amount: ZERO, missing: ZERO }
    if (missing > 0) return `「${name}」满 ${formatYuanText(rules.threshold)} 元可用，还差 ${formatYuan(missing)} 元`
    if (amount === 0) return `账单里没有「${name}」可用的项目`
  }
  return ''
}

/** What the patient's cards and coupons give on the items of a draft; not asked for a bill that nobody changes. */
export function useOffers(
  patientId: string,
  billId: string | null,
  lines: readonly { tariffId: string }[],
  enabled: boolean,
): { offers: Offers; isPending: boolean } {
  const tariffIds = [...new Set(lines.map(({ tariffId }) => tariffId))].filter(Boolean).sort()
  useLive(['memberCard', 'coupon', 'bill'], [billing.benefits])
  const found = useCall(billing.benefits, { patientId, billId, tariffIds }, { enabled })
  return {
    offers: found.data ?? noOffers,
    isPending: enabled && (found.isPending || found.isPlaceholderData),
  }
}
