import { contract, type WireInput, type WireOutput } from '@dentin/contract'
import { expect } from 'vitest'
import type { Client, TestApp } from './harness.ts'

const { preview } = contract.refund

interface Held {
  id: string
  principal: string
  bonus: string
  times: number
  points: number
}

/** Does a refund and holds what became of bill, cards and coupons against what its preview said before. */
export async function previewed<T>(
  app: TestApp,
  client: Client,
  asked: WireInput<typeof preview>,
  refund: () => Promise<T>,
): Promise<{ said: WireOutput<typeof preview>; done: T }> {
  const cards = () =>
    app.sql<Held>(
      `select id, principal_amount::text as principal, bonus_amount::text as bonus, times_left as times, points from member_card order by id`,
    )
  const coupons = async () =>
    (await app.sql<{ id: string }>('select id from coupon where bill_id = $1 order by bill_place', [asked.billId])).map(
      ({ id }) => id,
    )
  const rights = async () =>
    (
      await app.sql<{ id: string }>(
        `select id from card_right_use u where bill_id = $1 and qty = 1
           and not exists (select 1 from card_right_use r where r.reverses_id = u.id) order by card_id, id`,
        [asked.billId],
      )
    ).map(({ id }) => id)
  const said = await client.call(preview, asked)
  const rightsBefore = await rights()
  const [cardsBefore, couponsBefore] = [await cards(), await coupons()]
  const done = await refund()
  const was = new Map(cardsBefore.map((card) => [card.id, JSON.stringify(card)]))
  const changed = (await cards()).filter((card) => was.get(card.id) !== JSON.stringify(card))
  expect(changed).toEqual(
    said.cards
      .map((card): Held => ({
        id: card.cardId,
        principal: card.principalAfter,
        bonus: card.bonusAfter,
        times: card.timesAfter,
        points: card.pointsAfter,
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  )
  const left = await coupons()
  expect(said.coupons.map(({ id }) => id)).toEqual(couponsBefore.filter((id) => !left.includes(id)))
  const rightsLeft = await rights()
  expect(said.rights.map(({ id }) => id)).toEqual(rightsBefore.filter((id) => !rightsLeft.includes(id)))
  const bill = await client.call(contract.billing.detail, { id: asked.billId })
  expect(bill).toMatchObject({ status: said.statusAfter, arrearsAmount: said.arrearsAfter })
  return { said, done }
}
