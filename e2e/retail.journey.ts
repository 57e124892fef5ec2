import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { one } from './steps.ts'

const CLINIC = '望湖路门诊'

/** Adds goods to the bill that is open, by the initials of their name. */
async function add(page: Page, initials: string, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: '加项目' })
  await box.fill(initials)
  await page.getByRole('option', { name }).first().waitFor()
  await box.press('Enter')
  await page.getByRole('table', { name: '账单明细' }).getByText(name).first().waitFor()
}

export const journeys: Journey[] = [
  {
    name: '零售与平台券：收银台不挂就诊卖商品，扫码枪录券码收款，同一券码第二次就地说用在哪里，撤销后可再用，小票印券码',
    async run({ browser, stack }) {
      const patient = await one<{ id: string; name: string }>(
        stack.owner,
        `select p.id, p.name from bill b join clinic c on c.tenant_id = b.tenant_id and c.id = b.clinic_id
           join patient p on p.tenant_id = b.tenant_id and p.id = b.patient_id
         where c.name = $1 and b.bill_type = 2 and not exists (select 1 from bill x where x.tenant_id = b.tenant_id
           and x.patient_id = b.patient_id and x.status in (1, 6)) order by b.open_time, b.id limit 1`,
        [CLINIC],
      )
      const desk = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      const { page } = desk
      const pay = page.getByRole('region', { name: '收款' })

      // At the desk, for somebody who only buys something.
      await page.goto('/orderSet?tab=paid')
      await page.getByRole('button', { name: '零售', exact: true }).click()
      const who = page.getByRole('dialog')
      await who.getByText('卖给哪位患者').waitFor()
      await who.getByRole('combobox').fill(patient.name)
      await page.getByRole('option', { name: patient.name }).first().click()
      await who.getByRole('button', { name: '零售' }).click()
      await page.getByText('新开单').waitFor()
      const adding = page.getByRole('combobox', { name: '加项目' })
      // What is done to somebody is not sold.
      await adding.fill('根管')
      await page.getByText(/^没有这个商品/).waitFor()
      await add(page, 'cyq', '冲牙器')

      // A scanner types the code and Enter: nothing is charged by that.
      await pay.getByRole('button', { name: '美团团购券' }).first().click()
      await pay.getByText('请填写或扫描券码').waitFor()
      const code = pay.getByLabel('美团团购券券码')
      await code.pressSequentially('MT20 2611 0001')
      await code.press('Enter')
      assert.equal(await page.getByText('收款流水').count(), 0)
      await pay.getByRole('button', { name: '收款 399.00' }).click()
      await page.getByText('收款流水').waitFor()
      await pay.getByText('MT2026110001').waitFor()
      const bill = await one<{ id: string; no: string; type: number; visit: string | null }>(
        stack.owner,
        `select id, bill_no as no, bill_type as type, registration_id as visit from bill where patient_id = $1 order by open_time desc, id desc limit 1`,
        [patient.id],
      )
      assert.deepEqual([bill.type, bill.visit], [2, null])

      // From the patient's file; the same code once more, written otherwise.
      await page.goto(`/patientCenter?id=${patient.id}&tab=bills`)
      await page.getByRole('cell', { name: '零售' }).first().waitFor()
      await page.getByRole('link', { name: '零售', exact: true }).click()
      await add(page, 'yxb', '牙线棒')
      await pay.getByRole('button', { name: '抖音团购券' }).first().click()
      await pay.getByLabel('抖音团购券券码').fill('mt2026-1100-01')
      await pay.getByRole('button', { name: '收款 15.00' }).click()
      await pay
        .getByText(new RegExp(`^券码 MT2026110001 已用过：.*${CLINIC}，账单 ${bill.no}`))
        .first()
        .waitFor()

      // Revoked, it is free.
      const chief = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      await chief.page.goto(`/orderSet?tab=paid&billId=${bill.id}`)
      await chief.page.getByRole('button', { name: '撤销收费' }).click()
      const ask = chief.page.getByRole('dialog')
      await ask.getByLabel('撤销原因').fill('收错患者')
      await ask.getByRole('button', { name: '撤销收费' }).click()
      await chief.page.getByText('收费已撤销，账单回到待收费').waitFor()
      await pay.getByLabel('抖音团购券券码').fill('MT2026110001')
      await pay.getByRole('button', { name: '收款 15.00' }).click()
      await page.getByText('收款流水').waitFor()

      // The receipt says which voucher it was.
      const paid = await one<{ id: string }>(stack.owner, `select bill_id as id from voucher_use where code = $1`, [
        'MT2026110001',
      ])
      await page.goto(`/print/receipt/${paid.id}`)
      await page.getByText('抖音团购券 券码 MT2026110001').first().waitFor()
      // Asked for once and refused: the browser says so of itself.
      assert.deepEqual(
        [...desk.problems, ...chief.problems].filter((each) => !each.includes('409') && !each.includes('400')),
        [],
      )
    },
  },
]
