import {
  createCipheriv,
  createHash,
  createSign,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fen, parseDateTime } from '@dentin/kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestClock } from '../../../platform/clock.ts'
import { judge, payState } from '../rules.ts'
import { alipayGateway } from './alipay.ts'
import { GatewayUnsure, NoticeRefused } from './gateway.ts'
import { wechatGateway } from './wechat.ts'

const clock = new TestClock(parseDateTime('2026-11-20 09:00:00'))
const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = (key: KeyObject) => key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }) as string
const ours = pair()
const theirs = pair()
const impostor = pair()
const API_V3_KEY = randomBytes(16).toString('hex')
const SERIAL = 'ABCDEF0123456789ABCDEF0123456789ABCDEF01'

/** What the gateway answers next. */
let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => response.end()
const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  answer(request, response)
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

const wechat = (publicKey: { id: string; pem: string } | null) =>
  wechatGateway(
    {
      appId: 'wx0123456789abcdef',
      mchId: '1900000009',
      serialNo: SERIAL,
      privateKey: pem(ours.privateKey),
      apiV3Key: API_V3_KEY,
      publicKey,
      gateway: base,
      notifyUrl: 'https://dentin.example/notify',
      sandbox: false,
    },
    clock,
  )
const withKey = () => wechat({ id: 'PUB_KEY_ID_1', pem: pem(theirs.publicKey) })

/** An answer as WeChat signs it. */
function signed(
  response: ServerResponse,
  status: number,
  json: unknown,
  by: { key?: KeyObject; serial?: string; at?: Date } = {},
): void {
  const body = json === null ? '' : JSON.stringify(json)
  const timestamp = String(Math.floor((by.at ?? clock.now()).getTime() / 1000))
  const signature = createSign('RSA-SHA256')
    .update(`${timestamp}\nnonce\n${body}\n`)
    .sign(by.key ?? theirs.privateKey, 'base64')
  response.writeHead(status, {
    'content-type': 'application/json',
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': 'nonce',
    'wechatpay-serial': by.serial ?? 'PUB_KEY_ID_1',
    'wechatpay-signature': signature,
  })
  response.end(body)
}

const trade = {
  appid: 'wx0123456789abcdef',
  mchid: '1900000009',
  out_trade_no: 'DT2611200900000123456789abcdef',
  transaction_id: '4200000000202611200000000001',
  trade_state: 'SUCCESS',
  success_time: '2026-11-20T09:00:00+08:00',
  amount: { total: 36500, currency: 'CNY' },
}
const number = trade.out_trade_no

describe('WeChat Pay', () => {
  it('signs what it asks, as the gateway checks it; filler-strings: the filler it signs with has 32 characters', async () => {
    let right = false
    let filler = ''
    answer = (request, response) => {
      const given = request.headers.authorization ?? ''
      const part = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(given)?.[1] ?? ''
      let body = ''
      request.on('data', (bytes: Buffer) => (body += bytes.toString()))
      request.on('end', () => {
        const text = `POST\n${request.url}\n${part('timestamp')}\n${part('nonce_str')}\n${body}\n`
        const verifier = createSign('RSA-SHA256').update(text).sign(ours.privateKey, 'base64')
        filler = part('nonce_str')
        right = verifier === part('signature') && part('serial_no') === SERIAL && part('mchid') === '1900000009'
        expect(JSON.parse(body)).toMatchObject({
          time_expire: '2026-11-20T01:15:00+00:00',
          amount: { total: 36500, currency: 'CNY' },
          notify_url: 'https://dentin.example/notify',
        })
        signed(response, 200, { code_url: 'weixin://wxpay/bizpayurl?pr=x' })
      })
    }
    const begun = await withKey().begin({
      outTradeNo: number,
      title: '会员',
      amount: fen(36500),
      expiresAt: parseDateTime('2026-11-20 09:15:00'),
      returnPath: '/pay',
    })
    expect([right, begun.codeUrl]).toEqual([true, 'weixin://wxpay/bizpayurl?pr=x'])
    expect(filler).toMatch(/^[0-9a-f]{32}$/)
  })

  it('reads what a trade has come to', async () => {
    const states: [number, unknown, string][] = [
      [200, trade, 'paid'],
      [200, { ...trade, trade_state: 'NOTPAY' }, 'open'],
      [200, { ...trade, trade_state: 'USERPAYING' }, 'open'],
      [200, { ...trade, trade_state: 'CLOSED' }, 'closed'],
      [404, { code: 'ORDER_NOT_EXIST' }, 'missing'],
    ]
    for (const [status, json, state] of states) {
      answer = (_request, response) => signed(response, status, json)
      expect((await withKey().ask(number)).state).toBe(state)
    }
  })

  it('believes no answer that is not the gateway’s own, ours, of this trade, and of now', async () => {
    const wrong: ((response: ServerResponse) => void)[] = [
      (response) => signed(response, 200, trade, { key: impostor.privateKey }),
      (response) => signed(response, 200, trade, { serial: 'PUB_KEY_ID_2' }),
      (response) => signed(response, 200, trade, { at: new Date(clock.now().getTime() - 301_000) }),
      (response) => signed(response, 200, { ...trade, out_trade_no: 'DT2611200900000123456789abcdee' }),
      (response) => signed(response, 200, { ...trade, mchid: '1900000010' }),
      (response) => signed(response, 200, { ...trade, amount: undefined }),
      (response) => signed(response, 500, { code: 'SYSTEM_ERROR' }),
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(trade)),
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      (response) => response.destroy(),
    ]
    for (const each of wrong) {
      answer = (_request, response) => each(response)
      await expect(withKey().ask(number)).rejects.toThrow(GatewayUnsure)
    }
  })

  it('asks again when it could not close', async () => {
    answer = (request, response) =>
      request.method === 'POST' ? signed(response, 400, { code: 'ORDERPAID' }) : signed(response, 200, trade)
    expect((await withKey().close(number)).state).toBe('paid')
    answer = (_request, response) => signed(response, 204, null)
    expect((await withKey().close(number)).state).toBe('closed')
  })

  it('without a public key fetches the gateway’s certificates, once, and believes only those sealed with our key', async () => {
    const certificate = selfSigned(theirs.privateKey, theirs.publicKey)
    const serial = 'AB12CD34AB12CD34AB12CD34AB12CD34AB12CD34'
    const bundle = (secret: string) => ({
      data: [{ serial_no: serial, encrypt_certificate: seal(certificate, secret, 'certificate') }],
    })
    let secret = API_V3_KEY
    answer = (request, response) =>
      request.url === '/v3/certificates'
        ? signed(response, 200, bundle(secret), { serial })
        : signed(response, 200, trade, { serial })
    const gateway = wechat(null)
    asked.length = 0
    expect((await gateway.ask(number)).state).toBe('paid')
    expect((await gateway.ask(number)).state).toBe('paid')
    expect(asked.filter((each) => each.includes('certificates'))).toHaveLength(1)
    secret = 'x'.repeat(32)
    await expect(wechat(null).ask(number)).rejects.toThrow(GatewayUnsure)
    // Certificates of somebody else, sealed rightly but signed with another key.
    secret = API_V3_KEY
    answer = (request, response) =>
      signed(response, 200, request.url === '/v3/certificates' ? bundle(secret) : trade, {
        serial,
        key: impostor.privateKey,
      })
    await expect(wechat(null).ask(number)).rejects.toThrow(GatewayUnsure)
  })

  it('reads a notification only when it was sealed with our key', async () => {
    const notice = (secret: string, plain: object) => {
      const body = JSON.stringify({
        event_type: 'TRANSACTION.SUCCESS',
        resource: seal(JSON.stringify(plain), secret, 'transaction'),
      })
      const timestamp = String(Math.floor(clock.now().getTime() / 1000))
      return {
        raw: Buffer.from(body),
        headers: {
          'wechatpay-timestamp': timestamp,
          'wechatpay-nonce': 'n',
          'wechatpay-serial': 'PUB_KEY_ID_1',
          'wechatpay-signature': sign(
            'RSA-SHA256',
            Buffer.from(`${timestamp}\nn\n${body}\n`),
            theirs.privateKey,
          ).toString('base64'),
        },
      }
    }
    const good = notice(API_V3_KEY, trade)
    expect(await withKey().read(good.raw, good.headers)).toMatchObject({ state: 'paid', paid: { amount: 36500 } })
    for (const [bad, verdict] of [
      [notice('y'.repeat(32), trade), 'malformed'],
      [notice(API_V3_KEY, { ...trade, amount: { total: '36500' } }), 'malformed'],
      [notice(API_V3_KEY, { ...trade, mchid: '1' }), 'wrong-merchant'],
    ] as const)
      await expect(withKey().read(bad.raw, bad.headers)).rejects.toMatchObject({ verdict })
  })
})

describe('Alipay', () => {
  const alipay = () =>
    alipayGateway(
      {
        appId: '2021000000000009',
        privateKey: pem(ours.privateKey),
        publicKey: pem(theirs.publicKey),
        sellerId: null,
        gateway: `${base}/gateway.do`,
        notifyUrl: 'https://dentin.example/notify',
        returnOrigin: 'https://dentin.example',
        sandbox: false,
      },
      clock,
    )
  const reply =
    (json: object, key = theirs.privateKey, name = 'alipay_trade_query_response') =>
    (_request: IncomingMessage, response: ServerResponse) => {
      const text = JSON.stringify(json)
      const signature = createSign('RSA-SHA256').update(text).sign(key, 'base64')
      response.end(`{"${name}":${text},"sign":"${signature}"}`)
    }
  const paid = {
    code: '10000',
    msg: 'Success',
    out_trade_no: number,
    trade_no: '2026112022001400000000000001',
    trade_status: 'TRADE_SUCCESS',
    total_amount: '365.00',
    send_pay_date: '2026-11-20 09:00:00',
  }

  it('reads what a trade has come to', async () => {
    for (const [json, state] of [
      [paid, 'paid'],
      [{ ...paid, trade_status: 'TRADE_FINISHED' }, 'paid'],
      [{ ...paid, trade_status: 'WAIT_BUYER_PAY' }, 'open'],
      [{ ...paid, trade_status: 'TRADE_CLOSED' }, 'closed'],
      [{ code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST' }, 'missing'],
    ] as const) {
      answer = reply(json)
      expect((await alipay().ask(number)).state).toBe(state)
    }
  })

  it('believes no answer that is not the gateway’s own and of this trade, and quotes none', async () => {
    for (const bad of [
      reply(paid, impostor.privateKey),
      reply({ ...paid, out_trade_no: 'DT2611200900000123456789abcdee' }),
      reply({ ...paid, total_amount: 'many' }),
      reply({ code: '20000', msg: 'Service Currently Unavailable' }),
      (_request: IncomingMessage, response: ServerResponse) =>
        response.end(JSON.stringify({ alipay_trade_query_response: paid })),
      (_request: IncomingMessage, response: ServerResponse) => response.writeHead(502).end('<html>'),
      (_request: IncomingMessage, response: ServerResponse) => response.destroy(),
    ]) {
      answer = bad
      const refusal = await alipay()
        .ask(number)
        .catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(GatewayUnsure)
      expect((refusal as Error).message).not.toMatch(/sign|36500|365\.00/)
    }
  })

  it('sends the buyer to a page with the server’s price, time and addresses, signed', async () => {
    const { url } = await alipay().begin({
      outTradeNo: number,
      title: '会员 3 年 & "赠品"',
      amount: fen(99900),
      expiresAt: parseDateTime('2026-11-20 09:15:00'),
      returnPath: '/pay?orderNo=VIP1',
    })
    const fields = Object.fromEntries(new URL(url as string).searchParams)
    expect(JSON.parse(fields.biz_content ?? '')).toMatchObject({
      out_trade_no: number,
      total_amount: '999.00',
      subject: '会员 3 年 & "赠品"',
      time_expire: '2026-11-20 09:15:00',
    })
    expect(fields).toMatchObject({
      timestamp: '2026-11-20 09:00:00',
      notify_url: 'https://dentin.example/notify',
      return_url: 'https://dentin.example/pay?orderNo=VIP1',
      sign_type: 'RSA2',
    })
  })

  it('tells a refund from a payment', async () => {
    const told = (fields: Record<string, string>) => {
      const all: Record<string, string> = {
        app_id: '2021000000000009',
        out_trade_no: number,
        trade_no: '2026112022001400000000000001',
        trade_status: 'TRADE_SUCCESS',
        total_amount: '365.00',
        gmt_payment: '2026-11-20 09:00:00',
        ...fields,
      }
      const text = Object.keys(all)
        .sort()
        .map((name) => `${name}=${all[name]}`)
        .join('&')
      const signature = createSign('RSA-SHA256').update(text).sign(theirs.privateKey, 'base64')
      return Buffer.from(new URLSearchParams({ ...all, sign_type: 'RSA2', sign: signature }).toString())
    }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await alipay().read(told({}), headers)).state).toBe('paid')
    expect((await alipay().read(told({ refund_fee: '1.00', gmt_refund: '2026-11-20 09:00:00' }), headers)).state).toBe(
      'other',
    )
    await expect(alipay().read(told({ trade_no: '' }), headers)).rejects.toBeInstanceOf(NoticeRefused)
    await expect(alipay().read(told({ total_amount: '3e2' }), headers)).rejects.toBeInstanceOf(NoticeRefused)
  })
})

describe('what news of a payment means', () => {
  const open = { status: 'open' as const, amount: fen(100), gatewayTradeNo: null }
  const news = { amount: fen(100), currency: 'CNY', gatewayTradeNo: 'a' }
  it.each([
    [open, news, 'take'],
    [{ ...open, status: 'closed' as const }, news, 'take'],
    [null, news, 'unknown'],
    [open, { ...news, amount: fen(99) }, 'amount'],
    [open, { ...news, amount: fen(101) }, 'amount'],
    [open, { ...news, currency: 'USD' }, 'currency'],
    [{ ...open, status: 'applied' as const, gatewayTradeNo: 'a' }, news, 'repeated'],
    [{ ...open, status: 'strayed' as const, gatewayTradeNo: 'a' }, news, 'repeated'],
    [{ ...open, status: 'applied' as const, gatewayTradeNo: 'b' }, news, 'double'],
  ])('%j with %j: %s', (trade_, told, verdict) => {
    expect(judge(trade_, told)).toBe(verdict)
  })

  it.each([
    [true, [], 'open'],
    [true, ['closed', 'open'], 'open'],
    [true, ['strayed'], 'open'],
    [false, ['closed'], 'closed'],
    [false, ['received', 'closed'], 'confirming'],
    [false, ['applied', 'strayed'], 'paid'],
    [false, ['strayed', 'closed'], 'strayed'],
  ] as const)('an order open: %s with trades %j is shown as %s', (isOpen, statuses, state) => {
    expect(
      payState(
        isOpen,
        statuses.map((status) => ({ status })),
      ),
    ).toBe(state)
  })
})

function seal(plain: string, secret: string, about: string) {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', secret, nonce)
  cipher.setAAD(Buffer.from(about))
  const bytes = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return {
    algorithm: 'AEAD_AES_256_GCM',
    nonce,
    associated_data: about,
    ciphertext: bytes.toString('base64'),
  }
}

/** A certificate that its own key signed, in DER written out by hand: version 1, valid through 2030. */
function selfSigned(privateKey: KeyObject, publicKey: KeyObject): string {
  const wrap = (tag: number, ...parts: Buffer[]): Buffer => {
    const content = Buffer.concat(parts)
    const { length } = content
    const size =
      length < 128
        ? Buffer.from([length])
        : length < 256
          ? Buffer.from([0x81, length])
          : Buffer.from([0x82, length >> 8, length & 255])
    return Buffer.concat([Buffer.from([tag]), size, content])
  }
  const algorithm = wrap(0x30, Buffer.from('06092a864886f70d01010b0500', 'hex'))
  const name = wrap(0x30, wrap(0x31, wrap(0x30, Buffer.from('0603550403', 'hex'), wrap(0x0c, Buffer.from('stand-in')))))
  const validity = wrap(0x30, wrap(0x17, Buffer.from('250101000000Z')), wrap(0x17, Buffer.from('300101000000Z')))
  const serial = wrap(0x02, createHash('sha256').update('serial').digest().subarray(0, 8))
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const body = wrap(0x30, serial, algorithm, name, validity, name, spki)
  const signature = sign('RSA-SHA256', body, privateKey)
  const der = wrap(0x30, body, algorithm, wrap(0x03, Buffer.from([0]), signature))
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`
}
