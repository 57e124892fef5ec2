import type { PgBoss } from 'pg-boss'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { PlatformTx } from '../database/tx.ts'

const SCHEMA = 'pgboss'
const TIME_ZONE = 'Asia/Shanghai'
/** A running job whose process has not been heard of for so long is given to another one, in seconds. */
const HEARTBEAT_S = 20
/** How often such jobs are looked for, in seconds: with the pause before a retry they go on within a minute. */
const SUPERVISE_S = 15
/** How long a stopping process waits for the jobs that are running, in milliseconds. */
const STOP_AFTER_MS = 15_000
/** How long a job that failed waits before it is tried again, the first time; then twice as long each time. */
const RETRY_DELAY_S = 10
/** Jobs that are due sooner than this are woken; later ones wait for the next round, at most half a minute. */
const WOKEN_WITHIN_S = 60

/** What a handler is told beside its data. */
export interface JobContext {
  /** The application's time at which this run began. */
  now: Date
  log: Logger
  /** Raised when the process stops before the job has ended, or when the job has taken too long. */
  signal: AbortSignal
}

/** The work of one job. It may run again after a crash: write it so that a second run changes nothing. */
export type JobHandler<Data extends object = object> = (data: Data, context: JobContext) => Promise<unknown>

/** How one kind of job is run. */
export interface JobRule {
  /** Runs again after a failure, at most this often. Default 3, with growing pauses of 10 s and more. */
  retries?: number
  /** A run that takes longer counts as failed, in seconds. Default 300. */
  expireSeconds?: number
  /** How many of this kind run at once in one process. Default 1. */
  concurrency?: number
  /** Runs also when a process begins to work, beside its schedule: a killed one may have left something unfinished. */
  atStart?: boolean
}

/** When one job is run. */
export interface EnqueueOptions {
  /** Not before this moment of the application's clock. */
  startAfter?: Date
  /** Another job of the same name and key that still waits makes this one superfluous, within `everySeconds`. */
  once?: { key: string; everySeconds: number }
}

interface Definition {
  handler: JobHandler
  rule: Required<JobRule>
}

/**
 * Timed and queued work, kept in the database, so that any number of processes share it. A job is put into the queue in
 * the transaction that makes it necessary: both or neither.
 */
export class Jobs {
  readonly #url: string
  readonly #log: Logger
  readonly #clock: Clock
  readonly #definitions = new Map<string, Definition>()
  readonly #schedules = new Map<string, { cron: string; data: object }>()
  readonly #workers = new Map<string, string[]>()
  #opening: Promise<PgBoss> | null = null
  #stopped = false

  /** @param options.url the app role's connection string; a direct one, not through a pooler */
  constructor(options: { url: string; log: Logger; clock: Clock }) {
    this.#url = options.url
    this.#log = options.log
    this.#clock = options.clock
  }

  /** Says what a job of this name does. Before `start` and before the first `enqueue`. */
  define<Data extends object>(name: string, handler: JobHandler<Data>, rule: JobRule = {}): void {
    if (this.#opening) throw new Error(`job ${name} is defined after the queue was opened`)
    if (this.#definitions.has(name)) throw new Error(`job ${name} is defined twice`)
    this.#definitions.set(name, {
      handler: handler as JobHandler,
      rule: { retries: 3, expireSeconds: 300, concurrency: 1, atStart: false, ...rule },
    })
  }

  /** Runs a defined job by the clock: five cron fields, read in Asia/Shanghai. One process of all runs it each time. */
  schedule(name: string, cron: string, data: object = {}): void {
    this.#definition(name)
    this.#schedules.set(name, { cron, data })
  }

  /** Puts a job into the queue as part of the caller's transaction: when that is rolled back, there is no job. */
  async enqueue(tx: PlatformTx, name: string, data: object = {}, options: EnqueueOptions = {}): Promise<void> {
    this.#definition(name)
    const boss = await this.#open()
    const wait = options.startAfter ? Math.ceil((options.startAfter.getTime() - this.#clock.now().getTime()) / 1000) : 0
    const id = await boss.send(name, data, {
      db: tx.lend(),
      ...(wait > 0 ? { startAfter: wait } : {}),
      ...(options.once ? { singletonKey: options.once.key, singletonSeconds: options.once.everySeconds } : {}),
    })
    if (id === null && !options.once) throw new Error(`job ${name} was not taken by the queue`)
    if (id !== null && wait > 0 && wait <= WOKEN_WITHIN_S) this.#wakeIn(boss, name, wait)
  }

  /** Wakes the workers of a job that becomes due: the queue notifies when a job comes in, not when its time has come. */
  #wakeIn(boss: PgBoss, name: string, seconds: number): void {
    const wake = () => {
      if (!this.#stopped) for (const worker of this.#workers.get(name) ?? []) boss.notifyWorker(worker)
    }
    setTimeout(wake, seconds * 1000 + 100).unref()
  }

  /** Begins to run jobs. Returns when the queue is open; call it without waiting where the start must not be held up. */
  async start(): Promise<void> {
    const boss = await this.#open()
    for (const [name, { rule }] of this.#definitions) {
      for (let n = 0; n < rule.concurrency; n++) await this.#work(boss, name)
    }
    for (const [name, { rule }] of this.#definitions) {
      if (rule.atStart) await boss.send(name, {})
    }
    for (const { name } of await boss.getSchedules()) {
      if (!this.#schedules.has(name)) await boss.unschedule(name)
    }
    for (const [name, { cron, data }] of this.#schedules) await boss.schedule(name, cron, data, { tz: TIME_ZONE })
  }

  /** Takes no more jobs and waits for the running ones, 15 s at most; what is still running then is run again later. */
  async stop(): Promise<void> {
    this.#stopped = true
    const boss = await this.#opening?.catch(() => null)
    await boss?.stop({ graceful: true, timeout: STOP_AFTER_MS })
  }

  /** Runs a job's work once, here and now, past the queue. */
  async runNow(name: string, data: object = {}): Promise<void> {
    await this.#run(name, data, new AbortController().signal)
  }

  /** Runs the jobs of this name that are due, one after another, and tells how many there were. */
  async drain(name: string): Promise<number> {
    this.#definition(name)
    const boss = await this.#open()
    let count = 0
    for (;;) {
      const [job] = await boss.fetch<object>(name)
      if (!job) return count
      count += 1
      try {
        await this.#run(name, job.data, job.signal ?? new AbortController().signal)
        await boss.complete(name, job.id)
      } catch (error) {
        await boss.fail(name, job.id, { message: (error as Error).message })
        throw error
      }
    }
  }

  #definition(name: string): Definition {
    const definition = this.#definitions.get(name)
    if (!definition) throw new Error(`no job is called ${name}`)
    return definition
  }

  /** One worker: woken when a job comes in, and going on without a pause while there are more. */
  async #work(boss: PgBoss, name: string): Promise<void> {
    const worker: Promise<string> = boss.work<object>(
      name,
      { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 30 },
      async ([job]) => {
        try {
          if (job) await this.#run(name, job.data, job.signal)
        } catch (error) {
          // The queue spreads first repetitions between one delay and two.
          for (const delays of [1, 1.5, 2]) this.#wakeIn(boss, name, delays * RETRY_DELAY_S)
          throw error
        } finally {
          boss.notifyWorker(await worker)
        }
      },
    )
    this.#workers.set(name, [...(this.#workers.get(name) ?? []), await worker])
  }

  async #run(name: string, data: object, signal: AbortSignal): Promise<void> {
    const log = this.#log.child({ job: name })
    const started = performance.now()
    try {
      await this.#definition(name).handler(data ?? {}, { now: this.#clock.now(), log, signal })
      log.debug({ ms: Math.round(performance.now() - started) }, 'job done')
    } catch (error) {
      log.error({ err: error }, 'job failed')
      throw error
    }
  }

  /** The queue, opened once; a failed attempt is forgotten, so that the next caller tries again. */
  #open(): Promise<PgBoss> {
    if (this.#stopped) return Promise.reject(new Error('the job queue has stopped'))
    this.#opening ??= this.#connect().catch((error: unknown) => {
      this.#opening = null
      throw error
    })
    return this.#opening
  }

  async #connect(): Promise<PgBoss> {
    const { PgBoss: Boss } = await import('pg-boss')
    const boss = new Boss({
      connectionString: this.#url,
      schema: SCHEMA,
      max: 4,
      application_name: 'dentin-jobs',
      // The schema belongs to the owner role (see installJobs); this role only reads and writes its rows.
      migrate: false,
      createSchema: false,
      reindex: false,
      monitorVacuum: false,
      // How often jobs are looked for whose process is gone: the round, and how old the last look at a queue must be for it.
      superviseIntervalSeconds: SUPERVISE_S,
      monitorIntervalSeconds: SUPERVISE_S,
      useListenNotify: true,
    })
    boss.on('error', (error) => this.#log.warn({ err: error }, 'job queue'))
    boss.on('warning', (warning) => this.#log.warn({ warning: warning.message }, 'job queue'))
    try {
      await boss.start()
      for (const [name, { rule }] of this.#definitions) {
        const options = {
          retryLimit: rule.retries,
          retryDelay: RETRY_DELAY_S,
          retryBackoff: true,
          expireInSeconds: rule.expireSeconds,
          heartbeatSeconds: HEARTBEAT_S,
          notify: true,
        }
        await boss.createQueue(name, options)
        await boss.updateQueue(name, options)
      }
      return boss
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => {})
      throw error
    }
  }
}

/**
 * Makes or updates the queue's own tables as the owner role, and lets the app role read and write their rows: it owns
 * nothing there either. Right after `migrate`; harmless when repeated.
 */
export async function installJobs(ownerUrl: string): Promise<void> {
  const { PgBoss: Boss } = await import('pg-boss')
  const boss = new Boss({
    connectionString: ownerUrl,
    schema: SCHEMA,
    max: 1,
    supervise: false,
    schedule: false,
    migrate: true,
  })
  let problem: Error | null = null
  boss.on('error', (error) => (problem = error))
  await boss.start()
  await boss.stop({ graceful: false })
  if (problem) throw problem
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`
      grant usage on schema ${SCHEMA} to dentin_app;
      grant select, insert, update, delete on all tables in schema ${SCHEMA} to dentin_app;
      grant usage on all sequences in schema ${SCHEMA} to dentin_app;
      grant execute on all functions in schema ${SCHEMA} to dentin_app;`)
  } finally {
    await client.end()
  }
}
