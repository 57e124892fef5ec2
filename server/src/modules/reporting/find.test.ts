import { contract } from '@dentin/contract'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { fixture, MARKER_B, testApp, type Client } from '../../../test/harness.ts'

/** Somebody found at the desk comes with what stands for him today, so that no page is needed for the next step. */
const app = await testApp({ at: '2026-11-20 10:42:00' })
const desk = await app.as('reception')
const { appointment, billing, patient, reporting, visit } = contract
const [first, second] = fixture.doctors.a1 as [string, string, string]
const DAY = '2026-11-20'
let serial = 0

async function newPatient(name: string, client: Client = desk): Promise<string> {
  serial += 1
  const { id } = await client.call(patient.create, {
    name,
    gender: 0,
    mobile: `1370001${String(serial).padStart(4, '0')}`,
    sourceId: fixture.sources.a,
    requestId: uuidv7(),
  })
  return id
}
const book = (
  patientId: string,
  from: string,
  to: string,
  { client = desk, doctorId = first, date = DAY, title = '拔牙' } = {},
) =>
  client.call(appointment.create, {
    requestId: uuidv7(),
    patientId,
    doctorId,
    startTime: `${date} ${from}:00`,
    endTime: `${date} ${to}:00`,
    title,
  })
async function found(name: string, client: Client = desk) {
  const [row, ...others] = await client.call(reporting.find, { keyword: name })
  expect(others).toEqual([])
  return row
}

describe('the search of the desk', () => {
  it('says who is booked today, by when and with whom, and what is next and was last', async () => {
    const id = await newPatient('梁启明')
    await app.sql(
      `insert into registration (tenant_id, id, clinic_id, patient_id, doctor_id, reg_no, queue_no, reg_date, reg_time, reg_type, treat_type, title, status, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'R1', 1, '2026-05-16', '2026-05-16T09:00+08:00', 1, 1, '洁治', 6, now(), now())`,
      [fixture.tenants.a, uuidv7(), fixture.clinics.a1, id, first],
    )
    const made = await book(id, '11:20', '12:00')
    await book(id, '09:30', '10:00', { date: '2026-11-27', title: '拆线' })
    expect(await found('lqm')).toMatchObject({
      id,
      name: '梁启明',
      matched: { from: 0, length: 3 },
      now: '2026-11-20 10:42:00',
      today: [
        {
          appointmentId: made.id,
          registrationId: null,
          startTime: '2026-11-20 11:20:00',
          status: 1,
          title: '拔牙',
          within: true,
        },
      ],
      next: { startTime: '2026-11-27 09:30:00', title: '拆线', within: true },
      last: { visitTime: '2026-05-16 09:00:00', title: '洁治' },
    })
  })
  it('finds who comes today among many of the same letters, and nobody by a part of a covered phone', async () => {
    for (let n = 0; n < 12; n++) await newPatient(`钱多${'一二三四五六七八九十百千'[n] as string}`)
    const expected = await newPatient('钱今来')
    app.clock.advance(1)
    for (let n = 0; n < 12; n++) await newPatient(`钱晚${'一二三四五六七八九十百千'[n] as string}`)
    expect((await desk.call(reporting.find, { keyword: 'q' })).map((each) => each.id)).not.toContain(expected)
    await book(expected, '11:30', '12:00', { doctorId: second })
    expect((await desk.call(reporting.find, { keyword: 'q' })).map((each) => each.id)).toContain(expected)
    const covered = await app.as('finance')
    const { mobile } = (await desk.call(patient.get, { id: expected })) as { mobile: string }
    const found = async (keyword: string) =>
      (await covered.call(reporting.find, { keyword })).some((each) => each.id === expected)
    expect(await found(mobile.slice(-4))).toBe(true)
    expect(await found(mobile.slice(-6))).toBe(false)
  })
  it('follows the patient through the day: waiting with his number, then what is to be charged', async () => {
    const id = await newPatient('柳思敏')
    const made = await book(id, '11:00', '11:20', { doctorId: second })
    const { id: registrationId, queueNo } = await desk.call(visit.checkIn, {
      requestId: uuidv7(),
      appointmentId: made.id as string,
    })
    const [waiting] = (await found('柳思敏'))?.today ?? []
    expect(waiting).toMatchObject({ appointmentId: made.id, registrationId, queueNo, status: 1, due: null })
    const doctor = await app.as('admin')
    await doctor.call(visit.start, { registrationId, acceptBusy: true })
    await doctor.call(billing.open, {
      requestId: uuidv7(),
      patientId: id,
      registrationId,
      items: [{ tariffId: fixture.tariffs.a.cleaning, qty: 1, price: '200.00' }],
    })
    await doctor.call(visit.finish, { registrationId })
    const [done] = (await found('柳思敏'))?.today ?? []
    expect(done?.status).toBe(4)
    expect(done?.due).toBe('200.00')
    // Whoever may not see amounts reads none.
    expect((await found('柳思敏', await app.as('nurse')))?.today[0]?.due).toBeNull()
  })
  it('shows both of two appointments in the order of the day, and that of another clinic as its own', async () => {
    const id = await newPatient('孟两约')
    const elsewhere = await app.as('reception', 'a2')
    await book(id, '15:00', '15:30')
    await book(id, '14:00', '14:30', { client: elsewhere, doctorId: fixture.doctors.a2[0] as string })
    expect((await found('孟两约'))?.today).toMatchObject([
      { startTime: '2026-11-20 14:00:00', clinicName: 'a2', within: false },
      { startTime: '2026-11-20 15:00:00', clinicName: 'a1', within: true },
    ])
    // Where the branches keep their files the other's is not told.
    await app.sql('update company set shares_patients = false where id = $1', [fixture.tenants.a])
    expect((await found('孟两约'))?.today).toMatchObject([{ startTime: '2026-11-20 15:00:00' }])
    await app.sql('update company set shares_patients = true where id = $1', [fixture.tenants.a])
  })
  it('leaves out what was cancelled or is only held', async () => {
    const id = await newPatient('取消过')
    const made = await book(id, '16:00', '16:30')
    await app.sql('update appointment set status = 6 where id = $1', [made.id])
    expect((await found('取消过'))?.today).toEqual([])
    await app.sql(`update appointment set status = 0, held_until = '2026-11-20 12:00+08' where id = $1`, [made.id])
    expect((await found('取消过'))?.today).toEqual([])
  })
  it('keeps numbers covered, teeth to whom records are open, and others’ patients away', async () => {
    const id = await newPatient('严守护')
    const made = await book(id, '16:30', '17:00')
    await app.sql(`update appointment set teeth = '48' where id = $1`, [made.id])
    const row = await found('严守护', await app.as('finance'))
    expect(row?.mobile).toMatch(/^137\*{4}\d{4}$/)
    expect(row?.today[0]?.teeth).toBe('')
    expect((await found('严守护', await app.as('admin')))?.today[0]?.teeth).toBe('48')
    expect(await found('严守护', await app.asDoctor(2))).toBeUndefined()
    expect(await (await app.asDoctor(2)).call(reporting.standing, { patientIds: [id] })).toEqual([])
    expect(await (await app.as('reception', 'b1')).call(reporting.standing, { patientIds: [id] })).toEqual([])
    expect(JSON.stringify(await desk.call(reporting.find, { keyword: MARKER_B }))).toBe('[]')
  })
  it('tells how known patients stand, in the order asked for', async () => {
    const [one, two] = [await newPatient('先问的'), await newPatient('后问的')]
    const asked = await desk.call(reporting.standing, { patientIds: [two, one] })
    expect(asked.map((each) => each.id)).toEqual([two, one])
  })
})

describe('one state, one word', () => {
  it('a time of today that nobody has confirmed yet stands with those expected, until it has passed', async () => {
    const made = await book(await newPatient('网上约'), '17:00', '17:30')
    await app.sql('update appointment set status = 0 where id = $1', [made.id])
    const director = await app.as('director')
    const expected = async () => (await director.call(reporting.today, {})).toArrive.map((each) => each.id)
    expect(await expected()).toContain(made.id)
    app.clock.set(parseDateTime('2026-11-20 17:10:00'))
    expect(await expected()).not.toContain(made.id)
  })
  it('who has left the chair and not paid waits to be charged, on the board and in the file', async () => {
    app.clock.set(parseDateTime('2026-11-20 11:00:00'))
    const patientId = await newPatient('看完未付')
    const made = await book(patientId, '11:30', '12:00', { doctorId: fixture.doctors.a1[2] as string })
    const admin = await app.as('admin')
    const { id: registrationId } = await desk.call(visit.checkIn, {
      requestId: uuidv7(),
      appointmentId: made.id as string,
    })
    const stands = async () => {
      const card = await desk.call(appointment.get, { id: made.id as string })
      const [row] = (await desk.call(appointment.byPatient, { patientId })).list
      expect(row).toMatchObject({ status: card.status, visitStatus: card.visitStatus })
      return [card.status, card.visitStatus]
    }
    await admin.call(visit.start, { registrationId, acceptBusy: true })
    expect(await stands()).toEqual([4, null])
    await admin.call(visit.finish, { registrationId })
    expect(await stands()).toEqual([4, 4])
  })
})
