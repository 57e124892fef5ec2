import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contract } from '@dentin/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { Client, fixture, testApp } from '../../../test/harness.ts'
import { deviceOf } from './rules.ts'

const app = await testApp()
const { identity } = contract
const start = app.clock.now()
const phone = await app.as('reception')
const other = await app.as('nurse')
const as = (token: string | null) => new Client(app.application.http, token, null)

beforeEach(async () => {
  await app.sql('delete from rate_limit')
  app.clock.set(start)
})

async function open() {
  const { ticket, url } = await app.nobody.call(identity.scanCode, {})
  return { ticket, qr: new URL(url, 'https://x').searchParams.get('qr') as string }
}
const statusOf = async (ticket: string) => (await app.nobody.call(identity.scanStatus, { ticket })).status

describe('signing in by a picture', () => {
  it('goes from waiting over scanned to confirmed, and lets the screen in as the person of the phone', async () => {
    const { ticket, qr } = await open()
    expect(await statusOf(ticket)).toBe(0)
    expect((await app.nobody.refused(identity.scanLogin, { code: ticket })).code).toBe(20012)
    const seen = await phone.call(identity.scanned, { qr })
    expect(seen).toMatchObject({ phone: '139****0004', expireSeconds: 120 })
    expect(await statusOf(ticket)).toBe(1)
    await phone.call(identity.answerScan, { qr, accept: true })
    expect(await statusOf(ticket)).toBe(2)
    const signedIn = await app.nobody.call(identity.scanLogin, { code: ticket })
    expect(signedIn).toMatchObject({ clinicId: fixture.clinics.a1, currentUserId: fixture.accounts.a1.reception })
    expect((await as(signedIn.token).call(identity.userInfo, {})).employeeName).toBe('前台a1')
    expect((await app.nobody.refused(identity.scanLogin, { code: ticket })).code).toBe(20012)
    expect(await statusOf(ticket)).toBe(4)
  })

  it('can be cancelled on the phone, and is over then', async () => {
    const { ticket, qr } = await open()
    await phone.call(identity.scanned, { qr })
    await phone.call(identity.answerScan, { qr, accept: false })
    expect(await statusOf(ticket)).toBe(3)
    expect((await app.nobody.refused(identity.scanLogin, { code: ticket })).code).toBe(20012)
    expect((await phone.refused(identity.answerScan, { qr, accept: true })).code).toBe(20013)
  })

  it('expires after 120 seconds, whatever was said by then', async () => {
    const { ticket, qr } = await open()
    await phone.call(identity.scanned, { qr })
    await phone.call(identity.answerScan, { qr, accept: true })
    app.clock.advance(2.1)
    expect(await statusOf(ticket)).toBe(4)
    expect((await app.nobody.refused(identity.scanLogin, { code: ticket })).code).toBe(20012)
    expect((await phone.refused(identity.scanned, { qr })).message).toBe('二维码已过期，请在电脑上点击刷新')
  })

  it('B6: the ticket of one browser and the code of the picture are not one another', async () => {
    const mine = await open()
    const foreign = await open()
    await phone.call(identity.scanned, { qr: mine.qr })
    await phone.call(identity.answerScan, { qr: mine.qr, accept: true })
    for (const code of [mine.qr, foreign.ticket, foreign.qr, 'x'.repeat(43)])
      expect((await app.nobody.refused(identity.scanLogin, { code })).code).toBe(20012)
    expect((await phone.refused(identity.scanned, { qr: mine.ticket })).code).toBe(20012)
    expect(await statusOf(mine.qr)).toBe(4)
    expect((await app.nobody.call(identity.scanLogin, { code: mine.ticket })).token).toBeTruthy()
  })

  it('belongs to whoever scanned it first; nobody confirms without having scanned', async () => {
    const { ticket, qr } = await open()
    expect((await other.refused(identity.answerScan, { qr, accept: true })).code).toBe(20013)
    await phone.call(identity.scanned, { qr })
    expect((await other.refused(identity.scanned, { qr })).message).toBe('二维码已被使用，请在电脑上点击刷新')
    expect((await other.refused(identity.answerScan, { qr, accept: true })).code).toBe(20013)
    expect(await statusOf(ticket)).toBe(1)
    expect((await app.nobody.raw('POST', '/scan-api/answer', { qr, accept: true })).http).toBe(401)
  })

  it('of ten screens with the same ticket at one moment, one gets in', async () => {
    const { ticket, qr } = await open()
    await phone.call(identity.scanned, { qr })
    await phone.call(identity.answerScan, { qr, accept: true })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => app.nobody.call(identity.scanLogin, { code: ticket })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('names the device as a person would', () => {
    const chrome =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
    expect(deviceOf(chrome)).toBe('Windows 电脑 · Chrome')
    expect(deviceOf(`${chrome} Edg/140.0`)).toBe('Windows 电脑 · Edge')
    expect(deviceOf('curl/8')).toBe('未知设备')
  })
})

describe('WeChat', async () => {
  const asked: URL[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url as string, 'http://x')
    asked.push(url)
    const code = url.searchParams.get('code')
    const right =
      url.pathname === '/sns/oauth2/access_token' &&
      url.searchParams.get('appid') === 'wx0123456789abcdef' &&
      url.searchParams.get('secret') === '0123456789abcdef0123456789abcdef' &&
      url.searchParams.get('grant_type') === 'authorization_code'
    response.end(
      JSON.stringify(
        right && code?.startsWith('good')
          ? { access_token: 'x', openid: `open-${code}`, scope: 'snsapi_base' }
          : { errcode: 40029, errmsg: 'invalid code' },
      ),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const closed = app.application.services.config
  const configure = (more: object) => Object.assign(app.application.services, { config: { ...closed, ...more } })
  const keys = {
    WECHAT_APP_ID: 'wx0123456789abcdef',
    WECHAT_APP_SECRET: '0123456789abcdef0123456789abcdef',
    WECHAT_API_URL: `http://127.0.0.1:${port}`,
    PUBLIC_ORIGIN: 'https://clinic.example',
  }
  const state = 's'.repeat(32)

  it('is absent without an app of its own', async () => {
    configure({})
    expect(await app.nobody.call(identity.wechatEntry, { qr: 'abc', state })).toEqual({ url: null })
    expect((await app.nobody.refused(identity.wechatLogin, { code: 'good1' })).code).toBe(20015)
  })

  it('sends the page to WeChat, and the way back leads only to our own page', async () => {
    configure(keys)
    const { url } = await app.nobody.call(identity.wechatEntry, { qr: 'abc&x=1', state })
    const address = new URL(url as string)
    expect(address.origin + address.pathname).toBe('https://open.weixin.qq.com/connect/oauth2/authorize')
    expect(address.hash).toBe('#wechat_redirect')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      appid: 'wx0123456789abcdef',
      redirect_uri: 'https://clinic.example/wechatLogin?qr=abc%26x%3D1',
      response_type: 'code',
      scope: 'snsapi_base',
      state,
    })
    expect(url).not.toContain('0123456789abcdef0123456789abcdef')
  })

  it('knows somebody again who bound themselves; a ticket binds once', async () => {
    configure(keys)
    const first = await app.nobody.call(identity.wechatLogin, { code: 'good1' })
    expect(first.signedIn).toBeNull()
    const ticket = first.bindTicket as string
    expect((await phone.refused(identity.wechatBind, { ticket: `${ticket.slice(0, -1)}x` })).code).toBe(20014)
    expect((await phone.refused(identity.wechatBind, { ticket })).code).toBe(20014)
    const again = await app.nobody.call(identity.wechatLogin, { code: 'good1' })
    await phone.call(identity.wechatBind, { ticket: again.bindTicket as string })
    expect((await phone.refused(identity.wechatBind, { ticket: again.bindTicket as string })).code).toBe(20014)
    const known = await app.nobody.call(identity.wechatLogin, { code: 'good1' })
    expect(known.signedIn).toMatchObject({ clinicId: fixture.clinics.a1 })
  })

  it('a code that WeChat does not take is a plain refusal; WeChat out of reach is said so', async () => {
    configure(keys)
    expect(await app.nobody.refused(identity.wechatLogin, { code: 'bad' })).toMatchObject({
      code: 20014,
      message: '微信授权已失效，请重新扫码',
    })
    await new Promise((resolve) => server.close(resolve))
    expect(await app.nobody.refused(identity.wechatLogin, { code: 'good1' })).toMatchObject({
      http: 503,
      message: '微信没有应答，请稍后再试',
    })
    configure({})
  })
})
