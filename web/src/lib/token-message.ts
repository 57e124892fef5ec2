/** What a window of another system may hand over: the token of a session that is alive, and whose it is. */
export interface TokenMessage {
  token: string
  clinicId: string | null
  currentUserId: string
  companyId: string | null
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
const KEYS = ['token', 'clinicId', 'currentUserId', 'companyId'] as const

/** The message in what another window sent; null when it is anything else. */
export function tokenMessageIn(data: unknown): TokenMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const prototype: unknown = Object.getPrototypeOf(data)
  if (prototype !== Object.prototype && prototype !== null) return null
  const given = data as Record<string, unknown>
  const names = Object.keys(given)
  if (names.length !== KEYS.length || !KEYS.every((key) => Object.hasOwn(given, key))) return null
  const { token, clinicId, currentUserId, companyId } = given
  const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)
  if (typeof token !== 'string' || !/^[A-Za-z0-9_-]{43}$/.test(token) || !isId(currentUserId)) return null
  if (clinicId === null && companyId === null) return { token, clinicId, currentUserId, companyId }
  return isId(clinicId) && isId(companyId) ? { token, clinicId, currentUserId, companyId } : null
}

/**
 * May this sender hand a token over? Only the window that opened this one, and only from an origin that is named, letter
 * by letter.
 */
export function isTrustedSender(
  sender: { origin: string; source: unknown },
  opener: unknown,
  origins: readonly string[],
): boolean {
  return sender.source !== null && sender.source === opener && origins.includes(sender.origin)
}

/** Hears messages with a token from now on; everything else passes unheard. */
export function listenForToken(
  take: (message: TokenMessage, sender: { origin: string; source: unknown }) => void,
): void {
  window.addEventListener('message', (event) => {
    const message = event.origin === window.location.origin ? null : tokenMessageIn(event.data)
    if (message) take(message, { origin: event.origin, source: event.source })
  })
}
