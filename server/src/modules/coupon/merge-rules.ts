import { followsPatient, type Following } from '../patient/index.ts'

/** Both files' coupons stand side by side afterwards. */
export const mergeRules: readonly Following[] = [
  followsPatient('coupon', { name: '优惠券', number: 'code', topic: 'coupon' }),
]
