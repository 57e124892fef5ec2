import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { fileRecords } from './archive.ts'

const app = await testApp({ at: '2026-11-20 10:00:00' })
const calls = contract.record
const A = fixture.tenants.a
const [d1] = fixture.doctors.a1 as [string]
const head = fixture.employees.a1.director as string
let [doctor, other, director, nurse] = [] as unknown as [Client, Client, Client, Client]
let serial = 0

beforeAll(async () => {
  ;[doctor, other, director, nurse] = await Promise.all([
    app.asDoctor(0),
    app.asDoctor(1),
    app.as('director'),
    app.as('nurse'),
  ])
})

const whole = {
  chiefComplaint: '左下后牙自发痛 3 天',
  presentIllness: '三天前夜间痛，未治疗。',
  pastHistory: '否认',
  allergyHistory: '否认药物过敏史',
  exams: [{ teeth: '36', content: '深龋' }],
  diagnoses: [{ teeth: '36', icdCode: 'K04.0', icdName: '牙髓炎', kind: 1 as const }],
  treatments: [{ teeth: '36', content: '开髓', tariffs: [], anesthetic: null }],
}
/** A record that its doctor has signed. */
async function signed(client = doctor, doctorId = d1): Promise<{ id: string; version: number }> {
  const [registration, treatment] = [uuidv7(), uuidv7()]
  serial += 1
  await app.sql(
    `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, status, treat_type, title, chief_complaint, created_at, updated_at)
     values ($1, $2, $3, $4, $5, '2026-11-20', $6, $7, '2026-11-20 01:00:00Z', 3, 1, '检查', '', now(), now())`,
    [A, registration, fixture.clinics.a1, `GHR${serial}`, 700 + serial, fixture.patients.a[0], doctorId],
  )
  await app.sql(
    `insert into treatment (tenant_id, id, clinic_id, registration_id, patient_id, doctor_id, status, start_time, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 1, '2026-11-20 01:00:00Z', now(), now())`,
    [A, treatment, fixture.clinics.a1, registration, fixture.patients.a[0], doctorId],
  )
  const made = await client.call(calls.create, { treatmentId: treatment, requestId: uuidv7() })
  const saved = await client.call(calls.save, { id: made.id, version: made.version, content: whole })
  return client.call(calls.sign, { id: made.id, version: saved.version })
}
const settings = (more: object) =>
  app.sql(`update clinic set settings = settings || $2::jsonb where id = $1`, [
    fixture.clinics.a1,
    JSON.stringify(more),
  ])
const get = (id: string, client = doctor) => client.call(calls.get, { id })
const file = () => app.application.services.database.withTenant(A, 'all', fileRecords)
/** Makes a signature so many days older than it is. */
const age = (id: string, days: number) =>
  app.sql(`update medical_record set sign_time = sign_time - make_interval(days => $2) where id = $1`, [id, days])
async function filed() {
  const made = await signed()
  await age(made.id, 31)
  await file()
  return { id: made.id, version: (await get(made.id)).version }
}
const told = (employeeId: string) =>
  app
    .sql<{ title: string }>(`select title from message where recipient_id = $1 order by created_at desc, id desc`, [
      employeeId,
    ])
    .then((rows) => rows.map(({ title }) => title))

describe('the superior’s signature', () => {
  it('is asked of whom the clinic says, given by another, and stands on the record', async () => {
    const free = await signed()
    expect((await get(free.id)).countersign.due).toBe(false)
    await settings({ countersigned: [d1] })
    const due = await signed()
    expect(await get(due.id)).toMatchObject({ countersign: { due: true, name: null }, can: { countersign: false } })
    expect((await get(due.id, director)).can.countersign).toBe(true)
    const list = await director.call(calls.work, { tab: 'review' })
    expect(list.list.map(({ id }) => id)).toEqual([due.id])
    await director.call(calls.countersign, { id: due.id, version: due.version, pass: true })
    expect((await get(due.id)).countersign).toMatchObject({ due: false, at: '2026-11-20 10:00:00' })
    expect((await director.call(calls.work, { tab: 'review' })).total).toBe(0)
    const [log] = await app.sql<{ action: string }>(
      `select action from audit where entity_id = $1 and action <> 'view' order by created_at desc, id desc limit 1`,
      [due.id],
    )
    expect(log?.action).toBe('countersign')
  })

  it('is sent back with a reason; amended and signed anew it is due again', async () => {
    const due = await signed()
    const call = { id: due.id, version: due.version, pass: false }
    const silent = await director.refused(calls.countersign, call)
    expect([silent.code, silent.data.fields?.[0]?.field]).toEqual([25005, 'note'])
    const back = await director.call(calls.countersign, { ...call, note: '缺邻牙检查' })
    expect((await told(d1))[0]).toBe('病历被上级退回')
    expect((await get(due.id)).countersign).toMatchObject({ due: true, sentBack: '缺邻牙检查' })
    const open = await doctor.call(calls.amend, { id: due.id, version: back.version, reason: '补邻牙' })
    const text = { ...whole, exams: [...whole.exams, { teeth: '37', content: '无异常' }] }
    const saved = await doctor.call(calls.save, { id: due.id, version: open.version, content: text })
    const again = await doctor.call(calls.sign, { id: due.id, version: saved.version })
    expect((await get(due.id)).countersign).toMatchObject({ due: true, sentBack: null, name: null })
    await director.call(calls.countersign, { id: due.id, version: again.version, pass: true })
    const open2 = await doctor.call(calls.amend, { id: due.id, version: again.version + 1, reason: '错字' })
    await doctor.call(calls.sign, { id: due.id, version: open2.version })
    // What was signed anew was seen by nobody.
    expect((await get(due.id)).countersign).toMatchObject({ due: true, name: null })
  })

  it('nobody signs for himself, without the right, or where none is due', async () => {
    await settings({ countersigned: [d1, head] })
    const due = await signed()
    expect((await other.refused(calls.countersign, { id: due.id, version: due.version, pass: true })).http).toBe(403)
    expect((await nurse.refused(calls.work, { tab: 'review' })).http).toBe(403)
    await director.call(calls.countersign, { id: due.id, version: due.version, pass: true })
    const twice = await director.refused(calls.countersign, { id: due.id, version: due.version + 1, pass: true })
    expect(twice.code).toBe(25045)
    await app.sql(
      `update medical_record set countersign_due = true, countersigned_by = null, countersigned_name = null,
      countersigned_at = null, sign_doctor_id = $2 where id = $1`,
      [due.id, head],
    )
    const own = await director.refused(calls.countersign, { id: due.id, version: due.version + 1, pass: true })
    expect(own.code).toBe(25044)
    await settings({ countersigned: [] })
  })
})

describe('filing', () => {
  it('files what was signed long enough ago, not what waits for a superior, and a second run nothing', async () => {
    await file()
    const [old, young] = [await signed(), await signed()]
    await settings({ countersigned: [d1] })
    const due = await signed()
    await settings({ countersigned: [], archiveDays: 30 })
    await age(old.id, 31)
    await age(young.id, 29)
    await age(due.id, 60)
    expect(await file()).toBe(1)
    expect(await file()).toBe(0)
    const states = await Promise.all([old, young, due].map(async ({ id }) => (await get(id)).status))
    expect(states).toEqual([3, 2, 2])
    expect((await get(old.id)).archivedAt).toBe('2026-11-20 10:00:00')
    await settings({ archiveDays: 29 })
    await age(young.id, 1)
    expect(await file()).toBe(1)
    await settings({ archiveDays: 30 })
  })

  it('Q29: what waits for a superior is not filed and says so, unless the clinic does not ask; what he has signed is', async () => {
    await file()
    await settings({ countersigned: [d1], archiveDays: 30 })
    const [due, done] = [await signed(), await signed()]
    await settings({ countersigned: [] })
    await director.call(calls.countersign, { id: done.id, version: done.version, pass: true })
    await age(due.id, 60)
    await age(done.id, 60)
    const waits = async (id: string) => (await get(id)).quality.items.some(({ rule }) => rule === 'Q29')
    expect([await waits(due.id), await waits(done.id)]).toEqual([true, false])
    expect((await get(due.id)).quality.items.find(({ rule }) => rule === 'Q29')?.points).toBe(0)
    expect(await file()).toBe(1)
    expect([(await get(due.id)).status, (await get(done.id)).status]).toEqual([2, 3])
    await settings({ qualityRules: [{ id: 'Q29', level: 0, points: 0 }] })
    expect(await waits(due.id)).toBe(false)
    await file()
    expect((await get(due.id)).status).toBe(3)
    await settings({ qualityRules: [] })
  })

  it('a filed record is amended with an approval only, once, and by whoever asked', async () => {
    const record = await filed()
    const amend = { ...record, reason: '补充' }
    expect((await doctor.refused(calls.amend, amend)).code).toBe(25043)
    expect((await get(record.id)).can).toMatchObject({ amend: false, askAmend: true })
    const ask = { id: record.id, reason: '漏写麻醉批号' }
    const asked = await doctor.call(calls.askAmend, { ...ask, requestId: uuidv7() })
    expect((await doctor.refused(calls.askAmend, { ...ask, requestId: uuidv7() })).code).toBe(25046)
    expect((await told(head))[0]).toMatch(/申请修订已归档的病历$/)
    expect((await director.call(calls.work, { tab: 'review' })).list.map(({ id }) => id)).toContain(record.id)
    const decide = { id: asked.id, version: 1, grant: true }
    expect((await other.refused(calls.decideAmend, decide)).http).toBe(403)
    await director.call(calls.decideAmend, decide)
    expect((await director.refused(calls.decideAmend, { ...decide, version: 2 })).code).toBe(25047)
    expect((await told(d1))[0]).toBe('修订申请已同意')
    expect((await get(record.id)).can).toMatchObject({ amend: true, askAmend: false })
    const open = await doctor.call(calls.amend, amend)
    const signedAgain = await doctor.call(calls.sign, { id: record.id, version: open.version })
    // Back to the files at once: the approval is used up.
    expect(signedAgain.status).toBe(3)
    const now = await get(record.id)
    expect(now.can).toMatchObject({ amend: false, askAmend: true })
    expect((await doctor.refused(calls.amend, { ...amend, version: now.version })).code).toBe(25043)
  })

  it('a filed record is deleted with an approval only, and comes back filed', async () => {
    const record = await filed()
    const remove = { ...record, reason: '写错患者' }
    expect((await doctor.refused(calls.remove, remove)).code).toBe(25043)
    expect((await get(record.id)).can.remove).toBe(false)
    const asked = await doctor.call(calls.askAmend, { id: record.id, reason: '写错患者', requestId: uuidv7() })
    expect((await doctor.refused(calls.remove, remove)).code).toBe(25043)
    await director.call(calls.decideAmend, { id: asked.id, version: 1, grant: true })
    expect((await get(record.id)).can.remove).toBe(true)
    expect((await doctor.call(calls.remove, remove)).status).toBe(9)
    const back = await doctor.call(calls.restore, { id: record.id })
    expect(back.status).toBe(3)
    expect((await doctor.refused(calls.remove, { ...remove, version: back.version })).code).toBe(25043)
  })

  it('a filed record whose doctor needs a superior goes back to the files with the superior’s signature', async () => {
    const record = await filed()
    const asked = await doctor.call(calls.askAmend, { id: record.id, reason: '改', requestId: uuidv7() })
    await director.call(calls.decideAmend, { id: asked.id, version: 1, grant: true })
    const open = await doctor.call(calls.amend, { ...record, reason: '改' })
    await settings({ countersigned: [d1] })
    const due = await doctor.call(calls.sign, { id: record.id, version: open.version })
    await settings({ countersigned: [] })
    expect(due.status).toBe(2)
    const done = await director.call(calls.countersign, { id: record.id, version: due.version, pass: true })
    expect(done.status).toBe(3)
  })

  it('a refusal says why, and may be asked again; nobody grants his own', async () => {
    const record = await filed()
    const asked = await doctor.call(calls.askAmend, { id: record.id, reason: '改错字', requestId: uuidv7() })
    const refuse = { id: asked.id, version: 1, grant: false }
    expect((await director.refused(calls.decideAmend, refuse)).data.fields?.[0]?.field).toBe('note')
    await director.call(calls.decideAmend, { ...refuse, note: '不影响诊疗' })
    expect((await get(record.id)).amendRequest).toMatchObject({ status: 2, note: '不影响诊疗' })
    const second = await doctor.call(calls.askAmend, { id: record.id, reason: '改牙位', requestId: uuidv7() })
    await app.sql(`update record_amend_request set asked_by = $2 where id = $1`, [second.id, head])
    expect((await director.refused(calls.decideAmend, { id: second.id, version: 1, grant: true })).code).toBe(25044)
  })

  it('others’ records, open ones and other clinics’ requests are refused', async () => {
    const open = await signed()
    const early = await doctor.refused(calls.askAmend, { id: open.id, reason: '改', requestId: uuidv7() })
    expect(early.code).toBe(40020)
    const record = await filed()
    expect((await other.refused(calls.askAmend, { id: record.id, reason: '改', requestId: uuidv7() })).code).toBe(25004)
    const asked = await doctor.call(calls.askAmend, { id: record.id, reason: '改', requestId: uuidv7() })
    const elsewhere = await app.as('director', 'a2')
    expect((await elsewhere.refused(calls.decideAmend, { id: asked.id, version: 1, grant: true })).http).toBe(404)
  })
})

describe('own letters of the call-out line', () => {
  const keys = [{ condition: 'crack' as const, code: 'K' }]
  it('are each person’s own, changed and given back', async () => {
    expect(await doctor.call(calls.saveCalloutKeys, { keys })).toEqual({ keys: { crack: 'k' } })
    expect(await doctor.call(calls.calloutKeys, {})).toEqual({ keys: { crack: 'k' } })
    expect(await other.call(calls.calloutKeys, {})).toEqual({ keys: {} })
    expect(await doctor.call(calls.saveCalloutKeys, { keys: [] })).toEqual({ keys: {} })
  })
  it('letters twice, of a surface or too long are refused beside their field', async () => {
    const wrong = async (more: typeof keys) => (await doctor.refused(calls.saveCalloutKeys, { keys: more })).data.fields
    expect(await wrong([...keys, { condition: 'caries' as never, code: 'k' }])).toEqual([
      { field: 'keys.1.code', message: '「k」用了两次' },
    ])
    expect((await wrong([{ condition: 'crack', code: 'mo' }]))?.[0]?.field).toBe('keys.0.code')
    expect((await wrong([{ condition: 'crack', code: 'abc' }]))?.[0]?.message).toBe('用 1 或 2 个小写字母')
  })
})
