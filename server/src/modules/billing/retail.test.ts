import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../test/invariants.ts'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const { billing, clinic } = contract
const [p1] = fixture.patients.a as [string]
const [d1] = fixture.doctors.a1 as [string]
const app = await testApp({ at: '2026-11-19 10:00:00' })
const tariffs = fixture.tariffs.a
let desk: Client
beforeAll(async () => {
  await app.sql('update tariff set is_goods = true where id = $1', [tariffs.check])
  desk = await app.as('reception')
})

type Open = WireInput<typeof billing.open>
async function priceOf(tariffId: string) {
  const { list } = await desk.call(clinic.tariffs, { keyword: '', pageSize: 100 })
  return list.find(({ id }) => id === tariffId)?.price as string
}
const asked = async (tariffIds: string[], more: Partial<Open> = {}): Promise<Open> => ({
  patientId: p1,
  retail: true,
  items: await Promise.all(
    tariffIds.map(async (tariffId) => ({ tariffId, price: await priceOf(tariffId), qty: 2, teeth: '' })),
  ),
  requestId: uuidv7(),
  ...more,
})
const problem = ({ data }: { data: unknown }) => {
  const [first] = (data as { fields?: { field: string; message: string }[] } | null)?.fields ?? []
  return [first?.field, first?.message]
}

describe('retail', () => {
  it('sells goods without visit and doctor, is charged like any bill, and follows no visit up', async () => {
    const { id, version } = await desk.call(billing.open, await asked([tariffs.check]))
    const bill = await desk.call(billing.detail, { id })
    expect(bill).toMatchObject({ billType: 2, status: 1, doctorId: null, registrationId: null })
    expect(bill.allowed).toMatchObject({ edit: true, charge: true, takeBack: false })
    const payments = [{ payMethodId: fixture.payMethods.a.cash as string, amount: bill.receivableAmount }]
    await desk.call(billing.charge, { id, version, payments, requestId: uuidv7() })
    expect(await desk.call(billing.detail, { id })).toMatchObject({ status: 3 })
    const [line] = await app.sql<{ item_type: number }>('select item_type from bill_item where bill_id = $1', [id])
    expect(line?.item_type).toBe(2)
    const [mine] = await desk.call(billing.listByPatient, { patientId: p1 })
    expect(mine).toMatchObject({ id, billType: 2 })
    expect(await brokenInvariants(app.owner)).toEqual([])
  })

  it('is of goods alone, when it is opened and when it is changed', async () => {
    const mixed = await desk.refused(billing.open, await asked([tariffs.check, tariffs.filling]))
    expect(problem(mixed)).toEqual(['items.1.tariffId', expect.stringMatching(/不是零售商品，请另开诊疗单$/)])
    const { id, version } = await desk.call(billing.open, await asked([tariffs.check]))
    const { items } = await asked([tariffs.filling])
    const changed = await desk.refused(billing.save, { id, version, items })
    expect(problem(changed)[0]).toBe('items.0.tariffId')
    const back = await desk.refused(billing.takeBack, { id, version, reason: '退回' })
    expect(back.message).toBe('零售单没有医生，不用退回；不卖了请作废')
  })

  it('has no visit and no doctor; goods may be sold with a treatment, too', async () => {
    expect(problem(await desk.refused(billing.open, await asked([tariffs.check], { doctorId: d1 })))).toEqual([
      'doctorId',
      '零售单没有医生',
    ])
    const visit = { registrationId: uuidv7() }
    expect(problem(await desk.refused(billing.open, await asked([tariffs.check], visit)))[0]).toBe('registrationId')
    const both = await asked([tariffs.check, tariffs.filling], { retail: false, doctorId: d1 })
    const { id } = await desk.call(billing.open, both)
    expect(await desk.call(billing.detail, { id })).toMatchObject({ billType: 1 })
  })

  it('finds goods alone when they are looked for', async () => {
    const goods = await desk.call(clinic.tariffs, { keyword: '', goods: true })
    expect(goods.list.map(({ id, isGoods }) => [id, isGoods])).toEqual([[tariffs.check, true]])
    expect((await desk.call(clinic.tariffs, { keyword: '' })).total).toBeGreaterThan(1)
  })
})
