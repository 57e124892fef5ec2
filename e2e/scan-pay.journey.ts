import assert from 'node:assert/strict'
import path from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { told, visit } from './page.ts'
import { one } from './steps.ts'
import type { Stack } from './stack.ts'

const CLINIC = '望湖路门诊'
/** In the page: a key pressed in the same moment in which something comes into view. */
function pressOnceSeen({ key, selector }: { key: string; selector: string }) {
  const seen = new MutationObserver(() => {
    if (!document.querySelector(selector)) return
    seen.disconnect()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })
  seen.observe(document.body, { childList: true, subtree: true })
}

const payment = (page: Page) => page.getByRole('region', { name: '收款' })
const picture = (page: Page, name: string) =>
  page.screenshot({ path: path.join(import.meta.dirname, 'shots', `scan-pay-${name}.png`) })

const waiting = (stack: Stack, place: number) =>
  one<{ id: string; sum: string }>(
    stack.owner,
    `select b.id, b.receivable_amount::text as sum from bill b join clinic c on c.tenant_id = b.tenant_id and c.id = b.clinic_id
     where c.name = $1 and b.status = 1 and b.receivable_amount > 0 order by b.open_time desc, b.id offset ${place} limit 1`,
    [CLINIC],
  )
const booked = (stack: Stack, id: string) =>
  one<{ status: number; paid: string; cash: string; clearing: string }>(
    stack.owner,
    `select b.status, b.paid_amount::text as paid,
       (select sum(p.amount)::text from ledger_posting p join ledger_entry e on e.tenant_id = p.tenant_id and e.id = p.entry_id
         join gateway_trade t on t.id = e.document_id join scan_payment s on s.id = t.order_id
         where s.bill_id = b.id and p.account = 'cash') as cash,
       (select coalesce(sum(p.amount), 0)::text from ledger_posting p where p.tenant_id = b.tenant_id and p.account = 'clearing') as clearing
     from bill b where b.id = $1`,
    [id],
  )

export const journeys: Journey[] = [
  {
    name: '微信扫码：键盘选微信、出二维码，患者付款后收费台自己显示已收；金额不差一分',
    alone: true,
    async run({ browser, stack }) {
      const bill = await waiting(stack, 0)
      const { page, problems } = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      await page.goto(`/orderSet?billId=${bill.id}`)
      await payment(page).getByRole('button', { name: '微信' }).waitFor()
      await page.keyboard.press('F6')
      await payment(page).getByText('模拟支付').waitFor()
      await page.keyboard.press('F7')
      const code = page.getByRole('img', { name: '微信付款二维码' })
      await code.waitFor()
      await payment(page).getByText('模拟支付').waitFor()
      await picture(page, 'code')
      const cashier = (await page.getByRole('link', { name: '打开模拟收银台' }).getAttribute('href')) ?? ''
      const begun = Date.now()
      const answer = await fetch(stack.origin + cashier, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'action=paid',
      })
      assert.equal(answer.status, 200)
      const paidAt = Date.now()
      // Looked for at each picture that the browser draws: a locator looks twice a second only.
      const isPaid = () => document.querySelector('section[aria-label="收款"]')?.textContent?.includes('收款流水')
      await page.waitForFunction(isPaid, null, { polling: 'raf' })
      const seen = Date.now() - paidAt
      assert.ok(seen < 1_000, `the desk saw it after ${seen} ms (${paidAt - begun} ms at the gateway)`)
      await page
        .getByText(/^已收 /)
        .first()
        .waitFor()
      assert.deepEqual(await booked(stack, bill.id), { status: 3, paid: bill.sum, cash: bill.sum, clearing: '0.00' })
      await picture(page, 'paid')
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '付款码：过期的码说清楚、填的都还在；换一个码一次收完；停止收款回到待收费',
    async run({ browser, stack }) {
      const bill = await waiting(stack, 1)
      const { page, problems } = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      await page.goto(`/orderSet?billId=${bill.id}`)
      await payment(page).getByRole('button', { name: '微信' }).waitFor()
      await page.keyboard.press('F6')
      await payment(page).getByText('模拟支付').waitFor()
      // Stopped: the bill waits again, and what was typed is still there.
      // What the desk reads again after a step may take long: neither F9 nor Enter is lost for it.
      await page.route('**/bill-api/v2/bill/list', async (route) => {
        await rest(1_500)
        await route.continue()
      })
      await page.keyboard.press('F7')
      const stop = page.getByRole('button', { name: '停止收款，换一种方式' })
      await stop.waitFor()
      // In the very moment in which the amounts are back: a key works as soon as its screen is seen.
      await page.evaluate(pressOnceSeen, { key: 'F9', selector: 'input[aria-label="微信金额"]' })
      await stop.click()
      const field = payment(page).getByRole('textbox', { name: '付款码' })
      await field.fill('134567890123456701')
      // A gateway that takes its time: the desk shows the bill being paid before the code is refused, and what was typed outlasts that.
      await stack.owner.query(`
        create function wait_for_journey() returns trigger language plpgsql as
          'begin perform pg_advisory_xact_lock(1); return new; end';
        create trigger wait_for_journey before update on gateway_trade for each row execute function wait_for_journey();
        select pg_advisory_lock(1)`)
      await field.press('Enter')
      await payment(page).getByText('等待患者在手机上确认付款').waitFor()
      await stack.owner.query('select pg_advisory_unlock(1)')
      await payment(page).getByText('付款码已过期或已用过，请患者刷新付款码后再扫').waitFor()
      await picture(page, 'expired')
      // The next scan takes the place of the code that was refused.
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === '付款码')
      await page.keyboard.type('134567890123456788')
      await page.keyboard.press('Enter')
      await payment(page).getByText('收款流水').waitFor()
      assert.deepEqual(await booked(stack, bill.id), { status: 3, paid: bill.sum, cash: bill.sum, clearing: '0.00' })
      // The expired code is answered with a refusal, which the browser notes.
      assert.deepEqual(
        problems.filter((each) => !/scan-pay\/start/.test(each)),
        [],
      )
    },
  },
  {
    name: '扫码还欠款：停一次、先还一部分，患者付款后收费台自己显示已收，余下的还欠着',
    async run({ browser, stack }) {
      const bill = await one<{ id: string; owed: string; paid: string }>(
        stack.owner,
        `select b.id, b.arrears_amount::text as owed, b.paid_amount::text as paid from bill b join clinic c on c.tenant_id = b.tenant_id and c.id = b.clinic_id
         where c.name = $1 and b.status = 2 and b.arrears_amount > 200 and not exists (select 1 from instalment_plan i where i.bill_id = b.id)
         order by b.open_time, b.id limit 1`,
        [CLINIC],
      )
      const { page, problems } = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      await page.goto(`/orderSet?tab=arrears&billId=${bill.id}`)
      await payment(page).getByRole('button', { name: '微信' }).click()
      await payment(page).getByText('模拟支付').waitFor()
      await payment(page).getByRole('textbox', { name: '微信金额' }).fill('120.50')
      await payment(page).getByRole('button', { name: '微信扫码' }).click()
      await page.getByRole('img', { name: '微信付款二维码' }).waitFor()
      await picture(page, 'repay')
      // While a code is shown no key chooses another way or notes the money down by word of mouth.
      for (const key of ['F8', 'F6', 'Enter']) await page.keyboard.press(key)
      await page.getByRole('button', { name: '停止收款，换一种方式' }).click()
      assert.equal(await payment(page).getByRole('textbox', { name: '微信金额' }).inputValue(), '120.50')
      assert.equal(await payment(page).getByRole('textbox', { name: /金额$/ }).count(), 1)
      await payment(page).getByRole('button', { name: '微信扫码' }).click()
      const cashier = await page.getByRole('link', { name: '打开模拟收银台' }).getAttribute('href')
      await fetch(stack.origin + (cashier ?? ''), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'action=paid',
      })
      await told(page, /^已收 120\.50$/)
      await payment(page).getByText('收款流水').waitFor()
      await picture(page, 'repaid')
      const after = await one<{ status: number; owed: string; paid: string }>(
        stack.owner,
        'select status, (arrears_amount + 120.50)::text as owed, (paid_amount - 120.50)::text as paid from bill where id = $1',
        [bill.id],
      )
      assert.deepEqual(after, { status: 2, owed: bill.owed, paid: bill.paid })
      assert.deepEqual(problems, [])
    },
  },
]
