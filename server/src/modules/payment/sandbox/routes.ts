import { createSign, createVerify } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fen, fenToYuan, formatDateTime, parseDateTime, yuanToFen } from '@dentin/kit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keptSql } from '../../../platform/database/plans.ts'
import type { Services } from '../../../platform/services.ts'
import { byCode, byNumber, decide, enter, type SandboxTrade } from './books.ts'
import { carryOut, enterRefund, refundByNumber, type SandboxRefund } from './refunds.ts'
import { alipayText, deliver, signedNotice, wechatSignature, wechatTransaction } from './notices.ts'
import { cashierPage, missingPage } from './pages.ts'
import {
  SANDBOX,
  SANDBOX_ALIPAY_APP,
  SANDBOX_MERCHANT,
  SANDBOX_MERCHANT_SERIAL,
  SANDBOX_WECHAT_APP,
  sandboxKey,
} from './settings.ts'

/**
 * The sandbox gateway: plays Alipay and WeChat Pay on this server while none is configured. It checks the signatures of our
 * requests and signs its answers and notifications with keys of its own; the product reaches it as it would the real ones.
 * No money moves, and every page of it says so.
 * @param webRoot folder of the built web app, whose Chinese face the cashier borrows where the system has none
 */
export function sandboxRoutes(app: FastifyInstance, services: Services, webRoot?: string): void {
  if (services.config.isProduction) throw new Error('the sandbox gateway does not exist in production')
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 64 * 1024 }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    alipayRoutes(scope, services)
    wechatRoutes(scope, services)
    cashierRoutes(scope, services, chineseFace(webRoot))
    done()
  })
}

const textOf = (request: FastifyRequest): string => (typeof request.body === 'string' ? request.body : '')
/** How a patient's code plays: …01 is no good any more, …02 has no money, …03 asks for the password; any other pays. */
const playOf = (authCode: string): 'expired' | 'poor' | 'asks' | 'pays' =>
  authCode.endsWith('01') ? 'expired' : authCode.endsWith('02') ? 'poor' : authCode.endsWith('03') ? 'asks' : 'pays'
const pageOf = (trade: SandboxTrade): string => `${SANDBOX}/cashier/${trade.code}`

function alipayRoutes(scope: FastifyInstance, { database, clock, config }: Services): void {
  const originOf = (request: FastifyRequest) => config.PUBLIC_ORIGIN?.replace(/\/$/, '') ?? `http://${request.host}`
  /** The fields of a request, when our app's key signed them. */
  const fieldsOf = async (request: FastifyRequest): Promise<Record<string, string> | null> => {
    const query = new URLSearchParams(request.url.split('?')[1] ?? '')
    const { sign = '', ...fields } = Object.fromEntries([...query, ...new URLSearchParams(textOf(request))])
    const { publicKey } = await sandboxKey(database, 'alipay-app')
    const right = createVerify('RSA-SHA256').update(alipayText(fields)).verify(publicKey, sign, 'base64')
    return right && fields.app_id === SANDBOX_ALIPAY_APP ? fields : null
  }

  scope.get(`${SANDBOX}/alipay/gateway.do`, async (request, reply) => {
    const fields = await fieldsOf(request)
    if (!fields || fields.method !== 'alipay.trade.page.pay')
      return html(reply.code(400), missingPage('签名不正确', null))
    const content = JSON.parse(fields.biz_content ?? '{}') as Record<string, string>
    const trade = await database.withPlatform((tx) =>
      enter(tx, {
        gateway: 'alipay',
        appId: SANDBOX_ALIPAY_APP,
        outTradeNo: content.out_trade_no as string,
        title: content.subject as string,
        amount: yuanToFen(content.total_amount as string),
        notifyUrl: fields.notify_url as string,
        returnUrl: fields.return_url ?? null,
        expiresAt: parseDateTime(content.time_expire as string),
      }),
    )
    return reply.redirect(pageOf(trade), 303)
  })

  scope.post(`${SANDBOX}/alipay/gateway.do`, async (request, reply) => {
    const fields = await fieldsOf(request)
    const method = fields?.method ?? ''
    const answer = fields
      ? await alipayAnswer(method, JSON.parse(fields.biz_content ?? '{}') as Record<string, string>, {
          origin: originOf(request),
          notifyUrl: fields.notify_url ?? '',
        })
      : { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature', sub_msg: '验签出错' }
    const name = fields ? `${method.replaceAll('.', '_')}_response` : 'error_response'
    const text = JSON.stringify(answer)
    const { privateKey } = await sandboxKey(database, 'alipay')
    const sign = createSign('RSA-SHA256').update(text).sign(privateKey, 'base64')
    return reply.type('application/json; charset=utf-8').send(`{"${name}":${text},"sign":"${sign}"}`)
  })

  async function alipayAnswer(
    method: string,
    content: Record<string, string>,
    { origin, notifyUrl }: { origin: string; notifyUrl: string },
  ): Promise<Record<string, string | undefined>> {
    return database.withPlatform(async (tx) => {
      const refusal = (sub_code: string) => ({ code: '40004', msg: 'Business Failed', sub_code, sub_msg: sub_code })
      const play = playOf(content.auth_code ?? '')
      if (method === 'alipay.trade.pay' && play === 'expired') return refusal('ACQ.PAYMENT_AUTH_CODE_INVALID')
      if (method === 'alipay.trade.pay' && play === 'poor')
        return { ...refusal('ACQ.BUYER_BALANCE_NOT_ENOUGH'), sub_msg: '买家余额不足' }
      const begins = method === 'alipay.trade.pay' || method === 'alipay.trade.precreate'
      const trade = begins
        ? await enter(tx, {
            gateway: 'alipay',
            appId: SANDBOX_ALIPAY_APP,
            outTradeNo: content.out_trade_no as string,
            title: content.subject as string,
            amount: yuanToFen(content.total_amount as string),
            notifyUrl,
            returnUrl: null,
            expiresAt: parseDateTime(content.time_expire as string),
          })
        : await byNumber(tx, 'alipay', content.out_trade_no ?? '')
      if (method === 'alipay.trade.cancel' && !trade)
        return {
          code: '10000',
          msg: 'Success',
          out_trade_no: content.out_trade_no ?? '',
          retry_flag: 'N',
          action: 'close',
        }
      if (!trade) return refusal('ACQ.TRADE_NOT_EXIST')
      const success = { code: '10000', msg: 'Success', out_trade_no: trade.outTradeNo, trade_no: trade.tradeNo }
      if (method === 'alipay.trade.precreate') return { ...success, qr_code: `${origin}${pageOf(trade)}` }
      if (method === 'alipay.trade.pay') {
        if (play === 'asks') return { ...success, code: '10003', msg: 'order success pay inprocess' }
        const paid = (await decide(tx, trade, 'paid')) ?? trade
        if (paid.status !== 'paid') return refusal('ACQ.TRADE_HAS_CLOSE')
        return {
          ...success,
          total_amount: fenToYuan(paid.amount),
          gmt_payment: formatDateTime(paid.paidAt ?? clock.realNow()),
        }
      }
      if (method === 'alipay.trade.cancel') {
        const closed = await decide(tx, trade, 'closed')
        if (!closed && trade.status === 'paid')
          await tx.rows(
            keptSql`update sandbox_trade set status = 'closed' where gateway = 'alipay' and out_trade_no = ${trade.outTradeNo}`,
          )
        return { ...success, retry_flag: 'N', action: closed ? 'close' : 'refund' }
      }
      if (method === 'alipay.trade.refund') {
        const wanted = {
          refundNo: content.out_request_no as string,
          amount: yuanToFen(content.refund_amount as string),
          notifyUrl,
        }
        const known = await refundByNumber(tx, 'alipay', wanted.refundNo)
        const refund = await enterRefund(tx, trade, wanted)
        if (typeof refund === 'string')
          return refusal(refund === 'not-paid' ? 'ACQ.TRADE_STATUS_ERROR' : 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL')
        const done = await carryOut(tx, refund)
        if (done.status === 'failed') return { ...refusal('ACQ.SELLER_BALANCE_NOT_ENOUGH'), sub_msg: '卖家余额不足' }
        return {
          ...success,
          fund_change: done.status === 'done' && !known ? 'Y' : 'N',
          refund_fee: fenToYuan(done.amount),
        }
      }
      if (method === 'alipay.trade.fastpay.refund.query') {
        const refund = await refundByNumber(tx, 'alipay', content.out_request_no ?? '')
        if (refund?.status !== 'done') return { ...success, ...(refund ? { out_request_no: refund.refundNo } : {}) }
        return {
          ...success,
          out_request_no: refund.refundNo,
          refund_amount: fenToYuan(refund.amount),
          refund_status: 'REFUND_SUCCESS',
        }
      }
      if (method === 'alipay.trade.close')
        return (await decide(tx, trade, 'closed')) ? success : refusal('ACQ.TRADE_STATUS_ERROR')
      if (method !== 'alipay.trade.query') return refusal('isv.invalid-method')
      const overdue = trade.status === 'open' && trade.expiresAt <= clock.realNow()
      const status = overdue ? 'closed' : trade.status
      return {
        ...success,
        trade_status: { open: 'WAIT_BUYER_PAY', paid: 'TRADE_SUCCESS', closed: 'TRADE_CLOSED' }[status],
        total_amount: fenToYuan(trade.amount),
        ...(trade.paidAt ? { send_pay_date: formatDateTime(trade.paidAt) } : {}),
      }
    })
  }
}

function wechatRoutes(scope: FastifyInstance, { database, clock, config }: Services): void {
  const base = `${SANDBOX}/wechat`
  const number = /^[0-9A-Za-z]{6,32}$/

  /** Was the request signed by our merchant's key, just now? */
  const signed = async (request: FastifyRequest): Promise<boolean> => {
    const given = request.headers.authorization ?? ''
    if (!given.startsWith('WECHATPAY2-SHA256-RSA2048 ')) return false
    const part = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(given)?.[1] ?? ''
    const timestamp = part('timestamp')
    if (part('mchid') !== SANDBOX_MERCHANT || part('serial_no') !== SANDBOX_MERCHANT_SERIAL) return false
    if (Math.abs(Number(timestamp) * 1000 - clock.realNow().getTime()) > 5 * 60_000) return false
    const { publicKey } = await sandboxKey(database, 'wechat-merchant')
    const path = request.url.slice(base.length)
    return createVerify('RSA-SHA256')
      .update(`${request.method}\n${path}\n${timestamp}\n${part('nonce_str')}\n${textOf(request)}\n`)
      .verify(publicKey, part('signature'), 'base64')
  }

  const answer = async (reply: FastifyReply, http: number, json: object | null): Promise<FastifyReply> => {
    const body = json ? JSON.stringify(json) : ''
    void reply.code(http).headers(await wechatSignature(database, body, clock.realNow()))
    return json ? reply.type('application/json; charset=utf-8').send(body) : reply.send()
  }
  const refuse = (reply: FastifyReply, http: number, code: string) => answer(reply, http, { code, message: code })

  scope.post(`${base}/v3/pay/transactions/native`, async (request, reply) => {
    if (!(await signed(request))) return refuse(reply, 401, 'SIGN_ERROR')
    const wanted = JSON.parse(textOf(request)) as {
      appid: string
      description: string
      out_trade_no: string
      time_expire: string
      notify_url: string
      amount: { total: number }
    }
    if (wanted.appid !== SANDBOX_WECHAT_APP || !number.test(wanted.out_trade_no))
      return refuse(reply, 400, 'PARAM_ERROR')
    const trade = await database.withPlatform((tx) =>
      enter(tx, {
        gateway: 'wechat',
        appId: wanted.appid,
        outTradeNo: wanted.out_trade_no,
        title: wanted.description,
        amount: fen(wanted.amount.total),
        notifyUrl: wanted.notify_url,
        returnUrl: null,
        expiresAt: new Date(wanted.time_expire),
      }),
    )
    // A real code can only be read by WeChat; this one leads to the sandbox's cashier.
    const origin = config.PUBLIC_ORIGIN?.replace(/\/$/, '') ?? `http://${request.host}`
    return answer(reply, 200, { code_url: `${origin}${pageOf(trade)}` })
  })

  scope.post(`${base}/v3/pay/transactions/codepay`, async (request, reply) => {
    if (!(await signed(request))) return refuse(reply, 401, 'SIGN_ERROR')
    const wanted = JSON.parse(textOf(request)) as {
      appid: string
      description: string
      out_trade_no: string
      payer: { auth_code: string }
      amount: { total: number }
    }
    if (wanted.appid !== SANDBOX_WECHAT_APP || !number.test(wanted.out_trade_no))
      return refuse(reply, 400, 'PARAM_ERROR')
    const play = playOf(wanted.payer.auth_code)
    if (play === 'expired') return refuse(reply, 400, 'AUTH_CODE_EXPIRED')
    if (play === 'poor') return answer(reply, 403, { code: 'NOT_ENOUGH', message: '用户余额不足' })
    const trade = await database.withPlatform(async (tx) => {
      const entered = await enter(tx, {
        gateway: 'wechat',
        appId: wanted.appid,
        outTradeNo: wanted.out_trade_no,
        title: wanted.description,
        amount: fen(wanted.amount.total),
        notifyUrl: '',
        returnUrl: null,
        expiresAt: new Date(tx.realNow.getTime() + 15 * 60_000),
      })
      return play === 'pays' ? ((await decide(tx, entered, 'paid')) ?? entered) : entered
    })
    return trade.status === 'open' ? refuse(reply, 400, 'USERPAYING') : answer(reply, 200, wechatTransaction(trade))
  })

  scope.post<{ Params: { no: string } }>(
    `${base}/v3/pay/transactions/out-trade-no/:no/reverse`,
    async (request, reply) => {
      if (!(await signed(request))) return refuse(reply, 401, 'SIGN_ERROR')
      await database.withPlatform((tx) =>
        tx.rows(
          keptSql`update sandbox_trade set status = 'closed' where gateway = 'wechat' and out_trade_no = ${request.params.no}`,
        ),
      )
      return answer(reply, 200, { out_trade_no: request.params.no })
    },
  )

  const refundAnswer = (refund: SandboxRefund) => ({
    refund_id: refund.gatewayRefundNo,
    out_refund_no: refund.refundNo,
    out_trade_no: refund.outTradeNo,
    status: { running: 'PROCESSING', done: 'SUCCESS', failed: 'ABNORMAL' }[refund.status],
    amount: { refund: refund.amount, currency: 'CNY' },
  })

  scope.post(`${base}/v3/refund/domestic/refunds`, async (request, reply) => {
    if (!(await signed(request))) return refuse(reply, 401, 'SIGN_ERROR')
    const wanted = JSON.parse(textOf(request)) as {
      out_trade_no: string
      out_refund_no: string
      notify_url: string
      amount: { refund: number; total: number }
    }
    const refund = await database.withPlatform(async (tx) => {
      const trade = await byNumber(tx, 'wechat', wanted.out_trade_no)
      if (!trade) return 'missing'
      if (trade.amount !== fen(wanted.amount.total)) return 'too-much'
      return enterRefund(tx, trade, {
        refundNo: wanted.out_refund_no,
        amount: fen(wanted.amount.refund),
        notifyUrl: wanted.notify_url,
      })
    })
    if (refund === 'missing') return refuse(reply, 404, 'RESOURCE_NOT_EXISTS')
    if (typeof refund === 'string') return refuse(reply, 400, 'INVALID_REQUEST')
    return answer(reply, 200, refundAnswer(refund))
  })

  scope.get<{ Params: { no: string } }>(`${base}/v3/refund/domestic/refunds/:no`, async (request, reply) => {
    if (!(await signed(request))) return refuse(reply, 401, 'SIGN_ERROR')
    const refund = await database.withPlatform(async (tx) => {
      const found = await refundByNumber(tx, 'wechat', request.params.no)
      return found ? carryOut(tx, found) : null
    })
    return refund ? answer(reply, 200, refundAnswer(refund)) : refuse(reply, 404, 'RESOURCE_NOT_EXISTS')
  })

  scope.get<{ Params: { no: string } }>(`${base}/v3/pay/transactions/out-trade-no/:no`, async (request, reply) => {
    if (!(await signed(request))) return refuse(reply, 401, 'SIGN_ERROR')
    const trade = await database.withPlatform((tx) => byNumber(tx, 'wechat', request.params.no))
    if (!trade) return refuse(reply, 404, 'ORDER_NOT_EXIST')
    return answer(reply, 200, wechatTransaction(trade))
  })

  scope.post<{ Params: { no: string } }>(
    `${base}/v3/pay/transactions/out-trade-no/:no/close`,
    async (request, reply) => {
      if (!(await signed(request))) return refuse(reply, 401, 'SIGN_ERROR')
      const outTradeNo = request.params.no
      const outcome = await database.withPlatform(async (tx) => {
        const trade = await byNumber(tx, 'wechat', outTradeNo)
        if (!trade) return 'missing'
        return (await decide(tx, trade, 'closed')) || trade.status === 'closed' ? 'closed' : 'paid'
      })
      if (outcome === 'missing') return refuse(reply, 404, 'ORDER_NOT_EXIST')
      return outcome === 'closed' ? answer(reply, 204, null) : refuse(reply, 400, 'ORDERPAID')
    },
  )
}

function cashierRoutes(scope: FastifyInstance, { database, clock }: Services, face: string | null): void {
  const address = `${SANDBOX}/cashier/:code`
  type Of = { Params: { code: string } }

  scope.get<Of>(address, async (request, reply) => {
    const trade = await database.withPlatform((tx) => byCode(tx, request.params.code))
    if (!trade) return html(reply.code(404), missingPage('没有这笔交易', face))
    return html(reply, cashierPage(trade, clock.realNow(), null, face))
  })

  scope.post<Of>(address, async (request, reply) => {
    const wanted = new URLSearchParams(textOf(request)).get('action')
    const found = await database.withPlatform((tx) => byCode(tx, request.params.code))
    if (!found) return html(reply.code(404), missingPage('没有这笔交易', face))
    const now = clock.realNow()
    const overdue = found.expiresAt <= now
    if (found.status !== 'open' || (overdue && wanted !== 'closed'))
      return html(reply, cashierPage(found, now, null, face))
    const trade =
      wanted === 'failed'
        ? found
        : await database.withPlatform((tx) => decide(tx, found, wanted === 'paid' ? 'paid' : 'closed'))
    if (!trade) return reply.redirect(pageOf(found), 303)
    const told = await deliver(trade.notifyUrl, trade.gateway, () => signedNotice(database, trade, clock.realNow()))
    if (trade.status === 'paid' && trade.returnUrl) return reply.redirect(trade.returnUrl, 303)
    return html(reply, cashierPage(trade, now, wanted === 'failed' ? 'failed' : told ? 'told' : 'untold', face))
  })
}

/** The style sheet of the web app's Chinese face, as an address. */
function chineseFace(webRoot: string | undefined): string | null {
  if (!webRoot) return null
  try {
    const folder = path.join(webRoot, 'assets')
    const sheets = readdirSync(folder).filter((name) => name.endsWith('.css'))
    const found = sheets.find((name) =>
      readFileSync(path.join(folder, name), 'utf8').includes('Noto Sans SC Variable;'),
    )
    return found ? `/assets/${found}` : null
  } catch {
    return null
  }
}

function html(reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(page)
}
