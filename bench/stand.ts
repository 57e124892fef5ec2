/**
 * One checkout of the product with a filled database of its own: `stand.ts <folder of the checkout> <size as JSON>`.
 * Prints, as one line of JSON, the address, the processes and what the load needs to know; ends when its input closes.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type * as jobs from '../server/src/platform/jobs/jobs.ts'
import type * as migrations from '../server/src/platform/database/migrate.ts'
import type * as embedded from '../server/src/platform/postgres/embedded.ts'
import type * as data from './data.ts'
import type * as rig from './rig.ts'

const [folder = '', size = '{}'] = process.argv.slice(2)
// The types are those of this checkout: what a former one has not got shows when it is started.
const of = async <T>(file: string) => (await import(path.join(folder, file))) as T
const { startEmbeddedPostgres } = await of<typeof embedded>('server/src/platform/postgres/embedded.ts')
const { bootstrap, migrate, overSocket } = await of<typeof migrations>('server/src/platform/database/migrate.ts')
const { installJobs } = await of<typeof jobs>('server/src/platform/jobs/jobs.ts')
const { fillBench } = await of<typeof data>('bench/data.ts')
const { serve, serverProcess, stopServers } = await of<typeof rig>('bench/rig.ts')

const home = mkdtempSync(path.join(tmpdir(), 'dentin-bench-'))
const postgres = await startEmbeddedPostgres({
  dataDir: path.join(home, 'postgres'),
  settings: { shared_buffers: '512MB', max_wal_size: '4GB' },
})
async function end(): Promise<void> {
  stopServers()
  await postgres.stop()
  rmSync(home, { recursive: true, force: true })
  process.exit(0)
}
const urls = await bootstrap(postgres.superuserUrl, {
  database: 'dentin_bench',
  ownerPassword: 'bench',
  appPassword: 'bench',
})
await migrate(urls.ownerUrl, path.join(folder, 'server/db/migrations'))
await installJobs(urls.ownerUrl)
const tenants = await fillBench(urls.ownerUrl, JSON.parse(size) as Parameters<typeof fillBench>[1], new Date())
// A former checkout that knows no socket goes without.
const appUrl = typeof overSocket === 'function' ? overSocket(urls.appUrl, postgres.socketDir) : urls.appUrl
const origin = await serve('product.ts', [appUrl])
process.stdout.write(`${JSON.stringify({ origin, tenants, server: serverProcess(), postgres: postgres.pid })}\n`)
process.stdin.resume()
process.stdin.on('close', () => void end())
