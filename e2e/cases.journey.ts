import assert from 'node:assert/strict'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { becomes, choose, one } from './steps.ts'

const CLINIC = '望湖路门诊'
const DOCTOR = 'guqingyan'

/** A browser that knows faces, as Chrome does on some systems: it finds one in the middle of every picture. */
const FINDS_A_FACE = `globalThis.FaceDetector = class {
  async detect({ naturalWidth: w, naturalHeight: h }) {
    return [{ boundingBox: { x: w * 0.25, y: h * 0.2, width: w * 0.5, height: h * 0.5 } }]
  }
}`

export const journeys: Journey[] = [
  {
    name: '案例：从病历两下成稿，遮挡面像，发布，同事全屏演示给患者，患者撤回授权后案例立即消失',
    async run({ browser, stack }) {
      const of = await one<{ recordId: string; patientId: string; patientName: string; consentId: string }>(
        stack.owner,
        `select r.id as "recordId", p.id as "patientId", p.name as "patientName", k.id as "consentId"
         from medical_record r join patient p on p.tenant_id = r.tenant_id and p.id = r.patient_id
           join employee e on e.tenant_id = r.tenant_id and e.id = r.doctor_id join account a on a.id = e.account_id
           join consent k on k.tenant_id = r.tenant_id and k.patient_id = r.patient_id and k.template_key = 'photo' and k.status = 1
             and k.doctor_id = r.doctor_id
         where a.login_name = $1 and r.status in (2, 4)
           and exists (select 1 from clinic_image i where i.tenant_id = r.tenant_id and i.patient_id = r.patient_id and i.type = 2)
         order by r.visit_time desc, r.id limit 1`,
        [DOCTOR],
      )
      const { page, problems } = await visit(browser, stack, { account: DOCTOR, clinic: CLINIC })
      await page.addInitScript(FINDS_A_FACE)
      await page.goto(`/patientMedicalRecord?id=${of.recordId}&mode=view`)
      await settled(page)
      await page.getByRole('link', { name: '做成案例' }).click()
      await page.getByLabel('标题').waitFor()
      assert.notEqual(await page.getByLabel('说明').inputValue(), '', 'the treatment has come over')
      await page.getByLabel('标题').fill('下前牙排齐一年')
      await choose(page, '类别', '正畸')
      const before = page.getByRole('region', { name: '术前' })
      await before.getByRole('button', { name: '加图片' }).click()
      const dialog = page.getByRole('dialog')
      await dialog
        .getByRole('button', { name: /正面微笑像/ })
        .first()
        .click()
      await dialog
        .getByRole('button', { name: /口内正面/ })
        .first()
        .click()
      await page.screenshot({ path: 'e2e/shots/case-choose.png' })
      await dialog.getByRole('button', { name: '加 2 张' }).click()
      await page.screenshot({ path: 'e2e/shots/case-edit.png' })
      await page.getByRole('button', { name: '保存', exact: true }).click()
      await page.getByText('还有 1 张图片没有确认遮挡').waitFor()
      const caseId = new URL(page.url()).searchParams.get('id') ?? ''

      // As long as the face is to be seen, it is refused.
      await page.getByRole('button', { name: '发布', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
      await page.getByRole('dialog').getByText('没有确认遮挡，不能发布').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: '去遮挡' }).click()
      // The browser has found the face: its eyes are proposed, not what the kind of picture has.
      const frame = page.getByRole('group', { name: /遮挡范围 1/ })
      await becomes(
        () => frame.evaluate(({ style: { left, top, width, height } }) => [left, top, width, height].join(' ')),
        '25% 20% 50% 30%',
      )
      await frame.focus()
      for (let n = 0; n < 4; n++) await page.keyboard.press('ArrowDown')
      await page.screenshot({ path: 'e2e/shots/case-mask.png' })
      await page.getByRole('button', { name: '确认遮挡' }).click()
      await page.getByText('已遮挡').first().waitFor()
      await page.getByRole('button', { name: '发布', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
      await page.getByText('案例已发布').waitFor()
      await settled(page)
      await page.screenshot({ path: 'e2e/shots/case-own.png' })

      const colleague = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      await colleague.page.goto('/doctorPatientCommunication')
      await settled(colleague.page)
      await choose(colleague.page, '治疗类别', '正畸')
      await colleague.page.getByLabel('查找案例').fill('排齐一年')
      const card = colleague.page.getByRole('button', { name: /下前牙排齐一年/ })
      await card.waitFor()
      await card.click()
      await colleague.page.getByRole('button', { name: '演示', exact: true }).click()
      const start = colleague.page.getByRole('dialog')
      const listener = await one<{ name: string }>(
        stack.owner,
        `select name from patient where id <> $1 and status = 0 and home_clinic_id = (select id from clinic where name = $2)
         and name not in (select name from patient group by name having count(*) > 1) order by id limit 1`,
        [of.patientId, CLINIC],
      )
      await start.getByRole('combobox').fill(listener.name)
      await colleague.page
        .getByRole('option', { name: new RegExp(listener.name) })
        .first()
        .click()
      await start.getByRole('button', { name: '开始演示' }).click()
      const whole = colleague.page.getByRole('dialog', { name: /^演示：/ })
      await whole.waitFor()
      await colleague.page.keyboard.press('ArrowRight')
      await settled(colleague.page)
      await colleague.page.screenshot({ path: 'e2e/shots/case-show.png' })
      assert.equal(await whole.getByText(of.patientName).count(), 0)
      await whole.getByRole('button', { name: '结束演示' }).click()
      await colleague.page.getByText('1 次').waitFor()

      // The consent is taken back: the open case goes from the colleague's screen by itself.
      await page.goto(`/patientConsent?id=${of.consentId}`)
      await page.getByRole('button', { name: '撤回授权' }).click()
      await page.getByRole('dialog').getByLabel('原因').fill('患者不愿再公开')
      await page.getByRole('dialog').getByRole('button', { name: '作废' }).click()
      await page.getByText('已作废，正文和签名仍可查看').waitFor()
      await colleague.page.getByRole('button', { name: '演示', exact: true }).waitFor({ state: 'detached' })
      await colleague.page.goto('/doctorPatientCommunication?q=排齐一年')
      await colleague.page.getByText('没有可以演示的案例').waitFor()
      await page.goto(`/caseDetail?id=${caseId}`)
      await settled(page)
      await page.getByText('已下架：患者撤回了照片公开的授权').waitFor()

      // It stands in the file of whom it was shown to.
      const shown = await one<{ id: string }>(
        stack.owner,
        `select patient_id as id from doctor_case_shown where case_id = $1`,
        [caseId],
      )
      await colleague.page.goto(`/patientCenter?id=${shown.id}&tab=consents`)
      await colleague.page.getByRole('region', { name: '案例演示' }).getByText('下前牙排齐一年').waitFor()
      await colleague.page.screenshot({ path: 'e2e/shots/case-shown.png' })
      assert.deepEqual([...problems, ...colleague.problems], [])
      await page.context().close()
      await colleague.context.close()
    },
  },
]
