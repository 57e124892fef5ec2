import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../test/invariants.ts'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const { billing, clinic, payAdjust, refund, reporting, shift } = contract
const [p1, p2] = fixture.patients.a as [string, string]
const methods = fixture.payMethods.a
const app = await testApp({ at: '2026-11-19 10:00:00' })
let desk: Client
let director: Client
let branch: Client
let finance: Client
beforeAll(async () => {
  desk = await app.as('reception')
  director = await app.as('director')
  finance = await app.as('finance')
  branch = await app.as('admin', 'a2')
})

type Payment = WireInput<typeof billing.charge>['payments'][number]
const way = (method: string, amount: string, tradeNo = ''): Payment => ({
  payMethodId: methods[method] as string,
  amount,
  tradeNo,
})
async function opened(price: string, patientId = p1, by = director) {
  const items = [{ tariffId: fixture.tariffs.a.check, price, qty: 1, teeth: '' }]
  return by.call(billing.open, { patientId, items, requestId: uuidv7() })
}
type Bill = { id: string; version: number }
const chargeOf = (
  bill: Bill,
  payments: Payment[],
  more: Partial<WireInput<typeof billing.charge>> = {},
): WireInput<typeof billing.charge> => ({
  id: bill.id,
  version: bill.version,
  payments,
  requestId: uuidv7(),
  ...more,
})
async function charged(price: string, payments: Payment[], patientId = p1) {
  const bill = await opened(price, patientId)
  await desk.call(billing.charge, chargeOf(bill, payments))
  return detail(bill.id)
}
const detail = (id: string) => director.call(billing.detail, { id })
const problem = ({ code, data }: { code: number; data: unknown }) => {
  const [first] = (data as { fields?: { field: string; message: string }[] } | null)?.fields ?? []
  return [code, first?.field, first?.message]
}
/** How a charge with this code is refused; null: it is taken. */
async function refusalOf(code: string): Promise<string | null> {
  const bill = await opened('99.00')
  return (await desk.refused(billing.charge, chargeOf(bill, [way('meituan', '99.00', code)]))).message.includes(
    '已用过',
  )
    ? 'used'
    : null
}

describe('vouchers of platforms', () => {
  it('pay with their code, in whatever way it is written, and count as money of that way', async () => {
    const today = async () => Number((await director.call(reporting.today, {})).numbers.received)
    const before = await today()
    const bill = await charged('199.00', [way('meituan', '99.00', '1234 5678-90ab'), way('cash', '100.00')])
    expect(bill.payments.map(({ payMethodName, tradeNo, amount }) => [payMethodName, tradeNo, amount])).toEqual([
      ['美团券', '1234567890AB', '99.00'],
      ['现金', null, '100.00'],
    ])
    const till = (await desk.call(shift.current, {})).shift
    expect(till?.methods.find(({ name }) => name === '美团券')).toMatchObject({ total: '99.00' })
    expect((await today()) - before).toBe(199)
    const receipt = await desk.call(billing.receipt, { id: bill.id })
    expect(receipt.bill.payments[0]).toMatchObject({ payMethodName: '美团券', tradeNo: '1234567890AB' })
    expect(await brokenInvariants(app.owner)).toEqual([])
  })

  it('are refused without a code, with what is none, and twice in one charge', async () => {
    const bill = await opened('100.00')
    for (const [codes, field, words] of [
      [[''], 'payments.0.tradeNo', '请填写或扫描券码'],
      [['12'], 'payments.0.tradeNo', '券码应为 4–32 位数字或字母'],
      [['https://v.dy.com/x'], 'payments.0.tradeNo', '券码应为 4–32 位数字或字母'],
      [['5555 6666', '55556666'], 'payments.1.tradeNo', '同一张券写了两次'],
    ] as const) {
      const payments = codes.map((code) => way('meituan', (100 / codes.length).toFixed(2), code))
      expect(problem(await desk.refused(billing.charge, chargeOf(bill, payments)))).toEqual([400, field, words])
    }
  })

  it('pay once in the whole company, and whoever types one again reads where it was used', async () => {
    const used = await charged('88.00', [way('meituan', '88.00', '880011223344')])
    const again = await opened('88.00', p2)
    const payments = [way('cash', '8.00'), way('douyin', '80.00', '8800-1122-3344')]
    const refused = await desk.refused(billing.charge, chargeOf(again, payments))
    const said = new RegExp(`^券码 880011223344 已用过：2026-11-19，.+，账单 ${used.billNo}（.+收）$`)
    expect(problem(refused)).toEqual([26026, 'payments.1.tradeNo', expect.stringMatching(said)])
    expect(refused.message).toMatch(said)
    // Of another clinic, which sees nothing of the bill.
    const there = await opened('88.00', p2, branch)
    const elsewhere = chargeOf(there, [way('meituan', '88.00', '880011223344')])
    expect(problem(await branch.refused(billing.charge, elsewhere))[2]).toMatch(said)
    // Two desks at once: one of them.
    const two = await Promise.all([opened('50.00', p1), opened('50.00', p2)])
    const answers = await Promise.allSettled(
      two.map((bill) => desk.call(billing.charge, chargeOf(bill, [way('douyin', '50.00', 'RACE0001')]))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await brokenInvariants(app.owner)).toEqual([])
  })

  it('are free again when the charge is revoked, or everything they paid was refunded', async () => {
    const revoked = await charged('60.00', [way('meituan', '60.00', 'REVOKE01')])
    expect(await refusalOf('REVOKE01')).toBe('used')
    await director.call(billing.revoke, {
      id: revoked.id,
      version: revoked.version,
      reason: '收错',
      requestId: uuidv7(),
    })
    const paid = await charged('60.00', [way('meituan', '60.00', 'REVOKE01')])
    const back = async (amount: string) => {
      const { version, items } = await detail(paid.id)
      const asked = await director.call(refund.request, {
        billId: paid.id,
        version,
        type: 2,
        items: [{ billItemId: items[0]?.id as string, qty: 0, amount }],
        reason: '项目未做',
        requestId: uuidv7(),
      })
      await finance.call(refund.pay, { id: asked.id, version: asked.version, requestId: uuidv7() })
      return asked.refundAmount
    }
    expect(await back('20.00')).toBe('20.00')
    expect(await refusalOf('REVOKE01')).toBe('used')
    await back('40.00')
    await charged('60.00', [way('douyin', '60.00', 'REVOKE01')])
    expect(await brokenInvariants(app.owner)).toEqual([])
  })

  it('that pay several bills at once stay used until the last of them is taken back', async () => {
    const first = await opened('30.00', p2)
    const second = await opened('70.00', p2)
    const together = [{ id: second.id, version: second.version }]
    await desk.call(billing.charge, chargeOf(first, [way('meituan', '100.00', 'TOGETHER1')], { together }))
    const revoke = async ({ id }: Bill) =>
      director.call(billing.revoke, { id, version: (await detail(id)).version, reason: '收错', requestId: uuidv7() })
    await revoke(first)
    expect(await refusalOf('TOGETHER1')).toBe('used')
    await revoke(second)
    await desk.call(billing.charge, chargeOf(await opened('10.00'), [way('meituan', '10.00', 'TOGETHER1')]))
    expect(await brokenInvariants(app.owner)).toEqual([])
  })

  it('that were typed wrong are set right: the old code is free, the new one taken, one in use refused', async () => {
    const bill = await charged('40.00', [way('meituan', '40.00', 'TYPO0001')])
    await charged('40.00', [way('meituan', '40.00', 'OTHER001')])
    const asked = (tradeNo: string) => ({
      billId: bill.id,
      paymentId: bill.payments[0]?.id as string,
      ways: [{ payMethodId: methods.meituan as string, amount: '40.00', tradeNo }],
      reason: '券码输错',
      requestId: uuidv7(),
    })
    expect(problem(await director.refused(payAdjust.adjust, asked('')))).toEqual([
      400,
      'ways.0.tradeNo',
      '请填写或扫描券码',
    ])
    expect(problem(await director.refused(payAdjust.adjust, asked('OTHER001'))).slice(0, 2)).toEqual([
      26026,
      'ways.0.tradeNo',
    ])
    expect(problem(await director.refused(payAdjust.adjust, asked('typo 0001')))[0]).toBe(26402)
    await director.call(payAdjust.adjust, asked('RIGHT001'))
    expect(await refusalOf('RIGHT001')).toBe('used')
    await charged('40.00', [way('meituan', '40.00', 'TYPO0001')])
    expect(await brokenInvariants(app.owner)).toEqual([])
  })

  it('stand for bills alone: the list keeps such a way with its code asked for', async () => {
    const admin = await app.as('admin')
    await admin.call(clinic.savePayMethod, {
      name: '快手团购券',
      type: 6,
      feeRate: 60,
      icon: 'ticket',
      needTradeNo: false,
      requestId: uuidv7(),
    })
    const made = (await desk.call(clinic.payMethods, {})).find(({ name }) => name === '快手团购券')
    expect(made).toMatchObject({ type: 6, needTradeNo: true })
  })
})
