import assert from 'node:assert/strict'
import type pg from 'pg'
import type { Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { choose, one } from './steps.ts'

const CLINIC = '望湖路门诊'
const CASHIER = '秦晓岚'

/** 本班实收 as the screen of the charge desk says it. */
const shift = (page: Page) =>
  page
    .locator('aside, section, div')
    .filter({ hasText: /^本班实收/ })
    .first()
const payment = (page: Page) => page.getByRole('region', { name: '收款' })

/** Takes the whole of a waiting bill. */
async function take(page: Page, id: string, sum: string): Promise<void> {
  await page.goto(`/orderSet?billId=${id}`)
  await payment(page).getByRole('button', { name: '微信' }).click()
  await payment(page)
    .getByRole('button', { name: `收款 ${sum}` })
    .click()
  await page.getByText('收款流水').waitFor()
}

/** '2,762.00' */
const inWords = (yuan: string | number): string =>
  Number(yuan).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** What waits at the till, the first opened first. */
async function waitingBills(owner: pg.Client): Promise<{ id: string; sum: string }[]> {
  const { rows } = await owner.query<{ id: string; sum: string }>(
    `select b.id, b.receivable_amount::text as sum from bill b
     join clinic c on c.tenant_id = b.tenant_id and c.id = b.clinic_id
     where c.name = $1 and b.status = 1 and b.open_time::date = '2026-11-20' and b.receivable_amount > 0
     order by b.open_time, b.id`,
    [CLINIC],
  )
  return rows
}

export const journeys: Journey[] = [
  {
    name: '本班实收：收银员收了两笔，店长撤销一笔，从收银员的班里减去，店长自己的班还是 0',
    async run({ browser, stack }) {
      const morning = await one<{ sum: string; many: number }>(
        stack.owner,
        `select coalesce(sum(p.amount), 0)::text as sum, count(*)::int as many from bill_payment p
         join clinic c on c.tenant_id = p.tenant_id and c.id = p.clinic_id
         where c.name = $1 and p.pay_date = '2026-11-20' and p.cashier_name = $2`,
        [CLINIC, CASHIER],
      )
      const [right, wrong] = await waitingBills(stack.owner)
      assert.ok(right && wrong)
      const so = (...sums: string[]) => inWords(sums.reduce((all, sum) => all + Number(sum), Number(morning.sum)))
      const desk = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      await desk.page.goto('/orderSet')
      await shift(desk.page).getByText(so()).waitFor()
      await take(desk.page, right.id, inWords(right.sum))
      await take(desk.page, wrong.id, inWords(wrong.sum))
      await shift(desk.page).getByText(so(right.sum, wrong.sum)).waitFor()
      await shift(desk.page)
        .getByText(new RegExp(`^${morning.many + 2} 笔`))
        .waitFor()

      const director = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      await director.page.goto(`/orderSet?tab=paid&billId=${wrong.id}`)
      await director.page.getByRole('button', { name: '撤销收费' }).click()
      const why = director.page.getByRole('dialog')
      await why.getByText('金额收错').click()
      await why.getByRole('button', { name: '撤销收费' }).click()
      await director.page.getByText('收费已撤销，账单回到待收费').waitFor()
      await shift(director.page).getByText('0.00', { exact: true }).waitFor()
      // The cashier sees it without asking.
      await shift(desk.page).getByText(so(right.sum)).waitFor()
      // The ledger says who revoked; the sum belongs to whoever took the money.
      const booked = await stack.owner.query<{ taker: string; revoker: string | null; sum: string }>(
        `select t.cashier_name as taker, max(p.cashier_name) filter (where p.kind = 3) as revoker, sum(p.amount)::text as sum
         from bill_payment p join clinic c on c.tenant_id = p.tenant_id and c.id = p.clinic_id
           join bill_payment t on t.tenant_id = p.tenant_id and t.id = coalesce(p.revokes_id, p.id)
         where c.name = $1 and p.pay_date = '2026-11-20' and t.cashier_name = $2 group by 1`,
        [CLINIC, CASHIER],
      )
      assert.deepEqual(booked.rows, [
        { taker: CASHIER, revoker: '严书远', sum: (Number(morning.sum) + Number(right.sum)).toFixed(2) },
      ])
      assert.deepEqual([...desk.problems, ...director.problems], [])
    },
  },
  {
    name: '折扣：最低折扣设好后，收费台只给到这里，算到分；超出的不能收',
    async run({ browser, stack }) {
      const admin = await visit(browser, stack, { account: 'admin', clinic: CLINIC })
      await admin.page.goto('/baseEmployee')
      await admin.page.getByText(CASHIER, { exact: true }).first().click()
      const form = admin.page.getByRole('dialog')
      await form.getByRole('spinbutton', { name: '最低折扣' }).fill('90')
      await form.getByRole('button', { name: '保存' }).click()
      await admin.page.getByText(/修改成功/).waitFor()
      assert.equal(
        (
          await one<{ least: number }>(stack.owner, 'select discount_limit as least from employee where name = $1', [
            CASHIER,
          ])
        ).least,
        90,
      )

      const { page, problems } = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      // Whatever the doctor took off is put back: 520.00.
      const { id } = await one<{ id: string }>(
        stack.owner,
        `with b as (
           update bill b set discount_percent = 100, discount_reason = '', discount_amount = 0, receivable_amount = original_amount from patient p
           where p.tenant_id = b.tenant_id and p.id = b.patient_id and p.name = '赵子涵' and b.status = 1 and b.original_amount = 520
           returning b.tenant_id, b.id
         ), i as (
           update bill_item i set discount_percent = 100, discount_note = '', discount_amount = 0, amount = i.original_amount from b
           where i.tenant_id = b.tenant_id and i.bill_id = b.id returning 1
         ) select b.id from b where exists (select 1 from i)`,
        [],
      )
      await page.goto(`/orderSet?billId=${id}`)
      await page.getByText('你可给到 9 折，更低需店长同意').waitFor()
      await page.getByRole('combobox', { name: '整单折扣' }).click()
      const offered = await page.locator('.ant-select-item-option').allInnerTexts()
      assert.ok(
        // What is beyond it is marked as such.
        offered.includes('9 折') && !offered.some((each) => /^[0-8](\.\d)? 折$|免费/.test(each)),
        offered.join(),
      )
      await page.keyboard.press('Escape')
      await choose(page, '整单折扣', '9.5 折')
      await page.getByRole('textbox', { name: '立减' }).fill('1.37')
      // 520.00 × 0.95 − 1.37
      await payment(page).getByRole('button', { name: '收款 492.63' }).waitFor()
      // 520.00 × 0.95 − 27.00 is less than nine tenths.
      await page.getByRole('textbox', { name: '立减' }).fill('27.00')
      await page.getByRole('alert').filter({ hasText: '更低需店长同意' }).waitFor()
      await payment(page).getByText('优惠超过你的权限，需店长同意').waitFor()
      await page.getByRole('textbox', { name: '立减' }).fill('1.37')
      await payment(page).getByRole('button', { name: '微信' }).click()
      await payment(page).getByRole('button', { name: '收款 492.63' }).click()
      await page.getByText('收款流水').waitFor()
      const paid = await one<{ receivable: string; discount: string; paid: string; items: string }>(
        stack.owner,
        `select receivable_amount as receivable, discount_amount as discount, paid_amount as paid,
           (select sum(i.amount)::text from bill_item i where i.tenant_id = b.tenant_id and i.bill_id = b.id) as items
         from bill b where b.id = $1`,
        [id],
      )
      assert.deepEqual(paid, { receivable: '492.63', discount: '27.37', paid: '492.63', items: '492.63' })
      assert.deepEqual([...problems, ...admin.problems], [])
    },
  },
]
