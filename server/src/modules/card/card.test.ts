import { contract, type WireInput } from '@dentin/contract'
import { uuidv7, yuanToFen } from '@dentin/kit'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../test/invariants.ts'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { refundedCard } from '../../../test/card-refund.ts'
import { previewed } from '../../../test/previewed.ts'
import { codeProbe } from '../identity/phone-codes.ts'

const calls = contract.memberCard
const { billing, refund } = contract
const [p1, p2, p3] = fixture.patients.a as [string, string, string]
const [d1] = fixture.doctors.a1 as [string]
const methods = fixture.payMethods.a
const codes = (codeProbe.codes = new Map<string, string>())

const app = await testApp({ at: '2026-11-19 10:00:00' })
let desk: Client
let director: Client
let finance: Client
beforeAll(async () => {
  desk = await app.as('reception')
  director = await app.as('director')
  finance = await app.as('finance')
})

type TypeInput = WireInput<typeof calls.saveType>
let typesMade = 0
/** A type of card that is sold. */
async function typeOf(more: Partial<TypeInput> = {}): Promise<string> {
  typesMade += 1
  const { id } = await director.call(calls.saveType, {
    name: `金卡${typesMade}`,
    kind: 1,
    salePrice: '0.00',
    validType: 1,
    useOrder: 3,
    requestId: uuidv7(),
    ...more,
  } as TypeInput)
  return id
}
const way = (amount: string, method = 'cash') => [{ payMethodId: methods[method] as string, amount }]
/** A card that was sold to somebody, with principal and the bonus that its type gives for it. */
async function cardWith(principal: string, bonus = '0.00', more: Partial<TypeInput> = {}, patientId = p1) {
  const typeId = await typeOf({ steps: [{ amount: principal, bonus }], ...more })
  return desk.call(calls.openCard, {
    patientId,
    typeId,
    amount: principal,
    ways: way(principal),
    requestId: uuidv7(),
  })
}
const face = async (id: string, patientId = p1) => {
  const { cards } = await director.call(calls.basicInformation, { patientId })
  const found = cards.find((card) => card.id === id)
  if (!found) throw new Error('no such card')
  return found
}
const holds = async (id: string, patientId = p1) => {
  const { principalAmount, bonusAmount } = await face(id, patientId)
  return [principalAmount, bonusAmount]
}
const movements = async (id: string) =>
  (await director.call(calls.expendList, { id, kind: 'all', pageNum: 1, pageSize: 50 })).list
const byCard = (cardId: string, amount: string, password = '') => ({
  payMethodId: methods.card_principal as string,
  amount,
  cardId,
  ...(password ? { password } : {}),
})
/** What goes to the phone of whoever owns a card. */
async function codeFor(cardId: string, patientId: string): Promise<string> {
  await app.sql('delete from rate_limit')
  app.clock.advance(1.1)
  const [owner] = await app.sql<{ mobile: string }>('select mobile from patient where id = $1', [patientId])
  const { mobile } = await desk.call(calls.sendCode, { id: cardId })
  expect(mobile).toBe(`${owner?.mobile.slice(0, 3)}****${owner?.mobile.slice(-4)}`)
  return codes.get(`card:${owner?.mobile}`) as string
}
/** What goes to the phone of one of the two who agree to a transfer. */
async function transferCode(input: WireInput<typeof calls.transferCode>, patientId: string): Promise<string> {
  await app.sql('delete from rate_limit')
  app.clock.advance(1.1)
  await desk.call(calls.transferCode, input)
  const [owner] = await app.sql<{ mobile: string }>('select mobile from patient where id = $1', [patientId])
  return codes.get(`card:${owner?.mobile}`) as string
}
type Line = [tariff: keyof typeof fixture.tariffs.a, price: string]
type Payment = WireInput<typeof billing.charge>['payments'][number]

async function billOf(lines: Line[], more: Partial<WireInput<typeof billing.open>> = {}) {
  return director.call(billing.open, {
    patientId: p1,
    doctorId: d1,
    items: lines.map(([tariff, price]) => ({ tariffId: fixture.tariffs.a[tariff], price, qty: 1, teeth: '' })),
    requestId: uuidv7(),
    ...more,
  })
}
const pay = (bill: { id: string; version: number }, payments: Payment[], more = {}) => ({
  id: bill.id,
  version: bill.version,
  payments,
  leaveArrears: true,
  arrearsReason: '下次付',
  requestId: uuidv7(),
  ...more,
})
async function charged(lines: Line[], payments: Payment[], more: Partial<WireInput<typeof billing.open>> = {}) {
  const bill = await billOf(lines, more)
  const paid = await director.call(billing.charge, pay(bill, payments))
  return { id: bill.id, version: paid.version }
}
const detail = (id: string) => director.call(billing.detail, { id })
/** A refund of lines; bill and cards stand afterwards as its preview said. @returns what the preview said */
const wholeRefund = async (bill: { id: string }, taken: { line: number; amount: string }[]) => {
  const { items: lines, version } = await detail(bill.id)
  const items = taken.map(({ line, amount }) => ({ billItemId: lines[line]?.id as string, qty: 1, amount }))
  const ask = { billId: bill.id, type: 1 as const, items }
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
    await finance.call(refund.pay, { id: asked.id, version: agreed.version, requestId: uuidv7() })
  })
  return said
}

describe('S2: a card at the desk', () => {
  it('B3, navbar-patient-info, card-balance: 8,000 and 2,000 pay 1,500: bonus 300, principal 1,200; left 6,800 and 1,700', async () => {
    const card = await cardWith('8000.00', '2000.00')
    const bill = await charged([['rootCanal', '1500.00']], [byCard(card.id, '1500.00')])
    expect(await holds(card.id)).toEqual(['6800.00', '1700.00'])
    const { payments } = await detail(bill.id)
    expect(payments).toHaveLength(1)
    expect(payments[0]).toMatchObject({
      payMethodName: '储值本金',
      amount: '1500.00',
      principalPart: '1200.00',
      bonusPart: '300.00',
      cardId: card.id,
    })
    expect((await movements(card.id))[0]).toMatchObject({
      type: 3,
      principalDelta: '-1200.00',
      bonusDelta: '-300.00',
      principalAfter: '6800.00',
      bonusAfter: '1700.00',
      billId: bill.id,
    })
    // What the bar of the patient says.
    const bar = await director.call(contract.patient.information, { id: p1 })
    expect([bar.principalAmount, bar.bonusAmount]).toEqual(['6800.00', '1700.00'])
    expect(bar.memberTypeName).toMatch(/^金卡/)
  })

  it('B5, member-recharge: a recharge of 5,000 in cash brings 500: cash 5,000, principal 5,000, bonus 500, in one entry', async () => {
    const card = await cardWith('100.00', '0.00', {
      steps: [
        { amount: '2000.00', bonus: '160.00' },
        { amount: '5000.00', bonus: '500.00' },
      ],
    })
    const done = await desk.call(calls.recharge, {
      id: card.id,
      version: card.version,
      amount: '5000.00',
      ways: way('5000.00'),
      requestId: uuidv7(),
    })
    expect(done).toMatchObject({ principalAmount: '5100.00', bonusAmount: '500.00' })
    const postings = await app.sql(
      `select p.account, p.amount::text from ledger_posting p join card_log l on l.tenant_id = p.tenant_id and l.entry_id = p.entry_id
       where l.id = $1 order by p.no`,
      [done.logId],
    )
    expect(postings).toEqual([
      { account: 'cash', amount: '5000.00' },
      { account: 'principal', amount: '-5000.00' },
      { account: 'bonusGiven', amount: '500.00' },
      { account: 'bonus', amount: '-500.00' },
    ])
  })
})

describe('S12: the edges of a card', () => {
  it('a, member-refund: 3,000 and 600, of which 1,000 is given back: bonus 200 is taken back, 2,000 and 400 are left', async () => {
    const card = await cardWith('3000.00', '600.00')
    const ask = { id: card.id, payMethodId: methods.cash as string, reason: '搬家', requestId: uuidv7() }
    const consultant = await app.as('consultant')
    expect(await consultant.refused(calls.refund, { ...ask, version: card.version, amount: '1000.00' })).toMatchObject({
      http: 403,
    })
    const back = await refundedCard(finance, director, { ...ask, version: card.version, amount: '1000.00' })
    expect(back).toMatchObject({ paidBack: '1000.00', bonusTaken: '200.00' })
    expect(await holds(card.id)).toEqual(['2000.00', '400.00'])
    const { version } = await face(card.id)
    expect(
      await finance.refused(calls.refund, { ...ask, version, amount: '2000.01', requestId: uuidv7() }),
    ).toMatchObject({ data: { fields: [{ field: 'amount', message: '赠金不能退现，最多可退 2,000.00 元' }] } })
    // All the rest: the bonus lapses, the card is closed for good.
    const all = await refundedCard(finance, director, { ...ask, version, whole: true, requestId: uuidv7() })
    expect(all).toMatchObject({ paidBack: '2000.00', bonusTaken: '400.00' })
    expect(await face(card.id)).toMatchObject({ status: 5, principalAmount: '0.00', bonusAmount: '0.00' })
    expect(
      await desk.refused(calls.recharge, {
        id: card.id,
        version,
        amount: '1.00',
        ways: way('1.00'),
        requestId: uuidv7(),
      }),
    ).toMatchObject({ code: 26251, message: '卡已退，不能充值' })
  })

  it('b: a recharge is undone while nothing has moved since, and not after 50 were paid', async () => {
    const card = await cardWith('1000.00', '100.00')
    const first = await desk.call(calls.recharge, {
      id: card.id,
      version: card.version,
      amount: '1000.00',
      ways: way('1000.00', 'wechat'),
      requestId: uuidv7(),
    })
    expect((await face(card.id)).undoable).toBe(first.logId)
    const undone = await desk.call(calls.undoRecharge, { logId: first.logId, reason: '充错', requestId: uuidv7() })
    expect(undone).toMatchObject({ principalAmount: '1000.00', bonusAmount: '100.00' })
    expect(
      await desk.refused(calls.undoRecharge, { logId: first.logId, reason: '再来', requestId: uuidv7() }),
    ).toMatchObject({ code: 26260 })
    const second = await desk.call(calls.recharge, {
      id: card.id,
      version: undone.version,
      amount: '1000.00',
      ways: way('1000.00'),
      requestId: uuidv7(),
    })
    await charged([['check', '50.00']], [byCard(card.id, '50.00')])
    expect(
      await desk.refused(calls.undoRecharge, { logId: second.logId, reason: '充错', requestId: uuidv7() }),
    ).toMatchObject({ code: 26260, message: '充值后已有消费，不能撤销，请走退款' })
    expect((await face(card.id)).undoable).toBeNull()
  })

  it('c: 10 times for 1,000, one at 120: after 4 uses 520 go back, after 9 nothing', async () => {
    const typeId = await typeOf({ kind: 3, salePrice: '1000.00', times: 10, singlePrice: '120.00' })
    const sold = async () =>
      desk.call(calls.openCard, { patientId: p1, typeId, ways: way('1000.00'), requestId: uuidv7() })
    const backAfter = async (uses: number) => {
      const card = await sold()
      await charged([['cleaning', '1000.00']], [byCard(card.id, `${uses * 100}.00`)])
      expect((await face(card.id)).timesLeft).toBe(10 - uses)
      const { version } = await face(card.id)
      return refundedCard(finance, director, {
        id: card.id,
        version,
        whole: true,
        payMethodId: methods.cash as string,
        reason: '不来了',
        requestId: uuidv7(),
      })
    }
    expect(await backAfter(4)).toMatchObject({ paidBack: '520.00', kept: '80.00' })
    expect(await backAfter(9)).toMatchObject({ paidBack: '0.00', kept: '100.00' })
    // A use is taken whole.
    const card = await sold()
    const bill = await billOf([['cleaning', '200.00']])
    expect(await director.refused(billing.charge, pay(bill, [byCard(card.id, '150.00')]))).toMatchObject({
      data: {
        fields: [{ field: 'payments.0.amount', message: '次卡按次支付：1 次 100.00、2 次 200.00、3 次 300.00……' }],
      },
    })
    // What a bill gives back as a whole comes back as uses.
    await director.call(billing.charge, pay(bill, [byCard(card.id, '200.00')]))
    const said = await wholeRefund(bill, [{ line: 0, amount: '200.00' }])
    expect(said.cards).toMatchObject([{ cardId: card.id, times: 2, timesAfter: 10, principal: '0.00' }])
    expect((await face(card.id)).timesLeft).toBe(10)
  })

  it('d, member-relation-add, member-relation-delete: what a relative pays is taken from the main card, up to a sum a day; the bill is theirs', async () => {
    const main = await cardWith('1000.00', '0.00', { shareKin: true })
    const sub = await desk.call(calls.relationAdd, {
      id: main.id,
      patientId: p2,
      dayLimit: '250.00',
      requestId: uuidv7(),
    })
    const bill = await charged([['cleaning', '200.00']], [byCard(sub.id, '200.00')], { patientId: p2 })
    expect(await holds(main.id)).toEqual(['800.00', '0.00'])
    expect((await detail(bill.id)).patientId).toBe(p2)
    const [last] = await movements(main.id)
    const [patient] = await app.sql<{ name: string }>('select name from patient where id = $1', [p2])
    expect(last).toMatchObject({ type: 3, principalDelta: '-200.00', subName: patient?.name, billId: bill.id })
    const more = await billOf([['check', '60.00']], { patientId: p2 })
    expect(await director.refused(billing.charge, pay(more, [byCard(sub.id, '60.00')]))).toMatchObject({
      code: 26258,
      message: '副卡今日还可用 50.00 元',
    })
    expect(await director.refused(billing.charge, pay(more, [byCard(main.id, '10.00')]))).toMatchObject({
      data: { fields: [{ field: 'payments.0.cardId', message: '不是这位患者的卡' }] },
    })
    const { version } = await face(sub.id, p2)
    await desk.call(calls.relationDelete, { id: sub.id, version, reason: '不用了' })
    expect(await director.refused(billing.charge, pay(more, [byCard(sub.id, '10.00')]))).toMatchObject({ code: 26251 })
  })

  it('e: a lost, frozen or closed card does not pay, and says so; what goes back to it arrives', async () => {
    const card = await cardWith('500.00')
    const bill = await charged([['cleaning', '200.00']], [byCard(card.id, '200.00')])
    const other = await billOf([['check', '100.00']])
    const step = async (name: 'lose' | 'find' | 'freeze' | 'unfreeze') =>
      desk.call(calls.setStatus, {
        id: card.id,
        version: (await face(card.id)).version,
        step: name,
        reason: '钱包丢了',
      })
    await step('lose')
    expect(await director.refused(billing.charge, pay(other, [byCard(card.id, '100.00')]))).toMatchObject({
      code: 26251,
      message: '卡已挂失，不能消费',
      data: { fields: [{ field: 'payments.0.cardId', message: '卡已挂失，不能消费' }] },
    })
    await wholeRefund(bill, [{ line: 0, amount: '200.00' }])
    expect(await holds(card.id)).toEqual(['500.00', '0.00'])
    await step('find')
    await step('freeze')
    expect(await director.refused(billing.charge, pay(other, [byCard(card.id, '100.00')]))).toMatchObject({
      message: '卡冻结，不能消费',
    })
    await step('unfreeze')
    // A card whose last day has gone is renewed, and pays again.
    await app.sql(`update member_card set expire_date = '2026-11-18' where id = $1`, [card.id])
    expect(await director.refused(billing.charge, pay(other, [byCard(card.id, '100.00')]))).toMatchObject({
      message: '卡已过期，不能消费',
    })
    const { version } = await face(card.id)
    await desk.call(calls.renew, { id: card.id, version, expireDate: '2027-11-18', reason: '续期' })
    await director.call(billing.charge, pay(other, [byCard(card.id, '100.00')]))
    expect(await holds(card.id)).toEqual(['400.00', '0.00'])
  })
})

describe('S13: a bill that a card and WeChat paid', () => {
  const ab = async (more: Partial<TypeInput> = {}) => {
    const card = await cardWith('800.00', '200.00', more)
    const bill = await charged(
      [
        ['check', '600.00'],
        ['filling', '400.00'],
      ],
      [byCard(card.id, '300.00'), { payMethodId: methods.wechat as string, amount: '600.00' }],
      { discountPercent: 90 },
    )
    expect(await holds(card.id)).toEqual(['560.00', '140.00'])
    return { card, bill }
  }
  const setting = (mode: 1 | 2) =>
    app.sql('update clinic set settings = settings || $2::jsonb where id = $1', [
      fixture.clinics.a1,
      JSON.stringify({ refundMode: mode }),
    ])
  const back = (billId: string) =>
    app.sql(
      `select m.name, y.amount::text, y.principal_part::text as principal, y.bonus_part::text as bonus
       from bill_payment y join pay_method m on m.tenant_id = y.tenant_id and m.id = y.pay_method_id
       where y.bill_id = $1 and y.kind = 4 order by y.pay_no`,
      [billId],
    )

  it('last payment first: bonus 60 and WeChat 300, then WeChat 300 and principal 240', async () => {
    await setting(1)
    const { card, bill } = await ab()
    await wholeRefund(bill, [{ line: 1, amount: '360.00' }])
    expect(await back(bill.id)).toEqual([
      { name: '储值本金', amount: '-60.00', principal: '0.00', bonus: '60.00' },
      { name: '微信', amount: '-300.00', principal: '0.00', bonus: '0.00' },
    ])
    expect(await holds(card.id)).toEqual(['560.00', '200.00'])
    await wholeRefund(bill, [{ line: 0, amount: '540.00' }])
    expect((await back(bill.id)).slice(2)).toEqual([
      { name: '储值本金', amount: '-240.00', principal: '240.00', bonus: '0.00' },
      { name: '微信', amount: '-300.00', principal: '0.00', bonus: '0.00' },
    ])
    expect(await holds(card.id)).toEqual(['800.00', '200.00'])
  })

  it('by what was paid: card 120 (96 and 24) and WeChat 240, then 360, 144 and 36', async () => {
    await setting(2)
    const { card, bill } = await ab()
    await wholeRefund(bill, [{ line: 1, amount: '360.00' }])
    expect(await back(bill.id)).toEqual([
      { name: '储值本金', amount: '-120.00', principal: '96.00', bonus: '24.00' },
      { name: '微信', amount: '-240.00', principal: '0.00', bonus: '0.00' },
    ])
    expect(await holds(card.id)).toEqual(['656.00', '164.00'])
    await wholeRefund(bill, [{ line: 0, amount: '540.00' }])
    expect((await back(bill.id)).slice(2)).toEqual([
      { name: '储值本金', amount: '-180.00', principal: '144.00', bonus: '36.00' },
      { name: '微信', amount: '-360.00', principal: '0.00', bonus: '0.00' },
    ])
    expect(await holds(card.id)).toEqual(['800.00', '200.00'])
    expect((await movements(card.id))[0]).toMatchObject({ type: 4, principalDelta: '144.00', bonusDelta: '36.00' })
    await setting(1)
  })

  it.each([
    [
      1,
      {
        principal: '0.00',
        bonus: '60.00',
        pointsTaken: 300,
        principalAfter: '560.00',
        bonusAfter: '200.00',
        pointsAfter: 540,
      },
    ],
    [
      2,
      {
        principal: '96.00',
        bonus: '24.00',
        pointsTaken: 336,
        principalAfter: '656.00',
        bonusAfter: '164.00',
        pointsAfter: 504,
      },
    ],
  ] as const)(
    'mode %i: the preview says what the card gets, and what of its points is taken back',
    async (mode, gets) => {
      await setting(mode)
      const { card, bill } = await ab({ pointsRate: 100 })
      expect((await face(card.id)).points).toBe(840)
      const said = await wholeRefund(bill, [{ line: 1, amount: '360.00' }])
      expect(said.cards).toEqual([
        {
          cardId: card.id,
          cardNo: expect.any(String) as string,
          typeName: expect.any(String) as string,
          times: 0,
          pointsBack: 0,
          timesAfter: 0,
          ...gets,
        },
      ])
      await setting(1)
    },
  )

  it('a revoke gives everything back to the card', async () => {
    const { card, bill } = await ab()
    await director.call(billing.revoke, { id: bill.id, version: bill.version, reason: '收错', requestId: uuidv7() })
    expect(await holds(card.id)).toEqual(['800.00', '200.00'])
    expect((await movements(card.id))[0]).toMatchObject({ type: 4, principalDelta: '240.00', bonusDelta: '60.00' })
  })
})

describe('what a card may pay', () => {
  it('not above its cap: 700 and 500, at most 20 % of 1,000: 900 is the most', async () => {
    const card = await cardWith('700.00', '500.00', { maxBonusRatio: 20 })
    const bill = await billOf([['rootCanal', '1000.00']])
    expect(await director.refused(billing.charge, pay(bill, [byCard(card.id, '1000.00')]))).toMatchObject({
      code: 26252,
      message: '余额不足，最多可付 900.00 元',
      data: { fields: [{ field: 'payments.0.amount', message: '余额不足，最多可付 900.00 元' }] },
    })
    await director.call(billing.charge, pay(bill, [byCard(card.id, '900.00')]))
    expect(await holds(card.id)).toEqual(['0.00', '300.00'])
  })

  it('bonus only what it may pay: bonus first, 400 of 1,000 excluded, at most 50 % of 600', async () => {
    // Implants in a category of their own.
    const { id: categoryId } = await (
      await app.as('admin')
    ).call(contract.clinic.saveTariffCategory, { name: '种植类', requestId: uuidv7() } as never)
    await app.sql('update tariff set category_id = $2 where id = $1', [fixture.tariffs.a.implant, categoryId])
    const card = await cardWith('100.00', '500.00', {
      useOrder: 2,
      maxBonusRatio: 50,
      excludedCategories: [categoryId],
    })
    const bill = await charged(
      [
        ['cleaning', '600.00'],
        ['implant', '400.00'],
      ],
      [byCard(card.id, '300.00')],
    )
    expect(await holds(card.id)).toEqual(['100.00', '200.00'])
    expect((await detail(bill.id)).payments[0]).toMatchObject({ principalPart: '0.00', bonusPart: '300.00' })
    const lines = await app.sql(
      `select i.amount::text, i.settled_amount::text as paid, i.can_bonus from bill_item i where bill_id = $1 order by line_no`,
      [bill.id],
    )
    expect(lines).toEqual([
      { amount: '600.00', paid: '300.00', can_bonus: true },
      { amount: '400.00', paid: '0.00', can_bonus: false },
    ])
  })

  describe('an item that the price list closes to bonus', () => {
    const closed = fixture.tariffs.a.rootCanal
    const set = (canBonus: boolean) => app.sql('update tariff set can_bonus = $2 where id = $1', [closed, canBonus])
    beforeAll(() => set(false))
    afterAll(() => set(true))
    const bonusFirst = { useOrder: 2, maxBonusRatio: 100 } as const
    const linesOf = async (id: string) =>
      (
        await app.sql<{ paid: string; can_bonus: boolean }>(
          `select i.settled_amount::text as paid, i.can_bonus from bill_item i where bill_id = $1 order by line_no`,
          [id],
        )
      ).map(({ paid, can_bonus }) => [paid, can_bonus])
    const pays = async (bill: { id: string }) =>
      (await detail(bill.id)).payments.map((each) => [each.principalPart, each.bonusPart])

    it('is paid by no bonus, whatever card pays: 100 and 100, 150 of bonus: 100 of it pay', async () => {
      const card = await cardWith('100.00', '150.00', bonusFirst)
      const bill = await billOf([
        ['cleaning', '100.00'],
        ['rootCanal', '100.00'],
      ])
      expect((await detail(bill.id)).items.map(({ canBonus }) => canBonus)).toEqual([true, false])
      await director.call(billing.charge, pay(bill, [byCard(card.id, '200.00')]))
      expect(await pays(bill)).toEqual([['100.00', '100.00']])
      expect(await holds(card.id)).toEqual(['0.00', '50.00'])
      const alone = await billOf([['rootCanal', '100.00']])
      expect(await director.refused(billing.charge, pay(alone, [byCard(card.id, '10.00')]))).toMatchObject({
        message: '余额不足，最多可付 0.00 元',
      })
    })

    it('money.md §4, misfit: paid 50 bonus, A 150; the first goes back: F 50 of bonus, A 150 → 100', async () => {
      const card = await cardWith('100.00', '50.00', bonusFirst)
      const bill = await charged(
        [
          ['cleaning', '100.00'],
          ['rootCanal', '100.00'],
        ],
        [byCard(card.id, '50.00')],
      )
      expect(await linesOf(bill.id)).toEqual([
        ['50.00', true],
        ['0.00', false],
      ])
      await wholeRefund(bill, [{ line: 0, amount: '100.00' }])
      expect(await detail(bill.id)).toMatchObject({ arrearsAmount: '100.00', refundedAmount: '50.00', status: 4 })
      expect(await holds(card.id)).toEqual(['100.00', '50.00'])
    })

    it('stays closed when the charge is revoked, while what the card closed opens again', async () => {
      const { id: categoryId } = await (
        await app.as('admin')
      ).call(contract.clinic.saveTariffCategory, { name: '拍片类', requestId: uuidv7() } as never)
      await app.sql('update tariff set category_id = $2 where id = $1', [fixture.tariffs.a.film, categoryId])
      const card = await cardWith('300.00', '300.00', { ...bonusFirst, excludedCategories: [categoryId] })
      const bill = await charged(
        [
          ['cleaning', '100.00'],
          ['rootCanal', '100.00'],
          ['film', '100.00'],
        ],
        [byCard(card.id, '300.00')],
      )
      expect((await linesOf(bill.id)).map(([, can]) => can)).toEqual([true, false, false])
      await director.call(billing.revoke, { id: bill.id, version: bill.version, reason: '收错', requestId: uuidv7() })
      expect((await linesOf(bill.id)).map(([, can]) => can)).toEqual([true, false, true])
    })

    it('is closed to the desk too, on the bill, on others of the patient and on what is typed', async () => {
      const bill = await billOf([['rootCanal', '100.00']], { patientId: p3 })
      const { bills } = await director.call(billing.unpaidCheck, { patientId: p3 })
      expect(bills.find(({ id }) => id === bill.id)?.lines).toMatchObject([{ amount: '100.00', canBonus: false }])
      const tariffIds = [fixture.tariffs.a.cleaning, closed]
      const offered = await director.call(billing.benefits, { patientId: p3, billId: null, tariffIds })
      expect(offered.canBonus).toEqual([true, false])
    })

    it('holds for goods and for what is sold in a package', async () => {
      const { clinic } = contract
      await app.sql('update tariff set is_goods = true where id = $1', [closed])
      const [goods] = (await desk.call(clinic.tariffs, { keyword: '', goods: true })).list
      const retail = await desk.call(billing.open, {
        patientId: p1,
        retail: true,
        items: [{ tariffId: closed, price: goods?.price as string, qty: 1, teeth: '' }],
        requestId: uuidv7(),
      })
      await app.sql('update tariff set is_goods = false where id = $1', [closed])
      expect(await linesOf(retail.id)).toEqual([['0.00', false]])
      const { id: packageId } = await (
        await app.as('admin')
      ).call(clinic.savePackage, {
        name: '根管套餐',
        price: '100.00',
        items: [
          { tariffId: closed, qty: 1 },
          { tariffId: fixture.tariffs.a.cleaning, qty: 1 },
        ],
        remark: '',
        requestId: uuidv7(),
      })
      const sold = (await desk.call(clinic.packages, {})).find(({ id }) => id === packageId)
      const packed = await desk.call(billing.open, {
        patientId: p1,
        items: (sold?.items ?? []).map(({ tariffId, price, qty }) => ({
          tariffId,
          price,
          qty,
          teeth: '',
          packageId,
          packageNo: 1,
        })),
        requestId: uuidv7(),
      })
      expect((await linesOf(packed.id)).map(([, can]) => can)).toEqual([false, true])
    })
  })

  it('two cards in one payment, each by its own rule, the second under what the first left of the cap', async () => {
    const one = await cardWith('100.00', '100.00', { maxBonusRatio: 50 })
    const two = await cardWith('300.00', '300.00', { maxBonusRatio: 50 })
    const bill = await charged([['filling', '400.00']], [byCard(one.id, '200.00'), byCard(two.id, '200.00')])
    expect((await detail(bill.id)).payments.map((each) => [each.principalPart, each.bonusPart])).toEqual([
      ['100.00', '100.00'],
      ['100.00', '100.00'],
    ])
    expect(
      await director.refused(
        billing.charge,
        pay(await billOf([['check', '20.00']]), [byCard(two.id, '10.00'), byCard(two.id, '10.00')]),
      ),
    ).toMatchObject({ data: { fields: [{ field: 'payments.1.cardId', message: '同一张卡只能写一次' }] } })
  })

  it('the split is the house’s: one that is sent is refused, and so is a card without its method', async () => {
    const card = await cardWith('100.00')
    const bill = await billOf([['check', '50.00']])
    const sent = { ...byCard(card.id, '50.00'), principalPart: '0.00', bonusPart: '50.00' }
    expect(await director.refused(billing.charge, pay(bill, [sent as never]))).toMatchObject({ http: 400 })
    expect(
      await director.refused(
        billing.charge,
        pay(bill, [{ payMethodId: methods.cash as string, amount: '50.00', cardId: card.id }]),
      ),
    ).toMatchObject({ data: { fields: [{ field: 'payments.0.cardId' }] } })
    expect(
      await director.refused(
        billing.charge,
        pay(bill, [{ payMethodId: methods.card_principal as string, amount: '50.00' }]),
      ),
    ).toMatchObject({ data: { fields: [{ field: 'payments.0.cardId', message: '请选择会员卡' }] } })
    expect(await holds(card.id)).toEqual(['100.00', '0.00'])
  })

  it('repays arrears, and asks for its password above its sum; five wrong ones lock it', async () => {
    const card = await cardWith('2000.00', '0.00', { passwordAbove: '500.00' })
    await desk.call(calls.setPassword, { id: card.id, version: (await face(card.id)).version, password: '135790' })
    const bill = await charged([['filling', '900.00']], [byCard(card.id, '300.00')])
    const repay = (amount: string, password = '') => ({
      patientId: p1,
      billIds: [bill.id],
      payments: [byCard(card.id, amount, password)],
      requestId: uuidv7(),
    })
    expect(await director.refused(billing.repay, repay('600.00'))).toMatchObject({
      message: '请输入卡密码或短信验证码',
    })
    expect(await director.refused(billing.repay, repay('600.00', '000000'))).toMatchObject({
      code: 26256,
      message: '卡密码不正确，还可试 4 次',
    })
    await director.call(billing.repay, repay('600.00', '135790'))
    expect(await holds(card.id)).toEqual(['1100.00', '0.00'])
    const other = await billOf([['filling', '600.00']])
    const wrong = () => director.refused(billing.charge, pay(other, [byCard(card.id, '600.00', '999999')]))
    for (let n = 0; n < 4; n += 1) expect(await wrong()).toMatchObject({ code: 26256 })
    expect(await wrong()).toMatchObject({ code: 26257 })
    expect(await director.refused(billing.charge, pay(other, [byCard(card.id, '600.00', '135790')]))).toMatchObject({
      code: 26257,
    })
    // A code of the owner's phone pays as well, once.
    const small = await billOf([['filling', '510.00']])
    const code = await codeFor(card.id, p1)
    await director.call(billing.charge, pay(small, [byCard(card.id, '510.00', code)]))
    const again = await billOf([['filling', '510.00']])
    expect(await director.refused(billing.charge, pay(again, [byCard(card.id, '510.00', code)]))).toMatchObject({
      code: 26257,
    })
    await desk.call(calls.recharge, {
      id: card.id,
      version: (await face(card.id)).version,
      amount: '510.00',
      ways: way('510.00'),
      requestId: uuidv7(),
    })
    // A new password opens it.
    await desk.call(calls.setPassword, { id: card.id, version: (await face(card.id)).version, password: '246800' })
    await director.call(billing.charge, pay(other, [byCard(card.id, '600.00', '246800')]))
    // Nothing of it stands in the audit.
    const [found] = await app.sql<{ count: number }>(
      `select count(*)::int as count from audit where entity = 'member_card' and (before::text like '%argon%' or after::text like '%argon%')`,
    )
    expect(found?.count).toBe(0)
  })

  it('S20: in another clinic when it is shared: A owes B 600.00, B earns it, no cash moves', async () => {
    const card = await cardWith('1000.00', '250.00', { shareClinics: 3, useOrder: 3 }, p3)
    const there = await app.as('director', 'a2')
    const bill = await there.call(billing.open, {
      patientId: p3,
      doctorId: fixture.doctors.a2[0] as string,
      items: [{ tariffId: fixture.tariffs.a.filling, price: '750.00', qty: 1, teeth: '' }],
      requestId: uuidv7(),
    })
    const earned = async () => {
      const months = [director, there].map((who) => who.call(contract.monthClose.state, { month: '2026-11' }))
      return (await Promise.all(months)).map(({ book }) => [yuanToFen(book.revenue), yuanToFen(book.takings)])
    }
    const before = await earned()
    const { version } = await there.call(billing.charge, pay(bill, [byCard(card.id, '750.00')]))
    expect(await holds(card.id, p3)).toEqual(['400.00', '100.00'])
    // Revenue and cash, of A and of B: 600.00 more in B, bonus being none, and nothing else.
    const more = (await earned()).map((clinic, n) => clinic.map((sum, k) => sum - (before[n]?.[k] ?? 0)))
    expect(more).toEqual([
      [0, 0],
      [60_000, 0],
    ])
    const books = () =>
      app.sql(
        `select case p.clinic_id when $2 then 'A' else 'B' end as clinic, p.account, sum(p.amount)::text as amount from ledger_posting p
         where p.entry_id in (select e.id from ledger_entry e where e.document_id = $1
           or e.document_id in (select x.id from ledger_entry x where x.document_id = $1))
         group by 1, 2 having sum(p.amount) <> 0 order by 1, 2`,
        [bill.id, fixture.clinics.a1],
      )
    expect(await books()).toEqual([
      { clinic: 'A', account: 'bonus', amount: '150.00' },
      { clinic: 'A', account: 'bonusGiven', amount: '-150.00' },
      { clinic: 'A', account: 'interClinic', amount: '-600.00' },
      { clinic: 'A', account: 'principal', amount: '600.00' },
      { clinic: 'B', account: 'billed', amount: '-750.00' },
      { clinic: 'B', account: 'bonusGiven', amount: '150.00' },
      { clinic: 'B', account: 'interClinic', amount: '600.00' },
    ])
    expect(await brokenInvariants(app.owner)).toEqual([])
    // Taken back, nobody owes anybody anything.
    await there.call(billing.revoke, { id: bill.id, version, reason: '收错', requestId: uuidv7() })
    expect(await holds(card.id, p3)).toEqual(['1000.00', '250.00'])
    expect(await books()).toEqual([])
    // The balance record has it in the clinic that owes the card, as used and come back, and in the other nothing.
    const record = await (
      await app.as('headquarters')
    ).call(contract.report.run, {
      door: 'patientBalanceRecord',
      from: '2026-11-19',
      to: '2026-11-19',
      by: 'clinic',
      figures: ['K7', 'K8', 'K9', 'K10'],
    })
    const moved = (clinicId: string) =>
      record.rows.find(({ key }) => key === clinicId)?.values.map(Number) ?? [0, 0, 0, 0]
    expect(moved(fixture.clinics.a2)).toEqual([0, 0, 0, 0])
    const [used, , back] = moved(fixture.clinics.a1)
    expect(used).toBeGreaterThanOrEqual(600)
    expect(back).toBeGreaterThanOrEqual(600)
  })

  it('not in another clinic that it does not name', async () => {
    const there = await app.as('director', 'a2')
    const bill = await there.call(billing.open, {
      patientId: p3,
      doctorId: fixture.doctors.a2[0] as string,
      items: [{ tariffId: fixture.tariffs.a.filling, price: '50.00', qty: 1, teeth: '' }],
      requestId: uuidv7(),
    })
    for (const more of [{}, { shareClinics: 2, sharedClinics: [fixture.clinics.a1] }]) {
      const card = await cardWith('100.00', '0.00', more, p3)
      expect(await there.refused(billing.charge, pay(bill, [byCard(card.id, '50.00')]))).toMatchObject({
        code: 26255,
        data: { fields: [{ field: 'payments.0.cardId' }] },
      })
    }
    const named = await cardWith('100.00', '0.00', { shareClinics: 2, sharedClinics: [fixture.clinics.a2] }, p3)
    await there.call(billing.charge, pay(bill, [byCard(named.id, '50.00')]))
    expect(await holds(named.id, p3)).toEqual(['50.00', '0.00'])
  })

  it('a closed card gets nothing back: principal in cash when somebody else agrees, bonus lapses', async () => {
    const card = await cardWith('800.00', '200.00')
    const bill = await charged([['filling', '100.00']], [byCard(card.id, '100.00')])
    await refundedCard(finance, director, {
      id: card.id,
      version: (await face(card.id)).version,
      whole: true,
      payMethodId: methods.cash as string,
      reason: '搬家',
      requestId: uuidv7(),
    })
    const { version, items } = await detail(bill.id)
    expect(
      await director.refused(billing.revoke, { id: bill.id, version, reason: '收错', requestId: uuidv7() }),
    ).toMatchObject({ message: '付款的会员卡已退，不能撤销收费，请走退款' })
    const ask = {
      billId: bill.id,
      version,
      type: 1 as const,
      items: [{ billItemId: items[0]?.id as string, qty: 1, amount: '100.00' }],
    }
    const preview = await director.call(refund.preview, ask)
    expect(preview.ways.map((one) => [one.payMethodName, one.back])).toEqual(
      expect.arrayContaining([
        ['现金（原卡已退）', '80.00'],
        ['储值本金（卡已退，作废）', '20.00'],
      ]),
    )
    const asked = await director.call(refund.request, { ...ask, payNow: true, reason: '不做了', requestId: uuidv7() })
    // Below the sum from which refunds are agreed to, and yet it waits.
    expect(asked.status).toBe(0)
    const admin = await app.as('admin')
    const agreed = await admin.call(refund.decide, { id: asked.id, version: asked.version, agree: true, reason: '' })
    await finance.call(refund.pay, { id: asked.id, version: agreed.version, requestId: uuidv7() })
    expect(await holds(card.id)).toEqual(['0.00', '0.00'])
    const rows = await app.sql(
      `select p.account, p.amount::text from ledger_posting p join ledger_entry e on e.tenant_id = p.tenant_id and e.id = p.entry_id
       where e.document_id = $1 and p.account in ('cash', 'bonusGiven', 'principal', 'bonus') order by 1`,
      [asked.id],
    )
    expect(rows).toEqual([
      { account: 'bonusGiven', amount: '-20.00' },
      { account: 'cash', amount: '-80.00' },
    ])
    expect(await brokenInvariants(app.owner)).toEqual([])
  })

  it('many charges at once take no more than the card holds', async () => {
    const card = await cardWith('100.00')
    const bills = []
    for (let n = 0; n < 20; n += 1) bills.push(await billOf([['check', '7.00']]))
    const done = await Promise.allSettled(
      bills.map((bill) => director.call(billing.charge, pay(bill, [byCard(card.id, '7.00')], { leaveArrears: false }))),
    )
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(14)
    expect(await holds(card.id)).toEqual(['2.00', '0.00'])
  })

  it('not for a clinic that is not shared, to recharge', async () => {
    const card = await cardWith('100.00', '0.00', {}, p3)
    const elsewhere = await app.as('director', 'a2')
    expect(
      await elsewhere.refused(calls.recharge, {
        id: card.id,
        version: card.version,
        amount: '1.00',
        ways: way('1.00'),
        requestId: uuidv7(),
      }),
    ).toMatchObject({ http: expect.any(Number) as number })
  })
})

describe('the life of a card', () => {
  it('member-open-card, member-change, member-change-log: keeps the rules with which it was sold, and takes those of another type when it is changed', async () => {
    const steps = [{ amount: '1000.00', bonus: '100.00' }]
    const typeId = await typeOf({ steps })
    const card = await desk.call(calls.openCard, {
      patientId: p1,
      typeId,
      amount: '1000.00',
      ways: way('1000.00'),
      requestId: uuidv7(),
    })
    const type = (await director.call(calls.types, {})).find(({ id }) => id === typeId)
    await typeOf({
      id: typeId,
      version: type?.version as number,
      name: type?.name as string,
      steps: [{ amount: '1000.00', bonus: '900.00' }],
    })
    expect((await face(card.id)).rules.steps[0]?.bonus).toBe('100.00')
    const again = await desk.call(calls.recharge, {
      id: card.id,
      version: card.version,
      amount: '1000.00',
      ways: way('1000.00'),
      requestId: uuidv7(),
    })
    expect(again.bonusAmount).toBe('200.00')
    const dearer = await typeOf({ salePrice: '88.00', steps: [{ amount: '1000.00', bonus: '300.00' }] })
    await desk.call(calls.change, {
      id: card.id,
      version: again.version,
      typeId: dearer,
      ways: way('88.00'),
      reason: '升级',
      requestId: uuidv7(),
    })
    const now = await face(card.id)
    expect(now).toMatchObject({ typeId: dearer, principalAmount: '2000.00', bonusAmount: '200.00' })
    expect(now.rules.steps[0]?.bonus).toBe('300.00')
    expect((await desk.call(calls.changeLog, { id: card.id }))[0]).toMatchObject({
      what: 'type',
      priceDiff: '88.00',
      reason: '升级',
    })
  })

  it('sends principal with its share of bonus to another card', async () => {
    const from = await cardWith('3000.00', '600.00')
    const to = await cardWith('10.00', '0.00', {}, p2)
    const codesFor = async (amount: string) => {
      const sides = { id: from.id, toId: to.id, amount }
      return {
        fromCode: await transferCode({ ...sides, side: 'from' }, p1),
        toCode: await transferCode({ ...sides, side: 'to' }, p2),
      }
    }
    const agreed = await codesFor('1000.00')
    const ask = { id: from.id, version: from.version, toId: to.id, reason: '家人用', ...agreed }
    const wrong = { ...ask, toCode: agreed.fromCode, amount: '1000.00', requestId: uuidv7() }
    if (agreed.fromCode !== agreed.toCode)
      expect(await desk.refused(calls.transfer, wrong)).toMatchObject({
        code: 26263,
        data: { fields: [{ field: 'toCode', message: '验证码不正确或已过期' }] },
      })
    expect(await desk.refused(calls.transfer, { ...ask, amount: '3000.01', requestId: uuidv7() })).toMatchObject({
      message: '最多可转 3,000.00 元',
    })
    // Codes for one sum open no other, and one that pays at the desk opens none.
    expect(await desk.refused(calls.transfer, { ...ask, amount: '1000.01', requestId: uuidv7() })).toMatchObject({
      code: 26263,
      data: { fields: [{ field: 'fromCode' }] },
    })
    await desk.call(calls.transfer, { ...ask, amount: '1000.00', requestId: uuidv7() })
    expect((await movements(from.id))[0]).toMatchObject({ type: 6, principalDelta: '-1000.00', bonusDelta: '-200.00' })
    expect((await movements(to.id))[0]).toMatchObject({ type: 7, principalDelta: '1000.00', bonusDelta: '200.00' })
    // A code opens once.
    const { version } = await face(from.id)
    expect(
      await desk.refused(calls.transfer, { ...ask, version, amount: '1000.00', requestId: uuidv7() }),
    ).toMatchObject({ code: 26263 })
    // Not from a card that is frozen.
    const frozen = await desk.call(calls.setStatus, {
      id: from.id,
      version: (await face(from.id)).version,
      step: 'freeze',
      reason: '查账',
    })
    const anew = await codesFor('1.00')
    expect(
      await desk.refused(calls.transfer, {
        ...ask,
        ...anew,
        version: frozen.version,
        amount: '1.00',
        requestId: uuidv7(),
      }),
    ).toMatchObject({ code: 26251, message: '卡冻结，不能转账' })
    expect(await holds(from.id)).toEqual(['2000.00', '400.00'])
    expect(await holds(to.id, p2)).toEqual(['1010.00', '200.00'])
  })

  it('member-bind-membership-card, member-cancel: is replaced when lost, and cancelled only when it holds nothing', async () => {
    const card = await cardWith('20.00')
    expect(await desk.refused(calls.cancel, { id: card.id })).toMatchObject({
      code: 26259,
      message: '余额 20.00 元，请先退卡',
    })
    const lost = await desk.call(calls.setStatus, { id: card.id, version: card.version, step: 'lose', reason: '丢了' })
    const bound = await desk.call(calls.bindMembershipCard, {
      id: card.id,
      version: lost.version,
      cardNo: '621704188826',
    })
    expect(await face(card.id)).toMatchObject({ cardNo: '621704188826', status: 1 })
    const taken = await cardWith('1.00')
    expect(
      await desk.refused(calls.bindMembershipCard, { id: taken.id, version: taken.version, cardNo: '621704188826' }),
    ).toMatchObject({ data: { fields: [{ field: 'cardNo', message: '这个卡号已有人使用' }] } })
    const bill = await charged([['check', '20.00']], [byCard(card.id, '20.00')])
    expect(bill.version).toBeGreaterThan(0)
    expect(bound.version).toBeGreaterThan(1)
    await desk.call(calls.cancel, { id: card.id })
    expect((await face(card.id)).status).toBe(6)
  })

  it('lets bonus run out so many days after the last recharge, and never principal', async () => {
    const card = await cardWith('1000.00', '100.00', { bonusDays: 30 })
    const other = await cardWith('1000.00', '100.00')
    const { jobs } = app.application.services
    await app.sql(`update card_log set created_at = created_at - interval '30 days' where card_id = $1`, [card.id])
    await jobs.runNow('card.bonus')
    expect(await holds(card.id)).toEqual(['1000.00', '100.00'])
    await app.sql(`update card_log set created_at = created_at - interval '1 day' where card_id = $1`, [card.id])
    await jobs.runNow('card.bonus')
    await jobs.runNow('card.bonus')
    expect(await holds(card.id)).toEqual(['1000.00', '0.00'])
    expect(await movements(card.id)).toMatchObject([
      { type: 10, principalDelta: '0.00', bonusDelta: '-100.00', operatorName: '系统', remark: '赠金到期' },
      { type: 1 },
    ])
    expect(await holds(other.id)).toEqual(['1000.00', '100.00'])
    // The papers of the sale say its day again.
    await app.sql(`update card_log set created_at = created_at + interval '31 days' where card_id = $1 and type = 1`, [
      card.id,
    ])
  })

  it('says when it has earned a better type, and what is handed over with a step', async () => {
    const gold = await typeOf()
    const silver = await typeOf({
      upgradeBy: 1,
      upgradeAmount: '3000.00',
      upgradeTypeId: gold,
      steps: [{ amount: '1000.00', bonus: '0.00', gift: '电动牙刷' }],
    })
    const card = await desk.call(calls.openCard, {
      patientId: p1,
      typeId: silver,
      amount: '2999.99',
      ways: way('2999.99'),
      requestId: uuidv7(),
    })
    expect((await movements(card.id))[0]?.remark).toBe('赠品：电动牙刷')
    expect((await face(card.id)).upgrade).toBeNull()
    await desk.call(calls.recharge, {
      id: card.id,
      version: card.version,
      amount: '0.01',
      ways: way('0.01'),
      requestId: uuidv7(),
    })
    expect((await face(card.id)).upgrade).toMatchObject({ typeId: gold })
    expect(
      await director.refused(calls.saveType, {
        name: '错卡',
        kind: 1,
        salePrice: '0.00',
        validType: 1,
        useOrder: 3,
        upgradeBy: 2,
        requestId: uuidv7(),
      } as never),
    ).toMatchObject({ data: { fields: [{ field: 'upgradeAmount' }] } })
  })

  it('the app itself writes no balance', async () => {
    const rights = await app.sql(
      `select c as column, has_column_privilege('dentin_app', 'member_card', c, 'update') as may
       from unnest(array['principal_amount', 'bonus_amount', 'points', 'times_left', 'times_amount', 'status']) c where
       has_column_privilege('dentin_app', 'member_card', c, 'update') or has_column_privilege('dentin_app', 'member_card', c, 'insert')`,
    )
    expect(rights).toEqual([{ column: 'status', may: true }])
  })

  it('a refund gives no points that the bill never gave', async () => {
    const bill = await charged([['check', '200.00']], way('200.00'), { patientId: p2 })
    const card = await cardWith('50.00', '0.00', { pointsRate: 100 }, p2)
    await wholeRefund(bill, [{ line: 0, amount: '50.00' }])
    expect((await face(card.id, p2)).points).toBe(0)
  })

  it('counts points of what was paid without bonus, and anew after a refund', async () => {
    const card = await cardWith('900.00', '100.00', { pointsRate: 100 }, p3)
    const points = async () => (await face(card.id, p3)).points
    const bill = await charged([['filling', '864.50']], [{ payMethodId: methods.alipay as string, amount: '864.50' }], {
      patientId: p3,
    })
    expect(await points()).toBe(864)
    expect((await movements(card.id))[0]).toMatchObject({ type: 9, pointsDelta: 864 })
    await wholeRefund(bill, [{ line: 0, amount: '300.25' }])
    expect(await points()).toBe(564)
    expect((await movements(card.id))[0]).toMatchObject({ pointsDelta: -300, pointsAfter: 564 })
    await charged([['check', '100.00']], [byCard(card.id, '100.00')], { patientId: p3 })
    // 10.00 of it were bonus.
    expect(await points()).toBe(654)
  })

  it('points that were spent and then taken back stand below nothing', async () => {
    const { id: patientId } = await desk.call(contract.patient.create, {
      name: '贺知遥',
      gender: 1,
      mobile: '13912010077',
      sourceId: fixture.sources.a,
      allergyFlag: 0,
      requestId: uuidv7(),
    })
    const card = await cardWith('100.00', '0.00', { pointsRate: 100, pointsPerYuan: 100 }, patientId)
    const points = async () => (await face(card.id, patientId)).points
    const giving = await charged([['check', '600.00']], way('600.00'), { patientId })
    expect(await points()).toBe(600)
    const spent = { payMethodId: methods.points as string, amount: '6.00', cardId: card.id }
    await charged([['check', '6.00']], [spent], { patientId })
    expect(await points()).toBe(0)
    await wholeRefund(giving, [{ line: 0, amount: '250.00' }])
    expect(await points()).toBe(-250)
    expect((await movements(card.id))[0]).toMatchObject({ pointsDelta: -250, pointsAfter: -250 })
  })

  it('a bill that was revoked and paid with another card gives its points to that one', async () => {
    const first = await cardWith('300.00', '0.00', { pointsRate: 100 }, p3)
    const second = await cardWith('300.00', '0.00', { pointsRate: 100 }, p3)
    const points = async () => [(await face(first.id, p3)).points, (await face(second.id, p3)).points]
    const bill = await charged([['check', '100.00']], [byCard(first.id, '100.00')], { patientId: p3 })
    expect(await points()).toEqual([100, 0])
    await director.call(billing.revoke, { ...bill, reason: '重收', requestId: uuidv7() })
    expect(await points()).toEqual([0, 0])
    const { version } = await detail(bill.id)
    await director.call(billing.charge, pay({ id: bill.id, version }, [byCard(second.id, '100.00')]))
    expect(await points()).toEqual([0, 100])
  })

  it('the same request recharges once', async () => {
    const card = await cardWith('50.00')
    const ask = { id: card.id, version: card.version, amount: '50.00', ways: way('50.00'), requestId: uuidv7() }
    expect(await desk.call(calls.recharge, ask)).toEqual(await desk.call(calls.recharge, ask))
    expect(await holds(card.id)).toEqual(['100.00', '0.00'])
  })

  it('refuses sums that do not fit, a type that is off, and what was seen before', async () => {
    const card = await cardWith('50.00')
    const ask = { id: card.id, version: card.version, amount: '50.00', requestId: uuidv7() }
    expect(await desk.refused(calls.recharge, { ...ask, ways: way('40.00') })).toMatchObject({
      data: { fields: [{ field: 'ways', message: '还差 10.00 元' }] },
    })
    expect(await desk.refused(calls.recharge, { ...ask, ways: way('60.00') })).toMatchObject({ code: 26008 })
    expect(await desk.refused(calls.recharge, { ...ask, ways: way('50.00', 'card_principal') })).toMatchObject({
      message: '会员卡收款不能用储值本金',
    })
    expect(await desk.refused(calls.recharge, { ...ask, amount: '0.00', ways: [] })).toMatchObject({ http: 400 })
    const off = await typeOf({ enabled: false })
    expect(
      await desk.refused(calls.openCard, { patientId: p1, typeId: off, ways: [], requestId: uuidv7() }),
    ).toMatchObject({ code: 26254 })
    await desk.call(calls.setStatus, { id: card.id, version: card.version, step: 'freeze', reason: '查账' })
    expect(await desk.refused(calls.recharge, { ...ask, ways: way('50.00') })).toMatchObject({ http: 409 })
  })
})

describe('lists', () => {
  it('member-get-member-rights: discounts, prices, rights and what bonus may not pay, as they were when it was sold', async () => {
    const [category] = await app.sql<{ id: string; name: string }>(
      'select g.id, g.name from tariff_category g join tariff t on t.category_id = g.id where t.id = $1',
      [fixture.tariffs.a.cleaning],
    )
    const card = await cardWith('10.00', '0.00', {
      discountRules: [
        { percent: 90 },
        { categoryId: category?.id as string, percent: 85 },
        { tariffId: fixture.tariffs.a.cleaning as string, percent: 80 },
      ],
      memberPrices: [{ tariffId: fixture.tariffs.a.cleaning as string, price: '99.00' }],
      rights: [{ name: '免费洁治', qty: 2, period: 2 }],
      excludedCategories: [category?.id as string],
    })
    expect(await desk.call(calls.memberRights, { id: card.id })).toEqual({
      discounts: [
        { name: '全部项目', percent: 90 },
        { name: category?.name, percent: 85 },
        { name: '洁治', percent: 80 },
      ],
      prices: [{ name: '洁治', price: '99.00' }],
      rights: [{ name: '免费洁治', qty: 2, period: 2, used: 0, left: 2 }],
      excluded: [category?.name],
    })
  })

  it('member-list, member-list-export: finds members by card and by name, and makes a sheet of them', async () => {
    const card = await cardWith('77.00')
    const page = await director.call(calls.list, { keyword: card.cardNo, pageNum: 1, pageSize: 20 })
    expect(page).toMatchObject({ total: 1, sums: { principal: '77.00', bonus: '0.00' } })
    expect(page.list[0]).toMatchObject({ cardNo: card.cardNo, balance: '77.00', rechargeTotal: '77.00', status: 1 })
    const file = await app.application.http.inject({
      method: 'POST',
      url: calls.listExport.path,
      payload: { keyword: card.cardNo },
      headers: { authorization: `Bearer ${director.token}` },
    })
    const [sheet] = (await readXlsx(file.rawPayload)).sheets
    const [titles, row] = sheet?.rows ?? []
    expect(titles).toEqual(
      '卡号、姓名、手机号、卡种、本金、赠金、余额、积分、累计充值、累计消费、开卡门诊、开卡日期、到期、状态、销售人'.split(
        '、',
      ),
    )
    expect([row?.[0], row?.[4], row?.[5], row?.[6], row?.[8], row?.[13]]).toEqual([card.cardNo, 77, 0, 77, 77, '正常'])
    // S25: the log has who, when, the conditions and the rows.
    const [noted] = await app.sql(
      `select action, employee_id, clinic_id, created_at, after from audit where entity = 'member_card' and action = 'export' order by id desc limit 1`,
    )
    expect(noted).toEqual({
      action: 'export',
      employee_id: fixture.employees.a1.director,
      clinic_id: fixture.clinics.a1,
      created_at: app.clock.now(),
      after: { conditions: { keyword: card.cardNo }, rows: 1 },
    })
  })

  it('finds a card by the last digits of its number, says the same of it on any page, and exports in the order of the list', async () => {
    const card = await cardWith('66.00')
    const all = await director.call(calls.list, { keyword: card.cardNo.slice(-5), pageSize: 100 })
    expect(all.list.find(({ id }) => id === card.id)).toMatchObject({ rechargeTotal: '66.00', consumeTotal: '0.00' })
    expect(await director.call(calls.list, { keyword: card.cardNo.slice(0, 4) })).toMatchObject({ total: 0 })
    const whole = await director.call(calls.list, { pageSize: 100 })
    const last = await director.call(calls.list, { pageNum: whole.total, pageSize: 1 })
    expect(last.list).toEqual([whole.list[whole.total - 1]])
    const file = await app.application.http.inject({
      method: 'POST',
      url: calls.listExport.path,
      payload: {},
      headers: { authorization: `Bearer ${director.token}` },
    })
    const [sheet] = (await readXlsx(file.rawPayload)).sheets
    expect(sheet?.rows.slice(1).map(([cardNo]) => cardNo)).toEqual(whole.list.map(({ cardNo }) => cardNo))
  })

  it('S12 f, member-basic-information, member-expend-list: every card holds what its movements and the ledger say', async () => {
    expect(await brokenInvariants(app.owner)).toEqual([])
    const { cards } = await director.call(calls.basicInformation, { patientId: p1 })
    expect(cards.length).toBeGreaterThan(5)
    expect(cards.every(({ agrees }) => agrees)).toBe(true)
    const [one] = cards
    await app.sql('update member_card set bonus_amount = bonus_amount + 1 where id = $1', [one?.id])
    expect((await face(one?.id as string)).agrees).toBe(false)
    await app.sql('update member_card set bonus_amount = bonus_amount - 1 where id = $1', [one?.id])
  })
})
