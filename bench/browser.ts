/**
 * What a person sees of the large chain: `npm run bench:browser`. Frames a second while a card is dragged over a week of
 * 500 appointments and while a table of 1,000 patients scrolls; how long the first screens, a change of screen and a filter
 * take. Needs a build (npm run build) and the chain of bench:large.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { loadavg } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from '../e2e/browser.ts'
import { settled, SIZES } from '../e2e/page.ts'
import { makeApplication } from '../server/src/app/application.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { readConfig } from '../server/src/platform/config.ts'
import { makeLog } from '../server/src/platform/log.ts'
import { openChain } from './chain.ts'
import type { ChainClinic } from './data.ts'
import { median, root, say } from './rig.ts'

const CARDS = 500
const ROWS = 1_000
const SECONDS = 4
const RUNS = 3
/** Marks the appointments that fill the week, to be taken away again. */
const FILLING = '量测补位'
const words = process.argv.slice(2)
const wanted = (part: string) => words.length === 0 || words.includes(part)

const chain = await openChain(
  process.env.BENCH_DATA_DIR ?? path.join(root, '.cache', 'bench-large'),
  Number(process.env.BENCH_PART ?? 1),
)
const clinic = chain.clinics[0] as ChainClinic
const shift = chain.now.getTime() - Date.now()
const application = await makeApplication({
  config: readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'error', PORT: '0' }),
  appUrl: chain.appUrl,
  clock: systemClock(shift),
  log: makeLog('error'),
  webRoot: path.join(root, 'web/dist'),
})
const origin = await application.http.listen({ host: '127.0.0.1', port: 0 })
const owner = new pg.Client({ connectionString: chain.ownerUrl })
await owner.connect()
const browser = await launchBrowser()
try {
  say(`负载 ${loadavg()[0]?.toFixed(1)}`)
  if (wanted('board')) await board()
  if (wanted('table')) await table()
  if (wanted('screens')) await screens()
} finally {
  await browser.close()
  await owner.query(`delete from appointment where title = $1`, [FILLING])
  await owner.end()
  await application.stop()
  await chain.postgres.stop()
}
process.exit(0)

function vitals(): string {
  const library = path.dirname(createRequire(import.meta.url).resolve('web-vitals'))
  return readFileSync(path.join(library, 'web-vitals.iife.js'), 'utf8')
}

/** A window of the administrator whose clock says what the chain's today is. */
async function open(slow = false): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({
    viewport: SIZES.desktop,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    baseURL: origin,
  })
  // The loader marks named functions, also those that are sent into the page.
  await context.addInitScript('globalThis.__name ??= (value) => value')
  const held = JSON.stringify({
    token: clinic.token,
    clinicId: clinic.clinicId,
    currentUserId: clinic.accountId,
    companyId: clinic.tenantId,
  })
  await context.addInitScript(
    ([text, by]) => {
      localStorage.setItem('dentin.session', text)
      const Real = Date
      class Moved extends Real {
        constructor(...given: [] | [number]) {
          if (given.length === 0) super(Real.now() + by)
          else super(...(given as [number]))
        }
        static override now() {
          return Real.now() + by
        }
      }
      globalThis.Date = Moved as DateConstructor
    },
    [held, shift] as const,
  )
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  if (slow) {
    await context.addInitScript(
      `${vitals()}
window.seen = {}
webVitals.onLCP((measure) => { window.seen.LCP = measure.value }, { reportAllChanges: true })`,
    )
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 40,
      downloadThroughput: 1_250_000,
      uploadThroughput: 1_250_000,
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  }
  return [context, page]
}

/** Frames while something goes on: how many a second, and the longest. */
async function frames(page: Page, act: () => Promise<void>): Promise<{ rate: number; longest: number }> {
  await page.evaluate(() => {
    const times: number[] = []
    const state = globalThis as unknown as { frameTimes: number[]; framesOn: boolean }
    state.frameTimes = times
    state.framesOn = true
    const note = (at: number) => {
      times.push(at)
      if (state.framesOn) requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  await act()
  return page.evaluate(() => {
    const state = globalThis as unknown as { frameTimes: number[]; framesOn: boolean }
    state.framesOn = false
    const times = state.frameTimes
    const gaps = times.slice(1).map((at, n) => at - (times[n] as number))
    const whole = (times.at(-1) as number) - (times[0] as number)
    return { rate: (gaps.length / whole) * 1000, longest: Math.max(...gaps) }
  })
}

async function board(): Promise<void> {
  await fillWeek()
  const rates: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const [context, page] = await open()
    await page.goto('/myAppointmentBoard')
    await page.locator('[data-card]').nth(5).waitFor()
    await page.getByRole('radio', { name: '周', exact: true }).click()
    await page.locator('[data-card]').nth(200).waitFor()
    await settled(page)
    const cards = await page.locator('[data-card]').count()
    const box = await page.evaluate(() => {
      for (const card of document.querySelectorAll('[data-card]')) {
        const { x, y, width, height } = card.getBoundingClientRect()
        const [cx, cy] = [x + width / 2, y + height / 2]
        if (
          cx > 400 &&
          cx < 1100 &&
          cy > 320 &&
          cy < 700 &&
          document.elementFromPoint(cx, cy)?.closest('[data-card]') === card
        )
          return { x: cx, y: cy }
      }
      return null
    })
    if (!box) throw new Error('no card in sight')
    await page.mouse.move(box.x, box.y)
    await page.mouse.down()
    await page.mouse.move(box.x + 12, box.y + 12, { steps: 4 })
    const seen = await frames(page, async () => {
      const until = Date.now() + SECONDS * 1000
      for (let n = 0; Date.now() < until; n += 1) {
        const turn = (n / 60) * Math.PI
        await page.mouse.move(box.x + Math.sin(turn) * 260, box.y + Math.sin(turn * 1.7) * 180)
        await page.waitForTimeout(8)
      }
    })
    await page.keyboard.press('Escape')
    await page.mouse.up()
    rates.push(seen.rate)
    say(`周视图 ${cards} 张卡片，拖动：${seen.rate.toFixed(1)} 帧/秒，最长一帧 ${seen.longest.toFixed(0)} ms`)
    await context.close()
  }
  say(`周视图拖动中位数 ${median(rates).toFixed(1)} 帧/秒（目标 ≥ 50）`)
}

/** Brings this week of the first clinic to the number of cards, in places that are free. */
async function fillWeek(): Promise<void> {
  await owner.query(
    `with week as (select (date_trunc('week', $2::timestamptz at time zone 'Asia/Shanghai' + interval '1 day') - interval '1 day')::date as first),
     there as (select count(*)::int as n from appointment a, week where a.tenant_id = $1 and a.clinic_id = $3 and a.status not in (6, 8)
       and a.starts_at >= week.first::timestamp at time zone 'Asia/Shanghai' and a.starts_at < (week.first + 7)::timestamp at time zone 'Asia/Shanghai'),
     free as (
       select d.id as doctor, s.at, row_number() over (order by md5(d.id::text || s.at)) as n
       from unnest($4::uuid[]) d(id), week, lateral (
         select (week.first + day)::timestamp at time zone 'Asia/Shanghai' + interval '9 hours' + slot * interval '15 minutes' as at
         from generate_series(0, 6) day, generate_series(0, 35) slot) s
       where not exists (select 1 from appointment a where a.tenant_id = $1 and a.doctor_id = d.id and a.status between 0 and 5
         and a.starts_at < s.at + interval '15 minutes' and a.ends_at > s.at))
     insert into appointment (tenant_id, id, clinic_id, appoint_no, patient_id, doctor_id, starts_at, ends_at, title, status, created_at, updated_at)
     select $1, gen_random_uuid(), $3, 'LC-' || f.n, ($5::uuid[])[1 + f.n % array_length($5::uuid[], 1)], f.doctor, f.at, f.at + interval '15 minutes',
       $6, 1, $2, $2
     from free f, there where f.n <= $7 - there.n`,
    [clinic.tenantId, chain.now, clinic.clinicId, clinic.doctors, clinic.patients, FILLING, CARDS],
  )
}

async function table(): Promise<void> {
  const rates: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const [context, page] = await open()
    // No screen asks for so many at once; the table has to carry them all the same.
    await page.route('**/patientList/v2/**', async (route) => route.fallback())
    await page.route(/\/central\/(patientList|list)/, async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { data?: { list?: { id: string }[] } }
      const list = body.data?.list
      if (!list || list.length === 0) return route.fulfill({ response })
      body.data = {
        ...body.data,
        list: Array.from({ length: ROWS }, (_, n) => {
          const row = list[n % list.length] as { id: string }
          return { ...row, id: `${row.id.slice(0, -4)}${String(n).padStart(4, '0')}` }
        }),
      }
      return route.fulfill({ response, json: body })
    })
    await page.goto('/allTimePatients')
    await page
      .getByRole('row')
      .nth(ROWS - 1)
      .waitFor({ state: 'attached' })
    await settled(page)
    const rows = await page.getByRole('row').count()
    await page.mouse.move(720, 600)
    const seen = await frames(page, async () => {
      const until = Date.now() + SECONDS * 1000
      for (let n = 0; Date.now() < until; n += 1) {
        await page.mouse.wheel(0, n % 120 < 90 ? 90 : -90)
        await page.waitForTimeout(10)
      }
    })
    rates.push(seen.rate)
    say(`患者表 ${rows} 行，滚动：${seen.rate.toFixed(1)} 帧/秒，最长一帧 ${seen.longest.toFixed(0)} ms`)
    await context.close()
  }
  say(`患者表滚动中位数 ${median(rates).toFixed(1)} 帧/秒（目标 ≥ 55）`)
}

/** W3 and W6: the first patient list on a slow computer, a change of screen, a filter. */
async function screens(): Promise<void> {
  const lcp: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const [context, page] = await open(true)
    await page.goto('/allTimePatients')
    await page.getByRole('row').nth(3).waitFor()
    await settled(page)
    lcp.push(await page.evaluate(() => (globalThis as unknown as { seen: { LCP: number } }).seen.LCP))
    await context.close()
  }
  say(
    `患者列表 LCP ${median(lcp).toFixed(0)} ms（4× CPU，10 Mbit/s；目标 1800）：${lcp.map((each) => each.toFixed(0)).join('、')}`,
  )

  const [context, page] = await open()
  const change: number[] = []
  const filter: number[] = []
  await page.goto('/myAppointmentBoard')
  await page.locator('[data-card]').nth(5).waitFor()
  await settled(page)
  await page.goto('/allTimePatients')
  await page.getByRole('row').nth(3).waitFor()
  await settled(page)
  for (let run = 0; run < 5; run += 1) {
    change.push(await until(page, `a[href="/myAppointmentBoard"]`, { shows: '[data-card]', more: 5 }))
    await settled(page)
    change.push(await until(page, `a[href="/allTimePatients"]`, { shows: 'tbody tr', more: 5 }))
    await settled(page)
    const first = (await page.locator('tbody tr').first().textContent()) ?? ''
    // All patients and those who have not come for half a year in turn.
    const tab = `[role=tablist] > :nth-child(${run % 2 === 0 ? 2 : 1})`
    filter.push(await until(page, tab, { shows: 'tbody tr', more: 5, not: first }))
    await settled(page)
  }
  say(
    `换页（缓存已热）中位数 ${median(change).toFixed(0)} ms（目标 150）：${change.map((each) => each.toFixed(0)).join('、')}`,
  )
  say(`列表筛选到行画出 ${filter.map((each) => each.toFixed(0)).join('、')} ms（目标 300）`)
  await context.close()
}

interface Met {
  /** More than so many of these are there. */
  shows: string
  more: number
  /** And the first of them says something else. */
  not?: string
}

/** From a click until something is painted, as the page itself measures it. */
async function until(page: Page, selector: string, met: Met): Promise<number> {
  return page.evaluate(
    ([target, { shows, more, not }]) =>
      new Promise<number>((resolve, reject) => {
        const element = document.querySelector<HTMLElement>(target)
        if (!element) return reject(new Error(`no ${target}`))
        const started = performance.now()
        element.click()
        const look = () => {
          const found = document.querySelectorAll(shows)
          if (found.length > more && found[0]?.textContent !== not)
            requestAnimationFrame(() => resolve(performance.now() - started))
          else if (performance.now() - started > 5_000) reject(new Error('nothing came'))
          else requestAnimationFrame(look)
        }
        look()
      }),
    [selector, met] as const,
  )
}
