import assert from 'node:assert/strict'
import path from 'node:path'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { one } from './steps.ts'

const picture = (name: string) => path.join(import.meta.dirname, 'shots', `data-records-${name}.png`)

export const journeys: Journey[] = [
  {
    name: '首诊记录：未成交的写上原因和下次联系，到那天有一条回访；漏斗和未成交原因跟着变',
    async run({ browser, stack }) {
      const { page, problems, context } = await visit(browser, stack, { account: 'director' })
      await page.goto('/dataRecord')
      await page.waitForURL(/\/firstDiagnosjuiis/)
      await page.goto('/firstDiagnosjuiis?from=2026-08-01&to=2026-10-15')
      const table = page.getByRole('table', { name: '初诊' })
      const row = table
        .getByRole('row')
        .filter({ has: page.getByRole('cell', { name: '未成交', exact: true }) })
        .first()
      await row.waitFor()
      await row.getByRole('button', { name: '跟进' }).click()
      const dialog = page.getByRole('dialog', { name: /的跟进$/ })
      await dialog.getByRole('radio', { name: '害怕治疗' }).click()
      await dialog.getByLabel('下次联系').fill('2026-11-27')
      await dialog.getByLabel('下次联系').press('Enter')
      await dialog.getByLabel('备注').fill('想先做舒适化体验')
      await page.screenshot({ path: picture('note') })
      await dialog.getByRole('button', { name: '记下' }).click()
      await page.getByText('已记下').waitFor()
      await table.getByText('2026-11-27').first().waitFor()
      const kept = await one<{ reason: string; day: string; owner: string }>(
        stack.owner,
        `select n.reason, (f.plan_at at time zone 'Asia/Shanghai')::date::text as day, f.owner_role as owner from first_visit_note n
         join registration r on r.tenant_id = n.tenant_id and r.id = n.registration_id
         join follow_up f on f.tenant_id = n.tenant_id and f.patient_id = r.patient_id and f.source_key like 'first-visit:%'
         where n.remark = $1`,
        ['想先做舒适化体验'],
      )
      assert.deepEqual({ ...kept }, { reason: '害怕治疗', day: '2026-11-27', owner: 'consultant' })
      await page
        .getByRole('region', { name: '未成交原因' })
        .getByRole('button', { name: /害怕治疗/ })
        .waitFor()
      await page.screenshot({ path: picture('first-visits') })
      assert.deepEqual(problems, [])
      await context.close()
    },
  },
  {
    name: '患者分析：流失名单一步加入新分组；留存三角打开当月的患者',
    async run({ browser, stack }) {
      const { page, problems, context } = await visit(browser, stack, { account: 'director' })
      await page.goto('/clinicpatientAnalysisData?view=loyalty')
      const lost = page.getByRole('region', { name: '流失' })
      await lost.getByRole('button', { name: /人$/ }).click()
      const drawer = page.getByRole('dialog', { name: '流失' })
      await drawer.getByRole('table').waitFor()
      await page.screenshot({ path: picture('lost') })
      await drawer.getByRole('button', { name: '加入分组' }).click()
      const adding = page.getByRole('dialog', { name: /人加入分组$/ })
      const people = Number(/把 (\d+) 人/.exec(await adding.innerText())?.[1])
      assert.ok(people > 0)
      await adding.getByRole('button', { name: '新建分组' }).click()
      const making = page.getByRole('dialog', { name: '新建分组' })
      await making.getByLabel('名称').fill('流失召回 11 月')
      await making.getByRole('button', { name: '保存' }).click()
      await adding.getByRole('button', { name: '加入', exact: true }).click()
      await page.getByText('已加入分组').waitFor()
      const kept = await one<{ total: number }>(
        stack.owner,
        `select count(*)::int as total from patient_group_member m join patient_group g on g.tenant_id = m.tenant_id and g.id = m.group_id
         where g.name = $1`,
        ['流失召回 11 月'],
      )
      assert.equal(kept.total, people)
      await page.goto('/clinicpatientAnalysisData?view=loyalty')
      await page
        .getByRole('region', { name: '留存' })
        .getByRole('button', { name: /个月后到店 [1-9]\d* 人$/ })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('table').waitFor()
      assert.deepEqual(problems, [])
      await context.close()
    },
  },
]
