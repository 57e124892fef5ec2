import { rm } from 'node:fs/promises'
import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { fixture, makeFixture } from './fixture.ts'
import { fileForm, sheetOfPatients } from './forms.ts'
import { brokenInvariants } from './invariants.ts'
import { ownDatabase, signIn, startServer, type Person, type ServerProcess } from './process.ts'

const { patient: calls } = contract
const ROWS = 1200

let dataDir: string
let postgres: EmbeddedPostgres
let owner: pg.Client
let server: ServerProcess
let director: Person
let environment: Record<string, string>

beforeAll(async () => {
  ;({ dataDir, postgres, environment } = await ownDatabase('import'))
  owner = new pg.Client({ connectionString: environment.DATABASE_OWNER_URL })
  await owner.connect()
  await makeFixture(owner)
  director = await signIn(owner, 'director')
  server = await startServer(environment)
}, 120_000)
afterAll(async () => {
  server?.child.kill('SIGKILL')
  await owner?.end()
  await postgres?.stop()
  await rm(dataDir, { recursive: true, force: true })
}, 60_000)

async function upload(file: Buffer): Promise<{ id: string; status: number }> {
  const { payload, headers } = fileForm(file, '老系统.xlsx')
  const answer = await fetch(server.origin + calls.importUpload.path, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${director.token}` },
    body: new Uint8Array(payload),
  })
  const { code, message, data } = (await answer.json()) as { code: number; message: string; data: never }
  expect({ code, message }).toEqual({ code: 0, message: '成功' })
  return data
}
const state = async (id: string) => (await director.ask(server.origin, calls.importDetail, { id })).data
const count = async (sql: string, values: unknown[] = []) =>
  (await owner.query<{ n: number }>(`select count(*)::int as n ${sql}`, values)).rows[0]?.n
async function kill(): Promise<void> {
  server.child.kill('SIGKILL')
  expect((await server.exited).signal).toBe('SIGKILL')
}

it('patient-import: the server is killed in the middle of checking and of writing; another one ends the import, once', async () => {
  // Rows of the second half have a doctor of their own: whoever holds that one's row holds the writing half-way.
  const doctor = fixture.doctors.a1[2] as string
  const { rows: found } = await owner.query<{ name: string }>('select name from employee where id = $1', [doctor])
  const rows = Array.from({ length: ROWS }, (_, n) => [
    `断${String.fromCharCode(0x4e00 + n)}`,
    '女',
    `135${String(n).padStart(8, '0')}`,
    '自然到店',
    n < ROWS / 2 ? null : (found[0]?.name ?? ''),
  ])
  const before = await count('from patient')

  // Killed right after the upload: the check is in the queue or has begun.
  const { id } = await upload(await sheetOfPatients(['姓名', '性别', '手机号', '来源', '责任医生'], rows))
  await kill()
  server = await startServer(environment)
  await expect.poll(async () => (await state(id))?.status, { timeout: 60_000, interval: 250 }).toBe(1)
  expect(await state(id)).toMatchObject({ good: ROWS, bad: 0, doubtful: 0 })

  await owner.query('begin')
  await owner.query('select 1 from employee where id = $1 for update', [doctor])
  expect(await director.ask(server.origin, calls.importRun, { id, requestId: uuidv7() })).toMatchObject({ code: 0 })
  // Five hundred are written, and the next ones wait for the doctor.
  await expect.poll(async () => (await state(id))?.written, { timeout: 30_000, interval: 50 }).toBe(500)
  await kill()
  await owner.query('rollback')
  expect(await count('from patient')).toBe(before)

  server = await startServer(environment)
  // Nobody asks for it: it knows by itself what is left to do.
  await expect.poll(async () => (await state(id))?.status, { timeout: 60_000, interval: 250 }).toBe(3)
  expect(await state(id)).toMatchObject({ written: ROWS, total: ROWS })
  expect(await count('from patient')).toBe((before ?? 0) + ROWS)
  expect(await count(`from (select distinct mobile from patient where name like '断_') x`)).toBe(ROWS)
  expect(await count(`from patient_group where name like '导入%'`)).toBe(1)
  expect(
    await count(`from patient_group_member m join patient_group g on g.id = m.group_id where g.name like '导入%'`),
  ).toBe(ROWS)
  expect(await count(`from audit where entity = 'patient_import' and action = 'import' and entity_id = $1`, [id])).toBe(
    1,
  )
  expect(await brokenInvariants(owner)).toEqual([])
}, 180_000)
