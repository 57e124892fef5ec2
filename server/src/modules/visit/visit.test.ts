import { contract } from '@dentin/contract'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import type { LiveEvent } from '../../platform/push/hub.ts'
import { markNoShows } from '../appointment/index.ts'
import { expireOld } from './commands/register.ts'
import { markEmrCompleted, registrationCharged, registrationUncharged, setNextPlan, treatmentById } from './index.ts'

const app = await testApp({ pool: 30 })
const { visit, appointment, billing, reporting, patient } = contract
const desk = await app.as('reception')
const director = await app.as('director')
const doctor = await app.as('doctor')
const [d1, d2, d3] = fixture.doctors.a1 as [string, string, string]
const { a1 } = fixture.clinics
const A = fixture.tenants.a
const inClinic = app.application.services.database.withTenant.bind(app.application.services.database, A, a1)
let serial = 0
let slot = 0

async function newPatient(over: object = {}): Promise<string> {
  serial += 1
  const mobile = `1350000${String(serial).padStart(4, '0')}`
  const { id } = await desk.call(patient.create, {
    name: `访客${serial}`,
    gender: 0,
    mobile,
    sourceId: fixture.sources.a,
    allergyFlag: 0,
    requestId: uuidv7(),
    ...over,
  })
  return id
}
/** An appointment of today for a new patient, each in its own five minutes. */
async function book(doctorId = d1, over: object = {}): Promise<string> {
  slot += 1
  const from = 13 * 60 + 30 + slot * 5
  const time = (minutes: number) =>
    `2026-11-20 ${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`
  const person = 'tempName' in over ? {} : { patientId: await newPatient() }
  const made = await desk.call(appointment.create, {
    requestId: uuidv7(),
    doctorId,
    startTime: time(from),
    endTime: time(from + 5),
    ...person,
    ...over,
  })
  return made.id as string
}
const checkIn = (appointmentId: string, client: Client = desk, over: object = {}) =>
  client.call(visit.checkIn, { requestId: uuidv7(), appointmentId, ...over })
const walkIn = async (doctorId = d1, over: object = {}) =>
  desk.call(visit.register, { requestId: uuidv7(), patientId: await newPatient(), doctorId, ...over })
const statusOf = async (id: string) =>
  (await app.sql<{ status: number }>('select status from registration where id = $1', [id]))[0]?.status
const appointmentStatus = async (id: string) =>
  (await app.sql<{ status: number }>('select status from appointment where id = $1', [id]))[0]?.status
const code = async (refused: Promise<{ code: number; message: string }>) => (await refused).code
const start = (registrationId: string, client = director) =>
  client.call(visit.start, { registrationId, acceptBusy: true })
const cash = (amount: string) => [{ payMethodId: fixture.payMethods.a.cash as string, amount }]

describe('check-in', () => {
  it('makes one registration when two desks check in at once; the other hears what happened', async () => {
    const id = await book()
    const other = await app.as('reception')
    const both = await Promise.allSettled([checkIn(id), checkIn(id, other)])
    expect(both.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = both.find((each) => each.status === 'rejected') as PromiseRejectedResult
    expect((refused.reason as Error).message).toBe('预约已到店，不能签到')
    const rows = await app.sql('select id from registration where appointment_id = $1', [id])
    expect(rows).toHaveLength(1)
    expect(await appointmentStatus(id)).toBe(3)
  })

  it('gives every one of a doctor another number when many come at once', async () => {
    const ids = [] as string[]
    for (let n = 0; n < 8; n++) ids.push(await book(d2))
    const made = await Promise.all(ids.map((id) => checkIn(id)))
    expect(new Set(made.map((each) => each.queueNo)).size).toBe(8)
    expect(new Set(made.map((each) => each.regNo)).size).toBe(8)
  })

  it('is answered with the first registration when the same request comes twice', async () => {
    const appointmentId = await book()
    const requestId = uuidv7()
    const first = await desk.call(visit.checkIn, { requestId, appointmentId })
    expect(await desk.call(visit.checkIn, { requestId, appointmentId })).toEqual(first)
  })

  it('asks for a file when the appointment has only a name, and ties it', async () => {
    const id = await book(d1, { tempName: '张先生', tempMobile: '13500990001' })
    const refused = await desk.refused(visit.checkIn, { requestId: uuidv7(), appointmentId: id })
    expect(refused.data.fields?.[0]?.field).toBe('patientId')
    const patientId = await newPatient()
    await checkIn(id, desk, { patientId })
    const [row] = await app.sql('select patient_id from appointment where id = $1', [id])
    expect(row).toEqual({ patient_id: patientId })
  })

  it('refuses an appointment of another day', async () => {
    const id = await book(d1, { startTime: '2026-11-23 09:00:00', endTime: '2026-11-23 09:30:00' })
    expect(await code(desk.refused(visit.checkIn, { requestId: uuidv7(), appointmentId: id }))).toBe(24011)
  })

  it('refuses a doctor who has stopped, and takes another one instead', async () => {
    const id = await book(d3)
    await app.sql('update employee_clinic set registration_status = 1, stopped_on = $2 where employee_id = $1', [
      d3,
      '2026-11-20',
    ])
    expect(await code(desk.refused(visit.checkIn, { requestId: uuidv7(), appointmentId: id }))).toBe(21001)
    expect((await desk.call(visit.options, {})).doctors.map((each) => each.id)).not.toContain(d3)
    const made = await checkIn(id, desk, { doctorId: d1 })
    await app.sql('update employee_clinic set registration_status = 0 where employee_id = $1', [d3])
    const warned = await desk.call(visit.regWarn, { id: made.id })
    expect(warned).toEqual([])
  })

  it('takes a no-show who comes after all, as late', async () => {
    const made = await desk.call(appointment.create, {
      requestId: uuidv7(),
      patientId: await newPatient(),
      doctorId: d1,
      startTime: '2026-11-20 09:00:00',
      endTime: '2026-11-20 09:30:00',
    })
    const id = made.id as string
    app.clock.set(parseDateTime('2026-11-20 09:40:00'))
    await inClinic((tx) => markNoShows(tx, app.clock.now()))
    expect(await appointmentStatus(id)).toBe(9)
    const registration = await checkIn(id)
    expect(await appointmentStatus(id)).toBe(3)
    const { list } = await desk.call(visit.registeredList, { doctorId: d1 })
    expect(list.find((each) => each.id === registration.id)?.isLate).toBe(true)
    const warned = await desk.call(visit.regWarn, { id: registration.id })
    expect(warned.map((each) => each.text)).toEqual(['比预约晚到 40 分'])
  })
})

describe('walk-in registration', () => {
  it('may name the consultant, one of this clinic', async () => {
    const consultantId = fixture.employees.a1.consultant as string
    await app.sql('update employee set is_consultant = true where id = $1', [consultantId])
    const { consultants } = await desk.call(visit.options, {})
    expect(consultants.map((each) => each.id)).toEqual([consultantId])
    const { id } = await walkIn(d1, { consultantId })
    expect((await desk.call(visit.detail, { id })).consultantName).toBe(consultants[0]?.name)
    const refused = desk.refused(visit.register, {
      requestId: uuidv7(),
      patientId: await newPatient(),
      doctorId: d1,
      consultantId: fixture.employees.a1.nurse,
    })
    expect(await refused).toMatchObject({ code: 23027, data: { fields: [{ field: 'consultantId' }] } })
  })

  it('takes the standard fee, the one the desk says, or none for free and charity', async () => {
    const fee = async (over: object) => {
      const { id } = await walkIn(d1, over)
      return (await app.sql<{ reg_fee: string }>('select reg_fee from registration where id = $1', [id]))[0]?.reg_fee
    }
    expect(await fee({})).toBe('20.00')
    expect(await fee({ regType: 2, regFee: '50' })).toBe('50.00')
    expect(await fee({ regType: 4 })).toBe('0.00')
    expect(await fee({ regType: 5, regFee: '20' })).toBe('0.00')
  })

  it('does not register the same patient twice with one doctor, from two desks at once either', async () => {
    const patientId = await newPatient()
    const send = () => desk.call(visit.register, { requestId: uuidv7(), patientId, doctorId: d1 })
    const both = await Promise.allSettled([send(), send()])
    expect(both.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await code(desk.refused(visit.register, { requestId: uuidv7(), patientId, doctorId: d1 }))).toBe(24010)
  })

  it('takes only return visits and emergencies for a doctor with a limit', async () => {
    await app.sql('update employee_clinic set registration_status = 2 where employee_id = $1', [d3])
    const patientId = await newPatient()
    const input = { requestId: uuidv7(), patientId, doctorId: d3 }
    expect(await code(desk.refused(visit.register, input))).toBe(24008)
    expect((await walkIn(d3, { regType: 3 })).status).toBe(1)
    await app.sql(`update patient_stat set last_visit_at = '2026-10-01', visit_count = 1 where patient_id = $1`, [
      patientId,
    ])
    expect((await desk.call(visit.register, { ...input, requestId: uuidv7() })).status).toBe(1)
    await app.sql('update employee_clinic set registration_status = 0 where employee_id = $1', [d3])
  })

  it('refuses a file that is archived', async () => {
    const patientId = await newPatient()
    await app.sql('update patient set status = 1 where id = $1', [patientId])
    expect(await code(desk.refused(visit.register, { requestId: uuidv7(), patientId, doctorId: d1 }))).toBe(24009)
  })

  it('knows the kind of visit: first, return within the days of the settings, first again', async () => {
    const patientId = await newPatient()
    const kind = async () => (await desk.call(visit.treatTypeCount, { patientId })).treatType
    expect(await kind()).toBe(1)
    await app.sql(`update patient_stat set last_visit_at = '2026-05-24T02:00:00Z' where patient_id = $1`, [patientId])
    expect(await kind()).toBe(2)
    await app.sql(`update patient_stat set last_visit_at = '2026-05-23T02:00:00Z' where patient_id = $1`, [patientId])
    expect(await kind()).toBe(3)
  })

  it('knows whoever was treated on an earlier day for a return, though nobody ended that visit', async () => {
    const patientId = await newPatient()
    const { id } = await desk.call(visit.register, { requestId: uuidv7(), patientId, doctorId: d2 })
    const kind = async () => (await desk.call(visit.treatTypeCount, { patientId })).treatType
    await start(id)
    // The visit of today is the one that is counted.
    expect(await kind()).toBe(1)
    await app.sql(`update treatment set start_time = start_time - interval '1 day' where registration_id = $1`, [id])
    expect(await kind()).toBe(2)
    await app.sql(`update treatment set start_time = start_time - interval '181 days' where registration_id = $1`, [id])
    expect(await kind()).toBe(3)
    await app.sql(`update patient_stat set last_visit_at = '2026-11-10T02:00:00Z' where patient_id = $1`, [patientId])
    expect(await kind()).toBe(2)
  })

  it('gives a new number when the doctor is changed, and refuses a stale version', async () => {
    const made = await walkIn(d1)
    const input = { id: made.id, version: made.version, doctorId: d2, regType: 2 as const, title: '牙痛' }
    const changed = await desk.call(visit.update, input)
    expect(changed.version).toBe(made.version + 1)
    expect((await desk.refused(visit.update, input)).http).toBe(409)
    const { list } = await desk.call(visit.registeredList, { doctorId: d2 })
    expect(list.find((each) => each.id === made.id)).toMatchObject({ regType: 2, title: '牙痛' })
  })
})

describe('before the chair', () => {
  it('gives the appointment back when a registration is cancelled, and lets it check in again', async () => {
    const appointmentId = await book()
    const { id } = await checkIn(appointmentId)
    await desk.call(visit.cancel, { id, reason: '误点签到' })
    expect([await statusOf(id), await appointmentStatus(appointmentId)]).toEqual([7, 2])
    expect((await desk.refused(visit.cancel, { id, reason: '再退' })).message).toBe('患者已退号，不能退号')
    expect((await checkIn(appointmentId)).id).not.toBe(id)
  })

  it('ends the appointment as left untreated when the patient walks out', async () => {
    const appointmentId = await book()
    const { id } = await checkIn(appointmentId)
    await desk.call(visit.walkOut, { id, reason: '等候太久' })
    expect([await statusOf(id), await appointmentStatus(appointmentId)]).toEqual([7, 7])
  })

  it('does not cancel while the paid fee has not been given back', async () => {
    const { id } = await walkIn(d1)
    const fee = await desk.call(billing.registrationFee, {
      registrationId: id,
      payments: cash('20.00'),
      requestId: uuidv7(),
    })
    expect(await code(desk.refused(visit.cancel, { id, reason: '不看了' }))).toBe(24004)
    await director.call(billing.revoke, { id: fee.id, version: fee.version, reason: '退号', requestId: uuidv7() })
    expect((await desk.call(visit.cancel, { id, reason: '不看了' })).status).toBe(7)
  })

  it('puts somebody on top with a reason and takes that back', async () => {
    const last = await walkIn(d3)
    const first = async () => (await desk.call(visit.registeredList, { doctorId: d3 })).list[0]?.id
    expect(await first()).not.toBe(last.id)
    await desk.call(visit.pin, { id: last.id, reason: '孕妇' })
    expect(await first()).toBe(last.id)
    await desk.call(visit.pin, { id: last.id, reason: null })
    expect(await first()).not.toBe(last.id)
  })

  it('refers to another doctor: the old number is transferred, the new one keeps complaint and arrival', async () => {
    const appointmentId = await book(d1)
    const { id } = await checkIn(appointmentId, desk, { chiefComplaint: '左上后牙痛' })
    await start(id)
    app.clock.advance(7)
    expect(await code(desk.refused(visit.referral, { id, toDoctorId: d1, reason: '专科' }))).toBe(24012)
    const next = await desk.call(visit.referral, { id, toDoctorId: d2, reason: '专科' })
    expect([await statusOf(id), await appointmentStatus(appointmentId)]).toEqual([8, 3])
    const { list } = await desk.call(visit.registeredList, { doctorId: d2 })
    expect(list.find((each) => each.id === next.id)).toMatchObject({ chiefComplaint: '左上后牙痛', waitedMinutes: 7 })
    await start(next.id)
    await director.call(visit.finish, { registrationId: next.id })
    await desk.call(visit.leave, { id: next.id })
    expect(await appointmentStatus(appointmentId)).toBe(5)
  })

  it('expires whoever was never called in when the day is over', async () => {
    const appointmentId = await book(d3)
    const { id } = await checkIn(appointmentId)
    const sleeper = await app.sql('select 1 from registration where status in (1, 2)')
    expect(await inClinic(expireOld)).toBe(0)
    const now = app.clock.now()
    app.clock.set(parseDateTime('2026-11-21 00:00:00'))
    expect(await inClinic(expireOld)).toBe(sleeper.length)
    expect(await inClinic(expireOld)).toBe(0)
    app.clock.set(now)
    expect([await statusOf(id), await appointmentStatus(appointmentId)]).toEqual([9, 7])
  })
})

describe('in the chair and out of the door', () => {
  it('asks once when the doctor has somebody, and starts when told to', async () => {
    const one = await walkIn(d3)
    const two = await walkIn(d3)
    await start(one.id)
    const refused = await director.refused(visit.start, { registrationId: two.id })
    expect(refused.code).toBe(24005)
    expect(refused.message).toMatch(/^医生正在诊治 访客\d+，确定再开始一位？$/)
    expect((await start(two.id)).status).toBe(3)
    for (const { id } of [one, two]) await director.call(visit.requeue, { id })
    for (const { id } of [one, two]) await desk.call(visit.walkOut, { id, reason: '改天' })
  })

  it('starts one treatment when two press at once', async () => {
    const { id } = await walkIn(d1)
    const both = await Promise.allSettled([start(id), start(id)])
    expect(both.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await app.sql('select id from treatment where registration_id = $1', [id])).toHaveLength(1)
  })

  it('goes back to the waiting list and begins again with the same treatment; the visit counts when it is done', async () => {
    const appointmentId = await book()
    const { id } = await checkIn(appointmentId)
    const first = await start(id)
    expect(await appointmentStatus(appointmentId)).toBe(4)
    await director.call(visit.requeue, { id })
    expect(await appointmentStatus(appointmentId)).toBe(3)
    const visits = async () =>
      (
        await app.sql<{ visit_count: number }>(
          'select visit_count from patient_stat where patient_id = (select patient_id from registration where id = $1)',
          [id],
        )
      )[0]?.visit_count
    expect(await visits()).toBe(0)
    app.clock.advance(3)
    const again = await start(id)
    expect(again.treatmentId).toBe(first.treatmentId)
    await director.call(visit.finish, { registrationId: id, nextPlan: '一周后拆线' })
    expect(await visits()).toBe(1)
    const treatment = await inClinic((tx) => treatmentById(tx, first.treatmentId))
    expect(treatment).toMatchObject({ status: 2, nextPlan: '一周后拆线', treatType: 1, emrCompleted: false })
  })

  it('lets nobody leave with something to charge but whoever may let a patient owe', async () => {
    const { id } = await walkIn(d1)
    await start(id)
    await director.call(visit.finish, { registrationId: id })
    expect(await code(doctor.refused(visit.leave, { id }))).toBe(24007)
    expect((await desk.call(visit.leave, { id, reason: '月底一起付' })).status).toBe(6)
    const free = await walkIn(d1, { regType: 4 })
    await start(free.id)
    await doctor.call(visit.finish, { registrationId: free.id })
    expect((await doctor.call(visit.leave, { id: free.id })).status).toBe(6)
  })

  it('follows the charge and its revoke, and leaves those alone who are gone or not yet treated', async () => {
    const { id } = await walkIn(d1)
    expect(await inClinic((tx) => registrationCharged(tx, id))).toBe(false)
    await start(id)
    await director.call(visit.finish, { registrationId: id })
    expect(await inClinic((tx) => registrationCharged(tx, id))).toBe(true)
    expect(await statusOf(id)).toBe(5)
    expect(await inClinic((tx) => registrationUncharged(tx, id))).toBe(true)
    await desk.call(visit.leave, { id })
    expect(await inClinic((tx) => registrationUncharged(tx, id))).toBe(false)
    expect(await statusOf(id)).toBe(6)
  })

  it('says in words why a step is not possible', async () => {
    const { id } = await walkIn(d1)
    const refused = async (call: Promise<{ message: string; data: object }>) => {
      const { message, data } = await call
      return [message, data]
    }
    expect(await refused(director.refused(visit.finish, { registrationId: id }))).toEqual([
      '患者候诊，不能诊毕',
      { status: 1 },
    ])
    expect(await refused(desk.refused(visit.leave, { id }))).toEqual(['患者候诊，不能离开', { status: 1 }])
    expect(await refused(desk.refused(visit.requeue, { id }))).toEqual(['患者候诊，不能转回候诊', { status: 1 }])
  })

  it('lists treatments whose record is missing, and the one that was written no more', async () => {
    const { id } = await walkIn(d2)
    const { treatmentId } = await start(id)
    await director.call(visit.finish, { registrationId: id })
    const open = async () =>
      (await director.call(visit.emrPatientList, { doctorId: d2, pageSize: 100 })).list.find(
        (each) => each.id === treatmentId,
      )
    expect(await open()).toMatchObject({ overdue: false, recordId: null, emrCompleted: false })
    const now = app.clock.now()
    app.clock.advance(24 * 60 + 1)
    expect(await open()).toMatchObject({ overdue: true })
    app.clock.set(now)
    await inClinic((tx) => markEmrCompleted(tx, treatmentId))
    expect(await open()).toBeUndefined()
    const done = await director.call(visit.emrPatientList, { completed: true })
    expect(done.list.map((each) => each.id)).toContain(treatmentId)
    const { list } = await director.call(visit.list, { dateFrom: '2026-11-20', dateTo: '2026-11-20', doctorId: d2 })
    expect(list.map((each) => each.id)).toContain(treatmentId)
  })

  it('warns before the treatment: allergy in red, debts in orange, the last plan in blue', async () => {
    const patientId = await newPatient({ allergyFlag: 1, allergyHistory: '青霉素', systemicDiseases: ['高血压'] })
    const before = await desk.call(visit.register, { requestId: uuidv7(), patientId, doctorId: d2 })
    const { treatmentId } = await start(before.id)
    await director.call(visit.finish, { registrationId: before.id })
    await inClinic((tx) => setNextPlan(tx, treatmentId, '一周后复查'))
    await inClinic((tx) => markEmrCompleted(tx, treatmentId))
    await app.sql('update patient_clinic set arrears_amount = 400 where patient_id = $1', [patientId])
    const { id } = await desk.call(visit.register, { requestId: uuidv7(), patientId, doctorId: d2 })
    const { alerts } = await director.call(visit.remindJudge, { registrationId: id })
    expect(alerts.map((each) => `${each.level} ${each.text}`)).toEqual([
      'red 青霉素过敏',
      'red 系统病史：高血压',
      'orange 欠费 400.00',
      'blue 上次医嘱：一周后复查',
      'blue 2026-11-20 的病历未完成（医生a1-2）',
    ])
    const { list } = await director.call(visit.findTreatmentList, { patientId })
    expect(list.map((each) => each.id)).toEqual([treatmentId])
  })
})

describe('who may do what', () => {
  it('shows a doctor his own patients only, in lists, counts and numbers', async () => {
    const theirs = await walkIn(d2)
    const mine = await walkIn(d1)
    const { list } = await doctor.call(visit.registeredList, {})
    expect(list.map((each) => each.id)).toContain(mine.id)
    expect(list.every((each) => each.doctorId === d1)).toBe(true)
    expect((await doctor.call(visit.registeredList, { doctorId: d2 })).list).toEqual([])
    const day = await doctor.call(reporting.today, {})
    expect([...day.waiting, ...day.departed].every((each) => each.doctorId === d1)).toBe(true)
    expect(day.doctors.map((each) => each.id)).toEqual([d1])
    for (const refused of [
      doctor.refused(visit.callIn, { id: theirs.id }),
      doctor.refused(visit.start, { registrationId: theirs.id }),
      doctor.refused(visit.cancel, { id: theirs.id, reason: '不归我' }),
    ])
      expect((await refused).http).toBe(404)
    expect((await doctor.refused(visit.remindJudge, { registrationId: theirs.id })).http).toBe(404)
    const groups = (await doctor.call(visit.allStatusList, {})).groups
    expect(groups.flatMap((each) => each.list).every((each) => each.doctorId === d1)).toBe(true)
  })

  it('keeps the other clinic and the other company out', async () => {
    const { id } = await walkIn(d1)
    const elsewhere = [await app.as('reception', 'a2'), await app.as('reception', 'b1')]
    for (const client of elsewhere) {
      expect((await client.refused(visit.callIn, { id })).http).toBe(404)
      expect((await client.refused(visit.cancel, { id, reason: '别家' })).http).toBe(404)
      expect((await client.call(visit.registeredList, {})).list).toEqual([])
    }
  })

  it('shows sums of money only to those who see bills, and takings only to those who take them', async () => {
    const numbers = async (post: 'reception' | 'nurse' | 'service' | 'consultant' | 'doctor' | 'headquarters') => {
      const day = await (await app.as(post)).call(reporting.today, {})
      const amounts = day.departed.map((each) => each.paid)
      return {
        received: day.numbers.received !== null,
        amounts: amounts.every((each) => each !== null) && amounts.length > 0,
      }
    }
    expect(await numbers('reception')).toEqual({ received: true, amounts: true })
    expect(await numbers('doctor')).toEqual({ received: true, amounts: true })
    expect(await numbers('headquarters')).toEqual({ received: true, amounts: true })
    expect(await numbers('nurse')).toEqual({ received: false, amounts: false })
    expect(await numbers('consultant')).toEqual({ received: false, amounts: false })
    await app.sql('update patient set consultant_id = $1 where tenant_id = $2', [
      fixture.employees.a1.consultant,
      fixture.tenants.a,
    ])
    expect(await numbers('consultant')).toEqual({ received: false, amounts: true })
    await app.sql('update patient set consultant_id = null')
    expect(await numbers('service')).toEqual({ received: false, amounts: false })
  })

  it('lets the desk call but not treat', async () => {
    const { id } = await walkIn(d1)
    expect((await desk.refused(visit.start, { registrationId: id })).http).toBe(403)
    await desk.call(visit.callIn, { id })
    expect((await desk.call(visit.requeue, { id })).status).toBe(1)
  })
})

it('tells the screens of its clinic, and no other, that the reception changed', async () => {
  const heard: LiveEvent[] = []
  const elsewhere: LiveEvent[] = []
  const { events } = app.application.services
  const stop = [
    events.subscribe(
      a1,
      (event) => heard.push(event),
      () => {},
    ),
    events.subscribe(
      fixture.clinics.a2,
      (event) => elsewhere.push(event),
      () => {},
    ),
    events.subscribe(
      fixture.clinics.b1,
      (event) => elsewhere.push(event),
      () => {},
    ),
  ]
  const { id } = await walkIn(d1)
  await desk.call(visit.callIn, { id })
  await expect.poll(() => heard.filter((each) => each.topic === 'reception' && each.refId === id).length).toBe(2)
  await desk.refused(visit.leave, { id })
  // Events come in the order of their writing: when the next patient's is heard, nothing of the refused one is on its way.
  const next = await walkIn(d1)
  await expect.poll(() => heard.filter((each) => each.refId === next.id).length).toBe(1)
  expect(heard.filter((each) => each.refId === id)).toHaveLength(2)
  expect(elsewhere).toEqual([])
  for (const each of stop) each()
})

it('writes every step into the status log', async () => {
  const { id } = await walkIn(d1)
  await desk.call(visit.callIn, { id })
  await desk.call(visit.walkOut, { id, reason: '改天' })
  const rows = await app.sql<{ from_status: number | null; to_status: number }>(
    'select from_status, to_status from status_log where biz_id = $1 order by id',
    [id],
  )
  expect(rows.map((each) => [each.from_status, each.to_status])).toEqual([
    [null, 1],
    [1, 2],
    [2, 7],
  ])
})
