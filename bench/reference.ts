/**
 * The bare reference: Fastify and pg, named prepared statements with the plans kept that the product keeps, a pool of ten,
 * nothing else. It runs the statements that
 * were recorded of the product, in the same tenant transaction, and answers with the rows as JSON.
 */
import { readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import { Renewal } from './replayed.ts'
import { isKept, planning } from '../server/src/platform/database/plans.ts'

/** One recorded run of an operation: the tenant it ran in, and its statements. */
export interface Recording {
  tenantId: string
  clinicId: string
  /** Whose rows it may use up. */
  pool: string
  /** When the recorded run began. */
  since: number
  statements: { text: string; values: unknown[] }[]
}
/** What the reference is given: recordings by operation, and by operation and pool the stems of the ids that it may use up. */
export interface Plan {
  url: string
  recordings: Record<string, Recording[]>
  once: Record<string, Record<string, string[]>>
  patients: { tenantId: string; id: string }[]
}

const plan = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as Plan
const pool = new pg.Pool({
  connectionString: plan.url,
  max: 10,
  options: `-c timezone=UTC ${planning.begins}`,
  pipeline: true,
})
const app = Fastify()
const names = new Map<string, string>()
const nameOf = (text: string) => {
  let name = names.get(text)
  if (!name) names.set(text, (name = createHash('sha1').update(text).digest('base64url').slice(0, 20)))
  return name
}

/** Begins, sets the tenant, runs the statements and commits; each is planned as the product has it planned. */
async function replay(
  client: pg.PoolClient,
  { tenantId, clinicId }: Recording,
  statements: Recording['statements'],
): Promise<unknown[]> {
  let rows: unknown[] = []
  let keeps = true
  await client.query(`begin; select app.set_scope('${tenantId}', '${clinicId}')`)
  for (const { text, values } of statements) {
    if (isKept(text) !== keeps) {
      keeps = !keeps
      client.query(keeps ? planning.kept : planning.fresh).catch(() => {})
    }
    rows = (await client.query({ name: nameOf(text), text, values })).rows
  }
  await client.query('commit')
  return rows
}

app.get<{ Params: { op: string }; Querystring: { n: string } }>('/replay/:op', async (request, reply) => {
  const list = plan.recordings[request.params.op] as Recording[]
  const n = Number(request.query.n)
  const recording = list[n % list.length] as Recording
  const client = await pool.connect()
  let rows: unknown[] = []
  try {
    rows = await replay(client, recording, recording.statements)
  } catch (error) {
    process.stderr.write(`${(error as Error).message} ${(error as { detail?: string }).detail}\n`)
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ code: 0, data: rows, message: '' }))
})

app.post<{ Params: { op: string }; Querystring: { n: string } }>('/replay/:op', async (request, reply) => {
  const list = plan.recordings[request.params.op] as Recording[]
  const n = Number(request.query.n)
  const recording = list[n % list.length] as Recording
  const once = plan.once[request.params.op]?.[recording.pool]
  const stem = once?.pop() ?? null
  if (once && !stem) return reply.code(410).send()
  const renewal = new Renewal(recording.since, stem)
  const statements = recording.statements.map(({ text, values }) => ({
    text,
    values: values.map((value) => renewal.of(value)),
  }))
  const client = await pool.connect()
  let rows: unknown[] = []
  try {
    rows = await replay(client, recording, statements)
  } catch (error) {
    process.stderr.write(`${(error as Error).message} ${(error as { detail?: string }).detail}\n`)
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ code: 0, data: rows, message: '' }))
})

// Patients are read as the owner here: one row by key, without a tenant transaction.
const ownerPool = new pg.Pool({ connectionString: process.argv[3] as string, max: 10 })
app.get<{ Querystring: { n: string } }>('/row', async (request, reply) => {
  const one = plan.patients[Number(request.query.n) % plan.patients.length] as { tenantId: string; id: string }
  const { rows } = await ownerPool.query({
    name: 'row',
    text: 'select id, name, gender, birth_day, medical_number, mobile from patient where tenant_id = $1 and id = $2',
    values: [one.tenantId, one.id],
  })
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(rows[0]))
})

process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
process.stdin.resume()
process.stdin.on('close', () => process.exit(0))
