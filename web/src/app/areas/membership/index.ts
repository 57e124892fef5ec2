import type { PagesOf } from '../pages-of.ts'

export const membershipPages: PagesOf<'membership'> = {
  '/vipInfoDetail': () => import('./vip-info-detail.tsx'),
  '/vipChargeRecord': () => import('./vip-charge-record.tsx'),
  '/orderRecord': () => import('./order-record.tsx'),
}
