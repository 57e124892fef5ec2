import { contract, type WireInput } from '@dentin/contract'
import { shiftStates } from '@dentin/contract/shift'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../test/invariants.ts'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const { billing, refund, shift: calls } = contract
const [p1, p2] = fixture.patients.a as [string, string]
const methods = fixture.payMethods.a
const { tariffs } = fixture
const app = await testApp({ at: '2026-11-20 09:00:00' })
let desk: Client
let director: Client
let finance: Client
beforeAll(async () => {
  desk = await app.as('reception')
  director = await app.as('director')
  finance = await app.as('finance')
})

async function charge(price: string, method: string, client = desk, patientId = p1) {
  const { id, version } = await director.call(billing.open, {
    patientId,
    items: [{ tariffId: tariffs.a.check, price, qty: 1, teeth: '' }],
    requestId: uuidv7(),
  })
  const payments = [
    { payMethodId: methods[method] as string, amount: price, tradeNo: method === 'card' ? 'POS-1' : '' },
  ]
  const paid = await client.call(billing.charge, { id, version, payments, requestId: uuidv7() })
  return { id, version: paid.version }
}
const current = async (client = desk) => (await client.call(calls.current, {})).shift
const handOver = async (more: Partial<WireInput<typeof calls.handOver>>, client = desk) => {
  const shift = await current(client)
  if (!shift) throw new Error('no shift')
  return { id: shift.id, version: shift.version, countedCash: '0.00', requestId: uuidv7(), ...more }
}

describe('a shift', () => {
  it('S2: what should be there, a count that is 5.00 short with its reason, and what handing over forbids', async () => {
    expect(await current()).toBeNull()
    const b1 = await charge('200.00', 'wechat', director)
    const bill = await charge('4900.00', 'cash', director, p2)
    await charge('60.00', 'cash', director)
    expect(await current()).toBeNull()
    const shift = await current(director)
    expect(shift).toMatchObject({
      shiftNo: 'JB261120-0001',
      expectedCash: '4960.00',
      receivedCount: 3,
      total: '5160.00',
    })
    expect(shift?.methods.map(({ name, total }) => [name, total])).toEqual([
      ['现金', '4960.00'],
      ['微信', '200.00'],
    ])
    const counted = { countedCash: '4955.00' }
    expect(await director.refused(calls.handOver, await handOver(counted, director))).toMatchObject({
      code: 26203,
      data: { fields: [{ field: 'differenceReason', message: '少 5.00 元，请填写原因' }] },
    })
    expect(
      await director.refused(
        calls.handOver,
        await handOver({ ...counted, notes: [{ face: 10_000, count: 49 }], differenceReason: '找零少收' }, director),
      ),
    ).toMatchObject({ data: { fields: [{ field: 'countedCash', message: '各面额加起来是 4,900.00 元' }] } })
    const input = await handOver(
      {
        ...counted,
        notes: [
          { face: 10_000, count: 49 },
          { face: 5_000, count: 1 },
          { face: 500, count: 1 },
        ],
        differenceReason: '找零少收',
        floatAmount: '500.00',
      },
      director,
    )
    const done = await director.call(calls.handOver, input)
    expect(done.differenceAmount).toBe('-5.00')
    expect(await director.call(calls.handOver, input)).toEqual(done)
    // The difference stands in the ledger.
    expect(await app.sql(`select account, amount::text from ledger_posting where kind = 17 order by account`)).toEqual([
      { account: 'cash', amount: '-5.00' },
      { account: 'overShort', amount: '5.00' },
    ])
    // No revoke any more, in words and by the ledger itself; a refund goes.
    expect((await director.call(billing.detail, { id: b1.id })).allowed.revoke).toBe(false)
    expect(
      await director.refused(billing.revoke, { id: b1.id, version: b1.version, reason: '收错', requestId: uuidv7() }),
    ).toMatchObject({ code: 26202, message: '本班已交班，只能退款' })
    const back = await director.call(refund.request, {
      billId: b1.id,
      version: b1.version,
      type: 3,
      items: [],
      reason: '收错',
      payNow: true,
      requestId: uuidv7(),
    })
    expect(back.status).toBe(2)
    // It is of the next shift.
    expect(await current(director)).toMatchObject({ shiftNo: 'JB261120-0002', expectedCash: '0.00', total: '-200.00' })
    expect(bill.id).not.toBe(b1.id)
  })

  it('is reviewed by another person, once; whoever may not sees the own alone', async () => {
    const page = await finance.call(calls.list, { pageNum: 1, pageSize: 20 })
    const open = await finance.call(calls.list, { open: true, pageNum: 1, pageSize: 20 })
    expect(open.list).toEqual(page.list.filter(({ status }) => status === shiftStates.code.open))
    expect([open.list.length > 0, open.list.length < page.list.length, open.total]).toEqual([
      true,
      true,
      open.list.length,
    ])
    const handed = page.list.find((row) => row.status === 1)
    if (!handed) throw new Error('nothing handed over')
    expect(await director.refused(calls.review, { id: handed.id, version: handed.version })).toMatchObject({
      code: 26205,
    })
    expect(await desk.refused(calls.review, { id: handed.id, version: handed.version })).toMatchObject({ http: 403 })
    const { version } = await finance.call(calls.review, { id: handed.id, version: handed.version })
    expect(await finance.refused(calls.review, { id: handed.id, version })).toMatchObject({ code: 26204 })
    expect((await desk.call(calls.list, { pageNum: 1, pageSize: 20 })).list).toEqual([])
    expect(await desk.refused(calls.detail, { id: handed.id })).toMatchObject({ http: 404 })
    expect(await finance.call(calls.detail, { id: handed.id })).toMatchObject({
      differenceAmount: '-5.00',
      notes: [
        { face: 10_000, count: 49 },
        { face: 5_000, count: 1 },
        { face: 500, count: 1 },
      ],
      movements: expect.arrayContaining([expect.objectContaining({ name: '微信', amount: '200.00' })]) as unknown[],
    })
  })

  it('counted blind, the till says nothing of cash before', async () => {
    await app.sql(`update clinic set settings = settings || '{"shiftBlind": true}' where id = $1`, [fixture.clinics.a1])
    await charge('80.00', 'cash', finance)
    const now = await finance.call(calls.current, {})
    expect(now).toMatchObject({ isBlind: true, shift: { expectedCash: null, total: null, methods: [] } })
    // Neither the desk, nor the list, nor the page of the shift lets it be worked out; another person's is not hidden.
    await charge('30.00', 'wechat', finance)
    expect(await finance.call(billing.shift, {})).toMatchObject({
      received: '30.00',
      withoutCash: true,
      methods: [{ name: '微信', amount: '30.00' }],
    })
    const id = now.shift?.id as string
    const own = (await finance.call(calls.list, { pageNum: 1, pageSize: 20 })).list.find((each) => each.id === id)
    expect(own).toMatchObject({ id, total: null, expectedCash: null })
    const shown = await finance.call(calls.detail, { id })
    expect(shown).toMatchObject({ isHidden: true, total: null, movements: [{ name: '微信' }] })
    expect(JSON.stringify(shown)).not.toContain('80.00')
    expect(await director.call(calls.detail, { id })).toMatchObject({ isHidden: false, total: '110.00' })
    // What was counted first is what was counted: no answer before it says whether it is right.
    const handed = await finance.call(calls.handOver, await handOver({ countedCash: '70.00' }, finance))
    expect(handed.differenceAmount).toBe('-10.00')
    expect(
      await finance.refused(calls.handOver, { id, version: handed.version, countedCash: '80.00', requestId: uuidv7() }),
    ).toMatchObject({
      message: '本班已经交过了',
    })
    // The reason follows, once and by the cashier, before somebody reviews it.
    const of = async (client: Client) => client.call(calls.detail, { id })
    expect((await of(finance)).allowed).toEqual({ review: false, explain: true })
    expect((await of(director)).allowed).toEqual({ review: false, explain: false })
    const { version } = await of(finance)
    expect(await director.refused(calls.review, { id, version })).toMatchObject({
      message: '差额还没有写原因，请收费员先补写',
    })
    await expect(app.sql('update cash_shift set status = 2 where id = $1', [id])).rejects.toThrow(
      'cash_shift_reason_check',
    )
    expect(await finance.refused(calls.explain, { id, version, differenceReason: ' ' })).toMatchObject({
      data: { fields: [{ field: 'differenceReason' }] },
    })
    expect(await director.refused(calls.explain, { id, version, differenceReason: '找零' })).toMatchObject({
      http: 404,
    })
    const explained = await finance.call(calls.explain, { id, version, differenceReason: '找零多给了 10 元' })
    expect(await finance.refused(calls.explain, { id, ...explained, differenceReason: '再写' })).toMatchObject({
      message: '这个班没有要补写的差额原因',
    })
    expect((await of(director)).allowed).toEqual({ review: true, explain: false })
    await director.call(calls.review, { id, ...explained })
    expect(await of(director)).toMatchObject({ status: 2, differenceReason: '找零多给了 10 元' })
    await app.sql(`update clinic set settings = settings - 'shiftBlind' where id = $1`, [fixture.clinics.a1])
  })

  it('a revoke and a hand-over at once: one of them comes first, and the till is right', async () => {
    app.clock.set(parseDateTime('2026-11-20 15:00:00'))
    for (let n = 0; n < 5; n += 1) {
      const bill = await charge('100.00', 'cash', finance)
      const shift = await handOver({ countedCash: '100.00', differenceReason: '撤销后多' }, finance)
      const [revoked, handed] = await Promise.allSettled([
        director.call(billing.revoke, { id: bill.id, version: bill.version, reason: '错', requestId: uuidv7() }),
        finance.call(calls.handOver, shift),
      ])
      expect(handed.status).toBe('fulfilled')
      const [row] = await app.sql<{ expected: string }>(
        'select expected_cash::text as expected from cash_shift where id = $1',
        [shift.id],
      )
      expect(row?.expected).toBe(revoked.status === 'fulfilled' ? '0.00' : '100.00')
    }
    expect(await brokenInvariants(app.owner)).toEqual([])
  })
})
