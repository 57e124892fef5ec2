import { contract, type WireInput } from '@dentin/contract'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { fixture, testApp, type Client } from '../../../../test/harness.ts'

const { billing, payAdjust: calls, refund, shift } = contract
const [p1, p2] = fixture.patients.a as [string, string]
const methods = fixture.payMethods.a as Record<string, string>
const app = await testApp({ at: '2026-11-20 09:00:00' })
let desk: Client
let director: Client
let finance: Client
let admin: Client
async function signIn() {
  desk = await app.as('reception')
  director = await app.as('director')
  finance = await app.as('finance')
  admin = await app.as('admin')
}
beforeAll(signIn)

const pay = (method: string, amount: string) => ({
  payMethodId: methods[method] as string,
  amount,
  tradeNo: method === 'card' ? 'POS-1' : '',
})
async function charged(price: string, payments: ReturnType<typeof pay>[], patientId = p1) {
  const opened = await director.call(billing.open, {
    patientId,
    items: [
      { tariffId: fixture.tariffs.a.check, price, qty: 1, teeth: '' },
      { tariffId: fixture.tariffs.a.check, price: '50.00', qty: 1, teeth: '' },
    ],
    requestId: uuidv7(),
  })
  await desk.call(billing.charge, {
    id: opened.id,
    version: opened.version,
    payments,
    leaveArrears: true,
    arrearsReason: '下次付',
    requestId: uuidv7(),
  })
  return detail(opened.id)
}
const detail = (id: string) => desk.call(billing.detail, { id })
type Bill = Awaited<ReturnType<typeof detail>>
const asked = (bill: Bill, ways: ReturnType<typeof pay>[], more: Partial<WireInput<typeof calls.adjust>> = {}) => ({
  billId: bill.id,
  paymentId: bill.payments[0]?.id as string,
  ways,
  reason: '收的是微信，记成了现金',
  requestId: uuidv7(),
  ...more,
})
async function till(client: Client) {
  const current = (await client.call(shift.current, {})).shift
  return Object.fromEntries((current?.methods ?? []).map(({ name, total }) => [name, total]))
}
async function handOver(client: Client) {
  const current = (await client.call(shift.current, {})).shift
  if (!current) throw new Error('no shift')
  const { id, version, expectedCash } = current
  await client.call(shift.handOver, { id, version, countedCash: expectedCash ?? '0.00', requestId: uuidv7() })
}

describe('bill-pay-adjust: while the till is open', () => {
  it('is set right at once, in the till it was taken into, and the bill owes and is paid as before', async () => {
    const bill = await charged('100.00', [pay('cash', '150.00')])
    expect(await till(desk)).toEqual({ 现金: '150.00' })
    const done = await director.call(calls.adjust, asked(bill, [pay('wechat', '100.00'), pay('cash', '50.00')]))
    expect(done).toMatchObject({ status: 1, adjustNo: 'GZ261120-0001' })
    expect(await till(desk)).toEqual({ 现金: '50.00', 微信: '100.00' })
    expect(await till(director)).toEqual({})
    const after = await detail(bill.id)
    expect(after).toMatchObject({ status: 3, paidAmount: '150.00', arrearsAmount: '0.00' })
    expect(after.payments.map(({ kind, payMethodName, amount }) => [kind, payMethodName, amount])).toEqual([
      [1, '现金', '150.00'],
      [5, '现金', '-150.00'],
      [6, '微信', '100.00'],
      [6, '现金', '50.00'],
    ])
    const { bill: receipt } = await desk.call(billing.receipt, { id: bill.id })
    expect(receipt.payments.map(({ payMethodName, amount }) => [payMethodName, amount])).toEqual([
      ['微信', '100.00'],
      ['现金', '50.00'],
    ])
  })

  it('a refund goes back by the way that is right', async () => {
    const bill = await charged('100.00', [pay('cash', '150.00')])
    await director.call(calls.adjust, asked(bill, [pay('wechat', '150.00')]))
    const { version, items } = await detail(bill.id)
    const preview = await desk.call(refund.preview, {
      billId: bill.id,
      type: 1,
      items: [{ billItemId: items[1]?.id as string, qty: 1, amount: '50.00' }],
    })
    expect(preview.ways.map(({ payMethodName, back }) => [payMethodName, back])).toEqual([['微信', '50.00']])
    expect(version).toBeGreaterThan(0)
  })

  it('is revoked like any other charge', async () => {
    const bill = await charged('80.00', [pay('cash', '130.00')], p2)
    await director.call(calls.adjust, asked(bill, [pay('alipay', '30.00'), pay('wechat', '100.00')]))
    const { version } = await detail(bill.id)
    await director.call(billing.revoke, { id: bill.id, version, reason: '重收', requestId: uuidv7() })
    const after = await detail(bill.id)
    expect(after).toMatchObject({ status: 1, paidAmount: '0.00' })
    const back = after.payments.filter(({ kind }) => kind === 3)
    expect(Object.fromEntries(back.map(({ payMethodName, amount }) => [payMethodName, amount]))).toEqual({
      微信: '-100.00',
      支付宝: '-30.00',
    })
  })

  it('says beside the field what does not fit', async () => {
    const bill = await charged('100.00', [pay('cash', '150.00')], p2)
    const refused = (ways: ReturnType<typeof pay>[], more = {}) =>
      director.refused(calls.adjust, asked(bill, ways, more))
    expect(await refused([pay('wechat', '149.99')])).toMatchObject({
      code: 26403,
      data: { fields: [{ field: 'ways.0.amount', message: '改成的各方式合计应等于 150.00 元' }] },
    })
    expect(await refused([pay('cash', '150.00')])).toMatchObject({ code: 26402 })
    expect(await refused([pay('wechat', '100.00'), pay('wechat', '50.00')])).toMatchObject({
      data: { fields: [{ field: 'ways.1.payMethodId' }] },
    })
    const other = await charged('70.00', [pay('cash', '120.00')], p1)
    expect(await refused([pay('wechat', '150.00')], { paymentId: other.payments[0]?.id })).toMatchObject({
      data: { fields: [{ field: 'paymentId', message: '账单上没有这笔收款' }] },
    })
    expect(await desk.refused(calls.adjust, asked(bill, [pay('wechat', '150.00')]))).toMatchObject({ code: 403 })
    await director.call(calls.adjust, asked(bill, [pay('wechat', '150.00')]))
    expect(await refused([pay('alipay', '150.00')])).toMatchObject({ code: 26401 })
  })
})

describe('bill-pay-adjust: after the hand-over', () => {
  it('waits for another person, then is a red and a blue entry of the day it is agreed to', async () => {
    const bill = await charged('100.00', [pay('cash', '150.00')])
    await handOver(desk)
    app.clock.set(parseDateTime('2026-11-21 10:00:00'))
    await signIn()
    const waits = await finance.call(calls.adjust, asked(bill, [pay('wechat', '150.00')]))
    expect(waits.status).toBe(0)
    expect(await director.call(calls.waiting, {})).toMatchObject([
      { id: waits.id, amount: '150.00', ways: [{ name: '微信' }], allowed: { decide: true } },
    ])
    expect((await finance.refused(calls.waiting, {})).http).toBe(403)
    expect(await till(finance)).toEqual({})
    expect(await finance.refused(calls.adjust, asked(bill, [pay('alipay', '150.00')]))).toMatchObject({ code: 26405 })
    const agree = { id: waits.id, version: waits.version, agree: true, reason: '' }
    expect(await finance.refused(calls.decide, agree)).toMatchObject({ code: 403 })
    expect((await director.call(calls.ofBill, { billId: bill.id }))[0]).toMatchObject({
      isPaired: true,
      oldMethodName: '现金',
      ways: [{ name: '微信', amount: '150.00' }],
      allowed: { decide: true },
    })
    expect(await director.call(calls.decide, agree)).toMatchObject({ status: 1 })
    expect(await director.call(calls.waiting, {})).toEqual([])
    expect(await till(finance)).toEqual({ 现金: '-150.00', 微信: '150.00' })
    const { payments } = await detail(bill.id)
    expect(payments.slice(1).map(({ kind, amount, payTime }) => [kind, amount, payTime.slice(0, 10)])).toEqual([
      [5, '-150.00', '2026-11-21'],
      [6, '150.00', '2026-11-21'],
    ])
    expect(await director.refused(calls.decide, agree)).toMatchObject({ code: 26406 })
  })

  it('who asked does not agree to it; a refusal and a withdrawal move nothing', async () => {
    const bill = await charged('100.00', [pay('cash', '150.00')])
    await handOver(desk)
    const mine = await director.call(calls.adjust, asked(bill, [pay('wechat', '150.00')]))
    expect(
      await director.refused(calls.decide, { id: mine.id, version: mine.version, agree: true, reason: '' }),
    ).toMatchObject({ code: 26407 })
    expect(await director.call(calls.withdraw, { id: mine.id, version: mine.version })).toMatchObject({ status: 3 })
    const again = await finance.call(calls.adjust, asked(bill, [pay('wechat', '150.00')]))
    expect(
      await director.call(calls.decide, { id: again.id, version: again.version, agree: false, reason: '查过监控' }),
    ).toMatchObject({ status: 2 })
    expect((await detail(bill.id)).payments).toHaveLength(1)
  })

  it('one that was refunded meanwhile is not moved', async () => {
    const bill = await charged('100.00', [pay('cash', '150.00')])
    await handOver(desk)
    const waits = await finance.call(calls.adjust, asked(bill, [pay('wechat', '150.00')]))
    const { version, items } = await detail(bill.id)
    await finance.call(refund.request, {
      billId: bill.id,
      version,
      type: 1,
      items: [{ billItemId: items[1]?.id as string, qty: 1, amount: '50.00' }],
      reason: '不做了',
      payNow: true,
      requestId: uuidv7(),
    })
    const agree = { id: waits.id, version: waits.version, agree: true, reason: '' }
    expect(await director.refused(calls.decide, agree)).toMatchObject({ code: 26401 })
  })
})

describe('writing off', () => {
  const writeOff = (bill: Bill, amount: string) => ({
    id: bill.id,
    version: bill.version,
    amount,
    reason: '患者失联两年',
    requestId: uuidv7(),
  })

  it('takes off what is owed and nothing else; it is no revenue', async () => {
    const bill = await charged('100.00', [pay('cash', '60.00')], p2)
    expect(bill).toMatchObject({ status: 2, arrearsAmount: '90.00' })
    expect(await director.refused(calls.writeOff, writeOff(bill, '10.00'))).toMatchObject({ code: 403 })
    expect(await admin.refused(calls.writeOff, writeOff(bill, '90.01'))).toMatchObject({
      code: 26411,
      data: { fields: [{ field: 'amount', message: '最多可核销 90.00 元' }] },
    })
    const part = await admin.call(calls.writeOff, writeOff(bill, '33.33'))
    expect(part).toMatchObject({ arrearsAmount: '56.67', status: 2 })
    const rest = await admin.call(calls.writeOff, writeOff(await detail(bill.id), '56.67'))
    expect(rest).toMatchObject({ arrearsAmount: '0.00', status: 3 })
    expect(await detail(bill.id)).toMatchObject({
      writtenOffAmount: '90.00',
      paidAmount: '60.00',
      receivableAmount: '150.00',
    })
    expect(await admin.refused(calls.writeOff, writeOff(await detail(bill.id), '1.00'))).toMatchObject({ code: 26020 })
  })

  it('what was written off is not given back by a refund', async () => {
    const bill = await charged('100.00', [pay('cash', '60.00')], p2)
    await admin.call(calls.writeOff, writeOff(bill, '90.00'))
    const { items } = await detail(bill.id)
    const preview = await desk.call(refund.preview, { billId: bill.id, type: 3, items: [] })
    expect(items).toHaveLength(2)
    expect(preview).toMatchObject({ amountInWords: '陆拾元整', arrears: '0.00' })
    expect(preview.ways.map(({ back }) => back)).toEqual(['60.00'])
  })
})

it('leaves every identity in place', async () => {
  expect(await brokenInvariants(app.owner)).toEqual([])
})
