/** The product's server alone, for the benchmark: everything switched on, no jobs, no web files. */
import { makeApplication } from '../server/src/app/application.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { readConfig } from '../server/src/platform/config.ts'
import { makeLog } from '../server/src/platform/log.ts'

const config = readConfig({
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  PORT: '0',
  // Measurements of the stream alone take more at once than anybody is kept waiting for.
  EXPORT_DIRECT_ROWS: process.env.BENCH_EXPORT_ROWS,
  DATABASE_POOL: process.env.BENCH_POOL ?? '10',
})
const application = await makeApplication({
  config,
  appUrl: process.argv[2] as string,
  clock: systemClock(Number(process.env.BENCH_CLOCK_OFFSET ?? 0)),
  log: makeLog('error'),
})
process.stdout.write(`${await application.http.listen({ host: '127.0.0.1', port: 0 })}\n`)
process.stdin.resume()
process.stdin.on('close', () => process.exit(0))
