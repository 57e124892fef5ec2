import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { one } from './steps.ts'
export const journeys: Journey[] = [{
  name: 'shots',
  async run({ browser, stack }) {
    const { patient } = await one<{ patient: string }>(stack.owner, `select k.patient_id as patient from member_card k join coupon u on u.patient_id = k.patient_id and u.status = 1
      join clinic c on c.id = k.open_clinic_id where c.name = '望湖路门诊' and k.type_name = '金卡' and k.status = 1 and k.points >= 200 and exists (select 1 from bill b where b.patient_id = k.patient_id) limit 1`, [])
    for (const size of ['desktop', 'phone'] as const) {
      const { page } = await visit(browser, stack, { account: 'director', clinic: '望湖路门诊', size })
      await page.goto(`/orderSet?patientId=${patient}&fresh=1`)
      const adding = page.getByRole('combobox', { name: '加项目' })
      for (const item of ['全口超声洁治', '数字化口内扫描', '氧化锆全瓷冠']) {
        await adding.fill(item)
        await page.getByRole('option', { name: new RegExp(item) }).first().waitFor()
        await adding.press('Enter')
      }
      await page.waitForTimeout(800)
      const take = page.getByRole('button', { name: /张可用$/ })
      await take.click()
      await page.waitForTimeout(300)
      await page.screenshot({ path: `/tmp/discounts-menu-${size}.png` })
      await page.getByRole('menuitem').first().click().catch(() => null)
      await page.getByRole('textbox', { name: '立减' }).fill('5')
      if (size === 'desktop') {
        const pay = page.getByRole('region', { name: '收款' })
        await pay.getByRole('button', { name: /^积分/ }).click()
        await pay.getByLabel(/^积分.*金额$/).fill('2')
        await pay.getByRole('button', { name: '微信' }).click()
      }
      await page.waitForTimeout(500)
      await page.screenshot({ path: `/tmp/discounts-desk-${size}.png` })
      await page.goto(`/membercard?id=${patient}`)
      await page.waitForTimeout(1500)
      await page.screenshot({ path: `/tmp/discounts-card-${size}.png`, fullPage: true })
      await page.getByRole('heading', { name: '优惠券' }).scrollIntoViewIfNeeded()
      await page.waitForTimeout(300)
      await page.screenshot({ path: `/tmp/discounts-card2-${size}.png` })
      await page.goto('/coupons')
      await page.waitForTimeout(1500)
      await page.screenshot({ path: `/tmp/discounts-coupons-${size}.png` })
      if (size === 'desktop') { await page.getByRole('button', { name: '发券' }).click(); await page.waitForTimeout(600); await page.screenshot({ path: `/tmp/discounts-issue-${size}.png` }); await page.keyboard.press('Escape') }
      await page.goto('/couponList')
      await page.waitForTimeout(1500)
      await page.screenshot({ path: `/tmp/discounts-types-${size}.png` })
      if (size === 'desktop') { await page.getByRole('button', { name: /新建|添加|新增/ }).last().click(); await page.waitForTimeout(800); await page.screenshot({ path: `/tmp/discounts-type-${size}.png` }) }
    }
  },
}]
