import assert from 'node:assert/strict'
import path from 'node:path'
import type { Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import type { Stack } from './stack.ts'
import { one } from './steps.ts'

const CLINIC = '望湖路门诊'
const picture = (page: Page, name: string) =>
  page.screenshot({ path: path.join(import.meta.dirname, 'shots', `invoices-${name}.png`) })

/** A bill of the demo that was paid at once with money, and of which no invoice was asked for. */
const paidInOneWay = (stack: Stack, place: number) =>
  one<{ id: string; sum: string }>(
    stack.owner,
    `select b.id, b.receivable_amount::text as sum from bill b join clinic c on c.tenant_id = b.tenant_id and c.id = b.clinic_id
     where c.name = $1 and b.status = 3 and b.receivable_amount between 300 and 900
       and not exists (select 1 from invoice_source s where s.bill_id = b.id)
       and not exists (select 1 from bill_payment y join pay_method m on m.tenant_id = y.tenant_id and m.id = y.pay_method_id
         where y.tenant_id = b.tenant_id and y.bill_id = b.id and (m.type <> 1 or y.kind <> 1))
     order by b.pay_time desc, b.id offset ${place} limit 1`,
    [CLINIC],
  )

export const journeys: Journey[] = [
  {
    name: '电子发票：收费台开给企业，税号写错就地说，开出后部分红冲，红冲不成的由另一人登记结果；被平台拒绝的改抬头重开；手机上看得全',
    async run({ browser, stack }) {
      const bill = await paidInOneWay(stack, 0)
      const atPlatform = () => stack.application.services.jobs.drain('invoice.carry')
      const desk = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      const { page } = desk
      await page.goto(`/orderSet?tab=paid&billId=${bill.id}`)
      await page.getByRole('button', { name: '开票' }).click()
      const dialog = page.getByRole('dialog', { name: '账单开票' })
      await dialog.getByText('企业', { exact: true }).click()
      await dialog.getByLabel('发票抬头').fill('杭州云栖信息技术有限公司')
      await dialog.getByLabel('纳税人识别号').fill('91330106MA2CG4L7X1')
      await dialog.getByLabel('邮箱').fill('caiwu@example.com')
      await dialog.getByRole('button', { name: `开票 ${bill.sum}` }).click()
      await dialog.getByText('纳税人识别号不正确').waitFor()
      await picture(page, 'dialog')
      assert.equal(await dialog.getByLabel('发票抬头').inputValue(), '杭州云栖信息技术有限公司')
      await dialog.getByLabel('纳税人识别号').fill('91330106MA2CG4L7XR')
      await dialog.getByRole('button', { name: `开票 ${bill.sum}` }).click()
      await dialog.getByText('开票中', { exact: true }).waitFor()
      await atPlatform()
      // It is issued by itself, and nothing is left to invoice.
      await dialog.getByText('已开', { exact: true }).waitFor()
      await dialog.getByText('可开的金额已全部开票').waitFor()
      await picture(page, 'issued')
      await page.keyboard.press('Escape')

      // Finance takes some of it back.
      const finance = await visit(browser, stack, { account: 'finance', clinic: CLINIC })
      const books = finance.page
      await books.goto('/invoices')
      await books.getByRole('row').filter({ hasText: '杭州云栖信息技术有限公司' }).first().click()
      const drawer = books.getByRole('dialog')
      await drawer.getByText(bill.sum).first().waitFor()
      await drawer.getByRole('button', { name: '红冲', exact: true }).click()
      const red = books.getByRole('dialog', { name: /^红冲 / })
      await red.getByLabel(/红冲金额/).fill('9999')
      await red.getByRole('button', { name: '红冲', exact: true }).click()
      await red.getByText(`最多可红冲 ${bill.sum} 元`).waitFor()
      await red.getByLabel(/红冲金额/).fill('100')
      await picture(books, 'red')
      await red.getByRole('button', { name: '红冲', exact: true }).click()
      await red.waitFor({ state: 'detached' })
      await atPlatform()
      await drawer.getByRole('list', { name: '红字发票' }).getByText('已开', { exact: true }).waitFor()
      await drawer.getByText('部分红冲').waitFor()
      await picture(books, 'drawer')

      // What the platform refuses is sent once more; then somebody else writes down what was done on the platform's own pages.
      await drawer.getByRole('button', { name: '红冲', exact: true }).click()
      await red.getByLabel(/红冲金额/).fill('50')
      await red.getByLabel('说明').fill('模拟拒绝')
      await red.getByRole('button', { name: '红冲', exact: true }).click()
      await red.waitFor({ state: 'detached' })
      await atPlatform()
      const reds = drawer.getByRole('list', { name: '红字发票' })
      await reds.getByText('失败', { exact: true }).waitFor()
      assert.equal(await reds.getByRole('button', { name: '登记结果' }).count(), 0)
      await reds.getByRole('button', { name: '重新红冲' }).click()
      await reds.getByText('失败', { exact: true }).waitFor({ state: 'detached' })
      await atPlatform()
      await reds.getByText('失败', { exact: true }).waitFor()
      const admin = await visit(browser, stack, { account: 'admin', clinic: CLINIC })
      await admin.page.goto('/invoices')
      await admin.page.getByRole('row').filter({ hasText: '杭州云栖信息技术有限公司' }).first().click()
      await admin.page.getByRole('button', { name: '登记结果' }).click()
      const found = admin.page.getByRole('dialog', { name: /^登记结果 / })
      await found.getByLabel('依据').fill('平台后台查询')
      await found.getByRole('button', { name: '登记', exact: true }).click()
      await found.getByText('请填写发票号码').waitFor()
      await found.getByLabel('发票号码').fill('26332000000012345678')
      await found.getByLabel('开票日期').fill('2026-11-20')
      await found.getByLabel('开票日期').press('Enter')
      await picture(admin.page, 'settle')
      await found.getByRole('button', { name: '登记', exact: true }).click()
      await found.waitFor({ state: 'detached' })
      await admin.page.getByRole('list', { name: '红字发票' }).getByText('26332000000012345678').waitFor()
      await picture(admin.page, 'settled')
      // The one refusal is that of the number left out.
      assert.deepEqual(admin.problems, [`answer: 400 ${stack.origin}/bill-api/invoice/settle`])
      await books.keyboard.press('Escape')

      // One that was refused is asked for again with another title.
      await books.getByText(/^失败 \d+$/).click()
      await books.getByRole('row').filter({ hasText: '已注销' }).first().click()
      await drawer.getByText('购方纳税人已注销，请核对抬头').waitFor()
      await picture(books, 'failed')
      await drawer.getByRole('button', { name: '重新开票' }).click()
      const again = books.getByRole('dialog', { name: /^重新开票/ })
      await again.getByLabel('发票抬头').fill('杭州恒创贸易有限公司')
      await again.getByRole('button', { name: '重新开票' }).click()
      await again.waitFor({ state: 'detached' })
      await atPlatform()
      await drawer.getByText('已开', { exact: true }).first().waitFor()
      await drawer.getByText('杭州恒创贸易有限公司（企业）').waitFor()

      // On the phone: the list, and one of it.
      const phone = await visit(browser, stack, { account: 'finance', clinic: CLINIC, size: 'phone' })
      await phone.page.goto('/invoices')
      await phone.page.getByText('部分红冲').first().waitFor()
      await picture(phone.page, 'phone-list')
      await phone.page.getByText('部分红冲').first().click()
      await phone.page.getByRole('dialog').getByText('发票号码').waitFor()
      await picture(phone.page, 'phone-drawer')
      assert.deepEqual([...desk.problems, ...finance.problems, ...phone.problems], [])
    },
  },
  {
    name: '自助开票：收据上的第二个码，患者用手机填抬头开出；写错的码说清楚',
    async run({ browser, stack }) {
      const bill = await paidInOneWay(stack, 3)
      const desk = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      const made = desk.page.waitForResponse((answer) => answer.url().endsWith('/invoice/code'))
      await desk.page.goto(`/print/receipt/${bill.id}`)
      await desk.page.getByRole('img', { name: '扫码开发票' }).waitFor()
      await picture(desk.page, 'receipt')
      const { data } = (await (await made).json()) as { data: { code: string } }

      const buyer = await visit(browser, stack, { size: 'phone' })
      const { page } = buyer
      await page.goto('/invoice')
      await page.getByLabel('开票码').fill('AAAA AAAA AAAA AAAA')
      await page.getByRole('button', { name: '查看' }).click()
      await page.getByRole('alert').getByText('没有这个开票码').waitFor()
      // The same code again would only be refused again.
      assert.equal(await page.getByRole('button', { name: '重试' }).count(), 0)
      await picture(page, 'own-unknown')
      await page.getByLabel('开票码').fill(data.code)
      await page.getByRole('button', { name: '查看' }).click()
      await page.getByText(CLINIC).waitFor()
      await page.getByRole('button', { name: `申请开票 ${bill.sum}` }).click()
      await picture(page, 'own-empty')
      await page.getByLabel('发票抬头').fill('沈佳')
      await page.getByRole('button', { name: `申请开票 ${bill.sum}` }).click()
      await page.getByText('开票中', { exact: true }).waitFor()
      await stack.application.services.jobs.drain('invoice.carry')
      await page.getByText('已开', { exact: true }).waitFor()
      await page.getByText('发票号码').waitFor()
      await picture(page, 'own-issued')
      assert.deepEqual(desk.problems, [])
    },
  },
]
