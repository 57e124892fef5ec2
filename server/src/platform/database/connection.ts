import { createHash } from 'node:crypto'
import type { PoolClient, QueryResult } from 'pg'
import { isAborted } from './problems.ts'
import { Growth, isKept, planning } from './plans.ts'

/** What tests look at: every SQL text, and the rows that come for it. */
export const statementLog: {
  sink: ((sql: string, values?: readonly unknown[], byGate?: boolean) => void) | null
  /** Asked when rows are asked for; what it gives is called with them. */
  asked: (() => ((rows: readonly unknown[]) => void) | undefined) | null
} = { sink: null, asked: null }

/** What is known of a statement by its text: its name as a prepared one, how it is planned, whether it brings rows. */
interface Known {
  name: string
  keeps: boolean
  inserts: boolean
}
/** Beyond the limit a statement is prepared anew each time. */
const statements = new Map<string, Known>()
const STATEMENTS = 1_000

function knownOf(sql: string): Known {
  const known = statements.get(sql)
  if (known) return known
  const name = createHash('sha1').update(sql).digest('base64url').slice(0, 20)
  const made = { name, keeps: isKept(sql), inserts: sql.includes('insert into') }
  if (statements.size >= STATEMENTS) return { ...made, name: '' }
  statements.set(sql, made)
  return made
}

/** A connection during one transaction: sends statements, each prepared once, and sees to how they are planned. */
export class Connection {
  #keeps = true
  #savepoints = 0
  #ended = false
  /** What was sent without waiting. */
  readonly #sent: Promise<unknown>[] = []
  readonly #growth = new Growth()

  constructor(private readonly client: PoolClient) {}

  /** Runs a statement. Several sent without waiting for each other's answer make the way to the database together. */
  async run(sql: string, values: readonly unknown[]): Promise<unknown[]> {
    if (this.#ended) throw new Error('the transaction has ended')
    const { name, keeps, inserts } = knownOf(sql)
    if (keeps !== this.#keeps) {
      this.#keeps = keeps
      // If this fails the transaction has failed, and the statement after it says why.
      this.client.query(keeps ? planning.kept : planning.fresh).catch(() => {})
    }
    const result: QueryResult = await this.client.query({
      text: sql,
      values: values as unknown[],
      ...(name && { name }),
    })
    if (inserts && this.#growth.add(result.rowCount ?? 0)) this.client.query(planning.anew).catch(() => {})
    return result.rows
  }

  /** Sends a statement whose answer nobody needs: whoever ends the transaction waits for it (`settled`). */
  send(sql: string, values: readonly unknown[]): void {
    const sent = this.run(sql, values)
    sent.catch(() => {})
    this.#sent.push(sent)
  }

  /** The transaction has ended: what still goes on beside the part that ended it runs nothing on the next one's connection. */
  end(): void {
    this.#ended = true
  }

  /** Ends when everything that was sent is answered. @throws what the first of them to fail came to */
  async settled(): Promise<void> {
    await Promise.all(this.#sent)
  }

  /** What a failure came from: after a statement that was sent has failed, the next only says that the transaction has. */
  async causeOf(error: unknown): Promise<unknown> {
    return isAborted(error)
      ? this.settled().then(
          () => error,
          (first: unknown) => first,
        )
      : error
  }

  /** How many rows this transaction has brought. */
  get rowsBrought(): number {
    return this.#growth.rows
  }

  /** Runs a statement of others, as it is. */
  foreign(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    return this.client.query(text, values)
  }

  /** Runs a part that may fail without losing the rest. */
  async attempt<T>(work: () => Promise<T>): Promise<T> {
    const name = `s${++this.#savepoints}`
    const keeps = this.#keeps
    const sent = this.#sent.length
    await this.client.query(`savepoint ${name}`)
    try {
      const value = await work()
      await this.client.query(`release savepoint ${name}`)
      return value
    } catch (error) {
      const cause = await this.causeOf(error)
      await this.client.query(`rollback to savepoint ${name}`)
      // What was set and sent since then is taken back with the rest.
      this.#keeps = keeps
      this.#sent.length = sent
      throw cause
    }
  }
}
