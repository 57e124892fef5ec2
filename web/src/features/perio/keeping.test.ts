import type { CellChange } from '@dentin/clinical/perio/cells'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** A browser: one local storage and one set of locks, and of each tab what its session holds. */
function browser() {
  let isFull = false
  const local = storageOf({}, () => isFull)
  const locks = new Map<string, symbol>()
  const request = async (
    name: string,
    options: { signal?: AbortSignal; ifAvailable?: boolean },
    run: (lock: object | null) => unknown,
  ) => {
    if (locks.has(name)) return options.ifAvailable ? run(null) : undefined
    const mine = Symbol(name)
    locks.set(name, mine)
    try {
      return await run({})
    } finally {
      locks.delete(name)
    }
  }
  /** A page of a tab, as a load makes it: its modules are its own. */
  const page = async (sessionEntries: Record<string, string> = {}) => {
    const window = new EventTarget()
    const session = storageOf(sessionEntries)
    vi.stubGlobal('localStorage', local)
    vi.stubGlobal('sessionStorage', session)
    vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
    vi.stubGlobal('navigator', { locks: { request } })
    vi.resetModules()
    const modules = await import('./keeping.ts')
    const keeping = modules.keepingOf('d', 'r')
    keeping.begin()
    return {
      ...modules,
      keeping,
      session,
      leaves: () => {
        vi.stubGlobal('sessionStorage', session)
        window.dispatchEvent(new Event('pagehide'))
      },
    }
  }
  return { local, page, full: (is: boolean) => void (isFull = is) }
}
/** As a browser has it: its entries are its own keys. */
function storageOf(entries: Record<string, string> = {}, isFull = () => false): Record<string, string> {
  const held = Object.create({
    getItem: (key: string) => (Object.hasOwn(held, key) ? held[key] : null),
    setItem: (key: string, text: string) => {
      if (isFull()) throw new Error('QuotaExceededError')
      held[key] = text
    },
    removeItem: (key: string) => void delete held[key],
  })
  return Object.assign(held, entries)
}
const change = (to: number): CellChange => ({ tooth: '16', cell: 'pd.0', from: null, to })
const waits = (to: number) => ({ seq: 1, server: {}, pending: [change(to)] })

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

describe('where a window keeps a chart', () => {
  it('a reload finds what it kept; a duplicated tab has a place of its own', async () => {
    const { page, local } = browser()
    const first = await page()
    first.keeping.write(waits(3))
    // A browser copies what the session holds at that moment.
    const copy = await page({ ...first.session })
    expect(copy.keeping.read()).toBeNull()
    copy.keeping.write(waits(4))
    expect(Object.keys(local)).toHaveLength(2)
    expect(first.keeping.read()?.pending).toEqual([change(3)])
    first.keeping.end()
    first.leaves()
    const again = await page({ ...first.session })
    expect(again.keeping.read()?.pending).toEqual([change(3)])
    expect((await page({ ...again.session })).keeping.read()).toBeNull()
  })

  it('what a window left that is gone is taken by one of those that ask, and by none while it lives', async () => {
    const { page } = browser()
    const gone = await page()
    gone.keeping.write(waits(3))
    const [one, other] = [await page(), await page()]
    const taken: CellChange[] = []
    const take = (changes: readonly CellChange[]) => void taken.push(...changes)
    await Promise.all([one.keeping.orphans(take), other.keeping.orphans(take)])
    expect(taken).toEqual([])
    gone.keeping.end()
    await Promise.resolve()
    await Promise.all([one.keeping.orphans(take), other.keeping.orphans(take)])
    expect(taken).toEqual([change(3)])
  })

  it('a full browser is told; the window has it still', async () => {
    const { page, full } = browser()
    const window = await page()
    full(true)
    expect(window.keeping.write(waits(5))).toBe(false)
    expect(window.keeping.read()?.pending).toEqual([change(5)])
    full(false)
    expect(window.keeping.write(waits(5))).toBe(true)
  })

  it('what a record still had of a chart that is no longer written is told until it is forgotten', async () => {
    const { page } = browser()
    const { keeping, unsentOf, forgetUnsent } = await page()
    keeping.write(waits(5))
    expect(unsentOf('r', 'd').changes).toEqual([])
    expect(unsentOf('other', null).changes).toEqual([])
    expect(unsentOf('r', null).changes).toEqual([change(5)])
    forgetUnsent(unsentOf('r', null))
    expect(unsentOf('r', null).changes).toEqual([])
  })
})
