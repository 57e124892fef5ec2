import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { expect, it } from 'vitest'
import { fixture, testApp } from '../../../test/harness.ts'
import { freeStarts } from './index.ts'

const app = await testApp({ pool: 20 })
const { appointment, clinic } = contract
const [desk, director, admin] = await Promise.all([app.as('reception'), app.as('director'), app.as('admin')])
const [d1, d2] = fixture.doctors.a1 as [string, string]
const [p1, p2, p3] = fixture.patients.a as [string, string, string]
const { a1 } = fixture.clinics
const DAY = '2026-11-24'
const at = (time: string, day = DAY) => `${day} ${time}:00`
const newEntry = () => ({ requestId: uuidv7(), sortNo: 90, enabled: true })
const { id: surgery } = await admin.call(clinic.saveAppointItem, {
  ...newEntry(),
  name: '上颌窦提升',
  durationMin: 60,
  bufferBefore: 10,
  bufferAfter: 20,
})
const book = (over: object = {}) =>
  desk.call(appointment.create, {
    requestId: uuidv7(),
    patientId: p1,
    doctorId: d1,
    startTime: at('10:00'),
    itemIds: [surgery],
    ...over,
  })
const free = (minutes: number, buffers?: { bufferBefore: number; bufferAfter: number }, doctorId = d1) =>
  app.application.services.database.withTenant(fixture.tenants.a, a1, async (tx) => {
    const ask = { doctorIds: [doctorId], from: DAY, days: 1, minutes }
    return (await freeStarts(tx, a1, buffers ? { ...ask, buffers } : ask))[0]?.starts ?? []
  })
const minute = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
const words = (answer: { warnings: { kind: string; text: string }[] }) =>
  answer.warnings.map((each) => `${each.kind} ${each.text}`)

it('are kept with the item, in steps of five minutes; a clinic may say otherwise, and another clinic does not hear of it', async () => {
  const row = (await admin.call(clinic.appointItemList, {})).find((each) => each.id === surgery)
  expect(row).toMatchObject({ bufferBefore: 10, bufferAfter: 20 })
  const entry = { ...newEntry(), id: surgery, version: row?.version as number, name: '上颌窦提升', durationMin: 60 }
  const odd = await admin.refused(clinic.saveAppointItem, { ...entry, bufferAfter: 7 })
  expect(odd.data.fields?.[0]).toMatchObject({ field: 'bufferAfter', message: '后缓冲应为 5 的倍数' })
  const long = await admin.refused(clinic.saveAppointItem, { ...entry, bufferBefore: 125 })
  expect(long.data.fields?.[0]?.field).toBe('bufferBefore')
  expect((await desk.refused(clinic.saveAppointItem, { ...entry, bufferAfter: 10 })).http).toBe(403)
  expect((await admin.refused(clinic.saveAppointItem, { ...entry, version: 9, bufferAfter: 10 })).code).toBe(409)

  const own = { itemId: surgery, enabled: true, bufferAfter: 45 }
  const here = async (who = director) => (await who.call(clinic.clinicItemList, {})).find((each) => each.id === surgery)
  expect(await here()).toMatchObject({
    company: { bufferBefore: 10, bufferAfter: 20 },
    bufferBefore: null,
    bufferAfter: null,
  })
  expect((await director.refused(clinic.saveClinicItem, { ...own, bufferAfter: 3 })).data.fields?.[0]?.field).toBe(
    'bufferAfter',
  )
  const { version } = await director.call(clinic.saveClinicItem, own)
  expect(await here()).toMatchObject({ bufferBefore: null, bufferAfter: 45 })
  expect(await here(await app.as('director', 'a2'))).toMatchObject({ bufferAfter: null })
  const made = await book({ startTime: at('10:00', '2026-11-25') })
  expect(await desk.call(appointment.get, { id: made.id as string })).toMatchObject({
    bufferBefore: 10,
    bufferAfter: 45,
  })
  // As the company has it again; what is booked stays as it was booked.
  await director.call(clinic.saveClinicItem, { ...own, version, bufferAfter: null })
  expect(await desk.call(appointment.get, { id: made.id as string })).toMatchObject({ bufferAfter: 45 })
})

it('free times leave them out, on both sides; what is put aside or cancelled has none', async () => {
  const made = await book()
  const starts = await free(30)
  expect(starts).toContain(minute('09:15'))
  // 09:20–09:50 ends where the buffer begins; 09:25–09:55 lies in it, and so does whatever begins before 11:20.
  for (const clock of ['09:25', '09:30', '10:00', '11:00', '11:15']) expect(starts).not.toContain(minute(clock))
  expect(starts.find((each) => each >= minute('11:00'))).toBeGreaterThanOrEqual(minute('11:20'))
  // A visit with buffers of its own keeps away further.
  const wide = await free(30, { bufferBefore: 40, bufferAfter: 60 })
  expect(wide.filter((each) => each > minute('08:30') && each < minute('11:40'))).toEqual([])
  const version = made.version as number
  const parked = await desk.call(appointment.park, { id: made.id as string, version })
  expect(await free(30)).toEqual(expect.arrayContaining([minute('09:30'), minute('11:00')]))
  const [reason] = (await desk.call(appointment.options, {})).cancelReasons
  await desk.call(appointment.cancel, {
    id: made.id as string,
    version: parked.version,
    reasonId: reason?.id as string,
  })
})

it('the desk is told and may go into one all the same; a series leaves it out and says so', async () => {
  const made = await book({ startTime: at('14:00') })
  expect(made).toMatchObject({ saved: true, warnings: [] })
  const near = { patientId: p2, itemIds: [], startTime: at('15:10'), endTime: at('15:40') }
  const name = (await desk.call(appointment.get, { id: made.id as string })).name
  const asked = await book(near)
  expect(asked.saved).toBe(false)
  expect(words(asked)).toEqual([`buffer 在 14:00–15:00 ${name} 之后 20 分钟的缓冲时间里`])
  // Another doctor has nothing to do with it.
  expect((await book({ ...near, doctorId: d2 })).saved).toBe(true)
  const series = { ...near, requestId: uuidv7(), doctorId: d1, everyWeeks: 1, times: 2 }
  const told = await desk.call(appointment.repeat, series)
  expect(told).toMatchObject({
    saved: false,
    conflicts: [{ startTime: at('15:10'), reason: `在 14:00–15:00 ${name} 之后 20 分钟的缓冲时间里` }],
  })
  const taken = await book({ ...near, acceptWarnings: true, patientId: p3 })
  expect(taken).toMatchObject({ saved: true, isOverbook: false })

  // Its own buffer: before it, somebody is still there.
  const tight = await book({ patientId: p2, startTime: at('15:45') })
  expect(tight.saved).toBe(false)
  expect(words(tight)[0]).toMatch(/^buffer 与 15:10–15:40 .+ 之间不足本项目需要的 10 分钟缓冲$/)
  // Moved by hand: asked likewise; far enough away nobody is asked.
  const key = { id: taken.id as string, version: taken.version as number, doctorId: d1 }
  const moved = await desk.call(appointment.move, { ...key, startTime: at('13:30'), endTime: at('13:55') })
  expect(words(moved)).toEqual([`buffer 在 14:00–15:00 ${name} 之前 10 分钟的缓冲时间里`])
  expect(await desk.call(appointment.move, { ...key, startTime: at('15:20'), endTime: at('15:50') })).toMatchObject({
    saved: true,
    warnings: [],
  })

  // What it is for changes: so does what it needs.
  const current = await desk.call(appointment.get, { id: made.id as string })
  const content = { title: '', teeth: '', isUrgent: false, remark: '', visibleRemark: '' }
  await desk.call(appointment.update, {
    id: current.id,
    version: current.version,
    itemIds: [fixture.items.a.filling],
    ...content,
  })
  expect(await desk.call(appointment.get, { id: current.id })).toMatchObject({ bufferBefore: 0, bufferAfter: 0 })
})

it('an item for first visits asks the desk for a yes when the patient has been here, and nobody else', async () => {
  const { id: consult } = await admin.call(clinic.saveAppointItem, {
    ...newEntry(),
    name: '初诊评估',
    durationMin: 30,
    firstVisitOnly: true,
  })
  await app.sql(
    `insert into patient_stat (tenant_id, patient_id, last_visit_at, visit_count) values ($1, $2, '2026-10-08T02:00:00Z', 1)
     on conflict (tenant_id, patient_id) do update set last_visit_at = excluded.last_visit_at, visit_count = 1`,
    [fixture.tenants.a, p1],
  )
  const known = { itemIds: [consult], startTime: at('10:00', '2026-11-26') }
  const asked = await book(known)
  expect(asked.saved).toBe(false)
  expect(words(asked)).toEqual(['firstOnly 初诊评估：该项目仅限初诊'])
  expect((await book({ ...known, acceptWarnings: true })).saved).toBe(true)
  const fresh = { patientId: null, tempName: '郭新来', tempMobile: '13900001234' }
  expect(await book({ ...fresh, itemIds: [consult], startTime: at('11:00', '2026-11-26') })).toMatchObject({
    saved: true,
    warnings: [],
  })
})

it('the waiting list is offered what no buffer holds: beside another one, and for a visit with its own', async () => {
  const day = '2026-11-27'
  await book({ startTime: at('10:00', day), patientId: p1 })
  const after = await book({
    startTime: at('11:00', day),
    endTime: at('12:00', day),
    itemIds: [],
    patientId: null,
    tempName: '路过',
    tempMobile: '13900005678',
    acceptWarnings: true,
  })
  const wait = (patientId: string, over: object) =>
    desk.call(appointment.saveWaitlist, { requestId: uuidv7(), patientId, dateFrom: day, dateTo: day, ...over })
  const short = await wait(p3, { duration: 40 })
  const long = await wait(p2, { duration: 45 })
  const own = await wait(p1, { duration: 40, itemIds: [surgery] })
  const [reason] = (await desk.call(appointment.options, {})).cancelReasons
  await desk.call(appointment.cancel, {
    id: after.id as string,
    version: after.version as number,
    reasonId: reason?.id as string,
  })
  const opening = (await desk.call(appointment.openings, {})).find((each) => each.endTime === at('12:00', day))
  // 11:00–11:20 is the buffer of what comes before: 40 minutes are left.
  expect(opening).toMatchObject({ startTime: at('11:20', day) })
  expect(opening?.candidates.map((each) => each.waitlistId)).toEqual([short.id, own.id])
  expect(opening?.candidates.map((each) => each.waitlistId)).not.toContain(long.id)
  const offered = await desk.call(appointment.offerOpening, {
    requestId: uuidv7(),
    openingId: opening?.id as string,
    waitlistId: own.id,
  })
  expect(offered.offerId).toBeTruthy()
  const [held] = await app.sql(
    `select buffer_before_min, buffer_after_min, status from appointment where held_until is not null and doctor_id = $1`,
    [d1],
  )
  expect(held).toEqual({ buffer_before_min: 10, buffer_after_min: 20, status: 0 })
})

it('free times leave out whatever holds the doctor: waiting for an answer, booked, confirmed, here, under way, done', async () => {
  const day = '2026-12-01'
  const made = await book({ startTime: at('15:00', day), patientId: p3 })
  const isHeld = async (status: number) => {
    await app.sql('update appointment set status = $2 where id = $1', [made.id, status])
    const found = await app.application.services.database.withTenant(fixture.tenants.a, a1, (tx) =>
      freeStarts(tx, a1, { doctorIds: [d1], from: day, days: 1, minutes: 30 }),
    )
    return !(found[0]?.starts ?? []).includes(minute('15:00'))
  }
  const holding: number[] = []
  for (const status of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) if (await isHeld(status)) holding.push(status)
  expect(holding).toEqual([0, 1, 2, 3, 4, 5])
  await app.sql('update appointment set status = 6 where id = $1', [made.id])
})
