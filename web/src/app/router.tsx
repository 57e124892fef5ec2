import { createBrowserRouter, type RouteObject } from 'react-router'
import { guard } from './guard.ts'
import { Root, RootError, RootOutline } from './root.tsx'
import { screens } from './routes.ts'
import { pages } from './screens.ts'

function route(screen: (typeof screens)[number]): RouteObject {
  return {
    path: screen.path,
    handle: screen,
    loader: guard(screen),
    // A filter or a tab in the address is no new page: the guard has nothing to decide.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    lazy: { Component: async () => (await pages[screen.path]()).default },
  }
}

/** The router over the list of screens: those in the frame under the main layout, the others on their own. */
export function makeRouter(): ReturnType<typeof createBrowserRouter> {
  const framed = screens.filter((screen) => screen.frame === 'main' || screen.frame === 'workspace')
  const alone = screens.filter((screen) => screen.frame === 'bare' || screen.frame === 'print')
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
          children: framed.map(route),
        },
        { path: '*', loader: guard(null) },
      ],
    },
  ])
}
