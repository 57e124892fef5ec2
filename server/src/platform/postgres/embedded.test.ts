import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AccountKind } from './account.ts'
import { startCluster } from './cluster.ts'
import { DataDirInUseError, startEmbeddedPostgres, startThrowawayPostgres, type EmbeddedPostgres } from './embedded.ts'
import { processLives } from './lock.ts'

const here = path.dirname(fileURLToPath(import.meta.url))
const projectRoot = path.resolve(here, '../../../..')
const isRoot = process.getuid?.() === 0

let base: string
const running: EmbeddedPostgres[] = []
const children: ChildProcess[] = []

beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'dentin-test-'))
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const server of running.splice(0)) await server.stop()
  rmSync(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir })
  running.push(server)
  return server
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

async function goneWithin(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds
  while (processLives(pid)) {
    if (Date.now() > deadline) return false
    await sleep(25)
  }
  return true
}

/** A Node process that starts the embedded database, says where it is, and then just stays. */
async function startInChild(dataDir: string): Promise<{ child: ChildProcess; url: string; pid: number }> {
  const script = path.join(base, 'child.mts')
  const code = [
    `import { startEmbeddedPostgres } from ${JSON.stringify(path.join(here, 'embedded.ts'))}`,
    `const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })`,
    'console.log(JSON.stringify({ url: server.superuserUrl, pid: server.pid }))',
    'setInterval(() => {}, 1000)',
  ]
  writeFileSync(script, code.join('\n'))
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string]
  const { url, pid } = JSON.parse(line) as { url: string; pid: number }
  return { child, url, pid }
}

test('starts, keeps its data and its port over a restart, and ends with stop', async () => {
  const dataDir = path.join(base, 'data')
  const first = await start(dataDir)
  await query(first.superuserUrl, `create table kept as select '牙本' as name`)
  await first.stop()
  expect(processLives(first.pid)).toBe(false)

  const second = await start(dataDir)
  expect(second.port).toBe(first.port)
  expect(await query(second.superuserUrl, 'select name from kept')).toEqual([{ name: '牙本' }])
})

test('is durable, in UTF-8 and UTC, and reachable through the socket as well', async () => {
  const server = await start(path.join(base, 'data'))
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'TimeZone', 'server_encoding', 'listen_addresses']
  const rows = await query<{ name: string; setting: string }>(
    server.superuserUrl,
    `select name, setting from pg_settings where name in (${names.map((name) => `'${name}'`).join()})`,
  )
  expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    TimeZone: 'UTC',
    server_encoding: 'UTF8',
    listen_addresses: '127.0.0.1',
  })
  const url = new URL(server.superuserUrl)
  url.searchParams.set('host', server.socketDir!)
  expect(await query(url.href, 'select inet_client_addr() is null as local')).toEqual([{ local: true }])
})

test('keeps the password to its owner, asks for it, and refuses settings that give up durability', async () => {
  const dataDir = path.join(base, 'data')
  const server = await start(dataDir)
  expect(statSync(path.join(dataDir, 'superuser.password')).mode & 0o777).toBe(0o600)
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  const url = new URL(server.superuserUrl)
  url.password = 'wrong'
  await expect(query(url.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  await expect(startEmbeddedPostgres({ dataDir, settings: { FSYNC: 'off' } })).rejects.toThrow(/数据安全/)
})

test('refuses a second start on the same data, in this process and from another, and harms nothing', async () => {
  const dataDir = path.join(base, 'data')
  const { child, url, pid } = await startInChild(dataDir)
  const refusal = await startEmbeddedPostgres({ dataDir }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(DataDirInUseError)
  expect((refusal as Error).message).toContain('数据目录正被另一个 Dentin 进程使用')
  expect((refusal as Error).message).toContain(String(child.pid))
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(processLives(pid)).toBe(true)

  const own = await start(path.join(base, 'other'))
  await expect(startEmbeddedPostgres({ dataDir: path.join(base, 'other') })).rejects.toThrow(String(process.pid))
  expect(await query(own.superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('is gone within 5 s of kill -9 of Node, and a new start right away has all committed data', async () => {
  const dataDir = path.join(base, 'data')
  const { child, url, pid } = await startInChild(dataDir)
  await query(url, 'create table kept as select generate_series(1, 1000) as n')
  child.kill('SIGKILL')
  expect(await goneWithin(pid, 5_000)).toBe(true)
  const again = await start(dataDir)
  expect(await query(again.superuserUrl, 'select count(*)::int as count from kept')).toEqual([{ count: 1000 }])
})

test('a start that overlaps the shutdown after kill -9 waits for it', async () => {
  const dataDir = path.join(base, 'data')
  const { child, url } = await startInChild(dataDir)
  await query(url, 'create table kept as select generate_series(1, 1000) as n')
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  const again = await start(dataDir)
  expect(await query(again.superuserUrl, 'select count(*)::int as count from kept')).toEqual([{ count: 1000 }])
})

test.runIf(process.platform === 'linux')('is gone when its watchdog is killed along with Node', async () => {
  const dataDir = path.join(base, 'data')
  const { child, pid } = await startInChild(dataDir)
  const watchdog = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])
  process.kill(watchdog, 'SIGKILL')
  child.kill('SIGKILL')
  expect(await goneWithin(pid, 5_000)).toBe(true)
})

test('recovers from a crash of PostgreSQL whose process id went to somebody else', async () => {
  const dataDir = path.join(base, 'data')
  const first = await start(dataDir)
  await query(first.superuserUrl, 'create table kept as select 1 as n')
  const leftover = path.join(dataDir, 'cluster', 'postmaster.pid')
  const text = readFileSync(leftover, 'utf8')
  process.kill(first.pid, 'SIGKILL')
  expect((await first.exited).signal).toBe('SIGKILL')
  writeFileSync(leftover, text.replace(/^\d+/, String(process.pid)))
  const again = await start(dataDir)
  expect(await query(again.superuserUrl, 'select n from kept')).toEqual([{ n: 1 }])
})

test('leaves alone a PostgreSQL that was started on the data by somebody else', async () => {
  const dataDir = path.join(base, 'data')
  const server = await start(dataDir)
  rmSync(path.join(dataDir, 'dentin.lock'))
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`另一个 PostgreSQL 进程使用（进程号 ${server.pid}）`)
  expect(await query(server.superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('works in a folder under one that only its owner may enter', async () => {
  const closed = path.join(base, 'closed')
  mkdirSync(closed)
  chmodSync(closed, 0o700)
  const server = await start(path.join(closed, 'deep', 'data'))
  expect(await query(server.superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.runIf(isRoot).each<AccountKind>(['namespace', 'capability'])(
  'as root under a closed folder, by way of %s, then again by default',
  async (kind) => {
    const dataDir = path.join(base, 'closed', 'data')
    mkdirSync(path.dirname(dataDir), { mode: 0o700 })
    const first = await startCluster({ dataDir, settings: {}, throwaway: false, accounts: [kind] })
    running.push(first)
    await query(first.superuserUrl, 'create table kept as select 1 as n')
    await first.stop()
    const again = await start(dataDir)
    expect(await query(again.superuserUrl, 'select n from kept')).toEqual([{ n: 1 }])
  },
)

test.runIf(isRoot)('as root by way of the nobody user, which must be able to reach the folder', async () => {
  chmodSync(base, 0o755)
  const options = { settings: {}, throwaway: false, accounts: ['nobody'] as AccountKind[] }
  const closed = path.join(base, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  await expect(startCluster({ ...options, dataDir: path.join(closed, 'data') })).rejects.toThrow(/nobody/)
  const server = await startCluster({ ...options, dataDir: path.join(base, 'data') })
  running.push(server)
  expect(await query(server.superuserUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a throwaway cluster vanishes with stop', async () => {
  const server = await startThrowawayPostgres()
  const [row] = await query<{ folder: string; fsync: string }>(
    server.superuserUrl,
    `select current_setting('data_directory') as folder, current_setting('fsync') as fsync`,
  )
  expect(row!.fsync).toBe('off')
  await server.stop()
  expect(existsSync(path.dirname(row!.folder))).toBe(false)
  expect(processLives(server.pid)).toBe(false)
})
