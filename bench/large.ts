/**
 * The large chain (40 clinics, 200,000 patients, 2 million appointments) under load: `npm run bench:large -- plans ratio
 * tenfold contention export`, or some of these; with the word `money` all of them on a chain with bills, cards and the ledger
 * (`money plans ratio`), and what is done with money once a day or month. BENCH_DATA_DIR keeps the chain between runs (.cache/bench-large), BENCH_PART
 * makes a part of it, BENCH_ROUNDS and BENCH_SECONDS change the length. Fails when a statement reads a large table from end
 * to end. With the word `reports` what the reports take on that chain: `reports plans looks beside file`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import path from 'node:path'
import autocannon from 'autocannon'
import pg from 'pg'
import { contract, requestOf } from '@dentin/contract'
import { formatDateTime, parseDate, addDays, formatDate, uuidv7 } from '@dentin/kit'
import { systemClock } from '../server/src/platform/clock.ts'
import { openChain, tidy } from './chain.ts'
import type { ChainClinic } from './data.ts'
import { membersOf, moneyOperations, prepareMoney, timeMoney } from './money.ts'
import { chainOperations, type Operation } from './operations.ts'
import { MOST_ROWS, plansOf } from './plans.ts'
import { beside, largestFile, looks, timeLooks } from './reports.ts'
import {
  compare,
  CONNECTIONS,
  HEAD,
  latency,
  line,
  record,
  root,
  ROUNDS,
  say,
  SECONDS,
  serve,
  serverProcess,
  stopServers,
} from './rig.ts'

const ofReports = process.argv.includes('reports')
const hasMoney = ofReports || process.argv.includes('money')
const words = process.argv.slice(2).filter((word) => word !== 'money' && word !== 'reports')
const wanted = (part: string) => words.length === 0 || words.includes(part)
const only = (process.env.BENCH_ONLY ?? '').split(',').filter(Boolean)
const folder = process.env.BENCH_DATA_DIR ?? path.join(root, '.cache', hasMoney ? 'bench-large-money' : 'bench-large')
const part = Number(process.env.BENCH_PART ?? 1)
let failed = false

const chain = await openChain(folder, part, hasMoney)
const offset = String(chain.now.getTime() - Date.now())
try {
  say(
    `${chain.clinics.length} 家门诊，${chain.patients.toLocaleString('en-US')} 位患者，${chain.appointments.toLocaleString('en-US')} 条预约；${cpus().length} 核，负载 ${loadavg()[0]?.toFixed(1)}`,
  )
  if (ofReports) await timeReports()
  else await timeCalls()
} finally {
  stopServers()
  await tidy(chain)
  await chain.postgres.stop()
}
process.exit(failed ? 1 : 0)

async function timeCalls(): Promise<void> {
  if (hasMoney) await prepareMoney(chain)
  const all = hasMoney ? moneyOperations(await membersOf(chain)) : chainOperations(chain.now)
  const operations = all.filter(({ id }) => only.length === 0 || only.includes(id))
  if (hasMoney && wanted('once')) await timeMoney(chain)
  if (wanted('plans')) await plans(operations)
  if (wanted('ratio')) await ratio(operations)
  if (wanted('latency')) await alone(operations)
  if (wanted('contention') && !hasMoney) await contention()
  if (wanted('export')) await (hasMoney ? exportedCards() : exportedPatients())
}

/** Who looks is of head office: reports are of every clinic unless they ask for one. */
async function seeWholeChain(): Promise<void> {
  const owner = new pg.Client({ connectionString: chain.ownerUrl })
  await owner.connect()
  await owner.query(`update post_resource set data_scope = 5 where resource like '%:view'`)
  await owner.end()
}

/** Reports: their plans, how long each look takes, what they do to the desk beside them, and their largest file. */
async function timeReports(): Promise<void> {
  await seeWholeChain()
  if (wanted('plans'))
    await plans(
      looks(chain)
        .filter(({ id }) => only.length === 0 || only.some((part) => id.includes(part)))
        .flatMap(({ id, name, first, requests: then }) => {
          const requests = [...(first?.requests ?? []), ...then]
          return requests.map((request, n): Operation => {
            const own = requests.length > 1 ? `${id} ${n + 1}` : id
            return { id: own, name, goal: null, reference: 'replay', writes: false, request: () => request }
          })
        }),
      1,
    )
  if (wanted('looks')) {
    const product = await serve('product.ts', [chain.appUrl], { BENCH_CLOCK_OFFSET: offset })
    if (!(await timeLooks(chain, product, only))) failed = true
    stopServers()
  }
  if (wanted('beside')) await chargedBeside()
  if (wanted('file')) await exported(largestFile(chain))
}

/** How long a charge takes alone and beside four reports of the whole chain. */
async function chargedBeside(): Promise<void> {
  await prepareMoney(chain)
  const charge = moneyOperations(await membersOf(chain)).find(({ id }) => id === 'P8') as Operation
  const product = await serve('product.ts', [chain.appUrl], { BENCH_CLOCK_OFFSET: offset })
  await latency(charge, chain.clinics, product, 2, 4)
  const alone = await latency(charge, chain.clinics, product, SECONDS, 4)
  const both = await beside(chain, product, 4, () => latency(charge, chain.clinics, product, SECONDS, 4))
  stopServers()
  say(
    `\n收费，4 个连接：单独 p50 ${alone.p50} / p97.5 ${alone.p95} ms；旁边四张全连锁报表 ${both.p50} / ${both.p95} ms，${(both.p95 / alone.p95).toFixed(2)} 倍（目标 < 2）`,
  )
}

/** Every statement of every operation by its plan. */
async function plans(operations: readonly Operation[], times = 12): Promise<void> {
  const found = await plansOf(chain, operations, times)
  say(`\n| | 语句 | 最慢 ms | 整表读取的行 |\n|---|---|---|---|`)
  const seen = new Map<
    string,
    { ms: number; rows: number; tables: string; operation: string; text: string; plan: unknown }
  >()
  for (const each of found) {
    const key = `${each.operation} ${each.text}`
    const rows = Math.max(0, ...each.scans.map((scan) => scan.rows))
    const known = seen.get(key)
    if (!known || known.ms < each.ms)
      seen.set(key, {
        ms: each.ms,
        rows: Math.max(rows, known?.rows ?? 0),
        tables: each.scans
          .filter((scan) => scan.rows > MOST_ROWS)
          .map((scan) => scan.table)
          .join('、'),
        operation: each.operation,
        text: each.text,
        plan: each.plan,
      })
  }
  const all = [...seen.values()]
  for (const { operation, text, ms, rows, tables } of all)
    say(
      `| ${operation} | ${text.replaceAll(/\s+/g, ' ').slice(0, 90)} | ${ms.toFixed(1)} | ${rows}${tables ? ` ✗ ${tables}` : ''} |`,
    )
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  writeFileSync(path.join(root, '.cache', 'bench-plans.json'), JSON.stringify(all, null, 1))
  const bad = all.filter(({ rows }) => rows > MOST_ROWS)
  say(bad.length > 0 ? `\n${bad.length} 条语句整表读取超过 ${MOST_ROWS} 行` : `\n没有语句整表读取超过 ${MOST_ROWS} 行`)
  if (bad.length > 0) failed = true
}

/** Product and reference in turn on the same rows. */
async function ratio(operations: readonly Operation[]): Promise<void> {
  const plan = await record(chain.appUrl, chain.clinics, [...operations], systemClock(Number(offset)))
  const file = path.join(folder, 'plan.json')
  writeFileSync(file, JSON.stringify(plan))
  const product = await serve('product.ts', [chain.appUrl], { BENCH_CLOCK_OFFSET: offset })
  const reference = await serve('reference.ts', [file, chain.ownerUrl])
  const before = loadavg()[0]?.toFixed(1)
  const rows = await compare(operations, chain.clinics, product, reference)
  stopServers()
  say(`\n${HEAD}\n${rows.map(line).join('\n')}`)
  say(
    `\n${cpus().length} 核，开始时负载 ${before}，${ROUNDS} 轮 × ${SECONDS} 秒，${CONNECTIONS} 个连接，${chain.patients.toLocaleString('en-US')} 位患者`,
  )
}

/** How long each takes when one person asks, for the comparison with a chain of another size. */
async function alone(operations: readonly Operation[]): Promise<void> {
  const product = await serve('product.ts', [chain.appUrl], { BENCH_CLOCK_OFFSET: offset })
  say(`\n| | 调用 | 1 个连接 p50 / p97.5 ms | ${CONNECTIONS} 个连接 p50 / p97.5 ms |\n|---|---|---|---|`)
  for (const operation of operations) {
    await latency(operation, chain.clinics, product, 1, 1)
    const one = await latency(operation, chain.clinics, product, SECONDS, 1)
    const many = await latency(operation, chain.clinics, product, SECONDS, CONNECTIONS)
    say(
      `| ${operation.id} | ${operation.name} | ${one.average.toFixed(1)}（平均） ${one.p50} / ${one.p95} | ${many.p50} / ${many.p95} |`,
    )
  }
  stopServers()
}

/** 32 bookers want places of one doctor: how many attempts a second, and whether anybody sees anything but won or taken. */
async function contention(): Promise<void> {
  const clinic = chain.clinics[0] as ChainClinic
  const product = await serve('product.ts', [chain.appUrl], { BENCH_CLOCK_OFFSET: offset, BENCH_POOL: '20' })
  const counts = new Map<number, number>()
  const messages = new Map<string, number>()
  const day = addDays(formatDate(chain.now), 9)
  let n = 0
  const result = await autocannon({
    url: product,
    connections: 32,
    duration: Number(process.env.BENCH_CONTENTION_SECONDS ?? 10),
    requests: [
      {
        setupRequest: (request) => {
          n += 1
          const start = new Date(parseDate(addDays(day, n % 5)).getTime() + (540 + ((n * 7) % 30) * 5) * 60_000)
          const { url, body } = requestOf(contract.appointment.create, {
            requestId: uuidv7(),
            patientId: clinic.patients[n % clinic.patients.length] as string,
            doctorId: clinic.doctors[1] as string,
            startTime: formatDateTime(start),
            endTime: formatDateTime(new Date(start.getTime() + 300_000)),
            acceptWarnings: true,
          } as never)
          return {
            ...request,
            method: 'POST',
            path: url,
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json', authorization: `Bearer ${clinic.token}` },
          }
        },
      },
    ],
    verifyBody: (body) => {
      const answer = JSON.parse(String(body)) as { code: number; message: string }
      counts.set(answer.code, (counts.get(answer.code) ?? 0) + 1)
      messages.set(answer.message, (messages.get(answer.message) ?? 0) + 1)
      return true
    },
  })
  stopServers()
  say(
    `\n32 人抢一位医生：${((result['2xx'] + result.non2xx) / result.duration).toFixed(0)} 次/秒，p50 ${result.latency.p50} ms，p99 ${result.latency.p99} ms，连接错误 ${result.errors}`,
  )
  for (const [message, count] of [...messages].sort((a, b) => b[1] - a[1]).slice(0, 8))
    say(`  ${count} × ${message || '已预约'}`)
  say(`  ${JSON.stringify(Object.fromEntries(counts))}`)
}

/** A file of more than 100,000 patients. */
function exportedPatients(): Promise<void> {
  return exported(
    requestOf(contract.patient.export, {
      gender: 1,
      columns: [
        'name',
        'medicalNumber',
        'mobile',
        'groups',
        'respDoctor',
        'lastVisit',
        'nextAppointment',
        'source',
        'firstVisit',
        'visitCount',
        'consume',
        'created',
        'createdName',
        'tags',
        'arrears',
      ],
    } as never),
  )
}

/** A file of all members. */
function exportedCards(): Promise<void> {
  return exported(requestOf(contract.memberCard.listExport, {}))
}

/** When the first byte of a file comes, when the last, and by how much the server grows. */
async function exported({ url, body }: ReturnType<typeof requestOf>): Promise<void> {
  const clinic = chain.clinics[0] as ChainClinic
  // The bound of `npm start`: with much memory to itself, the collector waits, and what is shown is its patience.
  const env = { BENCH_CLOCK_OFFSET: offset, BENCH_EXPORT_ROWS: '150000', NODE_OPTIONS: '--max-old-space-size=1536' }
  const product = await serve('product.ts', [chain.appUrl], env)
  const memory = () => {
    const status = readFileSync(`/proc/${serverProcess()}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
  }
  for (const round of [1, 2, 3]) {
    const before = memory()
    let most = before
    const watch = setInterval(() => (most = Math.max(most, memory())), 100)
    const started = performance.now()
    const answer = await fetch(`${product}${url}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${clinic.token}` },
    })
    let first = 0
    let bytes = 0
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      first ||= performance.now() - started
      bytes += chunk.length
    }
    const whole = performance.now() - started
    clearInterval(watch)
    say(
      `导出第 ${round} 次：${answer.headers.get('content-type')?.slice(-12)} ${(bytes / 1e6).toFixed(1)} MB，首字节 ${first.toFixed(0)} ms，全部 ${(whole / 1000).toFixed(1)} 秒，内存 ${before.toFixed(0)} → ${most.toFixed(0)} MB`,
    )
  }
  stopServers()
}
