import assert from 'node:assert/strict'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { one, openNew } from './steps.ts'

const CLINIC = '望湖路门诊'

/** The doctor for whom most people wait. */
const busiest = `
  select e.name, a.login_name as login from registration r
  join employee e on e.id = r.doctor_id join account a on a.id = e.account_id join clinic c on c.id = r.clinic_id
  where c.name = $1 and r.reg_date = '2026-11-20' and r.status = 1
  group by 1, 2 having count(*) > 1 order by count(*) desc, e.name limit 1`

export const journeys: Journey[] = [
  {
    name: '医生让候诊的人插队又取消；停诊一位医生时看到谁还在等；挂号时知道是初诊还是复诊；档案概览里有待随访',
    async run({ browser, stack }) {
      const busy = await one<{ name: string; login: string }>(stack.owner, busiest, [CLINIC])
      const doctor = await visit(browser, stack, { account: busy.login, clinic: CLINIC })
      await doctor.page.goto('/doctorIndex')
      const button = doctor.page.getByRole('button', { name: /^让 .+ 插队$/ }).last()
      const name = /^让 (.+) 插队$/.exec((await button.getAttribute('aria-label')) ?? '')?.[1] as string
      const pinned = async () =>
        (
          await one<{ reason: string | null }>(
            stack.owner,
            `select r.pinned_reason as reason from registration r join patient p on p.id = r.patient_id
             where p.name = $1 and r.reg_date = '2026-11-20' and r.status = 1`,
            [name],
          )
        ).reason
      await button.click()
      await doctor.page.getByText(`${name} 已插队`).waitFor()
      assert.equal(await pinned(), '医生工作台插队')
      // Now the next one; and back to his place.
      const next = doctor.page.getByRole('article', { name: '下一位' })
      await next.getByText(name).waitFor()
      await next.getByRole('button', { name: `取消 ${name} 的插队` }).click()
      await doctor.page.getByText(`${name} 已回到原来的次序`).waitFor()
      assert.equal(await pinned(), null)

      const admin = await visit(browser, stack, { account: 'admin', clinic: CLINIC })
      await admin.page.goto('/employeeSet')
      const status = admin.page.getByRole('combobox', { name: `${busy.name}的接诊状态` })
      await status.click()
      await admin.page.locator('.ant-select-item-option').filter({ hasText: '停诊' }).click()
      const still = admin.page.getByRole('dialog', { name: /已停止接诊，还有 \d+ 位患者在候诊/ })
      await still.getByText(name).waitFor()
      await still.getByRole('button', { name: '暂不转' }).click()

      const known = await one<{ id: string; name: string; number: string }>(
        stack.owner,
        `select p.id, p.name, p.medical_number as number from patient p join clinic c on c.id = p.home_clinic_id
         join follow_up f on f.patient_id = p.id and f.status in (0, 2, 3) and f.clinic_id = c.id
         join patient_stat s on s.patient_id = p.id
         where c.name = $1 and p.status = 0 and s.last_visit_at > timestamptz '2026-11-20' - interval '60 days'
           and not exists (select 1 from registration r where r.patient_id = p.id and r.reg_date = '2026-11-20')
         order by p.id limit 1`,
        [CLINIC],
      )
      const desk = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      await desk.page.goto('/dashboard')
      const dialog = await openNew(desk.page, '现场挂号')
      await dialog.getByRole('combobox', { name: '患者' }).fill(known.number)
      await desk.page.getByRole('option').filter({ hasText: known.name }).first().click()
      await dialog.getByText('本次复诊').waitFor()

      const phone = await visit(browser, stack, { account: 'reception', clinic: CLINIC, size: 'phone' })
      for (const { page } of [admin, phone]) {
        await page.goto(`/patientCenter?id=${known.id}`)
        const open = page.getByRole('region', { name: '待随访' })
        await open.getByRole('link').first().waitFor()
      }
      assert.deepEqual([...doctor.problems, ...admin.problems, ...desk.problems, ...phone.problems], [])
    },
  },
]
