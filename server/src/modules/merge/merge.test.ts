import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { searchText } from '@dentin/kit/pinyin'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../test/invariants.ts'
import { fixture, MARKER_B, Refused, testApp, type Client } from '../../../test/harness.ts'
import { pairsQuery } from './queries.ts'

const { memberCard, merge, patient, visit, appointment, billing, record } = contract
const [d1, d2] = fixture.doctors.a1 as [string, string]
const tenantId = fixture.tenants.a

const app = await testApp({ pool: 40 })
let admin: Client
let director: Client
let desk: Client
let doctor: Client
beforeAll(async () => {
  admin = await app.as('admin')
  director = await app.as('director')
  desk = await app.as('reception')
  doctor = await app.as('doctor')
})
afterEach(async () => {
  expect(await brokenInvariants(app.owner)).toEqual([])
})

let serial = 0
/** A new file, of its own name and phone unless said otherwise. */
async function file(over: Partial<WireInput<typeof patient.create>> = {}) {
  serial += 1
  const made = await desk.call(patient.create, {
    name: `合并${String.fromCharCode(0x4e00 + serial)}`,
    gender: 1,
    birthDay: '1990-01-01',
    mobile: `136${String(serial).padStart(8, '0')}`,
    sourceId: fixture.sources.a,
    acceptDuplicates: true,
    requestId: uuidv7(),
    ...over,
  })
  // A doctor works with his own patients only.
  await app.sql('update patient set resp_doctor_id = $1 where id = $2', [d1, made.id])
  return made
}
const noMobile = { mobile: null, noMobileReason: '不愿提供' }
const full = (id: string, client = admin) => client.call(patient.get, { id })
const preview = (keepId: string, removeId: string, client = admin) => client.call(merge.preview, { keepId, removeId })
async function mergeInput(
  keepId: string,
  removeId: string,
  over: Partial<WireInput<typeof merge.merge>> = {},
): Promise<WireInput<typeof merge.merge>> {
  const seen = await preview(keepId, removeId)
  const fieldChoices = Object.fromEntries(
    seen.fields.flatMap(({ field, how }) => (how === 'choose' ? [[field, 'keep' as const]] : [])),
  )
  return {
    keepId,
    removeId,
    keepVersion: seen.keep.version,
    removeVersion: seen.remove.version,
    fieldChoices,
    reason: '同一人重复建档',
    requestId: uuidv7(),
    ...over,
  }
}
const merged = async (keepId: string, removeId: string, over: Partial<WireInput<typeof merge.merge>> = {}) =>
  admin.call(merge.merge, await mergeInput(keepId, removeId, over))
const undo = async (id: string) => {
  const { version } = await admin.call(merge.detail, { id })
  return admin.call(merge.undo, { id, version, reason: '并错了人', requestId: uuidv7() })
}
const stat = async (id: string) =>
  (
    await app.sql<{ visit_count: number; arrears: string; consumed: string; last: string | null }>(
      `select visit_count, arrears_amount::text as arrears, consume_total::text as consumed, last_visit_at::text as last
       from patient_stat where patient_id = $1`,
      [id],
    )
  )[0]
const pass = (minutes: number) => app.clock.set(new Date(app.clock.now().getTime() + minutes * 60_000))

/** A finished visit with a record. */
async function visited(patientId: string, doctorClient = doctor, doctorId = d1) {
  pass(5)
  const { id } = await desk.call(visit.register, { patientId, doctorId, requestId: uuidv7() })
  await doctorClient.call(visit.callIn, { id })
  await doctorClient.call(visit.start, { registrationId: id, acceptBusy: true })
  const [treatment] = await app.sql<{ id: string }>('select id from treatment where registration_id = $1', [id])
  const made = await doctorClient.call(record.create, { treatmentId: treatment?.id ?? '', requestId: uuidv7() })
  await doctorClient.call(visit.finish, { registrationId: id, nextPlan: '' })
  return { registrationId: id, treatmentId: treatment?.id ?? '', recordId: made.id }
}
/** A bill of the desk, paid in cash but for what is left owing. */
async function billed(patientId: string, paid: string, registrationId?: string) {
  const bill = await desk.call(billing.open, {
    patientId,
    ...(registrationId ? { registrationId } : {}),
    items: [{ tariffId: fixture.tariffs.a.check, price: '1000.00', qty: 1, teeth: '' }],
    submit: true,
    requestId: uuidv7(),
  })
  await desk.call(billing.charge, {
    id: bill.id,
    version: bill.version,
    payments: paid === '0.00' ? [] : [{ payMethodId: fixture.payMethods.a.cash as string, amount: paid }],
    leaveArrears: paid !== '1000.00',
    arrearsReason: paid === '1000.00' ? '' : '下次一起付',
    requestId: uuidv7(),
  })
  return bill
}
/** A member card that was sold to somebody and recharged. */
async function carded(patientId: string, amount: string): Promise<string> {
  const type = await admin.call(memberCard.saveType, {
    name: `储值${amount}`,
    kind: 1,
    salePrice: '0.00',
    validType: 1,
    useOrder: 3,
    requestId: uuidv7(),
  } as never)
  const { id } = await admin.call(memberCard.openCard, {
    patientId,
    typeId: type.id,
    amount: amount as never,
    ways: [{ payMethodId: fixture.payMethods.a.cash as string, amount: amount as never }],
    requestId: uuidv7(),
  })
  return id
}
async function booked(patientId: string, startTime: string, doctorId = d2) {
  const made = await desk.call(appointment.create, {
    patientId,
    doctorId,
    startTime,
    itemIds: [fixture.items.a.cleaning],
    acceptWarnings: true,
    requestId: uuidv7(),
  })
  return made.id as string
}
const holders = async (table: string, ids: string[]) =>
  (await app.sql<{ patient_id: string }>(`select patient_id from ${table} where id = any($1::uuid[])`, [ids])).map(
    (row) => row.patient_id,
  )

/** A row as it is, but for its version and when the gate last touched it. */
const asItIs = async (table: string, id: string) => {
  const [row] = await app.sql<{ row: Record<string, unknown> }>(
    `select to_jsonb(t) - 'version' - 'updated_at' as row from ${table} t where id = $1`,
    [id],
  )
  return row?.row
}

describe('S23: two files of one person', () => {
  it('are merged with everything they have, and taken apart again as they were', async () => {
    // P1 is kept: no phone, allergic to penicillin, owes 300. (Pictures have tests of their own.)
    const p1 = await file({ name: '罗文静', ...noMobile, allergyFlag: 1, allergyHistory: '青霉素' })
    const owed = await billed(p1.id, '700.00')
    expect(await stat(p1.id)).toMatchObject({ arrears: '300.00', consumed: '700.00' })
    // P2: a phone, denies allergies, three records, one appointment to come.
    const p2 = await file({ name: '罗文静', mobile: '13800000000', allergyFlag: 0 })
    const visits = [await visited(p2.id), await visited(p2.id), await visited(p2.id)]
    const coming = await booked(p2.id, '2026-11-23 10:00:00')
    const own = await visited(p1.id)
    const cards = [await carded(p1.id, '1000.00'), await carded(p2.id, '500.00')]
    const before = {
      p1: await asItIs('patient', p1.id),
      p2: await asItIs('patient', p2.id),
      records: await Promise.all(visits.map(({ recordId }) => asItIs('medical_record', recordId))),
      appointment: await asItIs('appointment', coming),
      stats: [await stat(p1.id), await stat(p2.id)],
    }

    const seen = await preview(p1.id, p2.id)
    expect(seen.obstacles).toEqual([])
    expect(seen.counts).toEqual(
      expect.arrayContaining([
        { kind: '预约', keep: 0, remove: 1 },
        { kind: '挂号', keep: 1, remove: 3 },
        { kind: '病历', keep: 1, remove: 3 },
        { kind: '账单', keep: 1, remove: 0 },
        { kind: '会员卡', keep: 1, remove: 1 },
      ]),
    )
    expect(seen.keep.arrearsAmount).toBe('300.00')
    expect(seen.fields.find(({ field }) => field === 'mobile')).toMatchObject({ how: 'filled', result: '13800000000' })
    expect(seen.fields.find(({ field }) => field === 'allergy')).toMatchObject({ how: 'same', result: '青霉素' })

    pass(1)
    const done = await merged(p1.id, p2.id)
    expect(done.moved).toEqual(
      expect.arrayContaining([
        { kind: '预约', count: 1 },
        { kind: '病历', count: 3 },
      ]),
    )
    // The phone comes from P2, the allergy stays, the records are those of both, the appointment is P1's.
    expect(await full(p1.id)).toMatchObject({ mobile: '13800000000', allergyFlag: 1, allergyHistory: '青霉素' })
    const records = await app.sql<{ id: string }>('select id from medical_record where patient_id = $1', [p1.id])
    expect(records).toHaveLength(4)
    expect(await holders('appointment', [coming])).toEqual([p1.id])
    // Both cards stand side by side; what they hold is never added up.
    const held = async (patientId: string) =>
      (await admin.call(memberCard.basicInformation, { patientId })).cards.map((card) => [
        card.id,
        card.principalAmount,
      ])
    expect(await held(p1.id)).toEqual([
      [cards[0], '1000.00'],
      [cards[1], '500.00'],
    ])
    expect(await stat(p1.id)).toMatchObject({ visit_count: 4, arrears: '300.00', consumed: '700.00' })
    expect(await stat(p2.id)).toMatchObject({ visit_count: 0, arrears: '0.00', consumed: '0.00', last: null })

    // P2 is still found by its number, as P1; opened, it says where it went.
    for (const keyword of [p2.medicalNumber, '13800000000']) {
      const found = await desk.call(patient.search, { keyword })
      expect(found.map(({ id }) => id)).toEqual([p1.id])
    }
    const [byNumber] = await desk.call(patient.search, { keyword: p2.medicalNumber })
    expect(byNumber?.mergedFrom).toEqual({ id: p2.id, name: '罗文静', medicalNumber: p2.medicalNumber })
    const list = await desk.call(patient.list, { keyword: p2.medicalNumber })
    expect(list.list.map(({ id }) => id)).toEqual([p1.id])
    expect(await desk.call(patient.information, { id: p2.id })).toMatchObject({ status: 2, mergedIntoId: p1.id })

    // After the merge: one bill of its own, and one of a visit that goes back.
    pass(10)
    const newer = await billed(p1.id, '1000.00')
    const ofVisit = await billed(p1.id, '400.00', visits[0]?.registrationId)
    const plan = await admin.call(merge.detail, { id: done.id })
    expect(plan.stays).toMatchObject([{ kind: '账单', number: newer.billNo }])
    expect(plan.staysTotal).toBe(1)

    pass(10)
    const back = await undo(done.id)
    expect([await held(p1.id), await held(p2.id)]).toEqual([[[cards[0], '1000.00']], [[cards[1], '500.00']]])
    expect(back.stays).toMatchObject([{ kind: '账单', number: newer.billNo }])
    expect(back.changed).toEqual([])
    expect(await asItIs('patient', p1.id)).toEqual(before.p1)
    expect(await asItIs('patient', p2.id)).toEqual(before.p2)
    expect(await Promise.all(visits.map(({ recordId }) => asItIs('medical_record', recordId)))).toEqual(before.records)
    expect(await asItIs('appointment', coming)).toEqual(before.appointment)
    expect(await holders('bill', [owed.id, newer.id, ofVisit.id])).toEqual(
      expect.arrayContaining([p1.id, p1.id, p2.id]),
    )
    expect(await holders('medical_record', [own.recordId])).toEqual([p1.id])
    expect(await stat(p1.id)).toMatchObject({ visit_count: 1, arrears: '300.00', consumed: '1700.00' })
    expect(await stat(p2.id)).toMatchObject({ visit_count: 3, arrears: '600.00', consumed: '400.00' })

    // Both are in the log, for both files.
    const log = await app.sql<{ action: string; patient_id: string; reason: string; actor_name: string }>(
      `select action, patient_id, reason, actor_name from audit where action in ('merge', 'merge-undo') and entity = 'patient'
       and entity_id = any($1::uuid[]) order by created_at, patient_id`,
      [[p1.id, p2.id]],
    )
    expect(log).toHaveLength(4)
    for (const id of [p1.id, p2.id])
      expect(log.filter((row) => row.patient_id === id).map((row) => [row.action, row.reason])).toEqual([
        ['merge', '同一人重复建档'],
        ['merge-undo', '并错了人'],
      ])
    expect((await admin.call(merge.history, {})).list[0]).toMatchObject({
      id: done.id,
      status: 2,
      undoneReason: '并错了人',
      undoUntil: null,
    })
    expect((await admin.call(merge.detail, { id: done.id })).stays).toMatchObject([{ number: newer.billNo }])
  })

  it('whoever refused messages in either file is not written to, and gets it back as it was', async () => {
    const [keep, remove] = [await file(), await file()]
    await app.sql('update patient set marketing_opt_out = true where id = $1', [remove.id])
    expect((await preview(keep.id, remove.id)).fields.find(({ field }) => field === 'optOut')).toMatchObject({
      how: 'filled',
      keep: null,
      remove: '不接收营销短信',
      result: '不接收营销短信',
    })
    const optOuts = async () =>
      (await app.sql<{ m: boolean }>('select marketing_opt_out as m from patient where id = $1', [keep.id]))[0]?.m
    const { id } = await merged(keep.id, remove.id)
    expect(await optOuts()).toBe(true)
    await undo(id)
    expect(await optOuts()).toBe(false)
  })

  it('whoever has the merged file still open is told so in words', async () => {
    const [keep, remove] = [await file(), await file()]
    const coming = await booked(remove.id, '2026-11-24 15:00:00')
    const [before] = await app.sql<{ version: number }>('select version from appointment where id = $1', [coming])
    const bill = await desk.call(billing.open, {
      patientId: remove.id,
      items: [{ tariffId: fixture.tariffs.a.check, price: '1000.00', qty: 1, teeth: '' }],
      submit: true,
      requestId: uuidv7(),
    })
    await merged(keep.id, remove.id)
    // What was open and has moved: an old version, and why.
    const late = await desk.refused(appointment.remove, { id: coming, version: before?.version ?? 0 })
    expect(late).toMatchObject({ code: 409, message: '患者档案刚被合并，资料已转到保留的档案，请刷新后再操作' })
    const paying = await desk.refused(billing.charge, {
      id: bill.id,
      version: bill.version,
      payments: [{ payMethodId: fixture.payMethods.a.cash as string, amount: '1000.00' }],
      requestId: uuidv7(),
    })
    expect(paying.message).toBe('患者档案刚被合并，资料已转到保留的档案，请刷新后再操作')
    // Something new on the file that is no more.
    const news = [
      desk.refused(appointment.create, {
        patientId: remove.id,
        doctorId: d2,
        startTime: '2026-11-25 15:00:00',
        itemIds: [fixture.items.a.cleaning],
        requestId: uuidv7(),
      }),
      desk.refused(visit.register, { patientId: remove.id, doctorId: d1, requestId: uuidv7() }),
      desk.refused(billing.open, {
        patientId: remove.id,
        items: [{ tariffId: fixture.tariffs.a.check, price: '1000.00', qty: 1, teeth: '' }],
        submit: true,
        requestId: uuidv7(),
      }),
    ]
    for (const each of await Promise.all(news)) expect(each.message).toMatch(/合并/)
  })

  it('a file that was ever merged is not deleted', async () => {
    const [keep, remove] = [await file(), await file()]
    const { id } = await merged(keep.id, remove.id)
    const refusal = await director.refused(patient.remove, { patientIds: [keep.id], requestId: uuidv7() })
    expect(refusal).toMatchObject({ code: 22015 })
    expect(refusal.message).toContain('有合并记录')
    await undo(id)
    for (const each of [keep.id, remove.id])
      expect(await director.refused(patient.remove, { patientIds: [each], requestId: uuidv7() })).toMatchObject({
        code: 22015,
      })
  })

  it('are not merged while one of them waits or sits in the chair', async () => {
    const [keep, remove] = [await file(), await file()]
    const { id } = await desk.call(visit.register, { patientId: remove.id, doctorId: d1, requestId: uuidv7() })
    expect((await preview(keep.id, remove.id)).obstacles[0]).toMatch(/正在a1候诊/)
    for (const [one, other] of [
      [keep.id, remove.id],
      [remove.id, keep.id],
    ] as const) {
      const refused = await admin.refused(merge.merge, await mergeInput(one, other))
      expect(refused.message).toMatch(/正在a1候诊，离开后才能合并/)
    }
    await doctor.call(visit.callIn, { id })
    await doctor.call(visit.start, { registrationId: id, acceptBusy: true })
    expect((await admin.refused(merge.merge, await mergeInput(keep.id, remove.id))).message).toMatch(/就诊/)
    await doctor.call(visit.finish, { registrationId: id, nextPlan: '' })
    await merged(keep.id, remove.id)
    expect(await holders('registration', [id])).toEqual([keep.id])
  })

  it('are not merged while a bill is being paid', async () => {
    const [keep, remove] = [await file(), await file()]
    const bill = await desk.call(billing.open, {
      patientId: remove.id,
      items: [{ tariffId: fixture.tariffs.a.check, price: '1000.00', qty: 1, teeth: '' }],
      submit: true,
      requestId: uuidv7(),
    })
    await app.sql('update bill set status = 6 where id = $1', [bill.id])
    expect((await admin.refused(merge.merge, await mergeInput(keep.id, remove.id))).message).toMatch(/正在支付/)
    await app.sql('update bill set status = 1 where id = $1', [bill.id])
    await merged(keep.id, remove.id)
  })

  it('are two people when their document numbers differ', async () => {
    const keep = await file({ idType: 2, idNo: 'E1234567' })
    const remove = await file({ idType: 2, idNo: 'E7654321' })
    expect((await preview(keep.id, remove.id)).obstacles).toEqual(['双方证件号不同，不能合并'])
    const refused = await admin.refused(merge.merge, await mergeInput(keep.id, remove.id))
    expect([refused.code, refused.message]).toEqual([39004, '双方证件号不同，不能合并'])
  })
})

describe('what may be merged', () => {
  it('is two different files in use, seen by somebody who may', async () => {
    const [keep, remove] = [await file(), await file()]
    const input = await mergeInput(keep.id, remove.id)
    expect((await admin.refused(merge.merge, { ...input, removeId: keep.id })).message).toBe('请选择两份不同的档案')
    expect((await admin.refused(merge.merge, { ...input, removeId: uuidv7() })).http).toBe(404)
    expect(
      (await admin.refused(merge.preview, { keepId: keep.id, removeId: fixture.patients.b[0] as string })).http,
    ).toBe(404)
    for (const client of [desk, doctor, await app.as('nurse'), await app.as('finance')]) {
      expect((await client.refused(merge.merge, { ...input, requestId: uuidv7() })).http).toBe(403)
      expect((await client.refused(merge.duplicates, {})).http).toBe(403)
    }
    await app.sql(`update patient set status = 1 where id = $1`, [remove.id])
    expect((await preview(keep.id, remove.id)).obstacles[0]).toMatch(/已归档，请先取消归档/)
    expect((await admin.refused(merge.merge, input)).message).toBe('已归档的档案请先取消归档再合并')
    await app.sql(`update patient set status = 3 where id = $1`, [remove.id])
    expect((await admin.refused(merge.merge, { ...input, requestId: uuidv7() })).http).toBe(404)
    await app.sql(`update patient set status = 0 where id = $1`, [remove.id])
    await director.call(merge.merge, { ...input, requestId: uuidv7() })
    expect((await admin.refused(merge.merge, { ...input, requestId: uuidv7() })).message).toBe('档案已被合并')
    expect((await admin.refused(merge.preview, { keepId: remove.id, removeId: keep.id })).message).toBe('档案已被合并')
  })

  it('says beside each field what has to be chosen, and writes nothing until all is', async () => {
    const keep = await file({ name: '沈一', occupation: '教师', remark: '怕疼' })
    const remove = await file({ name: '沈壹', occupation: '医生', remark: '下午来' })
    const input = await mergeInput(keep.id, remove.id, { fieldChoices: { mobile: 'remove' } })
    const refused = await admin.refused(merge.merge, input)
    expect(refused.data.fields?.map(({ field }) => field)).toEqual(['fieldChoices.name', 'fieldChoices.occupation'])
    expect(refused.message).toBe('两份档案的姓名不同，请选择')
    expect((await full(remove.id)).status).toBe(0)
    const bad = await admin.refused(merge.merge, {
      ...input,
      fieldChoices: { name: 'manual', occupation: 'keep', mobile: 'manual' },
      manual: { name: '沈依', mobile: '123' },
      requestId: uuidv7(),
    })
    expect(bad.data.fields).toEqual([{ field: 'manual.mobile', message: '手机号应为11位手机号' }])
    const { mobile: keeps } = await full(keep.id)
    const { mobile: removes } = await full(remove.id)
    await admin.call(merge.merge, {
      ...input,
      fieldChoices: { name: 'manual', occupation: 'remove', mobile: 'remove' },
      manual: { name: '沈依' },
      requestId: uuidv7(),
    })
    expect(await full(keep.id)).toMatchObject({
      name: '沈依',
      occupation: '医生',
      mobile: removes,
      mobile2: keeps,
      remark: '怕疼；下午来',
    })
    // The new name is found, and so is the old one of the merged file.
    expect((await desk.call(patient.search, { keyword: '沈依' })).map(({ id }) => id)).toEqual([keep.id])
    expect((await desk.call(patient.search, { keyword: '沈壹' })).map(({ id }) => id)).toEqual([keep.id])
  })

  it('takes a document number over, and gives it back', async () => {
    const keep = await file({ gender: 2, birthDay: null })
    const remove = await file({ gender: 1, birthDay: null, idType: 1, idNo: '330106199203140021' })
    const { id } = await merged(keep.id, remove.id)
    expect(await full(keep.id)).toMatchObject({ idNo: '330106199203140021', birthDay: '1992-03-14', gender: 1 })
    await undo(id)
    expect(await full(keep.id)).toMatchObject({ idNo: null, birthDay: null, gender: 2 })
    expect(await full(remove.id)).toMatchObject({ idNo: '330106199203140021' })
  })

  it('refuses a birthday that does not fit the number which comes with the other file', async () => {
    const keep = await file({ birthDay: '1985-05-05' })
    const remove = await file({ birthDay: null, idType: 1, idNo: '330106199203140080' })
    const refused = await admin.refused(
      merge.merge,
      await mergeInput(keep.id, remove.id, { fieldChoices: { birthDay: 'keep', name: 'keep', mobile: 'keep' } }),
    )
    expect(refused.data.fields).toEqual([
      { field: 'fieldChoices.birthDay', message: '出生日期：与身份证号不一致，身份证号为 1992-03-14' },
    ])
  })

  it('tells of days on which both have an appointment, and deletes none', async () => {
    const [keep, remove] = [await file(), await file()]
    const ids = [await booked(keep.id, '2026-11-24 09:00:00'), await booked(remove.id, '2026-11-24 11:00:00')]
    await booked(remove.id, '2026-11-25 11:00:00')
    const { doubles } = await preview(keep.id, remove.id)
    expect(doubles).toHaveLength(1)
    expect(doubles[0]).toMatch(/^2026-11-24 两份档案都有预约：09:00 .*；11:00 /)
    await merged(keep.id, remove.id)
    expect(await holders('appointment', ids)).toEqual([keep.id, keep.id])
  })

  it('covers numbers for whoever may not see them, and every look is in the log', async () => {
    const keep = await file({ ...noMobile })
    const remove = await file({ mobile: '13712340000', idType: 2, idNo: 'E99887766' })
    await app.sql(
      `delete from post_resource where tenant_id = $1 and post_id = $2 and resource in ('/field:phone', '/field:idNumber', '/field:amounts')`,
      [tenantId, fixture.posts.a.director],
    )
    const seen = await preview(keep.id, remove.id, director)
    expect(JSON.stringify(seen)).not.toMatch(/13712340000|E99887766/)
    expect(seen.fields.find(({ field }) => field === 'mobile')?.remove).toBe('137****0000')
    expect([seen.keep.arrearsAmount, seen.remove.consumeTotal]).toEqual([null, null])
    const looks = await app.sql<{ patient_id: string }>(
      `select patient_id from audit where action = 'view' and reason = '合并预览' and patient_id = any($1::uuid[])`,
      [[keep.id, remove.id]],
    )
    expect(looks).toHaveLength(2)
    for (const resource of ['/field:phone', '/field:idNumber', '/field:amounts'])
      await app.sql('insert into post_resource (tenant_id, post_id, resource, data_scope) values ($1, $2, $3, 3)', [
        tenantId,
        fixture.posts.a.director,
        resource,
      ])
  })

  it('is done once however often it is sent', async () => {
    const [keep, remove] = [await file(), await file()]
    const input = await mergeInput(keep.id, remove.id)
    const answers = await Promise.all([1, 2, 3].map(() => admin.call(merge.merge, input)))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  })
})

describe('taking it back', () => {
  it('leaves a field that was changed since, and says what it would have been', async () => {
    const keep = await file({ ...noMobile })
    const remove = await file({ mobile: '13611112222' })
    const { id } = await merged(keep.id, remove.id)
    const now = await full(keep.id)
    await desk.call(patient.update, {
      id: keep.id,
      version: now.version,
      name: now.name,
      gender: now.gender as 0,
      birthDay: now.birthDay,
      mobile: '13611113333',
      sourceId: fixture.sources.a,
      acceptDuplicates: true,
      requestId: uuidv7(),
    })
    const { changed } = await undo(id)
    expect(changed.filter(({ field }) => field === 'mobile')).toEqual([
      { field: 'mobile', label: '手机号', now: '136****3333', was: '未填' },
    ])
    expect((await full(keep.id)).mobile).toBe('13611113333')
    expect((await full(remove.id)).mobile).toBe('13611112222')
  })

  it('works for 30 days, once, and in the reverse order', async () => {
    const [a, b, c] = [await file(), await file(), await file()]
    const treated = await visited(a.id)
    const first = await merged(b.id, a.id)
    const second = await merged(c.id, b.id)
    // What pointed at b points at c now.
    expect(await desk.call(patient.information, { id: a.id })).toMatchObject({ mergedIntoId: c.id })
    expect(await holders('medical_record', [treated.recordId])).toEqual([c.id])
    const { version } = await admin.call(merge.detail, { id: first.id })
    const early = { id: first.id, version, reason: '错了', requestId: uuidv7() }
    expect((await admin.refused(merge.undo, early)).message).toBe('保留方档案已被合并或删除，不能撤销')
    await undo(second.id)
    expect(await desk.call(patient.information, { id: a.id })).toMatchObject({ mergedIntoId: b.id })
    expect(await holders('medical_record', [treated.recordId])).toEqual([b.id])
    const late = app.clock.now()
    app.clock.set(new Date(late.getTime() + 30 * 86_400_000 + 60_000))
    await app.sql('update session set expires_at = $1, last_seen_at = $2', [
      new Date(late.getTime() + 90 * 86_400_000),
      app.clock.now(),
    ])
    expect((await admin.refused(merge.undo, { ...early, requestId: uuidv7() })).message).toBe(
      '合并已超过30天，不能撤销',
    )
    app.clock.set(late)
    await undo(first.id)
    expect(await holders('medical_record', [treated.recordId])).toEqual([a.id])
    expect((await admin.refused(merge.undo, { ...early, requestId: uuidv7() })).message).toBe('这次合并已经撤销')
  })

  it('brings a visit that grew since back as one', async () => {
    const [keep, remove] = [await file(), await file()]
    const id = await booked(remove.id, '2026-11-20 15:00:00', d1)
    const done = await merged(keep.id, remove.id)
    const came = await desk.call(visit.checkIn, { appointmentId: id, requestId: uuidv7() })
    const { version } = await admin.call(merge.detail, { id: done.id })
    const refused = await admin.refused(merge.undo, { id: done.id, version, reason: '错了', requestId: uuidv7() })
    expect(refused.message).toMatch(/候诊/)
    await doctor.call(visit.callIn, { id: came.id })
    await doctor.call(visit.start, { registrationId: came.id, acceptBusy: true })
    await doctor.call(visit.finish, { registrationId: came.id, nextPlan: '' })
    await billed(keep.id, '1000.00', came.id)
    const { staysTotal } = await undo(done.id)
    expect(staysTotal).toBe(0)
    expect(await holders('registration', [came.id])).toEqual([remove.id])
    expect(await stat(remove.id)).toMatchObject({ visit_count: 1, consumed: '1000.00' })
    expect(await stat(keep.id)).toMatchObject({ visit_count: 0, consumed: '0.00' })
  })
})

/** What came of calls that were made at once: the successes, and the words of the refusals. */
async function race(calls: Promise<unknown>[]): Promise<{ won: number; words: string[] }> {
  const ends = await Promise.allSettled(calls)
  const words = ends.flatMap((end) => {
    if (end.status === 'fulfilled') return []
    if (!(end.reason instanceof Refused)) throw end.reason
    expect(end.reason.http).toBeLessThan(500)
    return [end.reason.message]
  })
  return { won: ends.length - words.length, words }
}

describe('at the same moment', () => {
  it('one of many merges of a pair wins, in whichever direction', async () => {
    const [a, b] = [await file(), await file()]
    await visited(a.id)
    await visited(b.id)
    const inputs = await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 ? mergeInput(a.id, b.id) : mergeInput(b.id, a.id))),
    )
    const { won, words } = await race(inputs.map((input) => admin.call(merge.merge, input)))
    expect(won).toBe(1)
    expect(new Set(words)).toEqual(new Set(['档案已被合并']))
  })

  it('of merges that share a file, those go through that still find both as they were seen', async () => {
    const files = await Promise.all(Array.from({ length: 5 }, () => file()))
    const inputs = await Promise.all(
      files.map((each, n) => mergeInput(each.id, (files[(n + 1) % files.length] as { id: string }).id)),
    )
    const { won, words } = await race(inputs.map((input) => admin.call(merge.merge, input)))
    expect(won).toBeGreaterThanOrEqual(1)
    expect(won).toBeLessThan(5)
    for (const each of words) expect(each).toMatch(/档案已被合并|档案刚被他人修改/)
  })

  it('a booking, a registration, a bill and a payment go to whoever the patient is by then', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [keep, remove] = [await file(), await file()]
      const waiting = await desk.call(billing.open, {
        patientId: remove.id,
        items: [{ tariffId: fixture.tariffs.a.check, price: '1000.00', qty: 1, teeth: '' }],
        submit: true,
        requestId: uuidv7(),
      })
      const input = await mergeInput(keep.id, remove.id)
      const at = `2026-11-26 ${String(9 + round).padStart(2, '0')}:00:00`
      const { won } = await race([
        admin.call(merge.merge, input),
        booked(remove.id, round === 3 ? '2026-11-27 09:00:00' : at),
        desk.call(visit.register, { patientId: remove.id, doctorId: d2, requestId: uuidv7() }),
        desk.call(billing.open, {
          patientId: remove.id,
          items: [{ tariffId: fixture.tariffs.a.check, price: '1000.00', qty: 1, teeth: '' }],
          submit: true,
          requestId: uuidv7(),
        }),
        desk.call(billing.charge, {
          id: waiting.id,
          version: waiting.version,
          payments: [{ payMethodId: fixture.payMethods.a.cash as string, amount: '1000.00' }],
          requestId: uuidv7(),
        }),
      ])
      expect(won).toBeGreaterThanOrEqual(1)
      expect(await brokenInvariants(app.owner)).toEqual([])
    }
  })

  it('one of several undoings wins, and a merge of the kept file beside it waits its turn', async () => {
    const [keep, remove, third] = [await file(), await file(), await file()]
    const { id } = await merged(keep.id, remove.id)
    const { version } = await admin.call(merge.detail, { id })
    const further = await mergeInput(third.id, keep.id)
    const { won, words } = await race([
      ...[1, 2, 3].map(() => admin.call(merge.undo, { id, version, reason: '错了', requestId: uuidv7() })),
      admin.call(merge.merge, further),
    ])
    expect(won).toBe(1)
    for (const each of words) expect(each).toMatch(/已经撤销|不能撤销|已被他人修改|档案刚被他人修改/)
  })
})

describe('files that may be one person', () => {
  const pairs = async (level: 'strong' | 'medium' | 'weak' | 'distinct') => {
    const page = await admin.call(merge.duplicates, { level, pageSize: 200 })
    expect(page.total).toBe(page.counts[level])
    return page.list
  }
  const has = (list: Awaited<ReturnType<typeof pairs>>, one: string, other: string) =>
    list.find(({ a, b }) => [a.id, b.id].includes(one) && [a.id, b.id].includes(other))

  it('are found by document, by name and phone or birthday, and by phone alone', async () => {
    const base = { name: '苗青', birthDay: '2001-02-03', mobile: '13755550001' } as const
    const first = await file(base)
    const sameAll = await file({ ...base, birthDay: '2001-02-04' })
    const sameBirth = await file({ ...base, mobile: '13755550002' })
    const mother = await file({ name: '苗母', mobile: '13755550001', birthDay: '1970-01-01' })
    const passport = await file({ idType: 2, idNo: 'EA0000001' })
    const permit = await file({ idType: 3, idNo: 'EA0000001' })
    const medium = await pairs('medium')
    expect(has(medium, first.id, sameAll.id)?.reason).toBe('姓名和手机号相同')
    expect(has(medium, first.id, sameBirth.id)?.reason).toBe('姓名和生日相同')
    expect(has(await pairs('weak'), first.id, mother.id)?.reason).toBe('手机号相同')
    expect(has(medium, first.id, mother.id)).toBeUndefined()
    expect(has(await pairs('strong'), passport.id, permit.id)?.reason).toBe('证件号相同')
    // Each pair once, at its closest.
    expect(has(await pairs('weak'), first.id, sameAll.id)).toBeUndefined()
    // Merged, it is none any more.
    await merged(first.id, sameAll.id)
    expect(has(await pairs('medium'), first.id, sameAll.id)).toBeUndefined()
  })

  it('are put aside as two people, and taken back', async () => {
    const a = await file({ name: '双生', mobile: '13755559999', birthDay: '2010-10-10' })
    const b = await file({ name: '双生', mobile: '13755559999', birthDay: '2010-10-10' })
    expect(has(await pairs('medium'), a.id, b.id)).toBeDefined()
    await admin.call(merge.distinct, { aId: b.id, bId: a.id })
    await admin.call(merge.distinct, { aId: a.id, bId: b.id })
    expect(has(await pairs('medium'), a.id, b.id)).toBeUndefined()
    expect(has(await pairs('distinct'), a.id, b.id)?.distinct?.name).toBe('机构管理员a1')
    await admin.call(merge.distinct, { aId: a.id, bId: b.id, distinct: false })
    expect(has(await pairs('medium'), a.id, b.id)).toBeDefined()
    expect((await admin.refused(merge.distinct, { aId: a.id, bId: a.id })).message).toBe('请选择两份不同的档案')
    expect((await desk.refused(merge.distinct, { aId: a.id, bId: b.id })).http).toBe(403)
  })

  it('are not offered for a number that half an office has', async () => {
    const office = await Promise.all(Array.from({ length: 7 }, () => file({ mobile: '13766660000', birthDay: null })))
    expect((await pairs('weak')).filter(({ a }) => office.some(({ id }) => id === a.id))).toEqual([])
  })

  it('nothing of another company is among them', async () => {
    expect(JSON.stringify(await admin.call(merge.duplicates, { level: 'weak', pageSize: 200 }))).not.toContain(MARKER_B)
    const other = await app.as('admin', 'b1')
    expect((await other.call(merge.history, {})).total).toBe(0)
    const [mine] = (await admin.call(merge.history, {})).list
    expect((await other.refused(merge.detail, { id: mine?.id ?? '' })).http).toBe(404)
  })

  it('are read out of the indexes among many', { timeout: 60_000 }, async () => {
    await app.sql(
      `insert into patient (tenant_id, id, home_clinic_id, medical_number, name, search, gender, birth_day, mobile, source_id, created_at, updated_at)
       select $1, ('0198aaaa-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $2, 'M' || n, '患者' || n, $4 || n, 1,
         date '1960-01-01' + (n % 20000), '13' || lpad((n % 29000)::text, 9, '0'), $3, now(), now() from generate_series(1, 30000) n`,
      [tenantId, fixture.clinics.a1, fixture.sources.a, searchText({ name: '患者' })],
    )
    await app.sql(
      `insert into patient_stat (tenant_id, patient_id) select tenant_id, id from patient where medical_number like 'M%'`,
    )
    await app.sql('select app.recount_patients()')
    await app.sql(
      `insert into audit (tenant_id, id, created_at, actor_name, action, entity, entity_id, entity_version)
       select tenant_id, gen_random_uuid(), now(), '', 'create', 'patient', id, 1 from patient where medical_number like 'M%'`,
    )
    await app.sql('vacuum analyze patient')
    const plan = await app.application.services.database.withTenant(tenantId, 'all', async (tx) =>
      (await tx.rows<{ 'QUERY PLAN': string }>(sql`explain with ${pairsQuery(tx)} select count(*) from pairs`)).map(
        (row) => row['QUERY PLAN'],
      ),
    )
    expect(plan.join('\n')).not.toMatch(/Seq Scan on patient\b/)
    for (const index of ['paper', 'mobile', 'birth'])
      expect(plan.join('\n')).toContain(`Only Scan using patient_twin_${index}_idx`)
    const began = performance.now()
    const page = await admin.call(merge.duplicates, { level: 'weak' })
    process.stdout.write(`duplicates among 30,000: ${(performance.now() - began).toFixed(0)} ms\n`)
    expect(page.counts.weak).toBeGreaterThanOrEqual(1000)
    expect(page.list).toHaveLength(20)
  })
})
