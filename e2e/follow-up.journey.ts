import assert from 'node:assert/strict'
import { today } from '@dentin/kit'
import type { Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { JOURNEY_NOW } from './stack.ts'
import { becomes, choose, one, typeTime } from './steps.ts'

const CLINIC = '望湖路门诊'
const open = (page: Page) => page.getByRole('complementary', { name: '随访详情' })

interface Standing {
  id: string
  name: string
  status: number
  attempts: number
  plan: string
  appointment_id: string | null
}

export const journeys: Journey[] = [
  {
    name: '客服一条接一条地随访：未接通改到明天并自动到下一条；疼痛的当场约好复诊 [home-counts]',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'service', clinic: CLINIC })
      const standing = (id: string) =>
        one<Standing>(
          stack.owner,
          `select f.id, p.name, f.status, f.attempts, to_char(f.plan_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as plan, f.appointment_id
           from follow_up f join patient p on p.tenant_id = f.tenant_id and p.id = f.patient_id where f.id = $1`,
          [id],
        )
      const followId = () => new URL(page.url()).searchParams.get('follow')
      await page.goto('/dashboard')
      await settled(page)
      await page.getByRole('link', { name: /今日随访/ }).click()
      await page.waitForURL(/\/followManagementList/)
      await page.goto('/followManagementList?tab=today')
      await settled(page)

      // By key: the first one, nobody answers; the next one stands there by itself.
      await page.keyboard.press('j')
      await open(page).getByRole('radiogroup', { name: '随访结果' }).waitFor()
      // Whoever was tried twice before goes to the front desk the third time: that is another story.
      while ((await standing(followId() as string)).attempts > 1) {
        const past = followId()
        await page.keyboard.press('j')
        await page.waitForFunction((id) => new URL(location.href).searchParams.get('follow') !== id, past)
      }
      const first = followId() as string
      const before = await standing(first)
      await open(page).getByRole('heading', { name: before.name }).waitFor()
      await page.keyboard.press('0')
      await page.getByText(/^未接通，改到明天 \d\d:\d\d$/).waitFor()
      await page.waitForFunction((id) => new URL(location.href).searchParams.get('follow') !== id, first)
      const after = await standing(first)
      assert.deepEqual([after.status, after.attempts], [2, before.attempts + 1])
      assert.equal(after.plan.slice(11), before.plan.slice(11))
      assert.ok(after.plan > before.plan)

      // The second has pain: the result leads to the booking, with patient and doctor filled in.
      await open(page).getByRole('radiogroup', { name: '随访结果' }).waitFor()
      const second = followId() as string
      const { name } = await standing(second)
      await open(page).getByRole('heading', { name }).waitFor()
      await page.keyboard.press('3')
      await open(page).getByLabel('记录').fill('夜里跳痛，要求尽快看')
      await open(page).getByRole('button', { name: '保存并预约' }).click()
      const dialog = page.getByRole('dialog', { name: '新建预约' })
      await dialog.waitFor()
      assert.equal((await standing(second)).status, 1)
      // The patient's own doctor may be off today: somebody who is there at five.
      const there = await one<{ name: string }>(
        stack.owner,
        `select e.name from employee e join schedule s on s.tenant_id = e.tenant_id and s.employee_id = e.id join clinic c on c.id = s.clinic_id
         where c.name = $1 and e.is_doctor and s.date = $2::date and s.kind = 1 and s.status = 1 and s.starts_min <= 1020 and s.ends_min >= 1050
           and not exists (select 1 from schedule b where b.employee_id = e.id and b.date = s.date and b.kind <> 1 and b.starts_min < 1050 and b.ends_min > 1020)
           and not exists (select 1 from appointment a where a.doctor_id = e.id and a.status <= 5 and a.parked_at is null
             and a.starts_at < ($2 || ' 17:30+08')::timestamptz and a.ends_at > ($2 || ' 17:00+08')::timestamptz)
         order by e.sort_no limit 1`,
        [CLINIC, today(JOURNEY_NOW)],
      )
      await choose(dialog, '医生', there.name)
      await typeTime(dialog, '17:00')
      await dialog.getByRole('button', { name: '保存并发短信' }).click()
      await dialog.waitFor({ state: 'detached' })
      await becomes(async () => (await standing(second)).appointment_id !== null, true)
      const booked = await one<{ patient: string; status: number }>(
        stack.owner,
        `select p.name as patient, a.status from appointment a join patient p on p.tenant_id = a.tenant_id and p.id = a.patient_id where a.id = $1`,
        [(await standing(second)).appointment_id],
      )
      assert.deepEqual(booked, { patient: name, status: 1 })
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '召回到人：已约排在第一位，选好后回车即保存并接着预约',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'service', clinic: CLINIC })
      const recall = await one<{ id: string }>(
        stack.owner,
        `select f.id from follow_up f join clinic c on c.tenant_id = f.tenant_id and c.id = f.clinic_id
         where c.name = $1 and f.type = 3 and f.status in (0, 2) and f.plan_at::date = $2::date
           and not exists (select 1 from appointment a where a.tenant_id = f.tenant_id and a.patient_id = f.patient_id and a.starts_at > $2::date)
         order by f.plan_at, f.id limit 1`,
        [CLINIC, today(JOURNEY_NOW)],
      )
      await page.goto(`/followManagementList?tab=today&follow=${recall.id}`)
      await open(page).getByRole('radio', { name: /已约/ }).waitFor()
      assert.match(await open(page).getByRole('radio').first().innerText(), /已约/)
      await page.keyboard.press('8')
      await open(page).getByRole('button', { name: '保存并预约' }).waitFor()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: '新建预约' })
      await dialog.waitFor()
      const kept = await one<{ status: number; result: string }>(
        stack.owner,
        `select f.status, d.item as result from follow_up f join dict_item d on d.tenant_id = f.tenant_id
           and d.type_code = 'follow_up_result' and d.item_code = f.result_code where f.id = $1`,
        [recall.id],
      )
      assert.deepEqual(kept, { status: 1, result: '已约' })
      assert.deepEqual(problems, [])
    },
  },
]
