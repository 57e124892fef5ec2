import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { settled, SIZES } from './page.ts'
import type { Stack } from './stack.ts'

/** A clinic's ordinary computer and line: a quarter of this machine's speed, 10 Mbit/s, 40 ms. */
const SLOWDOWN = 4
const LINE = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 }
const RUNS = 3

const vitals = readFileSync(
  path.join(path.dirname(createRequire(import.meta.url).resolve('web-vitals')), 'web-vitals.iife.js'),
  'utf8',
)
/** Writes the newest value of each measure to `window.seen`, and of each action what it took to answer. */
const WATCH = `${vitals}
window.seen = {}
for (const name of ['LCP', 'CLS', 'FCP', 'TTFB'])
  webVitals['on' + name]((measure) => { window.seen[name] = measure.value }, { reportAllChanges: true })
window.taken = []
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (entry.interactionId) window.taken.push(entry.duration)
}).observe({ type: 'event', durationThreshold: 16, buffered: true })`

interface Measured {
  TTFB?: number
  FCP?: number
  LCP?: number
  CLS?: number
}

/** A window on a slow computer and line; the real clock, for the measures need it. */
async function slowWindow(browser: Browser, stack: Stack, account: string | null): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({
    viewport: SIZES.desktop,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    baseURL: stack.origin,
  })
  const held = account ? JSON.stringify(await stack.session(account)) : null
  await context.addInitScript((text) => text && localStorage.setItem('dentin.session', text), held)
  await context.addInitScript(WATCH)
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', LINE)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  return [context, page]
}

type Ready = (page: Page) => Promise<unknown>
const listReady: Ready = (page) => page.getByRole('row').nth(3).waitFor()
const boardReady: Ready = (page) => page.locator('[data-card]').nth(10).waitFor()

async function load(page: Page, address: string, ready: Ready): Promise<Measured> {
  await page.goto(address)
  await ready(page)
  await settled(page)
  return page.evaluate(() => (globalThis as unknown as { seen: Measured }).seen)
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** What a person does at the desk in a minute: about twenty actions. */
const actions: { name: string; at: string; ready: Ready; steps: Step[] }[] = [
  {
    name: '患者列表',
    at: '/allTimePatients',
    ready: listReady,
    steps: [
      ['打开搜索', (page) => page.keyboard.press('/')],
      ['键入 c', (page) => page.keyboard.press('c')],
      ['键入 h', (page) => page.keyboard.press('h')],
      ['键入 e', (page) => page.keyboard.press('e')],
      ['向下', (page) => page.keyboard.press('ArrowDown')],
      ['关闭搜索', (page) => page.keyboard.press('Escape')],
      ['新建菜单', (page) => page.getByRole('button', { name: '新建', exact: true }).click()],
      ['添加患者', (page) => page.getByRole('menuitem', { name: '添加患者' }).click()],
      ['键入姓名', (page) => page.getByRole('dialog').getByRole('textbox', { name: '姓名', exact: true }).press('a')],
      ['选性别', (page) => page.getByRole('dialog').getByRole('radio', { name: '女', exact: true }).click()],
      ['选择过敏', (page) => page.getByRole('dialog').getByRole('radio', { name: '有', exact: true }).click()],
    ],
  },
  {
    name: '预约看板',
    at: '/myAppointmentBoard',
    ready: boardReady,
    steps: [
      ['打开预约', (page) => page.locator('[data-card]').nth(4).click()],
      ['另一个预约', (page) => page.locator('[data-card]').nth(8).click()],
      ['后一天', (page) => page.getByRole('button', { name: '后一天' }).click()],
      ['前一天', (page) => page.getByRole('button', { name: '前一天' }).click()],
      ['周视图', (page) => page.getByRole('radio', { name: '周', exact: true }).click()],
      ['日视图', (page) => page.getByRole('radio', { name: '日', exact: true }).click()],
      ['隐藏一位医生', (page) => page.getByRole('checkbox').first().click()],
    ],
  },
  {
    name: '今日',
    at: '/dashboard',
    ready: (page) => page.getByRole('article').nth(5).waitFor(),
    steps: [
      ['列表', (page) => page.getByRole('radio', { name: '列表' }).click()],
      ['看板', (page) => page.getByRole('radio', { name: '看板' }).click()],
      ['打开一位患者', (page) => page.getByRole('article').nth(2).getByRole('button').first().click()],
    ],
  },
]
type Step = [name: string, act: (page: Page) => Promise<unknown>]

/**
 * Measures LCP and CLS of sign-in, patient list and board (first visit and again with a warm cache) and the answer to
 * about twenty actions, as on a slow computer and line. Prints tables.
 */
export async function measureSpeed(browser: Browser, stack: Stack): Promise<void> {
  const print = (line: string) => process.stdout.write(`${line}\n`)
  print(`${SLOWDOWN}× CPU，10 Mbit/s，40 ms，${RUNS} 次的中位数`)
  print('| 页面 | 缓存 | TTFB ms | FCP ms | LCP ms | CLS |\n| --- | --- | ---: | ---: | ---: | ---: |')
  const screens = [
    ['登录', '/login', null, (page: Page) => page.getByLabel('账号或手机号').waitFor()],
    ['患者列表', '/allTimePatients', 'reception', listReady],
    ['预约看板', '/myAppointmentBoard', 'reception', boardReady],
  ] as const
  for (const [name, address, account, ready] of screens) {
    const found: { cold: Measured[]; warm: Measured[] } = { cold: [], warm: [] }
    for (let run = 0; run < RUNS; run++) {
      const [context, page] = await slowWindow(browser, stack, account)
      found.cold.push(await load(page, address, ready))
      found.warm.push(await load(page, address, ready))
      await context.close()
    }
    for (const cache of ['cold', 'warm'] as const) {
      const of = (key: keyof Measured, digits = 0) => median(found[cache].map((each) => each[key] ?? 0)).toFixed(digits)
      print(
        `| ${name} | ${cache === 'cold' ? '无' : '有'} | ${of('TTFB')} | ${of('FCP')} | ${of('LCP')} | ${of('CLS', 3)} |`,
      )
    }
  }
  print('\n| 页面 | 操作 | 到下一帧 ms |\n| --- | --- | ---: |')
  const all: number[] = []
  for (const { name, at, ready, steps } of actions) {
    const [context, page] = await slowWindow(browser, stack, 'reception')
    await page.goto(at)
    await ready(page)
    await settled(page)
    for (const [step, act] of steps) {
      await page.evaluate(() => ((globalThis as unknown as { taken: number[] }).taken = []))
      await act(page)
      await settled(page)
      const taken = await page.evaluate(() => (globalThis as unknown as { taken: number[] }).taken)
      // Shorter than 16 ms is not reported by the browser.
      const worst = taken.length > 0 ? Math.max(...taken) : 16
      all.push(worst)
      print(`| ${name} | ${step} | ${worst} |`)
    }
    await context.close()
  }
  print(`\nINP（${all.length} 次操作中最慢的一次）${Math.max(...all)} ms，中位数 ${median(all)} ms`)
}
