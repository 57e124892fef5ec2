import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const A = fixture.tenants.a
const app = await testApp()
const patientId = fixture.patients.a[2] as string
let doctor: Client
let nurse: Client

/** A record in the clinic of the doctor, as it may stand there. */
async function recordOf(status: number, at: string, condition: object): Promise<string> {
  const id = uuidv7()
  const by = fixture.doctors.a1[0]
  await app.sql(
    `insert into medical_record (tenant_id, id, clinic_id, record_no, patient_id, doctor_id, visit_time, visit_kind, status, content,
       sign_doctor_id, sign_time, sign_hash, created_by, created_name, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, 1, $8, $9, $10, $11, $12, $6, '', $7, $7)`,
    [
      A,
      id,
      fixture.clinics.a1,
      `BLX${id.slice(-6)}`,
      patientId,
      by,
      at,
      status,
      JSON.stringify({ generalCondition: condition }),
      ...(status === 0 ? [null, null, null] : [by, at, 'x']),
    ],
  )
  return id
}

beforeAll(async () => {
  doctor = await app.as('doctor')
  nurse = await app.as('nurse')
  await app.sql(
    `update patient set birth_day = '2020-10-20', systemic_diseases = array['心脏病'], medication_history = '普萘洛尔', past_history = '',
       resp_doctor_id = $2 where id = $1`,
    [patientId, fixture.doctors.a1[0]],
  )
})

describe('a calculator opened for a patient', () => {
  it('has age, latest weight, ASA and the file’s words; a deleted record says nothing', async () => {
    await recordOf(2, '2026-10-01T02:00:00Z', { weight: 19.5, asa: 2 })
    await recordOf(2, '2026-11-02T02:00:00Z', { weight: 20 })
    await recordOf(9, '2026-11-12T02:00:00Z', { weight: 99, asa: 5 })
    const found = await doctor.call(contract.anaesthetic.patient, { id: patientId })
    expect(found).toMatchObject({ age: 6, months: 73, weight: { kg: 20 }, asa: 2, pregnant: false, draft: null })
    expect(found.words).toContain('心脏病')
    expect(found.words).toContain('普萘洛尔')
    expect(found.weight?.at).toContain('2026-11-02')
  })

  it('names the record that is still open to whoever may write it', async () => {
    const open = await recordOf(0, '2026-11-19T02:00:00Z', {})
    expect((await doctor.call(contract.anaesthetic.patient, { id: patientId })).draft?.id).toBe(open)
    await app.sql(
      `update medical_record set status = 2, sign_doctor_id = doctor_id, sign_time = now(), sign_hash = 'x' where id = $1`,
      [open],
    )
    expect((await doctor.call(contract.anaesthetic.patient, { id: patientId })).draft).toBeNull()
  })

  it('a pregnancy ends 42 weeks after its start by itself', async () => {
    const noted = await recordOf(2, '2026-11-18T02:00:00Z', { pregnancy: 'pregnant', pregnancyWeek: 20 })
    const pregnant = async () => (await nurse.call(contract.anaesthetic.patient, { id: patientId })).pregnant
    expect(await pregnant()).toBe(true)
    await app.sql(`update medical_record set visit_time = '2026-06-01T02:00:00Z' where id = $1`, [noted])
    expect(await pregnant()).toBe(false)
  })

  it('is no way around the records: who may not read them learns nothing of the body', async () => {
    await app.sql(
      `delete from post_resource where resource = '/patientMedicalRecord:view' and post_id in (select id from post where tenant_id = $1 and code = 'nurse')`,
      [A],
    )
    expect(await nurse.call(contract.anaesthetic.patient, { id: patientId })).toMatchObject({
      weight: null,
      asa: null,
      words: [],
    })
    const stranger = fixture.patients.b[0] as string
    expect((await doctor.refused(contract.anaesthetic.patient, { id: stranger })).code).toBe(404)
  })
})
