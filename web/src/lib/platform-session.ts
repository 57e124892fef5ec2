import type { ProviderRole } from '@dentin/contract/core/call'

/** Who of the provider's staff is signed in. Kept apart from the clinics' session: neither opens what is the other's. */
export interface PlatformSession {
  token: string
  name: string
  role: ProviderRole
}

const KEY = 'dentin.platform'

function read(): PlatformSession | null {
  try {
    const text = localStorage.getItem(KEY)
    return text ? (JSON.parse(text) as PlatformSession) : null
  } catch {
    return null
  }
}

let current: PlatformSession | null = read()

/** The provider's session of this tab. */
export const platformSession = {
  get: (): PlatformSession | null => current,
  set(next: PlatformSession | null): void {
    current = next
    if (next) localStorage.setItem(KEY, JSON.stringify(next))
    else localStorage.removeItem(KEY)
  },
}
