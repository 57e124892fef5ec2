import { contract } from '@dentin/contract'
import { addDays, uuidv7, weekday } from '@dentin/kit'
import { expect, it } from 'vitest'
import { fixture, testApp } from '../../../test/harness.ts'
import { freeStarts } from './index.ts'

const app = await testApp({ pool: 10 })
const { appointment, clinic } = contract
const [desk, director] = await Promise.all([app.as('reception'), app.as('director')])
const [d1] = fixture.doctors.a1 as [string]
const [p1, p2] = fixture.patients.a as [string, string]
const { a1 } = fixture.clinics
/** Far ahead: nothing is published there. */
const TUESDAY = '2027-03-02'
const WEDNESDAY = addDays(TUESDAY, 1)
const at = (date: string, time: string) => `${date} ${time}:00`
const book = (date: string, time: string, over: object = {}) => ({
  requestId: uuidv7(),
  patientId: p1,
  doctorId: d1,
  startTime: at(date, time),
  itemIds: [fixture.items.a.check],
  ...over,
})
const free = (from: string) =>
  app.application.services.database.withTenant(
    fixture.tenants.a,
    a1,
    async (tx) => (await freeStarts(tx, a1, { doctorIds: [d1], from, days: 1, minutes: 30 }))[0]?.starts ?? [],
  )
const boardOf = async (date: string) => {
  const board = await desk.call(appointment.week, { startDate: date, dayCount: 1 })
  const of = board.days[0]?.doctors.find(({ doctorId }) => doctorId === d1)
  return { opensAt: board.opensAt, closesAt: board.closesAt, isClosed: board.days[0]?.isClosed, of }
}

const { name: _name, licence: _licence, ...profile } = await director.call(clinic.clinicProfile, {})
await director.call(clinic.saveClinicProfile, {
  ...profile,
  hours: profile.hours.map((day, n) =>
    n === weekday(TUESDAY) ? null : n === weekday(WEDNESDAY) ? { opensMin: 600, closesMin: 720 } : day,
  ),
})

it('a weekday has its own hours: the board, free times and what lies outside follow them', async () => {
  expect(await boardOf(WEDNESDAY)).toMatchObject({
    opensAt: '10:00',
    closesAt: '12:00',
    isClosed: false,
    of: { shifts: [{ start: '10:00', end: '12:00' }], availableMinutes: 120 },
  })
  const starts = await free(WEDNESDAY)
  expect([starts[0], starts.at(-1)]).toEqual([600, 690])
  const early = await desk.refused(appointment.create, book(WEDNESDAY, '09:30'))
  expect([early.code, early.message]).toEqual([23004, '不在医生的班次内'])
  expect((await desk.call(appointment.create, book(WEDNESDAY, '10:30'))).saved).toBe(true)
  const week = await desk.call(appointment.week, { startDate: addDays(TUESDAY, -weekday(TUESDAY)), dayCount: 7 })
  expect([week.opensAt, week.closesAt]).toEqual(['08:30', '18:30'])
  expect(week.days.map((day) => day.isClosed)).toEqual([false, false, true, false, false, false, false])
})

it('a closed weekday has no free times, is refused with its reason, and may be overbooked like any day off', async () => {
  expect(await free(TUESDAY)).toEqual([])
  expect(await boardOf(TUESDAY)).toMatchObject({
    opensAt: '08:30',
    isClosed: true,
    of: { restFlag: true, shifts: [], availableMinutes: 0 },
  })
  const month = await desk.call(appointment.month, { month: TUESDAY, doctorIds: [d1] })
  expect(month.find(({ date }) => date === TUESDAY)?.availableMinutes).toBe(0)
  const refused = await desk.refused(appointment.create, book(TUESDAY, '10:00'))
  expect([refused.code, refused.message, refused.data]).toMatchObject([23004, '门诊当天不营业', { canOverbook: false }])
  expect(await director.call(appointment.create, book(TUESDAY, '10:00', { overbook: true }))).toMatchObject({
    saved: true,
    offShift: true,
  })
})

it('a published shift on a closed weekday wins; the others of that week have a day off', async () => {
  const next = addDays(TUESDAY, 7)
  await app.sql(
    `insert into schedule (tenant_id, id, clinic_id, employee_id, date, kind, starts_min, ends_min, status, published_at, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, $3, $4, 1, 540, 660, 1, now(), now(), now())`,
    [fixture.tenants.a, a1, d1, next],
  )
  expect(await free(next)).toContain(540)
  expect((await boardOf(next)).of).toMatchObject({ shifts: [{ start: '09:00', end: '11:00' }], restFlag: false })
  expect((await desk.call(appointment.create, book(next, '09:30', { patientId: p2 }))).saved).toBe(true)
  const other = fixture.doctors.a1[1] as string
  const rest = await desk.refused(appointment.create, book(next, '09:30', { doctorId: other }))
  expect(rest.message).toBe('门诊当天不营业')
})
