import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contract, errorTable, type WireInput } from '@dentin/contract'
import { isTaxNo } from '@dentin/contract/invoice'
import { fen, parseDateTime, uuidv7 } from '@dentin/kit'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refundedCard } from '../../../test/card-refund.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { codeProbe } from '../identity/phone-codes.ts'
import { newPaperCode } from '../issued-document/index.ts'
import { carry, settle } from './follow.ts'
import { followInvoices } from './jobs.ts'
import { answerSignature, invoicePlatform, PlatformUnsure } from './platform.ts'
import { dueNow } from './queries.ts'
import { nextPause, redTax, taxIn } from './rules.ts'

const { billing, invoice: calls, memberCard, monthClose, patient, payAdjust, prepay, refund } = contract
const NOW = '2026-11-19 10:00:00'
const app = await testApp({ at: NOW })
const { services, http } = app.application
const place = { tenantId: fixture.tenants.a, clinicId: fixture.clinics.a1 }
const [d1] = fixture.doctors.a1 as [string]
const methods = fixture.payMethods.a
const codes = (codeProbe.codes = new Map<string, string>())

let desk: Client
let director: Client
let finance: Client
let admin: Client
let p1 = ''
beforeAll(async () => {
  await http.listen({ host: '127.0.0.1', port: 0 })
})
beforeEach(async () => {
  app.clock.set(parseDateTime(NOW))
  desk = await app.as('reception')
  director = await app.as('director')
  finance = await app.as('finance')
  admin = await app.as('admin')
  await account()
  p1 = await newPatient()
})
afterEach(async () => {
  expect(await brokenInvariants(app.owner)).toEqual([])
})

const later = (ms: number) => app.clock.set(new Date(app.clock.now().getTime() + ms))
const SELLER = '91330106MA27XYCQ57'
type Account = WireInput<typeof calls.saveAccount>
async function account(more: Partial<Account> = {}, who = admin) {
  const { account: now } = await who.call(calls.account, {})
  const saved = await who.call(calls.saveAccount, {
    taxNo: SELLER,
    sellerName: '青禾口腔门诊部',
    platformUrl: '',
    appId: '',
    secret: '',
    rule: 1,
    taxRate: 0,
    ...(now ? { version: now.version } : {}),
    ...more,
  })
  return saved.enabled ? saved : who.call(calls.switchAccount, { version: saved.version, enabled: true })
}
let phones = 0
async function newPatient(name = '贺知遥'): Promise<string> {
  phones += 1
  const mobile = `139220${String(10_000 + phones).slice(-5)}`
  const sourceId = fixture.sources.a
  return (await desk.call(patient.create, { name, gender: 1, mobile, sourceId, allergyFlag: 0, requestId: uuidv7() }))
    .id
}
const way = (amount: string, method = 'cash', tradeNo = '') => ({
  payMethodId: methods[method] as string,
  amount,
  ...(tradeNo ? { tradeNo } : {}),
})
type Payment = WireInput<typeof billing.charge>['payments'][number]
const byCard = (cardId: string, amount: string): Payment => ({ ...way(amount, 'card_principal'), cardId })
const byPrepay = (prepayId: string, amount: string): Payment => ({ ...way(amount, 'prepayment'), prepayId })
type Line = [tariff: keyof typeof fixture.tariffs.a, price: string]
async function charged(lines: Line[], payments: Payment[], patientId = p1, who = director, doctorId = d1) {
  const bill = await who.call(billing.open, {
    patientId,
    doctorId,
    items: lines.map(([tariff, price]) => ({ tariffId: fixture.tariffs.a[tariff], price, qty: 1, teeth: '' })),
    requestId: uuidv7(),
  })
  const leave = { leaveArrears: true, arrearsReason: '下次付', requestId: uuidv7() }
  const paid = await who.call(billing.charge, { id: bill.id, version: bill.version, payments, ...leave })
  return { id: bill.id, version: paid.version }
}
async function refunded(billId: string, line: number, amount: string) {
  const { items, version } = await director.call(billing.detail, { id: billId })
  const item = { billItemId: items[line]?.id as string, qty: 1, amount }
  const ask = { billId, version, type: 1 as const, items: [item], reason: '患者不做了', requestId: uuidv7() }
  const asked = await director.call(refund.request, ask)
  const agreed =
    asked.status === 0
      ? await admin.call(refund.decide, { id: asked.id, version: asked.version, agree: true, reason: '' })
      : asked
  if (agreed.status === 1)
    await finance.call(refund.pay, { id: asked.id, version: agreed.version, requestId: uuidv7() })
  return asked
}
let typesMade = 0
async function cardType(more: object = {}): Promise<string> {
  typesMade += 1
  const given = { name: `金卡${typesMade}`, kind: 1, salePrice: '0.00', validType: 1, useOrder: 3, requestId: uuidv7() }
  return (await director.call(memberCard.saveType, { ...given, ...more } as WireInput<typeof memberCard.saveType>)).id
}
/** A card that was sold with a recharge; `log` is the movement of both. */
async function cardWith(amount: string, more: object = {}, patientId = p1, price = '0.00') {
  const typeId = await cardType({ salePrice: price, ...more })
  const paid = (Number(amount) + Number(price)).toFixed(2)
  const sold = await desk.call(memberCard.openCard, {
    patientId,
    typeId,
    amount,
    ways: [way(paid)],
    requestId: uuidv7(),
  })
  return { id: sold.id, log: sold.logId, version: sold.version }
}
const cardVersion = async (id: string) =>
  (await app.sql<{ version: number }>('select version from member_card where id = $1', [id]))[0]?.version as number
async function cardRefunded(id: string, amount: string | null) {
  const ask = { id, version: await cardVersion(id), whole: amount === null, payMethodId: methods.cash as string }
  await refundedCard(finance, director, {
    ...ask,
    ...(amount === null ? {} : { amount }),
    reason: '患者搬家',
    requestId: uuidv7(),
  } as WireInput<typeof memberCard.refund>)
}

/** A transfer of principal to which both have agreed, to be made. */
async function transfer(from: [card: string, patient: string], to: [card: string, patient: string], amount: string) {
  const ask = { id: from[0], toId: to[0], amount }
  const codeOf: string[] = []
  for (const side of ['from', 'to'] as const) {
    await app.sql('delete from rate_limit')
    app.clock.advance(1.1)
    await desk.call(memberCard.transferCode, { ...ask, side })
    const [, patientId] = side === 'from' ? from : to
    const [row] = await app.sql<{ mobile: string }>('select mobile from patient where id = $1', [patientId])
    codeOf.push(codes.get(`card:${row?.mobile}`) as string)
  }
  const [fromCode, toCode] = codeOf as [string, string]
  const version = await cardVersion(from[0])
  return () =>
    finance.call(memberCard.transfer, { ...ask, version, fromCode, toCode, reason: '转给家人', requestId: uuidv7() })
}
/** Waits until so many sessions wait for a row that another holds. */
const stuck = (count: number) =>
  expect
    .poll(() =>
      app.sql(`select distinct pid from pg_locks join pg_stat_activity using (pid)
        where datname = current_database() and not granted`),
    )
    .toHaveLength(count)

const asked = async (id: string) =>
  (
    await app.sql<{ asks: number; next: Date }>('select asks, next_ask_at as next from invoice where id = $1', [id])
  )[0] as {
    asks: number
    next: Date
  }
/** A platform that says one thing, signed with a secret. */
async function liar(answer: object, secret = 'another secret'): Promise<{ url: string }> {
  const server = createServer((request, response) => {
    const body = JSON.stringify(answer)
    const nonce = String(request.headers['x-nonce'])
    response.setHeader('x-signature', answerSignature(secret, { status: 200, nonce, body }))
    response.end(body)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  server.unref()
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

type Source = WireInput<typeof calls.issue>['sources'][number]
const PERSON = { titleType: 0 as const, title: '贺知遥', taxNo: '', mail: '', phone: '' }
const asking = (sources: Source[], more: Partial<WireInput<typeof calls.issue>> = {}) => ({
  ...PERSON,
  sources,
  requestId: uuidv7(),
  ...more,
})
const issue = (sources: Source[], more: Partial<WireInput<typeof calls.issue>> = {}, who = desk) =>
  who.call(calls.issue, asking(sources, more))
const bill = (id: string, amount: string): Source => ({ of: 'bill', id, amount })
const recharge = (id: string, amount: string): Source => ({ of: 'recharge', id, amount })
const deposit = (id: string, amount: string): Source => ({ of: 'prepay', id, amount })
const run = (id: string, isRed = false) => carry(services, { ...place, id, isRed })
/** An invoice that the platform has issued. */
async function issued(sources: Source[], more: Partial<WireInput<typeof calls.issue>> = {}) {
  const made = await issue(sources, more)
  expect(await run(made.id)).toBe(2)
  return made
}
const detail = (id: string) => director.call(calls.detail, { id })
const invoiceable = async (of: 'bill' | 'recharge' | 'prepay', id: string) => {
  const call = { bill: calls.forBill, recharge: calls.forRecharge, prepay: calls.forPrepay }[of]
  return (await director.call(call, { id })).invoiceable
}
/** The reds of an invoice: how far each is, and its sum. */
const reds = async (id: string) => (await detail(id)).reds.map((red) => [red.status, red.amount])
async function sendReds(id: string) {
  for (const red of (await detail(id)).reds) await run(red.id, true)
}
const toldOf = (no: string) =>
  app.sql<{ told: number; status: string; app_id: string }>(
    'select told, status, app_id from sandbox_invoice where no = $1',
    [no],
  )

describe('what may be invoiced of a bill', () => {
  it('cash-like ways but platform vouchers; under rule 1 nothing of card, bonus and prepayment (S12)', async () => {
    const card = await cardWith('1000.00', { steps: [{ amount: '1000.00', bonus: '250.00' }] })
    const kept = await desk.call(prepay.receive, {
      patientId: p1,
      purpose: '种植',
      amount: '300.00',
      ways: [way('300.00')],
      requestId: uuidv7(),
    })
    const paid = await charged(
      [['filling', '1000.00']],
      [
        byCard(card.id, '500.00'),
        byPrepay(kept.id, '100.00'),
        way('150.00', 'wechat'),
        way('200.00', 'meituan', 'MT8812'),
      ],
    )
    expect(await director.call(calls.forBill, { id: paid.id })).toMatchObject({
      invoiceable: '150.00',
      parts: [{ part: 'cash', amount: '150.00' }],
      invoiceStatus: 0,
      closed: '',
      rule: 1,
    })
    expect(await invoiceable('recharge', card.log)).toBe('1000.00')
    expect(await invoiceable('prepay', kept.id)).toBe('300.00')
    expect(await desk.refused(calls.issue, asking([bill(paid.id, '150.01')]))).toMatchObject({
      code: errorTable.INVOICE_OVER.code,
      message: '最多可开 150.00 元',
      data: { fields: [{ field: 'sources.0.amount' }] },
    })
  })

  it('under rule 2 principal and prepayment too, to the fen, and recharges not (S2, S13)', async () => {
    await account({ rule: 2 })
    const card = await cardWith('777.77', { steps: [{ amount: '777.77', bonus: '222.23' }] })
    const kept = await desk.call(prepay.receive, {
      patientId: p1,
      purpose: '种植',
      amount: '300.00',
      ways: [way('300.00')],
      requestId: uuidv7(),
    })
    const paid = await charged(
      [['filling', '333.33']],
      [byCard(card.id, '150.00'), byPrepay(kept.id, '83.33'), way('100.00', 'wechat')],
    )
    expect((await director.call(calls.forBill, { id: paid.id })).parts).toEqual([
      { part: 'cash', amount: '100.00' },
      { part: 'deposit', amount: '83.33' },
      { part: 'principal', amount: '116.67' },
    ])
    expect(await invoiceable('recharge', card.log)).toBe('0.00')
    expect(await invoiceable('prepay', kept.id)).toBe('0.00')
    await issued([bill(paid.id, '300.00')])
    expect(await invoiceable('bill', paid.id)).toBe('0.00')
  })

  it('the same money is not invoiced twice when the rule changes between the recharge and its use', async () => {
    const card = await cardWith('1000.00')
    await issued([recharge(card.log, '800.00')])
    await account({ rule: 2 })
    const paid = await charged([['filling', '600.00']], [byCard(card.id, '600.00')])
    expect(await invoiceable('bill', paid.id)).toBe('200.00')
    await issued([bill(paid.id, '200.00')])
    await account({ rule: 1 })
    expect(await invoiceable('recharge', card.log)).toBe('0.00')
  })

  it('times and fees of cards are invoiced with their sale, never by the bills that use them', async () => {
    await account({ rule: 2 })
    const times = await cardWith('0.00', { kind: 3, times: 10, singlePrice: '120.00' }, p1, '1000.00')
    const fees = await cardWith('0.00', { kind: 1 }, p1, '99.00')
    expect(await invoiceable('recharge', times.log)).toBe('1000.00')
    expect(await invoiceable('recharge', fees.log)).toBe('99.00')
    const made = await issued([recharge(times.log, '1000.00'), recharge(fees.log, '99.00')])
    expect((await detail(made.id)).sources.map(({ part, amount }) => [part, amount])).toEqual([
      ['times', '1000.00'],
      ['fee', '99.00'],
    ])
    await cardRefunded(times.id, null)
    expect(await reds(made.id)).toEqual([[0, '1000.00']])
  })
})

describe('money that goes back', () => {
  it('a refund takes the newest invoice back first, in the same transaction, whole and in part', async () => {
    const paid = await charged(
      [
        ['filling', '540.00'],
        ['check', '360.00'],
      ],
      [way('900.00', 'wechat')],
    )
    const one = await issued([bill(paid.id, '500.00')])
    later(60_000)
    const two = await issued([bill(paid.id, '300.00')])
    expect(await invoiceable('bill', paid.id)).toBe('100.00')
    await refunded(paid.id, 1, '360.00')
    // 900 − 360 = 540 may be invoiced, 800 is: 260 of the second.
    expect(await reds(two.id)).toEqual([[0, '260.00']])
    expect(await reds(one.id)).toEqual([])
    expect(await invoiceable('bill', paid.id)).toBe('0.00')
    await sendReds(two.id)
    expect(await reds(two.id)).toEqual([[2, '260.00']])
    await refunded(paid.id, 0, '540.00')
    await sendReds(two.id)
    await sendReds(one.id)
    expect(await reds(two.id)).toEqual([
      [2, '260.00'],
      [2, '40.00'],
    ])
    expect([(await detail(one.id)).status, (await detail(two.id)).status]).toEqual([4, 4])
    expect((await director.call(billing.detail, { id: paid.id })).invoiceStatus).toBe(3)
  })

  it('a revoked bill, a way set right to a voucher, a prepayment given back, a recharge undone', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const first = await issued([bill(paid.id, '200.00')])
    const { version } = await director.call(billing.detail, { id: paid.id })
    await director.call(billing.revoke, { id: paid.id, version, reason: '收错', requestId: uuidv7() })
    expect(await reds(first.id)).toEqual([[0, '200.00']])

    const other = await charged([['filling', '200.00']], [way('200.00')])
    const second = await issued([bill(other.id, '200.00')])
    const { payments } = await director.call(billing.detail, { id: other.id })
    await director.call(payAdjust.adjust, {
      billId: other.id,
      paymentId: payments[0]?.id as string,
      ways: [way('150.00'), way('50.00', 'meituan', 'MT9913')],
      reason: '点错',
      requestId: uuidv7(),
    })
    expect(await reds(second.id)).toEqual([[0, '50.00']])

    const kept = await desk.call(prepay.receive, {
      patientId: p1,
      purpose: '种植',
      amount: '100.00',
      ways: [way('100.00')],
      requestId: uuidv7(),
    })
    const third = await issued([deposit(kept.id, '100.00')])
    const ask = {
      id: kept.id,
      version: kept.version,
      amount: '30.00',
      ways: [way('30.00')],
      reason: '不做了',
      payNow: true,
    }
    await finance.call(prepay.requestReturn, { ...ask, requestId: uuidv7() })
    expect(await reds(third.id)).toEqual([[0, '30.00']])

    const card = await cardWith('100.00')
    const more = await desk.call(memberCard.recharge, {
      id: card.id,
      version: await cardVersion(card.id),
      amount: '60.00',
      ways: [way('60.00')],
      requestId: uuidv7(),
    })
    const fourth = await issued([recharge(more.logId, '60.00')])
    await finance.call(memberCard.undoRecharge, { logId: more.logId, reason: '充错', requestId: uuidv7() })
    expect(await reds(fourth.id)).toEqual([[0, '60.00']])
  })

  it('a card given back takes its recharges back, and what its bills pay back in cash afterwards', async () => {
    const card = await cardWith('1000.00')
    const made = await issued([recharge(card.log, '1000.00')])
    const paid = await charged([['filling', '400.00']], [byCard(card.id, '400.00')])
    await cardRefunded(card.id, null)
    expect(await reds(made.id)).toEqual([[0, '600.00']])
    await refunded(paid.id, 0, '400.00')
    expect(await reds(made.id)).toEqual([
      [0, '600.00'],
      [0, '400.00'],
    ])
    await sendReds(made.id)
    expect((await detail(made.id)).status).toBe(4)
  })

  it('transferred principal takes its invoice along: given back on the other card, the first recharge is taken back', async () => {
    const card = await cardWith('500.00')
    const p2 = await newPatient('陆予安')
    const other = await cardWith('100.00', {}, p2)
    const made = await issued([recharge(card.log, '500.00')])
    await (
      await transfer([card.id, p1], [other.id, p2], '500.00')
    )()
    expect(await reds(made.id)).toEqual([])
    await account({ rule: 2 })
    const paid = await charged([['filling', '600.00']], [byCard(other.id, '600.00')], p2)
    expect(await invoiceable('bill', paid.id)).toBe('100.00')
    await refunded(paid.id, 0, '600.00')
    await cardRefunded(other.id, '550.00')
    expect(await reds(made.id)).toEqual([[0, '450.00']])
  })

  it('what is transferred on at the same moment is looked for where it went: only what is gone is taken back', async () => {
    const [p2, p3] = [await newPatient('陆予安'), await newPatient('陆予宁')]
    const card = await cardWith('300.00')
    const second = await cardWith('10.00', {}, p2)
    const third = await cardWith('10.00', {}, p3)
    const made = await issued([recharge(card.log, '300.00')])
    await (
      await transfer([card.id, p1], [second.id, p2], '200.00')
    )()
    const on = await transfer([second.id, p2], [third.id, p3], '200.00')
    // Both wait for the invoice: the transfer first, and then a refund to which the third card is not known yet.
    const holder = new pg.Client({ connectionString: app.ownerUrl })
    await holder.connect()
    await holder.query('begin')
    await holder.query('select id from invoice where id = $1 for update', [made.id])
    const moved = on()
    await stuck(1)
    const back = cardRefunded(card.id, '100.00')
    await stuck(2)
    await holder.query('commit')
    await holder.end()
    await Promise.all([moved, back])
    expect(await reds(made.id)).toEqual([[0, '80.00']])
  })
})

describe('at the platform', () => {
  it('keeps one number for an attempt: a lost answer never issues twice', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const made = await issue([bill(paid.id, '200.00')], { title: '模拟丢应答' })
    expect(await run(made.id)).toBe(1)
    expect((await detail(made.id)).status).toBe(1)
    later(60_000)
    await followInvoices(services)
    const found = await detail(made.id)
    expect(found).toMatchObject({ status: 2, issuedOn: '2026-11-19' })
    expect(found.platformNo).toMatch(/^\d{20}$/)
    expect(await toldOf(found.attemptNo)).toMatchObject([{ told: 1, status: 'done' }])
  })

  it('killed between writing that it is sent and sending it, the job sends it under the same number', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const made = await issue([bill(paid.id, '200.00')])
    await app.sql('update invoice set sent_at = now() where id = $1', [made.id])
    const { attemptNo } = await detail(made.id)
    later(60_000)
    await followInvoices(services)
    expect(await detail(made.id)).toMatchObject({ status: 2, attemptNo })
    expect(await toldOf(attemptNo)).toHaveLength(1)
  })

  it('asks ever more seldom, and gives up with a reason when the platform does not know the number', async () => {
    expect([0, 1, 2, 20].map(nextPause)).toEqual([5_000, 10_000, 20_000, 3_600_000])
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const made = await issue([bill(paid.id, '200.00')], { title: '模拟不认单号' })
    for (let n = 0; n < 24; n += 1) {
      await run(made.id)
      later(3_600_000)
    }
    // Not before a day is over: what was told may still be issued.
    expect((await detail(made.id)).status).toBe(1)
    await run(made.id)
    expect(await detail(made.id)).toMatchObject({ status: 3, failReason: '开票平台没有这个单号，请核对后重开' })
    expect(await invoiceable('bill', paid.id)).toBe('200.00')
  })

  it('a refusal fails with its reason; retried with another buyer it has a number of its own', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const made = await issue([bill(paid.id, '200.00')], { title: '模拟拒绝' })
    expect(await run(made.id)).toBe(3)
    const failed = await detail(made.id)
    expect(failed).toMatchObject({ failReason: '购方信息有误', allowed: { retry: true, cancel: false, red: false } })
    const again = { id: made.id, version: failed.version, buyer: PERSON, requestId: uuidv7() }
    await desk.call(calls.retry, again)
    expect(await run(made.id)).toBe(2)
    const done = await detail(made.id)
    expect(done.attemptNo).not.toBe(failed.attemptNo)
    expect(done.title).toBe('贺知遥')
  })

  it('a retry repeats every check, and is refused when switched off', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const made = await issue([bill(paid.id, '200.00')], { title: '模拟拒绝' })
    await run(made.id)
    await issued([bill(paid.id, '50.00')])
    const { version } = await detail(made.id)
    const again = { id: made.id, version, buyer: PERSON, requestId: uuidv7() }
    expect((await desk.refused(calls.retry, again)).message).toBe(
      '可开票金额已变为 150.00 元，少于这张发票的 200.00 元，请另开一张',
    )
    const { account: now } = await admin.call(calls.account, {})
    await admin.call(calls.switchAccount, { version: now?.version as number, enabled: false })
    expect((await desk.refused(calls.retry, { ...again, requestId: uuidv7() })).code).toBe(errorTable.INVOICE_OFF.code)
    expect((await desk.refused(calls.issue, asking([bill(paid.id, '1.00')]))).code).toBe(errorTable.INVOICE_OFF.code)
  })

  it('what was sent before was issued after all: a retry takes that invoice and issues none', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const made = await issue([bill(paid.id, '200.00')], { title: '模拟丢应答' })
    await run(made.id)
    const before = await detail(made.id)
    // Given up here, while the platform has issued it.
    await app.sql(
      "update invoice set status = 3, fail_reason = '没有结果', busy_until = null, next_ask_at = null where id = $1",
      [made.id],
    )
    const { version } = await detail(made.id)
    await desk.call(calls.retry, { id: made.id, version, requestId: uuidv7() })
    const retried = await detail(made.id)
    expect(retried.attemptNo).not.toBe(before.attemptNo)
    expect(await run(made.id)).toBe(2)
    expect(await detail(made.id)).toMatchObject({ attemptNo: before.attemptNo, status: 2 })
    expect(await toldOf(retried.attemptNo)).toEqual([])
  })

  it('a late answer of an older attempt is not believed', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const made = await issue([bill(paid.id, '200.00')], { title: '模拟拒绝' })
    await run(made.id)
    const former = await detail(made.id)
    await desk.call(calls.retry, { id: made.id, version: former.version, buyer: PERSON, requestId: uuidv7() })
    const now = await detail(made.id)
    const answer = {
      state: 'issued',
      platformNo: '26332000000000000001',
      issuedOn: '2026-11-19',
      fileHash: '',
    } as const
    const told = (no: string) =>
      services.database.withTenant(place.tenantId, place.clinicId, (tx) => settle(tx, now, no, answer))
    expect(await told(former.attemptNo)).toBe(1)
    expect(await detail(made.id)).toMatchObject({ status: 1, platformNo: '' })
    expect(await told(now.attemptNo)).toBe(2)
  })

  it('after the account has changed an old attempt is asked with the app it was sent with', async () => {
    await account({ appId: 'app-one' })
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const made = await issue([bill(paid.id, '200.00')], { title: '模拟慢' })
    expect(await run(made.id)).toBe(1)
    await account({ appId: 'app-two' })
    for (let n = 0; n < 3; n += 1) {
      later(60_000)
      await followInvoices(services)
    }
    const found = await detail(made.id)
    expect(found.status).toBe(2)
    expect(await toldOf(found.attemptNo)).toMatchObject([{ app_id: 'app-one', told: 1 }])
    const made2 = await issued([bill((await charged([['filling', '10.00']], [way('10.00')])).id, '10.00')])
    expect(await toldOf((await detail(made2.id)).attemptNo)).toMatchObject([{ app_id: 'app-two' }])
  })

  describe('written down by hand', () => {
    const number = (n: number) => `2633200000000000${String(7000 + n)}`
    const by = (version: number, n: number) => ({
      version,
      outcome: 'issued' as const,
      platformNo: number(n),
      issuedOn: '2026-11-19',
      reason: '平台后台可查',
    })
    const waiting = async (who = desk) => {
      const paid = await charged([['filling', '200.00']], [way('200.00')])
      const made = await issue([bill(paid.id, '200.00')], { title: '模拟慢' }, who)
      expect(await run(made.id)).toBe(1)
      return detail(made.id)
    }
    const settle = async (id: string, more: object, who = finance) =>
      who.call(calls.settle, { id, ...more } as WireInput<typeof calls.settle>)

    it('an invoice without an answer for a day, by another person than whoever asked for it', async () => {
      const { id, version } = await waiting()
      await expect(settle(id, by(version, 1))).rejects.toThrow('还不满一天')
      expect((await finance.call(calls.detail, { id })).allowed.settle).toBe(false)
      later(24 * 3_600_000)
      expect((await finance.call(calls.detail, { id })).allowed.settle).toBe(true)
      // Whoever may only issue does not write down what became of it.
      expect((await desk.refused(calls.settle, { id, ...by(version, 1) })).http).toBe(403)
      for (const [wrong, field] of [
        [{ platformNo: '' }, 'platformNo'],
        [{ platformNo: '123' }, 'platformNo'],
        [{ issuedOn: null }, 'issuedOn'],
        [{ issuedOn: '2026-11-21' }, 'issuedOn'],
      ] as const)
        expect(await finance.refused(calls.settle, { id, ...by(version, 1), ...wrong })).toMatchObject({
          data: { fields: [{ field }] },
        })
      expect(await settle(id, by(version, 1))).toMatchObject({ status: 2 })
      expect(await detail(id)).toMatchObject({ status: 2, platformNo: number(1), issuedOn: '2026-11-19' })
      expect((await finance.refused(calls.settle, { id, ...by((await detail(id)).version, 2) })).code).toBe(
        errorTable.INVOICE_STATE.code,
      )
      const [noted] = await app.sql<{ name: string; reason: string }>(
        "select actor_name as name, reason from audit where entity_id = $1 and action = 'settle'",
        [id],
      )
      expect(noted).toMatchObject({ reason: '平台后台可查' })
      const other = await waiting()
      later(48 * 3_600_000)
      expect((await finance.refused(calls.settle, { id: other.id, ...by(other.version, 1) })).message).toMatch(
        /^这个号码已登记在 /,
      )
      const own = await waiting(finance)
      later(96 * 3_600_000)
      await expect(settle(own.id, by(own.version, 3))).rejects.toThrow('自己申请的不能自己登记')
    })

    it('the month’s end names what is under way or failed, and does not wait for it', async () => {
      const named = async () => {
        const { checks } = await finance.call(monthClose.state, { month: '2026-11' })
        return checks.find(({ code }) => code === 'invoices')
      }
      const before = (await named())?.count ?? 0
      await waiting()
      expect(await named()).toMatchObject({ blocks: false, count: before + 1 })
    })

    it('one that was not issued may be issued again, and its former number is not asked about any more', async () => {
      const { id, version, attemptNo } = await waiting()
      later(24 * 3_600_000)
      await settle(id, { version, outcome: 'notIssued', platformNo: '', reason: '平台已停用' })
      expect(await detail(id)).toMatchObject({ status: 3, failReason: '平台已停用' })
      await desk.call(calls.retry, { id, version: (await detail(id)).version, requestId: uuidv7(), buyer: PERSON })
      expect(await run(id)).toBe(2)
      const after = await detail(id)
      expect(after.attemptNo).not.toBe(attemptNo)
      await app.sql('delete from sandbox_invoice where no = $1', [attemptNo])
    })

    it('a red that failed and was made elsewhere takes its invoice back', async () => {
      const paid = await charged([['filling', '200.00']], [way('200.00')])
      const made = await issued([bill(paid.id, '200.00')])
      const { version } = await detail(made.id)
      const ask = { id: made.id, version, amount: '200.00', reason: 2 as const, note: '模拟拒绝', requestId: uuidv7() }
      const { redId } = await finance.call(calls.red, ask)
      await run(redId, true)
      await app.sql("update invoice_red set status = 3, next_ask_at = null, fail_reason = '平台拒绝' where id = $1", [
        redId,
      ])
      const shown = async () => (await admin.call(calls.detail, { id: made.id })).reds[0]
      expect(await shown()).toMatchObject({ status: 3, allowed: { settle: true, retry: true } })
      const of = { redId, ...by((await shown())?.version as number, 5) }
      await expect(settle(made.id, of, finance)).rejects.toThrow('自己申请的不能自己登记')
      expect(await settle(made.id, of, admin)).toMatchObject({ status: 2 })
      expect(await shown()).toMatchObject({ status: 2, platformNo: number(5) })
      expect((await detail(made.id)).status).toBe(4)
    })
  })

  it('a clinic whose invoices pile up keeps out no other', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const made: string[] = []
    for (let n = 0; n < 4; n += 1) made.push((await issue([bill(paid.id, '10.00')], { title: '模拟慢' })).id)
    const ofClinic = (clinic: string) =>
      app.sql('update invoice set issuer_clinic_id = $2 where id = $1', [made[3], clinic])
    // The last one is another clinic's for as long as is looked.
    await ofClinic(fixture.clinics.a2)
    try {
      later(60_000)
      const due = await services.database.withTenant(place.tenantId, 'all', (tx) => dueNow(tx, 2))
      expect(due.filter(({ clinicId }) => clinicId === fixture.clinics.a1)).toHaveLength(2)
      expect(due.map(({ id }) => id)).toContain(made[3])
    } finally {
      await ofClinic(fixture.clinics.a1)
    }
    for (const id of made) await run(id)
  })

  it('is given up only when the platform does not know it', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const slow = await issue([bill(paid.id, '100.00')], { title: '模拟慢' })
    await run(slow.id)
    expect((await desk.refused(calls.cancel, { id: slow.id, reason: '不开了' })).code).toBe(
      errorTable.INVOICE_KNOWN.code,
    )
    const unsent = await issue([bill(paid.id, '100.00')])
    await desk.call(calls.cancel, { id: unsent.id, reason: '不开了' })
    expect((await detail(unsent.id)).status).toBe(0)
    expect(await invoiceable('bill', paid.id)).toBe('100.00')
    expect(await run(unsent.id)).toBe(0)
  })

  it('the former attempt that was issued brings its buyer and its tax back', async () => {
    const paid = await charged([['filling', '106.00']], [way('106.00')])
    const made = await issue([bill(paid.id, '106.00')], { title: '模拟丢应答', mail: 'one@example.com' })
    await run(made.id)
    await app.sql('update invoice set status = 3, busy_until = null, next_ask_at = null where id = $1', [made.id])
    await account({ taxRate: 6 })
    const { version } = await detail(made.id)
    const buyer = { ...PERSON, title: '另一位' }
    await desk.call(calls.retry, { id: made.id, version, buyer, requestId: uuidv7() })
    expect(await detail(made.id)).toMatchObject({ tax: '6.00', buyer: { title: '另一位' } })
    expect(await run(made.id)).toBe(2)
    expect(await detail(made.id)).toMatchObject({
      tax: '0.00',
      buyer: { title: '模拟丢应答', mail: 'one@example.com' },
    })
  })

  it('after a retry it is not given up when a former attempt was issued', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const made = await issue([bill(paid.id, '200.00')], { title: '模拟丢应答' })
    await run(made.id)
    for (let n = 0; n < 2; n += 1) {
      await app.sql('update invoice set status = 3, busy_until = null, next_ask_at = null where id = $1', [made.id])
      const { version } = await detail(made.id)
      await desk.call(calls.retry, { id: made.id, version, buyer: PERSON, requestId: uuidv7() })
    }
    const refused = await desk.refused(calls.cancel, { id: made.id, reason: '不开了' })
    expect(refused.code).toBe(errorTable.INVOICE_KNOWN.code)
    expect(await run(made.id)).toBe(2)
    const { attemptNo, title } = await detail(made.id)
    expect([title, await toldOf(attemptNo)]).toMatchObject(['模拟丢应答', [{ told: 1 }]])
  })

  it('after a lost answer nobody gives it up at once, nor tells the platform of it beside another', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const made = await issue([bill(paid.id, '200.00')], { title: '模拟故障' })
    await run(made.id)
    const refused = await desk.refused(calls.cancel, { id: made.id, reason: '不开了' })
    expect(refused.message).toBe('正在与开票平台通信，请一分钟后再试')
    const { asks } = await asked(made.id)
    // Another server that comes to it meanwhile leaves it alone.
    await run(made.id)
    expect(await asked(made.id)).toMatchObject({ asks })
    later(60_000)
    await run(made.id)
    expect(await asked(made.id)).toMatchObject({ asks: asks + 1 })
  })

  it('one that can’t be carried on is put off, and the others are', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    await account({ platformUrl: 'https://platform.example', appId: 'unreadable', secret: 'a secret of some length' })
    const stuck = await issue([bill(paid.id, '100.00')])
    await app.sql("update invoice_app set sealed_secret = 'nothing' where app_id = 'unreadable'")
    await account()
    const other = await issue([bill(paid.id, '100.00')])
    const before = await asked(stuck.id)
    await expect(run(stuck.id)).rejects.toThrow()
    const after = await asked(stuck.id)
    expect(after.asks).toBe(before.asks + 1)
    expect(after.next.getTime()).toBe(app.clock.now().getTime() + 60_000)
    await run(other.id)
    expect((await detail(other.id)).status).toBe(2)
    expect((await detail(stuck.id)).status).toBe(1)
  })

  it('the platform is never this server or its network, by number or by name', async () => {
    const own = { appId: 'a', secret: 'the right secret' }
    for (const host of ['127.0.0.1', '2130706433', '[::1]', '10.0.0.8', 'localhost', '169.254.169.254'])
      await expect(account({ platformUrl: `https://${host}:8443`, ...own })).rejects.toThrow(
        '应为平台的公网地址，不能是本机或内网',
      )
    const { url } = await liar({ no: 'x'.repeat(32), state: 'missing' }, own.secret)
    const named = url.replace('127.0.0.1', 'localhost')
    for (const origin of [url, named])
      await expect(invoicePlatform({ origin, ...own }, services.clock).ask('x'.repeat(32))).rejects.toThrow(
        'without an answer',
      )
  })

  it('tests the account with a signed question, and a wrong secret shows', async () => {
    expect(await admin.call(calls.testAccount, {})).toEqual({ passed: true, message: '测试通过' })
    expect((await admin.call(calls.account, {})).account?.testedAt).toBe(NOW)
    // Whoever answers without the secret is not believed, whatever he says.
    const { url } = await liar({ no: 'x'.repeat(32), state: 'missing' })
    const platform = invoicePlatform(
      { origin: url, appId: 'a', secret: 'the right secret', isStandIn: true },
      services.clock,
    )
    await expect(platform.ask('x'.repeat(32))).rejects.toThrow('not signed by the platform')
  })

  it('an answer that is signed and makes no sense, or has no end, is not believed', async () => {
    const no = 'x'.repeat(32)
    const secret = 'the right secret'
    const ask = async (answer: object) => {
      const { url } = await liar(answer, secret)
      return invoicePlatform({ origin: url, appId: 'a', secret, isStandIn: true }, services.clock).ask(no)
    }
    const issuedNow = { no, state: 'issued', invoiceNo: '26332000000000000009', day: '2026-11-19', fileHash: '' }
    expect(await ask(issuedNow)).toMatchObject({ state: 'issued', issuedOn: '2026-11-19' })
    for (const wrong of [
      { ...issuedNow, day: '2026-02-30' },
      { ...issuedNow, no: 'y'.repeat(32) },
      { ...issuedNow, invoiceNo: '' },
      { ...issuedNow, reason: 'long '.repeat(20_000) },
    ])
      await expect(ask(wrong)).rejects.toThrow(PlatformUnsure)
  })
})

describe('taking back at the desk', () => {
  it('a red frees nothing before it is issued, and is withdrawn only before it is sent', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const made = await issued([bill(paid.id, '200.00')])
    const { version } = await detail(made.id)
    const ask = { id: made.id, version, amount: '80.00', reason: 2 as const, note: '', requestId: uuidv7() }
    expect((await desk.refused(calls.red, ask)).http).toBe(403)
    expect((await finance.refused(calls.red, { ...ask, amount: '200.01' })).message).toBe('最多可红冲 200.00 元')
    const red = await finance.call(calls.red, ask)
    expect(await invoiceable('bill', paid.id)).toBe('0.00')
    const [shown] = (await detail(made.id)).reds
    await finance.call(calls.withdrawRed, { redId: red.redId, version: shown?.version as number, reason: '写错' })
    expect(await reds(made.id)).toEqual([[4, '80.00']])
    const second = await finance.call(calls.red, {
      ...ask,
      version: (await detail(made.id)).version,
      requestId: uuidv7(),
    })
    await run(second.redId, true)
    expect(await invoiceable('bill', paid.id)).toBe('80.00')
    const after = (await detail(made.id)).reds[1]
    expect(
      (
        await finance.refused(calls.withdrawRed, {
          redId: second.redId,
          version: after?.version as number,
          reason: '晚了',
        })
      ).code,
    ).toBe(errorTable.INVOICE_RED_STATE.code)
  })

  it('a red that a refund has relied on, or drove, stays', async () => {
    const paid = await charged(
      [
        ['filling', '200.00'],
        ['check', '100.00'],
      ],
      [way('300.00')],
    )
    const made = await issued([bill(paid.id, '300.00')])
    const { version } = await detail(made.id)
    const red = await finance.call(calls.red, {
      id: made.id,
      version,
      amount: '100.00',
      reason: 2,
      note: '',
      requestId: uuidv7(),
    })
    await refunded(paid.id, 1, '100.00')
    expect(await reds(made.id)).toEqual([[0, '100.00']])
    const shown = (await detail(made.id)).reds[0]
    const back = { redId: red.redId, version: shown?.version as number, reason: '写错' }
    expect((await finance.refused(calls.withdrawRed, back)).code).toBe(errorTable.INVOICE_RED_FORCED.code)
    await refunded(paid.id, 0, '200.00')
    const forced = (await detail(made.id)).reds[1]
    expect(forced).toMatchObject({ isForced: true, amount: '200.00' })
    const other = { redId: forced?.id as string, version: forced?.version as number, reason: '写错' }
    expect((await finance.refused(calls.withdrawRed, other)).code).toBe(errorTable.INVOICE_RED_FORCED.code)
  })

  it('taxes of part reds stay within the invoice’s, and the last takes the rest', async () => {
    await account({ taxRate: 6 })
    const paid = await charged([['filling', '100.00']], [way('100.00')])
    const made = await issued([bill(paid.id, '100.00')])
    expect(made.tax).toBe('5.66')
    const taxes: string[] = []
    for (const amount of ['33.33', '33.33', '33.34']) {
      const { version } = await detail(made.id)
      const red = await finance.call(calls.red, {
        id: made.id,
        version,
        amount,
        reason: 4,
        note: '',
        requestId: uuidv7(),
      })
      taxes.push(red.tax)
      expect(await run(red.redId, true)).toBe(2)
    }
    expect(taxes).toEqual(['1.89', '1.88', '1.89'])
    expect((await detail(made.id)).status).toBe(4)
    expect(taxIn(fen(10_600), 6)).toBe(600)
    expect(redTax({ amount: fen(3), tax: fen(1) }, { amount: fen(1), tax: fen(1) }, fen(1))).toBe(0)
    // A hundred reds of one fen: none has more tax than it is, and all of it comes back.
    const blue = { amount: fen(100), tax: fen(12) }
    let before = { amount: fen(0), tax: fen(0) }
    for (let n = 0; n < 100; n += 1) {
      const tax = redTax(blue, before, fen(1))
      expect(tax).toBeLessThanOrEqual(1)
      before = { amount: fen(n + 1), tax: fen(before.tax + tax) }
    }
    expect(before).toEqual(blue)
  })

  it('a red that is sent again waits until it is known what became of the former', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const made = await issued([bill(paid.id, '200.00')])
    const { version } = await detail(made.id)
    const ask = { id: made.id, version, amount: '200.00', reason: 3 as const, note: '模拟慢', requestId: uuidv7() }
    const red = await finance.call(calls.red, ask)
    expect(await run(red.redId, true)).toBe(1)
    const former = (
      await app.sql<{ no: string }>('select attempt_no as no from invoice_red where id = $1', [red.redId])
    )[0]
    // Given up here, while the platform is at it.
    const giveUp = () =>
      app.sql("update invoice_red set status = 3, note = '', next_ask_at = null where id = $1", [red.redId])
    await giveUp()
    // Twice: the first number is asked about all the same.
    for (let n = 0; n < 2; n += 1) {
      if (n > 0) await giveUp()
      const shown = (await detail(made.id)).reds[0]
      expect(shown?.allowed.withdraw).toBe(false)
      const back = { redId: red.redId, version: shown?.version as number, reason: '不冲了' }
      expect((await finance.refused(calls.withdrawRed, back)).code).toBe(errorTable.INVOICE_RED_STATE.code)
      const again = { id: made.id, version: shown?.version as number, redId: red.redId, requestId: uuidv7() }
      await finance.call(calls.retry, again)
    }
    expect(await run(red.redId, true)).toBe(1)
    later(60_000)
    expect(await run(red.redId, true)).toBe(2)
    const told = await app.sql<{ no: string }>("select no from sandbox_invoice where kind = 'red' and of_no = $1", [
      (await detail(made.id)).platformNo,
    ])
    expect(told).toEqual([former])
    expect((await detail(made.id)).status).toBe(4)
  })

  it('a red of the desk that the platform refused may be withdrawn, which frees the invoice', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const made = await issued([bill(paid.id, '200.00')])
    const { version } = await detail(made.id)
    const ask = { id: made.id, version, amount: '50.00', reason: 3 as const, note: '模拟拒绝', requestId: uuidv7() }
    const red = await finance.call(calls.red, ask)
    expect(await run(red.redId, true)).toBe(3)
    const shown = (await detail(made.id)).reds[0]
    await finance.call(calls.withdrawRed, { redId: red.redId, version: shown?.version as number, reason: '不冲了' })
    expect((await detail(made.id)).reddable).toBe('200.00')
  })

  it('a red that a refund drove and the platform refuses is told to those who may take invoices back', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const made = await issued([bill(paid.id, '200.00')])
    await refunded(paid.id, 0, '200.00')
    const [forced] = (await detail(made.id)).reds
    await app.sql(`update invoice_red set note = '模拟拒绝' where id = $1`, [forced?.id])
    expect(await run(forced?.id as string, true)).toBe(3)
    const told = await app.sql<{ title: string; may: boolean }>(
      `select distinct m.title, exists (select 1 from employee_post ep join post_resource pr on pr.post_id = ep.post_id
         where ep.employee_id = m.recipient_id and pr.resource = '/invoices:red') as may
       from message m where m.key like 'invoice-red:' || $1 || ':%'`,
      [forced?.id],
    )
    expect(told).toEqual([{ title: `发票 ${made.invoiceNo} 红冲 200.00 元失败，请处理`, may: true }])
  })

  it('whoever may not see numbers sees the buyer’s covered, and does not lose it with a retry', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const made = await issue([bill(paid.id, '200.00')], {
      title: '模拟拒绝',
      phone: '13922019999',
      mail: 'lin@example.cn',
    })
    await run(made.id)
    const accountant = await app.as('finance')
    const seen = await accountant.call(calls.detail, { id: made.id })
    expect(seen.buyer).toMatchObject({ phone: '139****9999', mail: 'l****n' })
    const buyer = { ...PERSON, title: '另一位', phone: '' }
    await accountant.call(calls.retry, { id: made.id, version: seen.version, buyer, requestId: uuidv7() })
    expect((await director.call(calls.detail, { id: made.id })).buyer).toMatchObject({
      title: '另一位',
      phone: '13922019999',
      mail: 'lin@example.cn',
    })
  })

  it('a red that the platform refuses fails and is sent again under another number', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const made = await issued([bill(paid.id, '200.00')])
    const { version } = await detail(made.id)
    const red = await finance.call(calls.red, {
      id: made.id,
      version,
      amount: '200.00',
      reason: 3,
      note: '模拟拒绝',
      requestId: uuidv7(),
    })
    expect(await run(red.redId, true)).toBe(3)
    await app.sql("update invoice_red set note = '' where id = $1", [red.redId])
    const shown = (await detail(made.id)).reds[0]
    expect(shown).toMatchObject({ failReason: '购方信息有误', allowed: { retry: true, withdraw: true } })
    const again = { id: made.id, version: shown?.version as number, redId: red.redId, requestId: uuidv7() }
    await finance.call(calls.retry, again)
    expect(await run(red.redId, true)).toBe(2)
    expect((await detail(made.id)).status).toBe(4)
  })
})

describe('the buyer’s own page', () => {
  const keyText = () => randomBytes(32).toString('base64url')
  const codeFor = async (id: string) => (await desk.call(calls.makeCode, { of: 'bill', id })).code as string
  const FIRM = {
    titleType: 1 as const,
    title: '杭州云栖信息技术有限公司',
    taxNo: '91330106MA2CG4L7XR',
    mail: '',
    phone: '',
  }

  it('the code of a receipt shows the sum and nothing of the patient, and issues all of it once under one key', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const code = await codeFor(paid.id)
    const key = keyText()
    const before = await app.nobody.call(calls.look, { code, key })
    expect(before).toMatchObject({ what: '账单', invoiceable: '200.00', closed: '', sandbox: true, invoices: [] })
    expect(JSON.stringify(before)).not.toContain('贺知遥')
    const wrong = await app.nobody.refused(calls.ownIssue, { code, key, ...FIRM, taxNo: '91330106MA2CG4L7X1' })
    expect(wrong.data).toMatchObject({ fields: [{ field: 'taxNo', message: '纳税人识别号不正确' }] })
    await Promise.all([1, 2, 3].map(() => app.nobody.call(calls.ownIssue, { code, key, ...FIRM })))
    const made = await director.call(calls.list, { keyword: FIRM.title })
    const mine = made.list.filter(({ patientId }) => patientId === p1)
    expect(mine).toMatchObject([{ amount: '200.00', operatorName: '患者自助', status: 1 }])
    await run(mine[0]?.id as string)
    const after = await app.nobody.call(calls.look, { code, key })
    expect(after).toMatchObject({ invoiceable: '0.00', invoices: [{ status: 2, isOwn: true }] })
    expect(after.invoices[0]?.platformNo).toMatch(/^\d{20}$/)
    // Whoever finds the receipt later sees that there is one, and not its number.
    const other = await app.nobody.call(calls.look, { code, key: keyText() })
    expect(other.invoices).toMatchObject([{ status: 2, isOwn: false, platformNo: '' }])
    const nothing = await app.nobody.refused(calls.ownIssue, { code, key: keyText(), ...FIRM })
    expect(nothing.code).toBe(errorTable.INVOICE_NOTHING.code)
  })

  it('what was refused may be asked for again with another title', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const [code, key] = [await codeFor(paid.id), keyText()]
    await app.nobody.call(calls.ownIssue, { code, key, ...FIRM, title: '杭州恒创贸易有限公司（已注销）' })
    const first = (await director.call(calls.forBill, { id: paid.id })).invoices[0]
    expect(await run(first?.id as string)).toBe(3)
    await app.nobody.call(calls.ownIssue, { code, key, ...FIRM })
    const { invoices } = await app.nobody.call(calls.look, { code, key })
    expect(invoices.map(({ status }) => status)).toEqual([1, 3])
  })

  it('a code that is wrong, or half a year old, leads nowhere; a machine that guesses is stopped', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const code = await codeFor(paid.id)
    await app.sql("update invoice_code set created_at = created_at - interval '181 days' where paper_id = $1", [
      paid.id,
    ])
    const old = await app.nobody.refused(calls.look, { code })
    expect(old.code).toBe(errorTable.INVOICE_CODE_UNKNOWN.code)
    const tries = []
    for (let n = 0; n < 31; n += 1) tries.push(await app.nobody.refused(calls.look, { code: newPaperCode() }))
    expect(tries[0]?.message).toBe(old.message)
    expect(tries.at(-1)?.http).toBe(429)
  })

  it('there is no code where nothing may be invoiced, and the page says that it is switched off', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const code = await codeFor(paid.id)
    const { account: now } = await admin.call(calls.account, {})
    await admin.call(calls.switchAccount, { version: now?.version as number, enabled: false })
    expect(await desk.call(calls.makeCode, { of: 'bill', id: paid.id })).toEqual({ code: null, url: null })
    expect((await app.nobody.call(calls.look, { code })).closed).toBe('门诊暂时不能开票，请联系门诊')
    const refused = await app.nobody.refused(calls.ownIssue, { code, key: keyText(), ...FIRM })
    expect(refused.code).toBe(errorTable.INVOICE_OFF.code)
    await account()
    await issued([bill(paid.id, '200.00')])
    expect((await desk.call(calls.makeCode, { of: 'bill', id: paid.id })).code).toBeNull()
  })
})

describe('together, and who may', () => {
  it('two desks that issue the same bill at once: one wins', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const tries = await Promise.allSettled([
      issue([bill(paid.id, '200.00')]),
      issue([bill(paid.id, '200.00')], {}, director),
    ])
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('issuing and refunding at once leave no more invoiced than may be', async () => {
    for (let n = 0; n < 3; n += 1) {
      const paid = await charged([['filling', '200.00']], [way('200.00')])
      await Promise.allSettled([issue([bill(paid.id, '200.00')]), refunded(paid.id, 0, '200.00')])
      expect(await brokenInvariants(app.owner)).toEqual([])
    }
  })

  it('covers papers of one patient, and remembers the buyer', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const card = await cardWith('500.00')
    const FIRM = {
      titleType: 1 as const,
      title: '杭州某某科技有限公司',
      taxNo: SELLER,
      mail: 'a@b.cn',
      phone: '13900000000',
    }
    expect(await desk.refused(calls.issue, asking([bill(paid.id, '1.00')], { ...FIRM, taxNo: '' }))).toMatchObject({
      data: { fields: [{ field: 'taxNo', message: '企业抬头须填写纳税人识别号' }] },
    })
    expect(
      await desk.refused(calls.issue, asking([bill(paid.id, '1.00')], { ...FIRM, taxNo: '91330106MA27XYCQ5X' })),
    ).toMatchObject({
      data: { fields: [{ field: 'taxNo' }] },
    })
    const made = await issue([bill(paid.id, '200.00'), recharge(card.log, '500.00')], FIRM)
    expect(made.amount).toBe('700.00')
    expect((await director.call(calls.forBill, { id: paid.id })).buyer).toEqual(FIRM)
    const p2 = await newPatient('陆予安')
    const other = await charged([['filling', '20.00']], [way('20.00')], p2)
    const third = await charged([['filling', '20.00']], [way('20.00')])
    expect(await desk.refused(calls.issue, asking([bill(third.id, '1.00'), bill(other.id, '1.00')]))).toMatchObject({
      data: { fields: [{ field: 'sources.1.id', message: '一张发票只能开给一位患者' }] },
    })
    const found = await director.call(calls.list, { keyword: made.invoiceNo, pageNum: 1, pageSize: 20 })
    expect(found).toMatchObject({ total: 1, list: [{ id: made.id, amount: '700.00', status: 1 }], counts: { '1': 1 } })
  })

  it('another clinic sees and issues none of it', async () => {
    const paid = await charged([['filling', '200.00']], [way('200.00')])
    const made = await issued([bill(paid.id, '200.00')])
    const there = await app.as('director', 'a2')
    expect((await there.refused(calls.detail, { id: made.id })).http).toBe(404)
    expect((await there.refused(calls.forBill, { id: paid.id })).http).toBe(404)
    expect((await there.call(calls.list, { pageNum: 1, pageSize: 20 })).total).toBe(0)
  })

  it('knows a tax number by its check', () => {
    expect(isTaxNo(SELLER)).toBe(true)
    expect(isTaxNo('91330106MA27XYCQ5L')).toBe(false)
    expect(isTaxNo('')).toBe(false)
    expect(isTaxNo('330106000000001')).toBe(true)
  })
})
