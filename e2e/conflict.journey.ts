import assert from 'node:assert/strict'
import type { Journey } from './journeys.ts'
import { settled, told, visit } from './page.ts'
import { one } from './steps.ts'

const CLINIC = '望湖路门诊'

export const journeys: Journey[] = [
  {
    name: '两人改同一份计划、同一张处方：逐项选择留下哪一份，谁写的都不丢',
    async run({ browser, stack }) {
      const plan = await one<{ id: string; version: number; title: string }>(
        stack.owner,
        `select t.id, t.version, t.title from treatment_plan t join clinic c on c.id = t.clinic_id
         where c.name = $1 and t.status = 0 order by t.created_at desc limit 1`,
        [CLINIC],
      )
      const mine = (await visit(browser, stack, { account: 'director', clinic: CLINIC })).page
      const theirs = (await visit(browser, stack, { account: 'director', clinic: CLINIC })).page
      for (const page of [mine, theirs]) {
        await page.goto(`/treatmentPlan?id=${plan.id}`)
        await settled(page)
        await page.getByRole('button', { name: '修改', exact: true }).click()
        await page.getByRole('textbox', { name: '标题' }).waitFor()
      }
      await mine.getByRole('textbox', { name: '标题' }).fill('我起的标题')
      await theirs.getByRole('textbox', { name: '方案 1 的名称' }).fill('对方改的方案')
      await theirs.getByRole('button', { name: '保存' }).click()
      await told(theirs, /更新成功/)
      await settled(mine)
      await mine.getByRole('button', { name: '保存' }).click()
      const asked = mine.getByRole('dialog', { name: '已被他人修改' })
      await asked.waitFor()
      // What only the other one changed is offered as it was saved, what I changed as I wrote it.
      assert.equal(await asked.getByRole('radio', { name: '标题：我填写的' }).isChecked(), true)
      assert.equal(await asked.getByRole('radio', { name: '方案 1：对方保存的' }).isChecked(), true)
      await asked.getByRole('button', { name: '按所选保存' }).click()
      await told(mine, /更新成功/)
      const kept = await one<{ title: string; name: string }>(
        stack.owner,
        `select t.title, o.name from treatment_plan t join treatment_plan_option o on o.plan_id = t.id
         where t.id = $1 order by o.line_no limit 1`,
        [plan.id],
      )
      assert.deepEqual({ ...kept }, { title: '我起的标题', name: '对方改的方案' })

      const rx = await one<{ id: string; login: string }>(
        stack.owner,
        `select r.id, a.login_name as login from prescription r join clinic c on c.id = r.clinic_id
           join employee e on e.id = r.doctor_id join account a on a.id = e.account_id
         where c.name = $1 and r.status = 0 order by r.created_at desc limit 1`,
        [CLINIC],
      )
      const first = (await visit(browser, stack, { account: rx.login, clinic: CLINIC })).page
      const second = (await visit(browser, stack, { account: rx.login, clinic: CLINIC })).page
      for (const page of [first, second]) {
        await page.goto(`/prescription?tab=all&id=${rx.id}`)
        await settled(page)
        await page.getByRole('button', { name: '修改', exact: true }).click()
        await page.getByRole('dialog', { name: /修改处方/ }).waitFor()
      }
      await second.getByRole('spinbutton', { name: '体重' }).or(second.getByLabel('体重')).first().fill('61')
      await second.getByRole('button', { name: '保存并送审' }).click()
      await told(second, /处方已修改/)
      const sheet = first.getByRole('dialog', { name: /修改处方/ })
      await sheet.getByRole('combobox', { name: '诊断' }).fill('我写的诊断')
      await first.getByRole('option', { name: '写作「我写的诊断」' }).click()
      await sheet.getByRole('button', { name: '保存并送审' }).click()
      const choose = first.getByRole('dialog', { name: '已被他人修改' })
      await choose.waitFor()
      assert.equal(await choose.getByRole('radio', { name: '体重：对方保存的' }).isChecked(), true)
      await choose.getByRole('button', { name: '按所选填入' }).click()
      await sheet.getByRole('button', { name: '保存并送审' }).click()
      await told(first, /处方已修改/)
      const written = await one<{ diagnosis: string; weight: number }>(
        stack.owner,
        'select diagnosis, weight_kg::float as weight from prescription where id = $1',
        [rx.id],
      )
      assert.deepEqual({ ...written }, { diagnosis: '我写的诊断', weight: 61 })
    },
  },
]
