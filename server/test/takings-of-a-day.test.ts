import { contract, type WireInput } from '@dentin/contract'
import { fenToYuan, parseDateTime, sum, uuidv7, yuanToFen } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from './harness.ts'
import { askedBy } from './report-identities.ts'

// Scenario S2 as one day: B1 to B8 through the calls of the desk, by one cashier. The day is the first of its month, so the book of
// the month is the book of the day; yesterday lies in the month before.
const { billing, memberCard, monthClose, refund, report, shift, visit } = contract
const YESTERDAY = '2026-10-31 15:00:00'
const DAY = '2026-11-01'
const app = await testApp({ at: YESTERDAY })
const [p1, p2, p3] = fixture.patients.a as [string, string, string]
const { a: methods } = fixture.payMethods
const { a: tariffs } = fixture.tariffs
const [, doctorId] = fixture.doctors.a1 as [string, string]
const clinicId = fixture.clinics.a1

let cashier: Client
let desk: Client
let admin: Client
async function signIn(): Promise<void> {
  cashier = await app.as('director')
  desk = await app.as('reception')
  admin = await app.as('admin')
}

interface Paper {
  id: string
  version: number
}
type Open = WireInput<typeof billing.open>
type Payment = WireInput<typeof billing.charge>['payments'][number]
const pay = (method: string, amount: string, more: Partial<Payment> = {}): Payment => ({
  payMethodId: methods[method] as string,
  amount,
  ...more,
})
const line = (tariff: keyof typeof tariffs, price: string, teeth = '', qty = 1) => ({
  tariffId: tariffs[tariff],
  price,
  qty,
  teeth,
})
const open = (patientId: string, items: Open['items'], more: Partial<Open> = {}): Promise<Paper> =>
  cashier.call(billing.open, { patientId, items, requestId: uuidv7(), ...more })
const charge = (bill: Paper, payments: Payment[], owing = false) =>
  cashier.call(billing.charge, {
    id: bill.id,
    version: bill.version,
    payments,
    ...(owing ? { leaveArrears: true, arrearsReason: '下次付' } : {}),
    requestId: uuidv7(),
  })
const detail = (id: string) => cashier.call(billing.detail, { id })

/** A card of a type that gives 2,000 for 8,000 and 500 for 5,000, by proportion. */
async function sell(patientId: string, amount: string): Promise<Paper> {
  const { id: typeId } = await cashier.call(memberCard.saveType, {
    name: `金卡${amount}`,
    kind: 1,
    salePrice: '0.00',
    validType: 1,
    useOrder: 3,
    steps: [
      { amount: '5000.00', bonus: '500.00' },
      { amount: '8000.00', bonus: '2000.00' },
    ],
    requestId: uuidv7(),
  } as WireInput<typeof memberCard.saveType>)
  const ways = [{ payMethodId: methods.cash as string, amount }]
  return cashier.call(memberCard.openCard, { patientId, typeId, amount, ways, requestId: uuidv7() })
}
const current = async () => {
  const { shift: mine } = await cashier.call(shift.current, {})
  if (!mine) throw new Error('no till')
  return mine
}
const handOver = async (countedCash: string, differenceReason = '') => {
  const { id, version } = await current()
  return { id, version, countedCash, differenceReason, requestId: uuidv7() }
}
const arrears = async (): Promise<bigint> => {
  const [row] = await app.sql<{ sum: string }>(
    `select (sum(arrears_amount) * 100)::bigint::text as sum from bill where clinic_id = $1`,
    [clinicId],
  )
  return BigInt(row?.sum ?? '0')
}

let b1: Paper
let b3: Paper
let b4: Paper
let b6: Paper
let card: Paper
let owedBefore = 0n

beforeAll(async () => {
  await signIn()
  // Yesterday: the bill of B6 (1,000 of which 600 were paid), the old arrears of B7, the cards of B3 and B5.
  b6 = await open(p2, [line('check', '500.00'), line('filling', '500.00', '36')])
  await charge(b6, [pay('cash', '600.00')], true)
  const old = await open(p3, [line('check', '1000.00')])
  await charge(old, [pay('cash', '200.00')], true)
  card = await sell(p1, '8000.00')
  const other = await sell(p3, '100.00')
  const { expectedCash } = await current()
  expect(expectedCash).toBe('8900.00')
  await cashier.call(shift.handOver, await handOver('8900.00'))
  owedBefore = await arrears()
  expect(owedBefore).toBe(120_000n)

  app.clock.set(parseDateTime(`${DAY} 09:00:00`))
  await signIn()
  b1 = await open(p1, [line('cleaning', '200.00')])
  b1 = { id: b1.id, version: (await charge(b1, [pay('wechat', '200.00')])).version }
  const b2 = await open(p1, [line('filling', '480.00', '36;46', 2)], { discountPercent: 90 })
  await charge(b2, [pay('alipay', '864.00')])
  b3 = await open(p1, [line('rootCanal', '1500.00', '36')])
  await charge(b3, [pay('card_principal', '1500.00', { cardId: card.id })])
  b4 = await open(p2, [line('implant', '12000.00', '46')], { reductionAmount: '500.00' })
  await charge(b4, [pay('card', '5000.00', { tradeNo: 'POS-1' })], true)
  await cashier.call(memberCard.recharge, {
    id: other.id,
    version: other.version,
    amount: '5000.00',
    ways: [{ payMethodId: methods.cash as string, amount: '5000.00' }],
    requestId: uuidv7(),
  })
  const owing = await detail(b6.id)
  const asked = await desk.call(refund.request, {
    billId: b6.id,
    version: owing.version,
    type: 1,
    items: [{ billItemId: owing.items[1]?.id as string, qty: 1, amount: '500.00' }],
    reason: '不做了',
    requestId: uuidv7(),
  })
  const agreed = await admin.call(refund.decide, { id: asked.id, version: asked.version, agree: true, reason: '' })
  await cashier.call(refund.pay, { id: asked.id, version: agreed.version, requestId: uuidv7() })
  await cashier.call(billing.repay, { patientId: p3, payments: [pay('wechat', '800.00')], requestId: uuidv7() })
  for (const patientId of [p1, p2, p3]) {
    const { id } = await desk.call(visit.register, { patientId, doctorId, requestId: uuidv7() })
    await cashier.call(billing.registrationFee, {
      registrationId: id,
      payments: [pay('cash', '20.00')],
      requestId: uuidv7(),
    })
  }
})

const bookOfTheDay = async () => (await cashier.call(monthClose.state, { month: DAY.slice(0, 7) })).book

describe('S2: the takings of a day', () => {
  it('each bill as it was settled: B2 864, B3 300 of bonus, B4 owes 6,500, B6 gave 400 of arrears and 100', async () => {
    expect((await detail(b3.id)).payments).toMatchObject([{ principalPart: '1200.00', bonusPart: '300.00' }])
    const { cards } = await cashier.call(memberCard.basicInformation, { patientId: p1 })
    expect(cards.find(({ id }) => id === card.id)).toMatchObject({
      principalAmount: '6800.00',
      bonusAmount: '1700.00',
    })
    expect(await detail(b4.id)).toMatchObject({ receivableAmount: '11500.00', arrearsAmount: '6500.00', status: 2 })
    expect(await detail(b6.id)).toMatchObject({
      returnedAmount: '500.00',
      refundedAmount: '100.00',
      arrearsAmount: '0.00',
      status: 4,
    })
  })

  it('当日开单: 原价 14,720, 优惠 596, 应收 14,124, 已付 7,624, 新增欠费 6,500', async () => {
    const [sums] = await app.sql(
      `select sum(original_amount)::text as original, sum(discount_amount)::text as discount, sum(receivable_amount)::text as receivable,
         sum(paid_amount)::text as paid, sum(arrears_amount)::text as arrears from bill
       where clinic_id = $1 and (open_time at time zone 'Asia/Shanghai')::date = $2`,
      [clinicId, DAY],
    )
    expect(sums).toEqual({
      original: '14720.00',
      discount: '596.00',
      receivable: '14124.00',
      paid: '7624.00',
      arrears: '6500.00',
    })
    const list = await cashier.call(billing.list, { tab: 'paid', pageNum: 1, pageSize: 50 })
    expect(list).toMatchObject({ total: 7, sums: { receivable: '14124.00', paid: '7624.00', arrears: '6500.00' } })
  })

  it('现金流: 微信 1,000, 支付宝 864, 银行卡 5,000, 现金 4,960, 合计 11,824; 预收使用 1,500; 诊疗收入 8,024', async () => {
    const book = await bookOfTheDay()
    expect(book.methods).toEqual([
      { name: '现金', amount: '4960.00' },
      { name: '微信', amount: '1000.00' },
      { name: '支付宝', amount: '864.00' },
      { name: '银行卡', amount: '5000.00' },
    ])
    expect(book).toMatchObject({
      received: '11924.00',
      returned: '100.00',
      takings: '11824.00',
      stored: '5000.00',
      used: '1200.00',
      otherIncome: '0.00',
      revenue: '8024.00',
    })
    expect(fenToYuan(sum(book.categories.map(({ amount }) => yuanToFen(amount))))).toBe('8024.00')
    const [used] = await app.sql(
      `select sum(principal_part)::text as principal, sum(bonus_part)::text as bonus, sum(principal_part + bonus_part)::text as used
       from bill_payment where pay_date = $1 and card_id is not null`,
      [DAY],
    )
    expect(used).toEqual({ principal: '1200.00', bonus: '300.00', used: '1500.00' })
  })

  it('诊疗收入 8,024 stands in four reports, and in a file', async () => {
    const day = { from: DAY, to: DAY, figures: ['R1'] }
    const asked = [
      { door: 'analysisData', by: 'clinic' },
      { door: 'clinicanalysisData', by: 'doctor' },
      { door: 'incomeSummary', by: 'topCategory' },
      { door: 'productReport', by: 'item' },
    ] as const
    for (const ask of asked) {
      const { figures, total } = await cashier.call(report.run, { ...day, ...ask })
      expect([ask.door, figures.map(({ code }) => code), total.values]).toEqual([ask.door, ['R1'], ['8024.00']])
    }
    const file = await askedBy(cashier, app.application.http).file({ ...day, ...asked[0] })
    expect(file?.at(-1)?.[1]).toBe('8024')
  })

  it('欠费余额变动 +6,500 − 800 − 400 = +5,300', async () => {
    expect((await arrears()) - owedBefore).toBe(530_000n)
    expect((await bookOfTheDay()).receivable).toEqual({
      opening: '1200.00',
      added: '6500.00',
      repaid: '-800.00',
      returned: '-400.00',
      writtenOff: '0.00',
      closing: '6500.00',
    })
  })

  it('the trial balance of the day, account by account, comes to nothing', async () => {
    const rows = await app.sql<{ account: string; amount: string }>(
      `select p.account || coalesce('.' || m.code, '') as account, sum(p.amount)::text as amount from ledger_posting p
       left join pay_method m on m.tenant_id = p.tenant_id and m.id = p.pay_method_id and p.account = 'cash'
       where p.business_date = $1 and p.unit = 0 group by 1 having sum(p.amount) <> 0`,
      [DAY],
    )
    const balance = Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
    expect(balance).toEqual({
      'cash.wechat': '1000.00',
      'cash.alipay': '864.00',
      'cash.card': '5000.00',
      'cash.cash': '4960.00',
      receivable: '5300.00',
      billed: '-13624.00',
      principal: '-3800.00',
      bonus: '-200.00',
      bonusGiven: '500.00',
    })
    expect(sum(Object.values(balance).map((amount) => yuanToFen(amount)))).toBe(0)
  })

  it('日结: 应有现金 4,960; counted 4,955 is short by 5.00 and wants a reason; B1 is not revoked any more, only refunded', async () => {
    const till = await current()
    expect(till).toMatchObject({ expectedCash: '4960.00', total: '11824.00' })
    // What the desk shows beside its bills is the same.
    const mine = await cashier.call(billing.shift, {})
    expect(mine.methods).toEqual((await bookOfTheDay()).methods)
    expect(mine.received).toBe('11824.00')
    expect((await detail(b1.id)).allowed.revoke).toBe(true)
    expect(await cashier.refused(shift.handOver, await handOver('4955.00'))).toMatchObject({
      code: 26203,
      data: { fields: [{ field: 'differenceReason', message: '少 5.00 元，请填写原因' }] },
    })
    const done = await cashier.call(shift.handOver, await handOver('4955.00', '找零少收'))
    expect(done.differenceAmount).toBe('-5.00')
    expect((await detail(b1.id)).allowed.revoke).toBe(false)
    const { id, version } = b1
    const late = { id, version, reason: '收错', requestId: uuidv7() }
    expect(await cashier.refused(billing.revoke, late)).toMatchObject({ code: 26202, message: '本班已交班，只能退款' })

    // 分类收入, 流水 and 日结 say the same money: the difference of the count is in none of them.
    const handed = await cashier.call(shift.print, { id: till.id })
    expect(handed).toMatchObject({ expectedCash: '4960.00', countedCash: '4955.00', differenceAmount: '-5.00' })
    const book = await bookOfTheDay()
    expect(book.overShort).toBe('-5.00')
    const byWay = (rows: readonly { name: string; amount: string }[]) =>
      Object.fromEntries(rows.map(({ name, amount }) => [name, amount]))
    const ofShift = byWay(handed.methods.map(({ name, total }) => ({ name, amount: total })))
    expect(ofShift).toEqual(byWay(book.methods))
    const { movements } = await cashier.call(shift.detail, { id: till.id })
    const flow = new Map<string, number>()
    for (const { name, amount } of movements.filter(({ document }) => document !== 'shift'))
      flow.set(name, (flow.get(name) ?? 0) + yuanToFen(amount))
    expect(Object.fromEntries([...flow].map(([name, amount]) => [name, fenToYuan(amount as never)]))).toEqual(ofShift)
    expect([handed.total, book.takings]).toEqual(['11824.00', '11824.00'])

    const back = await cashier.call(refund.request, {
      billId: b1.id,
      version: b1.version,
      type: 3,
      items: [],
      reason: '收错',
      payNow: true,
      requestId: uuidv7(),
    })
    expect(back.status).toBe(2)
    // S13.5 in small: what was handed over stays as it was.
    expect(await cashier.call(shift.detail, { id: till.id })).toMatchObject({ total: '11824.00' })
    expect(await current()).toMatchObject({ expectedCash: '0.00', total: '-200.00' })
  })
})

describe('S13.5: a bill of a day that was handed over is refunded on the next', () => {
  it('the refund is of the next day: hand-over, till and ledger of the day before stay as they were', async () => {
    const listed = await cashier.call(shift.list, { pageNum: 1, pageSize: 20 })
    const handed = listed.list.find(({ expectedCash }) => expectedCash === '4960.00')
    const ofTheDay = async () => [
      await cashier.call(shift.detail, { id: handed?.id as string }),
      await app.sql(
        `select account, kind, count(*)::int as postings, sum(amount)::text as amount from ledger_posting where business_date = $1
         group by 1, 2 order by 1, 2`,
        [DAY],
      ),
    ]
    const before = await ofTheDay()
    app.clock.set(parseDateTime('2026-11-02 09:00:00'))
    await signIn()
    const { version, items } = await detail(b3.id)
    const asked = await desk.call(refund.request, {
      billId: b3.id,
      version,
      type: 1,
      items: [{ billItemId: items[0]?.id as string, qty: 1, amount: '1500.00' }],
      reason: '患者要求',
      requestId: uuidv7(),
    })
    const agreed = await admin.call(refund.decide, { id: asked.id, version: asked.version, agree: true, reason: '' })
    await cashier.call(refund.pay, { id: asked.id, version: agreed.version, requestId: uuidv7() })
    expect(await ofTheDay()).toEqual(before)
    const next = await app.sql(
      `select account, sum(amount)::text as amount from ledger_posting where business_date = '2026-11-02' and unit = 0 group by 1
       having sum(amount) <> 0 order by 1`,
    )
    // Bonus back to bonus, principal to principal, and no cash.
    expect(next).toEqual([
      { account: 'billed', amount: '1500.00' },
      { account: 'bonus', amount: '-300.00' },
      { account: 'principal', amount: '-1200.00' },
    ])
  })
})
