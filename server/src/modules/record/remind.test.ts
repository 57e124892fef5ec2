import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { remindOfUnwritten } from './jobs.ts'

const app = await testApp({ at: '2026-11-20 10:00:00' })
const A = fixture.tenants.a
const [d1, d2] = fixture.doctors.a1 as [string, string]
const director = fixture.employees.a1.director as string
let doctor: Client
let serial = 0

/** A visit that began then, and nothing of it is written. */
async function visit(start: string, doctorId = d1): Promise<string> {
  const [registration, treatment] = [uuidv7(), uuidv7()]
  serial += 1
  await app.sql(
    `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, status, treat_type, title, chief_complaint, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6::timestamptz::date, $7, $8, $6::timestamptz, 3, 1, '检查', '', $6::timestamptz, $6::timestamptz)`,
    [A, registration, fixture.clinics.a1, `GHU${serial}`, 800 + serial, start, fixture.patients.a[0], doctorId],
  )
  await app.sql(
    `insert into treatment (tenant_id, id, clinic_id, registration_id, patient_id, doctor_id, status, start_time, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 1, $7, $7, $7)`,
    [A, treatment, fixture.clinics.a1, registration, fixture.patients.a[0], doctorId, start],
  )
  return treatment
}
const whole = {
  chiefComplaint: '左下后牙自发痛 3 天',
  presentIllness: '三天前夜间痛，未治疗。',
  pastHistory: '否认',
  allergyHistory: '否认药物过敏史',
  exams: [{ teeth: '36', content: '深龋' }],
  diagnoses: [{ teeth: '36', icdCode: 'K04.0', icdName: '牙髓炎', kind: 1 as const }],
  treatments: [{ teeth: '36', content: '开髓', tariffs: [], anesthetic: null }],
}
const remind = () => app.application.services.database.withTenant(A, 'all', remindOfUnwritten)
/** Who was told of which visit: [who, what]. */
const told = (treatment: string) =>
  app
    .sql<{ who: string; key: string; title: string; link: string }>(
      `select recipient_id as who, key, title, link from message where key like '%' || $1 order by key, recipient_id`,
      [treatment],
    )
    .then((rows) => rows.map(({ who, key }) => [who, key.split(':')[0]]))

beforeAll(async () => {
  doctor = await app.asDoctor(0)
  await app.sql(`update treatment set emr_completed = true`)
})

describe('records that nobody has written', () => {
  it('the doctor hears of it after 24 hours, the head after 48, each once', async () => {
    const [fresh, late, later] = await Promise.all([
      visit('2026-11-19T03:00:00Z'),
      visit('2026-11-19T01:00:00Z'),
      visit('2026-11-18T01:00:00Z', d2),
    ])
    expect(await remind()).toBe(2)
    expect(await told(fresh)).toEqual([])
    expect(await told(late)).toEqual([[d1, 'unwritten']])
    const both = [
      [director, 'unwritten-head'],
      [d2, 'unwritten'],
    ]
    expect(await told(later)).toEqual(both)
    expect(await remind()).toBe(2)
    expect(await told(later)).toEqual(both)
    expect(await told(late)).toEqual([[d1, 'unwritten']])
    await app.sql(`update treatment set emr_completed = true where id = any($1)`, [[fresh, late, later]])
  })

  it('a draft that lies is late too and leads to itself; a signed record, an amendment and an old visit are not', async () => {
    const draft = await visit('2026-11-19T01:10:00Z')
    const made = await doctor.call(contract.record.create, { treatmentId: draft, requestId: uuidv7() })
    const old = await visit('2026-11-01T01:00:00Z')
    const amended = await visit('2026-11-18T01:10:00Z')
    const record = await doctor.call(contract.record.create, { treatmentId: amended, requestId: uuidv7() })
    const saved = await doctor.call(contract.record.save, { id: record.id, version: record.version, content: whole })
    const signed = await doctor.call(contract.record.sign, { id: record.id, version: saved.version })
    await doctor.call(contract.record.amend, { id: record.id, version: signed.version, reason: '补充' })
    expect(await remind()).toBe(1)
    expect(await told(draft)).toEqual([[d1, 'unwritten']])
    expect([await told(old), await told(amended)]).toEqual([[], []])
    const [message] = await app.sql<{ link: string; body: string }>(`select link, body from message where key = $1`, [
      `unwritten:${draft}`,
    ])
    expect(message?.link).toBe(`/patientMedicalRecord?id=${made.id}`)
    expect(message?.body).toMatch(/^.+ 11-19 09:10 的就诊已超过 24 小时，病历还没有签名。$/)
  })
})
