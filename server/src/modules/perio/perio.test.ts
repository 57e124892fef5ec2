import { s4Entry, s4Start } from '@dentin/clinical/perio/s4'
import { contract } from '@dentin/contract'
import { perioAnswers, perioPlan, type PerioAnswers } from '@dentin/contract/perio'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Client } from '../../../test/harness.ts'
import { perioVisits, typed } from '../../../test/perio-visits.ts'

const calls = contract.perio
const app = await testApp({ at: '2026-11-20 10:00:00' })
const day = '2026-11-20'
let doctor: Client
let director: Client
let nurse: Client

beforeAll(async () => {
  ;[doctor, director, nurse] = await Promise.all([app.asDoctor(0), app.as('director'), app.as('nurse')])
})
const { somebody, visit, draft, begun, write, fill, seal, chart, sign } = perioVisits(app, () => ({ doctor, director }))

const plan = perioPlan.parse({ sextants: {} })
const answered = (more: Partial<PerioAnswers> = {}) => ({
  ...perioAnswers.parse({}),
  isCase: true,
  boneLoss: 40,
  teethLostToPerio: 0,
  cigarettes: 0,
  diabetes: false,
  ...more,
})
const proposed = { kind: 'periodontitis', gingivitis: null, stage: 'III', grade: 'B', extent: 'generalized' } as const
const diagnosed = (more: object = {}) => ({ ...proposed, reason: '', ...more })

/** Marks of the mouth as a signed record leaves them. */
const mark = (patientId: string, tooth: string, condition: string) =>
  app.sql(
    `insert into tooth_condition (tenant_id, id, clinic_id, patient_id, tooth, condition, surfaces, layer, status, detail, place, visit_at, noted_on, known_from, created_at, updated_at)
     select tenant_id, $2, home_clinic_id, id, $3, $4, '', 'existing', 'present', '', 0, '2026-01-05 01:00:00Z', '2026-01-05', now(), now(), now() from patient where id = $1`,
    [patientId, uuidv7(), tooth, condition],
  )

describe('an examination begins with its record', () => {
  it('from the mouth: missing teeth and implants, no measurement; a later one takes what stands there from the last', async () => {
    const patientId = await somebody('钱起始')
    await mark(patientId, '18', 'missing')
    await mark(patientId, '36', 'missing')
    await mark(patientId, '36', 'implant')
    const first = await begun(patientId, '2026-11-18')
    expect(first.cells).toEqual({ '18': { status: 'missing' }, '36': { status: 'implant' } })
    expect(first).toMatchObject({
      seq: 0,
      age: 45,
      latest: null,
      earlier: [],
      corrects: null,
      can: { edit: true, seal: true },
    })
    await write(
      first.id,
      typed([
        ['48', 'status', 'missing'],
        ['11', 'pd.0', 3],
      ]),
    )
    await seal(first.recordId)
    const { doctorId } = first
    await sign(first.recordId)
    const next = await begun(patientId, '2026-11-19')
    expect(next.doctorId).toBe(doctorId)
    expect(next.cells).toEqual({
      '18': { status: 'missing' },
      '36': { status: 'implant' },
      '48': { status: 'missing' },
    })
    expect(next.latest?.cells['11']).toEqual({ 'pd.0': 3 })
  })

  it('one a patient: another record begins without, says where the other is, and may go on with it', async () => {
    const patientId = await somebody('钱一份')
    const first = await begun(patientId, '2026-11-18')
    await write(first.id, typed([['11', 'pd.0', 3]]))
    const { id: recordId } = await doctor.call(calls.createRecord, {
      treatmentId: await visit(patientId, day),
      requestId: uuidv7(),
    })
    expect(await doctor.call(calls.draft, { recordId })).toBeNull()
    const refusal = await doctor.refused(calls.begin, { recordId, requestId: uuidv7() })
    expect(refusal).toMatchObject({ code: 25521, data: { id: first.id, recordId: first.recordId, deleted: false } })
    expect(await doctor.call(calls.begin, { recordId, take: true, requestId: uuidv7() })).toEqual({ id: first.id })
    expect((await draft(recordId)).cells).toEqual({ '11': { 'pd.0': 3 } })
    expect(await doctor.call(calls.draft, { recordId: first.recordId })).toBeNull()
    // A record that has lost its examination may begin one once the other is given up.
    const { version, seq } = await draft(recordId)
    const lacking = await doctor.refused(calls.discard, { id: first.id, version, seq })
    expect(lacking.data.fields?.[0]?.field).toBe('reason')
    await doctor.call(calls.discard, { id: first.id, version, seq, reason: '量错了人' })
    const again = await doctor.call(calls.begin, { recordId: first.recordId, requestId: uuidv7() })
    expect((await draft(first.recordId)).id).toBe(again.id)
  })
})

describe('S4: the worked examination', () => {
  it('typed in batches gives its figures; Ⅲ 期 B 级 广泛型; sealed with hash and words, signed with the record', async () => {
    const { recordId, id, cells } = await begun(await somebody('沈四'), day)
    await fill(id, cells, s4Start)
    await fill(id, s4Start, s4Entry().cells, 37)
    const { version } = await draft(recordId)
    await doctor.call(calls.decide, { id, version, answers: answered(), diagnosis: diagnosed(), plan, note: '' })
    const { snapshot, recordVersion } = await seal(recordId)
    const { summary } = snapshot
    expect([summary.bopPct?.toFixed(1), summary.plaquePct?.toFixed(1), summary.meanPd, summary.meanCal]).toEqual([
      '25.0',
      '50.0',
      2.83,
      3.08,
    ])
    expect(summary).toMatchObject({ sites: 168, bopSites: 42, plaqueSites: 84, teeth: 28, missing: 4 })
    expect(summary).toMatchObject({ pd4to5: 26, pd6plus: 10, pd5Sites: 23, maxInterdentalCal: 8, worstTooth: '41' })
    expect(snapshot.proposal).toMatchObject({
      ...proposed,
      why: { extent: expect.stringContaining('12/28') as string },
    })
    expect(snapshot.proposal.why.extent).toContain('42.9%')
    expect(snapshot).toMatchObject({ age: 45, intact: true, removal: null, previousId: null })
    expect(snapshot.chartNo).toMatch(/^YZ261120-\d{4}$/)
    const record = await doctor.call(calls.getRecord, { id: recordId })
    expect(record.version).toBe(recordVersion)
    expect(record.content.perio).toMatchObject({ chartId: snapshot.id, hash: snapshot.hash })
    const words = (record.content.perio?.words ?? []).join('\n')
    for (const said of [
      '25.0%（42/168）',
      '50.0%（84/168）',
      '2.83 mm',
      '3.08 mm',
      '牙周炎 Ⅲ 期 B 级 广泛型',
      '8 mm（41）',
    ])
      expect(words).toContain(said)
    expect(await doctor.call(calls.draft, { recordId })).toBeNull()
    await sign(recordId)
    const signed = await doctor.call(calls.getRecord, { id: recordId })
    expect([signed.status, signed.intact, signed.content.perio?.hash]).toEqual([2, true, snapshot.hash])
    // The signature covers it.
    await app.sql(
      `update medical_record set content = jsonb_set(content, '{perio,hash}', to_jsonb($2::text)) where id = $1`,
      [recordId, 'f'.repeat(64)],
    )
    expect((await doctor.call(calls.getRecord, { id: recordId })).intact).toBe(false)
  })
})

describe('what the doctor decides', () => {
  it('not before whether it is a case was answered; otherwise than proposed with a reason; who types meanwhile is no conflict', async () => {
    const { id, recordId, cells, version } = await begun(await somebody('钱诊断'), day)
    await fill(id, cells, s4Entry().cells)
    const decide = (more: object, at = version) => ({
      id,
      version: at,
      answers: answered(),
      diagnosis: diagnosed(),
      plan,
      note: '',
      ...more,
    })
    const open = await doctor.refused(calls.decide, decide({ answers: answered({ isCase: null }) }))
    expect([open.code, open.data.fields?.[0]?.field]).toEqual([25524, 'answers.isCase'])
    const bare = await doctor.refused(calls.decide, decide({ diagnosis: diagnosed({ grade: 'C' }) }))
    expect([bare.code, bare.data.fields?.[0]?.field]).toEqual([25525, 'diagnosis.reason'])
    const said = await doctor.call(
      calls.decide,
      decide({ diagnosis: diagnosed({ grade: 'C', reason: '两年内快速加重' }) }),
    )
    await write(id, typed([['11', 'mobility', 1]]), nurse)
    await doctor.call(calls.decide, decide({}, said.version))
    expect((await doctor.refused(calls.decide, decide({}))).http).toBe(409)
    // What was proposed when it was decided no longer is when cells change: the seal asks again.
    const now = await draft(recordId)
    await fill(id, now.cells, { '11': { 'pd.0': 2, 'gm.0': 0, 'pd.3': 2, 'gm.3': 0 } })
    const { seq, version: latest } = await draft(recordId)
    const refusal = await doctor.refused(calls.seal, { id, version: latest, seq, requestId: uuidv7() })
    expect(refusal.code).toBe(25525)
  })

  it('a stage is never lower than before treatment, nor no periodontitis any more; a correction of that chart may be', async () => {
    const patientId = await somebody('钱分期')
    const first = await begun(patientId, '2026-11-10')
    await fill(first.id, first.cells, s4Entry().cells)
    const { version } = await draft(first.recordId)
    await doctor.call(calls.decide, {
      id: first.id,
      version,
      answers: answered(),
      diagnosis: diagnosed(),
      plan,
      note: '',
    })
    const { snapshot } = await seal(first.recordId)
    await sign(first.recordId)
    const next = await begun(patientId, day)
    expect(next.previousStage).toBe('III')
    const decide = (diagnosis: object) => ({
      id: next.id,
      version: next.version,
      answers: answered(),
      diagnosis,
      plan,
      note: '',
    })
    for (const [field, lower] of [
      ['diagnosis.stage', diagnosed({ stage: 'II', reason: '治疗后好转' })],
      ['diagnosis.kind', { kind: 'health', gingivitis: null, stage: null, grade: null, extent: null, reason: '好了' }],
    ] as const) {
      const { code, data } = await doctor.refused(calls.decide, decide(lower) as never)
      expect([code, data.fields?.[0]?.field]).toEqual([25526, field])
    }
    await doctor.call(calls.discard, { id: next.id, version: next.version, seq: next.seq })
    const record = await doctor.call(contract.record.get, { id: first.recordId })
    await doctor.call(contract.record.amend, { id: first.recordId, version: record.version, reason: '分期写错' })
    const { id } = await doctor.call(calls.correct, { id: snapshot.id, reason: '分期写错', requestId: uuidv7() })
    const correcting = await draft(first.recordId)
    expect(correcting).toMatchObject({ id, previousStage: null, corrects: { id: snapshot.id, reason: '分期写错' } })
    expect(correcting.diagnosis).toMatchObject(proposed)
    await doctor.call(calls.decide, {
      id,
      version: correcting.version,
      answers: answered(),
      diagnosis: diagnosed({ stage: 'II', reason: '重新测量' }),
      plan,
      note: '',
    })
  })
})

describe('sealing', () => {
  it('refused while nothing is measured, and when somebody has typed since the person looked', async () => {
    const { id, recordId, version, seq } = await begun(await somebody('钱空'), day)
    await write(id, typed([['18', 'status', 'missing']]))
    const empty = await draft(recordId)
    const nothing = await doctor.refused(calls.seal, { id, version, seq: empty.seq, requestId: uuidv7() })
    expect(nothing.code).toBe(25523)
    await write(id, typed([['11', 'pd.0', 3]]), nurse)
    expect((await doctor.refused(calls.seal, { id, version, seq, requestId: uuidv7() })).code).toBe(25527)
    expect((await nurse.refused(calls.seal, { id, version, seq, requestId: uuidv7() })).http).toBe(403)
    const now = await draft(recordId)
    const requestId = uuidv7()
    const sealed = await doctor.call(calls.seal, { id, version, seq: now.seq, requestId })
    // Once more after a lost answer: the same chart.
    expect((await doctor.call(calls.seal, { id, version, seq: now.seq, requestId })).snapshot.id).toBe(
      sealed.snapshot.id,
    )
  })

  it('nobody changes or deletes a sealed chart, the owner of the table neither', async () => {
    const { id } = await chart(await somebody('钱不变'), day, [['11', 'pd.0', 3]])
    for (const statement of [
      `update perio_chart set note = '改' where id = '${id}'`,
      `update perio_chart set cells = '{}' where id = '${id}'`,
      `delete from perio_chart where id = '${id}'`,
    ])
      await expect(app.sql(statement)).rejects.toThrow(/never changed/)
    expect(await doctor.call(calls.snapshot, { id })).toMatchObject({ intact: true, note: '' })
  })

  it('a text that is saved can neither forge nor lose it', async () => {
    const { recordId, hash, id } = await chart(await somebody('钱伪造'), day, [['11', 'pd.0', 3]])
    const { version, content } = await doctor.call(calls.getRecord, { id: recordId })
    const { perio: own, ...without } = content
    const saved = await doctor.call(calls.saveRecord, { id: recordId, version, content: without })
    const forged = { chartId: uuidv7(), hash: 'a'.repeat(64), words: ['出血 0%'] }
    await doctor.call(calls.saveRecord, {
      id: recordId,
      version: saved.version,
      content: { ...without, chiefComplaint: '牙龈出血', perio: forged },
    })
    const now = await doctor.call(calls.getRecord, { id: recordId })
    expect(now.content).toMatchObject({ chiefComplaint: '牙龈出血', perio: { chartId: id, hash } })
    expect(now.content.perio).toEqual(own)
  })

  it('a record is not signed beside an examination that is not sealed; one that is signed is amended first', async () => {
    const { recordId, id } = await chart(await somebody('钱签名'), day, [['11', 'pd.0', 3]])
    await sign(recordId)
    const closed = await doctor.refused(calls.correct, { id, reason: '看错', requestId: uuidv7() })
    expect(closed).toMatchObject({ code: 25528, data: { recordId } })
    const { version } = await doctor.call(calls.getRecord, { id: recordId })
    const amended = await doctor.call(contract.record.amend, { id: recordId, version, reason: '看错' })
    const { id: draftId } = await doctor.call(calls.correct, { id, reason: '看错', requestId: uuidv7() })
    const early = await doctor.refused(contract.record.sign, { id: recordId, version: amended.version })
    expect(early.code).toBe(25529)
    await write(draftId, typed([['11', 'pd.0', 4, 3]]))
    const { snapshot, recordVersion } = await seal(recordId)
    expect(snapshot).toMatchObject({ correctsId: id, correctReason: '看错' })
    await doctor.call(contract.record.sign, { id: recordId, version: recordVersion })
    const printed = await doctor.call(contract.record.printAll, { id: snapshot.patientId })
    expect(printed.map((sheet) => sheet.id)).toContain(recordId)
    const signed = await doctor.call(calls.getRecord, { id: recordId })
    expect([signed.intact, signed.content.perio?.chartId]).toEqual([true, snapshot.id])
  })
})
