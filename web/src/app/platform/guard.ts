import { redirect, type LoaderFunctionArgs } from 'react-router'
import { loadSections } from '../../features/provider/index.ts'
import { platformSession } from '../../lib/platform-session.ts'
import type { ScreenRoute } from '@dentin/contract/areas/screens'

/**
 * The guard of the provider's screens. It knows nothing of the clinics' session: without one of the provider's own, every
 * screen but sign-in and set-up leads to the sign-in of the console. What a role may not open is left out of the menu and
 * leads back to the overview.
 */
export function platformGuard(screen: ScreenRoute) {
  return async ({ request }: LoaderFunctionArgs): Promise<Response | null> => {
    const held = platformSession.get()
    if (screen.path === '/platform/login') return held ? redirect('/platform') : null
    if (screen.public) return null
    const url = new URL(request.url)
    if (!held) return redirect(`/platform/login?redirect=${encodeURIComponent(`${url.pathname}${url.search}`)}`)
    const { mayOpen } = await loadSections()
    return mayOpen(screen.path, held.role) ? null : redirect('/platform')
  }
}
