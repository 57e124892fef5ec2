import type { ScreenRoute } from '@dentin/contract/areas/screens'
import type { RouteObject } from 'react-router'
import type { LazyPage } from './areas/pages-of.ts'
import { guard } from './guard.ts'
import { platformGuard } from './platform/guard.ts'

/** A screen with its guard and its page. */
export function routeOf(screen: ScreenRoute, page: LazyPage): RouteObject {
  return {
    path: screen.path,
    handle: screen,
    loader: screen.area === 'platform' ? platformGuard(screen) : guard(screen),
    // A filter or a tab in the address is no new page: the guard has nothing to decide.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    lazy: { Component: async () => (await page()).default },
  }
}
