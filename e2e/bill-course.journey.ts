import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { settled, told, visit } from './page.ts'
import { one } from './steps.ts'

const CLINIC = '望湖路门诊'
const pay = (page: Page) => page.getByRole('region', { name: '收款' })

export const journeys: Journey[] = [
  {
    name: '一张账单从补录到核销：新建的套餐按套餐价卖出，归属昨天，挂账，逐项执行与撤销，余下的由总部核销',
    async run({ browser, stack }) {
      const { owner } = stack
      const patient = await one<{ id: string }>(
        owner,
        `select p.id from patient p join clinic c on c.tenant_id = p.tenant_id and c.id = p.home_clinic_id
         where c.name = $1 and p.status = 0
           and not exists (select 1 from bill b where b.tenant_id = p.tenant_id and b.patient_id = p.id and (b.status in (0, 1, 8) or b.arrears_amount > 0))
           and not exists (select 1 from member_card k where k.tenant_id = p.tenant_id and k.patient_id = p.id)
         order by p.medical_number limit 1`,
        [CLINIC],
      )
      // A package of two items, cheaper than one by one.
      const head = await visit(browser, stack, { account: 'hq', clinic: CLINIC })
      await head.page.goto('/tariffPackageList')
      await head.page.getByRole('button', { name: '新建收费套餐' }).click()
      const making = head.page.getByRole('dialog')
      await making.getByRole('textbox', { name: '名称' }).fill('新年检查套餐')
      for (const code of ['JC02', 'JC04']) {
        await making.getByRole('combobox', { name: '加项目' }).fill(code)
        await head.page.getByRole('option').first().waitFor()
        await making.getByRole('combobox', { name: '加项目' }).press('Enter')
      }
      await making.getByRole('spinbutton', { name: '牙周检查记录数量' }).fill('2')
      await making.getByText('单买合计 320.00').waitFor()
      const price = making.getByRole('textbox', { name: '套餐价' })
      await price.fill('330')
      await making.getByRole('button', { name: '保存' }).click()
      await making.getByText(/低于/).first().waitFor()
      await price.fill('160')
      await making.getByRole('button', { name: '保存' }).click()
      await making.waitFor({ state: 'detached' })
      await head.page.getByRole('table').getByText('新年检查套餐').waitFor()

      // Sold by the director, of yesterday: too far back, and today, are refused beside the day.
      const { page, problems } = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      await page.goto(`/orderSet?patientId=${patient.id}&fresh=1`)
      await page.getByRole('button', { name: '新年检查套餐 160.00' }).click()
      const lines = page.getByRole('table', { name: '账单明细' })
      // 120.00 and 200.00 for 160.00: half of each.
      await lines.getByRole('row').filter({ hasText: '口腔全面检查' }).getByText('60.00', { exact: true }).waitFor()
      await lines
        .getByRole('row')
        .filter({ hasText: '牙周检查记录' })
        .getByText('100.00', { exact: true })
        .last()
        .waitFor()
      const day = page.getByRole('textbox', { name: '归属日' })
      await day.fill('2026-11-19')
      await day.press('Enter')
      await page.getByText('补录', { exact: true }).first().waitFor()
      await pay(page).getByRole('button', { name: '现金', exact: true }).click()
      await pay(page).getByLabel('现金金额').fill('100')
      await pay(page).getByRole('button', { name: '挂账（留欠费）' }).click()
      const owing = page.getByRole('dialog')
      await owing.getByRole('textbox').fill('余下的下次付')
      await owing.getByRole('button', { name: '收款 100.00，挂账 60.00' }).click()
      await told(page, /^已收 100\.00，挂账 60\.00/)
      const bill = await one<{ id: string; day: string; owed: string }>(
        owner,
        `select id, belong_date::text as day, arrears_amount::text as owed from bill where patient_id = $1 and belong_date is not null order by open_time desc limit 1`,
        [patient.id],
      )
      assert.deepEqual([bill.day, bill.owed], ['2026-11-19', '60.00'])

      // What was done, item by item; one of two taken back with its reason.
      await page.goto(`/orderSet?tab=arrears&billId=${bill.id}`)
      await settled(page)
      const movements = page.getByRole('dialog').filter({ hasText: '的收款' })
      await pay(page).getByRole('button', { name: '流水' }).click()
      await movements.getByRole('button', { name: '执行 3 / 3' }).click()
      const doing = page.getByRole('dialog', { name: /^执行 / })
      const perio = doing.getByRole('listitem').filter({ hasText: '牙周检查记录' }).first()
      // These are done when they are charged.
      await perio.getByText('2 / 2').waitFor()
      await perio.getByRole('button', { name: /^撤销 1/ }).click()
      await perio.getByLabel('撤销原因').fill('只做了一次')
      await perio.getByRole('button', { name: '撤销', exact: true }).click()
      await perio.getByText(/1 \/ 2/).waitFor()
      await doing.getByRole('listitem').filter({ hasText: '只做了一次' }).waitFor()
      const done = await one<{ done: number }>(
        owner,
        'select sum(executed_qty)::int as done from bill_item where bill_id = $1',
        [bill.id],
      )
      assert.equal(done.done, 2)

      // Given up by the head office, not by the clinic's director.
      assert.equal(await page.getByRole('button', { name: '核销欠费' }).count(), 0)
      await head.page.goto(`/orderSet?tab=arrears&billId=${bill.id}`)
      await head.page.getByRole('button', { name: '核销欠费' }).click()
      const off = head.page.getByRole('dialog', { name: '核销坏账' })
      await off.getByLabel('核销金额').fill('60.01')
      await off.getByLabel('原因').fill('患者已搬走')
      await off.getByRole('button', { name: '核销', exact: true }).click()
      await off
        .getByText(/60\.00/)
        .last()
        .waitFor()
      await off.getByLabel('核销金额').fill('60')
      await off.getByRole('button', { name: '核销', exact: true }).click()
      await told(head.page, /^已核销/)
      const end = await one<Record<string, string>>(
        owner,
        `select arrears_amount::text as owed, written_off_amount::text as off, paid_amount::text as paid,
           (select coalesce(sum(amount), 0)::text from ledger_posting p where p.bill_id = b.id and p.account = 'receivable') as receivable from bill b where id = $1`,
        [bill.id],
      )
      assert.deepEqual(end, { owed: '0.00', off: '60.00', paid: '100.00', receivable: '0.00' })
      // The price that saves nothing was refused, which the browser notes.
      assert.deepEqual(
        [...problems, ...head.problems].filter((each) => !/tariff-package\/save/.test(each)),
        [],
      )
    },
  },
  {
    name: '月结：已结的月份写原因重开，核对清单没有拦着的再结，差异为零，结账书是同一本',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'hq', clinic: CLINIC })
      await page.goto('/monthClose?month=2026-10')
      const book = page.getByRole('complementary', { name: '结账书' })
      await page.getByRole('heading', { name: /10月已月结$/ }).waitFor()
      const figures = await book.getByRole('article').innerText()
      const of = (text: string) => text.split('\n').slice(3).join('\n')
      await book.getByRole('button', { name: /^重开/ }).click()
      const why = page.getByRole('dialog')
      await why.getByRole('textbox', { name: '原因' }).and(page.locator(':focus')).waitFor()
      await why.getByRole('button', { name: '重开', exact: true }).click()
      await why.getByText('请填写原因').waitFor()
      await why.getByRole('textbox', { name: '原因' }).fill('十月的一张账单记错了方式')
      await why.getByRole('button', { name: '重开', exact: true }).click()
      await told(page, /^已重开/)
      await page.getByText('十月的一张账单记错了方式').waitFor()
      await page.getByRole('heading', { name: '可以结了' }).waitFor()
      await page.getByText('账务恒等式').waitFor()
      assert.equal(await page.getByText('不成立').count(), 0)
      assert.ok(of(figures).length > 300)
      assert.equal(of(await book.getByRole('article').innerText()), of(figures))
      const close = book.getByRole('button', { name: /^结 10月$|^结 .*10月$/ })
      await close.click()
      const sure = page.getByRole('alertdialog')
      await sure.getByText(/结账后.*不再接受任何单据/).waitFor()
      await sure.getByRole('button', { name: '月结' }).click()
      await told(page, /10月已月结/)
      await page.getByRole('heading', { name: /10月已月结$/ }).waitFor()
      assert.equal(await page.getByText('与上次结账的差异').count(), 0)
      const kept = await one<{ times: number; closed: number; reason: string }>(
        stack.owner,
        `select count(*)::int as times, (count(*) filter (where status = 1))::int as closed, max(reopen_reason) as reason
         from month_close m join clinic c on c.tenant_id = m.tenant_id and c.id = m.clinic_id where c.name = $1 and m.month = '2026-10-01'`,
        [CLINIC],
      )
      assert.deepEqual(kept, { times: 2, closed: 1, reason: '十月的一张账单记错了方式' })
      await page.goto((await book.getByRole('link', { name: '预览' }).getAttribute('href')) ?? '')
      await page
        .getByText(/2026年10月结账书/)
        .first()
        .waitFor()
      // This month is not over.
      await page.goto('/monthClose?month=2026-11')
      assert.equal(await page.getByRole('button', { name: /还没有过完$/ }).isDisabled(), true)
      assert.deepEqual(problems, [])
    },
  },
]
