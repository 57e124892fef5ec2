import { createHash } from 'node:crypto'
import { uuidv7 } from '@dentin/kit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { isOverdue, isUnavailable } from '../../platform/database/problems.ts'
import type { PlatformTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { Services } from '../../platform/services.ts'
import { apply, receive, type Receipt } from './commands/receive.ts'
import { GatewayUnsure, NOTICE_PATHS, NoticeRefused, type Disbelief, type GatewayName } from './gateways/gateway.ts'
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
      scope.post(NOTICE_PATHS[name], (request, reply) => take(services, name, request, reply))
      done()
    })
  }
}

async function take(
  services: Services,
  name: GatewayName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { database, log } = services
  const answer = ANSWERS[name]
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const gateway = await gatewayOf(services, name)
  if (!gateway) return answer(reply, false, 404)
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
  if (notice.state !== 'paid') {
    const verdict = notice.state === 'closed' ? 'closed-notice' : 'no-matter'
    await database.withPlatform(async (tx) => {
      if (notice.state === 'closed') await closeUnpaid(tx, name, notice.outTradeNo)
      await write(tx, heard, verdict, notice.outTradeNo, null)
    })
    log.info({ gateway: name, verdict, outTradeNo: notice.outTradeNo }, 'notice')
    return answer(reply, true, 200)
  }
  const { paid } = notice
  const { receipt, tradeId } = await database
    .withPlatform(async (tx) => {
      const received = await receive(tx, services, gateway, paid)
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
  return answer(reply, receipt !== 'reused', receipt === 'reused' ? 400 : 200)
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
