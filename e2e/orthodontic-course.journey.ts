import assert from 'node:assert/strict'
import { setTimeout as rest } from 'node:timers/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import { photo } from '../server/test/photos.ts'
import type { Clock } from '../server/src/platform/clock.ts'
import type { Journey } from './journeys.ts'
import { settled, told, visit } from './page.ts'
import { Hand } from './hand.ts'
import { JOURNEY_NOW, startStack, type Stack } from './stack.ts'
import { choose, openNew } from './steps.ts'

const CLINIC = '望湖路门诊'
const DOCTOR = { account: 'guqingyan', name: '顾清妍' }
const NAME = '沈嘉禾'
/** From one visit to the next, in weeks. */
const WEEKS = 4
/** Milliseconds of a key for somebody who does not type for a living. */
const SLOW_KEY = 500
/** What stands at the start, named so that each finds its place. */
const PICTURES = '全景 侧位片 正面 微笑 侧面 45度 45度左 侧面左 口内正面 口内左侧 口内右侧 上颌 下颌'
  .split(' ')
  .map((name) => `${name}.jpg`)

/** A clinic's clock that a journey sets on by weeks. */
class TravellingClock implements Clock {
  #ahead = JOURNEY_NOW.getTime() - Date.now()
  now(): Date {
    return new Date(Date.now() + this.#ahead)
  }
  realNow(): Date {
    return this.now()
  }
  on(weeks: number): void {
    this.#ahead += weeks * 7 * 24 * 60 * 60 * 1000
  }
}

/** The patient comes without an appointment, and is in the chair. @returns the doctor's window */
async function inTheChair(browser: Browser, stack: Stack): Promise<Page> {
  const desk = (await visit(browser, stack, { account: 'reception', clinic: CLINIC })).page
  await desk.goto('/dashboard')
  const dialog = await openNew(desk, '现场挂号')
  await dialog.getByRole('combobox', { name: '患者' }).fill(NAME)
  await desk.getByRole('option').filter({ hasText: NAME }).first().click()
  await choose(dialog, '医生', DOCTOR.name)
  await dialog.getByRole('button', { name: '挂号', exact: true }).click()
  await told(desk, /^已挂号/)
  await desk.context().close()
  const { page } = await visit(browser, stack, { account: DOCTOR.account, clinic: CLINIC })
  await page.goto('/doctorIndex')
  const mine = page.locator('[data-row], article').filter({ hasText: NAME }).first()
  await mine.getByRole('button', { name: '叫号' }).click()
  await mine.getByText('已叫号').waitFor()
  await settled(page)
  await mine.getByRole('button', { name: /^开始/ }).click()
  const inChair = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: NAME, exact: true }) })
    .getByRole('link', { name: '写病历' })
  const asks = page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: /^(已知晓，开始就诊|开始)$/ })
  for (let n = 0; n < 3; n += 1) {
    await inChair.or(asks).first().waitFor()
    if (await inChair.isVisible()) break
    await asks.first().click()
  }
  await inChair.waitFor()
  return page
}

/** The clinic's own setting: without the pictures nothing begins. */
async function blocksWithoutPictures(browser: Browser, stack: Stack): Promise<void> {
  const { page } = await visit(browser, stack, { account: 'admin', clinic: CLINIC })
  await page.goto('/configInfo')
  await settled(page)
  await page.getByRole('group', { name: '正畸影像检查' }).getByRole('radio', { name: '不能继续' }).click()
  await page.getByRole('button', { name: '保存', exact: true }).first().click()
  await told(page, /更新成功/)
  await page.context().close()
}

async function sign(page: Page): Promise<void> {
  await page.getByRole('button', { name: '签名并锁定' }).click()
  await told(page, /已签名并锁定/)
  await settled(page)
}

/** A stroke on a pad. */
async function write(page: Page, pad: Locator): Promise<void> {
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  assert.ok(box)
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.4)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.6, { steps: 6 })
  await page.mouse.up()
}

async function signPlan(page: Page, patient: string): Promise<void> {
  await page.goto(`/patientConsent?patientId=${patient}`)
  await settled(page)
  await choose(page, '模板', '正畸治疗知情同意书')
  await page.getByRole('button', { name: '准备同意书' }).click()
  await page.waitForURL('**/patientConsent?id=*')
  await page.getByRole('heading', { name: '正畸治疗知情同意书' }).waitFor()
  const boxes = page.locator('section').filter({ hasText: '请逐条确认' }).getByRole('checkbox')
  for (let n = 0; n < (await boxes.count()); n += 1) await boxes.nth(n).click()
  for (const who of ['患者', '医生']) await write(page, page.getByRole('img', { name: `${who}手写签名处` }))
  await page.getByRole('button', { name: '确认并提交' }).click()
  await page.getByText('已签', { exact: true }).first().waitFor()
}

async function putPictures(page: Page, patient: string): Promise<void> {
  await page.goto(`/imageData?id=${patient}`)
  await settled(page)
  await page.getByRole('button', { name: '新增阶段' }).first().click()
  await page.getByRole('dialog').getByRole('radio', { name: '初诊' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await told(page, /新增阶段成功/)
  const buffers = await Promise.all(PICTURES.map((_, n) => photo({ width: 320 + n, height: 240 })))
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(PICTURES.map((name, n) => ({ name, mimeType: 'image/jpeg', buffer: buffers[n] as Buffer })))
  await page.getByText(`${PICTURES.length} 张的类别是`, { exact: false }).waitFor()
  await page.getByRole('button', { name: '全部正确' }).click()
  await page.getByText('已确认').waitFor()
}

export const journeys: Journey[] = [
  {
    name: '正畸：从初诊到月复诊，每一行都由产品自己写；第二次复诊从打开到保存 10 个键、0 次点按，每键半秒也不到 20 秒',
    alone: true,
    async run({ browser, cluster }) {
      const clock = new TravellingClock()
      const stack = await startStack(cluster, {}, clock)
      try {
        const desk = (await visit(browser, stack, { account: 'reception', clinic: CLINIC })).page
        await desk.goto('/dashboard')
        const file = await openNew(desk, '添加患者')
        await file.getByRole('textbox', { name: '姓名', exact: true }).fill(NAME)
        await file.getByRole('radio', { name: '女', exact: true }).click()
        await file.getByRole('textbox', { name: '手机号' }).fill('13957188231')
        await file.getByLabel('出生日期').fill('2001-05-06')
        await file.getByLabel('出生日期').press('Enter')
        await choose(file, '来源', '朋友介绍')
        await file.getByRole('button', { name: '建档', exact: true }).click()
        await desk.waitForURL(/\/patientCenter\?id=/)
        const patient = new URL(desk.url()).searchParams.get('id') as string
        await desk.context().close()
        await blocksWithoutPictures(browser, stack)
        const page = await inTheChair(browser, stack)

        // The case begins with its first examination.
        await page.goto(`/patientCenter?id=${patient}&tab=ortho`)
        await page.getByRole('button', { name: '建正畸病例' }).click()
        await page.waitForURL('**/orthodontics?id=*')
        const caseTo = new URL(page.url())
        await page.getByRole('link', { name: '写检查' }).click()
        const exam = page.getByRole('region', { name: '正畸检查' })
        await exam.waitFor()
        await settled(page)
        await exam.getByLabel('覆盖（反为负）').fill('6')
        await exam.getByRole('group', { name: '唇闭合' }).getByRole('button', { name: '不全' }).click()
        await exam.getByRole('group', { name: '安氏分类' }).getByRole('button', { name: 'Ⅱ1' }).click()
        await exam.getByRole('group', { name: '骨性' }).getByRole('button', { name: 'Ⅱ类' }).click()
        await exam.getByLabel('上颌拥挤').fill('5')
        await exam.getByLabel('加问题').fill('前牙深覆盖')
        await exam.getByLabel('加问题').press('Enter')
        await exam.getByRole('button', { name: '加方案' }).click()
        const plan = exam.getByRole('article', { name: '方案一' })
        await plan.getByRole('button', { name: '选这个' }).click()
        await plan.getByLabel('方案 1 疗程').fill('18')
        await plan.getByLabel('首付').fill('6000')
        await plan.getByLabel('期数').fill('12')
        await plan.getByLabel('每期').fill('1000')
        await plan.getByText(/^共 18000(\.00)? 元$/).waitFor()
        await page.getByRole('textbox', { name: '主诉', exact: true }).fill('门牙前突，要求矫正')
        const diagnosis = page.getByRole('region', { name: '诊断', exact: true })
        await diagnosis.getByRole('button').first().click()
        await diagnosis.getByRole('combobox').fill('K07')
        await page.getByRole('option', { name: /^K07/ }).first().click()
        await sign(page)

        // Started it is with the signed plan and the pictures alone.
        await page.goto(caseTo.href)
        await settled(page)
        const start = async () => {
          await page.getByRole('button', { name: '开始治疗' }).click()
          await page.getByRole('dialog').getByRole('button', { name: '开始治疗' }).click()
        }
        await start()
        await page
          .getByRole('dialog')
          .getByText(/还没有签字/)
          .waitFor()
        await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
        await signPlan(page, patient)
        await page.goto(caseTo.href)
        await settled(page)
        await start()
        await page
          .getByRole('dialog')
          .getByText(/影像不齐，缺/)
          .waitFor()
        await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
        await putPictures(page, patient)
        await page.goto(caseTo.href)
        await settled(page)
        await start()
        await told(page, /病例已到「开始治疗」/)

        // The first wires, four weeks on.
        await page.context().close()
        clock.on(WEEKS)
        const first = await inTheChair(browser, stack)
        await first.goto(caseTo.href)
        await first.getByRole('link', { name: '写复诊' }).click()
        await first.getByRole('region', { name: '正畸复诊' }).waitFor()
        await settled(first)
        for (const row of ['上颌弓丝', '下颌弓丝'])
          await first.getByRole('group', { name: row }).getByRole('button', { name: '0.014', exact: true }).click()
        await first.getByRole('group', { name: '几周后复诊' }).getByRole('button', { name: '4 周' }).click()
        await sign(first)
        await first.context().close()

        // The second: opened, written and saved by keys, no slower than somebody who types slowly.
        clock.on(WEEKS)
        const second = await inTheChair(browser, stack)
        await second.goto(caseTo.href)
        await second.getByRole('link', { name: '写复诊' }).focus()
        const hand = new Hand(second)
        const key = async (...keys: string[]) => {
          for (const each of keys) {
            await rest(SLOW_KEY)
            await hand.press(each)
          }
        }
        const began = performance.now()
        await key('Enter')
        await second.getByRole('region', { name: '正畸复诊' }).waitFor()
        await key('=', 'u')
        await second.getByText('上 0.014 镍钛').waitFor()
        await key('ArrowRight', 'Enter')
        await second.getByText('上 0.016 镍钛').waitFor()
        await key('n', 'Enter', 'w', 'Enter', 'Control+s')
        await settled(second)
        await second
          .getByText(/已自动保存|已保存/)
          .first()
          .waitFor()
        const seconds = (performance.now() - began) / 1000
        process.stdout.write(`      ${hand.keys} keys, ${seconds.toFixed(1)} s\n`)
        await second.screenshot({ path: 'e2e/shots/course-visit.png' })
        assert.ok(hand.keys <= 10 && hand.clicks === 0 && seconds <= 20, `${hand.keys} ${seconds}`)
        await sign(second)
        await second.goto(caseTo.href)
        await second.getByText('上 0.016 镍钛　下 0.014 镍钛').first().waitFor()
        await second.getByRole('heading', { name: '病历 3' }).waitFor()
      } finally {
        for (const context of browser.contexts()) await context.close()
        await stack.stop()
      }
    },
  },
]
