import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { contract } from '@dentin/contract'
import type { Page } from 'playwright-core'
import { as } from './calls.ts'
import type { Journey } from './journeys.ts'
import { told, visit } from './page.ts'
import { choose, one } from './steps.ts'
import type { Stack } from './stack.ts'

const { billing } = contract
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
    name: '扫码收一部分，余下的挂账：挂账的窗口里出码，患者付款后账单已收、欠着余下的',
    async run({ browser, stack }) {
      const { patient, tariff } = await one<{ patient: string; tariff: string }>(
        stack.owner,
        `select p.id as patient, t.id as tariff from patient p join clinic c on c.tenant_id = p.tenant_id and c.id = p.home_clinic_id
         join tariff t on t.tenant_id = p.tenant_id and t.code = 'JC02'
         where c.name = $1 and p.status = 0 and not exists (select 1 from bill b where b.tenant_id = p.tenant_id and b.patient_id = p.id
           and (b.status in (0, 1, 8) or b.arrears_amount > 0))
           and not exists (select 1 from member_card k where k.tenant_id = p.tenant_id and k.patient_id = p.id)
         order by p.medical_number desc limit 1`,
        [CLINIC],
      )
      const bill = await (
        await as(stack, 'director', CLINIC)
      )(billing.open, {
        patientId: patient,
        items: [{ tariffId: tariff, price: '120.00', qty: 1, teeth: '' }],
        requestId: randomUUID(),
      })
      const part = '50.00'
      const { page, problems } = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      await page.goto(`/orderSet?billId=${bill.id}`)
      await payment(page).getByRole('button', { name: '微信' }).waitFor()
      await page.keyboard.press('F6')
      await payment(page).getByRole('textbox', { name: '微信金额' }).fill(part)
      await payment(page).getByRole('button', { name: '挂账（留欠费）' }).click()
      const dialog = page.getByRole('dialog', { name: /^挂账/ })
      await dialog.getByRole('button', { name: '扫付款码' }).click()
      await picture(page, 'owing')
      await dialog.getByRole('textbox', { name: '付款码' }).fill('134567890123456788')
      await page.keyboard.press('Enter')
      await payment(page).getByText('收款流水').waitFor()
      const { paid, cash } = await booked(stack, bill.id)
      assert.deepEqual([paid, cash], [part, part])
      const { owed } = await one<{ owed: string }>(
        stack.owner,
        `select (receivable_amount - paid_amount - arrears_amount)::text as owed from bill where id = $1`,
        [bill.id],
      )
      assert.equal(owed, '0.00')
      assert.deepEqual(problems, [])
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
  {
    name: '扫码充值：停一次填的都还在，刷新后码还在，患者付款后充值抽屉自己关上，本金与赠金到卡',
    async run({ browser, stack }) {
      const card = await one<{ id: string; patient: string; no: string; principal: string; bonus: string }>(
        stack.owner,
        `select k.id, k.patient_id as patient, k.card_no as no, k.principal_amount::text as principal, k.bonus_amount::text as bonus
         from member_card k join clinic c on c.tenant_id = k.tenant_id and c.id = k.open_clinic_id
         where c.name = $1 and k.status = 1 and k.kind = 1 and k.main_card_id is null and k.type_name = '金卡'
           and not exists (select 1 from member_card o where o.tenant_id = k.tenant_id and o.patient_id = k.patient_id and o.id <> k.id)
         order by k.id limit 1`,
        [CLINIC],
      )
      const { page, problems } = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      const drawer = page.getByRole('dialog')
      const opened = async () => {
        await page.goto(`/membercard?id=${card.patient}`)
        await page.getByRole('button', { name: '充值', exact: true }).click()
      }
      await opened()
      await drawer.getByLabel('充值金额').fill('2000')
      await drawer.getByRole('button', { name: '微信', exact: true }).click()
      await drawer.getByLabel('备注').fill('周年活动')
      await drawer.getByText('模拟支付').waitFor()
      await picture(page, 'recharge-ways')
      await drawer.getByRole('button', { name: '微信扫码' }).click()
      const code = page.getByRole('img', { name: '微信付款二维码' })
      await code.waitFor()
      await drawer.getByRole('button', { name: '停止收款，换一种方式' }).click()
      await drawer.getByText('收银员已停止收款').waitFor()
      assert.equal(await drawer.getByLabel('备注').inputValue(), '周年活动')
      await drawer.getByRole('button', { name: '充值 2,000.00，到账 2,160.00' }).waitFor()
      await page.keyboard.press('F7')
      await code.waitFor()
      await picture(page, 'recharge-code')
      await opened()
      await code.waitFor()
      const cashier = await page.getByRole('link', { name: '打开模拟收银台' }).getAttribute('href')
      await fetch(stack.origin + (cashier ?? ''), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'action=paid',
      })
      await told(page, /^已充值 2,000\.00/)
      await drawer.waitFor({ state: 'hidden' })
      const after = await one<{ principal: string; bonus: string; log: string; clearing: string }>(
        stack.owner,
        `select (k.principal_amount - 2000)::text as principal, (k.bonus_amount - 160)::text as bonus,
           (select l.remark || ' ' || (l.ways -> 0 ->> 'name') || ' ' || (l.ways -> 0 ->> 'tradeNo' ~ '^[0-9]{20,}$')::text
             from card_log l where l.tenant_id = k.tenant_id and l.card_id = k.id order by l.seq desc limit 1) as log,
           (select coalesce(sum(p.amount), 0)::text from ledger_posting p where p.tenant_id = k.tenant_id and p.account = 'clearing') as clearing
         from member_card k where k.id = $1`,
        [card.id],
      )
      assert.deepEqual(after, {
        principal: card.principal,
        bonus: card.bonus,
        log: '周年活动 微信 true',
        clearing: '0.00',
      })
      // The page behind it shows the movement, and offers no undoing of it.
      await page.getByText('周年活动').waitFor()
      assert.equal(await page.getByRole('button', { name: '撤销刚才的充值' }).count(), 0)
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '扫码开卡：钱没到就没有卡，患者付款后对话框自己关上，卡上有首充与赠金，给收据',
    async run({ browser, stack }) {
      const { patient } = await one<{ patient: string }>(
        stack.owner,
        `select p.id as patient from patient p join clinic c on c.tenant_id = p.tenant_id and c.id = p.home_clinic_id
         where c.name = $1 and p.status = 0 and not exists (select 1 from member_card k where k.tenant_id = p.tenant_id and k.patient_id = p.id)
         order by p.medical_number desc limit 1`,
        [CLINIC],
      )
      const held = () =>
        one<{ cards: number; principal: string | null; bonus: string | null }>(
          stack.owner,
          `select count(*)::int as cards, sum(principal_amount)::text as principal, sum(bonus_amount)::text as bonus
           from member_card where patient_id = $1`,
          [patient],
        )
      const { page, problems } = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      await page.goto(`/membercard?id=${patient}`)
      await page.getByRole('button', { name: '开卡' }).first().click()
      const dialog = page.getByRole('dialog')
      await choose(dialog, '卡种', '金卡')
      await dialog.getByLabel('首次充值').fill('2000')
      await dialog.getByRole('button', { name: '微信', exact: true }).click()
      await picture(page, 'sale-ways')
      await dialog.getByRole('button', { name: '微信扫码' }).click()
      await page.getByRole('img', { name: '微信付款二维码' }).waitFor()
      await picture(page, 'sale-code')
      assert.deepEqual(await held(), { cards: 0, principal: null, bonus: null })
      const cashier = await page.getByRole('link', { name: '打开模拟收银台' }).getAttribute('href')
      await fetch(stack.origin + (cashier ?? ''), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'action=paid',
      })
      await told(page, /^已开卡/)
      await page.getByRole('button', { name: '打印收据' }).first().waitFor()
      await dialog.waitFor({ state: 'hidden' })
      await page.getByText('2,160.00').first().waitFor()
      assert.deepEqual(await held(), { cards: 1, principal: '2000.00', bonus: '160.00' })
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '付款码收预交金：过期的码说清楚、填的都还在，换一个码收到，给收据',
    async run({ browser, stack }) {
      const { patient } = await one<{ patient: string }>(
        stack.owner,
        `select b.patient_id as patient from bill b join clinic c on c.tenant_id = b.tenant_id and c.id = b.clinic_id
         where c.name = $1 and b.status = 1 and not exists (select 1 from prepay q where q.tenant_id = b.tenant_id and q.patient_id = b.patient_id)
         order by b.open_time desc, b.id limit 1`,
        [CLINIC],
      )
      const { page, problems } = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      await page.goto(`/patientCenter?id=${patient}&tab=prepays`)
      await page.getByRole('button', { name: '收预交金' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio', { name: '种植' }).click()
      await dialog.getByLabel('预交金额').fill('3000.5')
      await dialog.getByRole('button', { name: '支付宝', exact: true }).click()
      await dialog.getByText('模拟支付').waitFor()
      await picture(page, 'prepay-ways')
      await page.keyboard.press('F9')
      await dialog.getByRole('textbox', { name: '付款码' }).fill('284567890123456701')
      await page.keyboard.press('Enter')
      await dialog.getByText('付款码已过期或已用过，请患者刷新付款码后再扫').waitFor()
      assert.equal(await dialog.getByLabel('预交金额').inputValue(), '3000.50')
      assert.equal(await dialog.getByRole('radio', { name: '种植' }).isChecked(), true)
      await picture(page, 'prepay-expired')
      await dialog.getByRole('textbox', { name: '付款码' }).fill('284567890123456700')
      await page.keyboard.press('Enter')
      await told(page, /^已收预交金 3,000\.50（YK\d+-\d+）/)
      await page.getByRole('button', { name: '打印收据' }).first().waitFor()
      await dialog.waitFor({ state: 'hidden' })
      const kept = await one<{ amount: string; balance: string; purpose: string; ways: number; cash: string }>(
        stack.owner,
        `select q.amount::text, q.balance_amount::text as balance, q.purpose, jsonb_array_length(q.ways) as ways,
           (select sum(p.amount)::text from ledger_posting p join ledger_entry e on e.tenant_id = p.tenant_id and e.id = p.entry_id
             join gateway_trade t on t.id = e.document_id join scan_payment s on s.id = t.order_id
             where s.prepay_id = q.id and p.account = 'cash') as cash
         from prepay q where q.patient_id = $1`,
        [patient],
      )
      assert.deepEqual(kept, { amount: '3000.50', balance: '3000.50', purpose: '种植', ways: 1, cash: '3000.50' })
      assert.deepEqual(
        problems.filter((each) => !/scan-pay\/start-prepay/.test(each)),
        [],
      )
    },
  },
]
