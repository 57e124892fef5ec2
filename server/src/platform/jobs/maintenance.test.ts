import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { uuidv7 } from '@dentin/kit'
import pg from 'pg'
import { expect, test } from 'vitest'
import { fixture } from '../../../test/fixture.ts'
import { testPlatform } from '../../../test/platform.ts'
import { product } from '../../app/modules.ts'
import { defineMaintenance, prepareAudit, removeExpired, removeStaleUploads } from './maintenance.ts'

const app = await testPlatform({ wiring: product })
const { database, log } = app
const now = app.clock.now()
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const { a, b } = fixture.tenants

test('what has run out goes, what is alive stays', async () => {
  const session = (name: string, expires: Date, revoked: Date | null) =>
    app.sql(
      `insert into session (token_hash, id, account_id, created_at, last_seen_at, expires_at, revoked_at) values ($1, $2, $3, $4, $4, $5, $6)`,
      [name, uuidv7(), uuidv7(), ago(300), expires, revoked],
    )
  await session('alive', ago(-1), null)
  await session('ended yesterday', ago(24), null)
  await session('ended long ago', ago(200), null)
  await session('revoked long ago', ago(-1), ago(200))
  for (const [hours, n] of [
    [1, 1],
    [-1, 2],
  ] as const) {
    await app.sql(
      `insert into captcha (id, purpose, answer_hash, expires_at, created_at) values ($1, 'login', 'x', $2, $3)`,
      [uuidv7(), ago(hours), ago(2)],
    )
    await app.sql(`insert into rate_limit (key, count, window_ends_at) values ($1, 1, $2)`, [`k${n}`, ago(hours)])
  }
  await app.sql(
    `insert into login_lock (account_key, fail_count, locked_until, updated_at) values ('old', 1, null, $1), ('locked', 5, $2, $1), ('new', 2, null, $3)`,
    [ago(30), ago(-1), ago(1)],
  )
  for (const [n, hours] of [ago(30), ago(1)].entries())
    await app.sql(
      `with code as (insert into phone_code (id, phone, purpose, expires_at, created_at) values ($1, '13800138000', 'login', $2, $2)),
         scan as (insert into scan_login (id, ticket_hash, code_hash, expires_at, created_at) values ($1, $3, $3, $2, $2))
       insert into platform_sms (id, mobile, scene, content, status, created_at) values ($1, '13800138000', 'code.login', 'x', 1, $4)`,
      [uuidv7(), hours, `h${n}`, n === 0 ? ago(200) : ago(30)],
    )
  for (const [n, hours] of [1, -1].entries())
    await app.sql(
      `insert into booking_pass (id, token_hash, clinic_id, phone, expires_at, created_at) values ($1, $2, $3, '13800138000', $4, $5)`,
      [uuidv7(), `p${n}`, fixture.clinics.a1, ago(hours), ago(2)],
    )
  expect(await removeExpired(database)).toEqual({
    session: 2,
    providerSession: 0,
    providerTicket: 0,
    providerRequest: 0,
    bookingPass: 1,
    phoneCode: 1,
    platformSms: 1,
    scanLogin: 1,
    captcha: 1,
    rateLimit: 1,
    loginLock: 1,
  })
  expect(
    (
      await app.sql<{ token_hash: string }>(
        `select token_hash from session where token_hash like '% %' or token_hash = 'alive' order by 1`,
      )
    ).map((row) => row.token_hash),
  ).toEqual(['alive', 'ended yesterday'])
  expect(await app.sql(`select account_key from login_lock order by 1`)).toEqual([
    { account_key: 'locked' },
    { account_key: 'new' },
  ])
})

test('the hourly job clears events and request ids of every tenant', async () => {
  for (const [tenant, clinic] of [
    [a, fixture.clinics.a1],
    [a, fixture.clinics.a2],
    [b, fixture.clinics.b1],
  ]) {
    for (const at of [ago(2), ago(0.5)]) {
      await app.sql(`insert into event (tenant_id, id, clinic_id, topic, created_at) values ($1, $2, $3, 'bill', $4)`, [
        tenant,
        uuidv7(),
        clinic,
        at,
      ])
    }
    for (const at of [ago(200), ago(100)]) {
      await app.sql(
        `insert into idempotency (tenant_id, request_id, call, input_hash, created_at) values ($1, $2, 'x', 'x', $3)`,
        [tenant, uuidv7(), at],
      )
    }
  }
  const jobs = app.makeJobs()
  defineMaintenance({ jobs, database, config: app.config })
  await jobs.runNow('maintenance.hourly')
  expect(await app.sql(`select count(*)::int as n, min(created_at) as oldest from event`)).toEqual([
    { n: 3, oldest: ago(0.5) },
  ])
  expect(await app.sql(`select count(*)::int as n, min(created_at) as oldest from idempotency`)).toEqual([
    { n: 3, oldest: ago(100) },
  ])
})

test('the audit has partitions for the months to come, made for the app role without giving it anything', async () => {
  expect(await prepareAudit(database, { log })).toEqual({ made: 0, stray: false })
  // The next January has none yet; two processes ask for it at once.
  await app.sql('drop table audit_2027_01')
  const asked = await Promise.all([prepareAudit(database, { log }), prepareAudit(database, { log })])
  expect(asked.map((each) => each.made).sort((x, y) => x - y)).toEqual([0, 1])
  const owner = await app.sql(`select pg_get_userbyid(relowner) as owner from pg_class where relname = 'audit_2027_01'`)
  expect(owner).toEqual([{ owner: 'dentin_owner' }])

  const client = new pg.Client({ connectionString: app.appUrl })
  await client.connect()
  await expect(client.query('select * from audit_2027_01')).rejects.toThrow(/permission denied/)
  await expect(client.query(`select app.prepare_audit('2199-01-01', 3)`)).rejects.toThrow(/out of range/)
  await expect(client.query(`select app.prepare_audit('2026-11-01', 1000)`)).rejects.toThrow(/out of range/)
  await expect(client.query(`select app.ensure_month_partition('audit', '2031-01-01')`)).rejects.toThrow()
  await client.end()

  await app.sql(
    `insert into audit (tenant_id, id, created_at, actor_name, action, entity) values ($1, $2, '2035-05-01', '系统', 'test', 'x')`,
    [a, uuidv7()],
  )
  expect(await prepareAudit(database, { log })).toEqual({ made: 0, stray: true })
})

test('uploads that a killed process left are removed after a day', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'dentin-test-'))
  try {
    expect(await removeStaleUploads(path.join(folder, 'missing'))).toBe(0)
    await mkdir(path.join(folder, 'kept'))
    await writeFile(path.join(folder, 'new.upload'), 'x')
    await writeFile(path.join(folder, 'old.upload'), 'x')
    const old = new Date(Date.now() - 25 * 3_600_000)
    await utimes(path.join(folder, 'old.upload'), old, old)
    expect(await removeStaleUploads(folder)).toBe(1)
    expect((await readdir(folder)).sort()).toEqual(['kept', 'new.upload'])
  } finally {
    await rm(folder, { recursive: true })
  }
})
