import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { TenantTx } from '../database/tx.ts'
import { AppError } from '../errors.ts'
import { hashToken, tokenOf } from '../security/tokens.ts'
import type { Services } from '../services.ts'
import type { LiveEvent } from './hub.ts'

/** A stream hears a topic only when one of its person's posts grants one of these. No entry: everybody in the clinic. */
export type TopicGrants = Partial<Record<string, readonly string[]>>

const HEARTBEAT_MS = 15_000
/** A row made before another may commit after it; a resumed stream reaches back so far. */
const OVERLAP_MS = 10_000
const MAX_STREAMS = 2_000

/**
 * `GET /platform-api/events`: server-sent events of the session's clinic. Resumes after `Last-Event-ID`; each heartbeat
 * checks that the session is still alive and in the same clinic, and reads its grants anew.
 */
export function eventStream(app: FastifyInstance, services: Services, grants: TopicGrants): void {
  const resources = [...new Set(Object.values(grants).flatMap((each) => each ?? []))]
  app.get('/platform-api/events', async (request, reply) => {
    const token = tokenOf(request.headers.authorization)
    if (!token) throw new AppError('UNAUTHENTICATED')
    if (services.events.streams >= MAX_STREAMS) throw new AppError('BUSY')
    const question = { tokenHash: hashToken(token), resources, scope: 'own' as const, readOnly: true, ip: request.ip, requestId: request.id }
    const look = (since: string | null) =>
      services.database.withSession(question, async (tx, session) => {
        if (!(tx instanceof TenantTx) || !session?.clinicId) return null
        const missed = since
          ? await tx.rows<LiveEvent>(
              sql`select id, tenant_id as "tenantId", clinic_id as "clinicId", topic, ref_id as "refId" from event
                  where tenant_id = ${tx.tenantId} and clinic_id = ${session.clinicId} and id >= ${since}::uuid order by id limit 500`,
            )
          : []
        return { session, clinicId: session.clinicId as string, missed }
      })
    const lastId = request.headers['last-event-id']
    const opened = await look(typeof lastId === 'string' ? reachBack(lastId) : null)
    if (!opened) throw new AppError('UNAUTHENTICATED')
    let granted = opened.session.granted
    let last = typeof lastId === 'string' ? lastId : null

    reply.hijack()
    const out = reply.raw
    out.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'keep-alive',
    })
    const tell = (event: LiveEvent) => {
      const needed = grants[event.topic]
      if (needed && !needed.some((each) => each in granted)) return
      last = event.id
      out.write(`id: ${event.id}\nevent: ${event.topic}\ndata: ${JSON.stringify({ refId: event.refId })}\n\n`)
    }
    const close = (reason: string) => {
      stop()
      if (!out.writableEnded) out.end(`event: closed\ndata: ${JSON.stringify({ reason })}\n\n`)
    }
    const refresh = async () => {
      const now = await look(last ? reachBack(last) : null).catch(() => undefined)
      if (now === undefined) return
      if (now === null || now.clinicId !== opened.clinicId) return close('session')
      granted = now.session.granted
      for (const event of now.missed) if (!last || event.id > last) tell(event)
    }
    const unsubscribe = services.events.subscribe(opened.clinicId, tell, () => void refresh())
    const heartbeat = setInterval(() => {
      out.write(': alive\n\n')
      void refresh()
    }, HEARTBEAT_MS)
    function stop() {
      clearInterval(heartbeat)
      unsubscribe()
      openStreams.delete(close)
    }
    openStreams.add(close)
    request.raw.on('close', stop)
    out.write(`retry: 1000\nevent: open\ndata: {}\n\n`)
    for (const event of opened.missed) tell(event)
    return reply
  })
}

const openStreams = new Set<(reason: string) => void>()
/** Ends all streams, so that a stopping server is not held up by them. */
export function closeStreams(): void {
  for (const close of openStreams) close('stopping')
}

/** A UUIDv7 whose time lies a little before the given one; the lowest one of that moment. */
function reachBack(id: string): string | null {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(id)) return null
  const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) - OVERLAP_MS
  const hex = Math.max(0, at).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`
}
