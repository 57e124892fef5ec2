import {
  createDecipheriv,
  createPublicKey,
  createSign,
  createVerify,
  randomBytes,
  X509Certificate,
  type KeyObject,
} from 'node:crypto'
import { fen } from '@dentin/kit'
import { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import {
  GatewayUnsure,
  NoticeRefused,
  type Charged,
  type Gateway,
  type NewRefund,
  type NewTrade,
  type Paid,
  type RefundStanding,
  type Standing,
} from './gateway.ts'

export interface WechatSettings {
  appId: string
  mchId: string
  /** Serial number of our certificate, and the PKCS8 PEM of our key. */
  serialNo: string
  privateKey: string
  apiV3Key: string
  /** The gateway's public key and its id; null: its certificates are fetched. */
  publicKey: { id: string; pem: string } | null
  gateway: string
  notifyUrl: string
  sandbox: boolean
}

const TIMEOUT_MS = 5_000
/** A signature older or newer than this is a replay or a broken clock. */
const SKEW_MS = 5 * 60_000
const MAX_ANSWER_BYTES = 256 * 1024
/** A serial number that nobody knows makes us fetch the certificates at most so often. */
const REFETCH_MS = 60_000

const sealed = z.object({
  algorithm: z.literal('AEAD_AES_256_GCM'),
  nonce: z.string().length(12),
  associated_data: z.string().default(''),
  ciphertext: z.string().max(100_000),
})
const notification = z.object({ event_type: z.string(), resource: sealed })
const transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string().max(64),
  trade_state: z.string(),
  transaction_id: z
    .string()
    .regex(/^\w{8,64}$/)
    .optional(),
  success_time: z.iso.datetime({ offset: true }).optional(),
  amount: z.object({ total: z.int(), currency: z.string().default('CNY') }).optional(),
})
const refused = z.object({ code: z.string(), message: z.string().default('') })
const refunded = z.object({
  out_refund_no: z.string(),
  out_trade_no: z.string(),
  status: z.string(),
  amount: z.object({ refund: z.int() }),
})
const refundNotice = z.object({ mchid: z.string(), out_trade_no: z.string(), out_refund_no: z.string() })
/** Codes that say nothing of whether the money was taken. */
const UNDECIDED = new Set(['USERPAYING', 'SYSTEM_ERROR', 'SYSTEMERROR', 'BANK_ERROR', 'BANKERROR'])
const STALE_CODE = /^AUTH_?CODE|^AUTHCODE/

const certificates = z.object({
  data: z.array(z.object({ serial_no: z.string(), encrypt_certificate: sealed })),
})

interface Reply {
  status: number
  json: unknown
}

/** WeChat Pay v3, native: requests signed with our key, answers and notifications verified with the gateway's. */
export function wechatGateway(settings: WechatSettings, clock: Clock): Gateway {
  const keys = new Map<string, KeyObject>()
  if (settings.publicKey) keys.set(settings.publicKey.id, createPublicKey(settings.publicKey.pem))
  let fetchedAt = 0

  const authorization = (method: string, path: string, body: string): string => {
    const timestamp = Math.floor(clock.realNow().getTime() / 1000)
    const nonce = randomBytes(16).toString('hex')
    const signature = createSign('RSA-SHA256')
      .update(`${method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`)
      .sign(settings.privateKey, 'base64')
    return `WECHATPAY2-SHA256-RSA2048 mchid="${settings.mchId}",nonce_str="${nonce}",signature="${signature}",timestamp="${timestamp}",serial_no="${settings.serialNo}"`
  }

  /** Is this text signed by the gateway, and just now? */
  const verify = (
    header: (name: string) => string,
    body: string,
    key: KeyObject | undefined,
  ): 'yes' | 'no' | 'stale' => {
    const timestamp = header('wechatpay-timestamp')
    if (!key || !/^\d{10}$/.test(timestamp)) return 'no'
    const text = `${timestamp}\n${header('wechatpay-nonce')}\n${body}\n`
    const right = createVerify('RSA-SHA256').update(text).verify(key, header('wechatpay-signature'), 'base64')
    if (!right) return 'no'
    return Math.abs(clock.realNow().getTime() - Number(timestamp) * 1000) <= SKEW_MS ? 'yes' : 'stale'
  }

  const open = ({ nonce, associated_data, ciphertext }: z.infer<typeof sealed>): string => {
    const bytes = Buffer.from(ciphertext, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', settings.apiV3Key, nonce)
    decipher.setAuthTag(bytes.subarray(-16))
    decipher.setAAD(Buffer.from(associated_data))
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
  }

  async function exchange(method: 'GET' | 'POST', path: string, body: object | null) {
    const text = body ? JSON.stringify(body) : ''
    try {
      const response = await fetch(settings.gateway + path, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          authorization: authorization(method, path, text),
          accept: 'application/json',
          'user-agent': 'dentin',
          ...(settings.publicKey ? { 'wechatpay-serial': settings.publicKey.id } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: text } : {}),
      })
      const answer = await response.text()
      if (answer.length > MAX_ANSWER_BYTES) throw new Error('too long')
      return { status: response.status, answer, header: (name: string) => response.headers.get(name) ?? '' }
    } catch (error) {
      throw new GatewayUnsure(`${method} ${path.split('?')[0]}: ${(error as Error).name}`)
    }
  }

  async function request(method: 'GET' | 'POST', path: string, body: object | null = null): Promise<Reply> {
    const { status, answer, header } = await exchange(method, path, body)
    if (verify(header, answer, await keyOf(header('wechatpay-serial'))) !== 'yes')
      throw new GatewayUnsure(`${method} ${path.split('?')[0]}: ${status}, not signed by the gateway`)
    try {
      return { status, json: answer ? (JSON.parse(answer) as unknown) : null }
    } catch {
      throw new GatewayUnsure(`${method} ${path.split('?')[0]}: unreadable`)
    }
  }

  /** The gateway's key of a serial number; its certificates are fetched when it is new and no public key is configured. */
  async function keyOf(serial: string): Promise<KeyObject | undefined> {
    if (keys.has(serial) || settings.publicKey || !/^[0-9A-F]{8,64}$/.test(serial)) return keys.get(serial)
    if (clock.realNow().getTime() - fetchedAt < REFETCH_MS) return undefined
    fetchedAt = clock.realNow().getTime()
    const { answer, header } = await exchange('GET', '/v3/certificates', null)
    const fetched = new Map<string, KeyObject>()
    try {
      for (const each of certificates.parse(JSON.parse(answer)).data) {
        // Only who has our API v3 key can have sealed them.
        const certificate = new X509Certificate(open(each.encrypt_certificate))
        if (new Date(certificate.validTo) > clock.realNow()) fetched.set(each.serial_no, certificate.publicKey)
      }
    } catch {
      throw new GatewayUnsure('GET /v3/certificates: unreadable')
    }
    if (verify(header, answer, fetched.get(header('wechatpay-serial'))) !== 'yes')
      throw new GatewayUnsure('GET /v3/certificates: not signed by the gateway')
    for (const [name, key] of fetched) keys.set(name, key)
    return keys.get(serial)
  }

  async function ask(outTradeNo: string): Promise<Standing> {
    const path = `/v3/pay/transactions/out-trade-no/${outTradeNo}?mchid=${settings.mchId}`
    const { status, json } = await request('GET', path)
    if (status === 404) return { state: 'missing' }
    const said = transaction.safeParse(json)
    if (status !== 200 || !said.success || said.data.out_trade_no !== outTradeNo || !isOurs(said.data))
      throw new GatewayUnsure(`query: ${status}`)
    const { trade_state } = said.data
    if (trade_state === 'SUCCESS') {
      const paid = paidFrom(said.data)
      if (!paid) throw new GatewayUnsure('query: unreadable')
      return { state: 'paid', paid }
    }
    return { state: ['CLOSED', 'REVOKED', 'PAYERROR'].includes(trade_state) ? 'closed' : 'open' }
  }

  async function native(trade: Omit<NewTrade, 'returnPath'>): Promise<string> {
    const { status, json } = await request('POST', '/v3/pay/transactions/native', {
      ...told(trade),
      // Seconds suffice; the offset is written out because the gateway wants it.
      time_expire: trade.expiresAt.toISOString().replace(/\.\d+Z$/, '+00:00'),
      notify_url: settings.notifyUrl,
    })
    const answer = z.object({ code_url: z.string().max(512) }).safeParse(json)
    if (status !== 200 || !answer.success) throw new GatewayUnsure(`native: ${status}`)
    return answer.data.code_url
  }

  const told = (trade: Omit<NewTrade, 'returnPath'>) => ({
    appid: settings.appId,
    mchid: settings.mchId,
    description: trade.title.slice(0, 120),
    out_trade_no: trade.outTradeNo,
    amount: { total: trade.amount, currency: 'CNY' },
  })

  /** What a refund came to, as an answer about it says. */
  function refundFrom(
    { status, json }: Reply,
    { outTradeNo, refundNo }: Pick<NewRefund, 'outTradeNo' | 'refundNo'>,
  ): RefundStanding {
    if (status === 404) return { state: 'missing' }
    const answer = refunded.safeParse(json)
    if (status !== 200 || !answer.success) {
      const why = refused.safeParse(json)
      // What it refuses for good; anything else may still be done.
      if (status >= 400 && status < 500 && status !== 429 && why.success && !UNDECIDED.has(why.data.code))
        return { state: 'failed', why: why.data.message || why.data.code }
      throw new GatewayUnsure(`refund: ${status}`)
    }
    if (answer.data.out_refund_no !== refundNo || answer.data.out_trade_no !== outTradeNo)
      throw new GatewayUnsure('refund: of another trade')
    const said = answer.data.status
    if (said === 'SUCCESS') return { state: 'done', amount: fen(answer.data.amount.refund) }
    if (said === 'ABNORMAL') return { state: 'failed', why: '退款异常：付款账户已注销或不能收款' }
    return said === 'CLOSED' ? { state: 'failed', why: '退款已关闭' } : { state: 'running' }
  }

  const isOurs = (told: { appid: string; mchid: string }) =>
    told.appid === settings.appId && told.mchid === settings.mchId

  return {
    name: 'wechat',
    merchant: settings.mchId,
    sandbox: settings.sandbox,

    async begin(trade: NewTrade) {
      return { url: null, codeUrl: await native(trade) }
    },

    code: native,

    async charge(trade): Promise<Charged> {
      const { status, json } = await request('POST', '/v3/pay/transactions/codepay', {
        ...told(trade),
        payer: { auth_code: trade.authCode },
        scene_info: { store_info: { out_id: settings.mchId } },
      })
      const answer = transaction.safeParse(json)
      if (status === 200 && answer.success && answer.data.out_trade_no === trade.outTradeNo && isOurs(answer.data)) {
        const paid = answer.data.trade_state === 'SUCCESS' ? paidFrom(answer.data) : null
        return paid ? { state: 'paid', paid } : { state: 'open' }
      }
      const why = refused.safeParse(json)
      if (status < 400 || status >= 500 || !why.success) throw new GatewayUnsure(`codepay: ${status}`)
      const { code, message } = why.data
      if (UNDECIDED.has(code)) return { state: 'open' }
      return { state: 'refused', expired: STALE_CODE.test(code), why: message || code }
    },

    async reverse(outTradeNo) {
      const { status } = await request('POST', `/v3/pay/transactions/out-trade-no/${outTradeNo}/reverse`, {
        appid: settings.appId,
        mchid: settings.mchId,
      })
      if (status === 200 || status === 204) return { state: 'closed' }
      return ask(outTradeNo)
    },

    async refund(refund) {
      const reply = await request('POST', '/v3/refund/domestic/refunds', {
        out_trade_no: refund.outTradeNo,
        out_refund_no: refund.refundNo,
        reason: refund.reason.slice(0, 40),
        notify_url: settings.notifyUrl,
        amount: { refund: refund.amount, total: refund.total, currency: 'CNY' },
      })
      const standing = refundFrom(reply, refund)
      // Asked for a refund, it has no such trade.
      return standing.state === 'missing' ? { state: 'failed', why: '支付平台没有这笔交易' } : standing
    },

    async askRefund(refund) {
      return refundFrom(await request('GET', `/v3/refund/domestic/refunds/${refund.refundNo}`), refund)
    },

    ask,

    async close(outTradeNo) {
      const path = `/v3/pay/transactions/out-trade-no/${outTradeNo}/close`
      const { status } = await request('POST', path, { mchid: settings.mchId })
      return status === 204 ? { state: 'closed' } : ask(outTradeNo)
    },

    async read(raw, headers) {
      const header = (name: string) => String(headers[name] ?? '')
      const text = raw.toString('utf8')
      const verdict = verify(header, text, await keyOf(header('wechatpay-serial')))
      if (verdict !== 'yes') throw new NoticeRefused(verdict === 'stale' ? 'stale' : 'forged')
      let said: z.infer<typeof transaction>
      try {
        const { event_type, resource } = notification.parse(JSON.parse(text))
        const plain = JSON.parse(open(resource)) as { out_trade_no?: string }
        if (event_type.startsWith('REFUND.')) {
          const back = refundNotice.parse(plain)
          if (back.mchid !== settings.mchId) throw new NoticeRefused('wrong-merchant')
          return { state: 'refund', outTradeNo: back.out_trade_no, refundNo: back.out_refund_no }
        }
        if (!event_type.startsWith('TRANSACTION.')) return { state: 'other', outTradeNo: String(plain.out_trade_no) }
        said = transaction.parse(plain)
      } catch (error) {
        if (error instanceof NoticeRefused) throw error
        throw new NoticeRefused('malformed')
      }
      if (!isOurs(said)) throw new NoticeRefused('wrong-merchant')
      if (said.trade_state === 'CLOSED' || said.trade_state === 'REVOKED')
        return { state: 'closed', outTradeNo: said.out_trade_no }
      if (said.trade_state !== 'SUCCESS') return { state: 'other', outTradeNo: said.out_trade_no }
      const paid = paidFrom(said)
      if (!paid) throw new NoticeRefused('malformed')
      return { state: 'paid', paid }
    },
  }
}

function paidFrom(told: z.infer<typeof transaction>): Paid | null {
  if (!told.transaction_id || !told.amount || !told.success_time) return null
  return {
    outTradeNo: told.out_trade_no,
    gatewayTradeNo: told.transaction_id,
    amount: fen(told.amount.total),
    currency: told.amount.currency,
    paidAt: new Date(told.success_time),
  }
}
