import type { PagesOf } from '../pages-of.ts'

export const drugsPages: PagesOf<'drugs'> = {
  '/prescription': () => import('./prescription.tsx'),
  '/prescription/print': () => import('./prescription-print.tsx'),
  '/drugAdministration': () => import('./drug-administration.tsx'),
  '/drugdetails': () => import('./drugdetails.tsx'),
}
