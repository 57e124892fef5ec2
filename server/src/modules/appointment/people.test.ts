import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const app = await testApp({ pool: 20 })
const { appointment, patient, visit } = contract
const desk = await app.as('reception')
const { a2 } = fixture.clinics
const [d1, d2] = fixture.doctors.a1 as [string, string]
const [far] = fixture.doctors.a2 as [string]
const nurse = fixture.employees.a1.nurse
const mine = fixture.employees.a1.consultant
const other = fixture.employees.a1.service
const DAY = '2026-11-23'
let serial = 0

beforeAll(async () => {
  await app.sql('update employee set job_type = 2 where id = $1', [nurse])
  await app.sql('update employee set is_consultant = true where id = any($1)', [
    [mine, other, fixture.employees.a2.consultant],
  ])
})

async function newPatient(): Promise<string> {
  serial += 1
  const { id } = await desk.call(patient.create, {
    name: `咨询${String.fromCharCode(0x4e00 + serial)}`,
    gender: 1,
    mobile: `1360000${String(serial).padStart(4, '0')}`,
    sourceId: fixture.sources.a,
    allergyFlag: 0,
    requestId: uuidv7(),
  })
  return id
}
const wish = async (hour: number, over: object = {}) => ({
  requestId: uuidv7(),
  patientId: await newPatient(),
  doctorId: d1,
  startTime: `${DAY} ${String(hour).padStart(2, '0')}:00:00`,
  endTime: `${DAY} ${String(hour).padStart(2, '0')}:30:00`,
  title: '种植咨询',
  ...over,
})
const book = async (hour: number, over: object = {}) => {
  const made = await desk.call(appointment.create, await wish(hour, over))
  return { id: made.id as string, version: made.version as number }
}
const people = async (id: string | null, client: Client = desk) => {
  const { nurseId, nurseName, consultantId, consultantName } = await client.call(appointment.get, { id: id ?? '' })
  return { nurseId, nurseName, consultantId, consultantName }
}
const both = { nurseId: nurse, consultantId: mine }

describe('nurse and consultant of an appointment', () => {
  it('are offered from the clinic, kept, changed, taken off, and found in the list by the consultant', async () => {
    const options = await desk.call(appointment.options, {})
    expect(options.nurses.map((each) => each.id)).toEqual([nurse])
    expect(options.consultants.map((each) => each.id).sort()).toEqual([mine, other].sort())
    const one = await book(9, both)
    expect(await people(one.id)).toEqual({
      nurseId: nurse,
      nurseName: '护士a1',
      consultantId: mine,
      consultantName: '咨询师a1',
    })
    await book(10, { consultantId: other })
    const found = await desk.call(appointment.list, { dateFrom: DAY, dateTo: DAY, consultantIds: [mine] })
    expect(found.list.map((each) => [each.id, each.consultantName, each.nurseName])).toEqual([
      [one.id, '咨询师a1', '护士a1'],
    ])
    const rest = { itemIds: [], title: '种植咨询', teeth: '', isUrgent: false, remark: '', visibleRemark: '' }
    // Left out they stay; null takes them off.
    const kept = await desk.call(appointment.update, { ...one, ...rest, remark: '带片子' })
    expect(await people(one.id)).toMatchObject(both)
    await desk.call(appointment.update, { ...one, version: kept.version, ...rest, nurseId: null, consultantId: other })
    expect(await people(one.id)).toMatchObject({ nurseId: null, nurseName: '', consultantId: other })
  })

  it('are people of the clinic and of the trade; who has left may stay where they stand', async () => {
    const refused = async (over: object) => (await desk.refused(appointment.create, await wish(11, over))).data.fields
    const message = '所选员工不在本门诊或已停用'
    expect(await refused({ consultantId: fixture.employees.a2.consultant })).toEqual([
      { field: 'consultantId', message },
    ])
    expect(await refused({ consultantId: fixture.employees.b1.consultant })).toEqual([
      { field: 'consultantId', message },
    ])
    expect(await refused({ nurseId: mine })).toEqual([{ field: 'nurseId', message }])
    const one = await book(11, both)
    await app.sql('update employee set work_status = 3 where id = $1', [nurse])
    const rest = { itemIds: [], title: '复查', teeth: '', isUrgent: false, remark: '', visibleRemark: '' }
    await desk.call(appointment.update, { ...one, ...rest, ...both })
    expect(await people(one.id)).toMatchObject(both)
    expect(await refused({ nurseId: nurse })).toEqual([{ field: 'nurseId', message }])
    await app.sql('update employee set work_status = 1 where id = $1', [nurse])
  })

  it('stay through a move, putting aside, a series, booking again after a no-show, and the waiting list', async () => {
    const one = await book(14, both)
    const moved = await desk.call(appointment.move, {
      ...one,
      doctorId: d2,
      startTime: `${DAY} 15:00:00`,
      endTime: `${DAY} 15:30:00`,
    })
    expect(await people(moved.id)).toMatchObject(both)
    const parked = await desk.call(appointment.park, { id: one.id, version: moved.version as number })
    expect(await people(parked.id)).toMatchObject(both)

    const series = await desk.call(appointment.repeat, { ...(await wish(16, both)), everyWeeks: 1, times: 2 })
    for (const { id } of series.made) expect(await people(id)).toMatchObject(both)

    const late = await book(17, both)
    await app.sql(`update appointment set starts_at = $2, ends_at = $3 where id = $1`, [
      late.id,
      '2026-11-20T07:30:00+08',
      '2026-11-20T08:00:00+08',
    ])
    const again = await desk.call(appointment.rebookMissed, {
      requestId: uuidv7(),
      ...late,
      doctorId: d1,
      startTime: `${DAY} 17:00:00`,
      endTime: `${DAY} 17:30:00`,
    })
    expect(await people(again.id)).toMatchObject(both)

    // One gives up the 24th for an earlier place that fell free.
    const patientId = await newPatient()
    const later = await book(9, {
      ...both,
      patientId,
      startTime: '2026-11-24 09:00:00',
      endTime: '2026-11-24 09:30:00',
    })
    const gap = await book(13, { startTime: `${DAY} 13:30:00`, endTime: `${DAY} 14:00:00` })
    const { cancelReasons } = await desk.call(appointment.options, {})
    await desk.call(appointment.saveWaitlist, {
      requestId: uuidv7(),
      patientId,
      duration: 30,
      currentAppointmentId: later.id,
    })
    await desk.call(appointment.cancel, { ...gap, reasonId: cancelReasons[0]?.id ?? '' })
    const [opening] = (await desk.call(appointment.openings, {})).filter((each) => each.startTime === `${DAY} 13:30:00`)
    const offer = await desk.call(appointment.offerOpening, { requestId: uuidv7(), openingId: opening?.id ?? '' })
    const taken = await desk.call(appointment.answerOffer, { offerId: offer.offerId, answer: 'accept' })
    expect(await people(taken.appointmentId)).toMatchObject(both)
  })

  it('go along to another clinic only when they work there', async () => {
    await app.sql(
      `insert into employee_clinic (tenant_id, id, employee_id, clinic_id, created_at, updated_at) values ($1, $2, $3, $4, now(), now())`,
      [fixture.tenants.a, uuidv7(), mine, a2],
    )
    const one = await book(9, { ...both, startTime: '2026-11-25 09:00:00', endTime: '2026-11-25 09:30:00' })
    const there = await desk.call(appointment.moveElsewhere, {
      ...one,
      clinicId: a2,
      doctorId: far,
      startTime: '2026-11-25 10:00:00',
      endTime: '2026-11-25 10:30:00',
    })
    expect(await people(there.id, await app.as('reception', 'a2'))).toMatchObject({ nurseId: null, consultantId: mine })
    await app.sql('delete from employee_clinic where employee_id = $1 and clinic_id = $2', [mine, a2])
  })
})

describe('a consultant whose scope is 本人', () => {
  it('reaches the appointments and patients of the own counselling, and not those of another consultant', async () => {
    const post = fixture.posts.a.consultant
    const scopes = await app.sql<{ resource: string; data_scope: number }>(
      'select resource, data_scope from post_resource where post_id = $1',
      [post],
    )
    await app.sql(`update post_resource set data_scope = 1 where post_id = $1`, [post])
    // Both are consultants by their post.
    await app.sql('update employee_post set post_id = $2 where employee_id = $1', [other, post])
    const own = await book(9, { consultantId: mine, startTime: '2026-11-26 09:00:00', endTime: '2026-11-26 09:30:00' })
    const me = await app.as('consultant')
    const another = await app.as('service')
    const span = { dateFrom: '2026-11-26', dateTo: '2026-11-26' }
    const listed = async (client: Client) => (await client.call(appointment.list, span)).list.map((each) => each.id)
    expect(await listed(me)).toEqual([own.id])
    expect(await listed(another)).toEqual([])
    expect((await me.call(appointment.get, { id: own.id })).id).toBe(own.id)
    expect((await another.refused(appointment.get, { id: own.id })).code).toBe(404)
    const onBoard = async (client: Client) =>
      (await client.call(appointment.week, { startDate: '2026-11-26', dayCount: 1 })).days.flatMap((day) =>
        day.doctors.flatMap((doctor) => doctor.appointments.map((each) => each.id)),
      )
    expect(await onBoard(me)).toEqual([own.id])
    expect(await onBoard(another)).toEqual([])
    const { patientId } = await desk.call(appointment.get, { id: own.id })
    const seen = async (client: Client) =>
      (await client.call(patient.list, { pageSize: 100 })).list.some((each) => each.id === patientId)
    expect([await seen(me), await seen(another)]).toEqual([true, false])
    expect((await another.refused(patient.get, { id: patientId ?? '' })).code).toBe(404)
    expect((await me.call(patient.get, { id: patientId ?? '' })).id).toBe(patientId)
    for (const { resource, data_scope } of scopes)
      await app.sql('update post_resource set data_scope = $3 where post_id = $1 and resource = $2', [
        post,
        resource,
        data_scope,
      ])
    await app.sql('update employee_post set post_id = $2 where employee_id = $1', [other, fixture.posts.a.service])
  })
})

describe('a registration', () => {
  it('keeps consultant, source and department of the check-in; a walk-in is 现场; a hand-over inherits them', async () => {
    const one = await book(15, {
      consultantId: mine,
      source: 2,
      startTime: '2026-11-20 15:00:00',
      endTime: '2026-11-20 15:30:00',
    })
    const came = await desk.call(visit.checkIn, { requestId: uuidv7(), appointmentId: one.id })
    const noted = await desk.call(visit.detail, { id: came.id })
    expect(noted).toMatchObject({
      consultantName: '咨询师a1',
      source: 2,
      deptName: '综合科',
      isMedicare: false,
      medicareNo: '',
      feePaid: null,
      mayChange: true,
    })
    await desk.call(visit.medicare, {
      id: came.id,
      version: came.version,
      isMedicare: true,
      medicareNo: 'YB20261120001',
    })
    expect((await desk.refused(visit.medicare, { id: came.id, version: came.version, isMedicare: false })).code).toBe(
      409,
    )
    const next = await desk.call(visit.referral, { id: came.id, toDoctorId: d2, reason: '专科治疗' })
    expect(await desk.call(visit.detail, { id: next.id })).toMatchObject({
      consultantName: '咨询师a1',
      source: 2,
      isMedicare: true,
      medicareNo: 'YB20261120001',
    })
    expect((await desk.refused(visit.medicare, { id: came.id, version: 3, isMedicare: false })).code).toBe(24001)
  })

  it('tells whether its fee is paid, in the queue and in the detail, and loses the number with the insurance', async () => {
    const made = await desk.call(visit.register, {
      requestId: uuidv7(),
      patientId: await newPatient(),
      doctorId: d1,
      regFee: '20.00',
      isMedicare: true,
      medicareNo: 'YB-7',
    })
    expect(await desk.call(visit.detail, { id: made.id })).toMatchObject({
      source: 0,
      consultantName: '',
      isMedicare: true,
      medicareNo: 'YB-7',
      regFee: '20.00',
      feePaid: false,
    })
    const inQueue = async () =>
      (await desk.call(visit.registeredList, {})).list.find((each) => each.id === made.id)?.feePaid
    expect(await inQueue()).toBe(false)
    const [row] = await app.sql<{ tenant_id: string; clinic_id: string; patient_id: string }>(
      'select tenant_id, clinic_id, patient_id from registration where id = $1',
      [made.id],
    )
    await app.sql(
      `insert into bill (tenant_id, id, clinic_id, bill_no, bill_type, patient_id, registration_id, doctor_id, status, original_amount,
         receivable_amount, paid_amount, open_time, submit_time, pay_time, created_at, updated_at)
       values ($1, $2, $3, 'SF-GH-1', 3, $4, $5, $6, 3, 20, 20, 20, now(), now(), now(), now(), now())`,
      [row?.tenant_id, uuidv7(), row?.clinic_id, row?.patient_id, made.id, d1],
    )
    expect(await inQueue()).toBe(true)
    expect((await desk.call(visit.detail, { id: made.id })).feePaid).toBe(true)
    await desk.call(visit.medicare, { id: made.id, version: made.version, isMedicare: false, medicareNo: 'YB-7' })
    expect(await desk.call(visit.detail, { id: made.id })).toMatchObject({ isMedicare: false, medicareNo: '' })
  })

  it('is not told to somebody of another clinic', async () => {
    const made = await desk.call(visit.register, { requestId: uuidv7(), patientId: await newPatient(), doctorId: d1 })
    const there = await app.as('reception', 'a2')
    expect((await there.refused(visit.detail, { id: made.id })).code).toBe(404)
    expect((await there.refused(visit.medicare, { id: made.id, version: 1, isMedicare: true })).code).toBe(404)
  })
})
