import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { askCode, one } from './steps.ts'

const PHONE = '13957100621'
const NAME = '沈知夏'
const CLINIC = '望湖路门诊'
/** What the other window must show without being asked. */
const LIVE = { timeout: 3_000 }

/** Taps one day after the other until one has free times; those are given back. */
async function freeDay(within: Locator, from: number): Promise<Locator> {
  const days = within.getByRole('group', { name: '日期' }).getByRole('button')
  const times = within.getByRole('group', { name: /^(上午|下午|晚上)$/ }).getByRole('button')
  for (let n = from; n < from + 7; n++) {
    const [, month, day] = /(\d+)\/(\d+)/.exec(await days.nth(n).innerText()) ?? []
    await days.nth(n).click()
    const none = within.getByText(`${month}月${day}日 没有可约的时间`)
    await times.first().or(none).waitFor()
    if (!(await none.isVisible())) return times
  }
  throw new Error('a week without a free time')
}

export const journeys: Journey[] = [
  {
    name: '患者在手机上预约：选项目、日子和时间，验证手机号提交；前台立即看到并换时间，患者同意；患者改期、取消；别的号码看不到',
    async run({ browser, stack }) {
      const { owner } = stack
      const { code } = await one<{ code: string }>(owner, 'select code from booking_page', [])
      const { page: phone, context, problems: seenByPatient } = await visit(browser, stack, { size: 'phone' })
      const { page: desk, problems: seenAtDesk } = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      await desk.goto('/myAppointmentNetwork')
      await desk.getByRole('table', { name: '网上预约' }).waitFor()

      // What, when, who.
      await phone.goto(`/book?c=${code}`)
      await phone.getByRole('heading', { name: CLINIC }).waitFor()
      await phone.getByRole('group', { name: '项目' }).getByRole('button', { name: /^检查/ }).click()
      const days = phone.getByRole('group', { name: '日期' }).getByRole('button')
      assert.equal((await days.first().innerText()).replace(/\s+/g, ' '), '今天 11/20 十二')
      const times = await freeDay(phone.getByRole('main'), 1)
      const time = await times.first().innerText()
      await times.first().click()
      await phone.getByLabel('就诊人姓名').fill(NAME)
      await phone.getByLabel('想说的话').fill('右下后牙咬物疼')
      await askCode(phone, context, PHONE)
      await phone.getByRole('button', { name: '提交预约' }).click()
      await phone.getByRole('heading', { name: '已提交，等待门诊确认' }).waitFor()
      const made = await one<{ id: string; status: number; source: number; clock: string; patient_id: string | null }>(
        owner,
        `select id, status, source, patient_id, to_char(starts_at at time zone 'Asia/Shanghai', 'HH24:MI') as clock from appointment where temp_name = $1`,
        [NAME],
      )
      assert.deepEqual([made.status, made.source, made.clock, made.patient_id], [0, 9, time, null])

      // The desk sees it at once and proposes a later day.
      const row = desk.getByRole('row').filter({ hasText: NAME })
      await row.getByText('右下后牙咬物疼').waitFor(LIVE)
      await row.getByRole('button', { name: '换时间' }).click()
      const dialog = desk.getByRole('dialog')
      const before = await dialog.getByLabel('时长').inputValue()
      await dialog.getByLabel('时长').fill(String(Number(before) - 5))
      await dialog.getByRole('button', { name: '建议这个时间' }).click()
      await desk.getByText('已短信请患者确认').waitFor()
      await row.waitFor({ ...LIVE, state: 'detached' })

      // The patient agrees.
      await phone.getByRole('button', { name: '我的预约' }).last().click()
      const card = phone.getByRole('article').filter({ hasText: NAME })
      await card.getByText('门诊建议的时间').waitFor()
      await card.getByRole('button', { name: '同意' }).click()
      await card.getByText('已预约').waitFor()
      assert.equal(
        (await one<{ status: number }>(owner, 'select status from appointment where id = $1', [made.id])).status,
        1,
      )

      // Changed by the patient, then cancelled.
      await card.getByRole('button', { name: '改期' }).click()
      await (await freeDay(card, 2)).last().click()
      await phone.getByText(/^已改到 /).waitFor()
      await card.getByRole('button', { name: '取消预约' }).click()
      await phone.getByRole('alertdialog').getByRole('button', { name: '取消预约', exact: true }).click()
      await card.getByText('已取消').waitFor()
      const gone = await one<{ status: number; cancel_reason: string }>(
        owner,
        'select status, cancel_reason from appointment where id = $1',
        [made.id],
      )
      assert.deepEqual(gone, { status: 6, cancel_reason: '患者网上取消' })
      assert.deepEqual([...seenAtDesk, ...seenByPatient], [])
    },
  },
]
