import { entranceScreens } from '@dentin/contract/areas/entrance/screens'
import { screens, type ScreenRoute } from '@dentin/contract/areas/screens'
import { redirect, type RouteObject } from 'react-router'
import { pages } from './areas/index.ts'
import { guard } from './guard.ts'
import { RootError } from './root.tsx'
import { routeOf } from './route-of.ts'

// Comes with the first page of the frame: sign-in stays small, and without a network it is there.
const pageError = { ErrorBoundary: async () => (await import('./PageError.tsx')).PageError }

const before = new Set<string>(entranceScreens.map(({ path }) => path))
const isFramed = ({ frame }: ScreenRoute) => frame === 'main' || frame === 'workspace'
const isConsole = ({ area }: ScreenRoute) => area === 'platform'
const routesWhere = (wanted: (screen: ScreenRoute) => boolean) =>
  screens
    .filter((screen) => !before.has(screen.path) && wanted(screen))
    .map((screen) => routeOf(screen, pages[screen.variantOf ?? screen.path]))

/** The screens behind the door: those in a frame under the main layout or the provider's, the others on their own. */
export const houseRoutes: RouteObject[] = [
  ...routesWhere(({ frame }) => frame === 'bare'),
  {
    ErrorBoundary: RootError,
    lazy: { Component: async () => (await import('./layout/Layout.tsx')).Layout },
    children: [{ lazy: pageError, children: routesWhere((screen) => isFramed(screen) && !isConsole(screen)) }],
  },
  {
    ErrorBoundary: RootError,
    lazy: { Component: async () => (await import('./layout/PrintFrame.tsx')).PrintFrame },
    children: routesWhere(({ frame }) => frame === 'print'),
  },
  {
    ErrorBoundary: RootError,
    lazy: { Component: async () => (await import('./platform/PlatformLayout.tsx')).PlatformLayout },
    children: [{ lazy: pageError, children: routesWhere((screen) => isFramed(screen) && isConsole(screen)) }],
  },
  { path: '/platform/*', loader: () => redirect('/platform') },
  { path: '*', loader: guard(null) },
]
