import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../../test/harness.ts'

const { billing, discountApproval: calls, messaging, monthClose } = contract
const [p1] = fixture.patients.a as [string]
const app = await testApp({ at: '2026-11-20 09:00:00' })
let desk: Client
let director: Client
let admin: Client
beforeAll(async () => {
  desk = await app.as('reception')
  director = await app.as('director')
  admin = await app.as('admin')
})

const cleaning = (price = '200.00') => [{ tariffId: fixture.tariffs.a.cleaning as string, price, qty: 1, teeth: '' }]
const open = () => desk.call(billing.open, { patientId: p1, items: cleaning(), requestId: uuidv7() })
type Asked = WireInput<typeof calls.request>
const asked = (bill: { id: string; version: number }, more: Partial<Asked> = {}): Asked => ({
  billId: bill.id,
  version: bill.version,
  items: cleaning(),
  discountPercent: 70,
  discountReason: '员工亲属',
  reason: '老患者介绍来的',
  requestId: uuidv7(),
  ...more,
})
const ask = (bill: { id: string; version: number }, more: Partial<Asked> = {}) =>
  desk.call(calls.request, asked(bill, more))
const detail = (id: string, client = desk) => client.call(billing.detail, { id })
const decide = (one: { id: string; version: number }, agree: boolean, reason = '', client = director) =>
  client.call(calls.decide, { id: one.id, version: one.version, agree, reason })
const told = async (client: Client) =>
  (await client.call(messaging.messages, { pageSize: 5 })).list.map(({ title }) => title)
const payments = (amount: string) => [{ payMethodId: fixture.payMethods.a.cash as string, amount }]

describe('优惠审批', () => {
  it('keeps what was typed, tells those who may, and agreeing changes the bill exactly so', async () => {
    const bill = await open()
    // What the desk may not give it may not save.
    const { items, discountPercent } = asked(bill)
    expect((await desk.refused(billing.save, { ...bill, items, discountPercent })).code).toBe(26004)
    const one = await ask(bill)
    expect(one).toMatchObject({ status: 0, approvalNo: 'YH261120-0001' })
    expect(await detail(bill.id)).toMatchObject({ version: bill.version, receivableAmount: '200.00' })
    expect((await told(director))[0]).toMatch(/申请优惠 60\.00 元，等您审批$/)
    // It stands on the list of whoever may agree, and on nobody else's, until it is answered.
    const waiting = async () => (await director.call(calls.waiting, {})).map(({ id }) => id)
    expect(await waiting()).toEqual([one.id])
    expect((await desk.refused(calls.waiting, {})).http).toBe(403)
    expect(await (await app.as('director', 'a2')).call(calls.waiting, {})).toEqual([])
    const seen = await director.call(calls.detail, { id: one.id })
    expect(seen).toMatchObject({
      originalAmount: '200.00',
      discountAmount: '60.00',
      receivableAmount: '140.00',
      standingAmount: '200.00',
      reason: '老患者介绍来的',
      isStale: false,
      allowed: { decide: true },
      items: [{ price: '200.00', listPrice: '200.00', amount: '140.00' }],
    })
    expect(await decide(one, true)).toMatchObject({ status: 1 })
    expect(await waiting()).toEqual([])
    const now = await detail(bill.id)
    expect(now).toMatchObject({ receivableAmount: '140.00', discountPercent: 70, discountReason: '员工亲属' })
    expect(now.discountApproverName).not.toBe('')
    const [row] = await app.sql('select discount_approver_id from bill where id = $1', [bill.id])
    expect(row).toEqual({ discount_approver_id: fixture.employees.a1.director })
    expect((await told(desk))[0]).toMatch(/同意了优惠 60\.00 元$/)
    await desk.call(billing.charge, {
      id: bill.id,
      version: now.version,
      payments: payments('140.00'),
      requestId: uuidv7(),
    })
  })

  it('keeps whose work it is, of the bill and of each line, until somebody agrees', async () => {
    const [d1, d2] = fixture.doctors.a1 as [string, string]
    const bill = await open()
    const one = await ask(bill, {
      doctorId: d1,
      items: [...cleaning(), ...cleaning().map((line) => ({ ...line, doctorId: d2 }))],
    })
    expect((await detail(bill.id)).doctorId).toBeNull()
    await decide(one, true)
    const { doctorId, items } = await detail(bill.id)
    expect([doctorId, ...items.map((line) => line.doctorId)]).toEqual([d1, d1, d2])
    const reception = fixture.employees.a1.reception as string
    expect((await desk.refused(calls.request, asked(await open(), { doctorId: reception }))).message).toBe(
      '没有找到该医生',
    )
  })

  it('keeps who agreed while the desk saves the bill as it stands, and forgets them with another discount', async () => {
    const bill = await open()
    await decide(await ask(bill), true)
    const { version } = await detail(bill.id)
    const same = { id: bill.id, items: cleaning(), discountPercent: 70 }
    const kept = await desk.call(billing.save, { ...same, version, remark: '开发票' })
    expect((await detail(bill.id)).discountApproverName).not.toBe('')
    await desk.call(billing.save, { ...same, version: kept.version, discountPercent: 95 })
    expect((await detail(bill.id)).discountApproverName).toBe('')
  })

  it('is never agreed to by whoever asked, nor refused without words', async () => {
    const bill = await open()
    const one = await ask(bill)
    await app.sql('update discount_approval set applicant_id = $1 where id = $2', [
      fixture.employees.a1.director,
      one.id,
    ])
    expect((await director.call(calls.detail, { id: one.id })).allowed.decide).toBe(false)
    const input = { id: one.id, version: one.version, agree: true }
    expect((await director.refused(calls.decide, input)).code).toBe(26703)
    const wordless = await admin.refused(calls.decide, { ...input, agree: false })
    expect(wordless.data.fields).toEqual([{ field: 'reason', message: '请写明拒绝的原因' }])
    expect((await desk.refused(calls.decide, input)).http).toBe(403)
    expect(await decide(one, false, '上次已给过优惠', admin)).toMatchObject({ status: 2 })
    expect(await detail(bill.id)).toMatchObject({ version: bill.version, receivableAmount: '200.00' })
    const [last] = await desk.call(calls.ofBill, { billId: bill.id })
    expect(last).toMatchObject({ status: 2, decisionReason: '上次已给过优惠' })
  })

  it('changes nothing of a bill that has moved since, and says so', async () => {
    const bill = await open()
    const one = await ask(bill)
    await desk.call(billing.save, { ...bill, items: cleaning(), discountPercent: 95 })
    expect((await director.call(calls.detail, { id: one.id })).isStale).toBe(true)
    const input = { id: one.id, version: one.version, agree: true }
    expect((await director.refused(calls.decide, input)).code).toBe(26704)
    expect(await detail(bill.id)).toMatchObject({ receivableAmount: '190.00', discountApproverName: '' })
    await desk.call(calls.withdraw, { id: one.id, version: one.version })
    const charged = await open()
    const late = await ask(charged)
    await desk.call(billing.charge, { ...charged, payments: payments('200.00'), requestId: uuidv7() })
    expect((await director.refused(calls.decide, { ...input, id: late.id, version: late.version })).code).toBe(26704)
  })

  it('is one at a time, for what is beyond one’s limit only, also for a price; the lowest price holds for everybody', async () => {
    const bill = await open()
    expect((await desk.refused(calls.request, asked(bill, { discountPercent: 95 }))).code).toBe(26701)
    const one = await ask(bill, { items: cleaning('150.00'), discountPercent: 100 })
    expect((await desk.refused(calls.request, asked(bill))).code).toBe(26702)
    await decide(one, true)
    expect(await detail(bill.id)).toMatchObject({ receivableAmount: '150.00', items: [{ price: '150.00' }] })
    const strict = await open()
    await app.sql('update tariff set min_price = 180 where id = $1', [fixture.tariffs.a.cleaning])
    const refused = await desk.refused(calls.request, asked(strict, { items: cleaning('150.00') }))
    expect(refused.data.fields?.[0]?.field).toBe('items.0.price')
    await app.sql('update tariff set min_price = null where id = $1', [fixture.tariffs.a.cleaning])
  })

  it('does not stand in the way of closing the month', async () => {
    // With the one above, whose bill was charged meanwhile.
    await ask(await open())
    app.clock.set(new Date('2026-12-02T02:00:00Z'))
    const finance = await app.as('finance')
    const { checks } = await finance.call(monthClose.state, { month: '2026-11' })
    expect(checks.find(({ code }) => code === 'discountApprovals')).toMatchObject({ blocks: false, count: 2 })
  })
})
