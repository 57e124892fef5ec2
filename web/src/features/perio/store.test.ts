import { changesBetween, withChanges, type CellChange, type PerioCells } from '@dentin/clinical/perio/cells'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Kept, Keeping } from './keeping.ts'
import { ChartStore, type BatchAnswer, type ChartServer } from './store.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A server with the rule of cells: a change is taken when what stood there is what was seen. */
function server(cells: PerioCells = {}) {
  const state = { cells, seq: 0, isUp: true, batches: 0, seen: new Map<string, BatchAnswer>(), synced: [] as number[] }
  const api: ChartServer = {
    save: async (changes, requestId) => {
      if (!state.isUp) throw new Error('offline')
      const known = state.seen.get(requestId)
      if (known) return known
      state.batches += 1
      const conflicts: BatchAnswer['conflicts'][number][] = []
      const taken: CellChange[] = []
      for (const change of changes) {
        const now = state.cells[change.tooth]?.[change.cell] ?? null
        if (now === change.from || now === change.to) taken.push(change)
        else
          conflicts.push({ tooth: change.tooth, cell: change.cell, mine: change.to, theirs: now, by: '罗蕾', at: null })
      }
      state.cells = withChanges(state.cells, taken)
      const before = state.seq
      state.seq += 1
      const answer = { seq: state.seq, before, conflicts, refused: [] }
      state.seen.set(requestId, answer)
      return answer
    },
    mayPass: () => true,
    newRequestId: () => String(Math.random()),
    synced: (count) => void state.synced.push(count),
  }
  return { state, api }
}
type Place = Omit<Kept, 'recordId'>
function keeping(left: CellChange[] = []): Keeping & { kept: Place | null; left: CellChange[]; hasRoom: boolean } {
  const place = {
    kept: null as Place | null,
    left,
    hasRoom: true,
    read: () => place.kept && { recordId: '1', ...place.kept },
    write: (kept: Place) => {
      if (place.hasRoom) place.kept = structuredClone(kept)
      return place.hasRoom
    },
    orphans: async (take: (changes: readonly CellChange[]) => void) => {
      if (place.left.length > 0) take(place.left)
      place.left = []
    },
    begin: () => undefined,
    end: () => undefined,
  }
  return place
}
const WAY = { path: 'snake', rounds: 'depthThenMargin' } as const
const type = (store: ChartStore, digits: string) => {
  for (const digit of digits) store.press({ kind: 'digit', digit: Number(digit) })
}
const opened = (on: ReturnType<typeof server>, kept = keeping()) => {
  const store = new ChartStore({ seq: on.state.seq, cells: on.state.cells }, on.api, kept, WAY)
  store.start()
  return store
}

describe('a chart while it is written', () => {
  it('typing reaches the server within half a second, also while it goes on', async () => {
    const on = server()
    const store = opened(on)
    for (const digit of '332') {
      type(store, digit)
      await vi.advanceTimersByTimeAsync(200)
    }
    expect(on.state.cells['18']).toMatchObject({ 'pd.2': 3, 'pd.1': 3 })
  })

  it('cut at site 90: a new window has all 90, and they are synced once', async () => {
    const on = server()
    const kept = keeping()
    const first = opened(on, kept)
    type(first, '3'.repeat(60))
    await vi.advanceTimersByTimeAsync(500)
    expect(on.state.seq).toBe(1)
    on.state.isUp = false
    type(first, '4'.repeat(30))
    await vi.advanceTimersByTimeAsync(500)
    expect(first.get().sync.kind).toBe('offline')

    const stale = { seq: 0, cells: {} }
    const second = new ChartStore(stale, on.api, kept, WAY)
    expect(changesBetween({}, second.get().entry.cells)).toHaveLength(90)
    on.state.isUp = true
    second.start()
    await vi.advanceTimersByTimeAsync(1000)
    expect(changesBetween({}, on.state.cells)).toHaveLength(90)
    expect(on.state.synced).toEqual([30])
    expect(on.state.batches).toBe(2)
    expect(second.get().sync.kind).toBe('saved')
  })

  it('what is typed while a slow request is under way goes after it', async () => {
    const on = server()
    const { save } = on.api
    on.api.save = async (changes, id) => {
      await new Promise((done) => setTimeout(done, 600))
      return save(changes, id)
    }
    const store = opened(on)
    for (const digit of '3456234') {
      type(store, digit)
      await vi.advanceTimersByTimeAsync(350)
    }
    await vi.advanceTimersByTimeAsync(3000)
    expect([changesBetween({}, on.state.cells).length, store.get().sync.kind]).toEqual([7, 'saved'])
    type(store, '3')
    await vi.advanceTimersByTimeAsync(3000)
    expect([changesBetween({}, on.state.cells).length, store.get().sync.kind]).toEqual([8, 'saved'])
  })

  it('cells of others join, and the cursor stays', async () => {
    const on = server()
    const store = opened(on)
    type(store, '33')
    await vi.advanceTimersByTimeAsync(500)
    on.state.cells = withChanges(on.state.cells, [{ tooth: '36', cell: 'pd.0', from: null, to: 5 }])
    on.state.seq += 1
    await store.join({ seq: on.state.seq, cells: on.state.cells })
    expect(store.get().entry.cells['36']).toEqual({ 'pd.0': 5 })
    expect(store.get().entry.place).toMatchObject({ tooth: '18', site: 0 })
    expect(store.pending()).toEqual([])
  })

  it('cells that somebody wrote just before a batch count as seen only when they were read', async () => {
    const on = server()
    const store = opened(on)
    on.state.cells = withChanges(on.state.cells, [{ tooth: '36', cell: 'pd.0', from: null, to: 5 }])
    on.state.seq += 1
    type(store, '3')
    await vi.advanceTimersByTimeAsync(500)
    expect([on.state.seq, store.seq, store.get().entry.cells['36']]).toEqual([2, 0, undefined])
    await store.join({ seq: on.state.seq, cells: on.state.cells })
    expect([store.seq, store.get().entry.cells['36']]).toEqual([2, { 'pd.0': 5 }])
  })

  it.each([
    ['mine', 3],
    ['theirs', 6],
  ] as const)('one cell changed by two asks, and %s stays; neither is lost before', async (keep, stays) => {
    const on = server()
    const store = opened(on)
    type(store, '3')
    on.state.cells = { 18: { 'pd.2': 6 } }
    on.state.seq += 1
    await store.join({ seq: on.state.seq, cells: on.state.cells })
    await vi.advanceTimersByTimeAsync(500)
    const [asked] = store.get().conflicts
    expect(asked).toMatchObject({ tooth: '18', cell: 'pd.2', mine: 3, theirs: 6, by: '罗蕾' })
    expect(store.get().entry.cells['18']).toEqual({ 'pd.2': 3 })
    expect(on.state.cells['18']).toEqual({ 'pd.2': 6 })
    if (asked) store.settle(asked, keep)
    await vi.advanceTimersByTimeAsync(500)
    expect(store.get().conflicts).toEqual([])
    expect([store.get().entry.cells['18'], on.state.cells['18']]).toEqual([{ 'pd.2': stays }, { 'pd.2': stays }])
  })

  it('an answer that was lost is asked for again, and the batch is taken once', async () => {
    const on = server()
    const store = opened(on)
    const { save } = on.api
    let lost = true
    on.api.save = async (changes, id) => {
      const answer = await save(changes, id)
      if (lost) {
        lost = false
        throw new Error('cut')
      }
      return answer
    }
    type(store, '5')
    await vi.advanceTimersByTimeAsync(6000)
    expect([on.state.batches, store.get().sync.kind]).toEqual([1, 'saved'])
  })

  it('a refused cell goes back to what the server has, and says why', async () => {
    const on = server()
    on.api.save = async () => ({
      seq: 1,
      before: 0,
      conflicts: [],
      refused: [{ tooth: '18', cell: 'pd.2', message: '18 缺失' }],
    })
    const store = opened(on)
    type(store, '5')
    await vi.advanceTimersByTimeAsync(500)
    expect(store.get().entry.cells['18'] ?? {}).toEqual({})
    expect(store.get().refused?.message).toBe('18 缺失')
  })

  it('who is asked about a cell is asked again after a reload; nothing is overwritten meanwhile', async () => {
    const on = server()
    const place = keeping()
    const store = new ChartStore({ seq: 0, cells: {} }, on.api, place, WAY)
    store.start()
    type(store, '3')
    on.state.cells = { 18: { 'pd.2': 6 } }
    await vi.advanceTimersByTimeAsync(500)
    expect(store.get().conflicts).toHaveLength(1)
    const again = new ChartStore({ seq: on.state.seq, cells: on.state.cells }, on.api, place, WAY)
    again.start()
    await vi.advanceTimersByTimeAsync(500)
    expect(again.get().conflicts).toMatchObject([{ tooth: '18', cell: 'pd.2', mine: 3, theirs: 6 }])
    expect(on.state.cells['18']).toEqual({ 'pd.2': 6 })
  })

  it('what a window that is gone left unsent is sent; where somebody changed the cell since, it is asked', async () => {
    const on = server({ 16: { 'pd.0': 2 } })
    const place = keeping([
      { tooth: '46', cell: 'pd.0', from: null, to: 9 },
      { tooth: '16', cell: 'pd.0', from: null, to: 4 },
    ])
    const store = new ChartStore({ seq: 0, cells: on.state.cells }, on.api, place, WAY)
    store.start()
    await vi.advanceTimersByTimeAsync(500)
    expect(on.state.cells).toEqual({ 16: { 'pd.0': 2 }, 46: { 'pd.0': 9 } })
    expect(store.get().conflicts).toMatchObject([{ tooth: '16', mine: 4, theirs: 2 }])
    expect(place.left).toEqual([])
  })

  it('where the browser has no room the screen is told, and told again when it has', async () => {
    const on = server()
    on.state.isUp = false
    const place = keeping()
    const store = opened(on, place)
    place.hasRoom = false
    type(store, '3')
    expect(store.get().isKept).toBe(false)
    place.hasRoom = true
    type(store, '3')
    expect([store.get().isKept, place.kept?.pending.length]).toEqual([true, 2])
  })

  it('the cursor stays on a missing tooth that was jumped to while cells of others join', async () => {
    const on = server({ 36: { status: 'missing' } })
    const store = opened(on)
    store.press({ kind: 'tooth', tooth: '36' })
    on.state.cells = withChanges(on.state.cells, [{ tooth: '11', cell: 'pd.0', from: null, to: 5 }])
    on.state.seq += 1
    await store.join({ seq: on.state.seq, cells: on.state.cells })
    expect(store.get().entry.place.tooth).toBe('36')
    on.state.cells = withChanges(on.state.cells, [{ tooth: '37', cell: 'status', from: null, to: 'missing' }])
    on.state.seq += 1
    store.press({ kind: 'tooth', tooth: '37' })
    await store.join({ seq: on.state.seq, cells: on.state.cells })
    expect(store.get().entry.place.tooth).not.toBe('37')
  })
})
