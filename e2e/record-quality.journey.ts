import assert from 'node:assert/strict'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { becomes, one } from './steps.ts'

const CLINIC = '望湖路门诊'
const DOCTOR = 'xumingzhe'

export const journeys: Journey[] = [
  {
    name: '病历质控：院长抽查一个月、勾选缺陷打分，医生看到自己的并答复，统计跟着变',
    async run({ browser, stack }) {
      const { owner } = stack
      const head = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      const { page } = head
      await page.goto('/patientMedicalRecord?tab=quality')
      await page.getByRole('img', { name: '各月病历甲乙丙份数与平均分' }).waitFor()
      await page.getByRole('button', { name: '抽查', exact: true }).click()
      const draw = page.getByRole('dialog', { name: '抽查病历' })
      await draw.getByRole('button', { name: '抽取' }).click()
      await page.getByText(/位医生，新抽 \d+ 份/).waitFor()
      const mine = await one<{ id: string; no: string }>(
        owner,
        `select k.id, r.record_no as no from record_spot_check k join medical_record r on r.tenant_id = k.tenant_id and r.id = k.record_id
           join employee e on e.id = k.doctor_id join account a on a.id = e.account_id where a.login_name = $1 order by k.id limit 1`,
        [DOCTOR],
      )
      const status = async () =>
        (await one<{ status: number }>(owner, 'select status from record_spot_check where id = $1', [mine.id])).status
      const doctorId = (
        await one<{ id: string }>(owner, 'select doctor_id as id from record_spot_check where id = $1', [mine.id])
      ).id
      const month = await one<{ month: string }>(owner, 'select month from record_spot_check where id = $1', [mine.id])
      const behind = `/patientMedicalRecord?tab=quality&month=${month.month}&doctor=${doctorId}&drawn=1`
      await page.goto(behind)
      await page.getByRole('button', { name: '评分' }).first().waitFor()
      const buttons = await page.getByRole('button', { name: '评分' }).count()
      assert.equal(buttons, 3)
      for (let n = 0; n < buttons; n += 1) {
        await page.getByRole('button', { name: '评分' }).nth(n).click()
        const drawer = page.getByRole('dialog')
        await drawer.getByText(/的质量$/).waitFor()
        if ((await drawer.getByText(`${mine.no} 的质量`).count()) > 0) break
        await page.keyboard.press('Escape')
        await drawer.waitFor({ state: 'hidden' })
      }
      const drawer = page.getByRole('dialog')
      await drawer.getByRole('checkbox', { name: '文字的左右上下与牙位不符' }).check()
      await drawer.getByLabel('得分').fill('88')
      await drawer.getByLabel('意见').fill('右上写成左上，请修订')
      await drawer.getByRole('button', { name: '提交评分' }).click()
      await becomes(status, 1)

      const doctor = await visit(browser, stack, { account: DOCTOR, clinic: CLINIC })
      await doctor.page.goto('/patientMedicalRecord?tab=quality')
      await doctor.page.getByText('1/3 份').waitFor()
      assert.equal(await doctor.page.getByRole('button', { name: '抽查', exact: true }).count(), 0)
      await doctor.page.goto(behind)
      await doctor.page.getByRole('button', { name: '答复' }).click()
      const seen = doctor.page.getByRole('dialog')
      await seen.getByText('右上写成左上，请修订').waitFor()
      await seen.getByLabel('答复').fill('已申请修订')
      await seen.getByRole('button', { name: '提交答复' }).click()
      await becomes(status, 2)
      assert.deepEqual([...head.problems, ...doctor.problems], [])
    },
  },
  {
    name: '补录一次漏写的就诊：没写原因被拒绝，写明后开始，一键转治疗计划单，时间轴标明补录',
    async run({ browser, stack }) {
      const { owner } = stack
      const { id: patientId } = await one<{ id: string }>(
        owner,
        `select r.patient_id as id from medical_record r join employee e on e.id = r.doctor_id join account a on a.id = e.account_id
           join clinic c on c.id = r.clinic_id
         where a.login_name = $1 and c.name = $2 and r.status = 2 and not exists (select 1 from treatment_plan t where t.patient_id = r.patient_id)
         order by r.visit_time desc limit 1`,
        [DOCTOR, CLINIC],
      )
      const item = await one<{ name: string }>(
        owner,
        'select name from tariff where not tooth_required and enabled order by sort_no, id limit 1',
        [],
      )
      const { page, problems } = await visit(browser, stack, { account: DOCTOR, clinic: CLINIC })
      await page.goto(`/patientMedicalRecord?patientId=${patientId}`)
      await page.getByRole('main').getByRole('button', { name: '新建', exact: true }).click()
      await page.getByRole('menuitem', { name: '补录漏写的就诊' }).click()
      const dialog = page.getByRole('dialog', { name: '补录病历' })
      await dialog.getByLabel('归属日').fill('2026-11-03')
      await dialog.getByLabel('归属日').press('Enter')
      await dialog.getByRole('button', { name: '开始写' }).click()
      await dialog.getByText('请写明为什么补录').waitFor()
      await dialog.getByLabel('补录原因').fill('当日停电')
      await dialog.getByRole('button', { name: '开始写' }).click()
      await page.getByRole('textbox', { name: '主诉', exact: true }).fill('左下后牙塞牙 1 月')
      const add = page.getByRole('button', { name: '治疗计划', exact: true })
      await add.click()
      const row = page.locator('[data-field="plans.add"], [data-field="plans.0"]').first()
      await row.waitFor()
      if ((await row.getAttribute('data-field')) === 'plans.add') await row.click()
      await page.getByRole('textbox', { name: '治疗计划第 1 行' }).fill(`拟行${item.name}`)
      await page.getByRole('button', { name: '转治疗计划单' }).click()
      await page.waitForURL(/\/treatmentPlan\?id=/)
      const made = await one<{ day: string; origin: string; plans: number }>(
        owner,
        `select to_char(r.visit_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, r.origin,
           (select count(*)::int from treatment_plan t where t.record_id = r.id) as plans
         from medical_record r where r.patient_id = $1 and r.origin <> 'visit'`,
        [patientId],
      )
      assert.deepEqual(made, { day: '2026-11-03', origin: 'late', plans: 1 })
      await page.goto(`/patientCenter?id=${patientId}`)
      await page.getByText('复诊 补录').waitFor()
      assert.deepEqual(problems, [])
    },
  },
]
