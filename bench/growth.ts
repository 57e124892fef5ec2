/**
 * Whether a plan kept while a table was small serves when it is large: `npm run bench:growth`. The product works for two tiny
 * companies until its connections keep their plans, then 20,000 files (BENCH_PATIENTS) come into a third. List, search, file
 * and export there are timed at once and again after ANALYZE; more than 1.3 times as long is a fault.
 */
import { contract, requestOf } from '@dentin/contract'
import pg from 'pg'
import { bootstrap, migrate } from '../server/src/platform/database/migrate.ts'
import { installJobs } from '../server/src/platform/jobs/jobs.ts'
import { startThrowawayPostgres } from '../server/src/platform/postgres/embedded.ts'
import { fillBench, type BenchTenant } from './data.ts'
import { operations, type Operation } from './operations.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { ask, median, quietApplication, root, say } from './rig.ts'

const PATIENTS = Number(process.env.BENCH_PATIENTS ?? 20_000)
const TIMES = 15
const MOST = 1.3

// No autovacuum: what it would do after a minute must not be what saves the day.
const postgres = await startThrowawayPostgres({ autovacuum: 'off' })
let slow = 0
try {
  const urls = await bootstrap(postgres.superuserUrl, { database: 'growth', ownerPassword: 'b', appPassword: 'b' })
  await migrate(urls.ownerUrl, `${root}/server/db/migrations`)
  await installJobs(urls.ownerUrl)
  const now = new Date()
  const size = { tenants: 2, patientsEach: 10, doctorsEach: 2, billsEach: 2 }
  const small = await fillBench(urls.ownerUrl, size, now)
  const application = await quietApplication(urls.appUrl, systemClock())
  const exported: Operation = {
    id: 'X',
    name: '导出全部患者',
    goal: 0,
    reference: 'replay',
    writes: false,
    request: () => {
      const { url, body } = requestOf(contract.patient.export, {
        columns: ['name', 'medicalNumber', 'mobile', 'lastVisit', 'arrears', 'created'],
      } as never)
      return { method: 'POST', url, body: JSON.stringify(body) }
    },
  }
  const read = operations(now).filter(({ writes }) => !writes)
  const export_ = async (tenant: BenchTenant) => {
    const { url, body } = exported.request(tenant, 0)
    const answer = await application.http.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
      ...(body ? { payload: body } : {}),
    })
    if (answer.statusCode !== 200) throw new Error(answer.body.slice(0, 300))
  }
  const timed = async (work: () => Promise<void>, times: number) => {
    const took: number[] = []
    for (let n = 0; n < times; n++) {
      const started = performance.now()
      await work()
      took.push(performance.now() - started)
    }
    return median(took)
  }
  const all = async (tenant: BenchTenant, times: number): Promise<Map<string, number>> => {
    const found = new Map<string, number>()
    for (const operation of read) {
      let n = 0
      found.set(
        operation.name,
        await timed(() => ask(application, tenant, operation, operation.request(tenant, n++)), times),
      )
    }
    found.set(exported.name, await timed(() => export_(tenant), Math.min(times, 3)))
    return found
  }
  for (const tenant of small) await all(tenant, 10)
  const [large] = await fillBench(urls.ownerUrl, { ...size, tenants: 1, patientsEach: PATIENTS }, now, false)
  if (!large) throw new Error('nothing was filled')
  const atOnce = await all(large, TIMES)
  const owner = new pg.Client({ connectionString: urls.ownerUrl })
  await owner.connect()
  await owner.query('analyze')
  await owner.end()
  const after = await all(large, TIMES)
  say(`| | 刚导入 ${PATIENTS} 人 毫秒 | ANALYZE 之后 | 倍数 |\n|---|---|---|---|`)
  for (const [name, ms] of atOnce) {
    const then = after.get(name) ?? Number.NaN
    say(`| ${name} | ${ms.toFixed(1)} | ${then.toFixed(1)} | ${(ms / then).toFixed(2)} |`)
    if (ms / then > MOST) slow += 1
  }
  await application.stop()
} finally {
  await postgres.stop()
}
say(slow === 0 ? '没有一项变慢' : `${slow} 项在 ANALYZE 之前慢了 ${MOST} 倍以上`)
process.exit(slow === 0 ? 0 : 1)
