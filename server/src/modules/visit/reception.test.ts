import { contract } from '@dentin/contract'
import { isReceiving, receptionName } from '@dentin/contract/core/status'
import { uuidv7 } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { fixture, testApp } from '../../../test/harness.ts'
import { freeStarts, openForBooking } from '../appointment/index.ts'

const app = await testApp()
const { clinic, visit, appointment, patient } = contract
const desk = await app.as('reception')
const director = await app.as('director')
const doctor = await app.as('doctor')
const [d1, d2, d3] = fixture.doctors.a1 as [string, string, string]
const A = fixture.tenants.a
const { a1 } = fixture.clinics
let serial = 0

async function walkIn(doctorId = d1, over: object = {}) {
  serial += 1
  const { id: patientId } = await desk.call(patient.create, {
    name: `候诊${serial}`,
    gender: 0,
    mobile: `1390000${String(serial).padStart(4, '0')}`,
    sourceId: fixture.sources.a,
    allergyFlag: 0,
    requestId: uuidv7(),
  })
  return desk.call(visit.register, { requestId: uuidv7(), patientId, doctorId, ...over })
}
const statusOf = async (doctorId = d1) =>
  (
    await app.sql<{ s: number }>('select registration_status as s from employee_clinic where employee_id = $1', [
      doctorId,
    ])
  )[0]?.s
/** The places that patients could book from outside. */
const online = (from = '2026-11-20') =>
  app.application.services.database.withTenant(A, a1, async (tx) =>
    (await freeStarts(tx, a1, { doctorIds: await openForBooking(tx, a1), from, days: 1, minutes: 30 })).map(
      ({ doctorId, starts }) => ({ doctorId, count: starts.length }),
    ),
  )

describe('S11: a doctor stops receiving', () => {
  it('reception-toggle, reception-stop-message, reception-resume-message: 0 → 1 → 0, two wait, nobody new, online places gone', async () => {
    await app.sql(`update clinic set settings = settings || '{"isOpenEntry": true}' where id = $1`, [a1])
    const first = await walkIn(d1, { chiefComplaint: '牙疼' })
    app.clock.advance(5)
    const second = await walkIn(d1)
    expect(await statusOf()).toBe(0)
    expect((await online()).find((each) => each.doctorId === d1)?.count).toBeGreaterThan(0)

    const stopped = await doctor.call(clinic.setWorkStatus, { status: 1 })
    expect(stopped).toMatchObject({ registrationStatus: 1, message: '停止接诊' })
    expect(stopped.waiting.map((each) => each.registrationId)).toEqual([first.id, second.id])
    expect(await statusOf()).toBe(1)
    expect((await desk.call(visit.options, {})).doctors.map((each) => each.id)).not.toContain(d1)
    await expect(walkIn(d1)).rejects.toThrow('该医生已停止接诊')
    const places = async (day?: string) => (await online(day)).find((each) => each.doctorId === d1)?.count
    expect(await places()).toBe(0)
    expect(await places('2026-11-23')).toBeGreaterThan(0)
    const booking = (day: string) => ({
      requestId: uuidv7(),
      patientId: fixture.patients.a[0],
      doctorId: d1,
      startTime: `${day} 16:00:00`,
      endTime: `${day} 16:30:00`,
    })
    expect((await desk.refused(appointment.create, booking('2026-11-20'))).message).toBe('医生当天已停止接诊')
    expect(await desk.call(appointment.create, booking('2026-11-23'))).toMatchObject({ saved: true })

    // Both go to another doctor in one step, with complaint and time of arrival.
    const ask = { ids: [second.id, first.id], toDoctorId: d2, reason: '医生停诊' }
    expect(await doctor.call(visit.transferWaiting, { requestId: uuidv7(), ...ask })).toEqual({ moved: 2 })
    const { list } = await desk.call(visit.registeredList, { doctorId: d2 })
    expect(list.map(({ chiefComplaint, waitedMinutes }) => [chiefComplaint, waitedMinutes])).toEqual([
      ['牙疼', 5],
      ['', 0],
    ])
    expect((await desk.call(visit.registeredList, { doctorId: d1 })).list).toEqual([])

    const resumed = await doctor.call(clinic.setWorkStatus, { status: 0 })
    expect(resumed).toEqual({ registrationStatus: 0, message: '继续接诊', waiting: [] })
    expect(await statusOf()).toBe(0)
    expect(await places()).toBeGreaterThan(0)

    // A stop ends with its day: nobody has to remember to begin again.
    await doctor.call(clinic.setWorkStatus, { status: 1 })
    app.clock.advance(24 * 60)
    expect(await doctor.call(clinic.workStatus, {})).toEqual({ registrationStatus: 0 })
    expect((await desk.call(visit.options, {})).doctors.map((each) => each.id)).toContain(d1)
    app.clock.advance(-24 * 60)
    await doctor.call(clinic.setWorkStatus, { status: 0 })
  })

  it('offers for walk-ins only who is there: nobody who has the day off, unless there is something to see', async () => {
    const offered = async () => (await desk.call(visit.options, {})).doctors.map((each) => each.id)
    expect(await offered()).toContain(d3)
    await app.sql(`update schedule set status = 0 where employee_id = $1 and date = '2026-11-20'`, [d3])
    expect(await offered()).not.toContain(d3)
    expect(await offered()).toContain(d2)
    const waiting = await walkIn(d3)
    expect(await offered()).toContain(d3)
    await desk.call(visit.cancel, { id: waiting.id, reason: '测试' })
    await app.sql(`update schedule set status = 1 where employee_id = $1 and date = '2026-11-20'`, [d3])
  })

  it('reception-working: 0 and 2 receive, 1 does not, and the switch says 接诊中 for 2', async () => {
    expect([0, 1, 2].map(isReceiving)).toEqual([true, false, true])
    expect([0, 1, 2].map(receptionName)).toEqual(['接诊中', '已停诊', '接诊中'])
    const limited = await director.call(clinic.setDentistStatus, { doctorId: d1, status: 2 })
    expect(limited).toMatchObject({ registrationStatus: 2, message: '继续接诊' })
    expect((await online()).map((each) => each.doctorId)).toContain(d1)
    expect((await desk.call(visit.options, {})).doctors.find((each) => each.id === d1)?.limited).toBe(true)
    await director.call(clinic.setDentistStatus, { doctorId: d1, status: 0 })
  })

  it('reception-who: doctors switch themselves, whoever sets up the staff switches others, nobody else anybody', async () => {
    expect((await desk.refused(clinic.setWorkStatus, { status: 1 })).message).toBe('只有医生可以停止或继续接诊')
    expect((await doctor.refused(clinic.setDentistStatus, { doctorId: d2, status: 1 })).http).toBe(403)
    const waiting = await walkIn(d2)
    const stopped = await director.call(clinic.setDentistStatus, { doctorId: d2, status: 1 })
    expect(stopped.waiting.map((each) => each.registrationId)).toContain(waiting.id)
    await director.call(clinic.setDentistStatus, { doctorId: d2, status: 0 })
    const nobody = await director.refused(clinic.setDentistStatus, {
      doctorId: fixture.employees.a1.reception,
      status: 1,
    })
    expect(nobody.message).toBe('只有医生可以停止或继续接诊')
  })

  it('transfers all or nobody: one who has been called into the chair meanwhile holds the rest back', async () => {
    const one = await walkIn(d1)
    const other = await walkIn(d1)
    await director.call(visit.start, { registrationId: other.id, acceptBusy: true })
    const ask = { requestId: uuidv7(), ids: [one.id, other.id], toDoctorId: d2, reason: '医生停诊' }
    expect((await director.refused(visit.transferWaiting, ask)).message).toBe('患者就诊中，不能转诊')
    expect((await desk.call(visit.registeredList, { doctorId: d1 })).list.map((each) => each.id)).toEqual([one.id])
    // A doctor moves the own patients only.
    const foreign = await walkIn(d2)
    const refused = await doctor.refused(visit.transferWaiting, { ...ask, requestId: uuidv7(), ids: [foreign.id] })
    expect(refused.http).toBe(404)
  })
})

describe('registration-transitions', () => {
  it('on the workbench a call puts somebody first, and takes that back', async () => {
    const early = await walkIn(d2)
    const late = await walkIn(d2)
    const first = async () => (await desk.call(visit.registeredList, { doctorId: d2 })).list[0]?.id
    expect(await first()).not.toBe(late.id)
    expect(await desk.call(visit.insertDelete, { id: late.id })).toMatchObject({ inserted: true, status: 1 })
    expect(await first()).toBe(late.id)
    expect(await desk.call(visit.insertDelete, { id: late.id })).toMatchObject({ inserted: false })
    expect(await first()).not.toBe(late.id)
    // Cancelled or changed, as the machine allows; nothing else.
    await desk.call(visit.cancel, { id: early.id, reason: '患者改天再来' })
    expect((await desk.refused(visit.insertDelete, { id: early.id })).message).toBe('患者已退号，不能置顶')
    const { version } = (await desk.call(visit.registeredList, { doctorId: d2 })).list.find(
      (each) => each.id === late.id,
    ) as { version: number }
    const changed = await desk.call(visit.update, { id: late.id, version, doctorId: d2, regType: 3 })
    expect(changed.status).toBe(1)
  })

  it('averages come from the stamps: waiting, treatment, charging, by doctor', async () => {
    const day = '2026-11-20'
    const pass = async (wait: number, treat: number) => {
      const { id } = await walkIn(d3)
      app.clock.advance(wait)
      await director.call(visit.start, { registrationId: id, acceptBusy: true })
      app.clock.advance(treat)
      await director.call(visit.finish, { registrationId: id })
    }
    await pass(10, 20)
    await pass(20, 41)
    const means = { visits: 2, waitMinutes: 15, treatMinutes: 31, chargeMinutes: null }
    const found = await director.call(visit.averages, { dateFrom: day, dateTo: day, doctorId: d3 })
    expect(found).toEqual({ ...means, doctors: [{ ...means, doctorId: d3, doctorName: expect.any(String) }] })
    const own = await doctor.call(visit.averages, { dateFrom: day, dateTo: day })
    expect(own.doctors.every((each) => each.doctorId === d1)).toBe(true)
    expect((await director.refused(visit.averages, { dateFrom: day, dateTo: '2026-11-19' })).http).toBe(400)
  })
})
