import { createHash } from 'node:crypto'
import type { PoolClient, QueryResult } from 'pg'
import { isKept, planning } from './plans.ts'

/** Every SQL text of a test run, collected for the statement test. */
export const statementLog: {
  sink: ((sql: string, values?: readonly unknown[], byGate?: boolean) => void) | null
} = { sink: null }

/** Names of prepared statements by their text; beyond the limit a statement is prepared anew each time. */
const names = new Map<string, string>()
const NAMES = 1_000

function nameOf(sql: string): string | undefined {
  const known = names.get(sql)
  if (known) return known
  if (names.size >= NAMES) return undefined
  const name = createHash('sha1').update(sql).digest('base64url').slice(0, 20)
  names.set(sql, name)
  return name
}

/** A connection during one transaction: sends statements, each prepared once, and sees to how they are planned. */
export class Connection {
  #keeps = true
  #savepoints = 0

  constructor(private readonly client: PoolClient) {}

  /** Runs a statement. Several sent without waiting for each other's answer make the way to the database together. */
  async run(sql: string, values: readonly unknown[]): Promise<unknown[]> {
    const keeps = isKept(sql)
    if (keeps !== this.#keeps) {
      this.#keeps = keeps
      // If this fails the transaction has failed, and the statement after it says why.
      this.client.query(keeps ? planning.kept : planning.fresh).catch(() => {})
    }
    const name = nameOf(sql)
    const result: QueryResult = await this.client.query({
      text: sql,
      values: values as unknown[],
      ...(name && { name }),
    })
    return result.rows
  }

  /** Runs a statement of others, as it is. */
  foreign(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    return this.client.query(text, values)
  }

  /** Runs a part that may fail without losing the rest. */
  async attempt<T>(work: () => Promise<T>): Promise<T> {
    const name = `s${++this.#savepoints}`
    const keeps = this.#keeps
    await this.client.query(`savepoint ${name}`)
    try {
      const value = await work()
      await this.client.query(`release savepoint ${name}`)
      return value
    } catch (error) {
      await this.client.query(`rollback to savepoint ${name}`)
      // What was set since then is taken back with the rest.
      this.#keeps = keeps
      throw error
    }
  }
}
