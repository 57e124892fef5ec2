/**
 * Product against the bare reference, interleaved in one run: `npm run bench`.
 * BENCH_ROUNDS (5), BENCH_SECONDS (5) and BENCH_PATIENTS (5000 in each of 40 tenants) change its length.
 * Prints a table and writes docs/benchmarks.md when BENCH_WRITE=1.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import autocannon from 'autocannon'
import { makeApplication } from '../server/src/app/application.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { readConfig } from '../server/src/platform/config.ts'
import { bootstrap, migrate } from '../server/src/platform/database/migrate.ts'
import { statementLog } from '../server/src/platform/database/tx.ts'
import { installJobs } from '../server/src/platform/jobs/jobs.ts'
import { makeLog } from '../server/src/platform/log.ts'
import { startEmbeddedPostgres } from '../server/src/platform/postgres/embedded.ts'
import { fillBench, type BenchTenant } from './data.ts'
import { operations, type Operation } from './operations.ts'
import type { Plan, Recording } from './reference.ts'

const root = path.resolve(import.meta.dirname, '..')
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const CONNECTIONS = 16
const size = {
  tenants: Number(process.env.BENCH_TENANTS ?? 40),
  patientsEach: Number(process.env.BENCH_PATIENTS ?? 5000),
  doctorsEach: 10,
  billsEach: Number(process.env.BENCH_BILLS ?? 2500),
}
const only = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)

const folder = mkdtempSync(path.join(tmpdir(), 'dentin-bench-'))
const postgres = await startEmbeddedPostgres({
  dataDir: path.join(folder, 'postgres'),
  settings: { shared_buffers: '1GB', max_wal_size: '4GB' },
})
const children: ChildProcess[] = []
const billAt = new Map<string, number>()
let sent = 0
try {
  const urls = await bootstrap(postgres.superuserUrl, {
    database: 'dentin_bench',
    ownerPassword: 'bench',
    appPassword: 'bench',
  })
  await migrate(urls.ownerUrl, path.join(root, 'server/db/migrations'))
  await installJobs(urls.ownerUrl)
  const started = Date.now()
  const now = new Date()
  const tenants = await fillBench(urls.ownerUrl, size, now)
  say(
    `${size.tenants} 家机构，${size.tenants * size.patientsEach} 位患者，用时 ${((Date.now() - started) / 1000).toFixed(0)} 秒`,
  )
  const all = operations(now).filter((each) => only.length === 0 || only.includes(each.id))
  const plan = await record(urls.appUrl, tenants, all)
  writeFileSync(path.join(folder, 'plan.json'), JSON.stringify(plan))
  const product = await serve('product.ts', [urls.appUrl])
  const reference = await serve('reference.ts', [path.join(folder, 'plan.json'), urls.ownerUrl])

  const rows: { operation: Operation; reference: Figures[]; product: Figures[] }[] = []
  for (const operation of all) {
    const row = { operation, reference: [] as Figures[], product: [] as Figures[] }
    await measure(product, (n) => productRequest(operation, tenants, n), 1)
    await measure(reference, (n) => referenceRequest(operation, n), 1)
    for (let round = 0; round < ROUNDS; round++) {
      row.reference.push(await measure(reference, (n) => referenceRequest(operation, n), SECONDS))
      row.product.push(await measure(product, (n) => productRequest(operation, tenants, n), SECONDS))
    }
    rows.push(row)
    say(line(row))
  }
  const table = [
    `| | 调用 | 参照 次/秒 | 产品 次/秒 | 比值（范围） | 目标 | 产品 p50 / p95 ms |`,
    `|---|---|---|---|---|---|---|`,
    ...rows.map(line),
  ].join('\n')
  say(`\n${table}`)
  if (process.env.BENCH_WRITE) {
    writeFileSync(
      path.join(root, '.cache', 'bench-table.md'),
      `${table}\n\n${cpus().length} 核，负载 ${loadavg()[0]?.toFixed(1)}，${ROUNDS} 轮 × ${SECONDS} 秒，${CONNECTIONS} 个连接，${size.tenants} 家机构 × ${size.patientsEach} 位患者\n`,
    )
  }
} finally {
  for (const child of children) child.kill('SIGKILL')
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

interface Figures {
  rate: number
  p50: number
  p95: number
}

/** Runs each operation once per tenant in this process and keeps its SQL and values. */
async function record(
  appUrl: string,
  tenants: BenchTenant[],
  all: Operation[],
): Promise<Plan & { known: Record<string, string[]> }> {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'error', PORT: '0', DATABASE_POOL: '2' })
  const application = await makeApplication({ config, appUrl, clock: systemClock(), log: makeLog('error') })
  await application.http.ready()
  const recordings: Record<string, Recording[]> = {}
  let statements: Recording['statements'] = []
  statementLog.sink = (text, values) => {
    if (!text.startsWith('begin')) statements.push({ text, values: [...(values ?? [])] })
  }
  for (const operation of all) {
    recordings[operation.id] = []
    if (operation.reference === 'row') continue
    for (const [t, tenant] of tenants.entries()) {
      for (let n = 0; n < (operation.writes ? 1 : 8); n++) {
        const request = operation.request(tenant, operation.writes ? 0 : t * 8 + n)
        const bill = operation.id === 'P8' ? tenant.bills[0] : null
        statements = []
        const answer = await application.http.inject({
          method: request.method as 'GET',
          url: request.url,
          headers: {
            authorization: `Bearer ${tenant.token}`,
            ...(request.body ? { 'content-type': 'application/json' } : {}),
          },
          ...(request.body ? { payload: request.body } : {}),
        })
        if ((JSON.parse(answer.body) as { code: number }).code !== 0)
          throw new Error(`${operation.id}: ${answer.body.slice(0, 400)}`)
        recordings[operation.id]?.push({
          tenantId: tenant.tenantId,
          clinicId: 'all',
          statements: statements.map(({ text, values }) => ({
            text,
            values: values.map((value) => (bill !== null && value === bill ? 'bill:' : value)),
          })),
        })
      }
    }
  }
  statementLog.sink = null
  await application.stop()
  const half = (tenant: BenchTenant) => tenant.bills.splice(Math.floor(tenant.bills.length / 2))
  for (const tenant of tenants) tenant.bills.shift()
  return {
    url: appUrl,
    recordings,
    bills: Object.fromEntries(tenants.map((tenant) => [tenant.tenantId, half(tenant)])),
    patients: tenants.flatMap((tenant) => tenant.patients.map((id) => ({ tenantId: tenant.tenantId, id }))),
    known: Object.fromEntries(
      tenants.map((tenant) => [
        tenant.tenantId,
        [tenant.tenantId, tenant.clinicId, tenant.sourceId, tenant.cashId, ...tenant.doctors, ...tenant.patients],
      ]),
    ),
  }
}

async function serve(file: string, args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(root, 'bench', file), ...args], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
  })
}

type Asked = { method: string; path: string; body: string | undefined; token: string | null }

function productRequest(operation: Operation, tenants: BenchTenant[], n: number): Asked {
  const tenant = tenants[(n * 17) % tenants.length] as BenchTenant
  let at = n
  if (operation.id === 'P8') {
    at = billAt.get(tenant.tenantId) ?? 0
    billAt.set(tenant.tenantId, at + 1)
    if (at >= tenant.bills.length) throw new Error('not enough bills: raise BENCH_BILLS')
  }
  const { method, url, body } = operation.request(tenant, at)
  return { method, path: url, body: body ?? undefined, token: tenant.token }
}

function referenceRequest(operation: Operation, n: number): Asked {
  if (operation.reference === 'row') return { method: 'GET', path: `/row?n=${n * 31}`, body: undefined, token: null }
  return {
    method: operation.writes ? 'POST' : 'GET',
    path: `/replay/${operation.id}?n=${n * 17}`,
    body: operation.writes ? '{}' : undefined,
    token: null,
  }
}

async function measure(origin: string, next: (n: number) => Asked, seconds: number): Promise<Figures> {
  const result = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => {
          const asked = next(sent++)
          return {
            ...request,
            method: asked.method as 'GET',
            path: asked.path,
            body: asked.body,
            headers: {
              ...(asked.body ? { 'content-type': 'application/json' } : {}),
              ...(asked.token ? { authorization: `Bearer ${asked.token}` } : {}),
            },
          }
        },
      },
    ],
    verifyBody: (body) => typeof body !== 'string' || !body.startsWith('{"code"') || body.startsWith('{"code":0'),
  })
  if (result.non2xx > 0 || result.errors > 0 || result.mismatches > 0)
    throw new Error(`${result.non2xx} bad answers, ${result.errors} errors, ${result.mismatches} refusals`)
  return { rate: result['2xx'] / result.duration, p50: result.latency.p50, p95: result.latency.p97_5 }
}

function median(list: number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] as number
}

function line(row: { operation: Operation; reference: Figures[]; product: Figures[] }): string {
  const ratios = row.product.map((each, n) => each.rate / (row.reference[n] as Figures).rate)
  const span = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`
  return `| ${row.operation.id} | ${row.operation.name} | ${median(row.reference.map((each) => each.rate)).toFixed(0)} | ${median(row.product.map((each) => each.rate)).toFixed(0)} | **${median(ratios).toFixed(2)}** (${span}) | ≥ ${row.operation.goal} | ${median(row.product.map((each) => each.p50))} / ${median(row.product.map((each) => each.p95))} |`
}
