import { contract } from '@dentin/contract'
import { perioAnswers, perioPlan } from '@dentin/contract/perio'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { perioVisits, typed } from '../../../test/perio-visits.ts'

const calls = contract.perio
const app = await testApp({ at: '2026-11-20 10:00:00' })
let doctor: Client
let other: Client
let director: Client
let nurse: Client
let desk: Client

beforeAll(async () => {
  ;[doctor, other, director, nurse, desk] = await Promise.all([
    app.asDoctor(0),
    app.asDoctor(1),
    app.as('director'),
    app.as('nurse'),
    app.as('reception'),
  ])
})
const { somebody, visit, draft, begun, write, seal, chart, sign } = perioVisits(app, () => ({ doctor, director }))
const listed = async (patientId: string, client = doctor) => {
  const { list, removed } = await client.call(calls.ofPatient, { patientId })
  return { list: list.map(({ id }) => id), removed: removed.map(({ id }) => id) }
}

describe('correction, removal, restoring', () => {
  it('a correction stands in place of what it names; removed, the old one stands again', async () => {
    const patientId = await somebody('赵更正')
    const old = await chart(patientId, '2026-11-20', [
      ['16', 'pd.0', 6],
      ['16', 'bop.0', 1],
    ])
    const { id, recordId } = await doctor.call(calls.correct, { id: old.id, reason: '看错牙', requestId: uuidv7() })
    const correcting = await draft(recordId)
    expect(correcting.cells).toEqual({ '16': { 'pd.0': 6, 'bop.0': 1 } })
    expect([correcting.latest, correcting.earlier]).toEqual([null, []])
    const busy = await doctor.refused(calls.remove, { id: old.id, reason: '不要了' })
    expect(busy.code).toBe(25529)
    await write(id, typed([['16', 'pd.0', 4, 6]]))
    const { snapshot } = await seal(recordId)
    expect(await listed(patientId)).toEqual({ list: [snapshot.id], removed: [] })
    expect((await doctor.call(calls.snapshot, { id: old.id })).correctedById).toBe(snapshot.id)
    const twice = await doctor.refused(calls.correct, { id: old.id, reason: '再改', requestId: uuidv7() })
    expect(twice.code).toBe(25531)
    await doctor.call(calls.remove, { id: snapshot.id, reason: '更正有误' })
    expect(await listed(patientId)).toEqual({ list: [old.id], removed: [snapshot.id] })
    // The record is not signed yet: it says what counts.
    expect((await doctor.call(calls.getRecord, { id: recordId })).content.perio?.chartId).toBe(old.id)
    await doctor.call(calls.restore, { id: snapshot.id })
    expect(await listed(patientId)).toEqual({ list: [snapshot.id], removed: [] })
    expect((await doctor.call(calls.getRecord, { id: recordId })).content.perio?.chartId).toBe(snapshot.id)
  })

  it('what is removed is in no list, comparison or trend; the record signed with it keeps it; it comes back', async () => {
    const patientId = await somebody('赵删除')
    const kept = await chart(patientId, '2026-05-20', [['16', 'pd.0', 6]])
    const gone = await chart(patientId, '2026-11-19', [['16', 'pd.0', 5]])
    await sign(gone.recordId)
    const signed = await doctor.call(calls.getRecord, { id: gone.recordId })
    const unsaid = await doctor.refused(calls.remove, { id: gone.id, reason: ' ' })
    expect([unsaid.http, unsaid.data.fields?.[0]?.field]).toEqual([400, 'reason'])
    await doctor.call(calls.remove, { id: gone.id, reason: '量错了人' })
    expect(await listed(patientId)).toEqual({ list: [kept.id], removed: [gone.id] })
    expect((await listed(patientId, nurse)).removed).toEqual([])
    expect((await doctor.refused(calls.compare, { a: kept.id, b: gone.id })).code).toBe(25530)
    const after = await chart(patientId, '2026-11-20', [['16', 'pd.0', 4]])
    expect(after.previousId).toBe(kept.id)
    const again = await doctor.call(calls.getRecord, { id: gone.recordId })
    expect([again.content.perio, again.intact]).toEqual([signed.content.perio, true])
    const read = await doctor.call(calls.snapshot, { id: gone.id })
    expect(read).toMatchObject({ removal: { reason: '量错了人' }, cells: { '16': { 'pd.0': 5 } } })
    expect(read.can).toMatchObject({ correct: false, remove: false, restore: true, recall: false })
    await doctor.call(calls.restore, { id: gone.id })
    expect((await listed(patientId)).list).toEqual([after.id, gone.id, kept.id])
    expect((await doctor.call(calls.snapshot, { id: after.id })).previousId).toBe(gone.id)
    expect((await doctor.refused(calls.restore, { id: gone.id })).code).toBe(40020)
  })

  it('a list says which charts a person may take out: those of the own records', async () => {
    const patientId = await somebody('赵谁删')
    const { id } = await chart(patientId, '2026-11-20', [['16', 'pd.0', 4]])
    const may = async (client: Client) =>
      (await client.call(calls.ofPatient, { patientId })).list.map(({ mayRemove }) => mayRemove)
    expect(await may(doctor)).toEqual([true])
    expect(await may(nurse)).toEqual([false])
    await app.sql(
      `update medical_record set doctor_id = $2 where id = (select record_id from perio_chart where id = $1)`,
      [id, fixture.doctors.a1[1]],
    )
    const granted = await may(doctor)
    const refused = await doctor.refused(calls.remove, { id, reason: '不是我的' }).then(() => true)
    expect([granted, refused]).toEqual([[false], true])
  })

  it('of a record that is not signed its section goes with the chart; another may be made, then the first stays out', async () => {
    const patientId = await somebody('赵重做')
    const first = await chart(patientId, '2026-11-20', [['16', 'pd.0', 6]])
    const { recordId } = first
    expect((await doctor.refused(calls.begin, { recordId, requestId: uuidv7() })).code).toBe(25522)
    await doctor.call(calls.remove, { id: first.id, reason: '重做' })
    expect((await doctor.call(calls.getRecord, { id: recordId })).content.perio).toBeUndefined()
    const { id } = await doctor.call(calls.begin, { recordId, requestId: uuidv7() })
    await write(id, typed([['16', 'pd.0', 5]]))
    await seal(recordId)
    expect((await doctor.refused(calls.restore, { id: first.id })).code).toBe(25522)
  })

  it('a record has one chart that counts: while another is being made the first does not come back', async () => {
    const patientId = await somebody('赵两份')
    const first = await chart(patientId, '2026-11-20', [['16', 'pd.0', 6]])
    const { recordId } = first
    await doctor.call(calls.remove, { id: first.id, reason: '重做' })
    const { id } = await doctor.call(calls.begin, { recordId, requestId: uuidv7() })
    await write(id, typed([['16', 'pd.0', 5]]))
    expect((await doctor.refused(calls.restore, { id: first.id })).code).toBe(25529)
    const { version, seq } = await draft(recordId)
    await doctor.call(calls.discard, { id, version, seq, reason: '还用第一次的' })
    await doctor.call(calls.restore, { id: first.id })
    expect((await listed(patientId)).list).toEqual([first.id])
  })

  it('charts of a deleted record are not listed, and come back with it', async () => {
    const patientId = await somebody('赵病历')
    const { id, recordId } = await chart(patientId, '2026-11-20', [['16', 'pd.0', 6]])
    const { version } = await doctor.call(calls.getRecord, { id: recordId })
    await doctor.call(calls.removeRecord, { id: recordId, version, reason: '' })
    expect((await listed(patientId)).list).toEqual([])
    await doctor.call(contract.record.restore, { id: recordId })
    expect((await listed(patientId)).list).toEqual([id])
  })
})

describe('Q31: periodontitis wants a chart of the last 90 days', () => {
  const general = async (patientId: string, day: string) => {
    const { id } = await doctor.call(contract.record.create, {
      treatmentId: await visit(patientId, day),
      recordType: 1,
      requestId: uuidv7(),
    })
    return id
  }
  async function said(id: string, diagnosis: object): Promise<string[]> {
    const { version, content } = await doctor.call(contract.record.get, { id })
    const row = { icdCode: 'K05.3', icdName: '慢性牙周炎', kind: 1 as const, teeth: '', ...diagnosis }
    const { quality } = await doctor.call(contract.record.save, {
      id,
      version,
      content: { ...content, diagnoses: [row] },
    })
    return quality.items.flatMap(({ rule, level, points, message }) =>
      rule === 'Q31' ? [`${level} ${points} ${message}`] : [],
    )
  }

  it('told, costs nothing; not with a chart of the same day or 90 days before, not of what is to be confirmed', async () => {
    const patientId = await somebody('赵质控')
    const id = await general(patientId, '2026-11-20')
    expect(await said(id, {})).toEqual(['3 0 诊断慢性牙周炎，90 天内没有牙周检查'])
    expect(await said(id, { kind: 3 })).toEqual([])
    expect(await said(id, { icdCode: 'K04.5', icdName: '慢性根尖周炎', teeth: '16' })).toEqual([])
    await chart(patientId, '2026-08-21', [['16', 'pd.0', 5]])
    expect(await said(id, {})).toEqual(['3 0 诊断慢性牙周炎，90 天内没有牙周检查'])
    const inTime = await chart(patientId, '2026-08-22', [['16', 'pd.0', 5]])
    expect(await said(id, {})).toEqual([])
    await doctor.call(calls.remove, { id: inTime.id, reason: '量错' })
    expect(await said(id, {})).toHaveLength(1)
    await chart(patientId, '2026-11-20', [['16', 'pd.0', 5]])
    expect(await said(id, {})).toEqual([])
  })
})

describe('who may', () => {
  it('a nurse drafts, does not seal; another doctor of the clinic reads; the desk and others see nothing', async () => {
    const patientId = await somebody('赵权限')
    const { id, recordId, version } = await begun(patientId, '2026-11-20')
    await write(id, typed([['16', 'pd.0', 4]]), nurse)
    expect((await draft(recordId, nurse)).can).toEqual({ edit: true, seal: false })
    await nurse.call(calls.decide, {
      id,
      version,
      answers: perioAnswers.parse({}),
      plan: perioPlan.parse({ sextants: {} }),
      note: '护士代录',
    })
    const { seq, version: now } = await draft(recordId)
    expect((await nurse.refused(calls.seal, { id, version: now, seq, requestId: uuidv7() })).http).toBe(403)
    const cells = typed([['16', 'pd.1', 4]])
    expect((await other.refused(calls.cells, { id, changes: cells, requestId: uuidv7() })).code).toBe(25004)
    expect((await draft(recordId, other)).can).toEqual({ edit: false, seal: false })
    expect((await other.refused(calls.seal, { id, version: now, seq, requestId: uuidv7() })).code).toBe(25004)
    const { snapshot } = await seal(recordId)
    expect((await other.call(calls.snapshot, { id: snapshot.id })).can).toMatchObject({ correct: false, remove: false })
    expect((await other.refused(calls.remove, { id: snapshot.id, reason: '删' })).code).toBe(25004)
    expect((await other.refused(calls.recall, { chartId: snapshot.id, requestId: uuidv7() })).code).toBe(25004)
    expect((await desk.refused(calls.snapshot, { id: snapshot.id })).http).toBe(403)
    const away = await app.asDoctor(0, 'a2')
    const strangers = await app.asDoctor(0, 'b1')
    expect((await strangers.refused(calls.snapshot, { id: snapshot.id })).http).toBe(404)
    expect((await strangers.refused(calls.compare, { a: snapshot.id, b: snapshot.id })).http).toBe(404)
    expect((await away.refused(calls.correct, { id: snapshot.id, reason: '改', requestId: uuidv7() })).http).toBe(404)
    expect((await away.refused(calls.begin, { recordId, requestId: uuidv7() })).http).toBe(404)
  })
})

describe('two files of one person', () => {
  it('charts go with their records, and the seal still holds; two unfinished examinations keep the files apart', async () => {
    const [keep, gone] = [await somebody('赵合并'), await somebody('赵并入', '1972-03-04')]
    const { id } = await chart(gone, '2026-11-18', [['16', 'pd.0', 5]])
    const [mine, theirs] = [await begun(keep, '2026-11-19'), await begun(gone, '2026-11-20')]
    // Nobody is in treatment any more.
    await app.sql(`update registration set status = 5 where patient_id = any($1)`, [[keep, gone]])
    const admin = await app.as('admin')
    const input = async () => {
      const seen = await admin.call(contract.merge.preview, { keepId: keep, removeId: gone })
      return {
        keepId: keep,
        removeId: gone,
        keepVersion: seen.keep.version,
        removeVersion: seen.remove.version,
        fieldChoices: Object.fromEntries(
          seen.fields.flatMap(({ field, how }) => (how === 'choose' ? [[field, 'keep' as const]] : [])),
        ),
        reason: '同一人重复建档',
        requestId: uuidv7(),
      }
    }
    expect((await admin.refused(contract.merge.merge, await input())).message).toContain('牙周检查')
    await doctor.call(calls.discard, { id: mine.id, version: mine.version, seq: mine.seq })
    await admin.call(contract.merge.merge, await input())
    expect((await listed(keep)).list).toEqual([id])
    expect(await doctor.call(calls.snapshot, { id })).toMatchObject({ patientId: keep, intact: true })
    expect((await draft(theirs.recordId)).patientId).toBe(keep)
  })
})

describe('the list of a patient', () => {
  it('goes by the records alone: who reads them without the file sees the charts, who reads neither sees none', async () => {
    const patientId = await somebody('陈只读')
    const { id } = await chart(patientId, '2026-11-20', [['16', 'pd.0', 4]])
    const reach = (resource: string, scope: number) =>
      app.sql(
        `update post_resource g set data_scope = $2 from employee_post e
         where g.post_id = e.post_id and g.resource = $1 and e.employee_id = $3`,
        [resource, scope, fixture.doctors.a1[1]],
      )
    await reach('/patientCenter:view', 1)
    await reach('/patientMedicalRecord:view', 3)
    expect((await other.refused(contract.patient.get, { id: patientId })).code).toBe(404)
    expect((await listed(patientId, other)).list).toEqual([id])
    await reach('/patientMedicalRecord:view', 1)
    expect(await listed(patientId, other)).toEqual({ list: [], removed: [] })
  })
})
