import type { Resource } from '@dentin/contract'
import { variantOf } from '@dentin/contract/areas/open-variants'
import { redirect, type LoaderFunctionArgs } from 'react-router'
import { forgetSession, loadAccountActions } from '../features/identity/index.ts'
import { can, permissions } from '../lib/permission.ts'
import { session } from '../lib/session.ts'
import { toast } from '../ui/index.ts'
import type { ScreenRoute } from '@dentin/contract/areas/screens'
import { startPage } from './start-page.ts'

type Target = { kind: 'proceed' } | { kind: 'to'; path: string } | { kind: 'sign-in' }

/**
 * What the guard decides before any permission is known.
 * @param screen null for a path that no screen has
 */
export function firstDecision(
  path: string,
  screen: { path: string; public: boolean } | null,
  held: { clinicId: string | null } | null,
): Target | { kind: 'load-permissions' } {
  if (screen?.path === '/login') return held ? { kind: 'to', path: '/' } : { kind: 'proceed' }
  if (!held) {
    if (screen?.public) return { kind: 'proceed' }
    return { kind: 'sign-in' }
  }
  if (!held.clinicId) {
    if (path === '/myTemplete') return { kind: 'to', path: '/' }
    return screen ? { kind: 'proceed' } : { kind: 'to', path: '/404' }
  }
  return { kind: 'load-permissions' }
}

/** What the guard decides once the permission routes are there. */
export function secondDecision(
  path: string,
  screen: Pick<ScreenRoute, 'resource'> | null,
  allowed: (resource: Resource) => boolean,
): Target {
  const whole = variantOf(path)
  if (whole) return { kind: 'to', path: whole }
  if (!screen || (screen.resource && !allowed(screen.resource))) return { kind: 'to', path: '/404' }
  return { kind: 'proceed' }
}

const signInFor = (wanted: string) => redirect(`/login?redirect=${encodeURIComponent(wanted)}`)

/** The guard of a screen (null: of every path that no screen has). Runs before the screen is shown. */
export function guard(screen: ScreenRoute | null) {
  return async ({ request }: LoaderFunctionArgs): Promise<Response | null> => {
    const url = new URL(request.url)
    const wanted = `${url.pathname}${url.search}`
    const first = firstDecision(url.pathname, screen, session.get())
    // Without a clinic the guide stands for the start.
    if (first.kind === 'proceed') return screen?.path === '/' ? redirect('/clinicManage') : null
    if (first.kind === 'to') return redirect(first.path)
    if (first.kind === 'sign-in') return signInFor(wanted)
    // Loaded after sign-in only: the sign-in page stays small.
    const { loadPermissions, NO_PERMISSIONS } = await loadAccountActions()
    if (!(await loadPermissions())) {
      if (session.get()) toast.error(NO_PERMISSIONS)
      forgetSession()
      return signInFor(wanted)
    }
    if (screen?.path === '/') {
      const { beginsWithSetUp } = await import('./begins-with-set-up.ts')
      return redirect((await beginsWithSetUp()) ?? startPage(permissions.get()?.menu ?? []))
    }
    const second = secondDecision(url.pathname, screen, can)
    return second.kind === 'to' ? redirect(`${second.path}${second.path === '/404' ? '' : url.search}`) : null
  }
}
