import type { PagesOf } from '../pages-of.ts'

export const drugsPages: PagesOf<'drugs'> = {
  '/drugAdministration': () => import('./drug-administration.tsx'),
  '/drugdetails': () => import('./drugdetails.tsx'),
}
