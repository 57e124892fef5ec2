import assert from 'node:assert/strict'
import { today } from '@dentin/kit'
import type { Page } from 'playwright-core'
import { consoleSession } from './console.ts'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { JOURNEY_NOW } from './stack.ts'
import { choose, one, openNew, typeTime } from './steps.ts'

const CLINIC = '城西门诊'
/** A doctor on shift today who has a quarter of an hour to come in which nobody is booked. */
const FREE_AT = `select e.name, to_char(t.starts, 'HH24:MI') as clock
  from clinic c
  join schedule s on s.tenant_id = c.tenant_id and s.clinic_id = c.id and s.date = $2::date and s.status = 1 and s.kind = 1
  join employee e on e.tenant_id = s.tenant_id and e.id = s.employee_id and e.is_doctor
  cross join lateral generate_series($2::timestamp + make_interval(mins => greatest(s.starts_min, 690)),
    $2::timestamp + make_interval(mins => s.ends_min - 15), interval '15 minutes') t(starts)
  where c.name = $1 and not exists (select 1 from appointment a where a.tenant_id = c.tenant_id and a.doctor_id = e.id
    and a.starts_at < (t.starts + interval '15 minutes') at time zone 'Asia/Shanghai' and a.ends_at > t.starts at time zone 'Asia/Shanghai')
  order by t.starts desc, e.id limit 1`

/** The provider passes what waits, from the queue. */
async function passAll(page: Page, count: number): Promise<void> {
  await page.goto('/platform/smsReviews')
  const rows = page.getByRole('table', { name: '短信审核' }).getByRole('row').filter({ hasText: CLINIC })
  for (let left = count; left > 0; left -= 1) {
    await rows.first().click()
    const drawer = page.getByRole('dialog', { name: '短信审核' })
    await drawer.getByRole('button', { name: '通过' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '通过' }).click()
    await page.getByText('已通过').first().waitFor()
    await drawer.waitFor({ state: 'detached' })
  }
}

export const journeys: Journey[] = [
  {
    name: '短信：签名与模板送审、平台通过、开启预约成功短信，约一位患者，余额不足的失败可见，充值到账后再发一次成功，拒收与手动发送',
    async run({ browser, stack }) {
      const { page, context, problems } = await visit(browser, stack, { account: 'admin', clinic: CLINIC })
      const held = JSON.stringify(await consoleSession(stack))
      const desk = await visit(browser, stack)
      // Nobody runs what is queued while a journey is on its way: it is done when the journey says so.
      const sending = () => stack.application.services.jobs.drain('sms.send')
      await desk.context.addInitScript((text) => localStorage.setItem('dentin.platform', text), held)

      await page.goto('/SMSmanagement/signatureSetting')
      await page.getByLabel('签名').fill('城')
      await page.getByRole('button', { name: '提交审核' }).click()
      await page.getByText('签名至少2个字').waitFor()
      await page.getByLabel('签名').fill('牙本城西')
      await page.getByRole('button', { name: '提交审核' }).click()
      await page.getByText('平台审核后会给机构管理员发消息').waitFor()

      await page.getByRole('tab', { name: '短信模板' }).click()
      await page.getByRole('button', { name: '新建模板' }).click()
      const editor = page.getByRole('dialog', { name: '新建模板' })
      await editor.getByLabel('模板名称').fill('预约成功')
      await editor.getByRole('textbox', { name: '内容' }).fill('{客户}您好')
      await editor.getByRole('button', { name: '提交审核' }).click()
      await editor.getByText('没有「{客户}」这个变量').waitFor()
      await editor.getByRole('textbox', { name: '内容' }).fill('您好，已约好')
      await editor.getByRole('button', { name: '{时间}' }).click()
      await editor.getByText('【牙本城西】您好，已约好11月21日 09:30').waitFor()
      await editor.getByRole('button', { name: '提交审核' }).click()
      await editor.waitFor({ state: 'detached' })
      await passAll(desk.page, 2)

      // Passed on the desk, both are there without reading the page anew.
      await page.getByRole('table', { name: '短信模板' }).getByText('已通过').waitFor()
      await page.getByRole('tab', { name: '自动发送' }).click()
      await page.getByRole('switch', { name: '预约成功' }).click()
      const scene = page.getByRole('dialog', { name: '预约成功' })
      await choose(scene, '模板', '预约成功')
      await scene.getByRole('button', { name: '保存' }).click()
      await scene.waitFor({ state: 'detached' })

      // A booking tells the patient; the clinic has bought no messages yet.
      const { id: patientId, name } = await one<{ id: string; name: string }>(
        stack.owner,
        `select p.id, p.name from patient p join clinic c on c.id = p.home_clinic_id
         where c.name = $1 and p.mobile is not null and p.status = 0 order by p.id limit 1`,
        [CLINIC],
      )
      const doctor = await one<{ name: string; clock: string }>(stack.owner, FREE_AT, [CLINIC, today(JOURNEY_NOW)])
      await page.goto('/myAppointmentBoard')
      const booking = await openNew(page, '新建预约')
      await booking.getByRole('group', { name: '患者' }).getByRole('combobox').fill(name)
      await page.getByRole('option', { name }).first().click()
      await choose(booking, '医生', doctor.name)
      await booking.getByLabel('时长').fill('15')
      await typeTime(booking, doctor.clock)
      await booking.getByRole('button', { name: /^更多/ }).click()
      await booking.getByLabel('内容').fill('洁牙')
      // What the patient will read stands in the pane before it is sent.
      await booking.getByText('您好，已约好').waitFor()
      await booking.getByRole('button', { name: '保存并发短信' }).click()
      await page.getByText('预约成功').first().waitFor()
      await booking.waitFor({ state: 'detached' })
      assert.equal(await sending(), 1)

      await page.goto('/SMSmanagement/sendRecord')
      const records = page.getByRole('table', { name: '发送记录' })
      await records.getByText('短信余额不足').waitFor()

      // Messages are bought; the page hears of the payment by itself.
      await page.getByRole('tab', { name: '短信充值' }).click()
      await page.getByRole('button', { name: /1,000 条/ }).click()
      const paying = context.waitForEvent('page')
      await page.getByRole('button', { name: '提交订单' }).click()
      const pay = await paying
      await page.getByText('待支付').waitFor()
      const opened = context.waitForEvent('page')
      await pay.getByRole('link', { name: '模拟收银台' }).click()
      const cashier = await opened
      await cashier.getByRole('button', { name: '支付成功' }).click()
      await cashier.getByText('没有发生真实的扣款').waitFor()
      await page.bringToFront()
      await page.getByText('1,000').first().waitFor()
      await page.getByRole('tab', { name: '充值记录' }).click()
      await page.getByRole('table', { name: '充值记录' }).getByText('已支付').waitFor()

      await page.goto('/SMSmanagement/sendRecord?status=3')
      await page.getByRole('button', { name: '再发一次' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: '再发一次' }).click()
      await page.getByText('已补发').waitFor()
      assert.equal(await sending(), 1)
      await page.goto('/SMSmanagement/sendRecord?status=1')
      await records.getByText('已提交').first().waitFor()

      // By hand: what each gets is seen first.
      await page.goto(`/SMSmanagement/sendRecord?to=${patientId}`)
      const dialog = page.getByRole('dialog', { name: '发短信' })
      await choose(dialog, '模板', '预约成功')
      await dialog.getByText('发给 1 人，计 1 条').waitFor()
      await dialog.getByRole('button', { name: '发送（1 条）' }).click()
      await page.getByText('已发送 1 条').waitFor()
      assert.equal(await sending(), 1)
      await page.goto('/SMSmanagement')
      await page.getByText('预约成功').first().waitFor()
      const { balance } = await one<{ balance: number }>(
        stack.owner,
        'select b.balance from sms_balance b join clinic c on c.id = b.clinic_id where c.name = $1',
        [CLINIC],
      )
      assert.equal(balance, 998)
      assert.deepEqual(problems, [])
    },
  },
]
