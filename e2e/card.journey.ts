import assert from 'node:assert/strict'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { choose, one } from './steps.ts'

const CLINIC = '望湖路门诊'

export const journeys: Journey[] = [
  {
    name: '会员卡：键盘开卡，充值送赠金，账单用卡加微信付清，退一部分本金，余额与流水到分',
    async run({ browser, stack }) {
      const bill = await one<{ id: string; patient: string; sum: string }>(
        stack.owner,
        `select b.id, b.patient_id as patient, b.receivable_amount::text as sum from bill b
         join clinic c on c.tenant_id = b.tenant_id and c.id = b.clinic_id
         where c.name = $1 and b.status = 1 and b.receivable_amount > 220
           and not exists (select 1 from member_card k where k.tenant_id = b.tenant_id and k.patient_id = b.patient_id)
         order by b.open_time, b.id limit 1`,
        [CLINIC],
      )
      const held = () =>
        one<{ principal: string; bonus: string; moves: number }>(
          stack.owner,
          `select principal_amount::text as principal, bonus_amount::text as bonus,
             (select count(*)::int from card_log l where l.tenant_id = c.tenant_id and l.card_id = c.id) as moves
           from member_card c where c.patient_id = $1`,
          [bill.patient],
        )
      const desk = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      const { page } = desk
      await page.goto(`/membercard?id=${bill.patient}`)
      // By keyboard: the button, the kind of card, and it is open.
      const open = page.getByRole('button', { name: '开卡' }).first()
      await open.focus()
      await open.press('Enter')
      const dialog = page.getByRole('dialog')
      await choose(dialog, '卡种', '金卡')
      const sell = dialog.getByRole('button', { name: '开卡', exact: true })
      await sell.focus()
      await sell.press('Enter')
      await page.getByText(/^已开卡/).waitFor()
      assert.deepEqual(await held(), { principal: '0.00', bonus: '0.00', moves: 1 })

      await page.getByRole('button', { name: '充值', exact: true }).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByLabel('充值金额').fill('2000')
      await drawer.getByRole('button', { name: '微信' }).click()
      await drawer.getByRole('button', { name: '充值 2,000.00，到账 2,160.00' }).click()
      await page.getByText('已充值 2,000.00').waitFor()
      assert.deepEqual(await held(), { principal: '2000.00', bonus: '160.00', moves: 2 })

      // 108.00 of the card by what it holds: principal 100.00, bonus 8.00; the rest by WeChat.
      await page.goto(`/orderSet?billId=${bill.id}`)
      const pay = page.getByRole('region', { name: '收款' })
      await pay.getByRole('button', { name: /^金卡/ }).click()
      await pay.getByLabel(/^金卡.*金额$/).fill('108')
      await pay.getByText('100.00', { exact: true }).waitFor()
      await pay.getByText('8.00', { exact: true }).waitFor()
      await pay.getByRole('button', { name: '微信' }).click()
      const words = Number(bill.sum).toLocaleString('en-US', { minimumFractionDigits: 2 })
      await pay.getByRole('button', { name: `收款 ${words}` }).click()
      await page.getByText('收款流水').waitFor()
      // The bar of the patient says what is left.
      await page
        .getByText(/2,052\.00/)
        .first()
        .waitFor()
      assert.deepEqual(await held(), { principal: '1900.00', bonus: '152.00', moves: 3 })

      const chief = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      await chief.page.goto(`/membercard?id=${bill.patient}`)
      await chief.page.getByRole('button', { name: '退卡' }).click()
      const back = chief.page.getByRole('dialog')
      await back.getByLabel('退本金').fill('500')
      await back
        .getByText(/40\.00/)
        .first()
        .waitFor()
      await back.getByRole('button', { name: '现金' }).click()
      await back.getByLabel('原因').fill('患者要求')
      await back.getByRole('button', { name: '退 500.00' }).click()
      await chief.page.getByText('已退 500.00').waitFor()
      assert.deepEqual(await held(), { principal: '1400.00', bonus: '112.00', moves: 4 })
      // The desk sees it without asking, and the statement comes to the balance.
      await page.goto(`/membercard?id=${bill.patient}`)
      await page.getByText('流水合计等于余额').waitFor()
      await page.getByText('1,512.00').first().waitFor()
      assert.deepEqual([...desk.problems, ...chief.problems], [])
    },
  },
]
