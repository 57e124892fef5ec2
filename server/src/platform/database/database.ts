import type { ProviderRole } from '@dentin/contract/core/call'
import pg from 'pg'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import { answerOf, bare, type Wiring } from '../wiring.ts'
import { isHang, isOverdue, isUnavailable, isRetryable, translateDatabaseError } from './problems.ts'
import { ReadinessProbe, type Readiness } from './readiness.ts'
import { systemActor, type Actor, type ClinicId, type EmployeeId, type TenantId } from './ids.ts'
import { db } from './builder.ts'
import { Connection, statementLog } from './connection.ts'
import { Growth, LOOK_MS, planning, TABLE_SIZES } from './plans.ts'
import { GatheringSocket } from './socket.ts'
import { PlatformTx, TenantTx, type Moment } from './tx.ts'

pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text))

/** What a live session says, and which of the asked resources its posts grant (resource → data scope 1–5). */
export interface OpenedSession {
  sessionId: string
  accountId: string
  accountName: string
  tenantId: TenantId | null
  clinicId: ClinicId | null
  employeeId: EmployeeId | null
  lastSeenAt: Date
  granted: Record<string, number>
}

/** What a live session of the provider's staff says. */
export interface OpenedProviderSession {
  sessionId: string
  providerId: string
  name: string
  role: ProviderRole
  lastSeenAt: Date
}

/** What is known of somebody who has asked before: as of a session. */
export type OpenedPerson = Omit<OpenedSession, 'tenantId' | 'lastSeenAt'>

export interface SessionQuestion {
  tokenHash: string
  resources: readonly string[]
  scope: 'own' | 'all'
  readOnly: boolean
  ip: string | null
  requestId: string | null
  /** Of what may take seconds: raised when nobody waits for it any more. */
  slow?: AbortSignal | undefined
}

/** Somebody who has asked before and waits elsewhere: as whom the work is done, and from where it was asked. */
export interface Person {
  accountId: string
  clinicId: string
  /** The session in which it was asked; it may have ended. */
  sessionId: string | null
  name: string
  ip: string | null
  requestId: string | null
}

/** A session of the provider's staff ends when nothing was asked for this long. */
const PROVIDER_IDLE_MS = 30 * 60_000
/** How long a finished reading transaction may stay open at most. */
const FINISH_AFTER_MS = 10

const STATEMENT_TIMEOUT_MS = 10_000
/** How much longer than the server the driver waits for an answer. */
const QUERY_MORE_MS = 5_000
/** The same for what may take seconds, and how many of these are at work at once. */
const SLOW_TIMEOUT_MS = 30_000
const SLOW_CONNECTIONS = 3
/** How long one waits for a connection. */
const WAIT_MS = 10_000
const SLOW_WAIT_MS = 60_000

const HEX64 = /^[0-9a-f]{64}$/

/** How a transaction begins: whether it only reads, and what is asked together with its beginning. */
interface Opening {
  readOnly: boolean
  /** It goes to the connections of what may take seconds, and ends when this is raised. */
  slow?: AbortSignal | undefined
  /** Its first row goes to whoever makes the transaction. */
  question?: { name: string; text: string; values: unknown[] }
}

const OPEN_SESSION = 'select * from app.open_session($1, $2, $3, $4)'
const OPEN_PERSON = 'select * from app.open_person($1, $2, $3, $4)'
const OPEN_TENANT = 'select app.set_scope($1, $2)'

/** The gate to the database. Holds the pools; nobody else does. */
export class Database {
  readonly #pool: pg.Pool
  /** For what may take seconds. */
  readonly #slowPool: pg.Pool
  readonly #slowMs: number
  readonly #wiring: Wiring
  readonly #probe: ReadinessProbe
  /** Connections whose last transaction only read and is still open: it ends with the next begin, or a moment later. */
  readonly #unfinished = new Set<pg.PoolClient>()
  #finishing: NodeJS.Timeout | null = null
  readonly #growth = new Growth()
  /** The look at the sizes of the tables that is under way or was the last. */
  #look: { at: number; done: Promise<void> } = { at: -LOOK_MS, done: Promise.resolve() }
  /** The generation of the plans that each connection keeps. */
  readonly #planned = new WeakMap<pg.PoolClient, number>()

  constructor(
    url: string,
    private readonly clock: Clock,
    options: {
      max?: number
      onError?: (error: Error) => void
      wiring?: Wiring
      /** For work nobody waits at: how long a statement of any kind may take. */
      patienceMs?: number
    } = {},
  ) {
    this.#wiring = options.wiring ?? bare
    this.#probe = new ReadinessProbe(url)
    const pool = (max: number, timeout: number, wait: number, begins: string = planning.begins) => {
      const made = new pg.Pool({
        connectionString: url,
        max,
        connectionTimeoutMillis: wait,
        idleTimeoutMillis: 60_000,
        // The server ends a statement itself; this ends the waiting when the server hangs.
        query_timeout: timeout + QUERY_MORE_MS,
        options: `-c timezone=UTC -c statement_timeout=${timeout} -c idle_in_transaction_session_timeout=30000 ${begins}`,
        // Statements that don't need each other's answer go to the database together.
        pipeline: true,
        stream: () => new GatheringSocket(),
      })
      // A connection may break in the moment between two queries, when nobody else listens: without this the process would
      // end. Whoever uses it next hears of it, and the pool drops it when it comes back.
      made.on('connect', (client) => client.on('error', () => {}))
      // An idle connection that breaks (database restart) is dropped by the pool; the next request gets a fresh one.
      made.on('error', (error) => options.onError?.(error))
      return made
    }
    const max = options.max ?? 20
    const { patienceMs } = options
    this.#slowMs = patienceMs ?? SLOW_TIMEOUT_MS
    this.#pool = pool(max, patienceMs ?? STATEMENT_TIMEOUT_MS, patienceMs ?? WAIT_MS)
    this.#slowPool = pool(
      Math.min(SLOW_CONNECTIONS, max),
      this.#slowMs,
      patienceMs ?? SLOW_WAIT_MS,
      planning.beginsSlow,
    )
  }

  /** Work on the platform's own tables, without a tenant. */
  async withPlatform<T>(work: (tx: PlatformTx) => Promise<T>, actor: Actor = systemActor): Promise<T> {
    return this.#transaction(
      { readOnly: false },
      async (connection) => new PlatformTx(connection, this.#wiring, this.#moment(), actor),
      (tx) => work(tx),
    )
  }

  /** Work inside one tenant, for jobs and for code that has no session. `clinic`: one clinic's id or 'all'. */
  async withTenant<T>(
    tenantId: string,
    clinic: string,
    work: (tx: TenantTx) => Promise<T>,
    actor: Actor = systemActor,
    scope: 'own' | 'all' = 'own',
  ): Promise<T> {
    assertUuid(tenantId)
    if (clinic !== 'all') assertUuid(clinic)
    const rows = scope === 'all' ? 'all' : clinic
    return this.#transaction(
      { readOnly: false, question: { name: 'open_tenant', text: OPEN_TENANT, values: [tenantId, rows] } },
      async (connection) =>
        new TenantTx(
          connection,
          this.#wiring,
          this.#moment(),
          actor,
          tenantId as TenantId,
          (clinic === 'all' ? null : clinic) as ClinicId | null,
        ),
      (tx) => work(tx),
    )
  }

  /**
   * Opens the session of a token and the tenant transaction in one round trip, then does the work.
   * `work` gets null when the token is not alive.
   */
  async withSession<T>(
    question: SessionQuestion,
    work: (tx: TenantTx | PlatformTx | null, session: OpenedSession | null) => Promise<T>,
  ): Promise<T> {
    if (!HEX64.test(question.tokenHash)) throw new Error('token hash expected')
    const moment = this.#moment()
    let session: OpenedSession | null = null
    return this.#transaction(
      {
        readOnly: question.readOnly,
        slow: question.slow,
        question: {
          name: 'open_session',
          text: OPEN_SESSION,
          values: [question.tokenHash, moment.realNow, question.resources, question.scope],
        },
      },
      async (connection, row) => {
        if (!row) return null
        session = {
          sessionId: row.session_id as string,
          accountId: row.account_id as string,
          accountName: row.account_name as string,
          tenantId: row.tenant_id as TenantId | null,
          clinicId: row.clinic_id as ClinicId | null,
          employeeId: row.employee_id as EmployeeId | null,
          lastSeenAt: row.last_seen_at as Date,
          granted: row.granted as Record<string, number>,
        }
        const actor: Actor = {
          sessionId: session.sessionId,
          accountId: session.accountId,
          employeeId: session.employeeId,
          name: session.accountName,
          ip: question.ip,
          requestId: question.requestId,
        }
        return session.tenantId
          ? new TenantTx(connection, this.#wiring, moment, actor, session.tenantId, session.clinicId)
          : new PlatformTx(connection, this.#wiring, moment, actor)
      },
      (tx) => work(tx, session),
    )
  }

  /**
   * As `withSession`, for somebody who has asked before: a transaction that reads, with the grants the person has now. `work`
   * gets null when the person does not work in the clinic any more.
   */
  async withPerson<T>(
    person: Person,
    question: Pick<SessionQuestion, 'resources' | 'scope' | 'slow'>,
    work: (tx: TenantTx | null, session: OpenedPerson | null) => Promise<T>,
  ): Promise<T> {
    assertUuid(person.accountId)
    assertUuid(person.clinicId)
    const { resources, scope, slow } = question
    let session: OpenedPerson | null = null
    return this.#transaction(
      {
        readOnly: true,
        slow,
        question: {
          name: 'open_person',
          text: OPEN_PERSON,
          values: [person.accountId, person.clinicId, resources, scope],
        },
      },
      async (connection, row) => {
        if (!row) return null
        const { accountId, sessionId, name, ip, requestId } = person
        session = {
          sessionId: sessionId ?? '',
          accountId,
          accountName: name,
          clinicId: row.clinic_id as ClinicId,
          employeeId: row.employee_id as EmployeeId,
          granted: row.granted as Record<string, number>,
        }
        const actor: Actor = { sessionId, accountId, employeeId: session.employeeId, name, ip, requestId }
        return new TenantTx(
          connection,
          this.#wiring,
          this.#moment(),
          actor,
          row.tenant_id as TenantId,
          session.clinicId,
        )
      },
      (tx) => work(tx, session),
    )
  }

  /** As `withSession`, for the provider's own staff: a table of its own, so that no token of a clinic is one of the provider's. */
  async withProvider<T>(
    question: Pick<SessionQuestion, 'tokenHash' | 'readOnly' | 'ip' | 'requestId'>,
    work: (tx: PlatformTx | null, session: OpenedProviderSession | null) => Promise<T>,
  ): Promise<T> {
    if (!HEX64.test(question.tokenHash)) throw new Error('token hash expected')
    const moment = this.#moment()
    const asked = answerOf(this.#wiring, 'platform', ({ providerSession }) => providerSession)
    const seenAfter = new Date(moment.realNow.getTime() - PROVIDER_IDLE_MS)
    const { sql: text, parameters } = asked(question.tokenHash, moment.realNow, seenAfter).compile(db)
    let session: OpenedProviderSession | null = null
    return this.#transaction(
      { readOnly: question.readOnly, question: { name: 'open_provider', text, values: [...parameters] } },
      async (connection, row) => {
        if (!row) return null
        session = {
          sessionId: row.id as string,
          providerId: row.account_id as string,
          name: row.name as string,
          role: row.role as ProviderRole,
          lastSeenAt: row.last_seen_at as Date,
        }
        // In a clinic's own audit the provider's hand is named as such; the ids there are those of clinic accounts.
        const actor: Actor = {
          ...systemActor,
          name: `平台 ${session.name}`,
          ip: question.ip,
          requestId: question.requestId,
        }
        return new PlatformTx(connection, this.#wiring, moment, actor)
      },
      (tx) => work(tx, session),
    )
  }

  /** Whether the database answers within a second and takes something in. */
  readiness(): Promise<Readiness> {
    return this.#probe.ask()
  }

  /** Figures of the pool for the metrics page. */
  poolFigures(): { total: number; idle: number; waiting: number } {
    return { total: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#pool.waitingCount }
  }

  async close(): Promise<void> {
    if (this.#finishing) clearTimeout(this.#finishing)
    this.#unfinished.clear()
    await this.#probe.close()
    await this.#look.done
    await Promise.all([this.#pool.end(), this.#slowPool.end()])
  }

  #moment(): Moment {
    return { now: this.clock.now(), realNow: this.clock.realNow() }
  }

  async #transaction<X extends PlatformTx | null, T>(
    opening: Opening,
    make: (connection: Connection, row: Record<string, unknown> | undefined) => Promise<X>,
    work: (tx: X) => Promise<T>,
  ): Promise<T> {
    this.#lookAtSizes()
    for (let attempt = 1; ; attempt++) {
      const client = await this.#connect(opening)
      let broken: Error | undefined
      const onError = (error: Error) => (broken = error)
      client.client.on('error', onError)
      const connection = new Connection(client.client)
      let cancelling: Promise<unknown> | undefined
      const cancel = () => {
        cancelling = this.#cancel(client.client)
      }
      opening.slow?.addEventListener('abort', cancel)
      // Of the statements that stand in line behind the one that is cancelled each fails at once.
      const limit = opening.slow && setTimeout(cancel, this.#slowMs)
      try {
        if (opening.slow?.aborted) throw new AppError('BUSY')
        const tx = await make(connection, client.row)
        const value = await work(tx)
        if (tx instanceof TenantTx) tx.flush()
        if (opening.readOnly) {
          await connection.settled()
          // Nothing was changed: putting the transaction away need not cost the answer a round trip.
          this.#finishLater(client.client)
          return value
        }
        // Behind what was sent without waiting, and with it: after one of those has failed, this rolls back.
        await Promise.all([connection.settled(), client.client.query(tx === null ? 'rollback' : 'commit')])
        this.#growth.add(connection.rowsBrought)
        return value
      } catch (thrown) {
        if (isHang(thrown)) {
          // The connection waits for an answer that may never come: it is given up, not asked again.
          broken = thrown as Error
          throw thrown
        }
        const error = await connection.causeOf(thrown)
        const end = error instanceof AppError && error.keep ? 'commit' : 'rollback'
        const [sent] = await Promise.allSettled([
          connection.settled(),
          client.client.query(end).catch((failed: Error) => (broken = failed)),
        ])
        // A refusal that keeps what was written says so only when it is kept.
        if (end === 'commit' && sent.status === 'rejected') throw sent.reason
        if (isRetryable(error) && attempt < 4) continue
        if (opening.slow && isOverdue(error)) throw new AppError('TOO_SLOW')
        throw translateDatabaseError(error, this.#wiring.refusals)
      } finally {
        connection.end()
        clearTimeout(limit)
        opening.slow?.removeEventListener('abort', cancel)
        // Whoever takes this connection next is not what is cancelled.
        await cancelling
        client.client.off('error', onError)
        client.client.release(broken)
      }
    }
  }

  /** Ends the statement that a connection is at: nobody waits for its answer. */
  #cancel(client: pg.PoolClient): Promise<unknown> {
    const { processID } = client as pg.PoolClient & { processID: number | null }
    return this.#pool.query('select pg_cancel_backend($1)', [processID]).catch(() => {})
  }

  /** Now and then looks whether tables have grown by rows that came past this process. */
  #lookAtSizes(): void {
    const at = performance.now()
    if (at - this.#look.at < LOOK_MS) return
    const done = this.#pool.query<{ name: string; pages: number }>(TABLE_SIZES).then(
      ({ rows }) => this.#growth.see(rows),
      () => {
        // Whatever is wrong with the database is told by the request that needs it.
      },
    )
    this.#look = { at, done }
  }

  #finishLater(client: pg.PoolClient): void {
    this.#unfinished.add(client)
    this.#finishing ??= setTimeout(() => {
      this.#finishing = null
      for (const each of this.#unfinished) {
        // Queries of one connection run in their order: whoever takes it from now on begins after this.
        each.query('rollback').catch(() => {})
      }
      this.#unfinished.clear()
    }, FINISH_AFTER_MS)
  }

  /** Whether a connection keeps plans from before the last growth. */
  #ageing(client: pg.PoolClient): boolean {
    const { generation } = this.#growth
    const planned = this.#planned.get(client) ?? generation
    this.#planned.set(client, generation)
    return planned !== generation
  }

  /** A connection on which the transaction has begun. One that died while idle is replaced once. */
  async #connect(opening: Opening): Promise<{ client: pg.PoolClient; row: Record<string, unknown> | undefined }> {
    const begin = opening.readOnly ? 'begin read only' : 'begin'
    for (let attempt = 1; ; attempt++) {
      const client = await (opening.slow ? this.#slowPool : this.#pool).connect()
      try {
        statementLog.sink?.(`${begin}; ${opening.question?.text ?? ''}`)
        const text = [this.#unfinished.delete(client) && 'rollback', this.#ageing(client) && planning.anew, begin]
        // Sent together; the question is answered within the transaction that the first of them begins.
        const [, answer] = await Promise.all([
          client.query(text.filter(Boolean).join('; ')),
          opening.question && client.query<Record<string, unknown>>(opening.question),
        ])
        return { client, row: answer?.rows[0] }
      } catch (error) {
        client.release(error as Error)
        if (!isUnavailable(error) || attempt > 3) throw error
      }
    }
  }
}

function assertUuid(text: string): void {
  if (!/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text)) throw new Error('uuid expected')
}
