import assert from 'node:assert/strict'
import path from 'node:path'
import type { Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { beganInSpring, CLINIC, DOCTOR, visitOn, withoutCase } from './orthodontic.ts'
import { settled, visit } from './page.ts'
import { one } from './steps.ts'

const DAY = '2026-11-20'

/** The middle of a bracket on the screen. */
async function middleOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await page.getByRole('button', { name, exact: true }).boundingBox()
  assert.ok(box, name)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const savedOnce = (page: Page) =>
  page
    .getByText(/已自动保存|已保存/)
    .first()
    .waitFor()

export const journeys: Journey[] = [
  {
    name: '正畸：超期未复诊的排在前面，点开是本人的病例；手机上也列得出',
    async run({ browser, stack }) {
      const { page } = await visit(browser, stack, { account: DOCTOR, clinic: CLINIC })
      await page.goto('/orthodontics?tab=late')
      const tab = page.getByRole('tab', { name: /超期未复诊\s*\d+/ })
      await tab.waitFor()
      assert.equal(await tab.getAttribute('aria-selected'), 'true')
      const count = Number(/\d+/.exec(await tab.innerText())?.[0])
      const rows = page.getByRole('table', { name: '正畸病例' }).getByRole('row').filter({ hasText: '天前' })
      await rows.first().waitFor()
      await settled(page)
      assert.equal(await rows.count(), count)
      const days = (await rows.allInnerTexts()).map((text) => Number(/(\d+) 天前/.exec(text)?.[1]))
      assert.ok(
        days.every((each) => each > 45),
        String(days),
      )
      assert.deepEqual(
        days,
        days.toSorted((a, b) => b - a),
      )
      const name = await rows.first().getByRole('cell').first().locator('b').innerText()
      await rows.first().click()
      await page.waitForURL('**/orthodontics?*id=*')
      await page.getByText(name, { exact: true }).first().waitFor()

      const phone = await visit(browser, stack, { account: DOCTOR, clinic: CLINIC, size: 'phone' })
      await phone.page.goto('/orthodontics?tab=late')
      await phone.page
        .getByText(/上次 \d+ 天前/)
        .first()
        .waitFor()
    },
  },
  {
    name: '正畸检查：自动判级可由医生改，标明医生改，可恢复；复诊断网时照写，橡皮圈从一颗牙拖到另一颗，恢复后自动上传一次',
    async run({ browser, stack }) {
      const who = await withoutCase(stack, 1)
      const treatment = await visitOn(stack, who, DAY)
      const { page, context } = await visit(browser, stack, { account: DOCTOR, clinic: CLINIC })
      await page.goto(`/patientCenter?id=${who.patient}&tab=ortho`)
      await page.getByRole('button', { name: '建正畸病例' }).click()
      await page.waitForURL('**/orthodontics?id=*')
      const caseId = new URL(page.url()).searchParams.get('id') as string
      const address = `/patientMedicalRecord?patientId=${who.patient}&treatmentId=${treatment}&recordType=2`

      await page.goto(address)
      const exam = page.getByRole('region', { name: '正畸检查' })
      await exam.getByRole('textbox', { name: '覆盖（反为负）', exact: true }).fill('6')
      const grades = exam.getByRole('group', { name: '自动判级' })
      await grades.getByText('Ⅱ度深覆盖', { exact: true }).waitFor()
      const row = grades.locator('div', { hasText: /^覆盖/ }).last()
      await row.getByRole('button', { name: '改', exact: true }).click()
      await grades.getByRole('textbox', { name: '覆盖判级' }).fill('Ⅲ度深覆盖')
      await grades.getByRole('textbox', { name: '覆盖判级' }).press('Enter')
      await grades.getByText('医生改', { exact: true }).waitFor()
      await savedOnce(page)
      await page.reload()
      await grades.getByText('Ⅲ度深覆盖', { exact: true }).waitFor()
      await grades.getByText('医生改', { exact: true }).waitFor()
      await grades.getByRole('button', { name: '恢复自动' }).click()
      await grades.getByText('Ⅱ度深覆盖', { exact: true }).waitFor()
      assert.equal(await grades.getByText('医生改', { exact: true }).count(), 0)
      await savedOnce(page)

      // The treatment has begun meanwhile: the same visit is written as a return visit.
      await stack.owner.query(`delete from medical_record where treatment_id = $1`, [treatment])
      await beganInSpring(stack, caseId)
      await page.goto(address)
      const visitPane = page.getByRole('region', { name: '正畸复诊' })
      await visitPane.waitFor()
      await page.getByRole('group', { name: '上颌弓丝' }).getByRole('button', { name: '0.016', exact: true }).click()
      await savedOnce(page)
      await settled(page)
      const record = () =>
        one<{ version: number; elastics: { teeth: string[] }[] | null }>(
          stack.owner,
          `select version, content #> '{orthoVisit,elastics}' as elastics from medical_record where treatment_id = $1`,
          [treatment],
        )
      const before = await record()
      // Nothing is said of elastics yet: they are as before.
      assert.equal(before.elastics, null)

      await context.setOffline(true)
      const [from, to] = [await middleOf(page, '13 托槽'), await middleOf(page, '46 托槽')]
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(to.x, to.y, { steps: 8 })
      await page.mouse.up()
      await page.getByRole('button', { name: /^取下橡皮圈 Ⅱ类/ }).waitFor()
      await page.getByText('未同步，已保存在本机').waitFor()
      await page.screenshot({ path: path.join(import.meta.dirname, 'shots', 'offline-orthodontic.png') })
      assert.equal((await record()).version, before.version)
      await context.setOffline(false)
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await page.getByText('已同步 1 条').waitFor()
      const after = await record()
      assert.equal(after.version, before.version + 1)
      assert.deepEqual(
        after.elastics?.map(({ teeth }) => teeth),
        [['13', '46']],
      )
    },
  },
]
