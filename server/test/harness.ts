import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { requestOf, type AnyCall, type ProviderRole, type WireInput, type WireOutput } from '@dentin/contract'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import type { Logger } from 'pino'
import { afterAll, expect } from 'vitest'
import { makeApplication, type Application } from '../src/app/application.ts'
import { product } from '../src/app/modules.ts'
import { followingRows } from '../src/modules/patient/index.ts'
import type { Viewer } from '../src/modules/patient/access.ts'
import { TestClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import { withCredentials, withDatabase } from '../src/platform/database/migrate.ts'
import { makeLog } from '../src/platform/log.ts'
import { lending } from '../src/platform/database/lent.ts'
import { statementLog } from '../src/platform/database/connection.ts'
import { hashToken, newToken } from '../src/platform/security/tokens.ts'
import { fixture, TEST_NOW, type PostCode } from './fixture.ts'
import { brokenBooks } from './invariants.ts'
import { TEMPLATE, TEST_PASSWORDS } from './global-setup.ts'
import { lenderNow, ownershipProblems, rightsOf, senderNow, type Sent } from './ownership.ts'
import { RowWatch } from './row-lies.ts'
import { problemsOfRun, short } from './statements.ts'

export { fixture, MARKER_B, POST_CODES, TEST_PASSWORD, type PostCode } from './fixture.ts'

/** Who may read and write which tables. */
const rights = rightsOf(
  product.house,
  followingRows(product).map(({ table }) => table),
)

/** An answer that was not a success. */
export class Refused extends Error {
  constructor(
    readonly http: number,
    readonly code: number,
    message: string,
    readonly data: { fields?: { field: string; message: string }[] } & Record<string, unknown>,
  ) {
    super(message)
  }
}

export interface RawAnswer {
  http: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
  json: { code: number; data: unknown; message: string } | null
}

/** One person (or nobody) talking to the server over HTTP. */
export class Client {
  constructor(
    private readonly http: FastifyInstance,
    readonly token: string | null,
    readonly clinicId: string | null,
  ) {}

  /** Makes a declared call. Throws Refused for everything but a success. */
  async call<C extends AnyCall>(
    call: C,
    input: WireInput<C>,
    headers: Record<string, string> = {},
  ): Promise<WireOutput<C>> {
    const { url, body } = requestOf(call, input)
    const answer = await this.raw(call.method, url, body ?? undefined, headers)
    if (answer.http !== 200 || answer.json?.code !== 0) {
      throw new Refused(
        answer.http,
        answer.json?.code ?? -1,
        answer.json?.message ?? answer.text.slice(0, 200),
        (answer.json?.data ?? {}) as Refused['data'],
      )
    }
    return answer.json.data as WireOutput<C>
  }

  /** The refusal of a call that must not succeed. */
  async refused<C extends AnyCall>(call: C, input: WireInput<C>): Promise<Refused> {
    try {
      await this.call(call, input)
    } catch (error) {
      if (error instanceof Refused) return error
      throw error
    }
    throw new Error(`${call.path} was not refused`)
  }

  /** Any request, as it goes over the wire. */
  async raw(method: string, url: string, body?: unknown, headers: Record<string, string> = {}): Promise<RawAnswer> {
    const response = await this.http.inject({
      method: method as 'GET',
      url,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    let json: RawAnswer['json'] = null
    try {
      json = JSON.parse(response.body) as RawAnswer['json']
    } catch {
      json = null
    }
    return { http: response.statusCode, headers: response.headers, text: response.body, json }
  }
}

export interface TestApp {
  application: Application
  clock: TestClock
  /** As the owner of the tables: sees through row security. */
  owner: pg.Client
  ownerUrl: string
  appUrl: string
  /** A signed-in person of a post in a clinic (default a1). */
  as(post: PostCode, clinic?: 'a1' | 'a2' | 'b1'): Promise<Client>
  /** A signed-in doctor by number (0 is the one with an account of his own). */
  asDoctor(index: number, clinic?: 'a1' | 'a2' | 'b1'): Promise<Client>
  /** A signed-in member of the provider's staff, of an account of their own unless one is named. */
  asProvider(role: ProviderRole, accountId?: string): Promise<Client & { accountId: string }>
  /** Nobody. */
  nobody: Client
  /** Removes every row of these tables, in this order. */
  empty(...tables: string[]): Promise<void>
  /** Rows as the owner sees them. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
}

/** Whoever sees everything of company A, as a list of patients is asked for. */
export function everybodysViewer(): Viewer {
  const at = { tenantId: fixture.tenants.a, clinicId: fixture.clinics.a1, employeeId: uuidv7() }
  const reach = { ...at, scope: 5 as const, clinicIds: null }
  return { ...at, reach, records: reach, sees: true, clinicIds: null, phones: true }
}

/** A database of its own for this test file. */
export async function testDatabase(): Promise<{
  name: string
  ownerUrl: string
  appUrl: string
  drop: () => Promise<void>
}> {
  const superuserUrl = process.env.TEST_DATABASE_URL
  if (!superuserUrl) throw new Error('the global set-up did not run')
  const name = `t_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: superuserUrl })
  await admin.connect()
  // Two files that clone at the same moment would disturb each other.
  await admin.query('select pg_advisory_lock(716290433)')
  await admin.query(`create database ${name} template ${TEMPLATE} owner dentin_owner`)
  await admin.end()
  const url = withDatabase(superuserUrl, name)
  return {
    name,
    ownerUrl: withCredentials(url, 'dentin_owner', TEST_PASSWORDS.ownerPassword),
    appUrl: withCredentials(url, 'dentin_app', TEST_PASSWORDS.appPassword),
    drop: async () => {
      const client = new pg.Client({ connectionString: superuserUrl })
      await client.connect()
      await client.query(`drop database if exists ${name} with (force)`)
      await client.end()
    },
  }
}

/** The whole server over a database of its own, with a clock that stands at TEST_NOW. Stops by itself after the file. */
export async function testApp(
  options: {
    at?: string
    pool?: number
    looseSql?: boolean
    log?: Logger
    webRoot?: string
    heartbeatMs?: number
    /** Why the money of this file needs not add up at its end: what writes rows of bills or cards past the product. */
    looseBooks?: string
  } = {},
): Promise<TestApp> {
  const database = await testDatabase()
  const statements = new Set<string>()
  const sent = new Map<string, Sent>()
  lending.lender = lenderNow
  statementLog.sink = (sql, _values, byGate = false) => {
    statements.add(sql)
    const sender = senderNow()
    sent.set(`${sender} ${sql}`, { sql, sender, byGate })
  }
  const rows = new RowWatch()
  statementLog.asked = rows.asked
  const clock = new TestClock(parseDateTime(options.at ?? TEST_NOW))
  const dataDir = await mkdtemp(path.join(tmpdir(), 'dentin-test-'))
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
    PORT: '0',
    SERVER_KEY: 'a key for tests with nothing behind it',
    DATABASE_POOL: String(options.pool ?? 20),
  })
  const application = await makeApplication({
    config,
    appUrl: database.appUrl,
    clock,
    log: options.log ?? makeLog(config.LOG_LEVEL),
    ...(options.webRoot ? { webRoot: options.webRoot } : {}),
    ...(options.heartbeatMs ? { heartbeatMs: options.heartbeatMs } : {}),
  })
  await application.http.ready()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  afterAll(async () => {
    // Every SQL text this file made the server run obeys the statement rules, and every row was what its type says.
    const wrong = await problemsOfRun(
      options.looseSql ? [] : statements,
      async (text) => (await owner.query<{ table_name: string }>(text)).rows,
    )
    for (const each of sent.values())
      for (const problem of await ownershipProblems(each, rights)) wrong.push(`${problem}: ${short(each.sql)}`)
    wrong.push(...rows.lies)
    // Whatever moved, the books are right: I2, I3, I7 and the identities of the ledger.
    if (!options.looseBooks) wrong.push(...(await brokenBooks(owner)))
    await owner.end()
    await application.stop()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
    expect(wrong).toEqual([])
  })
  const signIn = async (accountId: string, employeeId: string, clinic: 'a1' | 'a2' | 'b1') => {
    const token = newToken()
    const clinicId = fixture.clinics[clinic]
    await owner.query(
      `insert into session (token_hash, id, account_id, account_name, tenant_id, clinic_id, employee_id, created_at, last_seen_at, expires_at)
       select $1, $2, $3, e.name, $4, $5, $6, $7, $7, $8 from employee e where e.tenant_id = $4 and e.id = $6`,
      [
        hashToken(token),
        uuidv7(),
        accountId,
        fixture.tenants[clinic === 'b1' ? 'b' : 'a'],
        clinicId,
        employeeId,
        clock.now(),
        new Date(clock.now().getTime() + 30 * 86_400_000),
      ],
    )
    return new Client(application.http, token, clinicId)
  }
  return {
    application,
    clock,
    owner,
    ownerUrl: database.ownerUrl,
    appUrl: database.appUrl,
    as: (post, clinic = 'a1') => signIn(fixture.accounts[clinic][post], fixture.employees[clinic][post], clinic),
    asDoctor: async (index, clinic = 'a1') => {
      const employeeId = fixture.doctors[clinic][index] as string
      await owner.query(
        `insert into employee_post (tenant_id, clinic_id, employee_id, post_id) values ($1, $2, $3, $4) on conflict do nothing`,
        [
          fixture.tenants[clinic === 'b1' ? 'b' : 'a'],
          fixture.clinics[clinic],
          employeeId,
          fixture.posts[clinic === 'b1' ? 'b' : 'a'].doctor,
        ],
      )
      return signIn(fixture.accounts[clinic].doctor, employeeId, clinic)
    },
    asProvider: async (role, accountId) => {
      const token = newToken()
      const id = accountId ?? uuidv7()
      const now = clock.now()
      if (!accountId)
        await owner.query(
          `insert into provider_account (id, login_name, name, role, status, password_hash, totp_sealed, created_at, updated_at)
           values ($1, $2, $3, $4, 0, 'no password', 'no authenticator', $5, $5)`,
          [id, `p${id.slice(-12)}`, `平台${role}`, role, now],
        )
      await owner.query(
        `insert into provider_session (token_hash, id, account_id, created_at, last_seen_at, expires_at) values ($1, $2, $3, $4, $4, $5)`,
        [hashToken(token), uuidv7(), id, now, new Date(now.getTime() + 86_400_000)],
      )
      return Object.assign(new Client(application.http, token, null), { accountId: id })
    },
    nobody: new Client(application.http, null, null),
    empty: async (...tables) => {
      for (const table of tables) await owner.query(`delete from ${table}`)
    },
    sql: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await owner.query<Row>(text, values)).rows,
  }
}
