import { contract } from '@dentin/contract'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { fixture, MARKER_B, testApp, type Client, type Refused } from '../../../test/harness.ts'

const app = await testApp({ pool: 20 })
const { visit, patient, appointment, messaging, merge } = contract
const desk = await app.as('reception')
const there = await app.as('reception', 'a2')
const doctor = await app.asDoctor(0)
const { a1, a2, b1 } = fixture.clinics
const [d1, d2] = fixture.doctors.a1 as [string, string]
const [far] = fixture.doctors.a2 as [string]
let serial = 0

async function newPatient(): Promise<string> {
  serial += 1
  const { id } = await desk.call(patient.create, {
    name: `转诊${String.fromCharCode(0x4e00 + serial)}`,
    gender: 1,
    mobile: `1370000${String(serial).padStart(4, '0')}`,
    sourceId: fixture.sources.a,
    allergyFlag: 0,
    requestId: uuidv7(),
  })
  return id
}
const register = async (over: object = {}) =>
  desk.call(visit.register, {
    requestId: uuidv7(),
    patientId: await newPatient(),
    doctorId: d1,
    title: '拔牙 48',
    chiefComplaint: '右下智齿肿痛 3 天',
    ...over,
  })
const toBranch = (registrationId: string, over: object = {}) => ({
  requestId: uuidv7(),
  registrationId,
  kind: 2 as const,
  toClinicId: a2,
  reason: '阻生齿需 CBCT 与手术',
  summary: '48 水平阻生，龈瓣红肿，已冲洗上药。',
  ...over,
})
const sent = async (over: object = {}) => {
  const visitRow = await register()
  return { visitRow, referral: await desk.call(visit.referOut, toBranch(visitRow.id, over)) }
}
const list = async (client: Client, direction: 'in' | 'out', state: 'open' | 'refused' | 'all' = 'all') =>
  (await client.call(visit.referralList, { direction, state, pageSize: 50 })).list
const found = async (client: Client, direction: 'in' | 'out', id: string) =>
  (await list(client, direction)).find((each) => each.id === id)
const messagesOf = async (title: string, employee: string) =>
  app.sql<{ body: string; clinic_id: string }>(
    `select body, clinic_id from message where title = $1 and recipient_id = $2 order by created_at`,
    [title, employee],
  )

describe('to another clinic of the chain (跨店)', () => {
  it('hands the number on (8 已转出), tells the receiving desk, and is received once with complaint and start of waiting', async () => {
    const { visitRow, referral } = await sent()
    expect(referral).toMatchObject({ status: 0, referralNo: expect.stringMatching(/^ZZ261120-\d{4}$/) as string })
    expect(await app.sql('select status from registration where id = $1', [visitRow.id])).toEqual([{ status: 8 }])
    const [row] = (await list(there, 'in', 'open')).filter((each) => each.id === referral.id)
    expect(row).toMatchObject({
      kind: 2,
      fromClinicName: '甲a1门诊',
      toClinicName: '甲a2门诊',
      chiefComplaint: '右下智齿肿痛 3 天',
      waitingSince: '2026-11-20 09:00:00',
      actions: ['accept', 'refuse'],
    })
    expect((await found(desk, 'out', referral.id))?.actions).toEqual(['takeBack'])
    expect((await there.call(visit.referralCount, {})).toReceive).toBeGreaterThan(0)
    const told = await messagesOf('有转诊待接收', fixture.employees.a2.reception)
    expect(told.at(-1)).toMatchObject({ clinic_id: a2 })
    expect(told.at(-1)?.body).toContain('阻生齿需 CBCT 与手术')

    app.clock.advance(40)
    const made = await there.call(visit.acceptReferral, { id: referral.id, version: row?.version ?? 0, doctorId: far })
    const [card] = (await there.call(visit.registeredList, {})).list.filter((each) => each.id === made.id)
    expect(card).toMatchObject({
      doctorId: far,
      chiefComplaint: '右下智齿肿痛 3 天',
      title: '拔牙 48',
      regTime: '2026-11-20 09:00:00',
      waitedMinutes: 40,
    })
    expect(await messagesOf('转诊已接收', fixture.employees.a1.reception)).toHaveLength(1)
    const again = await there.refused(visit.acceptReferral, { id: referral.id, version: 1, doctorId: far })
    expect([again.code, again.message]).toEqual([24015, expect.stringContaining('该转诊已接收') as string])
    expect((await found(there, 'in', referral.id))?.actions).toEqual([])

    // The visit there ends: the referral is finished, also in the first clinic's list.
    const treating = await app.as('director', 'a2')
    await treating.call(visit.start, { registrationId: made.id })
    await treating.call(visit.finish, { registrationId: made.id })
    expect(await found(desk, 'out', referral.id)).toMatchObject({ status: 3, finishedTime: '2026-11-20 09:40:00' })
    const log = await app.sql<{ to_status: number }>(
      `select to_status from status_log where biz_id = $1 order by created_at, id`,
      [referral.id],
    )
    expect(log.map((each) => each.to_status)).toEqual([0, 1, 3])
    app.clock.set(parseDateTime('2026-11-20 09:00:00'))
  })

  it('of two desks that receive at once one gets the patient, the other hears of it', async () => {
    const { referral } = await sent()
    const other = await app.as('director', 'a2')
    const answers = await Promise.allSettled(
      [there, other, there, other].map((client) =>
        client.call(visit.acceptReferral, { id: referral.id, version: 1, doctorId: far }),
      ),
    )
    const refusals = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason as Refused] : []))
    expect(answers.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    expect(refusals.map((each) => [each.http < 500, each.code])).toEqual(refusals.map(() => [true, 24015]))
    const made = await app.sql(
      'select id from registration where referral_from_id in (select from_registration_id from referral where id = $1)',
      [referral.id],
    )
    expect(made).toHaveLength(1)
  })

  it('comes back when it is refused: with the reason, a message, and on request into the first queue again', async () => {
    const { visitRow, referral } = await sent({ toDoctorId: far })
    expect(
      (await there.refused(visit.refuseReferral, { id: referral.id, version: 1, reason: ' ' })).data.fields,
    ).toEqual([{ field: 'reason', message: '请填写拒绝原因' }])
    await there.call(visit.refuseReferral, { id: referral.id, version: 1, reason: '手术室今天停用' })
    expect((await messagesOf('转诊被拒绝', fixture.employees.a1.reception)).at(-1)?.body).toContain('手术室今天停用')
    expect((await desk.call(visit.referralCount, {})).refused).toBe(1)
    const [row] = await list(desk, 'out', 'refused')
    expect(row).toMatchObject({ id: referral.id, status: 2, answer: '手术室今天停用', actions: ['takeBack'] })
    app.clock.advance(15)
    const back = await desk.call(visit.takeBackReferral, { id: referral.id, version: row?.version ?? 0 })
    expect(
      await app.sql('select status, doctor_id, referral_from_id, reg_time from registration where id = $1', [back.id]),
    ).toEqual([
      { status: 1, doctor_id: d1, referral_from_id: visitRow.id, reg_time: parseDateTime('2026-11-20 09:00:00') },
    ])
    expect((await desk.call(visit.referralCount, {})).refused).toBe(0)
    expect((await desk.refused(visit.takeBackReferral, { id: referral.id, version: 3 })).code).toBe(24015)
    app.clock.set(parseDateTime('2026-11-20 09:00:00'))
  })

  it('is withdrawn before it is received; not any more on another day', async () => {
    const { referral } = await sent()
    await desk.call(visit.takeBackReferral, { id: referral.id, version: 1 })
    expect(
      (await there.refused(visit.acceptReferral, { id: referral.id, version: 2, doctorId: far })).message,
    ).toContain('已拒绝')
    const late = (await sent()).referral
    app.clock.set(parseDateTime('2026-11-21 09:00:00'))
    expect((await desk.refused(visit.takeBackReferral, { id: late.id, version: 1 })).code).toBe(24016)
    // Received on another day, the waiting begins then.
    const made = await there.call(visit.acceptReferral, { id: late.id, version: 1, doctorId: far })
    expect(await app.sql('select reg_time from registration where id = $1', [made.id])).toEqual([
      { reg_time: parseDateTime('2026-11-21 09:00:00') },
    ])
    app.clock.set(parseDateTime('2026-11-20 09:00:00'))
  })

  it('refuses what cannot be: the own clinic, another company, a visit that is over, a foreign doctor, a stale view', async () => {
    const one = await register()
    for (const toClinicId of [a1, b1, null, uuidv7()])
      expect(await desk.refused(visit.referOut, toBranch(one.id, { toClinicId }))).toMatchObject({
        code: 24014,
        data: { fields: [{ field: 'toClinicId' }] },
      })
    expect((await desk.refused(visit.referOut, toBranch(one.id, { toDoctorId: d1 }))).http).toBeLessThan(500)
    // Nothing was half done.
    expect(await app.sql('select status from registration where id = $1', [one.id])).toEqual([{ status: 1 }])
    await desk.call(visit.cancel, { id: one.id, reason: '患者改期' })
    expect((await desk.refused(visit.referOut, toBranch(one.id))).code).toBe(24001)
    const { referral } = await sent()
    await app.sql('update referral set version = 5 where id = $1', [referral.id])
    expect((await there.refused(visit.acceptReferral, { id: referral.id, version: 1, doctorId: far })).code).toBe(409)
  })

  it('is for the two clinics alone: no other clinic, no other company sees or answers it', async () => {
    const { visitRow, referral } = await sent()
    const foreign = await app.as('reception', 'b1')
    expect((await foreign.refused(visit.referralGet, { id: referral.id })).http).toBe(404)
    expect((await foreign.refused(visit.refuseReferral, { id: referral.id, version: 1, reason: '不' })).http).toBe(404)
    expect(JSON.stringify(await list(desk, 'in'))).not.toContain(MARKER_B)
    // The sender may not answer for the receiver, nor the receiver take back for the sender.
    expect((await desk.refused(visit.acceptReferral, { id: referral.id, version: 1, doctorId: d2 })).http).toBe(404)
    expect((await there.refused(visit.takeBackReferral, { id: referral.id, version: 1 })).http).toBe(404)
    // A number of the other clinic is not handed on from here.
    expect((await there.refused(visit.referOut, toBranch(visitRow.id, { toClinicId: a1 }))).http).toBe(404)
    expect((await (await app.as('finance')).refused(visit.referralList, { direction: 'in' })).http).toBe(403)
    expect((await (await app.as('finance')).refused(visit.referOut, toBranch(visitRow.id))).http).toBe(403)
  })

  it('is sent once, however often the button is pressed', async () => {
    const one = await register()
    const input = toBranch(one.id)
    const [a, b] = await Promise.all([desk.call(visit.referOut, input), desk.call(visit.referOut, input)])
    expect(a.id).toBe(b.id)
    expect((await desk.refused(visit.referOut, toBranch(one.id))).code).toBe(24001)
  })

  it('ends the appointment behind the number, and the treatment that had begun', async () => {
    const booked = await desk.call(appointment.create, {
      requestId: uuidv7(),
      patientId: await newPatient(),
      doctorId: d1,
      startTime: '2026-11-20 10:00:00',
      endTime: '2026-11-20 10:30:00',
    })
    const arrived = await desk.call(visit.checkIn, { requestId: uuidv7(), appointmentId: booked.id as string })
    await doctor.call(visit.start, { registrationId: arrived.id, acceptBusy: true })
    await doctor.call(visit.referOut, toBranch(arrived.id))
    expect(await app.sql('select status from appointment where id = $1', [booked.id])).toEqual([{ status: 5 }])
    expect(await app.sql('select status from treatment where registration_id = $1', [arrived.id])).toEqual([
      { status: 2 },
    ])
  })
})

describe('to a hospital (外院) and within the house (院内)', () => {
  it('writes the letter; whoever waited goes, a visit that has begun is finished as any other', async () => {
    const one = await register()
    expect((await desk.refused(visit.referOut, toBranch(one.id, { kind: 3, toClinicId: null }))).data.fields).toEqual([
      { field: 'toHospital', message: '请填写转往的医院' },
    ])
    const letter = { kind: 3 as const, toClinicId: null, toHospital: '浙一医院口腔颌面外科' }
    const made = await desk.call(visit.referOut, toBranch(one.id, letter))
    expect(await app.sql('select status from registration where id = $1', [one.id])).toEqual([{ status: 8 }])
    const sheet = await desk.call(visit.referralGet, { id: made.id })
    expect(sheet).toMatchObject({
      toHospital: '浙一医院口腔颌面外科',
      fromClinicName: '甲a1门诊',
      fromClinicPhone: '0571-88886666',
    })
    const begun = await register()
    await doctor.call(visit.start, { registrationId: begun.id, acceptBusy: true })
    await doctor.call(visit.referOut, toBranch(begun.id, letter))
    expect(await app.sql('select status from registration where id = $1', [begun.id])).toEqual([{ status: 3 }])
    await doctor.call(visit.finish, { registrationId: begun.id })

    expect((await desk.refused(visit.settleReferral, { id: made.id, version: 1, status: 2 })).data.fields).toEqual([
      { field: 'note', message: '请填写被拒绝的原因' },
    ])
    const received = await desk.call(visit.settleReferral, { id: made.id, version: 1, status: 1 })
    expect((await desk.refused(visit.settleReferral, { id: made.id, version: 2, status: 2, note: 'x' })).code).toBe(
      24015,
    )
    await desk.call(visit.settleReferral, {
      id: made.id,
      version: received.version,
      status: 3,
      note: '已手术，一周复查',
    })
    expect(await found(desk, 'out', made.id)).toMatchObject({ status: 3, answer: '已手术，一周复查', actions: [] })
  })

  it('keeps a line of each hand-over in the house, and what came from a branch goes on with the new number', async () => {
    const { referral } = await sent()
    const made = await there.call(visit.acceptReferral, { id: referral.id, version: 1, doctorId: far })
    const one = await register()
    const next = await desk.call(visit.referral, { id: one.id, toDoctorId: d2, reason: '专科治疗' })
    const [line] = (await list(desk, 'out')).filter((each) => each.kind === 1)
    expect(line).toMatchObject({ status: 1, reason: '专科治疗', toDoctorId: d2, actions: [] })
    const second = await app.asDoctor(1)
    await second.call(visit.start, { registrationId: next.id, acceptBusy: true })
    await second.call(visit.finish, { registrationId: next.id })
    expect(await found(desk, 'out', line?.id ?? '')).toMatchObject({ status: 3 })
    expect((await found(there, 'in', referral.id))?.status).toBe(1)
    expect(made.status).toBe(1)
  })

  it('stands in the bell of the desk under 接诊', async () => {
    const bell = await there.call(messaging.messages, { category: 'reception', pageSize: 5 })
    expect(bell.list.length).toBeGreaterThan(0)
  })
})

describe('files that go along with a referral', () => {
  const letter = { kind: 3 as const, toClinicId: null, toHospital: '浙一医院口腔颌面外科' }
  const picture = (format: 'jpeg' | 'webp' | 'gif' = 'jpeg') =>
    sharp({ create: { width: 24, height: 16, channels: 3, background: '#446688' } })
      .toFormat(format)
      .toBuffer()
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')
  /** Sends a file as a browser does. */
  const attach = async (who: Client, id: string, file: Buffer, name = '曲面断层.jpg') => {
    const boundary = 'b0undary'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/jpeg\r\n\r\n`
    const answer = await app.application.http.inject({
      method: 'POST',
      url: `/treatment-api/referral/file/create/${id}`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${who.token}` },
      payload: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    })
    return JSON.parse(answer.body) as { code: number; message: string; data: { id: string } }
  }
  const filesOf = async (who: Client, id: string) => (await who.call(visit.referralGet, { id })).files
  const open = (who: Client, id: string) => who.raw('GET', `/treatment-api/referral/file/${id}`)

  it('are seen by both clinics, and by no third one and no other company', async () => {
    const { referral } = await sent()
    const added = await attach(desk, referral.id, await picture())
    expect(added.code).toBe(0)
    expect(await filesOf(there, referral.id)).toMatchObject([
      { id: added.data.id, name: '曲面断层.jpg', mediaType: 'image/jpeg' },
    ])
    expect(await found(there, 'in', referral.id)).toMatchObject({ fileCount: 1, mayAttach: false })
    expect(await found(desk, 'out', referral.id)).toMatchObject({ fileCount: 1, mayAttach: true })
    for (const who of [desk, there]) {
      const answer = await open(who, added.data.id)
      expect([answer.http, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
    }
    // Another company finds nothing, and neither does a clinic that is on neither side.
    const lone = await register()
    const outside = await desk.call(visit.referOut, toBranch(lone.id, letter))
    const own = await attach(desk, outside.id, await picture())
    const stranger = await app.as('reception', 'b1')
    for (const [who, sheet, file] of [
      [stranger, referral.id, added.data.id],
      [there, outside.id, own.data.id],
    ] as const) {
      expect((await who.refused(visit.referralGet, { id: sheet })).code).toBe(404)
      expect((await open(who, file)).json).toMatchObject({ code: 404 })
      expect((await attach(who, sheet, await picture())).code).toBe(404)
      expect((await who.refused(visit.removeReferralFile, { id: file })).code).toBe(404)
    }
    // Whoever receives looks, and leaves them alone.
    expect((await attach(there, referral.id, await picture())).code).toBe(404)
    expect((await there.refused(visit.removeReferralFile, { id: added.data.id })).code).toBe(404)
  })

  it('are pictures and papers by their content, nine at most, also when two add the ninth at once', async () => {
    const one = await register()
    const { id } = await desk.call(visit.referOut, toBranch(one.id, letter))
    expect((await attach(desk, id, Buffer.from('<svg/>'), 'x.jpg')).code).toBe(40011)
    expect((await attach(desk, id, await picture('gif'), 'x.jpg')).code).toBe(40011)
    expect((await attach(desk, id, Buffer.alloc(10 * 1024 * 1024 + 1), 'x.jpg')).code).toBe(40010)
    expect((await attach(desk, id, await picture('webp'), '口内.webp')).code).toBe(0)
    expect((await attach(desk, id, pdf, '检查单.pdf')).code).toBe(0)
    for (let n = 0; n < 6; n++) expect((await attach(desk, id, await picture(), `第${n}张.jpg`)).code).toBe(0)
    const race = await Promise.all([attach(desk, id, pdf, '甲.pdf'), attach(desk, id, pdf, '乙.pdf')])
    expect(race.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, 24017])
    expect(race.find(({ code }) => code !== 0)?.message).toBe('一张转诊单最多 9 个附件')
    const files = await filesOf(desk, id)
    expect(files).toHaveLength(9)
    expect(files.map(({ name }) => name)).toContain('检查单.pdf')
    // One goes, and its place is free again.
    await desk.call(visit.removeReferralFile, { id: files[0]?.id ?? '' })
    expect((await attach(desk, id, pdf, '丙.pdf')).code).toBe(0)
    const [log] = await app.sql<{ action: string; reason: string }>(
      `select action, reason from audit where entity = 'referral_file' and entity_id = $1 and action = 'delete'`,
      [files[0]?.id],
    )
    expect(log).toEqual({ action: 'delete', reason: files[0]?.name })
  })

  it('stay as they are once the referral is finished', async () => {
    const one = await register()
    const { id } = await desk.call(visit.referOut, toBranch(one.id, letter))
    const added = await attach(desk, id, pdf, '检查单.pdf')
    await desk.call(visit.settleReferral, { id, version: 1, status: 3, note: '已手术' })
    expect((await attach(desk, id, pdf)).code).toBe(24015)
    expect((await desk.refused(visit.removeReferralFile, { id: added.data.id })).code).toBe(24015)
    expect(await found(desk, 'out', id)).toMatchObject({ fileCount: 1, mayAttach: false })
  })

  it('go along within the house, too, and both doctors have them; they stay when the file is merged', async () => {
    const one = await register()
    const next = await desk.call(visit.referral, { id: one.id, toDoctorId: d2, reason: '专科治疗' })
    const second = await app.asDoctor(1)
    expect((await attach(doctor, next.referralId, await picture())).code).toBe(0)
    expect((await attach(second, next.referralId, pdf, '检查单.pdf')).code).toBe(0)
    expect(await filesOf(second, next.referralId)).toHaveLength(2)
    expect(await filesOf(doctor, next.referralId)).toHaveLength(2)
    await second.call(visit.start, { registrationId: next.id, acceptBusy: true })
    await second.call(visit.finish, { registrationId: next.id })
    const before = await filesOf(desk, next.referralId)
    await app.sql('update registration set status = 6 where id = $1', [next.id])
    const [row] = await app.sql<{ id: string }>('select patient_id as id from referral where id = $1', [
      next.referralId,
    ])
    const removeId = row?.id ?? ''
    const keepId = await newPatient()
    const admin = await app.as('admin')
    const seen = await admin.call(merge.preview, { keepId, removeId })
    await admin.call(merge.merge, {
      keepId,
      removeId,
      keepVersion: seen.keep.version,
      removeVersion: seen.remove.version,
      fieldChoices: Object.fromEntries(
        seen.fields.flatMap(({ field, how }) => (how === 'choose' ? [[field, 'keep' as const]] : [])),
      ),
      reason: '同一人重复建档',
      requestId: uuidv7(),
    })
    expect(await desk.call(visit.referralGet, { id: next.referralId })).toMatchObject({
      patientId: keepId,
      files: before,
    })
    // A file with a referral is not deleted, so nothing that goes along is lost.
    const refused = await admin.refused(patient.remove, { patientIds: [keepId], reason: null, requestId: uuidv7() })
    expect(refused.code).toBe(22015)
  })
})
