import type { AddressInfo } from 'node:net'
import { contract, type WireInput } from '@dentin/contract'
import { parseDateTime, uuidv7, yuanToFen } from '@dentin/kit'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client, type RawAnswer } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { reconcile } from '../commands/follow.ts'
import { apply } from '../commands/receive.ts'
import type { GatewayName } from '../gateways/gateway.ts'
import { signedNotice, signedRefundNotice, type Told } from '../sandbox/notices.ts'
import { clinicNoticePath } from './merchants.ts'
import { carryRefund } from './refunds.ts'
import { barCodeStep, refundMoment, refundProblem } from './rules.ts'

const { billing, refund, scanPay, unitAccount } = contract
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
const sound = async () => expect(await brokenInvariants(app.owner)).toEqual([])

it('together with a card: its password is asked when the code is shown, kept nowhere, and not asked again', async () => {
  const { memberCard } = contract
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
