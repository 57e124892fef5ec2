import type { AddressInfo } from 'node:net'
import { contract, type WireInput } from '@dentin/contract'
import { report } from '@dentin/contract/report'
import { add, fenToYuan, parseDateTime, subtract, uuidv7, yuanToFen } from '@dentin/kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client, type RawAnswer } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { reconcile } from '../commands/follow.ts'
import { apply } from '../commands/receive.ts'
import type { GatewayName } from '../gateways/gateway.ts'
import { signedNotice, signedRefundNotice, type Told } from '../sandbox/notices.ts'
import { clinicNoticePath } from './merchants.ts'
import { carryRefund } from './refunds.ts'
import { barCodeStep, refundMoment, refundProblem } from './rules.ts'

const { billing, memberCard, merge, monthClose, patient, posting, prepay, refund, reporting, scanPay, unitAccount } =
  contract
const NOW = '2026-11-20 09:00:00'
const app = await testApp({ at: NOW })
const { services, http } = app.application
const { database } = services
const methods = fixture.payMethods.a as Record<string, string>
const [p1] = fixture.patients.a as [string]
const [d1] = fixture.doctors.a1 as [string]
const place = { tenantId: fixture.tenants.a, clinicId: fixture.clinics.a1 }

let desk: Client
let director: Client
let finance: Client
beforeAll(async () => {
  await http.listen({ host: '127.0.0.1', port: 0 })
  expect((http.server.address() as AddressInfo).port).toBeGreaterThan(0)
})
beforeEach(async () => {
  app.clock.set(parseDateTime(NOW))
  desk = await app.as('reception')
  director = await app.as('director')
  finance = await app.as('finance')
})

const later = (ms: number) => app.clock.set(new Date(app.clock.now().getTime() + ms))
const WAYS: GatewayName[] = ['wechat', 'alipay']
const GOOD: Record<GatewayName, string> = { wechat: '134567890123456700', alipay: '284567890123456700' }
const code = (way: GatewayName, end: string) => GOOD[way].slice(0, -2) + end

/** A bill of 200.00 that waits. */
async function waiting(price = '200.00'): Promise<{ id: string; version: number }> {
  const tariffId = fixture.tariffs.a.cleaning
  const items = [{ tariffId, price, qty: 1, teeth: '' }]
  return director.call(billing.open, { patientId: p1, doctorId: d1, items, requestId: uuidv7() })
}
type Start = WireInput<typeof scanPay.start>
const startOf = (bill: { id: string; version: number }, way: GatewayName, more: Partial<Start> = {}): Start => ({
  id: bill.id,
  version: bill.version,
  payments: [{ payMethodId: methods[way] as string, amount: '200.00' }],
  gateway: way,
  scanned: 0,
  ...more,
})
const start = (bill: { id: string; version: number }, way: GatewayName, more: Partial<Start> = {}) =>
  desk.call(scanPay.start, startOf(bill, way, more))

interface TradeOf {
  id: string
  out_trade_no: string
  title: string
  created_at: Date
  amount: string
  status: string
}
const tradeOf = async (scanId: string): Promise<TradeOf> =>
  (
    await app.sql<TradeOf>(
      'select id, out_trade_no, title, created_at, amount::text, status from gateway_trade where order_id = $1',
      [scanId],
    )
  )[0] as TradeOf
let made = 0
async function toldOf(way: GatewayName, scanId: string, more: Partial<Told> = {}): Promise<Told> {
  const trade = await tradeOf(scanId)
  return {
    gateway: way,
    outTradeNo: trade.out_trade_no,
    tradeNo: `42${Date.now()}${String(made++).padStart(6, '0')}`,
    title: trade.title,
    amount: yuanToFen(trade.amount),
    status: 'paid',
    createdAt: trade.created_at,
    paidAt: app.clock.now(),
    ...more,
  }
}
async function tell(told: Told, path = clinicNoticePath(told.gateway, place)): Promise<RawAnswer> {
  const { body, headers } = await signedNotice(database, told, app.clock.now())
  return app.nobody.raw('POST', path, body, headers)
}
/** What the stand-in's cashier does when somebody pays its code. */
async function payAtCashier(codeUrl: string): Promise<void> {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  await app.nobody.raw('POST', new URL(codeUrl).pathname, 'action=paid', form)
}

const billOf = (id: string) => desk.call(billing.detail, { id })
const standingOf = (billId: string) => desk.call(scanPay.standing, { billId })
async function ledgerOf(billId: string): Promise<string[]> {
  const rows = await app.sql<{ account: string; amount: string }>(
    `select p.account, sum(p.amount)::text as amount from ledger_posting p join ledger_entry e on e.tenant_id = p.tenant_id and e.id = p.entry_id
     where e.document_id in (select id from scan_payment where bill_id = $1 union all select $1 union all
       select t.id from gateway_trade t join scan_payment s on s.id = t.order_id where s.bill_id = $1 union all
       select x.id from pay_exception x where x.bill_id = $1 union all select r.id from refund r where r.bill_id = $1 union all
       select g.id from gateway_refund g join gateway_trade t on t.id = g.trade_id join scan_payment s on s.id = t.order_id where s.bill_id = $1)
       and p.account in ('cash', 'clearing', 'suspense', 'overShort') group by 1 having sum(p.amount) <> 0 order by 1`,
    [billId],
  )
  return rows.map(({ account, amount }) => `${account} ${amount}`)
}
const exceptionsOf = (billId: string) =>
  app.sql<{ id: string; type: number; status: number; amount: string; version: number; reason: string }>(
    'select id, type, status, amount::text, version, reason from pay_exception where bill_id = $1 order by found_at, id',
    [billId],
  )
const strayOf = async (scanId: string) => {
  const { list } = await director.call(scanPay.exceptions, { state: 'all', pageSize: 100 })
  const ids = await app.sql<{ id: string }>(
    'select id from pay_exception where scan_payment_id = $1 order by found_at desc, id desc',
    [scanId],
  )
  const found = list.find(({ id }) => id === ids[0]?.id)
  if (!found) throw new Error('no exception')
  return found
}
const handle = (
  row: { id: string; version: number },
  way: 'record' | 'giveBack' | 'hold' | 'close',
  more: { payMethodId?: string } = {},
  client = director,
) =>
  client.call(scanPay.handleException, {
    id: row.id,
    version: row.version,
    way,
    note: '已核对',
    requestId: uuidv7(),
    ...more,
  })
/** Exceptions, as they stood when their postings were summed last. */
const summed = new Map<string, string>()
/** Each exception's amount is the sum of the postings that raised it: of those that changed since they were looked at. */
async function exceptionsAreTheirPostings() {
  const { list } = await director.call(scanPay.exceptions, { state: 'all', pageSize: 100 })
  for (const row of list) {
    if (summed.get(row.id) === JSON.stringify(row)) continue
    const { id, type, amount } = row
    const traced = await director.call(posting.list, { figure: 'exception.amount', id, pageNum: 1, pageSize: 20 })
    // Of a refund that the gateway refused nothing has moved.
    expect({ type, sum: traced.sum }).toEqual({ type, sum: type === 4 ? '0.00' : amount })
    summed.set(id, JSON.stringify(row))
  }
}
/** The books hold together. */
async function sound() {
  expect(await brokenInvariants(app.owner)).toEqual([])
  await exceptionsAreTheirPostings()
}
afterAll(async () => {
  summed.clear()
  await exceptionsAreTheirPostings()
  expect(summed.size).toBeGreaterThan(0)
})

it('together with a card: its password is asked when the code is shown, kept nowhere, and not asked again', async () => {
  const typeId = (
    await director.call(memberCard.saveType, {
      name: '扫码卡',
      kind: 1,
      salePrice: '0.00',
      validType: 1,
      useOrder: 1,
      steps: [{ amount: '500.00', bonus: '0.00' }],
      passwordAbove: '50.00',
      requestId: uuidv7(),
    } as WireInput<typeof memberCard.saveType>)
  ).id
  const ways = [{ payMethodId: methods.cash as string, amount: '500.00' }]
  const card = await desk.call(memberCard.openCard, {
    patientId: p1,
    typeId,
    amount: '500.00',
    ways,
    requestId: uuidv7(),
  })
  const own = async () => {
    const { cards } = await director.call(memberCard.basicInformation, { patientId: p1 })
    const found = cards.find(({ id }) => id === card.id)
    if (!found) throw new Error('no card')
    return found
  }
  await desk.call(memberCard.setPassword, { id: card.id, version: (await own()).version, password: '135790' })
  const bill = await waiting()
  const payments = (password: string) => [
    { payMethodId: methods.card_principal as string, amount: '80.00', cardId: card.id, password },
    { payMethodId: methods.wechat as string, amount: '120.00' },
  ]
  const wrong = await desk.refused(scanPay.start, startOf(bill, 'wechat', { payments: payments('000000'), scanned: 1 }))
  expect(wrong.data.fields?.[0]?.field).toBe('payments.0.password')
  expect(await billOf(bill.id)).toMatchObject({ status: 1, version: bill.version })
  const begun = await start(bill, 'wechat', { payments: payments('135790'), scanned: 1 })
  const [kept] = await app.sql<{ charge: string }>('select charge::text from scan_payment where id = $1', [begun.id])
  expect(kept?.charge).toContain(card.id)
  expect(kept?.charge).not.toContain('135790')
  // Nothing has left the card before the money is there.
  expect((await own()).principalAmount).toBe('500.00')
  expect((await tell(await toldOf('wechat', begun.id))).http).toBe(200)
  expect(await billOf(bill.id)).toMatchObject({ status: 3, paidAmount: '200.00' })
  expect((await own()).principalAmount).toBe('420.00')
  await sound()
})

describe.each(WAYS)('%s: the patient scans our code', (way) => {
  it('shows a code, takes the money when it is told, and charges everything that was typed', async () => {
    const bill = await waiting()
    const payments = [
      { payMethodId: methods.cash as string, amount: '50.00', tendered: '100.00' },
      { payMethodId: methods[way] as string, amount: '120.00' },
    ]
    const begun = await start(bill, way, { payments, scanned: 1, leaveArrears: true, arrearsReason: '下次付' })
    expect(begun).toMatchObject({ status: 0, way: 1, amount: '120.00', sandbox: true, secondsLeft: 300 })
    expect((await billOf(bill.id)).status).toBe(6)
    // Nobody else takes money for it, changes it or voids it meanwhile.
    const { version } = await billOf(bill.id)
    await expect(
      director.call(billing.charge, { id: bill.id, version, payments, requestId: uuidv7() }),
    ).rejects.toMatchObject({ name: expect.anything() as string })
    await payAtCashier(begun.codeUrl as string)
    const paid = await billOf(bill.id)
    expect(paid).toMatchObject({ status: 2, paidAmount: '170.00', arrearsAmount: '30.00', arrearsReason: '下次付' })
    expect(paid.payments.map(({ amount, changeAmount }) => [amount, changeAmount])).toEqual([
      ['50.00', '50.00'],
      ['120.00', '0.00'],
    ])
    expect(paid.payments[1]?.tradeNo).toMatch(/^\d{20,}$/)
    expect(await standingOf(bill.id)).toMatchObject({ status: 1, codeUrl: null })
    expect(await ledgerOf(bill.id)).toEqual(['cash 170.00'])
    await sound()
  })

  it('keeps a voucher for the bill while the rest is asked for, and gives it up when it does not come', async () => {
    const voucher = { payMethodId: methods.meituan as string, amount: '80.00', tradeNo: `KEPT ${way}` }
    const payments = [voucher, { payMethodId: methods[way] as string, amount: '120.00' }]
    const bill = await waiting()
    const begun = await start(bill, way, { payments, scanned: 1 })
    const other = await waiting('80.00')
    const elsewhere = () => ({ ...other, payments: [voucher], requestId: uuidv7() })
    await expect(desk.call(billing.charge, elsewhere())).rejects.toThrow(/已用过/)
    await desk.call(scanPay.stop, { id: begun.id })
    const { version } = await billOf(bill.id)
    const again = await start({ id: bill.id, version }, way, { payments, scanned: 1 })
    await payAtCashier(again.codeUrl as string)
    expect(await billOf(bill.id)).toMatchObject({ status: 3, paidAmount: '200.00' })
    await expect(desk.call(billing.charge, elsewhere())).rejects.toThrow(/已用过/)
    await sound()
  })

  it('keeps a voucher that another bill once used from being given free by that bill', async () => {
    const tradeNo = `TWICE ${way}`
    const voucher = (amount: string) => ({ payMethodId: methods.meituan as string, amount, tradeNo })
    const paidBy = async (
      payment: ReturnType<typeof voucher> | { payMethodId: string; amount: string },
      bill: { id: string; version: number },
    ) => {
      await desk.call(billing.charge, { ...bill, payments: [payment], requestId: uuidv7() })
      const { version } = await billOf(bill.id)
      await director.call(billing.revoke, { id: bill.id, version, reason: '收错', requestId: uuidv7() })
    }
    const once = await waiting('80.00')
    await paidBy(voucher('80.00'), once)
    const held = await waiting()
    const payments = [voucher('80.00'), { payMethodId: methods[way] as string, amount: '120.00' }]
    const begun = await start(held, way, { payments, scanned: 1 })
    await paidBy(
      { payMethodId: methods.cash as string, amount: '80.00' },
      { id: once.id, version: (await billOf(once.id)).version },
    )
    const other = await waiting('80.00')
    const elsewhere = desk.call(billing.charge, { ...other, payments: [voucher('80.00')], requestId: uuidv7() })
    await expect(elsewhere).rejects.toThrow(/已用过/)
    await payAtCashier(begun.codeUrl as string)
    expect(await billOf(held.id)).toMatchObject({ status: 3, paidAmount: '200.00' })
    await sound()
  })

  it('asks a unit before the gateway, whichever bill it pays for, and then no more', async () => {
    const admin = await app.as('admin')
    const { id: unitId } = await admin.call(unitAccount.saveUnit, {
      name: `远山科技${way}`,
      contact: '',
      phone: '',
      creditLimit: '100.00',
      termDays: 30,
      needsReference: false,
      remark: '',
      requestId: uuidv7(),
    })
    const byUnit = (amount: string) => ({ payMethodId: methods.unit as string, amount, unitId })
    const [first, second] = [await waiting('100.00'), await waiting('101.00')]
    const together = [{ id: second.id, version: second.version }]
    const both = [{ payMethodId: methods[way] as string, amount: '100.00' }, byUnit('101.00')]
    const over = await desk.refused(scanPay.start, startOf(first, way, { payments: both, together }))
    expect([over.message, over.data]).toEqual([
      '余额额度不足，最多可记 100.00 元',
      { fields: [{ field: 'payments.1.amount', message: '余额额度不足，最多可记 100.00 元' }] },
    ])
    expect((await billOf(first.id)).status).toBe(1)
    // What it was asked for is charged to it, though another desk has used its limit meanwhile.
    const payments = [{ payMethodId: methods[way] as string, amount: '100.00' }, byUnit('100.00')]
    const begun = await start(await waiting(), way, { payments })
    const meanwhile = await waiting('60.00')
    await desk.call(billing.charge, { ...meanwhile, payments: [byUnit('60.00')], requestId: uuidv7() })
    await payAtCashier(begun.codeUrl as string)
    const left = (await finance.call(unitAccount.balances, {})).list.find(({ id }) => id === unitId)
    expect(left).toMatchObject({ used: '160.00', open: '160.00' })
    await sound()
  })

  it('E2: 500 equal notifications are one movement', async () => {
    const bill = await waiting()
    const begun = await start(bill, way)
    const { body, headers } = await signedNotice(database, await toldOf(way, begun.id), app.clock.now())
    const path = clinicNoticePath(way, place)
    const answers = await Promise.all(Array.from({ length: 500 }, () => app.nobody.raw('POST', path, body, headers)))
    expect(answers.filter(({ http: status }) => status !== 200)).toEqual([])
    await expect.poll(async () => (await billOf(bill.id)).status).toBe(3)
    expect(await ledgerOf(bill.id)).toEqual(['cash 200.00'])
    await sound()
  }, 20_000)

  it('bill-exception-handle; believes nobody else: a bad signature, another clinic, the provider’s address, another sum', async () => {
    const bill = await waiting()
    const begun = await start(bill, way)
    const told = await toldOf(way, begun.id)
    const { body, headers } = await signedNotice(database, told, app.clock.now())
    const at = clinicNoticePath(way, place)
    const elsewhere = clinicNoticePath(way, { ...place, clinicId: fixture.clinics.a2 })
    const abroad = clinicNoticePath(way, { tenantId: fixture.tenants.b, clinicId: fixture.clinics.b1 })
    const provider = at.slice(0, at.indexOf(place.tenantId) - 1)
    const forged = way === 'alipay' ? body.replace('200.00', '0.01') : `${body} `
    for (const [path, text] of [
      [at, forged],
      [elsewhere, body],
      [abroad, body],
      [provider, body],
      [`${at}x`, body],
    ] as const)
      expect([path, (await app.nobody.raw('POST', path, text, headers)).http >= 400]).toEqual([path, true])
    expect((await billOf(bill.id)).status).toBe(6)
    expect(await ledgerOf(bill.id)).toEqual([])
    // Another sum than asked for: the money is in the books, the bill waits again.
    expect((await tell({ ...told, amount: yuanToFen('199.99') })).http).toBe(200)
    expect((await billOf(bill.id)).status).toBe(1)
    expect(await exceptionsOf(bill.id)).toMatchObject([{ type: 3, amount: '199.99', status: 0 }])
    expect(await ledgerOf(bill.id)).toEqual(['cash 199.99', 'suspense -199.99'])
    await sound()
    // Recorded, the rest is owed; the money comes from the suspense account and is not counted twice.
    await handle((await exceptionsOf(bill.id))[0] as { id: string; version: number }, 'record')
    expect(await billOf(bill.id)).toMatchObject({ status: 2, paidAmount: '199.99', arrearsAmount: '0.01' })
    expect(await ledgerOf(bill.id)).toEqual(['cash 199.99'])
    await sound()
  })

  it('nobody pays: the code is closed after five minutes and the bill waits; what comes later is an exception', async () => {
    const bill = await waiting()
    const begun = await start(bill, way)
    const told = await toldOf(way, begun.id)
    later(5 * 60_000 + 1)
    await reconcile(services)
    expect((await billOf(bill.id)).status).toBe(1)
    expect(await standingOf(bill.id)).toMatchObject({
      status: 2,
      message: expect.stringMatching(/过期|关闭/) as string,
    })
    await tell(told)
    expect(await exceptionsOf(bill.id)).toMatchObject([{ type: 1, amount: '200.00', status: 0 }])
    expect(await ledgerOf(bill.id)).toEqual(['cash 200.00', 'suspense -200.00'])
    await sound()
  })

  it('paid in cash meanwhile: the late money is paid twice', async () => {
    const bill = await waiting()
    const begun = await start(bill, way)
    const told = await toldOf(way, begun.id)
    await desk.call(scanPay.stop, { id: begun.id })
    const { version } = await billOf(bill.id)
    const payments = [{ payMethodId: methods.cash as string, amount: '200.00' }]
    await desk.call(billing.charge, { id: bill.id, version, payments, requestId: uuidv7() })
    await tell(told)
    const [found] = await exceptionsOf(bill.id)
    expect(found).toMatchObject({ type: 2, amount: '200.00' })
    await handle(found as { id: string; version: number }, 'hold')
    expect(await ledgerOf(bill.id)).toEqual(['cash 400.00', 'suspense -200.00'])
    const [held] = await exceptionsOf(bill.id)
    await handle(held as { id: string; version: number }, 'close')
    expect(await ledgerOf(bill.id)).toEqual(['cash 400.00', 'overShort -200.00'])
    await expect(handle((await exceptionsOf(bill.id))[0] as { id: string; version: number }, 'close')).rejects.toThrow()
    await sound()
  })

  it('stops at the desk; paid before it is stopped, it is charged', async () => {
    const bill = await waiting()
    const begun = await start(bill, way)
    expect(await desk.call(scanPay.stop, { id: begun.id })).toMatchObject({ status: 2, message: '收银员已停止收款' })
    const { version } = await billOf(bill.id)
    const second = await start({ id: bill.id, version }, way)
    await app.sql(`update sandbox_trade set status = 'paid', paid_at = $2 where out_trade_no = $1`, [
      (await tradeOf(second.id)).out_trade_no,
      app.clock.now(),
    ])
    expect(await desk.call(scanPay.stop, { id: second.id })).toMatchObject({ status: 1 })
    expect((await billOf(bill.id)).status).toBe(3)
    await sound()
  })

  it('received and not yet charged, it lies on the clearing account, and the next look brings it to the bill', async () => {
    const bill = await waiting()
    const begun = await start(bill, way)
    const told = await toldOf(way, begun.id)
    const { receive } = await import('../commands/receive.ts')
    const trade = await tradeOf(begun.id)
    const paid = {
      outTradeNo: told.outTradeNo,
      gatewayTradeNo: told.tradeNo,
      amount: told.amount,
      currency: 'CNY',
      paidAt: app.clock.now(),
    }
    const [{ merchant }] = (await app.sql<{ merchant: string }>('select merchant from gateway_trade where id = $1', [
      trade.id,
    ])) as [{ merchant: string }]
    // A process killed here has the money in the books.
    await database.withPlatform((tx) =>
      receive(tx, services, { name: way, merchant, clinic: { ...place, merchantId: null } }, paid),
    )
    expect(await ledgerOf(bill.id)).toEqual(['cash 200.00', 'clearing -200.00'])
    await sound()
    await Promise.all([apply(services, trade.id), apply(services, trade.id), reconcile(services)])
    expect((await billOf(bill.id)).status).toBe(3)
    expect(await ledgerOf(bill.id)).toEqual(['cash 200.00'])
    await sound()
  })
})

describe.each(WAYS)('%s: we scan the patient’s code', (way) => {
  it('takes the money at once', async () => {
    const bill = await waiting()
    expect(await start(bill, way, { authCode: code(way, '00') })).toMatchObject({ status: 1, way: 2 })
    expect(await billOf(bill.id)).toMatchObject({ status: 3, paidAmount: '200.00' })
    await sound()
  })

  it('says that a code is no good any more, and that there is no money; the bill waits again', async () => {
    const bill = await waiting()
    await expect(start(bill, way, { authCode: code(way, '01') })).rejects.toThrow('付款码已过期或已用过')
    let { version, status } = await billOf(bill.id)
    expect(status).toBe(1)
    await expect(start({ id: bill.id, version }, way, { authCode: code(way, '02') })).rejects.toThrow('余额不足')
    ;({ version, status } = await billOf(bill.id))
    expect(status).toBe(1)
    await expect(start({ id: bill.id, version }, way, { authCode: '12ab' })).rejects.toThrow()
    await sound()
  })

  it('waits for the password, and undoes what nobody has confirmed', async () => {
    const bill = await waiting()
    const begun = await start(bill, way, { authCode: code(way, '03') })
    expect(begun.status).toBe(0)
    const last = way === 'wechat' ? 30_000 : 60_000
    later(last - 1_000)
    await reconcile(services)
    expect((await billOf(bill.id)).status).toBe(6)
    later(5_000)
    await reconcile(services)
    expect((await billOf(bill.id)).status).toBe(1)
    expect(await standingOf(bill.id)).toMatchObject({ status: 2, message: '患者没有及时确认，付款已撤销' })
    expect(
      (
        await app.sql('select status from sandbox_trade where out_trade_no = $1', [
          (await tradeOf(begun.id)).out_trade_no,
        ])
      )[0],
    ).toEqual({ status: 'closed' })
    await sound()
  })

  it('confirmed in time, the next question finds it', async () => {
    const bill = await waiting()
    const begun = await start(bill, way, { authCode: code(way, '03') })
    await app.sql(`update sandbox_trade set status = 'paid', paid_at = $2 where out_trade_no = $1`, [
      (await tradeOf(begun.id)).out_trade_no,
      app.clock.now(),
    ])
    later(5_000)
    await reconcile(services)
    expect((await billOf(bill.id)).status).toBe(3)
    await sound()
  })
})

describe('rules', () => {
  it('a bar code is reversed from 30 s on at WeChat and 60 s at Alipay, never before 15 s at WeChat', () => {
    expect([14_999, 15_000, 29_999, 30_000].map((age) => barCodeStep('wechat', age, false))).toEqual([
      'wait',
      'wait',
      'wait',
      'reverse',
    ])
    expect([14_999, 15_000].map((age) => barCodeStep('wechat', age, true))).toEqual(['wait', 'reverse'])
    expect([59_999, 60_000].map((age) => barCodeStep('alipay', age, false))).toEqual(['wait', 'reverse'])
    expect(barCodeStep('alipay', 0, true)).toBe('reverse')
  })

  it('WeChat’s limits of refunds are known before it is asked', () => {
    const now = parseDateTime(NOW)
    const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
    expect(refundProblem('wechat', { paidAt: ago(365), refunds: 49 }, now)).toBeNull()
    expect(refundProblem('wechat', { paidAt: new Date(ago(365).getTime() - 1), refunds: 0 }, now)).toContain('365')
    expect(refundProblem('wechat', { paidAt: now, refunds: 50 }, now)).toContain('50')
    expect(refundProblem('alipay', { paidAt: now, refunds: 50 }, now)).toBeNull()
    const last = new Date(now.getTime() - 20_000)
    expect(refundMoment('wechat', last, now).getTime() - now.getTime()).toBe(40_000)
    expect(refundMoment('alipay', last, now)).toEqual(now)
  })
})

/** A bill that was paid by scan. */
async function paidBy(way: GatewayName, price = '200.00', more: Partial<Start> = {}) {
  const bill = await waiting(price)
  await start(bill, way, {
    authCode: code(way, '00'),
    payments: [{ payMethodId: methods[way] as string, amount: price }],
    ...more,
  })
  const { version, items } = await billOf(bill.id)
  return { id: bill.id, version, item: items[0]?.id as string }
}
async function askBack(bill: { id: string; version: number; item: string }, amount: string) {
  const type = 2
  const items = [{ billItemId: bill.item, qty: 0, amount }]
  const asked = await desk.call(refund.request, {
    billId: bill.id,
    version: bill.version,
    type,
    items,
    reason: '患者要求',
    requestId: uuidv7(),
  })
  const agreed =
    asked.status === 0
      ? await director.call(refund.decide, { id: asked.id, version: asked.version, agree: true, reason: '' })
      : asked
  return finance.call(refund.pay, { id: asked.id, version: agreed.version, requestId: uuidv7() })
}
const backsOf = (refundId: string) =>
  app.sql<{ id: string; status: number; refund_no: string; message: string }>(
    'select id, status, refund_no, message from gateway_refund where refund_id = $1',
    [refundId],
  )
async function carry(refundId: string): Promise<number> {
  const [row] = await backsOf(refundId)
  return carryRefund(services, { ...place, id: row?.id as string })
}

describe.each(WAYS)('%s: refunds', (way) => {
  it('go back through the gateway: accepted is not paid back, and however often it is asked it goes back once', async () => {
    const bill = await paidBy(way)
    const paid = await askBack(bill, '80.00')
    expect(paid.status).toBe(6)
    expect(await billOf(bill.id)).toMatchObject({ status: 3, refundedAmount: '0.00' })
    // Nothing else changes the bill meanwhile.
    await expect(askBack(bill, '10.00')).rejects.toThrow()
    const now = await billOf(bill.id)
    await expect(
      director.call(billing.revoke, { id: bill.id, version: now.version, reason: '错', requestId: uuidv7() }),
    ).rejects.toThrow()
    if (way === 'wechat') {
      expect(await carry(paid.id)).toBe(1)
      await sound()
    }
    await Promise.all([carry(paid.id), carry(paid.id), carry(paid.id)])
    expect((await backsOf(paid.id)).map(({ status }) => status)).toEqual([2])
    expect(await billOf(bill.id)).toMatchObject({ status: 4, refundedAmount: '80.00' })
    expect(await ledgerOf(bill.id)).toEqual(['cash 120.00'])
    expect(
      await app.sql(
        'select count(*)::int as n from sandbox_refund where out_trade_no = (select t.out_trade_no from gateway_trade t join scan_payment s on s.id = t.order_id where s.bill_id = $1)',
        [bill.id],
      ),
    ).toEqual([{ n: 1 }])
    await sound()
  })

  it('E2: 500 equal notifications of a refund are one movement', async () => {
    const bill = await paidBy(way)
    const paid = await askBack(bill, '80.00')
    await carry(paid.id)
    const [row] = await backsOf(paid.id)
    const [trade] = await app.sql<{ out_trade_no: string }>(
      'select t.out_trade_no from gateway_trade t join scan_payment s on s.id = t.order_id where s.bill_id = $1',
      [bill.id],
    )
    const { body, headers } = await signedRefundNotice(
      database,
      way,
      {
        outTradeNo: trade?.out_trade_no ?? '',
        refundNo: row?.refund_no ?? '',
        amount: yuanToFen('80.00'),
        total: yuanToFen('200.00'),
      },
      app.clock.now(),
    )
    const path = clinicNoticePath(way, place)
    const answers = await Promise.all(Array.from({ length: 500 }, () => app.nobody.raw('POST', path, body, headers)))
    expect(answers.filter(({ http: status }) => status !== 200)).toEqual([])
    expect(await ledgerOf(bill.id)).toEqual(['cash 120.00'])
    expect(await billOf(bill.id)).toMatchObject({ status: 4, refundedAmount: '80.00' })
    await sound()
  }, 30_000)

  it('S13.4: refused, the money goes back in cash with a second person; a success after that is paid twice, never a second refund', async () => {
    const bill = await paidBy(way)
    const paid = await askBack(bill, '80.13')
    await carry(paid.id)
    if (way === 'wechat') await carry(paid.id)
    expect((await backsOf(paid.id)).map(({ status }) => status)).toEqual([3])
    expect((await desk.call(refund.detail, { id: paid.id })).status).toBe(4)
    const [found] = await exceptionsOf(bill.id)
    expect(found).toMatchObject({ type: 4, amount: '80.13', status: 0 })
    await sound()
    const cash = { payMethodId: methods.cash as string }
    // Whoever paid it out can't agree to another way.
    await expect(handle(found as { id: string; version: number }, 'giveBack', cash, finance)).rejects.toThrow()
    await expect(handle(found as { id: string; version: number }, 'giveBack')).rejects.toThrow('收付款方式')
    await handle(found as { id: string; version: number }, 'giveBack', cash)
    expect(await billOf(bill.id)).toMatchObject({ status: 4, refundedAmount: '80.13' })
    expect((await desk.call(refund.detail, { id: paid.id })).ways).toMatchObject([
      { payMethodName: '现金', amount: '80.13' },
    ])
    expect(await ledgerOf(bill.id)).toEqual(['cash 119.87'])
    await sound()
    await app.sql(`update sandbox_refund set status = 'done', done_at = now() where refund_no = $1`, [
      (await backsOf(paid.id))[0]?.refund_no,
    ])
    await carry(paid.id)
    await carry(paid.id)
    const late = (await exceptionsOf(bill.id))[1]
    expect(late).toMatchObject({ type: 2, amount: '-80.13', status: 0 })
    expect(await ledgerOf(bill.id)).toEqual(['cash 39.74', 'suspense 80.13'])
    await sound()
    await handle(late as { id: string; version: number }, 'record', cash)
    expect(await ledgerOf(bill.id)).toEqual(['cash 119.87'])
    await sound()
  })

  /** The gateway goes back on its refusal, and tells of it twice. */
  const succeedAfterAll = async (refundNo: string | undefined, id: string) => {
    await app.sql(`update sandbox_refund set status = 'done', done_at = now() where refund_no = $1`, [refundNo])
    await carryRefund(services, { ...place, id })
    await carryRefund(services, { ...place, id })
  }
  /** A refund that the gateway has refused, with its exception. */
  const refusedBack = async () => {
    const bill = await paidBy(way)
    const paid = await askBack(bill, '80.13')
    await carry(paid.id)
    if (way === 'wechat') await carry(paid.id)
    const [back] = await backsOf(paid.id)
    const [found] = await exceptionsOf(bill.id)
    expect(found).toMatchObject({ type: 4, status: 0 })
    return {
      bill,
      paid,
      back: back as { id: string; refund_no: string },
      found: found as { id: string; version: number },
    }
  }

  it('refused and given back after all: it is booked as asked for, and nobody has to deal with it any more', async () => {
    const { bill, paid, back, found } = await refusedBack()
    await handle(found, 'hold')
    await succeedAfterAll(back.refund_no, back.id)
    expect((await desk.call(refund.detail, { id: paid.id })).status).toBe(2)
    expect(await billOf(bill.id)).toMatchObject({ status: 4, refundedAmount: '80.13' })
    expect(await exceptionsOf(bill.id)).toMatchObject([{ type: 4, status: 1 }])
    expect(await ledgerOf(bill.id)).toEqual(['cash 119.87'])
    await sound()
  })

  it('two parts refused, one given back after all: only the other is left to be given back otherwise', async () => {
    const half = [{ payMethodId: methods[way] as string, amount: '100.13' }]
    const bill = await paidBy(way, '200.26', { payments: half, leaveArrears: true, arrearsReason: '下次付' })
    await desk.call(scanPay.startRepay, {
      billId: bill.id,
      payments: half,
      gateway: way,
      authCode: code(way, '00'),
    })
    const paid = await askBack({ ...bill, version: (await billOf(bill.id)).version }, '200.26')
    const backs = await backsOf(paid.id)
    expect(backs).toHaveLength(2)
    for (let asked = 0; asked < 2; asked += 1) for (const { id } of backs) await carryRefund(services, { ...place, id })
    expect(await exceptionsOf(bill.id)).toMatchObject([{ type: 4, status: 0, amount: '200.26' }])
    await succeedAfterAll(backs[0]?.refund_no, backs[0]?.id as string)
    const [left] = await exceptionsOf(bill.id)
    expect(left).toMatchObject({ type: 4, status: 0, amount: '100.13' })
    await handle(left as { id: string; version: number }, 'giveBack', { payMethodId: methods.cash as string })
    expect(await billOf(bill.id)).toMatchObject({ status: 5, refundedAmount: '200.26' })
    expect((await exceptionsOf(bill.id)).map(({ status }) => status)).toEqual([2])
    expect(await ledgerOf(bill.id)).toEqual([])
    await sound()
  })

  it('refused and given up: a success after that went out without a reason, and is an exception', async () => {
    const { bill, paid, back, found } = await refusedBack()
    await handle(found, 'close')
    expect((await desk.call(refund.detail, { id: paid.id })).status).toBe(5)
    await succeedAfterAll(back.refund_no, back.id)
    expect((await desk.call(refund.detail, { id: paid.id })).status).toBe(5)
    expect(await billOf(bill.id)).toMatchObject({ status: 3, refundedAmount: '0.00' })
    const late = (await exceptionsOf(bill.id))[1]
    expect(late).toMatchObject({ type: 2, amount: '-80.13', status: 0 })
    expect(late?.reason).toContain('退款失败后已撤回')
    expect(await ledgerOf(bill.id)).toEqual(['cash 119.87', 'suspense 80.13'])
    await sound()
    await handle(late as { id: string; version: number }, 'record', { payMethodId: methods.cash as string })
    expect(await ledgerOf(bill.id)).toEqual(['cash 200.00'])
    await sound()
  })

  it.each(['record', 'close', 'hold'] as const)(
    'money without a place that could not go back, then %s: a success after that',
    async (then) => {
      const bill = await waiting('200.13')
      const begun = await start(bill, way, { payments: [{ payMethodId: methods[way] as string, amount: '200.13' }] })
      const told = await toldOf(way, begun.id)
      await desk.call(scanPay.stop, { id: begun.id })
      await app.sql(`update sandbox_trade set trade_no = $2, status = 'paid', paid_at = $3 where out_trade_no = $1`, [
        told.outTradeNo,
        told.tradeNo,
        app.clock.now(),
      ])
      await tell(told)
      const stray = async () => (await exceptionsOf(bill.id))[0] as { id: string; version: number }
      await handle(await stray(), 'giveBack')
      const [back] = await app.sql<{ id: string; refund_no: string }>(
        'select id, refund_no from gateway_refund where exception_id = $1',
        [(await stray()).id],
      )
      for (let asked = 0; asked < 2; asked += 1) await carryRefund(services, { ...place, id: back?.id as string })
      expect(await stray()).toMatchObject({ status: 0 })
      await handle(await stray(), then)
      await succeedAfterAll(back?.refund_no, back?.id as string)
      const [first, late] = await exceptionsOf(bill.id)
      if (then === 'hold') {
        // It waited still: the money has gone back where it came from.
        expect([first?.status, late]).toEqual([2, undefined])
        expect(await ledgerOf(bill.id)).toEqual([])
      } else {
        expect(first).toMatchObject({ status: then === 'record' ? 1 : 4 })
        expect(late).toMatchObject({ type: 2, amount: '-200.13', status: 0 })
        expect((await ledgerOf(bill.id)).filter((each) => each.startsWith('suspense'))).toEqual(['suspense 200.13'])
      }
      await sound()
    },
  )

  it('money without a place goes back through the gateway', async () => {
    const bill = await waiting()
    const begun = await start(bill, way)
    const told = await toldOf(way, begun.id)
    await app.sql(`update sandbox_trade set trade_no = $2, status = 'paid', paid_at = $3 where out_trade_no = $1`, [
      told.outTradeNo,
      told.tradeNo,
      app.clock.now(),
    ])
    await app.sql(`update gateway_trade set status = 'closed', ended_at = $2 where order_id = $1`, [
      begun.id,
      app.clock.now(),
    ])
    await app.sql(`update scan_payment set status = 2 where id = $1`, [begun.id])
    await app.sql(`update bill set status = 1 where id = $1`, [bill.id])
    await tell(told)
    const [found] = await exceptionsOf(bill.id)
    expect((await handle(found as { id: string; version: number }, 'giveBack')).status).toBe(5)
    const [row] = await app.sql<{ id: string }>('select id from gateway_refund where exception_id = $1', [found?.id])
    await carryRefund(services, { ...place, id: row?.id as string })
    if (way === 'wechat') await carryRefund(services, { ...place, id: row?.id as string })
    expect((await exceptionsOf(bill.id))[0]).toMatchObject({ status: 2 })
    expect(await ledgerOf(bill.id)).toEqual([])
    await sound()
  })
})

it('a month in which money found no place is closed: held, closed as long, or recorded in the next month', async () => {
  const ends = async (month: string) => {
    for (const person of [desk, director]) {
      const { shift } = await person.call(contract.shift.current, {})
      if (!shift) continue
      await person.call(contract.shift.handOver, {
        id: shift.id,
        version: shift.version,
        countedCash: shift.expectedCash ?? '0.00',
        requestId: uuidv7(),
      })
    }
    const { identities, book } = await director.call(monthClose.state, { month })
    expect(identities.filter(({ holds }) => !holds)).toEqual([])
    // What found no place is what the rest of the ladder leaves over, and opens its postings.
    const { sum } = await director.call(posting.list, { figure: 'month.withoutPlace', month, pageNum: 1, pageSize: 20 })
    const rest = subtract(
      add(subtract(yuanToFen(book.takings), yuanToFen(book.stored)), yuanToFen(book.used), yuanToFen(book.otherIncome)),
      yuanToFen(book.revenue),
    )
    expect([month, sum]).toEqual([month, fenToYuan(rest)])
    return sum
  }
  /** Money of a code that was stopped. */
  const stray = async () => {
    const bill = await waiting()
    const begun = await start(bill, 'wechat')
    const told = await toldOf('wechat', begun.id)
    await desk.call(scanPay.stop, { id: begun.id })
    await tell(told)
    return { bill, row: (await exceptionsOf(bill.id))[0] as { id: string; version: number } }
  }
  const [held, closed, later] = [await stray(), await stray(), await stray()]
  await handle(held.row, 'hold')
  await handle(closed.row, 'close')
  await ends('2026-11')
  app.clock.set(parseDateTime('2026-12-01 09:00:00'))
  desk = await app.as('reception')
  director = await app.as('director')
  await handle(later.row, 'record')
  expect(await billOf(later.bill.id)).toMatchObject({ status: 3, paidAmount: '200.00' })
  expect(await ends('2026-11')).not.toBe('0.00')
  // Recorded now: what found no place in November is taken from December.
  expect(await ends('2026-12')).toBe('-200.00')
  // It came in November as nobody's; what records it is the doctor's, and takes it from nobody.
  const takings = await (
    await app.as('headquarters')
  ).call(report.run, { door: 'analysisData', by: 'doctor', from: '2026-12-01', to: '2026-12-31', figures: ['C1'] })
  expect(takings.total.values).toEqual(['0.00'])
  expect(takings.rows.filter(({ level }) => level === 'row').map(({ key, values }) => [key, values[0]])).toEqual(
    expect.arrayContaining([
      [d1, '200.00'],
      ['', '-200.00'],
    ]),
  )
  await sound()
})

describe('arrears by a code', () => {
  /** A bill of 200.00 of which 150.00 is owed. */
  async function owing(): Promise<string> {
    const bill = await waiting()
    await desk.call(billing.charge, {
      ...bill,
      payments: [{ payMethodId: methods.cash as string, amount: '50.00' }],
      leaveArrears: true,
      arrearsReason: '下次付',
      requestId: uuidv7(),
    })
    return bill.id
  }
  const repayOf = (billId: string, way: GatewayName, amount = '150.00', authCode?: string) => ({
    billId,
    payments: [{ payMethodId: methods[way] as string, amount }],
    gateway: way,
    ...(authCode === undefined ? {} : { authCode }),
  })

  it.each(WAYS)(
    '%s: ours and the patient’s, a part and the rest; the bill stays as it is until the money is there',
    async (way) => {
      const id = await owing()
      const begun = await desk.call(scanPay.startRepay, repayOf(id, way, '100.00'))
      expect(begun).toMatchObject({ status: 0, way: 1, amount: '100.00' })
      expect(await billOf(id)).toMatchObject({ status: 2, arrearsAmount: '150.00' })
      expect((await desk.refused(scanPay.startRepay, repayOf(id, way))).code).toBe(31110)
      await payAtCashier(begun.codeUrl as string)
      expect(await standingOf(id)).toMatchObject({ status: 1 })
      expect(await billOf(id)).toMatchObject({ status: 2, paidAmount: '150.00', arrearsAmount: '50.00' })
      expect(await ledgerOf(id)).toEqual(['cash 150.00'])
      expect(await desk.call(scanPay.startRepay, repayOf(id, way, '50.00', GOOD[way]))).toMatchObject({
        status: 1,
        way: 2,
      })
      const paid = await billOf(id)
      expect(paid).toMatchObject({ status: 3, paidAmount: '200.00', arrearsAmount: '0.00' })
      expect(paid.payments.map(({ kind, amount }) => [kind, amount])).toEqual([
        [1, '50.00'],
        [2, '100.00'],
        [2, '50.00'],
      ])
      expect(await ledgerOf(id)).toEqual(['cash 200.00'])
      await sound()
    },
  )

  it('more than is owed, another way to pay, two ways at once, and what owes nothing are refused beside their field', async () => {
    const id = await owing()
    const over = await desk.refused(scanPay.startRepay, repayOf(id, 'wechat', '150.01'))
    expect(over.data.fields?.[0]?.message).toContain('150.00')
    const other = await desk.refused(scanPay.startRepay, {
      ...repayOf(id, 'wechat'),
      payments: [{ payMethodId: methods.cash as string, amount: '10.00' }],
    })
    expect(other.data.fields?.[0]?.field).toBe('payments.0.payMethodId')
    const [one] = repayOf(id, 'wechat', '10.00').payments as [Start['payments'][number]]
    const two = await desk.refused(scanPay.startRepay, { ...repayOf(id, 'wechat'), payments: [one, one] })
    expect(two.data.fields?.[0]?.field).toBe('payments')
    const bill = await waiting()
    expect((await desk.refused(scanPay.startRepay, repayOf(bill.id, 'wechat'))).message).toContain('欠费')
    expect(await app.sql('select 1 from scan_payment where bill_id = any($1)', [[id, bill.id]])).toEqual([])
  })

  it('paid otherwise before the money came: an exception, given back; a code that ran out changes nothing', async () => {
    const id = await owing()
    const begun = await desk.call(scanPay.startRepay, repayOf(id, 'alipay'))
    await desk.call(billing.repay, {
      patientId: p1,
      billIds: [id],
      payments: [{ payMethodId: methods.cash as string, amount: '150.00' }],
      requestId: uuidv7(),
    })
    await payAtCashier(begun.codeUrl as string)
    const [stray] = await exceptionsOf(id)
    expect(stray).toMatchObject({ type: 2, status: 0, amount: '150.00' })
    expect(await billOf(id)).toMatchObject({ status: 3, paidAmount: '200.00' })
    await handle(stray as { id: string; version: number }, 'giveBack')

    const late = await owing()
    await desk.call(scanPay.startRepay, repayOf(late, 'wechat'))
    later(6 * 60_000)
    await reconcile(services)
    expect(await standingOf(late)).toMatchObject({ status: 2 })
    expect(await billOf(late)).toMatchObject({ status: 2, arrearsAmount: '150.00' })
    await sound()
  })
})

describe('recharges and prepayments by a code', () => {
  let typeId: string
  beforeAll(async () => {
    const made = await (
      await app.as('director')
    ).call(memberCard.saveType, {
      name: '扫码充值卡',
      kind: 1,
      salePrice: '0.00',
      validType: 1,
      useOrder: 1,
      steps: [{ amount: '1000.00', bonus: '100.00', points: 10, gift: '电动牙刷' }],
      requestId: uuidv7(),
    } as WireInput<typeof memberCard.saveType>)
    typeId = made.id
  })
  let people = 0
  const newPatient = async (name: string) => {
    people += 1
    const mobile = `139130${String(10_000 + people).slice(-5)}`
    const file = { name, gender: 1, mobile, sourceId: fixture.sources.a, allergyFlag: 0 } as const
    return (await desk.call(patient.create, { ...file, requestId: uuidv7() })).id
  }
  const newCard = (patientId = p1) =>
    desk.call(memberCard.openCard, { patientId, typeId, ways: [], requestId: uuidv7() })
  const face = async (id: string, patientId = p1) => {
    const { cards } = await director.call(memberCard.basicInformation, { patientId })
    const found = cards.find((card) => card.id === id)
    if (!found) throw new Error('no card')
    return found
  }
  const byWay = (way: string, amount: string) => ({ payMethodId: methods[way] as string, amount })
  type Recharge = WireInput<typeof scanPay.startRecharge>
  const rechargeOf = (card: { id: string; version: number }, way: GatewayName, more: Partial<Recharge> = {}) => {
    const amount = (more.amount as string | undefined) ?? '1000.00'
    const typed = { id: card.id, version: card.version, amount, ways: [byWay(way, amount)], gateway: way }
    return { ...typed, remark: '活动', ...more } satisfies Recharge
  }
  const prepayOf = (
    patientId: string,
    way: GatewayName,
    more: Partial<WireInput<typeof scanPay.startPrepay>> = {},
  ): WireInput<typeof scanPay.startPrepay> => {
    const amount = (more.amount as string | undefined) ?? '500.00'
    return { patientId, purpose: '种植', amount, ways: [byWay(way, amount)], remark: '二期', gateway: way, ...more }
  }
  const recharging = (cardId: string, client = desk) => client.call(scanPay.rechargeStanding, { cardId })
  const prepaying = (patientId: string, client = desk) => client.call(scanPay.prepayStanding, { patientId })
  const prepaysOf = async (patientId: string) => (await director.call(prepay.ofPatient, { patientId })).list

  /** What came in today, as the first page says it. */
  const takenToday = async () => yuanToFen((await director.call(reporting.today, {})).numbers.received ?? '')
  /** What some work moves on the accounts of the clinic. */
  async function movedBy(work: () => Promise<unknown>): Promise<Record<string, string>> {
    const sums = async () =>
      new Map(
        (
          await app.sql<{ account: string; amount: string }>(
            `select account, sum(amount)::text as amount from ledger_posting where clinic_id = $1 and unit = 0
             and account in ('cash', 'clearing', 'suspense', 'overShort', 'principal', 'bonus', 'deposit') group by 1`,
            [place.clinicId],
          )
        ).map(({ account, amount }) => [account, yuanToFen(amount)]),
      )
    const before = await sums()
    await work()
    const moves: Record<string, string> = {}
    for (const [account, amount] of await sums()) {
      const change = (amount - (before.get(account) ?? 0)) / 100
      if (change !== 0) moves[account] = change.toFixed(2)
    }
    return moves
  }
  /** By how much some work changes the takings of the day, by category and by way to pay. */
  async function takenBy(work: () => Promise<unknown>): Promise<Record<string, string>> {
    const head = await app.as('headquarters')
    const sums = async () => {
      const found = new Map<string, number>()
      for (const [door, by] of [
        ['incomeSummary', 'topCategory'],
        ['analysisData', 'method'],
      ] as const) {
        const { rows } = await head.call(report.run, {
          door,
          by,
          from: '2026-11-20',
          to: '2026-11-20',
          figures: ['C1'],
        })
        for (const { level, key, values } of rows)
          if (level === 'row') found.set(`${by} ${key}`, yuanToFen(values[0] ?? '0.00'))
      }
      return found
    }
    const before = await sums()
    await work()
    const changed: Record<string, string> = {}
    for (const [key, amount] of await sums()) {
      const change = (amount - (before.get(key) ?? 0)) / 100
      if (change !== 0) changed[key] = change.toFixed(2)
    }
    return changed
  }
  const storedOf = async () =>
    (
      await app.sql<{ stored: string }>(`select app.month_book($1, $2, '2026-11-01') ->> 'stored' as stored`, [
        place.tenantId,
        place.clinicId,
      ])
    )[0]?.stored

  it.each(WAYS)('%s: a card is recharged by our code, with gift, points and the number of the trade', async (way) => {
    const [card, taken] = [await newCard(), await takenToday()]
    const moves = await movedBy(async () => {
      const begun = await desk.call(scanPay.startRecharge, rechargeOf(card, way))
      expect(begun).toMatchObject({
        status: 0,
        way: 1,
        amount: '1000.00',
        sandbox: true,
        secondsLeft: 300,
        prepay: null,
      })
      expect(await face(card.id)).toMatchObject({ principalAmount: '0.00', version: card.version })
      expect(await recharging(card.id)).toMatchObject({ id: begun.id, status: 0 })
      // One code at a time, and the month does not end while it is shown.
      expect(await desk.refused(scanPay.startRecharge, rechargeOf(card, way))).toMatchObject({
        code: 31110,
        message: '这一笔正在扫码收款，请先等它结束或停止',
      })
      const { checks } = await director.call(monthClose.state, { month: '2026-11' })
      expect(checks.find((each) => each.code === 'paying')).toMatchObject({
        blocks: true,
        count: 1,
        note: `${card.cardNo} 1,000.00`,
      })
      await payAtCashier(begun.codeUrl as string)
      expect(await recharging(card.id)).toMatchObject({ id: begun.id, status: 1, codeUrl: null, message: '' })
    })
    expect(moves).toEqual({ cash: '1000.00', principal: '-1000.00', bonus: '-100.00' })
    expect((await takenToday()) - taken).toBe(yuanToFen('1000.00'))
    const now = await face(card.id)
    expect(now).toMatchObject({ principalAmount: '1000.00', bonusAmount: '100.00', points: 10, undoable: null })
    const [line] = (await director.call(memberCard.expendList, { id: card.id, kind: 'all' })).list
    expect(line).toMatchObject({ type: 2, remark: '赠品：电动牙刷　活动', ways: [{ amount: '1000.00' }] })
    const [kept] = await app.sql<{ id: string; no: string; operator: string }>(
      `select id, ways -> 0 ->> 'tradeNo' as no, operator_name as operator from card_log where card_id = $1 and type = 2`,
      [card.id],
    )
    expect(kept?.no).toMatch(/^\d{20,}$/)
    expect(
      await desk.refused(memberCard.undoRecharge, { logId: kept?.id as string, reason: '充错', requestId: uuidv7() }),
    ).toMatchObject({ code: 31109, message: '这笔充值是扫码收的，不能撤销，请走退款' })
    expect((await face(card.id)).principalAmount).toBe('1000.00')
    await sound()
  })

  it.each(WAYS)(
    '%s: a prepayment by the patient’s code is there at once, and goes back the ordinary way',
    async (way) => {
      const patientId = await newPatient('贺知遥')
      const moves = await movedBy(async () => {
        const begun = await desk.call(scanPay.startPrepay, prepayOf(patientId, way, { authCode: GOOD[way] }))
        expect(begun).toMatchObject({ status: 1, way: 2, amount: '500.00', prepay: { prepayNo: expect.any(String) } })
        expect(await prepaying(patientId)).toEqual({ ...begun, secondsLeft: 0 })
      })
      expect(moves).toEqual({ cash: '500.00', deposit: '-500.00' })
      const [one] = await prepaysOf(patientId)
      expect(one).toMatchObject({
        id: (await prepaying(patientId))?.prepay?.id,
        purpose: '种植',
        remark: '二期',
        refundable: true,
        balanceAmount: '500.00',
        cameBy: [{ payMethodId: methods[way], amount: '500.00', tradeNo: expect.stringMatching(/^\d{20,}$/) }],
        ways: [{ payMethodId: methods[way], amount: '500.00' }],
        allowed: { undo: false, giveBack: true },
      })
      const undo = { id: one?.id as string, version: one?.version as number, reason: '收错', requestId: uuidv7() }
      expect(await desk.refused(prepay.undo, undo)).toMatchObject({
        code: 31109,
        message: '这笔预交金是扫码收的，不能撤销收取，请走退款',
      })
      const back = {
        id: undo.id,
        version: undo.version,
        amount: '120.00',
        ways: [byWay(way, '120.00')],
        reason: '不做了',
      }
      expect(await director.call(prepay.requestReturn, { ...back, requestId: uuidv7() })).toMatchObject({ status: 2 })
      expect((await prepaysOf(patientId))[0]).toMatchObject({
        balanceAmount: '380.00',
        ways: [{ payMethodId: methods[way], amount: '380.00' }],
      })
      // What was agreed not to go back is kept so, by our code too.
      const firm = await newPatient('贺知远')
      const shown = await desk.call(scanPay.startPrepay, prepayOf(firm, way, { refundable: false }))
      await payAtCashier(shown.codeUrl as string)
      expect((await prepaysOf(firm))[0]).toMatchObject({ refundable: false, allowed: { giveBack: false } })
      await sound()
    },
  )

  describe('the sale of a card', () => {
    let soldType: string
    beforeAll(async () => {
      soldType = (
        await director.call(memberCard.saveType, {
          name: '扫码开的卡',
          kind: 1,
          salePrice: '99.00',
          validType: 1,
          useOrder: 1,
          steps: [{ amount: '1000.00', bonus: '100.00' }],
          requestId: uuidv7(),
        } as WireInput<typeof memberCard.saveType>)
      ).id
    })
    type Sale = WireInput<typeof scanPay.startSale>
    const saleOf = (patientId: string, way: GatewayName, more: Partial<Sale> = {}): Sale => ({
      patientId,
      typeId: soldType,
      amount: '1000.00',
      ways: [byWay(way, '1099.00')],
      remark: '开业',
      gateway: way,
      ...more,
    })
    const selling = (buyerId: string) => desk.call(scanPay.saleStanding, { buyerId })
    const cardsOf = async (patientId: string) => (await director.call(memberCard.basicInformation, { patientId })).cards

    it.each(WAYS)('%s: there is no card until the money is there; then it is sold as it was typed', async (way) => {
      const patientId = await newPatient('柏清川')
      const [seller] = fixture.doctors.a1
      const moves = await movedBy(async () => {
        const begun = await desk.call(scanPay.startSale, saleOf(patientId, way, { salesId: seller as string }))
        expect(begun).toMatchObject({ status: 0, way: 1, amount: '1099.00', card: null })
        expect(await cardsOf(patientId)).toEqual([])
        expect(await desk.refused(scanPay.startSale, saleOf(patientId, way))).toMatchObject({ code: 31110 })
        // A prepayment of the same patient is another code; neither is shown as the other.
        expect(await prepaying(patientId)).toBeNull()
        await payAtCashier(begun.codeUrl as string)
      })
      expect(moves).toEqual({ cash: '1099.00', principal: '-1000.00', bonus: '-100.00' })
      const [card] = await cardsOf(patientId)
      expect(card).toMatchObject({ principalAmount: '1000.00', bonusAmount: '100.00', saleAmount: '99.00' })
      const done = await selling(patientId)
      expect(done).toMatchObject({ status: 1, card: { id: card?.id, cardNo: card?.cardNo } })
      // The money of its sale is not taken for a recharge of it.
      expect(await recharging(card?.id as string)).toBeNull()
      const { receipt } = await desk.call(memberCard.receipt, { id: done?.card?.movementId as string })
      expect(receipt).toMatchObject({
        type: 1,
        amount: '1099.00',
        fee: '99.00',
        remark: '开业',
        ways: [{ amount: '1099.00', tradeNo: expect.stringMatching(/^\d{20,}$/) as string }],
      })
      expect(receipt.salesName).not.toBe('')
      await sound()
    })

    it.each(WAYS)(
      '%s: the takings say its fee once, apart from what is stored on it, by the way it was paid',
      async (way) => {
        const patientId = await newPatient('费明远')
        const shown = await takenBy(() =>
          desk.call(scanPay.startSale, saleOf(patientId, way, { authCode: code(way, '00') })),
        )
        expect(shown).toEqual({
          'topCategory ~fee': '99.00',
          'topCategory ~card': '1000.00',
          [`method ${methods[way]}`]: '1099.00',
        })
      },
    )

    it.each(WAYS)('%s: late money is shown as waiting, and where it was put once it was recorded', async (way) => {
      const patientId = await newPatient('迟来生')
      const late = async (begun: { id: string }) => {
        const told = await toldOf(way, begun.id)
        await desk.call(scanPay.stop, { id: begun.id })
        await app.sql(`update sandbox_trade set trade_no = $2, status = 'paid', paid_at = $3 where out_trade_no = $1`, [
          told.outTradeNo,
          told.tradeNo,
          app.clock.now(),
        ])
        await tell(told)
        return strayOf(begun.id)
      }
      const sale = await late(await desk.call(scanPay.startSale, saleOf(patientId, way)))
      expect(await takenBy(() => handle(sale, 'record'))).toEqual({
        'topCategory ~fee': '99.00',
        'topCategory ~card': '1000.00',
        'topCategory ~waiting': '-1099.00',
      })
      const stored = await late(await desk.call(scanPay.startPrepay, prepayOf(patientId, way)))
      expect(await takenBy(() => handle(stored, 'record'))).toEqual({
        'topCategory ~prepay': '500.00',
        'topCategory ~waiting': '-500.00',
      })
      await sound()
    })

    it('what is typed is checked before a code is shown', async () => {
      const patientId = await newPatient('安以宁')
      const { cardNo } = await newCard()
      const fieldOf = async (more: Partial<Sale>) =>
        (await desk.refused(scanPay.startSale, saleOf(patientId, 'wechat', more))).data.fields?.map(
          ({ field, message }) => [field, message],
        )
      expect(await fieldOf({ ways: [byWay('wechat', '1099.01')] })).toEqual([['ways', '收款金额超过应收 1,099.00 元']])
      expect(await fieldOf({ ways: [byWay('alipay', '1099.00')] })).toEqual([
        ['ways.0.payMethodId', '扫码的一笔应为微信支付'],
      ])
      expect(await fieldOf({ cardNo })).toEqual([['cardNo', '这个卡号已有人使用']])
      expect(await selling(patientId)).toBeNull()
    })

    it('sold out meanwhile, or another card has its number: the money waits on suspense, and is recorded or given back', async () => {
      const patientId = await newPatient('顾南枝')
      const begun = await desk.call(scanPay.startSale, saleOf(patientId, 'wechat', { cardNo: 'VIP20261128' }))
      const other = await desk.call(memberCard.openCard, {
        patientId: p1,
        typeId,
        cardNo: 'VIP20261128',
        ways: [],
        requestId: uuidv7(),
      })
      expect(await movedBy(() => payAtCashier(begun.codeUrl as string))).toEqual({
        cash: '1099.00',
        suspense: '-1099.00',
      })
      expect(await cardsOf(patientId)).toEqual([])
      expect(await selling(patientId)).toMatchObject({ status: 3, card: null })
      const stray = await strayOf(begun.id)
      expect(stray).toMatchObject({
        type: 1,
        purpose: 5,
        patientName: '顾南枝',
        reason: '开卡已付款，但不能入账：这个卡号已有人使用',
      })
      const asked = { id: stray.id, version: stray.version, way: 'record' as const, note: '补记' }
      expect(await director.refused(scanPay.handleException, { ...asked, requestId: uuidv7() })).toMatchObject({
        message: '这个卡号已有人使用',
      })
      await desk.call(memberCard.bindMembershipCard, { id: other.id, version: other.version, cardNo: 'VIP0001' })
      expect(await movedBy(async () => handle(await strayOf(begun.id), 'record'))).toEqual({
        suspense: '1099.00',
        principal: '-1000.00',
        bonus: '-100.00',
      })
      expect(await cardsOf(patientId)).toMatchObject([{ cardNo: 'VIP20261128', principalAmount: '1000.00' }])
      await sound()
    })

    it('two desks begin one sale at once: one code', async () => {
      const patientId = await newPatient('谢长宁')
      const other = await app.as('director')
      const answers = await Promise.allSettled(
        [desk, other].map((client) => client.call(scanPay.startSale, saleOf(patientId, 'alipay'))),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const running = await selling(patientId)
      expect(await desk.call(scanPay.stop, { id: running?.id as string })).toMatchObject({ status: 2 })
      expect(await cardsOf(patientId)).toEqual([])
    })
  })

  it('what is typed is checked before a code is shown, beside its field, and nothing is kept of it', async () => {
    const card = await newCard()
    const before = await app.sql('select count(*)::int as n from scan_payment')
    const fieldOf = async (work: Promise<{ data: { fields?: { field: string; message: string }[] } }>) =>
      (await work).data.fields?.map(({ field, message }) => [field, message])
    const recharge = (more: Partial<Recharge>) => desk.refused(scanPay.startRecharge, rechargeOf(card, 'wechat', more))
    expect(await fieldOf(recharge({ ways: [byWay('wechat', '999.99')] }))).toEqual([['ways', '还差 0.01 元']])
    expect(await fieldOf(recharge({ ways: [byWay('wechat', '1000.01')] }))).toEqual([
      ['ways', '收款金额超过应收 1,000.00 元'],
    ])
    expect(await fieldOf(recharge({ ways: [byWay('cash', '1000.00')] }))).toEqual([
      ['ways.0.payMethodId', '扫码的一笔应为微信支付'],
    ])
    expect((await fieldOf(recharge({ ways: [byWay('wechat', '500.00'), byWay('cash', '500.00')] })))?.[0]).toEqual([
      'ways',
      '扫码一次收一种方式，其他方式请先收',
    ])
    expect((await fieldOf(recharge({ authCode: '12ab' })))?.[0]?.[0]).toBe('authCode')
    expect((await recharge({ version: card.version + 1 })).http).toBe(409)
    const there = await app.as('reception', 'a2')
    expect(await there.refused(scanPay.startRecharge, rechargeOf(card, 'wechat'))).toMatchObject({
      message: expect.stringContaining('请到开卡门诊办理') as string,
    })
    await desk.call(memberCard.cancel, { id: card.id })
    const { version } = await face(card.id)
    expect(await recharge({ version })).toMatchObject({ code: 26251, message: '卡已注销，不能充值' })
    const patientId = await newPatient('苏南星')
    const take = (more: Parameters<typeof prepayOf>[2]) =>
      desk.refused(scanPay.startPrepay, prepayOf(patientId, 'alipay', more))
    expect(await fieldOf(take({ ways: [byWay('alipay', '499.00')] }))).toEqual([['ways', '还差 1.00 元']])
    expect((await fieldOf(take({ purpose: '' })))?.[0]?.[0]).toBe('purpose')
    expect((await fieldOf(take({ patientId: fixture.patients.b[0] as string })))?.[0]?.[0]).toBe('patientId')
    await app.sql('update pay_method set enabled = false where id = $1', [methods.alipay])
    expect((await fieldOf(take({})))?.[0]).toEqual(['ways.0.payMethodId', '支付宝未启用'])
    await app.sql('update pay_method set enabled = true where id = $1', [methods.alipay])
    expect(await app.sql('select count(*)::int as n from scan_payment')).toEqual(before)
    expect(await recharging(card.id)).toBeNull()
  })

  it('a code of the patient that is refused leaves the card and the patient free for the next', async () => {
    const [card, patientId] = [await newCard(), await newPatient('江予白')]
    const expired = { authCode: code('wechat', '01') }
    const refused = await desk.refused(scanPay.startRecharge, rechargeOf(card, 'wechat', expired))
    expect([refused.message, refused.data.fields?.[0]?.field]).toEqual([
      '付款码已过期或已用过，请患者刷新付款码后再扫',
      'authCode',
    ])
    expect(
      await desk.refused(scanPay.startPrepay, prepayOf(patientId, 'wechat', { authCode: code('wechat', '02') })),
    ).toMatchObject({ message: expect.stringContaining('余额不足') as string })
    expect(await recharging(card.id)).toMatchObject({ status: 2, message: '付款码已过期' })
    expect(await desk.call(scanPay.startRecharge, rechargeOf(card, 'wechat', { authCode: GOOD.wechat }))).toMatchObject(
      {
        status: 1,
      },
    )
    expect(
      await desk.call(scanPay.startPrepay, prepayOf(patientId, 'wechat', { authCode: GOOD.wechat })),
    ).toMatchObject({
      status: 1,
    })
    await sound()
  })

  it('stopped, or run out: nothing is booked; what comes later is an exception that is recorded as it was typed', async () => {
    const [card, patientId] = [await newCard(), await newPatient('温书屿')]
    const recharge = await desk.call(scanPay.startRecharge, rechargeOf(card, 'alipay'))
    const taking = await desk.call(scanPay.startPrepay, prepayOf(patientId, 'alipay', { refundable: false }))
    const [told, toldToo] = [await toldOf('alipay', recharge.id), await toldOf('alipay', taking.id)]
    expect(await desk.call(scanPay.stop, { id: recharge.id })).toMatchObject({ status: 2, message: '收银员已停止收款' })
    later(5 * 60_000 + 1)
    await reconcile(services)
    expect(await prepaying(patientId)).toMatchObject({
      status: 2,
      message: expect.stringMatching(/过期|关闭/) as string,
    })
    expect(await movedBy(async () => Promise.all([tell(told), tell(toldToo)]))).toEqual({
      cash: '1500.00',
      suspense: '-1500.00',
    })
    expect(await strayOf(recharge.id)).toMatchObject({
      type: 1,
      status: 0,
      amount: '1000.00',
      cardNo: card.cardNo,
      purpose: 3,
      patientId: p1,
      reason: `会员卡 ${card.cardNo} 充值的收款已结束（收银员已停止收款），随后才收到付款`,
      ways: ['record', 'giveBack', 'hold', 'close'],
    })
    expect(await strayOf(taking.id)).toMatchObject({ type: 1, purpose: 4, cardNo: null, patientName: '温书屿' })
    await sound()
    const stored = await storedOf()
    expect(await movedBy(async () => handle(await strayOf(recharge.id), 'record'))).toEqual({
      suspense: '1000.00',
      principal: '-1000.00',
      bonus: '-100.00',
    })
    expect(await movedBy(async () => handle(await strayOf(taking.id), 'record'))).toEqual({
      suspense: '500.00',
      deposit: '-500.00',
    })
    // It is stored like money that was taken at the desk, so that takings and revenue agree.
    expect(Number(await storedOf()) - Number(stored)).toBe(1500)
    expect(await face(card.id)).toMatchObject({ principalAmount: '1000.00', points: 10, undoable: null })
    const [one] = await prepaysOf(patientId)
    expect(one).toMatchObject({
      refundable: false,
      purpose: '种植',
      ways: [{ amount: '500.00' }],
      allowed: { undo: false },
    })
    expect(await prepaying(patientId)).toMatchObject({ status: 3, prepay: { id: one?.id } })
    expect((await strayOf(taking.id)).ways).toEqual([])
    await sound()
  })

  it('cancelled while the code is shown: the money waits on suspense, can’t be recorded, and is given back', async () => {
    const card = await newCard()
    const begun = await desk.call(scanPay.startRecharge, rechargeOf(card, 'wechat'))
    await desk.call(memberCard.cancel, { id: card.id })
    const moves = await movedBy(() => payAtCashier(begun.codeUrl as string))
    expect(moves).toEqual({ cash: '1000.00', suspense: '-1000.00' })
    expect(await recharging(card.id)).toMatchObject({ status: 3 })
    expect(await strayOf(begun.id)).toMatchObject({
      type: 1,
      reason: `会员卡 ${card.cardNo} 充值已付款，但不能入账：卡已注销，不能充值`,
    })
    await expect(handle(await strayOf(begun.id), 'record')).rejects.toMatchObject({
      code: 26251,
      message: '卡已注销，不能充值',
    })
    await handle(await strayOf(begun.id), 'hold')
    expect((await handle(await strayOf(begun.id), 'giveBack')).status).toBe(5)
    const [row] = await app.sql<{ id: string }>('select id from gateway_refund where exception_id = $1', [
      (await strayOf(begun.id)).id,
    ])
    const back = await movedBy(async () => {
      await carryRefund(services, { ...place, id: row?.id as string })
      await carryRefund(services, { ...place, id: row?.id as string })
    })
    expect(back).toEqual({ cash: '-1000.00', suspense: '1000.00' })
    expect(await strayOf(begun.id)).toMatchObject({ status: 2 })
    await sound()
  })

  it('another sum than asked for is recharged as it came, with the gift of the step that it reaches; another clinic’s word is none', async () => {
    const card = await newCard()
    const begun = await desk.call(scanPay.startRecharge, rechargeOf(card, 'wechat'))
    const told = await toldOf('wechat', begun.id, { amount: yuanToFen('999.99') })
    expect((await tell(told, clinicNoticePath('wechat', { ...place, clinicId: fixture.clinics.a2 }))).http).not.toBe(
      200,
    )
    expect(await recharging(card.id)).toMatchObject({ status: 0 })
    expect((await tell(told)).http).toBe(200)
    expect(await recharging(card.id)).toMatchObject({ status: 3 })
    expect(await strayOf(begun.id)).toMatchObject({
      type: 3,
      amount: '999.99',
      expectedAmount: '1000.00',
      reason: `会员卡 ${card.cardNo} 充值应付 1,000.00 元，实付 999.99 元`,
    })
    await handle(await strayOf(begun.id), 'record')
    expect(await face(card.id)).toMatchObject({ principalAmount: '999.99', bonusAmount: '0.00', points: 0 })
    await sound()
  })

  it('told fifty times it is booked once; a second payment of one code is an exception', async () => {
    const patientId = await newPatient('陆听澜')
    const begun = await desk.call(scanPay.startPrepay, prepayOf(patientId, 'wechat'))
    const { body, headers } = await signedNotice(database, await toldOf('wechat', begun.id), app.clock.now())
    const path = clinicNoticePath('wechat', place)
    const moves = await movedBy(async () => {
      await Promise.all(Array.from({ length: 50 }, () => app.nobody.raw('POST', path, body, headers)))
      await expect.poll(async () => (await prepaying(patientId))?.status).toBe(1)
    })
    expect(moves).toEqual({ cash: '500.00', deposit: '-500.00' })
    expect(await prepaysOf(patientId)).toHaveLength(1)
    await tell(await toldOf('wechat', begun.id))
    expect(await strayOf(begun.id)).toMatchObject({ type: 2, amount: '500.00', reason: '预交金的同一次收款付了两次' })
    expect(await prepaysOf(patientId)).toHaveLength(1)
    await sound()
  })

  it('of two codes asked for at once one is shown', async () => {
    const [card, patientId] = [await newCard(), await newPatient('沈知微')]
    const other = await app.as('director')
    for (const both of [
      [desk, other].map((client) => () => client.call(scanPay.startRecharge, rechargeOf(card, 'wechat'))),
      [desk, other].map((client) => () => client.call(scanPay.startPrepay, prepayOf(patientId, 'wechat'))),
    ]) {
      const ends = await Promise.allSettled(both.map((begin) => begin()))
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(ends.flatMap((end) => (end.status === 'rejected' ? [(end.reason as { code: number }).code] : []))).toEqual(
        [31110],
      )
    }
    const running = [await recharging(card.id), await prepaying(patientId)]
    for (const each of running) await desk.call(scanPay.stop, { id: each?.id as string })
    await sound()
  })

  it('whoever may not recharge neither begins, nor sees, nor stops; nor does another clinic or company', async () => {
    const card = await newCard()
    const begun = await desk.call(scanPay.startRecharge, rechargeOf(card, 'wechat'))
    const doctor = await app.as('doctor')
    for (const call of [
      () => doctor.call(scanPay.startRecharge, rechargeOf(card, 'wechat')),
      () => recharging(card.id, doctor),
      () => doctor.call(scanPay.stop, { id: begun.id }),
    ])
      await expect(call()).rejects.toMatchObject({ http: 403 })
    const there = await app.as('reception', 'a2')
    expect(await recharging(card.id, there)).toBeNull()
    const stranger = await app.as('reception', 'b1')
    for (const client of [there, stranger])
      expect((await client.refused(scanPay.stop, { id: begun.id })).http).toBe(404)
    expect((await stranger.refused(scanPay.rechargeStanding, { cardId: card.id })).http).toBe(404)
    expect((await stranger.refused(scanPay.prepayStanding, { patientId: p1 })).http).toBe(404)
    // Who charges bills and does not recharge cards stops bills alone.
    await app.sql(
      `delete from post_resource where resource = '/membercard:recharge' and post_id in (select id from post where code = 'finance')`,
    )
    const accountant = await app.as('finance')
    expect((await accountant.refused(scanPay.stop, { id: begun.id })).http).toBe(403)
    expect(await recharging(card.id)).toMatchObject({ status: 0 })
    await desk.call(scanPay.stop, { id: begun.id })
  })

  it('a file whose code is shown is not merged; afterwards late money follows the patient', async () => {
    const [keep, remove] = [await newPatient('顾南乔'), await newPatient('顾南乔')]
    const begun = await desk.call(scanPay.startPrepay, prepayOf(remove, 'alipay'))
    const told = await toldOf('alipay', begun.id)
    const admin = await app.as('admin')
    const together = async () => {
      const { keep: kept, remove: gone, fields } = await admin.call(merge.preview, { keepId: keep, removeId: remove })
      const fieldChoices = Object.fromEntries(
        fields.flatMap(({ field, how }) => (how === 'choose' ? [[field, 'keep' as const]] : [])),
      )
      const versions = { keepVersion: kept.version, removeVersion: gone.version }
      const reason = '重复建档'
      return { keepId: keep, removeId: remove, ...versions, fieldChoices, reason, requestId: uuidv7() }
    }
    expect((await admin.refused(merge.merge, await together())).message).toContain('正在扫码付预交金')
    expect(
      (await desk.refused(patient.archive, { patientIds: [remove], reason: 2, remark: '不来', requestId: uuidv7() }))
        .message,
    ).toContain('扫码')
    await desk.call(scanPay.stop, { id: begun.id })
    await admin.call(merge.merge, await together())
    await tell(told)
    expect(await strayOf(begun.id)).toMatchObject({ patientId: keep, purpose: 4 })
    await handle(await strayOf(begun.id), 'record')
    expect(await prepaysOf(keep)).toMatchObject([{ balanceAmount: '500.00' }])
    await sound()
  })
})
