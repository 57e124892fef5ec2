import assert from 'node:assert/strict'
import path from 'node:path'
import type { Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { becomes, one } from './steps.ts'

const HEIGHT = 844
const CLINIC = '望湖路门诊'
const bar = (page: Page) => page.getByRole('navigation', { name: '主导航' })
const more = (page: Page) => page.getByRole('dialog', { name: '更多' })
async function goBy(page: Page, tile: string): Promise<void> {
  await bar(page).getByRole('button', { name: '更多' }).tap()
  await more(page)
    .getByRole('link', { name: new RegExp(`^${tile}`) })
    .tap()
  await more(page).waitFor({ state: 'detached' })
  await settled(page)
}
/** A button that is reached without scrolling. */
async function inSight(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name }).last()
  await button.waitFor()
  const box = await button.boundingBox()
  assert.ok(box && box.y >= 0 && box.y + box.height <= HEIGHT, `${String(name)} at ${JSON.stringify(box)}`)
}

export const journeys: Journey[] = [
  {
    name: '手机一只手：更多里进收费收一笔，进随访登记一条，进排班看今天；提交按钮都在眼前',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'reception', size: 'phone' })
      await page.goto('/dashboard')
      await settled(page)
      await goBy(page, '收费')
      await page.waitForURL(/\/orderSet/)
      const bill = page
        .getByRole('button', { name: /^赵子涵/ })
        .or(page.getByText('赵子涵', { exact: true }))
        .first()
      await bill.tap()
      await inSight(page, '去收款')
      await page.getByRole('button', { name: '去收款' }).tap()
      await page.getByRole('button', { name: '现金' }).first().tap()
      await inSight(page, /^收款|^确认收款/)
      await page
        .getByRole('button', { name: /^收款|^确认收款/ })
        .last()
        .tap()
      const status = async () =>
        (
          await one<{ status: number }>(
            stack.owner,
            `select b.status from bill b join patient p on p.tenant_id = b.tenant_id and p.id = b.patient_id
             where p.name = '赵子涵' and b.open_time::date = '2026-11-20'`,
            [],
          )
        ).status
      await becomes(status, 3)

      await page.goto('/dashboard')
      await settled(page)
      await goBy(page, '随访')
      await page.waitForURL(/\/followManagementList/)
      await page.getByText('定期复查').first().tap()
      const pane = page.getByRole('complementary', { name: '随访详情' })
      await pane.getByRole('radio', { name: /恢复良好/ }).tap()
      await inSight(page, '保存')
      await pane.getByRole('button', { name: '保存' }).tap()
      await page.getByText('已登记').first().waitFor()

      await page.goto('/dashboard')
      await settled(page)
      await goBy(page, '排班')
      await page.waitForURL(/\/orgSchedule/)
      await page.getByText('许明哲').first().waitFor()
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '手机排班：点人、点班次、保存，提交在眼前；存进去的就是当天的班',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'director', clinic: CLINIC, size: 'phone' })
      await page.goto('/clinicSchedule?date=2026-11-25')
      await page.getByRole('tab', { name: '11月25日 周三' }).tap()
      const row = page.getByRole('list', { name: '11月25日排班' }).getByRole('button', { name: /^洪敏/ })
      await row.tap()
      const sheet = page.getByRole('dialog', { name: '洪敏 11月25日' })
      const evening = sheet.getByRole('button', { name: /^晚班/ })
      const box = await evening.boundingBox()
      assert.ok(box && box.height >= 44, JSON.stringify(box))
      await page.screenshot({ path: path.join(import.meta.dirname, 'shots', 'phone-plan-sheet.png') })
      await sheet.getByRole('button', { name: /^全日班/ }).tap()
      await sheet.waitFor({ state: 'detached' })
      await page.getByText('改了 1 格').waitFor()
      await inSight(page, /^保存/)
      await page.screenshot({ path: path.join(import.meta.dirname, 'shots', 'phone-plan.png') })
      await page.getByRole('button', { name: /^保存/ }).tap()
      const asked = page.getByRole('dialog', { name: /^影响 \d+ 位已约患者/ })
      await page
        .getByText(/保存成功，已生效|草稿已保存/)
        .or(asked)
        .first()
        .waitFor()
      if (await asked.isVisible()) await asked.getByRole('button', { name: '仍要生效，再逐个处理' }).tap()
      await page.getByText('改了 1 格').waitFor({ state: 'detached' })
      const kept = await one<{ names: string[] }>(
        stack.owner,
        `select array_agg(distinct s.name) as names from schedule d join employee e on e.tenant_id = d.tenant_id and e.id = d.employee_id
         left join shift s on s.tenant_id = d.tenant_id and s.id = d.shift_id where e.name = '洪敏' and d.date = '2026-11-25'`,
        [],
      )
      assert.deepEqual(kept.names, ['全日班'])
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '更多：搜功能和患者；把常用的放到底栏，换一台手机登录也一样；起始页按自己选的',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'admin', clinic: CLINIC, size: 'phone' })
      await page.goto('/dashboard')
      await settled(page)
      await bar(page).getByRole('button', { name: '更多' }).tap()
      await more(page).getByRole('button', { name: '换门诊' }).waitFor()
      await more(page)
        .getByRole('link', { name: /^我的 资料/ })
        .waitFor()
      await more(page).getByLabel('搜索功能和患者').fill('短信')
      await more(page)
        .getByRole('link', { name: /短信模板/ })
        .waitFor()
      await more(page).getByLabel('搜索功能和患者').fill('梁启明')
      await more(page)
        .getByRole('link', { name: /梁启明/ })
        .waitFor()
      await more(page).getByLabel('搜索功能和患者').fill('')

      await more(page)
        .getByRole('button', { name: /把常用的放到底栏/ })
        .tap()
      const choice = more(page).getByRole('region', { name: '底栏的四个位置' })
      await choice.getByRole('button', { name: /患者$/ }).tap()
      await choice.getByRole('button', { name: /收费$/ }).tap()
      await choice.getByRole('button', { name: '保存' }).tap()
      await bar(page).getByRole('link', { name: '收费' }).waitFor()
      assert.equal(await bar(page).getByRole('link', { name: '患者' }).count(), 1)
      await page.keyboard.press('Escape')
      await more(page).waitFor({ state: 'detached' })
      const second = await visit(browser, stack, { account: 'admin', clinic: CLINIC, size: 'phone' })
      await second.page.goto('/dashboard')
      await bar(second.page).getByRole('link', { name: '收费' }).waitFor()

      const desk = await visit(browser, stack, { account: 'admin', clinic: CLINIC })
      await desk.page.goto('/')
      await desk.page.waitForURL('**/dashboard')
      await desk.page.goto('/customizAtion')
      const start = desk.page.getByRole('combobox', { name: '起始页' })
      const kept = desk.page.waitForResponse('**/custom-menu/save')
      await start.click()
      await desk.page.locator('.ant-select-item-option').filter({ hasText: '收费' }).first().click()
      await kept
      await desk.page.goto('/')
      await desk.page.waitForURL('**/orderSet')
      assert.deepEqual([...problems, ...desk.problems], [])
    },
  },
]
