import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import autocannon from 'autocannon'
import { makeApplication, type Application } from '../server/src/app/application.ts'
import { systemClock, type Clock } from '../server/src/platform/clock.ts'
import { readConfig } from '../server/src/platform/config.ts'
import { statementLog } from '../server/src/platform/database/connection.ts'
import { makeLog } from '../server/src/platform/log.ts'
import type { BenchTenant } from './data.ts'
import type { Operation } from './operations.ts'
import { marked, stemOf } from './replayed.ts'
import type { Plan, Recording } from './reference.ts'

export const root = path.resolve(import.meta.dirname, '..')
export const say = (line: string) => process.stdout.write(`${line}\n`)
export const CONNECTIONS = 16
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
export const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const children: ChildProcess[] = []
const usedUp = new Map<string, number>()
let sent = 0

/** The process of the server that was started last. */
export const serverProcess = (): number => children.at(-1)?.pid ?? 0

/** Ends the servers that were started here. */
export function stopServers(): void {
  for (const child of children.splice(0)) child.kill('SIGKILL')
}

/** What one run of load came to. */
export interface Figures {
  rate: number
  average: number
  p50: number
  p95: number
}

/** Reads run so often for the recording, and writes that use something up: each of these with other values. */
const READS = 8
const USES = 4

/** Runs each operation for each tenant in this process and keeps its SQL and values. */
export async function record(
  appUrl: string,
  tenants: BenchTenant[],
  all: Operation[],
  clock: Clock = systemClock(),
): Promise<Plan> {
  const application = await quietApplication(appUrl, clock)
  const recordings: Record<string, Recording[]> = {}
  let statements: Recording['statements'] = []
  statementLog.sink = (text, values) => {
    if (!text.startsWith('begin')) statements.push({ text, values: [...(values ?? [])] })
  }
  for (const operation of all) {
    recordings[operation.id] = []
    if (operation.reference === 'row') continue
    // The first opens what the others find: a till, a row of a counter.
    const runs = operation.once ? USES : operation.writes ? 1 : READS
    for (const [t, tenant] of tenants.entries()) {
      for (let n = operation.once ? -1 : 0; n < runs; n++) {
        const place = operation.once ? n + 1 : operation.writes ? 0 : t * READS + n
        const once = operation.once ? (tenant[operation.once][place] ?? null) : null
        const since = Date.now()
        statements = []
        await ask(application, tenant, operation, operation.request(tenant, place))
        if (n < 0) continue
        recordings[operation.id]?.push({
          tenantId: tenant.tenantId,
          clinicId: 'all',
          pool: tenant.clinicId,
          since,
          statements: statements.map(({ text, values }) => ({
            text,
            values: values.map((value) => (once === null ? value : marked(value, stemOf(once)))),
          })),
        })
      }
    }
  }
  statementLog.sink = null
  await application.stop()
  // The recorded runs have used up the first; of the others product and reference get half each.
  const once: Plan['once'] = {}
  for (const { id, once: pool } of all)
    if (pool)
      once[id] = Object.fromEntries(
        tenants.map((tenant) => {
          tenant[pool].splice(0, USES + 1)
          return [tenant.clinicId, tenant[pool].splice(Math.floor(tenant[pool].length / 2)).map(stemOf)]
        }),
      )
  return {
    url: appUrl,
    recordings,
    once,
    patients: tenants.flatMap((tenant) => tenant.patients.map((id) => ({ tenantId: tenant.tenantId, id }))),
  }
}

/** The product in this process, without jobs or web files. */
export async function quietApplication(appUrl: string, clock: Clock): Promise<Application> {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'error', PORT: '0', DATABASE_POOL: '2' })
  const application = await makeApplication({ config, appUrl, clock, log: makeLog('error') })
  await application.http.ready()
  return application
}

/** One request of an operation. @returns what is answered @throws Error when it is refused */
export async function ask(
  application: Application,
  tenant: BenchTenant,
  operation: Pick<Operation, 'id'>,
  request: ReturnType<Operation['request']>,
): Promise<unknown> {
  const answer = await application.http.inject({
    method: request.method as 'GET',
    url: request.url,
    headers: {
      authorization: `Bearer ${tenant.token}`,
      ...(request.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(request.body ? { payload: request.body } : {}),
  })
  const { code, data } = JSON.parse(answer.body) as { code: number; data: unknown }
  if (code !== 0) throw new Error(`${operation.id}: ${answer.body.slice(0, 400)}`)
  return data
}

/** Starts one of the two servers in a process of its own, with the young memory that `npm start` gives, and gives its address. */
export async function serve(file: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const flags = ['--max-semi-space-size=64', '--import', 'tsx']
  const child = spawn(process.execPath, [...flags, path.join(root, 'bench', file), ...args], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  children.push(child)
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
  })
}

/** Asked for by who has nothing left to use up; neither server has it. */
const USED_UP = '/used-up'

type Asked = { method: string; path: string; body: string | undefined; token: string | null }

function productRequest(operation: Operation, tenants: BenchTenant[], n: number): Asked {
  const tenant = tenants[(n * 17) % tenants.length] as BenchTenant
  let at = n
  if (operation.once) {
    const key = `${operation.id} ${tenant.clinicId}`
    at = usedUp.get(key) ?? 0
    usedUp.set(key, at + 1)
    if (at >= tenant[operation.once].length) return { method: 'GET', path: USED_UP, body: undefined, token: null }
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

async function measure(
  origin: string,
  next: (n: number) => Asked,
  seconds: number,
  connections = CONNECTIONS,
): Promise<Figures> {
  let gone = 0
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => {
          const asked = next(sent++)
          if (asked.path === USED_UP) gone += 1
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
  if (gone > 0 || result.statusCodeStats['410'] !== undefined)
    throw new Error(
      'nothing is left to charge, to save or to sign: raise BENCH_BILLS or BENCH_RECORDS, or measure for less time',
    )
  if (result.non2xx > 0 || result.errors > 0 || result.mismatches > 0)
    throw new Error(`${result.non2xx} bad answers, ${result.errors} errors, ${result.mismatches} refusals`)
  return {
    rate: result['2xx'] / result.duration,
    average: result.latency.average,
    p50: result.latency.p50,
    p95: result.latency.p97_5,
  }
}

export interface Row {
  operation: Operation
  reference: Figures[]
  product: Figures[]
}

/** The table's head. */
export const HEAD = `| | 调用 | 参照 次/秒 | 产品 次/秒 | 比值（范围） | 目标 | 产品 p50 / p95 ms |
|---|---|---|---|---|---|---|`

/** Reference and product in turn, operation after operation. */
export async function compare(
  all: readonly Operation[],
  tenants: BenchTenant[],
  product: string,
  reference: string,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const operation of all) {
    const row: Row = { operation, reference: [], product: [] }
    await measure(product, (n) => productRequest(operation, tenants, n), 1)
    await measure(reference, (n) => referenceRequest(operation, n), 1)
    for (let round = 0; round < ROUNDS; round++) {
      row.reference.push(await measure(reference, (n) => referenceRequest(operation, n), SECONDS))
      row.product.push(await measure(product, (n) => productRequest(operation, tenants, n), SECONDS))
    }
    rows.push(row)
    say(line(row))
  }
  return rows
}

/** How long an operation of the product takes when nobody else asks, and with the usual number of askers. */
export async function latency(
  operation: Operation,
  tenants: BenchTenant[],
  product: string,
  seconds: number,
  connections: number,
): Promise<Figures> {
  return measure(product, (n) => productRequest(operation, tenants, n), seconds, connections)
}

export function median(list: number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] as number
}

/** One line of the table. */
export function line(row: Row): string {
  const ratios = row.product.map((each, n) => each.rate / (row.reference[n] as Figures).rate)
  const span = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`
  return `| ${row.operation.id} | ${row.operation.name} | ${median(row.reference.map((each) => each.rate)).toFixed(0)} | ${median(row.product.map((each) => each.rate)).toFixed(0)} | **${median(ratios).toFixed(2)}** (${span}) | ${row.operation.goal === null ? '–' : `≥ ${row.operation.goal}`} | ${median(row.product.map((each) => each.p50))} / ${median(row.product.map((each) => each.p95))} |`
}
