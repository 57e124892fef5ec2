import type { Workbox } from 'workbox-window'

/** So long after the page has been loaded the worker may begin to fetch the shell: first things first. */
const AFTER_LOAD_MS = 4_000
/** How often an open page looks for a new version. */
const LOOK_MS = 30 * 60_000

/** A worker that has not taken over by then is not waited for: pages come from the server anyway. */
const TAKE_OVER_MS = 3_000

let fresh = false
let hasWaiting = false
let workbox: Workbox | null = null
const listeners = new Set<() => void>()

/** The offline worker and the versions it brings. */
export const worker = {
  /** A version newer than this page is there. */
  isOutdated: (): boolean => fresh,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Loads the new version, once its worker is in charge. */
  renew: (): void => {
    const reload = () => window.location.reload()
    if (!hasWaiting) return reload()
    navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
    setTimeout(reload, TAKE_OVER_MS)
    workbox?.messageSkipWaiting()
  },
  /** Registers the worker some seconds after the page has been loaded; where the browser has none, everything works without. */
  start: (): void => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    const begin = () => void setTimeout(() => void register().catch(() => {}), AFTER_LOAD_MS)
    if (document.readyState === 'complete') begin()
    else window.addEventListener('load', begin, { once: true })
  },
}

async function register(): Promise<void> {
  const { messageSW, Workbox } = await import('workbox-window')
  const holdsThisPage = (of: ServiceWorker) => messageSW(of, { type: 'HAS', url: ownScript() }) as Promise<boolean>
  const box = new Workbox('/sw.js')
  workbox = box
  const registered = box.register()
  // Pages come from the server, so this one may be as new as the worker that waits: then it simply takes over.
  box.addEventListener('waiting', async () => {
    const waiting = (await registered)?.waiting
    if (!waiting) return
    if (await holdsThisPage(waiting)) return box.messageSkipWaiting()
    hasWaiting = true
    outdated()
  })
  // Another tab has put a new version in charge.
  box.addEventListener('controlling', async (event) => {
    hasWaiting = false
    const { controller } = navigator.serviceWorker
    if (!event.isUpdate) keepLoaded()
    if ((event.isUpdate || event.isExternal) && controller && !(await holdsThisPage(controller))) outdated()
  })
  const registration = await registered
  // Another page may have put the worker in charge while this one was still being loaded; a page that was being asked
  // for in the moment of the take-over is left out of it, and stays so until it asks for itself.
  if (navigator.serviceWorker.controller) keepLoaded()
  else registration?.active?.postMessage({ type: 'CLAIM' })
  const look = () => void registration?.update().catch(() => {})
  setInterval(look, LOOK_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look()
  })
}

/** Has the worker keep what this page loaded before it was in charge: that did not come through it. */
function keepLoaded(): void {
  navigator.serviceWorker.controller?.postMessage({ type: 'KEEP', urls: loadedFiles() })
}

function outdated(): void {
  fresh = true
  for (const listener of listeners) listener()
}

/** Files of the build that this page has loaded: every part of it is announced in the head, fonts are not. */
function loadedFiles(): string[] {
  const announced = [...document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('link[href], script[src]')]
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const files = [...announced.map((each) => ('src' in each ? each.src : each.href)), ...loaded]
  return [...new Set(files)].filter((url) => url.startsWith(`${location.origin}/assets/`))
}

/** The page's first script, whose name changes with every build that changes it. */
function ownScript(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  return script ? new URL(script.src).pathname : ''
}
