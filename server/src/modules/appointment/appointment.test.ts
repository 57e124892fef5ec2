import { contract } from '@dentin/contract'
import { addDays, uuidv7 } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { statementLog } from '../../platform/database/connection.ts'
import { markNoShows } from './index.ts'

const app = await testApp({ pool: 30 })
const calls = contract.appointment
const [d1, d2, d3] = fixture.doctors.a1 as [string, string, string]
const [p1, p2, p3] = fixture.patients.a as [string, string, string]
const { a1 } = fixture.clinics
const desk = await app.as('reception')
const director = await app.as('director')

/** Each case has a day of its own, so that they do not meet. */
let lastDay = '2026-11-20'
const nextDay = () => (lastDay = addDays(lastDay, 1))
await app.sql(
  `insert into schedule (tenant_id, id, clinic_id, employee_id, date, kind, starts_min, ends_min, shift_id, created_at, updated_at)
   select tenant_id, gen_random_uuid(), clinic_id, employee_id, date + 14, kind, starts_min, ends_min, shift_id, now(), now()
   from schedule where clinic_id = $1 and date > '2026-11-19' on conflict do nothing`,
  [a1],
)

const booking = (day: string, from: string, to: string, over: object = {}) => ({
  requestId: uuidv7(),
  patientId: p1,
  doctorId: d1,
  startTime: `${day} ${from}:00`,
  endTime: `${day} ${to}:00`,
  ...over,
})
async function book(client: Client, ...args: Parameters<typeof booking>) {
  const made = await client.call(calls.create, booking(...args))
  expect(made).toMatchObject({ saved: true })
  return {
    id: made.id as string,
    version: made.version as number,
    isOverbook: made.isOverbook,
    offShift: made.offShift,
  }
}
const detail = (id: string) => desk.call(calls.get, { id })
const reason = async () => (await desk.call(calls.options, {})).cancelReasons[0]?.id as string
const overlaps = () =>
  app.sql(`select a.id from appointment a join appointment b on a.tenant_id = b.tenant_id and a.id < b.id
    and (a.doctor_id = b.doctor_id or a.chair_id = b.chair_id) and a.during && b.during
    where a.status <= 5 and b.status <= 5 and not a.is_overbook and not b.is_overbook`)

describe('booking', () => {
  it('numbers the appointment, sums the items and finds out the kind of visit', async () => {
    const day = nextDay()
    const { filling, cleaning } = fixture.items.a
    const { id } = await book(desk, day, '09:00', '09:00', {
      endTime: null,
      itemIds: [cleaning, filling],
      teeth: '16;24',
    })
    const made = await detail(id)
    expect(made).toMatchObject({
      title: '洁治、补牙',
      endTime: `${day} 10:15:00`,
      treatType: 1,
      status: 1,
      source: 1,
      name: '周雨桐',
      hasAllergy: true,
    })
    expect(made.appointNo).toMatch(/^YY261120-\d{4}$/)
    expect(made.actions).toEqual(['confirm', 'move', 'edit', 'checkIn', 'cancel', 'delete', 'park'])
  })
  it('takes a name and a phone instead of a file, and covers the phone for those who may not see it', async () => {
    const day = nextDay()
    const temp = { patientId: null, tempName: '舒童', tempMobile: '13912345678' }
    const { id, version } = await book(desk, day, '09:00', '09:30', temp)
    expect(await detail(id)).toMatchObject({ name: '舒童', patientId: null, mobile: '13912345678' })
    const nurse = await app.as('nurse')
    expect((await nurse.call(calls.get, { id })).mobile).toBe('139****5678')
    await desk.call(calls.attachPatient, { id, version, patientId: p2 })
    expect(await detail(id)).toMatchObject({ name: '郑博文', patientId: p2 })
    const refused = await desk.refused(calls.create, booking(day, '10:00', '10:30', { ...temp, tempMobile: '' }))
    expect(refused.data.fields?.[0]?.field).toBe('tempMobile')
  })
  it('answers a repeated request with the first answer', async () => {
    const input = booking(nextDay(), '09:00', '09:30')
    const first = await desk.call(calls.create, input)
    expect(await desk.call(calls.create, input)).toEqual(first)
  })
  it('refuses times off the grid, the past, unknown doctors, chairs, items and patients', async () => {
    const day = nextDay()
    expect(await desk.refused(calls.create, booking(day, '09:02', '09:30'))).toMatchObject({ code: 23014 })
    expect(await desk.refused(calls.create, booking('2026-11-20', '08:30', '08:55'))).toMatchObject({ code: 23005 })
    expect(
      await desk.refused(calls.create, booking(day, '09:00', '09:30', { doctorId: fixture.employees.a1.reception })),
    ).toMatchObject({ code: 23012 })
    expect(
      await desk.refused(calls.create, booking(day, '09:00', '09:30', { doctorId: fixture.doctors.b1[0] })),
    ).toMatchObject({ code: 23012 })
    expect(
      await desk.refused(calls.create, booking(day, '09:00', '09:30', { chairId: fixture.chairs.a2[0] })),
    ).toMatchObject({ code: 23013 })
    expect(
      await desk.refused(calls.create, booking(day, '09:00', '09:30', { itemIds: [fixture.items.b.check] })),
    ).toMatchObject({ code: 23009 })
    expect(
      await desk.refused(calls.create, booking(day, '09:00', '09:30', { patientId: fixture.patients.b[0] })),
    ).toMatchObject({ http: 404 })
  })
  it('records what has passed only as such; an earlier day is done already', async () => {
    const today = await book(desk, '2026-11-20', '08:30', '08:45', { backfill: true })
    expect(await detail(today.id)).toMatchObject({ isBackfilled: true, status: 1 })
    const earlier = await book(desk, '2026-11-18', '09:00', '09:30', { backfill: true })
    expect(await detail(earlier.id)).toMatchObject({ isBackfilled: true, status: 5 })
  })
  it('refuses new ones for the day of a doctor who stopped receiving, lets the right override it, and touches no other day', async () => {
    const today = '2026-11-20'
    const { id, version } = await book(desk, today, '14:00', '14:30', { doctorId: d3 })
    await director.call(contract.clinic.setDentistStatus, { doctorId: d3, status: 1 })
    const wanted = booking(today, '15:00', '15:30', { doctorId: d3 })
    expect(await desk.refused(calls.create, wanted)).toMatchObject({
      code: 23004,
      message: '医生当天已停止接诊',
      data: { canOverbook: false },
    })
    expect(await director.refused(calls.create, wanted)).toMatchObject({ data: { canOverbook: true } })
    expect(await director.call(calls.create, { ...wanted, overbook: true })).toMatchObject({
      saved: true,
      offShift: true,
    })
    // The doctor's own appointments of the day can still be put in order.
    const place = { id, version, doctorId: d3, startTime: `${today} 16:00:00`, endTime: `${today} 16:30:00` }
    expect(await desk.call(calls.move, place)).toMatchObject({ saved: true })
    const later = nextDay()
    expect(await book(desk, later, '10:00', '10:30', { doctorId: d3 })).toMatchObject({ offShift: false })
    const { days } = await desk.call(calls.week, { startDate: today, dayCount: 7, doctorIds: [d3] })
    expect(days.map((day) => day.doctors[0]?.stopFlag)).toEqual([true, ...Array.from({ length: 6 }, () => false)])
    // Nobody has to remember to begin again.
    app.clock.advance(24 * 60)
    expect(await book(desk, '2026-11-21', '15:00', '15:30', { doctorId: d3 })).toMatchObject({ offShift: false })
    app.clock.advance(-24 * 60)
    await director.call(contract.clinic.setDentistStatus, { doctorId: d3, status: 0 })
  })
  it('a confirmed one that is moved is to be confirmed again; its patient is told when the desk says so', async () => {
    const day = nextDay()
    const { id, version } = await book(desk, day, '09:00', '09:30', { doctorId: d2 })
    const confirmed = await desk.call(calls.confirm, { id, version, result: 2 })
    expect(await detail(id)).toMatchObject({ status: 2, confirmStatus: 2 })
    const longer = {
      id,
      version: confirmed.version,
      doctorId: d2,
      startTime: `${day} 09:00:00`,
      endTime: `${day} 09:45:00`,
    }
    const stretched = await desk.call(calls.move, { ...longer, tell: false })
    expect(await detail(id)).toMatchObject({ status: 2, confirmStatus: 2 })
    await desk.call(calls.move, {
      ...longer,
      version: stretched.version as number,
      startTime: `${day} 10:00:00`,
      endTime: `${day} 10:45:00`,
      tell: false,
    })
    const moved = await detail(id)
    expect(moved).toMatchObject({ status: 1, confirmStatus: 0 })
    expect(moved.statusLog.map((each) => each.toStatus)).toContain(1)
    // The clinic has not switched this message on: nobody is written to.
    expect(await desk.call(calls.tellMoved, { id })).toEqual({ told: false })
    expect((await (await app.as('doctor')).refused(calls.tellMoved, { id })).http).toBe(404)
  })
  it('refuses a doctor who is suspended on every day', async () => {
    await app.sql('update employee set work_status = 2 where id = $1', [d3])
    expect(await desk.refused(calls.create, booking(nextDay(), '10:00', '10:30', { doctorId: d3 }))).toMatchObject({
      code: 23006,
    })
    await app.sql('update employee set work_status = 1 where id = $1', [d3])
  })
  it('warns of the same patient at the same time and books when that is accepted', async () => {
    const day = nextDay()
    await book(desk, day, '09:00', '09:30')
    const again = booking(day, '09:15', '09:45', { doctorId: d2 })
    const asked = await desk.call(calls.create, again)
    expect(asked).toMatchObject({
      saved: false,
      id: null,
      warnings: [{ kind: 'patient', text: '该患者 09:00–09:30 已约 医生a1' }],
    })
    expect(await desk.call(calls.create, { ...again, requestId: uuidv7(), acceptWarnings: true })).toMatchObject({
      saved: true,
    })
  })
  it('keeps a chair from a second doctor', async () => {
    const day = nextDay()
    await book(desk, day, '09:00', '09:30', { chairId: fixture.chairs.a1[2] })
    const other = booking(day, '09:15', '09:45', { doctorId: d2, patientId: p2, chairId: fixture.chairs.a1[2] })
    expect(await desk.refused(calls.create, other)).toMatchObject({ code: 23002 })
    expect(await director.refused(calls.create, { ...other, requestId: uuidv7(), overbook: true })).toMatchObject({
      code: 23002,
    })
  })
})

describe('conflicts and overbooking', () => {
  it('S10: refuses 9:15 beside 9:00–9:30 without the grant; with it marks 加号; refuses the second one', async () => {
    const day = nextDay()
    await book(desk, day, '09:00', '09:30')
    const second = () => booking(day, '09:15', '09:30', { patientId: p2 })
    const plain = await desk.refused(calls.create, second())
    expect(plain).toMatchObject({
      http: 200,
      code: 23001,
      message: '时段已被占用',
      data: { canOverbook: false, conflict: { name: '周雨桐', span: '09:00–09:30' } },
    })
    expect(await desk.refused(calls.create, { ...second(), overbook: true })).toMatchObject({ code: 23001 })
    expect(await director.refused(calls.create, second())).toMatchObject({ code: 23001, data: { canOverbook: true } })
    const extra = await book(director, day, '09:15', '09:30', { patientId: p2, overbook: true })
    expect(extra.isOverbook).toBe(true)
    const third = booking(day, '09:20', '09:30', { patientId: p3, overbook: true })
    expect(await director.refused(calls.create, third)).toMatchObject({ code: 23003, message: '该时段加号已满' })
    // Moved to a free place it is an ordinary one again.
    const moved = await director.call(calls.move, {
      id: extra.id,
      version: extra.version,
      doctorId: d1,
      startTime: `${day} 10:00:00`,
      endTime: `${day} 10:15:00`,
    })
    expect(moved).toMatchObject({ saved: true, isOverbook: false })
  })
  it('follows the limit of the clinic', async () => {
    const day = nextDay()
    await app.sql(`update clinic set settings = '{"overbookLimit": 2}' where id = $1`, [a1])
    await book(desk, day, '09:00', '09:30')
    await book(director, day, '09:00', '09:30', { patientId: p2, overbook: true })
    await book(director, day, '09:00', '09:30', { patientId: p3, overbook: true })
    const fourth = booking(day, '09:00', '09:30', {
      patientId: null,
      tempName: '舒童',
      tempMobile: '13912345678',
      overbook: true,
    })
    expect(await director.refused(calls.create, fourth)).toMatchObject({ code: 23003 })
    await app.sql(`update clinic set settings = '{}' where id = $1`, [a1])
  })
  it('S10: refuses a drag to a day off, to a meeting and past the shift; with the grant it is marked', async () => {
    const [day, off] = [nextDay(), nextDay()]
    await app.sql('delete from schedule where employee_id = $1 and date = $2', [d1, off])
    await app.sql(
      `insert into schedule (tenant_id, id, clinic_id, employee_id, date, kind, starts_min, ends_min, title, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 5, 600, 660, '科室会议', now(), now())`,
      [fixture.tenants.a, uuidv7(), a1, d1, day],
    )
    const { id, version } = await book(desk, day, '09:00', '09:30')
    const to = (date: string, from: string, till: string) => ({
      id,
      version,
      doctorId: d1,
      startTime: `${date} ${from}:00`,
      endTime: `${date} ${till}:00`,
    })
    expect(await desk.refused(calls.move, to(off, '09:00', '09:30'))).toMatchObject({
      code: 23004,
      message: '医生当天休息',
    })
    expect(await desk.refused(calls.move, to(day, '10:30', '11:00'))).toMatchObject({
      code: 23004,
      message: '医生科室会议，不能预约',
    })
    expect(await desk.refused(calls.move, to(day, '11:45', '12:15'))).toMatchObject({
      code: 23004,
      message: '不在医生的班次内',
      data: { canOverbook: false },
    })
    expect(await desk.refused(calls.move, { ...to(off, '09:00', '09:30'), overbook: true })).toMatchObject({
      code: 23004,
    })
    expect(await director.call(calls.move, { ...to(off, '09:00', '09:30'), overbook: true })).toMatchObject({
      saved: true,
      offShift: true,
      isOverbook: false,
    })
    expect(await detail(id)).toMatchObject({
      offShift: true,
      changes: [{ oldStartTime: `${day} 09:00:00`, newStartTime: `${off} 09:00:00` }],
    })
  })
  it('S10: gives one of two desks the place; the other reads 时段已被占用', async () => {
    const day = nextDay()
    const [one, two] = [await app.as('reception'), await app.as('service')]
    const tries = await Promise.allSettled([
      one.call(calls.create, booking(day, '09:00', '09:30')),
      two.call(calls.create, booking(day, '09:00', '09:30', { patientId: p2 })),
    ])
    expect(tries.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    const lost = tries.find((each) => each.status === 'rejected') as PromiseRejectedResult
    expect(lost.reason).toMatchObject({ code: 23001, message: '时段已被占用' })
  })
  it('P17: lets exactly one of 32 bookers have a slot, without a deadlock', async () => {
    const day = nextDay()
    const before = performance.now()
    const tries = await Promise.allSettled(
      Array.from({ length: 32 }, (_, n) =>
        desk.call(
          calls.create,
          booking(day, '09:00', '09:30', {
            patientId: null,
            tempName: `候选${n}`,
            tempMobile: '13912345678',
            chairId: fixture.chairs.a1[n % 3],
          }),
        ),
      ),
    )
    expect(tries.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    for (const each of tries)
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({ http: 200, code: 23001, message: '时段已被占用' })
    expect(performance.now() - before).toBeLessThan(5_000)
    expect(await overlaps()).toEqual([])
  })
  it('keeps the board free of overlaps through 400 random bookings and moves', async () => {
    const day = nextDay()
    let seed = 20261120
    const random = (n: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n
    const clock = (slot: number) =>
      `${String(8 + Math.floor((30 + slot * 5) / 60)).padStart(2, '0')}:${String((30 + slot * 5) % 60).padStart(2, '0')}`
    const held: { id: string; version: number }[] = []
    const attempt = async () => {
      const from = random(36)
      const place = {
        doctorId: [d1, d2, d3][random(3)] as string,
        chairId: random(2) ? (fixture.chairs.a1[random(3)] as string) : null,
      }
      const span = [clock(from), clock(from + 1 + random(6))] as const
      const moved = random(3) === 0 ? held[random(held.length || 1)] : undefined
      if (moved) {
        const answer = await desk.call(calls.move, {
          ...moved,
          ...place,
          startTime: `${day} ${span[0]}:00`,
          endTime: `${day} ${span[1]}:00`,
          acceptWarnings: true,
        })
        moved.version = answer.version as number
      } else {
        const person = random(2)
          ? { patientId: [p1, p2, p3][random(3)] as string }
          : { patientId: null, tempName: '舒童', tempMobile: '13912345678' }
        const made = await desk.call(calls.create, booking(day, ...span, { ...place, ...person, acceptWarnings: true }))
        held.push({ id: made.id as string, version: made.version as number })
      }
    }
    const codes = new Map<number, number>()
    for (let round = 0; round < 25; round++) {
      for (const each of await Promise.allSettled(Array.from({ length: 16 }, attempt))) {
        const code = each.status === 'fulfilled' ? 0 : (each.reason as { code: number }).code
        codes.set(code, (codes.get(code) ?? 0) + 1)
      }
    }
    // Free, doctor taken, chair taken, out of the shift, faster colleague: nothing else.
    expect([...codes.keys()].filter((code) => ![0, 23001, 23002, 23004, 409].includes(code))).toEqual([])
    expect(codes.get(0)).toBeGreaterThan(10)
    expect(await overlaps()).toEqual([])
  }, 60_000)
})

describe('every so many weeks', () => {
  it('lists the conflicts first and books nothing; then what is free; a series without any goes through', async () => {
    const day = nextDay()
    const weeks = (n: number) => addDays(day, 7 * n)
    await app.sql(
      `insert into schedule (tenant_id, id, clinic_id, employee_id, date, kind, starts_min, ends_min, created_at, updated_at)
       select $1, gen_random_uuid(), $2, $3, d::date, 1, 510, 1080, now(), now() from unnest($4::date[]) d on conflict do nothing`,
      [fixture.tenants.a, a1, d1, [0, 1, 2, 3].map((n) => weeks(n * 2))],
    )
    await book(desk, weeks(2), '09:15', '09:45', { patientId: p2 })
    const series = (over: object = {}) => ({
      ...booking(day, '09:00', '09:30'),
      everyWeeks: 2,
      times: 4,
      ...over,
    })
    const count = async () =>
      (
        await app.sql(`select id from appointment where doctor_id = $1 and starts_at = any($2::timestamptz[])`, [
          d1,
          [0, 1, 2, 3].map((n) => `${weeks(n * 2)} 09:00:00+08`),
        ])
      ).length
    const asked = await desk.call(calls.repeat, series())
    expect(asked).toMatchObject({
      saved: false,
      made: [],
      conflicts: [{ startTime: `${weeks(2)} 09:00:00`, reason: '时段已被占用' }],
    })
    expect(await count()).toBe(0)
    const done = await desk.call(calls.repeat, series({ skipConflicts: true }))
    expect(done.saved).toBe(true)
    expect(done.made.map((each) => each.startTime)).toEqual([0, 4, 6].map((n) => `${weeks(n)} 09:00:00`))
    expect(await count()).toBe(3)
    const free = await desk.call(calls.repeat, {
      ...series(),
      startTime: `${day} 11:00:00`,
      endTime: `${day} 11:30:00`,
      requestId: uuidv7(),
    })
    expect(free).toMatchObject({ saved: true, conflicts: [], warnings: [] })
    expect(await desk.refused(calls.repeat, series({ requestId: uuidv7(), times: 1 }))).toMatchObject({ http: 400 })
    expect(
      await desk.refused(
        calls.repeat,
        series({ requestId: uuidv7(), startTime: '2026-11-19 09:00:00', endTime: '2026-11-19 09:30:00' }),
      ),
    ).toMatchObject({ code: 23005 })
  })
})

describe('moving', () => {
  it('needs the version it was looking at and keeps what was', async () => {
    const day = nextDay()
    const { id, version } = await book(desk, day, '09:00', '09:30')
    const stretch = {
      id,
      version,
      doctorId: d2,
      startTime: `${day} 09:00:00`,
      endTime: `${day} 10:00:00`,
      reason: '患者要求',
    }
    expect(await desk.call(calls.move, stretch)).toMatchObject({ saved: true, version: version + 1 })
    expect(await desk.refused(calls.move, stretch)).toMatchObject({
      http: 409,
      data: { version: version + 1, changedBy: '前台a1' },
    })
    expect((await detail(id)).changes).toMatchObject([
      {
        oldDoctorName: '医生a1',
        newDoctorName: '医生a1-2',
        oldEndTime: `${day} 09:30:00`,
        newEndTime: `${day} 10:00:00`,
        reason: '患者要求',
        actorName: '前台a1',
      },
    ])
  })
  it('never goes into the past', async () => {
    const { id, version } = await book(desk, nextDay(), '09:00', '09:30')
    const back = { id, version, doctorId: d1, startTime: '2026-11-20 08:30:00', endTime: '2026-11-20 08:55:00' }
    expect(await desk.refused(calls.move, back)).toMatchObject({ code: 23005 })
  })
})

describe('what follows', () => {
  it('confirms, notes who could not be reached, and refuses a second life after cancelling', async () => {
    const { id, version } = await book(desk, nextDay(), '09:00', '09:30')
    const missed = await desk.call(calls.confirm, { id, version, result: 3 })
    expect(missed.status).toBe(1)
    const sure = await desk.call(calls.confirm, { id, version: missed.version })
    expect(sure.status).toBe(2)
    const gone = await desk.call(calls.cancel, { id, version: sure.version, reasonId: await reason(), note: '' })
    expect(gone.status).toBe(6)
    const after = await detail(id)
    expect(after).toMatchObject({ cancelReason: '患者原因', cancelledName: '前台a1', actions: [] })
    expect(after.statusLog.map((each) => each.toStatus)).toEqual([6, 2, 1])
    expect(await desk.refused(calls.confirm, { id, version: gone.version })).toMatchObject({
      code: 23007,
      message: '预约已取消，不能确认',
    })
  })
  it('frees the place when cancelled', async () => {
    const day = nextDay()
    const { id, version } = await book(desk, day, '09:00', '09:30')
    await desk.call(calls.cancel, { id, version, reasonId: await reason(), note: '电话' })
    await book(desk, day, '09:00', '09:30', { patientId: p2 })
  })
  it('accepts and refuses online ones', async () => {
    const day = nextDay()
    const one = await book(desk, day, '09:00', '09:30')
    const two = await book(desk, day, '10:00', '10:30')
    await app.sql('update appointment set status = 0, source = 4 where id = any($1)', [[one.id, two.id]])
    expect(await desk.call(calls.accept, one)).toMatchObject({ status: 1 })
    expect(await desk.call(calls.refuse, { ...two, reason: '医生外出' })).toMatchObject({ status: 8 })
    expect(await desk.refused(calls.accept, { id: one.id, version: one.version + 1 })).toMatchObject({ code: 23007 })
  })
  it('appointment-delete: changes the content and deletes what was entered by mistake, nothing that has a history', async () => {
    const day = nextDay()
    const { id, version } = await book(desk, day, '09:00', '09:30')
    const changed = await desk.call(calls.update, {
      id,
      version,
      itemIds: [fixture.items.a.check],
      title: '',
      teeth: '36',
      isUrgent: true,
      remark: '怕疼',
      visibleRemark: '',
    })
    expect(await detail(id)).toMatchObject({ title: '检查', teeth: '36', isUrgent: true, remark: '怕疼' })
    await desk.call(calls.remove, { id, version: changed.version })
    expect(await desk.refused(calls.get, { id })).toMatchObject({ http: 404 })
    const moved = await book(desk, day, '09:00', '09:30')
    const to = await desk.call(calls.move, {
      id: moved.id,
      version: moved.version,
      doctorId: d1,
      startTime: `${day} 10:00:00`,
      endTime: `${day} 10:30:00`,
    })
    expect(await desk.refused(calls.remove, { id: moved.id, version: to.version as number })).toMatchObject({
      code: 23010,
    })
  })
})

describe('those who did not come', () => {
  it('become no-shows after 30 minutes, are listed, and leave the list when dealt with; the history stays', async () => {
    app.clock.advance(0)
    const at = (time: string) => `2026-11-20 ${time}:00`
    const make = async (from: string, to: string, patientId: string) =>
      book(desk, '2026-11-20', from, to, { doctorId: d2, patientId })
    const [one, two, three] = [
      await make('09:00', '09:10', p1),
      await make('09:10', '09:20', p2),
      await make('09:20', '09:30', p3),
    ]
    const before = (await desk.call(calls.unArrivedCount, {})).count
    const mark = () =>
      app.application.services.database.withTenant(fixture.tenants.a, a1, (tx) => markNoShows(tx, tx.now))
    app.clock.advance(29)
    await mark()
    expect((await detail(one.id)).status).toBe(1)
    app.clock.advance(21)
    expect((await desk.call(calls.unArrivedCount, {})).count).toBe(before + 3 + 1)
    expect(await mark()).toBeGreaterThanOrEqual(3)
    expect(await mark()).toBe(0)
    const list = await desk.call(calls.unArrivedList, {})
    expect(list.list.find((each) => each.id === one.id)).toMatchObject({ status: 9, lateMinutes: 50 })
    const version = one.version + 1
    expect(await desk.call(calls.handleMissed, { id: one.id, version, how: 4, reason: '' })).toMatchObject({
      status: 9,
    })
    expect(
      await desk.refused(calls.handleMissed, { id: one.id, version: version + 1, how: 2, reason: '' }),
    ).toMatchObject({ code: 23015 })
    const again = await desk.call(calls.rebookMissed, {
      requestId: uuidv7(),
      id: two.id,
      version,
      doctorId: d2,
      startTime: at('14:00'),
      endTime: at('14:10'),
      reason: '改约',
    })
    expect(again.saved).toBe(true)
    expect(await detail(two.id)).toMatchObject({ status: 9, noShowHandled: 1, rebookedToId: again.id })
    await desk.call(calls.handleMissed, { id: three.id, version, how: 2, reason: '联系后取消' })
    const left = (await desk.call(calls.unArrivedList, {})).list.map((each) => each.id)
    for (const each of [one, two, three]) expect(left).not.toContain(each.id)
    expect(
      await app.sql('select status from appointment where id = any($1) and status = 9', [[one.id, two.id, three.id]]),
    ).toHaveLength(3)
  })
})

describe('reading', () => {
  it('gives the board of a week in at most four statements', async () => {
    const seen: string[] = []
    const former = statementLog.sink
    statementLog.sink = (text, ...more) => (seen.push(text), former?.(text, ...more))
    const week = await desk.call(calls.week, { startDate: '2026-11-22' })
    statementLog.sink = former
    expect(seen.filter((text) => !text.startsWith('begin'))).toHaveLength(4)
    expect(week.days).toHaveLength(7)
    const doctor = week.days[1]?.doctors.find((each) => each.doctorId === d1)
    expect(doctor).toMatchObject({
      doctorName: '医生a1',
      room: '1诊室',
      restFlag: false,
      stopFlag: false,
      shifts: [
        { shiftName: '全天班', start: '08:30', end: '12:00' },
        { start: '13:30', end: '18:00' },
      ],
      availableMinutes: 480,
    })
    expect(week.days[0]?.lunar).toBe('十月十四')
  })
  it('adds up a month', async () => {
    const month = await desk.call(calls.month, { month: '2026-11-20' })
    expect(month).toHaveLength(30)
    expect(month.reduce((sum, each) => sum + each.count, 0)).toBeGreaterThan(10)
  })
  it('filters, sorts and pages the list', async () => {
    const { total } = await desk.call(calls.list, { statuses: [6] })
    expect(total).toBe(2)
    const found = await desk.call(calls.list, { keyword: '舒童', pageSize: 5, sortBy: 'createdTime', descending: true })
    expect(found.list.every((each) => each.name === '舒童')).toBe(true)
    expect(found.list.length).toBe(Math.min(5, found.total))
    expect((await desk.call(calls.list, { keyword: '周雨桐', pageSize: 1 })).list[0]?.name).toBe('周雨桐')
  })
  it('shows a patient of the chain in every clinic', async () => {
    const other = await app.as('reception', 'a2')
    const mine = await other.call(calls.byPatient, { patientId: p1 })
    expect(mine.total).toBeGreaterThan(3)
    expect(mine.list[0]?.clinicName).toBe('甲a1门诊')
    // With it what happened to it, in whichever clinic; a doctor reads of the own ones.
    const day = nextDay()
    const { id, version } = await book(desk, day, '09:00', '09:30', { patientId: p1, doctorId: d2 })
    await desk.call(calls.move, {
      id: id as string,
      version: version as number,
      doctorId: d2,
      startTime: `${day} 10:00:00`,
      endTime: `${day} 10:30:00`,
      reason: '患者要求',
      acceptWarnings: true,
    })
    const trace = await other.call(calls.trace, { id: id as string })
    expect(trace.changes).toMatchObject([
      { oldStartTime: `${day} 09:00:00`, newStartTime: `${day} 10:00:00`, reason: '患者要求' },
    ])
    expect(trace.statusLog).toMatchObject([{ toStatus: 1 }])
    expect((await (await app.as('doctor')).refused(calls.trace, { id: id as string })).http).toBe(404)
    expect((await (await app.as('reception', 'b1')).refused(calls.trace, { id: id as string })).http).toBe(404)
  })
})

describe('who may', () => {
  it('shows and gives a doctor only the own column', async () => {
    const doctor = await app.as('doctor')
    const day = nextDay()
    const { id } = await book(desk, day, '09:00', '09:30', { doctorId: d2 })
    const own = await doctor.call(calls.week, { startDate: day, dayCount: 1 })
    expect(own.days[0]?.doctors.map((each) => each.doctorId)).toEqual([d1])
    expect(await doctor.refused(calls.get, { id })).toMatchObject({ http: 404 })
    expect(await doctor.refused(calls.create, booking(day, '10:00', '10:30', { doctorId: d2 }))).toMatchObject({
      http: 404,
    })
    await book(doctor, day, '10:00', '10:30')
    expect((await book(doctor, day, '10:00', '10:30', { patientId: p2, overbook: true })).isOverbook).toBe(true)
  })
  it('keeps other clinics and tenants out', async () => {
    const { id, version } = await book(desk, nextDay(), '09:00', '09:30')
    for (const other of [await app.as('reception', 'a2'), await app.as('reception', 'b1')]) {
      expect(await other.refused(calls.get, { id })).toMatchObject({ http: 404 })
      expect(await other.refused(calls.cancel, { id, version, reasonId: await reason(), note: '' })).toMatchObject({
        http: 404,
      })
    }
    expect(await app.nobody.refused(calls.week, { startDate: '2026-11-20' })).toMatchObject({ http: 401 })
    expect(await (await app.as('finance')).refused(calls.week, { startDate: '2026-11-20' })).toMatchObject({
      http: 403,
    })
  })
})
