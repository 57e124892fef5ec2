import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { one } from './steps.ts'

const DOCTOR = '许明哲'

/** Tabs until a control has the focus. */
async function tabTo(page: Page, control: Locator, most = 300): Promise<void> {
  for (let n = 0; n < most; n += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the keyboard does not reach it')
}

export const journeys: Journey[] = [
  {
    name: '只用键盘：找到患者并预约，移动，放入待安排再安排，签到',
    async run({ browser, stack }) {
      const { owner } = stack
      const { page, problems } = await visit(browser, stack, { account: 'reception' })
      const keys = page.keyboard
      await page.goto('/myAppointmentBoard')
      await page.getByRole('region', { name: /预约板$/ }).waitFor()

      // Found and booked: letters for the patient and the doctor, arrows among the free places, Enter takes and saves.
      await keys.press('n')
      const form = page.getByRole('complementary', { name: '新建预约' })
      await form.getByRole('group', { name: '患者' }).getByRole('combobox').and(page.locator(':focus')).waitFor()
      await keys.type('chen')
      await page.getByRole('option').nth(1).waitFor()
      await keys.press('Enter')
      await form.getByText('按 chen 找到').waitFor()
      await tabTo(page, form.getByRole('combobox', { name: '医生', exact: true }))
      await keys.type('xmz')
      await keys.press('Enter')
      await tabTo(page, form.getByLabel('时长'))
      await keys.press('ControlOrMeta+a')
      await keys.type('15')
      await tabTo(page, form.getByRole('button', { name: '手填时间' }))
      await keys.press('Enter')
      await tabTo(page, form.getByLabel('开始'))
      await keys.press('ControlOrMeta+a')
      await keys.type('17:00')
      await keys.press('Enter')
      await tabTo(page, form.getByRole('button', { name: '保存并发短信' }))
      await keys.press('Enter')
      await page.getByText('预约成功').waitFor()
      await page.getByRole('complementary', { name: '预约详情' }).waitFor()
      const made = await one<{ id: string }>(
        owner,
        `select a.id from appointment a join employee e on e.id = a.doctor_id
         where e.name = $1 and a.created_at >= $2::timestamptz - interval '2 minutes' and a.created_name <> '' and a.status = 1
         order by a.created_at desc limit 1`,
        [DOCTOR, stack.application.services.clock.now()],
      )
      const now = () =>
        one<{ at: string; status: number; parked: boolean }>(
          owner,
          `select to_char(starts_at at time zone 'Asia/Shanghai', 'HH24:MI') as at, status, parked_at is not null as parked
           from appointment where id = $1`,
          [made.id],
        )
      assert.deepEqual(await now(), { at: '17:00', status: 1, parked: false })

      // Moved by five minutes, put aside, placed anew.
      const card = page.locator(`[data-card="${made.id}"]`)
      await card.focus()
      const moved = page.waitForResponse(/appointment\/clinic\/move$/)
      const shown = page.getByRole('button', { name: /17:05–17:20/ })
      await keys.press('Alt+ArrowDown')
      await moved
      await page.waitForResponse(/appointment\/clinic\/week$/)
      await shown.waitFor()
      assert.equal((await now()).at, '17:05')
      await card.focus()
      const parked = page.waitForResponse(/appointment\/clinic\/park$/)
      await keys.press('p')
      assert.equal(((await (await parked).json()) as { code: number }).code, 0)
      assert.equal((await now()).parked, true)
      // The tray is beside the details, one step away.
      await tabTo(page, page.getByRole('tab', { name: /^预约详情/ }))
      await keys.press('ArrowRight')
      const aside = page.locator(`[data-parked="${made.id}"]`)
      await aside.waitFor()
      await aside.focus()
      await keys.press('Enter')
      const pane = page.getByRole('complementary', { name: '预约详情' })
      assert.equal(await pane.getByRole('button', { name: '签到' }).count(), 0)
      await tabTo(page, pane.getByRole('button', { name: '安排时间' }))
      await keys.press('Enter')
      const moving = page.getByRole('complementary', { name: /^安排时间/ })
      await tabTo(page, moving.getByRole('button', { name: '安排', exact: true }))
      await keys.press('Enter')
      await page.getByText('已安排').waitFor()
      assert.deepEqual(await now(), { at: '17:05', status: 1, parked: false })

      // There.
      await tabTo(page, pane.getByRole('button', { name: '签到' }))
      const there = page.waitForResponse(/generate-registered$/)
      await keys.press('Enter')
      await there
      assert.equal((await now()).status, 3)
      assert.deepEqual(problems, [])
    },
  },
]
