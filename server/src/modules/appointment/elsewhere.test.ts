import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { expect, it } from 'vitest'
import { fixture, testApp } from '../../../test/harness.ts'

const app = await testApp({ pool: 20 })
const { appointment, clinic } = contract
const desk = await app.as('reception')
const there = await app.as('reception', 'a2')
const [d1] = fixture.doctors.a1 as [string]
const [far] = fixture.doctors.a2 as [string]
const [p1, p2] = fixture.patients.a as [string, string]
const { a1, a2, b1 } = fixture.clinics
const DAY = '2026-11-23'
const at = (time: string) => `${DAY} ${time}:00`
const book = async (over: object = {}) => {
  const made = await desk.call(appointment.create, {
    requestId: uuidv7(),
    patientId: p1,
    doctorId: d1,
    startTime: at('10:00'),
    endTime: at('10:30'),
    title: '根管治疗',
    remark: '自带片子',
    ...over,
  })
  return { id: made.id as string, version: made.version as number }
}
const wish = (one: { id: string; version: number }, over: object = {}) => ({
  ...one,
  clinicId: a2,
  doctorId: far,
  startTime: at('09:00'),
  endTime: at('09:30'),
  ...over,
})
const row = async (id: string) =>
  (
    await app.sql<Record<string, unknown>>(
      'select clinic_id, status, origin_id, rebooked_to_id, title, remark, cancel_reason from appointment where id = $1',
      [id],
    )
  )[0]

it('makes a new appointment in the other clinic and ends the old one; each refers to the other', async () => {
  const others = await desk.call(clinic.others, {})
  expect(others.map((each) => each.id)).toEqual([a2])
  expect(others[0]?.doctors.map((each) => each.id)).toContain(far)
  const ask = { clinicId: a2, doctorId: far, date: DAY, minutes: 30 }
  expect(await desk.call(appointment.timesElsewhere, ask)).toContain(540)

  const one = await book()
  const answer = await desk.call(appointment.moveElsewhere, wish(one, { reason: '离家近' }))
  expect(answer.saved).toBe(true)
  expect(await row(one.id)).toMatchObject({
    clinic_id: a1,
    status: 6,
    rebooked_to_id: answer.id,
    cancel_reason: expect.stringMatching(/^改到a2 11-23 09:00 .+：离家近$/) as string,
  })
  expect(await row(answer.id as string)).toMatchObject({
    clinic_id: a2,
    status: 1,
    origin_id: one.id,
    title: '根管治疗',
    remark: '自带片子',
  })
  const seen = await there.call(appointment.get, { id: answer.id as string })
  expect(seen.changes).toMatchObject([{ reason: '由a1改约而来', oldStartTime: at('10:00'), newStartTime: at('09:00') }])
  expect((await there.refused(appointment.remove, { id: answer.id as string, version: 1 })).code).toBe(23010)
  expect(await desk.call(appointment.timesElsewhere, ask)).not.toContain(540)
  // The slot here is free again.
  expect((await book({ patientId: p2 })).id).toBeTruthy()
})

it('takes only a free place there, and leaves everything as it was when there is none', async () => {
  const one = await book({ startTime: at('14:00'), endTime: at('14:30') })
  const taken = await desk.refused(appointment.moveElsewhere, wish(one))
  expect(taken.code).toBe(23001)
  expect(await row(one.id)).toMatchObject({ status: 1, rebooked_to_id: null })
  // Of two who move into one place, one gets it.
  const two = await book({ patientId: p2, startTime: at('15:00'), endTime: at('15:30') })
  const place = { startTime: at('10:00'), endTime: at('10:30'), acceptWarnings: true }
  const answers = await Promise.allSettled([
    desk.call(appointment.moveElsewhere, wish(one, place)),
    desk.call(appointment.moveElsewhere, wish(two, place)),
  ])
  expect(answers.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected'])
  const codes = answers.flatMap((each) => (each.status === 'rejected' ? [(each.reason as { code: number }).code] : []))
  expect(codes).toEqual([23001])
})

it('is refused for the own clinic, another company, the past, a stale view and whoever may not', async () => {
  const one = await book({ startTime: at('16:00'), endTime: at('16:30') })
  for (const clinicId of [a1, b1, uuidv7()])
    expect(await desk.refused(appointment.moveElsewhere, wish(one, { clinicId }))).toMatchObject({
      code: 23026,
      data: { fields: [{ field: 'clinicId' }] },
    })
  expect(
    (
      await desk.refused(
        appointment.moveElsewhere,
        wish(one, { doctorId: d1, startTime: at('11:00'), endTime: at('11:30') }),
      )
    ).code,
  ).toBe(23012)
  expect(
    (
      await desk.refused(
        appointment.moveElsewhere,
        wish(one, { startTime: '2026-11-19 10:00:00', endTime: '2026-11-19 10:30:00' }),
      )
    ).code,
  ).toBe(23005)
  expect((await desk.refused(appointment.moveElsewhere, wish({ ...one, version: 9 }))).code).toBe(409)
  expect((await there.refused(appointment.moveElsewhere, wish(one, { clinicId: a1, doctorId: d1 }))).http).toBe(404)
  expect((await (await app.as('reception', 'b1')).refused(appointment.moveElsewhere, wish(one))).http).toBe(404)
  expect((await (await app.as('finance')).refused(appointment.moveElsewhere, wish(one))).http).toBe(403)
  expect(
    (await desk.refused(appointment.timesElsewhere, { clinicId: b1, doctorId: far, date: DAY, minutes: 30 })).code,
  ).toBe(23026)
})
