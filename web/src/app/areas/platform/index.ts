import type { PagesOf } from '../pages-of.ts'

export const platformPages: PagesOf<'platform'> = {
  '/platform/login': () => import('./login.tsx'),
  '/platform/setup': () => import('./setup.tsx'),
  '/platform': () => import('./overview.tsx'),
  '/platform/doctors': () => import('./doctors.tsx'),
  '/platform/doctors/:id': () => import('./review.tsx'),
  '/platform/organisations': () => import('./organisations.tsx'),
  '/platform/organisations/:id': () => import('./review.tsx'),
  '/platform/transfers': () => import('./transfers.tsx'),
  '/platform/strayed': () => import('./strayed.tsx'),
  '/platform/invoices': () => import('./invoices.tsx'),
  '/platform/smsReviews': () => import('./sms-reviews.tsx'),
  '/platform/clinics': () => import('./clinics.tsx'),
  '/platform/packages': () => import('./packages.tsx'),
  '/platform/messages': () => import('./messages.tsx'),
  '/platform/accounts': () => import('./accounts.tsx'),
  '/platform/audit': () => import('./audit.tsx'),
}
