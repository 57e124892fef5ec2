import assert from 'node:assert/strict'
import path from 'node:path'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { one } from './steps.ts'

const picture = (name: string) => path.join(import.meta.dirname, 'shots', `commission-${name}.png`)

export const journeys: Journey[] = [
  {
    name: '员工业绩：总部看四个页签，从医生打开个人业绩与每一笔提成；新建规则，重叠的档说在档旁，改好先试算再保存；医生只看自己和其他人的平均，确认上月的提成单',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'hq', clinic: '望湖路门诊' })
      await page.goto('/employeeReport')
      const table = page.getByRole('region', { name: '明细' })
      await table.getByRole('link', { name: '顾清妍' }).first().waitFor()
      await page.screenshot({ path: picture('report') })
      for (const tab of ['护士', '咨询师', '前台']) {
        await page.getByRole('radio', { name: tab, exact: true }).click()
        await table.getByText('合计').first().waitFor()
      }
      await page.getByRole('radio', { name: '医生', exact: true }).click()
      await table.getByRole('link', { name: '顾清妍' }).first().click()
      await page.waitForURL(/\/employeeReport\/person\?/)
      await page.getByRole('region', { name: '近六个月' }).waitFor()
      await page.getByRole('button', { name: '上一个月' }).click()
      await page.getByRole('region', { name: '提成明细' }).getByRole('link').first().waitFor()
      await page.screenshot({ path: picture('person') })

      await page.goto('/employeeReport/rules')
      await page.getByText('医生基本提成').first().waitFor()
      await page.screenshot({ path: picture('rules') })
      await page.getByRole('button', { name: '新建规则' }).click()
      const dialog = page.getByRole('dialog', { name: '新建提成规则' })
      await dialog.getByLabel('名称').fill('年底冲刺')
      await dialog.getByRole('radio', { name: '分段' }).click()
      await dialog.getByRole('button', { name: '加一档' }).click()
      await dialog.getByRole('textbox', { name: '第 2 档从' }).fill('40000')
      await dialog.getByRole('button', { name: '保存' }).click()
      await dialog.getByText('第 2 档与第 1 档重叠').waitFor()
      await page.screenshot({ path: picture('overlap') })
      const { count } = await one<{ count: number }>(
        stack.owner,
        `select count(*)::int as count from commission_rule where name = $1`,
        ['年底冲刺'],
      )
      assert.equal(count, 0)
      await dialog.getByRole('textbox', { name: '第 2 档从' }).fill('50000')
      await dialog.getByRole('button', { name: '试算' }).click()
      const trial = page.getByRole('dialog', { name: '试算' })
      await trial.getByRole('rowheader', { name: '合计' }).waitFor()
      await page.screenshot({ path: picture('trial') })
      await trial.getByRole('button', { name: '关闭' }).first().click()
      await dialog.getByRole('button', { name: '保存' }).click()
      await page.getByText('规则已建立').waitFor()
      await page.getByText('年底冲刺').first().waitFor()
      assert.deepEqual(problems, [])

      const doctor = await visit(browser, stack, { account: 'guqingyan', clinic: '望湖路门诊' })
      await doctor.page.goto('/employeeReport')
      const own = doctor.page.getByRole('region', { name: '明细' })
      await own.getByText(/其他 \d+ 位平均/).waitFor()
      assert.equal(await own.getByRole('link', { name: '许明哲' }).count(), 0)
      await doctor.page.screenshot({ path: picture('own') })
      await own.getByRole('link', { name: '顾清妍' }).first().click()
      await doctor.page.getByRole('button', { name: '上一个月' }).click()
      await doctor.page.getByRole('button', { name: '确认提成' }).first().click()
      await doctor.page.getByRole('alertdialog').getByRole('button', { name: '确认', exact: true }).click()
      await doctor.page.getByText('已确认').first().waitFor()
      await doctor.page.getByRole('link', { name: '打印' }).first().click()
      await doctor.page.getByText('提成合计').waitFor()
      await doctor.page.screenshot({ path: picture('slip') })
      assert.deepEqual(doctor.problems, [])
    },
  },
]
