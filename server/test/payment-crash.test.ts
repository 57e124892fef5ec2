import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@dentin/contract'
import { parseDateTime, uuidv7, yuanToFen } from '@dentin/kit'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NOTICE_PATHS, type GatewayName } from '../src/modules/payment/gateways/gateway.ts'
import { clinicNoticePath } from '../src/modules/payment/desk/merchants.ts'
import {
  signedNotice,
  signedRefundNotice,
  type SignedNotice,
  type Told,
} from '../src/modules/payment/sandbox/notices.ts'
import { systemClock } from '../src/platform/clock.ts'
import { Database } from '../src/platform/database/database.ts'
import type { EmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { fixture, makeFixture, TEST_NOW } from './fixture.ts'
import { brokenInvariants } from './invariants.ts'
import { ownDatabase, signIn, startServer, type Person, type ServerProcess } from './process.ts'

/** How often the server is killed at a moment of chance; 20 before a release. */
const REPEATS = Number(process.env.FAULT_REPEATS ?? 3)
/** How often a patient pays and is paid back, with a kill in each; 25 before a release. */
const DESK_REPEATS = Number(process.env.DESK_FAULT_REPEATS ?? 1)
const { billing, membership, payment, refund, scanPay } = contract

let dataDir: string
let postgres: EmbeddedPostgres
let owner: pg.Client
let database: Database
let server: ServerProcess
let admin: Person
let director: Person
let desk: Person
let finance: Person
let environment: Record<string, string>
const fromTheStart = () => systemClock(parseDateTime(TEST_NOW).getTime() - Date.now())
let clock = fromTheStart()
/** The server once more: its clock starts where it started before, and so does that of whoever tells it something. */
async function again(): Promise<void> {
  server = await startServer(environment)
  clock = fromTheStart()
}

beforeAll(async () => {
  ;({ dataDir, postgres, environment } = await ownDatabase('payment'))
  owner = new pg.Client({ connectionString: environment.DATABASE_OWNER_URL })
  await owner.connect()
  await makeFixture(owner)
  database = new Database(environment.DATABASE_URL as string, clock, { max: 2 })
  admin = await signIn(owner, 'admin')
  director = await signIn(owner, 'director')
  desk = await signIn(owner, 'reception')
  finance = await signIn(owner, 'finance')
  server = await startServer(environment)
}, 120_000)
afterAll(async () => {
  server?.child.kill('SIGKILL')
  await database?.close()
  await owner?.end()
  await postgres?.stop()
  await rm(dataDir, { recursive: true, force: true })
}, 60_000)

/** An order whose payment has begun. */
async function begun(way: GatewayName): Promise<Told & { orderId: string }> {
  const order = await admin.ask(server.origin, membership.charge, {
    settingId: '01980016-0000-7000-8000-000000000001',
    count: 1,
    payType: way === 'alipay' ? 0 : 1,
    invoiceType: null,
  })
  expect(order.message).toBe('成功')
  const { orderNo, orderId } = order.data as { orderNo: string; orderId: string }
  const page = await admin.ask(server.origin, way === 'alipay' ? payment.alipay : payment.wxpay, { orderNo })
  expect(page.code).toBe(0)
  const trade = await owner.query<{ out_trade_no: string; title: string }>(
    'select out_trade_no, title from gateway_trade where order_id = $1',
    [orderId],
  )
  return {
    orderId,
    gateway: way,
    outTradeNo: trade.rows[0]?.out_trade_no as string,
    tradeNo: `77${Date.now()}0001`,
    title: trade.rows[0]?.title as string,
    amount: yuanToFen('365.00'),
    status: 'paid',
    createdAt: clock.now(),
    paidAt: clock.now(),
  }
}

/** Sends a notification. @returns the HTTP status; 0 when nobody answered */
const send = ({ body, headers }: SignedNotice, path: string): Promise<number> =>
  fetch(server.origin + path, { method: 'POST', body, headers }).then(
    (answer) => answer.status,
    () => 0,
  )
/** Sends the gateway's notification that something was paid. */
const tell = async (told: Told, path: string = NOTICE_PATHS[told.gateway]): Promise<number> =>
  send(await signedNotice(database, told, clock.now()), path)

async function kill(): Promise<void> {
  server.child.kill('SIGKILL')
  expect((await server.exited).signal).toBe('SIGKILL')
}

async function state(told: { orderId: string; outTradeNo: string }) {
  const { rows } = await owner.query<{ trade: string; order: number; extensions: number }>(
    `select g.status as trade, o.status as "order", (select count(*)::int from vip_extension e where e.order_id = o.id) as extensions
     from gateway_trade g join vip_order o on o.id = g.order_id where o.id = $1 and g.out_trade_no = $2`,
    [told.orderId, told.outTradeNo],
  )
  return rows[0]
}
const DONE = { trade: 'applied', order: 1, extensions: 1 }

it.each<GatewayName>(['alipay', 'wechat'])(
  'the server is killed between %s’s notification, which it accepted, and the extension: paid and extended once',
  async (way) => {
    const told = await begun(way)
    // Somebody holds the order's row: the money gets into the books, and not yet to the order.
    await owner.query('begin')
    await owner.query('select 1 from vip_order where id = $1 for update', [told.orderId])
    expect(await tell(told)).toBe(200)
    expect(await state(told)).toEqual({ trade: 'received', order: 0, extensions: 0 })
    await kill()
    await owner.query('rollback')
    expect(await state(told)).toEqual({ trade: 'received', order: 0, extensions: 0 })
    await again()
    // Nobody tells it again: it knows by itself what is left to do.
    await expect.poll(() => state(told), { timeout: 60_000, interval: 250 }).toEqual(DONE)
    expect(await tell(told)).toBe(200)
    expect(await state(told)).toEqual(DONE)
    expect(await brokenInvariants(owner)).toEqual([])
  },
  120_000,
)

it(
  'killed at any moment of a storm of notifications: paid and extended once',
  async () => {
    for (let n = 0; n < REPEATS; n++) {
      const told = await begun(n % 2 === 0 ? 'wechat' : 'alipay')
      const storm = Array.from({ length: 40 }, () => tell(told))
      await sleep(8 + ((n * 23) % 90))
      await kill()
      await Promise.all(storm)
      await again()
      // The gateway repeats what was not understood.
      expect(await tell(told)).toBe(200)
      await expect.poll(() => state(told), { timeout: 60_000, interval: 100 }).toEqual(DONE)
      expect(await brokenInvariants(owner)).toEqual([])
    }
  },
  60_000 * REPEATS,
)

const place = { tenantId: fixture.tenants.a, clinicId: fixture.clinics.a1 }

/** A bill of 200.00 of a patient that is being paid by scanning our code. */
async function asked(way: GatewayName): Promise<Told & { billId: string; cashier: string }> {
  const opened = await director.ask(server.origin, billing.open, {
    patientId: fixture.patients.a[0] as string,
    items: [{ tariffId: fixture.tariffs.a.cleaning, price: '200.00', qty: 1, teeth: '' }],
    requestId: uuidv7(),
  })
  const bill = opened.data as { id: string; version: number }
  const begins = await desk.ask(server.origin, scanPay.start, {
    id: bill.id,
    version: bill.version,
    payments: [{ payMethodId: fixture.payMethods.a[way] as string, amount: '200.00' }],
    gateway: way,
    scanned: 0,
  })
  expect(begins.message).toBe('成功')
  const { rows } = await owner.query<{ out_trade_no: string; trade_no: string; title: string }>(
    `select g.out_trade_no, s.trade_no, g.title from gateway_trade g
     join sandbox_trade s on s.gateway = g.gateway and s.out_trade_no = g.out_trade_no where g.order_id = $1`,
    [begins.data?.id],
  )
  return {
    billId: bill.id,
    cashier: new URL(begins.data?.codeUrl as string).pathname,
    gateway: way,
    outTradeNo: rows[0]?.out_trade_no as string,
    // The number that the gateway has given it: whoever tells of it says the same one.
    tradeNo: rows[0]?.trade_no as string,
    title: rows[0]?.title as string,
    amount: yuanToFen('200.00'),
    status: 'paid',
    createdAt: clock.now(),
    paidAt: clock.now(),
  }
}

/** Where a bill and its money stand. */
async function standing(billId: string) {
  const { rows } = await owner.query<{ status: number; paid: string; refunded: string; money: string }>(
    `select b.status, b.paid_amount::text as paid, b.refunded_amount::text as refunded,
       (select coalesce(string_agg(x.account || ' ' || x.amount, ', ' order by x.account), '') from (
         select p.account, sum(p.amount)::text as amount from ledger_posting p
         join ledger_entry e on e.tenant_id = p.tenant_id and e.id = p.entry_id
         where p.account in ('cash', 'clearing', 'suspense') and e.document_id in (
           select b.id union all select s.id from scan_payment s where s.bill_id = b.id
           union all select t.id from gateway_trade t join scan_payment s on s.id = t.order_id where s.bill_id = b.id
           union all select r.id from refund r where r.bill_id = b.id
           union all select g.id from gateway_refund g join gateway_trade t on t.id = g.trade_id join scan_payment s on s.id = t.order_id
             where s.bill_id = b.id)
         group by 1 having sum(p.amount) <> 0) x) as money
     from bill b where b.id = $1`,
    [billId],
  )
  return rows[0]
}

/** What the gateway itself has of the money of a bill: how often it was paid there, and what went back. */
async function atGateway({ outTradeNo }: Told) {
  const { rows } = await owner.query<{ paid: number; backs: number; back: string }>(
    `select (select count(*)::int from sandbox_trade t where t.out_trade_no = $1 and t.status = 'paid') as paid,
       count(*)::int as backs, coalesce(sum(r.amount), 0)::text as back from sandbox_refund r where r.out_trade_no = $1 and r.status = 'done'`,
    [outTradeNo],
  )
  return rows[0]
}
/** The patient pays at the gateway. */
const paysAt = (told: { cashier: string }) =>
  send({ body: 'action=paid', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, told.cashier)
/** Holds a row while something of the server runs into it, and kills the server there. */
async function killedAt(
  row: { table: string; id: string },
  begin: () => Promise<unknown>,
  isThere: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<void> {
  await owner.query('begin')
  await owner.query(`select 1 from ${row.table} where id = $1 for update`, [row.id])
  const running = begin()
  await expect
    .poll(
      async () =>
        (await owner.query<{ n: number }>('select count(*)::int as n from pg_locks where not granted')).rows[0]?.n,
      { timeout: 30_000, interval: 20 },
    )
    .toBeGreaterThan(0)
  await expect.poll(isThere, { timeout: 30_000, interval: 20 }).toBe(true)
  await kill()
  await owner.query('rollback')
  await running.catch(() => undefined)
  await again()
}
const rowOf = async (text: string, value: string): Promise<string> =>
  (await owner.query<{ id: string }>(text, [value])).rows[0]?.id as string

it.each<readonly [where: string, table: string, query: string, after: string]>([
  [
    'before the money is in the books',
    'scan_payment',
    'select id from scan_payment where bill_id = $1',
    // Nothing is known of it yet.
    '',
  ],
  ['between the books and the bill', 'bill', 'select id from bill where id = $1', 'cash 200.00, clearing -200.00'],
])(
  'killed %s: paid once, and once at the gateway',
  async (_where, table, query, after) => {
    const told = await asked('wechat')
    const path = clinicNoticePath('wechat', place)
    const isThere = async () => (await standing(told.billId))?.money === after
    const begin = () => Promise.all([paysAt(told), tell(told, path)])
    await killedAt({ table, id: await rowOf(query, told.billId) }, begin, isThere)
    expect(await tell(told, path)).toBe(200)
    await expect
      .poll(() => standing(told.billId), { timeout: 60_000, interval: 100 })
      .toEqual({ status: 3, paid: '200.00', refunded: '0.00', money: 'cash 200.00' })
    expect(await atGateway(told)).toEqual({ paid: 1, backs: 0, back: '0' })
    expect(await brokenInvariants(owner)).toEqual([])
  },
  120_000,
)

it('killed between the gateway, which has paid back, and the refund: given back once, and once at the gateway', async () => {
  const told = await asked('wechat')
  await paysAt(told)
  await expect.poll(async () => (await standing(told.billId))?.status, { timeout: 30_000 }).toBe(3)
  const bill = (await desk.ask(server.origin, billing.detail, { id: told.billId })).data
  const wants = await desk.ask(server.origin, refund.request, {
    billId: told.billId,
    version: bill?.version as number,
    type: 2,
    items: [{ billItemId: bill?.items[0]?.id as string, qty: 0, amount: '80.00' }],
    reason: '患者要求',
    requestId: uuidv7(),
  })
  const back = wants.data as { id: string; version: number }
  // WeChat says first that it has taken the order, and a few seconds later that it was paid: there the row is held.
  await finance.ask(server.origin, refund.pay, { ...back, requestId: uuidv7() })
  await killedAt({ table: 'refund', id: back.id }, () => Promise.resolve())
  // The gateway tells it, as it does until it is understood.
  const notice = await signedRefundNotice(
    database,
    'wechat',
    {
      outTradeNo: told.outTradeNo,
      refundNo: (
        await owner.query<{ no: string }>('select refund_no as no from gateway_refund where refund_id = $1', [back.id])
      ).rows[0]?.no as string,
      amount: yuanToFen('80.00'),
      total: yuanToFen('200.00'),
    },
    clock.now(),
  )
  await expect.poll(() => send(notice, clinicNoticePath('wechat', place)), { timeout: 30_000, interval: 200 }).toBe(200)
  await expect
    .poll(() => standing(told.billId), { timeout: 60_000, interval: 100 })
    .toEqual({ status: 4, paid: '200.00', refunded: '80.00', money: 'cash 120.00' })
  expect(await atGateway(told)).toEqual({ paid: 1, backs: 1, back: '80.00' })
  expect(await brokenInvariants(owner)).toEqual([])
}, 150_000)

it('killed while a refund is about to be paid: nothing has moved, and the same paper pays it once', async () => {
  const told = await asked('wechat')
  await paysAt(told)
  await expect.poll(async () => (await standing(told.billId))?.status, { timeout: 30_000 }).toBe(3)
  const bill = (await desk.ask(server.origin, billing.detail, { id: told.billId })).data
  const wants = await desk.ask(server.origin, refund.request, {
    billId: told.billId,
    version: bill?.version as number,
    type: 2,
    items: [{ billItemId: bill?.items[0]?.id as string, qty: 0, amount: '80.00' }],
    reason: '患者要求',
    requestId: uuidv7(),
  })
  const back = wants.data as { id: string; version: number }
  const paying = { id: back.id, version: back.version, requestId: uuidv7() }
  await killedAt({ table: 'bill', id: told.billId }, () => finance.ask(server.origin, refund.pay, paying))
  expect(await standing(told.billId)).toMatchObject({ status: 3, refunded: '0.00', money: 'cash 200.00' })
  expect(await atGateway(told)).toEqual({ paid: 1, backs: 0, back: '0' })
  // The same request once more: it was never done.
  expect((await finance.ask(server.origin, refund.pay, paying)).code).toBe(0)
  await expect
    .poll(() => standing(told.billId), { timeout: 60_000, interval: 100 })
    .toEqual({ status: 4, paid: '200.00', refunded: '80.00', money: 'cash 120.00' })
  expect(await atGateway(told)).toEqual({ paid: 1, backs: 1, back: '80.00' })
  expect(await brokenInvariants(owner)).toEqual([])
}, 150_000)

it(
  'killed at any moment between a patient’s payment and the ledger, and of its refund: paid once, given back once',
  async () => {
    for (let n = 0; n < DESK_REPEATS; n++) {
      const told = await asked(n % 2 === 0 ? 'wechat' : 'alipay')
      const path = clinicNoticePath(told.gateway, place)
      // The patient pays at the gateway, which tells it again and again.
      const pays = () => paysAt(told)
      const paying = [pays(), ...Array.from({ length: 20 }, () => tell(told, path))]
      await sleep(6 + ((n * 17) % 110))
      await kill()
      await Promise.all(paying)
      await again()
      await pays()
      expect(await tell(told, path)).toBe(200)
      await expect
        .poll(() => standing(told.billId), { timeout: 60_000, interval: 100 })
        .toEqual({ status: 3, paid: '200.00', refunded: '0.00', money: 'cash 200.00' })

      const bill = (await desk.ask(server.origin, billing.detail, { id: told.billId })).data
      const wants = await desk.ask(server.origin, refund.request, {
        billId: told.billId,
        version: bill?.version as number,
        type: 2,
        items: [{ billItemId: bill?.items[0]?.id as string, qty: 0, amount: '80.00' }],
        reason: '患者要求',
        requestId: uuidv7(),
      })
      const back = wants.data as { id: string; version: number }
      // The server dies while it asks the gateway, or while it is told, or writes it down.
      const payment = finance.ask(server.origin, refund.pay, {
        id: back.id,
        version: back.version,
        requestId: uuidv7(),
      })
      await sleep(4 + ((n * 29) % 90))
      await kill()
      await payment.catch(() => undefined)
      await again()
      const now = (await desk.ask(server.origin, refund.detail, { id: back.id })).data
      // Killed before it was written down that it is paid: finance pays once more, with the same paper.
      if (now?.status === 1)
        await finance.ask(server.origin, refund.pay, { id: back.id, version: now.version, requestId: uuidv7() })
      await expect
        .poll(
          async () =>
            (
              await owner.query<{ refund_no: string }>('select refund_no from gateway_refund where refund_id = $1', [
                back.id,
              ])
            ).rows,
          { timeout: 30_000, interval: 100 },
        )
        .toHaveLength(1)
      const { rows } = await owner.query<{ refund_no: string }>(
        'select refund_no from gateway_refund where refund_id = $1',
        [back.id],
      )
      const notice = await signedRefundNotice(
        database,
        told.gateway,
        {
          outTradeNo: told.outTradeNo,
          refundNo: rows[0]?.refund_no as string,
          amount: yuanToFen('80.00'),
          total: yuanToFen('200.00'),
        },
        clock.now(),
      )
      await expect.poll(() => send(notice, path), { timeout: 30_000, interval: 200 }).toBe(200)
      await expect
        .poll(() => standing(told.billId), { timeout: 60_000, interval: 100 })
        .toEqual({ status: 4, paid: '200.00', refunded: '80.00', money: 'cash 120.00' })
      expect(await atGateway(told)).toEqual({ paid: 1, backs: 1, back: '80.00' })
      expect(await brokenInvariants(owner)).toEqual([])
    }
  },
  60_000 * DESK_REPEATS,
)
