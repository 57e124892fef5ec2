import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract, type WireInput } from '@dentin/contract'
import { recordStates } from '@dentin/contract/core/status'
import { uuidv7 } from '@dentin/kit'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { fixture, makeFixture } from './fixture.ts'
import { brokenInvariants } from './invariants.ts'
import { ownDatabase, signIn, startServer, type Person, type ServerProcess } from './process.ts'

const { record: calls } = contract
type Content = WireInput<typeof calls.save>['content']
/** After so many milliseconds of writing the server is killed. */
const KILLS = [40, 120, 260, 430, 710]

let dataDir: string
let postgres: EmbeddedPostgres
let owner: pg.Client
let server: ServerProcess
let doctor: Person
let environment: Record<string, string>

beforeAll(async () => {
  ;({ dataDir, postgres, environment } = await ownDatabase('record'))
  owner = new pg.Client({ connectionString: environment.DATABASE_OWNER_URL })
  await owner.connect()
  await makeFixture(owner)
  doctor = await signIn(owner, 'doctor')
  server = await startServer(environment)
}, 120_000)
afterAll(async () => {
  server?.child.kill('SIGKILL')
  await owner?.end()
  await postgres?.stop()
  await rm(dataDir, { recursive: true, force: true })
}, 60_000)

async function killAndStart(): Promise<void> {
  server.child.kill('SIGKILL')
  expect((await server.exited).signal).toBe('SIGKILL')
  server = await startServer(environment)
}

/** A visit of the doctor, as the visit module leaves it. */
async function visit(n: number): Promise<string> {
  const [registration, treatment] = [uuidv7(), uuidv7()]
  const start = '2026-11-20T00:40:00Z'
  const [tenant, clinic] = [fixture.tenants.a, fixture.clinics.a1]
  const [patient, by] = [fixture.patients.a[0], fixture.doctors.a1[0]]
  await owner.query(
    `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, status, treat_type, title, chief_complaint, created_at, updated_at)
     values ($1, $2, $3, $4, $5, '2026-11-20', $6, $7, $8, 3, 1, '根管治疗', '', $8, $8)`,
    [tenant, registration, clinic, `GHC${n}`, 900 + n, patient, by, start],
  )
  await owner.query(
    `insert into treatment (tenant_id, id, clinic_id, registration_id, patient_id, doctor_id, status, start_time, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 1, $7, $7, $7)`,
    [tenant, treatment, clinic, registration, patient, by, start],
  )
  return treatment
}
const text = (n: number): Content => ({
  chiefComplaint: '左下后牙自发痛 3 天',
  presentIllness: `第 ${n} 次写：三天前夜间痛，冷热刺激加重，未治疗。`,
  pastHistory: '否认',
  allergyHistory: '否认药物过敏史',
  exams: [{ teeth: '36:MO', content: `近中𬌗面深龋，叩(+)，第 ${n} 次` }],
  diagnoses: [{ teeth: '36', icdCode: 'K04.0', icdName: '牙髓炎', kind: 1 }],
  treatments: [{ teeth: '36', content: '开髓，拔髓，封药', tariffs: [], anesthetic: null }],
  toothMarks: [{ tooth: '36', condition: 'caries', surfaces: 'MO', status: 'present' }],
  nextVisit: { days: 7, remark: '根管预备' },
  advice: `医嘱 ${n}`,
})
/** The visits were put there by hand. */
const ofRecords = (name: string): boolean => !/registration|treatment|queue/.test(name)

interface Stored {
  version: number
  status: number
  complaint: string
  exam: string
  advice: string
}
async function stored(id: string): Promise<Stored> {
  const { rows } = await owner.query<Stored>(
    `select version, status, content->>'presentIllness' as complaint, content #>> '{exams,0,content}' as exam, content->>'advice' as advice
     from medical_record where id = $1`,
    [id],
  )
  return rows[0] as Stored
}

it('kill -9 while a record is written: what was answered stands, what was on its way is there whole or not at all, and the writing goes on', async () => {
  const made = await doctor.ask(server.origin, calls.create, { treatmentId: await visit(1), requestId: uuidv7() })
  expect(made.message).toBe('成功')
  const id = made.data?.id as string
  let version = made.data?.version as number
  let n = 0
  for (const after of KILLS) {
    let answered = n
    let stop = false
    const writing = (async () => {
      while (!stop) {
        n += 1
        const saved = await doctor.ask(server.origin, calls.save, { id, version, content: text(n) })
        if (saved.http !== 200) return
        version = saved.data?.version as number
        answered = n
      }
    })()
    await sleep(after)
    await killAndStart()
    stop = true
    await writing
    const now = await stored(id)
    const kept = Number(/\d+/.exec(now.advice || '0')?.[0])
    expect([answered, answered + 1], `killed after ${after} ms`).toContain(kept)
    // One text, not parts of two.
    if (kept > 0)
      expect(now).toMatchObject({ complaint: text(kept).presentIllness, exam: text(kept).exams?.[0]?.content })
    // What the browser still holds is sent again on what is there: nothing typed is missing.
    version = now.version
    const again = await doctor.ask(server.origin, calls.save, { id, version, content: text(n) })
    expect([again.http, again.message]).toEqual([200, '成功'])
    version = again.data?.version as number
    expect((await stored(id)).advice).toBe(`医嘱 ${n}`)
  }
  expect(n).toBeGreaterThan(KILLS.length)
  expect(await brokenInvariants(owner, ofRecords)).toEqual([])
}, 180_000)

it('kill -9 while a record is signed: it is signed with its version, its hash and its mouth, or it is as it was', async () => {
  for (const [at, after] of [0, 4, 9, 16, 30].entries()) {
    const made = await doctor.ask(server.origin, calls.create, {
      treatmentId: await visit(10 + at),
      requestId: uuidv7(),
    })
    const id = made.data?.id as string
    const saved = await doctor.ask(server.origin, calls.save, {
      id,
      version: made.data?.version as number,
      content: text(at),
    })
    const signing = doctor.ask(server.origin, calls.sign, { id, version: saved.data?.version as number })
    await sleep(after)
    await killAndStart()
    await signing
    const now = await stored(id)
    const { rows } = await owner.query<{ versions: number; marks: number; hash: boolean }>(
      `select (select count(*)::int from medical_record_version v where v.record_id = r.id) as versions,
         (select count(*)::int from tooth_condition t where t.record_id = r.id) as marks, r.sign_hash is not null as hash
       from medical_record r where r.id = $1`,
      [id],
    )
    const isSigned = recordStates.is(now.status, 'signed')
    expect(rows[0], `killed after ${after} ms`).toEqual(
      isSigned ? { versions: 1, marks: 1, hash: true } : { versions: 0, marks: 0, hash: false },
    )
    if (!isSigned) {
      const again = await doctor.ask(server.origin, calls.sign, { id, version: now.version })
      expect([again.http, again.message]).toEqual([200, '成功'])
    }
  }
  expect(await brokenInvariants(owner, ofRecords)).toEqual([])
}, 180_000)
