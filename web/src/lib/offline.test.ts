import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const stored = new Map<string, string>()
const HOUR = 3_600_000

/** Module state is one tab: each test opens one. */
async function openTab() {
  vi.resetModules()
  const { session } = await import('./session.ts')
  const { offline } = await import('./offline.ts')
  offline.start()
  return { session, offline }
}
const someone = { token: 'secret', clinicId: 'c1', currentUserId: 'u1', companyId: 'k' }
const kept = () => [...stored.keys()].filter((key) => key.startsWith('dentin.seen.'))

beforeEach(() => {
  stored.clear()
  vi.useFakeTimers({ now: new Date('2026-11-20T02:42:00Z') })
  vi.stubGlobal(
    'localStorage',
    new Proxy(
      {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, value: string) => void stored.set(key, value),
        removeItem: (key: string) => void stored.delete(key),
      },
      {
        ownKeys: () => [...stored.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      },
    ),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('what was seen last', () => {
  it('is given back with the time it was seen, until the server answers again', async () => {
    const { session, offline } = await openTab()
    session.set(someone)
    offline.keep('/today', {}, { cards: 3 })
    expect(offline.since()).toBeNull()
    vi.advanceTimersByTime(HOUR)
    expect(offline.recall('/today', {})).toEqual({ data: { cards: 3 } })
    expect(offline.recall('/today', { doctorId: 'd' })).toBeNull()
    expect(offline.since()).toBe(Date.now() - HOUR)
    offline.reached()
    expect(offline.since()).toBeNull()
  })

  it('gives way to what is seen later when there is no room', async () => {
    const { session, offline } = await openTab()
    session.set(someone)
    const room = 3
    const put = stored.set.bind(stored)
    vi.spyOn(stored, 'set').mockImplementation((key, value) => {
      if (!stored.has(key) && kept().length >= room) throw new DOMException('full', 'QuotaExceededError')
      return put(key, value)
    })
    for (const n of [1, 2, 3, 4, 5]) {
      vi.advanceTimersByTime(1_000)
      offline.keep('/patient', { n }, n)
    }
    expect([1, 2, 3, 4, 5].map((n) => offline.recall('/patient', { n })?.data ?? null)).toEqual([null, null, 3, 4, 5])
  })

  it('is not kept longer than it is shown', async () => {
    const { session, offline } = await openTab()
    session.set(someone)
    offline.keep('/today', {}, 1)
    vi.advanceTimersByTime(25 * HOUR)
    await openTab()
    expect(kept()).toEqual([])
  })

  it('is shown for a day and no longer', async () => {
    const { session, offline } = await openTab()
    session.set(someone)
    offline.keep('/today', {}, 1)
    vi.advanceTimersByTime(25 * HOUR)
    expect(offline.recall('/today', {})).toBeNull()
  })

  it.each([
    ['signing out', null],
    ['another clinic', { ...someone, clinicId: 'c2' }],
    ['another account', { ...someone, currentUserId: 'u2' }],
  ])('is wiped on %s', async (_, next) => {
    const { session, offline } = await openTab()
    session.set(someone)
    offline.keep('/today', {}, 1)
    expect(kept()).toHaveLength(1)
    session.set(next)
    expect(kept()).toEqual([])
    expect(offline.recall('/today', {})).toBeNull()
  })

  it('of an earlier account is wiped when the app is opened, and a new token of the same person keeps it', async () => {
    const first = await openTab()
    first.session.set(someone)
    first.offline.keep('/today', {}, 1)
    first.session.set({ ...someone, token: 'newer' })
    expect(kept()).toHaveLength(1)
    stored.set('dentin.session', JSON.stringify({ ...someone, currentUserId: 'u9' }))
    await openTab()
    expect(kept()).toEqual([])
  })

  it('holds no token, and nobody’s answer when nobody is signed in', async () => {
    const { session, offline } = await openTab()
    offline.keep('/today', {}, 1)
    expect(kept()).toEqual([])
    session.set(someone)
    offline.keep('/today', {}, 1)
    expect(kept().map((key) => stored.get(key))).toEqual([JSON.stringify({ at: Date.now(), data: 1 })])
  })
})
