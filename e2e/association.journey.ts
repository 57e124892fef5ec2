import assert from 'node:assert/strict'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { apply, choose } from './steps.ts'

const CLINIC = '望湖路门诊'

export const journeys: Journey[] = [
  {
    name: '关联门诊（menu-type-prompt、toast-relate-submitted）：没有门诊时菜单只提示；申请、驳回、再申请、通过，菜单不重新登录就完整；离职后立即退出',
    async run({ browser, stack }) {
      const applicant = await visit(browser, stack, { account: 'qiuze' })
      const { page } = applicant
      await page.goto('/')
      await settled(page)
      await page.getByRole('link', { name: '患者', exact: true }).click()
      await page.getByText('您还没有所属门诊信息，可以先申请创建门诊或者关联门诊').last().waitFor()
      assert.equal(new URL(page.url()).pathname, '/clinicManage')
      await page.getByRole('dialog').getByRole('button', { name: '关联门诊' }).click()
      await page.waitForURL('**/relateClinic')
      await apply(page, '望湖路', '邱泽')

      const reviewer = await visit(browser, stack, { account: 'admin', clinic: CLINIC })
      const desk = reviewer.page
      await desk.goto('/employeEaudit')
      const row = desk.getByRole('row').filter({ hasText: '邱泽' })
      await row.getByRole('button', { name: '驳回' }).click()
      const refusal = desk.getByRole('dialog')
      await refusal.getByRole('button', { name: '驳回' }).click()
      await refusal.getByText('请输入不通过理由').waitFor()
      await refusal.getByLabel('不通过理由').fill('请补充执业证')
      await refusal.getByRole('button', { name: '驳回' }).click()
      await row.waitFor({ state: 'detached' })

      await page.getByText('不通过理由：请补充执业证').waitFor()
      await apply(page, '望湖路', '邱泽')
      // The reviewer's list follows by itself.
      await row.getByRole('button', { name: '通过' }).click()
      const taking = desk.getByRole('dialog')
      await choose(taking, '岗位', '医生')
      await choose(taking, '工种', '医生')
      // The greeting stands for a second: the wait begins before the clinic says yes.
      const greeted = page.getByText(`已进入${CLINIC}`).waitFor()
      await taking.getByRole('button', { name: '通过' }).click()
      await desk.getByText('邱泽 已加入本门诊').waitFor()
      await greeted
      await page.getByRole('link', { name: '医生工作台', exact: true }).click()
      await page.waitForURL('**/doctorIndex')
      await page.getByRole('link', { name: '患者', exact: true }).click()
      await page.waitForURL('**/allTimePatients')
      await desk.goto('/employeEaudit?state=decided')
      await desk
        .getByRole('row')
        .filter({ hasText: '邱泽' })
        .filter({ hasText: '已通过' })
        .getByText('陆安和')
        .waitFor()

      await desk.goto('/baseEmployee?q=qiuze')
      await desk.getByRole('row').filter({ hasText: '邱泽' }).click()
      await desk.getByRole('button', { name: '离职' }).click()
      const leaving = desk.getByRole('dialog').filter({ hasText: '办理离职' })
      await leaving.getByText('没有以后的预约、未结束的挂号和未完成的随访。').waitFor()
      const began = Date.now()
      await leaving.getByRole('button', { name: '办理离职' }).click()
      await page.waitForURL(/\/login/)
      assert.ok(Date.now() - began < 5_000, `${Date.now() - began} ms until the session had ended`)
      assert.deepEqual(
        [...applicant.problems, ...reviewer.problems].filter((problem) => !/^answer: (400|401)/.test(problem)),
        [],
      )
    },
  },
]
