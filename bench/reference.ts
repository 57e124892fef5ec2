/**
 * The bare reference: Fastify and pg, named prepared statements with the plans kept that the product keeps, a pool of ten,
 * nothing else. It runs the statements that
 * were recorded of the product, in the same tenant transaction, and answers with the rows as JSON.
 */
import { readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import { isKept, planning } from '../server/src/platform/database/plans.ts'

/** One recorded run of an operation: the tenant it ran in, and its statements. */
export interface Recording {
  tenantId: string
  clinicId: string
  statements: { text: string; values: unknown[] }[]
}
/** What the reference is given: recordings by operation, and by operation and tenant the ids that it may use up. */
export interface Plan {
  url: string
  recordings: Record<string, Recording[]>
  once: Record<string, Record<string, string[]>>
  patients: { tenantId: string; id: string }[]
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
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
let counter = 0

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

/** Ids that the product made in the recorded run get new values, so that a write can be repeated. */
function renew(
  recording: Recording,
  known: ReadonlySet<string>,
  onceId: string | null,
): { text: string; values: unknown[] }[] {
  const fresh = new Map<string, string>()
  const swap = (value: unknown): unknown => {
    if (typeof value !== 'string') return Array.isArray(value) ? value.map(swap) : value
    if (UUID.test(value) && !known.has(value)) {
      if (!fresh.has(value)) fresh.set(value, crypto.randomUUID())
      return fresh.get(value)
    }
    if (value === 'once:') return onceId
    if (/^[0-9a-f]{32}$/.test(value)) return crypto.randomUUID().replaceAll('-', '')
    if (/^2026\d{4,}$/.test(value) || /^ZF\d{6}-/.test(value)) return `R${Date.now()}${++counter}`
    if (value.startsWith('[{"id":"')) return value.replace(/"id":"[^"]+"/g, () => `"id":"${crypto.randomUUID()}"`)
    return value
  }
  return recording.statements.map(({ text, values }) => ({ text, values: values.map(swap) }))
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
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ code: 0, data: rows, message: '' }))
})

const knownOf = new Map<string, Set<string>>()
app.post<{ Params: { op: string }; Querystring: { n: string } }>('/replay/:op', async (request, reply) => {
  const list = plan.recordings[request.params.op] as Recording[]
  const n = Number(request.query.n)
  const recording = list[n % list.length] as Recording
  const once = plan.once[request.params.op]?.[recording.tenantId]
  const onceId = once?.pop() ?? null
  if (once && !onceId) return reply.code(410).send()
  let known = knownOf.get(recording.tenantId)
  if (!known)
    knownOf.set(
      recording.tenantId,
      (known = new Set((plan as unknown as { known: Record<string, string[]> }).known[recording.tenantId])),
    )
  const client = await pool.connect()
  let rows: unknown[] = []
  try {
    rows = await replay(client, recording, renew(recording, known, onceId))
  } catch (error) {
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
