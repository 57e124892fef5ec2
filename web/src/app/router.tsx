import { createBrowserRouter, type RouteObject } from 'react-router'
import { screens } from './routes.ts'

/** The router over the list of screens. */
export function makeRouter(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter(
    screens.map(
      (screen): RouteObject => ({
        path: screen.path,
        lazy: async () => ({ Component: (await screen.load()).default }),
      }),
    ),
  )
}
