import { today } from '@dentin/kit'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import type { RouteOptions } from '../../platform/module.ts'
import { beginEvents } from '../../platform/push/sse.ts'
import { newToken } from '../../platform/security/tokens.ts'
import type { Services } from '../../platform/services.ts'
import { clinicSettings } from '../clinic/index.ts'
import { wholeClinic } from '../staff/index.ts'
import { registrationsOfDay } from './queries.ts'
import { maskName, waitingOrder } from './rules.ts'

const HEARTBEAT_MS = 15_000
/** Televisions and phones of one clinic; more is not a waiting room. */
const SCREENS_PER_CLINIC = 20
const CLOSED = { key: null, setName: '', setTime: null }

interface Link {
  key: string | null
  setName: string
  setTime: Date | null
}

/** The link of the clinic's screen; without a key while it is closed. */
export async function queueLink({ tx, clinicId }: ClinicContext): Promise<Link> {
  const row = await tx.row<Link>(
    sql`select q.key, q.set_name as "setName", q.set_at as "setTime" from queue_screen q
        where q.clinic_id = ${clinicId} and q.tenant_id = ${tx.tenantId}`,
  )
  return row ?? CLOSED
}

/** Opens the screen with a new link, or closes it; a link that was given out before shows nothing any more. */
export async function setQueueLink(context: ClinicContext, { open }: { open: boolean }): Promise<Link> {
  const { tx, clinicId, now, actorName } = context
  await tx.rows(
    keptSql`insert into queue_screen as q (clinic_id, tenant_id, key, set_name, set_at)
        values (${clinicId}, ${tx.tenantId}, ${open ? newToken() : null}, ${actorName}, ${now})
        on conflict (clinic_id) do update set key = excluded.key, set_name = excluded.set_name, set_at = excluded.set_at
        returning q.clinic_id`,
  )
  await tx.note(open ? 'open' : 'close', 'queue_screen', clinicId, { reason: open ? '开通候诊屏' : '停用候诊屏' })
  // Whoever looks at the old link is told so at once.
  tx.publish('reception', null, clinicId)
  return queueLink(context)
}

/** Runs a read in the clinic that a key opens. @throws AppError QUEUE_CLOSED no such link, or no longer */
async function behind<T>(
  { database }: Services,
  key: string,
  work: (tx: TenantTx, clinicId: string) => Promise<T>,
): Promise<T> {
  return database.withPlatform(async (tx) => {
    const place = await tx.row<{ tenantId: string; clinicId: string }>(
      sql`select q.tenant_id as "tenantId", q.clinic_id as "clinicId" from queue_screen q where q.key = ${key}`,
    )
    if (!place) throw new AppError('QUEUE_CLOSED')
    return work(await tx.enter(place.tenantId, place.clinicId), place.clinicId)
  })
}

/** What the screen shows. */
export function queueScreen(services: Services, key: string) {
  return behind(services, key, async (tx, clinicId) => {
    const place = await tx.need<{ name: string }>(
      keptSql`select c.name from clinic c where c.tenant_id = ${tx.tenantId} and c.id = ${clinicId}`,
    )
    const { lateMinutes } = await clinicSettings(tx, clinicId)
    const waiting = {
      clinicId,
      date: today(tx.now),
      doctorId: null,
      statuses: [1, 2],
      reach: wholeClinic({ tenantId: tx.tenantId, clinicId }),
      amounts: false,
    } as const
    const cards = waitingOrder(await registrationsOfDay(tx, waiting, lateMinutes))
    const rooms = await tx.rows<{ id: string; room: string }>(
      keptSql`select ec.employee_id as id, coalesce(nullif(c.room, ''), c.name) as room from employee_clinic ec
          join chair c on c.tenant_id = ${tx.tenantId} and c.id = ec.chair_id
          where ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId}`,
    )
    const roomOf = new Map(rooms.map(({ id, room }) => [id, room]))
    const turns = cards.map(({ doctorId, doctorName, queueNo, name, callTime, status }) => ({
      status,
      turn: { doctorId, doctorName, queueNo, name: maskName(name), room: roomOf.get(doctorId) ?? '', callTime },
    }))
    const of = (status: number) => turns.filter((each) => each.status === status).map(({ turn }) => turn)
    const inLine = of(1)
    const doctors = new Map(inLine.map(({ doctorId, doctorName }) => [doctorId, doctorName]))
    return {
      clinicName: place.name,
      now: tx.now,
      called: of(2).sort((a, b) => (b.callTime?.getTime() ?? 0) - (a.callTime?.getTime() ?? 0)),
      queues: [...doctors].map(([doctorId, doctorName]) => ({
        doctorId,
        doctorName,
        room: roomOf.get(doctorId) ?? '',
        waiting: inLine.filter((each) => each.doctorId === doctorId),
      })),
    }
  })
}

/**
 * `GET /platform-api/queue-events`: tells a waiting-room screen that it should look again. The key travels in a header; the
 * stream says nothing but that something changed, and ends when the link is closed or renewed.
 */
export function queueRoutes(
  app: FastifyInstance,
  services: Services,
  { heartbeatMs = HEARTBEAT_MS }: RouteOptions,
): void {
  const open = new Map<string, Set<() => void>>()
  app.addHook('preClose', async () => {
    for (const each of open.values()) for (const close of each) close()
  })
  app.get('/platform-api/queue-events', async (request, reply) => {
    const key = String(request.headers['x-queue-key'] ?? '')
    const clinicId = await behind(services, key, async (_tx, id) => id)
    const screens = open.get(clinicId) ?? new Set()
    if (screens.size >= SCREENS_PER_CLINIC) throw new AppError('BUSY')
    open.set(clinicId, screens)
    const out = beginEvents(reply)
    const tell = () => void out.write('event: changed\ndata: {}\n\n')
    const stop = () => {
      clearInterval(heartbeat)
      unsubscribe()
      screens.delete(close)
      if (screens.size === 0) open.delete(clinicId)
    }
    const close = () => {
      stop()
      if (!out.writableEnded) out.end('event: closed\ndata: {}\n\n')
    }
    const unsubscribe = services.events.subscribe(clinicId, (event) => event.topic === 'reception' && tell(), tell)
    const heartbeat = setInterval(() => {
      out.write(': alive\n\n')
      // A link that was closed meanwhile ends; a database that is away for a moment does not.
      behind(services, key, async () => undefined).catch((error: unknown) => {
        if (error instanceof AppError && error.refusal === 'QUEUE_CLOSED') close()
      })
    }, heartbeatMs)
    screens.add(close)
    request.raw.on('close', stop)
    tell()
    return reply
  })
}
