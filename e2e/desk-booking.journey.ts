import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Journey } from './journeys.ts'
import { visit } from './page.ts'
import { one } from './steps.ts'

/** Counts what a hand does from here on: presses of the pointer and of keys. */
async function counting(page: Page): Promise<() => Promise<{ clicks: number; keys: number }>> {
  await page.evaluate(() => {
    const counts = { clicks: 0, keys: 0 }
    Object.assign(window, { counts })
    addEventListener('pointerdown', () => counts.clicks++, true)
    addEventListener('keydown', () => counts.keys++, true)
  })
  return () => page.evaluate(() => (window as unknown as { counts: { clicks: number; keys: number } }).counts)
}

const boardOf = async (page: Page) => {
  await page.goto('/myAppointmentBoard')
  await page.getByRole('region', { name: /预约板$/ }).waitFor()
}

export const journeys: Journey[] = [
  {
    name: '电话预约：新患者不超过 5 次点击 16 个键，老患者不超过 4 次 6 个键；日期看不懂就变红；被人抢先只划掉那个空位',
    async run({ browser, stack }) {
      const { owner } = stack
      const { page, problems } = await visit(browser, stack, { account: 'reception' })
      const form = page.getByRole('complementary', { name: '新建预约' })
      const places = form.getByRole('region', { name: '空位' })
      const booked = (name: string) =>
        one<{ name: string; mobile: string | null; doctor: string; at: string; source: number; told: number }>(
          owner,
          `select coalesce(p.name, a.temp_name) as name, a.temp_mobile as mobile, e.name as doctor, a.source,
             to_char(a.starts_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as at,
             (select count(*)::int from sms_outbox o where o.biz_key like 'appointment.created:' || a.id || '%') as told
           from appointment a left join patient p on p.tenant_id = a.tenant_id and p.id = a.patient_id
           join employee e on e.id = a.doctor_id where coalesce(p.name, a.temp_name) = $1 order by a.created_at desc limit 1`,
          [name],
        )

      // The doctor one works with is remembered: the first booking of the day chooses, typed by initials.
      await boardOf(page)
      await page.keyboard.press('n')
      await form.getByRole('combobox', { name: '医生', exact: true }).click()
      await page.locator('.ant-select-item-option').first().waitFor()
      await page.keyboard.type('xmz')
      await page.keyboard.press('Enter')
      await places.getByText('许明哲').waitFor()

      // An unknown date is nothing: red, and never today.
      const day = form.getByLabel('日期')
      await day.fill('1340')
      await form.getByText('看不懂').waitFor()
      assert.equal(await day.getAttribute('aria-invalid'), 'true')
      await day.fill('两周后')
      await form.getByText('12月4日 周五').first().waitFor()
      await page.getByRole('heading', { name: '12月4日 周五' }).waitFor()
      await form.getByRole('button', { name: '关闭' }).click()

      // Somebody new: a name that nobody has, the number, a place, saved.
      await boardOf(page)
      const count = await counting(page)
      await page.keyboard.press('n')
      await form.getByRole('combobox').first().and(page.locator(':focus')).waitFor()
      await page.keyboard.type('鄢晚')
      await page.keyboard.press('Enter')
      await form.getByPlaceholder('11 位手机号').and(page.locator(':focus')).waitFor()
      await page.keyboard.type('13957100633')
      await places.getByRole('group', { name: '最近空档' }).getByRole('button').nth(1).click()
      const chosen = await places.getByRole('button', { pressed: true }).first().getAttribute('aria-label')
      await page.locator('[data-wish]').waitFor()
      await form.getByRole('button', { name: '保存并发短信' }).click()
      await page.getByText('预约成功').waitFor()
      const used = await count()
      assert.ok(used.clicks <= 5 && used.keys <= 16, JSON.stringify(used))
      const made = await booked('鄢晚')
      assert.deepEqual([made.mobile, made.doctor, made.told], ['13957100633', '许明哲', 1])
      assert.ok(chosen?.endsWith(made.at.slice(11)))

      // Somebody known: three letters and Enter take who is marked.
      const { name, letters } = await one<{ name: string; letters: string }>(
        owner,
        `select p.name, split_part(p.search, ' ', 3) as letters from patient p join clinic c on c.id = p.home_clinic_id
         where c.name = '望湖路门诊' and p.status = 0 and p.mobile is not null and char_length(p.name) = 3
           and (select count(*) from patient q where q.status = 0 and q.search like '%' || split_part(p.search, ' ', 3) || '%') = 1
           and not exists (select 1 from appointment a where a.patient_id = p.id and a.starts_at > now() - interval '400 days' and a.status <= 2)
         order by p.id limit 1`,
        [],
      )
      await boardOf(page)
      const again = await counting(page)
      await page.keyboard.press('n')
      await form.getByRole('combobox').first().and(page.locator(':focus')).waitFor()
      await page.keyboard.type(letters)
      await page.getByRole('option', { name: new RegExp(name) }).waitFor()
      await page.keyboard.press('Enter')
      await form.getByText(`按 ${letters} 找到`).waitFor()
      await places.getByRole('group', { name: '最近空档' }).getByRole('button').nth(2).click()
      await form.getByRole('button', { name: '保存', exact: true }).click()
      await page.getByText('预约成功').waitFor()
      const few = await again()
      assert.ok(few.clicks <= 4 && few.keys <= 6, JSON.stringify(few))
      const known = await booked(name)
      assert.equal(known.told, 0)

      // The same day once more: told while choosing, not on saving, and no obstacle.
      await boardOf(page)
      await page.keyboard.press('n')
      await form.getByRole('combobox').first().and(page.locator(':focus')).waitFor()
      await page.keyboard.type(letters)
      await page.getByRole('option', { name: new RegExp(name) }).waitFor()
      await page.keyboard.press('Enter')
      await day.fill(known.at.slice(0, 10).replaceAll('-', ''))
      await form.getByText(`该患者当天 ${known.at.slice(11)} 已有预约`).waitFor()
      const place = places
        .getByRole('group', { name: /^(上午|下午)$/ })
        .getByRole('button')
        .last()
      const time = (await place.innerText()).slice(0, 5)
      await place.click()

      // A colleague was quicker: the place is struck out, everything else stays, another one is taken.
      const route = '**/appointment/clinic/create'
      await page.route(route, (call) =>
        call.fulfill({ json: { code: 23001, message: '时段已被占用', data: { canOverbook: false }, requestId: 'x' } }),
      )
      await form.getByRole('button', { name: '保存', exact: true }).click()
      await form.getByText('时段已被占用').waitFor()
      await page.unroute(route)
      assert.equal(await form.getByText(name, { exact: true }).count(), 1)
      const other = places
        .getByRole('group', { name: /^(上午|下午)$/ })
        .getByRole('button')
        .first()
      assert.notEqual((await other.innerText()).slice(0, 5), time)
      await other.click()
      await form.getByRole('button', { name: '保存', exact: true }).click()
      await page.getByText('预约成功').waitFor()
      assert.equal((await booked(name)).at.slice(0, 10), known.at.slice(0, 10))
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '约下次和诊毕：病历里点一下加回车约好两周后；诊毕先签名，再到收费',
    async run({ browser, stack }) {
      const { owner } = stack
      const { page, problems } = await visit(browser, stack, { account: 'xumingzhe' })
      const record = await one<{ id: string; patient: string; registration: string; doctor: string }>(
        owner,
        `select r.id, r.patient_id as patient, r.registration_id as registration, r.doctor_id as doctor from medical_record r
         join registration g on g.id = r.registration_id join employee e on e.id = r.doctor_id
         where g.status = 3 and e.name = '许明哲' and r.status in (0, 1)
           and not exists (select 1 from appointment a where a.patient_id = r.patient_id and a.status <= 2
             and a.starts_at > $1::timestamptz + interval '1 day')
         order by r.id limit 1`,
        [stack.application.services.clock.now()],
      )
      await page.goto(`/patientMedicalRecord?id=${record.id}`)
      await page.getByRole('button', { name: '约下次' }).waitFor()
      const count = await counting(page)
      await page.getByRole('button', { name: '约下次' }).click()
      await page
        .getByRole('button', { name: /^约 12月\d+日 \d\d:\d\d$/ })
        .and(page.locator(':focus'))
        .waitFor()
      await page.keyboard.press('Enter')
      await page
        .getByText(/^已约 12月/)
        .first()
        .waitFor()
      const used = await count()
      assert.deepEqual(used, { clicks: 1, keys: 1 })
      const { name, ...next } = await one<{ doctor: string; source: number; name: string }>(
        owner,
        `select a.doctor_id as doctor, a.source, p.name from appointment a join patient p on p.id = a.patient_id
         where a.patient_id = $1 and a.starts_at > $2::timestamptz + interval '10 days'`,
        [record.patient, stack.application.services.clock.now()],
      )
      assert.deepEqual(next, { doctor: record.doctor, source: 3 })
      const again = page.getByRole('button', { name: /^已约 12月/ })
      await again.waitFor()

      // 到预约表里选: the pane there is filled as chosen here, and saving leads back to the record.
      await again.click()
      const dialog = page.getByRole('dialog', { name: '约下次' })
      await dialog.getByText('4 周后').click()
      await dialog.getByRole('spinbutton', { name: '时长' }).fill('45')
      await dialog.getByRole('link', { name: '到预约表里选' }).click()
      const pane = page.getByRole('complementary', { name: '新建预约' })
      await pane.getByText(name).first().waitFor()
      assert.match(await pane.getByLabel('日期').inputValue(), /^12月/)
      assert.equal(await pane.getByRole('spinbutton', { name: '时长' }).inputValue(), '45')
      await pane
        .getByRole('button', { name: /^12月\d+日 周. \d\d:\d\d$/ })
        .first()
        .click()
      await pane.getByRole('button', { name: '保存', exact: true }).click()
      await page.waitForURL(`**/patientMedicalRecord?id=${record.id}`)
      await page.getByRole('button', { name: '诊毕', exact: true }).waitFor()
      const later = await one<{ doctor: string; source: number; minutes: number; n: number }>(
        owner,
        `select a.doctor_id as doctor, a.source, extract(epoch from a.ends_at - a.starts_at)::int / 60 as minutes,
           count(*) over ()::int as n
         from appointment a where a.patient_id = $1 and a.starts_at > $2::timestamptz + interval '10 days'
         order by a.starts_at desc limit 1`,
        [record.patient, stack.application.services.clock.now()],
      )
      assert.deepEqual(later, { doctor: record.doctor, source: 3, minutes: 45, n: 2 })

      // 诊毕 with something missing leads there; when it is written, it signs and ends the visit.
      const status = () =>
        one<{ visit: number; record: number }>(
          owner,
          `select (select status from registration where id = $2) as visit, status as record from medical_record where id = $1`,
          [record.id, record.registration],
        )
      const finish = page.getByRole('button', { name: '诊毕', exact: true })
      const treatments = page.getByRole('button', { name: '处置未填' })
      if (await treatments.isVisible()) {
        await finish.click()
        await page.getByText(/^还不能签名/).waitFor()
        assert.equal((await status()).visit, 3)
        await page.getByText(/^还不能签名/).waitFor({ state: 'detached' })
        await page.keyboard.press('Enter')
        await page.getByRole('textbox', { name: '处置第 1 行' }).fill('根管预备，封药')
        await page.getByRole('textbox', { name: '处置第 1 行' }).blur()
        await page.getByText('已自动保存').waitFor()
      }
      await finish.click()
      await page.getByText(/诊毕，到前台收费/).waitFor()
      assert.deepEqual(await status(), { visit: 4, record: 2 })
      await finish.waitFor({ state: 'detached' })
      assert.deepEqual(problems, [])
    },
  },
  {
    name: '周视图：一位医生七天，点空档即选好日子和时间；[ ] 换医生；负荷格打开当天',
    async run({ browser, stack }) {
      const { page, problems } = await visit(browser, stack, { account: 'reception' })
      await page.goto('/myAppointmentBoard?view=week&date=2026-11-26')
      const board = page.getByRole('region', { name: /预约板$/ })
      await board.waitFor()
      const doctors = page.getByRole('region', { name: '医生' }).getByRole('button')
      const marked = doctors.and(page.locator('[aria-current=true]'))
      const first = (await marked.innerText()).split('\n')[0] ?? ''
      assert.ok(first)
      // Whom the address names is marked, alone, and is the one whose week is shown.
      const addressed = async () => {
        await page.waitForFunction(() => new URL(location.href).searchParams.has('doctor'))
        const { name } = await one<{ name: string }>(stack.owner, 'select name from employee where id = $1', [
          new URL(page.url()).searchParams.get('doctor'),
        ])
        return name
      }
      await page.keyboard.press(']')
      const next = await addressed()
      assert.notEqual(next, first)
      await marked.filter({ hasText: next }).waitFor()
      assert.equal(await marked.count(), 1)
      await page.getByRole('button', { name: '换医生' }).getByText(next).waitFor()
      await page.keyboard.press('[')
      await marked.filter({ hasText: first }).waitFor()
      assert.equal(await addressed(), first)
      const gap = board.getByRole('button', { name: /空 \d+ 分$/ }).first()
      const [, month, day, start] =
        /^(\d+)月(\d+)日 周. (\d\d:\d\d)/.exec((await gap.getAttribute('aria-label')) ?? '') ?? []
      await gap.click()
      const form = page.getByRole('complementary', { name: '新建预约' })
      await form.getByText(`${month}月${day}日 ${start}`).waitFor()
      assert.match(await form.getByLabel('日期').inputValue(), new RegExp(`^${month}月${day}日`))
      await form.getByRole('button', { name: '关闭' }).click()
      await page.getByRole('radio', { name: '负荷' }).click()
      const load = page.getByRole('region', { name: /负荷$/ })
      await load.getByRole('row').nth(1).getByRole('button').first().click()
      await page.waitForFunction(() => !new URL(location.href).searchParams.has('view'))
      await board.waitFor()
      // A week without shifts says so; who plans can copy the week before.
      await page.goto('/myAppointmentBoard?view=week&date=2027-03-10')
      await page.getByText('这周还没排班，先按门诊的营业时间预约').waitFor()
      const director = await visit(browser, stack, { account: 'director' })
      await director.page.goto('/myAppointmentBoard?view=week&date=2027-03-10')
      await director.page.getByRole('link', { name: '复制上周' }).click()
      const copying = director.page.getByRole('dialog', { name: '复制与循环' })
      await copying.getByText('2月28日–3月6日').waitFor()
      await copying.getByText('3月7日–13日').waitFor()
      assert.deepEqual(director.problems, [])
      assert.deepEqual(problems, [])
    },
  },
]
