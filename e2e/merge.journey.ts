import assert from 'node:assert/strict'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { one } from './steps.ts'

export const journeys: Journey[] = [
  {
    name: 'S23：疑似重复的两份档案对照合并，旧号搜到跳转，撤销后还原',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'admin', clinic: '望湖路门诊' })
      await page.goto('/duplicate')
      await settled(page)
      const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: '对照合并' }) })
      const before = await rows.count()
      assert.ok(before >= 2, `${before} pairs`)

      // The first pair: who they are stands in the database.
      await rows.first().getByRole('button', { name: '对照合并' }).click()
      const dialog = page.getByRole('dialog', { name: '合并档案' })
      const numberOf = (role: string) =>
        dialog
          .getByRole('region', { name: `${role}的档案` })
          .getByRole('link')
          .first()
          .innerText()
      await dialog.getByRole('table', { name: '资料对照' }).waitFor()
      const [keepNumber, removeNumber] = [await numberOf('保留'), await numberOf('并入')]
      // Changed over and back: the other one would be kept.
      await dialog.getByRole('button', { name: '互换' }).click()
      await dialog.getByRole('region', { name: '保留的档案' }).getByText(removeNumber).waitFor()
      await dialog.getByRole('button', { name: '互换' }).click()
      await dialog.getByRole('region', { name: '保留的档案' }).getByText(keepNumber).waitFor()
      const idOf = async (number: string) =>
        (
          await one<{ id: string }>(
            stack.owner,
            'select p.id from patient p join company c on c.tenant_id = p.tenant_id where c.is_chain and p.medical_number = $1',
            [number],
          )
        ).id
      const [keep, remove] = [await idOf(keepNumber), await idOf(removeNumber)]

      // Without a reason nothing is sent.
      await dialog.getByLabel('合并原因').fill('')
      await dialog.getByRole('button', { name: '合并', exact: true }).click()
      await dialog.getByText('请填写合并原因').waitFor()
      await dialog.getByLabel('合并原因').fill('前台重复建档')
      await dialog.getByRole('button', { name: '合并', exact: true }).click()
      await page
        .getByText(/^已合并/)
        .first()
        .waitFor()
      await dialog.waitFor({ state: 'detached' })
      assert.deepEqual(await one(stack.owner, 'select status, merged_into_id from patient where id = $1', [remove]), {
        status: 2,
        merged_into_id: keep,
      })
      await page.waitForFunction((n) => document.querySelectorAll('tbody tr').length < n + 1, before)

      // The old number finds the kept file, which says why.
      const search = page.getByRole('combobox', { name: '搜索患者' })
      await search.fill(removeNumber)
      await page.getByText(`已合并 ${removeNumber}`).first().click()
      await page.waitForURL(new RegExp(`id=${keep}`))
      await page.getByText(new RegExp(`^已合并：.*${removeNumber}.*的档案已并入本档案`)).waitFor()

      // Moving between the tabs keeps the patient; so does the address of each child.
      await page.getByRole('tab', { name: /^就诊/ }).click()
      assert.equal(new URL(page.url()).searchParams.get('id'), keep)
      await page.getByRole('tab', { name: '预约', exact: true }).click()
      assert.equal(new URL(page.url()).searchParams.get('id'), keep)
      await page.goto(`/treatRecord?id=${keep}`)
      await page.waitForURL(new RegExp(`/patientCenter\\?id=${keep}&tab=treats`))

      await page.goto('/duplicate?view=history')
      await settled(page)
      const merged = page.getByRole('row').filter({ hasText: removeNumber })
      await merged.getByRole('button', { name: '撤销' }).click()
      const undo = page.getByRole('dialog', { name: '撤销合并' })
      await undo.getByLabel('撤销原因').fill('核对后不是同一人')
      await undo.getByRole('button', { name: '撤销合并' }).click()
      await page.getByText('已撤销合并，两份档案各自还原').first().waitFor()
      await merged.getByText('已撤销').waitFor()
      assert.deepEqual(await one(stack.owner, 'select status, merged_into_id from patient where id = $1', [remove]), {
        status: 0,
        merged_into_id: null,
      })
      await page.goto('/duplicate')
      await settled(page)
      assert.equal(await rows.count(), before)
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '重复档案在手机上：不是同一人可撤销，合并对照不横向滚动',
    async run({ browser, stack }) {
      const { page } = await visit(browser, stack, { account: 'admin', clinic: '望湖路门诊', size: 'phone' })
      await page.goto('/duplicate')
      await settled(page)
      const compare = page.getByRole('button', { name: '对照合并' })
      const before = await compare.count()
      await page.getByRole('button', { name: '不是同一人', exact: true }).first().click()
      await page.getByText('已标为不是同一人').waitFor()
      await page.waitForFunction(
        (n) =>
          [...document.querySelectorAll('button')].filter((each) => each.textContent?.includes('对照合并')).length ===
          n,
        before - 1,
      )
      await page.getByRole('button', { name: '撤销', exact: true }).click()
      await page.getByText('已恢复提示').waitFor()
      await compare.first().click()
      const dialog = page.getByRole('dialog', { name: '合并档案' })
      await dialog.getByRole('table', { name: '资料对照' }).waitFor()
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      assert.ok(wide <= 1, `scrolls ${wide} px sideways`)
    },
  },
]
