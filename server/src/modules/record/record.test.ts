import { contract, type RecordContent, type WireInput } from '@dentin/contract'
import { sectionLines } from '@dentin/contract/record-words'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { recordForBilling } from './index.ts'

const A = fixture.tenants.a
const clinicId = fixture.clinics.a1
const calls = contract.record
const app = await testApp()
let doctor: Client
let nurse: Client
let director: Client
let serial = 0

/** A patient in the chair, as the visit module leaves him. */
async function visit(
  more: { patientId?: string; doctorId?: string; treatType?: number; start?: string; clinic?: 'a1' | 'a2' } = {},
) {
  const registration = uuidv7()
  const treatment = uuidv7()
  serial += 1
  const patientId = more.patientId ?? (fixture.patients.a[1] as string)
  const doctorId = more.doctorId ?? (fixture.doctors.a1[0] as string)
  const start = more.start ?? '2026-11-20T00:40:00Z'
  const clinic = fixture.clinics[more.clinic ?? 'a1']
  await app.sql(
    `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, status, treat_type, title, chief_complaint, created_at, updated_at)
     values ($1, $2, $3, $4, $5, '2026-11-20', $6, $7, $8, 3, $9, '根管治疗', '', $8, $8)`,
    [A, registration, clinic, `GHT${serial}`, 500 + serial, patientId, doctorId, start, more.treatType ?? 1],
  )
  await app.sql(
    `insert into treatment (tenant_id, id, clinic_id, registration_id, patient_id, doctor_id, status, start_time, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 1, $7, $7, $7)`,
    [A, treatment, clinic, registration, patientId, doctorId, start],
  )
  return treatment
}

const complete = (
  more: Partial<WireInput<typeof calls.save>['content']> = {},
): WireInput<typeof calls.save>['content'] => ({
  chiefComplaint: '左下后牙自发痛 3 天',
  presentIllness: '三天前夜间痛，冷热刺激加重，未治疗。',
  pastHistory: '否认',
  allergyHistory: '否认药物过敏史',
  exams: [{ teeth: '36:MO', content: '近中𬌗面深龋，叩(+)' }],
  diagnoses: [{ teeth: '36', icdCode: 'K04.0', icdName: '牙髓炎', kind: 1 }],
  treatments: [
    {
      teeth: '36',
      content: '局麻下开髓，拔髓，封药',
      tariffs: [{ tariffId: fixture.tariffs.a.rootCanal, qty: 1 }],
      anesthetic: { drug: '阿替卡因', dose: '1.7 ml', batch: 'A26081' },
    },
  ],
  nextVisit: { days: 7, remark: '根管预备' },
  ...more,
})

async function draft(client = doctor, more: Parameters<typeof visit>[0] = {}) {
  const treatmentId = await visit(more)
  const made = await client.call(calls.create, { treatmentId, requestId: uuidv7() })
  return { ...made, treatmentId }
}
const get = (id: string, client = doctor) => client.call(calls.get, { id })
const save = (id: string, version: number, content = complete(), client = doctor) =>
  client.call(calls.save, { id, version, content })
async function signed(more: Parameters<typeof visit>[0] = {}, content = complete()) {
  const made = await draft(doctor, more)
  const saved = await save(made.id, made.version, content)
  const done = await doctor.call(calls.sign, { id: made.id, version: saved.version })
  return { ...made, version: done.version }
}
const statusLog = async (id: string) =>
  (
    await app.sql<{ from_status: number | null; to_status: number }>(
      `select from_status, to_status from status_log where biz_id = $1 order by created_at, id`,
      [id],
    )
  ).map((row) => [row.from_status, row.to_status])

beforeAll(async () => {
  doctor = await app.as('doctor')
  nurse = await app.as('nurse')
  director = await app.as('director')
})

describe('writing', () => {
  it('clinic-medial-create, clinic-medial-update: a first visit: what is missing is listed and nothing is submitted; with everything there it is signed and locked', async () => {
    await app.sql(`update patient set allergy_flag = 2 where id = $1`, [fixture.patients.a[1]])
    const made = await draft()
    expect(made.recordNo).toMatch(/^BL261120-\d{4}$/)
    const { allergyHistory: _none, ...rest } = complete()
    const saved = await save(made.id, made.version, rest)
    expect(saved.missing).toEqual([{ section: 'allergyHistory', message: '过敏史未填' }])
    // Of the root canal there is no film either.
    expect(saved.quality.score).toBe(86)
    const refusal = await doctor.refused(calls.submit, { id: made.id, version: saved.version })
    expect(refusal.code).toBe(25003)
    expect(refusal.data.missing).toEqual([{ section: 'allergyHistory', message: '过敏史未填' }])
    expect((await get(made.id)).status).toBe(0)
    expect((await doctor.refused(calls.sign, { id: made.id, version: saved.version })).code).toBe(25003)
    const again = await save(made.id, saved.version)
    const submitted = await doctor.call(calls.submit, { id: made.id, version: again.version })
    expect(submitted.status).toBe(1)
    const done = await doctor.call(calls.sign, { id: made.id, version: submitted.version })
    expect(done.status).toBe(2)
    expect(await statusLog(made.id)).toEqual([
      [null, 0],
      [0, 1],
      [1, 2],
    ])
    expect(
      (await doctor.refused(calls.save, { id: made.id, version: done.version, content: complete({ advice: '改' }) }))
        .code,
    ).toBe(25002)
    const file = await get(made.id)
    expect(file).toMatchObject({
      status: 2,
      intact: true,
      versionCount: 1,
      missing: [],
      can: { edit: false, sign: false, amend: true },
    })
    const [treatment] = await app.sql(`select emr_completed, next_plan from treatment where id = $1`, [
      made.treatmentId,
    ])
    expect(treatment).toEqual({ emr_completed: true, next_plan: '7天后 根管预备' })
  })

  it('offers 诊毕 to whoever treats, as long as the patient is in treatment', async () => {
    const made = await draft(doctor)
    expect((await get(made.id)).can).toMatchObject({ finish: true })
    const { registrationId } = await get(made.id)
    await doctor.call(contract.visit.finish, { registrationId: registrationId as string })
    expect((await get(made.id)).can).toMatchObject({ finish: false, sign: true })
  })

  it('takes allergies from the file', async () => {
    const made = await draft(doctor, { patientId: fixture.patients.a[0] as string })
    expect((await get(made.id)).content.allergyHistory).toBe('青霉素')
  })

  it('a return visit asks for less, and for what has changed since', async () => {
    const made = await draft(doctor, { treatType: 2 })
    expect((await get(made.id)).missing.map((each) => each.section)).toEqual([
      'chiefComplaint',
      'interval',
      'exams',
      'diagnoses',
      'treatments',
    ])
  })

  it('one visit has one record, also when two open it at once and when a request is repeated', async () => {
    const treatmentId = await visit()
    const answers = await Promise.allSettled(
      [1, 2, 3].map(() => doctor.call(calls.create, { treatmentId, requestId: uuidv7() })),
    )
    expect(answers.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    const refusal = await doctor.refused(calls.create, { treatmentId, requestId: uuidv7() })
    expect(refusal.code).toBe(25001)
    expect(refusal.data.id).toBeTypeOf('string')
    const other = { treatmentId: await visit(), requestId: uuidv7() }
    expect(await doctor.call(calls.create, other)).toEqual(await doctor.call(calls.create, other))
  })

  it('two tabs: the second one gets 409 and can read what is there; the same text again changes nothing', async () => {
    const made = await draft()
    const first = await save(made.id, made.version, complete({ advice: '第一个标签页' }))
    const refusal = await doctor.refused(calls.save, {
      id: made.id,
      version: made.version,
      content: complete({ advice: '第二个' }),
    })
    expect(refusal.http).toBe(409)
    expect(refusal.data).toMatchObject({ version: first.version, changedBy: '医生a1' })
    expect((await get(made.id)).content.advice).toBe('第一个标签页')
    expect((await save(made.id, first.version, complete({ advice: '第一个标签页' }))).version).toBe(first.version)
  })

  it('words typed on are saved without a word to the lists; what they show, and the mouth, is told', async () => {
    const record = await draft()
    const told = async () =>
      (await app.sql(`select id from event where topic = 'record' and ref_id = $1`, [record.id])).length
    const texts: Partial<WireInput<typeof calls.save>['content']>[] = [
      { presentIllness: '三天前夜间痛' },
      { presentIllness: '三天前夜间痛，冷热刺激加重。', advice: '勿咬硬物' },
      { chiefComplaint: '左下后牙自发痛 4 天' },
      { treatments: [{ teeth: '36', content: '局麻下开髓', tariffs: [], anesthetic: null }] },
      { toothMarks: [{ tooth: '36', condition: 'caries', surfaces: 'O', status: 'present' }] },
    ]
    let { version } = record
    let content = complete()
    ;({ version } = await doctor.call(calls.save, { id: record.id, version, content }))
    const events: number[] = []
    for (const text of texts) {
      const before = await told()
      content = { ...content, ...text }
      ;({ version } = await doctor.call(calls.save, { id: record.id, version, content }))
      events.push((await told()) - before)
    }
    expect(events).toEqual([0, 0, 1, 1, 1])
  })

  it('the log keeps of each save the sections that changed, before and after, not the whole text again', async () => {
    const record = await draft()
    const content = complete({ presentIllness: '三天前夜间痛' })
    const { version } = await doctor.call(calls.save, { id: record.id, version: record.version, content })
    await doctor.call(calls.save, {
      id: record.id,
      version,
      content: { ...content, presentIllness: '三天前夜间痛加重' },
    })
    const [row] = await app.sql<{ before: { content: object }; after: { content: object } }>(
      `select before, after from audit where entity_id = $1 and action = 'update' order by created_at desc, id desc limit 1`,
      [record.id],
    )
    expect(row?.before.content).toEqual({ presentIllness: '三天前夜间痛' })
    expect(row?.after.content).toEqual({ presentIllness: '三天前夜间痛加重' })
  })

  it('two saves at the same moment: one wins', async () => {
    const made = await draft()
    const both = await Promise.allSettled(
      ['甲', '乙'].map((advice) => save(made.id, made.version, complete({ advice }))),
    )
    expect(both.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
  })

  it('refuses teeth that do not exist, unknown codes and price-list items, and text beyond its limit', async () => {
    const made = await draft()
    const bad = async (more: object) =>
      doctor.refused(calls.save, { id: made.id, version: made.version, content: complete(more) })
    expect((await bad({ exams: [{ teeth: '19', content: '' }] })).data.fields).toEqual([
      { field: 'content.exams.0.teeth', message: '没有“19”这个牙位' },
    ])
    expect((await bad({ chiefComplaint: '长'.repeat(201) })).data.fields?.[0]?.message).toBe('主诉不能超过200个字')
    expect((await bad({ diagnoses: [{ teeth: '', icdCode: 'X99', icdName: '?', kind: 1 }] })).code).toBe(25007)
    const stranger = fixture.tariffs.b.cleaning
    expect(
      (await bad({ treatments: [{ teeth: '', content: '洁治', tariffs: [{ tariffId: stranger, qty: 1 }] }] })).code,
    ).toBe(25007)
    expect((await bad({ unknown: 1 })).http).toBe(400)
    expect(
      (await bad({ toothMarks: [{ tooth: '36', condition: 'caries', surfaces: 'X', status: 'present' }] })).http,
    ).toBe(400)
    const mark = { tooth: '36', condition: 'caries', surfaces: 'O', status: 'present' }
    expect((await bad({ toothMarks: [{ ...mark, detail: '全瓷' }] })).data.fields).toEqual([
      { field: 'content.toothMarks.0.detail', message: '龋没有「全瓷」这一项' },
    ])
    expect((await bad({ toothMarks: [{ ...mark, condition: 'pontic', group: 'b1' }] })).data.fields).toEqual([
      { field: 'content.toothMarks.0.group', message: '整件修复体至少占两颗牙' },
    ])
    expect((await bad({ toothMarks: [{ ...mark, group: 'a b' }] })).http).toBe(400)
  })

  it('a submitted record that loses a section is a draft again', async () => {
    const made = await draft()
    const saved = await save(made.id, made.version)
    const submitted = await doctor.call(calls.submit, { id: made.id, version: saved.version })
    expect((await save(made.id, submitted.version, complete({ treatments: [] }))).status).toBe(0)
  })

  it('asks for the sections that the clinic of the record has chosen, on the screen and before it is handed in', async () => {
    const asked = (sections: readonly string[] | null) =>
      app.sql(
        `update clinic set settings = case when $2::jsonb is null then settings - 'firstSections' - 'returnSections'
           else settings || jsonb_build_object('firstSections', $2::jsonb, 'returnSections', $2::jsonb) end where id = $1`,
        [fixture.clinics.a1, sections && JSON.stringify(sections)],
      )
    await asked(['advice'])
    const made = await draft()
    const { exams: _exams, presentIllness: _illness, ...rest } = complete({ advice: '' })
    const saved = await save(made.id, made.version, rest)
    expect(saved.missing).toEqual([{ section: 'advice', message: '医嘱未填' }])
    expect((await get(made.id)).required).toEqual(['chiefComplaint', 'diagnoses', 'treatments', 'advice'])
    const refusal = await doctor.refused(calls.submit, { id: made.id, version: saved.version })
    expect(refusal.data.missing).toEqual(saved.missing)
    const again = await save(made.id, saved.version, { ...rest, advice: '两周后复查' })
    expect((await doctor.call(calls.submit, { id: made.id, version: again.version })).status).toBe(1)
    await asked(null)
  })
})

describe('who may', () => {
  it('a nurse takes a draft down for the doctor but neither submits nor signs', async () => {
    const made = await draft(nurse)
    const saved = await save(made.id, made.version, complete(), nurse)
    for (const call of [calls.submit, calls.sign])
      expect((await nurse.refused(call, { id: made.id, version: saved.version })).http).toBe(403)
    const done = await doctor.call(calls.sign, { id: made.id, version: saved.version })
    const amended = await doctor.call(calls.amend, { id: made.id, version: done.version, reason: '补充' })
    expect((await nurse.refused(calls.save, { id: made.id, version: amended.version, content: complete() })).code).toBe(
      25004,
    )
    expect((await get(made.id, nurse)).can).toMatchObject({ edit: false, sign: false })
  })

  it('says of a record whether the file of its patient may be opened too', async () => {
    const patientId = fixture.patients.a[0] as string
    const made = await draft(doctor, { patientId })
    const own = `employee_id = '${fixture.employees.a1.nurse}'`
    const [before] = await app.sql<{ dept: string | null }>(`select dept_id as dept from employee_clinic where ${own}`)
    const answers: boolean[] = []
    try {
      for (const dept of [before?.dept ?? null, null]) {
        await app.sql(`update employee_clinic set dept_id = $1 where ${own}`, [dept])
        const { fileOpen } = await get(made.id, nurse)
        const file = { id: patientId }
        if (fileOpen) expect(await nurse.call(contract.patient.get, file)).toMatchObject(file)
        else expect((await nurse.refused(contract.patient.get, file)).http).toBe(404)
        answers.push(fileOpen)
      }
    } finally {
      await app.sql(`update employee_clinic set dept_id = $1 where ${own}`, [before?.dept ?? null])
    }
    expect(answers).toEqual([true, false])
    expect((await get(made.id, director)).fileOpen).toBe(true)
  })

  it('only the doctor of the visit writes, signs and amends; the director drafts for the department and signs his own', async () => {
    const made = await draft()
    const saved = await save(made.id, made.version)
    const other = await app.asDoctor(1)
    expect(
      (await other.refused(calls.save, { id: made.id, version: saved.version, content: complete({ advice: 'x' }) }))
        .code,
    ).toBe(25004)
    for (const [client, edit] of [
      [other, false],
      [director, true],
    ] as const) {
      expect((await client.refused(calls.sign, { id: made.id, version: saved.version })).code).toBe(25004)
      expect((await client.call(calls.get, { id: made.id })).can).toMatchObject({ edit, sign: false, remove: false })
    }
    const own = await draft(director, { doctorId: fixture.employees.a1.director })
    const kept = await save(own.id, own.version, complete(), director)
    expect((await director.call(calls.sign, { id: own.id, version: kept.version })).status).toBe(2)
    const notMine = await visit()
    expect((await other.refused(calls.create, { treatmentId: notMine, requestId: uuidv7() })).code).toBe(25004)
  })

  it('the front desk sees nothing, a counsellor only patients in her care, another company nothing', async () => {
    const made = await draft()
    expect((await (await app.as('reception')).refused(calls.get, { id: made.id })).http).toBe(403)
    const counsellor = await app.as('consultant')
    expect((await counsellor.refused(calls.get, { id: made.id })).http).toBe(404)
    await app.sql(`update patient set consultant_id = $1 where id = $2`, [
      fixture.employees.a1.consultant,
      fixture.patients.a[1],
    ])
    expect((await counsellor.call(calls.get, { id: made.id })).id).toBe(made.id)
    expect((await (await app.as('doctor', 'b1')).refused(calls.get, { id: made.id })).http).toBe(404)
    expect((await app.nobody.refused(calls.get, { id: made.id })).http).toBe(401)
  })

  it('another clinic of the chain reads the history but changes nothing', async () => {
    const made = await signed()
    const there = await app.as('director', 'a2')
    expect((await there.call(calls.get, { id: made.id })).can).toMatchObject({
      edit: false,
      amend: false,
      remove: false,
    })
    expect((await there.refused(calls.amend, { id: made.id, version: made.version, reason: '改' })).http).toBe(404)
    const list = await there.call(calls.ofPatient, { id: fixture.patients.a[1] as string })
    expect(list.some((each) => each.id === made.id)).toBe(true)
  })

  it('clinic-medial-detail, clinic-medial-print: looking at and printing a record leave a trace', async () => {
    const made = await signed()
    await get(made.id)
    const first = await doctor.call(calls.print, { id: made.id })
    const second = await doctor.call(calls.print, { id: made.id })
    expect([first.printCount, second.printCount]).toEqual([1, 2])
    expect(second).toMatchObject({
      clinicPhone: '0571-88886666',
      versionNo: 1,
      intact: true,
      tariffs: [{ name: '根管治疗（磨牙）' }],
    })
    const rows = await app.sql<{ action: string }>(
      `select action from audit where entity_id = $1 and patient_id = $2 order by created_at, id`,
      [made.id, fixture.patients.a[1]],
    )
    expect(rows.map((row) => row.action)).toEqual(['create', 'update', 'sign', 'view', 'print', 'print'])
    expect((await (await app.as('consultant')).refused(calls.print, { id: made.id })).http).toBe(403)
  })

  it('a plan keeps its items and its alternative, which have to exist; detail and print name them', async () => {
    const { rootCanal, filling } = fixture.tariffs.a
    const plain = { teeth: '46', content: '观察' }
    const plans = [
      { teeth: '36', content: '根管治疗', tariffIds: [rootCanal, filling], alternative: '拔除后种植' },
      plain,
    ]
    const made = await draft()
    const unknown = { ...plain, tariffIds: [uuidv7()] }
    expect(
      (
        await doctor.refused(calls.save, {
          id: made.id,
          version: made.version,
          content: complete({ plans: [unknown] }),
        })
      ).data.fields,
    ).toEqual([{ field: 'content.plans.0.tariffIds', message: '收费项目不存在' }])
    const saved = await save(made.id, made.version, complete({ plans }))
    await doctor.call(calls.sign, { id: made.id, version: saved.version })
    const printed = await doctor.call(calls.print, { id: made.id })
    const shown = await get(made.id)
    for (const { content, tariffs } of [printed, shown]) {
      expect(content.plans).toEqual(plans)
      expect(tariffs.map(({ id }) => id)).toEqual(expect.arrayContaining([rootCanal, filling]))
    }
    expect(shown.intact).toBe(true)
  })

  it('a print names the doctor and the items of the next visit', async () => {
    const [doctorId, itemId] = [fixture.doctors.a1[0] as string, fixture.items.a.rootCanal]
    const nextVisit = { days: 14, remark: '根管充填', doctorId, itemIds: [itemId] }
    const { next } = await doctor.call(calls.print, { id: (await signed({}, complete({ nextVisit }))).id })
    const [names] = await app.sql<{ doctor: string; item: string }>(
      `select e.name as doctor, i.name as item from employee e, appoint_item i where e.id = $1 and i.id = $2`,
      [doctorId, itemId],
    )
    expect(next).toEqual({ doctorName: names?.doctor, itemNames: [names?.item] })
    expect((await doctor.call(calls.print, { id: (await signed()).id })).next).toEqual({
      doctorName: null,
      itemNames: [],
    })
  })
})

describe('amending', () => {
  it('needs a reason and makes a new version; the old one stays word for word', async () => {
    const made = await signed()
    expect((await doctor.refused(calls.amend, { id: made.id, version: made.version, reason: ' ' })).http).toBe(400)
    const open = await doctor.call(calls.amend, { id: made.id, version: made.version, reason: '漏写叩痛' })
    expect(open.status).toBe(4)
    expect((await get(made.id)).amendReason).toBe('漏写叩痛')
    const saved = await save(
      made.id,
      open.version,
      complete({ exams: [{ teeth: '36:MO', content: '近中𬌗面深龋，叩(++)' }] }),
    )
    const half = await doctor.call(calls.print, { id: made.id })
    expect(half.signDoctorName).toBe('')
    await doctor.call(calls.sign, { id: made.id, version: saved.version })
    const versions = await doctor.call(calls.versions, { id: made.id })
    expect(versions.map((each) => [each.versionNo, each.reason, each.intact])).toEqual([
      [1, '', true],
      [2, '漏写叩痛', true],
    ])
    const diff = await doctor.call(calls.compare, { id: made.id, from: 1, to: 2 })
    expect(diff.changed).toEqual(['exams'])
    expect((diff.before as RecordContent).exams[0]?.content).toContain('叩(+)')
    expect((await doctor.refused(calls.compare, { id: made.id, from: 1, to: 7 })).http).toBe(404)
    expect(await statusLog(made.id)).toEqual([
      [null, 0],
      [0, 1],
      [1, 2],
      [2, 4],
      [4, 2],
    ])
  })

  it('compares who sees the patient next, and for what, by name', async () => {
    const made = await signed()
    const open = await doctor.call(calls.amend, { id: made.id, version: made.version, reason: '改约' })
    const nextVisit = {
      days: 7,
      remark: '根管预备',
      doctorId: fixture.doctors.a1[0] as string,
      itemIds: [fixture.items.a.rootCanal],
    }
    const saved = await save(made.id, open.version, complete({ nextVisit }))
    await doctor.call(calls.sign, { id: made.id, version: saved.version })
    const { before, after, changed, next } = await doctor.call(calls.compare, { id: made.id, from: 1, to: 2 })
    expect(changed).toEqual(['nextVisit'])
    const said = (content: RecordContent, names: typeof next.before) =>
      sectionLines(content, 'nextVisit', undefined, names).map(({ text }) => text)
    const [item] = await app.sql<{ name: string }>('select name from appoint_item where id = $1', nextVisit.itemIds)
    expect(said(before, next.before)).toEqual(['7 天后复诊，根管预备'])
    expect(said(after, next.after)).toEqual([`7 天后复诊，医生 医生a1，项目 ${item?.name}，根管预备`])
  })

  it('cannot be done twice at once, nor on a draft', async () => {
    const made = await signed()
    const both = await Promise.allSettled(
      [1, 2].map((n) => doctor.call(calls.amend, { id: made.id, version: made.version, reason: `原因${n}` })),
    )
    expect(both.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    const fresh = await draft()
    expect((await doctor.refused(calls.amend, { id: fresh.id, version: fresh.version, reason: '改' })).code).toBe(40020)
  })

  it('a signed text changed behind the back of the product is seen', async () => {
    const made = await signed()
    await app.sql(`update medical_record set content = jsonb_set(content, '{advice}', '"篡改"') where id = $1`, [
      made.id,
    ])
    expect((await get(made.id)).intact).toBe(false)
    expect((await doctor.call(calls.print, { id: made.id })).intact).toBe(false)
    const other = await signed()
    await app.sql(
      `update medical_record_version set content = jsonb_set(content, '{advice}', '"篡改"') where record_id = $1`,
      [other.id],
    )
    expect((await get(other.id)).intact).toBe(false)
    expect((await doctor.call(calls.versions, { id: other.id }))[0]?.intact).toBe(false)
  })

  it('the application cannot change or remove a version even when it tries', async () => {
    const made = await signed()
    const database = app.application.services.database
    const { sql } = await import('kysely')
    for (const attempt of [
      sql`update medical_record_version set reason = 'x' where tenant_id = ${A} and record_id = ${made.id}`,
      sql`delete from medical_record_version where tenant_id = ${A} and record_id = ${made.id}`,
    ])
      await expect(database.withTenant(A, clinicId, (tx) => tx.rows(attempt))).rejects.toThrow(/permission denied/)
  })
})

describe('deleting', () => {
  it('record-general-extra, clinic-medial-delete, clinic-medial-delete-reverse: a draft goes and comes back as it was', async () => {
    const made = await draft()
    const gone = await doctor.call(calls.remove, { id: made.id, version: made.version })
    expect(gone.status).toBe(9)
    expect((await doctor.refused(calls.save, { id: made.id, version: gone.version, content: complete() })).code).toBe(
      25006,
    )
    const patient = { id: fixture.patients.a[1] as string }
    expect((await doctor.call(calls.ofPatient, patient)).some((each) => each.id === made.id)).toBe(false)
    expect((await doctor.call(calls.ofPatient, { ...patient, deleted: 1 })).some((each) => each.id === made.id)).toBe(
      true,
    )
    expect((await doctor.call(calls.restore, { id: made.id })).status).toBe(0)
    expect((await doctor.refused(calls.restore, { id: made.id })).code).toBe(40020)
  })

  it('a signed one needs a reason, keeps its versions, and comes back signed', async () => {
    const made = await signed()
    expect((await doctor.refused(calls.remove, { id: made.id, version: made.version })).code).toBe(25005)
    await doctor.call(calls.remove, { id: made.id, version: made.version, reason: '写错患者' })
    const [treatment] = await app.sql<{ emr_completed: boolean }>(`select emr_completed from treatment where id = $1`, [
      made.treatmentId,
    ])
    expect(treatment?.emr_completed).toBe(false)
    expect(await app.sql(`select 1 from medical_record_version where record_id = $1`, [made.id])).toHaveLength(1)
    expect((await doctor.call(calls.restore, { id: made.id })).status).toBe(2)
    expect(await get(made.id)).toMatchObject({ intact: true, status: 2 })
  })

  it('does not come back beside a new record of the same visit', async () => {
    const made = await draft()
    await doctor.call(calls.remove, { id: made.id, version: made.version })
    await doctor.call(calls.create, { treatmentId: made.treatmentId, requestId: uuidv7() })
    expect((await doctor.refused(calls.restore, { id: made.id })).code).toBe(25001)
  })

  it('is for the doctor of the visit', async () => {
    const made = await draft()
    expect((await director.refused(calls.remove, { id: made.id, version: made.version, reason: '清理' })).code).toBe(
      25004,
    )
    expect((await nurse.refused(calls.remove, { id: made.id, version: made.version })).http).toBe(403)
  })
})

describe('lists', () => {
  it('what is to be written goes from one to none when it is signed', async () => {
    const mine = await app.asDoctor(2)
    const doctorId = fixture.doctors.a1[2] as string
    const list = (tab: 'todo' | 'signed') => mine.call(calls.work, { tab })
    expect((await list('todo')).total).toBe(0)
    const treatmentId = await visit({ doctorId, start: '2026-11-18T02:00:00Z' })
    expect((await list('todo')).list[0]).toMatchObject({ id: null, treatmentId, overdue: true, title: '根管治疗' })
    const made = await mine.call(calls.create, { treatmentId, requestId: uuidv7() })
    expect((await list('todo')).list[0]).toMatchObject({ id: made.id, status: 0 })
    const saved = await save(made.id, made.version, complete(), mine)
    await mine.call(calls.sign, { id: made.id, version: saved.version })
    expect((await list('todo')).total).toBe(0)
    expect((await list('signed')).list[0]).toMatchObject({ id: made.id, diagnosisText: '牙髓炎', teeth: '36' })
    expect((await mine.call(calls.work, { tab: 'signed', keyword: '郑博' })).total).toBe(1)
    expect((await mine.call(calls.work, { tab: 'signed', keyword: '周雨' })).total).toBe(0)
    expect((await nurse.call(calls.work, { tab: 'signed', whose: 'clinic' })).total).toBeGreaterThan(0)
  })

  it('record-general-extra, clinic-medial-list, clinic-medial-print-all: lists a patient by ids, and prints all the signed ones by the time of the visit', async () => {
    const patientId = fixture.patients.a[2] as string
    const later = await signed({ patientId, start: '2026-11-20T00:30:00Z' })
    const earlier = await signed({ patientId, start: '2026-11-19T00:30:00Z' })
    await draft(doctor, { patientId })
    const some = await doctor.call(calls.ofPatient, { id: patientId, medicalIds: later.id })
    expect(some.map((each) => each.id)).toEqual([later.id])
    expect((await doctor.refused(calls.ofPatient, { id: patientId, medicalIds: 'x' })).http).toBe(400)
    const sheets = await doctor.call(calls.printAll, { id: patientId })
    expect(sheets.map((each) => each.id)).toEqual([earlier.id, later.id])
    // Whoever may read all records may print all of them, whoever wrote them.
    expect(await nurse.call(calls.printAll, { id: patientId })).toHaveLength(2)
    expect((await director.call(calls.print, { id: later.id })).printCount).toBe(3)
  })
})

type Mark = RecordContent['toothMarks'][number]

describe('the general condition and the next visit', () => {
  const refusedFor = async (more: object) => {
    const made = await draft(doctor)
    const { code, data } = await doctor.refused(calls.save, {
      id: made.id,
      version: made.version,
      content: complete(more),
    })
    return [code, ...(data.fields ?? []).map(({ field, message }) => `${field} ${message}`)]
  }
  const condition = (more: object) => refusedFor({ generalCondition: more })

  it('takes height, weight, ASA, pregnancy with its week, and what changed since the last visit', async () => {
    const made = await draft(doctor)
    const generalCondition = { height: 163, weight: 55.5, asa: 2, pregnancy: 'pregnant' as const, pregnancyWeek: 22 }
    await save(made.id, made.version, complete({ generalCondition, interval: '疼痛消失', personalHistory: '不吸烟' }))
    expect((await get(made.id)).content).toMatchObject({
      generalCondition,
      interval: '疼痛消失',
      personalHistory: '不吸烟',
    })
  })

  it('refuses what no person has, beside its field', async () => {
    const bad = 'content.generalCondition'
    expect(await condition({ weight: 0 })).toContain(`${bad}.weight 体重应在0.5到250之间`)
    expect(await condition({ weight: 251 })).toContain(`${bad}.weight 体重应在0.5到250之间`)
    expect(await condition({ bloodPressureSys: 80, bloodPressureDia: 120 })).toEqual([
      25008,
      `${bad}.bloodPressureSys 收缩压应高于舒张压`,
    ])
    expect(await condition({ pregnancyWeek: 12 })).toEqual([25008, `${bad}.pregnancyWeek 没有妊娠，不填孕周`])
    expect(await condition({ asa: 2.5 })).toEqual([25008, `${bad}.asa ASA 分级为 1 到 5 的整数`])
  })

  it('knows the doctor and the kinds of appointment of the next visit', async () => {
    expect(await refusedFor({ nextVisit: { days: 7, itemIds: [uuidv7()] } })).toEqual([
      25007,
      'content.nextVisit.itemIds 复诊项目不存在',
    ])
    expect(await refusedFor({ nextVisit: { days: 7, doctorId: fixture.patients.a[0] } })).toEqual([
      25007,
      'content.nextVisit.doctorId 复诊医生不存在',
    ])
    const made = await draft(doctor)
    const nextVisit = { days: 7, remark: '', doctorId: fixture.doctors.a1[0] as string, itemIds: [] }
    await save(made.id, made.version, complete({ nextVisit }))
    expect((await get(made.id)).content.nextVisit).toEqual(nextVisit)
  })
})

describe('the mouth', () => {
  const marks = async (patientId: string) =>
    app.sql<{ tooth: string; condition: string; layer: string; ended: boolean }>(
      `select tooth, condition, layer, ended_on is not null as ended from tooth_condition where patient_id = $1 and known_to is null order by created_at, id`,
      [patientId],
    )
  it('is charted when the record is signed, follows an amendment, and a filling ends the caries', async () => {
    const patientId = fixture.patients.a[0] as string
    const caries = { tooth: '36', condition: 'caries', surfaces: 'MO', status: 'present' } as const
    const plan = { tooth: '46', condition: 'crown', surfaces: '', status: 'planned' } as const
    const made = await draft(doctor, { patientId, start: '2026-11-19T01:00:00Z' })
    const saved = await save(made.id, made.version, complete({ toothMarks: [caries, plan] }))
    expect(await marks(patientId)).toEqual([])
    const done = await doctor.call(calls.sign, { id: made.id, version: saved.version })
    expect((await marks(patientId)).map((each) => [each.tooth, each.condition, each.layer])).toEqual([
      ['36', 'caries', 'finding'],
      ['46', 'crown', 'plan'],
    ])
    const open = await doctor.call(calls.amend, { id: made.id, version: done.version, reason: '计划写错' })
    const again = await save(made.id, open.version, complete({ toothMarks: [caries] }))
    await doctor.call(calls.sign, { id: made.id, version: again.version })
    expect(await marks(patientId)).toHaveLength(1)
    const next = await draft(doctor, { patientId })
    expect((await get(next.id)).mouth).toEqual([caries])
    const filled = await save(next.id, next.version, complete({ toothMarks: [{ ...caries, condition: 'filling' }] }))
    const end = await doctor.call(calls.sign, { id: next.id, version: filled.version })
    expect((await marks(patientId)).map((each) => [each.condition, each.ended])).toEqual([
      ['caries', true],
      ['filling', false],
    ])
    const gone = await doctor.call(calls.remove, { id: next.id, version: end.version, reason: '写错患者' })
    expect(await standing(patientId), 'what it had ended stands again').toEqual(['36 caries MO'])
    await doctor.call(calls.restore, { id: gone.id })
    expect(await standing(patientId)).toEqual(['36 filling MO'])
  })

  const mark = (text: string): Mark => {
    const [tooth = '', condition = '', surfaces = ''] = text.split(' ')
    const [id = '', status = 'present'] = condition.split('/')
    return { tooth, condition: id, surfaces, status } as Mark
  }
  /** What the file shows of the teeth. */
  const standing = async (patientId: string) =>
    (await doctor.call(contract.patient.toothConditions, { id: patientId })).list.map((each) =>
      `${each.tooth} ${each.condition}${each.layer === 'plan' ? '/planned' : ''} ${each.surfaces}`.trim(),
    )
  /** A visit that is signed, saying this of the teeth. */
  const visit = async (patientId: string, start: string, ...texts: string[]) => {
    const made = await draft(doctor, { patientId, start })
    const saved = await save(made.id, made.version, complete({ toothMarks: texts.map(mark) }))
    return doctor.call(calls.sign, { id: made.id, version: saved.version })
  }
  const amended = async (record: { id: string; version: number }, ...texts: string[]) => {
    const open = await doctor.call(calls.amend, { ...record, reason: '写错了' })
    const again = await save(record.id, open.version, complete({ toothMarks: texts.map(mark) }))
    return doctor.call(calls.sign, { id: record.id, version: again.version })
  }

  const newPatient = async () =>
    (
      await (
        await app.as('reception')
      ).call(contract.patient.create, {
        name: `牙${serial++}`,
        gender: 2,
        mobile: `139${String(30_000_000 + serial)}`,
        sourceId: fixture.sources.a,
        requestId: uuidv7(),
      })
    ).id

  it('has the caries again when the filling is amended away', async () => {
    const patientId = await newPatient()
    await visit(patientId, '2026-11-18T01:00:00Z', '36 caries O')
    const filled = await visit(patientId, '2026-11-19T01:00:00Z', '36 filling O')
    expect(await standing(patientId)).toEqual(['36 filling O'])
    await amended(filled)
    expect(await standing(patientId)).toEqual(['36 caries O'])
  })

  it('is what was signed when a record that is being amended is deleted and comes back; the amendment is kept', async () => {
    const patientId = await newPatient()
    const { id: visited, version } = await visit(patientId, '2026-11-19T01:00:00Z', '36 caries O')
    const open = await doctor.call(calls.amend, { id: visited, version, reason: '牙位写错' })
    const unsigned = complete({ toothMarks: [mark('37 caries O')], advice: '改到一半' })
    const saved = await save(visited, open.version, unsigned)
    await doctor.call(calls.remove, { id: visited, version: saved.version, reason: '写错患者' })
    expect(await standing(patientId)).toEqual([])
    expect((await doctor.call(calls.restore, { id: visited })).status).toBe(4)
    expect(await standing(patientId)).toEqual(['36 caries O'])
    expect((await get(visited)).content).toMatchObject({ advice: '改到一半', toothMarks: [mark('37 caries O')] })
    const again = await get(visited)
    await doctor.call(calls.sign, { id: visited, version: again.version })
    expect(await standing(patientId)).toEqual(['37 caries O'])
  })

  it('keeps depth and material, and a bridge as one piece that is removed as one', async () => {
    const patientId = await newPatient()
    const made = await draft(doctor, { patientId, start: '2026-11-17T01:00:00Z' })
    const part = (tooth: string, condition: 'pontic' | 'bridge_abutment'): Mark => ({
      tooth,
      condition,
      surfaces: '',
      status: 'present',
      group: 'bridge-1',
    })
    const toothMarks: Mark[] = [
      { tooth: '16', condition: 'caries', surfaces: 'MO', status: 'present', detail: '深' },
      part('47', 'bridge_abutment'),
      part('46', 'pontic'),
      part('45', 'bridge_abutment'),
    ]
    const saved = await save(made.id, made.version, complete({ toothMarks }))
    expect((await get(made.id)).content.toothMarks).toEqual(toothMarks)
    const end = await doctor.call(calls.sign, { id: made.id, version: saved.version })
    const next = await draft(doctor, { patientId, start: '2026-11-18T01:00:00Z' })
    expect((await get(next.id)).mouth).toEqual(expect.arrayContaining(toothMarks))
    // Only the depth changes: the former entry goes, the new one stands.
    const open = await doctor.call(calls.amend, { id: end.id, version: end.version, reason: '深度写错' })
    const shallow = toothMarks.map((mark) => (mark.detail ? { ...mark, detail: '浅' } : mark))
    const again = await save(made.id, open.version, complete({ toothMarks: shallow }))
    await doctor.call(calls.sign, { id: made.id, version: again.version })
    expect((await get(next.id)).mouth).toHaveLength(4)
    expect((await get(next.id)).mouth).toEqual(expect.arrayContaining(shallow))
    const off = await save(
      next.id,
      next.version,
      complete({ toothMarks: [{ ...part('46', 'pontic'), status: 'removed', reason: '破损' }] }),
    )
    await doctor.call(calls.sign, { id: next.id, version: off.version })
    expect(await standing(patientId)).toEqual(['16 caries MO', '46 missing'])
  })

  it('refuses what can’t be: a surface that the tooth has not got, a finding where no tooth is', async () => {
    const patientId = await newPatient()
    await visit(patientId, '2026-11-17T01:00:00Z', '46 missing', '36 implant')
    const made = await draft(doctor, { patientId, start: '2026-11-18T01:00:00Z' })
    const problems = async (...texts: string[]) => {
      const refused = await doctor.refused(calls.save, {
        id: made.id,
        version: made.version,
        content: complete({ toothMarks: texts.map(mark) }),
      })
      return [refused.code, ...(refused.data.fields ?? []).map(({ field, message }) => `${field} ${message}`)]
    }
    expect(await problems('11 caries O', '16 caries O')).toEqual([25008, 'content.toothMarks.0 11 没有𬌗面'])
    expect(await problems('17 caries O', '46 caries O', '36 rct')).toEqual([
      25008,
      'content.toothMarks.1 46 已缺失，不能标龋',
      'content.toothMarks.2 36 是种植体，不能标根管治疗',
    ])
    // A gap can be filled, and what stands instead can be crowned.
    const saved = await save(made.id, made.version, complete({ toothMarks: ['46 implant', '36 crown'].map(mark) }))
    expect(saved.version).toBe(made.version + 1)
  })

  it('is told why something was taken off, and keeps it', async () => {
    const patientId = await newPatient()
    await visit(patientId, '2026-11-17T01:00:00Z', '36 crown', '46 periapical')
    const made = await draft(doctor, { patientId, start: '2026-11-18T01:00:00Z' })
    const off = { ...mark('36 crown'), status: 'removed' as const }
    const refused = async (toothMarks: object[]) => {
      const content = { ...complete({}), toothMarks } as RecordContent
      const { data } = await doctor.refused(calls.save, { id: made.id, version: made.version, content })
      return data.fields
    }
    expect(await refused([off])).toEqual([{ field: 'content.toothMarks.0.reason', message: '36 拆除冠，请写原因' }])
    expect(await refused([{ ...off, reason: '  ' }])).toMatchObject([{ field: 'content.toothMarks.0.reason' }])
    expect(await refused([{ ...off, reason: '松'.repeat(41) }])).toMatchObject([
      { field: 'content.toothMarks.0.reason', message: '拆除原因不超过 40 字' },
    ])
    expect(await refused([{ ...mark('16 crown'), reason: '松脱' }])).toEqual([
      { field: 'content.toothMarks.0.reason', message: '只有拆除才写原因' },
    ])
    // A lesion that is gone was taken off by nobody.
    const gone = { ...mark('46 periapical'), status: 'removed' as const }
    const saved = await save(made.id, made.version, complete({ toothMarks: [{ ...off, reason: '继发龋' }, gone] }))
    await doctor.call(calls.sign, { id: made.id, version: saved.version })
    expect(await standing(patientId)).toEqual([])
    const history = await doctor.call(calls.mouth, { id: patientId })
    expect(
      history.entries.flatMap(({ tooth, status, reason }) => (status === 'removed' ? [`${tooth} ${reason}`] : [])),
    ).toEqual(['36 继发龋', '46 '])
    const sheet = await doctor.call(calls.print, { id: made.id })
    expect(sectionLines(sheet.content, 'treatments').map(({ text }) => text)).toContain('拆除冠（继发龋）')
  })

  it('refuses what says of one tooth in one record that it is there and that it is not', async () => {
    const patientId = await newPatient()
    await visit(patientId, '2026-11-17T01:00:00Z', '48 unerupted', '46 pontic')
    const made = await draft(doctor, { patientId, start: '2026-11-18T01:00:00Z' })
    const problems = async (...texts: string[]) => {
      const content = complete({ toothMarks: texts.map(mark) })
      const { code, data } = await doctor.refused(calls.save, { id: made.id, version: made.version, content })
      return [code, ...(data.fields ?? []).map(({ field, message }) => `${field} ${message}`)]
    }
    expect(await problems('17 missing', '17 filling O', '16 caries O')).toEqual([
      25008,
      'content.toothMarks.1 17 在这份病历里标了缺失，不能再标充填体；本次拔除的，缺失的性质选已完成',
    ])
    expect(await problems('12 congenitally_missing', '12 caries M')).toEqual([
      25008,
      'content.toothMarks.1 12 在这份病历里标了先天缺失，不能再标龋',
    ])
    expect(await problems('48 caries O', '46 wedge BC')).toEqual([
      25008,
      'content.toothMarks.0 48 是未萌牙，不能标龋；已萌出的先标健康或萌出中',
      'content.toothMarks.1 46 是桥体，不能标楔状缺损',
    ])
    expect(await problems('12 congenitally_missing/planned')).toEqual([
      25008,
      'content.toothMarks.0 12 先天缺失是现有的情况，性质应选现有',
    ])
    // Found ill and taken out in one visit is everyday.
    const found = ['17 caries O', '17 missing/completed', '12 congenitally_missing'].map(mark)
    const saved = await save(made.id, made.version, complete({ toothMarks: found }))
    // What stood already is told of as well, where something that comes to its tooth contradicts it.
    const content = complete({ toothMarks: [...found, mark('17 missing/external')] })
    const refused = await doctor.refused(calls.save, { id: made.id, version: saved.version, content })
    expect(refused.data.fields).toMatchObject([{ field: 'content.toothMarks.0' }])
  })

  it('keeps what a work does not end: the planned implant, another surface, the lesion of a root', async () => {
    const patientId = await newPatient()
    await visit(
      patientId,
      '2026-11-17T01:00:00Z',
      '46 implant/planned',
      '36 caries MO',
      '26 periapical',
      '16 filling O',
    )
    await visit(patientId, '2026-11-18T01:00:00Z', '46 missing', '36 filling O', '26 rct', '16 crown')
    expect((await standing(patientId)).sort()).toEqual(
      ['46 implant/planned', '46 missing', '36 caries M', '36 filling O', '26 periapical', '26 rct', '16 crown'].sort(),
    )
  })

  it('is as the visit found it, whenever it is signed, and each visit of a day finds what the one before left', async () => {
    const patientId = await newPatient()
    await visit(patientId, '2026-11-19T01:00:00Z', '36 secondary_caries O', '37 caries O')
    // The earlier visit is written down after the later one.
    const late = await visit(patientId, '2026-11-17T01:00:00Z', '36 filling O')
    expect((await get(late.id)).mouth).toEqual([])
    expect((await standing(patientId)).sort()).toEqual(['36 filling O', '36 secondary_caries O', '37 caries O'])
    const evening = await visit(patientId, '2026-11-19T09:00:00Z', '37 filling O')
    expect((await get(evening.id)).mouth.map(({ tooth, condition }) => `${tooth} ${condition}`).sort()).toEqual([
      '36 filling',
      '36 secondary_caries',
      '37 caries',
    ])
  })
})

describe('a gap of a template', () => {
  it('stays in the text and is in the way of submitting and signing until it is filled, with its field named', async () => {
    const made = await draft()
    const gapped = complete({
      chiefComplaint: '左下后牙痛 {数字} 天',
      treatments: [{ teeth: '36', content: '{选择:单层|分层}充填，{选择:单层|分层}抛光' }],
      nextVisit: { days: 7, remark: '{日期}复查' },
    })
    const saved = await save(made.id, made.version, gapped)
    const open = [
      { section: 'chiefComplaint', field: 'chiefComplaint', message: '主诉还有 1 处空未填' },
      { section: 'treatments', field: 'treatments.0', message: '处置第 1 行还有 2 处空未填' },
      { section: 'nextVisit', field: 'nextVisit', message: '复诊建议还有 1 处空未填' },
    ]
    expect(saved.missing).toEqual(open)
    expect((await get(made.id)).content.chiefComplaint).toBe('左下后牙痛 {数字} 天')
    for (const call of [calls.submit, calls.sign] as const) {
      const refusal = await doctor.refused(call, { id: made.id, version: saved.version })
      expect([refusal.code, refusal.data.missing]).toEqual([25003, open])
      expect(refusal.message).toContain('处置第 1 行还有 2 处空未填')
    }
    const filled = await save(made.id, saved.version)
    expect(filled.missing).toEqual([])
    const done = await doctor.call(calls.sign, { id: made.id, version: filled.version })
    // Amended, the same holds.
    const amended = await doctor.call(calls.amend, { id: made.id, version: done.version, reason: '补写' })
    const again = await save(made.id, amended.version, gapped)
    expect((await doctor.refused(calls.sign, { id: made.id, version: again.version })).code).toBe(25003)
  })
  it('braces that ask for nothing are words', async () => {
    const made = await draft()
    const saved = await save(made.id, made.version, complete({ advice: '见{附页}' }))
    await doctor.call(calls.sign, { id: made.id, version: saved.version })
  })
})

describe('a diagnosis of the company', () => {
  it('is taken and asks for its tooth; switched off it stays in the record that has it and is chosen in no other', async () => {
    const entry = { name: '颌骨隐匿性病变', code: 'ZD01', category: 'K10', toothRequired: true, common: false }
    const made = await director.call(contract.clinic.saveOwnDiagnosis, { ...entry, requestId: uuidv7() })
    const own = (teeth: string) =>
      complete({ diagnoses: [{ teeth, icdCode: 'ZD01', icdName: '颌骨隐匿性病变', kind: 1 }] })
    const first = await draft()
    const bare = await save(first.id, first.version, own(''))
    expect(bare.quality.items.map(({ message }) => message)).toContain('颌骨隐匿性病变未选牙位')
    const saved = await save(first.id, bare.version, own('36'))
    expect(saved.quality.items.map(({ message }) => message)).not.toContain('颌骨隐匿性病变未选牙位')
    const off = { ...entry, id: made.id, version: 1, enabled: false, requestId: uuidv7() }
    await director.call(contract.clinic.saveOwnDiagnosis, off)
    const again = await save(first.id, saved.version, { ...own('36'), advice: '复查' })
    const done = await doctor.call(calls.sign, { id: first.id, version: again.version })
    expect(done.status).toBe(2)
    expect((await get(first.id)).content.diagnoses).toMatchObject([{ icdCode: 'ZD01', icdName: '颌骨隐匿性病变' }])
    const other = await draft()
    const input = { id: other.id, version: other.version, content: own('36') }
    expect((await doctor.refused(calls.save, input)).data.fields).toEqual([
      { field: 'content.diagnoses.0.icdCode', message: '诊断「颌骨隐匿性病变」已停用，请另选' },
    ])
    const unknown = complete({ diagnoses: [{ teeth: '36', icdCode: 'ZD99', icdName: '没有的', kind: 1 }] })
    expect((await doctor.refused(calls.save, { ...input, content: unknown })).data.fields).toEqual([
      { field: 'content.diagnoses.0.icdCode', message: '没有诊断编码 ZD99' },
    ])
  })
})

describe('for the bill', () => {
  it('gives the price-list items of the treatments with their teeth', async () => {
    const made = await signed()
    const database = app.application.services.database
    const lines = await database.withTenant(A, clinicId, (tx) => recordForBilling(tx, made.id))
    expect(lines).toMatchObject({
      patientId: fixture.patients.a[1],
      treatmentId: made.treatmentId,
      doctorId: fixture.doctors.a1[0],
      lines: [{ tariffId: fixture.tariffs.a.rootCanal, teeth: '36', qty: 1 }],
    })
    await expect(database.withTenant(A, fixture.clinics.a2, (tx) => recordForBilling(tx, made.id))).rejects.toThrow()
  })
})

describe('the quality list as the clinic takes it', () => {
  const setRules = async (qualityRules: { id: 'Q03' | 'Q17'; level: 0 | 1 | 2 | 3; points: number }[]) => {
    const config = await director.call(contract.clinic.clinicConfig, {})
    await director.call(contract.clinic.saveClinicConfig, { ...config, slotMinutes: 5, qualityRules } as never)
  }
  it('what a clinic only says does not keep a record from being signed; taken back, it does again', async () => {
    const content = complete({ pastHistory: '' })
    const made = await draft()
    const saved = await save(made.id, made.version, content)
    expect(saved.missing).toEqual([{ section: 'pastHistory', message: '既往史未填' }])
    await setRules([{ id: 'Q03', level: 3, points: 8 }])
    const detail = await get(made.id)
    expect(detail.missing).toEqual([])
    expect(detail.quality.items).toEqual([
      { rule: 'Q03', level: 3, section: 'pastHistory', message: '既往史未填', points: 0 },
      { rule: 'Q21', level: 2, section: 'treatments', message: '36 做根管治疗，90 天内没有它的片子', points: 6 },
    ])
    await setRules([])
    expect((await doctor.refused(calls.sign, { id: made.id, version: saved.version })).data.missing).toHaveLength(1)
    await setRules([{ id: 'Q03', level: 0, points: 0 }])
    expect((await doctor.call(calls.sign, { id: made.id, version: saved.version })).status).toBe(2)
    await setRules([])
  })
  it('refuses a rule that there is not, and points beyond 100, beside the field', async () => {
    const config = await director.call(contract.clinic.clinicConfig, {})
    const wrong = await director.refused(contract.clinic.saveClinicConfig, {
      ...config,
      qualityRules: [{ id: 'Q99', level: 1, points: 101 }],
    } as never)
    expect(wrong.data.fields?.map(({ field, message }) => [field, message])).toEqual([
      ['qualityRules.0.id', '没有这条质控规则'],
      ['qualityRules.0.points', '扣分不能大于100'],
    ])
  })
  it('Q19: an item that the price list calls surgery asks for the blood pressure, whatever the words', async () => {
    const made = await draft(doctor, { patientId: fixture.patients.a[1] as string })
    const tariffs = [{ tariffId: fixture.tariffs.a.implant, qty: 1 }]
    const done = complete({ treatments: [{ teeth: '36', content: '按计划完成', tariffs, anesthetic: null }] })
    const saved = await save(made.id, made.version, done)
    expect(saved.missing).toContainEqual({ section: 'generalCondition', message: '手术须填血压' })
    await app.sql('update tariff set is_surgery = false where id = $1', [fixture.tariffs.a.implant])
    expect((await save(made.id, saved.version, done)).missing).toEqual([])
    await app.sql('update tariff set is_surgery = true where id = $1', [fixture.tariffs.a.implant])
  })
  it('Q27: own words of another patient of that day are said, those of a template that both came from are not', async () => {
    const mine = await app.asDoctor(1)
    const start = '2026-11-12T01:00:00Z'
    const doctorId = fixture.doctors.a1[1] as string
    const presentIllness =
      '半月前进食硬物后左侧后牙咬合不适，近一周遇冷水酸痛明显，停留数秒，漱温水可缓解，夜间能入睡，未服药。'
    const write = async (n: number) => {
      const made = await draft(mine, { patientId: fixture.patients.a[n] as string, start, doctorId })
      const saved = await save(made.id, made.version, complete({ presentIllness }), mine)
      return saved.quality.items.flatMap(({ rule, message }) => (rule === 'Q27b' ? [message] : []))
    }
    expect(await write(0)).toEqual([])
    expect(await write(1)).toEqual(['与当天另一位患者的病历 100% 相同，请核对是否写错了人'])
    const { exams, treatments } = complete()
    const template = await mine.call(contract.recordTemplate.save, {
      name: '冷热敏感',
      scope: 1,
      content: { presentIllness, exams, treatments },
      requestId: uuidv7(),
    })
    await app.sql(
      `insert into record_template_use (tenant_id, employee_id, template_id, used, used_at) values ($1, $2, $3, 1, $4)
       on conflict (tenant_id, employee_id, template_id) do update set used_at = excluded.used_at`,
      [A, doctorId, template.id, start],
    )
    expect(await write(2)).toEqual([])
  })
  it('Q17: a root canal on a tooth that an earlier record took out blocks; an implant there does not', async () => {
    const patientId = fixture.patients.a[2] as string
    await signed(
      { patientId, start: '2026-11-10T01:00:00Z' },
      complete({
        toothMarks: [{ tooth: '36', surfaces: '', condition: 'missing', status: 'completed' }],
      }),
    )
    const made = await draft(doctor, { patientId })
    const saved = await save(made.id, made.version)
    expect(saved.missing).toEqual([
      { section: 'treatments', message: expect.stringMatching(/^36 在口腔图里已缺失，不能做/) as string },
    ])
    const tariffs = [{ tariffId: fixture.tariffs.a.cleaning, qty: 1 }]
    const other = complete({ treatments: [{ teeth: '36', content: '洁治', tariffs, anesthetic: null }] })
    const again = await save(made.id, saved.version, other)
    expect(again.missing).toEqual([])
    // What the price list says of an item goes before its name.
    await app.sql('update tariff set course = 2 where id = $1', [fixture.tariffs.a.cleaning])
    const third = await save(made.id, again.version, { ...other, advice: '再看' })
    expect(third.missing).toMatchObject([{ section: 'treatments' }])
    await app.sql('update tariff set course = 3 where id = $1', [fixture.tariffs.a.rootCanal])
    expect((await save(made.id, third.version)).missing).toEqual([])
    await app.sql('update tariff set course = null where id = $1', [fixture.tariffs.a.cleaning])
    await app.sql('update tariff set course = 1 where id = $1', [fixture.tariffs.a.rootCanal])
  })
  it('its department is that of the doctor, until it is signed; then it stays what it was', async () => {
    const [unsigned, kept] = [await draft(), await signed({}, complete())]
    const shown = async (id: string) => [(await get(id)).deptName, (await doctor.call(calls.print, { id })).deptName]
    expect([await shown(unsigned.id), await shown(kept.id)]).toEqual([
      ['综合科', '综合科'],
      ['综合科', '综合科'],
    ])
    await app.sql(`update dept set name = '牙体牙髓科' where id = $1`, [fixture.depts.a1])
    expect([await shown(unsigned.id), await shown(kept.id)]).toEqual([
      ['牙体牙髓科', '牙体牙髓科'],
      ['综合科', '综合科'],
    ])
    // An amendment is of the same visit.
    const open = await doctor.call(calls.amend, { id: kept.id, version: (await get(kept.id)).version, reason: '补充' })
    await doctor.call(calls.sign, { id: kept.id, version: open.version })
    expect(await shown(kept.id)).toEqual(['综合科', '综合科'])
    await app.sql(`update dept set name = '综合科' where id = $1`, [fixture.depts.a1])
  })
  it('Q16: a deciduous tooth is treated whose successor an earlier record charted; not where it is on its way', async () => {
    const patientId = fixture.patients.a[1] as string
    const charted = (condition: 'caries' | 'erupting', start: string) =>
      signed(
        { patientId, start },
        complete({
          toothMarks: [{ tooth: '35', surfaces: condition === 'caries' ? 'O' : '', condition, status: 'present' }],
        }),
      )
    const made = await draft(doctor, { patientId })
    const content = complete({
      exams: [{ teeth: '75', content: '𬌗面龋' }],
      diagnoses: [{ teeth: '75', icdCode: 'K02.1', icdName: '牙本质龋', kind: 1 }],
      treatments: [{ teeth: '75', content: '去腐充填', tariffs: [], anesthetic: null }],
    })
    const said = async (version: number) => {
      const saved = await save(made.id, version, { ...content, advice: `第 ${version} 次` })
      const { quality } = await get(made.id)
      return [saved.version, quality.items.flatMap(({ rule, message }) => (rule === 'Q16' ? [message] : []))] as const
    }
    await charted('erupting', '2026-11-01T01:00:00Z')
    const [version, none] = await said(made.version)
    expect(none.filter((words) => words.includes('35'))).toEqual([])
    await charted('caries', '2026-11-02T01:00:00Z')
    expect((await said(version))[1]).toEqual([
      expect.stringMatching(/处置了乳牙 75，口腔图里恒牙 35 已在|岁选了乳牙 75/),
    ])
  })
  it('Q17: nothing is filled in a tooth that is embedded, but it is taken out, and one that has come through is treated', async () => {
    const patientId = fixture.patients.a[2] as string
    const embedded = { tooth: '48', surfaces: '', condition: 'embedded' as const, status: 'present' as const }
    await signed(
      { patientId, start: '2026-11-11T01:00:00Z' },
      complete({ toothMarks: [embedded], treatments: [{ teeth: '48', content: '拍片，告知' }] }),
    )
    const made = await draft(doctor, { patientId })
    const at48 = (tariffId: string, more: object = {}) =>
      complete({
        treatments: [{ teeth: '48', content: '按计划', tariffs: [{ tariffId, qty: 1 }], anesthetic: null }],
        ...more,
      })
    const { filling, check } = fixture.tariffs.a
    const filled = await save(made.id, made.version, at48(filling))
    expect(filled.missing).toEqual([
      { section: 'treatments', message: expect.stringMatching(/^48 在口腔图里是埋伏牙，不能做/) as string },
    ])
    const [{ name } = { name: '' }] = await app.sql<{ name: string }>('select name from tariff where id = $1', [check])
    await app.sql(`update tariff set name = '埋伏牙拔除' where id = $1`, [check])
    const out = await save(made.id, filled.version, at48(check))
    expect(out.missing).toEqual([])
    await app.sql('update tariff set name = $2 where id = $1', [check, name])
    const caries = { tooth: '48', surfaces: 'O', condition: 'caries' as const, status: 'present' as const }
    // What is found on its surfaces says too little: that it has come through is charted beside it.
    const through = { ...embedded, condition: 'erupting' as const }
    expect((await save(made.id, out.version, at48(filling, { toothMarks: [through, caries] }))).missing).toEqual([])
  })
  it('Q27: words of a template count apart from what was copied of the patient’s last record', async () => {
    const mine = await app.asDoctor(1)
    const [doctorId, patientId] = [fixture.doctors.a1[1] as string, fixture.patients.a[0] as string]
    const words =
      '橡皮障隔湿，去暂封，测工作长度，机用镍钛锉预备至 25 号，次氯酸钠与 EDTA 交替冲洗，超声荡洗，氢氧化钙封药，暂封。'
    const write = async (day: string, interval: string) => {
      const start = `2026-10-${day}T01:00:00Z`
      const made = await draft(mine, { patientId, start, doctorId, treatType: 2 })
      const text = complete({
        presentIllness: '',
        interval,
        treatments: [{ teeth: '36', content: words, tariffs: [] }],
      })
      const saved = await save(made.id, made.version, text, mine)
      return saved.quality.items.flatMap(({ rule, message }) => (rule === 'Q27' ? [message] : []))
    }
    expect(await write('08', '封药后无不适。')).toEqual([])
    expect(await write('15', '封药后咬物微痛。')).toEqual([expect.stringMatching(/^与上次病历 \d+% 相同/)])
    const template = await mine.call(contract.recordTemplate.save, {
      name: '根管换药',
      scope: 1,
      content: { treatments: [{ teeth: '', content: words }] },
      requestId: uuidv7(),
    })
    await app.sql(
      `insert into record_template_use (tenant_id, employee_id, template_id, used, used_at) values ($1, $2, $3, 1, '2026-10-22T01:00:00Z')`,
      [A, doctorId, template.id],
    )
    expect(await write('22', '封药后咬物微痛。')).toEqual([])
    const long =
      '封药后疼痛明显减轻，昨晚进食硬物时左下后牙有一过性酸胀感，约半小时后自行消失，今晨起没有任何不适，刷牙时不出血，夜间睡得好。'
    expect(await write('23', long)).toEqual([])
    expect(await write('24', long)).toEqual([
      expect.stringMatching(/^与上次病历 \d+% 相同（模板 \d+%，其余复制 \d+%）$/),
    ])
  })
})

describe('the prices of what a record names', () => {
  it('are those of now beside those of the day of the visit, and say what is off', async () => {
    const item = fixture.tariffs.a.rootCanal as string
    const { id } = await signed({ start: '2026-11-13T01:00:00Z' })
    const prices = () => doctor.call(calls.prices, { id })
    expect(await prices()).toEqual([{ tariffId: item, enabled: true, price: '1500.00', priceThen: '1500.00' }])
    await app.sql(
      `insert into tariff_price (tenant_id, id, tariff_id, price, counts_from, by_name, created_at, updated_at)
       values ($1, $2, $3, 1680, '2026-11-18', '院长', now(), now())`,
      [A, uuidv7(), item],
    )
    await app.sql('update tariff set enabled = false where id = $1', [item])
    expect(await prices()).toEqual([{ tariffId: item, enabled: false, price: '1680.00', priceThen: '1500.00' }])
    await app.sql('update tariff set enabled = true where id = $1', [item])
    await app.sql('delete from tariff_price where tariff_id = $1', [item])
  })
})

describe('what a record says goes into the file by a choice that is shown', () => {
  const patientId = fixture.patients.a[0] as string
  const fileOf = async () =>
    (
      await app.sql(
        'select past_history, family_history, allergy_flag, allergy_history, version from patient where id = $1',
        [patientId],
      )
    )[0]
  const began = async (file: string) => {
    await app.sql(`update patient set ${file} where id = $1`, [patientId])
    const made = await draft(doctor, { patientId })
    return { id: made.id, ...(await get(made.id)).inFile }
  }
  const keep = (
    id: string,
    fact: 'pastHistory' | 'allergyHistory' | 'familyHistory' | 'pregnancy',
    text: string,
    seen: string,
  ) => doctor.call(calls.keepInFile, { id, fact, text, seen })

  it('a history: the diseases of the file are not written twice, and the file says who changed it and why', async () => {
    const { id, pastHistory } = await began(
      `systemic_diseases = array['高血压'], past_history = '', family_history = '', allergy_flag = 2, allergy_history = ''`,
    )
    expect(pastHistory).toBe('高血压')
    const after = await keep(id, 'pastHistory', '高血压；2019 年阑尾切除', '高血压')
    expect(after.pastHistory).toBe('高血压；2019 年阑尾切除')
    expect(await fileOf()).toMatchObject({ past_history: '2019 年阑尾切除' })
    const [log] = await app.sql<{ reason: string; actor_name: string }>(
      `select reason, actor_name from audit where entity = 'patient' and entity_id = $1 order by created_at desc, id desc limit 1`,
      [patientId],
    )
    expect(log?.reason).toMatch(/^病历 BL\d{6}-\d{4} 写回$/)
    await keep(id, 'familyHistory', '父亲有牙周炎', '')
    expect((await get(id)).inFile.familyHistory).toBe('父亲有牙周炎')
  })

  it('an allergy: denied where nothing is known, added to what is known, never denied or dropped', async () => {
    const { id } = await began(`allergy_flag = 2, allergy_history = ''`)
    expect((await keep(id, 'allergyHistory', '否认药物过敏史。', '')).allergyHistory).toBe('否认药物过敏史')
    expect(await fileOf()).toMatchObject({ allergy_flag: 0, allergy_history: '' })
    expect((await keep(id, 'allergyHistory', '青霉素（皮疹）', '否认药物过敏史')).allergyHistory).toBe('青霉素（皮疹）')
    expect((await keep(id, 'allergyHistory', '头孢', '青霉素（皮疹）')).allergyHistory).toBe('青霉素（皮疹）、头孢')
    const denied = await doctor.refused(calls.keepInFile, {
      id,
      fact: 'allergyHistory',
      text: '否认药物过敏史',
      seen: '青霉素（皮疹）、头孢',
    })
    expect([denied.code, denied.data.fields?.[0]?.field]).toEqual([25042, 'text'])
    expect(await fileOf()).toMatchObject({ allergy_flag: 1, allergy_history: '青霉素（皮疹）、头孢' })
  })

  it("a pregnancy: with its week, counted on from the visit, over by itself; never a man's", async () => {
    const { id, pregnancy } = await began('gender = 1, pregnant_since = null')
    expect(pregnancy).toBe('')
    expect((await keep(id, 'pregnancy', '妊娠 23 周', '')).pregnancy).toBe('妊娠 23 周')
    const since = await app.sql(`select pregnant_since::text as day from patient where id = $1`, [patientId])
    expect(since).toEqual([{ day: '2026-06-12' }])
    expect((await get(id)).pregnantSince).toBe('2026-06-12')
    expect((await keep(id, 'pregnancy', '未妊娠', '妊娠 23 周')).pregnancy).toBe('')
    await keep(id, 'pregnancy', '妊娠', '')
    const vague = await doctor.refused(calls.keepInFile, {
      id,
      fact: 'pregnancy',
      text: '可能怀孕',
      seen: '妊娠 0 周',
    })
    expect(vague.data.fields?.[0]).toEqual({ field: 'text', message: '请写明是否妊娠和孕周' })
    const man = await began('gender = 0, pregnant_since = null')
    const refusal = await doctor.refused(calls.keepInFile, { id: man.id, fact: 'pregnancy', text: '妊娠', seen: '' })
    expect(refusal.data.fields?.[0]?.message).toBe('男性患者不能写妊娠')
  })

  it('refuses when the file changed meanwhile, and what the file can not hold', async () => {
    const { id } = await began(`allergy_flag = 1, allergy_history = '碘'`)
    const before = await fileOf()
    const late = await doctor.refused(calls.keepInFile, { id, fact: 'allergyHistory', text: '碘、乳胶', seen: '' })
    expect(late.code).toBe(25041)
    const long = await doctor.refused(calls.keepInFile, {
      id,
      fact: 'allergyHistory',
      text: '碘'.repeat(201),
      seen: '碘',
    })
    expect(long.data.fields?.[0]).toEqual({ field: 'text', message: '档案里这一项最多 200 字' })
    expect(await fileOf()).toEqual(before)
  })
})
