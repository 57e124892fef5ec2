import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { firstDecision, secondDecision } from './guard.ts'

const login = { path: '/login', public: true }
const page = { path: '/dashboard', public: false }
const simulation = { path: '/diseaseSimulation1', public: true }
const inClinic = { clinicId: 'c' }
const without = { clinicId: null }

describe('the route guard', () => {
  it('guard-no-token: sends everybody without a token to the sign-in page, but leaves public pages alone', () => {
    expect(firstDecision('/dashboard', page, null)).toEqual({ kind: 'sign-in' })
    expect(firstDecision('/no-such-page', null, null)).toEqual({ kind: 'sign-in' })
    expect(firstDecision('/login', login, null)).toEqual({ kind: 'proceed' })
    expect(firstDecision('/diseaseSimulation1', simulation, null)).toEqual({ kind: 'proceed' })
  })

  it('guard-token-login: takes a signed-in person from the sign-in page to the home page', () => {
    expect(firstDecision('/login', login, inClinic)).toEqual({ kind: 'to', path: '/' })
    expect(firstDecision('/login', login, without)).toEqual({ kind: 'to', path: '/' })
  })

  it('guard-no-clinic: lets a person without a clinic go on, except to the record templates', () => {
    expect(firstDecision('/dashboard', page, without)).toEqual({ kind: 'proceed' })
    expect(firstDecision('/myTemplete', { path: '/myTemplete', public: false }, without)).toEqual({
      kind: 'to',
      path: '/',
    })
    expect(firstDecision('/no-such-page', null, without)).toEqual({ kind: 'to', path: '/404' })
  })

  it('guard-load-routes, route-filter, layout-membership: loads the permissions for everybody else, and keeps only granted screens', () => {
    expect(firstDecision('/dashboard', page, inClinic)).toEqual({ kind: 'load-permissions' })
    expect(secondDecision('/dashboard', { resource: '/dashboard:view' }, () => true)).toEqual({ kind: 'proceed' })
    expect(secondDecision('/dashboard', { resource: '/dashboard:view' }, () => false)).toEqual({
      kind: 'to',
      path: '/404',
    })
    expect(secondDecision('/userInfo/me', {}, () => false)).toEqual({ kind: 'proceed' })
    expect(secondDecision('/no-such-page', null, () => true)).toEqual({ kind: 'to', path: '/404' })
  })

  it('a page ending in 1 leads to the same page without it', () => {
    expect(secondDecision('/countDetail21', null, () => true)).toEqual({ kind: 'to', path: '/countDetail2' })
    expect(secondDecision('/diseaseSimulation1', {}, () => true)).toEqual({ kind: 'to', path: '/diseaseSimulation' })
  })
})

describe('the guard at work', () => {
  let asked: string[] = []
  let status = 200
  const HELD: { token: string; clinicId: string | null; currentUserId: string; companyId: string | null } = {
    token: 't',
    clinicId: 'c',
    currentUserId: 'u',
    companyId: 'k',
  }
  const answers: Record<string, unknown> = {
    '/user-api/v1/permission-menu': [{ path: '/dashboard', title: '今日', order: 10 }],
    '/user-api/resource-list': [{ uri: '/dashboard', code: 'view', scope: 3 }],
  }
  /** The guard of a screen as a tab with somebody signed in has it; gives where a navigation leads. */
  async function tab(held: typeof HELD | null = HELD) {
    vi.resetModules()
    const { guard } = await import('./guard.ts')
    const { screens } = await import('@dentin/contract/areas/screens')
    const { session } = await import('../lib/session.ts')
    session.set(held)
    const go = async (address: string, path?: string) => {
      const url = new URL(address, 'https://dentin.test')
      const screen = screens.find((each) => each.path === (path ?? url.pathname)) ?? null
      const answer = await guard(screen)({ request: new Request(url), params: {}, context: {} } as never)
      return answer?.headers.get('location') ?? null
    }
    return { go, session, screens }
  }
  beforeEach(() => {
    asked = []
    status = 200
    for (const name of ['localStorage', 'sessionStorage'])
      vi.stubGlobal(name, { getItem: () => null, setItem: () => {}, removeItem: () => {} })
    vi.stubGlobal('document', { cookie: '' })
    vi.stubGlobal('fetch', (url: string) => {
      asked.push(url)
      const body = { code: status === 200 ? 0 : status, data: status === 200 ? answers[url] : null, message: '' }
      return Promise.resolve(new Response(JSON.stringify(body), { status }))
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('public-routes: who has no token sees exactly these screens; every other leads to the sign-in page and back', async () => {
    const named = [
      '/login',
      '/register',
      '/forgits',
      '/change',
      '/complete',
      '/relateClinic',
      '/wechatLogin',
      '/activityPage',
      '/pay',
      '/wxPay',
      '/medicareWxPay',
      '/404',
      '/anestheticCount1',
      '/countDetail1',
      '/countDetail21',
      '/countDetail31',
      '/countDetail41',
      '/drugAdministration1',
      '/drugdetails1',
    ]
    // Ours beside the specification's: the patients' booking, the waiting room's screen, the local outbox, what somebody
    // agrees to when they register, the consent on a patient's own phone, pictures from a phone, the check of a paper, and the
    // invoice that whoever paid asks for.
    const ours = [
      '/book',
      '/queueScreen',
      '/smsOutbox',
      '/agreement',
      '/privacy',
      '/consentSign',
      '/imageDataIn',
      '/verify/:code',
      '/invoice',
    ]
    const { go, screens } = await tab(null)
    for (const { path } of screens.filter((each) => !each.path.startsWith('/platform'))) {
      const address = `${path.replace(/:\w+/g, 'x')}?q=a`
      const isOpen = [...named, ...ours].includes(path)
      expect([path, await go(address, path)]).toEqual([
        path,
        isOpen ? null : `/login?redirect=${encodeURIComponent(address)}`,
      ])
    }
    expect(named.filter((path) => !screens.some((each) => each.path === path))).toEqual([])
    expect(asked).toEqual([])
  })

  it('guard-suffix-one: each of the eight leads to itself without the 1, with its query, once the permissions are there', async () => {
    const pairs = {
      '/diseaseSimulation1': '/diseaseSimulation',
      '/anestheticCount1': '/anestheticCount',
      '/countDetail1': '/countDetail',
      '/countDetail21': '/countDetail2',
      '/countDetail31': '/countDetail3',
      '/countDetail41': '/countDetail4',
      '/drugAdministration1': '/drugAdministration',
      '/drugdetails1': '/drugdetails',
    }
    const { go } = await tab()
    for (const [from, to] of Object.entries(pairs)) expect(await go(`${from}?id=7`)).toBe(`${to}?id=7`)
    expect(asked).toHaveLength(2)
    expect(await go('/no-such-page1')).toBe('/404')
  })

  it('guard-load-routes: asks for menu and resources once, however many pages follow', async () => {
    const { go } = await tab()
    expect(await go('/dashboard')).toBeNull()
    expect(await go('/userFactory')).toBeNull()
    expect(await go('/orderSet')).toBe('/404')
    expect(asked).toHaveLength(2)
    expect(new Set(asked)).toEqual(new Set(['/user-api/resource-list', '/user-api/v1/permission-menu']))
  })

  it('guard-no-routes: no list means no session: it is forgotten, and signing in leads back', async () => {
    const { go, session } = await tab()
    status = 403
    expect(await go('/allTimePatients?q=a')).toBe('/login?redirect=%2FallTimePatients%3Fq%3Da')
    expect(session.get()).toBeNull()
    // Nor is an empty list one: the person is told who can help.
    status = 200
    const without = await tab()
    const { shownToasts } = await import('../ui/feedback/toast.tsx')
    answers['/user-api/v1/permission-menu'] = []
    expect(await without.go('/dashboard')).toBe('/login?redirect=%2Fdashboard')
    expect(without.session.get()).toBeNull()
    expect(shownToasts().map(({ text }) => text)).toEqual(['您在这家门诊还没有权限，请联系管理员'])
    answers['/user-api/v1/permission-menu'] = [{ path: '/dashboard', title: '今日', order: 10 }]
    // A server that can't be reached says nothing about the session.
    const other = await tab()
    status = 503
    await expect(other.go('/dashboard')).rejects.toMatchObject({ code: 503 })
    expect(other.session.get()).toEqual(HELD)
  })

  it('layout-redirect, guard-unknown: / is where the post begins, the guide without a clinic; what no screen has is /404', async () => {
    const { go } = await tab()
    expect(await go('/')).toBe('/dashboard')
    expect(await go('/no-such-page')).toBe('/404')
    const without = await tab({ ...HELD, clinicId: null, companyId: null })
    expect(await without.go('/')).toBe('/clinicManage')
    expect(await without.go('/no-such-page')).toBe('/404')
  })
})
