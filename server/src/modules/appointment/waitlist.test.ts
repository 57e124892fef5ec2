import { contract } from '@dentin/contract'
import { addDays, parseDateTime, uuidv7 } from '@dentin/kit'
import { afterEach, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { lapseHolds } from './index.ts'

const app = await testApp({ pool: 30 })
const calls = contract.appointment
const [d1, d2] = fixture.doctors.a1 as [string, string, string]
const { a1 } = fixture.clinics
const tenant = fixture.tenants.a
const desk = await app.as('reception')
const director = await app.as('director')

let lastDay = '2026-12-01'
const nextDay = () => (lastDay = addDays(lastDay, 1))
await app.sql(
  `insert into schedule (tenant_id, id, clinic_id, employee_id, date, kind, starts_min, ends_min, created_at, updated_at)
   select $1, gen_random_uuid(), $2, e, d::date, 1, 510, 1080, now(), now()
   from unnest($3::uuid[]) e, generate_series('2026-12-01'::date, '2027-01-31'::date, '1 day') d on conflict do nothing`,
  [tenant, a1, fixture.doctors.a1],
)

// The clinic writes under a signature that has passed.
await app.sql(
  `insert into sms_account (tenant_id, id, clinic_id, signature, signature_status, approved_signature, created_at, updated_at)
   values ($1, gen_random_uuid(), $2, '甲口腔', 2, '甲口腔', now(), now())`,
  [tenant, a1],
)

let phones = 0
/** A patient of their own for each part of a case. */
async function patient(name: string, mobile = `138${String(10_000_000 + phones++)}`): Promise<string> {
  const id = uuidv7()
  await app.sql(
    `insert into patient (tenant_id, id, home_clinic_id, medical_number, name, search, gender, mobile, created_at, updated_at)
     select p.tenant_id, $2, p.home_clinic_id, $3, $4, p.search, 1, $5, now(), now() from patient p where p.tenant_id = $1 and p.id = $6`,
    [tenant, id, `W${id.slice(-8)}`, name, mobile, fixture.patients.a[0]],
  )
  await app.sql('select app.recount_patients()')
  return id
}
const reasonId = async () => (await desk.call(calls.options, {})).cancelReasons[0]?.id as string
async function book(patientId: string, day: string, from: string, to: string, doctorId = d1, client: Client = desk) {
  const made = await client.call(calls.create, {
    requestId: uuidv7(),
    patientId,
    doctorId,
    startTime: `${day} ${from}:00`,
    endTime: `${day} ${to}:00`,
    acceptWarnings: true,
  })
  return { id: made.id as string, version: made.version as number }
}
async function cancel(key: { id: string; version: number }) {
  await desk.call(calls.cancel, { ...key, reasonId: await reasonId(), note: '' })
}
async function wait(patientId: string, over: object = {}) {
  return desk.call(calls.saveWaitlist, { requestId: uuidv7(), patientId, duration: 30, ...over })
}
const openingAt = async (day: string, clock: string) =>
  (await desk.call(calls.openings, {})).find((each) => each.startTime === `${day} ${clock}:00`)
const offer = (openingId: string, waitlistId: string | null = null, client: Client = desk) =>
  client.call(calls.offerOpening, { requestId: uuidv7(), openingId, waitlistId })
const entryOf = async (id: string) =>
  (await desk.call(calls.waitlist, { statuses: [0, 1, 2, 3, 4], pageSize: 100 })).list.find((each) => each.id === id)
const lapse = () =>
  app.application.services.database.withTenant(tenant, a1, (tx) => lapseHolds(tx, app.application.services, a1, tx.now))
const detail = (id: string) => desk.call(calls.get, { id })
const messages = () =>
  app.sql<{ mobile: string; content: string; patient_id: string }>(
    `select mobile, content, patient_id from sms_outbox where scene = 'waitlist.offer' order by created_at, id`,
  )

afterEach(async () => {
  // Each case has its own list: nobody of another one fits.
  await app.sql(`update waitlist set status = 3, hold_until = null where status in (0, 1);`)
})

describe('S9 the waiting list', () => {
  it('S9 改约与候补: P2 and P3 fit, P4 does not; P2 is held for 30 minutes, nobody else gets in; P3 follows and takes it', async () => {
    const day = nextDay()
    const [p1, p2, p3, p4] = [
      await patient('甲一'),
      await patient('乙二'),
      await patient('丙三'),
      await patient('丁四'),
    ]
    const implant = await book(p1, day, '10:00', '11:00')
    const before = await book(p3, addDays(day, 30), '14:00', '14:30')
    // P3 has waited longer.
    const third = await wait(p3, { duration: 30, currentAppointmentId: before.id })
    app.clock.advance(1)
    const second = await wait(p2, { duration: 60, priority: 2 })
    const fourth = await wait(p4, { duration: 90, priority: 2 })
    expect(await openingAt(day, '10:00')).toBeUndefined()
    await cancel(implant)

    const opening = await openingAt(day, '10:00')
    expect(opening).toMatchObject({ doctorId: d1, cause: 1, fromName: '甲一', held: null, endTime: `${day} 11:00:00` })
    expect(opening?.candidates.map((each) => each.waitlistId)).toEqual([second.id, third.id])
    expect(opening?.candidates.map((each) => each.waitlistId)).not.toContain(fourth.id)

    const sent = (await messages()).length
    const offered = await offer(opening?.id as string)
    expect(offered).toMatchObject({ name: '乙二', noticed: true, holdUntil: '2026-11-20 09:31:00' })
    const written = await messages()
    expect(written).toHaveLength(sent + 1)
    expect(written.at(-1)).toMatchObject({ patient_id: p2 })
    expect(written.at(-1)?.content).toContain('10:00，医生a1医生，为您保留到 09:31')
    expect(await entryOf(second.id)).toMatchObject({ status: 1, offer: { startTime: `${day} 10:00:00` } })

    // The board shows it as held, and nobody else gets in, with or without the right to overbook.
    const card = (await desk.call(calls.week, { startDate: day, dayCount: 1 })).days[0]?.doctors
      .find((each) => each.doctorId === d1)
      ?.appointments.find((each) => each.startTime === `${day} 10:00:00`)
    expect(card).toMatchObject({ status: 0, name: '乙二', heldUntil: '2026-11-20 09:31:00' })
    for (const overbook of [false, true]) {
      const other = { requestId: uuidv7(), patientId: p4, doctorId: d1, startTime: `${day} 10:30:00`, overbook }
      expect(await director.refused(calls.create, { ...other, endTime: `${day} 11:00:00` })).toMatchObject({
        code: 23016,
        message: '该时段为候补保留，到 09:31，暂不能占用',
      })
    }
    expect((await detail(card?.id as string)).actions).toEqual([])
    for (const forbidden of [
      desk.refused(calls.move, {
        id: card?.id as string,
        version: 1,
        doctorId: d1,
        startTime: `${day} 12:00:00`,
        endTime: `${day} 13:00:00`,
      }),
      desk.refused(calls.accept, { id: card?.id as string, version: 1 }),
      desk.refused(calls.remove, { id: card?.id as string, version: 1 }),
    ])
      expect(await forbidden).toMatchObject({ code: 23017 })
    await expect(
      app.sql(
        `insert into appointment (tenant_id, id, clinic_id, appoint_no, patient_id, doctor_id, starts_at, ends_at, status, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, 1, now(), now())`,
        [tenant, uuidv7(), a1, 'YY-planted', p4, d1, `${day} 10:10:00+08`, `${day} 10:20:00+08`],
      ),
    ).rejects.toThrow('appointment_doctor_excl')

    // P2 does not answer: it passes on to P3 by itself, and the desk hears of it.
    app.clock.advance(29)
    expect(await lapse()).toBe(0)
    app.clock.advance(1)
    expect(await lapse()).toBe(1)
    expect(await lapse()).toBe(0)
    expect(await entryOf(second.id)).toMatchObject({ status: 0, offer: null, missed: 1 })
    const held = await entryOf(third.id)
    expect(held).toMatchObject({ status: 1, offer: { startTime: `${day} 10:00:00`, endTime: `${day} 10:30:00` } })
    expect((await messages()).at(-1)).toMatchObject({ patient_id: p3 })
    const told = await app.sql(`select body from message where title = '候补保留已到期'`)
    expect(told.at(-1)?.body).toContain('已转给 丙三，保留到 10:01')

    const taken = await desk.call(calls.answerOffer, { offerId: held?.offer?.id as string, answer: 'accept' })
    const made = await detail(taken.appointmentId as string)
    expect(made).toMatchObject({
      name: '丙三',
      status: 1,
      startTime: `${day} 10:00:00`,
      endTime: `${day} 10:30:00`,
      heldUntil: null,
      confirmStatus: 2,
    })
    const given = await detail(before.id)
    expect(given).toMatchObject({ status: 6, rebookedToId: made.id, cancelReason: '候补提前，改约' })
    expect(given.changes).toMatchObject([
      { oldStartTime: `${addDays(day, 30)} 14:00:00`, newStartTime: `${day} 10:00:00`, newEndTime: `${day} 10:30:00` },
    ])
    expect(await entryOf(third.id)).toMatchObject({ status: 2, madeAppointmentId: made.id })
    expect(await detail(implant.id)).toMatchObject({ status: 6, cancelReason: '患者原因' })
    // What is left of the place, and what P3 gave up, is open again.
    expect(await openingAt(day, '10:30')).toMatchObject({ endTime: `${day} 11:00:00` })
    expect(await openingAt(addDays(day, 30), '14:00')).toMatchObject({ cause: 2, fromName: '丙三' })
  })

  it('lets one of two desks accept, and one of accepting and lapsing', async () => {
    const day = nextDay()
    const key = await book(await patient('戊'), day, '10:00', '10:30')
    await wait(await patient('己'))
    await cancel(key)
    const { offerId } = await offer((await openingAt(day, '10:00'))?.id as string)
    const answers = await Promise.allSettled(
      [desk, director, desk, director].map((each) => each.call(calls.answerOffer, { offerId, answer: 'accept' })),
    )
    expect(answers.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    for (const each of answers)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ http: 200, code: 23022 })

    const again = await book(await patient('庚'), day, '11:00', '11:30')
    await wait(await patient('辛'))
    await cancel(again)
    const second = await offer((await openingAt(day, '11:00'))?.id as string)
    app.clock.advance(30)
    const race = await Promise.allSettled([
      lapse(),
      desk.call(calls.answerOffer, { offerId: second.offerId, answer: 'accept' }),
    ])
    expect(race[0]).toMatchObject({ status: 'fulfilled', value: 1 })
    expect(race[1]).toMatchObject({ status: 'rejected', reason: { code: 23023 } })
    expect(await openingAt(day, '11:00')).toMatchObject({ held: null, candidates: [] })
  })

  it('holds one place for one of eight who offer it at once, while 16 others try to book it', async () => {
    const day = nextDay()
    const key = await book(await patient('壬'), day, '10:00', '10:30')
    for (let n = 0; n < 8; n++) await wait(await patient(`候补${n}`))
    await cancel(key)
    const opening = await openingAt(day, '10:00')
    const others = await Promise.all(Array.from({ length: 16 }, (_, n) => patient(`旁人${n}`)))
    const tries = await Promise.allSettled([
      ...(opening?.candidates ?? []).map((each) => offer(opening?.id as string, each.waitlistId)),
      ...others.map((each) => book(each, day, '10:00', '10:30')),
    ])
    expect(opening?.candidates).toHaveLength(8)
    expect(tries.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    for (const each of tries)
      if (each.status === 'rejected')
        expect([23001, 23016, 23021, 23022]).toContain((each.reason as { code: number }).code)
    const standing = await app.sql(
      `select id from appointment where doctor_id = $1 and starts_at = $2 and status in (0, 1)`,
      [d1, `${day} 10:00:00+08`],
    )
    expect(standing).toHaveLength(1)
  })
})

describe('who fits', () => {
  it('by doctor, day, weekday, part of the day and only earlier than what one has', async () => {
    // A Friday.
    const day = '2026-12-18'
    const key = await book(await patient('子'), day, '11:30', '12:30')
    const make = async (over: object) => (await wait(await patient(`丑${phones}`), over)).id
    const own = await book(await patient('寅', '13877776666'), day, '09:00', '09:30')
    const [ownPatient] = await app.sql<{ id: string }>(`select patient_id as id from appointment where id = $1`, [
      own.id,
    ])
    const yes = [
      await make({ doctorIds: [d1] }),
      await make({ weekdays: [5] }),
      await make({ bands: [1] }),
      await make({ bands: [2] }),
      await make({ bands: [1, 2], duration: 60 }),
      await make({ fromMin: 690, toMin: 720 }),
      await make({ dateFrom: '2026-12-18', dateTo: '2026-12-18' }),
    ]
    const no = [
      await make({ doctorIds: [d2] }),
      await make({ weekdays: [0, 6] }),
      await make({ bands: [3] }),
      await make({ bands: [1], duration: 60 }),
      await make({ fromMin: 690, toMin: 715 }),
      await make({ dateTo: '2026-12-17' }),
      await make({ dateFrom: '2026-12-19' }),
      (await wait(ownPatient?.id as string, { currentAppointmentId: own.id })).id,
    ]
    await cancel(key)
    const found = (await openingAt(day, '11:30'))?.candidates ?? []
    expect(found.map((each) => each.waitlistId).sort()).toEqual([...yes].sort())
    expect(found.find((each) => each.waitlistId === yes[3])?.startTime).toBe(`${day} 12:00:00`)
    for (const id of no) expect(found.map((each) => each.waitlistId)).not.toContain(id)
  })

  it('what is free shrinks with what is booked into it, and is told once', async () => {
    const day = nextDay()
    const key = await book(await patient('卯'), day, '10:00', '11:00')
    await cancel(key)
    await cancel(await book(await patient('辰'), day, '10:00', '11:00'))
    const same = (await desk.call(calls.openings, {})).filter((each) => each.startTime.startsWith(day))
    expect(same).toHaveLength(1)
    await book(await patient('巳'), day, '10:00', '10:20')
    expect(await openingAt(day, '10:20')).toMatchObject({ endTime: `${day} 11:00:00` })
    expect((await desk.refused(calls.dismissOpening, { openingId: uuidv7() })).http).toBe(404)
    expect(
      (await (await app.as('reception', 'b1')).refused(calls.dismissOpening, { openingId: same[0]?.id as string }))
        .http,
    ).toBe(404)
    await desk.call(calls.dismissOpening, { openingId: same[0]?.id as string })
    expect(await openingAt(day, '10:20')).toBeUndefined()
  })
})

describe('the list', () => {
  it('refuses what cannot be, changes what waits, and lets go', async () => {
    const person = await patient('午')
    const other = await book(await patient('未'), nextDay(), '10:00', '10:30')
    const fields = async (over: object) =>
      (await desk.refused(calls.saveWaitlist, { requestId: uuidv7(), patientId: person, ...over })).data.fields?.[0]
    expect(await fields({ dateFrom: '2026-12-20', dateTo: '2026-12-19' })).toEqual({
      field: 'dateTo',
      message: '结束日期应不早于开始日期',
    })
    expect(await fields({ dateTo: '2026-11-19' })).toMatchObject({ message: '结束日期已过' })
    expect(await fields({ fromMin: 600 })).toMatchObject({ field: 'toMin' })
    expect(await fields({ duration: 33 })).toMatchObject({ field: 'duration' })
    expect(await fields({ currentAppointmentId: other.id })).toMatchObject({ field: 'currentAppointmentId' })
    expect(await fields({ itemIds: [fixture.items.b.check] })).toMatchObject({ field: 'itemIds' })
    const { id, version } = await wait(person, {
      duration: undefined,
      itemIds: [fixture.items.a.cleaning, fixture.items.a.filling],
    })
    expect(await entryOf(id)).toMatchObject({ duration: 75, title: '洁治、补牙', status: 0, waitDays: 0 })
    const changed = await wait(person, { id, version, duration: 45, priority: 3, reason: '牙痛' })
    expect(await entryOf(id)).toMatchObject({ duration: 45, priority: 3, reason: '牙痛', version: changed.version })
    const stale = { requestId: uuidv7(), id, version, patientId: person, duration: 30 }
    expect(await desk.refused(calls.saveWaitlist, stale)).toMatchObject({ http: 409 })
    await desk.call(calls.leaveWaitlist, { id, version: changed.version })
    expect(await entryOf(id)).toMatchObject({ status: 3 })
    expect(await desk.refused(calls.leaveWaitlist, { id, version: changed.version + 1 })).toMatchObject({ code: 23022 })
  })

  it('goes on to the next when somebody declines, stays or leaves the list, and can be taken back', async () => {
    const day = nextDay()
    await cancel(await book(await patient('申'), day, '10:00', '10:30'))
    const first = await wait(await patient('酉'), { priority: 3 })
    const second = await wait(await patient('戌'), { priority: 2 })
    const third = await wait(await patient('亥', ''))
    const one = await offer((await openingAt(day, '10:00'))?.id as string)
    expect(
      await desk.refused(calls.offerOpening, {
        requestId: uuidv7(),
        openingId: (await openingAt(day, '10:00'))?.id as string,
      }),
    ).toMatchObject({ code: 23021 })
    expect(await desk.call(calls.answerOffer, { offerId: one.offerId, answer: 'decline' })).toEqual({
      appointmentId: null,
      passedTo: '戌',
    })
    expect(await entryOf(first.id)).toMatchObject({ status: 0 })
    const two = (await entryOf(second.id))?.offer?.id as string
    expect(await desk.call(calls.answerOffer, { offerId: two, answer: 'giveUp' })).toMatchObject({ passedTo: '亥' })
    expect(await entryOf(second.id)).toMatchObject({ status: 3 })
    const three = (await entryOf(third.id))?.offer?.id as string
    expect(await desk.call(calls.answerOffer, { offerId: three, answer: 'withdraw' })).toMatchObject({ passedTo: null })
    expect(await openingAt(day, '10:00')).toBeUndefined()
    expect(await entryOf(third.id)).toMatchObject({ status: 0, offer: null })
  })

  it('never holds past the beginning, and takes off the list whose last day has passed', async () => {
    app.clock.set(parseDateTime('2026-12-15 09:50:00'))
    const day = '2026-12-15'
    await cancel(await book(await patient('甲乙'), day, '10:00', '10:30'))
    const until = await wait(await patient('丙丁'), { dateTo: day })
    const offered = await offer((await openingAt(day, '10:00'))?.id as string)
    expect(offered.holdUntil).toBe(`${day} 10:00:00`)
    app.clock.set(parseDateTime('2026-12-15 10:00:00'))
    await lapse()
    expect(await entryOf(until.id)).toMatchObject({ status: 0 })
    app.clock.set(parseDateTime('2026-12-16 08:00:00'))
    await lapse()
    expect(await entryOf(until.id)).toMatchObject({ status: 4 })
  })

  it('is of the clinic alone, covers phones and needs the permission', async () => {
    const { id, version } = await wait(await patient('子丑', '13855554444'), { doctorIds: [d1] })
    const other = await app.as('reception', 'a2')
    expect((await other.call(calls.waitlist, {})).list.map((each) => each.id)).not.toContain(id)
    expect(await other.refused(calls.leaveWaitlist, { id, version })).toMatchObject({ http: 404 })
    const nurse = await app.as('nurse')
    const seen = (await nurse.call(calls.waitlist, {})).list.find((each) => each.id === id)
    expect(seen?.mobile).toBe('138****4444')
    expect(await (await app.as('finance')).refused(calls.waitlist, {})).toMatchObject({ http: 403 })
  })
})
