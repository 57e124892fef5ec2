// Keeps a throwaway PostgreSQL for one test run: prints its superuser URL, stops when stdin closes.
import { startThrowawayPostgres } from '../../server/src/platform/postgres/embedded.ts'

const server = await startThrowawayPostgres({ max_connections: '200' })
process.stdout.write(`${server.superuserUrl}\n`)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.stdin.resume()
await new Promise((resolve) => process.stdin.once('close', resolve))
await server.stop()
