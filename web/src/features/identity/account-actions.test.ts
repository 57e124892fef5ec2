import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** Answers that are still to come, by path. */
let waiting: Map<string, (answer: Response) => void>
const json = (status: number, data: unknown) =>
  new Response(JSON.stringify({ code: status === 200 ? 0 : status, data, message: '' }), { status })

beforeEach(() => {
  waiting = new Map()
  for (const name of ['localStorage', 'sessionStorage'])
    vi.stubGlobal(name, { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('fetch', (url: string) => new Promise<Response>((resolve) => waiting.set(url, resolve)))
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

async function signedIn() {
  const { session } = await import('../../lib/session.ts')
  const { send, sessionEvents } = await import('../../lib/client.ts')
  const { identity } = await import('@dentin/contract/identity')
  session.set({ token: 't', clinicId: 'a', currentUserId: 'u', companyId: 'k' })
  const signedOut = vi.fn()
  sessionEvents.onUnauthenticated = signedOut
  const underWay = () => send(identity.userInfo, {}).catch(() => 'refused')
  const refuseIt = () => waiting.get('/user-api/account/user-info')?.(json(401, null))
  return { session, signedOut, underWay, refuseIt, actions: await import('./account-actions.ts') }
}

it('what is refused while the clinic is switched does not sign anybody out', async () => {
  const { session, signedOut, underWay, refuseIt, actions } = await signedIn()
  const reading = underWay()
  const switching = actions.switchClinic('b')
  // The server has ended the old session; its answer is still on the way.
  refuseIt()
  expect(await reading).toBe('refused')
  const next = { token: 't2', clinicId: 'b', currentUserId: 'u', companyId: 'k' }
  waiting.get('/user-api/switch-clinic')?.(json(200, next))
  await switching
  expect(signedOut).not.toHaveBeenCalled()
  expect(session.get()).toEqual(next)
})

it('nor is it told as an expired session while signing out; later it is again', async () => {
  const { session, signedOut, underWay, refuseIt, actions } = await signedIn()
  const reading = underWay()
  const leaving = actions.signOut()
  refuseIt()
  await reading
  waiting.get('/user-api/logout')?.(json(200, null))
  await leaving
  expect(signedOut).not.toHaveBeenCalled()
  expect(session.get()).toBeNull()

  session.set({ token: 't3', clinicId: 'a', currentUserId: 'u', companyId: 'k' })
  const again = underWay()
  refuseIt()
  await again
  expect(signedOut).toHaveBeenCalledTimes(1)
})
