import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'

// Giving a card's money back: below the clinic's sum (300.00) at once, from it on with another person.

const { billing, memberCard: calls, monthClose } = contract
const [p1] = fixture.patients.a as [string]
const methods = fixture.payMethods.a
const cash = methods.cash as string

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

/** A card that was sold, with principal and bonus. */
async function cardWith(principal: string, bonus = '0.00', more: object = {}) {
  const { id: typeId } = await director.call(calls.saveType, {
    name: `退卡${uuidv7().slice(-8)}`,
    kind: 1,
    salePrice: '0.00',
    validType: 1,
    useOrder: 3,
    steps: [{ amount: principal, bonus }],
    requestId: uuidv7(),
    ...more,
  } as WireInput<typeof calls.saveType>)
  const ways = [{ payMethodId: cash, amount: principal }]
  return desk.call(calls.openCard, { patientId: p1, typeId, amount: principal, ways, requestId: uuidv7() })
}
const face = async (id: string) => {
  const { cards } = await director.call(calls.basicInformation, { patientId: p1 })
  const found = cards.find((card) => card.id === id)
  if (!found) throw new Error('no such card')
  return found
}
const holds = async (id: string) => {
  const { principalAmount, bonusAmount, status } = await face(id)
  return [principalAmount, bonusAmount, status]
}
type Ask = Partial<WireInput<typeof calls.refund>>
const wish = async (id: string, more: Ask) => ({
  id,
  version: (await face(id)).version,
  payMethodId: cash,
  reason: '搬家',
  requestId: uuidv7(),
  ...more,
})
const paperOf = async (who: Client, id: string) => {
  const { list } = await who.call(calls.refunds, { pageNum: 1, pageSize: 50 })
  const found = list.find((paper) => paper.id === id)
  if (!found) throw new Error('no such paper')
  return found
}
const said = async (id: string, agree = true, reason = '') => ({
  id,
  version: (await paperOf(director, id)).version,
  agree,
  reason,
})
const step = async (id: string) => ({ id, version: (await paperOf(director, id)).version, requestId: uuidv7() })
/** Asked for by finance, agreed to by the director. */
async function agreed(cardId: string, more: Ask) {
  const asked = await finance.call(calls.refund, await wish(cardId, more))
  expect(asked).toMatchObject({ refundStatus: 0, logId: null })
  await director.call(calls.decideRefund, await said(asked.refundId))
  return asked
}
const bigCard = async () => (await cardWith('900.00')).id
/** Pays a bill of some yuan with the card. */
async function use(cardId: string, amount: string) {
  const bill = await director.call(billing.open, {
    patientId: p1,
    doctorId: fixture.doctors.a1[0] as string,
    items: [{ tariffId: fixture.tariffs.a.check, price: amount, qty: 1, teeth: '' }],
    requestId: uuidv7(),
  })
  const payments = [{ payMethodId: methods.card_principal as string, amount, cardId }]
  return director.call(billing.charge, { ...bill, payments, requestId: uuidv7() } as never)
}

it('goes out by no way that does not give back', async () => {
  const { id } = await cardWith('1000.00', '200.00')
  await app.sql('update pay_method set allow_refund = false where id = $1', [methods.cash])
  expect(await finance.refused(calls.refund, await wish(id, { amount: '100.00' }))).toMatchObject({
    message: '现金不可退款，请选其他方式',
  })
  await app.sql('update pay_method set allow_refund = true where id = $1', [methods.cash])
  expect(await holds(id)).toEqual(['1000.00', '200.00', 1])
})

describe('whoever may only ask for a card’s money back', () => {
  it('asks, withdraws the own paper and no other; whoever gives cards back pays it', async () => {
    const card = await cardWith('200.00', '20.00')
    const asked = await desk.call(calls.refund, await wish(card.id, { amount: '100.00' }))
    // Below the sum of the clinic nobody has to agree, but the money waits for who pays it out.
    expect(asked).toMatchObject({ refundStatus: 1, logId: null })
    expect(await holds(card.id)).toEqual(['200.00', '20.00', 1])
    expect(await paperOf(desk, asked.refundId)).toMatchObject({
      allowed: { decide: false, pay: false, withdraw: true },
    })
    expect((await desk.refused(calls.payRefund, await step(asked.refundId))).http).toBe(403)
    const done = await finance.call(calls.payRefund, await step(asked.refundId))
    expect(done.status).toBe(2)
    expect(await holds(card.id)).toEqual(['100.00', '10.00', 1])

    const own = await desk.call(calls.refund, await wish(card.id, { amount: '50.00' }))
    const { requestId: _one, ...mine } = await step(own.refundId)
    await desk.call(calls.withdrawRefund, { ...mine, reason: '不退了' })
    const others = await finance.call(calls.refund, await wish(await bigCard(), { amount: '400.00' }))
    expect(await paperOf(desk, others.refundId)).toMatchObject({ allowed: { withdraw: false } })
    const { requestId: _two, ...theirs } = await step(others.refundId)
    expect(await desk.refused(calls.withdrawRefund, { ...theirs, reason: '不退了' })).toMatchObject({
      code: 26298,
      message: '只能撤回自己申请的退卡',
    })
  })
})

describe('a second person', () => {
  it('below the sum one person pays at once; a paper is kept of it all the same', async () => {
    const { id } = await cardWith('1000.00', '200.00')
    const done = await finance.call(calls.refund, await wish(id, { amount: '299.99' }))
    expect(done).toMatchObject({ refundStatus: 2, paidBack: '299.99', bonusTaken: '60.00', logId: expect.any(String) })
    expect(await holds(id)).toEqual(['700.01', '140.00', 1])
    expect(await paperOf(finance, done.refundId)).toMatchObject({
      refundNo: done.refundNo,
      status: 2,
      applicantName: expect.any(String),
      approverName: null,
      mayPrint: true,
    })
  })

  it('from the sum on it is asked for: nothing moves before another person agreed and it was paid', async () => {
    const { id } = await cardWith('1000.00', '200.00')
    const asked = await finance.call(calls.refund, await wish(id, { amount: '300.00' }))
    expect(asked).toMatchObject({ refundStatus: 0, logId: null, paidBack: '300.00', bonusTaken: '60.00' })
    expect(await holds(id)).toEqual(['1000.00', '200.00', 1])
    const { refundId } = asked
    expect((await paperOf(finance, refundId)).allowed).toEqual({ decide: false, pay: false, withdraw: true })
    expect((await paperOf(director, refundId)).allowed.decide).toBe(true)
    expect(await finance.refused(calls.payRefund, await step(refundId))).toMatchObject({ code: 26268 })
    // Who may approve, and who is told of it.
    expect(await finance.refused(calls.decideRefund, await said(refundId))).toMatchObject({ http: 403 })
    const told = await app.sql(
      `select title from message where link = '/membercard?tab=refunds' and title like '%申请退卡 300.00 元%'`,
    )
    expect(told.length).toBeGreaterThan(0)
    await director.call(calls.decideRefund, await said(refundId))
    expect(await director.refused(calls.decideRefund, await said(refundId))).toMatchObject({ code: 26268 })
    await finance.call(calls.payRefund, await step(refundId))
    expect(await holds(id)).toEqual(['700.00', '140.00', 1])
    expect(await paperOf(finance, refundId)).toMatchObject({ status: 2, amount: '300.00', bonusTaken: '60.00' })
    const { version } = await paperOf(finance, refundId)
    expect(await finance.refused(calls.withdrawRefund, { id: refundId, version, reason: '晚了' })).toMatchObject({
      code: 26268,
    })
  })

  it('never is whoever asked', async () => {
    const { id } = await cardWith('500.00')
    const { refundId } = await director.call(calls.refund, await wish(id, { whole: true }))
    expect(await director.refused(calls.decideRefund, await said(refundId))).toMatchObject({
      code: 26269,
      message: '退卡须由另一个人审批',
    })
    await admin.call(calls.decideRefund, await said(refundId))
    await director.call(calls.payRefund, await step(refundId))
    expect(await holds(id)).toEqual(['0.00', '0.00', 5])
  })

  it('what went back before counts: a card does not leave in pieces', async () => {
    const { id } = await cardWith('1000.00')
    expect(await finance.call(calls.refund, await wish(id, { amount: '200.00' }))).toMatchObject({ refundStatus: 2 })
    expect(await finance.call(calls.refundPreview, { id })).toEqual({ makeUp: '0.00', approvalFrom: '100.00' })
    expect(await finance.call(calls.refund, await wish(id, { amount: '99.99' }))).toMatchObject({ refundStatus: 2 })
    expect(await finance.call(calls.refund, await wish(id, { amount: '0.01' }))).toMatchObject({ refundStatus: 0 })
  })

  it('refuses with words, and it may be asked for anew; one at a time', async () => {
    const { id } = await cardWith('500.00')
    const first = await finance.call(calls.refund, await wish(id, { whole: true }))
    expect(await finance.refused(calls.refund, await wish(id, { amount: '1.00' }))).toMatchObject({
      code: 26267,
      message: '这张卡已有退卡在办理，先办完或撤回',
    })
    await director.call(calls.decideRefund, await said(first.refundId, false, '先联系患者'))
    expect(await paperOf(finance, first.refundId)).toMatchObject({ status: 3, decisionReason: '先联系患者' })
    expect(await finance.refused(calls.payRefund, await step(first.refundId))).toMatchObject({ code: 26268 })
    const second = await finance.call(calls.refund, await wish(id, { whole: true }))
    const { version } = await paperOf(finance, second.refundId)
    await finance.call(calls.withdrawRefund, { id: second.refundId, version, reason: '患者改了主意' })
    expect(await paperOf(finance, second.refundId)).toMatchObject({ status: 5 })
    expect(await holds(id)).toEqual(['500.00', '0.00', 1])
  })
})

describe('paid from the card as it is then', () => {
  it('a part: bonus in the share of that day; less principal than asked is refused with what there is', async () => {
    const { id } = await cardWith('1000.00', '200.00')
    const { refundId } = await agreed(id, { amount: '500.00' })
    await use(id, '360.00')
    // 700 and 140 are left: 500 takes 100 along, as it would have on the day it was asked for.
    expect(await holds(id)).toEqual(['700.00', '140.00', 1])
    await use(id, '300.00')
    expect(await holds(id)).toEqual(['450.00', '90.00', 1])
    expect(await finance.refused(calls.payRefund, await step(refundId))).toMatchObject({
      code: 26252,
      message: '赠金不能退现，最多可退 450.00 元',
    })
    expect(await holds(id)).toEqual(['450.00', '90.00', 1])
  })

  it('a part after the bonus has changed: the paper says what was taken back then', async () => {
    const { id } = await cardWith('1000.00', '200.00', { useOrder: 2 })
    const { refundId } = await agreed(id, { amount: '500.00' })
    await use(id, '100.00')
    expect(await holds(id)).toEqual(['1000.00', '100.00', 1])
    await finance.call(calls.payRefund, await step(refundId))
    expect(await holds(id)).toEqual(['500.00', '50.00', 1])
    expect(await paperOf(finance, refundId)).toMatchObject({ status: 2, amount: '500.00', bonusTaken: '50.00' })
  })

  it('all of it: not when the card holds less, nor more, than was agreed to', async () => {
    const { id } = await cardWith('500.00')
    const { refundId } = await agreed(id, { whole: true })
    const { version } = await face(id)
    const ways = [{ payMethodId: cash, amount: '100.00' }]
    await desk.call(calls.recharge, { id, version, amount: '100.00', ways, requestId: uuidv7() })
    expect(await finance.refused(calls.payRefund, await step(refundId))).toMatchObject({
      code: 26270,
      message: '卡里现有 600.00 元，申请时是 500.00 元，请撤回后重新申请',
    })
    await use(id, '150.00')
    expect(await finance.refused(calls.payRefund, await step(refundId))).toMatchObject({
      message: '卡里现有 450.00 元，申请时是 500.00 元，请撤回后重新申请',
    })
    expect(await holds(id)).toEqual(['450.00', '0.00', 1])
  })

  it('nor more money than was agreed to, when less is kept for discounts', async () => {
    const { id } = await cardWith('500.00')
    const { refundId } = await agreed(id, { amount: '400.00' })
    await app.owner.query('update card_refund set amount = 350, kept_amount = 50 where id = $1', [refundId])
    expect(await finance.refused(calls.payRefund, await step(refundId))).toMatchObject({
      code: 26270,
      message: '现在要退 400.00 元，同意的是 350.00 元，请撤回后重新申请',
    })
    await app.owner.query(`update card_refund set status = 3 where id = $1`, [refundId])
  })

  it('a purchase and the payout at once: never more than the card held', async () => {
    for (let n = 0; n < 6; n += 1) {
      const { id } = await cardWith('500.00')
      const { refundId } = await agreed(id, { amount: '400.00' })
      const input = await step(refundId)
      const [paid, bought] = await Promise.allSettled([finance.call(calls.payRefund, input), use(id, '200.00')])
      expect([paid.status, bought.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      expect((await holds(id))[0]).toBe(paid.status === 'fulfilled' ? '100.00' : '300.00')
    }
  })

  it('a times card: what its uses were sold for, if none was used since', async () => {
    const { id: typeId } = await director.call(calls.saveType, {
      name: '洁牙十次',
      kind: 3,
      salePrice: '1000.00',
      times: 10,
      singlePrice: '120.00',
      validType: 1,
      useOrder: 3,
      requestId: uuidv7(),
    } as WireInput<typeof calls.saveType>)
    const ways = [{ payMethodId: cash, amount: '1000.00' }]
    const { id } = await desk.call(calls.openCard, { patientId: p1, typeId, ways, requestId: uuidv7() })
    const { refundId } = await agreed(id, { whole: true })
    await use(id, '100.00')
    expect(await finance.refused(calls.payRefund, await step(refundId))).toMatchObject({ code: 26270 })
    const { version } = await paperOf(finance, refundId)
    await finance.call(calls.withdrawRefund, { id: refundId, version, reason: '用过一次' })
    const again = await agreed(id, { whole: true })
    expect(again).toMatchObject({ paidBack: '880.00', kept: '20.00' })
    await finance.call(calls.payRefund, await step(again.refundId))
    expect((await face(id)).status).toBe(5)
  })
})

it('the slip says what went back, what lapsed and what is left, and is checked by its code', async () => {
  const { id } = await cardWith('1000.00', '200.00')
  const asked = await agreed(id, { amount: '500.00' })
  expect(await desk.refused(calls.refundSlip, { id: asked.refundId })).toMatchObject({ code: 26268 })
  await finance.call(calls.payRefund, await step(asked.refundId))
  const slip = await desk.call(calls.refundSlip, { id: asked.refundId })
  expect(slip).toMatchObject({
    refund: { principal: '500.00', amount: '500.00', bonusTaken: '100.00', ways: [{ name: '现金', amount: '500.00' }] },
    principalAfter: '500.00',
    bonusAfter: '100.00',
    amountInWords: '伍佰元整',
    printCount: 1,
  })
  expect(await app.nobody.call(contract.paper.verify, { code: slip.verify.code })).toMatchObject({
    standing: 'valid',
  })
})

it('a month with one under way is not closed', async () => {
  const { id } = await cardWith('500.00')
  const { refundId } = await finance.call(calls.refund, await wish(id, { whole: true }))
  const { checks } = await director.call(monthClose.state, { month: '2026-11' })
  expect(checks.find(({ code }) => code === 'cardRefunds')).toMatchObject({ blocks: true })
  expect(checks.find(({ code }) => code === 'cardRefunds')?.note).toContain('500.00')
  const { version } = await paperOf(finance, refundId)
  await finance.call(calls.withdrawRefund, { id: refundId, version, reason: '月底' })
})

it('every figure follows from the ledger', async () => {
  expect(await brokenInvariants(app.owner)).toEqual([])
})
