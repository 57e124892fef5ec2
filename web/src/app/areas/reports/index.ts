import type { PagesOf } from '../pages-of.ts'

export const reportsPages: PagesOf<'reports'> = {
  '/dataAdministration': () => import('../../parts/first-child.tsx'),
  '/analysisData': () => import('./analysis-data.tsx'),
  '/productReport': () => import('./product-report.tsx'),
}
