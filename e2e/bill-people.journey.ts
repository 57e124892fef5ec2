import assert from 'node:assert/strict'
import path from 'node:path'
import { billing } from '@dentin/contract/billing'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { choose, one } from './steps.ts'

const CLINIC = '望湖路门诊'
const picture = (name: string) => path.join(import.meta.dirname, 'shots', `bill-people-${name}.png`)

export const journeys: Journey[] = [
  {
    name: '账单的人：新账单写着就诊的医生与咨询师，前台补上护士和销售人；收款没送到，再改一行，谁也没丢；收完只能看',
    async run({ browser, stack }) {
      const { owner } = stack
      const seen = await one<{ patient: string; doctor: string; consultant: string; nurse: string; seller: string }>(
        owner,
        `with today as (
           select r.tenant_id, r.id, r.clinic_id, r.patient_id, r.doctor_id from registration r
             join clinic c on c.tenant_id = r.tenant_id and c.id = r.clinic_id
           where c.name = $1 and r.reg_date = '2026-11-20' and r.status not in (7, 8, 9)
             and not exists (select 1 from bill b where b.tenant_id = r.tenant_id and b.patient_id = r.patient_id and (b.status in (0, 1, 6, 8) or b.arrears_amount > 0))
             and not exists (select 1 from member_card k where k.tenant_id = r.tenant_id and k.patient_id = r.patient_id)
           order by r.reg_time, r.id limit 1),
         counsel as (update registration r set consultant_id = (select e.id from employee e join employee_clinic ec on ec.tenant_id = e.tenant_id
             and ec.employee_id = e.id and ec.clinic_id = r.clinic_id where e.tenant_id = r.tenant_id and e.is_consultant order by e.id limit 1)
           from today t where r.tenant_id = t.tenant_id and r.id = t.id returning r.consultant_id)
         select t.patient_id as patient, d.name as doctor, (select e.name from employee e where e.id = (select consultant_id from counsel)) as consultant,
           (select e.name from employee e join employee_clinic ec on ec.employee_id = e.id and ec.clinic_id = t.clinic_id where e.job_type = 2 order by e.id limit 1) as nurse,
           (select e.name from employee e join employee_clinic ec on ec.employee_id = e.id and ec.clinic_id = t.clinic_id where e.job_type = 3 order by e.id limit 1) as seller
         from today t join employee d on d.tenant_id = t.tenant_id and d.id = t.doctor_id`,
        [CLINIC],
      )
      const { page, problems } = await visit(browser, stack, { account: 'reception', clinic: CLINIC })
      await page.goto(`/orderSet?patientId=${seen.patient}&fresh=1`)
      const shown = (label: string, name: string) =>
        page.locator('.ant-select', { has: page.getByRole('combobox', { name: label, exact: true }) }).getByText(name)
      await shown('医生', seen.doctor).waitFor()
      await shown('咨询师', seen.consultant).waitFor()
      await choose(page, '护士', seen.nurse)
      await choose(page, '销售人', seen.seller)
      const adding = page.getByRole('combobox', { name: '加项目' })
      const add = async (code: string, name: string) => {
        await adding.fill(code)
        await page.getByRole('option', { name }).first().waitFor()
        await adding.press('Enter')
      }
      await add('JC02', '口腔全面检查')
      await settled(page)
      await page.screenshot({ path: picture('desk') })

      // The bill reaches the server, the charge does not; another line is added before the next try.
      const pay = page.getByRole('region', { name: '收款' })
      const charge = `**${billing.charge.path}`
      await page.route(charge, (route) => route.abort())
      await pay.getByRole('button', { name: '现金', exact: true }).click()
      await pay.getByRole('button', { name: /^收款 120\.00/ }).click()
      await page
        .getByText(/网络|连接/)
        .first()
        .waitFor()
      await page.unroute(charge)
      await shown('咨询师', seen.consultant).waitFor()
      await add('JC04', '牙周检查记录')
      await pay.getByLabel('现金金额').fill('220')
      await pay.getByRole('button', { name: /^收款 220\.00/ }).click()
      await page.getByText('收款流水').waitFor()
      await page
        .getByText(`医生 ${seen.doctor}　护士 ${seen.nurse}　咨询师 ${seen.consultant}　销售人 ${seen.seller}`)
        .waitFor()
      await page.screenshot({ path: picture('charged') })
      const kept = await one<Omit<typeof seen, 'patient'>>(
        owner,
        `select d.name as doctor, n.name as nurse, q.name as consultant, s.name as seller from bill b
           join employee d on d.id = b.doctor_id join employee n on n.id = b.nurse_id
           join employee q on q.id = b.consultant_id join employee s on s.id = b.sales_id
         where b.patient_id = $1 and b.status = 3 order by b.open_time desc limit 1`,
        [seen.patient],
      )
      const { patient: _patient, ...people } = seen
      assert.deepEqual(kept, people)
      // What the broken line brought is no fault of the product.
      assert.deepEqual(
        problems.filter((each) => !each.includes('ERR_FAILED') && !each.includes('Failed to load')),
        [],
      )
    },
  },
]
