import { contract } from '@dentin/contract'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../test/invariants.ts'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const { billing, refund, shift, monthClose: calls } = contract
const [p1, p2] = fixture.patients.a as [string, string]
const methods = fixture.payMethods.a
const app = await testApp({ at: '2026-10-28 09:00:00' })
let director: Client
let finance: Client
let admin: Client
/** Everybody signs in at a moment. */
async function at(moment: string) {
  app.clock.set(parseDateTime(moment))
  director = await app.as('director')
  finance = await app.as('finance')
  admin = await app.as('admin')
}
beforeAll(() => at('2026-10-28 09:00:00'))

async function opened(patientId: string, price: string) {
  return director.call(billing.open, {
    patientId,
    items: [{ tariffId: fixture.tariffs.a.check, price, qty: 1, teeth: '' }],
    requestId: uuidv7(),
  })
}
async function charge(patientId: string, price: string, paid: string, method = 'cash') {
  const { id, version } = await opened(patientId, price)
  await director.call(billing.charge, {
    id,
    version,
    payments: [{ payMethodId: methods[method] as string, amount: paid }],
    leaveArrears: true,
    arrearsReason: '下次付',
    requestId: uuidv7(),
  })
  return id
}
async function handOver(client: Client) {
  const { shift: mine } = await client.call(shift.current, {})
  if (!mine) throw new Error('no shift')
  await client.call(shift.handOver, {
    id: mine.id,
    version: mine.version,
    countedCash: mine.expectedCash ?? '0.00',
    requestId: uuidv7(),
  })
}
/** Until so many wait for the end of a closing. */
async function waiting(atLeast: number) {
  await expect
    .poll(
      async () =>
        (
          await app.sql<{ n: number }>(
            `select count(*)::int as n from pg_locks k join pg_database d on d.oid = k.database
             where d.datname = current_database() and k.locktype = 'advisory' and not k.granted`,
          )
        )[0]?.n,
    )
    .toBeGreaterThanOrEqual(atLeast)
}
const stepOf = ({ id, version }: { id: string; version: number }) => ({ id, version })
const close = (month: string) => ({ month, requestId: uuidv7() })

describe('the end of a month', () => {
  let asked: { id: string; version: number; status: number }

  it('says what stands in the way, and is refused meanwhile', async () => {
    await charge(p1, '1000.00', '600.00')
    const whole = await charge(p2, '300.00', '300.00', 'wechat')
    const { items, version } = await director.call(billing.detail, { id: whole })
    asked = await finance.call(refund.request, {
      billId: whole,
      version,
      type: 1,
      items: [{ billItemId: items[0]?.id as string, qty: 1, amount: '300.00' }],
      reason: '患者要求',
      requestId: uuidv7(),
    })
    await opened(p1, '80.00')
    expect(await director.refused(calls.close, close('2026-10'))).toMatchObject({ code: 26302 })
    await at('2026-11-02 09:00:00')
    const state = await director.call(calls.state, { month: '2026-10' })
    expect(state.checks.map(({ code, blocks, count, note }) => [code, blocks, count, note])).toEqual([
      ['shifts', true, 1, expect.stringContaining('10月28日')],
      ['records', false, 0, '每次就诊都写了病历'],
      ['cardRefunds', true, 0, '没有等审批、等退款的退卡'],
      ['refunds', true, 1, expect.stringContaining('300.00')],
      ['adjusts', true, 0, '没有等审批的改账'],
      ['discountApprovals', false, 0, '没有等审批的优惠'],
      ['drafts', false, 1, expect.stringContaining('80.00')],
      ['prepayReturns', true, 0, '没有等审批、等退款的预交金'],
      ['paying', true, 0, '没有正在扫码的收款'],
      ['pay-exceptions', true, 0, '没有待处理的支付异常'],
      ['invoices', false, 0, '没有开票中或失败的发票、红字发票'],
      ['slips', false, 0, '以前各月的提成单都由本人确认了'],
      ['identities', true, 0, '总账、账单、会员卡与班次相互一致'],
    ])
    expect(await director.refused(calls.close, close('2026-10'))).toMatchObject({
      code: 26303,
      message: '还差 2 件就能结：班次未交 1，退费未办完 1',
    })
  })

  it('is closed with its figures once they are settled, and its book is what the ledger said', async () => {
    await at('2026-10-31 18:00:00')
    const { version } = await director.call(refund.decide, {
      id: asked.id,
      version: asked.version,
      agree: true,
      reason: '',
    })
    await finance.call(refund.pay, { id: asked.id, version, requestId: uuidv7() })
    await handOver(director)
    await handOver(finance)
    await at('2026-11-02 09:00:00')
    const { closeNo } = await director.call(calls.close, close('2026-10'))
    expect(closeNo).toBe('YJ261102-0001')
    const { book, last, identities, checks } = await director.call(calls.state, { month: '2026-10' })
    expect(book).toMatchObject({
      received: '900.00',
      receivedCount: 2,
      returned: '300.00',
      returnedCount: 1,
      takings: '600.00',
      revenue: '600.00',
      receivable: { opening: '0.00', added: '400.00', repaid: '0.00', returned: '0.00', closing: '400.00' },
      methods: [{ name: '现金', amount: '600.00' }],
    })
    expect(last).toMatchObject({ status: 1, closeNo })
    expect(checks).toEqual([])
    expect(identities.length).toBeGreaterThanOrEqual(7)
    expect(identities.filter(({ holds }) => !holds)).toEqual([])
    expect(await director.refused(calls.close, close('2026-10'))).toMatchObject({
      code: 26301,
      message: '这个月已经月结',
    })
  })

  it('lets nothing be posted into it, whatever the paper', async () => {
    const { id, version } = await opened(p2, '50.00')
    await at('2026-10-31 23:50:00')
    const payments = [{ payMethodId: methods.cash as string, amount: '50.00' }]
    const refused = await director.refused(billing.charge, { id, version, payments, requestId: uuidv7() })
    expect(refused).toMatchObject({ code: 26301, message: '这个月已月结，请记入当前月' })
    await at('2026-11-02 10:00:00')
    await director.call(billing.charge, { id, version, payments, requestId: uuidv7() })
  })

  it('the next month begins with what it ended with', async () => {
    const { book } = await director.call(calls.state, { month: '2026-11' })
    expect(book).toMatchObject({ takings: '50.00', receivable: { opening: '400.00', closing: '400.00' } })
    const [bill] = (await director.call(billing.list, { tab: 'arrears' })).list
    await director.call(billing.repay, {
      patientId: bill?.patientId as string,
      payments: [{ payMethodId: methods.cash as string, amount: '150.00' }],
      requestId: uuidv7(),
    })
    const after = await director.call(calls.state, { month: '2026-11' })
    expect(after.book).toMatchObject({
      takings: '200.00',
      receivable: { opening: '400.00', repaid: '-150.00', closing: '250.00' },
    })
    expect(after.identities.filter(({ holds }) => !holds)).toEqual([])
  })

  it('is opened again by whom the head office trusts, with a reason, and shows what changed since', async () => {
    expect(await director.refused(calls.reopen, { month: '2026-10', reason: '补一张单' })).toMatchObject({ code: 403 })
    expect(await admin.refused(calls.reopen, { month: '2026-09', reason: '补一张单' })).toMatchObject({ code: 26304 })
    await admin.call(calls.reopen, { month: '2026-10', reason: '补一张单' })
    await at('2026-10-31 20:00:00')
    await charge(p2, '20.00', '20.00')
    await at('2026-11-02 11:00:00')
    const state = await director.call(calls.state, { month: '2026-10' })
    expect(state.last).toMatchObject({ status: 2, reopenReason: '补一张单' })
    expect(state.differences).toEqual([
      { name: '收款', before: '900.00', now: '920.00' },
      { name: '实收', before: '600.00', now: '620.00' },
      { name: '收入', before: '600.00', now: '620.00' },
    ])
    await handOver(director)
    await director.call(calls.close, close('2026-10'))
    const again = await director.call(calls.state, { month: '2026-10' })
    expect(again.book.takings).toBe('620.00')
    expect(again.strip.find(({ month }) => month === '2026-10')).toMatchObject({ takings: '620.00', status: 1 })
  })

  it('an earlier month is not opened again before the later', async () => {
    await at('2026-12-01 09:00:00')
    await director.call(calls.close, close('2026-11'))
    expect(await admin.refused(calls.reopen, { month: '2026-10', reason: '查账' })).toMatchObject({ code: 26305 })
  })

  it('what goes back of a bill of a closed month is of the day on which it goes back: the closed book stays', async () => {
    const closed = await director.call(calls.state, { month: '2026-10' })
    const before = await director.call(calls.state, { month: '2026-12' })
    const [bill] = await app.sql<{ id: string; version: number }>(
      `select id, version from bill where patient_id = $1 and receivable_amount = 20 and pay_time < '2026-11-01'`,
      [p2],
    )
    const { items, version } = await director.call(billing.detail, { id: bill?.id as string })
    const paper = await finance.call(refund.request, {
      billId: bill?.id as string,
      version,
      type: 1,
      items: [{ billItemId: items[0]?.id as string, qty: 1, amount: '20.00' }],
      reason: '患者要求',
      requestId: uuidv7(),
    })
    // Nothing of a closed month can be dated back into it.
    await at('2026-10-31 20:30:00')
    expect(await director.refused(refund.pay, { ...stepOf(paper), requestId: uuidv7() })).toMatchObject({
      code: 26301,
      message: '这个月已月结，请记入当前月',
    })
    await at('2026-12-01 10:00:00')
    await charge(p2, '20.00', '20.00')
    await director.call(refund.pay, { ...stepOf(paper), requestId: uuidv7() })
    const after = await director.call(calls.state, { month: '2026-12' })
    expect([before.book.returned, after.book.returned]).toEqual(['0.00', '20.00'])
    expect((await director.call(calls.state, { month: '2026-10' })).book).toEqual(closed.book)
    await handOver(director)
  })

  it('charges of the last second that come after a closing are refused, every one', async () => {
    await at('2026-12-31 23:59:00')
    const bills = []
    for (let n = 0; n < 20; n++) bills.push(await opened(p2, '10.00'))
    const payments = [{ payMethodId: methods.cash as string, amount: '10.00' }]
    const first = bills.shift() as { id: string; version: number }
    await director.call(billing.charge, { ...first, payments, requestId: uuidv7() })
    await handOver(director)
    await at('2027-01-01 00:00:01')
    // Somebody is posting, so that the closing waits; the charges of the last second come after it.
    await app.sql('begin')
    await app.sql('select pg_advisory_xact_lock_shared(app.month_lock_key($1, $2))', [
      fixture.tenants.a,
      fixture.clinics.a1,
    ])
    const closing = director.call(calls.close, close('2026-12'))
    await waiting(1)
    app.clock.set(parseDateTime('2026-12-31 23:59:59'))
    const charges = bills.map(({ id, version }) =>
      director.refused(billing.charge, { id, version, payments, requestId: uuidv7() }),
    )
    await waiting(2)
    await app.sql('commit')
    await closing
    for (const refused of await Promise.all(charges)) expect(refused).toMatchObject({ code: 26301 })
    await at('2027-01-01 00:10:00')
    const { book } = await director.call(calls.state, { month: '2026-12' })
    expect(book.takings).toBe('10.00')
  })

  it('a lent figure that is not what the ledger says stands in the way', async () => {
    await app.sql(`update bill set arrears_amount = arrears_amount + 1, receivable_amount = receivable_amount + 1,
      original_amount = original_amount + 1 where arrears_amount > 0`)
    await at('2027-02-01 09:00:00')
    const { identities } = await director.call(calls.state, { month: '2027-01' })
    expect(identities.filter(({ holds }) => !holds).map(({ name }) => name)).toEqual(['应收期末 = 账单欠费合计'])
    expect(await director.refused(calls.close, close('2027-01'))).toMatchObject({ code: 26303 })
    await app.sql(`update bill set arrears_amount = arrears_amount - 1, receivable_amount = receivable_amount - 1,
      original_amount = original_amount - 1 where arrears_amount > 0`)
  })

  it('leaves every identity in place', async () => {
    expect(await brokenInvariants(app.owner)).toEqual([])
  })
})
