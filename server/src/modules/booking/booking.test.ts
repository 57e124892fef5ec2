import { contract } from '@dentin/contract'
import { addDays, uuidv7 } from '@dentin/kit'
import { beforeEach, describe, expect, it } from 'vitest'
import { fixture, MARKER_B, testApp } from '../../../test/harness.ts'
import { codeProbe } from '../identity/phone-codes.ts'

const app = await testApp({ pool: 30 })
const calls = contract.booking
const codes = (codeProbe.codes = new Map<string, string>())
const [d1, d2] = fixture.doctors.a1 as [string, string, string]
const { a1 } = fixture.clinics
const { check } = fixture.items.a
const desk = await app.as('reception')
const director = await app.as('director')
const web = app.nobody

await app.sql(
  `insert into sms_account (tenant_id, id, clinic_id, signature, signature_status, approved_signature, created_at, updated_at)
   values ($1, gen_random_uuid(), $2, '甲口腔', 2, '甲口腔', now(), now())`,
  [fixture.tenants.a, a1],
)

await app.sql(`update appoint_item set allow_online = true, online_name = '口腔检查' where id = $1`, [check])
await app.sql(`update appoint_item set duration_min = 30 where id = $1`, [check])
const limits = {
  open: true,
  daysAhead: 14,
  leadHours: 2,
  slotLimit: 4,
  patientLimit: 2,
  needsReview: true,
  holdMinutes: 30,
}
async function settle(over: object = {}) {
  const { version } = await director.call(calls.settings, {})
  await director.call(calls.saveSettings, { ...limits, ...over, version })
}
await settle()
const code = (await director.call(calls.settings, {})).code as string

let lastDay = '2026-11-22'
const nextDay = () => (lastDay = addDays(lastDay, 1))
beforeEach(() => app.sql(`delete from rate_limit`))

let phones = 0
const freshPhone = () => `139${String(20_000_000 + phones++)}`
async function enter(phone: string): Promise<string> {
  await app.sql(`delete from rate_limit`)
  await web.call(calls.sendCode, { code, phone })
  const sent = codes.get(`booking:${phone}`) as string
  return (await web.call(calls.enter, { code, phone, phoneCode: sent })).pass
}
const timesOf = async (date: string, doctorId = d1) =>
  (await web.call(calls.slots, { code, itemId: check, date })).find((each) => each.doctorId === doctorId)?.times ?? []
const wish = (pass: string, date: string, clock: string, over: object = {}) => ({
  code,
  pass,
  itemId: check,
  doctorId: d1,
  startTime: `${date} ${clock}:00`,
  name: '柳思敏',
  ...over,
})

describe('the page', () => {
  it('shows what is open and nobody’s data; an unknown or closed one says so', async () => {
    const { name: _, licence: _licence, ...profile } = await director.call(contract.clinic.clinicProfile, {})
    const words = { introduction: '家庭口腔，周末照常接诊。', traffic: '地铁 2 号线步行 6 分钟' }
    await director.call(contract.clinic.saveClinicProfile, { ...profile, ...words })
    const page = await web.call(calls.page, { code })
    expect(page).toMatchObject({
      ...words,
      clinicName: '甲a1门诊',
      open: true,
      items: [{ id: check, name: '口腔检查', duration: 30 }],
    })
    expect(page.doctors.map((each) => each.id)).toEqual(expect.arrayContaining(fixture.doctors.a1))
    expect(JSON.stringify(page)).not.toContain(MARKER_B)
    expect(await web.refused(calls.page, { code: 'zzzzzzzzzz' })).toMatchObject({ code: 46002 })
    await settle({ open: false })
    expect(await web.call(calls.page, { code })).toMatchObject({ open: false, items: [], doctors: [] })
    expect(await web.refused(calls.slots, { code, itemId: check, date: nextDay() })).toMatchObject({ code: 46001 })
    expect(await web.refused(calls.sendCode, { code, phone: freshPhone() })).toMatchObject({ code: 46001 })
    await settle()
    expect((await director.call(calls.settings, {})).code).toBe(code)
  })

  it('calls an item as the clinic calls it, for as long as the clinic wants, and only where it is offered', async () => {
    const row = async () => (await director.call(contract.clinic.clinicItemList, {})).find(({ id }) => id === check)
    const save = async (change: object) =>
      director.call(contract.clinic.saveClinicItem, {
        itemId: check,
        version: (await row())?.version ?? null,
        enabled: true,
        durationMin: null,
        allowOnline: null,
        onlineName: '',
        ...change,
      })
    await save({ onlineName: '看牙咨询', durationMin: 45 })
    expect((await web.call(calls.page, { code })).items).toEqual([
      { id: check, name: '看牙咨询', duration: 45, price: null, firstVisitOnly: false },
    ])
    await save({ allowOnline: false })
    expect((await web.call(calls.page, { code })).items).toEqual([])
    const closed = await web.refused(calls.slots, { code, itemId: check, date: nextDay() })
    expect(closed.message).toBe('该项目暂不接受网上预约，请另选')
    await save({})
    expect((await web.call(calls.page, { code })).items).toMatchObject([{ name: '口腔检查', duration: 30 }])
  })

  it('keeps the buffers of what is booked, and of what is to be booked, out of the free times', async () => {
    const day = '2026-11-22'
    const free = await timesOf(day)
    expect(free).toEqual(expect.arrayContaining(['10:00', '10:30', '11:00', '11:15', '11:30']))
    await app.sql(`update appoint_item set buffer_before_min = 30, buffer_after_min = 45 where id = $1`, [check])
    const pass = await enter(freshPhone())
    const booked = await web.call(calls.submit, wish(pass, day, '10:00'))
    const times = await timesOf(day)
    // 09:15–09:45 would leave 15 minutes of the 45 it needs, 10:30–11:15 is the buffer of what was booked.
    for (const clock of ['09:00', '09:15', '09:30', '10:30', '10:45', '11:00']) expect(times).not.toContain(clock)
    expect(times).toContain('11:15')
    const late = await web.refused(calls.submit, wish(await enter(freshPhone()), day, '11:00'))
    expect(late.code).toBe(46004)
    await app.sql(`update appoint_item set buffer_before_min = 0, buffer_after_min = 0 where id = $1`, [check])
    // The one that is booked keeps what it was booked with.
    expect(await timesOf(day)).not.toContain('11:00')
    expect(await timesOf(day)).toContain('09:00')
    expect(booked.status).toBe(0)
    await web.call(calls.cancel, { code, pass, id: booked.id })
  })

  it('an item for first visits is not given to somebody who has been here', async () => {
    await app.sql(`update appoint_item set first_visit_only = true where id = $1`, [check])
    const [known, fresh] = [freshPhone(), freshPhone()]
    const patientId = fixture.patients.a[2] as string
    const former = await app.sql<{ name: string; mobile: string }>('select name, mobile from patient where id = $1', [
      patientId,
    ])
    await app.sql(`update patient set name = '回头客', mobile = $2 where id = $1`, [patientId, known])
    await app.sql(
      `insert into patient_stat (tenant_id, patient_id, last_visit_at, visit_count) values ($1, $2, '2026-10-08T02:00:00Z', 1)
       on conflict (tenant_id, patient_id) do update set last_visit_at = excluded.last_visit_at`,
      [fixture.tenants.a, patientId],
    )
    const day = nextDay()
    const [time] = await timesOf(day)
    const refusal = await web.refused(calls.submit, wish(await enter(known), day, time as string, { name: '回头客' }))
    expect([refusal.code, refusal.message]).toEqual([46009, '这个项目只给第一次来的患者，请另选项目'])
    const pass = await enter(fresh)
    const booked = await web.call(calls.submit, wish(pass, day, time as string))
    expect(booked).toMatchObject({ status: 0 })
    await web.call(calls.cancel, { code, pass, id: booked.id })
    await app.sql(`update appoint_item set first_visit_only = false where id = $1`, [check])
    await app.sql(`update patient set name = $2, mobile = $3 where id = $1`, [
      patientId,
      former[0]?.name,
      former[0]?.mobile,
    ])
  })

  it('offers published shifts less appointments, holds, blocks and doctors who stopped, within the days and hours', async () => {
    const day = nextDay()
    const all = await timesOf(day)
    expect(all[0]).toBe('08:30')
    expect(all).toContain('11:30')
    expect(all).not.toContain('11:45')
    expect(all).not.toContain('12:00')
    await desk.call(contract.appointment.create, {
      requestId: uuidv7(),
      patientId: fixture.patients.a[0],
      doctorId: d1,
      startTime: `${day} 09:00:00`,
      endTime: `${day} 09:40:00`,
    })
    const less = await timesOf(day)
    expect(less).toEqual(expect.arrayContaining(['08:30', '09:40', '09:45']))
    for (const taken of ['08:45', '09:00', '09:30']) expect(less).not.toContain(taken)
    await app.sql(`update employee_clinic set is_open_entry = false where employee_id = $1`, [d2])
    expect(await timesOf(day, d2)).toEqual([])
    await app.sql(`update employee_clinic set is_open_entry = true where employee_id = $1`, [d2])
    // Who stops receiving has no places that day, and the usual ones on every other.
    expect((await timesOf('2026-11-20', d2)).length).toBeGreaterThan(0)
    await app.sql(
      `update employee_clinic set registration_status = 1, stopped_on = '2026-11-20' where employee_id = $1`,
      [d2],
    )
    expect(await timesOf('2026-11-20', d2)).toEqual([])
    expect((await timesOf(day, d2)).length).toBeGreaterThan(0)
    await app.sql(`update employee_clinic set registration_status = 0 where employee_id = $1`, [d2])
    // Nothing without a published shift, past the days ahead, or sooner than the hours before.
    expect(await timesOf('2026-12-30')).toEqual([])
    expect(await timesOf('2026-11-19')).toEqual([])
    expect((await timesOf('2026-11-20'))[0]).toBe('11:00')
    await app.sql(`update schedule set status = 0 where employee_id = $1 and date = $2`, [d1, day])
    expect(await timesOf(day)).toEqual([])
    await app.sql(`update schedule set status = 1 where employee_id = $1 and date = $2`, [d1, day])
  })
})

describe('booking', () => {
  it('takes a code sent to the phone, waits for the desk, and is accepted with a word to the patient', async () => {
    const day = nextDay()
    const phone = freshPhone()
    const pass = await enter(phone)
    const made = await web.call(calls.submit, wish(pass, day, '10:00', { note: '右上磨牙疼' }))
    expect(made).toMatchObject({ status: 0, title: '口腔检查', startTime: `${day} 10:00:00`, mayChange: true })
    expect(await web.call(calls.submit, wish(pass, day, '10:00'))).toEqual(made)
    expect(await timesOf(day)).not.toContain('10:00')
    expect(await desk.call(calls.requestCount, {})).toEqual({ count: 1 })
    const [asked] = (await desk.call(calls.requests, {})).list
    expect(asked).toMatchObject({
      id: made.id,
      name: '柳思敏',
      mobile: phone,
      note: '右上磨牙疼',
      source: 9,
      status: 0,
    })
    await desk.call(contract.appointment.accept, { id: made.id, version: asked?.version as number })
    expect(await web.call(calls.mine, { code, pass })).toMatchObject([{ id: made.id, status: 1 }])
    expect(await desk.call(calls.requestCount, {})).toEqual({ count: 0 })
    expect((await desk.call(calls.requests, { state: 'done' })).list.map((each) => each.id)).toContain(made.id)
    const sent = await app.sql(`select content from sms_outbox where scene = 'booking.accepted' and mobile = $1`, [
      phone,
    ])
    expect(sent[0]?.content).toBe(
      `柳思敏您好，您 ${Number(day.slice(5, 7))}月${Number(day.slice(8))}日 10:00 的预约已确认，请按时就诊。`,
    )
    const kinds = await app.sql(`select status, source, created_name from appointment where id = $1`, [made.id])
    expect(kinds).toEqual([{ status: 1, source: 9, created_name: '网上预约' }])
  })

  it('is refused with a reason, or another time is proposed and agreed to', async () => {
    const day = nextDay()
    const phone = freshPhone()
    const pass = await enter(phone)
    const one = await web.call(calls.submit, wish(pass, day, '10:00'))
    const two = await web.call(calls.submit, wish(pass, day, '11:00'))
    const version = async (id: string) =>
      (await desk.call(calls.requests, {})).list.find((each) => each.id === id)?.version as number
    await desk.call(contract.appointment.refuse, { id: one.id, version: await version(one.id), reason: '医生外出' })
    await desk.call(calls.propose, {
      id: two.id,
      version: await version(two.id),
      doctorId: d2,
      startTime: `${day} 14:00:00`,
      endTime: `${day} 14:30:00`,
    })
    expect((await desk.call(calls.requests, { state: 'proposed' })).list.map((each) => each.id)).toEqual([two.id])
    const seen = await web.call(calls.mine, { code, pass })
    expect(seen.find((each) => each.id === one.id)).toMatchObject({ status: 8, reason: '医生外出', mayChange: false })
    expect(seen.find((each) => each.id === two.id)).toMatchObject({
      proposed: true,
      startTime: `${day} 14:00:00`,
      doctorId: d2,
    })
    expect(await web.refused(calls.answer, { code, pass, id: one.id })).toMatchObject({ code: 46007 })
    expect(await web.call(calls.answer, { code, pass, id: two.id })).toMatchObject({ status: 1, proposed: false })
    expect(await web.refused(calls.answer, { code, pass, id: two.id })).toMatchObject({ code: 46007 })
    const words = await app.sql(`select scene from sms_outbox where mobile = $1 order by created_at, id`, [phone])
    expect(words.map((each) => each.scene)).toEqual(['booking.refused', 'booking.proposed'])
  })

  it('is changed and cancelled by its patient while there is time, and by nobody else', async () => {
    const day = nextDay()
    const pass = await enter(freshPhone())
    const made = await web.call(calls.submit, wish(pass, day, '10:00'))
    const stranger = await enter(freshPhone())
    for (const work of [
      web.refused(calls.cancel, { code, pass: stranger, id: made.id }),
      web.refused(calls.change, { code, pass: stranger, id: made.id, doctorId: d1, startTime: `${day} 11:00:00` }),
    ])
      expect(await work).toMatchObject({ code: 46007 })
    expect(await web.call(calls.mine, { code, pass: stranger })).toEqual([])
    expect(await web.refused(calls.mine, { code, pass: 'x'.repeat(43) })).toMatchObject({ code: 46003 })
    const moved = await web.call(calls.change, { code, pass, id: made.id, doctorId: d2, startTime: `${day} 11:00:00` })
    expect(moved).toMatchObject({ startTime: `${day} 11:00:00`, doctorId: d2, status: 0 })
    expect(
      await web.refused(calls.change, { code, pass, id: made.id, doctorId: d2, startTime: `${day} 12:30:00` }),
    ).toMatchObject({ code: 46004 })
    expect(await web.call(calls.cancel, { code, pass, id: made.id })).toMatchObject({
      status: 8,
      reason: '患者网上取消',
      mayChange: false,
    })
    expect(await timesOf(day, d2)).toContain('11:00')
    const near = await web.call(calls.submit, wish(pass, '2026-11-20', '11:00'))
    app.clock.advance(1)
    expect(await web.refused(calls.cancel, { code, pass, id: near.id })).toMatchObject({ code: 46006 })
    app.clock.advance(30)
    expect(await web.refused(calls.mine, { code, pass })).toMatchObject({ code: 46003 })
  })

  it('holds without review at once, ties to the one file with this name and number, and never says so', async () => {
    await settle({ needsReview: false })
    const day = nextDay()
    const [file] = await app.sql<{ id: string; name: string; mobile: string }>(
      `select id, name, mobile from patient where id = $1`,
      [fixture.patients.a[0]],
    )
    const pass = await enter(file?.mobile as string)
    const known = await web.call(calls.submit, wish(pass, day, '10:00', { name: file?.name }))
    const other = await web.call(calls.submit, wish(pass, day, '11:00', { name: '不认识' }))
    expect(Object.keys(known)).toEqual(Object.keys(other))
    expect([known.status, other.status]).toEqual([1, 1])
    const tied = await app.sql(`select patient_id, temp_name from appointment where id = any($1) order by starts_at`, [
      [known.id, other.id],
    ])
    expect(tied).toEqual([
      { patient_id: file?.id, temp_name: null },
      { patient_id: null, temp_name: '不认识' },
    ])
    await settle()
  })
})

describe('limits', () => {
  it('of open bookings of a number and of online bookings of a doctor in a part of the day', async () => {
    await settle({ slotLimit: 1, patientLimit: 1 })
    const day = nextDay()
    const pass = await enter(freshPhone())
    await web.call(calls.submit, wish(pass, day, '09:00'))
    expect(await web.refused(calls.submit, wish(pass, day, '14:00'))).toMatchObject({ code: 46005 })
    const left = await timesOf(day)
    expect(left.filter((each) => each < '12:00')).toEqual([])
    expect(left).toContain('14:00')
    const second = await enter(freshPhone())
    expect(await web.refused(calls.submit, wish(second, day, '10:00'))).toMatchObject({ code: 46004 })
    await settle()
  })

  it('one place for one of 16 phones, and one number no more than its limit at once', async () => {
    const day = nextDay()
    const passes = []
    for (let n = 0; n < 16; n++) {
      await app.sql(`delete from rate_limit`)
      passes.push(await enter(freshPhone()))
    }
    await app.sql(`delete from rate_limit`)
    const tries = await Promise.allSettled(passes.map((pass) => web.call(calls.submit, wish(pass, day, '10:00'))))
    expect(tries.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    for (const each of tries)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ http: 200, code: 46004 })
    const loser = passes[tries.findIndex((each) => each.status === 'rejected')] as string
    const many = await Promise.allSettled(
      ['13:30', '14:00', '14:30', '15:00', '15:30'].map((clock) => web.call(calls.submit, wish(loser, day, clock))),
    )
    expect(many.filter((each) => each.status === 'fulfilled')).toHaveLength(2)
    for (const each of many) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 46005 })
  })

  it('abuse: codes by address need a picture, wrong codes run out, numbers and addresses are counted', async () => {
    const phone = freshPhone()
    await web.call(calls.sendCode, { code, phone })
    expect(await web.refused(calls.sendCode, { code, phone: freshPhone() })).toMatchObject({
      data: { fields: [{ field: 'captcha' }] },
    })
    for (let n = 0; n < 5; n++)
      expect(await web.refused(calls.enter, { code, phone, phoneCode: '000000' })).toMatchObject({
        data: { fields: [{ field: 'phoneCode' }] },
      })
    const right = codes.get(`booking:${phone}`) as string
    expect((await web.refused(calls.enter, { code, phone, phoneCode: right })).data.fields?.[0]?.field).toBe(
      'phoneCode',
    )
    // A code for booking opens no account, and one for signing in books nothing.
    const other = freshPhone()
    await app.sql(`delete from rate_limit`)
    await web.call(calls.sendCode, { code, phone: other })
    expect(
      await web.refused(contract.identity.loginByCode, {
        phone: other,
        code: codes.get(`booking:${other}`) as string,
      } as never),
    ).not.toMatchObject({ http: 200, code: 0 })
    await app.sql(
      `insert into rate_limit (key, count, window_ends_at) values ('booking-look:127.0.0.1', 300, '2026-12-31')`,
    )
    expect(await web.refused(calls.page, { code })).toMatchObject({ http: 429 })
    await app.sql(`delete from rate_limit`)
    const pass = await enter(freshPhone())
    await app.sql(`update rate_limit set count = 0`)
    for (let n = 0; n < 10; n++) await web.refused(calls.submit, wish(pass, '2026-11-19', '09:00'))
    const [counted] = await app.sql(`select count from rate_limit where key like 'booking-phone:%'`)
    expect(counted?.count ?? 0).toBeLessThanOrEqual(10)
  })

  it('answers a known and an unknown number alike', async () => {
    const [file] = await app.sql<{ mobile: string }>(`select mobile from patient where id = $1`, [
      fixture.patients.a[1],
    ])
    const unknown = freshPhone()
    const a = await web.raw('POST', calls.sendCode.path, { code, phone: file?.mobile })
    await app.sql(`delete from rate_limit`)
    const b = await web.raw('POST', calls.sendCode.path, { code, phone: unknown })
    expect(a.text).toBe(b.text)
    for (const phone of [file?.mobile as string, unknown])
      expect(await web.call(calls.enter, { code, phone, phoneCode: codes.get(`booking:${phone}`) as string })).toEqual({
        pass: expect.any(String) as string,
      })
  })

  it('are set by whoever may, with the version that was looked at; each clinic has its own page', async () => {
    expect(await desk.refused(calls.saveSettings, { ...limits, version: 1 })).toMatchObject({ http: 403 })
    expect(await director.refused(calls.saveSettings, { ...limits, version: 1 })).toMatchObject({ http: 409 })
    expect(await director.refused(calls.saveSettings, { ...limits, daysAhead: 0, version: 1 })).toMatchObject({
      http: 400,
    })
    const other = await app.as('director', 'a2')
    expect((await other.call(calls.settings, {})).code).toBeNull()
    expect(await (await app.as('reception', 'a2')).call(calls.requests, { state: 'done' })).toMatchObject({ total: 0 })
    expect(await (await app.as('finance')).refused(calls.requests, {})).toMatchObject({ http: 403 })
    expect(a1).toBeTruthy()
  })
})
