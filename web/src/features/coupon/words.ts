import type { couponRules } from '@dentin/contract/coupon-rules'
import { formatYuanText } from '@dentin/kit/money'
import type { z } from 'zod'

/** The terms of a coupon as they come over the wire. */
export type CouponTerms = z.input<typeof couponRules>

/** '减 50.00', '9 折，最多减 100.00', '免 1 项'. */
export function worthWords({
  kind,
  value,
  percent,
  most,
}: Pick<CouponTerms, 'kind' | 'value' | 'percent' | 'most'>): string {
  const limit = most === null ? '' : `，最多减 ${formatYuanText(most)}`
  if (kind === 3) return `${(percent ?? 100) / 10} 折${limit}`
  return kind === 4 ? `免 1 项${limit}` : `减 ${formatYuanText(value ?? '0.00')}`
}

/** '满 500.00', '无门槛'. */
export const thresholdWords = (threshold: string): string =>
  Number(threshold) > 0 ? `满 ${formatYuanText(threshold)}` : '无门槛'
