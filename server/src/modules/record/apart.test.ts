import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { mouthNow } from './mouth.ts'

const app = await testApp({ at: '2026-11-20 10:00:00' })
const calls = contract.record
const A = fixture.tenants.a
const [d1, d2] = fixture.doctors.a1 as [string, string]
const patientId = fixture.patients.a[0] as string
/** A visit that nobody has written: by it the patient is the doctor's. */
const [registration, treatment] = [uuidv7(), uuidv7()]
let [doctor, nurse, director, desk] = [] as unknown as [Client, Client, Client, Client]

beforeAll(async () => {
  ;[doctor, nurse, director, desk] = await Promise.all([
    app.asDoctor(0),
    app.as('nurse'),
    app.as('director'),
    app.as('reception'),
  ])
  await app.sql(`update patient set birth_day = '1990-05-01', allergy_flag = 0 where id = $1`, [patientId])
  await app.sql(
    `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, status, treat_type, title, chief_complaint, created_at, updated_at)
     values ($1, $2, $3, 'GHA1', 801, '2026-11-12', $4, $5, '2026-11-12 02:00:00Z', 3, 1, '', '', now(), now())`,
    [A, registration, fixture.clinics.a1, patientId, d1],
  )
  await app.sql(
    `insert into treatment (tenant_id, id, clinic_id, registration_id, patient_id, doctor_id, status, start_time, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 1, '2026-11-12 02:00:00Z', now(), now())`,
    [A, treatment, fixture.clinics.a1, registration, patientId, d1],
  )
})

type Apart = WireInput<typeof calls.createApart>
const late: Apart = {
  patientId,
  origin: 'late',
  day: '2026-11-10',
  time: '15:30',
  visitKind: 1,
  reason: '停电',
  requestId: '',
}
const phone: Apart = { patientId, origin: 'phone', day: '2026-11-20', time: null, reason: '患者来电', requestId: '' }
const begin = (more: Partial<Apart> = {}, client = doctor) =>
  client.call(calls.createApart, { ...late, ...more, requestId: uuidv7() })
const refused = async (more: Partial<Apart>, client = doctor) => {
  const { code, http, data } = await client.refused(calls.createApart, { ...late, ...more, requestId: uuidv7() })
  return { code, http, field: (data as { fields?: { field: string }[] } | null)?.fields?.[0]?.field }
}
const whole = {
  chiefComplaint: '左下后牙自发痛 3 天',
  presentIllness: '三天前夜间痛，未治疗。',
  pastHistory: '否认',
  allergyHistory: '否认药物过敏史',
  exams: [{ teeth: '36', content: '深龋' }],
  diagnoses: [{ teeth: '36', icdCode: 'K04.0', icdName: '牙髓炎', kind: 1 as const }],
  treatments: [{ teeth: '36', content: '开髓', tariffs: [], anesthetic: null }],
  nextVisit: { days: 7, remark: '根管预备' },
}
async function signed(more: Partial<Apart>, content: object = {}) {
  const made = await begin(more)
  const saved = await doctor.call(calls.save, { id: made.id, version: made.version, content: { ...whole, ...content } })
  await doctor.call(calls.sign, { id: made.id, version: saved.version })
  return made.id
}

describe('a record that no visit leads to', () => {
  it('has its own day, who writes it, and why; it is marked so in list, sheet and timeline', async () => {
    const made = await begin()
    const detail = await doctor.call(calls.get, { id: made.id })
    expect(detail).toMatchObject({
      origin: 'late',
      originReason: '停电',
      visitTime: '2026-11-10 15:30:00',
      visitKind: 1,
      doctorId: d1,
      treatmentId: null,
      content: { allergyHistory: '否认药物过敏史' },
    })
    const list = await doctor.call(calls.ofPatient, { id: patientId })
    expect(list.find(({ id }) => id === made.id)?.origin).toBe('late')
    expect(await doctor.call(calls.print, { id: made.id })).toMatchObject({ origin: 'late', originReason: '停电' })
    const { apart, total } = await doctor.call(contract.patient.timeline, { id: patientId })
    expect(apart.map(({ recordId, origin }) => [recordId, origin])).toEqual([[made.id, 'late']])
    // Visits are visits still.
    expect(total).toBe(1)
    expect((await desk.call(contract.patient.timeline, { id: patientId })).apart).toEqual([])
  })

  it('is of no day in the future, nor before the birth', async () => {
    expect(await refused({ day: '2026-11-21' })).toMatchObject({ code: 400, field: 'day' })
    expect(await refused({ day: '2026-11-20', time: '10:01' })).toMatchObject({ code: 400, field: 'time' })
    expect(await refused({ day: '1990-04-30' })).toMatchObject({ code: 400, field: 'day' })
    await begin({ day: '1990-05-01', time: null })
    await begin({ day: '2026-11-20', time: '10:00' })
  })

  it('late writing says why; advice by telephone need not', async () => {
    expect(await refused({ reason: ' ' })).toMatchObject({ code: 25005, field: 'reason' })
    await begin({ ...phone, reason: '' })
  })

  it('is written by whoever writes records, for whom the grant reaches', async () => {
    expect((await refused({}, desk)).http).toBe(403)
    expect(await refused({ doctorId: null }, nurse)).toMatchObject({ code: 400, field: 'doctorId' })
    expect((await begin({ doctorId: d2 }, nurse)).recordNo).toMatch(/^BL261120/)
    expect((await refused({ doctorId: d2 })).code).toBe(25004)
    expect((await begin({ doctorId: d2 }, director)).version).toBe(1)
    const elsewhere = await app.as('doctor', 'a2')
    expect((await refused({ patientId: uuidv7() }, elsewhere)).field).toBe('patientId')
  })

  it('a visit of that day that is not written yet is written there, not beside it', async () => {
    const there = await doctor.refused(calls.createApart, { ...late, day: '2026-11-12', requestId: uuidv7() })
    expect([there.code, (there.data as { treatmentId?: string }).treatmentId]).toEqual([25049, treatment])
    const before = await doctor.call(calls.work, { tab: 'todo' })
    await begin({ day: '2026-11-13' })
    await begin({ ...phone, day: '2026-11-12', time: null })
    const after = await doctor.call(calls.work, { tab: 'todo' })
    expect(after.list.map(({ treatmentId }) => treatmentId)).toEqual(before.list.map(({ treatmentId }) => treatmentId))
  })
})

describe('what is asked of it', () => {
  it('a telephone record needs no examination, only what was asked and advised', async () => {
    const made = await begin(phone)
    const said = { chiefComplaint: '拔牙后第 2 天仍渗血', advice: '咬棉球 30 分钟，不止即来院' }
    const lacking = await doctor.call(calls.save, {
      id: made.id,
      version: made.version,
      content: { chiefComplaint: said.chiefComplaint },
    })
    expect(lacking.missing.map(({ section }) => section)).toEqual(['advice'])
    const saved = await doctor.call(calls.save, { id: made.id, version: lacking.version, content: said })
    expect(saved).toMatchObject({ missing: [], quality: { score: 100 } })
    await doctor.call(calls.sign, { id: made.id, version: saved.version })
    const written = await begin()
    const { missing } = await doctor.call(calls.save, { id: written.id, version: written.version, content: said })
    expect(missing.map(({ section }) => section)).toContain('exams')
  })

  it('lateness counts from its day', async () => {
    const rules = async (day: string) => {
      const made = await begin({ day, time: null })
      const { quality } = await doctor.call(calls.get, { id: made.id })
      return quality.items.map(({ rule }) => rule).filter((rule) => rule.startsWith('Q26'))
    }
    expect(await rules('2026-11-19')).toEqual([])
    expect(await rules('2026-11-18')).toEqual(['Q26'])
    expect(await rules('2026-11-15')).toEqual(['Q26b'])
  })

  it('in the mouth its day goes first, then the signing', async () => {
    const mark = (condition: 'missing' | 'filling', surfaces = '') => ({
      toothMarks: [{ tooth: '46', condition, status: 'completed' as const, surfaces }],
    })
    // The extraction of the 9th is signed first; the filling of the 2nd, written up afterwards, was before it.
    await signed({ day: '2026-11-09', time: null }, mark('missing'))
    await signed({ day: '2026-11-02', time: null }, mark('filling', 'O'))
    const mouth = await app.application.services.database.withTenant(A, 'all', (tx) => mouthNow(tx, patientId))
    expect(mouth.filter(({ tooth }) => tooth === '46').map(({ condition }) => condition)).toEqual(['missing'])
  })
})
