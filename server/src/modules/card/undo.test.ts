import { contract, type WireInput } from '@dentin/contract'
import { cardStates } from '@dentin/contract/card'
import { uuidv7 } from '@dentin/kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../test/invariants.ts'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const calls = contract.memberCard
const [p1, p2] = fixture.patients.a as [string, string]
const methods = fixture.payMethods.a
const cash = methods.cash as string

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
async function typeOf(more: Partial<TypeInput> = {}): Promise<string> {
  typesMade += 1
  const { id } = await director.call(calls.saveType, {
    name: `撤销卡${typesMade}`,
    kind: 1,
    salePrice: '0.00',
    validType: 1,
    useOrder: 3,
    requestId: uuidv7(),
    ...more,
  } as TypeInput)
  return id
}
async function sold(more: Partial<TypeInput>, amount = '0.00', paid = amount, who = desk) {
  const typeId = await typeOf(more)
  const ways = paid === '0.00' ? [] : [{ payMethodId: cash, amount: paid }]
  return who.call(calls.openCard, { patientId: p1, typeId, amount, ways, requestId: uuidv7() })
}
const face = async (id: string) => {
  const { cards } = await desk.call(calls.basicInformation, { patientId: p1 })
  return cards.find((card) => card.id === id)
}
const undo = (logId: string) => ({ logId, reason: '开错了', requestId: uuidv7() })
const recharged = (card: { id: string; version: number }, amount: string, who = desk) =>
  who.call(calls.recharge, {
    id: card.id,
    version: card.version,
    amount,
    ways: [{ payMethodId: cash, amount }],
    requestId: uuidv7(),
  })
const cashOf = async () => {
  const [row] = await app.sql<{ sum: string }>(
    `select coalesce(sum(amount), 0)::text as sum from ledger_posting where account = 'cash' and clinic_id = $1`,
    [fixture.clinics.a1],
  )
  return Number(row?.sum)
}

describe('a sale that was typed wrong', () => {
  it('is taken back with its fee, its recharge, its bonus and its points; the card is cancelled', async () => {
    const before = await cashOf()
    const card = await sold(
      { salePrice: '99.00', steps: [{ amount: '500.00', bonus: '50.00', points: 20 }] },
      '500.00',
      '599.00',
    )
    expect(await cashOf()).toBe(before + 599)
    expect(await face(card.id)).toMatchObject({ saleUndoable: card.logId, undoable: null })
    const undone = await desk.call(calls.undoSale, undo(card.logId))
    expect(undone).toMatchObject({ principalAmount: '0.00', bonusAmount: '0.00', points: 0 })
    expect(await cashOf()).toBe(before)
    const [row] = await app.sql<{ status: number }>('select status from member_card where id = $1', [card.id])
    expect(row?.status).toBe(cardStates.code.cancelled)
    // Nothing more is done with it.
    expect(await desk.refused(calls.undoSale, undo(card.logId))).toMatchObject({ code: 26251 })
  })

  it('of a discount card, a rights card and a times card as well', async () => {
    const before = await cashOf()
    const cards = [
      await sold({ kind: 2, salePrice: '299.00' }, '0.00', '299.00'),
      await sold({ kind: 4, salePrice: '199.00', rights: [{ name: '免费洁治', qty: 1, period: 1 }] }, '0.00', '199.00'),
      await sold({ kind: 3, salePrice: '980.00', times: 5, singlePrice: '280.00' }, '0.00', '980.00'),
    ]
    for (const card of cards) await desk.call(calls.undoSale, undo(card.logId))
    expect(await cashOf()).toBe(before)
  })

  it('is not once the card has moved, has a family, or gave a right or a discount', async () => {
    const used = await sold({ steps: [] }, '500.00')
    await recharged(used, '100.00')
    expect(await desk.refused(calls.undoSale, undo(used.logId))).toMatchObject({
      code: 26260,
      message: '开卡后已有变动，不能撤销开卡',
    })
    expect(await face(used.id)).toMatchObject({ saleUndoable: null })

    const right = await sold(
      { kind: 4, salePrice: '199.00', rights: [{ name: '免费洁治', qty: 1, period: 1 }] },
      '0.00',
      '199.00',
    )
    await desk.call(calls.spendRight, { id: right.id, name: '免费洁治', remark: '', requestId: uuidv7() })
    expect(await desk.refused(calls.undoSale, undo(right.logId))).toMatchObject({
      code: 26260,
      message: '这张卡给过优惠或权益，不能撤销开卡',
    })

    const family = await sold({ shareKin: true }, '500.00')
    await desk.call(calls.relationAdd, { id: family.id, patientId: p2, dayLimit: '250.00', requestId: uuidv7() })
    expect(await desk.refused(calls.undoSale, undo(family.logId))).toMatchObject({
      code: 26260,
      message: '这张卡还有副卡，请先解除副卡',
    })
  })

  it('nor on another day, nor when the till was handed over; a recharge neither', async () => {
    const type = { steps: [{ amount: '300.00', bonus: '30.00' }] }
    const card = await sold(type, '300.00')
    const more = await recharged(await sold(type, '300.00'), '300.00')
    const state = (status: number) => app.sql('update cash_shift set status = $1', [status])
    await state(2)
    for (const refused of [
      await desk.refused(calls.undoSale, undo(card.logId)),
      await desk.refused(calls.undoRecharge, undo(more.logId)),
    ])
      expect(refused).toMatchObject({ code: 26202, message: '本班已交班，只能退款' })
    await state(1)

    const today = await sold(type, '300.00')
    const again = await recharged(await sold(type, '300.00'), '300.00')
    app.clock.advance(86_400)
    desk = await app.as('reception')
    expect(await desk.refused(calls.undoSale, undo(today.logId))).toMatchObject({
      code: 26012,
      message: '只能撤销当日的开卡',
    })
    expect(await desk.refused(calls.undoRecharge, undo(again.logId))).toMatchObject({
      code: 26012,
      message: '只能撤销当日的充值，请走退款',
    })
    expect(await face(today.id)).toMatchObject({ saleUndoable: null })
    expect(await face(again.id)).toMatchObject({ undoable: null })
  })
})
