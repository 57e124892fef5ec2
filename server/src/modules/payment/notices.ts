import { createHash } from 'node:crypto'
import { uuidv7 } from '@dentin/kit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { isOverdue, isUnavailable } from '../../platform/database/problems.ts'
import type { PlatformTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { Services } from '../../platform/services.ts'
import { follow } from './commands/follow.ts'
import { apply, receive, speaksOf, type Receipt, type Source } from './commands/receive.ts'
import { clinicGateway } from './desk/merchants.ts'
import { carryByNumber } from './desk/refunds.ts'
import { lockTradeByNo } from './queries.ts'
import {
  GatewayUnsure,
  NOTICE_PATHS,
  NoticeRefused,
  type Disbelief,
  type Gateway,
  type GatewayName,
} from './gateways/gateway.ts'
import { gatewayOf, rememberServer } from './gateways/index.ts'

/** No notification of a gateway is nearly as long. */
const MAX_BYTES = 64 * 1024
/** The gateway is answered after so long at most: the money is in the books then, its way to the order goes on. */
const ANSWER_MS = 2_000

/** Whoever sends us nonsense does not fill our books with it. */
const MAX_REFUSED_AN_HOUR = 1_000
const HOUR = 3_600_000

type Verdict = Receipt | Disbelief | 'closed-notice' | 'no-matter'

/** What each gateway wants to hear: understood, or try again. */
const ANSWERS: Readonly<Record<GatewayName, (reply: FastifyReply, understood: boolean, http: number) => FastifyReply>> =
  {
    alipay: (reply, understood, http) =>
      reply
        .code(http)
        .type('text/plain; charset=utf-8')
        .send(understood ? 'success' : 'fail'),
    wechat: (reply, understood, http) =>
      reply
        .code(http)
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(understood ? { code: 'SUCCESS', message: '成功' } : { code: 'FAIL', message: '失败' })),
  }

/**
 * The addresses to which gateways send their notifications. Outside the envelope: the body is taken as the bytes that were
 * signed, and the answer is in the gateway's own form.
 */
export function noticeRoutes(app: FastifyInstance, services: Services): void {
  rememberServer(services, app)
  for (const name of ['alipay', 'wechat'] as const) {
    void app.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, parsed) =>
        parsed(null, body),
      )
      scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
        const ours = !(error.statusCode && error.statusCode < 500)
        if (ours) {
          const known = error instanceof GatewayUnsure || isUnavailable(error) || isOverdue(error)
          services.log[known ? 'warn' : 'error'](
            { requestId: request.id, gateway: name, err: error },
            'notice not taken',
          )
        }
        return ANSWERS[name](reply, false, ours ? 500 : 400)
      })
      scope.post(NOTICE_PATHS[name], async (request, reply) =>
        take(services, await providers(services, name), name, request, reply),
      )
      scope.post<{ Params: Clinic }>(`${NOTICE_PATHS[name]}/:tenantId/:clinicId`, async (request, reply) =>
        take(services, await clinics(services, name, request.params), name, request, reply),
      )
      done()
    })
  }
}

interface Clinic {
  tenantId: string
  clinicId: string
}
/** Whose gateway a notification is told to, and of whose money it may speak. */
interface Told {
  gateway: Gateway
  source: Source
}

async function providers(services: Services, name: GatewayName): Promise<Told | null> {
  const gateway = await gatewayOf(services, name)
  return gateway && { gateway, source: { name, merchant: gateway.merchant } }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function clinics(services: Services, name: GatewayName, { tenantId, clinicId }: Clinic): Promise<Told | null> {
  if (!UUID.test(tenantId) || !UUID.test(clinicId)) return null
  const found = await clinicGateway(services, { tenantId, clinicId }, name)
  if (!found) return null
  const { gateway, merchantId } = found
  return { gateway, source: { name, merchant: gateway.merchant, clinic: { tenantId, clinicId, merchantId } } }
}

async function take(
  services: Services,
  told: Told | null,
  name: GatewayName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { database, log } = services
  const answer = ANSWERS[name]
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  if (!told) return answer(reply, false, 404)
  const { gateway, source } = told
  const notice = await gateway.read(raw, request.headers).catch((error: unknown) => {
    if (error instanceof NoticeRefused) return error
    throw error
  })
  const heard = { name, raw, ip: request.ip }
  if (notice instanceof NoticeRefused) {
    log.warn({ gateway: name, verdict: notice.verdict, requestId: request.id, ip: request.ip }, 'notice refused')
    await database.withPlatform((tx) => write(tx, heard, notice.verdict, null, null))
    return answer(reply, false, 400)
  }
  if (notice.state === 'refund') {
    await database.withPlatform((tx) => write(tx, heard, 'no-matter', notice.outTradeNo, null))
    if (source.clinic) await carryByNumber(services, source.clinic, notice.refundNo)
    return answer(reply, true, 200)
  }
  if (notice.state !== 'paid') {
    const verdict = notice.state === 'closed' ? 'closed-notice' : 'no-matter'
    // What became of a clinic's trade its gateway is asked: the bill waits for it.
    if (notice.state === 'closed' && source.clinic) await followByNumber(services, source, notice.outTradeNo)
    await database.withPlatform(async (tx) => {
      if (notice.state === 'closed' && !source.clinic) await closeUnpaid(tx, name, notice.outTradeNo)
      await write(tx, heard, verdict, notice.outTradeNo, null)
    })
    log.info({ gateway: name, verdict, outTradeNo: notice.outTradeNo }, 'notice')
    return answer(reply, true, 200)
  }
  const { paid } = notice
  const { receipt, tradeId } = await database
    .withPlatform(async (tx) => {
      const received = await receive(tx, services, source, paid)
      await write(tx, heard, received.receipt, paid.outTradeNo, paid.gatewayTradeNo)
      return received
    })
    .catch((error: unknown) => {
      // Two trades with one number of the gateway, at the same moment: one of them is no payment.
      if (error instanceof AppError && error.refusal === 'PAYMENT_NUMBER_USED')
        return { receipt: 'reused' as const, tradeId: null }
      throw error
    })
  log.info({ gateway: name, verdict: receipt, outTradeNo: paid.outTradeNo }, 'notice')
  if (receipt === 'taken' && tradeId) {
    const applied = apply(services, tradeId).catch((error: unknown) => {
      // The money is in the books; the queued job brings it to the order.
      log.warn({ err: error, outTradeNo: paid.outTradeNo }, 'payment not applied yet')
    })
    await Promise.race([applied, sleep(ANSWER_MS, undefined, { ref: false })])
  }
  const believed = receipt !== 'reused' && receipt !== 'foreign'
  return answer(reply, believed, believed ? 200 : 400)
}

/** Asks about the trade that a clinic's gateway speaks of, if it is its own. */
async function followByNumber(services: Services, source: Source, outTradeNo: string): Promise<void> {
  const trade = await services.database.withPlatform((tx) => lockTradeByNo(tx, source.name, outTradeNo))
  if (trade && speaksOf(source, trade)) await follow(services, trade.id).catch(() => 'open')
}

/** The gateway closed a trade that nobody paid. After a payment this says nothing (a full refund is told so). */
async function closeUnpaid(tx: PlatformTx, gateway: GatewayName, outTradeNo: string): Promise<void> {
  await tx.rows(
    sql`update gateway_trade set status = 'closed', ended_at = ${tx.realNow}
        where out_trade_no = ${outTradeNo} and gateway = ${gateway} and status = 'open'`,
  )
}

/** Keeps what was made of a notification under the hash of its bytes. The same bytes again are counted. */
async function write(
  tx: PlatformTx,
  heard: { name: GatewayName; raw: Buffer; ip: string },
  verdict: Verdict,
  outTradeNo: string | null,
  gatewayTradeNo: string | null,
): Promise<void> {
  const hash = createHash('sha256').update(heard.raw).digest('hex')
  await tx.rows(
    sql`insert into payment_notice as n (id, gateway, body_hash, verdict, last_verdict, out_trade_no, gateway_trade_no, ip, first_at, last_at)
        select ${uuidv7()}, ${heard.name}, ${hash}, ${verdict}, ${verdict}, ${outTradeNo?.slice(0, 64) ?? null},
          ${gatewayTradeNo}, ${heard.ip}, ${tx.realNow}, ${tx.realNow}
        where ${outTradeNo !== null} or (select count(*) from payment_notice
          where out_trade_no is null and last_at > ${new Date(tx.realNow.getTime() - HOUR)}) < ${MAX_REFUSED_AN_HOUR}
        on conflict (gateway, body_hash) do update
          set times = n.times + 1, last_verdict = excluded.last_verdict, last_at = excluded.last_at`,
  )
}
