import assert from 'node:assert/strict'
import { addDays, weekday } from '@dentin/kit/datetime'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { one } from './steps.ts'

const CLINIC = '望湖路门诊'
const sundayOf = (date: string) => addDays(date, -weekday(date))

export const journeys: Journey[] = [
  {
    name: '排班：按上一周循环排出新的一周，发布；医生请假，受影响的预约转给另一位医生',
    async run({ browser, stack }) {
      const { owner } = stack
      const { page, problems } = await visit(browser, stack, { account: 'director' })
      const here = `(select id from clinic where name = '${CLINIC}')`
      const { last } = await one<{ last: string }>(
        owner,
        `select max(date)::text as last from schedule where clinic_id = ${here} and status = 1 and kind = 1`,
        [],
      )
      const planned = sundayOf(last)
      const next = addDays(planned, 7)
      const count = async (status: number) =>
        (
          await one<{ n: number }>(
            owner,
            `select count(*)::int as n from schedule where clinic_id = ${here} and date between $1 and $2 and status = $3 and kind = 1`,
            [next, addDays(next, 6), status],
          )
        ).n
      assert.equal(await count(1), 0)

      // The last planned week is laid over the next one: drafts, which nobody can be booked into before they are published.
      await page.goto(`/clinicSchedule?date=${planned}`)
      const grid = page.getByRole('grid', { name: '排班表' })
      await grid.waitFor()
      await page.getByRole('button', { name: '复制与循环' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '套用' }).click()
      await page.getByText(/^已排 \d+ 格$/).waitFor()
      const drafts = await count(0)
      assert.ok(drafts > 0)
      await page.getByRole('button', { name: '下一周' }).click()
      await page.getByText('草稿', { exact: true }).waitFor()
      await page.getByRole('button', { name: '发布本周' }).click()
      await page.getByText('排班已发布').waitFor()
      assert.equal(await count(0), 0)
      assert.equal(await count(1), drafts)

      // Leave for somebody who is booked, at a time at which a colleague is free.
      const booked = await one<{ id: string; doctor: string; date: string; colleague: string }>(
        owner,
        `select x.id, x.doctor, x.date, x.colleague from (select a.id, a.starts_at, e.name as doctor, (a.starts_at at time zone 'Asia/Shanghai')::date::text as date,
           (select c.name from employee c join schedule s on s.employee_id = c.id and s.clinic_id = a.clinic_id and s.status = 1 and s.kind = 1
              and s.date = (a.starts_at at time zone 'Asia/Shanghai')::date and s.bookable
              and s.starts_min <= extract(hour from a.starts_at at time zone 'Asia/Shanghai') * 60 + extract(minute from a.starts_at at time zone 'Asia/Shanghai')
              and s.ends_min >= extract(hour from a.ends_at at time zone 'Asia/Shanghai') * 60 + extract(minute from a.ends_at at time zone 'Asia/Shanghai')
            where c.is_doctor and c.id <> a.doctor_id
              and not exists (select 1 from appointment o where o.doctor_id = c.id and o.status <= 5 and o.during && a.during)
              and not exists (select 1 from schedule b where b.employee_id = c.id and b.date = s.date and b.kind <> 1
                and b.starts_min < extract(hour from a.ends_at at time zone 'Asia/Shanghai') * 60 + extract(minute from a.ends_at at time zone 'Asia/Shanghai')
                and b.ends_min > extract(hour from a.starts_at at time zone 'Asia/Shanghai') * 60 + extract(minute from a.starts_at at time zone 'Asia/Shanghai'))
            order by c.name limit 1) as colleague
         from appointment a join employee e on e.id = a.doctor_id
         where a.clinic_id = ${here} and a.status in (1, 2) and not a.off_shift and not a.is_overbook and a.chair_id is not null
           and a.starts_at > $1::date + interval '2 days'
           and exists (select 1 from schedule s where s.employee_id = a.doctor_id and s.clinic_id = a.clinic_id and s.status = 1 and s.kind = 1
             and s.date = (a.starts_at at time zone 'Asia/Shanghai')::date)
         ) x where x.colleague is not null order by x.starts_at limit 1`,
        [stack.application.services.clock.now()],
      )
      assert.ok(booked.colleague, 'nobody is free')
      await page.goto(`/clinicSchedule?date=${booked.date}`)
      await grid.waitFor()
      await page.getByRole('toolbar', { name: '班次' }).getByRole('button', { name: /^请假/ }).click()
      const cell = grid.getByRole('gridcell', { name: new RegExp(`^${booked.doctor} ${booked.date}`) })
      await cell.click()
      await page.getByRole('button', { name: '保存并生效' }).click()
      await page.getByRole('dialog', { name: /^影响 \d+ 位已约患者$/ }).waitFor()
      await page.getByRole('button', { name: '仍要生效，再逐个处理' }).click()
      const drawer = page.getByRole('dialog', { name: '受影响的预约' })
      const name = await one<{ name: string }>(
        owner,
        `select coalesce(p.name, a.temp_name) as name from appointment a left join patient p on p.id = a.patient_id where a.id = $1`,
        [booked.id],
      )
      await drawer.getByText(name.name, { exact: true }).first().waitFor()
      const waiting = await drawer.getByRole('button', { name: '转医生' }).count()
      assert.ok(waiting >= 1)
      const line = drawer
        .locator('div')
        .filter({ has: page.getByText(name.name, { exact: true }) })
        .filter({ has: page.getByRole('button', { name: '转医生' }) })
        .last()
      await line.getByRole('button', { name: '转医生' }).click()
      await page.getByRole('menuitem', { name: booked.colleague, exact: true }).click()
      await page.getByText(`已转给 ${booked.colleague}`).waitFor()
      const moved = await one<{ doctor: string; status: number }>(
        owner,
        `select e.name as doctor, a.status from appointment a join employee e on e.id = a.doctor_id where a.id = $1`,
        [booked.id],
      )
      assert.deepEqual(moved.doctor, booked.colleague)
      if (waiting === 1) await drawer.getByText('没有受影响的预约').waitFor()
      assert.deepEqual(problems, [])
    },
  },
]
