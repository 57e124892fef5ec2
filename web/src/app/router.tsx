import { createBrowserRouter, redirect, type RouteObject } from 'react-router'
import { guard } from './guard.ts'
import { platformGuard } from './platform/guard.ts'
import { Root, RootError, RootOutline } from './root.tsx'
import { screens } from './routes.ts'
import { pages } from './screens.ts'

function route(screen: (typeof screens)[number]): RouteObject {
  return {
    path: screen.path,
    handle: screen,
    loader: screen.area === 'platform' ? platformGuard(screen) : guard(screen),
    // A filter or a tab in the address is no new page: the guard has nothing to decide.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    lazy: { Component: async () => (await pages[screen.path]()).default },
  }
}

// Comes with the first page of the frame: sign-in stays small, and without a network it is there.
const pageError = { ErrorBoundary: async () => (await import('./PageError.tsx')).PageError }

const inFrame = (screen: (typeof screens)[number]) => screen.frame === 'main' || screen.frame === 'workspace'

/** The router over the list of screens: those in a frame under the main layout or the provider's, the others on their own. */
export function makeRouter(): ReturnType<typeof createBrowserRouter> {
  const framed = screens.filter((screen) => inFrame(screen) && screen.area !== 'platform')
  const providers = screens.filter((screen) => inFrame(screen) && screen.area === 'platform')
  const printed = screens.filter((screen) => screen.frame === 'print')
  const alone = screens.filter((screen) => screen.frame === 'bare')
  return createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: RootError,
      HydrateFallback: RootOutline,
      children: [
        ...alone.map(route),
        {
          ErrorBoundary: RootError,
          lazy: { Component: async () => (await import('./layout/Layout.tsx')).Layout },
          children: [{ lazy: pageError, children: framed.map(route) }],
        },
        {
          ErrorBoundary: RootError,
          lazy: { Component: async () => (await import('./layout/PrintFrame.tsx')).PrintFrame },
          children: printed.map(route),
        },
        {
          ErrorBoundary: RootError,
          lazy: { Component: async () => (await import('./platform/PlatformLayout.tsx')).PlatformLayout },
          children: [{ lazy: pageError, children: providers.map(route) }],
        },
        { path: '/platform/*', loader: () => redirect('/platform') },
        { path: '*', loader: guard(null) },
      ],
    },
  ])
}
