import { createSign, createVerify, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = (key: KeyObject) => key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }) as string

/**
 * A WeChat of our own that knows one merchant: it verifies what is asked and signs what it says.
 * @param now the time by which it signs
 */
export function ownWechat(now: () => Date) {
  const ours = pair()
  const theirs = pair()
  /** The merchant that it knows, as a clinic enters it. */
  const merchant = {
    gateway: 'wechat' as const,
    appId: 'wx00aa11bb22cc33dd',
    merchantNo: '1900000123',
    serialNo: 'AB'.repeat(20),
    privateKey: pem(ours.privateKey),
    apiKey: randomBytes(16).toString('hex'),
    publicKeyId: 'PUB_KEY_ID_7',
    publicKey: pem(theirs.publicKey),
  }
  /** By their number: what was asked for in fen, and whether somebody has paid it. */
  const trades = new Map<string, { total: number; paid: boolean }>()
  const refunds = new Map<string, { no: string; amount: number }>()
  /** What it was asked, and whether the signature was right. */
  const asked: string[] = []
  const signature = (body: string) => {
    const timestamp = String(Math.floor(now().getTime() / 1000))
    const signed = createSign('RSA-SHA256').update(`${timestamp}\nnonce\n${body}\n`).sign(theirs.privateKey, 'base64')
    return {
      'content-type': 'application/json',
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': 'nonce',
      'wechatpay-serial': merchant.publicKeyId,
      'wechatpay-signature': signed,
    }
  }
  const transaction = (no: string) => ({
    appid: merchant.appId,
    mchid: merchant.merchantNo,
    out_trade_no: no,
    transaction_id: `42000${no.slice(-20)}`,
    trade_state: trades.get(no)?.paid ? 'SUCCESS' : 'NOTPAY',
    success_time: '2026-11-20T09:00:00+08:00',
    amount: { total: trades.get(no)?.total, currency: 'CNY' },
  })
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (bytes: Buffer) => (body += bytes.toString()))
    request.on('end', () => {
      const url = request.url ?? ''
      const part = (name: string) =>
        new RegExp(`${name}="([^"]*)"`).exec(request.headers.authorization ?? '')?.[1] ?? ''
      const text = `${request.method}\n${url}\n${part('timestamp')}\n${part('nonce_str')}\n${body}\n`
      const right =
        part('mchid') === merchant.merchantNo &&
        part('serial_no') === merchant.serialNo &&
        createVerify('RSA-SHA256').update(text).verify(ours.publicKey, part('signature'), 'base64')
      asked.push(`${right ? 'right' : 'wrong'} ${request.method} ${url.split('?')[0]?.replace(/D[TR][0-9a-f]+/, 'NO')}`)
      const answer = (status: number, json: object) => {
        const said = JSON.stringify(json)
        response.writeHead(status, signature(said)).end(said)
      }
      if (!right) return answer(401, { code: 'SIGN_ERROR', message: '签名错误' })
      const wanted = (body ? JSON.parse(body) : {}) as Record<string, string> & { amount: Record<string, number> }
      if (url.endsWith('/native')) {
        trades.set(wanted.out_trade_no as string, { total: wanted.amount.total as number, paid: false })
        return answer(200, { code_url: 'weixin://wxpay/bizpayurl?pr=clinic' })
      }
      if (url.endsWith('/refunds')) {
        const refund = { no: wanted.out_trade_no as string, amount: wanted.amount.refund as number }
        refunds.set(wanted.out_refund_no as string, refund)
        return answer(200, {
          out_refund_no: wanted.out_refund_no,
          out_trade_no: refund.no,
          status: 'SUCCESS',
          amount: { refund: refund.amount },
        })
      }
      if (url.includes('/refunds/')) return answer(404, { code: 'RESOURCE_NOT_EXISTS', message: '' })
      const no = /out-trade-no\/(\w+)/.exec(url)?.[1] ?? ''
      return trades.has(no) ? answer(200, transaction(no)) : answer(404, { code: 'ORDER_NOT_EXIST', message: '' })
    })
  })
  return {
    merchant,
    trades,
    refunds,
    asked,
    signature,
    transaction,
    /** Listens; gives its address. */
    async start(): Promise<string> {
      await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    stop: () => void server.close(),
  }
}
