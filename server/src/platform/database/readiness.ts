import pg from 'pg'
import { saysDiskFull } from '../disk.ts'

/** How long the question may take, connecting included. */
const LIMIT_MS = 1_000

export type Readiness = 'ready' | 'away' | 'full'

/**
 * Asks a database whether it takes anything in: over a connection of its own, so that a pool whose connections all hang
 * answers nothing in its place, and with a limit, so that a hang is told as one.
 */
export class ReadinessProbe {
  #client: pg.Client | null = null
  #asking: Promise<Readiness> | null = null

  constructor(private readonly url: string) {}

  /** Writes one row. Whoever asks while a question is under way shares its answer. */
  ask(): Promise<Readiness> {
    this.#asking ??= this.#once().finally(() => (this.#asking = null))
    return this.#asking
  }

  async close(): Promise<void> {
    await this.#client?.end().catch(() => {})
    this.#client = null
  }

  async #once(): Promise<Readiness> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<Readiness>((resolve) => {
      timer = setTimeout(() => resolve('away'), LIMIT_MS)
    })
    const answer = await Promise.race([this.#write(), late])
    clearTimeout(timer)
    if (answer === 'away') this.#drop()
    return answer
  }

  async #write(): Promise<Readiness> {
    try {
      const client = this.#client ?? (await this.#connect())
      await client.query('update readiness set at = now()')
      return 'ready'
    } catch (error) {
      return saysDiskFull(error) ? 'full' : 'away'
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.url,
      connectionTimeoutMillis: LIMIT_MS,
      query_timeout: LIMIT_MS,
      options: `-c statement_timeout=${LIMIT_MS}`,
    })
    client.on('error', () => this.#drop(client))
    this.#client = client
    await client.connect()
    return client
  }

  /** The next question begins on a new connection. Nothing waits for the old one: it may never answer. */
  #drop(client = this.#client): void {
    if (client === null || client !== this.#client) return
    this.#client = null
    client.removeAllListeners('error').on('error', () => {})
    void client.end().catch(() => {})
  }
}
