import assert from 'node:assert/strict'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { one } from './steps.ts'

const CLINIC = '望湖路门诊'

export const journeys: Journey[] = [
  {
    name: '打印模板：写错变量当场说，预览随写随变，保存后收据按它打印，恢复默认后回到原样',
    async run({ browser, stack }) {
      const admin = await visit(browser, stack, { account: 'admin', clinic: CLINIC })
      const { page } = admin
      await page.goto('/templateSetting?paper=refundSlip')
      const preview = page.getByRole('region', { name: '预览' })
      await preview.getByRole('heading', { name: '退费单' }).waitFor()
      const before = await preview.locator('article').first().innerText()
      assert.ok(before.includes('预览'), 'the code of a preview is none')

      const footer = page.getByLabel('结尾文字')
      await footer.fill('{{姓名}}您好')
      await page.getByText('第 1 行：没有变量「姓名」').waitFor()
      assert.equal(await page.getByRole('button', { name: '保存为新版本' }).isDisabled(), true)
      await footer.fill('{{#明细}}\n已退 {{项目}} <b>{{金额}}</b>\n{{/明细}}')
      const sentence = preview.getByText(/已退 .+ <b>[\d,.]+<\/b>/)
      await sentence.waitFor()
      await page.getByRole('checkbox', { name: '牙位' }).uncheck({ force: true })
      await preview.getByRole('columnheader', { name: '牙位' }).waitFor({ state: 'detached' })
      await page.getByLabel('修改说明').fill('退费写明项目')
      await page.getByRole('button', { name: '保存为新版本' }).click()
      await page.getByText('已保存为第 1 版').waitFor()

      const { id } = await one<{ id: string }>(
        stack.owner,
        `select r.id from refund r join clinic c on c.tenant_id = r.tenant_id and c.id = r.clinic_id
         where c.name = $1 and r.status = 2 order by r.refunded_at desc limit 1`,
        [CLINIC],
      )
      const printed = async () => {
        await page.goto(`/print/refund/${id}`)
        await page.getByRole('img', { name: '扫码核验这份单据' }).first().waitFor()
        return page.locator('article').first().innerText()
      }
      assert.match(await printed(), /已退 .+ <b>[\d,.]+<\/b>/)
      assert.equal(await page.getByRole('columnheader', { name: '牙位' }).count(), 0)

      await page.goto('/templateSetting?paper=refundSlip')
      await page.getByRole('button', { name: '恢复默认' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: '恢复默认' }).click()
      await page.getByText('已恢复默认').waitFor()
      assert.doesNotMatch(await printed(), /已退 .+ <b>/)
      assert.equal(await page.getByRole('columnheader', { name: '牙位' }).count(), 1)
    },
  },
]
