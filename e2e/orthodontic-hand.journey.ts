import assert from 'node:assert/strict'
import path from 'node:path'
import { uuidv7 } from '@dentin/kit'
import type { Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import type { Stack } from './stack.ts'
import { one } from './steps.ts'

const CLINIC = '望湖路门诊'
const DOCTOR = 'guqingyan'
const DAY = '2026-11-20'

interface Who {
  tenant: string
  clinic: string
  doctor: string
  patient: string
}

/** Somebody of this doctor's without an orthodontic case, in the chair today. */
async function inTheChair(stack: Stack): Promise<Who & { treatment: string }> {
  const who = await one<Who>(
    stack.owner,
    `select p.tenant_id as tenant, p.home_clinic_id as clinic, e.id as doctor, p.id as patient
     from patient p join employee e on e.tenant_id = p.tenant_id and e.id = p.resp_doctor_id
       join account a on a.id = e.account_id join clinic c on c.id = p.home_clinic_id and c.name = $2
     where a.login_name = $1 and p.status = 0 and p.birth_day between '1996-01-01' and '2012-01-01'
       and not exists (select 1 from ortho_case k where k.tenant_id = p.tenant_id and k.patient_id = p.id)
     order by p.id desc limit 1`,
    [DOCTOR, CLINIC],
  )
  const [registration, treatment] = [uuidv7(), uuidv7()]
  const { tenant, clinic, doctor, patient } = who
  await stack.owner.query(
    `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, status, treat_type, title, chief_complaint, created_at, updated_at)
     values ($1, $2, $3, 'GHZJ-HAND', 991, $4::date, $5, $6, $4::date + time '09:00', 3, 2, '正畸', '', now(), now())`,
    [tenant, registration, clinic, DAY, patient, doctor],
  )
  await stack.owner.query(
    `insert into treatment (tenant_id, id, clinic_id, registration_id, patient_id, doctor_id, status, start_time, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 1, ($7::date + time '09:00') at time zone 'Asia/Shanghai', now(), now())`,
    [tenant, treatment, clinic, registration, patient, doctor, DAY],
  )
  return { ...who, treatment }
}

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
      const who = await inTheChair(stack)
      const { page, context } = await visit(browser, stack, { account: DOCTOR, clinic: CLINIC })
      await page.goto(`/patientCenter?id=${who.patient}&tab=ortho`)
      await page.getByRole('button', { name: '建正畸病例' }).click()
      await page.waitForURL('**/orthodontics?id=*')
      const caseId = new URL(page.url()).searchParams.get('id') as string
      const address = `/patientMedicalRecord?patientId=${who.patient}&treatmentId=${who.treatment}&recordType=2`

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
      await stack.owner.query(`delete from medical_record where treatment_id = $1`, [who.treatment])
      await stack.owner.query(
        `update ortho_case set status = 4, began_on = '2026-04-20', start_date = '2026-05-15', months = 18, appliance = '固定金属', slot = '0.022' where id = $1`,
        [caseId],
      )
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
          [who.treatment],
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
