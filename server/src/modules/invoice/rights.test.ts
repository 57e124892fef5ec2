import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { codeProbe } from '../identity/phone-codes.ts'

const { billing, invoice: calls, memberCard, merge, patient, payAdjust, prepay, refund, unitAccount } = contract
const [p1, p2] = fixture.patients.a as [string, string]
const [d1] = fixture.doctors.a1 as [string]
const methods = fixture.payMethods.a
const codes = (codeProbe.codes = new Map<string, string>())
const app = await testApp({ at: '2026-11-20 09:00:00' })
const { services, http } = app.application

let desk: Client
let director: Client
let finance: Client
let admin: Client
let there: Client
let adminThere: Client
async function keep(who: Client, rule: 1 | 2) {
  const { account } = await who.call(calls.account, {})
  await who.call(calls.saveAccount, {
    sellerName: '甲方口腔门诊部有限公司',
    taxNo: '91350100M000100Y43',
    rule,
    serviceRate: 0,
    goodsRate: 13,
    ...(account ? { version: account.version } : {}),
  })
}
beforeAll(async () => {
  await http.listen({ host: '127.0.0.1', port: 0 })
  desk = await app.as('reception')
  director = await app.as('director')
  finance = await app.as('finance')
  admin = await app.as('admin')
  there = await app.as('director', 'a2')
  adminThere = await app.as('admin', 'a2')
  await keep(admin, 2)
  await keep(adminThere, 2)
})
afterEach(async () => expect(await brokenInvariants(app.owner)).toEqual([]))

const pays = (amount: string, method = 'cash') => ({ payMethodId: methods[method] as string, amount })
type Payment = WireInput<typeof billing.charge>['payments'][number]
async function charged(price: string, payments: Payment[], patientId = p1, who = director) {
  const bill = await who.call(billing.open, {
    patientId,
    doctorId: who === there ? (fixture.doctors.a2[0] as string) : d1,
    items: [{ tariffId: fixture.tariffs.a.cleaning, price, qty: 1, teeth: '' }],
    requestId: uuidv7(),
  })
  await who.call(billing.charge, {
    id: bill.id,
    version: bill.version,
    payments,
    leaveArrears: true,
    arrearsReason: '下次付',
    requestId: uuidv7(),
  })
  return bill.id
}
let types = 0
async function typeOf(more: Partial<WireInput<typeof memberCard.saveType>> = {}) {
  types += 1
  const made = await director.call(memberCard.saveType, {
    name: `卡种${types}`,
    kind: 1,
    salePrice: '0.00',
    validType: 1,
    useOrder: 1,
    shareKin: true,
    shareClinics: 3,
    requestId: uuidv7(),
    ...more,
  } as WireInput<typeof memberCard.saveType>)
  return made.id
}
async function cardWith(
  amount: string,
  more: Partial<WireInput<typeof memberCard.saveType>> = {},
  patientId = p1,
  price = '0.00',
) {
  const typeId = await typeOf({ salePrice: price, ...more })
  const due = (Number(amount) + Number(price)).toFixed(2)
  return desk.call(memberCard.openCard, {
    patientId,
    typeId,
    amount,
    ways: due === '0.00' ? [] : [pays(due)],
    requestId: uuidv7(),
  })
}
const byCard = (cardId: string, amount: string): Payment => ({
  payMethodId: methods.card_principal as string,
  amount,
  cardId,
})
async function free(kind: 1 | 2 | 3 | 4, holderId: string, who = desk) {
  return (await who.call(calls.offer, { kind, holderId })).holder.freeAmount
}
const right = async (kind: number, holderId: string) =>
  (
    await app.sql<{ right: string }>(
      `select right_amount::text as "right" from invoice_right where kind = $1 and holder_id = $2`,
      [kind, holderId],
    )
  )[0]?.right ?? '0.00'
async function issued(kind: 1 | 2 | 3 | 4, holderId: string, amount: string, who = desk) {
  const made = await who.call(calls.issue, {
    covers: [{ kind, holderId, amount }],
    titleType: 0,
    title: '钟灵秀',
    requestId: uuidv7(),
  })
  await services.jobs.drain('invoice.carry')
  return made.id
}
const reds = (invoiceId: string) =>
  app.sql<{ amount: string; reason: number; due: boolean }>(
    'select amount::text, reason, is_due as due from invoice_red where invoice_id = $1 and status <> 5 order by created_at, id',
    [invoiceId],
  )
const sums = async (invoiceId: string) => (await reds(invoiceId)).map(({ amount }) => amount)
async function refunded(billId: string, amount: string, who = director) {
  const { items, version } = await who.call(billing.detail, { id: billId })
  const asked = await who.call(refund.request, {
    billId,
    version,
    type: 2,
    items: [{ billItemId: items[0]?.id as string, qty: 0, amount }],
    reason: '患者不做了',
    requestId: uuidv7(),
  })
  const agreed =
    asked.status === 0
      ? await (who === there ? adminThere : admin).call(refund.decide, {
          id: asked.id,
          version: asked.version,
          agree: true,
          reason: '',
        })
      : asked
  if (agreed.status === 1) await who.call(refund.pay, { id: asked.id, version: agreed.version, requestId: uuidv7() })
}
const version = async (id: string) =>
  (await app.sql<{ version: number }>('select version from member_card where id = $1', [id]))[0]?.version as number
let phones = 0
async function newPatient(name = '贺知遥') {
  phones += 1
  return (
    await desk.call(patient.create, {
      name,
      gender: 1,
      mobile: `139120${String(20_000 + phones).slice(-5)}`,
      sourceId: fixture.sources.a,
      allergyFlag: 0,
      requestId: uuidv7(),
    })
  ).id
}

describe('when they are used (消费时开)', () => {
  it('a card is not invoiced when it is recharged; a bill is for its principal, never for its bonus', async () => {
    const card = await cardWith('1000.00', { steps: [{ amount: '1000.00', bonus: '200.00' }], useOrder: 3 })
    expect(await free(2, card.id)).toBe('0.00')
    expect(
      (
        await desk.refused(calls.issue, {
          covers: [{ kind: 2, holderId: card.id, amount: '1.00' }],
          titleType: 0,
          title: '某',
          requestId: uuidv7(),
        })
      ).message,
    ).toContain('消费时开票')
    const bill = await charged('600.00', [byCard(card.id, '600.00')])
    expect(await free(1, bill)).toBe('500.00')
    const made = await issued(1, bill, '500.00')
    await refunded(bill, '120.00')
    // Bonus goes back first: the invoice stands as far as principal pays.
    expect(await sums(made)).toEqual(['20.00'])
    expect(await right(2, card.id)).toBe('520.00')
  })

  it('a family’s card pays with the right of the main card, in another clinic too', async () => {
    const card = await cardWith('500.00')
    await desk.call(memberCard.relationAdd, { id: card.id, patientId: p2, requestId: uuidv7() })
    const [sub] = await app.sql<{ id: string }>('select id from member_card where main_card_id = $1', [card.id])
    const here = await charged('100.00', [byCard(sub?.id as string, '100.00')], p2)
    expect(await free(1, here)).toBe('100.00')
    await app.sql(
      `insert into patient_clinic (tenant_id, patient_id, reached_clinic_id, since) values ($1, $2, $3, now()) on conflict do nothing`,
      [fixture.tenants.a, p1, fixture.clinics.a2],
    )
    const abroad = await charged('150.00', [byCard(card.id, '150.00')], p1, there)
    expect(await free(1, abroad, there)).toBe('150.00')
    expect(await right(2, card.id)).toBe('250.00')
    const made = await issued(1, abroad, '150.00', there)
    await refunded(abroad, '50.00', there)
    expect(await sums(made)).toEqual(['50.00'])
    expect(await right(2, card.id)).toBe('300.00')
    // The card is invoiced where it was sold, a bill where it was charged.
    expect(await there.refused(calls.offer, { kind: 2, holderId: card.id })).toMatchObject({ code: 31213 })
    expect(await desk.refused(calls.offer, { kind: 1, holderId: abroad })).toMatchObject({ code: 404 })
  })

  it('the fee of a card and the price of a times card are invoiced once, also here; its uses are not', async () => {
    const paid = await cardWith('300.00', {}, p1, '50.00')
    expect([await free(4, paid.id), await free(2, paid.id)]).toEqual(['50.00', '0.00'])
    await issued(4, paid.id, '50.00')
    expect(await free(4, paid.id)).toBe('0.00')
    const times = await cardWith('0.00', { kind: 3, times: 3, singlePrice: '120.00' }, p1, '300.00')
    expect(await free(4, times.id)).toBe('300.00')
    const made = await issued(4, times.id, '300.00')
    const bill = await charged('100.00', [
      { payMethodId: methods.card_principal as string, amount: '100.00', cardId: times.id },
    ])
    expect(await free(1, bill)).toBe('0.00')
    // Given back: 300 less one use at its single price.
    await finance.call(memberCard.refund, {
      id: times.id,
      version: await version(times.id),
      whole: true,
      payMethodId: methods.cash as string,
      reason: '不来了',
      requestId: uuidv7(),
    })
    expect(await sums(made)).toEqual(['180.00'])
  })

  it('a closed card whose bill is refunded in cash loses the right, and the bill’s invoice is red', async () => {
    const card = await cardWith('400.00')
    const bill = await charged('250.00', [byCard(card.id, '250.00')])
    const made = await issued(1, bill, '250.00')
    await finance.call(memberCard.refund, {
      id: card.id,
      version: await version(card.id),
      whole: true,
      payMethodId: methods.cash as string,
      reason: '搬家',
      requestId: uuidv7(),
    })
    expect(await right(2, card.id)).toBe('0.00')
    await refunded(bill, '100.00')
    expect(await sums(made)).toEqual(['100.00'])
    expect([await right(1, bill), await right(2, card.id)]).toEqual(['150.00', '0.00'])
  })

  it('prepayments the same: used they are invoiced on the bill, given back they are not', async () => {
    const made = await desk.call(prepay.receive, {
      patientId: p1,
      purpose: '种植',
      amount: '800.00',
      ways: [pays('800.00')],
      requestId: uuidv7(),
    })
    expect(await free(3, made.id)).toBe('0.00')
    const bill = await charged('300.00', [
      { payMethodId: methods.prepayment as string, amount: '300.00', prepayId: made.id },
    ])
    expect(await free(1, bill)).toBe('300.00')
    const invoice = await issued(1, bill, '300.00')
    await refunded(bill, '100.00')
    expect(await sums(invoice)).toEqual(['100.00'])
    expect(await right(3, made.id)).toBe('600.00')
  })
})

describe('when they are recharged (充值时开)', () => {
  const under = async (rule: 1 | 2) => keep(admin, rule)

  it('a recharge is invoiced once, and what it pays is not: never both', async () => {
    await under(1)
    const card = await cardWith('1000.00')
    expect(await free(2, card.id)).toBe('1000.00')
    const made = await issued(2, card.id, '1000.00')
    const bill = await charged('700.00', [byCard(card.id, '600.00'), pays('100.00')])
    expect([await free(2, card.id), await free(1, bill)]).toEqual(['0.00', '100.00'])
    // Back on the card nothing is red: the recharge stands.
    await refunded(bill, '650.00')
    expect(await sums(made)).toEqual([])
    await under(2)
    // After the change of the rule what was invoiced stays invoiced.
    const next = await charged('300.00', [byCard(card.id, '300.00')])
    expect(await free(1, next)).toBe('0.00')
  })

  it('given back in cash it is red, also when the card was closed before its bill was refunded', async () => {
    await under(1)
    const card = await cardWith('1000.00')
    const made = await issued(2, card.id, '1000.00')
    const bill = await charged('400.00', [byCard(card.id, '400.00')])
    await finance.call(memberCard.refund, {
      id: card.id,
      version: await version(card.id),
      whole: false,
      amount: '100.00',
      payMethodId: methods.cash as string,
      reason: '少存',
      requestId: uuidv7(),
    })
    expect(await sums(made)).toEqual(['100.00'])
    await finance.call(memberCard.refund, {
      id: card.id,
      version: await version(card.id),
      whole: true,
      payMethodId: methods.cash as string,
      reason: '搬家',
      requestId: uuidv7(),
    })
    expect(await sums(made)).toEqual(['100.00', '500.00'])
    await refunded(bill, '250.00')
    expect((await sums(made)).sort()).toEqual(['100.00', '250.00', '500.00'])
    expect((await reds(made)).every(({ due, reason }) => due && reason >= 1)).toBe(true)
  })

  it('handed to another card it is red here, and may be invoiced there', async () => {
    await under(1)
    const from = await cardWith('500.00')
    const to = await cardWith('10.00', {}, p2)
    const made = await issued(2, from.id, '500.00')
    const sides = { id: from.id, toId: to.id, amount: '200.00' }
    const code = async (side: 'from' | 'to', who: string) => {
      await app.sql('delete from rate_limit')
      app.clock.advance(1.1)
      await desk.call(memberCard.transferCode, { ...sides, side })
      const [owner] = await app.sql<{ mobile: string }>('select mobile from patient where id = $1', [who])
      return codes.get(`card:${owner?.mobile}`) as string
    }
    const fromCode = await code('from', p1)
    const toCode = await code('to', p2)
    await desk.call(memberCard.transfer, {
      ...sides,
      version: await version(from.id),
      reason: '家人用',
      fromCode,
      toCode,
      requestId: uuidv7(),
    })
    expect(await sums(made)).toEqual(['200.00'])
    expect([await free(2, from.id), await free(2, to.id)]).toEqual(['0.00', '210.00'])
    await services.jobs.runNow('invoice.follow')
    expect(await free(2, from.id)).toBe('0.00')
  })

  it('a recharge that is undone is red', async () => {
    await under(1)
    const card = await cardWith('100.00')
    const recharge = await desk.call(memberCard.recharge, {
      id: card.id,
      version: await version(card.id),
      amount: '300.00',
      ways: [pays('300.00')],
      requestId: uuidv7(),
    })
    const made = await issued(2, card.id, '400.00')
    await director.call(memberCard.undoRecharge, { logId: recharge.logId, reason: '充错', requestId: uuidv7() })
    expect(await reds(made)).toMatchObject([{ amount: '300.00', reason: 1, due: true }])
  })

  it('prepayments: invoiced when received, red when given back', async () => {
    await under(1)
    const one = await desk.call(prepay.receive, {
      patientId: p1,
      purpose: '正畸',
      amount: '600.00',
      ways: [pays('600.00')],
      requestId: uuidv7(),
    })
    const made = await issued(3, one.id, '600.00')
    const bill = await charged('200.00', [
      { payMethodId: methods.prepayment as string, amount: '200.00', prepayId: one.id },
    ])
    expect(await free(1, bill)).toBe('0.00')
    const found = (await director.call(prepay.ofPatient, { patientId: p1 })).list.find(({ id }) => id === one.id)
    await director.call(prepay.requestReturn, {
      id: one.id,
      version: found?.version as number,
      amount: '150.00',
      ways: [pays('150.00')],
      reason: '不做了',
      payNow: true,
      requestId: uuidv7(),
    })
    expect(await sums(made)).toEqual(['150.00'])
    await under(2)
  })
})

describe('what nobody here invoices', () => {
  it('vouchers of platforms and what units pay; set to cash it may be invoiced, set to a voucher it is red', async () => {
    const voucher = (code: string, amount: string) => ({
      payMethodId: methods.meituan as string,
      amount,
      tradeNo: code,
    })
    const bill = await charged('300.00', [voucher('INV00001', '100.00'), pays('200.00')])
    expect(await free(1, bill)).toBe('200.00')
    const made = await issued(1, bill, '200.00')
    const { payments } = await director.call(billing.detail, { id: bill })
    const cash = payments.find(({ amount }) => amount === '200.00')
    await director.call(payAdjust.adjust, {
      billId: bill,
      paymentId: cash?.id as string,
      ways: [voucher('INV00002', '120.00'), pays('80.00', 'wechat')],
      reason: '收错方式',
      requestId: uuidv7(),
    })
    expect(await reds(made)).toMatchObject([{ amount: '120.00', reason: 1, due: true }])
    const after = await director.call(billing.detail, { id: bill })
    const set = after.payments.find(({ amount, kind }) => amount === '120.00' && kind === 6)
    await director.call(payAdjust.adjust, {
      billId: bill,
      paymentId: set?.id as string,
      ways: [pays('120.00')],
      reason: '还是现金',
      requestId: uuidv7(),
    })
    // Nobody had sent the red: the invoice stands.
    expect(await sums(made)).toEqual([])
  })

  it('a unit’s part is the unit’s, also when it goes back', async () => {
    const unit = await admin.call(unitAccount.saveUnit, {
      name: '某公司',
      contact: '周敏',
      phone: '0571-88880000',
      creditLimit: '1000.00',
      termDays: 30,
      needsReference: false,
      remark: '',
      requestId: uuidv7(),
    })
    const bill = await charged('300.00', [
      { payMethodId: methods.unit as string, amount: '200.00', unitId: unit.id },
      pays('100.00'),
    ])
    expect(await free(1, bill)).toBe('100.00')
    const made = await issued(1, bill, '100.00')
    await refunded(bill, '250.00')
    expect(await sums(made)).toHaveLength(1)
    expect(Number(await right(1, bill))).toBeLessThanOrEqual(100)
  })
})

it('two files that become one keep what each may be invoiced for, and the invoices go along', async () => {
  const [keepId, removeId] = [await newPatient('宋怀瑾'), await newPatient('宋怀瑾')]
  const card = await cardWith('100.00', {}, removeId)
  const bill = await charged('60.00', [byCard(card.id, '60.00')], removeId)
  const made = await issued(1, bill, '60.00')
  const { keep: kept, remove: gone, fields } = await admin.call(merge.preview, { keepId, removeId })
  await admin.call(merge.merge, {
    keepId,
    removeId,
    keepVersion: kept.version,
    removeVersion: gone.version,
    fieldChoices: Object.fromEntries(
      fields.flatMap(({ field, how }) => (how === 'choose' ? [[field, 'keep' as const]] : [])),
    ),
    reason: '重复建档',
    requestId: uuidv7(),
  })
  expect(await app.sql('select patient_id from invoice where id = $1', [made])).toEqual([{ patient_id: keepId }])
  const next = await charged('40.00', [byCard(card.id, '40.00')], keepId)
  expect([await free(1, next), await free(1, bill)]).toEqual(['40.00', '0.00'])
})
