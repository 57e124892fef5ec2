import assert from 'node:assert/strict'
import path from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { contract } from '@dentin/contract'
import type { Page } from 'playwright-core'
import { call } from './calls.ts'
import type { Journey } from './journeys.ts'
import { settled, visit, type SIZES } from './page.ts'
import type { Stack } from './stack.ts'

const CLINIC = '望湖路门诊'
const { membership, payment } = contract

/** Keeps a picture of the page. */
async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: path.join(import.meta.dirname, 'shots', `pay-${name}.png`) })
}

/** An order of the clinic, ready to be paid; one that was open is cancelled first. */
async function order(stack: Stack, payType: 0 | 1) {
  const { token } = await stack.session('admin', CLINIC)
  const { unpaid, packages } = await call(stack, token, membership.preCharge, {})
  if (unpaid) await call(stack, token, membership.cancelCharge, { id: unpaid.orderId })
  const first = packages[0]
  assert.ok(first)
  const wish = { settingId: first.settingId, count: first.count, payType, invoiceType: null }
  return { token, ...(await call(stack, token, membership.charge, wish)) }
}

/** The same of the medical insurance membership; the clinic gets its account there first. */
async function medicalOrder(stack: Stack) {
  const { token } = await stack.session('admin', CLINIC)
  const { hasAccount } = await call(stack, token, membership.medicalIsOpen, {})
  if (!hasAccount) {
    const account = { orgCode: 'H33010600118', operatorNo: 'op01', password: 'Ybmm#2026', areaCode: '330106' }
    await call(stack, token, membership.medicalSaveAccount, account)
  }
  const { unpaid, packages } = await call(stack, token, membership.medicalPreCharge, {})
  if (unpaid) await call(stack, token, membership.medicalCancelCharge, { id: unpaid.orderId })
  const first = packages[0]
  assert.ok(first)
  const wish = { settingId: first.settingId, count: first.count, payType: 1 as const, invoiceType: null }
  return { token, ...(await call(stack, token, membership.medicalCharge, wish)) }
}

const SIZES_SEEN: (keyof typeof SIZES)[] = ['desktop', 'phone']

export const journeys: Journey[] = [
  {
    name: '微信付款：扫码页、模拟收银台、自动变为支付成功，两种屏幕',
    async run({ browser, stack }) {
      for (const size of SIZES_SEEN) {
        const { page, context, problems } = await visit(browser, stack, { account: 'admin', clinic: CLINIC, size })
        const { url, orderNo } = await order(stack, 1)
        await page.goto(url as string)
        await page.getByRole('img', { name: '微信付款二维码' }).waitFor()
        await settled(page)
        await picture(page, `wx-${size}`)
        assert.match(await page.getByText(/后失效/).innerText(), /1[45]:\d\d/)
        const opened = context.waitForEvent('page')
        await page.getByRole('link', { name: '模拟收银台' }).click()
        const cashier = await opened
        await cashier.getByText('模拟支付').waitFor()
        await picture(cashier, `cashier-${size}`)
        await cashier.getByRole('button', { name: '支付失败' }).click()
        await cashier.getByText('支付失败：模拟余额不足').waitFor()
        await page.getByRole('button', { name: '我已付款' }).click()
        await page.getByText('还没有收到付款').waitFor()
        await cashier.getByRole('button', { name: '支付成功' }).click()
        await cashier.getByText('没有发生真实的扣款').waitFor()
        await picture(cashier, `cashier-paid-${size}`)
        await page.bringToFront()
        await page.getByRole('heading', { name: '支付成功' }).waitFor()
        await picture(page, `wx-paid-${size}`)
        const { rows } = await stack.owner.query('select status from vip_order where order_no = $1', [orderNo])
        assert.equal((rows[0] as { status: number }).status, 1)
        assert.deepEqual(problems, [])
        await page.getByRole('link', { name: '返回订单记录' }).click()
        await page.waitForURL(/\/orderRecord/)
      }
    },
  },
  {
    name: '支付宝付款：直接前往收银台，付完回来看到支付成功；后退不会再被带走',
    async run({ browser, stack }) {
      for (const size of SIZES_SEEN) {
        const { page } = await visit(browser, stack, { account: 'admin', clinic: CLINIC, size })
        const { url } = await order(stack, 0)
        await page.goto(url as string)
        await page.waitForURL(/\/sandbox-pay\/cashier\//)
        await page.goBack()
        await page.getByRole('button', { name: '前往支付宝付款' }).waitFor()
        await settled(page)
        await picture(page, `ali-${size}`)
        await page.getByRole('button', { name: '前往支付宝付款' }).click()
        await page.waitForURL(/\/sandbox-pay\/cashier\//)
        await page.getByRole('button', { name: '支付成功' }).click()
        await page.waitForURL(/\/pay\?orderNo=/)
        await page.getByRole('heading', { name: '支付成功' }).waitFor()
        await picture(page, `ali-paid-${size}`)
      }
    },
  },
  {
    name: '付款链接：不登录也能付，只能打开一次；没有链接什么都看不到',
    async run({ browser, stack }) {
      const { token, orderNo, title, url } = await order(stack, 1)
      const { ticket } = await call(stack, token, payment.makeTicket, { orderNo })
      const stranger = await visit(browser, stack, { size: 'phone' })
      await stranger.page.goto(url as string)
      await stranger.page.getByText('登录后才能付款').waitFor()
      await picture(stranger.page, 'nobody')
      assert.equal(await stranger.page.getByText(title).count(), 0)
      // As a link that is opened: the page that is there already would only see another hash.
      await stranger.page.goto('about:blank')
      await stranger.page.goto(`/wxPay#ticket=${ticket}`)
      await stranger.page.getByRole('img', { name: '微信付款二维码' }).waitFor()
      assert.equal(stranger.page.url(), `${stack.origin}/wxPay`)
      await picture(stranger.page, 'ticket')
      const other = await visit(browser, stack)
      await other.page.goto(`/wxPay#ticket=${ticket}`)
      await other.page.getByText('付款链接已使用或已过期').waitFor()
      await picture(other.page, 'ticket-gone')
      const { unpaid } = await call(stack, token, membership.preCharge, {})
      await call(stack, token, membership.cancelCharge, { id: unpaid?.orderId as string })
      await stranger.page.getByRole('heading', { name: '订单已关闭' }).waitFor()
      await picture(stranger.page, 'closed')
    },
  },
  {
    name: '医保会员订单：二维码过期后重新获取；订单取消后才付的款，页面说明去向',
    async run({ browser, stack }) {
      for (const size of SIZES_SEEN) {
        const { page, context } = await visit(browser, stack, { account: 'admin', clinic: CLINIC, size })
        const { token, orderId, orderNo, title, url } = await medicalOrder(stack)
        assert.equal(url, `/medicareWxPay?orderNo=${orderNo}`)
        await page.goto(url)
        await page.getByRole('img', { name: '微信付款二维码' }).waitFor()
        await page.getByText(title).waitFor()
        await settled(page)
        await picture(page, `medical-${size}`)
        await context.clock.fastForward('15:05')
        const renew = page.getByRole('button', { name: '重新获取' })
        await renew.waitFor()
        await picture(page, `expired-${size}`)
        await renew.click()
        await page.getByText(/后失效/).waitFor()
        const cashier = await page.getByRole('link', { name: '模拟收银台' }).getAttribute('href')
        await call(stack, token, membership.medicalCancelCharge, { id: orderId })
        await page.getByRole('heading', { name: '订单已关闭' }).waitFor()
        const paid = await fetch(stack.origin + cashier, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'action=paid',
        })
        assert.equal(paid.status, 200)
        // The notice of the payment comes by itself; the page is read again when it is there.
        const strayed = () => stack.owner.query('select reason from strayed_payment where order_no = $1', [orderNo])
        for (let n = 0; n < 300 && (await strayed()).rows.length === 0; n++) await rest(50)
        await page.reload()
        await page.getByRole('heading', { name: '已收到付款，但订单已关闭' }).waitFor()
        await picture(page, `strayed-${size}`)
        assert.deepEqual((await strayed()).rows, [{ reason: 'closed' }])
      }
    },
  },
]
