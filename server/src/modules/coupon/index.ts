import { module } from '../../platform/module.ts'
import { constraints } from './constraints.ts'
import { copy } from './copy.ts'
import { deletionGuard } from './deletion-guard.ts'
import { couponHandlers } from './handlers.ts'
import { defineCouponJobs } from './jobs.ts'
import { mergeRules } from './merge-rules.ts'

export {
  chooseCoupons,
  couponOffers,
  couponsBack,
  coveredItems,
  freeCoupons,
  giveCoupons,
  giveGift,
  mayTakeBackCoupons,
  takeBackCoupons,
  unspendCoupons,
  spendCoupons,
  type ChosenCoupons,
} from './commands.ts'
export { categoriesAbove, couponsOnBill, givenOnBills } from './queries.ts'
export type { CoveredItem } from './rules.ts'
export { typesToGive } from './types.ts'

/** What this module is to the rest of the house: coupons, and to whom they were given. */
export const couponModule = module({
  name: 'coupon',
  owns: ['coupon', 'coupon_type'],
  reads: ['clinic', 'patient', 'tariff_category'],
  handlers: { coupon: couponHandlers },
  topics: { coupon: ['/coupons:view', '/orderSet:charge'] },
  constraints,
  jobs: defineCouponJobs,
  patient: { mergeRules, deletionGuard, copy: [copy] },
})
