/**
 * This checkout against a former one, in turn: `npm run bench:former -- <folder of the former checkout> [P1 …]`.
 * Each has a database of its own with the same number of rows. BENCH_ROUNDS (5) and BENCH_SECONDS (5) change its length.
 */
import { spawn, type ChildProcess } from 'node:child_process'
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
})
const children: ChildProcess[] = []

async function stand(folder: string): Promise<{ origin: string; tenants: BenchTenant[] }> {
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(root, 'bench/stand.ts'), folder, size], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', (line) =>
      resolve(JSON.parse(line) as { origin: string; tenants: BenchTenant[] }),
    )
    child.once('exit', (code) => reject(new Error(`${folder} ended with ${code}`)))
  })
}

const before = await stand(path.resolve(former))
const now = await stand(root)
say('| | 调用 | 以前 次/秒 | 现在 次/秒 | 倍数（范围） | 现在 p50 / p95 ms |\n|---|---|---|---|---|---|')
for (const operation of operations(new Date()).filter(({ id }) => only.length === 0 || only.includes(id))) {
  const run = ({ origin, tenants }: typeof now, seconds: number) =>
    latency(operation, tenants, origin, seconds, CONNECTIONS)
  await run(before, 1)
  await run(now, 1)
  const rounds: { before: Figures; now: Figures }[] = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ before: await run(before, SECONDS), now: await run(now, SECONDS) })
  const times = rounds.map((round) => round.now.rate / round.before.rate)
  const rate = (which: 'before' | 'now') => median(rounds.map((round) => round[which].rate)).toFixed(0)
  say(
    `| ${operation.id} | ${operation.name} | ${rate('before')} | ${rate('now')} | **${median(times).toFixed(2)}** (${Math.min(...times).toFixed(2)}–${Math.max(...times).toFixed(2)}) | ${median(rounds.map((round) => round.now.p50))} / ${median(rounds.map((round) => round.now.p95))} |`,
  )
}
for (const child of children) child.stdin?.end()
await Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))))
