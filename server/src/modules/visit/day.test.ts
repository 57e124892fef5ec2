import { contract } from '@dentin/contract'
import { formatDate, parseDateTime, uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { statementLog } from '../../platform/database/connection.ts'
import { markNoShows } from '../appointment/index.ts'

/** One day at the front desk, from the first appointment to the last patient's leaving, with its exact figures. */
const app = await testApp({ at: '2026-11-20 08:00:00' })
const desk = await app.as('reception')
const director = await app.as('director')
const { visit, appointment, billing, reporting, patient } = contract
const doctors = fixture.doctors.a1 as [string, string, string]
const DAY = '2026-11-20'
const at = (time: string) => app.clock.set(parseDateTime(`${DAY} ${time}:00`))
const today = () => director.call(reporting.today, {})
const { a1 } = fixture.clinics
let serial = 0

async function newPatient(): Promise<string> {
  serial += 1
  const { id } = await desk.call(patient.create, {
    name: `患者${String(serial).padStart(2, '0')}`,
    gender: (serial % 2) as 0 | 1,
    mobile: `1360000${String(serial).padStart(4, '0')}`,
    sourceId: fixture.sources.a,
    allergyFlag: 0,
    requestId: uuidv7(),
  })
  return id
}
async function book(doctor: number, from: string, to: string): Promise<{ id: string; version: number }> {
  const made = await desk.call(appointment.create, {
    requestId: uuidv7(),
    patientId: await newPatient(),
    doctorId: doctors[doctor] as string,
    startTime: `${DAY} ${from}:00`,
    endTime: `${DAY} ${to}:00`,
    title: '检查',
  })
  return { id: made.id as string, version: made.version as number }
}
const checkIn = (appointmentId: string, client: Client = desk) =>
  client.call(visit.checkIn, { requestId: uuidv7(), appointmentId })
const walkIn = async (doctor: number, regType: 1 | 3 = 1) =>
  desk.call(visit.register, {
    requestId: uuidv7(),
    patientId: await newPatient(),
    doctorId: doctors[doctor] as string,
    regType,
  })
const cash = (amount: string) => [{ payMethodId: fixture.payMethods.a.cash as string, amount }]

describe('S1: a day at the front desk', () => {
  const slots = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30']
  const ends = ['09:30', '10:00', '10:30', '11:00', '11:30', '12:00']
  /** booked[doctor][slot] */
  const booked: { id: string; version: number }[][] = []
  const registered: string[] = []
  let noShow = ''

  beforeAll(async () => {
    for (const doctor of [0, 1, 2]) {
      booked[doctor] = []
      for (const [n, from] of slots.entries()) booked[doctor]?.push(await book(doctor, from, ends[n] as string))
    }
  })
  const one = (doctor: number, slot: number) => booked[doctor]?.[slot] as { id: string; version: number }

  it('begins with 18 appointments; two are cancelled by telephone', async () => {
    const { cancelReasons } = await desk.call(appointment.options, {})
    const reasonId = cancelReasons.find((each) => each.name === '患者原因')?.id as string
    for (const slot of [4, 5]) await desk.call(appointment.cancel, { ...one(2, slot), reasonId })
    const { numbers } = await today()
    expect(numbers).toMatchObject({
      booked: 18,
      cancelled: 2,
      notYetDue: 16,
      today: 16,
      arrived: 0,
      arrivalRate: null,
      noShowRate: null,
    })
  })

  it('puts the emergency first, the punctual before walk-ins, and 16 minutes late by arrival', async () => {
    at('08:50')
    const second = await checkIn(one(0, 1).id)
    at('09:00')
    const first = await walkIn(0)
    at('09:16')
    const late = await checkIn(one(0, 0).id)
    at('09:17')
    const third = await checkIn(one(0, 2).id)
    at('09:20')
    const emergency = await walkIn(0, 3)
    expect([second, first, late, third, emergency].map((each) => each.queueNo)).toEqual([1, 2, 3, 4, 5])

    const { list, averageWait } = await desk.call(visit.registeredList, { doctorId: doctors[0] })
    expect(list.map((each) => each.id)).toEqual([emergency.id, second.id, third.id, late.id, first.id])
    expect(list.map((each) => each.isLate)).toEqual([false, false, false, true, false])
    expect(list.map((each) => each.waitedMinutes)).toEqual([0, 30, 3, 4, 20])
    expect(averageWait).toBe(11)
    registered.push(second.id, first.id, late.id, third.id, emergency.id)
  })

  it('makes 15 registrations of 15 arrivals and 18 with the walk-ins', async () => {
    at('09:25')
    for (const slot of [3, 4, 5]) registered.push((await checkIn(one(0, slot).id)).id)
    for (const slot of [0, 1, 2, 3, 4, 5]) registered.push((await checkIn(one(1, slot).id)).id)
    for (const slot of [0, 1, 2]) registered.push((await checkIn(one(2, slot).id)).id)
    registered.push((await walkIn(2)).id)
    noShow = one(2, 3).id
    const { numbers, waiting, toArrive, unarrived } = await today()
    expect(numbers).toMatchObject({ arrivedAppointments: 15, registrations: 18, walkIns: 3, today: 19, arrived: 18 })
    expect(waiting).toHaveLength(18)
    expect(toArrive.map((each) => each.id)).toEqual([noShow])
    expect(unarrived).toEqual([])
  })

  it('marks the one who has not come 30 minutes after the time, and gives the exact rates', async () => {
    at('10:59')
    await app.application.services.database.withTenant(fixture.tenants.a, a1, (tx) => markNoShows(tx, app.clock.now()))
    expect((await today()).unarrived).toEqual([])
    at('11:00')
    await app.application.services.database.withTenant(fixture.tenants.a, a1, (tx) => markNoShows(tx, app.clock.now()))
    const { numbers, toArrive, unarrived } = await today()
    expect(unarrived.map((each) => [each.id, each.status])).toEqual([[noShow, 9]])
    expect(toArrive).toEqual([])
    expect(numbers).toMatchObject({
      booked: 18,
      cancelled: 2,
      arrivedAppointments: 15,
      noShow: 1,
      notYetDue: 0,
      arrivalRate: 93.75,
      noShowRate: 6.25,
      registrations: 18,
    })
    expect((await desk.call(appointment.unArrivedCount, {})).count).toBe(1)
  })

  it('home-counts: has nobody left in 未到 once the no-show is rebooked, while the no-show stays in the history', async () => {
    const missed = (await today()).unarrived[0]
    await desk.call(appointment.rebookMissed, {
      requestId: uuidv7(),
      id: noShow,
      version: missed?.version as number,
      doctorId: doctors[2],
      startTime: '2026-11-23 10:00:00',
      endTime: '2026-11-23 10:30:00',
    })
    const { unarrived, numbers } = await today()
    expect(unarrived).toEqual([])
    expect(numbers).toMatchObject({ booked: 18, noShow: 1, noShowRate: 6.25 })
    const history = await desk.call(appointment.byPatient, { patientId: missed?.patientId as string })
    expect(history.list.map((each) => each.status).toSorted((a, b) => a - b)).toEqual([1, 9])
  })

  it('takes the fee of 20.00 from the three walk-ins in cash', async () => {
    const { waiting } = await today()
    const walkIns = waiting.filter((each) => each.appointmentId === null)
    expect(walkIns).toHaveLength(3)
    for (const each of walkIns)
      await desk.call(billing.registrationFee, {
        registrationId: each.id,
        payments: cash('20.00'),
        requestId: uuidv7(),
      })
    expect((await today()).numbers.received).toBe('60.00')
  })

  it('takes each patient from the call to the door: every stretch is known to the minute', async () => {
    at('11:05')
    let waitingLeft = 18
    for (const id of registered) {
      const arrivedAt = (await desk.call(visit.treatmentTime, { registrationId: id })).regTime
      app.clock.advance(2)
      expect((await desk.call(visit.callIn, { id })).status).toBe(2)
      waitingLeft -= 1
      expect(await desk.call(visit.count, {})).toMatchObject({ waiting: waitingLeft, called: 1 })
      app.clock.advance(1)
      const startedAt = app.clock.now()
      expect((await director.call(visit.start, { registrationId: id })).status).toBe(3)
      app.clock.advance(20)
      expect((await director.call(visit.finish, { registrationId: id })).status).toBe(4)
      const lane = (await today()).toCharge
      expect(lane.map((each) => each.id)).toEqual([id])
      const { patientId } = lane[0] as { patientId: string }
      const bill = await director.call(billing.open, {
        patientId,
        registrationId: id,
        items: [{ tariffId: fixture.tariffs.a.cleaning, qty: 1, price: '200.00' }],
        requestId: uuidv7(),
      })
      expect((await today()).toCharge[0]).toMatchObject({ status: 4, due: '200.00' })
      app.clock.advance(4)
      await desk.call(billing.charge, {
        id: bill.id,
        version: bill.version,
        payments: cash('200.00'),
        requestId: uuidv7(),
      })
      expect((await today()).toCharge[0]).toMatchObject({ status: 5, due: '0.00' })
      app.clock.advance(1)
      expect((await desk.call(visit.leave, { id })).status).toBe(6)

      const times = await desk.call(visit.treatmentTime, { registrationId: id })
      const wait = Math.floor((startedAt.getTime() - parseDateTime(arrivedAt).getTime()) / 60_000)
      expect(times).toMatchObject({ waitMinutes: wait, treatMinutes: 20, chargeMinutes: 4 })
    }
    expect(formatDate(app.clock.now())).toBe(DAY)
    const { numbers, waiting, inChair, toCharge, departed } = await today()
    expect([waiting, inChair, toCharge, departed].map((lane) => lane.length)).toEqual([0, 0, 0, 18])
    expect(numbers).toMatchObject({ received: '3660.00', registrations: 18, arrived: 18 })
    expect(departed.filter((each) => each.paid === '220.00')).toHaveLength(3)
    expect(departed.filter((each) => each.paid === '200.00')).toHaveLength(15)
    expect((await desk.call(visit.count, {})).unwritten).toBe(18)
    const kinds = await desk.call(visit.treatTypeCount, {})
    expect(kinds).toEqual({ first: 18, followUp: 0, firstAgain: 0, treatType: null })
    const statuses = await app.sql<{ status: number; n: number }>(
      `select status, count(*)::int as n from appointment where clinic_id = $1 and starts_at < '2026-11-21' group by 1 order by 1`,
      [a1],
    )
    expect(statuses).toEqual([
      { status: 5, n: 15 },
      { status: 6, n: 2 },
      { status: 9, n: 1 },
    ])
  })

  it('reads the whole day in five statements', async () => {
    const sink = statementLog.sink
    const seen: string[] = []
    statementLog.sink = (text, ...more) => (seen.push(text), sink?.(text, ...more))
    await today()
    statementLog.sink = sink
    // When somebody was last seen is noted after the answer, now and then.
    expect(seen.filter((text) => !text.startsWith('begin') && !text.includes('set last_seen_at'))).toHaveLength(5)
  })
})
