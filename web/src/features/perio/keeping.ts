import { withChanges, type CellChange, type PerioCells } from '@dentin/clinical/perio/cells'
import { ownKey } from '../../lib/session.ts'

/** What this browser keeps of a chart while it is written: what the server had, and what it has not heard of yet. */
export interface Kept {
  seq: number
  server: PerioCells
  pending: readonly CellChange[]
}

/** Where one window keeps a chart. Each has its own place, for two windows must not write over each other's cells. */
export interface Keeping {
  read: () => Kept | null
  write: (kept: Kept) => void
  /** What windows that are gone have left unsent, and how to forget it once it is taken up. */
  orphans: () => Promise<{ changes: CellChange[]; forget: () => void }>
  /** Holds the place for this window, until `end`. */
  begin: () => void
  end: () => void
}

const TAB = 'dentin.perio.tab'
function tabId(): string {
  const known = sessionStorage.getItem(TAB)
  if (known) return known
  const made = crypto.randomUUID()
  sessionStorage.setItem(TAB, made)
  return made
}

const parse = (text: string | null): Kept | null => {
  try {
    return JSON.parse(text ?? 'null') as Kept | null
  } catch {
    return null
  }
}

/**
 * Keeps a chart in this browser at every key: local storage is written at once, so that neither a reload nor a killed
 * browser loses a site. A lock that a window holds as long as it lives tells the others' rests from what is still written.
 */
export function keepingOf(draftId: string): Keeping {
  const prefix = `${ownKey('perio')}.${draftId}.`
  const place = `${prefix}${tabId()}`
  let ended = new AbortController()
  return {
    read: () => parse(localStorage.getItem(place)),
    write: (kept) => {
      try {
        localStorage.setItem(place, JSON.stringify(kept))
      } catch {
        // No room in this browser: what is typed goes to the server all the same.
      }
    },
    orphans: async () => {
      const others = Object.keys(localStorage).filter((key) => key.startsWith(prefix) && key !== place)
      if (others.length === 0 || !navigator.locks) return { changes: [], forget: () => undefined }
      const alive = new Set((await navigator.locks.query()).held?.map(({ name }) => name))
      const left = others.filter((key) => !alive.has(key))
      return {
        changes: left.flatMap((key) => parse(localStorage.getItem(key))?.pending ?? []),
        forget: () => {
          for (const key of left) localStorage.removeItem(key)
        },
      }
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
  const prefix = `${ownKey('perio')}.${draftId}.`
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}

export const cellsOfKept = ({ server, pending }: Kept): PerioCells => withChanges(server, pending)
