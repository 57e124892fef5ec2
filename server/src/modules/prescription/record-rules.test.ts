import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const app = await testApp({ at: '2026-11-20 10:00:00' })
const [record, rx] = [contract.record, contract.prescription]
const A = fixture.tenants.a
const [d1] = fixture.doctors.a1 as [string]
let [doctor, other, director] = [] as unknown as [Client, Client, Client]
let drugs: Map<string, string>
let serial = 0

beforeAll(async () => {
  ;[doctor, other, director] = await Promise.all([app.asDoctor(0), app.asDoctor(1), app.as('director')])
  drugs = new Map((await app.sql<{ code: string; id: string }>('select code, id from drug')).map((x) => [x.code, x.id]))
})

type Content = Partial<WireInput<typeof record.save>['content']>
const text = (more: Content = {}): Content => ({
  chiefComplaint: '左下后牙自发痛 3 天',
  presentIllness: '三天前夜间痛，未治疗。',
  pastHistory: '否认',
  allergyHistory: '否认药物过敏史',
  exams: [{ teeth: '36', content: '深龋，叩(+)' }],
  diagnoses: [{ teeth: '36', icdCode: 'K04.0', icdName: '牙髓炎', kind: 1 }],
  treatments: [{ teeth: '36', content: '开髓引流', tariffs: [], anesthetic: null }],
  advice: '按时服药',
  ...more,
})
/** A patient with a visit, its record written and not signed. */
async function written(file: Record<string, unknown> = {}, content: Content = {}) {
  serial += 1
  const { id: patientId } = (await director.call(contract.patient.create, {
    name: `核对${String.fromCharCode(0x4e00 + serial)}`,
    gender: 1,
    mobile: `1380000${String(serial).padStart(4, '0')}`,
    sourceId: fixture.sources.a,
    birthDay: '1990-05-01',
    respDoctorId: d1,
    allergyFlag: 0,
    systemicDiseases: ['无'],
    medicationHistory: '无',
    requestId: uuidv7(),
    ...file,
  } as never)) as { id: string }
  const [registration, treatment] = [uuidv7(), uuidv7()]
  await app.sql(
    `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, status, treat_type, title, chief_complaint, created_at, updated_at)
     values ($1, $2, $3, $4, $5, '2026-11-20', $6, $7, '2026-11-20 09:00+08', 3, 1, '检查', '', now(), now())`,
    [A, registration, fixture.clinics.a1, `GHX${serial}`, 400 + serial, patientId, d1],
  )
  await app.sql(
    `insert into treatment (tenant_id, id, clinic_id, registration_id, patient_id, doctor_id, status, start_time, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 1, '2026-11-20 09:00+08', now(), now())`,
    [A, treatment, fixture.clinics.a1, registration, patientId, d1],
  )
  const made = await doctor.call(record.create, { treatmentId: treatment, requestId: uuidv7() })
  const saved = await doctor.call(record.save, { id: made.id, version: made.version, content: text(content) })
  return { id: made.id, version: saved.version, patientId }
}
type Line = WireInput<typeof rx.save>['items'][number]
const drug = (code: string, more: Partial<Line> = {}): Line => ({
  drugId: drugs.get(code) ?? '',
  spec: '0.25g',
  singleDose: 500,
  doseUnit: 'mg',
  route: '口服',
  frequency: 'q8h',
  days: 3,
  unit: '粒',
  skinTest: code === 'amoxicillin' ? 'exempt' : 'none',
  ...more,
})
const metronidazole = () => drug('metronidazole', { spec: '0.2g', singleDose: 200, unit: '片' })
const ibuprofen = () => drug('ibuprofen', { spec: '0.2g', singleDose: 200, frequency: 'tid', unit: '片' })
/** Prescribes for a record; what the checks say is answered with a reason, and everything that warns is seen. */
async function prescribe(of: { id: string; patientId: string }, items: Line[]) {
  const input = { patientId: of.patientId, recordId: of.id, diagnosis: '急性牙髓炎', items, pregnancy: 'no' as const }
  const { findings } = await doctor.call(rx.check, input)
  return doctor.call(rx.save, {
    ...input,
    overrides: findings.filter(({ severity }) => severity === '阻断').map(({ key }) => ({ key, reason: '权衡后使用' })),
    seen: findings.filter(({ severity }) => severity === '强提示').map(({ key }) => key),
    requestId: uuidv7(),
  } as never)
}
const rules = async (id: string) => {
  const { quality, missing } = await doctor.call(record.get, { id })
  return { found: quality.items.map(({ rule }) => rule).filter((rule) => /^Q2[459]/.test(rule)), missing }
}
const sign = (of: { id: string; version: number }) =>
  doctor.call(record.sign, { id: of.id, version: of.version }).then(() => 'signed')

describe('Q24 a drug against allergy, pregnancy or age', () => {
  it('keeps the record from being signed until a second person has signed for it', async () => {
    const of = await written({ allergyFlag: 1, allergyHistory: '青霉素' }, { allergyHistory: '青霉素过敏' })
    const made = await prescribe(of, [drug('amoxicillin')])
    const { found, missing } = await rules(of.id)
    expect(found).toContain('Q24')
    expect(missing.map(({ message }) => message).join()).toContain('尚无第二人签名')
    expect((await doctor.refused(record.sign, { id: of.id, version: of.version })).code).toBe(25003)
    await other.call(rx.audit, { id: made.id, version: made.version, pass: true, confirm: true, note: '同意' })
    expect((await rules(of.id)).found).not.toContain('Q24')
    expect(await sign(of)).toBe('signed')
  })

  it('goes by what the file says now, and forgets a prescription that is void', async () => {
    const of = await written()
    const made = await prescribe(of, [drug('amoxicillin')])
    expect((await rules(of.id)).found).not.toContain('Q24')
    await app.sql(`update patient set allergy_flag = 1, allergy_history = '青霉素' where id = $1`, [of.patientId])
    expect((await rules(of.id)).found).toContain('Q24')
    await doctor.call(rx.void, { id: made.id, version: made.version, reason: '过敏' })
    expect((await rules(of.id)).found).not.toContain('Q24')
  })

  it('does not fire for an allergy to something else, nor for a check of another kind', async () => {
    const of = await written({ allergyFlag: 1, allergyHistory: '海鲜' }, { allergyHistory: '海鲜过敏' })
    await prescribe(of, [drug('amoxicillin')])
    expect((await rules(of.id)).found).not.toContain('Q24')
    // Warfarin with metronidazole blocks too: that is between two drugs, and the auditor's.
    const pair = await written({ medicationHistory: '华法林' })
    const { findings } = await doctor.call(rx.check, { patientId: pair.patientId, items: [metronidazole()] })
    expect(findings.some(({ severity }) => severity === '阻断')).toBe(true)
    await prescribe(pair, [metronidazole()])
    expect((await rules(pair.id)).found).not.toContain('Q24')
  })
})

describe('Q25 what a prescription asks of the text', () => {
  it('advice beside it: 2 points without, none with it, none without a prescription', async () => {
    const of = await written({}, { advice: '' })
    expect((await rules(of.id)).found).toEqual([])
    await prescribe(of, [ibuprofen()])
    const { quality } = await doctor.call(record.get, { id: of.id })
    expect(quality.items.filter(({ rule }) => rule === 'Q25')).toEqual([
      expect.objectContaining({ section: 'advice', points: 2, level: 2 }),
    ])
    const told = await written()
    await prescribe(told, [ibuprofen()])
    expect((await rules(told.id)).found).toEqual([])
  })

  it('an antibiotic needs an infection or something to prevent; a painkiller and a denied infection do not count', async () => {
    const pulpitis = await written()
    await prescribe(pulpitis, [drug('amoxicillin')])
    expect((await rules(pulpitis.id)).found).toEqual(['Q25b'])
    const denied = await written({}, { exams: [{ teeth: '36', content: '深龋，未见窦道' }] })
    await prescribe(denied, [drug('amoxicillin')])
    expect((await rules(denied.id)).found).toEqual(['Q25b'])
    const abscess = await written({}, { exams: [{ teeth: '36', content: '颊侧窦道，溢脓' }] })
    await prescribe(abscess, [drug('amoxicillin')])
    expect((await rules(abscess.id)).found).toEqual([])
    const prevention = await written({}, { advice: '术前口服抗菌药预防感染性心内膜炎' })
    await prescribe(prevention, [drug('amoxicillin')])
    expect((await rules(prevention.id)).found).toEqual([])
    const pain = await written()
    await prescribe(pain, [ibuprofen()])
    expect((await rules(pain.id)).found).toEqual([])
  })
})
