import { contract } from '@dentin/contract'
import type { RewardTerms } from '@dentin/contract/company-rule'
import { refundStates } from '@dentin/contract/refund'
import { fen, uuidv7 } from '@dentin/kit'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fixture, Refused, testApp, type Client } from '../../../../test/harness.ts'
import { earnedBy, stateOf } from './rules.ts'

const { billing, companyRule, coupon, dataRecord, memberCard, patient, refund, report } = contract
const app = await testApp({ at: '2026-11-02 09:00:00', pool: 20 })
const DAY = '2026-11-02'
const cash = fixture.payMethods.a.cash as string
let hq: Client
let director: Client
let admin: Client
let finance: Client
let couponTypeId: string
const NONE: RewardTerms = { way: 'none', basis: 'fixed', from: 0, first: 0, second: 0, couponTypeId: null }

beforeAll(async () => {
  hq = await app.as('headquarters')
  director = await app.as('director')
  admin = await app.as('admin')
  finance = await app.as('finance')
  const made = await director.call(coupon.saveType, {
    name: '介绍礼券',
    kind: 2,
    value: '50.00',
    validType: 2,
    validDays: 900,
    requestId: uuidv7(),
  } as never)
  couponTypeId = made.id
  const type = await director.call(memberCard.saveType, {
    name: '积分卡',
    kind: 1,
    salePrice: '0.00',
    validType: 1,
    useOrder: 3,
    pointsRate: 100,
    steps: [],
    requestId: uuidv7(),
  } as never)
  pointsTypeId = type.id
})
let pointsTypeId: string

const ruleInput = (value: object, month: string) =>
  ({ rule: 'introductionReward', value, month, version: null, reason: '', requestId: uuidv7() }) as never
/** Sets the rule of this month anew. */
async function rule(value: Partial<RewardTerms>): Promise<void> {
  await app.sql(`delete from company_rule where rule = 'introductionReward'`)
  await hq.call(companyRule.save, ruleInput({ ...NONE, ...value }, '2026-11'))
}

let serial = 0
async function newPatient(referrer?: string): Promise<string> {
  serial += 1
  const made = await director.call(patient.create, {
    name: `介绍${serial}`,
    gender: 1,
    mobile: `1380013${String(serial).padStart(4, '0')}`,
    sourceId: fixture.sources.a,
    allergyFlag: 0,
    requestId: uuidv7(),
  } as never)
  if (referrer)
    await app.sql(`update patient set referrer_type = 1, referrer_patient_id = $2 where id = $1`, [made.id, referrer])
  return made.id
}
async function pay(patientId: string, price: string, paid = price): Promise<string> {
  const bill = await director.call(billing.open, {
    patientId,
    items: [{ tariffId: fixture.tariffs.a.rootCanal, price, qty: 1, teeth: '' }],
    requestId: uuidv7(),
  } as never)
  await director.call(billing.charge, {
    ...bill,
    payments: [{ payMethodId: cash, amount: paid }],
    ...(paid === price ? {} : { leaveArrears: true, arrearsReason: '下次付' }),
    requestId: uuidv7(),
  } as never)
  return bill.id
}
/** A difference of the price goes back (退差价). */
async function giveBack(billId: string, amount: string): Promise<unknown> {
  const asked = await askBack(billId, amount)
  return asked.status === refundStates.code.paid ? asked : payOut(asked)
}
const payOut = ({ id, version }: { id: string; version: number }) =>
  finance.call(refund.pay, { id, version, requestId: uuidv7() })
/** The same, asked for and agreed to. */
async function askBack(billId: string, amount: string) {
  const { version, items } = await director.call(billing.detail, { id: billId })
  const asked = await admin.call(refund.request, {
    billId,
    version,
    type: 2,
    items: [{ billItemId: items[0]?.id as string, qty: 0, amount }],
    reason: '退费',
    payNow: false,
    requestId: uuidv7(),
  })
  if (asked.status !== refundStates.code.asked) return asked
  return director.call(refund.decide, { id: asked.id, version: asked.version, agree: true })
}
const rewards = async (patientId: string) => (await director.call(dataRecord.reward, { patientId })).byRule
const give = (id: string, version: number, client = director) =>
  client.call(dataRecord.giveByRule, { id, version, payMethodId: cash, requestId: uuidv7() })
const takeBack = (id: string, version: number, more: object = {}) =>
  director.call(dataRecord.takeBackByRule, {
    id,
    version,
    payMethodId: cash,
    reason: '退费',
    requestId: uuidv7(),
    ...more,
  })
const short = (list: Awaited<ReturnType<typeof rewards>>) =>
  list.map(({ level, way, state, earned, given }) => [level, way, state, earned, given])
/** A figure of the day of the clock, as the report of the director's clinic says it. */
async function figure(door: string, code: string): Promise<number> {
  const answer = await director.call(report.run, { door, from: DAY, to: DAY, by: 'clinic', figures: [code] } as never)
  return Number(answer.total.values[0])
}

describe('what a bill earns', () => {
  const terms = { way: 'cash', basis: 'percent', rate: fen(500), from: fen(10_000) } as const
  it('is a part of what is kept, half-up, from the least on; points and coupons are whole', () => {
    expect(earnedBy(terms, fen(9_999))).toBe(0)
    expect(earnedBy(terms, fen(10_000))).toBe(500)
    expect(earnedBy(terms, fen(10_010))).toBe(501)
    expect(earnedBy({ ...terms, way: 'points' }, fen(33_333))).toBe(1_600)
    expect(earnedBy({ ...terms, basis: 'fixed' }, fen(33_333))).toBe(500)
    expect(earnedBy({ ...terms, from: fen(0) }, fen(0))).toBe(0)
  })
  it('is due, given, too much or taken back by its sums alone', () => {
    expect([stateOf(fen(5), fen(0), false), stateOf(fen(5), fen(5), false), stateOf(fen(3), fen(5), false)]).toEqual([
      'due',
      'given',
      'over',
    ])
    expect([stateOf(fen(0), fen(0), false), stateOf(fen(3), fen(5), true)]).toEqual(['takenBack', 'given'])
  })
})

describe('the rule', () => {
  it('is refused with a sentence beside its field', async () => {
    const refused = async (value: object) =>
      (await hq.refused(companyRule.save, ruleInput({ ...NONE, ...value }, '2026-12'))).data?.fields?.[0]
    expect(await refused({ way: 'cash', first: 0 })).toEqual({ field: 'value', message: '请填写介绍人得多少' })
    expect(await refused({ way: 'cash', first: -1 })).toMatchObject({ field: 'value' })
    expect(await refused({ way: 'cash', first: 1.005 })).toMatchObject({ message: '介绍人所得最多两位小数' })
    expect(await refused({ way: 'points', first: 1.5 })).toMatchObject({ message: '介绍人所得应为整数' })
    expect(await refused({ way: 'cash', basis: 'percent', first: 80 })).toMatchObject({
      message: '介绍人应得 0 到 50%',
    })
    expect(await refused({ way: 'coupon', first: 1 })).toMatchObject({ message: '请选择发哪种优惠券' })
    expect(await refused({ way: 'coupon', first: 1, couponTypeId: uuidv7() })).toMatchObject({
      message: '没有这种优惠券，或已停用',
    })
    expect(await refused({ way: 'gold', first: 1 })).toBeDefined()
  })
})

describe('points', () => {
  beforeEach(() => rule({ way: 'points', basis: 'percent', from: 100, first: 10, second: 5 }))
  it('arise for two levels with the payment, are given once to the card, and go back with the refund', async () => {
    const top = await newPatient()
    const middle = await newPatient(top)
    const guest = await newPatient(middle)
    await pay(guest, '99.00')
    expect(await rewards(guest)).toEqual([])
    const bill = await pay(guest, '1000.00', '600.00')
    expect(short(await rewards(guest))).toEqual([
      [1, 'points', 'due', '60', '0'],
      [2, 'points', 'due', '30', '0'],
    ])
    // A second bill earns nothing more: a person is introduced once.
    await pay(guest, '500.00')
    expect(await rewards(guest)).toHaveLength(2)
    const [first] = await rewards(guest)
    if (!first) throw new Error('none')
    expect(
      (
        await director.refused(dataRecord.giveByRule, {
          id: first.id,
          version: first.version,
          payMethodId: null,
          requestId: uuidv7(),
        })
      ).code,
    ).toBe(27592)
    const card = await director.call(memberCard.openCard, {
      patientId: middle,
      typeId: pointsTypeId,
      amount: '100.00',
      ways: [{ payMethodId: cash, amount: '100.00' }],
      requestId: uuidv7(),
    } as never)
    const requestId = uuidv7()
    const asked = { id: first.id, version: first.version, payMethodId: null, requestId }
    const [one, two] = await Promise.all([
      director.call(dataRecord.giveByRule, asked),
      director.call(dataRecord.giveByRule, asked),
    ])
    expect(one).toEqual(two)
    const points = async () =>
      Number((await app.sql<{ points: number }>('select points from member_card where id = $1', [card.id]))[0]?.points)
    const before = (await points()) - 60
    expect(short(await rewards(guest))[0]).toEqual([1, 'points', 'given', '60', '60'])
    expect(
      (await director.refused(dataRecord.giveByRule, { ...asked, version: one.version, requestId: uuidv7() })).code,
    ).toBe(27589)
    // What is paid later of the same bill earns the rest.
    await director.call(billing.repay, {
      patientId: guest,
      billIds: [bill],
      payments: [{ payMethodId: cash, amount: '400.00' }],
      requestId: uuidv7(),
    } as never)
    expect(short(await rewards(guest))[0]).toEqual([1, 'points', 'due', '100', '60'])
    await giveBack(bill, '700.00')
    expect(short(await rewards(guest))[0]).toEqual([1, 'points', 'given', '30', '30'])
    expect(await points()).toBe(before + 30)
    await giveBack(bill, '300.00')
    expect(short(await rewards(guest))).toEqual([
      [1, 'points', 'takenBack', '0', '0'],
      [2, 'points', 'takenBack', '0', '0'],
    ])
    expect(await points()).toBe(before)
    // A later bill earns anew: what the first had earned is gone.
    await pay(guest, '200.00')
    const anew = (await rewards(guest)).filter(({ state }) => state === 'due')
    expect(short(anew)).toEqual([
      [1, 'points', 'due', '20', '0'],
      [2, 'points', 'due', '10', '0'],
    ])
  })
  it('are given or taken back, never both, when a refund comes at the same moment', async () => {
    for (let n = 0; n < 6; n++) {
      const middle = await newPatient()
      await director.call(memberCard.openCard, {
        patientId: middle,
        typeId: pointsTypeId,
        amount: '100.00',
        ways: [{ payMethodId: cash, amount: '100.00' }],
        requestId: uuidv7(),
      } as never)
      const guest = await newPatient(middle)
      const bill = await pay(guest, '1000.00')
      const [row] = await rewards(guest)
      if (!row) throw new Error('none')
      const asked = await askBack(bill, '1000.00')
      const ended = await Promise.allSettled([give(row.id, row.version), payOut(asked)])
      for (const one of ended) if (one.status === 'rejected' && !(one.reason instanceof Refused)) throw one.reason
      expect(short(await rewards(guest))[0]).toEqual([1, 'points', 'takenBack', '0', '0'])
    }
  })
  it('of two bills that are paid at once, one earns', async () => {
    for (let n = 0; n < 4; n++) {
      const guest = await newPatient(await newPatient())
      await Promise.all([pay(guest, '300.00'), pay(guest, '300.00')])
      expect(await rewards(guest)).toHaveLength(1)
    }
  })
})

describe('cash', () => {
  beforeEach(() => rule({ way: 'cash', basis: 'fixed', from: 300, first: 88.88 }))
  it('leaves the till as an entry of its own, lowers takings and revenue, and comes back at the desk', async () => {
    const guest = await newPatient(await newPatient())
    const bill = await pay(guest, '400.00')
    const [row] = await rewards(guest)
    if (!row) throw new Error('none')
    expect(short([row])).toEqual([[1, 'cash', 'due', '88.88', '0.00']])
    const without = { id: row.id, version: row.version, payMethodId: null, requestId: uuidv7() }
    expect((await director.refused(dataRecord.giveByRule, without)).data?.fields?.[0]?.field).toBe('payMethodId')
    const card = fixture.payMethods.a.card_principal as string
    const wrong = { ...without, payMethodId: card, requestId: uuidv7() }
    expect((await director.refused(dataRecord.giveByRule, wrong)).data?.fields?.[0]?.field).toBe('payMethodId')
    const before = [await figure('analysisData', 'C1'), await figure('analysisData', 'R1')]
    const { version } = await give(row.id, row.version)
    expect([await figure('analysisData', 'C1'), await figure('analysisData', 'R1')]).toEqual(
      before.map((value) => Math.round((value - 88.88) * 100) / 100),
    )
    expect(await figure('referralRecord', 'I5')).toBeGreaterThanOrEqual(88.88)
    expect(
      (
        await director.refused(dataRecord.takeBackByRule, {
          ...without,
          version,
          reason: '退',
          requestId: uuidv7(),
        } as never)
      ).code,
    ).toBe(27590)
    await giveBack(bill, '150.00')
    const [over] = await rewards(guest)
    if (!over) throw new Error('none')
    expect(short([over])).toEqual([[1, 'cash', 'over', '0.00', '88.88']])
    await takeBack(over.id, over.version)
    const [gone] = await rewards(guest)
    expect(short(gone ? [gone] : [])).toEqual([[1, 'cash', 'takenBack', '0.00', '0.00']])
    expect(gone?.moves.map(({ amount, methodName }) => [amount, methodName])).toEqual([
      ['88.88', '现金'],
      ['-88.88', '现金'],
    ])
  })
  it('that nobody can get back is let go of with a reason', async () => {
    const guest = await newPatient(await newPatient())
    const bill = await pay(guest, '400.00')
    const [row] = await rewards(guest)
    if (!row) throw new Error('none')
    await give(row.id, row.version)
    await giveBack(bill, '400.00')
    const [over] = await rewards(guest)
    if (!over) throw new Error('none')
    await takeBack(over.id, over.version, { forgo: true, reason: '联系不上' })
    const [left] = await rewards(guest)
    expect(short(left ? [left] : [])).toEqual([[1, 'cash', 'given', '0.00', '88.88']])
    expect(left?.forgoneReason).toBe('联系不上')
  })
})

describe('coupons', () => {
  beforeEach(() => rule({ way: 'coupon', from: 100, first: 2, couponTypeId }))
  it('are given, and void themselves with the refund while unused', async () => {
    const middle = await newPatient()
    const guest = await newPatient(middle)
    const bill = await pay(guest, '400.00')
    expect(
      (await director.refused(dataRecord.giveReward, { patientId: guest, typeId: couponTypeId, requestId: uuidv7() }))
        .code,
    ).toBe(27588)
    const [row] = await rewards(guest)
    if (!row) throw new Error('none')
    await director.call(dataRecord.giveByRule, { id: row.id, version: row.version, requestId: uuidv7() })
    const standing = async () =>
      (await app.sql<{ status: number }>('select status from coupon where source_id = $1', [row.id])).map(
        ({ status }) => status,
      )
    expect(await standing()).toHaveLength(2)
    await giveBack(bill, '400.00')
    expect(await standing()).toEqual([4, 4])
    expect(short(await rewards(guest))).toEqual([[1, 'coupon', 'takenBack', '0', '0']])
  })
})
