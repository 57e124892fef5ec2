import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const app = await testApp({ at: '2026-11-20 10:00:00' })
const calls = contract.record
const A = fixture.tenants.a
const [d1] = fixture.doctors.a1 as [string, string]
const patientId = fixture.patients.a[0] as string
const [registration, treatment] = [uuidv7(), uuidv7()]
let doctor: Client

beforeAll(async () => {
  doctor = await app.asDoctor(0)
  await app.sql(
    `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, status, treat_type, title, chief_complaint, created_at, updated_at)
     values ($1, $2, $3, 'GHK1', 801, '2026-11-20', $4, $5, '2026-11-20 01:00:00Z', 3, 2, '牙周复查', '', now(), now())`,
    [A, registration, fixture.clinics.a1, patientId, d1],
  )
  await app.sql(
    `insert into treatment (tenant_id, id, clinic_id, registration_id, patient_id, doctor_id, status, start_time, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 1, '2026-11-20 01:00:00Z', now(), now())`,
    [A, treatment, fixture.clinics.a1, registration, patientId, d1],
  )
})
const begin = (recordType: 1 | 2 | 3) =>
  doctor.call(calls.create, { treatmentId: treatment, recordType, requestId: uuidv7() })

describe('record-kinds: general, orthodontic and periodontal', () => {
  it('a visit has one of each kind; lists, work and timeline name the kind of each', async () => {
    const [general, ortho, perio] = [await begin(1), await begin(2), await begin(3)]
    expect(
      await doctor.refused(calls.create, { treatmentId: treatment, recordType: 3, requestId: uuidv7() }),
    ).toMatchObject({ code: 25001, data: { id: perio.id } })
    const listed = await doctor.call(calls.ofPatient, { id: patientId })
    const types = Object.fromEntries(listed.map(({ id, recordType }) => [id, recordType]))
    expect(types).toMatchObject({ [general.id]: 1, [ortho.id]: 2, [perio.id]: 3 })
    const work = await doctor.call(calls.work, { tab: 'todo', pageSize: 50 })
    const rows = work.list.filter(({ treatmentId }) => treatmentId === treatment)
    expect(rows.map(({ recordType }) => recordType).toSorted((a, b) => a - b)).toEqual([1, 2, 3])
    const { list } = await doctor.call(contract.patient.timeline, { id: patientId })
    const visit = list.find(({ treatmentId }) => treatmentId === treatment)
    expect([visit?.recordId, visit?.recordType]).toEqual([general.id, 1])
    expect(visit?.otherRecords).toEqual([
      { id: ortho.id, recordType: 2, status: 0 },
      { id: perio.id, recordType: 3, status: 0 },
    ])
  })

  it('what a kind must say differs: a periodontal record wants its chart, no present illness', async () => {
    const { id } = (await doctor.call(calls.ofPatient, { id: patientId })).find(
      ({ recordType }) => recordType === 3,
    ) ?? {
      id: '',
    }
    const { required, missing } = await doctor.call(calls.get, { id })
    expect(required).toEqual(['chiefComplaint', 'perio', 'diagnoses'])
    expect(new Set(missing.map(({ section }) => section))).toEqual(new Set(required))
  })

  it('the section of a kind is not written with the text: what is sent there stays what it was', async () => {
    const { id } = (await doctor.call(calls.ofPatient, { id: patientId })).find(
      ({ recordType }) => recordType === 3,
    ) ?? {
      id: '',
    }
    const { version, content } = await doctor.call(calls.get, { id })
    const forged = { chartId: uuidv7(), hash: 'a'.repeat(64), words: ['出血 0%'] }
    await doctor.call(calls.save, {
      id,
      version,
      content: { ...content, chiefComplaint: '牙龈出血半年', perio: forged },
    })
    expect((await doctor.call(calls.get, { id })).content).toMatchObject({ chiefComplaint: '牙龈出血半年' })
    expect((await doctor.call(calls.get, { id })).content.perio).toBeUndefined()
    // What is there is kept when a text comes without it.
    const kept = { chartId: uuidv7(), hash: 'b'.repeat(64), words: ['28 颗牙'] }
    await app.sql(`update medical_record set content = content || $2::jsonb where id = $1`, [
      id,
      JSON.stringify({ perio: kept }),
    ])
    const now = await doctor.call(calls.get, { id })
    await doctor.call(calls.save, { id, version: now.version, content: { ...content, chiefComplaint: '牙龈出血一年' } })
    expect((await doctor.call(calls.get, { id })).content.perio).toEqual(kept)
    expect((await doctor.call(calls.print, { id })).content.perio?.words).toEqual(['28 颗牙'])
  })
})
