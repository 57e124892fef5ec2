import { contract, type WireInput } from '@dentin/contract'
import { cardErrors } from '@dentin/contract/card'
import { uuidv7 } from '@dentin/kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../test/invariants.ts'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const calls = contract.memberCard
const [p1, p2] = fixture.patients.a as [string, string]
const [seller] = fixture.doctors.a1 as [string]
const methods = fixture.payMethods.a

const app = await testApp({ at: '2026-11-19 10:00:00' })
let desk: Client
let director: Client
beforeAll(async () => {
  desk = await app.as('reception')
  director = await app.as('director')
})
afterAll(async () => {
  expect(await brokenInvariants(app.owner)).toEqual([])
})

type TypeInput = WireInput<typeof calls.saveType>
let typesMade = 0
/** A type of card that is sold. */
async function typeOf(more: Partial<TypeInput> = {}): Promise<string> {
  typesMade += 1
  const { id } = await director.call(calls.saveType, {
    name: `银卡${typesMade}`,
    kind: 1,
    salePrice: '0.00',
    validType: 1,
    useOrder: 3,
    requestId: uuidv7(),
    ...more,
  } as TypeInput)
  return id
}
const by = (...ways: [method: string, amount: string, tradeNo?: string][]) =>
  ways.map(([method, amount, tradeNo = '']) => ({ payMethodId: methods[method] as string, amount, tradeNo }))
const open = (typeId: string, more: Partial<WireInput<typeof calls.openCard>> = {}) => ({
  patientId: p1,
  typeId,
  ways: [],
  requestId: uuidv7(),
  ...more,
})
const movements = async (id: string) =>
  (await director.call(calls.expendList, { id, kind: 'all', pageNum: 1, pageSize: 50 })).list

describe('a card that is sold, recharged and changed by several ways', () => {
  it('keeps each way with its sum and number, and who sold it', async () => {
    const typeId = await typeOf({ salePrice: '99.00', steps: [{ amount: '500.00', bonus: '50.00' }] })
    const card = await desk.call(
      calls.openCard,
      open(typeId, {
        amount: '500.00',
        ways: by(['cash', '199.00'], ['wechat', '400.00', 'WX1']),
        salesId: seller,
      }),
    )
    const recharged = await desk.call(calls.recharge, {
      id: card.id,
      version: card.version,
      amount: '300.00',
      ways: by(['cash', '100.00'], ['wechat', '200.00', 'WX2']),
      salesId: seller,
      requestId: uuidv7(),
    })
    const [second, first] = await movements(card.id)
    const [person] = await app.sql<{ name: string }>('select name from employee where id = $1', [seller])
    expect(first).toMatchObject({
      type: 1,
      salesName: person?.name,
      ways: [{ amount: '199.00' }, { amount: '400.00' }],
    })
    expect(second).toMatchObject({
      type: 2,
      salesName: person?.name,
      ways: [{ amount: '100.00' }, { amount: '200.00' }],
    })
    // The next recharge is of nobody: it is not that of whoever sold the card.
    await desk.call(calls.recharge, {
      id: card.id,
      version: recharged.version,
      amount: '1.00',
      ways: by(['cash', '1.00']),
      requestId: uuidv7(),
    })
    expect((await movements(card.id))[0]).toMatchObject({ salesName: '', principalDelta: '1.00' })
    const dearer = await typeOf({ salePrice: '299.00' })
    const { version } = (await director.call(calls.basicInformation, { patientId: p1 })).cards[0] as { version: number }
    const changed = await director.call(calls.change, {
      id: card.id,
      version,
      typeId: dearer,
      ways: by(['cash', '150.00'], ['wechat', '50.00', 'WX3']),
      reason: '升级',
      requestId: uuidv7(),
    })
    expect((await movements(card.id))[0]).toMatchObject({
      id: changed.logId,
      type: 11,
      ways: [{ amount: '150.00' }, { amount: '50.00' }],
    })
  })

  it('is refused when they come to more or less than is due, and when nobody of that name works here', async () => {
    const typeId = await typeOf({ salePrice: '100.00' })
    const refused = (more: Partial<WireInput<typeof calls.openCard>>) =>
      desk.refused(calls.openCard, open(typeId, more))
    expect(await refused({ ways: by(['cash', '60.00'], ['wechat', '40.01', 'W']) })).toMatchObject({
      message: '收款金额超过应收 100.00 元',
    })
    expect(await refused({ ways: by(['cash', '60.00'], ['wechat', '39.99', 'W']) })).toMatchObject({
      message: '还差 0.01 元',
    })
    expect(await refused({ ways: by(['cash', '100.00']), salesId: uuidv7() })).toMatchObject({
      message: '没有这位员工',
    })
  })
})

describe('what a way costs', () => {
  it('is kept with the movement and the prepayment, and goes back with what goes back by its way; a later rate alters nothing', async () => {
    await app.sql(`update pay_method set fee_rate = 38 where id = $1`, [methods.wechat])
    const card = await desk.call(
      calls.openCard,
      open(await typeOf(), { amount: '1001.00', ways: by(['cash', '500.00'], ['wechat', '501.00', 'WX7']) }),
    )
    const made = await desk.call(contract.prepay.receive, {
      patientId: p2,
      purpose: '种植',
      amount: '600.00',
      ways: by(['wechat', '500.00', 'WX8'], ['cash', '100.00']),
      requestId: uuidv7(),
    })
    await app.sql(`update pay_method set fee_rate = 0 where id = $1`, [methods.wechat])
    const back = await director.call(contract.prepay.requestReturn, {
      id: made.id,
      version: made.version,
      amount: '150.00',
      ways: by(['wechat', '50.00'], ['cash', '100.00']),
      reason: '不做了',
      requestId: uuidv7(),
    })
    const fees = async (table: string, id: string) =>
      (
        await app.sql<{ fees: unknown }>(
          `select jsonb_agg(w -> 'feeAmount' order by ordinality) as fees from ${table} t cross join jsonb_array_elements(t.ways) with ordinality as e(w, ordinality) where t.id = $1`,
          [id],
        )
      )[0]?.fees
    // 0.38 % of 501.00 is 1.9038, of 500.00 1.90, of 50.00 0.19.
    expect(await fees('card_log', card.logId)).toEqual([null, '1.90'])
    expect(await fees('prepay', made.id)).toEqual(['1.90', null])
    expect(await fees('prepay_return', back.id)).toEqual(['0.19', null])
  })
})

describe('the receipt of a card', () => {
  const receipt = (id: string, client = desk) => client.call(calls.receipt, { id })
  const standingOf = async (verify: { code: string }) =>
    (await app.nobody.call(contract.paper.verify, { code: verify.code })).standing

  it('says what was the price, what is kept, what came with it and by which ways; printed again it is counted', async () => {
    const typeId = await typeOf({
      salePrice: '99.00',
      steps: [{ amount: '500.00', bonus: '50.00', points: 20 }],
    })
    const card = await desk.call(
      calls.openCard,
      open(typeId, { amount: '500.00', ways: by(['cash', '199.00'], ['wechat', '400.00', 'WX4']), salesId: seller }),
    )
    const paper = await receipt(card.logId)
    expect(paper).toMatchObject({
      receipt: {
        type: 1,
        amount: '599.00',
        fee: '99.00',
        principalDelta: '500.00',
        bonusDelta: '50.00',
        pointsDelta: 20,
        principalAfter: '500.00',
        bonusAfter: '50.00',
        ways: [
          { name: '现金', amount: '199.00' },
          { amount: '400.00', tradeNo: 'WX4' },
        ],
      },
      amountInWords: '伍佰玖拾玖元整',
      printCount: 1,
    })
    expect((await receipt(card.logId)).printCount).toBe(2)
    expect(await standingOf(paper.verify)).toBe('valid')
  })

  it('of a times card says how many uses; of a dearer type what it costs more', async () => {
    const times = await typeOf({ kind: 3, times: 10, salePrice: '1000.00', singlePrice: '120.00' })
    const sold = await desk.call(calls.openCard, open(times, { ways: by(['cash', '1000.00']) }))
    expect((await receipt(sold.logId)).receipt).toMatchObject({
      amount: '1000.00',
      fee: '0.00',
      timesDelta: 10,
      timesAmountDelta: '1000.00',
    })
    const free = await desk.call(calls.openCard, open(await typeOf(), { patientId: p2 }))
    const dearer = await typeOf({ salePrice: '299.00' })
    const changed = await director.call(calls.change, {
      id: free.id,
      version: free.version,
      typeId: dearer,
      ways: by(['cash', '299.00']),
      reason: '升级',
      requestId: uuidv7(),
    })
    expect((await receipt(changed.logId)).receipt).toMatchObject({ type: 11, amount: '299.00', fee: '299.00' })
    // A card that cost nothing has none.
    expect(await desk.refused(calls.receipt, { id: free.logId })).toMatchObject({ code: cardErrors.CARD_RECEIPT.code })
  })

  it('is void once the recharge was undone, and is not printed any more', async () => {
    const card = await desk.call(calls.openCard, open(await typeOf()))
    const recharged = await desk.call(calls.recharge, {
      id: card.id,
      version: card.version,
      amount: '200.00',
      ways: by(['cash', '200.00']),
      requestId: uuidv7(),
    })
    const paper = await receipt(recharged.logId)
    const undone = await desk.call(calls.undoRecharge, { logId: recharged.logId, reason: '记错', requestId: uuidv7() })
    expect(await standingOf(paper.verify)).toBe('void')
    for (const id of [recharged.logId, undone.logId])
      expect(await desk.refused(calls.receipt, { id })).toMatchObject({ code: cardErrors.CARD_RECEIPT.code })
    const elsewhere = await app.as('director', 'a2')
    const other = await desk.call(
      calls.openCard,
      open(await typeOf({ salePrice: '10.00' }), { ways: by(['cash', '10.00']) }),
    )
    expect(await elsewhere.refused(calls.receipt, { id: other.logId })).toMatchObject({
      message: '收据请到收款的门诊打印',
    })
  })
})

describe('what comes along with each full sum (每满)', () => {
  it('bonus, points and gifts as often as the sum goes into the recharge, the highest step first', async () => {
    const typeId = await typeOf({
      stepRule: 2,
      steps: [
        { amount: '1000.00', bonus: '100.00', points: 10, gift: '牙刷' },
        { amount: '5000.00', bonus: '800.00', gift: '冲牙器' },
      ],
    })
    const card = await desk.call(calls.openCard, open(typeId, { amount: '2500.00', ways: by(['cash', '2500.00']) }))
    expect(card).toMatchObject({ principalAmount: '2500.00', bonusAmount: '200.00', points: 20 })
    const recharged = await desk.call(calls.recharge, {
      id: card.id,
      version: card.version,
      amount: '7500.00',
      ways: by(['cash', '7500.00']),
      requestId: uuidv7(),
    })
    expect(recharged).toMatchObject({ principalAmount: '10000.00', bonusAmount: '1200.00', points: 40 })
    const [second, first] = await movements(card.id)
    expect([second?.remark, first?.remark]).toEqual(['赠品：冲牙器、牙刷 ×2', '赠品：牙刷 ×2'])
  })

  it('is refused when it would grow beyond what a card can hold', async () => {
    const save = (steps: TypeInput['steps']) =>
      director.refused(calls.saveType, {
        name: '太多',
        kind: 1,
        salePrice: '0.00',
        validType: 1,
        useOrder: 3,
        stepRule: 2,
        steps,
        requestId: uuidv7(),
      } as TypeInput)
    expect((await save([{ amount: '1.00', bonus: '10.01' }])).message).toBe('每满的赠金不能超过充值金额的 10 倍')
    expect((await save([{ amount: '1.00', bonus: '0.00', points: 101 }])).message).toBe('每满的积分不能超过每元 100 分')
  })
})

describe('the day limit of a family’s card', () => {
  it('is changed with a reason, which the main card’s changes and the audit keep, and holds from then on', async () => {
    const typeId = await typeOf({ shareKin: true })
    const main = await desk.call(calls.openCard, open(typeId, { amount: '1000.00', ways: by(['cash', '1000.00']) }))
    const sub = await director.call(calls.relationAdd, {
      id: main.id,
      patientId: p2,
      dayLimit: '300.00',
      requestId: uuidv7(),
    })
    const limitOf = async () =>
      (await desk.call(calls.payable, { patientId: p2 })).find(({ id }) => id === sub.id)?.dayLeft
    expect(await limitOf()).toBe('300.00')
    const change = (dayLimit: string | null, version: number, reason = '孩子正畸') => ({
      id: sub.id,
      version,
      dayLimit,
      reason,
    })
    for (const wrong of ['0', '-1', '10000000', '0.001', '1e308'])
      expect((await director.refused(calls.relationChange, change(wrong, sub.version))).data.fields?.[0]?.field).toBe(
        'dayLimit',
      )
    expect((await director.refused(calls.relationChange, change('300.00', sub.version))).message).toBe('限额没有变')
    expect(
      (await director.refused(calls.relationChange, change('500.00', sub.version, ''))).data.fields?.[0]?.field,
    ).toBe('reason')
    const { version } = await director.call(calls.relationChange, change('500.00', sub.version))
    expect(await limitOf()).toBe('500.00')
    // Whoever saw it before is refused.
    expect((await director.refused(calls.relationChange, change('600.00', sub.version))).http).toBe(409)
    await director.call(calls.relationChange, change(null, version, '不再限制'))
    expect(await limitOf()).toBeNull()
    const log = (await director.call(calls.changeLog, { id: main.id })).filter(({ what }) => what === 'limit')
    expect(
      log.map(({ beforeText, afterText, reason }) => [
        beforeText.split(' ')[1],
        afterText.split(' ').slice(1).join(' '),
        reason,
      ]),
    ).toEqual([
      ['每日', '不限', '不再限制'],
      ['每日', '每日 500.00', '孩子正畸'],
    ])
    const audit = await app.sql(
      `select action, reason from audit where entity_id = $1 and action = 'changeLimit' order by entity_version`,
      [sub.id],
    )
    expect(audit).toEqual([
      { action: 'changeLimit', reason: '孩子正畸' },
      { action: 'changeLimit', reason: '不再限制' },
    ])
    // A card of its own has none.
    const { version: seen } = (await director.call(calls.basicInformation, { patientId: p1 })).cards.find(
      ({ id }) => id === main.id,
    ) as { version: number }
    expect(
      (await director.refused(calls.relationChange, { id: main.id, version: seen, dayLimit: '1.00', reason: '试' }))
        .message,
    ).toBe('这不是副卡')
  })
})

describe('对账异常 (S12 f)', () => {
  it('lists every card whose movements do not come to what it holds, and no other', async () => {
    const list = async () => (await director.call(calls.mismatches, { pageNum: 1, pageSize: 20 })).list
    expect(await list()).toEqual([])
    const typeId = await typeOf({ steps: [{ amount: '500.00', bonus: '50.00' }] })
    const card = await desk.call(calls.openCard, open(typeId, { amount: '500.00', ways: by(['cash', '500.00']) }))
    for (const [column, key, wrong] of [
      ['principal_amount', 'principal', '0.01'],
      ['bonus_amount', 'bonus', '0.01'],
      ['points', 'points', '1'],
    ] as const) {
      await app.sql(`update member_card set ${column} = ${column} + ${wrong} where id = $1`, [card.id])
      const [found, ...others] = await list()
      expect(others).toEqual([])
      expect(found).toMatchObject({
        id: card.id,
        cardNo: card.cardNo,
        patientId: p1,
        logged: { principal: '500.00', bonus: '50.00', points: 0 },
      })
      expect(Number(found?.held[key]) - Number(found?.logged[key])).toBeCloseTo(Number(wrong))
      await app.sql(`update member_card set ${column} = ${column} - ${wrong} where id = $1`, [card.id])
    }
    expect(await list()).toEqual([])
  })
})
