import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import type pg from 'pg'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { one } from './steps.ts'

const CLINIC = '望湖路门诊'
/** Height of a minute on the board. */
const PX_PER_MINUTE = 1.2

interface Booked {
  id: string
  name: string
  doctorId: string
  date: string
  start: string
  /** When it would begin if it came right after itself. */
  next: string
  minutes: number
}

/** Ordinary bookings of the coming days whose doctor is free right afterwards, on a line of the board, each of another patient. */
async function booked(owner: pg.Client, now: Date, count: number): Promise<Booked[]> {
  const { rows } = await owner.query<Booked>(
    `with a as (
       select a.*, p.name, (a.starts_at at time zone 'Asia/Shanghai')::date as day,
         extract(hour from a.starts_at at time zone 'Asia/Shanghai') * 60 + extract(minute from a.starts_at at time zone 'Asia/Shanghai') as from_min,
         extract(epoch from a.ends_at - a.starts_at) / 60 as len
       from appointment a join patient p on p.id = a.patient_id
       where a.clinic_id = (select id from clinic where name = $1) and a.status = 1 and a.parked_at is null and a.held_until is null
         and not a.is_overbook and not a.off_shift and a.starts_at > $2::timestamptz + interval '20 hours')
     select a.id, a.name, a.doctor_id as "doctorId", a.day::text as date, to_char(a.starts_at at time zone 'Asia/Shanghai', 'HH24:MI') as start,
       to_char(a.ends_at at time zone 'Asia/Shanghai', 'HH24:MI') as next, a.len::int as minutes
     from a where a.len between 25 and 60 and (a.from_min + a.len)::int % 10 = 0
       and exists (select 1 from schedule s where s.employee_id = a.doctor_id and s.clinic_id = a.clinic_id and s.date = a.day and s.status = 1
         and s.kind = 1 and s.starts_min <= a.from_min and s.ends_min >= a.from_min + 2 * a.len)
       and not exists (select 1 from schedule b where b.employee_id = a.doctor_id and b.date = a.day and b.kind <> 1
         and b.starts_min < a.from_min + 2 * a.len and b.ends_min > a.from_min)
       and not exists (select 1 from appointment o where o.id <> a.id and o.status <= 5 and o.parked_at is null
         and (o.doctor_id = a.doctor_id or o.chair_id = a.chair_id or o.patient_id = a.patient_id)
         and o.during && tstzrange(a.starts_at, a.ends_at + (a.ends_at - a.starts_at)))
     order by a.starts_at, a.id limit $3`,
    [CLINIC, now, count],
  )
  assert.equal(rows.length, count)
  return rows
}

const standing = (owner: pg.Client, id: string) =>
  one<{ at: string; status: number; parked: boolean }>(
    owner,
    `select to_char(starts_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as at, status, parked_at is not null as parked
     from appointment where id = $1`,
    [id],
  )

/** Drags with the mouse as a hand does: down, along, up. */
async function dragTo(page: Page, from: Locator, to: { x: number; y: number }): Promise<void> {
  const box = await from.boundingBox()
  assert.ok(box)
  await page.mouse.move(box.x + box.width / 2, box.y + 12)
  await page.mouse.down()
  await page.mouse.move((box.x + to.x) / 2, (box.y + to.y) / 2, { steps: 8 })
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await page.mouse.up()
}

export const journeys: Journey[] = [
  {
    name: '待安排区（桌面）：卡片用鼠标拖进去，时段让出，再拖到板上另一个时间',
    async run({ browser, stack }) {
      const { owner } = stack
      const [booking] = (await booked(owner, stack.application.services.clock.now(), 1)) as [Booked]
      const { page, problems } = await visit(browser, stack, { account: 'reception' })
      await page.goto(`/myAppointmentBoard?date=${booking.date}`)
      const card = page.locator(`[data-card="${booking.id}"]`)
      await card.waitFor()
      await card.evaluate((element) => element.scrollIntoView({ block: 'center', inline: 'center' }))
      const place = await card.boundingBox()
      const aside = page.getByRole('region', { name: '待安排' })
      const parking = await aside.boundingBox()
      assert.ok(place && parking)

      // In: the place is free, the card waits beside the board.
      const put = page.waitForResponse(/appointment\/clinic\/park$/)
      await dragTo(page, card, { x: parking.x + parking.width / 2, y: parking.y + 30 })
      assert.equal(((await (await put).json()) as { code: number }).code, 0)
      const parked = aside.locator(`[data-parked="${booking.id}"]`)
      await parked.waitFor()
      await card.waitFor({ state: 'detached' })
      assert.deepEqual(await standing(owner, booking.id), {
        at: `${booking.date} ${booking.start}`,
        status: 1,
        parked: true,
      })

      // Dropped beside the board it stays where it is.
      await parked.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      await dragTo(page, parked, { x: parking.x + parking.width / 2, y: 20 })
      assert.equal((await standing(owner, booking.id)).parked, true)

      // Out: to the time right after its old one.
      const out = page.waitForResponse(/appointment\/clinic\/move$/)
      await dragTo(page, parked, {
        x: place.x + place.width / 2,
        y: place.y + booking.minutes * PX_PER_MINUTE + 1,
      })
      const answer = (await (await out).json()) as { data: { saved: boolean } }
      assert.equal(answer.data.saved, true)
      await card.waitFor()
      await parked.waitFor({ state: 'detached' })
      assert.deepEqual(await standing(owner, booking.id), {
        at: `${booking.date} ${booking.next}`,
        status: 1,
        parked: false,
      })
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '待安排区（手机）：从详情放入，在列表里选空档安排，另一个取消',
    async run({ browser, stack }) {
      const { owner } = stack
      const [first, second] = (await booked(owner, stack.application.services.clock.now(), 2)) as [Booked, Booked]
      const { page, problems } = await visit(browser, stack, { account: 'reception', size: 'phone' })
      for (const booking of [first, second]) {
        await page.goto(`/myAppointmentBoard?date=${booking.date}&doctors=${booking.doctorId}`)
        await page
          .getByRole('button', { name: new RegExp(`^${booking.start}.*${booking.name}`) })
          .first()
          .tap()
        await page.getByRole('button', { name: '更多操作' }).tap()
        await page.getByRole('menuitem', { name: '放入待安排' }).tap()
        await page.getByText(`${booking.name} 已放入待安排`).waitFor()
        assert.equal((await standing(owner, booking.id)).parked, true)
      }
      await page.goto('/myAppointmentBoard')
      await page.getByRole('button', { name: /^待安排 \d+$/ }).tap()
      const list = page.getByRole('dialog', { name: /^待安排/ })
      const row = (booking: Booked) =>
        list.getByRole('region', { name: booking.name, exact: true }).filter({ hasText: booking.start })

      // A free time of the same doctor is offered; patient and length are known.
      await row(first).getByRole('button', { name: '安排时间' }).tap()
      const dialog = page.getByRole('dialog', { name: `安排时间：${first.name}` })
      await dialog.getByTitle(`${first.minutes} 分`, { exact: true }).waitFor()
      const free = dialog.getByRole('group', { name: '最近', exact: true }).getByRole('button')
      await free.first().waitFor()
      const last = free.last()
      const words = await last.innerText()
      await last.tap()
      await dialog.getByRole('button', { name: '安排', exact: true }).tap()
      await page.getByText('已安排', { exact: true }).waitFor()
      await row(first).waitFor({ state: 'detached' })
      const placed = await standing(owner, first.id)
      assert.equal(placed.parked, false)
      assert.equal(placed.at.slice(11), words.slice(-5))

      // The other one is given up.
      await row(second).getByRole('button', { name: '取消预约' }).tap()
      const ask = page.getByRole('dialog', { name: `取消 ${second.name} 的预约？` })
      await ask.getByRole('radio').first().check()
      await ask.getByRole('button', { name: '取消预约' }).tap()
      await page.getByText('已取消预约').waitFor()
      await row(second).waitFor({ state: 'detached' })
      assert.deepEqual(await standing(owner, second.id), {
        at: `${second.date} ${second.start}`,
        status: 6,
        parked: false,
      })
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '两个窗口改同一个预约：后保存的看到对方改了什么，逐项选择，一个字不丢；改约同样',
    async run({ browser, stack }) {
      const { owner } = stack
      const [booking] = (await booked(owner, stack.application.services.clock.now(), 1)) as [Booked]
      const first = (await visit(browser, stack, { account: 'reception' })).page
      const second = (await visit(browser, stack, { account: 'admin', clinic: CLINIC })).page
      const open = async (page: Page, name: string) => {
        await page.goto(`/myAppointmentList?from=${booking.date}&appointment=${booking.id}`)
        await page.getByRole('button', { name: '更多操作' }).waitFor()
        if (name === '改约') await page.getByRole('button', { name: '改约', exact: true }).click()
        else {
          await page.getByRole('button', { name: '更多操作' }).click()
          await page.getByRole('menuitem', { name: '修改内容' }).click()
        }
        const dialog = page.getByRole('dialog', { name: new RegExp(`：${booking.name}$`) })
        await dialog.waitFor()
        return dialog
      }
      const mine = await open(first, '修改')
      const theirs = await open(second, '修改')
      await theirs.getByLabel('内部备注').fill('对方：需家属陪同')
      await theirs.getByRole('button', { name: '保存', exact: true }).click()
      await second.getByText('修改成功').waitFor()
      await mine.getByLabel('内部备注').fill('我的：自带片子')
      await mine.getByLabel('给患者的备注').fill('请空腹')
      await mine.getByRole('button', { name: '保存', exact: true }).click()
      const both = first.getByRole('dialog', { name: '已被他人修改' })
      await both.getByText('对方：需家属陪同').waitFor()
      await both.getByText('我的：自带片子').waitFor()
      await both
        .getByText(/^原来：/)
        .first()
        .waitFor()
      // Back in the form everything is still there. What still moves is hit beside.
      await settled(first)
      await both.getByRole('button', { name: '回到表单' }).click()
      assert.equal(await mine.getByLabel('内部备注').inputValue(), '我的：自带片子')
      assert.equal(await mine.getByLabel('给患者的备注').inputValue(), '请空腹')
      await mine.getByRole('button', { name: '保存', exact: true }).click()
      const theirRemark = both.getByRole('radio', { name: '内部备注：对方保存的' })
      await theirRemark.waitFor()
      await settled(first)
      await theirRemark.check()
      await both.getByRole('button', { name: '按所选保存' }).click()
      await first.getByText('修改成功').waitFor()
      assert.deepEqual(
        await one<{ remark: string; visible_remark: string }>(
          owner,
          'select remark, visible_remark from appointment where id = $1',
          [booking.id],
        ),
        { remark: '对方：需家属陪同', visible_remark: '请空腹' },
      )

      // The same with another time: mine is kept, on the newest version.
      const moveMine = await open(first, '改约')
      const moveTheirs = await open(second, '改约')
      const free = (dialog: Locator) => dialog.getByRole('group', { name: '最近空档' }).getByRole('button')
      await free(moveTheirs).first().click()
      await moveTheirs.getByRole('button', { name: '改约', exact: true }).click()
      await second.getByText('已改约', { exact: true }).waitFor()
      const words = await free(moveMine).last().innerText()
      await free(moveMine).last().click()
      await moveMine.getByLabel('改约原因').fill('患者下午有事')
      await moveMine.getByRole('button', { name: '改约', exact: true }).click()
      await both.getByRole('radio', { name: '时间：我填写的' }).waitFor()
      assert.equal(await both.getByRole('radio', { name: '时间：我填写的' }).isChecked(), true)
      await settled(first)
      await both.getByRole('button', { name: '按所选保存' }).click()
      await first.getByText('已改约', { exact: true }).waitFor()
      assert.equal((await standing(owner, booking.id)).at.slice(11), words.slice(-5))
      const log = await one<{ reason: string }>(
        owner,
        'select reason from appointment_change where appointment_id = $1 order by created_at desc, id desc limit 1',
        [booking.id],
      )
      assert.equal(log.reason, '患者下午有事')
    },
  },
]
