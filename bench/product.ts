/** The product's server alone, for the benchmark: everything switched on, no jobs, no web files. */
import { makeApplication } from '../server/src/app/application.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { readConfig } from '../server/src/platform/config.ts'
import { makeLog } from '../server/src/platform/log.ts'

const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'error', PORT: '0', DATABASE_POOL: '10' })
const application = await makeApplication({
  config,
  appUrl: process.argv[2] as string,
  clock: systemClock(),
  log: makeLog('error'),
})
process.stdout.write(`${await application.http.listen({ host: '127.0.0.1', port: 0 })}\n`)
process.stdin.resume()
process.stdin.on('close', () => process.exit(0))
