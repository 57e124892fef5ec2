import type { PagesOf } from '../pages-of.ts'

export const treatmentPlansPages: PagesOf<'treatmentPlans'> = {
  '/treatmentPlan': () => import('./treatment-plan.tsx'),
  '/treatmentPlan/choose': () => import('./treatment-plan-choose.tsx'),
  '/treatmentPlan/print': () => import('./treatment-plan-print.tsx'),
}
