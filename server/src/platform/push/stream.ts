import { uuidv7 } from '@dentin/kit'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { TenantTx } from '../database/tx.ts'
import { AppError } from '../errors.ts'
import { hashToken, tokenOf } from '../security/tokens.ts'
import type { Services } from '../services.ts'
import type { LiveEvent } from './hub.ts'
import { beginEvents } from './sse.ts'

/** A stream hears a topic only when one of its person's posts grants one of these, or everybody in the clinic does. */
export type TopicGrants = Record<string, readonly string[] | 'everybody'>

/** How often a stream says that it is alive and looks whether its session still is. */
const HEARTBEAT_MS = 15_000
/** A row made before another may commit after it; every look back reaches so far behind the last one. */
const OVERLAP_MS = 10_000
/** Events are kept for an hour (maintenance); who was away for longer cannot be told what was missed. */
const KEPT_MS = 55 * 60_000
const MISSED_LIMIT = 500
const MAX_STREAMS = 2_000
/** A clinic has no more of them, so that none takes the places of the others. */
const MAX_OF_CLINIC = 200
/** Tabs of one sign-in; with one more the oldest stream ends. */
const MAX_OF_SESSION = 10
/** A reader that lets so many bytes pile up is not reading. */
const MAX_UNREAD_BYTES = 256 * 1024

/**
 * `GET /platform-api/events`: server-sent events of the session's clinic. Every event and heartbeat carries an id to
 * resume from with `Last-Event-ID`; `resync` says that too much was missed and everything should be read again. Each
 * heartbeat checks that the session is still alive and in the same clinic, and reads its grants anew.
 */
export function eventStream(
  app: FastifyInstance,
  services: Services,
  grants: TopicGrants,
  heartbeatMs = HEARTBEAT_MS,
): void {
  const resources = [...new Set(Object.values(grants).flatMap((each) => (each === 'everybody' ? [] : each)))]
  const open = new Set<(reason: string) => void>()
  const ofClinic = new Shelf()
  const ofSession = new Shelf()
  let stopping = false
  // A stopping server is not held up by its streams.
  app.addHook('preClose', async () => {
    stopping = true
    for (const close of open) close('stopping')
  })

  app.get('/platform-api/events', async (request, reply) => {
    const token = tokenOf(request.headers.authorization)
    if (!token) throw new AppError('UNAUTHENTICATED')
    if (stopping || services.events.streams >= MAX_STREAMS) throw new AppError('BUSY')
    const question = {
      tokenHash: hashToken(token),
      resources,
      scope: 'own' as const,
      readOnly: true,
      ip: request.ip,
      requestId: request.id,
    }
    /** The session as it is now, with the events of its clinic since an id; null when it has ended. */
    const look = (since: string | null) =>
      services.database.withSession(question, async (tx, session) => {
        if (!(tx instanceof TenantTx) || !session?.clinicId) return null
        const missed = since
          ? await tx.rows<LiveEvent>(
              sql`select id, tenant_id as "tenantId", clinic_id as "clinicId", topic, ref_id as "refId" from event
                  where tenant_id = ${tx.tenantId} and clinic_id = ${session.clinicId} and id >= ${since}::uuid
                  order by id limit ${MISSED_LIMIT}`,
            )
          : []
        return {
          sessionId: session.sessionId,
          clinicId: session.clinicId as string,
          employeeId: session.employeeId,
          granted: session.granted,
          missed,
        }
      })

    const began = uuidv7()
    const opened = await look(null)
    if (!opened) throw new AppError('UNAUTHENTICATED')
    if (stopping) throw new AppError('BUSY')
    if (ofSession.count(opened.sessionId) >= MAX_OF_SESSION) ofSession.oldest(opened.sessionId)?.('replaced')
    if (ofClinic.count(opened.clinicId) >= MAX_OF_CLINIC) throw new AppError('BUSY')
    let { granted } = opened
    const lastId = request.headers['last-event-id']
    const resumable = typeof lastId === 'string' && momentOf(lastId) >= momentOf(began) - KEPT_MS
    /** Everything up to here has been told, but for what commits late. */
    let last = resumable ? lastId : began
    const told = new Set<string>()

    const out = beginEvents(reply)
    const write = (text: string) => {
      if (out.writableLength > MAX_UNREAD_BYTES) out.destroy()
      else out.write(text)
    }
    const tell = (event: LiveEvent) => {
      if (told.has(event.id)) return
      told.add(event.id)
      if (event.id > last) last = event.id
      // Something about this person's session: whether it lives and what it may hear is settled before anything else is told.
      if (event.topic === 'session' && (event.refId === null || event.refId === opened.employeeId)) void catchUp()
      const needed = grants[event.topic]
      if (needed !== 'everybody' && !needed?.some((each) => each in granted)) return
      write(`id: ${event.id}\nevent: ${event.topic}\ndata: ${JSON.stringify({ refId: event.refId })}\n\n`)
    }
    const resync = () => write('event: resync\ndata: {}\n\n')
    let stopped = false
    const stop = () => {
      stopped = true
      clearInterval(heartbeat)
      unsubscribe()
      forgetSession()
      open.delete(close)
      ofClinic.remove(opened.clinicId, close)
      ofSession.remove(opened.sessionId, close)
    }
    const close = (reason: string) => {
      stop()
      if (!out.writableEnded) out.end(`event: closed\ndata: ${JSON.stringify({ reason })}\n\n`)
    }

    const catchUpOnce = async () => {
      const at = uuidv7()
      const now = await look(reachBack(last)).catch(() => undefined)
      // While the database is away the stream stays as it is.
      if (now === undefined || stopped) return
      if (now === null || now.clinicId !== opened.clinicId) return close('session')
      granted = now.granted
      for (const event of now.missed) tell(event)
      if (now.missed.length === MISSED_LIMIT) resync()
      if (at > last) last = at
      const forgotten = reachBack(last)
      for (const id of told) if (id < forgotten) told.delete(id)
      write(`id: ${last}\n\n`)
    }
    let running = false
    let again = false
    const catchUp = async () => {
      again = true
      if (running) return
      running = true
      while (again && !stopped) {
        again = false
        await catchUpOnce()
      }
      running = false
    }

    const unsubscribe = services.events.subscribe(opened.clinicId, tell, () => void catchUp())
    const forgetSession = services.events.onSessionEnd(opened.sessionId, () => close('session'))
    const heartbeat = setInterval(() => {
      write(': alive\n\n')
      if (!running) void catchUp()
    }, heartbeatMs)
    open.add(close)
    ofClinic.add(opened.clinicId, close)
    ofSession.add(opened.sessionId, close)
    request.raw.on('close', stop)
    write(`id: ${last}\nretry: 1000\nevent: open\ndata: {}\n\n`)
    if (lastId !== undefined && !resumable) resync()
    // What was missed since the last id, and what was committed while the stream was being opened.
    await catchUp()
    return reply
  })
}

/** Open streams by what they belong to, the oldest first. */
class Shelf {
  readonly #sets = new Map<string, Set<(reason: string) => void>>()

  count(key: string): number {
    return this.#sets.get(key)?.size ?? 0
  }

  oldest(key: string): ((reason: string) => void) | undefined {
    return this.#sets.get(key)?.values().next().value
  }

  add(key: string, close: (reason: string) => void): void {
    this.#sets.set(key, (this.#sets.get(key) ?? new Set()).add(close))
  }

  remove(key: string, close: (reason: string) => void): void {
    const set = this.#sets.get(key)
    set?.delete(close)
    if (set?.size === 0) this.#sets.delete(key)
  }
}

/** The moment in a UUIDv7, in milliseconds since 1970; NaN for any other text. */
function momentOf(id: string): number {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(id)) return Number.NaN
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** The lowest UUIDv7 of a moment a little before that of the given one. */
function reachBack(id: string): string {
  const hex = Math.max(0, momentOf(id) - OVERLAP_MS)
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`
}
