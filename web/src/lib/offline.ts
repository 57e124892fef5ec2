import { useSyncExternalStore } from 'react'
import { ownKey, session } from './session.ts'

const PREFIX = 'dentin.seen.'
/** What was seen longer ago is not shown any more. */
const LONGEST_MS = 24 * 3_600_000
/** One answer that is larger is not kept. */
const MOST_CHARACTERS = 1_000_000

interface Seen {
  at: number
  data: unknown
}

let since: number | null = null
const listeners = new Set<() => void>()
function say(next: number | null): void {
  if (next === since) return
  since = next
  for (const listener of listeners) listener()
}

const placeOf = (path: string, input: unknown) => `${ownKey('seen')}.${path}?${JSON.stringify(input)}`

/**
 * What the person at work saw last in the present clinic, for reading while the server can't be reached. Only answers of
 * reads that ask for it (`send` with `offline`), without the token; wiped as soon as anybody else is at work here.
 */
export const offline = {
  /** When what is shown now was seen; null: it is what the server says. */
  since: (): number | null => since,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Begins: what another account or clinic left here goes, now and whenever the session changes. */
  start(): void {
    const tidy = () => {
      wipe(session.get() ? `${ownKey('seen')}.` : undefined)
      for (const { key, at } of inOrder()) if (isOver(at)) localStorage.removeItem(key)
    }
    session.subscribe(() => {
      tidy()
      say(null)
    })
    tidy()
  },
  /** The server has answered. */
  reached: (): void => say(null),
  keep(path: string, input: unknown, data: unknown): void {
    if (!session.get()) return
    const text = JSON.stringify({ at: Date.now(), data } satisfies Seen)
    if (text.length > MOST_CHARACTERS) return
    const place = placeOf(path, input)
    if (put(place, text)) return
    // Where there is no room, what was seen first gives way.
    for (const { key } of inOrder()) {
      localStorage.removeItem(key)
      if (put(place, text)) return
    }
  },
  /** What was kept of a read, if any; what is shown counts as seen then. */
  recall(path: string, input: unknown): { data: unknown } | null {
    try {
      const text = session.get() && localStorage.getItem(placeOf(path, input))
      const seen = text ? (JSON.parse(text) as Seen) : null
      if (!seen || isOver(seen.at)) return null
      say(Math.max(since ?? 0, seen.at))
      return { data: seen.data }
    } catch {
      return null
    }
  },
}

const isOver = (at: number) => Date.now() - at > LONGEST_MS

function put(place: string, text: string): boolean {
  try {
    localStorage.setItem(place, text)
    return true
  } catch {
    return false
  }
}

/** Everything that was seen, the oldest first. The moment stands at the beginning of the text: nothing else is read. */
function inOrder(): { key: string; at: number }[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => ({ key, at: Number(/^\{"at":(\d+)/.exec(localStorage.getItem(key) ?? '')?.[1] ?? 0) }))
    .toSorted((a, b) => a.at - b.at)
}

/** Forgets what was seen, but for what has this beginning. */
function wipe(but?: string): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(PREFIX) && !(but && key.startsWith(but))) localStorage.removeItem(key)
}

/** Whether the server can be reached, as far as this browser knows. */
export const connection = {
  subscribe: (listener: () => void): (() => void) => {
    window.addEventListener('online', listener)
    window.addEventListener('offline', listener)
    const off = offline.subscribe(listener)
    return () => {
      window.removeEventListener('online', listener)
      window.removeEventListener('offline', listener)
      off()
    }
  },
  isLost: (): boolean => !navigator.onLine || since !== null,
}

/** Whether the server can't be reached now: what would write waits. */
export const useLost = (): boolean => useSyncExternalStore(connection.subscribe, connection.isLost, () => false)
