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

/** Local storage as a browser has it: its entries are its own keys. */
function storageOf(entries: Record<string, string>): Record<string, string> {
  const methods = {
    getItem: (key: string) => held[key] ?? null,
    setItem: (key: string, text: string) => void (held[key] = text),
    removeItem: (key: string) => void delete held[key],
  }
  const held: Record<string, string> = Object.assign(Object.create(methods) as object, entries)
  vi.stubGlobal('localStorage', held)
  return held
}

it('logout: token, clinic, person and the selected doctor go from this browser, also when the server gives an error', async () => {
  const held = storageOf({
    'dentin.rail': '1',
    'dentin.recentPatients.u.a': '[]',
    'dentin.recentPatients.u.b': '[]',
    'dentin.draft.patient.u.a': '{}',
    'dentin.draft.appointment.u.b': '{}',
    'dentin.draft.patient.other.a': '{}',
    'dentin.record.r1.u.a': '{}',
  })
  const { session, actions } = await signedIn()
  const { selectedDoctor } = await import('../../lib/selected-doctor.ts')
  const { permissions } = await import('../../lib/permission.ts')
  selectedDoctor.keep('d1')
  permissions.set({ menu: [], resources: ['/orderSet:charge'] })
  expect(Object.keys(held).length).toBe(9)
  const leaving = actions.signOut()
  waiting.get('/user-api/logout')?.(json(503, null))
  await leaving
  expect(session.get()).toBeNull()
  expect(permissions.get()).toBeNull()
  // Somebody else's drafts are theirs, and what a record has not told the server yet is not thrown away.
  expect(Object.keys(held)).toEqual(['dentin.rail', 'dentin.draft.patient.other.a', 'dentin.record.r1.u.a'])
})

it('clinic-switch: a new token, permissions and pages to be read again, no selected doctor', async () => {
  const held = storageOf({})
  const { session, actions } = await signedIn()
  const { selectedDoctor } = await import('../../lib/selected-doctor.ts')
  const { permissions } = await import('../../lib/permission.ts')
  const { queryClient } = await import('../../lib/query.ts')
  selectedDoctor.keep('d1')
  permissions.set({ menu: [], resources: ['/orderSet:charge'] })
  queryClient.setQueryData(['a', 'seen'], 1)
  const failing = actions.switchClinic('b')
  waiting.get('/user-api/switch-clinic')?.(json(500, null))
  await expect(failing).rejects.toThrow()
  expect([session.get()?.token, permissions.get() === null, selectedDoctor.get()]).toEqual(['t', false, 'd1'])
  const going = actions.switchClinic('b')
  waiting.get('/user-api/switch-clinic')?.(
    json(200, { token: 't2', clinicId: 'b', currentUserId: 'u', companyId: 'k' }),
  )
  await going
  expect([session.get()?.token, session.get()?.clinicId]).toEqual(['t2', 'b'])
  expect([permissions.get(), queryClient.getQueryCache().getAll().length]).toEqual([null, 0])
  expect(Object.keys(held)).toEqual(['dentin.session'])
})

it('an empty list of permissions ends the session; a server that can’t be reached does not', async () => {
  const { session, signedOut, actions } = await signedIn()
  const answer = (status: number, menu: unknown) => {
    waiting.get('/user-api/v1/permission-menu')?.(json(status, menu))
    waiting.get('/user-api/resource-list')?.(json(status, []))
  }
  for (const [status, ended] of [
    [503, 0],
    [200, 1],
  ] as const) {
    const reading = actions.reloadPermissions()
    answer(status, [])
    await reading
    expect(signedOut).toHaveBeenCalledTimes(ended)
  }
  expect(signedOut).toHaveBeenCalledWith('您在这家门诊还没有权限，请联系管理员')
  expect(session.get()?.token).toBe('t')
})

it('of a periodontal chart only what has not reached the server waits in this browser for its author', async () => {
  const cell = { tooth: '16', cell: 'pd.0', from: null, to: 5 }
  const held = storageOf({
    'dentin.perio.u.a.d1.w1': JSON.stringify({ server: {}, pending: [] }),
    'dentin.perio.u.b.d2.w1': JSON.stringify({ server: {}, pending: [cell] }),
    'dentin.perio.u.a.d3.w1': 'broken',
    'dentin.perio.other.a.d1.w2': JSON.stringify({ server: {}, pending: [] }),
  })
  const { actions } = await signedIn()
  const leaving = actions.signOut()
  waiting.get('/user-api/logout')?.(json(200, null))
  await leaving
  expect(Object.keys(held)).toEqual(['dentin.perio.u.b.d2.w1', 'dentin.perio.other.a.d1.w2'])
})
