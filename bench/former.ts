/**
 * This checkout against a former one, in turn: `npm run bench:former -- <folder of the former checkout> [P1 …]`.
 * Each has a database of its own with the same number of rows. BENCH_ROUNDS (5) and BENCH_SECONDS (5) change its length.
 * Beside the rates stands the processor time of a request, which a busy machine changes little (Linux only).
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { BenchTenant } from './data.ts'
import { operations } from './operations.ts'
import { latency, median, root, ROUNDS, say, SECONDS, CONNECTIONS, type Figures } from './rig.ts'

const [former, ...only] = process.argv.slice(2)
if (!former) throw new Error('the folder of the former checkout is missing')

const size = JSON.stringify({
  tenants: Number(process.env.BENCH_TENANTS ?? 20),
  patientsEach: Number(process.env.BENCH_PATIENTS ?? 5000),
  doctorsEach: 10,
  billsEach: Number(process.env.BENCH_BILLS ?? 2500),
  recordsEach: Number(process.env.BENCH_RECORDS ?? 10),
})
const children: ChildProcess[] = []

/** A running checkout. */
interface Stand {
  origin: string
  tenants: BenchTenant[]
  /** Process ids. */
  server: number
  postgres: number
}
/** One run of load with the milliseconds of processor time that a request took of the server and of the database. */
type Cost = Figures & { server: number; database: number }

/** Processor time of a process and of those it has started, in milliseconds: a hundred ticks a second. */
function spent(pid: number, withChildren: boolean): number {
  let ticks = 0
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const after = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      // After the name: state, parent, …; utime and stime are the 12th and 13th.
      if (Number(name) === pid || (withChildren && Number(after[1]) === pid))
        ticks += Number(after[11]) + Number(after[12])
    } catch {
      // It has ended meanwhile.
    }
  }
  return ticks * 10
}

async function stand(folder: string): Promise<Stand> {
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(root, 'bench/stand.ts'), folder, size], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', (line) =>
      resolve(JSON.parse(line) as Stand),
    )
    child.once('exit', (code) => reject(new Error(`${folder} ended with ${code}`)))
  })
}

const before = await stand(path.resolve(former))
const now = await stand(root)
say(
  '| | 调用 | 以前 次/秒 | 现在 次/秒 | 倍数（范围） | 服务端 毫秒/次 | 数据库 毫秒/次 | 现在 p50 / p95 ms |\n|---|---|---|---|---|---|---|---|',
)
for (const operation of operations(new Date()).filter(({ id }) => only.length === 0 || only.includes(id))) {
  const run = async ({ origin, tenants, server, postgres }: Stand, seconds: number): Promise<Cost> => {
    const begins = { server: spent(server, false), database: spent(postgres, true) }
    const figures = await latency(operation, tenants, origin, seconds, CONNECTIONS)
    const requests = figures.rate * seconds
    return {
      ...figures,
      server: (spent(server, false) - begins.server) / requests,
      database: (spent(postgres, true) - begins.database) / requests,
    }
  }
  await run(before, 1)
  await run(now, 1)
  const rounds: { before: Cost; now: Cost }[] = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ before: await run(before, SECONDS), now: await run(now, SECONDS) })
  const times = rounds.map((round) => round.now.rate / round.before.rate)
  const of = (which: 'before' | 'now', what: keyof Cost, digits: number) =>
    median(rounds.map((round) => round[which][what])).toFixed(digits)
  say(
    `| ${operation.id} | ${operation.name} | ${of('before', 'rate', 0)} | ${of('now', 'rate', 0)} | **${median(times).toFixed(2)}** (${Math.min(...times).toFixed(2)}–${Math.max(...times).toFixed(2)}) | ${of('before', 'server', 2)} → ${of('now', 'server', 2)} | ${of('before', 'database', 2)} → ${of('now', 'database', 2)} | ${of('now', 'p50', 0)} / ${of('now', 'p95', 0)} |`,
  )
}
for (const child of children) child.stdin?.end()
await Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))))
