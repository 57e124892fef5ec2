import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator } from 'playwright-core'
import { rowsOf, sheetOf } from '../server/test/forms.ts'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { one } from './steps.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const picture = (name: string) => path.join(import.meta.dirname, 'shots', `cockpit-${name}.png`)

export const journeys: Journey[] = [
  {
    name: '驾驶舱：总部改目标，排名跟着变；粘贴有错的表格什么也不改；填一笔投放，同一来源同月再填说清楚；从门诊名打开报表',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'hq', clinic: '望湖路门诊' })
      await page.goto('/homeCockpit')
      const ranking = page.getByRole('region', { name: '门诊排名' })
      const row = ranking.getByRole('listitem').filter({ hasText: '城西' })
      await row.waitFor()
      await page.getByRole('region', { name: '来源' }).first().scrollIntoViewIfNeeded()
      await page.screenshot({ path: picture('second') })

      await page.getByRole('button', { name: '目标', exact: true }).click()
      const goals = page.getByRole('dialog', { name: '目标' })
      const cell = goals.getByRole('textbox', { name: '城西 11月' })
      await cell.waitFor()
      await page.screenshot({ path: picture('goals') })
      await cell.focus()
      await cell.evaluate((field) => {
        const data = new DataTransfer()
        data.setData('text', '300000\t三十万')
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      })
      await goals.getByText('没有粘贴：有 1 格不对').waitFor()

      // The sheet: what is wrong is said with its row, and nothing changes; what is right fills the grid and is saved by hand.
      const heads = ['年份', '门诊', '口径', '10月', '11月', '12月']
      const send = async (...rows: (string | number | null)[][]) => {
        const buffer = await sheetOf([heads, ...rows])
        await goals.getByLabel('目标表格').setInputFiles({ name: '目标.xlsx', mimeType: XLSX, buffer })
      }
      await send(['2026', '城西', '实收目标', null, -1, '三十万'])
      await goals.getByText('没有导入：有 2 格不对').waitFor()
      await goals.getByText('第 2 行 11月：目标不能小于 0').waitFor()
      await page.screenshot({ path: picture('sheet-refused') })
      const typed = goals.getByRole('textbox', { name: '城西 12月' })
      await typed.fill('880000')
      await send(['2026', '城西', '收入目标', null, null, '95万'])
      await page.getByText(/表格里有 \d 个目标与现在不同，看过后保存/).waitFor()
      await goals.getByText('收入目标', { exact: true }).click()
      assert.equal(await goals.getByRole('textbox', { name: '城西 12月' }).inputValue(), '950000.00')
      await page.screenshot({ path: picture('sheet') })
      const download = page.waitForEvent('download')
      await goals.getByRole('button', { name: '导出表格' }).click()
      const exported = await rowsOf(readFileSync(await (await download).path()))
      assert.ok(exported.some((row) => row[1] === '城西' && row[2] === '实收目标'))
      await goals.getByText('实收目标', { exact: true }).click()
      // What was typed of the other sum of that month is still there.
      assert.equal(Number(await typed.inputValue()), 880_000)
      await cell.fill('1000000')
      await goals.getByRole('button', { name: '保存目标' }).click()
      await page.getByText(/已保存 \d 个目标/).waitFor()
      await goals.getByRole('button', { name: '关闭', exact: true }).last().click()
      await row.getByText('/ 100', { exact: false }).waitFor()
      const kept = await one<{ sum: string }>(
        stack.owner,
        `select g.takings_amount::text as sum from clinic_target g join clinic c on c.tenant_id = g.tenant_id and c.id = g.clinic_id
         where c.short_name = $1 and g.month = '2026-11-01'`,
        ['城西'],
      )
      assert.equal(kept.sum, '1000000.00')
      // Far behind now: it is among what waits for somebody.
      await page
        .getByRole('region', { name: '要处理' })
        .getByText(/城西预计只完成/)
        .waitFor()

      await page.getByRole('button', { name: '投放', exact: true }).click()
      const spends = page.getByRole('dialog', { name: '投放', exact: true })
      await spends.getByRole('button', { name: '填写投放' }).click()
      const form = page.getByRole('dialog', { name: '填写投放' })
      await form.waitFor()
      await page.screenshot({ path: picture('spend') })
      await form.getByRole('combobox', { name: '来源' }).click()
      await page.locator('.ant-select-item-option').filter({ hasText: '美团' }).first().click()
      await form.getByLabel('金额').fill('500')
      await form.getByRole('button', { name: '保存' }).click()
      await form
        .getByText(/已填写 3,000\.00 元，请修改那一笔/)
        .first()
        .waitFor()
      await page.keyboard.press('Escape')
      await form.waitFor({ state: 'hidden' })
      await page.keyboard.press('Escape')
      await spends.waitFor({ state: 'hidden' })

      await row.getByRole('link', { name: '城西' }).click()
      await page.waitForURL(/\/analysisData\?from=2026-11-01&to=2026-11-20&clinics=/)
      await page.getByText('分类收入').first().waitFor()
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '财务从驾驶舱的一个数追到分录：不超过 5 次点击，每一步的数都对得上',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'finance' })
      await page.goto('/homeCockpit')
      let clicks = 0
      const click = async (what: Locator) => {
        clicks += 1
        await what.click()
      }
      const here = page.getByRole('region', { name: '门诊排名' }).getByRole('link', { name: '望湖路' })
      await here.waitFor()
      await settled(page)
      await click(here)
      await page.waitForURL(/\/analysisData\?/)
      // The figure of one day, its rows, the document of one of them, and what that came to in the ledger.
      const cell = page.getByRole('button', { name: /^实收 .*看明细$/ }).first()
      await cell.waitFor()
      await settled(page)
      const shown = await cell.innerText()
      await click(cell)
      const rows = page.getByRole('dialog', { name: '实收' })
      await rows.getByRole('table').waitFor()
      assert.ok((await rows.innerText()).includes(shown), shown)
      await click(
        rows
          .getByRole('link')
          .filter({ hasText: /^SF|^ZD|^[A-Z]{2}\d/ })
          .first(),
      )
      await page.waitForURL(/\/orderSet\?billId=/)
      const paid = page.getByRole('button', { name: /^已付 .*看分录$/ }).first()
      await paid.waitFor()
      const amount = Number((await paid.innerText()).replace(/[^\d.]/g, ''))
      await click(paid)
      const postings = page.getByRole('dialog', { name: '已付的分录' }).getByRole('listitem')
      await postings.first().waitFor()
      const signed = await postings.locator('> :nth-child(2)').allInnerTexts()
      const sum = signed.reduce((all, text) => all + Number(text.replaceAll(',', '').replace('−', '-')), 0)
      assert.equal(sum.toFixed(2), amount.toFixed(2))
      assert.ok(clicks <= 5, `${clicks} clicks`)
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '驾驶舱：医生、来源、构成、牙椅的每个数点开就是它的明细，合计对得上；比率看得到分子分母；返回原处；指标名说明口径',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'hq' })
      await page.goto('/homeCockpit')
      await page.getByRole('region', { name: '医生' }).first().waitFor()
      await settled(page)
      const drawer = (name: string) => page.getByRole('dialog', { name })
      /** Opens a cell; the sum of its rows is what the cell says. */
      const opened = async (region: string, cell: RegExp, name: string) => {
        const one = page.getByRole('region', { name: region }).first().getByRole('button', { name: cell }).first()
        const text = await one.innerText()
        await one.click()
        await drawer(name).getByRole('table').waitFor()
        return text
      }
      const takings = await opened('医生', /实收 .*看明细$/, '实收')
      assert.ok((await drawer('实收').innerText()).includes(takings), takings)
      await page.screenshot({ path: picture('rows') })
      await page.goBack()
      await drawer('实收').waitFor({ state: 'hidden' })
      const first = await opened('来源', /初诊.* \d+，看明细$/, '初诊')
      assert.ok((await drawer('初诊').innerText()).includes(first), first)
      await page.keyboard.press('Escape')
      await opened('实收构成', /万元，看明细$/, '实收')
      await page.keyboard.press('Escape')
      await page
        .getByRole('button', { name: /^成交率 .*看明细$/ })
        .first()
        .click()
      const parts = drawer('成交率').getByRole('radiogroup', { name: '组成' })
      await parts.waitFor()
      assert.equal(await parts.getByRole('radio').count(), 2)
      await page.keyboard.press('Escape')

      // The head of a column says what its figure means, to the keyboard too.
      await page.goto('/analysisData')
      const head = page.getByRole('columnheader').getByRole('button', { name: '实收', exact: true })
      await head.focus()
      await page.getByRole('tooltip').getByText(/按/).waitFor()
      await page.screenshot({ path: picture('meaning') })
      assert.deepEqual(problems, [])
    },
  },
]
