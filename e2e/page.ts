import { setTimeout as rest } from 'node:timers/promises'
import type { Browser, BrowserContext, Frame, Locator, Page, Request } from 'playwright-core'
import type { Stack } from './stack.ts'

/** The sizes in which screens are looked at: every one at the desk and on the phone, and on the tablet beside the chair. */
export const SIZES = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  tablet: { width: 1024, height: 768 },
} as const

/** The requests of a window that are not answered yet. */
const underWay = new WeakMap<BrowserContext, Set<Request>>()

export interface Visitor {
  context: BrowserContext
  page: Page
  /** Console errors, page errors and failed requests so far. */
  problems: string[]
}

/** The frame that asked; null for a window that is only just opening. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame()
  } catch {
    return null
  }
}

/** Opens a browser window, signed in when an account is named. */
export async function visit(
  browser: Browser,
  stack: Stack,
  options: { account?: string; clinic?: string; size?: keyof typeof SIZES; cpu?: number; worker?: boolean } = {},
): Promise<Visitor> {
  const size = options.size ?? 'desktop'
  const context = await browser.newContext({
    viewport: SIZES[size],
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    deviceScaleFactor: size === 'phone' ? 2 : 1,
    isMobile: size === 'phone',
    hasTouch: size !== 'desktop',
    baseURL: stack.origin,
    // A press can miss a dialog that still grows, so the journeys ask for less motion, as some people do.
    reducedMotion: 'reduce',
    // Only where it is looked at: elsewhere it would fetch the shell beside what is measured and watched.
    serviceWorkers: options.worker ? 'allow' : 'block',
  })
  const open = new Set<Request>()
  underWay.set(context, open)
  // The stream of events has no end; of fonts the document itself says when they are there.
  const counts = (request: Request) =>
    !request.url().endsWith('/platform-api/events') && request.resourceType() !== 'font'
  context.on('request', (request) => {
    // What a document that is being left has asked for is never told to have ended.
    const frame = request.isNavigationRequest() ? frameOf(request) : null
    if (frame) for (const former of open) if (frameOf(former) === frame) open.delete(former)
    if (counts(request)) open.add(request)
  })
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
  await context.clock.install({
    time: stack.application.services.clock.realNow(),
  })
  if (options.account) {
    const session = await stack.anySession(options.account, options.clinic)
    await context.addInitScript((text) => {
      if (!sessionStorage.getItem('journey')) {
        sessionStorage.setItem('journey', '1')
        localStorage.setItem('dentin.session', text)
      }
    }, JSON.stringify(session))
  }
  await context.addInitScript(keepToasts)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      problems.push(`console: ${message.text().slice(0, 300)}`)
  })
  page.on('pageerror', (error) => problems.push(`page: ${error.message.slice(0, 300)}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (!/ERR_ABORTED/.test(reason)) problems.push(`request: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`answer: ${response.status()} ${response.url()}`)
  })
  return { context, page, problems }
}

/** Runs in the page: keeps what its toasts say, because one may take another's place before anybody has looked. */
function keepToasts(): void {
  const said: string[] = []
  Object.assign(window, { said })
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof HTMLElement && node.parentElement?.getAttribute('role') === 'status')
          said.push(node.innerText)
  }).observe(document, { childList: true, subtree: true })
}

/** Waits until a toast has said the words, even if it is gone by now; each saying counts once. */
export async function told(page: Page, words: RegExp): Promise<void> {
  await page.waitForFunction(
    ([source, flags]) => {
      const { said } = window as unknown as { said: string[] }
      const at = said.findIndex((each) => new RegExp(source, flags).test(each))
      return at >= 0 && said.splice(at, 1).length === 1
    },
    [words.source, words.flags] as const,
  )
}

/** Waits until the screen is quiet: fonts there, every request answered and drawn, no skeleton, nothing that moves. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(() => document.fonts.ready.then(() => true))
  const asked = underWay.get(page.context()) ?? new Set<Request>()
  const end = Date.now() + 8_000
  while (Date.now() < end) {
    if (asked.size > 0) {
      await rest(20)
      continue
    }
    await page.waitForFunction(isQuiet, undefined, { timeout: Math.max(1, end - Date.now()) }).catch(() => undefined)
    // What the last answer set off is drawn within two frames, or asks for more.
    await page.evaluate(twoFrames)
    if (asked.size === 0 && (await page.evaluate(isQuiet))) return
  }
}

/** Runs in the page. */
function isQuiet(): boolean {
  const moves = document
    .getAnimations()
    .some((each) => each.playState === 'running' && Number.isFinite(each.effect?.getComputedTiming().endTime))
  return (
    !moves && document.body.innerText.trim() !== '' && !document.querySelector('[data-skeleton], .ant-spin-spinning')
  )
}

/** Runs in the page. */
function twoFrames(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))
}

/** Waits for news that a page asks for again when its window comes to the front: somebody who waits looks at it again and again. */
export async function onLookingAgain(page: Page, news: Locator): Promise<void> {
  // One wait all along: a word that stands for a second must not fall between two.
  let waits = true
  const came = news.waitFor({ timeout: 30_000 }).finally(() => {
    waits = false
  })
  came.catch(() => undefined)
  while (waits) {
    await page
      .evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
      .catch(() => undefined)
    await Promise.race([came.catch(() => undefined), rest(1000, undefined, { ref: false })])
  }
  await came
}

/** Waits until the frame stands in the clinic that has taken the person in: the greeting goes after a second, the clinic's name stays. */
export function takenIn(page: Page, clinic: string): Promise<void> {
  return onLookingAgain(page, page.getByTitle(clinic, { exact: true }).first())
}

/** Is the offline worker in charge of the page, and has it kept every part that the page has loaded? */
export const isKept = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const parts = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload], link[rel=stylesheet]')
    const kept = await Promise.all([...parts].map(({ href }) => caches.match(href)))
    return navigator.serviceWorker.controller !== null && kept.every(Boolean)
  })
