/**
 * Product against the bare reference, interleaved in one run: `npm run bench`.
 * BENCH_ROUNDS (5), BENCH_SECONDS (5) and BENCH_PATIENTS (5000 in each of 40 tenants) change its length.
 * Prints a table and writes docs/benchmarks.md when BENCH_WRITE=1.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { bootstrap, migrate, overSocket } from '../server/src/platform/database/migrate.ts'
import { installJobs } from '../server/src/platform/jobs/jobs.ts'
import { startEmbeddedPostgres } from '../server/src/platform/postgres/embedded.ts'
import { fillBench } from './data.ts'
import { operations } from './operations.ts'
import { compare, CONNECTIONS, HEAD, line, record, root, ROUNDS, say, SECONDS, serve, stopServers } from './rig.ts'

const size = {
  tenants: Number(process.env.BENCH_TENANTS ?? 40),
  patientsEach: Number(process.env.BENCH_PATIENTS ?? 5000),
  doctorsEach: 10,
  billsEach: Number(process.env.BENCH_BILLS ?? 2500),
  recordsEach: Number(process.env.BENCH_RECORDS ?? 3000),
}
const only = process.argv.slice(2)

const folder = mkdtempSync(path.join(tmpdir(), 'dentin-bench-'))
const postgres = await startEmbeddedPostgres({
  dataDir: path.join(folder, 'postgres'),
  settings: { shared_buffers: '1GB', max_wal_size: '4GB' },
})
try {
  const urls = await bootstrap(postgres.superuserUrl, {
    database: 'dentin_bench',
    ownerPassword: 'bench',
    appPassword: 'bench',
  })
  const appUrl = overSocket(urls.appUrl, postgres.socketDir)
  await migrate(urls.ownerUrl, path.join(root, 'server/db/migrations'))
  await installJobs(urls.ownerUrl)
  const started = Date.now()
  const now = new Date()
  const tenants = await fillBench(urls.ownerUrl, size, now)
  say(
    `${size.tenants} 家机构，${size.tenants * size.patientsEach} 位患者，用时 ${((Date.now() - started) / 1000).toFixed(0)} 秒`,
  )
  const all = operations(now).filter((each) => only.length === 0 || only.includes(each.id))
  const plan = await record(appUrl, tenants, all)
  writeFileSync(path.join(folder, 'plan.json'), JSON.stringify(plan))
  const product = await serve('product.ts', [appUrl])
  const reference = await serve('reference.ts', [
    path.join(folder, 'plan.json'),
    overSocket(urls.ownerUrl, postgres.socketDir),
  ])

  const rows = await compare(all, tenants, product, reference)
  const table = [HEAD, ...rows.map(line)].join('\n')
  say(`\n${table}`)
  if (process.env.BENCH_WRITE) {
    writeFileSync(
      path.join(root, '.cache', 'bench-table.md'),
      `${table}\n\n${cpus().length} 核，负载 ${loadavg()[0]?.toFixed(1)}，${ROUNDS} 轮 × ${SECONDS} 秒，${CONNECTIONS} 个连接，${size.tenants} 家机构 × ${size.patientsEach} 位患者\n`,
    )
  }
} finally {
  stopServers()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
