import { contract, errorTable, type WireInput } from '@dentin/contract'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../test/invariants.ts'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const { billing, clinicSettlement: calls, memberCard, monthClose, prepay } = contract
const { a1: A, a2: B } = fixture.clinics
const [p1, p2] = fixture.patients.a as [string, string]
const methods = fixture.payMethods.a
const app = await testApp({ at: '2026-11-10 10:00:00' })
let desk: Client
let there: Client
let director: Client
let head: Client
/** Everybody signs in at a moment. */
async function at(moment: string) {
  app.clock.set(parseDateTime(moment))
  desk = await app.as('reception')
  there = await app.as('director', 'a2')
  director = await app.as('director')
  head = await app.as('headquarters')
}
beforeAll(() => at('2026-11-10 10:00:00'))

const way = (amount: string) => [{ payMethodId: methods.cash as string, amount }]
async function chargeAt(who: Client, clinic: 'a1' | 'a2', patientId: string, price: string, payment: object) {
  const bill = await who.call(billing.open, {
    patientId,
    doctorId: fixture.doctors[clinic][0] as string,
    items: [{ tariffId: fixture.tariffs.a.filling, price, qty: 1, teeth: '' }],
    requestId: uuidv7(),
  })
  app.clock.advance(1)
  const { version } = await who.call(billing.charge, {
    id: bill.id,
    version: bill.version,
    payments: [{ amount: price, ...payment } as WireInput<typeof billing.charge>['payments'][number]],
    requestId: uuidv7(),
  })
  return { id: bill.id, version }
}
const pairs = async () =>
  (await head.call(calls.balances, {})).pairs.map(({ debtorId, creditorId, amount, since }) => [
    debtorId === A ? 'A' : 'B',
    creditorId === A ? 'A' : 'B',
    amount,
    since,
  ])
const monthOf = async (month: string) => (await head.call(calls.balances, {})).months.find((row) => row.month === month)
const settle = (more: Partial<WireInput<typeof calls.settle>> = {}) => ({
  month: '2026-11',
  debtorId: A,
  creditorId: B,
  amount: '600.00',
  paidOn: '2026-12-02',
  method: '银行转账',
  remark: '回单 8842',
  requestId: uuidv7(),
  ...more,
})
/** What the accounts of both clinics hold. */
const held = async (account: string) =>
  app.sql<{ clinic: string; amount: string }>(
    `select case clinic_id when $2 then 'A' else 'B' end as clinic, sum(amount)::text as amount from ledger_posting
     where account = $1 and clinic_id = any($3::uuid[]) group by 1 having sum(amount) <> 0 order by 1`,
    [account, A, [A, B]],
  )

describe('S20: a card and a prepayment of A pay in B', () => {
  it('A owes B 600.00 exactly; B earns it, nobody’s cash moves, the chain comes to nothing', async () => {
    const { id: typeId } = await director.call(memberCard.saveType, {
      name: '连锁卡',
      kind: 1,
      salePrice: '0.00',
      validType: 1,
      useOrder: 1,
      shareClinics: 3,
      requestId: uuidv7(),
    } as WireInput<typeof memberCard.saveType>)
    const card = await desk.call(memberCard.openCard, {
      patientId: p1,
      typeId,
      amount: '1000.00',
      ways: way('1000.00'),
      requestId: uuidv7(),
    })
    const deposit = await desk.call(prepay.receive, {
      patientId: p2,
      purpose: '种植',
      amount: '500.00',
      ways: way('500.00'),
      requestId: uuidv7(),
    })
    await chargeAt(there, 'a2', p1, '400.00', { payMethodId: methods.card_principal, cardId: card.id })
    await chargeAt(there, 'a2', p2, '300.00', { payMethodId: methods.prepayment, prepayId: deposit.id })
    const back = await chargeAt(there, 'a2', p2, '100.00', { payMethodId: methods.prepayment, prepayId: deposit.id })
    app.clock.advance(1)
    await there.call(billing.revoke, { ...back, reason: '收错', requestId: uuidv7() })
    // B took a prepayment of its own that pays 100.00 in A.
    const theirs = await there.call(prepay.receive, {
      patientId: p1,
      purpose: '正畸',
      amount: '150.00',
      ways: way('150.00'),
      requestId: uuidv7(),
    })
    await chargeAt(director, 'a1', p1, '100.00', { payMethodId: methods.prepayment, prepayId: theirs.id })
    expect(await pairs()).toEqual([['A', 'B', '600.00', '2026-11-10']])
    expect(await held('interClinic')).toEqual([
      { clinic: 'A', amount: '-600.00' },
      { clinic: 'B', amount: '600.00' },
    ])
    expect(await monthOf('2026-11')).toMatchObject({ amount: '600.00', status: 0, isOver: false, count: 5 })
    const { list, total } = await head.call(calls.movements, { month: '2026-11', debtorId: A, creditorId: B })
    expect(total).toBe('600.00')
    expect(list.map(({ kind, amount, patientName }) => [kind, amount, patientName !== ''])).toEqual([
      [12, '400.00', true],
      [16, '300.00', true],
      [16, '100.00', true],
      [16, '-100.00', true],
      [16, '-100.00', true],
    ])
    expect(list.map(({ usedName }) => usedName)).toEqual(['甲a2门诊', '甲a2门诊', '甲a2门诊', '甲a2门诊', '甲a1门诊'])
    expect(await brokenInvariants(app.owner)).toEqual([])
  })

  it('is not settled before the month has ended, nor otherwise than it stands', async () => {
    expect((await head.refused(calls.settle, settle({ paidOn: '2026-11-10' }))).code).toBe(
      errorTable.SETTLEMENT_MONTH_OPEN.code,
    )
    await at('2026-12-02 09:00:00')
    expect(await head.refused(calls.settle, settle({ amount: '599.99' }))).toMatchObject({
      message: '往来金额现为 600.00 元，请核对后再结',
      data: { fields: [{ field: 'amount' }] },
    })
    expect((await head.refused(calls.settle, settle({ debtorId: B, creditorId: A }))).code).toBe(
      errorTable.SETTLEMENT_CHANGED.code,
    )
    expect(await head.refused(calls.settle, settle({ paidOn: '2026-12-03' }))).toMatchObject({
      data: { fields: [{ field: 'paidOn', message: '付款日期不能晚于今天' }] },
    })
    for (const amount of ['0.00', '-1.00'])
      expect(await head.refused(calls.settle, settle({ amount }))).toMatchObject({
        data: { fields: [{ field: 'amount' }] },
      })
    expect((await head.refused(calls.settle, settle({ month: '2026-10', paidOn: '2026-12-01' }))).code).toBe(
      errorTable.SETTLEMENT_NOTHING.code,
    )
    expect((await head.refused(calls.settle, settle({ debtorId: fixture.clinics.b1 }))).data.fields).toMatchObject([
      { field: 'debtorId' },
    ])
    expect((await head.refused(calls.settle, settle({ creditorId: A }))).data.fields).toMatchObject([
      { field: 'creditorId' },
    ])
    for (const post of ['director', 'reception'] as const)
      expect((await (await app.as(post)).refused(calls.settle, settle())).http).toBe(403)
  })

  it('settled once, however often and by whomever it is said: both books say so, and nothing is owed', async () => {
    const asks = [settle(), settle()]
    const answers = await Promise.allSettled(asks.map((ask) => head.call(calls.settle, ask)))
    const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason as { code: number }] : []))
    expect(refused.map(({ code }) => code)).toEqual([errorTable.SETTLEMENT_EXISTS.code])
    expect(await pairs()).toEqual([])
    expect(await held('interClinic')).toEqual([])
    expect(await held('bank')).toEqual([
      { clinic: 'A', amount: '-600.00' },
      { clinic: 'B', amount: '600.00' },
    ])
    const row = await monthOf('2026-11')
    expect(row).toMatchObject({
      status: 1,
      settlement: { method: '银行转账', paidOn: '2026-12-02', remark: '回单 8842' },
    })
    expect((await head.refused(calls.settle, settle())).code).toBe(errorTable.SETTLEMENT_EXISTS.code)
    // No till, no takings: it is not what patients paid.
    const tills = await app.sql(`select shift_id from ledger_entry where kind = 18 and shift_id is not null`)
    expect(tills).toEqual([])
    const { book, identities } = await (await app.as('finance')).call(monthClose.state, { month: '2026-12' })
    expect([book.takings, book.revenue]).toEqual(['0.00', '0.00'])
    expect(identities.filter(({ holds }) => !holds)).toEqual([])
    expect(await brokenInvariants(app.owner)).toEqual([])
  })

  it('the statement says every movement and the sum in words', async () => {
    const paper = await head.call(calls.statement, { month: '2026-11', debtorId: A, creditorId: B })
    expect(paper).toMatchObject({
      companyName: '甲口腔连锁',
      row: { debtorName: '甲a1门诊', creditorName: '甲a2门诊', amount: '600.00', status: 1 },
      amountInWords: '陆佰元整',
    })
    expect(paper.list).toHaveLength(5)
  })

  it('is taken back by the opposite, never in a closed month, and settled again then', async () => {
    const row = await monthOf('2026-11')
    const { id, version } = (row as NonNullable<typeof row>).settlement as { id: string; version: number }
    await app.sql(
      `insert into month_close (tenant_id, id, clinic_id, close_no, month, status, book, closed_at, closer_name, created_at, updated_at)
       values ($1, $2, $3, 'YJ-9', '2026-12-01', 1, app.month_book($1, $3, '2026-12-01'), now(), '财务', now(), now())`,
      [fixture.tenants.a, '00000000-0000-7000-8000-00000000aaaa', B],
    )
    const undo = { id, version, reason: '转错账户', requestId: uuidv7() }
    expect((await head.refused(calls.undo, undo)).message).toContain('月结')
    await app.sql(`delete from month_close where id = '00000000-0000-7000-8000-00000000aaaa'`)
    await head.call(calls.undo, undo)
    expect(await pairs()).toEqual([['A', 'B', '600.00', '2026-11-10']])
    expect(await held('bank')).toEqual([])
    expect((await head.refused(calls.undo, { ...undo, version: version + 1, requestId: uuidv7() })).code).toBe(
      errorTable.SETTLEMENT_STATE.code,
    )
    const { undone, months } = await head.call(calls.balances, {})
    expect(undone).toMatchObject([{ amount: '600.00', undoReason: '转错账户' }])
    expect(months.find(({ month }) => month === '2026-11')).toMatchObject({ status: 0, settlement: null })
    await head.call(calls.settle, settle())
    expect(await pairs()).toEqual([])
    expect(await brokenInvariants(app.owner)).toEqual([])
  })

  it('what came back in the same month is even: it opens, prints and needs no settlement', async () => {
    const theirs = await there.call(prepay.receive, {
      patientId: p1,
      purpose: '正畸',
      amount: '80.00',
      ways: way('80.00'),
      requestId: uuidv7(),
    })
    const bill = await chargeAt(director, 'a1', p1, '80.00', { payMethodId: methods.prepayment, prepayId: theirs.id })
    await director.call(billing.revoke, { ...bill, reason: '收错', requestId: uuidv7() })
    expect(await pairs()).toEqual([])
    expect(await monthOf('2026-12')).toMatchObject({ amount: '0.00', status: 3, count: 2, settlement: null })
    const { list } = await head.call(calls.movements, { month: '2026-12', debtorId: A, creditorId: B })
    expect(list.map(({ billId, patientId }) => [billId, patientId])).toEqual([
      [bill.id, p1],
      [bill.id, p1],
    ])
    await at('2027-01-04 09:00:00')
    const even = settle({ month: '2026-12', amount: '0.01', paidOn: '2027-01-02' })
    expect((await head.refused(calls.settle, even)).code).toBe(errorTable.SETTLEMENT_NOTHING.code)
  })

  it('a debt of three years ago is still there to settle, a settled month is not', async () => {
    const theirs = await there.call(prepay.receive, {
      patientId: p2,
      purpose: '正畸',
      amount: '60.00',
      ways: way('60.00'),
      requestId: uuidv7(),
    })
    await chargeAt(director, 'a1', p2, '60.00', { payMethodId: methods.prepayment, prepayId: theirs.id })
    await at('2030-01-04 09:00:00')
    const { months, pairs: open } = await head.call(calls.balances, {})
    expect(months.map(({ month, amount }) => [month, amount])).toEqual([['2027-01', '60.00']])
    expect(open).toMatchObject([{ amount: '60.00', since: '2027-01-04' }])
  })

  it('is settled by whoever reaches both clinics, and nobody else', async () => {
    await app.sql(
      `insert into post_resource (tenant_id, post_id, resource, data_scope)
       select tenant_id, post_id, '/interClinic:settle', data_scope from post_resource where resource = '/interClinic:view' and tenant_id = $1
       on conflict do nothing`,
      [fixture.tenants.a],
    )
    const ask = settle({ month: '2027-01', debtorId: A, creditorId: B, amount: '60.00', paidOn: '2030-01-02' })
    const refused = await (await app.as('finance')).refused(calls.settle, ask)
    expect(refused).toMatchObject({ data: { fields: [{ field: 'debtorId' }] } })
  })

  it('whoever has the clinic alone sees what concerns it', async () => {
    const { clinics, months } = await (await app.as('finance')).call(calls.balances, {})
    expect(months).toHaveLength(1)
    expect(clinics.map(({ id }) => id)).toContain(A)
    expect((await (await app.as('reception')).refused(calls.balances, {})).http).toBe(403)
  })
})
