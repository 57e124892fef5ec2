import { contract, errorTable, type WireInput } from '@dentin/contract'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../test/invariants.ts'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const { billing, monthClose, payAdjust, refund, shift, unitAccount: calls, reporting } = contract
const [p1, p2] = fixture.patients.a as [string, string]
const [d1] = fixture.doctors.a1 as [string]
const methods = fixture.payMethods.a
const app = await testApp({ at: '2026-11-02 10:00:00' })
let desk: Client
let director: Client
let finance: Client
let admin: Client
let there: Client
/** Everybody signs in at a moment. */
async function at(moment: string) {
  app.clock.set(parseDateTime(moment))
  desk = await app.as('reception')
  director = await app.as('director')
  finance = await app.as('finance')
  admin = await app.as('admin')
  there = await app.as('director', 'a2')
}
beforeAll(() => at('2026-11-02 10:00:00'))

let made = 0
async function unit(more: Partial<WireInput<typeof calls.saveUnit>> = {}) {
  made += 1
  const { id } = await admin.call(calls.saveUnit, {
    name: `单位${made}`,
    contact: '周敏',
    phone: '0571-88880000',
    creditLimit: '1000.00',
    termDays: 30,
    needsReference: false,
    remark: '',
    requestId: uuidv7(),
    ...more,
  })
  return id
}
type Payment = WireInput<typeof billing.charge>['payments'][number]
const byUnit = (unitId: string, amount: string, unitReference = ''): Payment => ({
  payMethodId: methods.unit as string,
  amount,
  unitId,
  unitReference,
})
const cash = (amount: string): Payment => ({ payMethodId: methods.cash as string, amount })
async function billOf(price: string, patientId = p1, who = director, doctorId: string | null = d1) {
  return who.call(billing.open, {
    patientId,
    ...(doctorId ? { doctorId } : {}),
    items: [{ tariffId: fixture.tariffs.a.filling, price, qty: 1, teeth: '' }],
    requestId: uuidv7(),
  })
}
const pay = (bill: { id: string; version: number }, payments: Payment[], more = {}) => ({
  id: bill.id,
  version: bill.version,
  payments,
  requestId: uuidv7(),
  ...more,
})
async function charged(price: string, payments: Payment[], patientId = p1) {
  const bill = await billOf(price, patientId)
  app.clock.advance(1)
  const { version } = await director.call(billing.charge, pay(bill, payments))
  return { id: bill.id, version }
}
const of = async (unitId: string, who = finance) =>
  (await who.call(calls.balances, {})).list.find(({ id }) => id === unitId)
const settled = (unitId: string, amount: string, more: Partial<WireInput<typeof calls.settle>> = {}) => ({
  unitId,
  amount,
  payMethodId: methods.cash as string,
  requestId: uuidv7(),
  ...more,
})
const open = async (unitId: string, who = finance) =>
  (await who.call(calls.open, { unitId })).list.map((claim) => [claim.amount, claim.back, claim.settled, claim.open])
async function refunded(billId: string, amount: string) {
  const { items, version } = await director.call(billing.detail, { id: billId })
  const asked = await desk.call(refund.request, {
    billId,
    version,
    type: 2,
    items: [{ billItemId: items[0]?.id as string, qty: 0, amount }],
    reason: '价格收错',
    requestId: uuidv7(),
  })
  const agreed =
    asked.status === 0
      ? await admin.call(refund.decide, { id: asked.id, version: asked.version, agree: true, reason: '' })
      : asked
  await director.call(refund.pay, { id: asked.id, version: agreed.version, requestId: uuidv7() })
}

describe('charging a unit', () => {
  it('is no takings and no revenue; the unit owes it, and the patient nothing', async () => {
    const id = await unit()
    const bill = await charged('300.00', [byUnit(id, '200.00', 'A1024'), cash('100.00')])
    const detail = await director.call(billing.detail, { id: bill.id })
    expect([detail.status, detail.arrearsAmount, detail.paidAmount]).toEqual([3, '0.00', '300.00'])
    expect(detail.payments.map((row) => [row.payMethodName, row.amount, row.payUnitName, row.unitReference])).toEqual([
      ['单位记账', '200.00', '单位1', 'A1024'],
      ['现金', '100.00', null, ''],
    ])
    // No receipt says that money came in which nobody has paid yet.
    expect(await desk.call(billing.receipt, { id: bill.id })).toMatchObject({
      receivedAmount: '100.00',
      amountInWords: '壹佰元整',
    })
    // Nor does the list of fees.
    expect(await desk.call(contract.feeList.read, { patientId: p1, billId: bill.id })).toMatchObject({
      sums: { receivableAmount: '300.00', paidAmount: '100.00', unitAmount: '200.00', arrearsAmount: '0.00' },
      paidInWords: '壹佰元整',
    })
    expect(await of(id)).toMatchObject({ open: '200.00', used: '200.00', overdue: '0.00', ages: { notDue: '200.00' } })
    const { book } = await finance.call(monthClose.state, { month: '2026-11' })
    expect(book).toMatchObject({
      takings: '100.00',
      revenue: '100.00',
      unit: { opening: '0.00', charged: '200.00', back: '0.00', settled: '0.00', closing: '200.00' },
    })
    const lies = await app.sql(
      `select account, sum(amount)::text as amount from ledger_posting where bill_id = $1 group by 1 having sum(amount) <> 0 order by 1`,
      [bill.id],
    )
    expect(lies).toEqual([
      { account: 'billed', amount: '-300.00' },
      { account: 'cash', amount: '100.00' },
      { account: 'unitReceivable', amount: '200.00' },
    ])
    expect((await desk.call(calls.payable, {})).find((one) => one.id === id)).toMatchObject({ left: '800.00' })
  })

  it('asks for the unit, and for a reference where the unit wants one', async () => {
    const id = await unit({ needsReference: true })
    const bill = await billOf('100.00')
    const none = { payMethodId: methods.unit as string, amount: '100.00' }
    expect(await desk.refused(billing.charge, pay(bill, [none]))).toMatchObject({
      data: { fields: [{ field: 'payments.0.unitId', message: '请选择记账单位' }] },
    })
    expect(await desk.refused(billing.charge, pay(bill, [byUnit(id, '100.00')]))).toMatchObject({
      data: { fields: [{ field: 'payments.0.unitReference', message: '单位2要求填写工号或备注' }] },
    })
    expect(await desk.refused(billing.charge, pay(bill, [{ ...cash('100.00'), unitId: id }]))).toMatchObject({
      data: { fields: [{ field: 'payments.0.unitId', message: '现金不用记账单位' }] },
    })
    expect(await desk.refused(billing.charge, pay(bill, [byUnit(uuidv7(), '100.00')]))).toMatchObject({
      data: { fields: [{ field: 'payments.0.unitId' }] },
    })
    await desk.call(billing.charge, pay(bill, [byUnit(id, '100.00', '工号 7')]))
  })

  it('stops at the limit of the whole company, with the figure that would do, and loses nothing', async () => {
    const id = await unit()
    await charged('100.00', [byUnit(id, '100.00')])
    const elsewhere = await billOf('950.00', p1, there, null)
    const over = await there.refused(billing.charge, pay(elsewhere, [byUnit(id, '950.00')]))
    expect(over).toMatchObject({
      code: errorTable.UNIT_LIMIT.code,
      message: '余额额度不足，最多可记 900.00 元',
      data: { fields: [{ field: 'payments.0.amount', message: '余额额度不足，最多可记 900.00 元' }] },
    })
    // The same unit twice counts together.
    const twice = pay(elsewhere, [byUnit(id, '500.00'), byUnit(id, '450.00')])
    expect(await there.refused(billing.charge, twice)).toMatchObject({
      data: { fields: [{ field: 'payments.1.amount', message: '余额额度不足，最多可记 400.00 元' }] },
    })
    await there.call(billing.charge, pay(elsewhere, [byUnit(id, '900.00'), cash('50.00')]))
    // Each clinic sees what the unit owes to it, and how much of the limit is used in all.
    expect(await of(id)).toMatchObject({ open: '100.00', used: '1000.00' })
    expect(await of(id, there)).toMatchObject({ open: '900.00', used: '1000.00' })
    // Nobody else sees how the other clinic was paid.
    await finance.call(calls.settle, settled(id, '100.00'))
    expect(await open(id, there)).toEqual([['900.00', '0.00', '0.00', '900.00']])
  })

  it('two desks at once do not pass the limit', async () => {
    const id = await unit({ creditLimit: '100.00' })
    const bills = [await billOf('80.00', p1), await billOf('80.00', p2)]
    const tried = await Promise.allSettled(
      bills.map((bill) => desk.call(billing.charge, pay(bill, [byUnit(id, '80.00')]))),
    )
    expect(tried.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await of(id)).toMatchObject({ used: '80.00' })
  })

  it('one that is switched off is charged no more; what it owes is settled all the same', async () => {
    const id = await unit()
    await charged('50.00', [byUnit(id, '50.00')])
    const [row] = (await admin.call(calls.units, {})).filter((one) => one.id === id)
    const { balance, ...rest } = row as NonNullable<typeof row>
    expect(balance).toBe('50.00')
    await admin.call(calls.saveUnit, { ...rest, enabled: false, requestId: uuidv7() })
    const bill = await billOf('10.00')
    expect(await desk.refused(billing.charge, pay(bill, [byUnit(id, '10.00')]))).toMatchObject({
      code: errorTable.UNIT_STATE.code,
      data: { fields: [{ field: 'payments.0.unitId' }] },
    })
    await desk.call(billing.charge, pay(bill, [cash('10.00')]))
    await finance.call(calls.settle, settled(id, '50.00'))
    expect(await of(id)).toBeUndefined()
  })

  it('is by one name in the company', async () => {
    await unit({ name: '启明软件' })
    const again = { creditLimit: '1.00', termDays: 0, name: '启明软件', contact: '', phone: '', remark: '' }
    expect(await admin.refused(calls.saveUnit, { ...again, requestId: uuidv7() })).toMatchObject({
      data: { fields: [{ field: 'name', message: '已有同名的条目' }] },
    })
    expect((await desk.refused(calls.saveUnit, { ...again, name: '新', requestId: uuidv7() })).http).toBe(403)
  })

  it('goes back to the unit: a refund lowers the claim, a revoke of the day takes it away', async () => {
    const id = await unit()
    const bill = await charged('300.00', [byUnit(id, '300.00')])
    await refunded(bill.id, '120.00')
    expect(await open(id)).toEqual([['300.00', '120.00', '0.00', '180.00']])
    expect(await of(id)).toMatchObject({ open: '180.00', used: '180.00' })
    const other = await charged('40.00', [byUnit(id, '40.00')])
    await director.call(billing.revoke, { ...other, reason: '选错单位', requestId: uuidv7() })
    expect(await of(id)).toMatchObject({ open: '180.00', used: '180.00' })
    // The statement and the month's book say the same: what was revoked was never charged.
    const said = await finance.call(calls.statement, { unitId: id, month: '2026-11' })
    expect(said).toMatchObject({ charged: '300.00', back: '-120.00', paid: '0.00', closing: '180.00' })
    expect(said.lines.map(({ what, amount }) => [what, amount])).toEqual([
      [1, '300.00'],
      [2, '-120.00'],
      [1, '40.00'],
      [5, '-40.00'],
    ])
    // On the patient's receipt nothing of it is theirs.
    const receipt = await desk.call(billing.receipt, { id: bill.id })
    expect([receipt.receivedAmount, receipt.givenBackAmount]).toEqual(['0.00', '0.00'])
    // Money of a unit is not set to another way.
    const [payment] = (await director.call(billing.detail, { id: bill.id })).payments
    const adjust = { billId: bill.id, paymentId: payment?.id as string, reason: '记错', requestId: uuidv7() }
    expect(
      (
        await finance.refused(payAdjust.adjust, {
          ...adjust,
          ways: [{ payMethodId: methods.cash as string, amount: '180.00' }],
        })
      ).code,
    ).toBe(errorTable.ADJUST_NOT_CASH_LIKE.code)
    expect(await brokenInvariants(app.owner)).toEqual([])
  })
})

describe('settling', () => {
  it('clears the oldest first, or what was chosen, and is revenue then', async () => {
    await at('2026-12-01 09:00:00')
    const id = await unit()
    for (const sum of ['100.00', '200.00', '300.00']) await charged(sum, [byUnit(id, sum)])
    const before = await finance.call(monthClose.state, { month: '2026-12' })
    const held = Number((await finance.call(shift.current, {})).shift?.total ?? 0)
    const today = async () => Number((await director.call(reporting.today, {})).numbers.received)
    const home = await today()
    const first = await finance.call(calls.settle, settled(id, '150.00', { remark: '转账回单 88' }))
    expect(first.settlementNo).toMatch(/^DJ261201-\d{4}$/)
    expect(first.open).toBe('450.00')
    expect(await open(id)).toEqual([
      ['200.00', '0.00', '50.00', '150.00'],
      ['300.00', '0.00', '0.00', '300.00'],
    ])
    app.clock.advance(1)
    const { list } = await finance.call(calls.open, { unitId: id })
    const chosen = settled(id, '60.00', { claimIds: [list[1]?.id as string] })
    await finance.call(calls.settle, chosen)
    expect((await open(id)).at(-1)).toEqual(['300.00', '0.00', '60.00', '240.00'])
    const after = await finance.call(monthClose.state, { month: '2026-12' })
    const grown = (pick: (book: typeof after.book) => string) => Number(pick(after.book)) - Number(pick(before.book))
    expect([grown(({ takings }) => takings), grown(({ revenue }) => revenue)]).toEqual([210, 210])
    // The home screen's takings, too.
    expect((await today()) - home).toBe(210)
    expect(after.book.unit.settled).toBe('-210.00')
    // In the till of whoever took it.
    const { shift: till } = await finance.call(shift.current, {})
    expect(Number(till?.total) - held).toBe(210)
    expect((await finance.call(calls.settlements, { unitId: id })).list.map((row) => [row.amount, row.count])).toEqual([
      ['60.00', 1],
      ['150.00', 2],
    ])
  })

  it('refuses more than is open, what is not open, and ways that units do not pay by', async () => {
    const id = await unit()
    await charged('100.00', [byUnit(id, '100.00')])
    expect(await finance.refused(calls.settle, settled(id, '100.01'))).toMatchObject({
      code: errorTable.UNIT_SETTLE_OVER.code,
      data: { fields: [{ field: 'amount', message: '结算金额超过未结的金额，最多可结 100.00 元' }] },
    })
    expect(await finance.refused(calls.settle, settled(id, '0.00'))).toMatchObject({
      data: { fields: [{ field: 'amount' }] },
    })
    expect(await finance.refused(calls.settle, settled(id, '1.00', { claimIds: [uuidv7()] }))).toMatchObject({
      data: { fields: [{ field: 'claimIds.0' }] },
    })
    const wrong = settled(id, '1.00', { payMethodId: methods.unit as string })
    expect(await finance.refused(calls.settle, wrong)).toMatchObject({
      data: { fields: [{ field: 'payMethodId', message: '单位结算不能用单位记账' }] },
    })
    expect((await desk.refused(calls.settle, settled(id, '1.00'))).http).toBe(403)
    const empty = await unit()
    expect((await finance.refused(calls.settle, settled(empty, '1.00'))).code).toBe(errorTable.UNIT_SETTLE_NOTHING.code)
  })

  it('the same request twice is one', async () => {
    const id = await unit()
    await charged('100.00', [byUnit(id, '100.00')])
    const ask = settled(id, '30.00')
    const [one, two] = await Promise.all([finance.call(calls.settle, ask), finance.call(calls.settle, ask)])
    expect(one).toEqual(two)
    expect(await of(id)).toMatchObject({ open: '70.00' })
  })

  it('what was settled and then refunded is the unit’s: it lowers the next settlement', async () => {
    const id = await unit()
    const bill = await charged('100.00', [byUnit(id, '100.00')])
    await finance.call(calls.settle, settled(id, '100.00'))
    expect((await director.refused(billing.revoke, { ...bill, reason: '收错', requestId: uuidv7() })).code).toBe(
      errorTable.UNIT_SETTLED.code,
    )
    await refunded(bill.id, '30.00')
    expect(await of(id)).toMatchObject({ open: '-30.00', used: '-30.00', credit: '30.00', overdue: '0.00' })
    await charged('80.00', [byUnit(id, '80.00')])
    expect(await of(id)).toMatchObject({ open: '50.00', credit: '30.00' })
    const first = (await finance.call(calls.settlements, { unitId: id })).list.at(-1)
    await finance.call(calls.settle, settled(id, '50.00'))
    expect(await open(id)).toEqual([])
    // The first can't be taken back any more: what came back of it is used.
    const late = { id: first?.id as string, version: first?.version as number, reason: '记错', requestId: uuidv7() }
    expect((await finance.refused(calls.undo, late)).code).toBe(errorTable.UNIT_SETTLED_SINCE.code)
    expect(await brokenInvariants(app.owner)).toEqual([])
  })

  it('what the unit has left with us is used first, whatever was chosen', async () => {
    const id = await unit()
    const bill = await charged('100.00', [byUnit(id, '100.00')])
    await finance.call(calls.settle, settled(id, '100.00'))
    await refunded(bill.id, '30.00')
    await charged('80.00', [byUnit(id, '80.00')])
    await charged('50.00', [byUnit(id, '50.00')])
    const last = (await finance.call(calls.open, { unitId: id })).list.at(-1)
    const ask = settled(id, '21.00', { claimIds: [last?.id as string] })
    expect((await finance.refused(calls.settle, ask)).message).toBe('结算金额超过未结的金额，最多可结 20.00 元')
    await finance.call(calls.settle, settled(id, '20.00', { claimIds: [last?.id as string] }))
    expect(await open(id)).toEqual([['80.00', '0.00', '0.00', '80.00']])
    expect(await brokenInvariants(app.owner)).toEqual([])
  })

  it('and revoking the charge at once: one of them', async () => {
    const id = await unit()
    const bill = await charged('100.00', [byUnit(id, '100.00')])
    const answers = await Promise.allSettled([
      finance.call(calls.settle, settled(id, '100.00')),
      director.call(billing.revoke, { ...bill, reason: '收错', requestId: uuidv7() }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await brokenInvariants(app.owner)).toEqual([])
  })

  it('is taken back: the claims are open again, and the money leaves the till of today', async () => {
    const id = await unit()
    await charged('100.00', [byUnit(id, '100.00')])
    const done = await finance.call(calls.settle, settled(id, '100.00'))
    const ask = { id: done.id, version: done.version, reason: '回单作废', requestId: uuidv7() }
    expect((await there.refused(calls.undo, ask)).http).toBe(404)
    expect((await desk.refused(calls.undo, ask)).http).toBe(403)
    // The till was handed over: the opposite stands in that of whoever takes it back.
    const [till] = await app.sql<{ shift_id: string }>('select shift_id from ledger_entry where document_id = $1', [
      done.id,
    ])
    await app.sql('update cash_shift set status = 1 where id = $1', [till?.shift_id])
    await director.call(calls.undo, ask)
    expect(await of(id)).toMatchObject({ open: '100.00', used: '100.00' })
    const [back] = await app.sql<{ shift_id: string }>(
      'select shift_id from ledger_entry where document_id = $1 and reverses_id is not null',
      [done.id],
    )
    expect(back?.shift_id).not.toBe(till?.shift_id)
    const [row] = (await finance.call(calls.settlements, { unitId: id })).list
    expect(row).toMatchObject({ status: 2, undoReason: '回单作废' })
    expect(await brokenInvariants(app.owner)).toEqual([])
  })
})

describe('the statement', () => {
  it('leads from what was owed to what is owed, line by line, and is printed', async () => {
    await at('2027-01-05 09:00:00')
    const id = await unit({ name: '海潮物流', termDays: 20 })
    const bill = await charged('400.00', [byUnit(id, '400.00', '工号 88')])
    await at('2027-02-10 09:00:00')
    await charged('150.00', [byUnit(id, '150.00')], p2)
    await refunded(bill.id, '100.00')
    await finance.call(calls.settle, settled(id, '200.00'))
    const february = await finance.call(calls.statement, { unitId: id, month: '2027-02' })
    expect(february).toMatchObject({
      opening: '400.00',
      charged: '150.00',
      back: '-100.00',
      paid: '-200.00',
      closing: '250.00',
      unit: { name: '海潮物流', balance: '250.00' },
    })
    expect(february.lines.map(({ what, amount }) => [what, amount])).toEqual([
      [1, '150.00'],
      [2, '-100.00'],
      [3, '-200.00'],
    ])
    const january = await finance.call(calls.statement, { unitId: id, month: '2027-01' })
    expect([january.opening, january.closing]).toEqual(['0.00', '400.00'])
    expect(january.lines[0]).toMatchObject({ reference: '工号 88', patientId: p1 })
    // Due on 25 January, 16 days late; what is not due is apart.
    expect(await of(id)).toMatchObject({
      open: '250.00',
      overdue: '100.00',
      ages: { notDue: '150.00', upTo30: '100.00', upTo60: '0.00', upTo90: '0.00', older: '0.00' },
    })
    const paper = await finance.call(calls.printStatement, { unitId: id, month: '2027-02' })
    expect(paper).toMatchObject({ amountInWords: '贰佰伍拾元整', clinic: { name: '甲a1门诊' } })
    expect(
      await app.sql(`select count(*)::int as n from audit where action = 'print' and entity_id = $1`, [id]),
    ).toEqual([{ n: 1 }])
    expect((await (await app.as('nurse')).refused(calls.statement, { unitId: id, month: '2027-02' })).http).toBe(403)
  })

  it('names the patient by family name to whoever may not see the file', async () => {
    const id = await unit({ name: '青禾小学' })
    await charged('60.00', [byUnit(id, '60.00')])
    await app.sql(
      `delete from post_resource where tenant_id = $1 and post_id = $2 and resource = '/allTimePatients:view'`,
      [fixture.tenants.a, fixture.posts.a.finance],
    )
    const blind = await app.as('finance')
    const { list } = await blind.call(calls.open, { unitId: id })
    expect(list[0]).toMatchObject({ patientId: null, patientName: expect.stringMatching(/^.\*\*$/) as string })
  })

  it('ages at the edges: due today is not late, then 30, 31, 60, 61, 90 and 91 days', async () => {
    const id = await unit({ name: '云栖科技', termDays: 0, creditLimit: '10000.00' })
    await charged('10.00', [byUnit(id, '10.00')])
    const agesOn = async (day: string) => {
      await at(`${day} 09:00:00`)
      return Object.entries((await of(id))?.ages ?? {}).find(([, sum]) => sum !== '0.00')?.[0]
    }
    // Charged and due on 10 February.
    for (const [day, age] of [
      ['2027-02-10', 'notDue'],
      ['2027-02-11', 'upTo30'],
      ['2027-03-12', 'upTo30'],
      ['2027-03-13', 'upTo60'],
      ['2027-04-11', 'upTo60'],
      ['2027-04-12', 'upTo90'],
      ['2027-05-11', 'upTo90'],
      ['2027-05-12', 'older'],
    ] as const)
      expect([day, await agesOn(day)]).toEqual([day, age])
  })
})

describe('a settlement that is taken back in the month after', () => {
  const bookOf = async (month: string) => {
    const { book, identities } = await director.call(monthClose.state, { month })
    expect(identities.filter(({ holds }) => !holds)).toEqual([])
    const { received, returned, takings, unit: of } = book as NonNullable<typeof book>
    return { received, returned, takings, settled: of.settled }
  }

  it('is money that came in the one and went out in the other: no month has another book than before', async () => {
    await at('2027-06-30 10:00:00')
    const id = await unit()
    await charged('100.00', [byUnit(id, '100.00')])
    const done = await finance.call(calls.settle, settled(id, '100.00'))
    const june = await bookOf('2027-06')
    expect(june).toEqual({ received: '100.00', returned: '0.00', takings: '100.00', settled: '-100.00' })
    await at('2027-07-01 09:00:00')
    await director.call(calls.undo, { id: done.id, version: done.version, reason: '回单作废', requestId: uuidv7() })
    expect(await bookOf('2027-06')).toEqual(june)
    expect(await bookOf('2027-07')).toEqual({
      received: '0.00',
      returned: '100.00',
      takings: '-100.00',
      settled: '100.00',
    })
    // Within one month it is neither.
    const again = await finance.call(calls.settle, settled(id, '100.00'))
    await director.call(calls.undo, { id: again.id, version: again.version, reason: '回单作废', requestId: uuidv7() })
    expect(await bookOf('2027-07')).toMatchObject({ received: '0.00', returned: '100.00', takings: '-100.00' })
    expect(await brokenInvariants(app.owner)).toEqual([])
  })
})
