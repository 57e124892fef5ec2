import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contract, errorTable } from '@dentin/contract'
import { parseDateTime, uuidv7, yuanToFen } from '@dentin/kit'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../../test/harness.ts'
import { reconcile } from '../commands/follow.ts'
import type { GatewayName } from '../gateways/gateway.ts'
import { rememberServer } from '../gateways/index.ts'
import { signedNotice } from '../sandbox/notices.ts'
import { clinicNoticePath } from './merchants.ts'
import { carryRefund } from './refunds.ts'

// E3, E4 and E6 at the desk: what a gateway says of other money than was asked for, when it is told and when it is asked, and what
// becomes of a payment and of a refund while nobody answers.
const { billing, refund, scanPay } = contract
const NOW = '2026-11-20 09:00:00'
const app = await testApp({ at: NOW })
const { services, http } = app.application
const { database } = services
const methods = fixture.payMethods.a as Record<string, string>
const place = { tenantId: fixture.tenants.a, clinicId: fixture.clinics.a1 }
const WAYS: GatewayName[] = ['wechat', 'alipay']
const GOOD: Record<GatewayName, string> = { wechat: '134567890123456700', alipay: '284567890123456700' }

/** The line between the product and the gateway. lost: the gateway hears, and its answer does not come through. */
let line: 'good' | 'cut' | 'failing' | 'slow' | 'lost' = 'good'
/** Notifications that come through are lost. */
let deaf = false
const proxy = createServer((incoming, outgoing) => {
  const toUs = incoming.url?.startsWith('/bill-api/')
  if (line === 'cut' || (toUs && deaf)) return void incoming.socket.destroy()
  if (line === 'failing') return void outgoing.writeHead(502).end('<html>bad gateway</html>')
  if (line === 'slow') return void setTimeout(() => outgoing.writeHead(504).end(), 6_000).unref()
  const isLost = line === 'lost'
  const { port } = http.server.address() as AddressInfo
  const { host: _host, ...headers } = incoming.headers
  const through = httpRequest({ port, path: incoming.url, method: incoming.method, headers }, (answer) => {
    if (isLost) return void answer.resume().on('end', () => incoming.socket.destroy())
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(outgoing)
  })
  incoming.pipe(through)
})

let desk: Client
let director: Client
let finance: Client
beforeAll(async () => {
  await http.listen({ host: '127.0.0.1', port: 0 })
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready))
  rememberServer(services, { server: proxy } as unknown as FastifyInstance)
})
afterAll(() => void proxy.close())
beforeEach(async () => {
  line = 'good'
  deaf = false
  app.clock.set(parseDateTime(NOW))
  desk = await app.as('reception')
  director = await app.as('director')
  finance = await app.as('finance')
})
const later = (ms: number) => app.clock.set(new Date(app.clock.now().getTime() + ms))
const BAD = ['cut', 'failing', 'slow'] as const

const waiting = () =>
  director.call(billing.open, {
    patientId: fixture.patients.a[0] as string,
    doctorId: fixture.doctors.a1[0] as string,
    items: [{ tariffId: fixture.tariffs.a.cleaning, price: '200.00', qty: 1, teeth: '' }],
    requestId: uuidv7(),
  })
const startOf = ({ id, version }: { id: string; version: number }, way: GatewayName, authCode?: string) => ({
  id,
  version,
  payments: [{ payMethodId: methods[way] as string, amount: '200.00' }],
  gateway: way,
  scanned: 0,
  ...(authCode ? { authCode } : {}),
})
const start = async (bill: { id: string; version: number }, way: GatewayName, authCode?: string) =>
  desk.call(scanPay.start, startOf(bill, way, authCode))
const billOf = (id: string) => desk.call(billing.detail, { id })
/** What lies of a bill's money where: of the money itself, and of what has no place. */
async function moneyOf(billId: string): Promise<string[]> {
  const rows = await app.sql<{ account: string; amount: string }>(
    `select p.account, sum(p.amount)::text as amount from ledger_posting p join ledger_entry e on e.tenant_id = p.tenant_id and e.id = p.entry_id
     where e.document_id in (select $1 union all select id from refund where bill_id = $1 union all
       select t.id from gateway_trade t join scan_payment s on s.id = t.order_id where s.bill_id = $1 union all
       select x.id from pay_exception x where x.bill_id = $1 union all
       select g.id from gateway_refund g join gateway_trade t on t.id = g.trade_id join scan_payment s on s.id = t.order_id where s.bill_id = $1)
       and p.account in ('cash', 'clearing', 'suspense') group by 1 having sum(p.amount) <> 0 order by 1`,
    [billId],
  )
  return rows.map(({ account, amount }) => `${account} ${amount}`)
}
/** What the stand-in's cashier does when somebody pays its code. */
const payAtCashier = (codeUrl: string) =>
  app.nobody.raw('POST', new URL(codeUrl).pathname, 'action=paid', {
    'content-type': 'application/x-www-form-urlencoded',
  })
/** The gateway tells that the money of a code has come. */
async function tell(way: GatewayName, scanId: string, change: Record<string, unknown> = {}, amount?: string) {
  const [trade] = await app.sql<{ out_trade_no: string; title: string; created_at: Date; trade_no: string | null }>(
    `select g.out_trade_no, g.title, g.created_at, s.trade_no from gateway_trade g
     left join sandbox_trade s on s.gateway = g.gateway and s.out_trade_no = g.out_trade_no where g.order_id = $1`,
    [scanId],
  )
  const { body, headers } = await signedNotice(
    database,
    {
      gateway: way,
      outTradeNo: trade?.out_trade_no as string,
      // Whoever tells of a payment says the number that the gateway has given it.
      tradeNo: trade?.trade_no as string,
      title: trade?.title as string,
      amount: yuanToFen(amount ?? '200.00'),
      status: 'paid',
      createdAt: trade?.created_at as Date,
      paidAt: app.clock.now(),
    },
    app.clock.now(),
    change,
  )
  return (await app.nobody.raw('POST', clinicNoticePath(way, place), body, headers)).http
}

describe.each(WAYS)('%s: our code', (way) => {
  it('E6: no code from a gateway that is cut off, fails or is slow: the bill waits again, with nothing on it', async () => {
    const bill = await waiting()
    for (const bad of BAD) {
      line = bad
      const began = performance.now()
      const { version } = await billOf(bill.id)
      const refused = await desk.refused(scanPay.start, startOf({ id: bill.id, version }, way))
      expect([bad, refused.code]).toEqual([bad, errorTable.PAYMENT_GATEWAY_BUSY.code])
      expect(performance.now() - began).toBeLessThan(6_000)
      expect(await billOf(bill.id)).toMatchObject({ status: 1, paidAmount: '0.00' })
    }
    line = 'good'
    const { version } = await billOf(bill.id)
    const begun = await start({ id: bill.id, version }, way)
    await payAtCashier(begun.codeUrl as string)
    await expect.poll(async () => (await billOf(bill.id)).status).toBe(3)
    expect(await moneyOf(bill.id)).toEqual(['cash 200.00'])
  }, 60_000)

  it('E6: asked in vain it stays 支付中; once the gateway answers it is paid, once, whatever is told afterwards', async () => {
    const bill = await waiting()
    const begun = await start(bill, way)
    deaf = true
    await payAtCashier(begun.codeUrl as string)
    for (const bad of [...BAD, 'lost' as const]) {
      line = bad
      later(5_000)
      expect([bad, (await reconcile(services)).unsure]).toEqual([bad, 1])
      expect([bad, (await billOf(bill.id)).status]).toEqual([bad, 6])
      expect(await moneyOf(bill.id)).toEqual([])
    }
    line = 'good'
    later(5_000)
    expect((await reconcile(services)).applied).toBe(1)
    expect(await billOf(bill.id)).toMatchObject({ status: 3, paidAmount: '200.00' })
    expect(await tell(way, begun.id)).toBe(200)
    later(5_000)
    expect(await reconcile(services)).toEqual({})
    expect(await moneyOf(bill.id)).toEqual(['cash 200.00'])
  }, 60_000)

  it('E4: without any notification the page’s asking finds the payment, and one that comes later changes nothing', async () => {
    const bill = await waiting()
    const begun = await start(bill, way)
    deaf = true
    await payAtCashier(begun.codeUrl as string)
    expect((await billOf(bill.id)).status).toBe(6)
    later(11_000)
    await desk.call(scanPay.standing, { billId: bill.id })
    await expect.poll(async () => (await billOf(bill.id)).status).toBe(3)
    deaf = false
    expect(await tell(way, begun.id)).toBe(200)
    expect(await moneyOf(bill.id)).toEqual(['cash 200.00'])
  })

  it('E4: told before, after and beside the page’s asking and the reconciliation, it is one payment', async () => {
    const bill = await waiting()
    const begun = await start(bill, way)
    deaf = true
    await payAtCashier(begun.codeUrl as string)
    later(11_000)
    const all = await Promise.all([
      tell(way, begun.id),
      desk.call(scanPay.standing, { billId: bill.id }),
      reconcile(services),
      tell(way, begun.id),
      desk.call(scanPay.standing, { billId: bill.id }),
    ])
    expect([all[0], all[3]]).toEqual([200, 200])
    await expect.poll(async () => (await billOf(bill.id)).status).toBe(3)
    expect(await tell(way, begun.id)).toBe(200)
    expect(await moneyOf(bill.id)).toEqual(['cash 200.00'])
  })

  it('E3: 0.01 more, and another currency, are money without a place, and can’t be put on the bill', async () => {
    for (const [change, amount] of [
      [{}, '200.01'],
      [way === 'alipay' ? { trans_currency: 'USD' } : { amount: { total: 20_000, currency: 'USD' } }, '200.00'],
    ] as const) {
      const bill = await waiting()
      const begun = await start(bill, way)
      expect(await tell(way, begun.id, change, amount)).toBe(200)
      expect(await billOf(bill.id)).toMatchObject({ status: 1, paidAmount: '0.00' })
      expect(await moneyOf(bill.id)).toEqual([`cash ${amount}`, `suspense -${amount}`])
      const [found] = await app.sql<{ id: string; version: number; type: number; status: number; amount: string }>(
        'select id, version, type, status, amount::text from pay_exception where bill_id = $1',
        [bill.id],
      )
      expect(found).toMatchObject({ type: 3, status: 0, amount })
      if (amount === '200.01')
        expect(
          await director.refused(scanPay.handleException, {
            id: found?.id as string,
            version: found?.version as number,
            way: 'record',
            note: '少找一分',
            requestId: uuidv7(),
          }),
        ).toMatchObject({ code: errorTable.PAYMENT_OVER_DUE.code })
    }
  })

  it('E3: what another app, merchant or seller is told about is not believed at the clinic’s address', async () => {
    const bill = await waiting()
    const begun = await start(bill, way)
    const others: Record<string, unknown>[] =
      way === 'alipay'
        ? [{ app_id: '2021000000000002' }, { seller_id: '2088000000000002' }]
        : [{ appid: 'wx0000000000000000' }, { mchid: '1900000002' }]
    for (const change of others) expect(await tell(way, begun.id, change)).toBe(400)
    expect((await billOf(bill.id)).status).toBe(6)
    expect(await moneyOf(bill.id)).toEqual([])
    await desk.call(scanPay.stop, { id: begun.id })
  })
})

describe.each(WAYS)('%s: the patient’s code', (way) => {
  it('E6: the money was taken and the answer lost: 支付中 while nobody answers, then paid once', async () => {
    const bill = await waiting()
    line = 'lost'
    expect(await start(bill, way, GOOD[way])).toMatchObject({ status: 0, way: 2 })
    for (const bad of BAD) {
      line = bad
      later(5_000)
      expect([bad, (await reconcile(services)).unsure]).toEqual([bad, 1])
      expect([bad, (await billOf(bill.id)).status]).toEqual([bad, 6])
      expect(await moneyOf(bill.id)).toEqual([])
    }
    line = 'good'
    later(5_000)
    await reconcile(services)
    await expect.poll(async () => (await billOf(bill.id)).status).toBe(3)
    await reconcile(services)
    expect(await moneyOf(bill.id)).toEqual(['cash 200.00'])
  }, 60_000)

  it.each(BAD)(
    'E6: %s on the way there: 支付中 until its time, then undone, with nothing taken',
    async (bad) => {
      const bill = await waiting()
      line = bad
      expect(await start(bill, way, GOOD[way])).toMatchObject({ status: 0, way: 2 })
      expect((await billOf(bill.id)).status).toBe(6)
      line = 'good'
      later(61_000)
      await reconcile(services)
      await expect.poll(async () => (await billOf(bill.id)).status).toBe(1)
      expect(await moneyOf(bill.id)).toEqual([])
      expect(
        await app.sql(`select 1 from sandbox_trade where status = 'paid' and title like '%' || $1`, [
          (await billOf(bill.id)).billNo,
        ]),
      ).toEqual([])
    },
    30_000,
  )
})

describe.each(WAYS)('%s: a refund', (way) => {
  it('E6: 退款中 while the gateway is cut off, fails, is slow, or its answer is lost; then paid back once', async () => {
    const bill = await waiting()
    await start(bill, way, GOOD[way])
    const { version, items } = await billOf(bill.id)
    const asked = await desk.call(refund.request, {
      billId: bill.id,
      version,
      type: 2,
      items: [{ billItemId: items[0]?.id as string, qty: 0, amount: '80.00' }],
      reason: '患者要求',
      requestId: uuidv7(),
    })
    const paid = await finance.call(refund.pay, { id: asked.id, version: asked.version, requestId: uuidv7() })
    expect(paid.status).toBe(6)
    const [row] = await app.sql<{ id: string; refund_no: string }>(
      'select id, refund_no from gateway_refund where refund_id = $1',
      [asked.id],
    )
    const carry = () => carryRefund(services, { ...place, id: row?.id as string })
    // The first time the gateway takes it, and its answer does not come through.
    for (const bad of ['lost', ...BAD] as const) {
      line = bad
      expect([bad, await carry()]).toEqual([bad, 1])
      expect([bad, (await desk.call(refund.detail, { id: asked.id })).status]).toEqual([bad, 6])
      expect(await billOf(bill.id)).toMatchObject({ status: 3, refundedAmount: '0.00' })
      expect(await moneyOf(bill.id)).toEqual(['cash 200.00'])
    }
    line = 'good'
    for (let n = 0; n < 3; n += 1) await carry()
    expect((await desk.call(refund.detail, { id: asked.id })).status).toBe(2)
    expect(await billOf(bill.id)).toMatchObject({ status: 4, refundedAmount: '80.00' })
    expect(await moneyOf(bill.id)).toEqual(['cash 120.00'])
    // At the gateway, too.
    const there = await app.sql(
      `select count(*)::int as n, sum(r.amount)::text as amount from sandbox_refund r join gateway_trade t on t.out_trade_no = r.out_trade_no
       join scan_payment s on s.id = t.order_id where s.bill_id = $1`,
      [bill.id],
    )
    expect(there).toEqual([{ n: 1, amount: '80.00' }])
  }, 60_000)
})
