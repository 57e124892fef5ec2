import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contract } from '@dentin/contract'
import { parseDateTime, uuidv7, yuanToFen } from '@dentin/kit'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client, type RawAnswer } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { readConfig } from '../../platform/config.ts'
import { makeLog } from '../../platform/log.ts'
import { reconcile } from './commands/follow.ts'
import { NOTICE_PATHS, type GatewayName } from './gateways/gateway.ts'
import { rememberServer } from './gateways/index.ts'
import { settleStrayed, strayedTrades } from './index.ts'
import { sandboxRoutes } from './sandbox/routes.ts'
import { signedNotice, type Told } from './sandbox/notices.ts'

/** Everything the server wrote into its log. */
const logged: string[] = []
const app = await testApp({ log: makeLog('trace', { write: (text) => void logged.push(text) }) })
const { services, http } = app.application
const { database } = services
const { membership, payment } = contract
const NOW = '2026-11-20 09:00:00'
const YEAR = uuidv7()
const PRICE = yuanToFen('365.00')

/** A bad line between the product and the gateway: whatever goes to it or comes from it passes here. */
let line: 'good' | 'cut' | 'failing' | 'slow' = 'good'
/** Notifications that come through are lost. */
let deaf = false
const proxy = createServer((incoming, outgoing) => {
  const toUs = incoming.url?.startsWith('/bill-api/')
  if (line === 'cut' || (toUs && deaf)) return void incoming.socket.destroy()
  if (line === 'failing') return void outgoing.writeHead(502).end('<html>bad gateway</html>')
  if (line === 'slow') return void setTimeout(() => outgoing.writeHead(504).end(), 6_000).unref()
  const { port } = http.server.address() as AddressInfo
  const { host: _host, ...headers } = incoming.headers
  const through = httpRequest({ port, path: incoming.url, method: incoming.method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(outgoing)
  })
  incoming.pipe(through)
})

let admin: Client
beforeAll(async () => {
  await http.listen({ host: '127.0.0.1', port: 0 })
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready))
  rememberServer(services, { server: proxy } as unknown as FastifyInstance)
  await app.sql('update vip_package set enabled = false')
  await app.sql(
    `insert into vip_package (id, kind, count, price, discount_price, list_price, sort_no, updated_at) values ($1, 'vip', 1, 365, 0, 0, 1, $2)`,
    [YEAR, parseDateTime(NOW)],
  )
})
afterAll(() => void proxy.close())
beforeEach(async () => {
  line = 'good'
  deaf = false
  app.clock.set(parseDateTime(NOW))
  await app.empty('vip_extension', 'vip_term', 'vip_order', 'vip_desk', 'vip_standing')
  await app.empty('strayed_payment', 'gateway_trade', 'payment_notice', 'pay_ticket', 'sandbox_trade')
  await app.sql(`delete from audit where entity in ('vip_order', 'vip_term')`)
  await app.sql(`delete from pgboss.job where name = 'payment.apply'`)
  admin = await app.as('admin')
})

/** The number of a trade that there is not. */
const NOBODYS = 'DT26112009000000000000000000ffff'
const WAYS: GatewayName[] = ['alipay', 'wechat']
const payTypeOf = (way: GatewayName): 0 | 1 => (way === 'alipay' ? 0 : 1)

async function newOrder(way: GatewayName, client = admin): Promise<{ orderId: string; orderNo: string }> {
  return client.call(membership.charge, { settingId: YEAR, count: 1, payType: payTypeOf(way), invoiceType: null })
}

/** Begins to pay an order as its page does. @returns what the gateway would tell once somebody has paid */
async function begin(way: GatewayName, orderNo: string, client = admin): Promise<Told> {
  await client.call(way === 'alipay' ? payment.alipay : payment.wxpay, { orderNo })
  const [trade] = await app.sql<{ out_trade_no: string; title: string; created_at: Date }>(
    `select out_trade_no, title, created_at from gateway_trade where order_no = $1 and status = 'open'`,
    [orderNo],
  )
  if (!trade) throw new Error('no trade')
  return {
    gateway: way,
    outTradeNo: trade.out_trade_no,
    tradeNo: `90${Date.now()}${String(made++).padStart(6, '0')}`,
    title: trade.title,
    amount: PRICE,
    status: 'paid',
    createdAt: trade.created_at,
    paidAt: app.clock.now(),
  }
}
let made = 0

/** Sends a notification of the gateway. */
async function tell(told: Told, change: Record<string, unknown> = {}): Promise<RawAnswer> {
  const { body, headers } = await signedNotice(database, told, app.clock.now(), change)
  return app.nobody.raw('POST', NOTICE_PATHS[told.gateway], body, headers)
}

const understood = (answer: RawAnswer): boolean =>
  answer.http === 200 && (answer.text === 'success' || answer.json?.code === ('SUCCESS' as unknown as number))
const refused = (answer: RawAnswer): boolean =>
  answer.http >= 400 && (answer.text === 'fail' || (answer.json?.code as unknown) === 'FAIL')

interface Books {
  order: number
  extensions: number
  trades: string[]
  strays: string[]
}
/** What the books say of an order. */
async function books(orderNo: string): Promise<Books> {
  const [order] = await app.sql<{ status: number; n: number }>(
    `select o.status, (select count(*)::int from vip_extension e where e.order_id = o.id) as n from vip_order o where o.order_no = $1`,
    [orderNo],
  )
  const trades = await app.sql<{ status: string }>(
    `select status from gateway_trade where order_no = $1 order by created_at, id`,
    [orderNo],
  )
  const strays = await app.sql<{ reason: string }>(
    `select reason from strayed_payment where order_no = $1 or out_trade_no = $2 order by found_at, id`,
    [orderNo, NOBODYS],
  )
  return {
    order: order?.status ?? -1,
    extensions: order?.n ?? 0,
    trades: trades.map((each) => each.status),
    strays: strays.map((each) => each.reason),
  }
}
const PAID: Books = { order: 1, extensions: 1, trades: ['applied'], strays: [] }
const WAITING: Books = { order: 0, extensions: 0, trades: ['open'], strays: [] }
/** Those about one order: the sandbox may still be telling what an earlier test left it to tell. */
const verdictsOn = async (orderNo: string) =>
  (
    await app.sql<{ verdict: string }>(
      `select verdict from payment_notice join gateway_trade using (out_trade_no) where order_no = $1 order by first_at, payment_notice.id`,
      [orderNo],
    )
  ).map((each) => each.verdict)

describe.each(WAYS)('%s: a payment', (way) => {
  it('is told by a notification and applied once; the page sees it', async () => {
    const { orderNo } = await newOrder(way)
    const told = await begin(way, orderNo)
    expect((await admin.call(payment.checkIsPay, { orderNo })).state).toBe('open')
    expect(understood(await tell(told))).toBe(true)
    expect(await books(orderNo)).toEqual(PAID)
    expect(await admin.call(payment.checkIsPay, { orderNo })).toMatchObject({ state: 'paid', totalAmount: '365.00' })
    // The page loaded once more: nothing to pay any more.
    const again = await admin.call(way === 'alipay' ? payment.alipay : payment.wxpay, { orderNo })
    expect(again).toMatchObject({ state: 'paid', url: null, codeUrl: null, expireTime: null })
  })

  it('goes through the cashier of the sandbox from end to end', async () => {
    const { orderNo } = await newOrder(way)
    const begun = await admin.call(way === 'alipay' ? payment.alipay : payment.wxpay, { orderNo })
    expect(begun).toMatchObject({ state: 'open', sandbox: true, expireTime: '2026-11-20 09:15:00' })
    const first = begun.url ?? new URL(begun.codeUrl as string).pathname
    const cashier = way === 'alipay' ? String((await app.nobody.raw('GET', first)).headers.location) : first
    const page = await app.nobody.raw('GET', cashier)
    expect(page.text).toContain('模拟支付')
    expect(page.text).toContain('365.00')
    expect(page.headers['cache-control']).toBe('no-store')
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const failed = await app.nobody.raw('POST', cashier, 'action=failed', form)
    expect(failed.text).toContain('支付失败')
    expect(await books(orderNo)).toEqual(WAITING)
    const paid = await app.nobody.raw('POST', cashier, 'action=paid', form)
    expect(way === 'alipay' ? paid.headers.location : paid.http).toBe(
      way === 'alipay' ? `/pay?orderNo=${orderNo}&back=1` : 200,
    )
    expect(await books(orderNo)).toEqual(PAID)
    expect(await verdictsOn(orderNo)).toEqual(['no-matter', 'taken'])
  })

  it('closed at the gateway is told too; the order may be paid anew', async () => {
    const { orderNo } = await newOrder(way)
    const told = await begin(way, orderNo)
    expect(understood(await tell({ ...told, status: 'closed', paidAt: null }))).toBe(true)
    expect(await books(orderNo)).toEqual({ ...WAITING, trades: ['closed'] })
    const second = await begin(way, orderNo)
    expect(second.outTradeNo).not.toBe(told.outTradeNo)
    expect(understood(await tell(second))).toBe(true)
    expect(await books(orderNo)).toEqual({ ...PAID, trades: ['closed', 'applied'] })
  })

  it('E1: a forged notification is refused and changes nothing', async () => {
    const { orderNo } = await newOrder(way)
    const told = await begin(way, orderNo)
    const { body, headers } = await signedNotice(database, told, app.clock.now())
    const other = await signedNotice(database, { ...told, outTradeNo: NOBODYS }, app.clock.now())
    // Signed rightly, but six minutes ago.
    const stale = await signedNotice(database, told, new Date(app.clock.now().getTime() - 6 * 60_000))
    const forged: [string, Record<string, string>][] =
      way === 'alipay'
        ? [
            [body.replace('365.00', '0.01'), headers],
            [body.replace(told.outTradeNo, NOBODYS), headers],
            [body.replace('sign_type=RSA2', 'sign_type=RSA'), headers],
            [body.replace(/&sign=[^&]+/, ''), headers],
            [body.replace(/&sign=[^&]+/, '&sign=AAAA'), headers],
            [`${body}&out_trade_no=x`, headers],
            [body, { ...headers, 'content-type': 'application/json' }],
            ['', headers],
            ['sign=x&sign_type=nonsense', headers],
          ]
        : [
            [`${body} `, headers],
            [other.body, headers],
            [body, { ...headers, 'wechatpay-signature': 'AAAA' }],
            [body, { ...headers, 'wechatpay-serial': 'PUB_KEY_ID_1' }],
            [body, { ...headers, 'wechatpay-timestamp': '1' }],
            [body, { ...headers, 'wechatpay-nonce': 'x' }],
            [stale.body, stale.headers],
            [body, { 'content-type': 'application/json' }],
            ['', headers],
          ]
    for (const [text, sent] of forged) {
      const answer = await app.nobody.raw('POST', NOTICE_PATHS[way], text, sent)
      expect([text.slice(0, 60), refused(answer)]).toEqual([text.slice(0, 60), true])
    }
    expect(await books(orderNo)).toEqual(WAITING)
    const said = await app.sql<{ verdict: string }>(
      `select verdict from payment_notice where coalesce(out_trade_no, $1) in ($1, $2)`,
      [NOBODYS, told.outTradeNo],
    )
    expect(new Set(said.map(({ verdict }) => verdict))).toEqual(
      new Set(way === 'alipay' ? ['forged', 'malformed'] : ['forged', 'stale']),
    )
    // And the true one is still believed.
    expect(understood(await app.nobody.raw('POST', NOTICE_PATHS[way], body, headers))).toBe(true)
    expect(await books(orderNo)).toEqual(PAID)
  })

  it('E1: too long, and no body at all, are refused in the gateway’s own form', async () => {
    for (const text of ['x'.repeat(70_000), undefined]) {
      const answer = await app.nobody.raw('POST', NOTICE_PATHS[way], text, { 'content-type': 'text/plain' })
      expect(refused(answer)).toBe(true)
    }
  })

  it('E2: 500 identical notifications at once are one payment', async () => {
    const { orderNo } = await newOrder(way)
    const told = await begin(way, orderNo)
    const { body, headers } = await signedNotice(database, told, app.clock.now())
    const answers = await Promise.all(
      Array.from({ length: 500 }, () => app.nobody.raw('POST', NOTICE_PATHS[way], body, headers)),
    )
    expect(answers.filter((answer) => !understood(answer))).toEqual([])
    await expect.poll(() => books(orderNo)).toEqual(PAID)
    const heard = 'select verdict, last_verdict, times from payment_notice where out_trade_no = $1'
    expect(await app.sql(heard, [told.outTradeNo])).toEqual([
      { verdict: 'taken', last_verdict: 'repeated', times: 500 },
    ])
    const [term] = await app.sql<{ end: string }>(`select end_date::text as end from vip_term`)
    expect(term?.end).toBe('2027-11-20')
  }, 60_000)

  it('E2: notifications signed anew for the same payment are one payment too', async () => {
    const { orderNo } = await newOrder(way)
    const told = await begin(way, orderNo)
    const answers = await Promise.all(Array.from({ length: 30 }, () => tell(told)))
    expect(answers.every(understood)).toBe(true)
    await expect.poll(() => books(orderNo)).toEqual(PAID)
  })

  it.each([['364.99'], ['365.01']])('E3: another amount (%s) pays nothing and is on the list', async (amount) => {
    const { orderNo } = await newOrder(way)
    const told = await begin(way, orderNo)
    expect(understood(await tell({ ...told, amount: yuanToFen(amount) }))).toBe(true)
    expect(await books(orderNo)).toEqual({ ...WAITING, strays: ['amount'] })
    const { list } = await database.withPlatform((tx) =>
      strayedTrades(tx, { settled: false, pageNum: 1, pageSize: 20 }),
    )
    expect(list.filter((each) => each.orderNo === orderNo)).toMatchObject([
      { amount: yuanToFen(amount), expected: PRICE, reason: 'amount' },
    ])
    // The right amount of the same payment, told later: applied, and the list says so.
    expect(understood(await tell(told))).toBe(true)
    expect(await books(orderNo)).toMatchObject({ order: 1, extensions: 1 })
    expect(await app.sql('select settled_as, settled_by from strayed_payment where order_no = $1', [orderNo])).toEqual([
      { settled_as: 'credited', settled_by: '系统' },
    ])
  })

  it('E3: another merchant, app, seller or currency pays nothing', async () => {
    const { orderNo } = await newOrder(way)
    const told = await begin(way, orderNo)
    const others: Record<string, unknown>[] =
      way === 'alipay'
        ? [{ app_id: '2021000000000002' }, { seller_id: '2088000000000002' }]
        : [{ appid: 'wx0000000000000000' }, { mchid: '1900000002' }]
    for (const change of others) expect(refused(await tell(told, change))).toBe(true)
    expect(await books(orderNo)).toEqual(WAITING)
    const said = await app.sql<{ verdict: string }>(
      'select verdict from payment_notice where coalesce(out_trade_no, $1) = $1',
      [told.outTradeNo],
    )
    expect(said.map(({ verdict }) => verdict)).toEqual(['wrong-merchant', 'wrong-merchant'])
    const currency =
      way === 'alipay' ? { trans_currency: 'USD' } : { amount: { total: PRICE, currency: 'USD', payer_total: PRICE } }
    expect(understood(await tell(told, currency))).toBe(true)
    expect(await books(orderNo)).toEqual({ ...WAITING, strays: ['currency'] })
  })

  it('E4: told before, after and instead of the page’s asking, it is one payment', async () => {
    const { orderNo } = await newOrder(way)
    const told = await begin(way, orderNo)
    await admin.call(payment.checkIsPay, { orderNo })
    await tell(told)
    await Promise.all([
      admin.call(payment.checkIsPayNoPolling, { orderNo }),
      tell(told),
      admin.call(payment.checkIsPay, { orderNo }),
      tell(told),
    ])
    expect(await books(orderNo)).toEqual(PAID)
  })

  it('E4, vip-polling, design-pay-check: without any notification the page’s asking finds the payment', async () => {
    const { orderNo } = await newOrder(way)
    await begin(way, orderNo)
    deaf = true
    await payAtCashier(orderNo)
    expect(await books(orderNo)).toEqual(WAITING)
    expect((await admin.call(payment.checkIsPayNoPolling, { orderNo })).state).toBe('paid')
    expect(await books(orderNo)).toEqual(PAID)
    // The notification comes at last.
    const [kept] = await app.sql<{ gateway_trade_no: string; out_trade_no: string }>('select * from gateway_trade')
    const late = { ...(await told(way, kept?.out_trade_no as string)), tradeNo: kept?.gateway_trade_no as string }
    expect(understood(await tell(late))).toBe(true)
    expect(await books(orderNo)).toEqual(PAID)
  })

  it('E5: paid after the order was cancelled: on the list, never lost, settled once by the provider', async () => {
    const { orderId, orderNo } = await newOrder(way)
    const told = await begin(way, orderNo)
    await admin.call(membership.cancelCharge, { id: orderId })
    expect(understood(await tell(told))).toBe(true)
    expect(understood(await tell(told))).toBe(true)
    expect(await books(orderNo)).toEqual({ order: 2, extensions: 0, trades: ['strayed'], strays: ['closed'] })
    expect((await admin.call(payment.checkIsPay, { orderNo })).state).toBe('strayed')
    // The gateway's notice of an earlier order may arrive while this one is looked at.
    const strays = async (ask: { settled?: boolean }) =>
      (await database.withPlatform((tx) => strayedTrades(tx, { ...ask, pageNum: 1, pageSize: 20 }))).list.filter(
        (each) => each.orderNo === orderNo,
      )
    const list = await strays({ settled: false })
    expect(list).toHaveLength(1)
    const id = list[0]?.id as string
    const decision = { as: 'refunded', by: '平台财务', note: '原路退回' } as const
    await database.withPlatform((tx) => settleStrayed(tx, id, decision))
    await expect(database.withPlatform((tx) => settleStrayed(tx, id, decision))).rejects.toThrow('这笔款项已处理')
    expect(await strays({ settled: false })).toEqual([])
    expect(await strays({})).toMatchObject([{ settledAs: 'refunded', settledBy: '平台财务', orderNo }])
  })

  it('E5: paid after the order’s time was over', async () => {
    const { orderNo } = await newOrder(way)
    const told = await begin(way, orderNo)
    app.clock.advance(31)
    await services.jobs.runNow('membership.close-orders')
    expect(understood(await tell({ ...told, paidAt: app.clock.now() }))).toBe(true)
    expect(await books(orderNo)).toMatchObject({ extensions: 0, trades: ['strayed'], strays: ['closed'] })
  })

  it('a payment for a trade that is closed already still counts while the order is open', async () => {
    const { orderNo } = await newOrder(way)
    const told = await begin(way, orderNo)
    await tell({ ...told, status: 'closed', paidAt: null })
    expect(understood(await tell(told))).toBe(true)
    expect(await books(orderNo)).toEqual(PAID)
  })

  it('told as closed after it was paid, it stays paid', async () => {
    const { orderNo } = await newOrder(way)
    const told = await begin(way, orderNo)
    await tell(told)
    expect(understood(await tell({ ...told, status: 'closed' }))).toBe(true)
    expect(await books(orderNo)).toEqual(PAID)
  })

  it('of another order is not counted for this one: the gateway’s number is used once', async () => {
    const first = await newOrder(way)
    const told = await begin(way, first.orderNo)
    await tell(told)
    const second = await newOrder(way)
    const other = await begin(way, second.orderNo)
    expect(refused(await tell({ ...other, tradeNo: told.tradeNo }))).toBe(true)
    expect(await books(second.orderNo)).toEqual({ order: 0, extensions: 0, trades: ['open'], strays: [] })
    // Two trades, one number, at the same moment.
    await admin.call(membership.cancelCharge, { id: second.orderId })
    const third = await newOrder(way)
    const pair = [other, await begin(way, third.orderNo)].map((each) => ({ ...each, tradeNo: `7${told.tradeNo}` }))
    await Promise.all([...pair, ...pair, ...pair].map((each) => tell(each)))
    const held = await app.sql(`select id from gateway_trade where gateway_trade_no = $1`, [`7${told.tradeNo}`])
    expect(held).toHaveLength(1)
  })

  it('twice for one order: the second is on the list', async () => {
    const { orderNo } = await newOrder(way)
    const told = await begin(way, orderNo)
    await tell({ ...told, status: 'closed', paidAt: null })
    const second = await begin(way, orderNo)
    await Promise.all([tell(told), tell(second)])
    const after = await books(orderNo)
    expect({ ...after, trades: [...after.trades].sort() }).toEqual({
      order: 1,
      extensions: 1,
      trades: ['applied', 'strayed'],
      strays: ['double'],
    })
    // The same trade, paid again under another number of the gateway.
    expect(understood(await tell({ ...told, tradeNo: `8${told.tradeNo}` }))).toBe(true)
    expect((await books(orderNo)).strays).toEqual(['double', 'double'])
  })

  it('for a trade that nobody knows is on the list', async () => {
    const { orderNo } = await newOrder(way)
    const told = await begin(way, orderNo)
    expect(understood(await tell({ ...told, outTradeNo: NOBODYS }))).toBe(true)
    expect(await books(orderNo)).toEqual({ ...WAITING, strays: ['unknown'] })
  })

  it('E6: a gateway that is cut off, fails or is slow leaves the order as it is; afterwards it reconciles', async () => {
    const { orderNo } = await newOrder(way)
    await begin(way, orderNo)
    deaf = true
    await payAtCashier(orderNo)
    app.clock.advance(4)
    for (const bad of ['cut', 'failing', 'slow'] as const) {
      line = bad
      const started = performance.now()
      expect((await admin.call(payment.checkIsPayNoPolling, { orderNo })).state).toBe('open')
      expect(performance.now() - started).toBeLessThan(4_500)
      app.clock.advance(4)
      expect(await reconcile(services)).toEqual({ unsure: 1 })
      expect(await books(orderNo)).toEqual(WAITING)
    }
    line = 'good'
    app.clock.advance(4)
    expect(await reconcile(services)).toEqual({ applied: 1 })
    expect(await books(orderNo)).toEqual(PAID)
    expect(await reconcile(services)).toEqual({})
  }, 60_000)

  it('reconciliation closes what is overdue or cancelled, at the gateway first', async () => {
    const { orderId, orderNo } = await newOrder(way)
    const told = await begin(way, orderNo)
    await visitCashier(orderNo)
    app.clock.advance(5)
    expect(await reconcile(services)).toEqual({ open: 1 })
    // Asked just now: left alone for a while.
    expect(await reconcile(services)).toEqual({})
    await admin.call(membership.cancelCharge, { id: orderId })
    app.clock.advance(5)
    expect(await reconcile(services)).toEqual({ closed: 1 })
    expect(await books(orderNo)).toEqual({ order: 2, extensions: 0, trades: ['closed'], strays: [] })
    const [atGateway] = await app.sql<{ status: string }>('select status from sandbox_trade where out_trade_no = $1', [
      told.outTradeNo,
    ])
    expect(atGateway?.status).toBe('closed')
    const next = await newOrder(way)
    await begin(way, next.orderNo)
    app.clock.advance(16)
    expect(await reconcile(services)).toEqual({ closed: 1 })
    expect((await books(next.orderNo)).trades).toEqual(['closed'])
  })

  it('E6: an order that cannot take its payment yet gets it later, once', async () => {
    const { orderNo, orderId } = await newOrder(way)
    const told = await begin(way, orderNo)
    await app.owner.query('begin')
    await app.owner.query('select 1 from vip_order where id = $1 for update', [orderId])
    const started = performance.now()
    expect(understood(await tell(told))).toBe(true)
    // The gateway is not kept waiting.
    expect(performance.now() - started).toBeLessThan(3_000)
    expect((await admin.call(payment.checkIsPay, { orderNo })).state).toBe('confirming')
    await app.owner.query('rollback')
    await services.jobs.drain('payment.apply')
    expect(await books(orderNo)).toEqual(PAID)
  })

  it('E8: two tabs and a reload get one trade; after its time they get a new one', async () => {
    const { orderNo } = await newOrder(way)
    const call = way === 'alipay' ? payment.alipay : payment.wxpay
    await Promise.all(Array.from({ length: 8 }, () => admin.call(call, { orderNo })))
    await admin.call(call, { orderNo })
    expect((await books(orderNo)).trades).toEqual(['open'])
    app.clock.advance(14.5)
    await admin.call(call, { orderNo })
    expect((await books(orderNo)).trades).toEqual(['closed', 'open'])
  })

  it('cannot be begun the other way, for no order, for another clinic’s order, or by whoever may not pay', async () => {
    const { orderNo } = await newOrder(way)
    const call = way === 'alipay' ? payment.alipay : payment.wxpay
    const other = way === 'alipay' ? payment.wxpay : payment.alipay
    expect((await admin.refused(other, { orderNo })).code).toBe(31003)
    expect((await admin.refused(call, { orderNo: 'VIP2611209999' })).code).toBe(31001)
    for (const clinic of ['a2', 'b1'] as const)
      expect((await (await app.as('admin', clinic)).refused(call, { orderNo })).code).toBe(31001)
    expect((await (await app.as('nurse')).refused(call, { orderNo })).http).toBe(403)
    expect((await app.nobody.refused(call, { orderNo })).http).toBe(401)
    await app.sql(`delete from post_resource where post_id = $1 and resource = '/vipInfoDetail:pay'`, [
      fixture.posts.a.finance,
    ])
    // May pay the other kind of order, not this one.
    expect((await (await app.as('finance')).refused(call, { orderNo })).http).toBe(403)
    await app.sql(
      `insert into post_resource (tenant_id, post_id, resource, data_scope) values ($1, $2, '/vipInfoDetail:pay', 3)`,
      [fixture.tenants.a, fixture.posts.a.finance],
    )
    expect((await books(orderNo)).trades).toEqual([])
  })

  it('A7: a ticket opens one order’s page once, without a sign-in; nothing else does', async () => {
    const { orderNo } = await newOrder(way)
    const { ticket } = await admin.call(payment.makeTicket, { orderNo })
    expect(ticket).toMatch(/^[\w-]{43}$/)
    const kept = JSON.stringify(await app.sql('select * from pay_ticket'))
    expect(kept).not.toContain(ticket)
    const opened = await Promise.allSettled(
      Array.from({ length: 6 }, () => app.nobody.call(payment.redeemTicket, { ticket })),
    )
    const mine = opened.filter((each) => each.status === 'fulfilled')
    expect(mine).toHaveLength(1)
    const [first] = mine
    if (!first) throw new Error('nobody got in')
    const { key, payType } = first.value
    expect(payType).toBe(payTypeOf(way))
    expect((await app.nobody.refused(payment.redeemTicket, { ticket })).code).toBe(31006)
    expect((await app.nobody.refused(payment.payByKey, { key: ticket })).code).toBe(31006)
    const paying = await app.nobody.call(payment.payByKey, { key })
    expect(paying).toMatchObject({ orderNo, state: 'open', totalAmount: '365.00' })
    expect(Boolean(paying.url ?? paying.codeUrl)).toBe(true)
    await tell(
      await told(way, (await app.sql<{ n: string }>('select out_trade_no as n from gateway_trade'))[0]?.n as string),
    )
    expect((await app.nobody.call(payment.checkByKey, { key })).state).toBe('paid')
    expect((await app.nobody.call(payment.checkByKey, { key, ask: true })).state).toBe('paid')
    app.clock.advance(31)
    expect((await app.nobody.refused(payment.checkByKey, { key })).code).toBe(31006)
  })
})

/** What the gateway tells of a trade that is begun. */
async function told(gateway: GatewayName, outTradeNo: string): Promise<Told> {
  return {
    gateway,
    outTradeNo,
    tradeNo: `91${Date.now()}${String(made++).padStart(6, '0')}`,
    title: '会员',
    amount: PRICE,
    status: 'paid',
    createdAt: app.clock.now(),
    paidAt: app.clock.now(),
  }
}

/** Opens the sandbox's cashier of an order. @returns its address */
async function visitCashier(orderNo: string): Promise<string> {
  const [order] = await app.sql<{ pay_type: number }>('select pay_type from vip_order where order_no = $1', [orderNo])
  const begun = await admin.call(order?.pay_type === 0 ? payment.alipay : payment.wxpay, { orderNo })
  if (begun.codeUrl) return new URL(begun.codeUrl).pathname
  return String((await app.nobody.raw('GET', begun.url as string)).headers.location)
}

async function payAtCashier(orderNo: string): Promise<void> {
  const cashier = await visitCashier(orderNo)
  await app.nobody.raw('POST', cashier, 'action=paid', { 'content-type': 'application/x-www-form-urlencoded' })
}

describe('a ticket', () => {
  it('ends after half an hour, and is not made for an order that takes no money', async () => {
    const { orderId, orderNo } = await newOrder('wechat')
    const { ticket, expireTime } = await admin.call(payment.makeTicket, { orderNo })
    expect(expireTime).toBe('2026-11-20 09:30:00')
    app.clock.advance(30)
    expect((await app.nobody.refused(payment.redeemTicket, { ticket })).code).toBe(31006)
    app.clock.set(parseDateTime(NOW))
    await admin.call(membership.cancelCharge, { id: orderId })
    expect((await admin.refused(payment.makeTicket, { orderNo })).code).toBe(31002)
    expect((await (await app.as('nurse')).refused(payment.makeTicket, { orderNo })).http).toBe(403)
    const transfer = await admin.call(membership.charge, { settingId: YEAR, count: 1, payType: 2, invoiceType: null })
    expect((await admin.refused(payment.makeTicket, { orderNo: transfer.orderNo })).code).toBe(31003)
  })
})

describe('the sandbox gateway', () => {
  it('does not exist in production', () => {
    const config = readConfig({ NODE_ENV: 'production', SESSION_SECRET: 'q8Zt3vLx0Rk5Wn7Yb2Hd9Fs4Jc6Mg1Pa' })
    expect(() => sandboxRoutes(http, { ...services, config })).toThrow('does not exist in production')
  })

  it('believes only requests that our keys signed, and shows nothing without the trade’s code', async () => {
    const { orderNo } = await newOrder('alipay')
    const { url } = await admin.call(payment.alipay, { orderNo })
    const forged = await app.nobody.raw('GET', (url as string).replace('365.00', '0.01'))
    expect([forged.http, forged.text.includes('签名不正确')]).toEqual([400, true])
    const wechat = '/sandbox-pay/wechat/v3/pay/transactions/out-trade-no/DT26112009000000000000000000ffff'
    expect((await app.nobody.raw('GET', wechat)).http).toBe(401)
    expect((await app.nobody.raw('GET', '/sandbox-pay/cashier/000000000000000000000000')).http).toBe(404)
    const query = await app.nobody.raw('POST', '/sandbox-pay/alipay/gateway.do?method=alipay.trade.query', '')
    expect(query.text).toContain('isv.invalid-signature')
  })

  it('makes its keys once', async () => {
    const before = await app.sql('select name, public_key from sandbox_key order by name')
    expect(before.map((row) => row.name)).toEqual(['alipay', 'alipay-app', 'wechat', 'wechat-merchant'])
    expect(new Set(before.map((row) => String(row.public_key))).size).toBe(4)
  })
})

describe('settings', () => {
  const pem = async (name: string) =>
    (await app.sql<{ private_key: string; public_key: string }>('select * from sandbox_key where name = $1', [name]))[0]
  it('are taken whole, with keys that are keys, and never repeated in what is said', async () => {
    const pair = await pem('alipay')
    const base = {
      ALIPAY_APP_ID: '2021000000000001',
      ALIPAY_PRIVATE_KEY: pair?.private_key,
      ALIPAY_PUBLIC_KEY: pair?.public_key,
    }
    expect(() => readConfig({ ...base, ALIPAY_PUBLIC_KEY: undefined, PUBLIC_ORIGIN: 'https://d.example' })).toThrow(
      '还缺 ALIPAY_PUBLIC_KEY',
    )
    expect(() => readConfig(base)).toThrow('PUBLIC_ORIGIN')
    const bare = pair?.private_key.replace(/-----[^-]+-----|\n/g, '')
    for (const key of [pair?.private_key, pair?.private_key.replaceAll('\n', '\\n'), bare])
      expect(
        readConfig({ ...base, ALIPAY_PRIVATE_KEY: key, PUBLIC_ORIGIN: 'https://d.example' }).ALIPAY_PRIVATE_KEY,
      ).toBe(pair?.private_key)
    try {
      readConfig({ ...base, ALIPAY_PRIVATE_KEY: 'very-private-nonsense', PUBLIC_ORIGIN: 'https://d.example' })
      expect.unreachable()
    } catch (error) {
      expect((error as Error).message).toMatch(/ALIPAY_PRIVATE_KEY.*RSA/)
      expect((error as Error).message).not.toContain('very-private-nonsense')
    }
  })
})

it('the log says what was made of each notification, and no secret', async () => {
  const text = logged.join('')
  for (const verdict of ['taken', 'repeated', 'forged', 'stale', 'wrong-merchant', 'amount', 'closed-notice'])
    expect([verdict, text.includes(`"verdict":"${verdict}"`)]).toEqual([verdict, true])
  expect(text).not.toMatch(/PRIVATE KEY|ciphertext|biz_content|sign=|signature="|WECHATPAY2|ticket=/)
  const secrets = await app.sql<{ private_key: string }>('select private_key from sandbox_key')
  for (const { private_key } of secrets) expect(text).not.toContain(private_key.split('\n')[1])
  for (const [, token] of text.matchAll(/"(?:key|ticket)":"([^"]+)"/g)) expect.unreachable(token)
})

it('I7 and all other invariants hold', async () => {
  const { orderNo } = await newOrder('wechat')
  await tell(await begin('wechat', orderNo))
  expect(await brokenInvariants(app.owner)).toEqual([])
})
