import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { one } from './steps.ts'

const HOME = '城西门诊'
const ASKING = '望湖路门诊'
/** What the screens call them. */
const SHORT = { home: '城西', asking: '望湖路' }

/** Types into the search of the head; its list. */
async function search(page: Page, text: string) {
  await page.getByRole('combobox', { name: /搜索患者/ }).fill(text)
  return page.getByRole('listbox', { name: '搜索患者' })
}

export const journeys: Journey[] = [
  {
    name: '门诊间不共享：别店的患者搜不到也不在名单里，凭完整手机号向建档门诊申请，同意后看得到',
    async run({ browser, stack }) {
      const { owner } = stack
      const file = await one<{ id: string; name: string; mobile: string; number: string }>(
        owner,
        `select p.id, p.name, p.mobile, p.medical_number as number from patient p
           join clinic h on h.tenant_id = p.tenant_id and h.id = p.home_clinic_id
         where h.name = $1 and p.status = 0 and length(p.mobile) = 11
           and (select count(*) from patient q where q.tenant_id = p.tenant_id and q.mobile = p.mobile) = 1
           and not exists (select 1 from patient_clinic s join clinic c on c.id = s.reached_clinic_id where s.patient_id = p.id and c.name = $2)
         order by p.id limit 1`,
        [HOME, ASKING],
      )
      const admin = await visit(browser, stack, { account: 'admin', clinic: HOME })
      await admin.page.goto('/configInfo')
      const shared = admin.page.getByRole('switch', { name: '门诊间共享患者档案' })
      assert.equal(await shared.getAttribute('aria-checked'), 'true')
      await shared.click()
      await admin.page.getByRole('alertdialog').getByRole('button', { name: '关闭共享' }).click()
      await admin.page.getByText('更新成功').waitFor()

      // The desk of another branch: by name there is nobody, and the list has no such file.
      const desk = await visit(browser, stack, { account: 'reception', clinic: ASKING })
      const { page } = desk
      await page.goto(`/allTimePatients?q=${file.number}`)
      await page.getByText('没有符合的患者').waitFor()
      let found = await search(page, file.number)
      await page.getByText(`没有叫「${file.number}」的患者`).waitFor()
      assert.equal(await found.getByText(file.name).count(), 0)
      const held = await stack.session('reception', ASKING)
      const opened = async () =>
        (
          await fetch(`${stack.origin}/patient-api/v2/central/patient/detail/${file.id}`, {
            headers: { authorization: `Bearer ${held.token}` },
          })
        ).status
      assert.equal(await opened(), 404)
      // The whole number names the clinic, not the person.
      found = await search(page, file.mobile)
      await found.getByText(`${SHORT.home}有 1 份该手机号的档案`).waitFor()
      assert.equal(await found.getByText(file.name).count(), 0)
      await found.getByText(`${SHORT.home}有 1 份该手机号的档案`).click()
      const dialog = page.getByRole('dialog', { name: `向${SHORT.home}申请查看档案` })
      await dialog.getByRole('button', { name: '申请', exact: true }).click()
      await page.getByText(`已向${SHORT.home}申请，同意后会收到消息`).waitFor()
      assert.equal(await opened(), 404)

      // The home clinic reads who it is and opens the file.
      await admin.page.goto('/fileRequests')
      const row = admin.page.getByRole('row').filter({ hasText: file.name })
      await row.getByText(SHORT.asking).waitFor()
      await row.getByRole('button', { name: '开放' }).click()
      await admin.page.getByRole('dialog').getByRole('button', { name: '开放' }).click()
      await admin.page.getByText(`已向${SHORT.asking}开放`).waitFor()

      found = await search(page, file.mobile)
      await found.getByText(file.name).click()
      await page.waitForURL(`**/patientCenter?id=${file.id}**`)
      await page.getByRole('heading', { name: file.name }).first().waitFor()
      await page.goto(`/allTimePatients?q=${file.number}`)
      await page.getByRole('row').filter({ hasText: file.name }).waitFor()
      const request = await one<{ status: number; asked: string }>(
        owner,
        `select r.status, c.name as asked from file_request r join clinic c on c.tenant_id = r.tenant_id and c.id = r.asking_clinic_id
         where r.patient_id = $1`,
        [file.id],
      )
      assert.deepEqual(request, { status: 1, asked: ASKING })
      assert.deepEqual([...desk.problems, ...admin.problems], [])
    },
  },
]
