import { allCalls, contract, type AnyCall, type WireInput } from '@dentin/contract'
import { parseDateTime, uuidv7, yuanToFen } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { codeProbe } from '../src/modules/identity/phone-codes.ts'
import { carry } from '../src/modules/invoice/follow.ts'
import { clinicNoticePath } from '../src/modules/payment/desk/merchants.ts'
import { signedNotice } from '../src/modules/payment/sandbox/notices.ts'
import { fixture, testApp, type Client } from './harness.ts'

// Whatever moves money or makes a paper of it is sent with figures that are none (0, less, a tenth of a fen, 1e308): refused beside the field.
// E8: it may be sent again when its answer was lost. Each such call of the contract is sent twice at once and once more afterwards, under one
// requestId: one answer, one effect.
const { billing, coupon, execution, instalment, invoice, memberCard, prepay, refund, scanPay, unitAccount, visit } =
  contract
const MONEY = new Set([
  'billing',
  'clinicSettlement',
  'coupon',
  'discountApproval',
  'execution',
  'instalment',
  'invoice',
  'memberCard',
  'monthClose',
  'payAdjust',
  'prepay',
  'refund',
  'scanPay',
  'shift',
  'unitAccount',
])
const OCTOBER = '2026-10-28 10:00:00'
const NOW = '2026-11-20 10:00:00'
const app = await testApp({ at: OCTOBER })
const { services, http } = app.application
const place = { tenantId: fixture.tenants.a, clinicId: fixture.clinics.a1 }
const [p1, p2, p3] = fixture.patients.a as [string, string, string]
const [d1] = fixture.doctors.a1 as [string]
const methods = fixture.payMethods.a as Record<string, string>
const { a: tariffs } = fixture.tariffs
const codes = (codeProbe.codes = new Map<string, string>())

let desk: Client
let director: Client
let finance: Client
let admin: Client
let head: Client
async function at(moment: string): Promise<void> {
  app.clock.set(parseDateTime(moment))
  desk = await app.as('reception')
  director = await app.as('director')
  finance = await app.as('finance')
  admin = await app.as('admin')
  head = await app.as('headquarters')
}

interface Paper {
  id: string
  version: number
}
let made = 0
const named = (word: string) => `${word}${(made += 1)}`
const way = (amount: string, method = 'cash', tradeNo = '') => ({
  payMethodId: methods[method] as string,
  amount,
  ...(tradeNo ? { tradeNo } : {}),
})
const opened = (price: string, patientId = p1, who = director): Promise<Paper> =>
  who.call(billing.open, {
    patientId,
    items: [{ tariffId: tariffs.check, price, qty: 1, teeth: '' }],
    requestId: uuidv7(),
  })
type Payment = WireInput<typeof billing.charge>['payments'][number]
/** A bill that was charged; what is not paid of it is owed. */
async function charged(price: string, payments: Payment[], patientId = p1, who = director): Promise<Paper> {
  const bill = await opened(price, patientId, who)
  const owing = { leaveArrears: true, arrearsReason: '下次付' }
  const { version } = await who.call(billing.charge, { ...pick(bill), payments, ...owing, requestId: uuidv7() })
  return { id: bill.id, version }
}
const pick = ({ id, version }: Paper): Paper => ({ id, version })
/** The items of these bills are not done by being charged. */
const doneByHand = () => app.sql('update tariff set execute_rule = 2 where tenant_id = $1', [fixture.tenants.a])
const lineOf = async (billId: string) => (await director.call(billing.detail, { id: billId })).items[0]?.id as string
type CardType = WireInput<typeof memberCard.saveType>
const cardType = (more: Partial<CardType> = {}) =>
  ({
    name: named('金卡'),
    kind: 1,
    salePrice: '0.00',
    validType: 1,
    useOrder: 3,
    shareClinics: 3,
    requestId: uuidv7(),
    ...more,
  }) as CardType
const typeOf = async (more: Partial<CardType> = {}) => (await director.call(memberCard.saveType, cardType(more))).id
const cardWith = async (amount: string, patientId = p1, more: Partial<CardType> = {}) =>
  desk.call(memberCard.openCard, {
    patientId,
    typeId: await typeOf(more),
    amount,
    ways: [way(amount)],
    requestId: uuidv7(),
  })
const received = (amount: string, patientId = p1) =>
  desk.call(prepay.receive, { patientId, purpose: '种植', amount, ways: [way(amount)], requestId: uuidv7() })
const couponType = () =>
  ({ name: named('券'), kind: 2, value: '10.00', validType: 2, validDays: 30, requestId: uuidv7() }) as WireInput<
    typeof coupon.saveType
  >
const unitInput = () => ({
  name: named('单位'),
  contact: '',
  phone: '',
  creditLimit: '1000.00',
  termDays: 30,
  needsReference: false,
  remark: '',
  requestId: uuidv7(),
})
/** A unit to which 100.00 was charged. */
async function owingUnit(): Promise<string> {
  const { id } = await admin.call(unitAccount.saveUnit, unitInput())
  await charged('100.00', [{ ...way('100.00', 'unit'), unitId: id }])
  return id
}
/** A bill that owes 300.00 in three parts. */
async function agreed() {
  const bill = await charged('400.00', [way('100.00')])
  const { version } = await director.call(billing.detail, { id: bill.id })
  await desk.call(instalment.create, {
    billId: bill.id,
    version,
    count: 3,
    firstDue: '2026-12-05',
    day: 5,
    requestId: uuidv7(),
  })
  const { plans } = await desk.call(instalment.ofBill, { billId: bill.id })
  return plans[0] as { id: string; version: number }
}
/** The codes by which both agree to hand something over. */
async function codesFor(send: (side: 'from' | 'to') => Promise<unknown>, purpose: 'card' | 'prepay') {
  const codeOf = async (side: 'from' | 'to', patientId: string) => {
    await app.sql('delete from rate_limit')
    app.clock.advance(1.1)
    await send(side)
    const [row] = await app.sql<{ mobile: string }>('select mobile from patient where id = $1', [patientId])
    return codes.get(`${purpose}:${row?.mobile}`) as string
  }
  return { fromCode: await codeOf('from', p1), toCode: await codeOf('to', p2) }
}
async function treated(): Promise<string> {
  const doctor = await app.as('doctor')
  const { id } = await desk.call(visit.register, { patientId: p1, doctorId: d1, regFee: '0.00', requestId: uuidv7() })
  await doctor.call(visit.callIn, { id })
  await doctor.call(visit.start, { registrationId: id, acceptBusy: true })
  const [treatment] = await app.sql<{ id: string }>('select id from treatment where registration_id = $1', [id])
  const record = await doctor.call(contract.record.create, {
    treatmentId: treatment?.id as string,
    requestId: uuidv7(),
  })
  await doctor.call(contract.record.save, {
    ...pick(record),
    content: { treatments: [{ teeth: '', content: '洁治', tariffs: [{ tariffId: tariffs.cleaning, qty: 1 }] }] },
  })
  return record.id
}
const buyer = { titleType: 0 as const, title: '贺知遥', taxNo: '', mail: '', phone: '' }
const toInvoice = async () => {
  const bill = await charged('100.00', [way('100.00')])
  return { ...buyer, sources: [{ of: 'bill' as const, id: bill.id, amount: '100.00' }], requestId: uuidv7() }
}
const versionOf = async (id: string) =>
  (await app.sql<{ version: number }>('select version from invoice where id = $1', [id]))[0]?.version as number
/** Money of a code that is not what was asked for. */
async function stray(): Promise<Paper> {
  const bill = await opened('200.00')
  const begun = await desk.call(scanPay.start, {
    ...pick(bill),
    payments: [way('200.00', 'wechat')],
    gateway: 'wechat',
    scanned: 0,
  })
  const [trade] = await app.sql<{ out_trade_no: string; title: string; created_at: Date }>(
    'select out_trade_no, title, created_at from gateway_trade where order_id = $1',
    [begun.id],
  )
  const { body, headers } = await signedNotice(
    services.database,
    {
      gateway: 'wechat',
      outTradeNo: trade?.out_trade_no as string,
      tradeNo: '4200000000000000000000000001',
      title: trade?.title as string,
      amount: yuanToFen('199.99'),
      status: 'paid',
      createdAt: trade?.created_at as Date,
      paidAt: app.clock.now(),
    },
    app.clock.now(),
  )
  expect((await app.nobody.raw('POST', clinicNoticePath('wechat', place), body, headers)).http).toBe(200)
  const [row] = await app.sql<Paper>('select id, version from pay_exception where bill_id = $1', [bill.id])
  return row as Paper
}

/** A call as it is sent again and again, and what it makes: so many rows of a table. */
interface Sent<C extends AnyCall = AnyCall> {
  who: Client
  call: C
  input: WireInput<C>
  makes: readonly [table: string, rows: number]
}
const ENTRY = ['ledger_entry', 1] as const
const send = <C extends AnyCall>(who: Client, call: C, input: WireInput<C>, makes: Sent['makes'] = ENTRY): Sent =>
  ({ who, call, input, makes }) as unknown as Sent
const id = () => uuidv7()
let settlement: Paper
const acrossClinics = { month: '2026-10', debtorId: fixture.clinics.a1, creditorId: fixture.clinics.a2 }

const prepared: Readonly<Record<string, () => Promise<Sent>>> = {
  'billing.open': async () =>
    send(
      director,
      billing.open,
      { patientId: p1, items: [{ tariffId: tariffs.check, price: '50.00', qty: 1, teeth: '' }], requestId: id() },
      ['bill', 1],
    ),
  'billing.draftFromRecord': async () =>
    send(await app.as('doctor'), billing.draftFromRecord, { recordId: await treated(), requestId: id() }, ['bill', 1]),
  'billing.charge': async () =>
    send(desk, billing.charge, { ...pick(await opened('50.00')), payments: [way('50.00')], requestId: id() }),
  'billing.repay': async () => {
    const bill = await charged('80.00', [way('30.00')], p3)
    return send(desk, billing.repay, {
      patientId: p3,
      billIds: [bill.id],
      payments: [way('20.00')],
      requestId: id(),
    })
  },
  'billing.revoke': async () =>
    send(director, billing.revoke, { ...(await charged('50.00', [way('50.00')])), reason: '收错', requestId: id() }),
  'billing.registrationFee': async () => {
    const [, d2] = fixture.doctors.a1 as [string, string]
    const { id: registrationId } = await desk.call(visit.register, { patientId: p2, doctorId: d2, requestId: id() })
    return send(desk, billing.registrationFee, { registrationId, payments: [way('20.00')], requestId: id() })
  },
  'memberCard.saveType': async () => send(director, memberCard.saveType, cardType(), ['card_type', 1]),
  'memberCard.openCard': async () => {
    const typeId = await typeOf({ salePrice: '10.00' })
    const paid = { amount: '100.00', ways: [way('110.00')] }
    return send(desk, memberCard.openCard, { patientId: p1, typeId, ...paid, requestId: id() })
  },
  'memberCard.recharge': async () => {
    const card = await cardWith('10.00')
    return send(desk, memberCard.recharge, {
      ...pick(card),
      amount: '50.00',
      ways: [way('50.00')],
      requestId: id(),
    })
  },
  'memberCard.undoRecharge': async () => {
    const card = await cardWith('10.00')
    const paid = { amount: '50.00', ways: [way('50.00')], requestId: id() }
    const { logId } = await desk.call(memberCard.recharge, { ...pick(card), ...paid })
    return send(desk, memberCard.undoRecharge, { logId, reason: '充错', requestId: id() })
  },
  'memberCard.undoSale': async () => {
    const { logId } = await cardWith('10.00')
    return send(desk, memberCard.undoSale, { logId, reason: '开错', requestId: id() })
  },
  'memberCard.refund': async () => {
    const card = await cardWith('100.00')
    const back = { amount: '40.00', payMethodId: methods.cash as string, reason: '搬家' }
    return send(finance, memberCard.refund, { ...pick(card), ...back, requestId: id() })
  },
  'memberCard.payRefund': async () => {
    const card = await cardWith('400.00')
    const back = { whole: true, payMethodId: methods.cash as string, reason: '搬家', requestId: id() }
    const asked = await finance.call(memberCard.refund, { ...pick(card), ...back })
    const said = { version: 1, agree: true, reason: '' }
    const paper = await director.call(memberCard.decideRefund, { id: asked.refundId, ...said })
    return send(finance, memberCard.payRefund, { ...pick(paper), requestId: id() })
  },
  'memberCard.transfer': async () => {
    const [from, to] = [await cardWith('100.00'), await cardWith('10.00', p2)]
    const sides = { id: from.id, toId: to.id, amount: '30.00' }
    const agreedBy = await codesFor((side) => desk.call(memberCard.transferCode, { ...sides, side }), 'card')
    const input = { ...sides, version: from.version, ...agreedBy, reason: '家人用', requestId: id() }
    return send(desk, memberCard.transfer, input)
  },
  'memberCard.change': async () => {
    const card = await cardWith('10.00')
    const typeId = await typeOf({ salePrice: '88.00' })
    return send(desk, memberCard.change, {
      ...pick(card),
      typeId,
      ways: [way('88.00')],
      reason: '升级',
      requestId: id(),
    })
  },
  'memberCard.relationAdd': async () => {
    const card = await cardWith('10.00', p1, { shareKin: true })
    return send(desk, memberCard.relationAdd, { id: card.id, patientId: p3, requestId: id() }, ['member_card', 1])
  },
  'memberCard.spendRight': async () => {
    const card = await cardWith('10.00', p1, { rights: [{ name: '免费洁治', qty: 2, period: 2 }] })
    const input = { id: card.id, name: '免费洁治', requestId: id() }
    return send(desk, memberCard.spendRight, input, ['card_right_use', 1])
  },
  'memberCard.undoRight': async () => {
    const card = await cardWith('10.00', p1, { rights: [{ name: '免费洁治', qty: 2, period: 2 }] })
    const use = await desk.call(memberCard.spendRight, { id: card.id, name: '免费洁治', requestId: id() })
    const input = { useId: use.id, reason: '记错', requestId: id() }
    return send(desk, memberCard.undoRight, input, ['card_right_use', 1])
  },
  'coupon.saveType': async () => send(director, coupon.saveType, couponType(), ['coupon_type', 1]),
  'coupon.issue': async () => {
    const { id: typeId } = await director.call(coupon.saveType, couponType())
    return send(director, coupon.issue, { typeId, patientIds: [p1, p2], requestId: id() }, ['coupon', 2])
  },
  'coupon.issueMany': async () => {
    const { id: typeId } = await director.call(coupon.saveType, couponType())
    await app.sql(`update patient set tags = array['回访'] where id = any($1::uuid[])`, [[p1, p2]])
    return send(director, coupon.issueMany, { typeId, tag: '回访', requestId: id() }, ['coupon', 2])
  },
  'shift.handOver': async () => {
    const bill = await opened('50.00')
    await finance.call(billing.charge, { ...pick(bill), payments: [way('50.00')], requestId: id() })
    const { shift } = await finance.call(contract.shift.current, {})
    const counted = { countedCash: '1.00', differenceReason: '少了', requestId: id() }
    return send(finance, contract.shift.handOver, { ...pick(shift as Paper), ...counted })
  },
  'monthClose.close': async () =>
    send(director, contract.monthClose.close, { month: '2026-09', requestId: id() }, ['month_close', 1]),
  'payAdjust.adjust': async () => {
    const bill = await charged('50.00', [way('50.00')])
    const { payments } = await director.call(billing.detail, { id: bill.id })
    const ways = [way('50.00', 'wechat')]
    return send(director, contract.payAdjust.adjust, {
      billId: bill.id,
      paymentId: payments[0]?.id as string,
      ways,
      reason: '记错方式',
      requestId: id(),
    })
  },
  'payAdjust.writeOff': async () => {
    const bill = await charged('80.00', [way('30.00')])
    const input = { ...pick(bill), amount: '20.00', reason: '失联', requestId: id() }
    return send(admin, contract.payAdjust.writeOff, input)
  },
  'discountApproval.request': async () => {
    const bill = await desk.call(billing.open, {
      patientId: p1,
      items: [{ tariffId: tariffs.cleaning, price: '200.00', qty: 1, teeth: '' }],
      requestId: id(),
    })
    return send(
      desk,
      contract.discountApproval.request,
      {
        billId: bill.id,
        version: bill.version,
        items: [{ tariffId: tariffs.cleaning, price: '200.00', qty: 1, teeth: '' }],
        discountPercent: 70,
        discountReason: '员工亲属',
        reason: '老患者介绍来的',
        requestId: id(),
      },
      ['discount_approval', 1],
    )
  },
  'instalment.create': async () => {
    const bill = await charged('400.00', [way('100.00')])
    const { version } = await director.call(billing.detail, { id: bill.id })
    const terms = { count: 3, firstDue: '2026-12-05', day: 5 }
    return send(desk, instalment.create, { billId: bill.id, version, ...terms, requestId: id() }, [
      'instalment_plan',
      1,
    ])
  },
  'instalment.change': async () => {
    const terms = { count: 2, firstDue: '2026-12-15', day: 15, reason: '改日' }
    return send(desk, instalment.change, { ...pick(await agreed()), ...terms, requestId: id() }, ['instalment_plan', 1])
  },
  'instalment.addCall': async () => {
    const [late] = await app.sql<{ id: string }>(
      `select id from bill where arrears_amount > 0 and pay_time < '2026-11-01' limit 1`,
    )
    return send(desk, instalment.addCall, { billId: late?.id as string, note: '已打电话', requestId: id() }, [
      'dunning_call',
      1,
    ])
  },
  'execution.execute': async () => {
    await doneByHand()
    const bill = await charged('50.00', [way('50.00')])
    const lines = [{ billItemId: await lineOf(bill.id), qty: 1 }]
    const done = { doctorId: d1, doneOn: '2026-11-20' }
    return send(director, execution.execute, { billId: bill.id, lines, ...done, requestId: id() }, [
      'bill_item_execution',
      1,
    ])
  },
  'execution.takeBack': async () => {
    await doneByHand()
    const bill = await charged('50.00', [way('50.00')])
    const billItemId = await lineOf(bill.id)
    await director.call(execution.execute, {
      billId: bill.id,
      lines: [{ billItemId, qty: 1 }],
      doctorId: d1,
      doneOn: '2026-11-20',
      requestId: id(),
    })
    const input = { billId: bill.id, billItemId, qty: 1, reason: '记错', requestId: id() }
    return send(director, execution.takeBack, input, ['bill_item_execution', 1])
  },
  'refund.request': async () => {
    const bill = await charged('100.00', [way('100.00')])
    const items = [{ billItemId: await lineOf(bill.id), qty: 0, amount: '10.00' }]
    const asked = { billId: bill.id, version: bill.version, type: 2 as const, items, reason: '价格收错' }
    return send(director, refund.request, { ...asked, payNow: true, requestId: id() })
  },
  'refund.pay': async () => {
    const bill = await charged('100.00', [way('100.00')])
    const items = [{ billItemId: await lineOf(bill.id), qty: 0, amount: '10.00' }]
    const asked = { billId: bill.id, version: bill.version, type: 2 as const, items, reason: '价格收错' }
    const paper = await desk.call(refund.request, { ...asked, requestId: id() })
    return send(finance, refund.pay, { ...pick(paper), requestId: id() })
  },
  'prepay.receive': async () =>
    send(desk, prepay.receive, {
      patientId: p1,
      purpose: '种植',
      amount: '60.00',
      ways: [way('60.00')],
      requestId: id(),
    }),
  'prepay.undo': async () =>
    send(desk, prepay.undo, { ...pick(await received('60.00')), reason: '收错', requestId: id() }),
  'prepay.requestReturn': async () => {
    const back = { amount: '20.00', ways: [way('20.00')], reason: '不做了' }
    return send(finance, prepay.requestReturn, { ...pick(await received('60.00')), ...back, requestId: id() })
  },
  'prepay.payReturn': async () => {
    const back = { amount: '20.00', ways: [way('20.00')], reason: '不做了', payNow: false }
    const paper = await desk.call(prepay.requestReturn, { ...pick(await received('60.00')), ...back, requestId: id() })
    return send(finance, prepay.payReturn, { ...pick(paper), requestId: id() })
  },
  'prepay.transfer': async () => {
    const kept = await received('60.00')
    const sides = { id: kept.id, toPatientId: p2, amount: '20.00' }
    const agreedBy = await codesFor((side) => desk.call(prepay.sendCode, { ...sides, side }), 'prepay')
    const input = { ...sides, version: kept.version, ...agreedBy, reason: '家人用', requestId: id() }
    return send(desk, prepay.transfer, input)
  },
  'clinicSettlement.settle': async () =>
    send(
      head,
      contract.clinicSettlement.settle,
      { ...acrossClinics, amount: '60.00', paidOn: '2026-11-20', method: '银行转账', requestId: id() },
      // One in the books of each of the two.
      ['ledger_entry', 2],
    ),
  'clinicSettlement.undo': async () => {
    const [row] = await app.sql<Paper>('select id, version from clinic_settlement where status = 1')
    settlement = row as Paper
    const input = { ...settlement, reason: '转错账户', requestId: id() }
    return send(head, contract.clinicSettlement.undo, input, ['ledger_entry', 2])
  },
  'unitAccount.saveUnit': async () => send(admin, unitAccount.saveUnit, unitInput(), ['pay_unit', 1]),
  'unitAccount.settle': async () => {
    const input = { unitId: await owingUnit(), amount: '40.00', payMethodId: methods.cash as string }
    return send(finance, unitAccount.settle, { ...input, requestId: id() })
  },
  'unitAccount.undo': async () => {
    const input = { unitId: await owingUnit(), amount: '40.00', payMethodId: methods.cash as string }
    const paper = await finance.call(unitAccount.settle, { ...input, requestId: id() })
    return send(finance, unitAccount.undo, { ...pick(paper), reason: '记错', requestId: id() })
  },
  'invoice.issue': async () => send(desk, invoice.issue, await toInvoice(), ['invoice', 1]),
  'invoice.retry': async () => {
    const { id: invoiceId } = await desk.call(invoice.issue, await toInvoice())
    await app.sql(`update invoice set status = 3, fail_reason = '平台忙' where id = $1`, [invoiceId])
    const input = { id: invoiceId, version: await versionOf(invoiceId), requestId: id() }
    return send(desk, invoice.retry, input, ['invoice_attempt', 1])
  },
  'invoice.red': async () => {
    const { id: invoiceId } = await desk.call(invoice.issue, await toInvoice())
    expect(await carry(services, { ...place, id: invoiceId, isRed: false })).toBe(2)
    const asked = { amount: '100.00', reason: 1 as const, note: '' }
    const input = { id: invoiceId, version: await versionOf(invoiceId), ...asked, requestId: id() }
    return send(finance, invoice.red, input, ['invoice_red', 1])
  },
  'scanPay.handleException': async () =>
    send(director, scanPay.handleException, {
      ...(await stray()),
      way: 'close',
      note: '查无此人',
      requestId: id(),
    }),
}

const again = allCalls().filter(({ name, call }) => call.idempotent && MONEY.has(name.split('.')[0] as string))

/** How many rows every table has, but those that say who asked. */
async function counts(): Promise<Record<string, number>> {
  const [{ text }] = (await app.sql<{ text: string }>(
    `select string_agg(format('select %L as name, count(*)::int as n from %I', c.relname, c.relname), ' union all ') as text
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('session', 'rate_limit', 'rate_window')
       and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)`,
  )) as [{ text: string }]
  return Object.fromEntries((await app.sql<{ name: string; n: number }>(text)).map(({ name, n }) => [name, n]))
}

beforeAll(async () => {
  await http.listen({ host: '127.0.0.1', port: 0 })
  await at(OCTOBER)
  // October: a card of the first clinic pays 60.00 in the second, and a bill stays owing.
  const card = await cardWith('100.00')
  const there = await app.as('director', 'a2')
  const byCard = { ...way('60.00', 'card_principal'), cardId: card.id }
  await charged('60.00', [byCard], p1, there)
  await charged('70.00', [way('20.00')], p2)
  await at(NOW)
  const account = await admin.call(invoice.saveAccount, {
    taxNo: '91330106MA27XYCQ57',
    sellerName: '青禾口腔门诊部',
    platformUrl: '',
    appId: '',
    secret: '',
    rule: 1,
    taxRate: 0,
  })
  if (!account.enabled) await admin.call(invoice.switchAccount, { version: account.version, enabled: true })
})

it('E8: every call of money that may be sent again is one of these, and no other', () => {
  expect(Object.keys(prepared).sort()).toEqual(again.map(({ name }) => name).sort())
})

/** Where the sums and quantities of an input are, and one with another in its place. */
function figuresOf(input: unknown, at = ''): string[] {
  if (typeof input === 'string') return /^\d+\.\d{2}$/.test(input) ? [at] : []
  if (typeof input === 'number') return /(^|\.)(qty|count)$/.test(at) ? [at] : []
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([key, value]) => figuresOf(value, at ? `${at}.${key}` : key))
}
function withFigure(input: unknown, at: string, figure: unknown): unknown {
  const copy = structuredClone(input) as Record<string, unknown>
  const keys = at.split('.')
  const last = keys.pop() as string
  const holder = keys.reduce((each, key) => each[key] as Record<string, unknown>, copy)
  holder[last] = figure
  return copy
}
/** Figures that may well be nothing: a card that is sold unpaid, a price, a limit, cash that was counted. */
const MAY_BE_ZERO = [
  'billing.open items.0.price',
  'discountApproval.request items.0.price',
  'memberCard.openCard amount',
  'memberCard.saveType salePrice',
  'shift.handOver countedCash',
  'unitAccount.saveUnit creditLimit',
]
/** Calls that name no sum: what they move follows from the paper. */
const WITHOUT_FIGURES = [
  'billing.draftFromRecord',
  'billing.revoke',
  'clinicSettlement.undo',
  'coupon.issue',
  'coupon.issueMany',
  'instalment.addCall',
  'invoice.retry',
  'memberCard.payRefund',
  'memberCard.relationAdd',
  'memberCard.spendRight',
  'memberCard.undoRecharge',
  'memberCard.undoRight',
  'memberCard.undoSale',
  'monthClose.close',
  'prepay.payReturn',
  'prepay.undo',
  'refund.pay',
  'scanPay.handleException',
  'unitAccount.undo',
]
const ZEROS = ['0', '0.00']
const NO_QUANTITIES = [-1, 1.5, 1e308, '1.00']
const NO_SUMS = ['-1', '-0.01', '0.001', '1e308', 1e308, 0.5, '1234567890123', '９.００', '']

describe.each(again.map(({ name }) => name))('%s', (name) => {
  let sent: Sent
  beforeAll(async () => {
    sent = await (prepared[name] as () => Promise<Sent>)()
  })

  if (!WITHOUT_FIGURES.includes(name))
    it('a sum that is none is refused beside its field, nothing is written', async () => {
      const { who, call, input } = sent
      const before = await counts()
      for (const at of figuresOf(input)) {
        const zeros = MAY_BE_ZERO.includes(`${name} ${at}`) ? [] : ZEROS
        for (const figure of /(qty|count)$/.test(at) ? NO_QUANTITIES : [...zeros, ...NO_SUMS]) {
          const said = await who.refused(call, withFigure(input, at, figure) as typeof input)
          const { fields = [] } = (said.data ?? {}) as { fields?: { field: string; message: string }[] }
          const found = fields.find(({ field }) => field === at)
          expect({ at, figure, http: said.http < 500, message: found?.message }).toEqual({
            at,
            figure,
            http: true,
            message: expect.stringMatching(/[一-龥]/) as string,
          })
        }
      }
      expect(await counts()).toEqual(before)
    })

  it('E8: sent twice at once, and once more: one answer, one effect', async () => {
    const { who, call, input, makes } = sent
    expect(figuresOf(input).length > 0).toBe(!WITHOUT_FIGURES.includes(name))
    const [table, rows] = makes
    const before = await counts()
    const [one, two] = await Promise.all([who.call(call, input), who.call(call, input)])
    expect(two).toEqual(one)
    const after = await counts()
    expect({ table, rows: (after[table] as number) - (before[table] as number) }).toEqual({ table, rows })
    expect(await who.call(call, input)).toEqual(one)
    expect(await counts()).toEqual(after)
  })
})
