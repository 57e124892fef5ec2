import { contract, errorTable, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../test/invariants.ts'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { dropSms, freshSms, switchOn } from '../../../test/sms-scenes.ts'
import { codeProbe } from '../identity/phone-codes.ts'

const { billing, merge, monthClose, patient, prepay: calls, refund, reporting, shift } = contract
const [p1, p2, p3] = fixture.patients.a as [string, string, string]
const [d1] = fixture.doctors.a1 as [string]
const methods = fixture.payMethods.a
const codes = (codeProbe.codes = new Map<string, string>())

const app = await testApp({ at: '2026-11-19 10:00:00' })
let desk: Client
let director: Client
let finance: Client
let admin: Client
beforeAll(async () => {
  desk = await app.as('reception')
  director = await app.as('director')
  finance = await app.as('finance')
  admin = await app.as('admin')
})

let phones = 0
async function newPatient(name = '贺知遥'): Promise<string> {
  phones += 1
  const mobile = `139120${String(10_000 + phones).slice(-5)}`
  return (
    await desk.call(patient.create, {
      name,
      gender: 1,
      mobile,
      sourceId: fixture.sources.a,
      allergyFlag: 0,
      requestId: uuidv7(),
    })
  ).id
}
const way = (amount: string, method = 'cash', tradeNo = '') => ({
  payMethodId: methods[method] as string,
  amount,
  ...(tradeNo ? { tradeNo } : {}),
})
async function received(amount: string, more: Partial<WireInput<typeof calls.receive>> = {}) {
  return desk.call(calls.receive, {
    patientId: p1,
    purpose: '种植',
    amount,
    ways: [way(amount)],
    requestId: uuidv7(),
    ...more,
  })
}
const seen = async (id: string, patientId = p1, who = director) => {
  const found = (await who.call(calls.ofPatient, { patientId })).list.find((one) => one.id === id)
  if (!found) throw new Error('no such prepayment')
  return found
}
const holds = async (id: string, patientId = p1) => {
  const { balanceAmount, status } = await seen(id, patientId)
  return [balanceAmount, status]
}
const moves = async (id: string, patientId = p1) =>
  ((await seen(id, patientId)).log ?? []).map(({ type, amountDelta, balanceAfter }) => [
    type,
    amountDelta,
    balanceAfter,
  ])
type Payment = WireInput<typeof billing.charge>['payments'][number]
const byPrepay = (prepayId: string, amount: string): Payment => ({
  payMethodId: methods.prepayment as string,
  amount,
  prepayId,
})
type Line = [tariff: keyof typeof fixture.tariffs.a, price: string]
async function billOf(lines: Line[], patientId = p1) {
  return director.call(billing.open, {
    patientId,
    doctorId: d1,
    items: lines.map(([tariff, price]) => ({ tariffId: fixture.tariffs.a[tariff], price, qty: 1, teeth: '' })),
    requestId: uuidv7(),
  })
}
const pay = (bill: { id: string; version: number }, payments: Payment[], more = {}) => ({
  id: bill.id,
  version: bill.version,
  payments,
  leaveArrears: true,
  arrearsReason: '下次付',
  requestId: uuidv7(),
  ...more,
})
async function charged(lines: Line[], payments: Payment[], patientId = p1) {
  const bill = await billOf(lines, patientId)
  const paid = await director.call(billing.charge, pay(bill, payments))
  return { id: bill.id, version: paid.version }
}
const detail = (id: string) => director.call(billing.detail, { id })
async function refunded(billId: string, line: number, amount: string) {
  const { items, version } = await detail(billId)
  const asked = await director.call(refund.request, {
    billId,
    version,
    type: 1,
    items: [{ billItemId: items[line]?.id as string, qty: 1, amount }],
    reason: '患者不做了',
    requestId: uuidv7(),
  })
  const agreed =
    asked.status === 0
      ? await admin.call(refund.decide, { id: asked.id, version: asked.version, agree: true, reason: '' })
      : asked
  await finance.call(refund.pay, { id: asked.id, version: agreed.version, requestId: uuidv7() })
  return asked
}
/** What went back on a bill by which way. */
const back = async (billId: string) =>
  app.sql(
    `select m.name, y.amount::text, y.prepay_id is not null as put_back from bill_payment y
       join pay_method m on m.tenant_id = y.tenant_id and m.id = y.pay_method_id
     where y.bill_id = $1 and y.kind = 4 order by y.pay_no`,
    [billId],
  )
const setting = (more: object) =>
  app.sql('update clinic set settings = settings || $2::jsonb where id = $1', [
    fixture.clinics.a1,
    JSON.stringify(more),
  ])
/** The accounts of papers and of what followed from them in other clinics. */
const books = (documents: readonly string[]) =>
  app.sql<{ clinic: string; account: string; amount: string }>(
    `select case p.clinic_id when $2 then 'A' else 'B' end as clinic, p.account, sum(p.amount)::text as amount from ledger_posting p
     where p.entry_id in (select e.id from ledger_entry e where e.document_id = any($1::uuid[])
       or e.document_id in (select x.id from ledger_entry x where x.document_id = any($1::uuid[])))
     group by 1, 2 having sum(p.amount) <> 0 order by 1, 2`,
    [documents, fixture.clinics.a1],
  )
const giveBack = async (id: string, amount: string, more: Partial<WireInput<typeof calls.requestReturn>> = {}) => ({
  id,
  version: (await seen(id)).version,
  amount,
  ways: [way(amount)],
  reason: '不种了',
  requestId: uuidv7(),
  ...more,
})

describe('taking money before there is a bill', () => {
  it('by several ways at once: cash received, no revenue, in the till of the cashier', async () => {
    const takings = async () => (await director.call(reporting.today, {})).numbers
    const today = await takings()
    const before = (await desk.call(shift.current, {})).shift
    const made = await received('1000.00', { ways: [way('600.00'), way('400.00', 'wechat')], remark: '预约种植' })
    expect(made.prepayNo).toMatch(/^YK261119-\d{4}$/)
    expect(await holds(made.id)).toEqual(['1000.00', 1])
    expect(await seen(made.id)).toMatchObject({
      purpose: '种植',
      refundable: true,
      openClinicName: '甲a1门诊',
      receiverName: expect.any(String) as string,
      agrees: true,
      log: [{ type: 1, amountDelta: '1000.00', balanceAfter: '1000.00', bizNo: made.prepayNo }],
      ways: [
        { name: '现金', amount: '600.00' },
        { name: '微信', amount: '400.00' },
      ],
    })
    expect(await books([made.id])).toEqual([
      { clinic: 'A', account: 'cash', amount: '1000.00' },
      { clinic: 'A', account: 'deposit', amount: '-1000.00' },
    ])
    const { shift: now } = await desk.call(shift.current, {})
    expect(Number(now?.total) - Number(before?.total ?? 0)).toBe(1000)
    expect((now?.receivedCount ?? 0) - (before?.receivedCount ?? 0)).toBe(1)
    expect((await director.call(patient.information, { id: p1 })).prepaidAmount).toBe('1000.00')
    // Today's takings on the home screen say what the till says.
    expect(Number((await takings()).received) - Number(today.received)).toBe(1000)
    const { book } = await finance.call(monthClose.state, { month: '2026-11' })
    expect(book).toMatchObject({
      takings: '1000.00',
      stored: '1000.00',
      revenue: '0.00',
      deposit: { opening: '0.00', received: '1000.00', closing: '1000.00' },
    })
  })

  it('the receipt says the sum in words, and the prints are counted', async () => {
    const made = await received('1234.50', { ways: [way('1000.00'), way('234.50', 'alipay')] })
    const paper = await desk.call(calls.receipt, { id: made.id })
    expect(paper).toMatchObject({
      clinic: { name: '甲a1门诊' },
      prepay: { prepayNo: made.prepayNo, purpose: '种植', amount: '1234.50' },
      ways: [
        { name: '现金', amount: '1000.00' },
        { name: '支付宝', amount: '234.50' },
      ],
      amountInWords: '壹仟贰佰叁拾肆元伍角整',
      printCount: 1,
    })
    expect((await desk.call(calls.receipt, { id: made.id })).printCount).toBe(2)
  })

  it('refuses what is no sum, does not fit its ways, or is nobody’s', async () => {
    const ask = { patientId: p1, purpose: '种植', requestId: uuidv7() }
    for (const amount of ['0.00', '-1.00'])
      expect(await desk.refused(calls.receive, { ...ask, amount, ways: [way('1.00')] })).toMatchObject({
        data: { fields: [{ field: 'amount' }] },
      })
    expect(await desk.refused(calls.receive, { ...ask, amount: '100.00', ways: [way('60.00')] })).toMatchObject({
      message: '还差 40.00 元',
      data: { fields: [{ field: 'ways' }] },
    })
    expect(await desk.refused(calls.receive, { ...ask, amount: '50.00', ways: [way('60.00')] })).toMatchObject({
      message: '收款金额超过应收 50.00 元',
    })
    expect(
      await desk.refused(calls.receive, { ...ask, amount: '50.00', ways: [way('50.00', 'card_principal')] }),
    ).toMatchObject({ data: { fields: [{ field: 'ways.0.payMethodId', message: '收预交金不能用储值本金' }] } })
    expect(
      await desk.refused(calls.receive, { ...ask, patientId: uuidv7(), amount: '50.00', ways: [way('50.00')] }),
    ).toMatchObject({ data: { fields: [{ field: 'patientId' }] } })
    expect(
      (await (await app.as('doctor')).refused(calls.receive, { ...ask, amount: '1.00', ways: [way('1.00')] })).http,
    ).toBe(403)
  })

  it('the same request twice is one', async () => {
    const ask = { patientId: p2, purpose: '正畸', amount: '88.00', ways: [way('88.00')], requestId: uuidv7() }
    const [one, two] = await Promise.all([desk.call(calls.receive, ask), desk.call(calls.receive, ask)])
    expect(one).toEqual(two)
    expect((await director.call(calls.ofPatient, { patientId: p2 })).list).toHaveLength(1)
  })

  it('what was typed wrong is taken back the same day, before anything moved and before the till was handed over', async () => {
    const made = await received('70.00', { refundable: false })
    const undo = async (id: string, version?: number) => ({
      id,
      version: version ?? (await seen(id)).version,
      reason: '金额收错',
      requestId: uuidv7(),
    })
    await desk.call(calls.undo, await undo(made.id))
    expect(await holds(made.id)).toEqual(['0.00', 4])
    expect((await desk.refused(calls.receipt, { id: made.id })).message).toBe('这笔预交金的收取已撤销，不能打印收据')
    expect(await moves(made.id)).toEqual([
      [4, '-70.00', '0.00'],
      [1, '70.00', '70.00'],
    ])
    expect(await books([made.id])).toEqual([])
    expect(await desk.refused(calls.undo, await undo(made.id))).toMatchObject({ message: '预交金已撤销，不能撤销' })
    const used = await received('50.00')
    await charged([['check', '20.00']], [byPrepay(used.id, '20.00')])
    expect((await desk.refused(calls.undo, await undo(used.id))).message).toBe('收取后已有变动，不能撤销，请走退款')
    const old = await received('30.00')
    await app.sql("update prepay set received_at = received_at - interval '1 day' where id = $1", [old.id])
    expect((await desk.refused(calls.undo, await undo(old.id))).code).toBe(errorTable.REVOKE_NOT_TODAY.code)
    await app.sql("update prepay set received_at = received_at + interval '1 day' where id = $1", [old.id])
    const [till] = await app.sql<{ shift_id: string }>('select shift_id from ledger_entry where document_id = $1', [
      old.id,
    ])
    const state = (status: number) =>
      app.sql('update cash_shift set status = $2 where id = $1', [till?.shift_id, status])
    await state(2)
    expect((await desk.refused(calls.undo, await undo(old.id))).code).toBe(errorTable.SHIFT_CLOSED.code)
    await state(1)
  })

  it('tells the patient, where the clinic wants that', async () => {
    await freshSms(app)
    await switchOn(app, admin, 'prepay.received', '{时间}收到您的{项目}{金额}元')
    const patientId = await newPatient()
    const ask = { patientId, requestId: uuidv7() }
    await received('66.00', ask)
    await received('66.00', ask)
    const rows = await app.sql<{ content: string }>(
      `select content from sms_outbox where scene = 'prepay.received' and patient_id = $1`,
      [patientId],
    )
    expect(rows.map(({ content }) => content)).toEqual([expect.stringContaining('收到您的种植预交金66.00元') as string])
    await dropSms(app)
  })
})

describe('paying with it', () => {
  it('mixed with WeChat: the trial balance is nothing, and refunds go back to it after what is cash-like (M1)', async () => {
    await setting({ refundMode: 1 })
    const made = await received('1000.00', { ways: [way('600.00'), way('400.00', 'wechat')] })
    const bill = await charged(
      [
        ['filling', '540.00'],
        ['check', '360.00'],
      ],
      [byPrepay(made.id, '300.00'), way('600.00', 'wechat')],
    )
    expect(await holds(made.id)).toEqual(['700.00', 1])
    const { payments } = await detail(bill.id)
    expect(payments.map(({ payMethodName, amount, prepayId }) => [payMethodName, amount, prepayId])).toEqual([
      ['预交金', '300.00', made.id],
      ['微信', '600.00', null],
    ])
    // Cash 600 and WeChat 1,000 came in; 900 was billed, and 700 is owed.
    expect(await books([made.id, bill.id])).toEqual([
      { clinic: 'A', account: 'billed', amount: '-900.00' },
      { clinic: 'A', account: 'cash', amount: '1600.00' },
      { clinic: 'A', account: 'deposit', amount: '-700.00' },
    ])
    // Deposit lies on the lines before what is cash-like.
    const lies = await app.sql(
      `select p.part, i.line_no, (-sum(p.amount))::text as amount from ledger_posting p join bill_item i on i.tenant_id = p.tenant_id and i.id = p.item_id
       where p.bill_id = $1 and p.account = 'receivable' and p.payment_id is not null group by 1, 2 order by 1, 2`,
      [bill.id],
    )
    expect(lies).toEqual([
      { part: 'cash', line_no: 1, amount: '360.00' },
      { part: 'cash', line_no: 2, amount: '240.00' },
      { part: 'deposit', line_no: 1, amount: '180.00' },
      { part: 'deposit', line_no: 2, amount: '120.00' },
    ])
    await refunded(bill.id, 1, '360.00')
    expect(await back(bill.id)).toEqual([{ name: '微信', amount: '-360.00', put_back: false }])
    await refunded(bill.id, 0, '540.00')
    expect(await back(bill.id)).toEqual([
      { name: '微信', amount: '-360.00', put_back: false },
      { name: '预交金', amount: '-300.00', put_back: true },
      { name: '微信', amount: '-240.00', put_back: false },
    ])
    expect(await holds(made.id)).toEqual(['1000.00', 1])
    expect(await moves(made.id)).toEqual([
      [3, '300.00', '1000.00'],
      [2, '-300.00', '700.00'],
      [1, '1000.00', '1000.00'],
    ])
    expect(await brokenInvariants(app.owner)).toEqual([])
  })

  it('in proportion to what was paid (M2): 120 back to it, 240 by WeChat', async () => {
    await setting({ refundMode: 2 })
    const made = await received('300.00')
    const bill = await charged(
      [
        ['filling', '540.00'],
        ['check', '360.00'],
      ],
      [byPrepay(made.id, '300.00'), way('600.00', 'wechat')],
    )
    expect(await holds(made.id)).toEqual(['0.00', 2])
    await refunded(bill.id, 1, '360.00')
    expect(await back(bill.id)).toEqual([
      { name: '预交金', amount: '-120.00', put_back: true },
      { name: '微信', amount: '-240.00', put_back: false },
    ])
    // Used up, it is for use again.
    expect(await holds(made.id)).toEqual(['120.00', 1])
    await setting({ refundMode: 1 })
  })

  it('a charge that is taken back gives it back', async () => {
    const made = await received('200.00')
    const bill = await charged([['check', '200.00']], [byPrepay(made.id, '200.00')])
    expect(await holds(made.id)).toEqual(['0.00', 2])
    await director.call(billing.revoke, { ...bill, reason: '收错', requestId: uuidv7() })
    expect(await holds(made.id)).toEqual(['200.00', 1])
    expect(await moves(made.id)).toEqual([
      [3, '200.00', '200.00'],
      [2, '-200.00', '0.00'],
      [1, '200.00', '200.00'],
    ])
  })

  it('repays what is owed, and is never set to another way afterwards', async () => {
    const patientId = await newPatient()
    const made = await received('100.00', { patientId })
    const bill = await charged([['filling', '300.00']], [way('50.00')], patientId)
    await desk.call(billing.repay, {
      patientId,
      billIds: [],
      payments: [byPrepay(made.id, '100.00'), way('20.00')],
      requestId: uuidv7(),
    })
    expect(await holds(made.id, patientId)).toEqual(['0.00', 2])
    const { payments, arrearsAmount } = await detail(bill.id)
    expect(arrearsAmount).toBe('130.00')
    const paid = payments.find(({ prepayId }) => prepayId === made.id)
    expect(
      await finance.refused(contract.payAdjust.adjust, {
        billId: bill.id,
        paymentId: paid?.id as string,
        ways: [way('100.00')],
        reason: '记错',
        requestId: uuidv7(),
      }),
    ).toMatchObject({ message: '会员卡、预交金付的不能改方式，请走退费' })
  })

  it('refuses what it can’t pay, and says how much it may be', async () => {
    const made = await received('100.00')
    const theirs = await received('100.00', { patientId: p2 })
    const refusedFor = async (payments: Payment[]) =>
      director.refused(billing.charge, pay(await billOf([['filling', '300.00']]), payments))
    expect(await refusedFor([byPrepay(made.id, '100.01')])).toMatchObject({
      message: '余额不足，最多可付 100.00 元',
      data: { fields: [{ field: 'payments.0.amount' }] },
    })
    for (const amount of ['0.00', '-1.00'])
      expect(await refusedFor([byPrepay(made.id, amount)])).toMatchObject({
        data: { fields: [{ field: 'payments.0.amount' }] },
      })
    expect(await refusedFor([byPrepay(theirs.id, '10.00')])).toMatchObject({
      data: { fields: [{ field: 'payments.0.prepayId', message: '不是这位患者的预交金' }] },
    })
    expect(await refusedFor([byPrepay(uuidv7(), '10.00')])).toMatchObject({
      data: { fields: [{ field: 'payments.0.prepayId' }] },
    })
    expect(await refusedFor([byPrepay(made.id, '10.00'), byPrepay(made.id, '10.00')])).toMatchObject({
      data: { fields: [{ field: 'payments.1.prepayId', message: '同一笔预交金只能写一次' }] },
    })
    expect(await refusedFor([{ payMethodId: methods.prepayment as string, amount: '10.00' }])).toMatchObject({
      data: { fields: [{ field: 'payments.0.prepayId', message: '请选择预交金' }] },
    })
    expect(await refusedFor([{ ...way('10.00'), prepayId: made.id }])).toMatchObject({
      data: { fields: [{ field: 'payments.0.prepayId', message: '现金不用预交金' }] },
    })
    expect(await holds(made.id)).toEqual(['100.00', 1])
  })

  it('many desks at once take no more than it holds', async () => {
    const made = await received('100.00')
    const bills = []
    for (let n = 0; n < 20; n += 1) bills.push(await billOf([['check', '7.00']]))
    const done = await Promise.allSettled(
      bills.map((bill) =>
        director.call(billing.charge, pay(bill, [byPrepay(made.id, '7.00')], { leaveArrears: false })),
      ),
    )
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(14)
    expect(await holds(made.id)).toEqual(['2.00', 1])
    expect(await brokenInvariants(app.owner)).toEqual([])
  })

  it('in another clinic: the clinic that took it owes that one, and no cash moves', async () => {
    const made = await received('1000.00', { patientId: p3 })
    const there = await app.as('director', 'a2')
    const bill = await there.call(billing.open, {
      patientId: p3,
      doctorId: fixture.doctors.a2[0] as string,
      items: [{ tariffId: fixture.tariffs.a.filling, price: '600.00', qty: 1, teeth: '' }],
      requestId: uuidv7(),
    })
    expect(await there.call(calls.payable, { patientId: p3 })).toMatchObject([
      { id: made.id, balanceAmount: '1000.00', openClinicName: '甲a1门诊' },
    ])
    const { version } = await there.call(billing.charge, pay(bill, [byPrepay(made.id, '600.00')]))
    expect(await holds(made.id, p3)).toEqual(['400.00', 1])
    expect(await books([bill.id])).toEqual([
      { clinic: 'A', account: 'deposit', amount: '600.00' },
      { clinic: 'A', account: 'interClinic', amount: '-600.00' },
      { clinic: 'B', account: 'billed', amount: '-600.00' },
      { clinic: 'B', account: 'interClinic', amount: '600.00' },
    ])
    const { book } = await finance.call(monthClose.state, { month: '2026-11' })
    expect(book.deposit.moved).toBe('-600.00')
    expect(
      await there.refused(calls.requestReturn, {
        id: made.id,
        version: (await seen(made.id, p3, there)).version,
        amount: '1.00',
        ways: [way('1.00')],
        reason: '退',
        requestId: uuidv7(),
      }),
    ).toMatchObject({ message: '这笔预交金在甲a1门诊收取，请到收款门诊办理' })
    await there.call(billing.revoke, { id: bill.id, version, reason: '收错', requestId: uuidv7() })
    expect(await books([bill.id])).toEqual([])
    expect(await holds(made.id, p3)).toEqual(['1000.00', 1])
    expect(await brokenInvariants(app.owner)).toEqual([])
  })
})

describe('giving it back', () => {
  it('in pieces that together reach the sum of approval waits for somebody else', async () => {
    const made = await received('900.00')
    const ask = async (amount: string) => finance.call(calls.requestReturn, await giveBack(made.id, amount))
    expect((await seen(made.id)).approvalFrom).toBe('300.00')
    expect((await ask('200.00')).status).toBe(2)
    expect((await seen(made.id)).approvalFrom).toBe('100.00')
    expect((await ask('99.99')).status).toBe(2)
    const third = await ask('0.01')
    expect(third.status).toBe(0)
    await finance.call(calls.withdrawReturn, { id: third.id, version: third.version, reason: '不退了' })
  })

  it('by the ways it came in, never more than it holds; the desk asks, finance pays, a slip is printed', async () => {
    const made = await received('250.00', { ways: [way('100.00'), way('150.00', 'wechat')] })
    expect(await desk.refused(calls.requestReturn, await giveBack(made.id, '250.01'))).toMatchObject({
      message: '余额不足，最多可退 250.00 元',
      data: { fields: [{ field: 'amount' }] },
    })
    expect(
      await desk.refused(calls.requestReturn, await giveBack(made.id, '200.00', { ways: [way('200.00', 'wechat')] })),
    ).toMatchObject({ data: { fields: [{ field: 'ways.0.amount', message: '微信收过 150.00 元，超出部分请退现金' }] } })
    expect(
      await desk.refused(calls.requestReturn, await giveBack(made.id, '20.00', { ways: [way('20.00', 'alipay')] })),
    ).toMatchObject({ message: '不是用支付宝收的，请原路退或退现金' })
    await app.sql('update pay_method set allow_refund = false where id = $1', [methods.wechat])
    expect(
      await desk.refused(calls.requestReturn, await giveBack(made.id, '20.00', { ways: [way('20.00', 'wechat')] })),
    ).toMatchObject({
      data: { fields: [{ field: 'ways.0.payMethodId', message: '微信不可退款，请选其他方式' }] },
    })
    await app.sql('update pay_method set allow_refund = true where id = $1', [methods.wechat])
    const asked = await desk.call(
      calls.requestReturn,
      await giveBack(made.id, '200.00', { ways: [way('150.00', 'wechat'), way('50.00')] }),
    )
    // The desk may ask, and has no right to pay out.
    expect(asked.status).toBe(1)
    expect(asked.returnNo).toMatch(/^YT261119-\d{4}$/)
    expect(await desk.refused(calls.requestReturn, await giveBack(made.id, '1.00'))).toMatchObject({
      code: errorTable.PREPAY_RETURN_OPEN.code,
    })
    expect(
      (await desk.refused(calls.payReturn, { id: asked.id, version: asked.version, requestId: uuidv7() })).http,
    ).toBe(403)
    expect((await desk.refused(calls.slip, { id: asked.id })).message).toBe('还没有退款，不能打印退款单')
    expect((await finance.call(calls.returns, {})).list[0]).toMatchObject({ id: asked.id, allowed: { pay: true } })
    await finance.call(calls.payReturn, { id: asked.id, version: asked.version, requestId: uuidv7() })
    expect(await holds(made.id)).toEqual(['50.00', 1])
    expect((await seen(made.id)).ways).toMatchObject([{ name: '现金', amount: '50.00' }])
    expect(await desk.call(calls.slip, { id: asked.id })).toMatchObject({
      return: {
        returnNo: asked.returnNo,
        amount: '200.00',
        ways: [
          { name: '微信', amount: '150.00' },
          { name: '现金', amount: '50.00' },
        ],
      },
      balanceAfter: '50.00',
      amountInWords: '贰佰元整',
      printCount: 1,
    })
    // The rest, by somebody who may do both: at once.
    const rest = await director.call(calls.requestReturn, await giveBack(made.id, '50.00'))
    expect(rest.status).toBe(2)
    expect(await holds(made.id)).toEqual(['0.00', 3])
    expect(await desk.refused(calls.requestReturn, await giveBack(made.id, '1.00'))).toMatchObject({
      message: '预交金已退，不能退款',
    })
    expect(
      await director.refused(billing.charge, pay(await billOf([['check', '1.00']]), [byPrepay(made.id, '1.00')])),
    ).toMatchObject({ message: '预交金已退，不能使用' })
    expect(await brokenInvariants(app.owner)).toEqual([])
  })

  it('from the clinic’s sum on another person agrees, never who asked', async () => {
    const made = await received('900.00')
    const asked = await director.call(calls.requestReturn, await giveBack(made.id, '300.00'))
    expect(asked.status).toBe(0)
    expect(
      await director.refused(calls.decideReturn, { id: asked.id, version: asked.version, agree: true }),
    ).toMatchObject({ code: errorTable.PREPAY_RETURN_SELF.code })
    expect(
      (await finance.refused(calls.payReturn, { id: asked.id, version: asked.version, requestId: uuidv7() })).message,
    ).toBe('退款单待审批，不能再操作')
    const agreed = await admin.call(calls.decideReturn, { id: asked.id, version: asked.version, agree: true })
    // Meanwhile it is used: it no longer holds as much.
    await charged([['rootCanal', '700.00']], [byPrepay(made.id, '700.00')])
    expect(
      await finance.refused(calls.payReturn, { id: asked.id, version: agreed.version, requestId: uuidv7() }),
    ).toMatchObject({
      message: '余额不足，最多可退 200.00 元',
    })
    await director.call(calls.withdrawReturn, { id: asked.id, version: agreed.version, reason: '改退少' })
    const less = await finance.call(calls.requestReturn, await giveBack(made.id, '200.00'))
    expect(less.status).toBe(2)
    expect(await holds(made.id)).toEqual(['0.00', 3])
    const refusedOne = await received('500.00')
    const second = await finance.call(calls.requestReturn, await giveBack(refusedOne.id, '500.00'))
    const no = await director.call(calls.decideReturn, {
      id: second.id,
      version: second.version,
      agree: false,
      reason: '先治疗',
    })
    expect(no.status).toBe(3)
    expect(await holds(refusedOne.id)).toEqual(['500.00', 1])
  })

  it('not when it was agreed that it stays', async () => {
    const made = await received('100.00', { refundable: false })
    expect(await finance.refused(calls.requestReturn, await giveBack(made.id, '10.00'))).toMatchObject({
      message: '收取时约定不退，不能退款',
    })
    expect((await seen(made.id)).allowed.giveBack).toBe(false)
  })

  it('a bill that it paid gives cash back once it was given back itself, when another agrees', async () => {
    const made = await received('200.00')
    const bill = await charged([['check', '150.00']], [byPrepay(made.id, '150.00')])
    await finance.call(calls.requestReturn, await giveBack(made.id, '50.00'))
    expect(await holds(made.id)).toEqual(['0.00', 3])
    expect(await director.refused(billing.revoke, { ...bill, reason: '收错', requestId: uuidv7() })).toMatchObject({
      message: '付款的预交金已退，不能撤销收费，请走退款',
    })
    const { version, items } = await detail(bill.id)
    const ask = {
      billId: bill.id,
      version,
      type: 1 as const,
      items: [{ billItemId: items[0]?.id as string, qty: 1, amount: '150.00' }],
    }
    const preview = await director.call(refund.preview, ask)
    expect(preview.ways.map(({ payMethodName, back: sum }) => [payMethodName, sum])).toEqual([
      ['现金（原预交金已退）', '150.00'],
    ])
    const asked = await director.call(refund.request, { ...ask, payNow: true, reason: '不做了', requestId: uuidv7() })
    // Below the sum from which refunds are agreed to, and yet it waits.
    expect(asked.status).toBe(0)
    const agreed = await admin.call(refund.decide, { id: asked.id, version: asked.version, agree: true, reason: '' })
    await finance.call(refund.pay, { id: asked.id, version: agreed.version, requestId: uuidv7() })
    expect(await back(bill.id)).toEqual([{ name: '现金', amount: '-150.00', put_back: false }])
    expect(await holds(made.id)).toEqual(['0.00', 3])
    expect(await brokenInvariants(app.owner)).toEqual([])
  })
})

describe('handing it to another patient', () => {
  interface Asked {
    id: string
    from: string
    to: string
    amount?: string
    shared?: boolean
  }
  async function codeFor(side: 'from' | 'to', asked: Asked): Promise<string> {
    await app.sql('delete from rate_limit')
    app.clock.advance(1.1)
    const { id, to: toPatientId, amount = '300.00', shared = false } = asked
    const [owner] = await app.sql<{ mobile: string }>('select mobile from patient where id = $1', [asked[side]])
    expect(await desk.call(calls.sendCode, { id, toPatientId, amount, side })).toEqual({
      mobile: `${owner?.mobile.slice(0, 3)}****${owner?.mobile.slice(-4)}`,
      shared,
    })
    return codes.get(`prepay:${owner?.mobile}`) as string
  }

  it('both agree by a code; it is a prepayment of its own that may be given back in cash', async () => {
    const [father, son] = [await newPatient('贺建国'), await newPatient('贺一鸣')]
    const made = await received('800.00', { patientId: father, ways: [way('800.00', 'wechat')] })
    const ask = async (more: Partial<WireInput<typeof calls.transfer>> = {}) => ({
      id: made.id,
      version: (await seen(made.id, father)).version,
      toPatientId: son,
      amount: '300.00',
      fromCode: '000000',
      toCode: '000000',
      reason: '给儿子种牙',
      requestId: uuidv7(),
      ...more,
    })
    expect(await desk.refused(calls.transfer, await ask())).toMatchObject({ data: { fields: [{ field: 'fromCode' }] } })
    const who = { id: made.id, from: father, to: son }
    // A code is good for its sum, its side and its two patients alone, and says so.
    const other = await codeFor('from', { ...who, amount: '299.99' })
    expect(await desk.refused(calls.transfer, await ask({ fromCode: other }))).toMatchObject({
      data: { fields: [{ field: 'fromCode' }] },
    })
    const fromCode = await codeFor('from', who)
    // The message is on its way while the desk goes on.
    await expect
      .poll(() => app.sql(`select 1 as sent from platform_sms where content like '%用于转出您的预交金 300.00 元%'`))
      .toEqual([{ sent: 1 }])
    expect(await desk.refused(calls.transfer, await ask({ fromCode }))).toMatchObject({
      data: { fields: [{ field: 'toCode' }] },
    })
    const toCode = await codeFor('to', who)
    expect(await desk.refused(calls.transfer, await ask({ fromCode, toCode, amount: '800.01' }))).toMatchObject({
      message: '余额不足，最多可转 800.00 元',
    })
    expect(await desk.refused(calls.transfer, await ask({ fromCode, toCode, toPatientId: father }))).toMatchObject({
      data: { fields: [{ field: 'toPatientId', message: '不能转给自己' }] },
    })
    const sent = await desk.call(calls.transfer, await ask({ fromCode, toCode }))
    expect(await holds(made.id, father)).toEqual(['500.00', 1])
    expect(await holds(sent.toId, son)).toEqual(['300.00', 1])
    expect((await seen(made.id, father)).log?.[0]).toMatchObject({
      type: 5,
      amountDelta: '-300.00',
      otherName: '贺一鸣',
    })
    const theirs = await seen(sent.toId, son)
    expect(theirs.log).toMatchObject([{ type: 6, amountDelta: '300.00', otherName: '贺建国' }])
    expect([theirs.ways, theirs.purpose, theirs.remark]).toEqual([[], '种植', ''])
    expect((await desk.call(calls.receipt, { id: sent.toId })).fromName).toBe('贺建国')
    // A code is good once.
    expect(await desk.refused(calls.transfer, await ask({ fromCode, toCode }))).toMatchObject({
      code: errorTable.CARD_CODE.code,
    })
    const version = theirs.version
    const returning = { id: sent.toId, version, amount: '10.00', reason: '退', requestId: uuidv7() }
    expect(await finance.refused(calls.requestReturn, { ...returning, ways: [way('10.00', 'wechat')] })).toMatchObject({
      message: '不是用微信收的，请原路退或退现金',
    })
    await finance.call(calls.requestReturn, { ...returning, ways: [way('10.00')] })
    expect(await holds(sent.toId, son)).toEqual(['290.00', 1])
    expect(await brokenInvariants(app.owner)).toEqual([])
  })

  it('two of a family with one phone agree by one code', async () => {
    const [mother, child] = [await newPatient('贺兰'), await newPatient('贺小满')]
    await app.sql('update patient set mobile = (select mobile from patient where id = $1) where id = $2', [
      mother,
      child,
    ])
    const made = await received('300.00', { patientId: mother })
    const who = { id: made.id, from: mother, to: child, shared: true }
    const ask = async (fromCode: string) => ({
      id: made.id,
      version: (await seen(made.id, mother)).version,
      toPatientId: child,
      amount: '300.00',
      fromCode,
      reason: '给孩子矫正',
      requestId: uuidv7(),
    })
    expect(await desk.refused(calls.transfer, await ask('000000'))).toMatchObject({
      data: { fields: [{ field: 'fromCode' }] },
    })
    const sent = await desk.call(calls.transfer, await ask(await codeFor('to', who)))
    expect(await holds(made.id, mother)).toEqual(['0.00', 2])
    expect(await holds(sent.toId, child)).toEqual(['300.00', 1])
  })

  it('is not handed over while something of it waits to be given back', async () => {
    const [from, to] = [await newPatient('贺闻'), await newPatient('贺远')]
    const made = await received('900.00', { patientId: from })
    const { version } = await seen(made.id, from)
    const asked = await desk.call(calls.requestReturn, {
      id: made.id,
      version,
      amount: '900.00',
      ways: [way('900.00')],
      reason: '不种了',
      requestId: uuidv7(),
    })
    expect(asked.status).toBe(0)
    const who = { id: made.id, from, to, amount: '900.00' }
    const [fromCode, toCode] = [await codeFor('from', who), await codeFor('to', who)]
    const ask = { id: made.id, version: (await seen(made.id, from)).version, toPatientId: to, amount: '900.00' }
    expect(
      (await desk.refused(calls.transfer, { ...ask, fromCode, toCode, reason: '转', requestId: uuidv7() })).code,
    ).toBe(errorTable.PREPAY_RETURN_OPEN.code)
    await desk.call(calls.withdrawReturn, { id: asked.id, version: asked.version, reason: '不退了' })
  })
})

describe('the file of its patient', () => {
  it('two files that become one have both, and the undoing gives each its own', async () => {
    const [keep, remove] = [await newPatient('宋怀瑾'), await newPatient('宋怀瑾')]
    const one = await received('10.00', { patientId: keep })
    const two = await received('20.00', { patientId: remove })
    const { keep: kept, remove: gone, fields } = await admin.call(merge.preview, { keepId: keep, removeId: remove })
    const merged = await admin.call(merge.merge, {
      keepId: keep,
      keepVersion: kept.version,
      removeId: remove,
      removeVersion: gone.version,
      fieldChoices: Object.fromEntries(
        fields.flatMap(({ field, how }) => (how === 'choose' ? [[field, 'keep' as const]] : [])),
      ),
      reason: '重复建档',
      requestId: uuidv7(),
    })
    expect((await director.call(calls.ofPatient, { patientId: keep })).list.map(({ id }) => id).sort()).toEqual(
      [one.id, two.id].sort(),
    )
    expect((await director.call(patient.information, { id: keep })).prepaidAmount).toBe('30.00')
    expect(
      await desk.refused(calls.receive, {
        patientId: remove,
        purpose: '种植',
        amount: '1.00',
        ways: [way('1.00')],
        requestId: uuidv7(),
      }),
    ).toMatchObject({ data: { fields: [{ field: 'patientId' }] } })
    // Meanwhile a bill of the one file is paid with what the other had brought.
    const bill = await charged([['check', '5.00']], [byPrepay(two.id, '5.00')], keep)
    const { version } = await admin.call(merge.detail, { id: merged.id })
    await admin.call(merge.undo, { id: merged.id, version, reason: '并错了', requestId: uuidv7() })
    expect(await holds(one.id, keep)).toEqual(['10.00', 1])
    expect(await holds(two.id, remove)).toEqual(['15.00', 1])
    expect(await brokenInvariants(app.owner)).toEqual([])
    // What goes back on it goes back to whose money it was.
    await refunded(bill.id, 0, '5.00')
    expect(await holds(two.id, remove)).toEqual(['20.00', 1])
    expect(await brokenInvariants(app.owner)).toEqual([])
  })

  it('is not deleted while it has any', async () => {
    const patientId = await newPatient('罗望舒')
    await received('10.00', { patientId })
    const refused = await admin.refused(patient.remove, { patientIds: [patientId], reason: '', requestId: uuidv7() })
    expect(JSON.stringify([refused.message, refused.data])).toContain('有 1 笔预交金')
  })

  it('whoever may not see amounts is told no sums', async () => {
    await app.sql(
      `insert into post_resource (tenant_id, post_id, resource, data_scope)
       select p.tenant_id, p.id, r, 5 from post p cross join unnest(array['/prepayments:view', '/allTimePatients:view']) r
       where p.tenant_id = $1 and p.code = 'nurse' on conflict (tenant_id, post_id, resource) do update set data_scope = 5`,
      [fixture.tenants.a],
    )
    const nurse = await app.as('nurse')
    const { list, returns } = await nurse.call(calls.ofPatient, { patientId: p1 })
    expect(list.length).toBeGreaterThan(0)
    for (const one of list)
      expect(one).toMatchObject({ balanceAmount: null, amount: null, log: null, ways: [], cameBy: [] })
    expect(returns).toEqual([])
    expect((await nurse.refused(calls.payable, { patientId: p1 })).http).toBe(403)
  })
})

describe('the list of the clinic', () => {
  it('names what is in use, all, and what waits to be given back', async () => {
    const { list, counts, balance } = await finance.call(calls.list, { tab: 'valid', pageSize: 100 })
    expect(list.length).toBe(counts.valid)
    expect(list.every(({ status }) => status === 1)).toBe(true)
    const total = list.reduce((sum, one) => sum + Math.round(Number(one.balanceAmount) * 100), 0)
    expect(Math.round(Number(balance) * 100)).toBe(total)
    const all = await finance.call(calls.list, { tab: 'all', pageSize: 100 })
    expect(all.total).toBe(counts.all)
    expect(all.total).toBeGreaterThan(counts.valid)
    const [one] = list
    const found = await finance.call(calls.list, { tab: 'all', keyword: one?.prepayNo as string })
    expect(found.list.map(({ id }) => id)).toEqual([one?.id])
  })

  it('the app itself writes neither a balance nor a movement', async () => {
    const rights = await app.sql(
      `select c as column from unnest(array['balance_amount', 'status']) c
       where has_column_privilege('dentin_app', 'prepay', c, 'update') or has_column_privilege('dentin_app', 'prepay', c, 'insert')
       union all select 'log' where has_table_privilege('dentin_app', 'prepay_log', 'insert')`,
    )
    expect(rights).toEqual([])
  })
})

describe('a closed month', () => {
  it('takes nothing, and is not closed while something waits to be given back', async () => {
    const { checks, identities } = await finance.call(monthClose.state, { month: '2026-11' })
    expect(checks.find(({ code }) => code === 'prepayReturns')).toMatchObject({ blocks: true, count: 0 })
    expect(identities.filter(({ holds: good }) => !good)).toEqual([])
    const made = await received('600.00')
    const asked = await desk.call(calls.requestReturn, await giveBack(made.id, '400.00'))
    const waiting = (await finance.call(monthClose.state, { month: '2026-11' })).checks
    expect(waiting.find(({ code }) => code === 'prepayReturns')).toMatchObject({ count: 1 })
    await desk.call(calls.withdrawReturn, { id: asked.id, version: asked.version, reason: '不退了' })
    await app.sql(
      `insert into month_close (tenant_id, id, clinic_id, close_no, month, status, book, closed_at, closer_name, created_at, updated_at)
       values ($1, $2, $3, 'YJ-1', '2026-11-01', 1, app.month_book($1, $3, '2026-11-01'), now(), '财务', now(), now())`,
      [fixture.tenants.a, uuidv7(), fixture.clinics.a1],
    )
    expect(
      await desk.refused(calls.receive, {
        patientId: p1,
        purpose: '种植',
        amount: '1.00',
        ways: [way('1.00')],
        requestId: uuidv7(),
      }),
    ).toMatchObject({ code: errorTable.MONTH_CLOSED.code })
  })
})
