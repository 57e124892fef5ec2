/**
 * Where to go after signing in: the wanted path when it is one of our own, else null. Anything that a browser could read
 * as another origin is refused.
 */
export function ownPath(wanted: string | null, origin: string): string | null {
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || /[\\\u0000-\u001f\u007f]/.test(wanted)) return null
  try {
    const url = new URL(wanted, origin)
    if (url.origin !== origin || url.pathname.startsWith('//') || url.pathname === '/login') return null
    return `${url.pathname}${url.search}${url.hash}`
  } catch {
    return null
  }
}
