import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { requestOf, type AnyCall, type WireInput, type WireOutput } from '@dentin/contract'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import type pg from 'pg'
import { bootstrap, migrate, overSocket } from '../src/platform/database/migrate.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { hashToken, newToken } from '../src/platform/security/tokens.ts'
import { fixture, TEST_NOW, type PostCode } from './fixture.ts'
import { TEST_PASSWORDS } from './global-setup.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The real server in a process of its own. */
export interface ServerProcess {
  /** http://127.0.0.1:port, once it listens. */
  origin: string
  child: ChildProcess
  /** Everything it has said so far. */
  output(): string
  exited: Promise<{ code: number | null; signal: string | null }>
}

/**
 * A PostgreSQL with the newest schema, for a test that kills what runs on it, and the settings of a server over it. Whoever
 * asked stops it and removes its folder.
 */
export async function ownDatabase(
  name: string,
): Promise<{ dataDir: string; postgres: EmbeddedPostgres; environment: Record<string, string> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), `dentin-${name}-`))
  const postgres = await startEmbeddedPostgres({ dataDir })
  const { ownerUrl, appUrl } = await bootstrap(postgres.superuserUrl, { database: 'dentin', ...TEST_PASSWORDS })
  await migrate(ownerUrl, path.join(root, 'server/db/migrations'))
  const environment = {
    // The way on which the product reaches the PostgreSQL that it brings.
    DATABASE_URL: overSocket(appUrl, postgres.socketDir),
    DATABASE_OWNER_URL: ownerUrl,
    DATABASE_POOL: '8',
    CLOCK_AT: TEST_NOW,
    LOG_LEVEL: 'error',
    DATA_DIR: dataDir,
  }
  return { dataDir, postgres, environment }
}

/** Starts the server as it is built, with these settings and nothing else of this process's environment. */
export function spawnServer(environment: Record<string, string>): Omit<ServerProcess, 'origin'> {
  const child = spawn(process.execPath, ['--enable-source-maps', path.join(root, 'server/dist/main.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'test', PORT: '0', DEMO: 'false', ...environment },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const exited = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
  }))
  return { child, output: () => output, exited }
}

/** Starts the server and waits until it listens. */
export async function startServer(environment: Record<string, string>): Promise<ServerProcess> {
  const server = spawnServer(environment)
  let ended = false
  void server.exited.then(() => (ended = true))
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(25)) {
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(server.output())?.[0]
    if (origin && server.output().includes('Ctrl+C')) return { ...server, origin }
    if (ended) break
  }
  server.child.kill('SIGKILL')
  throw new Error(`the server did not start: ${server.output()}`)
}

/** What came back; `http` is 0 when nothing did. */
export interface Outcome<T> {
  http: number
  code: number
  message: string
  data: T | null
}

/** A signed-in person who asks over the wire. */
export interface Person {
  token: string
  ask<C extends AnyCall>(
    origin: string,
    call: C,
    input: WireInput<C>,
    headers?: Record<string, string>,
  ): Promise<Outcome<WireOutput<C>>>
}

/** Signs somebody of clinic a1 in, in the database itself. */
export async function signIn(owner: pg.Client, post: PostCode): Promise<Person> {
  const token = newToken()
  const now = parseDateTime(TEST_NOW)
  await owner.query(
    `insert into session (token_hash, id, account_id, account_name, tenant_id, clinic_id, employee_id, created_at, last_seen_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)`,
    [
      hashToken(token),
      uuidv7(),
      fixture.accounts.a1[post],
      post,
      fixture.tenants.a,
      fixture.clinics.a1,
      fixture.employees.a1[post],
      now,
      new Date(now.getTime() + 30 * 86_400_000),
    ],
  )
  return {
    token,
    async ask(origin, call, input, headers = {}) {
      const { url, body } = requestOf(call, input)
      try {
        const answer = await fetch(origin + url, {
          method: call.method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body ? { 'content-type': 'application/json' } : {}),
            ...headers,
          },
          body: body ? JSON.stringify(body) : null,
          signal: AbortSignal.timeout(20_000),
        })
        return { http: answer.status, ...((await answer.json()) as { code: number; message: string; data: never }) }
      } catch (error) {
        return { http: 0, code: -1, message: (error as Error).message, data: null }
      }
    },
  }
}
