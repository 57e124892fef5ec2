import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { one } from './steps.ts'

const CLINIC = '望湖路门诊'

/** The head of the clinic seals records with the patient present; the package is taken out and checked. */
const sealing: Journey = {
  name: '封存病历：双方在场，选病历、写原因，封存后核对一致、下载，病历带已封存',
  async run({ browser, stack }) {
    for (const size of ['desktop', 'phone'] as const) {
      const { page } = await visit(browser, stack, { account: 'director', clinic: CLINIC, size })
      const patient = await one<{ id: string; name: string }>(
        stack.owner,
        `select p.id, p.name from patient p join medical_record r on r.tenant_id = p.tenant_id and r.patient_id = p.id
         join clinic c on c.tenant_id = r.tenant_id and c.id = r.clinic_id
         where c.name = $1 and r.status = 2 and not exists (select 1 from record_seal_item i where i.record_id = r.id)
         group by p.id, p.name having count(*) between 2 and 4 order by p.id desc limit 1`,
        [CLINIC],
      )
      await page.goto(`/patientMedicalRecord?patientId=${patient.id}`)
      await settled(page)
      await page.getByRole('button', { name: '封存', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: '封存病历' })
      await dialog.getByRole('button', { name: '封存' }).click()
      await dialog.getByText('请选择要封存的病历').waitFor()
      await dialog.getByLabel('全选').check()
      await dialog.getByLabel('原因').fill('患者对处置有异议')
      await dialog.getByLabel('姓名').fill(patient.name)
      await dialog.getByLabel('证件尾号').fill('123X')
      await page.screenshot({ path: `e2e/shots/record-seal-dialog-${size}.png` })
      await dialog.getByRole('button', { name: '封存' }).click()
      const list = page.getByRole('dialog', { name: /^封存件/ })
      await list.getByRole('button', { name: '核对' }).click()
      await list.getByText('一致', { exact: true }).waitFor()
      await page.screenshot({ path: `e2e/shots/record-seal-list-${size}.png` })
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        list.getByRole('button', { name: '下载封存包' }).click(),
      ])
      const { hash } = await one<{ hash: string }>(
        stack.owner,
        'select package_hash as hash from record_seal where patient_id = $1',
        [patient.id],
      )
      assert.equal(
        createHash('sha256')
          .update(readFileSync(await download.path()))
          .digest('hex'),
        hash,
      )
      await page.keyboard.press('Escape')
      await page.getByText('已封存').first().waitFor()
      await page.screenshot({ path: `e2e/shots/record-seal-records-${size}.png` })
    }
  },
}

export const journeys: Journey[] = [sealing]
