import assert from 'node:assert/strict'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { one, writeOn } from './steps.ts'

const CLINIC = '望湖路门诊'
const DOCTOR = 'xumingzhe'

export const journeys: Journey[] = [
  {
    name: '签名图：医生在我的账号手写设定，此后签的处方和病历打印预览印有它，院长只看得到从何时起',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: DOCTOR, clinic: CLINIC })
      await page.goto('/userInfo/signature')
      const pad = page.getByRole('img', { name: '本人手写签名处' })
      await pad.waitFor()
      await settled(page)
      const save = page.getByRole('button', { name: '设为签名图' })
      assert.equal(await save.isDisabled(), true)
      await writeOn(page, pad)
      await save.click()
      await page.getByText('签名图已保存').waitFor()
      await page.getByRole('img', { name: '我的签名图' }).waitFor()

      const rx = await one<{ id: string; recordId: string }>(
        stack.owner,
        `select x.id, r.id as "recordId" from prescription x join employee e on e.tenant_id = x.tenant_id and e.id = x.doctor_id
           join account a on a.id = e.account_id join clinic c on c.tenant_id = x.tenant_id and c.id = x.clinic_id
           join medical_record r on r.tenant_id = x.tenant_id and r.sign_doctor_id = e.id and r.clinic_id = c.id and r.status = 2
         where a.login_name = $1 and c.name = $2 order by x.prescribed_at desc, r.sign_time desc limit 1`,
        [DOCTOR, CLINIC],
      )
      const place = page.getByRole('img', { name: '签名图：医师', exact: true })
      await page.goto(`/prescription/print?id=${rx.id}`)
      await page.getByText('处方完毕').waitFor()
      await settled(page)
      assert.equal(await place.count(), 0)
      // As if it had been set before these were signed.
      await stack.owner.query(`update employee_signature set since = '2020-01-01'`)
      await page.reload()
      await place.waitFor()
      await page.goto(`/patientMedicalRecord/print?id=${rx.recordId}`)
      await page.getByRole('img', { name: '签名图：医师签名' }).waitFor()

      const head = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      await head.page.goto('/baseEmployee')
      await head.page.getByRole('row').filter({ hasText: '许明哲' }).first().click()
      await head.page.getByText('签名图 2020-01-01 起').waitFor()
      assert.deepEqual([...problems, ...head.problems], [])
    },
  },
]
