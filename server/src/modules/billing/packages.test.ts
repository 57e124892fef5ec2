import { contract, errorTable, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../test/invariants.ts'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const { billing, clinic, discountApproval, memberCard, refund } = contract
const [p1, p2] = fixture.patients.a as [string, string]
const methods = fixture.payMethods.a
const tariffs = fixture.tariffs.a
const app = await testApp({ at: '2026-11-19 10:00:00' })
let desk: Client
let director: Client
let admin: Client
beforeAll(async () => {
  desk = await app.as('reception')
  director = await app.as('director')
  admin = await app.as('admin')
})

let made = 0
type Package = WireInput<typeof clinic.savePackage>
const newPackage = (more: Partial<Package> = {}): Package => {
  made += 1
  return {
    name: `套餐${made}`,
    price: '300.00',
    items: [
      { tariffId: tariffs.cleaning, qty: 1 },
      { tariffId: tariffs.filling, qty: 1 },
    ],
    remark: '',
    requestId: uuidv7(),
    ...more,
  }
}
const priceOf = async (id: string) =>
  (
    (await desk.call(clinic.tariffs, { keyword: '', pageSize: 100 })).list.find((each) => each.id === id) as {
      price: string
    }
  ).price
type Line = WireInput<typeof billing.open>['items'][number]
/** The lines of a package as the desk adds them. */
async function linesOf(id: string, packageNo = 1): Promise<Line[]> {
  const found = (await desk.call(clinic.packages, {})).find((each) => each.id === id)
  if (!found) throw new Error('not offered')
  return found.items.map(({ tariffId, price, qty }) => ({ tariffId, price, qty, teeth: '', packageId: id, packageNo }))
}
const opened = (items: Line[], more: Partial<WireInput<typeof billing.open>> = {}) =>
  desk.call(billing.open, { patientId: p1, items, requestId: uuidv7(), ...more })
const detail = (id: string) => director.call(billing.detail, { id })
const fields = ({ data }: { data: unknown }) =>
  (data as { fields?: { field: string; message: string }[] } | null)?.fields?.map(({ field }) => field)

describe('packages of the price list', () => {
  it('are cheaper than their items, by one name, and kept by whoever keeps the price list', async () => {
    const list = await priceOf(tariffs.cleaning)
    const filling = await priceOf(tariffs.filling)
    const whole = (Number(list) + Number(filling)).toFixed(2)
    const dear = await admin.refused(clinic.savePackage, newPackage({ price: whole }))
    expect(fields(dear)).toEqual(['price'])
    expect(dear.message).toMatch(/^套餐价须低于单买的合计/)
    for (const items of [
      [],
      [
        { tariffId: tariffs.filling, qty: 1 },
        { tariffId: tariffs.filling, qty: 2 },
      ],
    ])
      expect(fields(await admin.refused(clinic.savePackage, newPackage({ items })))).toEqual(['items'])
    const unknown = newPackage({ items: [{ tariffId: uuidv7(), qty: 1 }] })
    expect(fields(await admin.refused(clinic.savePackage, unknown))).toEqual(['items.0.tariffId'])
    await admin.call(clinic.savePackage, newPackage({ name: '洁治补牙' }))
    expect(fields(await admin.refused(clinic.savePackage, newPackage({ name: '洁治补牙' })))).toEqual(['name'])
    expect((await desk.refused(clinic.savePackage, newPackage())).http).toBe(403)
    expect((await admin.call(clinic.packageList, {})).find(({ name }) => name === '洁治补牙')).toMatchObject({
      listPrice: whole,
      words: expect.stringContaining('，') as string,
    })
  })
})

describe('a package on a bill', () => {
  it('is its price, spread to the fen; the step stands on each line, and the desk needs no right for it', async () => {
    const { id } = await admin.call(clinic.savePackage, newPackage({ price: '333.33' }))
    const bill = await opened([
      ...(await linesOf(id)),
      { tariffId: tariffs.check, price: await priceOf(tariffs.check), qty: 1, teeth: '' },
    ])
    const { items, receivableAmount, steps, originalAmount } = await detail(bill.id)
    const inside = items.filter((item) => item.packageId === id)
    expect(inside.map(({ packageNo, packagePrice, canDiscount }) => [packageNo, packagePrice, canDiscount])).toEqual([
      [1, '333.33', false],
      [1, '333.33', false],
    ])
    const cents = (yuan: string) => Math.round(Number(yuan) * 100)
    expect(inside.reduce((all, { amount }) => all + cents(amount), 0)).toBe(33333)
    expect(inside.reduce((all, item) => all + cents(item.steps.package), 0)).toBe(cents(steps.package))
    expect(cents(originalAmount) - cents(steps.package)).toBe(cents(receivableAmount))
    expect(await brokenInvariants(app.owner)).toEqual([])
  })

  it('is whole: not less, not more, not dearer, not twice under one number, in no plan', async () => {
    const { id } = await admin.call(clinic.savePackage, newPackage())
    const lines = await linesOf(id)
    const [first, second] = lines as [Line, Line]
    const wrong: [Line[], number, string][] = [
      [[first], errorTable.PACKAGE_CHANGED.code, 'items.0.packageId'],
      [[{ ...first, qty: 2 }, second], errorTable.PACKAGE_CHANGED.code, 'items.0.packageId'],
      [[...lines, ...lines], errorTable.PACKAGE_CHANGED.code, 'items.0.packageId'],
      // Two of the dearer, none of the other.
      [[second, second], errorTable.PACKAGE_CHANGED.code, 'items.0.packageId'],
      [[{ ...first, price: '1.00' }, second], errorTable.PRICE_NOT_ALLOWED.code, 'items.0.price'],
      [[{ ...first, discountPercent: 90 }, second], errorTable.BAD_INPUT.code, 'items.0.discountPercent'],
      [[{ ...first, packageNo: null }, second], errorTable.BAD_INPUT.code, 'items.0.packageNo'],
      [lines.map((line) => ({ ...line, packageId: uuidv7() })), errorTable.BAD_INPUT.code, 'items.1.packageNo'],
    ]
    for (const [items, code, field] of wrong) {
      const answer = await director.refused(billing.open, { patientId: p1, items, requestId: uuidv7() })
      expect([answer.code, fields(answer)]).toEqual([code, [field]])
    }
    await opened([...lines, ...(await linesOf(id, 2))])
  })

  it('no percentage, coupon or member price comes off it', async () => {
    const { id: typeId } = await director.call(memberCard.saveType, {
      name: '折扣金卡',
      kind: 2,
      salePrice: '0.00',
      validType: 1,
      useOrder: 3,
      steps: [{ amount: '100.00', bonus: '0.00' }],
      discountRules: [{ categoryId: null, percent: 50 }],
      requestId: uuidv7(),
    } as unknown as WireInput<typeof memberCard.saveType>)
    await desk.call(memberCard.openCard, { patientId: p2, typeId, amount: '0.00', ways: [], requestId: uuidv7() })
    const { id } = await admin.call(clinic.savePackage, newPackage())
    const price = await priceOf(tariffs.check)
    const items = [...(await linesOf(id)), { tariffId: tariffs.check, price, qty: 1, teeth: '' }]
    const bill = await director.call(billing.open, {
      patientId: p2,
      items,
      discountPercent: 80,
      discountReason: '老患者',
      requestId: uuidv7(),
    })
    const { receivableAmount } = await detail(bill.id)
    // The check by the card at half its price, then 80 % of it; the package at its own.
    const rest = Math.round((Math.round((Number(price) * 100) / 2) * 80) / 100)
    expect(Number(receivableAmount)).toBe((30_000 + rest) / 100)
    expect(await brokenInvariants(app.owner)).toEqual([])
  })

  it('keeps what it was sold as: the list may change, and new bills take what it says then', async () => {
    const input = newPackage({ price: '280.00' })
    const { id } = await admin.call(clinic.savePackage, input)
    const items = await linesOf(id)
    const bill = await opened(items)
    const [row] = (await admin.call(clinic.packageList, {})).filter((each) => each.id === id)
    const { words: _words, listPrice: _listPrice, ...rest } = row as NonNullable<typeof row>
    await admin.call(clinic.savePackage, { ...rest, price: '290.00', enabled: false, requestId: uuidv7() })
    const saved = await desk.call(billing.save, { id: bill.id, version: bill.version, items, remark: '改了备注' })
    expect(saved.receivableAmount).toBe('280.00')
    const again = await desk.refused(billing.open, { patientId: p1, items, requestId: uuidv7() })
    expect([again.code, fields(again)]).toEqual([errorTable.PACKAGE_OFF.code, ['items.0.packageId']])
    expect((await desk.call(clinic.packages, {})).some((each) => each.id === id)).toBe(false)
    await desk.call(billing.charge, {
      id: bill.id,
      version: saved.version,
      payments: [{ payMethodId: methods.cash as string, amount: '280.00' }],
      requestId: uuidv7(),
    })
  })

  it('a discount beside it is granted for the bill as it stands: not for its items singly, nor for a bill that is packed after', async () => {
    const { id } = await admin.call(clinic.savePackage, newPackage())
    const inside = await linesOf(id)
    const singly = inside.map((line) => ({ ...line, packageId: null, packageNo: null }))
    const other = { tariffId: tariffs.check, price: await priceOf(tariffs.check), qty: 1, teeth: '' }
    const given = { discountPercent: 50, discountReason: '老患者' }
    const packed = await director.call(billing.open, {
      patientId: p1,
      items: [...inside, other],
      ...given,
      requestId: uuidv7(),
    })
    const unpacked = await desk.refused(billing.save, {
      id: packed.id,
      version: packed.version,
      items: [...singly, other],
      ...given,
    })
    expect(unpacked.code).toBe(errorTable.DISCOUNT_OVER_LIMIT.code)
    const off = { reductionAmount: (Number(other.price) / 2).toFixed(2), discountReason: '老患者' }
    const loose = await director.call(billing.open, {
      patientId: p1,
      items: [...singly, other],
      ...off,
      requestId: uuidv7(),
    })
    const repacked = await desk.refused(billing.save, {
      id: loose.id,
      version: loose.version,
      items: [...inside, other],
      ...off,
    })
    expect(repacked.code).toBe(errorTable.DISCOUNT_OVER_LIMIT.code)
  })

  it('stays on the bill when somebody agrees to a discount beside it', async () => {
    const { id } = await admin.call(clinic.savePackage, newPackage())
    const items = [
      ...(await linesOf(id)),
      { tariffId: tariffs.check, price: await priceOf(tariffs.check), qty: 1, teeth: '' },
    ]
    const bill = await opened(items)
    const asked = await desk.call(discountApproval.request, {
      billId: bill.id,
      version: bill.version,
      items,
      discountPercent: 50,
      discountReason: '老患者',
      reason: '老患者',
      requestId: uuidv7(),
    })
    await director.call(discountApproval.decide, { id: asked.id, version: asked.version, agree: true, reason: '' })
    const after = await detail(bill.id)
    expect(after.items.map((item) => item.packageId)).toEqual([id, id, null])
    expect(after.items[2]?.amount).toBe((Number(items[2]?.price) / 2).toFixed(2))
  })

  it('is sold a second time at the price of now, beside one that was sold for another', async () => {
    const { id } = await admin.call(clinic.savePackage, newPackage({ price: '300.00' }))
    const bill = await opened(await linesOf(id))
    const [row] = (await admin.call(clinic.packageList, {})).filter((each) => each.id === id)
    const { words: _words, listPrice: _listPrice, ...rest } = row as NonNullable<typeof row>
    await admin.call(clinic.savePackage, { ...rest, price: '320.00', requestId: uuidv7() })
    const both = [...(await linesOf(id)), ...(await linesOf(id, 2))]
    const saved = await desk.call(billing.save, { id: bill.id, version: bill.version, items: both })
    expect(saved.receivableAmount).toBe('620.00')
  })

  it('one of its lines is given back by its share, never by its list price', async () => {
    const { id } = await admin.call(clinic.savePackage, newPackage({ price: '333.33' }))
    const bill = await opened(await linesOf(id))
    await desk.call(billing.charge, {
      id: bill.id,
      version: bill.version,
      payments: [{ payMethodId: methods.cash as string, amount: '333.33' }],
      requestId: uuidv7(),
    })
    const { items, version } = await detail(bill.id)
    const [first, second] = items as [(typeof items)[number], (typeof items)[number]]
    const ask = (amount: string) => ({
      billId: bill.id,
      version,
      type: 1 as const,
      items: [{ billItemId: first.id, qty: 1, amount }],
      reason: '患者不做了',
      requestId: uuidv7(),
    })
    const over = await desk.refused(refund.request, ask(first.price))
    expect(over.message).toBe(`${first.name}最多可退 ${first.amount} 元`)
    const asked = await desk.call(refund.request, ask(first.amount))
    const agreed =
      asked.status === 0
        ? await admin.call(refund.decide, { id: asked.id, version: asked.version, agree: true, reason: '' })
        : asked
    await director.call(refund.pay, { id: asked.id, version: agreed.version, requestId: uuidv7() })
    const after = await detail(bill.id)
    expect([after.refundedAmount, after.status]).toEqual([first.amount, 4])
    expect(after.items[1]?.amount).toBe(second.amount)
    expect(await brokenInvariants(app.owner)).toEqual([])
  })
})
