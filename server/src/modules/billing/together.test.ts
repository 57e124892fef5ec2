import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../test/invariants.ts'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const calls = contract.billing
const [p1, p2] = fixture.patients.a as [string, string]
const app = await testApp({ at: '2026-11-20 09:00:00' })
let desk: Client
let director: Client
beforeAll(async () => {
  desk = await app.as('reception')
  director = await app.as('director')
})

async function open(price: string, patientId = p1, client = director) {
  app.clock.set(new Date(app.clock.now().getTime() + 1000))
  const items = [{ tariffId: fixture.tariffs.a.check as string, price, qty: 1, teeth: '' }]
  const bill = await client.call(calls.open, { patientId, items, requestId: uuidv7() })
  return { id: bill.id, version: bill.version, billNo: bill.billNo }
}
const pay = (method: string, amount: string) => ({ payMethodId: fixture.payMethods.a[method] as string, amount })
const asked = (
  bill: { id: string; version: number },
  together: readonly { id: string; version: number }[],
  payments: ReturnType<typeof pay>[],
  more: Partial<WireInput<typeof calls.charge>> = {},
) => ({
  id: bill.id,
  version: bill.version,
  together: together.map(({ id, version }) => ({ id, version })),
  payments,
  requestId: uuidv7(),
  ...more,
})
const detail = (id: string) => desk.call(calls.detail, { id })
const paidBy = async (id: string) =>
  (await detail(id)).payments.map(({ payMethodName, amount }) => `${payMethodName} ${amount}`)

describe('合并收费', () => {
  it('offers the other bills that wait, and settles them with one payment: the own first, then the oldest', async () => {
    const [old, newer, own] = [await open('100.00'), await open('250.50'), await open('300.00')]
    const { bills } = await desk.call(calls.unpaidCheck, { patientId: p1 })
    expect(bills.map(({ id, version, chargeable }) => ({ id, version, chargeable }))).toEqual(
      [old, newer, own].map(({ id, version }) => ({ id, version, chargeable: true })),
    )
    expect(bills[0]?.lines).toMatchObject([{ amount: '100.00' }])
    const input = asked(own, [newer, old], [pay('wechat', '320.00'), pay('cash', '330.50')])
    const done = await desk.call(calls.charge, input)
    expect(done).toMatchObject({
      status: 3,
      paidAmount: '300.00',
      together: [
        { id: old.id, billNo: old.billNo, paidAmount: '100.00' },
        { id: newer.id, billNo: newer.billNo, paidAmount: '250.50' },
      ],
    })
    expect(await paidBy(own.id)).toEqual(['微信 300.00'])
    expect(await paidBy(old.id)).toEqual(['微信 20.00', '现金 80.00'])
    expect(await paidBy(newer.id)).toEqual(['现金 250.50'])
    expect((await detail(old.id)).status).toBe(3)
    // Sent twice, it is charged once.
    expect(await desk.call(calls.charge, input)).toEqual(done)
    expect(await paidBy(newer.id)).toHaveLength(1)
    expect(await brokenInvariants(app.owner)).toEqual([])
  })

  it('refuses what is short with the figure, also when arrears may be left, and takes nothing', async () => {
    const [own, other] = [await open('300.00'), await open('100.00')]
    for (const leaveArrears of [false, true]) {
      const refused = await director.refused(
        calls.charge,
        asked(own, [other], [pay('cash', '399.99')], { leaveArrears }),
      )
      expect(refused).toMatchObject({ code: 26009, message: '还差 0.01 元，几张账单一起收时须全部收齐' })
    }
    expect(await paidBy(own.id)).toEqual([])
    expect(await desk.refused(calls.charge, asked(own, [other], [pay('cash', '400.01')]))).toMatchObject({
      code: 26008,
    })
    await desk.call(calls.charge, asked(own, [other], [pay('cash', '400.00')]))
  })

  it('refuses as a whole, with its number, when one of them was changed, charged or is being changed', async () => {
    const [own, other] = [await open('300.00'), await open('100.00')]
    const items = [{ tariffId: fixture.tariffs.a.check as string, price: '90.00', qty: 1, teeth: '' }]
    const { version } = await director.call(calls.save, { id: other.id, version: other.version, items })
    const stale = await desk.refused(calls.charge, asked(own, [other], [pay('cash', '390.00')]))
    expect(stale).toMatchObject({ code: 26022, message: `账单 ${other.billNo} 已有变动，请核对后再一起收` })
    await director.call(calls.hold, { id: other.id })
    const now = { ...other, version }
    expect(await desk.refused(calls.charge, asked(own, [now], [pay('cash', '390.00')]))).toMatchObject({ code: 26021 })
    await director.call(calls.letGo, { id: other.id })
    await desk.call(calls.charge, asked(now, [], [pay('cash', '90.00')]))
    expect(await desk.refused(calls.charge, asked(own, [now], [pay('cash', '390.00')]))).toMatchObject({ code: 26022 })
    expect(await paidBy(own.id)).toEqual([])
    expect((await detail(own.id)).status).toBe(1)
  })

  it('takes no bill twice, and none of another patient', async () => {
    const [own, other, strange] = [await open('300.00'), await open('100.00'), await open('100.00', p2)]
    for (const together of [[own], [other, other], [strange]]) {
      const refused = await desk.refused(calls.charge, asked(own, together, [pay('cash', '400.00')]))
      expect(refused.code).toBe(400)
    }
    const unknown = { id: uuidv7(), version: 1 }
    expect((await desk.refused(calls.charge, asked(own, [unknown], [pay('cash', '400.00')]))).code).toBe(404)
    expect(await paidBy(own.id)).toEqual([])
  })

  it('charges the visit whose last bills were paid with it, and collects old arrears after them', async () => {
    const doctorId = fixture.doctors.a1[0] as string
    const registered = await desk.call(contract.visit.register, { patientId: p2, doctorId, requestId: uuidv7() })
    const doctor = await app.as('doctor')
    await doctor.call(contract.visit.callIn, { id: registered.id })
    await doctor.call(contract.visit.start, { registrationId: registered.id, acceptBusy: true })
    await doctor.call(contract.visit.finish, { registrationId: registered.id, nextPlan: '' })
    const of = async (price: string) => {
      const items = [{ tariffId: fixture.tariffs.a.check as string, price, qty: 1, teeth: '' }]
      const input = { patientId: p2, registrationId: registered.id, items, requestId: uuidv7() }
      return director.call(calls.open, input)
    }
    const old = await open('80.00', p2)
    await director.call(calls.charge, asked(old, [], [pay('cash', '30.00')], { leaveArrears: true }))
    const [own, other] = [await of('300.00'), await of('100.00')]
    const done = await desk.call(calls.charge, asked(own, [other], [pay('cash', '450.00')], { collectArrears: true }))
    expect(done).toMatchObject({ paidAmount: '300.00', repaidAmount: '50.00', together: [{ paidAmount: '100.00' }] })
    expect(await app.sql('select status from registration where id = $1', [registered.id])).toEqual([{ status: 5 }])
    expect(await brokenInvariants(app.owner)).toEqual([])
  })
})
