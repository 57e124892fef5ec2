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
import { GatewayUnsure, NoticeRefused, type Gateway, type NewTrade, type Paid, type Standing } from './gateway.ts'

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
    const told = transaction.safeParse(json)
    if (status !== 200 || !told.success || told.data.out_trade_no !== outTradeNo || !isOurs(told.data))
      throw new GatewayUnsure(`query: ${status}`)
    const { trade_state } = told.data
    if (trade_state === 'SUCCESS') {
      const paid = paidFrom(told.data)
      if (!paid) throw new GatewayUnsure('query: unreadable')
      return { state: 'paid', paid }
    }
    return { state: ['CLOSED', 'REVOKED', 'PAYERROR'].includes(trade_state) ? 'closed' : 'open' }
  }

  const isOurs = (told: { appid: string; mchid: string }) =>
    told.appid === settings.appId && told.mchid === settings.mchId

  return {
    name: 'wechat',
    merchant: settings.mchId,
    sandbox: settings.sandbox,

    async begin(trade: NewTrade) {
      const { status, json } = await request('POST', '/v3/pay/transactions/native', {
        appid: settings.appId,
        mchid: settings.mchId,
        description: trade.title.slice(0, 120),
        out_trade_no: trade.outTradeNo,
        // Seconds suffice; the offset is written out because the gateway wants it.
        time_expire: trade.expiresAt.toISOString().replace(/\.\d+Z$/, '+00:00'),
        notify_url: settings.notifyUrl,
        amount: { total: trade.amount, currency: 'CNY' },
      })
      const answer = z.object({ code_url: z.string().max(512) }).safeParse(json)
      if (status !== 200 || !answer.success) throw new GatewayUnsure(`native: ${status}`)
      return { url: null, codeUrl: answer.data.code_url }
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
      let told: z.infer<typeof transaction>
      try {
        const { event_type, resource } = notification.parse(JSON.parse(text))
        const plain = JSON.parse(open(resource)) as { out_trade_no?: string }
        if (!event_type.startsWith('TRANSACTION.')) return { state: 'other', outTradeNo: String(plain.out_trade_no) }
        told = transaction.parse(plain)
      } catch {
        throw new NoticeRefused('malformed')
      }
      if (!isOurs(told)) throw new NoticeRefused('wrong-merchant')
      if (told.trade_state === 'CLOSED' || told.trade_state === 'REVOKED')
        return { state: 'closed', outTradeNo: told.out_trade_no }
      if (told.trade_state !== 'SUCCESS') return { state: 'other', outTradeNo: told.out_trade_no }
      const paid = paidFrom(told)
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
