import type { PagesOf } from '../pages-of.ts'

export const chargesPages: PagesOf<'charges'> = {
  '/orderSet': () => import('./order-set.tsx'),
  '/membercard': () => import('./member-card.tsx'),
  '/prepayments': () => import('./prepayments.tsx'),
  '/print/prepay/:id': () => import('./print-prepay.tsx'),
  '/print/prepayReturn/:id': () => import('./print-prepay-return.tsx'),
  '/invoices': () => import('./invoices.tsx'),
  '/coupons': () => import('./coupons.tsx'),
  '/shiftHandover': () => import('./shift-handover.tsx'),
  '/instalments': () => import('./instalments.tsx'),
  '/print/instalment/:billId': () => import('./print-instalment.tsx'),
  '/monthClose': () => import('./month-close.tsx'),
  '/unitAccounts': () => import('./unit-accounts.tsx'),
  '/print/unitStatement/:id': () => import('./print-unit-statement.tsx'),
  '/interClinic': () => import('./inter-clinic.tsx'),
  '/print/interClinic/:month': () => import('./print-inter-clinic.tsx'),
  '/print/monthClose/:month': () => import('./print-month-close.tsx'),
  '/print/shift/:id': () => import('./print-shift.tsx'),
  '/print/refund/:id': () => import('./print-refund.tsx'),
  '/print/receipt/:id': () => import('./print-receipt.tsx'),
}
