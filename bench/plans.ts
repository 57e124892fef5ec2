import { createHash } from 'node:crypto'
import pg from 'pg'
import { statementLog } from '../server/src/platform/database/connection.ts'
import { isKept, planning } from '../server/src/platform/database/plans.ts'
import { withDatabase } from '../server/src/platform/database/migrate.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import type { Chain } from './chain.ts'
import type { Operation } from './operations.ts'
import { marked, Renewal, stemOf } from './replayed.ts'
import { ask, quietApplication } from './rig.ts'

/** More rows than this are not read one after the other. */
export const MOST_ROWS = 10_000

/** A node of a plan as the database tells it. */
interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

/** What one statement of an operation did. */
export interface Planned {
  operation: string
  text: string
  ms: number
  /** Tables read from end to end, with the rows that were looked at. */
  scans: { table: string; rows: number }[]
  plan: Node
}

/**
 * The statements that the product itself sends for each operation, run again under the eyes of auto_explain, which sees
 * inside functions too: as the role of the application, in the tenant's transaction, nothing switched off.
 */
export async function plansOf(chain: Chain, operations: readonly Operation[], times: number): Promise<Planned[]> {
  const application = await quietApplication(chain.appUrl, systemClock(chain.now.getTime() - Date.now()))
  const recorded: { operation: string; tenantId: string; text: string; values: unknown[]; renewal: Renewal }[] = []
  for (const operation of operations) {
    for (let n = 0; n < times; n += 1) {
      const clinic = chain.clinics[(n * 7) % chain.clinics.length] as Chain['clinics'][number]
      // What is used up is used up by the product; the statements are run again on another that waits.
      const [used, waits] = operation.once ? clinic[operation.once].splice(-2) : []
      const request = operation.request(
        used ? { ...clinic, [operation.once as 'bills']: [used] } : clinic,
        used ? 0 : n,
      )
      const renewal = new Renewal(Date.now(), waits ? stemOf(waits) : null)
      statementLog.sink = (text, values) => {
        if (text.startsWith('begin')) return
        const own = (values ?? []).map((value) => (used ? marked(value, stemOf(used)) : value))
        recorded.push({ operation: operation.id, tenantId: clinic.tenantId, text, values: own, renewal })
      }
      try {
        await ask(application, clinic, operation, request)
      } finally {
        statementLog.sink = null
      }
    }
  }
  await application.stop()

  const client = new pg.Client({
    connectionString: withDatabase(chain.superuserUrl, 'dentin'),
    options: `-c timezone=UTC ${planning.begins}`,
  })
  await client.connect()
  const found: Planned[] = []
  let current: { operation: string; text: string } | null = null
  client.on('notice', ({ message }) => {
    const at = message?.indexOf('{') ?? -1
    if (!current || !message?.startsWith('duration:') || at < 0) return
    const { Plan: plan, 'Query Text': text } = JSON.parse(message.slice(at)) as { Plan: Node; 'Query Text': string }
    if (text.startsWith('select app.set_scope')) return
    const ms = Number(/duration: ([\d.]+) ms/.exec(message)?.[1])
    found.push({ operation: current.operation, text, ms, scans: scansOf(plan), plan })
  })
  await client.query(`load 'auto_explain'`)
  for (const setting of [
    `auto_explain.log_min_duration = 0`,
    `auto_explain.log_analyze = on`,
    `auto_explain.log_timing = off`,
    `auto_explain.log_nested_statements = on`,
    `auto_explain.log_format = json`,
    `auto_explain.log_level = notice`,
    `client_min_messages = notice`,
  ])
    await client.query(`set ${setting}`)
  await client.query('set role dentin_app')
  for (const { operation, tenantId, text, values, renewal } of recorded) {
    await client.query('begin')
    await client.query(`select app.set_scope($1, 'all')`, [tenantId])
    // A plan is told when its portal is closed, which is with the next message.
    current = { operation, text }
    if (!isKept(text)) await client.query(planning.fresh)
    // Prepared, so that its plan is made as the product has it made.
    await client
      .query({
        name: createHash('sha1').update(text).digest('hex').slice(0, 20),
        text,
        values: values.map((value) => renewal.of(value)),
      })
      .catch((error: Error & { code?: string }) => {
        // What the recorded run has written stands already.
        if (!error.code?.startsWith('23')) throw error
      })
    await client.query('rollback')
    current = null
  }
  await client.end()
  return found
}

function scansOf(node: Node): { table: string; rows: number }[] {
  const own =
    node['Node Type'] === 'Seq Scan'
      ? [
          {
            table: node['Relation Name'] ?? '',
            rows: ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1),
          },
        ]
      : []
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)]
}
