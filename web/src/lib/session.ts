/** Who is signed in, as every tab of this browser knows it. */
export interface Session {
  token: string
  clinicId: string | null
  currentUserId: string
  companyId: string | null
}

const KEY = 'dentin.session'
type Listener = (session: Session | null) => void
const listeners = new Set<Listener>()

function read(): Session | null {
  try {
    const text = localStorage.getItem(KEY)
    return text ? (JSON.parse(text) as Session) : null
  } catch {
    return null
  }
}

let current: Session | null = read()

/** The session this tab works with. It changes only here, never silently because another tab did something. */
export const session = {
  get: (): Session | null => current,
  /** What the browser holds now; differs from `get` after another tab signed in, out or switched clinic. */
  stored: read,
  set(next: Session | null): void {
    current = next
    if (next) localStorage.setItem(KEY, JSON.stringify(next))
    else localStorage.removeItem(KEY)
    for (const listener of listeners) listener(next)
  },
  /** Hears changes made in this tab. */
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Hears changes made in other tabs; `stored` tells what is there now. */
  onOtherTab(listener: (stored: Session | null) => void): () => void {
    const hear = (event: StorageEvent) => {
      if (event.key === KEY) listener(read())
    }
    // The back button may bring a page back as it was left, with the clinic of then.
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) listener(read())
    }
    window.addEventListener('storage', hear)
    window.addEventListener('pageshow', comeBack)
    return () => {
      window.removeEventListener('storage', hear)
      window.removeEventListener('pageshow', comeBack)
    }
  },
}

/** A key of local storage that belongs to this person in this clinic. */
export function ownKey(name: string): string {
  return `dentin.${name}.${current?.currentUserId ?? 'nobody'}.${current?.clinicId ?? 'none'}`
}
