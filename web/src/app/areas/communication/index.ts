import type { PagesOf } from '../pages-of.ts'

export const communicationPages: PagesOf<'communication'> = {
  '/anestheticCount': () => import('./anesthetic-count.tsx'),
  '/countDetail': () => import('./count-detail.tsx'),
  '/countDetail2': () => import('./count-detail-2.tsx'),
  '/countDetail3': () => import('./count-detail-3.tsx'),
  '/countDetail4': () => import('./count-detail-4.tsx'),
}
