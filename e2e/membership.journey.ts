import assert from 'node:assert/strict'
import path from 'node:path'
import { addDays, formatDate, uuidv7 } from '@dentin/kit'
import type { Page } from 'playwright-core'
import { captchaProbe } from '../server/src/modules/identity/index.ts'
import { addYears } from '../server/src/modules/membership/rules.ts'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { JOURNEY_NOW, type Stack } from './stack.ts'

const TODAY = formatDate(JOURNEY_NOW)
/** The clinic of the demo that still has its gift days. */
const TRIAL = '城西门诊'

/** Keeps a picture of the page. */
async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: path.join(import.meta.dirname, 'shots', `membership-${name}.png`) })
}

/** One row that the owner of the tables sees. */
async function row<T>(stack: Stack, sql: string, values: unknown[] = []): Promise<T> {
  const { rows } = await stack.owner.query(sql, values)
  return rows[0] as T
}

/** S8's package: two years for 730.00, the first renewal for 634.00. */
async function sellTwoYears(stack: Stack): Promise<void> {
  await stack.owner.query(
    `insert into vip_package (id, kind, count, price, discount_price, sort_no, updated_at) values ($1, 'vip', 2, 730, 634, 15, now())`,
    [uuidv7()],
  )
}

export const journeys: Journey[] = [
  {
    name: '会员续费（S8）：提醒、漏选提示、未支付提醒、取消再下单、微信模拟支付后有效期顺延、开票 [vip-screens vip-dialog-opens online-payment-dialog vip-polling vip-unpaid-reminder]',
    async run({ browser, stack }) {
      await sellTwoYears(stack)
      const { clinic_id: clinicId, end_date: before } = await row<{ clinic_id: string; end_date: string }>(
        stack,
        `select t.clinic_id, t.end_date::text from vip_term t join clinic c on c.id = t.clinic_id where c.name = $1`,
        [TRIAL],
      )
      assert.equal(before, addDays(TODAY, 41))
      const { page, context, problems } = await visit(browser, stack, { account: 'admin', clinic: TRIAL })
      // The reminder stands once, over any page.
      await page.goto('/orderSet')
      await page.getByText('门诊会员还有 41 天到期').first().waitFor()
      await settled(page)
      assert.equal(await page.getByText('门诊会员还有 41 天到期').count(), 1)
      await page.goto('/vipInfoDetail')
      await page.getByText(`剩余 41 天`).waitFor()
      // The reminder: put away for good, it does not come back with the next page.
      await page.getByText('门诊会员还有 41 天到期').waitFor()
      await settled(page)
      await picture(page, 'detail')
      await page.getByRole('button', { name: '不再提醒' }).click()
      await page.getByText('门诊会员还有 41 天到期').waitFor({ state: 'detached' })
      await page.reload()
      await page.getByText(`剩余 41 天`).waitFor()
      assert.equal(await page.getByText('门诊会员还有 41 天到期').count(), 0)

      await page.getByRole('button', { name: '续费会员' }).click()
      const buy = page.getByRole('dialog', { name: '续费门诊会员' })
      await buy.getByRole('button', { name: '提交订单' }).click()
      await buy.getByText('请选择会员套餐').waitFor()
      await buy.getByText('请选择支付方式').waitFor()
      const twoYears = buy.getByRole('button', { name: /2 年/ })
      await twoYears.click()
      await buy.getByText('¥634.00').waitFor()
      await twoYears.click()
      await buy.getByText('请选择会员套餐').waitFor()
      await twoYears.click()
      await buy.getByText('微信支付', { exact: true }).click()
      await buy.getByText('电子普通发票').click()
      await picture(page, 'purchase')
      const paying = context.waitForEvent('page')
      await buy.getByRole('button', { name: '提交订单' }).click()
      const wxPay = await paying
      await page.waitForURL(/\/orderRecord\?pay=VIP/)
      assert.match(wxPay.url(), /\/wxPay\?orderNo=VIP/)
      const pay = page.getByRole('dialog', { name: '在线支付' })
      await pay.getByText('¥634.00').waitFor()
      await pay.getByText('模拟支付').waitFor()
      await picture(page, 'pay')
      await wxPay.close()

      // Somebody else comes upon the unpaid order, and cancels it; then a new one can be made.
      const second = await visit(browser, stack, { account: 'hq', clinic: TRIAL })
      await second.page.goto('/vipInfoDetail')
      const unpaid = second.page.getByRole('dialog', { name: '您有一张未支付的订单' })
      await unpaid.getByText('¥634.00').waitFor()
      await picture(second.page, 'unpaid')
      await unpaid.getByRole('button', { name: '取消订单' }).click()
      await second.page.getByRole('alertdialog').getByRole('button', { name: '取消订单' }).click()
      await second.page.getByText('订单已取消').waitFor()
      await unpaid.waitFor({ state: 'detached' })
      await second.context.close()
      await pay.getByText('订单已取消。').waitFor()
      await pay.getByRole('button', { name: '知道了' }).click()

      await page.goto('/vipInfoDetail?buy=1')
      await buy.getByRole('button', { name: /2 年/ }).click()
      await buy.getByText('微信支付', { exact: true }).click()
      const again = context.waitForEvent('page')
      await buy.getByRole('button', { name: '提交订单' }).click()
      const payPage = await again
      const opened = context.waitForEvent('page')
      await payPage.getByRole('link', { name: '模拟收银台' }).click()
      const cashier = await opened
      await cashier.getByRole('button', { name: '支付成功' }).click()
      await cashier.getByText('没有发生真实的扣款').waitFor()
      await page.bringToFront()
      await pay.getByText('支付成功').waitFor()
      const after = addYears(before, 2)
      await pay.getByText(after).waitFor()
      await picture(page, 'paid')
      await pay.getByRole('button', { name: '完成' }).click()
      const ledger = await row<{ end_date: string; n: number }>(
        stack,
        `select max(end_date)::text as end_date, count(*) filter (where source = 'order')::int as n from vip_extension where clinic_id = $1`,
        [clinicId],
      )
      assert.deepEqual(ledger, { end_date: after, n: 1 })

      await page.getByRole('button', { name: '申请发票' }).click()
      const invoice = page.getByRole('dialog', { name: '申请发票' })
      await invoice.getByText('增值税专用发票').click()
      await invoice.getByRole('button', { name: '提交申请' }).click()
      for (const words of ['发票抬头', '税号', '注册地址', '注册电话', '开户银行', '银行账号', '收票邮箱'])
        await invoice.getByText(`请填写${words}`).waitFor()
      await picture(page, 'invoice')
      await invoice.getByText('电子普通发票').click()
      await invoice.getByLabel('发票抬头').fill('城西门诊部有限公司')
      await invoice.getByLabel('税号').fill('91330106MA2B1C3D4E')
      await invoice.getByLabel('收票邮箱').fill('caiwu@example.cn')
      await invoice.getByRole('button', { name: '提交申请' }).click()
      await page.getByText('提交成功').waitFor()
      await page.getByText('待开票').waitFor()
      await page.getByRole('tab', { name: '会员信息' }).click()
      await page.getByText(`有效期至 ${after}`).waitFor()
      // The charge record tells what was paid, not what was cancelled.
      await page.getByRole('tab', { name: '缴费记录' }).click()
      await page.waitForURL('**/vipChargeRecord')
      await page.getByRole('row').filter({ hasText: '634.00' }).first().waitFor()
      assert.equal(await page.getByRole('row').filter({ hasText: '已取消' }).count(), 0)
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '对公转账：账户信息可复制，等待平台确认并给出提示；医保会员没有账号时有警告 [vip-screens vip-corporate-hint medicare-missing]',
    async run({ browser, stack }) {
      const { page, context } = await visit(browser, stack, { account: 'admin', clinic: TRIAL, size: 'phone' })
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.goto('/vipInfoDetail?buy=1')
      const buy = page.getByRole('dialog', { name: '续费门诊会员' })
      await buy.getByRole('button', { name: /^1 年/ }).click()
      await buy.getByText('对公转账', { exact: true }).click()
      await picture(page, 'purchase-phone')
      await buy.getByRole('button', { name: '提交订单' }).click()
      const transfer = page.getByRole('dialog', { name: '对公转账' })
      await transfer.getByText('请在付款后联系我们，我们会进行确认').waitFor()
      await transfer.getByText('待确认收款').waitFor()
      await transfer.getByRole('button', { name: '复制转账金额' }).click()
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '365.00')
      await picture(page, 'transfer-phone')
      await transfer.getByRole('button', { name: '知道了' }).click()
      await transfer.waitFor({ state: 'detached' })
      await page.getByText('待确认收款').waitFor()
      assert.equal(context.pages().length, 1)

      await page.goto('/medicareOrderRecord')
      await page.getByText('暂无医保账号').waitFor()
      await settled(page)
      await picture(page, 'medicare-phone')
      assert.equal(await page.getByRole('button', { name: '开通会员' }).isDisabled(), true)
    },
  },
  {
    name: '登录后提示平台赠送的 99 天会员，只提示一次 [login-gift vip-gift]',
    async run({ browser, stack }) {
      const signIn = async (page: Page) => {
        const captcha = page.waitForResponse((response) => response.url().includes('/image-captcha'))
        await page.goto('/login')
        const { data } = (await (await captcha).json()) as { data: { captchaId: string } }
        await settled(page)
        await page.getByLabel('账号或手机号').fill('admin')
        await page.getByLabel('密码', { exact: true }).fill('Dentin#2026')
        await page.getByLabel('验证码', { exact: true }).fill(captchaProbe.answers?.get(data.captchaId) ?? '')
        await page.keyboard.press('Enter')
        await page.getByRole('button', { name: TRIAL }).click()
        await page.waitForURL('**/dashboard')
      }
      const first = await visit(browser, stack)
      await signIn(first.page)
      const gift = first.page.getByRole('dialog', { name: '会员赠送' })
      await gift.getByText(`平台赠送您 99 天会员，有效期至 ${addDays(TODAY, 41)}`).waitFor()
      await picture(first.page, 'gift')
      await gift.getByRole('button', { name: '开始使用' }).click()
      await gift.waitFor({ state: 'detached' })
      await first.page.reload()
      await settled(first.page)
      assert.equal(await gift.count(), 0)
      await first.context.close()
      const second = await visit(browser, stack)
      await signIn(second.page)
      await settled(second.page)
      assert.equal(await second.page.getByText('平台赠送您').count(), 0)
    },
  },
]
