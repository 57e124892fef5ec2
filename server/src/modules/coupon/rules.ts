import { couponStates } from '@dentin/contract/coupon'
import { couponRules } from '@dentin/contract/coupon-rules'
import { addDays, formatYuan, fen, type BillAmounts, type BillCoupon, type CouponKind } from '@dentin/kit'
import type { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import type { CouponRow } from './queries.ts'

export type CouponRules = z.output<typeof couponRules>

/** The terms of a coupon as it keeps them. */
export const termsOfCoupon = (kept: unknown): CouponRules => couponRules.parse(kept)

/** The last day of a coupon that is given on a day. */
export const lastDay = (type: { validUntil: string | null; validDays: number | null }, day: string): string =>
  type.validUntil ?? addDays(day, (type.validDays ?? 1) - 1)

/** An item of a bill, as a coupon sees it: itself, and its category with the one above. */
export interface CoveredItem {
  tariffId: string
  categories: readonly string[]
}

/** May a coupon pay an item? One that names neither items nor categories pays all. */
const covers = ({ tariffIds, categoryIds }: CouponRules, item: CoveredItem): boolean =>
  (tariffIds.length === 0 && categoryIds.length === 0) ||
  tariffIds.includes(item.tariffId) ||
  item.categories.some((id) => categoryIds.includes(id))

/** How a coupon takes part in a bill. */
export function asBillCoupon(rules: CouponRules, items: readonly CoveredItem[]): BillCoupon {
  return {
    kind: rules.kind as CouponKind,
    value: rules.value ?? fen(0),
    percent: rules.percent ?? 100,
    most: rules.most,
    threshold: rules.threshold,
    covers: items.map((item) => covers(rules, item)),
  }
}

/** Why a coupon can't be used in a clinic on a bill, by the name of the refusal and in words; null when it can. */
export function refusalFor(
  coupon: Pick<CouponRow, 'status' | 'billId' | 'billNo' | 'rules'>,
  at: { clinicId: string; billId: string | null },
): { refusal: 'COUPON_STATE' | 'COUPON_TAKEN' | 'COUPON_CLINIC'; message: string } | null {
  if (couponStates.is(coupon.status, 'over'))
    return { refusal: 'COUPON_STATE', message: `优惠券${couponStates.names[coupon.status] ?? ''}，不能再用` }
  if (coupon.billId !== null && coupon.billId !== at.billId)
    return { refusal: 'COUPON_TAKEN', message: `已用在账单 ${coupon.billNo} 上` }
  const { clinicIds } = termsOfCoupon(coupon.rules)
  return clinicIds.length > 0 && !clinicIds.includes(at.clinicId)
    ? { refusal: 'COUPON_CLINIC', message: '这张券不能在本门诊使用' }
    : null
}

/**
 * Refuses coupons of a bill that do not go together, whose lines do not come to their threshold, or that take nothing off.
 * @param amounts what the bill comes to with them
 */
export function refuseIdle(chosen: readonly { name: string; rules: CouponRules }[], amounts: BillAmounts): void {
  const alone = chosen.length > 1 ? chosen.findIndex(({ rules }) => !rules.stackable) : -1
  if (alone >= 0) {
    const message = `「${chosen[alone]?.name}」不能与别的券同用`
    throw new AppError('COUPON_STACK', { message, fields: [{ field: `couponIds.${alone}`, message }] })
  }
  for (const [n, { name, rules }] of chosen.entries()) {
    const { amount, missing } = amounts.coupons[n] as BillAmounts['coupons'][number]
    const field = `couponIds.${n}`
    if (missing > 0) {
      const message = `「${name}」满 ${formatYuan(rules.threshold)} 元可用，还差 ${formatYuan(missing)} 元`
      throw new AppError('COUPON_BELOW', { message, fields: [{ field, message }] })
    }
    if (amount === 0) {
      const message = `账单里没有「${name}」可用的项目`
      throw new AppError('COUPON_SCOPE', { message, fields: [{ field, message }] })
    }
  }
}
