import { contract, type WireInput } from '@dentin/contract'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { fixture, testApp, type Client } from '../../../../test/harness.ts'

const calls = contract.refund
const { billing } = contract
const [p1, p2] = fixture.patients.a as [string, string]
const [d1] = fixture.doctors.a1 as [string]
const clinicId = fixture.clinics.a1
const methods = fixture.payMethods.a

const app = await testApp({ at: '2026-11-19 10:00:00' })
let desk: Client
let director: Client
let finance: Client
beforeAll(async () => {
  desk = await app.as('reception')
  director = await app.as('director')
  finance = await app.as('finance')
})

type Line = [tariff: keyof typeof fixture.tariffs.a, price: string, qty?: number]
const pay = (method: string, amount: string) => ({
  payMethodId: methods[method] as string,
  amount,
  tradeNo: method === 'card' ? 'POS-1' : '',
})

/** A bill that was charged: what it is for, how it was paid; the rest is owed. */
async function charged(
  lines: Line[],
  payments: ReturnType<typeof pay>[],
  more: Partial<WireInput<typeof billing.open>> = {},
): Promise<{ id: string; version: number; items: string[] }> {
  const items = lines.map(([tariff, price, qty = 1]) => ({
    tariffId: fixture.tariffs.a[tariff],
    price,
    qty,
    teeth: '',
  }))
  const { id, version } = await director.call(billing.open, {
    patientId: p1,
    doctorId: d1,
    items,
    requestId: uuidv7(),
    ...more,
  })
  const paid = await director.call(billing.charge, {
    id,
    version,
    payments,
    leaveArrears: true,
    arrearsReason: '下次付',
    requestId: uuidv7(),
  })
  const detail = await desk.call(billing.detail, { id })
  return { id, version: paid.version, items: detail.items.map((item) => item.id) }
}
type Bill = Awaited<ReturnType<typeof charged>>
const part = (bill: Bill, line: number, amount: string, qty = 1) => ({
  billItemId: bill.items[line] as string,
  qty,
  amount,
})
const ask = (
  bill: Bill,
  items: ReturnType<typeof part>[],
  more: Partial<WireInput<typeof calls.request>> = {},
  client = desk,
) =>
  client.call(calls.request, {
    billId: bill.id,
    version: bill.version,
    type: 1,
    items,
    reason: '患者改期不做',
    requestId: uuidv7(),
    ...more,
  })
const payOut = (refund: { id: string; version: number }, client = finance) =>
  client.call(calls.pay, { id: refund.id, version: refund.version, requestId: uuidv7() })
/** Asked for, agreed to by the director where that is needed, and paid by the accountant. */
async function refunded(
  bill: Bill,
  items: ReturnType<typeof part>[],
  more: Partial<WireInput<typeof calls.request>> = {},
) {
  const asked = await ask(bill, items, more)
  const agreed =
    asked.status === 0
      ? await director.call(calls.decide, { id: asked.id, version: asked.version, agree: true, reason: '' })
      : asked
  return payOut({ id: asked.id, version: agreed.version })
}
const detail = (id: string) => desk.call(billing.detail, { id })
/** What was charged on a bill cannot be revoked, because some of it was given back. */
async function keepsItsCharge({ id }: Bill, message: string): Promise<void> {
  const { version } = await detail(id)
  expect(await director.refused(billing.revoke, { id, version, reason: '错', requestId: uuidv7() })).toMatchObject({
    code: 26013,
    message,
  })
}
const again = async (bill: Bill): Promise<Bill> => ({ ...bill, version: (await detail(bill.id)).version })
const waysOf = async (id: string) =>
  (
    await app.sql<{ name: string; amount: string }>(
      `select m.name, sum(p.amount)::text as amount from bill_payment p join pay_method m on m.tenant_id = p.tenant_id and m.id = p.pay_method_id
       where p.bill_id = $1 and p.kind = 4 group by m.name order by 1`,
      [id],
    )
  ).map(({ name, amount }) => `${name} ${amount}`)
const setting = (values: Record<string, unknown>) =>
  app.sql('update clinic set settings = settings || $2::jsonb where id = $1', [clinicId, JSON.stringify(values)])
const figures = async (patientId: string) =>
  (await app.sql('select arrears_amount, consume_total from patient_stat where patient_id = $1', [patientId]))[0]

describe('S2 B6: a refund of a bill that owes', () => {
  it('takes the arrears first and gives back the rest: 应收 1000, 已付 600, 欠 400, 退 500 → 欠 0, 退现金 100', async () => {
    const bill = await charged(
      [
        ['check', '500.00'],
        ['filling', '500.00'],
      ],
      [pay('cash', '600.00')],
      { patientId: p2 },
    )
    const before = await figures(p2)
    expect(before).toEqual({ arrears_amount: '400.00', consume_total: '600.00' })
    app.clock.set(parseDateTime('2026-11-20 09:00:00'))
    const preview = await desk.call(calls.preview, { billId: bill.id, type: 1, items: [part(bill, 1, '500.00')] })
    expect(preview).toMatchObject({
      returned: '500.00',
      arrears: '400.00',
      refunded: '100.00',
      arrearsBefore: '400.00',
      arrearsAfter: '0.00',
      statusAfter: 4,
      approval: { needed: true, from: '300.00' },
      mayPay: false,
    })
    // Working it out moves nothing.
    expect(await figures(p2)).toEqual(before)
    await refunded(bill, [part(bill, 1, '500.00')])
    expect(await detail(bill.id)).toMatchObject({
      status: 4,
      paidAmount: '600.00',
      arrearsAmount: '0.00',
      refundedAmount: '100.00',
      returnedAmount: '500.00',
    })
    expect(await waysOf(bill.id)).toEqual(['现金 -100.00'])
    expect(await figures(p2)).toEqual({ arrears_amount: '0.00', consume_total: '500.00' })
    // It counts on the day on which it was paid back.
    const days = await app.sql(
      `select to_char(business_date, 'MM-DD') as day, sum(amount)::text as cash from ledger_posting
       where account = 'cash' and bill_id = $1 group by 1 order by 1`,
      [bill.id],
    )
    expect(days).toEqual([
      { day: '11-19', cash: '600.00' },
      { day: '11-20', cash: '-100.00' },
    ])
  })
})

describe('S13: the edges of a refund', () => {
  const ab = () =>
    charged(
      [
        ['check', '600.00'],
        ['filling', '400.00'],
      ],
      [pay('alipay', '300.00'), pay('wechat', '600.00')],
      { discountPercent: 90 },
    )

  it('by the last payment first, and by what was paid', async () => {
    const first = await ab()
    await refunded(first, [part(first, 1, '360.00')])
    expect(await waysOf(first.id)).toEqual(['微信 -360.00'])
    await setting({ refundMode: 2 })
    const second = await ab()
    const preview = await desk.call(calls.preview, { billId: second.id, type: 1, items: [part(second, 1, '360.00')] })
    expect(preview).toMatchObject({ mode: 2, refunded: '360.00', otherMode: { mode: 1 } })
    expect(preview.ways.map((way) => [way.payMethodName, way.paid, way.back])).toEqual([
      ['支付宝', '300.00', '120.00'],
      ['微信', '600.00', '240.00'],
    ])
    expect(preview.otherMode.ways.map((way) => way.back)).toEqual(['0.00', '360.00'])
    expect(preview.doctors).toEqual([
      { doctorId: d1, doctorName: expect.any(String) as string, before: '900.00', after: '540.00' },
    ])
    await refunded(second, [part(second, 1, '360.00')])
    expect(await waysOf(second.id)).toEqual(['微信 -240.00', '支付宝 -120.00'])
    await setting({ refundMode: 1 })

    const over = await again(second)
    expect(
      await desk.refused(calls.preview, { billId: over.id, type: 1, items: [part(over, 0, '540.01')] }),
    ).toMatchObject({
      code: 26102,
      data: { fields: [{ field: 'items.0.amount', message: '最多可退 540.00 元' }] },
    })
    // A line of another bill is none of this one, whoever asks and however.
    const other = await charged([['check', '10.00']], [pay('cash', '10.00')])
    for (const call of [calls.preview, calls.request] as const) {
      const foreign = { billId: over.id, type: 1 as const, items: [part(other, 0, '1.00')] }
      const said =
        call === calls.preview
          ? await desk.refused(calls.preview, foreign)
          : await desk.refused(calls.request, {
              ...foreign,
              version: over.version,
              reason: '不做了',
              requestId: uuidv7(),
            })
      expect(said).toMatchObject({
        http: 404,
        data: { fields: [{ field: 'items.0.billItemId', message: '账单上没有这个项目' }] },
      })
    }
    await refunded(over, [part(over, 0, '540.00')])
    expect(await detail(over.id)).toMatchObject({
      status: 5,
      refundedAmount: '900.00',
      returnedAmount: '900.00',
      arrearsAmount: '0.00',
    })
    expect(await waysOf(over.id)).toEqual(['微信 -600.00', '支付宝 -300.00'])
    expect(await desk.refused(calls.preview, { billId: over.id, type: 3, items: [] })).toMatchObject({ code: 26103 })
  })

  it('a part of the quantity, then a lower price, then all the rest', async () => {
    const bill = await charged([['filling', '480.00', 2]], [pay('cash', '960.00')])
    await refunded(bill, [part(bill, 0, '480.00', 1)])
    expect((await detail(bill.id)).items[0]).toMatchObject({ returnedQty: 1, returnedAmount: '480.00' })
    expect(
      await desk.refused(calls.preview, { billId: bill.id, type: 1, items: [part(bill, 0, '100.00', 2)] }),
    ).toMatchObject({
      data: { fields: [{ field: 'items.0.qty', message: '最多可退 1 颗' }] },
    })
    expect(
      await desk.refused(calls.preview, { billId: bill.id, type: 1, items: [part(bill, 0, '100.00', 0)] }),
    ).toMatchObject({
      data: { fields: [{ field: 'items.0.qty', message: '请填写退的数量，只退差价请选退差价' }] },
    })
    const lower = await again(bill)
    const asked = await ask(lower, [part(lower, 0, '80.00', 0)], { type: 2 })
    expect(asked).toMatchObject({ status: 1, refundAmount: '80.00' })
    await payOut(asked)
    expect((await detail(bill.id)).items[0]).toMatchObject({ returnedQty: 1, returnedAmount: '560.00' })
    const all = await again(bill)
    await refunded(all, [], { type: 3 })
    expect(await detail(bill.id)).toMatchObject({ status: 5, refundedAmount: '960.00' })
  })

  it('all the rest of a line whose pieces went back for less than they were worth', async () => {
    const bill = await charged([['check', '100.00']], [pay('cash', '100.00')])
    await refunded(bill, [part(bill, 0, '60.00', 1)])
    const rest = await ask(await again(bill), [], { type: 3 })
    expect((await desk.call(calls.detail, { id: rest.id })).ways).toMatchObject([{ amount: '40.00' }])
    await payOut(rest)
    expect(await detail(bill.id)).toMatchObject({ status: 5, refundedAmount: '100.00' })
  })

  it('the whole bill takes back the pieces of a line too whose price went back before', async () => {
    const bill = await charged(
      [
        ['check', '100.00'],
        ['filling', '200.00'],
      ],
      [pay('cash', '300.00')],
    )
    await refunded(bill, [part(bill, 0, '100.00', 0)], { type: 2 })
    const rest = await ask(await again(bill), [], { type: 3 })
    await payOut(rest)
    expect((await desk.call(calls.detail, { id: rest.id })).items).toMatchObject([
      { qty: 1, amount: '0.00' },
      { qty: 1, amount: '200.00' },
    ])
    expect(await app.sql('select returned_qty from bill_item where bill_id = $1 order by line_no', [bill.id])).toEqual([
      { returned_qty: 1 },
      { returned_qty: 1 },
    ])
    expect(await detail(bill.id)).toMatchObject({ status: 5, refundedAmount: '300.00' })
  })

  it('the same request twice gives back once', async () => {
    const bill = await charged([['cleaning', '200.00']], [pay('cash', '200.00')])
    const asked = await ask(bill, [part(bill, 0, '200.00')])
    const requestId = uuidv7()
    const send = () => finance.call(calls.pay, { id: asked.id, version: asked.version, requestId })
    expect(await send()).toEqual(await send())
    expect(await waysOf(bill.id)).toEqual(['现金 -200.00'])
  })
})

describe('ways to pay that take nothing back', () => {
  const way = (code: string, values: Record<string, unknown>) =>
    Promise.all(
      Object.entries(values).map(([column, value]) =>
        app.sql(`update pay_method set ${column} = $2 where id = $1`, [methods[code], value]),
      ),
    )
  beforeAll(() => way('alipay', { allow_refund: false }))
  afterAll(() => way('alipay', { allow_refund: true }))
  const mixed = () =>
    charged(
      [
        ['check', '100.00'],
        ['cleaning', '100.00'],
      ],
      [pay('wechat', '150.00'), pay('alipay', '50.00')],
    )

  it('go back by the way that was chosen, said before, with somebody else’s consent', async () => {
    const bill = await mixed()
    const items = [part(bill, 1, '100.00')]
    const chosen = { billId: bill.id, type: 1 as const, items, otherWayId: methods.transfer as string }
    const preview = await desk.call(calls.preview, chosen)
    expect(preview).toMatchObject({
      refunded: '100.00',
      approval: { needed: true },
      elsewhere: { amount: '50.00', payMethodId: methods.transfer },
    })
    expect(preview.ways.map((each) => [each.payMethodName, each.back])).toEqual([
      ['微信', '50.00'],
      ['对公（支付宝不可退）', '50.00'],
    ])
    expect(preview.elsewhere.choices.map(({ id }) => id)).not.toContain(methods.alipay)
    const asked = await ask(bill, items, { otherWayId: chosen.otherWayId, payNow: true }, director)
    expect(asked.status).toBe(0)
    expect((await desk.call(calls.detail, { id: asked.id })).ways).toMatchObject([
      { payMethodName: '微信', amount: '50.00' },
      { payMethodName: '对公（支付宝不可退）', amount: '50.00' },
    ])
    const agreed = await (
      await app.as('admin')
    ).call(calls.decide, { id: asked.id, version: asked.version, agree: true, reason: '' })
    await payOut({ id: asked.id, version: agreed.version })
    expect(await waysOf(bill.id)).toEqual(['对公 -50.00', '微信 -50.00'])
    // In cash when nobody says otherwise.
    const rest = await ask(await again(bill), [], { type: 3 }, director)
    expect((await desk.call(calls.detail, { id: rest.id })).ways).toMatchObject([{ payMethodName: '微信' }])
  })

  it('in cash when nobody chooses, and by none that is off or takes nothing back itself', async () => {
    const bill = await charged([['check', '40.00']], [pay('alipay', '40.00')])
    const refusedFor = async (otherWayId: string) => {
      const { data } = await desk.refused(calls.preview, { billId: bill.id, type: 3, items: [], otherWayId })
      return (data as { fields: unknown[] }).fields
    }
    for (const code of ['alipay', 'card_principal'])
      expect(await refusedFor(methods[code] as string)).toEqual([
        { field: 'otherWayId', message: expect.stringMatching(/不能用来退款，请另选一种$/) as string },
      ])
    expect(await refusedFor(uuidv7())).toMatchObject([{ field: 'otherWayId', message: '没有这种收款方式' }])
    await refunded(bill, [], { type: 3 })
    expect(await waysOf(bill.id)).toEqual(['现金 -40.00'])
  })

  it('that were switched off meanwhile, or the way that was chosen, have to be asked for anew', async () => {
    await way('alipay', { allow_refund: true })
    const bill = await charged([['check', '40.00']], [pay('alipay', '40.00')])
    const asked = await ask(bill, [], { type: 3 })
    expect(asked.status).toBe(1)
    await way('alipay', { allow_refund: false })
    const send = (of: { id: string; version: number }) => ({ ...of, requestId: uuidv7() })
    expect(await finance.refused(calls.pay, send({ id: asked.id, version: asked.version }))).toMatchObject({
      code: 26106,
      message: expect.stringContaining('不能原路退回') as string,
    })
    await desk.call(calls.withdraw, { id: asked.id, version: asked.version, reason: '改走现金' })
    const anew = await ask(bill, [], { type: 3, otherWayId: methods.transfer as string })
    const agreed = await director.call(calls.decide, { id: anew.id, version: anew.version, agree: true, reason: '' })
    await way('transfer', { enabled: false })
    expect(await finance.refused(calls.pay, send({ id: anew.id, version: agreed.version }))).toMatchObject({
      message: '对公不能用来退款，请另选一种',
    })
    await way('transfer', { enabled: true })
    await payOut({ id: anew.id, version: agreed.version })
    expect(await waysOf(bill.id)).toEqual(['对公 -40.00'])
  })
})

describe('what ways to pay cost, and whether they count as performance', () => {
  const way = (code: string, rate: number, counts: boolean) =>
    app.sql('update pay_method set fee_rate = $2, count_performance = $3 where id = $1', [methods[code], rate, counts])
  const kept = async (id: string) =>
    (
      await app.sql<{ name: string; amount: string; fee: string; counts: boolean }>(
        `select m.name, p.amount::text, p.fee_amount::text as fee, p.counts_performance as counts
         from bill_payment p join pay_method m on m.tenant_id = p.tenant_id and m.id = p.pay_method_id
         where p.bill_id = $1 order by p.pay_time, p.id`,
        [id],
      )
    ).map((row) => [row.name, row.amount, row.fee, row.counts])
  const doctorsOf = async (bill: Bill, items: ReturnType<typeof part>[]) =>
    (await desk.call(calls.preview, { billId: bill.id, type: 1, items })).doctors.map((each) => [
      each.before,
      each.after,
    ])

  it('are kept with the payment: a later change alters none, and what goes back takes its own back', async () => {
    await way('wechat', 60, true)
    await way('alipay', 38, false)
    const bill = await charged([['cleaning', '250.00']], [pay('wechat', '200.00'), pay('alipay', '50.00')])
    await way('wechat', 100, false)
    await way('alipay', 0, true)
    expect(await kept(bill.id)).toEqual([
      ['微信', '200.00', '1.20', true],
      ['支付宝', '50.00', '0.19', false],
    ])
    // 支付宝 does not count: 200 of 250 are the doctor's.
    expect(await doctorsOf(bill, [part(bill, 0, '100.00')])).toEqual([['200.00', '150.00']])
    await refunded(bill, [part(bill, 0, '100.00')])
    const back = (await kept(bill.id)).slice(2)
    expect(back).toHaveLength(2)
    expect(back).toContainEqual(['微信', '-50.00', '-0.30', true])
    expect(back).toContainEqual(['支付宝', '-50.00', '-0.19', false])
    const later = await charged([['check', '100.00']], [pay('wechat', '100.00')])
    expect(await kept(later.id)).toEqual([['微信', '100.00', '1.00', false]])
    const { version } = await detail(later.id)
    await director.call(billing.revoke, { id: later.id, version, reason: '收错', requestId: uuidv7() })
    expect(await kept(later.id)).toEqual([
      ['微信', '100.00', '1.00', false],
      ['微信', '-100.00', '-1.00', false],
    ])
    await way('wechat', 0, true)
  })

  it('and what is paid out by another way takes no fee back', async () => {
    await way('wechat', 60, true)
    await app.sql('update pay_method set allow_refund = false where id = $1', [methods.wechat])
    const bill = await charged([['check', '100.00']], [pay('wechat', '100.00')])
    await refunded(bill, [], { type: 3 })
    expect(await kept(bill.id)).toEqual([
      ['微信', '100.00', '0.60', true],
      ['现金', '-100.00', '0.00', true],
    ])
    await app.sql('update pay_method set allow_refund = true where id = $1', [methods.wechat])
    await way('wechat', 0, true)
  })

  it('follow the way that a payment is set to', async () => {
    await way('wechat', 60, false)
    const bill = await charged([['check', '100.00']], [pay('cash', '100.00')])
    const [payment] = (await detail(bill.id)).payments
    await director.call(contract.payAdjust.adjust, {
      billId: bill.id,
      paymentId: payment?.id as string,
      ways: [{ payMethodId: methods.wechat as string, amount: '100.00' }],
      reason: '选错了方式',
      requestId: uuidv7(),
    })
    expect(await kept(bill.id)).toEqual([
      ['现金', '100.00', '0.00', true],
      ['现金', '-100.00', '0.00', true],
      ['微信', '100.00', '0.60', false],
    ])
    await way('wechat', 0, true)
  })
})

describe('what a refund does beside the money', () => {
  const two = () =>
    charged(
      [
        ['check', '100.00'],
        ['cleaning', '150.00'],
      ],
      [pay('cash', '250.00')],
    )
  const sharesOf = async (bill: Bill, more: Partial<WireInput<typeof calls.preview>>) =>
    (await desk.call(calls.preview, { billId: bill.id, type: 1, items: [], ...more })).doctors.map((each) => [
      each.doctorId,
      each.before,
      each.after,
    ])

  it('rolls the performance of the doctor back, unless it is told not to: then the clinic bears it, and goes on to', async () => {
    const bill = await two()
    const items = [part(bill, 0, '100.00')]
    expect(await sharesOf(bill, { items })).toEqual([[d1, '250.00', '150.00']])
    expect(await sharesOf(bill, { items, rollBackPerformance: false })).toEqual([
      [d1, '250.00', '250.00'],
      [null, '0.00', '-100.00'],
    ])
    await refunded(bill, items, { rollBackPerformance: false })
    // A later one that rolls back takes from the doctor what it gives back, no more.
    const rest = [part(bill, 1, '50.00')]
    expect(await sharesOf(bill, { items: rest })).toEqual([
      [d1, '250.00', '200.00'],
      [null, '-100.00', '-100.00'],
    ])
    expect(await sharesOf(bill, { items: rest, rollBackPerformance: false })).toEqual([
      [d1, '250.00', '250.00'],
      [null, '-100.00', '-150.00'],
    ])
    await refunded(await again(bill), rest)
    expect(await sharesOf(bill, {})).toEqual([
      [d1, '200.00', '200.00'],
      [null, '-100.00', '-100.00'],
    ])
  })

  it('keeps with the refund what was said of performance and materials', async () => {
    const bill = await two()
    const usual = await ask(bill, [part(bill, 0, '100.00')])
    expect(await desk.call(calls.detail, { id: usual.id })).toMatchObject({
      rollBackPerformance: true,
      returnStock: true,
    })
    await desk.call(calls.withdraw, { id: usual.id, version: usual.version, reason: '改一下' })
    const other = await ask(bill, [part(bill, 0, '100.00')], { rollBackPerformance: false, returnStock: false })
    expect(await desk.call(calls.detail, { id: other.id })).toMatchObject({
      rollBackPerformance: false,
      returnStock: false,
    })
  })
})

describe('who agrees and who pays', () => {
  it('another person agrees from the sum on, hears of it, and whoever asked hears the answer', async () => {
    const bill = await charged([['implant', '12000.00']], [pay('card', '12000.00')])
    const asked = await ask(bill, [], { type: 3 }, director)
    expect(asked.status).toBe(0)
    const decide = (client: Client, agree = true) =>
      client.refused(calls.decide, { id: asked.id, version: asked.version, agree, reason: '' })
    expect(await decide(director)).toMatchObject({ code: 26105, message: '退费须由另一个人审批' })
    expect(await decide(desk)).toMatchObject({ http: 403 })
    expect(
      await finance.refused(calls.pay, { id: asked.id, version: asked.version, requestId: uuidv7() }),
    ).toMatchObject({
      code: 26107,
      message: '退费单待审批，不能再操作',
    })
    expect(
      await desk.refused(calls.request, {
        billId: bill.id,
        version: bill.version,
        type: 3,
        items: [],
        reason: '重复',
        requestId: uuidv7(),
      }),
    ).toMatchObject({ code: 26104 })
    const admin = await app.as('admin')
    const refused = await admin.call(calls.decide, {
      id: asked.id,
      version: asked.version,
      agree: false,
      reason: '先补做',
    })
    expect(refused.status).toBe(3)
    const told = await app.sql<{ title: string }>('select title from message where link = $1 order by created_at', [
      `/orderSet?tab=refund&refund=${asked.id}`,
    ])
    expect(told.at(-1)?.title).toMatch(/拒绝了退费 12,000.00 元$/)
    expect(told.some(({ title }) => title.includes('等您审批'))).toBe(true)
    expect(await detail(bill.id)).toMatchObject({ status: 3, refundedAmount: '0.00' })
  })

  it('below the sum whoever may pay does it at once; the desk only asks', async () => {
    const bill = await charged([['cleaning', '200.00']], [pay('cash', '200.00')])
    expect(await ask(bill, [part(bill, 0, '200.00')], { payNow: true })).toMatchObject({ status: 1 })
    expect(await desk.refused(calls.pay, { id: uuidv7(), version: 1, requestId: uuidv7() })).toMatchObject({
      http: 403,
    })
    const other = await charged([['cleaning', '200.00']], [pay('cash', '200.00')])
    expect(await ask(other, [part(other, 0, '200.00')], { payNow: true }, director)).toMatchObject({ status: 2 })
    expect(await detail(other.id)).toMatchObject({ status: 5 })
  })

  it('what was asked for is withdrawn, and a bill that has moved since has to be asked for anew', async () => {
    const bill = await charged([['check', '200.00']], [pay('cash', '100.00')])
    const asked = await ask(bill, [part(bill, 0, '200.00')])
    await desk.call(billing.repay, {
      patientId: p1,
      billIds: [bill.id],
      payments: [pay('cash', '50.00')],
      requestId: uuidv7(),
    })
    expect(
      await finance.refused(calls.pay, { id: asked.id, version: asked.version, requestId: uuidv7() }),
    ).toMatchObject({
      code: 26106,
    })
    const gone = await desk.call(calls.withdraw, { id: asked.id, version: asked.version, reason: '金额变了' })
    expect(gone.status).toBe(5)
    const anew = await ask(await again(bill), [part(bill, 0, '200.00')])
    await payOut(anew)
    expect(await detail(bill.id)).toMatchObject({ status: 5, refundedAmount: '150.00', arrearsAmount: '0.00' })
  })

  it('a refunded bill is not revoked, and what is left of its arrears is repaid', async () => {
    const bill = await charged(
      [
        ['check', '200.00'],
        ['filling', '200.00'],
      ],
      [pay('cash', '250.00')],
    )
    await refunded(bill, [part(bill, 0, '200.00')])
    expect(await detail(bill.id)).toMatchObject({ status: 4, arrearsAmount: '0.00', refundedAmount: '50.00' })
    await keepsItsCharge(bill, '账单部分退款，不能撤销收费')
  })

  it('nor is a bill of which a refund only lowered what is owed', async () => {
    const bill = await charged(
      [
        ['check', '200.00'],
        ['filling', '200.00'],
      ],
      [pay('cash', '100.00')],
    )
    await refunded(bill, [part(bill, 0, '200.00')])
    expect(await detail(bill.id)).toMatchObject({ refundedAmount: '0.00', arrearsAmount: '100.00' })
    await keepsItsCharge(bill, '账单已有退费，不能撤销收费')
  })
})

describe('lists and papers', () => {
  it('lists what is under way first, and prints what was paid', async () => {
    const bill = await charged([['cleaning', '200.00']], [pay('cash', '200.00')])
    const asked = await ask(bill, [part(bill, 0, '200.00')])
    const page = await desk.call(calls.list, { state: 'all', pageNum: 1, pageSize: 20 })
    expect(page.list[0]).toMatchObject({
      id: asked.id,
      refundNo: asked.refundNo,
      status: 1,
      refundAmount: '200.00',
      billNo: expect.stringMatching(/^SF/) as string,
    })
    expect(page.open).toBeGreaterThan(0)
    expect(await desk.refused(calls.slip, { id: asked.id })).toMatchObject({
      code: 26107,
      message: '还没有退款，不能打印退费单',
    })
    await payOut(asked)
    expect(await desk.call(calls.slip, { id: asked.id })).toMatchObject({
      printCount: 1,
      refund: {
        amountInWords: '贰佰元整',
        ways: [{ payMethodName: '现金', part: 'cash', amount: '200.00' }],
        items: [{ qty: 1, amount: '200.00' }],
      },
    })
    expect((await desk.call(calls.ofPatient, { patientId: p1 }))[0]).toMatchObject({ id: asked.id, status: 2 })
  })

  it('every figure still follows from the ledger', async () => {
    expect(await brokenInvariants(app.owner)).toEqual([])
  })
})
