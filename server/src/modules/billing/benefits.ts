import {
  bestCard,
  DISCOUNT_STEPS,
  formatYuan,
  memberLines,
  type BillAmounts,
  type DiscountSteps,
  type Fen,
} from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { cardOffers, rightOffers, type CardOffer, type CardRow } from '../card/index.ts'
import { tariffsByIds } from '../clinic/index.ts'
import { chooseCoupons, couponOffers, coveredItems, type ChosenCoupons } from '../coupon/index.ts'
import type { PricedLine } from './rules.ts'

// What a patient's member cards and coupons take off a bill: worked out here, never sent by a screen.

/** How a bill says which card and which coupons. */
export interface BenefitsAsked {
  /** 0 the best card that the patient has, 1 the one that is named, 2 none. */
  cardChoice: number
  discountCardId?: string | null | undefined
  couponIds: readonly string[]
}

interface Whose {
  clinicId: string
  patientId: string
  /** The bill when it stands. */
  billId: string | null
}

/** Lines with what a card gives on them, and the coupons that were chosen. */
export interface Benefits<L> {
  lines: L[]
  cardChoice: number
  cardId: string | null
  coupons: ChosenCoupons
}

/** An item of the price list. */
interface Listed {
  tariffId: string
  categoryId: string
  /** What members pay for it in general. */
  listMemberPrice: Fen | null
}

/** Items as the rules of cards and coupons see them. */
async function ruledItems(tx: TenantTx, listed: readonly Listed[]) {
  const items = await coveredItems(tx, listed)
  return items.map((item, n) => ({ ...item, memberPrice: listed[n]?.listMemberPrice ?? null }))
}

/** Cards and coupons of a bill, held against what they may give now. @param own the patient's cards when they were read already */
export async function benefitsOf<L extends PricedLine & Listed & { planLineId: string | null }>(
  ctx: Pick<ClinicContext, 'tx' | 'clinicId'>,
  whose: Whose,
  lines: readonly L[],
  asked: BenefitsAsked,
  own?: readonly CardRow[],
): Promise<Benefits<L>> {
  const items = await ruledItems(ctx.tx, lines)
  const coupons = await chooseCoupons(ctx, whose, asked.couponIds, items)
  if (asked.cardChoice === 2) return { lines: [...lines], cardChoice: 2, cardId: null, coupons }
  const offers = (await cardOffers(ctx.tx, whose.clinicId, whose.patientId, items, own)).map((offer) =>
    asQuoted(offer, lines),
  )
  const card = asked.cardChoice === 1 ? named(offers, asked.discountCardId) : bestCard(offers.filter(given), lines)
  return { lines: memberLines(lines, card), cardChoice: asked.cardChoice, cardId: card?.id ?? null, coupons }
}

const given = ({ refusal }: CardOffer) => refusal === ''

/** A line of an accepted plan keeps the price that the patient was quoted. */
const asQuoted = (offer: CardOffer, lines: readonly { planLineId: string | null }[]): CardOffer => ({
  ...offer,
  lines: offer.lines.map((line, n) => (lines[n]?.planLineId ? { memberPrice: null, percent: 100 } : line)),
})

function named(offers: readonly CardOffer[], id: string | null | undefined): CardOffer {
  if (!id) throw fieldError('BAD_INPUT', 'discountCardId', '请选择会员卡')
  const card = offers.find((each) => each.id === id)
  if (!card) throw fieldError('NOT_FOUND', 'discountCardId', '患者没有这张有会员优惠的卡')
  if (card.refusal === '') return card
  const message = `${card.typeName} ${card.cardNo.slice(-4)}：${card.refusal}`
  throw new AppError('CARD_STATE', { message, fields: [{ field: 'discountCardId', message }] })
}

/** What cards and coupons give on items of the price list, for a bill that is being written. */
export async function offersFor(ctx: ClinicContext, whose: Whose, tariffIds: readonly string[]) {
  const { tx, clinicId } = ctx
  const tariffs = await tariffsByIds(tx, clinicId, tariffIds)
  const items = await ruledItems(
    tx,
    tariffIds.map((tariffId) => {
      const tariff = tariffs.get(tariffId)
      if (!tariff) throw fieldError('NOT_FOUND', 'tariffIds', '没有这个项目')
      return { tariffId, categoryId: tariff.categoryId, listMemberPrice: tariff.memberPrice }
    }),
  )
  return {
    tariffIds: [...tariffIds],
    canBonus: tariffIds.map((id) => tariffs.get(id)?.canBonus ?? true),
    cards: await cardOffers(tx, whose.clinicId, whose.patientId, items),
    rights: await rightOffers(tx, whose.clinicId, whose.patientId, whose.billId),
    coupons: await couponOffers(tx, whose, items),
  }
}

/** What the desk saw is not what the bill comes to now: a card or a coupon has changed meanwhile. */
export const changedWords = (was: Fen, now: Fen): string =>
  `会员优惠或优惠券有变化：应收由 ${formatYuan(was)} 变为 ${formatYuan(now)} 元，请核对后再收`

/** The columns of a line in which its steps stand. */
const COLUMNS = {
  package: 'package_off',
  memberPrice: 'member_price_off',
  memberDiscount: 'member_discount_off',
  coupon: 'coupon_off',
  linePercent: 'line_percent_off',
  orderPercent: 'order_percent_off',
  reduction: 'reduction_off',
  rounding: 'rounding_off',
} as const

/** The steps of lines, as their table keeps them. */
export const stepColumns = (steps: DiscountSteps, yuan: (fen: Fen) => string) =>
  Object.fromEntries(DISCOUNT_STEPS.map((step) => [COLUMNS[step], yuan(steps[step])]))

/** The steps of a line as it was read. */
export const stepsOf = (item: {
  packageOff: Fen
  memberPriceOff: Fen
  memberDiscountOff: Fen
  couponOff: Fen
  linePercentOff: Fen
  orderPercentOff: Fen
  reductionOff: Fen
  roundingOff: Fen
}): DiscountSteps => ({
  package: item.packageOff,
  memberPrice: item.memberPriceOff,
  memberDiscount: item.memberDiscountOff,
  coupon: item.couponOff,
  linePercent: item.linePercentOff,
  orderPercent: item.orderPercentOff,
  reduction: item.reductionOff,
  rounding: item.roundingOff,
})

/** What a bill comes to with nothing taken off it. */
export const nothingOff = (original: Fen): Omit<BillAmounts, 'lines' | 'steps' | 'coupons'> => ({
  original,
  discount: 0 as Fen,
  rounding: 0 as Fen,
  receivable: original,
})
