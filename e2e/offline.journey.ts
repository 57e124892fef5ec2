import assert from 'node:assert/strict'
import { copyFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as rest } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { today } from '@dentin/kit'
import type { Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { isKept, settled, visit } from './page.ts'
import { JOURNEY_NOW, startStack } from './stack.ts'
import { becomes, nurseOf, one } from './steps.ts'

/** Until the offline worker answers for the page. */
async function underWorker(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Everything this browser has kept for reading without a network, as text. */
const seenKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('dentin.seen.')))

const cachedAddresses = (page: Page) =>
  page.evaluate(async () => {
    const addresses: string[] = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) addresses.push(request.url)
    return addresses
  })

/** Somebody of today in the lanes. */
const someone = (page: Page) => page.getByRole('article').first().getByRole('button').first().innerText()

const HERE = '望湖路门诊'
const OFFLINE = /离线.*看到的内容/
/** What Chromium does when it finds that the app can be installed; a headless one never does. */
const OFFER = `window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
  prompt: async () => sessionStorage.setItem('asked', '1'),
  userChoice: Promise.resolve({ outcome: 'accepted' }),
}))`

export const journeys: Journey[] = [
  {
    name: '离线（offline-worker）：刷新后看得到外壳和当天内容，换人、退出后什么都不剩，接口和令牌从不缓存',
    async run({ browser, stack }) {
      const { page, context } = await visit(browser, stack, { account: 'reception', worker: true })
      await page.goto('/dashboard')
      await settled(page)
      await underWorker(page)
      const first = await someone(page)
      assert.ok(first.length > 0)

      // A page loaded past the worker, as one is that loads while the worker takes over, asks to be taken on.
      const devtools = await context.newCDPSession(page)
      await devtools.send('Page.reload', { ignoreCache: true })
      await page.waitForFunction(() => navigator.serviceWorker.controller === null)
      await settled(page)
      await underWorker(page)
      await becomes(() => isKept(page), true)

      await context.setOffline(true)
      await page.reload()
      await page.getByText(OFFLINE).waitFor()
      await page.getByRole('button', { name: first, exact: true }).first().waitFor()
      await page.screenshot({ path: path.join(import.meta.dirname, 'shots', 'offline-desktop.png') })
      await context.setOffline(false)
      await page.getByText(OFFLINE).waitFor({ state: 'detached' })

      const addresses = await cachedAddresses(page)
      assert.ok(addresses.length > 10)
      assert.deepEqual(
        addresses.filter((each) => /-api\/|[?]/.test(each)),
        [],
      )
      const { token } = await stack.session('reception')
      const kept = await page.evaluate(() =>
        Object.entries(localStorage).filter(([key]) => key.startsWith('dentin.seen.')),
      )
      assert.ok(kept.length >= 4)
      const own = await page.evaluate(
        () => (JSON.parse(localStorage['dentin.session'] as string) as { token: string }).token,
      )
      for (const [, value] of kept) assert.ok(!value.includes(own) && !value.includes(token))

      // Somebody else sits down without the first one having signed out.
      const other = await stack.session('qh_reception')
      await page.evaluate((text) => localStorage.setItem('dentin.session', text), JSON.stringify(other))
      await page.goto('/dashboard')
      await settled(page)
      const keys = await seenKeys(page)
      assert.ok(keys.length >= 4)
      assert.deepEqual(
        keys.filter((key) => !key.includes(other.currentUserId) || !key.includes(other.clinicId)),
        [],
      )
      await context.setOffline(true)
      await page.reload()
      await page.getByText(OFFLINE).waitFor()
      assert.equal(await page.getByRole('button', { name: first, exact: true }).count(), 0)
      await context.setOffline(false)
      await page.getByText(OFFLINE).waitFor({ state: 'detached' })

      await page.getByRole('button', { name: /前台/ }).first().click()
      await page.getByRole('menuitem', { name: '退出登录' }).click()
      await page.waitForURL('**/login')
      assert.deepEqual(await seenKeys(page), [])
      await context.setOffline(true)
      await page.reload()
      await page.getByLabel('账号或手机号').waitFor()
      await page.goto('/dashboard').catch(() => undefined)
      await page.waitForURL(/\/login/)
      assert.equal(await page.getByRole('article').count(), 0)
    },
  },
  {
    name: 'S24 断网片刻：今天的预约板、候诊和打开过的患者可看；病历继续写、标未同步，恢复后自动上传一次；离线不可收费；他人改过则对比选择，不丢字',
    async run({ browser, stack }) {
      const { owner } = stack
      const money = async () =>
        (await owner.query<{ n: number }>('select count(*)::int as n from bill_payment')).rows[0]?.n
      const before = await money()

      for (const size of ['desktop', 'phone'] as const) {
        const { page, context } = await visit(browser, stack, { account: 'reception', size, worker: true })
        await page.goto('/dashboard')
        await settled(page)
        await underWorker(page)
        await page.goto('/myAppointmentBoard')
        await settled(page)
        const booked = await one<{ id: string; patientId: string; name: string }>(
          owner,
          `select a.id, a.patient_id as "patientId", p.name from appointment a
           join patient p on p.tenant_id = a.tenant_id and p.id = a.patient_id
           join clinic c on c.id = a.clinic_id join employee e on e.tenant_id = a.tenant_id and e.id = a.doctor_id
           where c.name = $1 and e.name = '许明哲' and a.status = 2
             and (a.starts_at at time zone 'Asia/Shanghai')::date = $2::date
           order by a.starts_at limit 1`,
          [HERE, today(JOURNEY_NOW)],
        )
        const card = page.getByText(booked.name, { exact: false }).first()
        await card.waitFor()
        await page.goto(`/patientCenter?id=${booked.patientId}`)
        await settled(page)
        await context.setOffline(true)
        await page.goto('/myAppointmentBoard')
        await page.getByText(OFFLINE).waitFor()
        await card.waitFor()
        await page.screenshot({ path: path.join(import.meta.dirname, 'shots', `offline-board-${size}.png`) })
        await page.goto(`/patientCenter?id=${booked.patientId}`)
        await page.getByText(booked.name, { exact: true }).first().waitFor()
        await settled(page)
        assert.equal(await page.getByText('没有读到').count(), 0)
        // A page that was never opened here leaves the frame where it is, and comes by itself with the line.
        await page.goto('/dashboard')
        const steps = page.getByRole('button', { name: /^(签到|叫号)$/ })
        await steps.first().waitFor()
        assert.equal(await steps.first().isDisabled(), true)
        await page.evaluate(() => {
          history.pushState(null, '', '/messages')
          dispatchEvent(new PopStateEvent('popstate'))
        })
        await page.getByText('这一页没有在这台设备上保存过').waitFor()
        await page.getByRole('navigation').first().waitFor()
        await page.screenshot({ path: path.join(import.meta.dirname, 'shots', `offline-unknown-${size}.png`) })
        await context.setOffline(false)
        await page.getByText('这一页没有在这台设备上保存过').waitFor({ state: 'detached' })
        await page
          .getByText(/全部已读|暂无消息/)
          .first()
          .waitFor()
        await context.setOffline(true)
        await page.goto(`/patientCenter?id=${booked.patientId}`)
        await settled(page)
        await page.screenshot({ path: path.join(import.meta.dirname, 'shots', `offline-patient-${size}.png`) })
        await context.setOffline(false)
        await context.close()
      }

      // Nothing is charged without a connection, and nothing waits to be charged later.
      const desk = await visit(browser, stack, { account: 'reception' })
      await desk.page.goto('/orderSet')
      await settled(desk.page)
      await desk.page
        .getByRole('button', { name: /等 \d+ 分/ })
        .first()
        .click()
      await settled(desk.page)
      const payment = desk.page.getByRole('region', { name: '收款' })
      await payment.getByRole('button', { name: /现金/ }).first().click()
      await desk.context.setOffline(true)
      await payment.getByRole('button', { name: /^收款 / }).click()
      await desk.page.getByText('离线不可收费，恢复连接后再收').waitFor()
      await desk.page.screenshot({ path: path.join(import.meta.dirname, 'shots', 'offline-charge.png') })
      await desk.context.setOffline(false)
      await desk.context.close()
      assert.equal(await money(), before)

      // The record: written on without a connection, on the server once when it is back.
      const { id, version } = await one<{ id: string; version: number }>(
        owner,
        `select m.id, m.version from medical_record m
         join employee e on e.id = m.doctor_id join account a on a.id = e.account_id
         where a.login_name = 'tangrui' and m.status = 0 order by m.visit_time desc limit 1`,
        [],
      )
      const on = async () =>
        one<{ version: number; illness: string }>(
          owner,
          `select version, content->>'interval' as illness from medical_record where id = $1`,
          [id],
        )
      const { page, context } = await visit(browser, stack, { account: 'tangrui' })
      await page.goto(`/patientMedicalRecord?id=${id}`)
      const field = page.getByRole('textbox', { name: '病情变化', exact: true })
      await field.waitFor()
      await settled(page)
      await context.setOffline(true)
      await field.fill('右上后牙咬物痛三天，断网时写下')
      await field.blur()
      await page.getByText('未同步，已保存在本机').waitFor()
      await page.screenshot({ path: path.join(import.meta.dirname, 'shots', 'offline-record.png') })
      assert.equal((await on()).version, version)
      await context.setOffline(false)
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await page.getByText('已同步 1 条').waitFor()
      await page.getByText(/已自动保存$/).waitFor()
      assert.deepEqual(await on(), { version: version + 1, illness: '右上后牙咬物痛三天，断网时写下' })

      // Somebody else wrote meanwhile: both texts are shown, none is lost.
      await context.setOffline(true)
      await field.fill('医生离线时改写的病情变化')
      await field.blur()
      await page.getByText('未同步，已保存在本机').waitFor()
      await nurseOf(stack.owner, 'nurse', 'tangrui')
      const nurse = await visit(browser, stack, { account: 'nurse' })
      await nurse.page.goto(`/patientMedicalRecord?id=${id}`)
      const theirs = nurse.page.getByRole('textbox', { name: '病情变化', exact: true })
      await theirs.waitFor()
      await theirs.fill('护士补记：冷热敏感')
      await theirs.blur()
      await nurse.page.getByText(/已自动保存$/).waitFor()
      await context.setOffline(false)
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      const both = page.getByRole('dialog', { name: '已被他人修改' })
      await both.getByText('护士补记：冷热敏感', { exact: true }).waitFor()
      await both.getByText('医生离线时改写的病情变化', { exact: true }).waitFor()
      await settled(page)
      await both
        .getByRole('radiogroup', { name: '病情变化保留哪一份' })
        .getByRole('radio', { name: '我的', exact: true })
        .click()
      await both.getByRole('button', { name: '按所选保留' }).click()
      await page.getByText(/已自动保存$/).waitFor()
      assert.deepEqual(await on(), { version: version + 3, illness: '医生离线时改写的病情变化' })
      assert.equal(await money(), before)
    },
  },
  {
    name: '另一个标签页先让离线程序接管：这一页在它之前载入的文件也留下',
    async run({ browser, stack }) {
      const { page, context } = await visit(browser, stack, { account: 'reception', worker: true })
      await page.goto('/dashboard')
      // The first page's worker takes over both while the second is new, and before it has asked for one itself.
      await rest(1_500)
      const second = await context.newPage()
      await second.goto('/orderSet')
      assert.equal(await second.evaluate(() => navigator.serviceWorker.controller), null)
      await becomes(() => isKept(second), true)
      await context.setOffline(true)
      await second.reload()
      await second.getByText(OFFLINE).waitFor()
    },
  },
  {
    name: '新版本：打开着的旧页面得到提示，点刷新换成新的，没有空白页；浏览器提供时可以安装到桌面',
    async run({ browser, cluster }) {
      const dist = mkdtempSync(path.join(tmpdir(), 'dentin-dist-'))
      const before = process.env.WEB_DIST
      cpSync(path.resolve(import.meta.dirname, '..', before ?? 'web/dist'), dist, { recursive: true })
      process.env.WEB_DIST = dist
      const stack = await startStack(cluster)
      if (before === undefined) delete process.env.WEB_DIST
      else process.env.WEB_DIST = before
      try {
        const { page } = await visit(browser, stack, { account: 'reception', worker: true })
        await page.goto('/dashboard')
        await settled(page)
        await underWorker(page)

        const install = page.getByRole('button', { name: '安装到桌面' })
        assert.equal(await install.count(), 0)
        await page.evaluate(OFFER)
        await page.screenshot({ path: path.join(import.meta.dirname, 'shots', 'install.png') })
        await install.click()
        await install.waitFor({ state: 'detached' })
        assert.equal(await page.evaluate(() => sessionStorage.getItem('asked')), '1')

        const entry = nextVersion(dist)
        await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
        await page.getByText('有新版本，点击刷新').waitFor()
        await page.screenshot({ path: path.join(import.meta.dirname, 'shots', 'new-version.png') })
        await page.getByRole('button', { name: '刷新', exact: true }).click()
        await page.waitForFunction((name) => document.querySelector(`script[src*="${name}"]`) !== null, entry)
        await settled(page)
        await page.getByRole('article').first().waitFor()
        assert.equal(await page.getByText('有新版本，点击刷新').count(), 0)

        // A page that has just come from the server is new itself: nothing is asked.
        nextVersion(dist)
        await page.reload()
        await settled(page)
        await page.evaluate(async () => {
          const registration = await navigator.serviceWorker.getRegistration()
          await registration?.update()
        })
        await page.waitForFunction(async () => {
          const registration = await navigator.serviceWorker.getRegistration()
          return registration?.waiting === null && registration.installing === null
        })
        assert.equal(await page.getByText('有新版本，点击刷新').count(), 0)
      } finally {
        for (const context of browser.contexts()) await context.close()
        await stack.stop()
        rmSync(dist, { recursive: true, force: true })
      }
    },
  },
]

/** Gives the built app's first script another name, as a build after a change does. */
function nextVersion(dist: string): string {
  const page = readFileSync(path.join(dist, 'index.html'), 'utf8')
  const entry = /assets\/(index-[\w-]+)\.js/.exec(page)?.[1] as string
  const next = `index-next${Math.random().toString(36).slice(2, 8)}`
  copyFileSync(path.join(dist, 'assets', `${entry}.js`), path.join(dist, 'assets', `${next}.js`))
  for (const file of ['index.html', 'sw.js'])
    writeFileSync(path.join(dist, file), readFileSync(path.join(dist, file), 'utf8').replaceAll(entry, next))
  for (const file of readdirSync(dist)) if (/\.(?:br|gz)$/.test(file)) rmSync(path.join(dist, file))
  return next
}
