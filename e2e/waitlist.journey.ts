import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { one } from './steps.ts'

/** What the other window must show without being asked. */
const LIVE = { timeout: 3_000 }

const list = (page: Page) => page.getByRole('region', { name: '候补名单' })
const held = (page: Page, name: string) =>
  list(page)
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByText(/保留到/)

/** The name of the first of several who fit what fell free. */
async function offerFirst(page: Page): Promise<string> {
  const region = page.getByRole('region', { name: '空出的时段' })
  await region.getByRole('button', { name: '发通知' }).first().waitFor()
  const more = region.getByRole('button', { name: /^还有/ })
  if (await more.isVisible()) await more.click()
  const box = region.locator('div').filter({ hasText: '，另有' }).first()
  const name = (await box.locator('b').innerText()).trim()
  await box.getByRole('button', { name: '发通知' }).click()
  await page.getByText(new RegExp(`^已给 ${name} 发短信，保留到 `)).waitFor()
  return name
}

export const journeys: Journey[] = [
  {
    name: '候补交接：一个窗口发通知并保留，另一个窗口立即看到；这次不要转下一位，接受即生成预约，别人约不进保留的时段',
    async run({ browser, stack }) {
      const { owner } = stack
      const { page: desk, problems: seenAtDesk } = await visit(browser, stack, { account: 'reception' })
      const { page: other, problems: seenByOther } = await visit(browser, stack, { account: 'director' })
      await Promise.all([desk, other].map((page) => page.goto('/myAppointmentBoard')))
      await list(desk).getByRole('listitem').first().waitFor()
      await list(other).getByRole('listitem').first().waitFor()

      // Offered at one desk, held at the other at once.
      const first = await offerFirst(desk)
      await held(other, first).waitFor(LIVE)
      const place = await one<{ id: string; doctor: string; date: string; clock: string; sms: string }>(
        owner,
        `select a.id, e.name as doctor, to_char(a.starts_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as date,
           to_char(a.starts_at at time zone 'Asia/Shanghai', 'HH24:MI') as clock,
           (select content from sms_outbox s where s.scene = 'waitlist.offer' and s.patient_id = a.patient_id) as sms
         from waitlist_offer f join appointment a on a.id = f.appointment_id join employee e on e.id = a.doctor_id
         join patient p on p.id = a.patient_id where f.outcome = 0 and p.name = $1`,
        [first],
      )
      assert.match(
        place.sms,
        new RegExp(`^${first}您好，您候补的.*有空位：.*${place.clock}，${place.doctor}医生，为您保留到 `),
      )

      // The board of that day shows it as held; nobody books into it.
      await desk.goto(`/myAppointmentBoard?date=${place.date}`)
      const card = desk.locator(`[data-card="${place.id}"]`)
      await card.scrollIntoViewIfNeeded()
      await card.getByText('候补保留', { exact: true }).waitFor({ state: 'attached' })
      await card.click()
      const pane = desk.getByRole('complementary', { name: '预约详情' })
      await pane.getByText(/^为候补保留到 .*自动转给下一位$/).waitFor()
      assert.equal(await pane.getByRole('button', { name: '改约' }).count(), 0)
      await pane.getByRole('button', { name: '关闭', exact: true }).click()

      // Not this time: the next one has it, and the first desk sees that.
      await list(other)
        .getByRole('button', { name: `${first} 的其他答复` })
        .click()
      await other.getByRole('menuitem', { name: '这次不要，转下一位' }).click()
      const next = /^已转给 (.+)$/.exec(await other.getByText(/^已转给 /).innerText())?.[1] ?? ''
      assert.ok(next && next !== first)
      await held(desk, next).waitFor(LIVE)

      // Accepted: off the list in both windows, an appointment on the board.
      await list(desk)
        .getByRole('button', { name: `${next} 接受`, exact: true })
        .click()
      await desk.getByText('已接受，预约已生成').waitFor()
      await list(other)
        .getByRole('listitem')
        .filter({ hasText: next })
        .waitFor({ ...LIVE, state: 'detached' })
      const made = await one<{ status: number; id: string }>(
        owner,
        `select a.status, a.id from waitlist w join appointment a on a.id = w.made_appointment_id
         join patient p on p.id = w.patient_id where p.name = $1 and w.status = 2`,
        [next],
      )
      assert.equal(made.status, 1)
      await desk.locator(`[data-card="${made.id}"]`).getByText('已预约').waitFor({ state: 'attached' })
      assert.deepEqual([...seenAtDesk, ...seenByOther], [])
    },
  },
]
