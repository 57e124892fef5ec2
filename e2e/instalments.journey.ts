import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { cents, onEachPaper, ROLL, total } from './money-paper.ts'
import { visit } from './page.ts'
import { becomes, one } from './steps.ts'

const CLINIC = '望湖路门诊'

/** The code as it stands beside the square, and the page that whoever holds the paper opens. */
async function codeOn(page: Page): Promise<string> {
  const text = await page.locator('article').last().innerText()
  const [code] = /[0-9A-HJKMNP-TV-Z]{4}(?: [0-9A-HJKMNP-TV-Z]{4}){3}/.exec(text.replaceAll('\n', ' ')) ?? []
  assert.ok(code, 'no code on the paper')
  return code.replaceAll(' ', '')
}

export const journeys: Journey[] = [
  {
    name: '分期与催收：欠费约定分期，打印协议并扫码核验，改签后旧协议已作废仍可打印，登记承诺，打印催款函记一次联系',
    async run({ browser, stack }) {
      const bill = await one<{ id: string; no: string; owed: string; patient: string }>(
        stack.owner,
        `select b.id, b.bill_no as no, b.arrears_amount::text as owed, b.patient_id as patient from bill b
         join clinic c on c.tenant_id = b.tenant_id and c.id = b.clinic_id
         where c.name = $1 and b.status in (2, 4) and b.arrears_amount > 100 and b.pay_time < '2026-11-12'
           and not exists (select 1 from instalment_plan q where q.bill_id = b.id)
         order by b.arrears_amount, b.id limit 1`,
        [CLINIC],
      )
      const plans = async () =>
        (
          await stack.owner.query<{ id: string; status: number }>(
            'select id, status from instalment_plan where bill_id = $1 order by agreed_at, plan_no',
            [bill.id],
          )
        ).rows
      const desk = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      const { page } = desk
      await page.goto('/instalments?tab=all')
      await page.getByPlaceholder('姓名、拼音、单号').fill(bill.no)
      await page.getByRole('row').filter({ hasText: bill.no }).click()
      const drawer = page.getByRole('dialog').first()
      await drawer.getByText('没有约定分期').waitFor()

      // Three parts on the 5th; what is left over stands in the last.
      await drawer.getByRole('button', { name: '约定分期' }).click()
      const terms = page.getByRole('dialog').last()
      await terms.getByLabel('期数').fill('3')
      const preview = terms.getByRole('list', { name: '每期' }).getByRole('listitem')
      await becomes(async () => preview.count(), 3)
      await terms.getByRole('button', { name: '约定', exact: true }).click()
      await page.getByText(/^已约定分期，FQ/).waitFor()
      const [first] = await plans()
      assert.equal(first?.status, 1)

      const [paper] = await Promise.all([
        page.waitForEvent('popup'),
        drawer.getByRole('link', { name: '打印协议' }).click(),
      ])
      await onEachPaper(paper, paper.url(), 'agreement', async (read, size) => {
        await paper.getByText('第 1 版').first().waitFor()
        if (size !== ROLL) assert.equal(total(await read.column('金额')), cents(bill.owed))
      })
      const code = await codeOn(paper)
      const asking = await visit(browser, stack, {})
      await asking.page.goto(`/verify/${code}`)
      await asking.page.getByText('有效', { exact: true }).waitFor()
      await asking.page.getByText('分期付款协议').waitFor()
      assert.ok(!(await asking.page.innerText('main')).includes(bill.owed))

      // Changed to 45: the former agreement stays to be read and printed, and is void.
      await page.bringToFront()
      await drawer.getByRole('button', { name: '改签' }).click()
      const change = page.getByRole('dialog').last()
      await change.getByLabel('期数').fill('45')
      await change.getByLabel('改签原因').fill('患者要求少几期')
      await change.getByRole('button', { name: '改签', exact: true }).click()
      await page.getByText(/^已改签，FQ/).waitFor()
      assert.deepEqual(
        (await plans()).map(({ status }) => status),
        [2, 1],
      )
      await asking.page.reload()
      await asking.page.getByText('已作废', { exact: true }).waitFor()
      await drawer.locator('summary').click()
      const [former] = await Promise.all([
        page.waitForEvent('popup'),
        drawer.getByRole('link', { name: '打印这份旧协议' }).click(),
      ])
      await former.getByText('已不再执行，仅供查阅').waitFor()
      await asking.page.goto(`/verify/${await codeOn(former)}`)
      await asking.page.getByText('已作废', { exact: true }).waitFor()
      await former.close()

      // A promise, and how it stands in the list.
      await page.bringToFront()
      await drawer.getByRole('button', { name: '登记' }).click()
      await drawer.getByText('请填写联系情况').waitFor()
      await drawer.getByLabel('联系情况').fill('发工资后付')
      await drawer.getByLabel('承诺哪天付').fill('2026-11-28')
      await drawer.getByLabel('承诺哪天付').press('Enter')
      await drawer.getByRole('button', { name: '登记' }).click()
      await drawer.getByText('承诺 2026-11-28 付').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('row').filter({ hasText: bill.no }).getByText('已承诺').waitFor()

      // All of it late long ago: the letter goes over several pages, and each carries what came before.
      await stack.owner.query(
        'update instalment_period d set due_date = due_date - 2000 from instalment_plan q where q.id = d.plan_id and q.bill_id = $1',
        [bill.id],
      )
      const ofPatient = await one<{ late: string }>(
        stack.owner,
        `select sum(arrears_amount)::text as late from bill b join clinic c on c.tenant_id = b.tenant_id and c.id = b.clinic_id
         where c.name = $1 and b.patient_id = $2 and b.status in (2, 4) and b.pay_time < '2026-11-12'`,
        [CLINIC, bill.patient],
      )
      await onEachPaper(page, `/print/dunning/${bill.patient}`, 'long-letter', async (read, size) => {
        if (size === ROLL) return
        const pages = page.locator('article')
        assert.ok((await pages.count()) > 1)
        const rows = await read.column('金额')
        assert.equal(total(rows), cents(ofPatient.late))
        // Read at one moment: of each page what it carries, and the last cells of its rows.
        const laid = await pages.evaluateAll((articles) =>
          articles.map((article) => {
            const lines = Array.from(article.querySelectorAll('table:not([role=presentation]) tbody tr'))
            return {
              carried: lines
                .filter((line) => line.textContent.startsWith('承前页'))
                .map((line) => line.lastElementChild?.textContent ?? ''),
              rows: lines
                .filter((line) => !line.className.includes('foot'))
                .map((line) => line.lastElementChild?.textContent ?? ''),
            }
          }),
        )
        let before = 0
        for (const [n, { carried, rows: own }] of laid.entries()) {
          assert.deepEqual(carried.map(cents), n === 0 ? [] : [before])
          before += total(own.map(cents))
        }
        assert.equal(before, cents(ofPatient.late))
      })

      // A letter to whoever owes the most bills that are late; printed, it is on record once however often it is opened.
      const late = await one<{ patient: string; id: string; no: string }>(
        stack.owner,
        `select b.patient_id as patient, min(b.id::text) as id, min(b.bill_no) as no from bill b
         join clinic c on c.tenant_id = b.tenant_id and c.id = b.clinic_id
         where c.name = $1 and b.status in (2, 4) and b.arrears_amount > 0 and b.pay_time < '2026-11-12'
           and not exists (select 1 from instalment_plan q where q.bill_id = b.id and q.status = 1)
         group by b.patient_id order by count(*) desc, 1 limit 1`,
        [CLINIC],
      )
      await onEachPaper(page, `/print/dunning/${late.patient}`, 'letter', async (read, size) => {
        await page
          .getByText(/逾期大写：/)
          .first()
          .waitFor()
        if (size === ROLL) return
        const foot = await page.locator('article tr', { hasText: '合计' }).last().innerText()
        assert.equal(total(await read.column('金额')), cents(foot.split(/\s+/).at(-1) ?? ''))
      })
      await page.reload()
      await page.getByText('第 2 次打印').waitFor()
      const letters = await one<{ count: number }>(
        stack.owner,
        'select count(*)::int as count from dunning_call where bill_id = $1 and kind = 2',
        [late.id],
      )
      assert.equal(letters.count, 1)
      assert.deepEqual([...desk.problems, ...asking.problems], [])
    },
  },
]
