import { withChanges, type CellChange, type PerioCells } from '@dentin/clinical/perio/cells'
import { ownKey } from '../../lib/session.ts'

/** What this browser keeps of a chart while it is written: what the server had, and what it has not heard of yet. */
export interface Kept {
  /** The record that the chart is of. */
  recordId: string
  seq: number
  server: PerioCells
  pending: readonly CellChange[]
}

/** Where one window keeps a chart. Each has its own place, for two windows must not write over each other's cells. */
export interface Keeping {
  read: () => Kept | null
  /** @returns false: this browser has no room, the window alone has it */
  write: (kept: Omit<Kept, 'recordId'>) => boolean
  /** Gives what each window that is gone has left unsent to `take`, and forgets it there once that is done. */
  orphans: (take: (changes: readonly CellChange[]) => void) => Promise<void>
  /** Holds the place for this window, until `end`. */
  begin: () => void
  end: () => void
}

const TAB = 'dentin.perio.tab'
let own: string | null = null
/**
 * The name of this window: after a reload the same. It is laid down only while no page is there to use it, for a duplicated
 * tab begins with everything that lies in the session's storage.
 */
function tabId(): string {
  if (own) return own
  const name = sessionStorage.getItem(TAB) ?? crypto.randomUUID()
  own = name
  const take = () => sessionStorage.removeItem(TAB)
  take()
  addEventListener('pagehide', () => sessionStorage.setItem(TAB, name))
  addEventListener('pageshow', take)
  return name
}

const parse = (text: string | null): Kept | null => {
  try {
    return JSON.parse(text ?? 'null') as Kept | null
  } catch {
    return null
  }
}
/** What found no room in this browser. */
const inWindow = new Map<string, Kept>()
const readAt = (place: string): Kept | null => inWindow.get(place) ?? parse(localStorage.getItem(place))
function clear(place: string): void {
  inWindow.delete(place)
  localStorage.removeItem(place)
}
const placesUnder = (prefix: string): string[] =>
  [...new Set([...Object.keys(localStorage), ...inWindow.keys()])].filter((key) => key.startsWith(prefix))

/**
 * Keeps a chart in this browser at every key: local storage is written at once, so that neither a reload nor a killed
 * browser loses a site. A lock that a window holds as long as it lives tells the others' rests from what is still written.
 */
export function keepingOf(draftId: string, recordId: string): Keeping {
  const prefix = `${ownKey('perio')}.${draftId}.`
  const place = `${prefix}${tabId()}`
  let ended = new AbortController()
  return {
    read: () => readAt(place),
    write: (now) => {
      const kept: Kept = { recordId, ...now }
      try {
        localStorage.setItem(place, JSON.stringify(kept))
        inWindow.delete(place)
        return true
      } catch {
        inWindow.set(place, kept)
        return false
      }
    },
    orphans: async (take) => {
      if (!navigator.locks) return
      for (const key of placesUnder(prefix))
        // The lock of a window that is gone is free; who has it takes, so that two windows do not both.
        if (key !== place)
          await navigator.locks.request(key, { ifAvailable: true }, (lock) => {
            const left = lock && readAt(key)
            if (!left) return
            take(left.pending)
            clear(key)
          })
    },
    begin: () => {
      const { signal } = (ended = new AbortController())
      if (!navigator.locks) return
      const held = () => new Promise<void>((done) => signal.addEventListener('abort', () => done()))
      void navigator.locks.request(place, { signal }, held).catch(() => undefined)
    },
    end: () => ended.abort(),
  }
}

/** Forgets what was kept of a chart that is saved or given up. */
export function forget(draftId: string): void {
  for (const key of placesUnder(`${ownKey('perio')}.${draftId}.`)) clear(key)
}

/** Cells of a record that were never sent, of charts that are no longer written. */
export interface Unsent {
  places: readonly string[]
  changes: readonly CellChange[]
}
/** @param draftId the chart that is being written: what is kept of it will be sent */
export function unsentOf(recordId: string, draftId: string | null): Unsent {
  const prefix = `${ownKey('perio')}.`
  const found = placesUnder(prefix).flatMap((place) => {
    const kept = place.slice(prefix.length).split('.')[0] === draftId ? null : readAt(place)
    return kept?.recordId === recordId && kept.pending.length > 0 ? [{ place, changes: kept.pending }] : []
  })
  return { places: found.map(({ place }) => place), changes: found.flatMap(({ changes }) => changes) }
}
export const forgetUnsent = ({ places }: Unsent): void => {
  for (const place of places) clear(place)
}

export const cellsOfKept = ({ server, pending }: Kept): PerioCells => withChanges(server, pending)
