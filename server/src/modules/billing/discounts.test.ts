import { contract, errorTable, type AnyCall, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { refundedCard } from '../../../test/card-refund.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { previewed } from '../../../test/previewed.ts'

const { billing, coupon, discountApproval, memberCard, refund } = contract
const [p1, p2, p3] = fixture.patients.a as [string, string, string]
/** Whose coupons are asked for; the card of this patient is frozen by then. */
const p4 = p2
const [d1] = fixture.doctors.a1 as [string]
const methods = fixture.payMethods.a
const tariffs = fixture.tariffs.a

const app = await testApp({ at: '2026-11-19 10:00:00' })
let desk: Client
let director: Client
let finance: Client
beforeAll(async () => {
  desk = await app.as('reception')
  director = await app.as('director')
  finance = await app.as('finance')
})

/** How a call is refused: its code, what it says, and at which fields. */
async function refused<C extends AnyCall>(who: Client, call: C, input: WireInput<C>) {
  const { http, code, message, data } = await who.refused(call, input)
  return {
    http,
    code,
    message,
    fields: (data as { fields?: { field: string; message: string }[] } | null)?.fields ?? [],
  }
}

let made = 0
type CardInput = WireInput<typeof memberCard.saveType>
/** A card of a new type that was sold to somebody. */
async function cardOf(patientId: string, more: Partial<CardInput>, amount = '0.00') {
  made += 1
  const { id: typeId } = await director.call(memberCard.saveType, {
    name: `会员${made}`,
    kind: 1,
    salePrice: '0.00',
    validType: 1,
    useOrder: 3,
    steps: [{ amount: '100.00', bonus: '0.00' }],
    requestId: uuidv7(),
    ...more,
  } as CardInput)
  const ways = amount === '0.00' ? [] : [{ payMethodId: methods.cash as string, amount }]
  return desk.call(memberCard.openCard, { patientId, typeId, amount, ways, requestId: uuidv7() })
}
const freeze = async (patientId: string, id: string, step: 'freeze' | 'unfreeze' = 'freeze') => {
  const { cards } = await director.call(memberCard.basicInformation, { patientId })
  const version = cards.find((card) => card.id === id)?.version as number
  await director.call(memberCard.setStatus, { id, version, step, reason: '患者要求' })
}

type CouponInput = WireInput<typeof coupon.saveType>
async function couponType(more: Partial<CouponInput>): Promise<string> {
  made += 1
  const input = {
    name: `券${made}`,
    kind: 2,
    value: '200.00',
    validType: 2,
    validDays: 30,
    requestId: uuidv7(),
    ...more,
  }
  return (await director.call(coupon.saveType, input as CouponInput)).id
}
/** A coupon of a new type that was given to somebody. */
async function couponOf(patientId: string, more: Partial<CouponInput> = {}): Promise<string> {
  const typeId = await couponType(more)
  await director.call(coupon.issue, { typeId, patientIds: [patientId], requestId: uuidv7() })
  const found = (await desk.call(coupon.ofPatient, { patientId })).find((each) => each.typeId === typeId)
  return (found as { id: string }).id
}
const couponNow = async (patientId: string, id: string) =>
  (await desk.call(coupon.ofPatient, { patientId })).find((each) => each.id === id)

type Line = [tariff: keyof typeof tariffs, price: string, qty?: number]
const itemsOf = (lines: Line[]) =>
  lines.map(([tariff, price, qty = 1]) => ({ tariffId: tariffs[tariff], price, qty, teeth: '' }))
const toOpen = (lines: Line[], more: Partial<WireInput<typeof billing.open>> = {}) => ({
  patientId: p1,
  doctorId: d1,
  items: itemsOf(lines),
  requestId: uuidv7(),
  ...more,
})
const open = (lines: Line[], more: Partial<WireInput<typeof billing.open>> = {}) =>
  director.call(billing.open, toOpen(lines, more))
const detail = (id: string) => director.call(billing.detail, { id })
const cash = (amount: string) => [{ payMethodId: methods.cash as string, amount }]
const charge = async (bill: { id: string; version: number }) =>
  desk.call(billing.charge, {
    id: bill.id,
    version: bill.version,
    payments: cash((await detail(bill.id)).receivableAmount),
    requestId: uuidv7(),
  })
const steps = async (id: string) =>
  Object.fromEntries(Object.entries((await detail(id)).steps).filter(([, amount]) => amount !== '0.00'))
/** A refund of lines; bill, cards and coupons stand afterwards as its preview said. @returns what the preview said */
const refundOf = async (id: string, taken: { line: number; qty: number; amount: string }[]) => {
  const { items: lines, version } = await detail(id)
  const items = taken.map(({ line, qty, amount }) => ({ billItemId: lines[line]?.id as string, qty, amount }))
  const ask = { billId: id, type: 1 as const, items }
  const { said } = await previewed(app, director, ask, async () => {
    const asked = await director.call(refund.request, {
      ...ask,
      version,
      reason: '患者不做了',
      requestId: uuidv7(),
    })
    const agreed =
      asked.status === 0
        ? await (
            await app.as('admin')
          ).call(refund.decide, { id: asked.id, version: asked.version, agree: true, reason: '' })
        : asked
    return asked.status === 2
      ? asked
      : finance.call(refund.pay, { id: asked.id, version: agreed.version, requestId: uuidv7() })
  })
  return said
}

describe('the ladder of a bill', () => {
  it('money.md §6: 2,680.00 by member price, member discount, coupon, percentage and reduction to 2,200.00', async () => {
    const card = await cardOf(p1, {
      discountRules: [{ categoryId: null, percent: 95 }],
      memberPrices: [{ tariffId: tariffs.rootCanal, price: '2580.00' }],
    })
    const gift = await couponOf(p1)
    const bill = await open([['rootCanal', '2680.00']], {
      couponIds: [gift],
      discountPercent: 98,
      reductionAmount: '5.98',
      discountReason: '老客户',
    })
    expect(await detail(bill.id)).toMatchObject({
      originalAmount: '2680.00',
      discountAmount: '480.00',
      receivableAmount: '2200.00',
      cardChoice: 0,
      discountCard: { id: card.id },
      coupons: [{ id: gift, amount: '200.00' }],
    })
    const expected = {
      memberPrice: '100.00',
      memberDiscount: '129.00',
      coupon: '200.00',
      orderPercent: '45.02',
      reduction: '5.98',
    }
    expect(await steps(bill.id)).toEqual(expected)
    expect((await detail(bill.id)).items[0]?.steps).toMatchObject(expected)
    await charge(bill)
    expect(await couponNow(p1, gift)).toMatchObject({ status: 2, usedAmount: '200.00', billId: bill.id })
    await freeze(p1, card.id)
  })

  it('the percentage of an item goes before that of its category, and that before what is for everything', async () => {
    const [{ id: categoryId } = { id: '' }] = await app.sql<{ id: string }>(
      'select category_id as id from tariff where id = $1',
      [tariffs.rootCanal],
    )
    const rules = [{ percent: 95 }, { categoryId, percent: 80 }, { tariffId: tariffs.rootCanal as string, percent: 60 }]
    // Worked: 1,500.00 at 60 % leaves 900.00, at 80 % 1,200.00, at 95 % 1,425.00.
    for (const [n, left] of ['1425.00', '1200.00', '900.00'].entries()) {
      const card = await cardOf(p2, { discountRules: rules.slice(0, n + 1) })
      const bill = await open([['rootCanal', '1500.00']], { patientId: p2 })
      expect(await detail(bill.id)).toMatchObject({ receivableAmount: left, discountCard: { id: card.id } })
      await freeze(p2, card.id)
    }
    const twice = await director.refused(memberCard.saveType, {
      name: '两条折扣',
      useOrder: 3,
      kind: 2,
      salePrice: '0.00',
      validType: 1,
      discountRules: [rules[2], rules[2], { ...rules[1], tariffId: tariffs.film }],
      requestId: uuidv7(),
    } as never)
    expect(twice.data.fields).toMatchObject([
      { field: 'discountRules.1.percent', message: '同一项目只能有一条折扣' },
      { field: 'discountRules.2.tariffId', message: '类别与项目只能选一样' },
    ])
    // What is for one item is for no other.
    const alone = await cardOf(p2, { discountRules: [{ tariffId: tariffs.rootCanal as string, percent: 60 }] })
    const both = await open(
      [
        ['rootCanal', '1500.00'],
        ['film', '100.00'],
      ],
      { patientId: p2 },
    )
    expect(await detail(both.id)).toMatchObject({ receivableAmount: '1000.00', discountAmount: '600.00' })
    await freeze(p2, alone.id)
  })

  it('only what the person gives counts against the limit: a member discount needs no right', async () => {
    const card = await cardOf(p2, { discountRules: [{ categoryId: null, percent: 50 }] })
    const bill = await desk.call(billing.open, toOpen([['rootCanal', '1500.00']], { patientId: p2 }))
    expect(await steps(bill.id)).toEqual({ memberDiscount: '750.00' })
    expect(
      await refused(desk, billing.open, toOpen([['rootCanal', '1500.00']], { patientId: p2, discountPercent: 50 })),
    ).toMatchObject({ code: 26004, fields: [{ field: 'discountPercent' }] })
    await freeze(p2, card.id)
  })

  it('takes the best card by itself, another that is named, or none', async () => {
    const silver = await cardOf(p3, { discountRules: [{ categoryId: null, percent: 95 }] })
    const gold = await cardOf(p3, { discountRules: [{ categoryId: null, percent: 90 }] })
    const of = async (more: object) => detail((await open([['rootCanal', '1000.00']], { patientId: p3, ...more })).id)
    expect(await of({})).toMatchObject({ receivableAmount: '900.00', discountCard: { id: gold.id } })
    expect(await of({ cardChoice: 1, discountCardId: silver.id })).toMatchObject({ receivableAmount: '950.00' })
    expect(await of({ cardChoice: 2 })).toMatchObject({ receivableAmount: '1000.00', discountCard: null })
    expect(
      await refused(director, billing.open, toOpen([['rootCanal', '1000.00']], { patientId: p3, cardChoice: 1 })),
    ).toMatchObject({
      fields: [{ field: 'discountCardId', message: '请选择会员卡' }],
    })
    await freeze(p3, gold.id)
    expect(await of({})).toMatchObject({ receivableAmount: '950.00', discountCard: { id: silver.id } })
    const told = await refused(
      director,
      billing.open,
      toOpen([['rootCanal', '1000.00']], { patientId: p3, cardChoice: 1, discountCardId: gold.id }),
    )
    expect(told).toMatchObject({
      code: 26251,
      message: `${gold.cardNo ? `会员${made}` : ''} ${gold.cardNo.slice(-4)}：卡冻结，不享会员优惠`,
    })
    await freeze(p3, silver.id)
  })

  it('the price list’s member price is for whoever has a card, unless the card has a price of its own', async () => {
    await app.sql(`update tariff set member_price = 1400 where id = $1`, [tariffs.rootCanal])
    const plain = await cardOf(p3, {})
    const of = async () => detail((await open([['rootCanal', '1500.00']], { patientId: p3 })).id)
    expect(await of()).toMatchObject({ receivableAmount: '1400.00', discountCard: { id: plain.id } })
    const own = await cardOf(p3, { memberPrices: [{ tariffId: tariffs.rootCanal, price: '1300.00' }] })
    expect(await of()).toMatchObject({ receivableAmount: '1300.00', discountCard: { id: own.id } })
    await app.sql(`update tariff set member_price = null where id = $1`, [tariffs.rootCanal])
    await freeze(p3, plain.id)
    await freeze(p3, own.id)
  })

  it('a card that changed between opening and charging: the new sum is said, and charged after saving', async () => {
    const card = await cardOf(p3, { discountRules: [{ categoryId: null, percent: 90 }] })
    const bill = await open([['rootCanal', '1000.00']], { patientId: p3 })
    await freeze(p3, card.id)
    const told = await refused(desk, billing.charge, {
      ...bill,
      payments: cash('900.00'),
      requestId: uuidv7(),
    } as never)
    expect(told).toMatchObject({
      code: 26023,
      message: '会员优惠或优惠券有变化：应收由 900.00 变为 1,000.00 元，请核对后再收',
    })
    const saved = await director.call(billing.save, {
      id: bill.id,
      version: bill.version,
      items: itemsOf([['rootCanal', '1000.00']]),
    })
    expect(saved.receivableAmount).toBe('1000.00')
    await charge({ id: bill.id, version: saved.version })
  })

  it('a card that changes while a charge waits for it: in cash or with the card, the new sum is said and nothing is charged', async () => {
    const card = await cardOf(p3, { discountRules: [{ categoryId: null, percent: 90 }] }, '1000.00')
    for (const way of ['cash', 'card'] as const) {
      const bill = await open([['rootCanal', '1000.00']], { patientId: p3 })
      await app.owner.query('begin')
      // Somebody freezes the card, and has not ended yet.
      await app.owner.query('update member_card set status = 2 where id = $1', [card.id])
      const payments =
        way === 'cash'
          ? cash('900.00')
          : [{ payMethodId: methods.card_principal as string, amount: '900.00', cardId: card.id }]
      const told = refused(desk, billing.charge, { ...bill, payments, requestId: uuidv7() } as never)
      await expect
        .poll(() =>
          app.sql(`select 1 from pg_locks join pg_stat_activity using (pid)
            where datname = current_database() and not granted`),
        )
        .not.toEqual([])
      await app.owner.query('commit')
      expect(await told).toMatchObject(
        way === 'cash'
          ? { code: 26023, message: '会员优惠或优惠券有变化：应收由 900.00 变为 1,000.00 元，请核对后再收' }
          : { code: 26251 },
      )
      expect(await detail(bill.id)).toMatchObject({ status: 1, paidAmount: '0.00' })
      await app.owner.query('update member_card set status = 1 where id = $1', [card.id])
      await director.call(billing.void, { ...bill, reason: '不做了' })
    }
    await freeze(p3, card.id)
  })
})

describe('coupons', () => {
  const refusedWith = (couponIds: string[], lines: Line[] = [['rootCanal', '600.00']], more: object = {}) =>
    refused(director, billing.open, toOpen(lines, { patientId: p4, couponIds, ...more }))

  it('says at its field why one can’t be used: threshold, scope, clinic, another’s, used, two that don’t go together', async () => {
    const from = await couponOf(p4, { kind: 1, value: '50.00', threshold: '500.00', name: '满五百' })
    expect(await refusedWith([from], [['rootCanal', '433.33']])).toMatchObject({
      code: 26802,
      fields: [{ field: 'couponIds.0', message: '「满五百」满 500.00 元可用，还差 66.67 元' }],
    })
    const scan = await couponOf(p4, { kind: 4, tariffIds: [tariffs.film], name: '拍片券' })
    expect(await refusedWith([scan])).toMatchObject({ code: 26804, message: '账单里没有「拍片券」可用的项目' })
    const elsewhere = await couponOf(p4, { clinicIds: [fixture.clinics.a2], name: '二店券' })
    expect(await refusedWith([elsewhere])).toMatchObject({ code: 26805, message: '「二店券」这张券不能在本门诊使用' })
    const others = await couponOf(p3)
    expect(await refusedWith([others])).toMatchObject({ http: 404, fields: [{ message: '不是这位患者的优惠券' }] })
    expect(await refusedWith([uuidv7()])).toMatchObject({ http: 404, fields: [{ message: '没有这张优惠券' }] })
    const alone = await couponOf(p4, { name: '单用券' })
    expect(await refusedWith([from, alone], [['rootCanal', '900.00']])).toMatchObject({
      code: 26803,
      message: '「满五百」不能与别的券同用',
    })
    expect(await refusedWith([alone, alone])).toMatchObject({ http: 400 })
    const bill = await open([['rootCanal', '600.00']], { patientId: p4, couponIds: [alone] })
    expect(await refusedWith([alone])).toMatchObject({ code: 26806, message: expect.stringContaining('已用在账单 SF') })
    await charge(bill)
    expect(await refusedWith([alone])).toMatchObject({ code: 26801, message: '「单用券」优惠券已使用，不能再用' })
  })

  it('go together when all of them may, each finding what the one before has left', async () => {
    const a = await couponOf(p4, { kind: 3, value: null, percent: 90, stackable: true })
    const b = await couponOf(p4, { kind: 1, value: '100.00', threshold: '540.00', stackable: true })
    const bill = await open([['rootCanal', '600.00']], { patientId: p4, couponIds: [a, b] })
    expect((await detail(bill.id)).coupons.map(({ amount }) => amount)).toEqual(['60.00', '100.00'])
    const saved = await director.call(billing.save, {
      id: bill.id,
      version: bill.version,
      items: itemsOf([['rootCanal', '600.00']]),
      couponIds: [b],
    })
    expect(saved.receivableAmount).toBe('500.00')
    expect(await couponNow(p4, a)).toMatchObject({ status: 1, billId: null })
  })

  it('a bill that is void gives them back; a charge that is revoked keeps them on the bill', async () => {
    const id = await couponOf(p4)
    const bill = await open([['rootCanal', '600.00']], { patientId: p4, couponIds: [id] })
    const paid = await charge(bill)
    const { version } = await director.call(billing.revoke, {
      id: bill.id,
      version: paid.version,
      reason: '收错',
      requestId: uuidv7(),
    })
    expect(await couponNow(p4, id)).toMatchObject({ status: 1, billId: bill.id })
    await director.call(billing.void, { id: bill.id, version, reason: '不做了' })
    expect(await couponNow(p4, id)).toMatchObject({ status: 1, billId: null, usedAmount: '0.00' })
  })

  it('a refund in part leaves them used, and the last of it gives them back', async () => {
    const id = await couponOf(p4)
    const bill = await open(
      [
        ['rootCanal', '600.00'],
        ['cleaning', '200.00'],
      ],
      { patientId: p4, couponIds: [id] },
    )
    await charge(bill)
    await refundOf(bill.id, [{ line: 1, qty: 1, amount: '150.00' }])
    expect(await couponNow(p4, id)).toMatchObject({ status: 2 })
    await refundOf(bill.id, [{ line: 0, qty: 1, amount: '450.00' }])
    expect(await couponNow(p4, id)).toMatchObject({ status: 1, billId: null })
  })

  it('come back with the lines that they paid: a line that was done keeps its coupon, whatever else goes back', async () => {
    const film = await couponOf(p4, { kind: 4, value: null, tariffIds: [tariffs.check] } as never)
    const root = await couponOf(p4, {
      kind: 2,
      value: '100.00',
      stackable: true,
      tariffIds: [tariffs.rootCanal],
    } as never)
    const done = await open(
      [
        ['check', '80.00'],
        ['cleaning', '200.00'],
      ],
      { patientId: p4, couponIds: [film] },
    )
    await charge(done)
    await refundOf(done.id, [{ line: 1, qty: 1, amount: '200.00' }])
    // All that was paid went back; the film that the coupon paid was done.
    expect(await couponNow(p4, film)).toMatchObject({ status: 2, billId: done.id })
    const part = await open(
      [
        ['rootCanal', '600.00'],
        ['cleaning', '200.00'],
      ],
      { patientId: p4, couponIds: [root] },
    )
    await charge(part)
    const said = await refundOf(part.id, [{ line: 0, qty: 1, amount: '500.00' }])
    expect(said.coupons).toMatchObject([{ id: root, lapses: false }])
    expect(await couponNow(p4, root)).toMatchObject({ status: 1, billId: null })
  })

  it('run out the day after their last, by day and by the job; a bill that has one says so when it is charged', async () => {
    const id = await couponOf(p4, { validDays: 1 })
    const bill = await open([['rootCanal', '600.00']], { patientId: p4, couponIds: [id] })
    await app.sql(`update coupon set valid_until = '2026-11-18' where id = $1`, [id])
    expect(await couponNow(p4, id)).toMatchObject({ status: 3 })
    expect(
      await refused(desk, billing.charge, { ...bill, payments: cash('400.00'), requestId: uuidv7() } as never),
    ).toMatchObject({
      code: 26023,
    })
    // One that lies on a bill is not taken off it behind the desk's back: the bill would change and keep its version.
    await app.application.services.jobs.runNow('coupon.runOut')
    expect(await couponNow(p4, id)).toMatchObject({ status: 3, billId: bill.id })
    await director.call(billing.void, { id: bill.id, version: bill.version, reason: '不做了' })
    expect(await couponNow(p4, id)).toMatchObject({ status: 3, billId: null })
    const lone = await couponOf(p4, { validDays: 1 })
    await app.sql(`update coupon set valid_until = '2026-11-18' where id = $1`, [lone])
    await app.application.services.jobs.runNow('coupon.runOut')
    expect(await app.sql('select status from coupon where id = any($1::uuid[])', [[id, lone]])).toEqual([
      { status: 3 },
      { status: 3 },
    ])
  })

  it('are given to one, to several, to a tag, never beyond their total; void once, never when used', async () => {
    const typeId = await couponType({ total: 3, name: '三张' })
    const give = <T extends object>(input: T) => ({ typeId, requestId: uuidv7(), ...input })
    expect(await director.call(coupon.issue, give({ patientIds: [p2, p3] }))).toEqual({ count: 2 })
    expect(await refused(director, coupon.issue, give({ patientIds: [p2], qty: 2 }))).toMatchObject({
      code: 26808,
      fields: [{ field: 'qty', message: '三张还能发 1 张，这次要发 2 张' }],
    })
    // Whoever charges at the desk does not make what pays there.
    expect((await refused(desk, coupon.issue, give({ patientIds: [p2] }))).http).toBe(403)
    for (const qty of [-1, 0, 99_999])
      expect(await refused(director, coupon.issue, give({ patientIds: [p2], qty }))).toMatchObject({ http: 400 })
    await app.sql(`update patient set tags = array['老友'] where id = $1`, [p3])
    expect(await director.call(coupon.issueMany, give({ tag: '老友' }))).toEqual({ count: 1 })
    expect(await refused(director, coupon.issueMany, give({ tag: '没有这个标签' }))).toMatchObject({
      fields: [{ field: 'tag', message: '里面没有可以发的患者' }],
    })
    const [own] = (await desk.call(coupon.ofPatient, { patientId: p2 })).filter((each) => each.typeId === typeId)
    const toVoid = { id: own?.id as string, version: 1, reason: '发错了' }
    expect((await refused(desk, coupon.void, toVoid)).http).toBe(403)
    await director.call(coupon.void, toVoid)
    expect(await refused(director, coupon.void, { ...toVoid, version: 2 })).toMatchObject({
      code: 26801,
      message: '优惠券已作废，不能作废',
    })
    const [type] = (await director.call(coupon.types, {})).filter(({ id }) => id === typeId)
    expect(type).toMatchObject({ issued: 2, used: 0 })
    await director.call(coupon.saveType, { ...(type as object), enabled: false, requestId: uuidv7() } as CouponInput)
    expect(await refused(director, coupon.issue, give({ patientIds: [p2] }))).toMatchObject({
      code: 26807,
      message: '三张已停用',
    })
  })

  it('types: what a kind needs is said at its field', async () => {
    const saveRefused = (more: object) =>
      refused(director, coupon.saveType, {
        name: '坏券',
        kind: 2,
        value: '200.00',
        validType: 2,
        validDays: 30,
        requestId: uuidv7(),
        ...more,
      } as CouponInput)
    expect(await saveRefused({ value: null })).toMatchObject({ fields: [{ field: 'value' }] })
    expect(await saveRefused({ kind: 1 })).toMatchObject({ fields: [{ field: 'threshold' }] })
    expect(await saveRefused({ kind: 1, threshold: '100.00' })).toMatchObject({
      fields: [{ field: 'value', message: '面额不能大于使用门槛' }],
    })
    expect(await saveRefused({ kind: 3 })).toMatchObject({ fields: [{ field: 'percent' }] })
    expect(await saveRefused({ kind: 4 })).toMatchObject({ fields: [{ field: 'tariffIds' }] })
    expect(await saveRefused({ validDays: null })).toMatchObject({ fields: [{ field: 'validDays' }] })
  })
})

describe('points as payment', () => {
  const byPoints = (cardId: string, amount: string) => ({ payMethodId: methods.points as string, amount, cardId })
  const face = async (patientId: string, id: string) =>
    (await director.call(memberCard.basicInformation, { patientId })).cards.find((card) => card.id === id)
  /** A card with so many points: they came with its first recharge. */
  const withPoints = (points: number, more: Partial<CardInput> = {}) =>
    cardOf(
      p3,
      { pointsRate: 100, pointsPerYuan: 100, steps: [{ amount: '100.00', bonus: '0.00', points }], ...more },
      '100.00',
    )
  const pay = (bill: { id: string; version: number }, payments: WireInput<typeof billing.charge>['payments']) => ({
    ...bill,
    payments,
    requestId: uuidv7(),
  })
  const standing = async (id: string) => {
    const { payments } = await detail(id)
    return payments.map(({ amount, payMethodName }) => `${payMethodName} ${amount}`)
  }

  it('pay a part that is no revenue, earn nothing themselves, and come back with a refund, whole and in part', async () => {
    const card = await withPoints(5000)
    const bill = await open([['rootCanal', '200.00']], { patientId: p3, cardChoice: 2 })
    await desk.call(billing.charge, pay(bill, [byPoints(card.id, '50.00'), ...cash('150.00')]))
    // 5,000 gone, and 150 earned for what was paid in cash.
    expect((await face(p3, card.id))?.points).toBe(150)
    const { items } = await detail(bill.id)
    const postings = await app.sql<{ account: string; part: string; amount: string }>(
      `select account, part, sum(amount)::text as amount from ledger_posting where bill_id = $1 and unit = 0 and account <> 'billed'
        group by 1, 2 order by 1, 2`,
      [bill.id],
    )
    expect(postings.map(({ account, part, amount }) => `${account} ${part ?? '-'} ${amount}`)).toEqual([
      'cash cash 150.00',
      'pointsGiven points 50.00',
      'receivable cash -150.00',
      'receivable points -50.00',
      'receivable - 200.00',
    ])
    expect(items[0]).toMatchObject({ amount: '200.00' })
    // Half of it: cash goes back first; the points that it earned go.
    const said = await refundOf(bill.id, [{ line: 0, qty: 1, amount: '160.00' }])
    expect(said.cards).toMatchObject([{ cardId: card.id, pointsBack: 1000, pointsTaken: 150, pointsAfter: 1000 }])
    expect((await standing(bill.id)).sort()).toEqual(['现金 -150.00', '现金 150.00', '积分 -10.00', '积分 50.00'])
    expect((await face(p3, card.id))?.points).toBe(1000)
    await freeze(p3, card.id)
  })

  it('a revoked charge gives them back, and takes back what was earned', async () => {
    const card = await withPoints(5000)
    const bill = await open([['rootCanal', '200.00']], { patientId: p3, cardChoice: 2 })
    const paid = await desk.call(billing.charge, pay(bill, [byPoints(card.id, '50.00'), ...cash('150.00')]))
    await director.call(billing.revoke, { id: bill.id, version: paid.version, reason: '收错', requestId: uuidv7() })
    expect((await face(p3, card.id))?.points).toBe(5000)
    await freeze(p3, card.id)
  })

  it('says how many there are, what share they may pay, and where they are switched off', async () => {
    const card = await withPoints(1486, { maxPointsRatio: 50 })
    const bill = await open([['cleaning', '20.00']], { patientId: p3, cardChoice: 2 })
    const told = async (cardId: string, amount: string) =>
      refused(director, billing.charge, {
        ...pay(bill, [byPoints(cardId, amount)]),
        leaveArrears: true,
        arrearsReason: '下次付',
      })
    expect(await told(card.id, '19.00')).toMatchObject({
      code: 26252,
      fields: [{ field: 'payments.0.amount', message: '有 1486 积分，最多可抵 10.00 元，不超过应收的 50%' }],
    })
    const big = await open([['rootCanal', '1500.00']], { patientId: p3, cardChoice: 2 })
    expect(
      await refused(desk, billing.charge, pay(big, [byPoints(card.id, '14.87'), ...cash('1485.13')])),
    ).toMatchObject({
      fields: [{ field: 'payments.0.amount', message: '有 1486 积分，最多可抵 14.86 元，不超过应收的 50%' }],
    })
    const plain = await withPoints(100, { pointsPerYuan: 0 })
    expect(await told(plain.id, '1.00')).toMatchObject({ fields: [{ field: 'payments.0.cardId' }] })
    for (const amount of ['-1.00', '0.00', '99999999.00']) expect((await told(card.id, amount)).http).toBe(400)
    await app.sql(`update pay_method set enabled = false where id = $1`, [methods.points])
    expect(await told(card.id, '10.00')).toMatchObject({ code: 26011, fields: [{ message: '积分未启用' }] })
    await app.sql(`update pay_method set enabled = true where id = $1`, [methods.points])
    await freeze(p3, card.id)
    await freeze(p3, plain.id)
  })
})

describe('what was granted', () => {
  it('as a sum on what the lines came to is not granted on less of them', async () => {
    const boss = await app.as('admin')
    const bill = await boss.call(
      billing.open,
      toOpen([['rootCanal', '1000.00']], {
        patientId: p4,
        cardChoice: 2,
        reductionAmount: '300.00',
        discountReason: '老患者',
      }),
    )
    const id = await couponOf(p4)
    const typed = (more: object) => ({
      id: bill.id,
      version: bill.version,
      items: itemsOf([['rootCanal', '1000.00']]),
      cardChoice: 2 as const,
      reductionAmount: '300.00',
      discountReason: '老患者',
      ...more,
    })
    expect(await refused(desk, billing.save, typed({ couponIds: [id] }))).toMatchObject({ code: 26004 })
    // As it stands everybody may keep it.
    const kept = await desk.call(billing.save, typed({ remark: '备注' }))
    expect(kept.receivableAmount).toBe('700.00')
    await director.call(billing.void, { id: bill.id, version: kept.version, reason: '不做了' })
  })

  it('is what the approver was shown: when a card gives something else by then, the request is out of date', async () => {
    const bill = await open([['rootCanal', '1000.00']], { patientId: p3 })
    const asked = await desk.call(discountApproval.request, {
      billId: bill.id,
      version: bill.version,
      items: itemsOf([['rootCanal', '1000.00']]),
      discountPercent: 70,
      discountReason: '员工亲属',
      reason: '老患者介绍来的',
      requestId: uuidv7(),
    })
    const card = await cardOf(p3, { discountRules: [{ categoryId: null, percent: 90 }], steps: [] })
    const decision = { id: asked.id, version: asked.version, agree: true, reason: '' }
    expect((await refused(director, discountApproval.decide, decision)).code).toBe(errorTable.APPROVAL_STALE.code)
    await freeze(p3, card.id)
    expect((await director.call(discountApproval.decide, decision)).status).toBe(1)
    expect((await detail(bill.id)).receivableAmount).toBe('700.00')
  })

  it('to several bills that are charged together names the one that has changed', async () => {
    const [own, other] = [
      await open([['cleaning', '100.00']], { patientId: p3, cardChoice: 2 }),
      await open([['cleaning', '200.00']], { patientId: p3 }),
    ]
    const card = await cardOf(p3, { discountRules: [{ categoryId: null, percent: 90 }], steps: [] })
    const answer = await refused(desk, billing.charge, {
      id: own.id,
      version: own.version,
      together: [{ id: other.id, version: other.version }],
      payments: cash('300.00'),
      requestId: uuidv7(),
    })
    expect(answer).toMatchObject({ code: 26023, fields: [{ field: 'together.0.id' }] })
    expect(answer.message).toContain(other.billNo)
    await freeze(p3, card.id)
  })
})

describe('rights of a card', () => {
  it('are used so often in their period, with a log, and come back when their bill is void, not when it waits again', async () => {
    const { id } = await cardOf(p3, { kind: 4, steps: [], rights: [{ name: '免费洁治', qty: 2, period: 2 }] })
    const use = (more: object = {}) => ({ id, name: '免费洁治', requestId: uuidv7(), ...more })
    const bill = await open([['cleaning', '20.00']], { patientId: p3, cardChoice: 2 })
    expect(await desk.call(memberCard.spendRight, use({ billId: bill.id }))).toMatchObject({ left: 1 })
    await desk.call(memberCard.spendRight, use())
    expect(await refused(desk, memberCard.spendRight, use())).toMatchObject({
      fields: [{ field: 'name', message: '免费洁治本期 2 次已用完' }],
    })
    expect(await refused(desk, memberCard.spendRight, use({ name: '没有的' }))).toMatchObject({
      fields: [{ field: 'name', message: '这张卡没有这项权益' }],
    })
    const paid = await charge(bill)
    const waits = await director.call(billing.revoke, {
      id: bill.id,
      version: paid.version,
      reason: '收错',
      requestId: uuidv7(),
    })
    expect((await desk.call(memberCard.memberRights, { id })).rights).toMatchObject([{ used: 2, left: 0 }])
    await director.call(billing.void, { id: bill.id, version: waits.version, reason: '不做了' })
    const [right] = (await desk.call(memberCard.memberRights, { id })).rights
    expect(right).toMatchObject({ used: 1, left: 1 })
    const log = await desk.call(memberCard.rightUses, { id })
    expect(log.map(({ qty, isUndone }) => [qty, isUndone])).toEqual([
      [-1, false],
      [1, false],
      [1, true],
    ])
    const [, other] = log
    await desk.call(memberCard.undoRight, { useId: other?.id as string, reason: '记错', requestId: uuidv7() })
    expect(
      await refused(desk, memberCard.undoRight, { useId: other?.id as string, reason: '记错', requestId: uuidv7() }),
    ).toMatchObject({ message: '这一笔已退回' })
    // A bill that is gone takes none any more.
    expect(await refused(desk, memberCard.spendRight, use({ billId: bill.id }))).toMatchObject({
      fields: [{ field: 'billId' }],
    })
  })

  it('come back with a bill that is refunded whole, as the preview says; with a part of it none does', async () => {
    const { id } = await cardOf(p3, { kind: 4, steps: [], rights: [{ name: '免费拍片', qty: 2, period: 1 }] })
    const bill = await open(
      [
        ['cleaning', '20.00'],
        ['cleaning', '30.00'],
      ],
      { patientId: p3, cardChoice: 2 },
    )
    await desk.call(memberCard.spendRight, { id, name: '免费拍片', billId: bill.id, requestId: uuidv7() })
    await charge(bill)
    const left = async () => (await desk.call(memberCard.memberRights, { id })).rights[0]?.left
    expect((await refundOf(bill.id, [{ line: 0, qty: 1, amount: '20.00' }])).rights).toEqual([])
    expect(await left()).toBe(1)
    expect((await refundOf(bill.id, [{ line: 1, qty: 1, amount: '30.00' }])).rights).toMatchObject([
      { cardId: id, name: '免费拍片' },
    ])
    expect(await left()).toBe(2)
    await freeze(p3, id)
  })

  it('one that gave a coupon comes back with it, and stays spent when that was used', async () => {
    const couponTypeId = await couponType({ name: '权益券', value: '10.00' })
    const { id } = await cardOf(p3, { kind: 4, steps: [], rights: [{ name: '礼券', qty: 2, period: 1, couponTypeId }] })
    const given = async () =>
      (await desk.call(coupon.ofPatient, { patientId: p3 })).filter((each) => each.typeId === couponTypeId)
    const left = async () => (await desk.call(memberCard.memberRights, { id })).rights[0]?.left
    const withRight = async () => {
      const bill = await open([['cleaning', '60.00']], { patientId: p3, cardChoice: 2 })
      await desk.call(memberCard.spendRight, { id, name: '礼券', billId: bill.id, requestId: uuidv7() })
      return bill
    }
    const first = await withRight()
    expect(await left()).toBe(1)
    await director.call(billing.void, { ...first, reason: '不做了' })
    expect([await left(), (await given()).map(({ status }) => status)]).toEqual([2, [4]])
    const second = await withRight()
    const fresh = (await given()).find(({ status }) => status === 1)?.id as string
    await charge(await open([['cleaning', '30.00']], { patientId: p3, cardChoice: 2, couponIds: [fresh] }))
    await director.call(billing.void, { ...second, reason: '不做了' })
    expect([await left(), (await couponNow(p3, fresh))?.status]).toEqual([1, 2])
    await freeze(p3, id)
  })

  it('a sub-card has none of its own; a gift that is given no more refuses no recharge, and no right is spent for nothing', async () => {
    const couponTypeId = await couponType({ name: '停发的券' })
    const card = await cardOf(
      p3,
      {
        shareKin: true,
        steps: [{ amount: '100.00', bonus: '0.00', couponTypeId }],
        rights: [{ name: '礼券二', qty: 1, period: 1, couponTypeId }],
      },
      '100.00',
    )
    await app.sql('update coupon_type set enabled = false where id = $1', [couponTypeId])
    const version = async () =>
      (await director.call(memberCard.basicInformation, { patientId: p3 })).cards.find(({ id }) => id === card.id)
        ?.version as number
    expect(
      await desk.call(memberCard.recharge, {
        id: card.id,
        version: await version(),
        amount: '100.00',
        ways: cash('100.00'),
        requestId: uuidv7(),
      }),
    ).toMatchObject({ giftMissed: '停发的券已停用' })
    expect(
      await refused(desk, memberCard.spendRight, { id: card.id, name: '礼券二', requestId: uuidv7() }),
    ).toMatchObject({ fields: [{ field: 'name', message: '礼券二赠送的券发不出：停发的券已停用' }] })
    expect((await desk.call(memberCard.memberRights, { id: card.id })).rights).toMatchObject([{ left: 1 }])
    await app.sql('update coupon_type set enabled = true where id = $1', [couponTypeId])
    const sub = await desk.call(memberCard.relationAdd, {
      id: card.id,
      patientId: p4,
      dayLimit: '100.00',
      requestId: uuidv7(),
    })
    expect(
      (await refused(desk, memberCard.spendRight, { id: sub.id, name: '礼券二', requestId: uuidv7() })).message,
    ).toBe('副卡没有自己的权益，请用主卡')
    expect((await desk.call(memberCard.memberRights, { id: sub.id })).rights).toEqual([])
    await freeze(p3, card.id)
  })

  it('and recharges give coupons, which an undone recharge takes back unless one is used', async () => {
    const couponTypeId = await couponType({ name: '充值券' })
    const card = await cardOf(
      p3,
      {
        steps: [{ amount: '100.00', bonus: '0.00', couponTypeId }],
        rights: [{ name: '生日礼', qty: 1, period: 1, couponTypeId }],
      },
      '100.00',
    )
    const given = async () =>
      (await desk.call(coupon.ofPatient, { patientId: p3 })).filter((each) => each.typeId === couponTypeId)
    expect((await given()).map(({ source }) => source)).toEqual([3])
    await desk.call(memberCard.spendRight, { id: card.id, name: '生日礼', requestId: uuidv7() })
    const version = (await director.call(memberCard.basicInformation, { patientId: p3 })).cards.find(
      ({ id }) => id === card.id,
    )?.version as number
    const again = await desk.call(memberCard.recharge, {
      id: card.id,
      version,
      amount: '100.00',
      ways: cash('100.00'),
      requestId: uuidv7(),
    })
    expect((await given()).map(({ source }) => source).sort((x, y) => x - y)).toEqual([3, 3, 4])
    await desk.call(memberCard.undoRecharge, { logId: again.logId, reason: '充错', requestId: uuidv7() })
    expect((await given()).map(({ status }) => status).sort((x, y) => x - y)).toEqual([1, 1, 4])
  })
})

describe('discounts are made up for when principal is given back', () => {
  it('y less what the card has given, not below zero, once; nothing where the clinic does not want it', async () => {
    const card = await cardOf(p3, { discountRules: [{ categoryId: null, percent: 90 }], steps: [] }, '1000.00')
    await charge(await open([['rootCanal', '1000.00']], { patientId: p3, cardChoice: 1, discountCardId: card.id }))
    const back = async (more: object) => {
      const { cards } = await director.call(memberCard.basicInformation, { patientId: p3 })
      return refundedCard(director, await app.as('admin'), {
        id: card.id,
        version: cards.find(({ id }) => id === card.id)?.version as number,
        payMethodId: methods.cash as string,
        reason: '不用了',
        requestId: uuidv7(),
        ...more,
      })
    }
    expect(await back({ amount: '100.00' })).toMatchObject({ paidBack: '100.00', kept: '0.00' })
    await app.sql(`update clinic set settings = settings || '{"cardMakeUp": true}' where id = $1`, [fixture.clinics.a1])
    expect(await back({ amount: '60.00' })).toMatchObject({ paidBack: '0.00', kept: '60.00' })
    expect(await back({ whole: true })).toMatchObject({ paidBack: '800.00', kept: '40.00' })
    await app.sql(`update clinic set settings = settings - 'cardMakeUp' where id = $1`, [fixture.clinics.a1])
  })

  it('also for what a shared card gave in another clinic', async () => {
    const card = await cardOf(
      p3,
      { discountRules: [{ categoryId: null, percent: 90 }], steps: [], shareClinics: 3 },
      '500.00',
    )
    const there = await app.as('director', 'a2')
    const bill = await there.call(billing.open, {
      ...toOpen([['rootCanal', '1000.00']], { patientId: p3, cardChoice: 1, discountCardId: card.id }),
      doctorId: fixture.doctors.a2[0] as string,
    })
    await there.call(billing.charge, { ...bill, payments: cash('900.00'), requestId: uuidv7() } as never)
    await app.sql(`update clinic set settings = settings || '{"cardMakeUp": true}' where id = $1`, [fixture.clinics.a1])
    expect(await director.call(memberCard.refundPreview, { id: card.id })).toMatchObject({ makeUp: '100.00' })
    const { cards } = await director.call(memberCard.basicInformation, { patientId: p3 })
    expect(
      await refundedCard(director, await app.as('admin'), {
        id: card.id,
        version: cards.find(({ id }) => id === card.id)?.version as number,
        whole: true,
        payMethodId: methods.cash as string,
        reason: '不用了',
        requestId: uuidv7(),
      }),
    ).toMatchObject({ paidBack: '400.00', kept: '100.00' })
    await app.sql(`update clinic set settings = settings - 'cardMakeUp' where id = $1`, [fixture.clinics.a1])
  })
})

it('every figure follows from the ledger and from the steps', async () => {
  expect(await brokenInvariants(app.owner)).toEqual([])
})
