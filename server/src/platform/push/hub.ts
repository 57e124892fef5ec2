import pg from 'pg'
import type { Logger } from 'pino'

/** A hint that a topic of a clinic changed. */
export interface LiveEvent {
  id: string
  tenantId: string
  clinicId: string
  topic: string
  refId: string | null
}

type Listener = (event: LiveEvent) => void

/**
 * Hears what transactions publish, over one LISTEN connection, and hands it to the streams of this process. After a lost
 * connection it listens again and tells every stream to catch up.
 */
export class EventHub {
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #catchUp = new Set<() => void>()
  readonly #ofSession = new Map<string, Set<() => void>>()
  #client: pg.Client | null = null
  #stopped = false
  #lost = false

  constructor(
    private readonly url: string,
    private readonly log: Logger,
  ) {}

  async start(): Promise<void> {
    if (this.#stopped) return
    const client = new pg.Client({ connectionString: this.url, keepAlive: true })
    client.on('notification', ({ channel, payload = '' }) =>
      channel === 'dentin_session' ? this.#end(payload) : this.#hear(payload),
    )
    client.on('error', () => this.#again(client))
    client.on('end', () => this.#again(client))
    try {
      await client.connect()
      await client.query('listen dentin_event; listen dentin_session')
      this.#client = client
      if (this.#lost) for (const catchUp of this.#catchUp) catchUp()
      this.#lost = false
    } catch (error) {
      this.log.warn({ error: (error as Error).message }, 'event listener could not connect')
      this.#again(client)
    }
  }

  /** Hears the events of one clinic until the returned function is called. `catchUp` runs when events may have been missed. */
  subscribe(clinicId: string, listener: Listener, catchUp: () => void): () => void {
    const set = this.#listeners.get(clinicId) ?? new Set<Listener>()
    set.add(listener)
    this.#listeners.set(clinicId, set)
    this.#catchUp.add(catchUp)
    return () => {
      set.delete(listener)
      this.#catchUp.delete(catchUp)
      if (set.size === 0) this.#listeners.delete(clinicId)
    }
  }

  /** Calls `ended` when the session is revoked, until the returned function is called. */
  onSessionEnd(sessionId: string, ended: () => void): () => void {
    const set = this.#ofSession.get(sessionId) ?? new Set<() => void>()
    set.add(ended)
    this.#ofSession.set(sessionId, set)
    return () => {
      set.delete(ended)
      if (set.size === 0) this.#ofSession.delete(sessionId)
    }
  }

  get streams(): number {
    return this.#catchUp.size
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#client?.end().catch(() => {})
  }

  #end(sessionId: string): void {
    for (const ended of this.#ofSession.get(sessionId) ?? []) ended()
  }

  #hear(payload: string): void {
    try {
      const event = JSON.parse(payload) as LiveEvent
      for (const listener of this.#listeners.get(event.clinicId) ?? []) listener(event)
    } catch {
      this.log.warn('unreadable event')
    }
  }

  #timer: NodeJS.Timeout | null = null
  #again(client: pg.Client): void {
    if (this.#stopped || this.#timer) return
    this.#lost = true
    client.removeAllListeners()
    client.on('error', () => {})
    void client.end().catch(() => {})
    this.#timer = setTimeout(() => {
      this.#timer = null
      void this.start()
    }, 300)
  }
}
