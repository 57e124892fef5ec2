import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@dentin/contract'
import { parseDateTime, yuanToFen } from '@dentin/kit'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NOTICE_PATHS, type GatewayName } from '../src/modules/payment/gateways/gateway.ts'
import { signedNotice, type Told } from '../src/modules/payment/sandbox/notices.ts'
import { systemClock } from '../src/platform/clock.ts'
import { Database } from '../src/platform/database/database.ts'
import type { EmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { makeFixture, TEST_NOW } from './fixture.ts'
import { brokenInvariants } from './invariants.ts'
import { ownDatabase, signIn, startServer, type Person, type ServerProcess } from './process.ts'

/** How often the server is killed at a moment of chance; 20 before a release. */
const REPEATS = Number(process.env.FAULT_REPEATS ?? 3)
const { membership, payment } = contract

let dataDir: string
let postgres: EmbeddedPostgres
let owner: pg.Client
let database: Database
let server: ServerProcess
let admin: Person
let environment: Record<string, string>
const clock = systemClock(parseDateTime(TEST_NOW).getTime() - Date.now())

beforeAll(async () => {
  ;({ dataDir, postgres, environment } = await ownDatabase('payment'))
  owner = new pg.Client({ connectionString: environment.DATABASE_OWNER_URL })
  await owner.connect()
  await makeFixture(owner)
  database = new Database(environment.DATABASE_URL as string, clock, { max: 2 })
  admin = await signIn(owner, 'admin')
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

/** Sends the gateway's notification. @returns the HTTP status; 0 when nobody answered */
async function tell(told: Told): Promise<number> {
  const { body, headers } = await signedNotice(database, told, clock.now())
  return fetch(server.origin + NOTICE_PATHS[told.gateway], { method: 'POST', body, headers }).then(
    (answer) => answer.status,
    () => 0,
  )
}

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
    server = await startServer(environment)
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
      server = await startServer(environment)
      // The gateway repeats what was not understood.
      expect(await tell(told)).toBe(200)
      await expect.poll(() => state(told), { timeout: 60_000, interval: 100 }).toEqual(DONE)
      expect(await brokenInvariants(owner)).toEqual([])
    }
  },
  60_000 * REPEATS,
)
