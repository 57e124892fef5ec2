import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { perioVisits, typed } from '../../../test/perio-visits.ts'

const { perio: calls, record } = contract
const app = await testApp({ at: '2026-11-20 10:00:00' })
const day = '2026-11-20'
let doctor: Client
let other: Client
let away: Client
let director: Client
let nurse: Client

beforeAll(async () => {
  ;[doctor, other, away, director, nurse] = await Promise.all([
    app.asDoctor(0),
    app.asDoctor(1),
    app.asDoctor(0, 'a2'),
    app.as('director'),
    app.as('nurse'),
  ])
})
const { somebody, visit, draft, begun, write, seal, chart, sign } = perioVisits(app, () => ({ doctor, director }))

const read = (id: string) => doctor.call(calls.getRecord, { id })
const section = async (id: string) => (await read(id)).content.perio
async function amend(id: string, reason = '补充') {
  const { version } = await read(id)
  return doctor.call(record.amend, { id, version, reason })
}
async function drop(recordId: string, client = doctor) {
  const { version } = await read(recordId)
  await client.call(calls.removeRecord, { id: recordId, version, reason: '重复' })
}
/** A record of another doctor's visit, or in another clinic; no examination may have begun with it. */
async function recordOf(client: Client, patientId: string, doctorId: string, clinicId = fixture.clinics.a1) {
  const treatmentId = await visit(patientId, day, doctorId, clinicId)
  return (await client.call(calls.createRecord, { treatmentId, requestId: uuidv7() })).id
}

describe('a text that is opened again', () => {
  it('amended after its chart was removed it is not signed with that chart anew; one that stands stays as signed', async () => {
    const [gone, kept] = [
      await chart(await somebody('孙修订'), day, [['16', 'pd.0', 6]]),
      await chart(await somebody('孙照旧'), day, [['16', 'pd.0', 6]]),
    ]
    for (const { recordId } of [gone, kept]) await sign(recordId)
    const before = await section(kept.recordId)
    await doctor.call(calls.remove, { id: gone.id, reason: '量错了人' })
    expect((await section(gone.recordId))?.chartId).toBe(gone.id)
    const opened = await amend(gone.recordId)
    expect([(await read(gone.recordId)).version, await section(gone.recordId)]).toEqual([opened.version, undefined])
    // A periodontal record is not signed without a chart: another is made.
    const bare = await doctor.refused(record.sign, { id: gone.recordId, version: opened.version })
    expect(bare.message).toContain('牙周检查未填')
    const { id } = await doctor.call(calls.begin, { recordId: gone.recordId, requestId: uuidv7() })
    await write(id, typed([['11', 'pd.0', 2]]))
    const { snapshot, recordVersion } = await seal(gone.recordId)
    await doctor.call(record.sign, { id: gone.recordId, version: recordVersion })
    expect([(await read(gone.recordId)).intact, (await section(gone.recordId))?.chartId]).toEqual([true, snapshot.id])
    await amend(kept.recordId)
    expect(await section(kept.recordId)).toEqual(before)
    // Nobody has signed for the first one any more: it comes back with an amendment only.
    await doctor.call(calls.remove, { id: snapshot.id, reason: '还用第一次的' })
    const closed = await doctor.refused(calls.restore, { id: gone.id })
    expect(closed).toMatchObject({ code: 25528, data: { recordId: gone.recordId } })
    await amend(gone.recordId)
    await doctor.call(calls.restore, { id: gone.id })
    expect((await section(gone.recordId))?.chartId).toBe(gone.id)
  })

  it('a draft that comes back says the chart that counts by now', async () => {
    const made = await chart(await somebody('孙恢复'), day, [['16', 'pd.0', 6]])
    await drop(made.recordId)
    await app.sql(
      `insert into perio_chart_removal (tenant_id, id, clinic_id, chart_id, reason, removed_by, removed_name, removed_at, updated_at)
       select tenant_id, $2, clinic_id, id, '以前删的', sealed_by, sealed_name, now(), now() from perio_chart where id = $1`,
      [made.id, uuidv7()],
    )
    const back = await doctor.call(record.restore, { id: made.recordId })
    expect([await section(made.recordId), (await read(made.recordId)).version]).toEqual([undefined, back.version])
  })
})

describe('charts of a deleted record', () => {
  it('are neither corrected, removed, brought back nor recalled', async () => {
    const patientId = await somebody('孙删除')
    const made = await chart(patientId, day, [['16', 'pd.0', 6]])
    await drop(made.recordId)
    const requestId = uuidv7()
    const refusals = [
      await doctor.refused(calls.correct, { id: made.id, reason: '改', requestId }),
      await doctor.refused(calls.remove, { id: made.id, reason: '删' }),
      await doctor.refused(calls.restore, { id: made.id }),
      await doctor.refused(calls.recall, { chartId: made.id, on: '2027-02-01', requestId: uuidv7() }),
    ]
    expect(refusals.map(({ code }) => code)).toEqual([25006, 25006, 25006, 25006])
    expect((await doctor.call(calls.snapshot, { id: made.id })).can).toMatchObject({
      correct: false,
      remove: false,
      restore: false,
      recall: false,
    })
  })
})

describe('the examination of a deleted record', () => {
  it('steps aside with its cells: another doctor’s begins anew; the record comes back when that one is ended', async () => {
    const patientId = await somebody('孙让开')
    const mine = await begun(patientId, day)
    await write(mine.id, typed([['16', 'pd.0', 6]]))
    await drop(mine.recordId)
    expect((await doctor.call(calls.ofPatient, { patientId })).draft).toMatchObject({ id: mine.id, deleted: true })
    const theirs = await recordOf(other, patientId, fixture.doctors.a1[1] as string)
    const made = await draft(theirs, other)
    expect([made.id === mine.id, made.cells]).toEqual([false, {}])
    const refusal = await doctor.refused(record.restore, { id: mine.recordId })
    expect([refusal.code, refusal.message]).toEqual([25521, expect.stringContaining('恢复前请先保存或放弃')])
    expect(refusal.message).toContain(made.recordNo)
    const { version, seq } = made
    await other.call(calls.discard, { id: made.id, version, seq })
    await doctor.call(record.restore, { id: mine.recordId })
    expect(await draft(mine.recordId)).toMatchObject({ id: mine.id, cells: { '16': { 'pd.0': 6 } } })
  })

  it('is carried over into another record where that is asked for', async () => {
    const patientId = await somebody('孙接着做')
    const mine = await begun(patientId, '2026-11-18')
    await write(mine.id, typed([['16', 'pd.0', 6]]))
    const next = (
      await doctor.call(calls.createRecord, { treatmentId: await visit(patientId, day), requestId: uuidv7() })
    ).id
    await drop(mine.recordId)
    await doctor.call(calls.begin, { recordId: next, take: true, requestId: uuidv7() })
    expect(await draft(next)).toMatchObject({ id: mine.id, cells: { '16': { 'pd.0': 6 } } })
    await doctor.call(record.restore, { id: mine.recordId })
    expect(await doctor.call(calls.draft, { recordId: mine.recordId })).toBeNull()
  })
})

describe('who may', () => {
  it('a text that is being amended is the doctor’s alone: a nurse draws in a draft, not in a correction', async () => {
    const made = await chart(await somebody('孙护士'), day, [['16', 'pd.0', 6]])
    await sign(made.recordId)
    await amend(made.recordId)
    const requestId = uuidv7()
    expect((await nurse.refused(calls.correct, { id: made.id, reason: '改', requestId })).code).toBe(25004)
    const { id } = await doctor.call(calls.correct, { id: made.id, reason: '改', requestId })
    const cells = { id, changes: typed([['16', 'pd.0', 4, 6]]), requestId: uuidv7() }
    expect((await nurse.refused(calls.cells, cells)).code).toBe(25004)
    expect((await draft(made.recordId, nurse)).can).toEqual({ edit: false, seal: false })
    expect((await draft(made.recordId)).can).toEqual({ edit: true, seal: true })
    await doctor.call(calls.cells, { ...cells, requestId: uuidv7() })
    const { version, seq } = await draft(made.recordId)
    expect((await nurse.refused(calls.discard, { id, version, seq, reason: '不改了' })).code).toBe(25004)
    await seal(made.recordId)
  })

  it('an examination of another clinic that one may not read is told without names', async () => {
    const patientId = await somebody('孙别院')
    const mine = await begun(patientId, day)
    const theirs = await recordOf(away, patientId, fixture.doctors.a2[0] as string, fixture.clinics.a2)
    const named = await away.refused(calls.begin, { recordId: theirs, requestId: uuidv7() })
    expect(named.message).toContain(mine.recordNo)
    await app.sql(`update company set shares_patients = false where tenant_id = $1`, [fixture.tenants.a])
    const refusal = await away.refused(calls.begin, { recordId: theirs, requestId: uuidv7() })
    expect([refusal.code, refusal.message]).toEqual([25521, '这位患者另有一份没有完成的牙周检查'])
    expect(JSON.stringify(refusal.data ?? {})).not.toContain(mine.id)
    expect((await away.call(calls.ofPatient, { patientId })).draft).toBeNull()
    await app.sql(`update company set shares_patients = true where tenant_id = $1`, [fixture.tenants.a])
    const told = await doctor.call(calls.ofPatient, { patientId })
    expect(told.draft).toMatchObject({ id: mine.id, recordNo: mine.recordNo })
  })

  it('a patient has one mouth in the chain: what another clinic charted stands in the next examination, and serves Q31', async () => {
    const patientId = await somebody('孙连锁')
    const made = await chart(patientId, '2026-11-10', [
      ['48', 'status', 'missing'],
      ['16', 'pd.0', 6],
    ])
    await sign(made.recordId)
    const d2 = fixture.doctors.a2[0] as string
    const theirs = await recordOf(away, patientId, d2, fixture.clinics.a2)
    expect((await draft(theirs, away)).cells).toEqual({ '48': { status: 'missing' } })
    const found = await away.call(record.get, { id: theirs })
    const { quality } = await away.call(record.save, {
      id: theirs,
      version: found.version,
      content: {
        ...found.content,
        diagnoses: [{ icdCode: 'K05.3', icdName: '慢性牙周炎', kind: 1, teeth: '' }],
      },
    })
    expect(quality.items.filter(({ rule }) => rule === 'Q31')).toEqual([])
  })
})

describe('what waits for the lock of a record', () => {
  it('sees what was done before it got it', async () => {
    const made = await chart(await somebody('孙等锁'), day, [['16', 'pd.0', 6]])
    const rival = new pg.Client({ connectionString: app.ownerUrl })
    await rival.connect()
    try {
      await rival.query('begin')
      await rival.query('select 1 from medical_record where id = $1 for update', [made.recordId])
      await rival.query(
        `insert into perio_chart_removal (tenant_id, id, clinic_id, chart_id, reason, removed_by, removed_name, removed_at, updated_at)
         select tenant_id, $2, clinic_id, id, '先删的', sealed_by, sealed_name, now(), now() from perio_chart where id = $1`,
        [made.id, uuidv7()],
      )
      const refusal = doctor.refused(calls.correct, { id: made.id, reason: '改', requestId: uuidv7() })
      const waits = async () => (await app.sql('select 1 from pg_locks where not granted')).length > 0
      await expect.poll(waits, { timeout: 4000 }).toBe(true)
      await rival.query('commit')
      expect((await refusal).code).toBe(25530)
    } finally {
      await rival.end()
    }
  })
})
