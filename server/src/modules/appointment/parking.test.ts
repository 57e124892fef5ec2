import { contract } from '@dentin/contract'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import { expect, it } from 'vitest'
import { fixture, testApp } from '../../../test/harness.ts'
import { freeStarts, markNoShows } from './index.ts'

const app = await testApp({ pool: 20 })
const { appointment, visit, reporting } = contract
const desk = await app.as('reception')
const [d1, d2] = fixture.doctors.a1 as [string, string]
const [p1, p2] = fixture.patients.a as [string, string]
const { a1 } = fixture.clinics
const DAY = '2026-11-23'
const at = (time: string, day = DAY) => `${day} ${time}:00`
const book = (over: object = {}) =>
  desk.call(appointment.create, {
    requestId: uuidv7(),
    patientId: p1,
    doctorId: d1,
    startTime: at('10:00'),
    endTime: at('10:30'),
    title: '根管治疗',
    ...over,
  })
const park = (one: { id: string | null; version: number | null }) =>
  desk.call(appointment.park, { id: one.id as string, version: one.version as number })
const onBoard = async (date = DAY) =>
  (await desk.call(appointment.week, { startDate: date, dayCount: 1 })).days[0]?.doctors.flatMap((doctor) =>
    doctor.appointments.map((each) => each.id),
  ) ?? []
const free = async () =>
  app.application.services.database.withTenant(fixture.tenants.a, a1, async (tx) =>
    (await freeStarts(tx, a1, { doctorIds: [d1], from: DAY, days: 1, minutes: 30 }))[0]?.starts.includes(600),
  )

it('keeps the appointment with its patient and frees the slot for somebody else', async () => {
  const one = await book()
  expect(await free()).toBe(false)
  expect(
    (
      await desk.refused(appointment.create, {
        requestId: uuidv7(),
        patientId: p2,
        doctorId: d1,
        startTime: at('10:00'),
        endTime: at('10:30'),
      })
    ).code,
  ).toBe(23001)
  const parked = await park(one)
  expect(await onBoard()).not.toContain(one.id)
  expect(await desk.call(appointment.parked, {})).toMatchObject([
    { id: one.id, patientId: p1, title: '根管治疗', startTime: at('10:00'), parkedTime: '2026-11-20 09:00:00' },
  ])
  expect(await free()).toBe(true)
  // The place is told to the waiting list, and anybody may have it.
  expect(
    await app.sql('select cause from slot_opening where appointment_id = $1 and dismissed_at is null', [one.id]),
  ).toEqual([{ cause: 2 }])
  const two = await book({ patientId: p2 })
  expect(two.saved).toBe(true)
  expect((await desk.call(appointment.get, { id: one.id as string })).actions).toEqual(
    expect.not.arrayContaining(['checkIn', 'park']),
  )

  // Out again: not where somebody stands now, to another doctor it is.
  const back = { id: one.id as string, version: parked.version, startTime: at('10:00'), endTime: at('10:30') }
  expect((await desk.refused(appointment.move, { ...back, doctorId: d1 })).code).toBe(23001)
  const placed = await desk.call(appointment.move, {
    ...back,
    doctorId: d2,
    startTime: at('11:00'),
    endTime: at('11:30'),
  })
  expect(placed.saved).toBe(true)
  expect(await desk.call(appointment.parked, {})).toEqual([])
  expect(await onBoard()).toEqual(expect.arrayContaining([one.id, two.id]))
  const opened = await app.sql('select id from slot_opening where appointment_id = $1', [one.id])
  expect(opened).toHaveLength(1)
})

it('is no no-show, no missed patient and not expected today; the patient arrives once it is placed again', async () => {
  const one = await book({ startTime: at('09:30', '2026-11-20'), endTime: at('10:00', '2026-11-20'), doctorId: d2 })
  const parked = await park(one)
  app.clock.set(parseDateTime('2026-11-20 12:00:00'))
  await app.application.services.database.withTenant(fixture.tenants.a, a1, (tx) => markNoShows(tx, tx.now))
  expect(await app.sql('select status from appointment where id = $1', [one.id])).toEqual([{ status: 1 }])
  expect((await desk.call(appointment.unArrivedList, {})).list.map((each) => each.id)).not.toContain(one.id)
  const day = await desk.call(reporting.today, {})
  expect(JSON.stringify(day)).not.toContain(one.id)
  const early = await desk.refused(visit.checkIn, { requestId: uuidv7(), appointmentId: one.id as string })
  expect([early.code, early.message]).toEqual([23019, '预约在待安排区，请先安排时间'])
  const missed = { id: one.id as string, version: parked.version, how: 4 as const }
  expect((await desk.refused(appointment.handleMissed, missed)).code).toBe(23019)
  // Its old time has passed: it can't go back there.
  const back = { id: one.id as string, version: parked.version, doctorId: d2 }
  expect(
    (
      await desk.refused(appointment.move, {
        ...back,
        startTime: at('09:30', '2026-11-20'),
        endTime: at('10:00', '2026-11-20'),
      })
    ).code,
  ).toBe(23005)
  await desk.call(appointment.move, {
    ...back,
    startTime: at('14:00', '2026-11-20'),
    endTime: at('14:30', '2026-11-20'),
    acceptWarnings: true,
  })
  await desk.call(visit.checkIn, { requestId: uuidv7(), appointmentId: one.id as string })
  app.clock.set(parseDateTime('2026-11-20 09:00:00'))
})

it('refuses what has arrived or was cancelled, a stale view, and a post that may not move', async () => {
  const one = await book({ startTime: at('15:00'), endTime: at('15:30') })
  expect((await desk.refused(appointment.park, { id: one.id as string, version: 7 })).code).toBe(409)
  expect((await (await app.as('finance')).refused(appointment.park, { id: one.id as string, version: 1 })).http).toBe(
    403,
  )
  // Twice is once.
  const parked = await park(one)
  expect(await park({ id: one.id, version: parked.version })).toEqual(parked)
  // Two desks place it at once: one does, the other is told.
  const move = (startTime: string, endTime: string) =>
    desk.call(appointment.move, {
      id: one.id as string,
      version: parked.version,
      doctorId: d1,
      startTime: at(startTime),
      endTime: at(endTime),
    })
  const answers = await Promise.allSettled([move('16:00', '16:30'), move('16:30', '17:00')])
  expect(answers.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected'])
  const [reason] = (await desk.call(appointment.options, {})).cancelReasons
  const { version } = await desk.call(appointment.get, { id: one.id as string })
  await desk.call(appointment.cancel, { id: one.id as string, version, reasonId: reason?.id ?? '' })
  expect((await desk.refused(appointment.park, { id: one.id as string, version: version + 1 })).code).toBe(23007)
})

it('lets 32 bookers have a freed slot once', async () => {
  const one = await book({ startTime: at('08:30', '2026-11-24'), endTime: at('09:00', '2026-11-24') })
  await park(one)
  const answers = await Promise.allSettled(
    Array.from({ length: 32 }, () =>
      book({ patientId: p2, startTime: at('08:30', '2026-11-24'), endTime: at('09:00', '2026-11-24') }),
    ),
  )
  expect(answers.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
  const codes = answers.flatMap((each) => (each.status === 'rejected' ? [(each.reason as { code: number }).code] : []))
  expect(new Set(codes)).toEqual(new Set([23001]))
})

it('offers the nearest free times of its doctor, from now on when its own has long passed', async () => {
  const one = await book({ startTime: at('14:00'), endTime: at('14:30') })
  await park(one)
  const near = await desk.call(appointment.nearbyPlaces, { id: one.id as string })
  // What it gave back is free: the first thing one may take.
  expect(near.map((each) => each.startTime)).toContain(at('14:00'))
  const all = (list: typeof near) =>
    list.every((each) => parseDateTime(each.endTime).getTime() - parseDateTime(each.startTime).getTime() === 1_800_000)
  expect(all(near)).toBe(true)
  app.clock.set(parseDateTime('2027-01-15 09:00:00'))
  const later = await (await app.as('reception')).call(appointment.nearbyPlaces, { id: one.id as string })
  app.clock.set(parseDateTime('2026-11-20 09:00:00'))
  expect(later.length).toBeGreaterThan(0)
  expect(all(later)).toBe(true)
  expect(later.every((each) => each.startTime >= '2027-01-15 09:00:00')).toBe(true)
  expect((await (await app.as('finance')).refused(appointment.nearbyPlaces, { id: one.id as string })).http).toBe(403)
})
