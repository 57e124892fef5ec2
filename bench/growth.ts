/**
 * Whether plans kept on a small company serve when it has become large: `npm run bench:growth`. Nothing analyses the tables
 * meanwhile (autovacuum is off). 20,000 files are imported by one process while two answer: the one that imports and another
 * that only hears of it; then 200,000 rows arrive past both while both answer. After each, list, search and export are timed
 * at once and again after ANALYZE.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contract, requestOf, type AnyCall, type WireInput, type WireOutput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { patientColumns } from '@dentin/contract/patient'
import pg from 'pg'
import { makeApplication, type Application } from '../server/src/app/application.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { readConfig } from '../server/src/platform/config.ts'
import { bootstrap, migrate, overSocket } from '../server/src/platform/database/migrate.ts'
import { installJobs } from '../server/src/platform/jobs/jobs.ts'
import { makeLog } from '../server/src/platform/log.ts'
import { startEmbeddedPostgres } from '../server/src/platform/postgres/embedded.ts'
import { fileForm, sheetOfPatients } from '../server/test/forms.ts'
import { fillBench, type BenchTenant } from './data.ts'
import { median, root, say } from './rig.ts'

const FILES = 20_000
const AT_A_TIME = 5_000
const ARRIVING = 200_000
const ROUNDS = 9

const home = mkdtempSync(path.join(tmpdir(), 'dentin-growth-'))
const postgres = await startEmbeddedPostgres({
  dataDir: path.join(home, 'postgres'),
  settings: { shared_buffers: '512MB', max_wal_size: '4GB', autovacuum: 'off' },
})
const urls = await bootstrap(postgres.superuserUrl, {
  database: 'dentin_growth',
  ownerPassword: 'bench',
  appPassword: 'bench',
})
await migrate(urls.ownerUrl, path.join(root, 'server/db/migrations'))
await installJobs(urls.ownerUrl)
const size = { tenants: 1, patientsEach: 10, doctorsEach: 2, billsEach: 1, recordsEach: 2 }
const [tenant] = (await fillBench(urls.ownerUrl, size, new Date())) as [BenchTenant]
const owner = new pg.Client({ connectionString: urls.ownerUrl })
await owner.connect()

const start = () =>
  makeApplication({
    config: readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'error', PORT: '0', DATA_DIR: home }),
    appUrl: overSocket(urls.appUrl, postgres.socketDir),
    clock: systemClock(),
    log: makeLog('error'),
  })
const importing = await start()
const hearing = await start()
await Promise.all([importing.http.ready(), hearing.http.ready()])
const authorization = `Bearer ${tenant.token}`

async function ask<C extends AnyCall>(from: Application, call: C, input: WireInput<C>): Promise<WireOutput<C>> {
  const { url, body } = requestOf(call, input)
  const answer = await from.http.inject({
    method: call.method,
    url,
    headers: { authorization },
    ...(body ? { payload: body } : {}),
  })
  const { code, message, data } = JSON.parse(answer.body) as { code: number; message: string; data: WireOutput<C> }
  if (code !== 0) throw new Error(`${call.path}: ${message}`)
  return data
}

const TIMED: Record<string, (from: Application) => Promise<unknown>> = {
  list: (from) => ask(from, contract.patient.list, {}),
  search: (from) => ask(from, contract.patient.search, { keyword: word(7) }),
  export: async (from) => {
    const { url, body } = requestOf(contract.patient.export, { columns: [...patientColumns] })
    const answer = await from.http.inject({
      method: contract.patient.export.method,
      url,
      headers: { authorization },
      payload: body ?? {},
    })
    if (answer.statusCode !== 200 || answer.rawPayload.length < 1000)
      throw new Error(`export: ${answer.body.slice(0, 200)}`)
  },
}

/** The median time of each, in milliseconds. */
async function timesOf(from: Application, calls = Object.keys(TIMED)): Promise<Record<string, number>> {
  const times: Record<string, number> = {}
  for (const [name, run] of Object.entries(TIMED).filter(([name]) => calls.includes(name))) {
    const took: number[] = []
    for (let n = 0; n < (name === 'export' ? 3 : ROUNDS); n++) {
      const began = performance.now()
      await run(from)
      took.push(performance.now() - began)
    }
    times[name] = median(took)
  }
  return times
}

/** Times of both processes at once and after ANALYZE, and the worst ratio. */
async function compareWithAnalysed(what: string, calls?: string[]): Promise<void> {
  const processes = { 'the process that imports': importing, 'another process': hearing }
  const before = new Map<string, Record<string, number>>()
  for (const [name, from] of Object.entries(processes)) before.set(name, await timesOf(from, calls))
  await owner.query('analyze')
  for (const [name, from] of Object.entries(processes)) {
    const after = await timesOf(from, calls)
    for (const [call, ms] of Object.entries(before.get(name) ?? {}))
      say(
        `| ${what} | ${name} | ${call} | ${ms.toFixed(1)} | ${after[call]?.toFixed(1)} | **${(ms / (after[call] ?? 1)).toFixed(2)}** |`,
      )
  }
}

const word = (n: number) => `量产${String.fromCharCode(0x4e00 + (n % 5000))}`
async function importFiles(first: number): Promise<void> {
  const rows = Array.from({ length: AT_A_TIME }, (_, n) => [
    word(first + n),
    n % 2 ? '男' : '女',
    `134${String(first + n).padStart(8, '0')}`,
    '自然到店',
    `${1960 + first / AT_A_TIME}-01-02`,
  ])
  const { payload, headers } = fileForm(
    await sheetOfPatients(['姓名', '性别', '手机号', '来源', '生日'], rows),
    '老系统.xlsx',
  )
  const sent = await importing.http.inject({
    method: 'POST',
    url: contract.patient.importUpload.path,
    headers: { ...headers, authorization },
    payload,
  })
  const { data, message } = JSON.parse(sent.body) as { message: string; data: { id: string } | null }
  if (!data) throw new Error(message)
  await importing.services.jobs.drain('patient.import-check')
  await ask(importing, contract.patient.importRun, { id: data.id, requestId: uuidv7() })
  await importing.services.jobs.drain('patient.import')
}

/** Copies files with their figures past the gate, each with a number, a phone and a key of its own. */
async function arrive(first: number): Promise<void> {
  const own = `md5(p.id::text || ${first})::uuid`
  const copies = async (table: string, changes: string, of: string) => {
    const { rows } = await owner.query<{ list: string }>(
      `select string_agg(column_name, ', ') as list from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
    const list = rows[0]?.list ?? ''
    await owner.query(
      `insert into ${table} (${list}) select ${list.replaceAll(/\w+/g, 'y.$&')}
       from (select id, row_number() over (order by id) as n from patient where mobile like '134%' order by id limit ${AT_A_TIME}) p
       join ${table} x on x.tenant_id = $1 and x.${of} = p.id
       cross join lateral jsonb_populate_record(null::${table}, to_jsonb(x) || ${changes}) y`,
      [tenant.tenantId],
    )
  }
  await owner.query('begin')
  await copies(
    'patient',
    `jsonb_build_object('id', ${own}, 'live_id', ${own}, 'medical_number', 'G' || ${first} + p.n, 'mobile', '135' || lpad((${first} + p.n)::text, 8, '0'))`,
    'id',
  )
  await copies('patient_stat', `jsonb_build_object('patient_id', ${own})`, 'patient_id')
  await owner.query('commit')
}

/** Lists without a pause until it is ended. @returns the longest that one waited, in milliseconds */
function keepAsking(from: Application): () => Promise<number> {
  let on = true
  const asking = (async () => {
    let longest = 0
    while (on) {
      const began = performance.now()
      await TIMED.list?.(from)
      await TIMED.search?.(from)
      longest = Math.max(longest, performance.now() - began)
    }
    return longest
  })()
  return () => {
    on = false
    return asking
  }
}

const asked: (() => Promise<number>)[] = []
try {
  // Both processes make their plans on ten files.
  await timesOf(importing)
  await timesOf(hearing)
  say('| 之后 | 由谁回答 | 调用 | 立即 ms | ANALYZE 之后 ms | 比值 |\n|---|---|---|---|---|---|')
  asked.push(keepAsking(importing), keepAsking(hearing))
  for (let first = 0; first < FILES; first += AT_A_TIME) await importFiles(first)
  const waits = await Promise.all(asked.splice(0).map((end) => end()))
  await compareWithAnalysed(`导入 ${FILES} 份`)
  asked.push(keepAsking(importing), keepAsking(hearing))
  for (let first = 0; first < ARRIVING; first += AT_A_TIME) await arrive(first)
  waits.push(...(await Promise.all(asked.splice(0).map((end) => end()))))
  // An export of so many is refused.
  await compareWithAnalysed(`绕过写入 ${ARRIVING} 份`, ['list', 'search'])
  say(`the longest that a list and a search waited together: ${waits.map((ms) => Math.round(ms)).join(', ')} ms`)
} finally {
  await Promise.all(asked.map((end) => end()))
  await owner.end()
  await Promise.all([importing.stop(), hearing.stop()])
  await postgres.stop()
  rmSync(home, { recursive: true, force: true })
}
