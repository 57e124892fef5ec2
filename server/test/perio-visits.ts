import { changesBetween, type CellChange, type PerioCells } from '@dentin/clinical/perio/index'
import { contract, type WireInput, type WireOutput } from '@dentin/contract'
import { perioAnswers, perioPlan } from '@dentin/contract/perio'
import { uuidv7 } from '@dentin/kit'
import { fixture, type Client, type TestApp } from './harness.ts'

const calls = contract.perio
type Cells = WireInput<typeof calls.cells>['changes']
/** Treatments of two sextants, and how often somebody comes after them. */
const somePlan = perioPlan.parse({
  sextants: { S1: ['scaling', 'debridement', 'rootPlaning'], S5: ['scaling', 'surgery'] },
  maintenanceMonths: 3,
})

/** A cell as it is typed: tooth, cell, what it becomes, what stood there. */
export type Typed = readonly [tooth: string, cell: string, to: number | string | null, from?: number | string | null]

export const typed = (cells: readonly Typed[]): Cells =>
  cells.map(([tooth, cell, to, from = null]) => ({ tooth, cell: cell as CellChange['cell'], from, to }))

/** Patients, visits and examinations of periodontal tests; the doctor of the first clinic writes unless somebody else does. */
export function perioVisits(app: TestApp, people: () => { doctor: Client; director: Client }) {
  const [d1] = fixture.doctors.a1 as [string]
  let serial = 0

  async function somebody(name: string, birthDay = '1981-05-06'): Promise<string> {
    const { id } = await people().director.call(contract.patient.create, {
      name,
      gender: 0,
      birthDay,
      mobile: `136${String(Math.random()).slice(2, 10)}`,
      sourceId: fixture.sources.a,
      allergyFlag: 0,
      respDoctorId: d1,
      requestId: uuidv7(),
    })
    return id
  }

  /** A visit of a doctor's, in the first clinic unless another is said, that is under way on a day. */
  async function visit(patientId: string, day: string, doctorId = d1, clinicId = fixture.clinics.a1): Promise<string> {
    const [registration, treatment] = [uuidv7(), uuidv7()]
    serial += 1
    await app.sql(
      `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, status, treat_type, title, chief_complaint, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $6::date + time '09:00', 3, 2, '牙周检查', '牙龈出血半年', now(), now())`,
      [fixture.tenants.a, registration, clinicId, `GHYZ${serial}`, 500 + serial, day, patientId, doctorId],
    )
    await app.sql(
      `insert into treatment (tenant_id, id, clinic_id, registration_id, patient_id, doctor_id, status, start_time, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, 1, ($7::date + time '09:00') at time zone 'Asia/Shanghai', now(), now())`,
      [fixture.tenants.a, treatment, clinicId, registration, patientId, doctorId, day],
    )
    return treatment
  }

  const draft = async (
    recordId: string,
    client = people().doctor,
  ): Promise<WireOutput<typeof calls.draft> & object> => {
    const found = await client.call(calls.draft, { recordId })
    if (!found) throw new Error('no draft')
    return found
  }
  /** The record of a visit and its examination. */
  async function begun(patientId: string, day: string) {
    const { id } = await people().doctor.call(calls.createRecord, {
      treatmentId: await visit(patientId, day),
      requestId: uuidv7(),
    })
    return draft(id)
  }
  const write = (id: string, changes: Cells, client = people().doctor, requestId = uuidv7()) =>
    client.call(calls.cells, { id, changes, requestId })
  /** Writes a whole chart in batches. */
  async function fill(id: string, from: PerioCells, to: PerioCells, size = 400): Promise<void> {
    const changes = changesBetween(from, to)
    for (let at = 0; at < changes.length; at += size) await write(id, changes.slice(at, at + size))
  }
  async function seal(recordId: string, client = people().doctor) {
    const { id, version, seq } = await draft(recordId, client)
    return client.call(calls.seal, { id, version, seq, requestId: uuidv7() })
  }
  /** A patient's chart of a day: examined, sealed, not signed. */
  async function chart(patientId: string, day: string, cells: readonly Typed[]) {
    const { recordId, id } = await begun(patientId, day)
    await write(id, typed(cells))
    return (await seal(recordId)).snapshot
  }
  /** A patient who was examined today, with a little of everything, a plan, and these answers: the chart. */
  async function examined(name: string, answers: object) {
    const { id, recordId, version } = await begun(await somebody(name), '2026-11-20')
    await write(
      id,
      typed([
        ['18', 'status', 'missing'],
        ['16', 'pd.0', 5],
        ['16', 'bop.0', 1],
      ]),
    )
    const decided = { answers: { ...perioAnswers.parse({}), ...answers }, plan: somePlan, note: '' }
    await people().doctor.call(calls.decide, { id, version, ...decided })
    return (await seal(recordId)).snapshot
  }
  /** Signs a record with what it still lacks. */
  async function sign(recordId: string): Promise<number> {
    const { doctor } = people()
    const found = await doctor.call(contract.record.get, { id: recordId })
    const saved = await doctor.call(contract.record.save, {
      id: recordId,
      version: found.version,
      content: {
        ...found.content,
        chiefComplaint: '牙龈出血半年',
        diagnoses: [{ icdCode: 'K05.3', icdName: '慢性牙周炎', kind: 1, teeth: '' }],
      },
    })
    return (await doctor.call(contract.record.sign, { id: recordId, version: saved.version })).version
  }

  return { somebody, visit, draft, begun, write, fill, seal, chart, examined, sign }
}
