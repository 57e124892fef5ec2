import assert from 'node:assert/strict'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'

const amountOf = (text: string) => Number(text.replaceAll(/[^\d.−-]/g, '').replace('−', '-')).toFixed(2)

export const journeys: Journey[] = [
  {
    name: '报表：总部看运营报表，对比去年，按门诊分组，点开一个数字看明细到账单，返回原处；院长只看本门诊；手机上也看得',
    async run({ browser, stack }) {
      const { page, context } = await visit(browser, stack, { account: 'hq' })
      await page.goto('/dataAdministration')
      await page.waitForURL(/\/analysisData/)
      await page.getByRole('img', { name: /^实收：/ }).waitFor()
      await page.goto('/analysisData?compare=year&by=clinic')
      const table = page.getByRole('table', { name: '门诊' })
      await table.getByRole('row').nth(2).waitFor()
      // The foot is what its rows come to.
      const takings = table.getByRole('button', { name: /^实收 .*看明细$/ })
      await takings.first().waitFor()
      const texts = await takings.allInnerTexts()
      const amounts = texts.map((text) => Number(amountOf(text)))
      const foot = amounts.pop() as number
      assert.equal(amounts.reduce((sum, each) => sum + each, 0).toFixed(2), foot.toFixed(2))
      // A cell opens the rows that it is made of, and a row its bill; back is the place where it was opened.
      const [shown] = texts
      await takings.first().click()
      const drawer = page.getByRole('dialog', { name: '实收' })
      await drawer.getByRole('table').waitFor()
      assert.ok((await drawer.innerText()).includes(shown as string), `${shown ?? ''} is what its rows come to`)
      await drawer.getByRole('link').first().click()
      await page.waitForURL(/\/orderSet\?billId=/)
      await page.goBack()
      await page.waitForURL(/\/analysisData\?.*figure=C1/)
      await page.getByRole('dialog', { name: '实收' }).getByRole('table').waitFor()

      // What it is held against opens the rows of its own span.
      await page.goto('/analysisData?compare=year&by=clinic')
      const before = table.getByRole('button', { name: /^对比期实收 .*看明细$/ }).first()
      const was = ((await before.getAttribute('title')) ?? '').replace('对比期 ', '')
      await before.click()
      const then = page.getByRole('dialog', { name: '实收（去年同期）' })
      await then.getByRole('table').waitFor()
      assert.ok((await then.innerText()).includes(was), `${was} is what the rows of the year before come to`)

      // How it is looked at is kept under a name, opened again in one press, and printed as it is.
      await page.goto('/analysisData?compare=year&by=clinic')
      await page.getByRole('button', { name: '视图' }).click()
      await page.getByRole('menuitem', { name: '存为视图…' }).click()
      const dialog = page.getByRole('dialog', { name: '存为视图' })
      await dialog.getByRole('textbox', { name: '名称' }).fill('各店同比')
      await dialog.getByRole('button', { name: '保存' }).click()
      await page.getByRole('button', { name: '各店同比' }).waitFor()
      await page.goto('/analysisData?by=quarter&period=year')
      await page.getByRole('table', { name: '季' }).getByRole('row').nth(2).waitFor()
      await page.getByRole('button', { name: '视图' }).click()
      await page.getByRole('menuitem', { name: '各店同比' }).click()
      await page.waitForURL(
        (url) => url.searchParams.get('by') === 'clinic' && url.searchParams.get('compare') === 'year',
      )
      await table.getByRole('row').nth(2).waitFor()
      const paper = await page.getByRole('link', { name: '打印' }).getAttribute('href')
      await page.goto(paper ?? '')
      await page.getByRole('heading', { name: '运营报表' }).waitFor()
      await page.getByRole('row', { name: /^合计/ }).first().waitFor()
      const printed = await page.getByRole('article').innerText()
      assert.ok(printed.includes(texts.at(-1) as string), 'the paper says what the screen says')
      await context.close()

      const director = await visit(browser, stack, { account: 'director', size: 'phone' })
      await director.page.goto('/analysisData?by=clinic')
      const own = director.page.getByRole('table', { name: '门诊' })
      await own.getByRole('row').nth(2).waitFor()
      await settled(director.page)
      // A head, the own clinic, the foot.
      assert.equal(await own.getByRole('row').count(), 3)
      await director.context.close()
    },
  },
  {
    name: '财务报表：收款流水一笔一行、按交班小计，点开一列是这种方式收的钱；分类收入上下相加等于实收；应收余额与逾期提醒到催收；手机上也看得',
    async run({ browser, stack }) {
      const { page, context } = await visit(browser, stack, { account: 'finance' })
      await page.goto('/financialManagement')
      await page.waitForURL(/\/incomeSummary/)
      const income = page.getByRole('table', { name: '收费类别' })
      const takings = income.getByRole('button', { name: /^实收 .*看明细$/ })
      await takings.first().waitFor()
      const foot = amountOf((await takings.allInnerTexts()).at(-1) as string)
      await page.getByRole('tab', { name: '收款流水' }).click()
      await page.waitForURL(/\/accountStatement/)
      await page.goto('/accountStatement?period=month')
      const statement = page.getByRole('table', { name: '流水' })
      const all = statement.locator('tfoot').getByRole('button', { name: /^实收 .*看明细$/ })
      await all.waitFor()
      // A long table draws only what is in sight: the words of its foot are there all the same.
      assert.equal(amountOf((await all.textContent()) ?? ''), foot)
      // A way to pay opens its movements, and a movement its bill.
      await statement
        .locator('tfoot')
        .getByRole('button', { name: /^微信 .*看明细$/ })
        .click()
      const drawer = page.getByRole('dialog')
      await drawer.getByRole('table').waitFor()
      await drawer.getByRole('link').first().click()
      await page.waitForURL(/\/orderSet\?billId=/)
      await page.goBack()
      await page.waitForURL(/\/accountStatement\?.*figure=C1/)

      // What is owed, by patient and by bill; what is late leads to where it is asked for.
      await page.goto('/collectionBalanceSheet?by=bill')
      await page.getByRole('img', { name: /^欠费的变动：/ }).waitFor()
      await page
        .getByRole('table', { name: '账单' })
        .getByRole('button', { name: /^期末欠费 / })
        .first()
        .waitFor()
      await page.goto('/customerService')
      const late = page.getByRole('table', { name: '逾期款项' })
      await late.getByRole('link').first().click()
      await page.waitForURL(/\/instalments\?billId=/)
      await context.close()

      const desk = await visit(browser, stack, { account: 'reception', size: 'phone' })
      await desk.page.goto('/dataAdministration')
      await desk.page.waitForURL(/\/(employeeReport|customerService|clinicaccountStatement)/)
      await desk.page.goto('/clinicaccountStatement')
      await desk.page.getByRole('table', { name: '流水' }).getByRole('row').nth(2).waitFor()
      await settled(desk.page)
      await desk.context.close()
    },
  },
]
