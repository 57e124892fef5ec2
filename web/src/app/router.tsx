import { entranceScreens } from '@dentin/contract/areas/entrance/screens'
import { routesOf } from '@dentin/contract/areas/screen'
import { createBrowserRouter } from 'react-router'
import { entrancePages } from './areas/entrance/index.ts'
import { Root, RootError, RootOutline } from './root.tsx'
import { routeOf } from './route-of.ts'

const ROOT = 'root'

/**
 * The router: the screens before the door, and all the others once an address asks for one of them. The sign-in page
 * stays as small as it is however many screens there are.
 */
export function makeRouter(): ReturnType<typeof createBrowserRouter> {
  let isWhole = false
  const entrance = routesOf('entrance', entranceScreens)
  return createBrowserRouter(
    [
      {
        id: ROOT,
        Component: Root,
        ErrorBoundary: RootError,
        HydrateFallback: RootOutline,
        children: entrance.map((screen) => routeOf(screen, entrancePages[screen.path])),
      },
    ],
    {
      async patchRoutesOnNavigation({ patch }) {
        if (isWhole) return
        const { houseRoutes } = await import('./house.tsx')
        patch(ROOT, houseRoutes)
        isWhole = true
      },
    },
  )
}
