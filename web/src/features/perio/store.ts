import {
  changesBetween,
  isMissing,
  withChanges,
  type CellChange,
  type CellKey,
  type CellValue,
  type PerioCells,
} from '@dentin/clinical/perio/cells'
import type { PerioKey, PerioRounds } from '@dentin/clinical/perio/keys'
import { beginEntry, pressKey, withOthers, type PerioEntry } from '@dentin/clinical/perio/machine'
import { firstPlace, nextPlace } from '@dentin/clinical/perio/places'
import type { PerioPath, Site } from '@dentin/clinical/perio/sites'
import { at, changed } from '@dentin/clinical/perio/steps'
import type { CellConflict, CellRefusal } from '@dentin/contract/perio'
import { cellsOfKept, type Keeping } from './keeping.ts'

/** What the server says to a batch of changes. */
export interface BatchAnswer {
  seq: number
  /** Of the cells without the batch. */
  before: number
  conflicts: readonly CellConflict[]
  refused: readonly CellRefusal[]
}
/** The server, as the store needs it. */
export interface ChartServer {
  /** @throws when it was not reached or refuses the whole */
  save: (changes: readonly CellChange[], requestId: string) => Promise<BatchAnswer>
  /** Whether a failure means that it was not reached, and the same again may go through. */
  mayPass: (error: unknown) => boolean
  newRequestId: () => string
  /** So many changes that waited have arrived. */
  synced: (count: number) => void
}
export type SyncState =
  { kind: 'saved' } | { kind: 'dirty' } | { kind: 'offline' } | { kind: 'refused'; message: string }

export interface StoreView {
  entry: PerioEntry
  sync: SyncState
  conflicts: readonly CellConflict[]
  refused: CellRefusal | null
  /** This browser keeps what has not been sent; else it is in this window alone. */
  isKept: boolean
}

const SAVED: SyncState = { kind: 'saved' }
const DIRTY: SyncState = { kind: 'dirty' }
const OFFLINE: SyncState = { kind: 'offline' }
/** How long typing goes on before its cells are sent. */
const WAIT_MS = 400
/** How long until the server is tried again. */
const AGAIN_MS = 5_000
const MOST = 400
const keyOf = ({ tooth, cell }: { tooth: string; cell: string }) => `${tooth}.${cell}`

/**
 * A chart while it is written: the entry, what of it the server has, and what waits. The server gets differences, never a
 * whole chart: cells of others join, and where two changed one cell the person is asked.
 */
export class ChartStore {
  #view: StoreView
  #listeners = new Set<() => void>()
  #server: PerioCells
  #seq: number
  #timer: ReturnType<typeof setTimeout> | null = null
  #run: Promise<boolean> | null = null
  #batch: { changes: readonly CellChange[]; requestId: string } | null = null
  #waited = 0
  /** What stood in the cells that the person is asked about: until then ours rest on it, also after a reload. */
  #rests = new Map<string, CellChange>()
  #ended = false
  #over = false

  constructor(
    start: { seq: number; cells: PerioCells },
    readonly api: ChartServer,
    readonly keeping: Keeping,
    way: { path: PerioPath; rounds: PerioRounds },
  ) {
    const kept = keeping.read()
    this.#server = kept?.server ?? start.cells
    this.#seq = kept?.seq ?? start.seq
    const entry = beginEntry(kept ? cellsOfKept(kept) : start.cells, way.path, way.rounds)
    this.#view = { entry, sync: SAVED, conflicts: [], refused: null, isKept: true }
    if (kept) this.#merge(start)
    this.#waited = this.pending().length
    if (this.#waited > 0) this.#view = { ...this.#view, sync: DIRTY }
  }

  /** Of what the server is known to have. */
  get seq(): number {
    return this.#seq
  }
  /** Nothing is kept or sent any more: the chart is saved for good, or given up. */
  end(): void {
    this.#over = true
    if (this.#timer) clearTimeout(this.#timer)
  }

  get = (): StoreView => this.#view
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Begins to sync: what windows that are gone have left is taken up. */
  start(): () => void {
    this.#ended = false
    this.keeping.begin()
    const online = () => void this.flush()
    if (this.#view.sync.kind === 'dirty') this.#later(0)
    window.addEventListener('online', online)
    document.addEventListener('visibilitychange', online)
    void this.adopt()
    return () => {
      this.#ended = true
      window.removeEventListener('online', online)
      document.removeEventListener('visibilitychange', online)
      if (this.#timer) clearTimeout(this.#timer)
      this.#timer = null
      void this.flush()
      this.keeping.end()
    }
  }

  /** Takes up what windows that are gone have left unsent; where somebody has changed the cell since, the server asks. */
  async adopt(): Promise<void> {
    await this.keeping.orphans((changes) => {
      const mine = new Set(changesBetween(this.#server, this.#view.entry.cells).map(keyOf))
      const fresh = changes.filter(
        ({ tooth, cell, to }) =>
          !mine.has(keyOf({ tooth, cell })) && (this.#view.entry.cells[tooth]?.[cell] ?? null) !== to,
      )
      if (fresh.length === 0) return
      this.#server = withChanges(
        this.#server,
        fresh.map((change) => ({ ...change, to: change.from })),
      )
      this.#set(withOthers(this.#view.entry, fresh))
    })
  }

  press = (key: PerioKey): void => this.#set(pressKey(this.#view.entry, key))
  /** The cursor goes to a site that was pointed at. */
  pointAt = (to: Site): void => {
    const { entry } = this.#view
    const kind = entry.pass === 'both' ? 'pd' : entry.pass
    this.#set(at({ ...entry, waiting: null, problem: null, askMouth: null }, { ...to, kind }))
  }
  write = (tooth: string, cell: CellKey, value: CellValue | null): void =>
    this.#set(changed({ ...this.#view.entry, problem: null }, tooth, [[cell, value]]))
  mouthAnswered = (): void => this.#set({ ...this.#view.entry, askMouth: null })
  /** Who changed a cell too has been asked. */
  settle = (conflict: CellConflict, keep: 'mine' | 'theirs'): void => {
    const rest = this.#view.conflicts.filter((each) => keyOf(each) !== keyOf(conflict))
    const cell = conflict.cell as CellKey
    const now = this.#view.entry.cells[conflict.tooth]?.[cell] ?? null
    const taken = { tooth: conflict.tooth, cell, from: now, to: conflict.theirs }
    const entry = keep === 'theirs' ? withOthers(this.#view.entry, [taken]) : this.#view.entry
    this.#view = { ...this.#view, entry, conflicts: rest }
    this.#changed()
    this.#tell()
  }

  /** Forgets what the server has not heard of. */
  drop = (): void => {
    this.#view = { ...this.#view, conflicts: [] }
    this.#set(withOthers(this.#view.entry, changesBetween(this.#view.entry.cells, this.#server)))
  }

  /** What differs from what the server has, but for what the person is being asked about. */
  pending(): CellChange[] {
    const asked = new Set(this.#view.conflicts.map(keyOf))
    return changesBetween(this.#server, this.#view.entry.cells).filter((change) => !asked.has(keyOf(change)))
  }

  #set(entry: PerioEntry): void {
    const differs = entry.cells !== this.#view.entry.cells
    this.#view = { ...this.#view, entry, refused: null }
    if (differs) this.#changed()
    this.#tell()
  }
  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
  #changed(): void {
    this.#keep()
    const waits = this.pending().length > 0
    const sync: SyncState = this.#view.sync.kind === 'offline' && waits ? this.#view.sync : waits ? DIRTY : SAVED
    this.#view = { ...this.#view, sync }
    if (waits) this.#later(WAIT_MS)
  }
  #keep(): void {
    if (this.#over) return
    const asked = new Set(this.#view.conflicts.map(keyOf))
    const rests = [...this.#rests.values()].filter((each) => asked.has(keyOf(each)))
    const server = withChanges(this.#server, rests)
    const isKept = this.keeping.write({
      seq: this.#seq,
      server,
      pending: changesBetween(server, this.#view.entry.cells),
    })
    if (isKept !== this.#view.isKept) this.#view = { ...this.#view, isKept }
  }
  #later(ms: number): void {
    // Typing does not put it off: others follow while somebody types.
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      void this.flush()
    }, ms)
  }

  /** Sends what waits. @returns whether the server has everything now */
  async flush(): Promise<boolean> {
    // What was typed while a request was under way goes in one of its own.
    if (this.#run) await this.#run
    this.#run ??= this.#drain().finally(() => (this.#run = null))
    return this.#run
  }

  /** One request after another until nothing waits, or the server can't be reached. */
  async #drain(): Promise<boolean> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    for (let tries = 0; !this.#over && tries < 20 && (this.#batch || this.pending().length > 0); tries += 1) {
      await this.#send()
      if (this.#view.sync.kind === 'offline' || this.#view.sync.kind === 'refused') return false
    }
    return this.pending().length === 0 && this.#view.conflicts.length === 0
  }

  async #send(): Promise<void> {
    // A batch that may have arrived is sent again as it was: the server takes it once.
    const batch = this.#batch ?? { changes: this.pending().slice(0, MOST), requestId: this.api.newRequestId() }
    this.#batch = batch
    try {
      const answer = await this.api.save(batch.changes, batch.requestId)
      this.#batch = null
      this.#taken(batch.changes, answer)
    } catch (error) {
      if (!this.api.mayPass(error)) {
        this.#batch = null
        this.#view = { ...this.#view, sync: { kind: 'refused', message: (error as Error).message } }
      } else {
        this.#waited = Math.max(this.#waited, this.pending().length)
        this.#view = { ...this.#view, sync: OFFLINE }
        if (!this.#ended) this.#later(AGAIN_MS)
      }
      this.#tell()
    }
  }

  /** The answer to a batch: what was taken, what somebody changed too, what can't stand. */
  #taken(changes: readonly CellChange[], { seq, before, conflicts, refused }: BatchAnswer): void {
    const not = new Set([...conflicts, ...refused].map(keyOf))
    const isAsked = new Set(conflicts.map(keyOf))
    for (const change of changes)
      if (isAsked.has(keyOf(change))) this.#rests.set(keyOf(change), { ...change, to: change.from })
    this.#server = withChanges(this.#server, [
      ...changes.filter((change) => !not.has(keyOf(change))),
      ...conflicts.map(({ tooth, cell, mine, theirs }) => ({ tooth, cell: cell as CellKey, from: mine, to: theirs })),
    ])
    // Where somebody else wrote between, their cells have not been seen: the next reading brings them.
    if (before === this.#seq) this.#seq = Math.max(this.#seq, seq)
    let { entry } = this.#view
    // What was refused goes back to what the server has; why is told at its cell.
    const back = refused.flatMap(({ tooth, cell }): CellChange[] => {
      const key = cell as CellKey
      return [{ tooth, cell: key, from: entry.cells[tooth]?.[key] ?? null, to: this.#server[tooth]?.[key] ?? null }]
    })
    if (back.length > 0) entry = withOthers(entry, back)
    const asked = new Set(this.#view.conflicts.map(keyOf))
    this.#view = {
      ...this.#view,
      entry,
      conflicts: [...this.#view.conflicts, ...conflicts.filter((each) => !asked.has(keyOf(each)))],
      refused: refused[0] ?? this.#view.refused,
    }
    const waits = this.pending().length > 0
    this.#view = { ...this.#view, sync: waits ? DIRTY : SAVED }
    if (!waits && this.#waited > 0) {
      const arrived = this.#waited - conflicts.length - refused.length
      this.#waited = 0
      if (arrived > 0) this.api.synced(arrived)
    }
    this.#keep()
    this.#tell()
  }

  /** What the server has now: cells of others join. While a batch is under way its own cells would look like theirs. */
  async join(found: { seq: number; cells: PerioCells }): Promise<void> {
    if (this.#run) await this.#run
    if (this.#over || this.#batch || found.seq < this.#seq) return
    this.#merge(found)
    this.#changed()
    this.#tell()
  }

  #merge({ seq, cells }: { seq: number; cells: PerioCells }): void {
    if (seq < this.#seq) return
    const { entry } = this.#view
    const mine = new Map(changesBetween(this.#server, entry.cells).map((change) => [keyOf(change), change]))
    const joins = changesBetween(this.#server, cells).filter((change) => !mine.has(keyOf(change)))
    // Where both changed a cell the old value stays what mine rests on: the server then says who was there.
    const rests = changesBetween(this.#server, cells).flatMap((change): CellChange[] => {
      const own = mine.get(keyOf(change))
      return own && own.to !== change.to ? [{ ...change, from: change.to, to: own.from }] : []
    })
    this.#server = withChanges(cells, rests)
    this.#seq = seq
    if (joins.length > 0) this.#view = { ...this.#view, entry: offMissing(withOthers(entry, joins), entry) }
  }
}

/** The cursor leaves a tooth that somebody else says is missing; one that was missing before it may have been sent to. */
function offMissing(entry: PerioEntry, before: PerioEntry): PerioEntry {
  const { tooth } = entry.place
  if (!isMissing(entry.cells[tooth]) || isMissing(before.cells[tooth])) return entry
  const next =
    nextPlace(entry.cells, entry.path, entry.pass, entry.place) ?? firstPlace(entry.cells, entry.path, entry.pass)
  return at(entry, next)
}
