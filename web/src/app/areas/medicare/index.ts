import type { PagesOf } from '../pages-of.ts'

export const medicarePages: PagesOf<'medicare'> = {
  '/medicareOrderRecord': () => import('./medicare-order-record.tsx'),
}
