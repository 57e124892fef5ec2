/// <reference types="vite/client" />
/**
 * The offline worker: the app's shell is there without a network. It answers pages and hashed files only. Calls of the
 * API, whatever their method, never pass through it, and no page's address is kept.
 */
interface Entry {
  url: string
  revision: string | null
}
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends Lasting {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
interface WorkerScope {
  readonly __WB_MANIFEST: Entry[]
  readonly registration: ServiceWorkerRegistration
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent & Lasting) => void): void
}
declare const self: WorkerScope

const shell = self.__WB_MANIFEST
const SHELL_PREFIX = 'dentin-shell-'
const SHELL = `${SHELL_PREFIX}${nameOf(shell)}`
/** Files with a hash in their name that were used, the oldest leave first. */
const FILES = 'dentin-files'
const MOST_FILES = 400
/** Has a file been put since the oldest were dropped? */
let hasPut = false
const PAGE = '/index.html'
/** A network that has not answered by then is as good as none. */
const PATIENCE_MS = 8_000

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(SHELL).then((cache) =>
      // What has its hash in its name was loaded by the page a moment ago.
      cache.addAll(shell.map(({ url, revision }) => new Request(url, revision === null ? {} : { cache: 'no-cache' }))),
    ),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith(SHELL_PREFIX) && name !== SHELL) await caches.delete(name)
      await self.registration.navigationPreload?.enable()
      await self.clients.claim()
    })(),
  )
})

self.addEventListener('message', (event) => {
  const message = event.data as { type?: string; url?: string; urls?: string[] }
  if (message.type === 'SKIP_WAITING') void self.skipWaiting()
  if (message.type === 'CLAIM') event.waitUntil(self.clients.claim())
  if (message.type === 'KEEP')
    event.waitUntil(Promise.allSettled((message.urls ?? []).map((url) => fileOf(new Request(url)))).then(dropOldest))
  if (message.type === 'HAS') event.ports[0]?.postMessage(shell.some(({ url }) => pathOf(url) === message.url))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin || isCall(url.pathname)) return
  if (request.mode === 'navigate') event.respondWith(pageOf(event))
  else if (url.pathname.startsWith('/assets/')) {
    const answer = fileOf(request)
    event.respondWith(answer)
    event.waitUntil(answer.then(dropOldest, () => undefined))
  } else if (shell.some((entry) => pathOf(entry.url) === url.pathname)) event.respondWith(newestOf(request))
})

/** Calls of the API and what the operator asks: nothing of the worker's. */
function isCall(path: string): boolean {
  return /^\/(?:[a-z]+-api|design-process|platform-admin|sandbox-pay|healthz|readyz|metrics)(?:\/|$)/.test(path)
}

/** A page is the server's as long as there is one, so that nobody is held on an old version. */
async function pageOf(event: FetchEvent): Promise<Response> {
  try {
    const preloaded = await Promise.race([event.preloadResponse, later(PATIENCE_MS)])
    const answer = preloaded ?? (await fetch(event.request, { signal: AbortSignal.timeout(PATIENCE_MS) }))
    if (answer.status < 502) return answer
  } catch {
    // No network: the shell.
  }
  return (await caches.match(PAGE)) ?? Response.error()
}

/** A file whose name holds its hash never changes: what is here is right. */
async function fileOf(request: Request): Promise<Response> {
  const held = await caches.match(request)
  if (held) return held
  const answer = await fetch(request)
  // A file that is gone is answered with the page.
  if (answer.ok && answer.type === 'basic' && !answer.headers.get('content-type')?.includes('html')) {
    await (await caches.open(FILES)).put(request, answer.clone())
    hasPut = true
  }
  return answer
}

/** Lets the files go that were put first, as far as there are too many. */
async function dropOldest(): Promise<void> {
  if (!hasPut) return
  hasPut = false
  const cache = await caches.open(FILES)
  const all = await cache.keys()
  for (const old of all.slice(0, Math.max(0, all.length - MOST_FILES))) await cache.delete(old)
}

/** Icons and the like: from the server, else as they were. */
async function newestOf(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const held = await caches.match(request)
    if (held) return held
    throw error
  }
}

function pathOf(url: string): string {
  return new URL(url, location.origin).pathname
}

function later(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms))
}

/** A short name for a set of files. */
function nameOf(entries: readonly Entry[]): string {
  let hash = 5381
  for (const sign of JSON.stringify(entries)) hash = (Math.imul(hash, 33) ^ sign.charCodeAt(0)) >>> 0
  return hash.toString(36)
}
