import { createHash } from 'node:crypto'
import { allCalls, requestId as requestIdField, type AnyCall } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { OpenedProviderSession, OpenedSession } from '../database/database.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { TenantTx, type PlatformTx } from '../database/tx.ts'
import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import { hashToken, tokenOf } from '../security/tokens.ts'
import type { Services } from '../services.ts'
import { answerOf } from '../wiring.ts'
import type {
  AccountContext,
  ApartContext,
  ClinicContext,
  FileAnswer,
  ProviderContext,
  PublicContext,
  UploadedFile,
} from './context.ts'
import { chosenClinics, clinicContext, mustBeGranted, readerOf, resourcesOf } from './admission.ts'
import { isFromThisMachine } from './local.ts'
import { cutAfter, forWhomWaits, sayingSo } from './making.ts'
import { Turns, turnsOf } from './turns.ts'
import { receiveUpload } from './upload.ts'

/** The handler of some call: each takes the context that its own call's `allow` opens, and no other. */
export type LooseHandler = {
  answer(
    context: PublicContext | AccountContext | ClinicContext | ApartContext | ProviderContext,
    input: Record<string, unknown>,
  ): Promise<unknown>
}['answer']
/** Handlers by domain, as the composition root collects them. */
export type HandlerTree = Record<string, Record<string, LooseHandler>>

const NO_TOKEN = '0'.repeat(64)
/** How often the time of last use is written at most. */
const TOUCH_AFTER_MS = 5 * 60_000
/** The provider's sessions end when idle, so their last use is noted more closely. */
const TOUCH_PROVIDER_AFTER_MS = 60_000

/** Makes one route of each declared call. There is no other way to add one. */
export function bindCalls(app: FastifyInstance, services: Services, tree: HandlerTree): void {
  const turns = new Turns()
  for (const { name, call } of allCalls()) {
    const [domain, key] = name.split('.') as [string, string]
    const handler = tree[domain]?.[key]
    if (!handler) throw new Error(`no handler for ${name}`)
    const answer = bindCall(services, call, name, handler)
    const inTurn = (request: FastifyRequest, reply: FastifyReply) =>
      turns.take(turnsOf(call, request.body), () => answer(request, reply))
    app.route({
      method: call.method,
      url: call.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { call: name } as object,
      handler: call.turns ? inTurn : answer,
    })
  }
}

function bindCall(services: Services, call: AnyCall, name: string, handler: LooseHandler) {
  const read = readerOf(call)
  const resources = resourcesOf(call)
  const needsClinic = call.allow.kind === 'clinic' || call.allow.kind === 'resource'

  const parse = (request: FastifyRequest, body: unknown) =>
    read({ params: request.params ?? {}, query: request.query ?? {}, body })

  const present = (value: unknown): string => {
    const encoded = z.safeEncode(call.output, value)
    if (!encoded.success) {
      throw new Error(
        `${name}: the answer does not fit its schema: ${z.prettifyError(encoded.error as z.ZodError).slice(0, 600)}`,
      )
    }
    return JSON.stringify(encoded.data ?? null)
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const cookies: string[] = []
    const base = {
      ip: request.ip,
      isLocal: isFromThisMachine(request, services.config),
      userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
      requestId: request.id,
      services,
      making: forWhomWaits(call, services.config),
      setCookie: (cookie: string, value: string | null, maxAge = 0) =>
        void cookies.push(
          `${cookie}=${value ?? ''}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${value === null ? 0 : maxAge}${services.config.isProduction ? '; Secure' : ''}`,
        ),
    }
    let upload: UploadedFile | undefined
    let body: unknown = request.body
    let lastSeenAt = null as Date | null

    if (call.method === 'GET' && call.effect === 'write' && call.allow.kind !== 'public') refuseForeignSite(request)

    if (call.allow.kind === 'public') {
      const input = parse(request, body)
      const actor = {
        sessionId: null,
        accountId: null,
        employeeId: null,
        name: '',
        ip: request.ip,
        requestId: request.id,
      }
      const value = await handler({ ...base, actor, now: services.clock.now() }, input)
      return call.answer === 'file' ? sendFile(reply, value as FileAnswer) : send(reply, present(value), cookies)
    }

    const token = tokenOf(request.headers.authorization)
    const question = {
      tokenHash: token ? hashToken(token) : NO_TOKEN,
      resources,
      scope: call.scope,
      readOnly: call.effect === 'read',
      ip: request.ip,
      requestId: request.id,
      slow: call.slow ? whenGone(reply) : undefined,
    }
    if (!token) throw new AppError('UNAUTHENTICATED')
    if ('apart' in call.allow && call.allow.apart) {
      const context = await services.database.withSession({ ...question, readOnly: true }, async (tx, session) => {
        admit(call, tx, session, request)
        return apartContext(call, base, tx as TenantTx, session as OpenedSession)
      })
      const value = await handler(context, parse(request, body))
      return call.answer === 'file' ? sendFile(reply, value as FileAnswer) : send(reply, present(value), cookies)
    }
    try {
      if (call.upload) {
        // Who may send is settled before the first byte is read, and no connection is held while the file arrives.
        const first = { ...question, readOnly: true }
        if (call.allow.kind === 'provider')
          await services.database.withProvider(first, async (tx, session) => admitProvider(call, tx, session))
        else await services.database.withSession(first, async (tx, session) => admit(call, tx, session, request))
        const incoming = await receiveUpload(request, call.upload, services)
        upload = incoming.file
        body = incoming.fields
      }
      const answer = async (
        context: AccountContext | ClinicContext | ProviderContext,
        ledger: Ledger | null,
      ): Promise<string | FileAnswer> => {
        const input: Record<string, unknown> = { ...parse(request, body), ...(upload ? { file: upload } : {}) }
        if (call.idempotent && ledger) {
          const first = await claim(context.tx, ledger, name, input)
          if (first !== null) return first
          const text = present(await handler(context, input))
          keepAnswer(context.tx, ledger, input, text)
          return text
        }
        const value = await handler(context, input)
        return call.answer === 'file' ? (value as FileAnswer) : present(value)
      }
      const outcome =
        call.allow.kind === 'provider'
          ? await services.database.withProvider(question, async (tx, session) => {
              admitProvider(call, tx, session)
              const open = session as OpenedProviderSession
              lastSeenAt = open.lastSeenAt
              return answer(providerContext(base, tx as PlatformTx, open), {
                table: 'provider_request',
                owner: 'account_id',
                id: open.providerId,
              })
            })
          : await services.database.withSession(question, async (tx, session) => {
              admit(call, tx, session, request)
              const open = session as OpenedSession
              lastSeenAt = open.lastSeenAt
              const context = needsClinic
                ? clinicContext(call, base, tx as TenantTx, open, await chosenClinics(tx as TenantTx, open))
                : accountContext(base, tx as PlatformTx, open)
              return answer(
                context,
                tx instanceof TenantTx ? { table: 'idempotency', owner: 'tenant_id', id: tx.tenantId } : null,
              )
            })
      if (lastSeenAt) touch(services, call.allow.kind, question.tokenHash, lastSeenAt)
      if (typeof outcome === 'string') return send(reply, outcome, cookies)
      const most = services.config.EXPORT_DIRECT_SECONDS * 1000
      return sendFile(reply, call.exported ? cutAfter(outcome, most - reply.elapsedTime) : outcome)
    } catch (error) {
      throw sayingSo(call, error)
    } finally {
      await upload?.discard?.()
    }
  }
}

/** Raised when whoever asked has gone before the answer. */
function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}

/** The checks that stand before every handler: a live token, the clinic the screen thinks it is in, a clinic at all, the grant. */
function admit(call: AnyCall, tx: PlatformTx | null, session: OpenedSession | null, request: FastifyRequest): void {
  if (!tx || !session) throw new AppError('UNAUTHENTICATED')
  const believed = request.headers['x-clinic-id']
  if (
    typeof believed === 'string' &&
    believed !== '' &&
    session.clinicId &&
    believed.toLowerCase() !== session.clinicId
  )
    throw new AppError('CLINIC_CHANGED')
  if (call.allow.kind === 'account') return
  if (!session.tenantId || !session.clinicId || !session.employeeId) throw new AppError('NO_CLINIC')
  mustBeGranted(call, session.granted)
}

/** The same for the provider's own staff: a live token of theirs and a role that may. */
function admitProvider(call: AnyCall, tx: PlatformTx | null, session: OpenedProviderSession | null): void {
  if (!tx || !session) throw new AppError('UNAUTHENTICATED')
  if (call.allow.kind !== 'provider' || !call.allow.roles.includes(session.role)) throw new AppError('FORBIDDEN')
}

function providerContext(
  base: Omit<ProviderContext, 'tx' | 'now' | 'providerId' | 'providerName' | 'role' | 'sessionId'>,
  tx: PlatformTx,
  session: OpenedProviderSession,
): ProviderContext {
  return {
    ...base,
    tx,
    now: tx.now,
    providerId: session.providerId,
    providerName: session.name,
    role: session.role,
    sessionId: session.sessionId,
  }
}

function apartContext(
  call: AnyCall,
  base: Parameters<typeof clinicContext>[1],
  opened: TenantTx,
  session: OpenedSession,
): ApartContext {
  const { tx: _ended, ...context } = clinicContext(call, base, opened, session)
  const { database } = base.services
  const { tenantId, clinicId } = context
  return { ...context, open: (work) => database.withTenant(tenantId, clinicId, work, opened.actor, call.scope) }
}

function accountContext(
  base: Omit<AccountContext, 'tx' | 'now' | 'accountId' | 'sessionId' | 'clinic'>,
  tx: PlatformTx,
  session: OpenedSession,
): AccountContext {
  return {
    ...base,
    tx,
    now: tx.now,
    accountId: session.accountId,
    sessionId: session.sessionId,
    clinic:
      tx instanceof TenantTx && session.tenantId && session.clinicId && session.employeeId
        ? { tx, tenantId: session.tenantId, clinicId: session.clinicId, employeeId: session.employeeId }
        : null,
  }
}

/** Where used request ids are kept: a tenant's own, and those of each of the provider's staff. */
interface Ledger {
  table: 'idempotency' | 'provider_request'
  owner: 'tenant_id' | 'account_id'
  id: string
}

/** Takes a request id for this transaction. Gives the first answer when it was used before for the same thing. */
async function claim(
  tx: PlatformTx,
  { table, owner, id }: Ledger,
  call: string,
  input: Record<string, unknown>,
): Promise<string | null> {
  const requestId = requestIdField.parse(input.requestId)
  const { file: _file, ...fields } = input
  const inputHash = createHash('sha256').update(JSON.stringify(fields)).digest('hex')
  const mine = await tx.row(
    keptSql`insert into ${sql.table(table)} (${sql.ref(owner)}, request_id, call, input_hash, created_at)
        values (${id}, ${requestId}, ${call}, ${inputHash}, ${tx.now}) on conflict do nothing returning request_id`,
  )
  if (mine) return null
  const first = await tx.need<{ call: string; input_hash: string; response: unknown }>(
    keptSql`select call, input_hash, response from ${sql.table(table)} where ${sql.ref(owner)} = ${id} and request_id = ${requestId}`,
  )
  if (first.call !== call || first.input_hash !== inputHash) throw new AppError('REQUEST_ID_REUSED')
  return JSON.stringify(first.response)
}

/** Keeps the first answer beside its request id. */
function keepAnswer(tx: PlatformTx, { table, owner, id }: Ledger, input: Record<string, unknown>, text: string): void {
  tx.send(
    keptSql`update ${sql.table(table)} set response = ${text}::jsonb where ${sql.ref(owner)} = ${id} and request_id = ${input.requestId}`,
  )
}

/** A state-changing GET is only taken from our own pages or from a program, never from a foreign site or a prefetch. */
function refuseForeignSite(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  const purpose = `${String(request.headers['sec-purpose'] ?? '')}${String(request.headers['purpose'] ?? '')}`
  if ((site && site !== 'same-origin' && site !== 'none') || purpose.includes('prefetch'))
    throw new AppError('FORBIDDEN')
}

function send(reply: FastifyReply, data: string, cookies: string[]): FastifyReply {
  if (cookies.length > 0) void reply.header('set-cookie', cookies)
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .send(`{"code":0,"data":${data},"message":"成功"}`)
}

function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  return reply
    .header('content-type', file.type)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .send(file.stream)
}

/** Sessions are touched now and then, beside the answer, so that reading stays read-only and nobody waits for it. */
function touch(services: Services, kind: AnyCall['allow']['kind'], tokenHash: string, lastSeenAt: Date): void {
  const [whose, afterMs] =
    kind === 'provider' ? (['provider', TOUCH_PROVIDER_AFTER_MS] as const) : (['clinic', TOUCH_AFTER_MS] as const)
  // The moment of the request, not of the writing, which comes after the answer.
  const seenAt = services.clock.realNow()
  if (seenAt.getTime() - lastSeenAt.getTime() < afterMs) return
  services.database
    .withPlatform((tx) => answerOf(tx, 'platform', ({ sessionSeen }) => sessionSeen?.[whose])(tx, tokenHash, seenAt))
    .catch((error: unknown) => services.log.warn({ err: error, whose }, 'session not touched'))
}

export const newRequestId = (): string => uuidv7()
