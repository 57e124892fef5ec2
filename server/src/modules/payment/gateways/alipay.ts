import { fenToYuan, formatDateTime, parseDateTime, yuanToFen } from '@dentin/kit'
import type { AlipaySdk } from 'alipay-sdk'
import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '../../../platform/clock.ts'
import {
  GatewayUnsure,
  NoticeRefused,
  type Charged,
  type Gateway,
  type NewTrade,
  type Notice,
  type RefundStanding,
  type Standing,
} from './gateway.ts'

export interface AlipaySettings {
  appId: string
  /** PKCS8 PEM of our key, and the PEM of the gateway's. */
  privateKey: string
  publicKey: string
  sellerId: string | null
  gateway: string
  notifyUrl: string
  /** Begins the address that the buyer comes back to; '' keeps them at the gateway. */
  returnOrigin: string
  sandbox: boolean
}

const TIMEOUT_MS = 5_000
const PAID = new Set(['TRADE_SUCCESS', 'TRADE_FINISHED'])

/** Alipay's page payment through its SDK: RSA2 both ways. */
export function alipayGateway(settings: AlipaySettings, clock: Clock): Gateway {
  let opened: Promise<AlipaySdk> | null = null
  // Loaded with the first payment: the start of the server does not wait for it.
  const sdk = () =>
    (opened ??= import('alipay-sdk').then(
      ({ AlipaySdk: Sdk }) =>
        new Sdk({
          appId: settings.appId,
          privateKey: settings.privateKey,
          keyType: 'PKCS8',
          alipayPublicKey: settings.publicKey,
          gateway: settings.gateway,
          timeout: TIMEOUT_MS,
          signType: 'RSA2',
        }),
    ))
  // The SDK would write the time of the machine's zone; the gateway reads Shanghai's.
  const timestamp = () => formatDateTime(clock.realNow())

  async function execute(
    method: string,
    outTradeNo: string,
    more: Record<string, unknown> = {},
  ): Promise<Record<string, unknown>> {
    try {
      const asked = { timestamp: timestamp(), notifyUrl: settings.notifyUrl, bizContent: { outTradeNo, ...more } }
      const answer = await (await sdk()).exec(method, asked, { validateSign: true })
      return answer as Record<string, unknown>
    } catch {
      // The SDK's message quotes the answer and its signature: not for the log.
      throw new GatewayUnsure(`${method} without an answer`)
    }
  }

  async function ask(outTradeNo: string): Promise<Standing> {
    const answer = await execute('alipay.trade.query', outTradeNo)
    if (answer.subCode === 'ACQ.TRADE_NOT_EXIST') return { state: 'missing' }
    if (answer.code !== '10000' || answer.outTradeNo !== outTradeNo)
      throw new GatewayUnsure(`alipay.trade.query: ${word(answer.subCode ?? answer.code)}`)
    if (PAID.has(String(answer.tradeStatus))) {
      const paid = paidOf(answer, outTradeNo)
      if (!paid) throw new GatewayUnsure('alipay.trade.query: unreadable')
      return { state: 'paid', paid }
    }
    return { state: answer.tradeStatus === 'TRADE_CLOSED' ? 'closed' : 'open' }
  }

  /** A paid trade as an answer says it; null when it says it unreadably. */
  const paidOf = (answer: Record<string, unknown>, outTradeNo: string) =>
    paidFrom({
      outTradeNo,
      tradeNo: answer.tradeNo,
      amount: answer.totalAmount,
      currency: answer.transCurrency ?? 'CNY',
      paidAt: answer.gmtPayment ?? answer.sendPayDate ?? timestamp(),
    })

  const told = (trade: Omit<NewTrade, 'returnPath'>) => ({
    totalAmount: fenToYuan(trade.amount),
    subject: trade.title,
    timeExpire: formatDateTime(trade.expiresAt),
  })

  return {
    name: 'alipay',
    merchant: settings.appId,
    sandbox: settings.sandbox,

    async begin(trade: NewTrade) {
      const url = (await sdk()).pageExecute('alipay.trade.page.pay', 'GET', {
        timestamp: timestamp(),
        notifyUrl: settings.notifyUrl,
        returnUrl: `${settings.returnOrigin}${trade.returnPath}`,
        bizContent: {
          outTradeNo: trade.outTradeNo,
          productCode: 'FAST_INSTANT_TRADE_PAY',
          totalAmount: fenToYuan(trade.amount),
          subject: trade.title,
          timeExpire: formatDateTime(trade.expiresAt),
        },
      })
      return { url, codeUrl: null }
    },

    async code(trade) {
      const answer = await execute('alipay.trade.precreate', trade.outTradeNo, told(trade))
      if (answer.code !== '10000' || answer.outTradeNo !== trade.outTradeNo || typeof answer.qrCode !== 'string')
        throw new GatewayUnsure(`alipay.trade.precreate: ${word(answer.subCode ?? answer.code)}`)
      return answer.qrCode
    },

    async charge(trade): Promise<Charged> {
      const more = { ...told(trade), scene: 'bar_code', authCode: trade.authCode }
      const answer = await execute('alipay.trade.pay', trade.outTradeNo, more)
      if (answer.code === '10000' && answer.outTradeNo === trade.outTradeNo) {
        const paid = paidOf(answer, trade.outTradeNo)
        return paid ? { state: 'paid', paid } : { state: 'open' }
      }
      // 10003: the buyer types the password. 20000: nobody knows.
      if (answer.code === '10003' || answer.code === '20000' || answer.subCode === 'ACQ.SYSTEM_ERROR')
        return { state: 'open' }
      if (answer.code !== '40004') throw new GatewayUnsure(`alipay.trade.pay: ${word(answer.subCode ?? answer.code)}`)
      const expired = answer.subCode === 'ACQ.PAYMENT_AUTH_CODE_INVALID'
      return { state: 'refused', expired, why: word(answer.subMsg ?? answer.subCode) }
    },

    async reverse(outTradeNo) {
      const answer = await execute('alipay.trade.cancel', outTradeNo)
      if (answer.code === '10000' && answer.retryFlag !== 'Y') return { state: 'closed' }
      throw new GatewayUnsure(`alipay.trade.cancel: ${word(answer.subCode ?? answer.code)}`)
    },

    async refund({ outTradeNo, refundNo, amount, reason }): Promise<RefundStanding> {
      const more = { refundAmount: fenToYuan(amount), outRequestNo: refundNo, refundReason: reason.slice(0, 80) }
      const answer = await execute('alipay.trade.refund', outTradeNo, more)
      if (answer.code === '10000') return answer.fundChange === 'Y' ? { state: 'done', amount } : { state: 'running' }
      if (answer.code === '40004' && answer.subCode !== 'ACQ.SYSTEM_ERROR')
        return { state: 'failed', why: word(answer.subMsg ?? answer.subCode) }
      throw new GatewayUnsure(`alipay.trade.refund: ${word(answer.subCode ?? answer.code)}`)
    },

    async askRefund({ outTradeNo, refundNo }): Promise<RefundStanding> {
      const answer = await execute('alipay.trade.fastpay.refund.query', outTradeNo, { outRequestNo: refundNo })
      if (answer.subCode === 'ACQ.TRADE_NOT_EXIST') return { state: 'missing' }
      if (answer.code !== '10000')
        throw new GatewayUnsure(`alipay.trade.fastpay.refund.query: ${word(answer.subCode ?? answer.code)}`)
      if (answer.outRequestNo !== refundNo) return { state: 'missing' }
      if (answer.refundStatus !== 'REFUND_SUCCESS') return { state: 'running' }
      return { state: 'done', amount: yuanToFen(String(answer.refundAmount)) }
    },

    ask,

    async close(outTradeNo) {
      const answer = await execute('alipay.trade.close', outTradeNo)
      if (answer.code === '10000') return { state: 'closed' }
      // Unknown to the gateway, paid in between, or closed already: it says itself.
      return ask(outTradeNo)
    },

    async read(raw: Buffer, headers: IncomingHttpHeaders): Promise<Notice> {
      if (!/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? ''))
        throw new NoticeRefused('malformed')
      const fields = readForm(raw)
      // The kind of signature is ours to say: SHA-1 is not believed however it is labelled.
      if (fields.sign_type !== 'RSA2' || !fields.sign) throw new NoticeRefused('forged')
      if (!(await sdk()).checkNotifySignV2(fields)) throw new NoticeRefused('forged')
      if (fields.app_id !== settings.appId) throw new NoticeRefused('wrong-merchant')
      if (settings.sellerId && fields.seller_id !== settings.sellerId) throw new NoticeRefused('wrong-merchant')
      const outTradeNo = fields.out_trade_no
      if (!outTradeNo) throw new NoticeRefused('malformed')
      if (fields.trade_status === 'TRADE_CLOSED' && !fields.refund_fee) return { state: 'closed', outTradeNo }
      // A refund is told with the status of the payment.
      if (fields.out_biz_no && (fields.gmt_refund || fields.refund_fee))
        return { state: 'refund', outTradeNo, refundNo: fields.out_biz_no }
      if (!PAID.has(fields.trade_status ?? '') || fields.gmt_refund || fields.refund_fee)
        return { state: 'other', outTradeNo }
      const paid = paidFrom({
        outTradeNo,
        tradeNo: fields.trade_no,
        amount: fields.total_amount,
        currency: fields.trans_currency ?? 'CNY',
        paidAt: fields.gmt_payment ?? timestamp(),
      })
      if (!paid) throw new NoticeRefused('malformed')
      return { state: 'paid', paid }
    },
  }
}

function readForm(raw: Buffer): Record<string, string> {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [name, value] of new URLSearchParams(raw.toString('utf8'))) {
    if (name in fields) throw new NoticeRefused('malformed')
    fields[name] = value
  }
  return { ...fields }
}

function paidFrom(told: {
  outTradeNo: string
  tradeNo: unknown
  amount: unknown
  currency: unknown
  paidAt: unknown
}): Extract<Notice, { state: 'paid' }>['paid'] | null {
  try {
    if (typeof told.tradeNo !== 'string' || !/^\w{8,64}$/.test(told.tradeNo)) return null
    return {
      outTradeNo: told.outTradeNo,
      gatewayTradeNo: told.tradeNo,
      amount: yuanToFen(String(told.amount)),
      currency: String(told.currency),
      paidAt: parseDateTime(String(told.paidAt)),
    }
  } catch {
    return null
  }
}

const word = (text: unknown): string => String(text).slice(0, 60)
