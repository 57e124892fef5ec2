import type { PagesOf } from '../pages-of.ts'

export const chargesPages: PagesOf<'charges'> = {
  '/orderSet': () => import('./order-set.tsx'),
  '/membercard': () => import('./member-card.tsx'),
  '/print/receipt/:id': () => import('./print-receipt.tsx'),
}
