import { sql } from 'kysely'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { fixture } from '../../../test/fixture.ts'
import { testPlatform } from '../../../test/platform.ts'
import { installJobs, Jobs } from './jobs.ts'

const app = await testPlatform({ looseSql: true })
const { database } = app
const makeJobs = () => app.makeJobs()
const tenant = fixture.tenants.a
const clinic = fixture.clinics.a1

async function until(done: () => boolean | Promise<boolean>, milliseconds = 8_000): Promise<void> {
  const deadline = Date.now() + milliseconds
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error('it did not happen in time')
    await sleep(20)
  }
}

const jobsOf = async (name: string) =>
  app.sql<{ state: string; data: object; output: object | null; waits: number }>(
    `select state::text, data, output, extract(epoch from start_after - created_on)::int as waits from pgboss.job where name = $1 order by created_on, id`,
    [name],
  )

beforeAll(async () => {
  // Repeating it changes nothing.
  await installJobs(app.ownerUrl)
})

test('the app role reads and writes the queue, owns nothing of it and cannot change its shape', async () => {
  const owners = await app.sql<{ owner: string }>(
    `select distinct pg_get_userbyid(relowner) as owner from pg_class where relnamespace = 'pgboss'::regnamespace`,
  )
  expect(owners).toEqual([{ owner: 'dentin_owner' }])
  const client = new pg.Client({ connectionString: app.appUrl })
  await client.connect()
  await expect(client.query('create table pgboss.x (id int)')).rejects.toThrow(/permission denied/)
  await expect(client.query('drop table pgboss.job')).rejects.toThrow(/must be owner/)
  await expect(client.query('truncate pgboss.job')).rejects.toThrow(/permission denied/)
  await client.end()
})

test('a job is there when its transaction committed, and only then', async () => {
  const jobs = makeJobs()
  const seen: object[] = []
  jobs.define('t.both', async (data) => seen.push(data))
  const write = (n: number, fail: boolean) =>
    database.withTenant(tenant, clinic, async (tx) => {
      await tx.rows(
        sql`insert into document_counter (tenant_id, clinic_id, prefix, date, last_no) values (${tenant}, ${clinic}, ${`T${n}`}, '2026-11-20', 1)`,
      )
      await jobs.enqueue(tx, 't.both', { n })
      if (fail) throw new Error('no')
    })
  await write(1, false)
  await expect(write(2, true)).rejects.toThrow('no')
  await write(3, false)
  const rows = await app.sql<{ prefix: string }>(
    `select prefix from document_counter where prefix like 'T%' order by prefix`,
  )
  expect(rows.map((row) => row.prefix)).toEqual(['T1', 'T3'])
  expect((await jobsOf('t.both')).map((job) => job.data)).toEqual([{ n: 1 }, { n: 3 }])
  expect(await jobs.drain('t.both')).toBe(2)
  expect(seen).toEqual([{ n: 1 }, { n: 3 }])
  expect((await jobsOf('t.both')).map((job) => job.state)).toEqual(['completed', 'completed'])
})

test('a waiting worker starts at once, each job runs in one process only', async () => {
  const one = makeJobs()
  const two = makeJobs()
  const runs: { n: number; at: number }[] = []
  for (const jobs of [one, two])
    jobs.define<{ n: number }>('t.shared', async ({ n }) => runs.push({ n, at: Date.now() }), { concurrency: 2 })
  await Promise.all([one.start(), two.start()])
  const sent = Date.now()
  await database.withTenant(tenant, clinic, async (tx) => {
    for (let n = 0; n < 30; n++) await one.enqueue(tx, 't.shared', { n })
  })
  await until(() => runs.length >= 30)
  expect(Math.min(...runs.map((run) => run.at)) - sent).toBeLessThan(3_000)
  // Whoever would run one a second time would do so before the last: it is put in when the thirty are done.
  await until(async () => (await jobsOf('t.shared')).every(({ state }) => state === 'completed'))
  await database.withTenant(tenant, clinic, (tx) => one.enqueue(tx, 't.shared', { n: 30 }))
  await until(() => runs.some((run) => run.n === 30))
  await Promise.all([one.stop(), two.stop()])
  expect(runs.map((run) => run.n).sort((a, b) => a - b)).toEqual(Array.from({ length: 31 }, (_, n) => n))
})

test('stopping waits for the job that runs', async () => {
  const jobs = makeJobs()
  const order: string[] = []
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  jobs.define('t.slow', async () => {
    order.push('job begins')
    await finished
    order.push('job ends')
  })
  await jobs.start()
  await database.withPlatform((tx) => jobs.enqueue(tx, 't.slow'))
  await until(() => order.length === 1)
  const stopping = jobs.stop().then(() => order.push('stopped'))
  await expect(database.withPlatform((tx) => jobs.enqueue(tx, 't.slow'))).rejects.toThrow(/stopped/)
  // A process with nothing to wait for begins after it and is gone before it.
  const idle = makeJobs()
  idle.define('t.slow', async () => {})
  await idle.start()
  await idle.stop()
  expect(order).toEqual(['job begins'])
  finish()
  await stopping
  expect(order).toEqual(['job begins', 'job ends', 'stopped'])
  expect((await jobsOf('t.slow')).map((job) => job.state)).toEqual(['completed'])
})

test('a job whose process is gone is taken up by another one, long before its time is over', async () => {
  const jobs = makeJobs()
  jobs.define('t.orphan', async () => {}, { expireSeconds: 3600 })
  await database.withPlatform((tx) => jobs.enqueue(tx, 't.orphan'))
  // Somebody takes it and is never heard of again.
  const gone = new PgBoss({ connectionString: app.appUrl, schema: 'pgboss', migrate: false, createSchema: false })
  gone.on('error', () => {})
  await gone.start()
  expect(await gone.fetch('t.orphan')).toHaveLength(1)
  const [{ limit } = { limit: 0 }] = await app.sql<{ limit: number }>(
    `select heartbeat_seconds as limit from pgboss.job where name = 't.orphan'`,
  )
  expect(limit).toBeGreaterThan(0)
  expect(limit).toBeLessThanOrEqual(30)
  expect((await jobsOf('t.orphan')).map(({ state }) => state)).toEqual(['active'])
  await app.sql(
    `update pgboss.job set heartbeat_on = now() - make_interval(secs => heartbeat_seconds + 1) where name = 't.orphan'`,
  )
  await gone.supervise('t.orphan')
  expect((await jobsOf('t.orphan')).map(({ state }) => state)).toEqual(['retry'])
  await gone.stop({ graceful: false })
})

test('a failed job is kept for another try', async () => {
  const jobs = makeJobs()
  jobs.define('t.fail', async () => Promise.reject(new Error('not today')))
  await database.withPlatform((tx) => jobs.enqueue(tx, 't.fail'))
  await expect(jobs.drain('t.fail')).rejects.toThrow('not today')
  expect(await jobsOf('t.fail')).toMatchObject([{ state: 'retry', output: { message: 'not today' } }])
})

test('a later job waits by the clock of the application, a repeated one is left out', async () => {
  const jobs = makeJobs()
  jobs.define('t.later', async () => {})
  const inTwoHours = new Date(app.clock.now().getTime() + 7_200_000)
  await database.withPlatform((tx) => jobs.enqueue(tx, 't.later', {}, { startAfter: inTwoHours }))
  expect(await jobsOf('t.later')).toMatchObject([{ state: 'created', waits: 7200 }])
  expect(await jobs.drain('t.later')).toBe(0)
  const once = { key: 'x', everySeconds: 3600 }
  await database.withPlatform((tx) => jobs.enqueue(tx, 't.later', {}, { once }))
  await database.withPlatform((tx) => jobs.enqueue(tx, 't.later', {}, { once }))
  expect(await jobsOf('t.later')).toHaveLength(2)
})

test('a job that is due in two seconds begins then, not at the next round', async () => {
  const jobs = makeJobs()
  let began = 0
  jobs.define('t.soon', async () => {
    began = Date.now()
  })
  await jobs.start()
  // The workers have looked and wait for a notification.
  await sleep(1_000)
  const asked = Date.now()
  await database.withTenant(tenant, clinic, (tx) =>
    jobs.enqueue(tx, 't.soon', {}, { startAfter: new Date(app.clock.now().getTime() + 2_000) }),
  )
  await until(() => began > 0)
  expect(began - asked).toBeGreaterThan(1_500)
  await jobs.stop()
})

test('timed jobs are kept in Beijing time, and forgotten when the code no longer knows them', async () => {
  const before = makeJobs()
  before.define('t.cron', async () => {})
  before.define('t.gone', async () => {})
  before.schedule('t.cron', '30 8 * * *', { kind: 'morning' })
  before.schedule('t.gone', '0 1 * * *')
  await before.start()
  await before.stop()
  const after = makeJobs()
  after.define('t.cron', async () => {})
  after.schedule('t.cron', '45 8 * * *')
  await after.start()
  await after.stop()
  expect(await app.sql(`select name, cron, timezone from pgboss.schedule`)).toEqual([
    { name: 't.cron', cron: '45 8 * * *', timezone: 'Asia/Shanghai' },
  ])
})

test('a name that nobody defined, or that two define, is a mistake of the code', async () => {
  const jobs = makeJobs()
  jobs.define('t.one', async () => {})
  expect(() => jobs.define('t.one', async () => {})).toThrow(/twice/)
  expect(() => jobs.schedule('t.none', '* * * * *')).toThrow(/no job/)
  await expect(jobs.runNow('t.none')).rejects.toThrow(/no job/)
  await expect(database.withPlatform((tx) => jobs.enqueue(tx, 't.none'))).rejects.toThrow(/no job/)
})

test('a queue that cannot be reached now is opened by a later caller', async () => {
  const jobs = new Jobs({ url: 'postgres://dentin_app:x@127.0.0.1:1/none', log: app.log, clock: app.clock })
  jobs.define('t.away', async () => {})
  await expect(jobs.start()).rejects.toThrow()
  await expect(jobs.start()).rejects.toThrow(/ECONNREFUSED/)
  await jobs.stop()
})
