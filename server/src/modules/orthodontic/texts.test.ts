import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const calls = contract.orthodontic
const app = await testApp({ at: '2026-11-20 10:00:00' })
const [d1] = fixture.doctors.a1 as [string]
let doctor: Client
let director: Client
let serial = 0

beforeAll(async () => {
  ;[doctor, director] = await Promise.all([app.asDoctor(0), app.as('director')])
})

async function somebody(name: string): Promise<string> {
  const { id } = await director.call(contract.patient.create, {
    name,
    gender: 0,
    mobile: `137${String(Math.random()).slice(2, 10)}`,
    sourceId: fixture.sources.a,
    allergyFlag: 0,
    respDoctorId: d1,
    requestId: uuidv7(),
  })
  return id
}
/** A visit that is under way on a day. */
async function visit(patientId: string, day: string): Promise<string> {
  const [registration, treatment] = [uuidv7(), uuidv7()]
  serial += 1
  await app.sql(
    `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, status, treat_type, title, chief_complaint, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $6::date + time '09:00', 3, 2, '正畸复诊', '', now(), now())`,
    [fixture.tenants.a, registration, fixture.clinics.a1, `GHZJ${serial}`, 900 + serial, day, patientId, d1],
  )
  await app.sql(
    `insert into treatment (tenant_id, id, clinic_id, registration_id, patient_id, doctor_id, status, start_time, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 1, ($7::date + time '09:00') at time zone 'Asia/Shanghai', now(), now())`,
    [fixture.tenants.a, treatment, fixture.clinics.a1, registration, patientId, d1, day],
  )
  return treatment
}
const begin = (treatmentId: string) => doctor.call(calls.createRecord, { treatmentId, requestId: uuidv7() })
const caseOf = async (patientId: string) => {
  const [found] = await doctor.call(calls.ofPatient, { patientId })
  if (!found) throw new Error('no case')
  return doctor.call(calls.get, { id: found.id })
}
/** A patient whose treatment began on a day. */
async function underTreatment(name: string): Promise<{ patientId: string; caseId: string }> {
  const patientId = await somebody(name)
  const { id } = await doctor.call(calls.open, { patientId, requestId: uuidv7() })
  await app.sql(
    `update ortho_case set status = 4, began_on = '2026-03-01', start_date = '2026-03-01', slot = '0.022' where id = $1`,
    [id],
  )
  return { patientId, caseId: id }
}
type Content = WireInput<typeof calls.saveRecord>['content']
async function write(id: string, change: Partial<NonNullable<Content['orthoVisit']>>) {
  const { content, version } = await doctor.call(calls.getRecord, { id })
  if (!content.orthoVisit) throw new Error('no visit')
  return { id, version, content: { ...content, orthoVisit: { ...content.orthoVisit, ...change } } }
}
const save = async (id: string, change: Parameters<typeof write>[1]) =>
  doctor.call(calls.saveRecord, await write(id, change))
const refused = async (id: string, change: Record<string, unknown>) => {
  const { data } = await doctor.refused(calls.saveRecord, await write(id, change as never))
  return data.fields?.map(({ field, message }) => `${field} ${message}`)
}

describe('record-kinds: the orthodontic record', () => {
  it('the first examination opens the case, and its signature makes the diagnosis and the chosen plan the case’s', async () => {
    const patientId = await somebody('初诊人')
    const { id } = await begin(await visit(patientId, '2026-11-20'))
    expect((await caseOf(patientId)).status).toBe(1)
    const { content, version, recordType, required } = await doctor.call(calls.getRecord, { id })
    expect([recordType, required]).toEqual([2, ['chiefComplaint', 'orthoExam', 'diagnoses']])
    const exam = content.orthoExam
    if (!exam) throw new Error('no examination')
    const plan = {
      name: '拔牙矫治',
      appliance: '固定金属' as const,
      extraction: '14;24;34;44',
      anchorage: '强' as const,
      months: 24,
      risks: '牙根吸收',
      fee: { total: '18800', down: '6800', count: 24, each: '500', day: 5 },
      chosen: true,
    }
    const text: Content = {
      ...content,
      chiefComplaint: '牙列不齐要求矫治',
      diagnoses: [{ teeth: '', icdCode: '', icdName: '牙列拥挤', kind: 1 }],
      orthoExam: {
        ...exam,
        overjet: 6,
        crowdingUpper: 9,
        angleType: 'Ⅱ1',
        plans: [plan, { ...plan, name: '不拔牙', chosen: false }],
      },
    }
    const saved = await doctor.call(calls.saveRecord, { id, version, content: text })
    await doctor.call(contract.record.sign, { id, version: saved.version })
    expect(await caseOf(patientId)).toMatchObject({
      status: 3,
      planName: '拔牙矫治',
      months: 24,
      extraction: '14;24;34;44',
      fee: { total: '18800.00', count: 24 },
    })
    const printed = await doctor.call(contract.record.print, { id })
    expect(printed.content.orthoExam?.overjet).toBe(6)
    // Among the papers of the patient it is printed as the other kinds are.
    expect((await doctor.call(contract.record.printAll, { id: patientId })).map((sheet) => sheet.id)).toEqual([id])
    // What a case is made of says the plan that was chosen, without its price.
    const { plan: told } = await doctor.call(contract.doctorCase.fromRecord, { id })
    expect(told).toBe('拔牙矫治，固定金属，拔 14、24、34、44，支抗强，约 24 月，风险：牙根吸收')
  })

  it('70 months of a plan, an overjet in words, two chosen plans: refused beside the field, the rest kept', async () => {
    const patientId = await somebody('写错人')
    const { id } = await begin(await visit(patientId, '2026-11-20'))
    const { content, version } = await doctor.call(calls.getRecord, { id })
    const plan = { name: '一', appliance: '自锁', chosen: true }
    const problems = async (change: object) => {
      const body = { id, version, content: { ...content, orthoExam: { ...content.orthoExam, ...change } } }
      return (await doctor.refused(calls.saveRecord, body as never)).data.fields?.map(
        ({ field, message }) => `${field} ${message}`,
      )
    }
    expect(await problems({ overjet: '六毫米' })).toEqual(['content.orthoExam.overjet 覆盖应为数字'])
    expect(await problems({ overjet: 25 })).toEqual(['content.orthoExam.overjet 覆盖应在 -15～20 mm 之间'])
    expect(await problems({ plans: [{ ...plan, months: 70 }] })).toEqual([
      'content.orthoExam.plans.0.months 疗程月数不能大于60',
    ])
    expect(await problems({ plans: [plan, plan] })).toEqual(['content.orthoExam.plans 只能选定一个方案'])
  })

  it('once treatment has begun a record is a monthly visit; the calls of the kind know no other', async () => {
    const { patientId, caseId } = await underTreatment('复诊人')
    const { id } = await begin(await visit(patientId, '2026-10-20'))
    const first = await doctor.call(calls.getRecord, { id })
    expect(first.content).toMatchObject({ chiefComplaint: '正畸复诊', orthoVisit: { caseId } })
    const saved = await save(id, { upperWire: { size: '0.014', material: 'NiTi' }, bracketLoss: ['45'], interval: 4 })
    await doctor.call(contract.record.sign, { id, version: saved.version })
    const second = await begin(await visit(patientId, '2026-11-20'))
    await save(second.id, { lowerWire: { size: '0.016', material: 'NiTi' }, rebonded: ['45'] })
    const found = await caseOf(patientId)
    expect(found.visits.map(({ day, visit: said }) => [day, said.bracketLoss, said.rebonded])).toEqual([
      ['2026-10-20', ['45'], []],
      ['2026-11-20', [], ['45']],
    ])
    expect(found).toMatchObject({ month: 9, records: [{ isExam: false, status: 0 }, { status: 2 }] })
    const general = await doctor.call(contract.record.create, {
      treatmentId: await visit(patientId, '2026-11-19'),
      requestId: uuidv7(),
    })
    expect((await doctor.refused(calls.getRecord, { id: general.id })).code).toBe(404)
    expect((await doctor.refused(calls.removeRecord, { id: general.id, version: 1 })).code).toBe(404)
    await doctor.call(calls.removeRecord, { id: second.id, version: 2 })
    expect((await caseOf(patientId)).visits).toHaveLength(1)
  })

  it('what a mouth can’t have is refused beside the place', async () => {
    const { patientId } = await underTreatment('不可能')
    const { id } = await begin(await visit(patientId, '2026-11-20'))
    const at = 'content.orthoVisit'
    expect(await refused(id, { tray: { no: 23, total: 22, daysPerTray: 7, refinement: 0 } })).toEqual([
      `${at}.tray.no 一共 22 副，没有第 23 副`,
    ])
    expect(await refused(id, { stripping: [{ between: ['13', '16'], mm: 0.2 }] })).toEqual([
      `${at}.stripping.0 13 与 16 不相邻，不能片切`,
    ])
    expect(await refused(id, { rebonded: ['45'] })).toEqual([`${at}.rebonded 45 的托槽没有脱落，不用重粘`])
    expect(await refused(id, { caseId: uuidv7() })).toEqual([`${at}.caseId 没有这个正畸病例，或不是这位患者的`])
    expect(await refused(id, { upperWire: { size: '0.012', material: 'SS' } })).toEqual([
      `${at}.upperWire 没有 0.012 的不锈钢丝`,
    ])
  })

  it('a general record takes no orthodontic section', async () => {
    const { patientId, caseId } = await underTreatment('普通人')
    const { id } = await doctor.call(contract.record.create, {
      treatmentId: await visit(patientId, '2026-11-20'),
      requestId: uuidv7(),
    })
    const { content, version } = await doctor.call(contract.record.get, { id })
    await doctor.call(contract.record.save, {
      id,
      version,
      content: { ...content, chiefComplaint: '牙痛一天', orthoVisit: { caseId } },
    })
    const after = await doctor.call(contract.record.get, { id })
    expect([after.content.chiefComplaint, after.content.orthoVisit]).toEqual(['牙痛一天', undefined])
    expect((await caseOf(patientId)).visits).toEqual([])
  })

  it('what another clinic is handed is a PDF of the case, and counts as a print', async () => {
    const { patientId, caseId } = await underTreatment('转诊人')
    const { id } = await begin(await visit(patientId, '2026-11-20'))
    await save(id, { upperWire: { size: '0.014', material: 'NiTi' } })
    const answer = await app.application.http.inject({
      method: 'POST',
      url: '/emr-api/paper/ortho',
      headers: { authorization: `Bearer ${director.token ?? ''}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ id: caseId }),
    })
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const [issued] = await app.sql<{ kind: string; n: number }>(
      `select d.kind, (select count(*)::int from audit a where a.entity_id = $1 and a.action = 'print') as n from issued_document d where d.source_id = $1`,
      [caseId],
    )
    expect(issued).toEqual({ kind: 'ortho', n: 1 })
  })

  it('tells the patient what to wear on paper, and says so when there is nothing to wear', async () => {
    const print = (id: string) =>
      app.application.http.inject({
        method: 'POST',
        url: '/emr-api/paper/ortho-wear',
        headers: { authorization: `Bearer ${director.token ?? ''}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ id }),
      })
    const { patientId, caseId } = await underTreatment('佩戴人')
    const { id } = await begin(await visit(patientId, '2026-11-20'))
    expect((await print(caseId)).json()).toMatchObject({ code: 25404 })
    await save(id, { elastics: [{ type: 'Ⅱ类', size: '3/16', force: 4.5, teeth: ['13', '46'], hours: 22 }] })
    const answer = await print(caseId)
    expect(answer.headers['content-type']).toBe('application/pdf')
    const kinds = await app.sql('select kind from issued_document where source_id = $1', [caseId])
    expect(kinds).toEqual([{ kind: 'orthoWear' }])
    await print(caseId)
    expect(await app.sql('select count(*)::int as n from issued_document where source_id = $1', [caseId])).toEqual([
      { n: 2 },
    ])
  })
})
