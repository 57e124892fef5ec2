import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const app = await testApp()
const { schedule, appointment } = contract
const director = await app.as('director')
const reception = await app.as('reception')
const doctor = await app.as('doctor')
const director2 = await app.as('director', 'a2')
const [d1, d2] = fixture.doctors.a1 as [string, string, string]
const whole = fixture.shifts.a1
// Somebody of the chain who works in two clinics.
await app.sql(
  `insert into employee_clinic (tenant_id, id, clinic_id, employee_id, dept_id, created_at, updated_at)
   select tenant_id, gen_random_uuid(), $1, employee_id, null, created_at, updated_at from employee_clinic
   where clinic_id = $2 and employee_id = $3`,
  [fixture.clinics.a2, fixture.clinics.a1, d1],
)

// Patients can be written to.
await app.sql(
  `insert into sms_account (tenant_id, id, clinic_id, signature, signature_status, approved_signature, created_at, updated_at)
   values ($1, gen_random_uuid(), $2, '甲口腔', 2, '甲口腔', now(), now())`,
  [fixture.tenants.a, fixture.clinics.a1],
)

const week = (from: string, client = director) => {
  const to = new Date(`${from}T00:00:00Z`)
  to.setUTCDate(to.getUTCDate() + 6)
  return client.call(schedule.plan, { from, to: to.toISOString().slice(0, 10) })
}
const wire = (shiftId = whole) => ({ shiftId })
const fill = (over: object, client: Client = director) =>
  client.call(schedule.fill, {
    requestId: uuidv7(),
    employeeIds: [d1],
    from: '2026-12-06',
    to: '2026-12-12',
    weekdays: [1, 2, 3, 4, 5] as (0 | 1 | 2 | 3 | 4 | 5 | 6)[],
    entries: [wire()],
    ...over,
  })
const save = (
  cells: { employeeId: string; date: string; seen?: { id: string; version: number }[]; entries: object[] }[],
  over = {},
) => ({
  requestId: uuidv7(),
  cells: cells.map((cell) => ({ seen: [], ...cell })),
  ...over,
})
const publish = (from: string, to = from, over = {}) =>
  director.call(schedule.publish, { requestId: uuidv7(), from, to, ...over })
async function newShift(over: object = {}) {
  return director.call(schedule.saveShift, {
    requestId: uuidv7(),
    name: '早班',
    shortName: '早',
    colour: 'blue',
    type: 1,
    periods: [{ start: '08:00', end: '12:00' }],
    bookable: true,
    ...over,
  })
}
async function book(start: string, end: string, over: object = {}): Promise<string> {
  const made = await reception.call(appointment.create, {
    requestId: uuidv7(),
    patientId: fixture.patients.a[0],
    doctorId: d1,
    startTime: start,
    endTime: end,
    acceptWarnings: true,
    ...over,
  })
  return made.id as string
}
const board = async (date: string, doctorId = d1) => {
  const { days } = await reception.call(appointment.week, { startDate: date, dayCount: 1 })
  return days[0]?.doctors.find((each) => each.doctorId === doctorId)
}

describe('shifts', () => {
  it('are made with colour and times; a name stands once', async () => {
    const { id } = await newShift()
    const made = (await director.call(schedule.shifts, {})).find((each) => each.id === id)
    expect(made).toMatchObject({
      name: '早班',
      colour: 'blue',
      bookable: true,
      enabled: true,
      used: false,
      periods: [{ start: '08:00', end: '12:00' }],
    })
    const again = await director.refused(schedule.saveShift, {
      requestId: uuidv7(),
      name: '早班',
      shortName: '早',
      colour: 'blue',
      type: 1,
      periods: [{ start: '08:00', end: '12:00' }],
      bookable: true,
    })
    expect(again.message).toBe('已有同名的班次')
    expect(again.data.fields?.[0]?.field).toBe('name')
  })

  it('refuse times that overlap or run backwards, beside the field', async () => {
    const wrong = (periods: object[]) =>
      director.raw('POST', schedule.saveShift.path, {
        requestId: uuidv7(),
        name: '错班',
        shortName: '错',
        colour: 'blue',
        type: 1,
        periods,
        bookable: true,
      })
    const overlap = await wrong([
      { start: '08:00', end: '12:00' },
      { start: '11:00', end: '15:00' },
    ])
    expect(overlap.http).toBe(400)
    expect(overlap.json?.message).toBe('时段不能重叠')
    expect((await wrong([{ start: '12:00', end: '08:00' }])).json?.message).toBe('结束时间应晚于开始时间')
  })

  it('once planned can only be stopped; a stopped one is not planned again', async () => {
    const { id } = await newShift({ name: '试用班', shortName: '试' })
    await fill({ from: '2027-03-01', to: '2027-03-01', entries: [wire(id)] })
    const used = (await director.call(schedule.shifts, {})).find((each) => each.id === id)
    expect(used?.used).toBe(true)
    const refused = await director.refused(schedule.removeShift, { id, version: used?.version as number })
    expect(refused.message).toBe('该班次已排过班，不能删除，可以停用')
    await director.call(schedule.enableShift, { id, version: used?.version as number, enabled: false })
    const stopped = await director.refused(schedule.fill, {
      requestId: uuidv7(),
      employeeIds: [d2],
      from: '2027-03-02',
      to: '2027-03-02',
      weekdays: [2],
      entries: [wire(id)],
    })
    expect(stopped.message).toBe('试用班已停用，不能再排')
    // Where it stood before it may stay, beside something new.
    const { stretches } = await week('2027-02-28')
    const seen = stretches.map(({ id: row, version }) => ({ id: row, version }))
    const kept = await director.call(
      schedule.save,
      save([
        {
          employeeId: d1,
          date: '2027-03-01',
          seen,
          entries: [wire(id), { kind: 5, start: '14:00', end: '15:00', title: '例会' }],
        },
      ]),
    )
    expect(kept.saved).toBe(true)
  })

  it('are the managers’ to change, everybody’s to see planned', async () => {
    expect((await reception.refused(schedule.shifts, {})).http).toBe(403)
    expect((await doctor.refused(schedule.plan, { from: '2026-12-06', to: '2026-12-12' })).http).toBe(403)
    expect(
      (await doctor.call(schedule.view, { from: '2026-11-15', to: '2026-11-21' })).stretches.length,
    ).toBeGreaterThan(0)
  })
})

describe('a week', () => {
  it('is a draft until it is published: then the board has it, and the staff is told', async () => {
    const done = await fill({ employeeIds: [d1, d2] })
    expect(done).toMatchObject({ saved: true, changed: 10, affected: [] })
    const plan = await week('2026-12-06')
    expect(plan.stretches.filter((each) => each.employeeId === d1)).toHaveLength(10)
    expect(plan.stretches.every((each) => each.draft)).toBe(true)
    expect(plan.stretches[0]?.chairName).toBe('1诊室')
    const hidden = await reception.call(schedule.view, { from: '2026-12-06', to: '2026-12-12' })
    expect(hidden.stretches).toEqual([])
    // Not planned yet: the clinic's hours count.
    expect(await board('2026-12-12')).toMatchObject({ restFlag: false, shifts: [{ start: '08:30', end: '18:30' }] })

    expect(await publish('2026-12-09')).toMatchObject({ saved: true, changed: 10 })
    expect(await board('2026-12-12')).toMatchObject({ restFlag: true })
    expect((await board('2026-12-07'))?.shifts).toEqual([
      { shiftName: '全天班', start: '08:30', end: '12:00' },
      { shiftName: '全天班', start: '13:30', end: '18:00' },
    ])
    const [told] = await app.sql<{ title: string; link: string }>(
      `select title, link from message where recipient_id = $1 and title = '新的排班已发布'`,
      [d2],
    )
    expect(told?.link).toBe('/mySchedule?date=2026-12-06')
    expect(
      (await director.refused(schedule.publish, { requestId: uuidv7(), from: '2026-12-09', to: '2026-12-09' })).message,
    ).toMatch(/^这段日期的排班已由.+于 \d\d-\d\d \d\d:\d\d 发布，没有新的草稿$/)
  })

  it('repeats as A and B weeks, skips days off, and leaves what stands when asked to', async () => {
    await fill({ from: '2027-01-03', to: '2027-01-09', weekdays: [1, 3, 5] })
    await fill({ from: '2027-01-10', to: '2027-01-16', weekdays: [2, 4] })
    await app.sql(`insert into holiday (date, name) values ('2027-01-18', '测试节')`)
    const ask = { sourceWeek: '2027-01-05', cycleWeeks: 2, targetWeek: '2027-01-17', weeks: 3, employeeIds: [d1] }
    await director.call(schedule.repeat, { requestId: uuidv7(), ...ask, skipHolidays: true })
    const dates = async (from: string) => [...new Set((await week(from)).stretches.map(({ date }) => date))]
    expect(await dates('2027-01-17')).toEqual(['2027-01-20', '2027-01-22'])
    expect(await dates('2027-01-24')).toEqual(['2027-01-26', '2027-01-28'])
    expect(await dates('2027-01-31')).toEqual(['2027-02-01', '2027-02-03', '2027-02-05'])
    await fill({
      from: '2027-02-07',
      to: '2027-02-07',
      weekdays: [0],
      entries: [{ kind: 3, start: '08:00', end: '18:00' }],
    })
    await director.call(schedule.repeat, {
      requestId: uuidv7(),
      ...ask,
      cycleWeeks: 1,
      targetWeek: '2027-02-07',
      weeks: 1,
      mode: 'empty',
    })
    expect(await dates('2027-02-07')).toEqual(['2027-02-07', '2027-02-08', '2027-02-10', '2027-02-12'])
    const own = await director.refused(schedule.repeat, { requestId: uuidv7(), ...ask, targetWeek: '2027-01-10' })
    expect(own.data.fields?.[0]?.message).toBe('不能套用到来源的周')
  })

  it('answers the same request with the first answer and writes once', async () => {
    const requestId = uuidv7()
    const ask = {
      requestId,
      employeeIds: [d2],
      from: '2027-04-05',
      to: '2027-04-05',
      weekdays: [1] as [1],
      entries: [wire()],
    }
    const first = await director.call(schedule.fill, ask)
    expect(await director.call(schedule.fill, ask)).toEqual(first)
    expect((await week('2027-04-04')).stretches).toHaveLength(2)
  })

  it('takes leave beside work and refuses work twice at one time', async () => {
    const cell = (entries: object[]) => save([{ employeeId: d2, date: '2027-04-12', entries }])
    const both = [wire(), { kind: 3, start: '15:00', end: '18:00', title: '请假半天' }]
    expect((await director.call(schedule.save, cell(both))).saved).toBe(true)
    const twice = [wire(), { kind: 1, start: '11:00', end: '13:00' }]
    const refused = await director.refused(
      schedule.save,
      save([{ employeeId: d2, date: '2027-04-13', entries: twice }]),
    )
    expect(refused.message).toBe('上班时段 08:30–12:00 与 11:00–13:00 重叠')
    const nothing = await director.refused(schedule.save, save([{ employeeId: d2, date: '2027-04-13', entries: [{}] }]))
    expect(nothing.message).toBe('请选择班次，或填写类型和时间')
    expect((await week('2027-04-11')).stretches.map(({ date }) => date)).not.toContain('2027-04-13')
  })

  it('refuses a change of a cell that somebody else changed meanwhile', async () => {
    await fill({ from: '2027-05-03', to: '2027-05-03' })
    const { stretches } = await week('2027-05-02')
    const seen = stretches.map(({ id, version }) => ({ id, version }))
    const clear = save([{ employeeId: d1, date: '2027-05-03', seen, entries: [] }])
    await director.call(schedule.save, clear)
    const late = await director.refused(schedule.save, { ...clear, requestId: uuidv7() })
    expect(late).toMatchObject({ http: 409, message: '排班已被他人修改，请刷新后再排' })
  })
})

describe('one person in two clinics', () => {
  it('is refused with the place and time, also when both plan at once', async () => {
    const here = { from: '2027-06-07', to: '2027-06-07', weekdays: [1] }
    const there = { ...here, entries: [wire(fixture.shifts.a2)] }
    const both = await Promise.allSettled([fill(here), fill(there, director2)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const loser = both.find((each) => each.status === 'rejected') as PromiseRejectedResult
    expect((loser.reason as Error).message).toMatch(
      /^医生a1 6月7日 08:30–12:00 已在a[12]排班；医生a1 6月7日 13:30–18:00 已在a[12]排班$/,
    )
    const winner = both[0].status === 'fulfilled' ? director2 : director
    const plan = await week('2027-06-06', winner)
    expect(plan.stretches).toEqual([])
    expect(plan.elsewhere.map(({ date, start }) => `${date} ${start}`)).toEqual([
      '2027-06-07 08:30',
      '2027-06-07 13:30',
    ])
  })

  it('may rest in one and work in the other, and sees both in the own plan', async () => {
    const day = { from: '2027-06-14', to: '2027-06-14', weekdays: [1] }
    await fill({ ...day, entries: [{ kind: 2, start: '08:30', end: '18:30', title: '休息' }] })
    await fill({ ...day, entries: [wire(fixture.shifts.a2)] }, director2)
    await publish('2027-06-14')
    await director2.call(schedule.publish, { requestId: uuidv7(), from: '2027-06-14', to: '2027-06-14' })
    const mine = await doctor.call(schedule.mine, { from: '2027-06-13', to: '2027-06-19' })
    expect(mine.stretches.map(({ kind, clinicName, isHere, start }) => [kind, clinicName, isHere, start])).toEqual([
      [2, 'a1', true, '08:30'],
      [1, 'a2', false, '08:30'],
      [1, 'a2', false, '13:30'],
    ])
  })
})

describe('a change that touches booked patients', () => {
  it('names them first and changes nothing until that is accepted', async () => {
    const id = await book('2026-11-25 15:00:00', '2026-11-25 15:30:00')
    const { stretches } = await week('2026-11-22')
    const seen = stretches
      .filter(({ employeeId, date }) => employeeId === d1 && date === '2026-11-25')
      .map(({ id: row, version }) => ({ id: row, version }))
    const leave = [{ kind: 3, start: '08:30', end: '18:00', title: '请假' }]
    const ask = (over = {}) => save([{ employeeId: d1, date: '2026-11-25', seen, entries: leave }], over)
    const first = await director.call(schedule.save, ask())
    expect(first).toMatchObject({
      saved: false,
      affected: [{ id, doctorName: '医生a1', startTime: '2026-11-25 15:00:00', reason: '医生请假，不能预约' }],
    })
    expect(await board('2026-11-25')).toMatchObject({ restFlag: false })
    const second = await director.call(schedule.save, ask({ acceptAffected: true }))
    expect(second).toMatchObject({ saved: true, changed: 1 })
    expect(second.affected).toHaveLength(1)
    expect(await board('2026-11-25')).toMatchObject({ restFlag: true })

    const range = { from: '2026-11-22', to: '2026-11-28' }
    const [row] = await director.call(appointment.displacedList, range)
    expect(row).toMatchObject({ id, reason: '医生请假，不能预约', toldTime: null })
    expect(row?.freeDoctors.map((each) => each.id)).toContain(d2)
    expect(row?.freeDoctors.map((each) => each.id)).not.toContain(d1)
    const places = await director.call(appointment.nearbyPlaces, { id })
    expect(places.map(({ startTime }) => startTime)).toContain('2026-11-26 15:00:00')
    expect(places.some(({ startTime }) => startTime.startsWith('2026-11-25'))).toBe(false)

    expect(await director.call(appointment.tellDisplaced, { ids: [id] })).toEqual({ told: 1, without: [] })
    const [sms] = await app.sql<{ content: string }>(
      `select content from sms_outbox where scene = 'schedule.changed'`,
      [],
    )
    expect(sms?.content).toMatch(
      /您 11月25日 15:00 医生a1医生的预约因医生排班调整需要改期，请与a1联系，电话 0571-88886666。$/,
    )
    expect((await director.call(appointment.displacedList, range))[0]?.toldTime).toBe('2026-11-20 09:00:00')

    // Once for this place, in whatever form the id comes and however often it is asked.
    for (const ids of [[id], [id.toUpperCase()], [id, id.toUpperCase()]])
      expect(await director.call(appointment.tellDisplaced, { ids })).toEqual({ told: 0, without: [] })
    expect(await app.sql(`select 1 from sms_outbox where scene = 'schedule.changed'`, [])).toHaveLength(1)
    // Who may not send messages sends none here; and of a booking that stands well there is nothing to tell.
    const nurse = await app.as('nurse')
    expect((await nurse.refused(appointment.tellDisplaced, { ids: [id] })).http).toBe(403)
    const well = await book('2026-11-24 15:00:00', '2026-11-24 15:30:00')
    expect(await director.refused(appointment.tellDisplaced, { ids: [well] })).toMatchObject({ code: 23040 })
    await app.sql('delete from appointment where id = $1', [well])

    // To another doctor at the same time: off the list.
    const moved = await director.call(appointment.move, {
      id,
      version: (await director.call(appointment.displacedList, range))[0]?.version as number,
      doctorId: d2,
      startTime: '2026-11-25 15:00:00',
      endTime: '2026-11-25 15:30:00',
      reason: '医生排班调整',
    })
    expect(moved.saved).toBe(true)
    expect(await director.call(appointment.displacedList, range)).toEqual([])
  })

  it('names every one of more than a hundred, and all of them can be told and moved', async () => {
    const d3 = fixture.doctors.a1[2] as string
    const days = ['2026-12-01', '2026-12-02']
    await app.sql(
      `insert into appointment (tenant_id, id, clinic_id, appoint_no, patient_id, doctor_id, starts_at, ends_at, treat_type, source, status,
         created_at, updated_at)
       select $1, gen_random_uuid(), $2, 'YYM' || d || n, $3, $4, t, t + interval '5 minutes', 2, 1, 1, now(), now()
       from unnest($5::date[]) d, generate_series(0, 64) n,
         lateral (select (d + time '08:30' + (n + case when n < 40 then 0 else 20 end) * interval '5 minutes') at time zone 'Asia/Shanghai' as t) x`,
      [fixture.tenants.a, fixture.clinics.a1, fixture.patients.a[0], d3, days],
    )
    const { stretches } = await week('2026-11-29')
    const leave = days.map((date) => ({
      employeeId: d3,
      date,
      seen: stretches
        .filter((each) => each.employeeId === d3 && each.date === date)
        .map(({ id, version }) => ({ id, version })),
      entries: [{ kind: 3, start: '08:30', end: '18:00', title: '请假' }],
    }))
    const first = await director.call(schedule.save, save(leave))
    expect(first.saved).toBe(false)
    expect(first.affected).toHaveLength(130)
    expect((await director.call(schedule.save, save(leave, { acceptAffected: true }))).saved).toBe(true)
    const range = { from: '2026-11-29', to: '2026-12-05' }
    const list = await director.call(appointment.displacedList, range)
    expect(list).toHaveLength(130)
    const ids = list.map(({ id }) => id)
    expect((await director.call(appointment.tellDisplaced, { ids: ids.slice(0, 100) })).told).toBe(100)
    expect((await director.call(appointment.tellDisplaced, { ids: ids.slice(100) })).told).toBe(30)
    const told = await director.call(appointment.displacedList, range)
    expect(told.every((each) => each.toldTime !== null && each.freeDoctors.some((one) => one.id === d2))).toBe(true)
    for (const { id, version, startTime, endTime } of told) {
      const moved = await director.call(appointment.move, {
        id,
        version,
        doctorId: d2,
        startTime,
        endTime,
        reason: '医生排班调整',
        acceptWarnings: true,
      })
      expect(moved.saved).toBe(true)
    }
    expect(await director.call(appointment.displacedList, range)).toEqual([])
    await app.sql(`update appointment set status = 6 where appoint_no like 'YYM%'`)
  })

  it('asks the same of publishing: a week that had no shifts, a doctor who is not in it', async () => {
    const id = await book('2027-07-07 10:00:00', '2027-07-07 10:30:00')
    await fill({ employeeIds: [d2], from: '2027-07-05', to: '2027-07-09' })
    const first = await publish('2027-07-05')
    expect(first).toMatchObject({ saved: false, affected: [{ id, reason: '医生当天休息' }] })
    expect((await week('2027-07-04')).stretches.every(({ draft }) => draft)).toBe(true)
    expect((await publish('2027-07-05', '2027-07-05', { acceptAffected: true })).saved).toBe(true)
    const [row] = await director.call(appointment.displacedList, { from: '2027-07-04', to: '2027-07-10' })
    expect(row?.id).toBe(id)
    await director.call(appointment.keepDisplaced, { id, version: row?.version as number })
    expect(await director.call(appointment.displacedList, { from: '2027-07-04', to: '2027-07-10' })).toEqual([])
    expect((await board('2027-07-07'))?.appointments[0]?.offShift).toBe(true)
  })

  it('is not asked about by somebody without the grants', async () => {
    expect(
      (await (await app.as('storekeeper')).refused(appointment.displacedList, { from: '2026-11-22', to: '2026-11-28' }))
        .http,
    ).toBe(403)
  })
})

describe('a duty that takes no bookings', () => {
  it('stands in the plan and blocks the board', async () => {
    const { id } = await newShift({ name: '值班', shortName: '值', bookable: false })
    await fill({ employeeIds: [d1, d2], from: '2027-08-02', to: '2027-08-02', entries: [wire(id)] })
    await publish('2027-08-02')
    const refused = await reception.refused(appointment.create, {
      requestId: uuidv7(),
      patientId: fixture.patients.a[1],
      doctorId: d1,
      startTime: '2027-08-02 09:00:00',
      endTime: '2027-08-02 09:30:00',
    })
    expect(refused.message).toBe('医生值班，不能预约')
    expect(await board('2027-08-02')).toMatchObject({ restFlag: true, availableMinutes: 0 })
  })
})

describe('the calendar of days off', () => {
  it('is the public one with the company’s own changes, for the board and everywhere', async () => {
    await app.sql(`insert into holiday (date, name) values ('2028-10-01', '国庆节') on conflict do nothing`)
    const set = (from: string, kind: 'plain' | 'off' | 'work', name = '', to = from) =>
      director.call(schedule.setHolidays, { from, to, kind, name })
    expect(await set('2028-10-01', 'plain')).toEqual({ changed: 1 })
    expect(await set('2028-10-02', 'off', '店庆', '2028-10-03')).toEqual({ changed: 2 })
    const { days } = await reception.call(appointment.week, { startDate: '2028-10-01', dayCount: 4 })
    expect(days.map(({ holidayName }) => holidayName)).toEqual([null, '店庆', '店庆', null])
    expect(days.map(({ doctors }) => doctors[0]?.restFlag)).toEqual([false, true, true, false])
    const { holidays, lunar } = await director.call(schedule.holidays, { year: 2028 })
    expect(holidays).toEqual([
      { date: '2028-10-01', name: '平常日', kind: 'plain', own: true },
      { date: '2028-10-02', name: '店庆', kind: 'off', own: true },
      { date: '2028-10-03', name: '店庆', kind: 'off', own: true },
    ])
    expect(lunar).toHaveLength(366)
    // As the public calendar has it again: nothing of the company's own stays.
    expect(await set('2028-10-01', 'off')).toEqual({ changed: 1 })
    expect((await director.call(schedule.holidays, { year: 2028 })).holidays[0]).toEqual({
      date: '2028-10-01',
      name: '国庆节',
      kind: 'off',
      own: false,
    })
    const other = await (
      await app.as('reception', 'b1')
    ).call(contract.clinic.holidays, { from: '2028-10-02', to: '2028-10-02' })
    expect(other).toEqual([])
  })

  it('reaches from 1900 to 2100', async () => {
    expect((await director.call(schedule.holidays, { year: 1900 })).lunar[0]).toBe('十二月')
    expect((await director.call(schedule.holidays, { year: 2100 })).lunar).toHaveLength(365)
    expect((await director.refused(schedule.holidays, { year: 2101 })).http).toBe(400)
  })
})
