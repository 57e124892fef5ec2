import assert from 'node:assert/strict'
import path from 'node:path'
import type { Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import type { Stack } from './stack.ts'
import { one } from './steps.ts'

const CLINIC = '望湖路门诊'
/** Papers by their button, with the width of a printed page in millimetres. */
const PAPERS = { A4: 210, A5: 148, 'A5 横向': 210, '80 mm 小票': 80 } as const
type Paper = keyof typeof PAPERS
const shot = (name: string) => path.join(import.meta.dirname, 'shots', `money-${name}`)

const cents = (text: string) => Math.round(Number(text.replaceAll(/[^\d.-]/g, '')) * 100)

/** What is read off a paper: the figures of a column of its table, and its sums by their labels. */
interface Read {
  column(title: string): Promise<number[]>
  sum(label: string): Promise<number>
  page: Page
}

const reads = (page: Page): Read => ({
  page,
  async column(title) {
    return page.locator('article table').evaluateAll(
      (tables, wanted) =>
        tables.flatMap((table) => {
          if (table.getAttribute('role') === 'presentation') return []
          const heads = Array.from(table.querySelectorAll('thead th'))
          const at = heads.findIndex((head) => head.textContent.trim() === wanted)
          if (at < 0) return []
          return Array.from(table.querySelectorAll('tbody tr'))
            .filter((row) => !/foot|groupTitle/.test(row.className))
            .map((row) => Math.round(Number((row.children[at]?.textContent ?? '0').replaceAll(/[^\d.-]/g, '')) * 100))
        }),
      title,
    )
  },
  async sum(label) {
    const row = page.locator('article dl > div').filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    return cents(await row.locator('dd').first().innerText())
  },
})
const total = (list: readonly number[]) => list.reduce((all, each) => all + each, 0)

/** Opens a paper in each size, prints it, and looks at the size of the page that comes out. */
async function onEachPaper(
  page: Page,
  address: string,
  name: string,
  check: (read: Read, paper: Paper) => Promise<void>,
  papers: readonly Paper[] = ['A4', 'A5', 'A5 横向', '80 mm 小票'],
): Promise<void> {
  await page.goto(address)
  const choice = page.getByRole('radiogroup', { name: '纸张' })
  await choice.waitFor()
  for (const paper of papers) {
    await choice.getByRole('radio', { name: paper, exact: true }).check({ force: true })
    await page.locator('article').first().waitFor()
    await check(reads(page), paper)
    const file = shot(`${name}-${paper.replaceAll(' ', '')}`)
    await page.screenshot({ path: `${file}.png`, fullPage: true })
    const pdf = await page.pdf({ path: `${file}.pdf`, preferCSSPageSize: true, printBackground: true })
    const [, width = '0', height = '0'] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? []
    const millimetres = (points: string) => Math.round((Number(points) / 72) * 25.4)
    assert.equal(millimetres(width), PAPERS[paper], `${name} on ${paper} is ${width} × ${height} points`)
    const pages = pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length
    // A roll is one piece, as long as what is on it.
    if (paper === '80 mm 小票') assert.equal(pages, 1, `${name} on a roll has ${pages} pages`)
  }
}

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
        if (paper !== '80 mm 小票') assert.equal(total(await read.column('金额')), cents(bill.sum))
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
        if (paper !== '80 mm 小票') assert.equal(total(await read.column('应收')), cents(busy.sum))
      })

      const refund = await row<{ id: string; sum: string }>(
        stack,
        `select r.id, r.refund_amount::text as sum from refund r where r.clinic_id = ${here} and r.status = 2
         order by r.refunded_at desc limit 1`,
      )
      await onEachPaper(page, `/print/refund/${refund.id}`, 'refund', async (read, paper) => {
        assert.equal(await read.sum('实退'), cents(refund.sum))
        if (paper !== '80 mm 小票') assert.equal(total(await read.column('金额')), await read.sum('退项合计'))
      })

      const prepay = await row<{ id: string; sum: string }>(
        stack,
        `select q.id, q.amount::text as sum from prepay q where q.open_clinic_id = ${here} and q.status <> 4 order by q.received_at desc limit 1`,
      )
      await onEachPaper(page, `/print/prepay/${prepay.id}`, 'prepay', async (read) =>
        assert.equal(await read.sum('预交金'), cents(prepay.sum)),
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
          const closing = await page.locator('article dl > div').filter({ hasText: '期末 本金' }).locator('dd').innerText()
          assert.deepEqual(closing.split('/').map(cents), [cents(card.principal), cents(card.bonus)])
          if (paper === '80 mm 小票') return
          // Signs are printed as one writes them.
          const signed = await page.locator('article tbody table tbody tr').evaluateAll((rows) =>
            rows.map((each) => each.children[4]?.textContent ?? ''),
          )
          assert.equal(total(signed.map((text) => (text.includes('−') ? -1 : 1) * cents(text || '0'))), cents(card.principal))
        },
      )

      const shift = await row<{ id: string; sum: string }>(
        stack,
        `select s.id, coalesce(s.expected_cash, 0)::text as sum from cash_shift s where s.clinic_id = ${here} and s.status > 0
         order by (s.difference_amount <> 0) desc, s.ended_at desc limit 1`,
      )
      await onEachPaper(page, `/print/shift/${shift.id}`, 'shift', async (read, paper) => {
        assert.equal(await read.sum('应有现金'), cents(shift.sum))
        if (paper === '80 mm 小票') return
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
