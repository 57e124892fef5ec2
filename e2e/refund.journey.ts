import assert from 'node:assert/strict'
import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { as } from './calls.ts'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { one } from './steps.ts'

const CLINIC = '望湖路门诊'

export const journeys: Journey[] = [
  {
    name: '退费：前台试算并提交，院长在手机上同意并退款，账单、欠费与流水到分，打印退费单',
    async run({ browser, stack }) {
      const bill = await one<{ id: string; line: string; amount: string; patient: string }>(
        stack.owner,
        `select b.id, i.name as line, i.amount::text as amount, p.name as patient from bill b
         join clinic c on c.tenant_id = b.tenant_id and c.id = b.clinic_id
         join patient p on p.tenant_id = b.tenant_id and p.id = b.patient_id
         join lateral (select name, amount from bill_item i where i.tenant_id = b.tenant_id and i.bill_id = b.id order by amount desc limit 1) i on true
         where c.name = $1 and b.status = 3 and i.amount >= 400 and i.amount < b.receivable_amount
           and (select count(*) from bill_item x where x.tenant_id = b.tenant_id and x.bill_id = b.id) >= 2
         order by b.pay_time desc limit 1`,
        [CLINIC],
      )
      const desk = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      const { page } = desk
      await page.goto(`/orderSet?tab=paid&billId=${bill.id}`)
      await page.getByRole('region', { name: '收款' }).getByRole('button', { name: '退费' }).click()
      // By keyboard: the box, the sum, and what is too much is said beside it.
      const box = page.getByRole('checkbox', { name: `退 ${bill.line}` }).first()
      await box.focus()
      await box.press('Space')
      const sum = page.getByRole('textbox', { name: `${bill.line} 这次退` }).first()
      await sum.fill((Number(bill.amount) + 0.01).toFixed(2))
      await page.getByText(/^最多可退 .* 元$/).waitFor()
      await sum.fill(bill.amount)
      await page.getByText('试算，未入账').waitFor()
      await page.keyboard.press('Control+Enter')
      await page.getByText('请填写退费原因').waitFor()
      await page.getByText('项目未做').click()
      const words = Number(bill.amount).toLocaleString('en-US', { minimumFractionDigits: 2 })
      await page.getByRole('button', { name: `提交退费 ${words}，等审批` }).click()
      await page.getByText('已提交，等待审批').waitFor()
      const untouched = await one<{ back: string }>(
        stack.owner,
        'select refunded_amount::text as back from bill where id = $1',
        [bill.id],
      )
      assert.equal(untouched.back, '0.00')

      const chief = await visit(browser, stack, { account: 'director', clinic: CLINIC, size: 'phone' })
      await chief.page.goto('/orderSet?tab=refund')
      await chief.page.getByRole('button', { name: bill.patient }).first().click()
      await chief.page.getByRole('button', { name: '同意退费' }).click()
      await chief.page.getByRole('dialog').getByRole('button', { name: '同意', exact: true }).click()
      await chief.page.getByRole('button', { name: `退款 ${words}` }).click()
      await chief.page.getByText('已退给患者').waitFor()
      // The desk sees it without asking.
      await page.getByText('已退给患者').waitFor()
      const booked = await one<{ status: number; back: string; taken: string; ledger: string }>(
        stack.owner,
        `select b.status, b.refunded_amount::text as back, b.returned_amount::text as taken,
           (select sum(p.amount)::text from ledger_posting p where p.tenant_id = b.tenant_id and p.bill_id = b.id and p.account = 'cash' and p.kind = 4) as ledger
         from bill b where b.id = $1`,
        [bill.id],
      )
      assert.deepEqual(booked, { status: 4, back: bill.amount, taken: bill.amount, ledger: `-${bill.amount}` })
      await chief.page.goto((await chief.page.getByRole('link', { name: '打印退费单' }).getAttribute('href')) ?? '')
      await chief.page.getByText('实退大写').waitFor()
      assert.deepEqual([...desk.problems, ...chief.problems], [])
    },
  },
  {
    name: '交班：按面额点现金，差额写原因，交班后不能撤销；另一个人复核，打印交班单',
    async run({ browser, stack }) {
      // Somebody pays in cash first, so that there is something to count.
      const ask = await as(stack, 'reception', CLINIC)
      const waiting = await one<{ id: string; method: string }>(
        stack.owner,
        `select b.id, m.id as method from bill b join clinic c on c.tenant_id = b.tenant_id and c.id = b.clinic_id
         join pay_method m on m.tenant_id = b.tenant_id and m.code = 'cash'
         where c.name = $1 and b.status = 1 and b.receivable_amount > 50 order by b.id limit 1`,
        [CLINIC],
      )
      const { version, receivableAmount } = await ask(contract.billing.detail, { id: waiting.id })
      await ask(contract.billing.charge, {
        id: waiting.id,
        version,
        payments: [{ payMethodId: waiting.method, amount: receivableAmount ?? '0.00' }],
        requestId: uuidv7(),
      })
      const desk = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      const { page } = desk
      const paid = await one<{ id: string }>(
        stack.owner,
        `select b.id from bill b join clinic c on c.tenant_id = b.tenant_id and c.id = b.clinic_id
         join ledger_entry e on e.tenant_id = b.tenant_id and e.document_id = b.id
         join cash_shift s on s.tenant_id = e.tenant_id and s.id = e.shift_id and s.status = 0 and s.cashier_name = '秦晓岚'
         where c.name = $1 and b.status = 3 limit 1`,
        [CLINIC],
      )
      const chief = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      await chief.page.goto(`/orderSet?tab=paid&billId=${paid.id}`)
      await chief.page.getByRole('button', { name: '撤销收费' }).waitFor()

      await page.goto('/orderSet')
      await page.getByRole('link', { name: '交班' }).click()
      const till = page.getByRole('region', { name: '本班' })
      // At least four yuan less than there should be, counted in notes of a hundred, ten and one.
      const { shift: open } = await ask(contract.shift.current, {})
      const expected = Number(open?.expectedCash)
      const counted = Math.floor(expected) - 4
      assert.ok(counted > 0, `${expected} in the till of the morning`)
      const notes = [
        { face: 100, count: Math.floor(counted / 100) },
        { face: 10, count: Math.floor((counted % 100) / 10) },
        { face: 1, count: counted % 10 },
      ].filter(({ count }) => count > 0)
      const short = (expected - counted).toFixed(2)
      for (const { face, count } of notes) await till.getByLabel(`${face} 元张数`, { exact: true }).fill(String(count))
      await till.getByText(`−${short}`).waitFor()
      await till.getByRole('button', { name: '交班', exact: true }).click()
      await till.getByText('请填写差额原因').waitFor()
      await till.getByLabel('差额原因').fill('找零多给')
      await till.getByRole('button', { name: '交班', exact: true }).click()
      await page.getByText('本班还没有收款').waitFor()
      const [shift] = (
        await stack.owner.query<{ no: string; short: string; booked: string }>(
          `select s.shift_no as no, s.difference_amount::text as short,
             (select sum(p.amount)::text from ledger_entry e join ledger_posting p on p.tenant_id = e.tenant_id and p.entry_id = e.id
              where e.tenant_id = s.tenant_id and e.document_id = s.id and p.account = 'overShort') as booked
           from cash_shift s where s.cashier_name = '秦晓岚' and s.status = 1 order by s.ended_at desc limit 1`,
        )
      ).rows
      assert.deepEqual([shift?.short, shift?.booked], [`-${short}`, short])

      // The director's screen hears of it: what was handed over is not revoked any more.
      await chief.page.getByRole('button', { name: '撤销收费' }).waitFor({ state: 'detached' })
      await chief.page.goto('/shiftHandover')
      await chief.page.getByRole('button', { name: shift?.no }).click()
      await chief.page.getByText('找零多给').last().waitFor()
      await chief.page.getByRole('button', { name: '复核', exact: true }).click()
      await chief.page.getByText('已复核').first().waitFor()
      await chief.page.goto((await chief.page.getByRole('link', { name: '打印交班单' }).getAttribute('href')) ?? '')
      for (const { face, count } of notes)
        await chief.page
          .locator('article dl > div')
          .filter({ hasText: `${face} 元 × ${count}` })
          .filter({ hasText: (face * count).toFixed(2) })
          .first()
          .waitFor()
      assert.deepEqual([...desk.problems, ...chief.problems], [])
    },
  },
]
