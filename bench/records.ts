/**
 * What a person feels of the specialists' records: `npm run bench:records`, after `npm run build`. From a key to the painted
 * cell of a periodontal chart, and to the painted tooth of a record; how long a page stands still while twelve photographs of 8 MB are sent in; frames a second over
 * 300 thumbnails; what 50 openings of a chart leave in the heap. Words choose parts: keys, tooth, upload, wall, openings.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { FIRST_CHARTING } from '@dentin/clinical/first-charting'
import { s4Depths } from '@dentin/clinical/perio/s4'
import type { CDPSession, Page } from 'playwright-core'
import sharp from 'sharp'
import { launchBrowser } from '../e2e/browser.ts'
import { settled, SIZES } from '../e2e/page.ts'
import { begin, somebody, table } from '../e2e/perio.ts'
import { JOURNEY_NOW, startDemoCluster, startStack } from '../e2e/stack.ts'
import { one } from '../e2e/steps.ts'
import { median, say } from './rig.ts'

const CLINIC = '望湖路门诊'
const KEYS = 120
const PHOTOS = 12
const THUMBS = 300
const OPENINGS = 50
const MB = 1024 * 1024
const words = process.argv.slice(2)
const wanted = (part: string) => words.length === 0 || words.includes(part)

const cluster = await startDemoCluster()
const stack = await startStack(cluster)
const browser = await launchBrowser()
try {
  say(`负载 ${loadavg()[0]?.toFixed(1)}`)
  if (wanted('keys')) for (const rate of [1, 4]) await keys(rate)
  if (wanted('tooth')) for (const rate of [1, 4]) await tooth(rate)
  if (wanted('upload')) await upload()
  if (wanted('wall')) await wall()
  if (wanted('openings')) await openings()
} finally {
  await browser.close()
  await stack.stop()
  await cluster.stop()
}
process.exit(0)

/** A window of a doctor with its own clock: that of the journeys stands for timers and frames too. */
async function open(account: string): Promise<{ page: Page; devtools: CDPSession }> {
  const context = await browser.newContext({
    viewport: SIZES.desktop,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    baseURL: stack.origin,
    serviceWorkers: 'block',
  })
  const session = JSON.stringify(await stack.session(account, CLINIC))
  // The loader marks named functions, also those that are sent into the page.
  await context.addInitScript('globalThis.__name ??= (value) => value')
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
      const state = globalThis as unknown as { tasks: number[]; painted: number[] }
      state.tasks = []
      state.painted = []
      new PerformanceObserver((list) => state.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe(
        {
          type: 'longtask',
        },
      )
      const { port1, port2 } = new MessageChannel()
      let typed = 0
      port1.addEventListener('message', () => state.painted.push(performance.now() - typed))
      port1.start()
      // A message that is sent from a frame comes when that frame is painted.
      addEventListener(
        'keydown',
        ({ timeStamp }) =>
          requestAnimationFrame(() => {
            typed = timeStamp
            port2.postMessage(null)
          }),
        { capture: true },
      )
    },
    [session, JOURNEY_NOW.getTime() - Date.now()] as const,
  )
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  return { page, devtools: await context.newCDPSession(page) }
}

function percentile(list: readonly number[], share: number): number {
  return [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0
}

async function keys(rate: number): Promise<void> {
  const { page, devtools } = await open('xumingzhe')
  await begin(page, stack, await somebody(stack), '2026-11-20')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  for (const mm of s4Depths.slice(0, KEYS)) {
    await page.keyboard.press(`Digit${mm}`)
    await page.waitForTimeout(100)
  }
  const painted = (await page.evaluate(() => (globalThis as unknown as { painted: number[] }).painted)).slice(10)
  say(
    `牙周表格 CPU ${rate}×，${painted.length} 键：按键到画出中位数 ${median(painted).toFixed(1)} ms，p95 ${percentile(painted, 0.95).toFixed(1)} ms（目标 ${rate === 1 ? 16 : 50}）`,
  )
  await page.context().close()
}

async function tooth(rate: number): Promise<void> {
  const { page, devtools } = await open('guqingyan')
  const draft = await one<{ id: string }>(
    stack.owner,
    `select r.id from medical_record r join employee e on e.tenant_id = r.tenant_id and e.id = r.doctor_id
       join account a on a.id = e.account_id
     where a.login_name = 'guqingyan' and r.status = 0 and r.record_type = 1 order by r.visit_time desc, r.id limit 1`,
    [],
  )
  await page.goto(`/patientMedicalRecord?id=${draft.id}`)
  await page.getByRole('group', { name: '口述行' }).waitFor()
  await settled(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  await page.keyboard.press('F4')
  for (const line of FIRST_CHARTING) {
    for (const key of [...line, 'Enter']) {
      await page.keyboard.press(key === ' ' ? 'Space' : key)
      await page.waitForTimeout(100)
    }
    // The record is put back: a charted bridge would refuse what comes after.
    await page.keyboard.press('Control+z')
    await page.waitForTimeout(200)
  }
  const painted = (await page.evaluate(() => (globalThis as unknown as { painted: number[] }).painted)).slice(10)
  say(
    `病历牙位图 CPU ${rate}×，${painted.length} 键：按键到画出中位数 ${median(painted).toFixed(1)} ms，p95 ${percentile(painted, 0.95).toFixed(1)} ms（目标 ${rate === 1 ? 16 : 50}）`,
  )
  await page.context().close()
}

/** Photographs that nothing else is like, as files: of twelve million points about 8 MB. */
async function photographs(folder: string, width: number): Promise<string[]> {
  const files: string[] = []
  for (let n = 0; n < PHOTOS; n += 1) {
    const noise = { type: 'gaussian' as const, mean: 110 + n, sigma: 40 }
    const create = { width, height: (width * 3) / 4, channels: 3 as const, background: '#888', noise }
    files.push(path.join(folder, `IMG_${n + 1}.jpg`))
    writeFileSync(files.at(-1) as string, await sharp({ create }).jpeg({ quality: 84 }).toBuffer())
  }
  return files
}

async function emptyFile(): Promise<string> {
  const { id } = await one<{ id: string }>(
    stack.owner,
    `select p.id from patient p join employee e on e.tenant_id = p.tenant_id and e.id = p.resp_doctor_id
       join account a on a.id = e.account_id
     where a.login_name = 'guqingyan' and p.status = 0
       and not exists (select 1 from image_stage s where s.tenant_id = p.tenant_id and s.patient_id = p.id)
     order by p.id limit 1`,
    [],
  )
  return id
}

async function stageOf(page: Page, patient: string): Promise<void> {
  await page.goto(`/imageData?id=${patient}`)
  await page.getByText('还没有影像').waitFor()
  await page.getByRole('button', { name: '新增阶段' }).first().click()
  await page.getByRole('dialog').getByRole('radio', { name: '初诊' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await page.getByText('新增阶段成功').waitFor()
  await settled(page)
}

async function upload(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dentin-photos-'))
  try {
    const files = await photographs(folder, 4_032)
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
    const { page } = await open('guqingyan')
    // Thumbnails are fetched when they come near: here all are.
    await page.setViewportSize({ width: SIZES.desktop.width, height: 2_400 })
    await stageOf(page, await emptyFile())
    await page.evaluate(() => ((globalThis as unknown as { tasks: number[] }).tasks.length = 0))
    globalThis.gc?.()
    const before = process.memoryUsage().rss
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 100)
    let last = 0
    page.on('requestfinished', (request) => {
      if (request.method() === 'PUT') last = Date.now()
    })
    const began = Date.now()
    await page.locator('input[type=file]').first().setInputFiles(files)
    const drawn = page.locator('img[src^="data:"]')
    await drawn.nth(PHOTOS - 1).waitFor()
    const done = Date.now()
    clearInterval(watch)
    const tasks = await page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks)
    say(
      `${PHOTOS} 张照片共 ${(bytes / MB).toFixed(0)} MB：上传 ${((last - began) / 1000).toFixed(1)} 秒，最后一字节后 ${((done - last) / 1000).toFixed(1)} 秒缩略图全在（目标 5），页面最长任务 ${Math.max(0, ...tasks).toFixed(0)} ms，服务端连同本脚本增长 ${((peak - before) / MB).toFixed(0)} MB（目标 200）`,
    )
    await page.context().close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function wall(): Promise<void> {
  const { page } = await open('guqingyan')
  const patient = await emptyFile()
  await stageOf(page, patient)
  const folder = mkdtempSync(path.join(tmpdir(), 'dentin-photos-'))
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await photographs(folder, 1_200))
  await page.getByText(`上传完毕 ${PHOTOS} / ${PHOTOS}`).waitFor()
  rmSync(folder, { recursive: true, force: true })
  // The same photographs over and over, each as a picture of its own.
  const more = await stack.owner.query(
    `insert into clinic_image (tenant_id, id, clinic_id, patient_id, image_stage_id, type, photo_name, file_id, sha256, mime, bytes, width, height, created_at, updated_at)
     select i.tenant_id, gen_random_uuid(), i.clinic_id, i.patient_id, i.image_stage_id, 99, i.photo_name, i.file_id,
       encode(sha256((n || i.sha256)::bytea), 'hex'), i.mime, i.bytes, i.width, i.height, i.created_at, now()
     from generate_series(1, $2) n, clinic_image i where i.patient_id = $1`,
    [patient, THUMBS / PHOTOS - 1],
  )
  if (more.rowCount !== THUMBS - PHOTOS) throw new Error(`${more.rowCount} pictures more`)
  await page.reload()
  await settled(page)
  const box = await page.getByRole('region', { name: '影像资料' }).boundingBox()
  await page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 300)
  await page.evaluate(() => {
    const state = globalThis as unknown as { times: number[]; on: boolean; tasks: number[] }
    state.times = []
    state.on = true
    state.tasks.length = 0
    const note = (at: number) => {
      state.times.push(at)
      if (state.on) requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  for (const end = Date.now() + 5_000; Date.now() < end; await page.waitForTimeout(16)) await page.mouse.wheel(0, 60)
  await page.getByRole('img').first().waitFor()
  const { gaps, shown } = await page.evaluate(() => {
    const { times } = globalThis as unknown as { times: number[] }
    return {
      gaps: times.slice(1).map((at, n) => at - (times[n] as number)),
      shown: document.querySelectorAll('img[src^="data:"]').length,
    }
  })
  const whole = gaps.reduce((sum, gap) => sum + gap, 0)
  say(
    `影像墙 ${THUMBS} 张，滚动 5 秒，画出 ${shown} 张：${((gaps.length / whole) * 1000).toFixed(1)} 帧/秒（目标 55），最长一帧 ${Math.max(...gaps).toFixed(0)} ms`,
  )
  await page.context().close()
}

async function openings(): Promise<void> {
  const { page, devtools } = await open('xumingzhe')
  const record = await begin(page, stack, await somebody(stack), '2026-11-20')
  const heap = async () => {
    for (let n = 0; n < 3; n += 1) {
      await devtools.send('HeapProfiler.collectGarbage')
      await page.waitForTimeout(100)
    }
    const { usedSize } = (await devtools.send('Runtime.getHeapUsage')) as { usedSize: number }
    const { nodes, jsEventListeners } = (await devtools.send('Memory.getDOMCounters')) as {
      nodes: number
      jsEventListeners: number
    }
    return { mb: usedSize / MB, nodes, listeners: jsEventListeners }
  }
  await page.goto('/patientMedicalRecord')
  await settled(page)
  await page.evaluate((id) => {
    history.pushState(null, '', `/patientMedicalRecord?id=${id}`)
    dispatchEvent(new PopStateEvent('popstate'))
  }, record)
  const seen: Record<number, Awaited<ReturnType<typeof heap>>> = {}
  for (let n = 1; n <= OPENINGS; n += 1) {
    await table(page).waitFor()
    await page.goBack()
    await table(page).waitFor({ state: 'detached' })
    if (n === 10 || n === OPENINGS) seen[n] = await heap()
    await page.goForward()
  }
  const [first, last] = [seen[10], seen[OPENINGS]]
  if (!first || !last) throw new Error('not measured')
  say(
    `牙周表格打开 ${OPENINGS} 次：第 10 次后 ${first.mb.toFixed(1)} MB、${first.nodes} 节点、${first.listeners} 监听；第 ${OPENINGS} 次后 ${last.mb.toFixed(1)} MB、${last.nodes} 节点、${last.listeners} 监听`,
  )
  await page.context().close()
}
