import assert from 'node:assert/strict'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { one } from './steps.ts'

const CLINIC = '望湖路门诊'
const UNIT = '启明软件有限公司'
const comma = (yuan: string) => Number(yuan).toLocaleString('en-US', { minimumFractionDigits: 2 })

export const journeys: Journey[] = [
  {
    name: '单位记账：键盘选单位、超额度就地说可记多少、填工号收费；财务看账龄、部分结算、撤销，打印对账单',
    async run({ browser, stack }) {
      const bill = await one<{ id: string; no: string; sum: string }>(
        stack.owner,
        `select b.id, b.bill_no as no, b.receivable_amount::text as sum from bill b
         join clinic c on c.tenant_id = b.tenant_id and c.id = b.clinic_id
         where c.name = $1 and b.status = 1 and b.receivable_amount > 100
         order by b.receivable_amount, b.id limit 1`,
        [CLINIC],
      )
      const { id: unitId } = await one<{ id: string }>(
        stack.owner,
        `update pay_unit set credit_limit = balance_amount + $2::numeric - 20 where name = $1
           and tenant_id = (select tenant_id from bill where id = $3) returning id`,
        [UNIT, bill.sum, bill.id],
      )
      const owed = () =>
        one<{ used: string; claims: number }>(
          stack.owner,
          `select u.balance_amount::text as used, (select count(*)::int from unit_claim c where c.pay_unit_id = u.id
             and c.amount - c.back_amount - c.settled_amount <> 0) as claims from pay_unit u where u.id = $1`,
          [unitId],
        )
      const before = await owed()

      // At the desk, by keyboard.
      const desk = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      const { page } = desk
      await page.goto(`/orderSet?billId=${bill.id}`)
      const pay = page.getByRole('region', { name: '收款' })
      const way = pay.getByRole('button', { name: '单位记账' })
      await way.focus()
      await way.press('Enter')
      await pay.getByText('请选择记账单位').waitFor()
      const chooser = pay.getByRole('combobox', { name: '记账单位' })
      await chooser.focus()
      await chooser.press('ArrowDown')
      await page.getByRole('option', { name: UNIT }).or(page.getByTitle(UNIT)).first().waitFor()
      await chooser.press('Enter')
      // Twenty yuan too much, and the figure that would do stands beside it.
      const most = comma((Number(bill.sum) - 20).toFixed(2))
      await pay.getByText(`余额额度不足，最多可记 ${most} 元`).waitFor()
      assert.equal(await pay.getByRole('button', { name: `收款 ${comma(bill.sum)}` }).isDisabled(), true)
      await pay.getByLabel('单位记账金额').fill((Number(bill.sum) - 20).toFixed(2))
      await pay.getByText('请填写工号或备注').waitFor()
      const cash = pay.getByRole('button', { name: '现金', exact: true })
      await cash.focus()
      await cash.press('Enter')
      const reference = pay.getByLabel('工号或备注')
      await reference.fill('工号 1024')
      await reference.press('Enter')
      await page.getByText('收款流水').waitFor()
      const after = await owed()
      assert.equal(after.claims, before.claims + 1)
      assert.equal((Number(after.used) - Number(before.used)).toFixed(2), (Number(bill.sum) - 20).toFixed(2))

      // The accounts: what is open, part of it paid, and taken back.
      const accounts = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      const book = accounts.page
      await book.goto('/unitAccounts')
      await book.getByRole('region', { name: '账龄' }).getByText('未结合计').waitFor()
      await book.getByText(UNIT).first().click()
      const drawer = book.getByRole('dialog')
      await drawer.getByText('工号 1024').waitFor()
      await drawer.getByRole('checkbox', { name: `选 ${bill.no}` }).check()
      await drawer.getByRole('button', { name: '结算选中 1 笔' }).click()
      const dialog = book.getByRole('dialog').filter({ hasText: '确认收款' }).last()
      await dialog.getByLabel('结算金额').fill(bill.sum)
      await dialog.getByRole('radio', { name: '现金' }).click()
      await dialog.getByRole('button', { name: '确认收款' }).click()
      await dialog.getByText(`结算金额超过未结的金额，最多可结 ${most} 元`).first().waitFor()
      await dialog.getByLabel('结算金额').fill('50')
      await dialog.getByRole('button', { name: '确认收款' }).click()
      await book.getByText(/^已结 50\.00/).waitFor()
      assert.equal((Number(after.used) - Number((await owed()).used)).toFixed(2), '50.00')
      await drawer.getByRole('tab', { name: '对账单' }).click()
      await drawer.getByText('期末未结').waitFor()
      await drawer.getByRole('tab', { name: '结算记录' }).click()
      await drawer.getByRole('button', { name: '撤销结算' }).first().click()
      const undo = book.getByRole('dialog').filter({ hasText: '回到未结' }).last()
      await undo.getByLabel('原因').fill('回单作废')
      await undo.getByRole('button', { name: '撤销结算' }).last().click()
      await book.getByText('结算已撤销，记账回到未结').waitFor()
      assert.deepEqual(await owed(), after)

      await book.goto(`/print/unitStatement/${unitId}?month=2026-11`)
      await book.getByText(/^应付大写：/).waitFor()
      assert.deepEqual([...desk.problems, ...accounts.problems], [])
    },
  },
]
