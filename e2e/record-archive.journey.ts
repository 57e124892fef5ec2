import assert from 'node:assert/strict'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { becomes, one } from './steps.ts'

const CLINIC = '望湖路门诊'

export const journeys: Journey[] = [
  {
    name: '归档病历：医生申请修订，院长写明原因拒绝，再申请后同意；修订签名后回到已归档；上级审签的病历在院长的列表里',
    async run({ browser, stack }) {
      const { owner } = stack
      const record = await one<{ id: string; name: string; day: string }>(
        owner,
        `update medical_record r set status = 3, archived_at = '2026-11-01 03:20+08' from patient p
         where p.tenant_id = r.tenant_id and p.id = r.patient_id and r.id = (
           select x.id from medical_record x join employee e on e.tenant_id = x.tenant_id and e.id = x.doctor_id
             join account a on a.id = e.account_id join clinic c on c.id = x.clinic_id
           where a.login_name = 'xumingzhe' and c.name = $1 and x.status = 2 and x.visit_time < '2026-10-01'
           order by x.visit_time desc limit 1)
         returning r.id, p.name`,
        [CLINIC],
      )
      const status = async () =>
        (await one<{ status: number }>(owner, 'select status from medical_record where id = $1', [record.id])).status
      const doctor = await visit(browser, stack, { account: 'xumingzhe', clinic: CLINIC })
      const head = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      const { page } = doctor
      const ask = async (reason: string) => {
        await page.goto(`/patientMedicalRecord?id=${record.id}`)
        await page
          .getByText(/^已归档/)
          .first()
          .waitFor()
        assert.equal(await page.getByRole('button', { name: '修订', exact: true }).count(), 0)
        await page.getByRole('button', { name: '申请修订' }).click()
        const dialog = page.getByRole('dialog', { name: '申请修订已归档的病历' })
        await dialog.getByLabel('原因').fill(reason)
        await dialog.getByRole('button', { name: '提交申请' }).click()
        await page.getByText(`申请修订：${reason}`).waitFor()
      }
      const decide = async () => {
        await head.page.goto('/patientMedicalRecord?tab=review')
        const row = head.page.getByRole('row').filter({ hasText: record.name })
        await row.getByText('申请修订').waitFor()
        await row.getByRole('button', { name: '查看' }).click()
      }
      await ask('漏写医嘱')
      await decide()
      await head.page.getByRole('button', { name: '拒绝', exact: true }).click()
      const refusal = head.page.getByRole('dialog', { name: '拒绝修订申请' })
      await refusal.getByLabel('原因').fill('请另写补充说明')
      await refusal.getByRole('button', { name: '拒绝' }).click()
      await head.page.getByText('没有同意修订：请另写补充说明').waitFor()
      assert.equal(await status(), 3)

      await ask('补充术后医嘱')
      await decide()
      await head.page.getByRole('button', { name: '同意修订' }).click()
      await head.page.getByText('已同意修订：补充术后医嘱').waitFor()
      await page.reload()
      await page.getByRole('button', { name: '修订', exact: true }).click()
      const amend = page.getByRole('dialog', { name: /^修订病历/ })
      await amend.getByLabel('原因').fill('补充术后医嘱')
      await amend.getByRole('button', { name: '开始修订' }).click()
      await becomes(status, 4)
      await page.getByRole('button', { name: '签名并锁定' }).click()
      await becomes(status, 3)
      await page.getByRole('button', { name: '申请修订' }).waitFor()

      // Whose records a superior signs too: the list of the head has it, and the signature stands under the record.
      await owner.query(
        `update clinic set settings = settings || jsonb_build_object('countersigned', (select jsonb_agg(e.id) from employee e
           join account a on a.id = e.account_id where a.login_name = 'xumingzhe')) where name = $1`,
        [CLINIC],
      )
      const due = await one<{ id: string; name: string }>(
        owner,
        `update medical_record r set countersign_due = true from patient p
         where p.tenant_id = r.tenant_id and p.id = r.patient_id and r.id = (
           select x.id from medical_record x join employee e on e.tenant_id = x.tenant_id and e.id = x.doctor_id
             join account a on a.id = e.account_id join clinic c on c.id = x.clinic_id
           where a.login_name = 'xumingzhe' and c.name = $1 and x.status = 2 order by x.visit_time desc limit 1)
         returning r.id, p.name`,
        [CLINIC],
      )
      await head.page.goto('/patientMedicalRecord?tab=review')
      const row = head.page.getByRole('row').filter({ hasText: due.name })
      await row.getByText('待审签').waitFor()
      await row.getByRole('button', { name: '查看' }).click()
      await head.page.getByRole('button', { name: '审签', exact: true }).click()
      await head.page.getByText(/严书远审签/).waitFor()
      assert.deepEqual([...doctor.problems, ...head.problems], [])
    },
  },
]
