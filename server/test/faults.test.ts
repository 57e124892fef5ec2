import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { contract } from '@dentin/contract'
import { addDays, uuidv7 } from '@dentin/kit'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeApplication } from '../src/app/application.ts'
import { readConfig } from '../src/platform/config.ts'
import { withDatabase } from '../src/platform/database/migrate.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { makeLog } from '../src/platform/log.ts'
import { fixture, makeFixture, TEST_NOW } from './fixture.ts'
import { Client, testApp, type TestApp } from './harness.ts'
import { brokenInvariants } from './invariants.ts'
import {
  ownDatabase,
  signIn,
  spawnServer,
  startServer,
  type Outcome,
  type Person,
  type ServerProcess,
} from './process.ts'

/** How often each kind of crash is made; 20 before a release. */
const REPEATS = Number(process.env.FAULT_REPEATS ?? 3)
const WORKERS = 6

/** One write that somebody asked for, with what came of it. */
interface Wish {
  requestId: string
  send(origin: string): Promise<Outcome<{ id?: string | null }>>
  /** How many rows there are of it. */
  count: { sql: string; value: string }
  first: Outcome<{ id?: string | null }> | null
}

describe('a crash under load', () => {
  let dataDir: string
  let postgres: EmbeddedPostgres
  let owner: pg.Client
  let server: ServerProcess
  let desk: Person
  let environment: Record<string, string>
  let booked = 0
  let people = 0
  const wishes: Wish[] = []
  /** Answers that were neither a success nor an honest "not now". */
  const wrong: unknown[] = []

  async function connectOwner(): Promise<void> {
    owner = new pg.Client({ connectionString: environment.DATABASE_OWNER_URL })
    // It dies with the database that is killed.
    owner.on('error', () => {})
    await owner.connect()
  }

  beforeAll(async () => {
    ;({ dataDir, postgres, environment } = await ownDatabase('faults'))
    await connectOwner()
    await makeFixture(owner)
    desk = await signIn(owner, 'reception')
    server = await startServer(environment)
  }, 120_000)
  afterAll(async () => {
    server?.child.kill('SIGKILL')
    await owner?.end().catch(() => {})
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }, 60_000)

  function newPatient(): Wish {
    const requestId = uuidv7()
    const name = `并发${requestId.slice(-12)}`
    const mobile = `137${String(people++).padStart(8, '0')}`
    const input = { name, mobile, gender: 1, sourceId: fixture.sources.a, acceptDuplicates: true, requestId }
    return {
      requestId,
      send: (origin) => desk.ask(origin, contract.patient.create, input as never),
      count: { sql: 'select count(*)::int as n from patient where name = $1', value: name },
      first: null,
    }
  }

  /** Every booking takes ten minutes of its own, so that none stands in the way of another. */
  function newBooking(): Wish {
    const n = booked++
    const doctor = n % fixture.doctors.a1.length
    const turn = Math.floor(n / fixture.doctors.a1.length)
    const slot = turn % 48
    const minutes = slot < 21 ? 510 + slot * 10 : 810 + (slot - 21) * 10
    const at = (minute: number) =>
      `${addDays('2026-11-21', Math.floor(turn / 48))} ${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`
    const requestId = uuidv7()
    const input = {
      patientId: fixture.patients.a[0],
      doctorId: fixture.doctors.a1[doctor],
      startTime: at(minutes),
      endTime: at(minutes + 10),
      remark: requestId,
      acceptWarnings: true,
      requestId,
    }
    return {
      requestId,
      send: (origin) => desk.ask(origin, contract.appointment.create, input as never),
      count: { sql: 'select count(*)::int as n from appointment where remark = $1', value: requestId },
      first: null,
    }
  }

  function newBill(): Wish {
    const requestId = uuidv7()
    const items = [{ tariffId: fixture.tariffs.a.cleaning, price: '200.00', qty: 1, teeth: '' }]
    const input = { patientId: fixture.patients.a[1], items, remark: requestId, requestId }
    return {
      requestId,
      send: (origin) => desk.ask(origin, contract.billing.open, input as never),
      count: { sql: 'select count(*)::int as n from bill where remark = $1', value: requestId },
      first: null,
    }
  }

  function newCharge(bill: { id: string; version: number }): Wish {
    const requestId = uuidv7()
    const payments = [{ payMethodId: fixture.payMethods.a.cash as string, amount: '200.00' }]
    return {
      requestId,
      send: (origin) => desk.ask(origin, contract.billing.charge, { ...bill, payments, requestId }),
      count: { sql: 'select count(*)::int as n from bill_payment where bill_id = $1', value: bill.id },
      first: null,
    }
  }

  async function make(wish: Wish): Promise<Outcome<unknown>> {
    wishes.push(wish)
    wish.first = await wish.send(server.origin)
    return wish.first
  }

  /** People at work until told to stop: patients, bookings, bills and their payment. */
  function load(): { stop(): Promise<void> } {
    let working = true
    const worker = async (n: number) => {
      for (let turn = n; working; turn++) {
        const kind = turn % 3
        const outcome = await make(kind === 0 ? newPatient() : kind === 1 ? newBooking() : newBill())
        if (kind === 2 && outcome.code === 0) await make(newCharge(outcome.data as { id: string; version: number }))
        if (outcome.code !== 0) await sleep(250)
      }
    }
    const all = Promise.all(Array.from({ length: WORKERS }, (_, n) => worker(n)))
    return {
      async stop() {
        working = false
        await all
      },
    }
  }

  /** Everything acknowledged is there once and answered alike when it is asked for again; so is what was in doubt. */
  async function expectExactlyOnce(): Promise<void> {
    const countAll = async () => {
      const counts: (number | undefined)[] = []
      for (const { count } of wishes)
        counts.push((await owner.query<{ n: number }>(count.sql, [count.value])).rows[0]?.n)
      return counts
    }
    const before = await countAll()
    const again: Outcome<unknown>[] = []
    await Promise.all(
      Array.from({ length: WORKERS }, async (_, worker) => {
        for (let n = worker; n < wishes.length; n += WORKERS) again[n] = await (wishes[n] as Wish).send(server.origin)
      }),
    )
    const after = await countAll()
    const lost = wishes.filter((wish, n) => {
      const kept = wish.first?.code !== 0 || (before[n] === 1 && isDeepStrictEqual(again[n]?.data, wish.first.data))
      return !kept || again[n]?.code !== 0 || after[n] !== 1
    })
    expect(lost.slice(0, 3)).toEqual([])
    expect(await brokenInvariants(owner)).toEqual([])
  }

  const acknowledged = () => wishes.filter((wish) => wish.first?.code === 0).length
  /** Until so much has been acknowledged that a crash falls into the middle of the work, each time somewhere else. */
  async function underWay(n: number): Promise<void> {
    for (const end = Date.now() + 20_000; acknowledged() < 12 && Date.now() < end;) await sleep(5)
    await sleep((n * 37) % 200)
  }

  it(
    'of the server loses nothing that was acknowledged and repeats nothing',
    async () => {
      for (let n = 0; n < REPEATS; n++) {
        wishes.length = 0
        const work = load()
        await underWay(n)
        server.child.kill('SIGKILL')
        expect((await server.exited).signal).toBe('SIGKILL')
        await work.stop()
        expect(acknowledged()).toBeGreaterThanOrEqual(12)
        const unanswered = wishes.filter((wish) => wish.first?.code !== 0)
        expect(unanswered.filter((wish) => wish.first?.http !== 0).map((wish) => wish.first)).toEqual([])
        server = await startServer(environment)
        await expectExactlyOnce()
      }
    },
    60_000 * REPEATS,
  )

  it(
    'of the database loses nothing, is told as "busy", and is over by itself within 10 s',
    async () => {
      for (let n = 0; n < REPEATS; n++) {
        wishes.length = 0
        const work = load()
        await underWay(n)
        const before = acknowledged()
        const { pid } = server.child
        process.kill(postgres.pid, 'SIGKILL')
        expect((await postgres.exited).signal).toBe('SIGKILL')
        await owner.end().catch(() => {})
        await sleep(400)
        postgres = await startEmbeddedPostgres({ dataDir })
        const back = Date.now()
        expect([server.child.exitCode, server.output()]).toEqual([null, expect.not.stringContaining('    at ')])
        while ((await fetch(`${server.origin}/readyz`)).status !== 200 && Date.now() - back < 20_000) await sleep(50)
        const served = acknowledged()
        while (acknowledged() === served && Date.now() - back < 20_000) await sleep(20)
        expect(Date.now() - back).toBeLessThan(10_000)
        await sleep(200)
        await work.stop()
        await connectOwner()
        expect([before >= 12, acknowledged() > before]).toEqual([true, true])
        for (const { first } of wishes)
          if (first && first.code !== 0) wrong.push([first.http, first.code, first.message])
        expect(new Set(wrong.map((each) => JSON.stringify(each)))).toEqual(
          new Set([JSON.stringify([503, 503, '系统繁忙，请稍后重试'])]),
        )
        await expectExactlyOnce()
        expect([server.child.pid, server.child.exitCode]).toEqual([pid, null])
      }
      // The live stream's line and the queue are back too.
      expect(server.output()).not.toMatch(/unhandled|uncaught/i)
    },
    60_000 * REPEATS,
  )

  it('a stop lets the running request finish, then ends the process with 0', async () => {
    const bill = (await make(newBill())).data as { id: string; version: number }
    await owner.query('begin')
    await owner.query('select 1 from bill where id = $1 for update', [bill.id])
    const charge = newCharge(bill)
    const asked = make(charge)
    const blocked = async () => (await owner.query('select 1 from pg_locks where not granted')).rowCount
    while (!(await blocked())) await sleep(20)
    server.child.kill('SIGTERM')
    await sleep(400)
    expect(server.child.exitCode).toBeNull()
    // Nobody new is let in.
    await expect(fetch(`${server.origin}/healthz`, { headers: { connection: 'close' } })).rejects.toThrow()
    await owner.query('commit')
    const released = Date.now()
    expect(await asked).toMatchObject({ http: 200, code: 0 })
    expect(await server.exited).toEqual({ code: 0, signal: null })
    expect(Date.now() - released).toBeLessThan(5_000)
    expect((await owner.query(charge.count.sql, [charge.count.value])).rows).toEqual([{ n: 1 }])
  }, 60_000)

  it('a start is refused with a database role that sees through row security', async () => {
    const superuser = withDatabase(postgres.superuserUrl, 'dentin')
    for (const [DATABASE_URL, said] of [
      [superuser, '不能是超级用户'],
      [environment.DATABASE_OWNER_URL as string, '绕过行级安全'],
    ] as const) {
      const refused = spawnServer({ ...environment, DATABASE_URL })
      expect((await refused.exited).code).toBe(1)
      expect(refused.output()).toContain(said)
      expect(refused.output()).not.toMatch(/\bat .+:\d+:\d+/)
    }
  }, 60_000)
})

describe('a start with wrong settings', () => {
  const secret = 'q8Zt3vLx0Rk5Wn7Yb2Hd9Fs4Jc6Mg1Pa'
  const production = { NODE_ENV: 'production', SESSION_SECRET: secret }
  it.each<[string, Record<string, string>, RegExp]>([
    ['no secret in production', { NODE_ENV: 'production' }, /必须设置 SESSION_SECRET/],
    [
      'a sample secret',
      { ...production, SESSION_SECRET: 'change-me-change-me-change-me-change-me' },
      /SESSION_SECRET 是示例值/,
    ],
    ['a weak secret', { ...production, SESSION_SECRET: 'ab'.repeat(20) }, /SESSION_SECRET 是示例值或过于简单/],
    ['a short secret', { ...production, SESSION_SECRET: 'q8Zt3vLx' }, /SESSION_SECRET.*至少 32 个字符/],
    ['another time in production', { ...production, CLOCK_AT: TEST_NOW }, /不能设置 CLOCK_AT/],
    ['a port that is none', { PORT: '70000' }, /PORT.*70000.*0–65535/],
    ['a port that is no number', { PORT: 'http' }, /PORT.*http.*0–65535/],
    ['a database that is none', { DATABASE_URL: 'mysql://x' }, /DATABASE_URL.*postgres:/],
    ['no owner', { DATABASE_URL: 'postgres://a@b/c' }, /DATABASE_OWNER_URL/],
    ['a level that is none', { LOG_LEVEL: 'loud' }, /LOG_LEVEL.*loud.*trace、debug/],
  ])('%s: says which and what was expected', (_what, settings, said) => {
    expect(() => readConfig(settings)).toThrow(said)
  })

  it('never tells the secret itself', () => {
    const message = (settings: Record<string, string>) => {
      try {
        readConfig(settings)
        return ''
      } catch (error) {
        return (error as Error).message
      }
    }
    const short = message({ ...production, SESSION_SECRET: 'q8Zt3vLx' })
    expect([short.includes('SESSION_SECRET'), short.includes('q8Zt3vLx')]).toEqual([true, false])
    const url = message({ DATABASE_URL: 'mysql://dentin:open-sesame@db/x' })
    expect([url.includes('DATABASE_URL'), url.includes('open-sesame')]).toEqual([true, false])
    expect(message({ ...production })).toBe('')
  })

  it('ends the process with 1 and these words alone', async () => {
    const refused = spawnServer({ NODE_ENV: 'production', CLOCK_AT: TEST_NOW })
    expect((await refused.exited).code).toBe(1)
    expect(refused.output().trim().split('\n')).toEqual([
      expect.stringContaining('SESSION_SECRET'),
      expect.stringContaining('CLOCK_AT'),
    ])
  }, 30_000)
})

/** Passes everything on, until `fatal` says of some bytes that the line breaks before their answer. */
async function breakableLine(target: { host: string; port: number }, fatal: (sent: Buffer) => boolean) {
  const lines = new Set<Socket>()
  const server: Server = createServer((near) => {
    const far = connect(target)
    let broken = false
    for (const line of [near, far]) {
      lines.add(line)
      line.on('error', () => {})
      line.on('close', () => {
        near.destroy()
        far.destroy()
        lines.delete(line)
      })
    }
    near.on('data', (sent) => {
      broken ||= fatal(sent)
      far.write(sent)
    })
    far.on('data', (answer) => {
      if (broken) near.destroy()
      else near.write(answer)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const line of lines) line.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

describe('with one server', () => {
  let app: TestApp
  let desk: Client
  beforeAll(async () => {
    app = await testApp()
    desk = await app.as('reception')
    await app.application.http.listen({ host: '127.0.0.1', port: 0 })
  })

  const person = (name: string) => ({
    name,
    gender: 1 as const,
    mobile: '13712340000',
    sourceId: fixture.sources.a,
    acceptDuplicates: true,
    requestId: uuidv7(),
  })
  const countOf = async (name: string) =>
    (await app.sql<{ n: number }>('select count(*)::int as n from patient where name = $1', [name]))[0]?.n

  it('an answer that was lost on its way is given again to the same request', async () => {
    const { port } = app.application.http.server.address() as AddressInfo
    let breaks = 1
    const line = await breakableLine({ host: '127.0.0.1', port }, () => breaks-- > 0)
    const input = person('断线甲')
    const url = `http://127.0.0.1:${line.port}${contract.patient.create.path}`
    const headers = { authorization: `Bearer ${desk.token}`, 'content-type': 'application/json' }
    const send = () => fetch(url, { method: 'POST', headers, body: JSON.stringify(input) })
    await expect(send()).rejects.toThrow()
    expect(await countOf('断线甲')).toBe(1)
    const second = (await (await send()).json()) as { data: { id: string } }
    const third = await desk.call(contract.patient.create, input)
    expect(second.data).toEqual(third)
    expect(await countOf('断线甲')).toBe(1)
    await line.close()
  })

  it('a commit whose outcome nobody heard is settled by asking again', async () => {
    const direct = new URL(app.appUrl)
    // The bytes of a simple query "commit" as the database's protocol writes it.
    const commit = Buffer.from([0x51, 0, 0, 0, 11, ...Buffer.from('commit'), 0])
    let armed = false
    const line = await breakableLine({ host: direct.hostname, port: Number(direct.port) }, (sent) => {
      const hit = armed && sent.includes(commit)
      armed &&= !hit
      return hit
    })
    direct.port = String(line.port)
    const config = readConfig({ NODE_ENV: 'test', DATABASE_POOL: '2' })
    const other = await makeApplication({ config, appUrl: direct.toString(), clock: app.clock, log: makeLog('silent') })
    const through = new Client(other.http, desk.token, desk.clinicId)
    const input = person('断线乙')
    armed = true
    const refused = await through.refused(contract.patient.create, input)
    expect([refused.http, refused.code, armed]).toEqual([503, 503, false])
    // The line is cut once the commit has gone through it; the database may still be at work on it.
    await expect.poll(() => countOf('断线乙')).toBe(1)
    const again = await through.call(contract.patient.create, input)
    expect(await desk.call(contract.patient.create, input)).toEqual(again)
    expect(await countOf('断线乙')).toBe(1)
    await other.stop()
    await line.close()
  })

  it('work that was ended because it took too long is told as "busy" and leaves nothing', async () => {
    await app.owner.query('begin')
    await app.owner.query('lock table patient_stat in access exclusive mode')
    const input = person('太慢')
    const asked = desk.refused(contract.patient.create, input)
    const superuser = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
    await superuser.connect()
    const cancel = async () =>
      (
        await superuser.query(
          `select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = $1`,
          [new URL(app.appUrl).pathname.slice(1)],
        )
      ).rowCount
    while (!(await cancel())) await sleep(20)
    expect(await asked).toMatchObject({ http: 503, code: 503 })
    await app.owner.query('rollback')
    await superuser.end()
    expect(await countOf('太慢')).toBe(0)
    await desk.call(contract.patient.create, input)
    expect(await countOf('太慢')).toBe(1)
  })

  it('a tab left in the former clinic changes nothing after the switch in another', async () => {
    const { a: tenant } = fixture.tenants
    const { a1, a2 } = fixture.clinics
    const employee = fixture.employees.a1.admin
    await app.sql(
      `insert into employee_clinic (tenant_id, id, employee_id, clinic_id, dept_id, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $6)`,
      [tenant, uuidv7(), employee, a2, fixture.depts.a2, app.clock.now()],
    )
    await app.sql(
      'insert into account_clinic (account_id, tenant_id, clinic_id, employee_id) values ($1, $2, $3, $4)',
      [fixture.accounts.a1.admin, tenant, a2, employee],
    )
    await app.sql('insert into employee_post (tenant_id, clinic_id, employee_id, post_id) values ($1, $2, $3, $4)', [
      tenant,
      a2,
      employee,
      fixture.posts.a.admin,
    ])
    const oldTab = await app.as('admin')
    // A switch that fails leaves everything as it was.
    const refused = await oldTab.refused(contract.identity.switchClinic, { clinicId: fixture.clinics.b1 })
    expect(refused.code).not.toBe(0)
    await oldTab.call(contract.patient.create, person('换店前'), { 'x-clinic-id': a1 })

    const switched = await oldTab.call(contract.identity.switchClinic, { clinicId: a2 })
    const newTab = new Client(app.application.http, switched.token, a2)
    const tables = ['patient', 'patient_stat', 'audit', 'event', 'idempotency', 'appointment', 'bill']
    const state = async () => {
      const sums: unknown[] = []
      for (const table of tables) {
        sums.push(await app.sql(`select md5(string_agg(t::text, '|' order by t::text)) as sum from ${table} t`))
      }
      return sums
    }
    const before = await state()
    const send = (client: Client, clinicId: string) =>
      client.raw('POST', contract.patient.create.path, person('换店后'), { 'x-clinic-id': clinicId })
    // The old token is gone; the new one, sent by a page that still shows the former clinic, is refused.
    expect(await send(oldTab, a1)).toMatchObject({ http: 401, json: { code: 401 } })
    expect(await send(oldTab, a2)).toMatchObject({ http: 401, json: { code: 401 } })
    expect(await send(newTab, a1)).toMatchObject({ http: 409, json: { code: 40901 } })
    expect(await state()).toEqual(before)
    expect(await send(newTab, a2)).toMatchObject({ http: 200, json: { code: 0 } })
    const clinics = await app.sql('select name, home_clinic_id from patient where name like $1 order by name', [
      '换店%',
    ])
    expect(clinics).toEqual([
      { name: '换店前', home_clinic_id: a1 },
      { name: '换店后', home_clinic_id: a2 },
    ])
  })
})
