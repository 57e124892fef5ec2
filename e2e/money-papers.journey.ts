import assert from 'node:assert/strict'
import type { Journey } from './journeys.ts'
import { cents, onEachPaper, ROLL, total } from './money-paper.ts'
import { visit } from './page.ts'
import type { Stack } from './stack.ts'
import { one } from './steps.ts'

const CLINIC = '望湖路门诊'
const row = <T extends object>(stack: Stack, sql: string, values: unknown[] = []) => one<T>(stack.owner, sql, values)

export const journeys: Journey[] = [
  {
    name: '钱的单据：收据、费用清单、退费单、预交金、会员卡对账单、交班单、单位对账单各纸型打印，数对得上',
    async run({ browser, stack }) {
      const desk = await visit(browser, stack, { account: 'admin', clinic: CLINIC })
      const { page } = desk
      const here = `(select id from clinic where name = '${CLINIC}')`

      const bill = await row<{ id: string; patient: string; sum: string }>(
        stack,
        `select b.id, b.patient_id as patient, b.receivable_amount::text as sum from bill b
         where b.clinic_id = ${here} and b.status in (2, 3) and b.discount_amount > 0
         order by (select count(*) from bill_item i where i.bill_id = b.id) desc, b.pay_time desc limit 1`,
      )
      await onEachPaper(page, `/print/receipt/${bill.id}`, 'receipt', async (read, paper) => {
        assert.equal(await read.sum('应收'), cents(bill.sum))
        if (paper !== ROLL) assert.equal(total(await read.column('金额')), cents(bill.sum))
        await page.getByRole('img', { name: '扫码核验这份单据' }).waitFor()
      })

      const busy = await row<{ patient: string; sum: string; paid: string }>(
        stack,
        `select b.patient_id as patient, sum(b.receivable_amount)::text as sum, sum(b.paid_amount - b.refunded_amount)::text as paid
         from bill b where b.clinic_id = ${here} and b.status in (2, 3, 4, 5)
         group by b.patient_id order by sum(b.arrears_amount) > 0 desc, count(*) desc, 1 limit 1`,
      )
      await onEachPaper(page, `/print/feeList?patientId=${busy.patient}`, 'fee-list', async (read, paper) => {
        assert.equal(await read.sum('应收'), cents(busy.sum))
        assert.equal(await read.sum('已付'), cents(busy.paid))
        if (paper !== ROLL) assert.equal(total(await read.column('应收')), cents(busy.sum))
      })

      const refund = await row<{ id: string; sum: string }>(
        stack,
        `select r.id, r.refund_amount::text as sum from refund r where r.clinic_id = ${here} and r.status = 2
         order by r.refunded_at desc limit 1`,
      )
      await onEachPaper(page, `/print/refund/${refund.id}`, 'refund', async (read, paper) => {
        assert.equal(await read.sum('实退'), cents(refund.sum))
        if (paper !== ROLL) assert.equal(total(await read.column('金额')), await read.sum('退项合计'))
      })

      const prepay = await row<{ id: string; sum: string }>(
        stack,
        `select q.id, q.amount::text as sum from prepay q where q.open_clinic_id = ${here} and q.status <> 4 order by q.received_at desc limit 1`,
      )
      await onEachPaper(page, `/print/prepay/${prepay.id}`, 'prepay', async (read) =>
        assert.equal(await read.sum('预交金'), cents(prepay.sum)),
      )
      const sold = await row<{ id: string; sum: string }>(
        stack,
        `select l.id, (l.ways -> 0 ->> 'amount') as sum from card_log l
         where l.moved_clinic_id = ${here} and l.type = 1 and l.bonus_delta > 0 and jsonb_array_length(l.ways) = 1
         order by l.created_at desc limit 1`,
      )
      await onEachPaper(page, `/print/cardReceipt/${sold.id}`, 'card-receipt', async (read) => {
        assert.equal(await read.sum('实收'), cents(sold.sum))
        assert.equal(await read.sum('充值本金'), await read.sum('卡内本金'))
        await page.getByRole('img', { name: '扫码核验这份单据' }).waitFor()
      })
      const returned = await row<{ id: string; sum: string }>(
        stack,
        `select r.id, r.amount::text as sum from prepay_return r where r.clinic_id = ${here} and r.status = 2 order by r.id desc limit 1`,
      )
      await onEachPaper(page, `/print/prepayReturn/${returned.id}`, 'prepay-return', async (read) =>
        assert.equal(await read.sum('实退'), cents(returned.sum)),
      )
      const back = await row<{ id: string; sum: string }>(
        stack,
        `select r.id, r.amount::text as sum from card_refund r where r.clinic_id = ${here} and r.status = 2 order by r.id desc limit 1`,
      )
      await onEachPaper(page, `/print/cardRefund/${back.id}`, 'card-refund', async (read) =>
        assert.equal(await read.sum('实退'), cents(back.sum)),
      )
      // Where an invoice is due when the money comes, the receipt leads to it, on every paper.
      await stack.owner.query(`update invoice_account set rule = 1 where clinic_id = ${here}`)
      await onEachPaper(page, `/print/prepay/${prepay.id}`, 'prepay-invoice', async () =>
        page.getByRole('img', { name: '扫码开发票' }).waitFor(),
      )

      const card = await row<{ id: string; principal: string; bonus: string }>(
        stack,
        `select c.id, c.principal_amount::text as principal, c.bonus_amount::text as bonus from member_card c
         where c.kind = 1 and c.main_card_id is null and c.open_clinic_id = ${here}
         order by (select count(*) from card_log l where l.card_id = c.id) desc, c.id limit 1`,
      )
      await onEachPaper(
        page,
        `/print/cardStatement/${card.id}?from=2020-01-01&to=2026-11-20`,
        'card-statement',
        async (read, paper) => {
          const closing = await page
            .locator('article dl > div')
            .filter({ hasText: '期末 本金' })
            .locator('dd')
            .innerText()
          assert.deepEqual(closing.split('/').map(cents), [cents(card.principal), cents(card.bonus)])
          if (paper === ROLL) return
          assert.equal(total(await read.column('本金')), cents(card.principal))
        },
      )

      const shift = await row<{ id: string; sum: string }>(
        stack,
        `select s.id, coalesce(s.expected_cash, 0)::text as sum from cash_shift s where s.clinic_id = ${here} and s.status > 0 and s.counted_cash is not null
         order by (s.difference_amount <> 0) desc, jsonb_array_length(s.notes) desc, s.ended_at desc limit 1`,
      )
      await onEachPaper(page, `/print/shift/${shift.id}`, 'shift', async (read, paper) => {
        assert.equal(await read.sum('应有现金'), cents(shift.sum))
        if (paper === ROLL) return
        const [received, returned, due] = [await read.column('收'), await read.column('退'), await read.column('应有')]
        assert.equal(total(received) - total(returned), total(due))
      })

      const unit = await row<{ id: string }>(
        stack,
        `select c.pay_unit_id as id from unit_claim c where c.clinic_id = ${here} order by c.charged_on desc, c.id limit 1`,
      )
      await onEachPaper(page, `/print/unitStatement/${unit.id}?month=2026-10`, 'unit', async () => {
        await page.getByText('应付大写').waitFor()
      })
      assert.deepEqual(desk.problems, [])
    },
  },
]
