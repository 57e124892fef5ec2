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
    const tidy = () => wipe(session.get() ? `${ownKey('seen')}.` : undefined)
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
    try {
      localStorage.setItem(placeOf(path, input), text)
    } catch {
      // No room in this browser: then there is nothing to see offline.
      wipe()
    }
  },
  /** What was kept of a read, if any; what is shown counts as seen then. */
  recall(path: string, input: unknown): { data: unknown } | null {
    try {
      const text = session.get() && localStorage.getItem(placeOf(path, input))
      const seen = text ? (JSON.parse(text) as Seen) : null
      if (!seen || Date.now() - seen.at > LONGEST_MS) return null
      say(Math.max(since ?? 0, seen.at))
      return { data: seen.data }
    } catch {
      return null
    }
  },
}

/** Forgets what was seen, but for what has this beginning. */
function wipe(but?: string): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(PREFIX) && !(but && key.startsWith(but))) localStorage.removeItem(key)
}
