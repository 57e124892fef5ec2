import { MOUTH_FOLD } from '@dentin/clinical'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, expect, it } from 'vitest'
import { contract } from '@dentin/contract'
import { fixture, testApp } from '../../../test/harness.ts'
import { mouthsThatLie } from '../../../test/mouths.ts'
import { chart } from './mouth.ts'
import { refoldCompany } from './refold.ts'

const A = fixture.tenants.a
const clinicId = fixture.clinics.a1
const doctorId = fixture.doctors.a1[0] as string
const app = await testApp()
const { database, jobs } = app.application.services
const never = new AbortController().signal
const patients: string[] = []

/** A patient with a filling under a crown, so that something is covered. */
async function charted(serial: number): Promise<string> {
  const director = await app.as('director')
  const { id: patientId } = await director.call(contract.patient.create, {
    name: `重折${serial}`,
    gender: 1,
    mobile: `1371300${String(serial).padStart(4, '0')}`,
    sourceId: fixture.sources.a,
    requestId: uuidv7(),
  })
  const visitTime = new Date(Date.UTC(2026, 3, 5, 2))
  const id = uuidv7()
  await app.sql(
    `insert into medical_record (tenant_id, id, clinic_id, record_no, record_type, patient_id, doctor_id, visit_time, visit_kind, status, content, created_by, created_name, created_at, updated_at)
     values ($1, $2, $3, $4, 1, $5, $6, $7, 1, 9, '{}', $6, '试', $7, $7)`,
    [A, id, clinicId, `BLR${serial}`, patientId, doctorId, visitTime],
  )
  await database.withTenant(A, clinicId, (tx) =>
    chart(tx, { id, clinicId, patientId, doctorId, visitTime }, [
      { tooth: '26', condition: 'filling', surfaces: 'O', status: 'completed' },
      { tooth: '26', condition: 'crown', surfaces: '', status: 'completed' },
    ]),
  )
  return patientId
}
const versions = () =>
  app.sql<{ id: string; version: number }>(
    'select id, version from tooth_condition where patient_id = any($1::uuid[]) order by id',
    [patients],
  )
/** Stored as an old fold had said. */
const spoil = (patientId: string) =>
  app.sql(`update tooth_condition set covered = not covered, ended_on = '2026-04-05' where patient_id = $1`, [
    patientId,
  ])
const begun = () =>
  app.sql<{ fold: number; reached: string | null; done: boolean }>(
    'select fold, reached, done_at is not null as done from mouth_refold where tenant_id = $1',
    [A],
  )
const forget = () => app.sql('delete from mouth_refold')

beforeAll(async () => {
  for (const n of [0, 1, 2]) patients.push(await charted(n))
})

it('mends what an old fold had stored, writes nothing else, and does it once for each version', async () => {
  expect(await mouthsThatLie(app.owner)).toEqual([])
  await spoil(patients[1] as string)
  expect(await mouthsThatLie(app.owner)).toHaveLength(2)
  const before = await versions()
  await jobs.runNow('record.refold')
  expect(await mouthsThatLie(app.owner)).toEqual([])
  const after = await versions()
  const written = after.filter(({ version }, n) => version !== before[n]?.version)
  expect(written).toHaveLength(2)
  expect(await begun()).toMatchObject([{ fold: MOUTH_FOLD, done: true }])
  // Another company was gone through, too.
  expect(await app.sql('select 1 from mouth_refold where tenant_id = $1', [fixture.tenants.b])).toHaveLength(1)
  await jobs.runNow('record.refold')
  expect(await versions()).toEqual(after)
  // A second time the whole is gone through, and nothing is wrong.
  await forget()
  expect(await refoldCompany(database, A, never)).toEqual({ refolded: 0 })
  expect(await versions()).toEqual(after)
})

it('goes on where a run was broken off, in batches', async () => {
  await forget()
  const sorted = patients.toSorted()
  for (const each of sorted) await spoil(each)
  // A run that was killed after the first of them.
  await app.sql('insert into mouth_refold (tenant_id, fold, reached, created_at) values ($1, $2, $3, now())', [
    A,
    MOUTH_FOLD,
    sorted[0],
  ])
  expect(await refoldCompany(database, A, never, 1)).toEqual({ refolded: 4 })
  const lying = (await mouthsThatLie(app.owner)) as { entry: { patient: string } }[]
  expect(new Set(lying.map(({ entry }) => entry.patient))).toEqual(new Set([sorted[0]]))
  await forget()
  expect(await refoldCompany(database, A, never, 1)).toEqual({ refolded: 2 })
  expect(await mouthsThatLie(app.owner)).toEqual([])
  await forget()
  const stopped = new AbortController()
  stopped.abort()
  expect(await refoldCompany(database, A, stopped.signal)).toEqual({ refolded: 0 })
  expect(await begun()).toEqual([])
})
