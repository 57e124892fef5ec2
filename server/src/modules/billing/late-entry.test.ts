import { contract } from '@dentin/contract'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const calls = contract.billing
const app = await testApp({ at: '2026-11-20 09:00:00' })
const patientId = fixture.patients.a[0] as string
let desk: Client
let finance: Client
let director: Client
async function signIn() {
  desk = await app.as('reception')
  finance = await app.as('finance')
  director = await app.as('director')
}
beforeAll(signIn)

const asked = (belongDate: string | undefined) => ({
  patientId,
  items: [{ tariffId: fixture.tariffs.a.cleaning as string, price: '200.00', qty: 1, teeth: '' }],
  ...(belongDate === undefined ? {} : { belongDate }),
  requestId: uuidv7(),
})
const payments = [{ payMethodId: fixture.payMethods.a.cash as string, amount: '200.00' }]

describe('补录', () => {
  it('counts for the day that is named, is marked as such, and its money is of the day it moved', async () => {
    const bill = await director.call(calls.open, asked('2026-11-12'))
    expect(bill.billNo).toMatch(/^SF261120-/)
    const plain = await desk.call(calls.open, asked(undefined))
    const { list } = await desk.call(calls.list, { tab: 'waiting' })
    const days = new Map(list.map(({ id, belongDate }) => [id, belongDate]))
    expect([days.get(bill.id), days.get(plain.id)]).toEqual(['2026-11-12', null])
    expect((await desk.call(calls.listByPatient, { patientId }))[0]).toHaveProperty('belongDate')
    await desk.call(calls.charge, { id: bill.id, version: bill.version, payments, requestId: uuidv7() })
    expect(await desk.call(calls.detail, { id: bill.id })).toMatchObject({ belongDate: '2026-11-12', status: 3 })
    expect(
      await app.sql(`select distinct p.business_date::text as day from ledger_posting p where p.bill_id = $1`, [
        bill.id,
      ]),
    ).toEqual([{ day: '2026-11-20' }])
  })

  it('is for whoever may, for a past day, at most sixty days back', async () => {
    expect((await desk.refused(calls.open, asked('2026-11-12'))).data.fields).toEqual([
      { field: 'belongDate', message: '没有补录的权限' },
    ])
    for (const [day, message] of [
      ['2026-11-20', '归属日应早于今天；今天的账单不用补录'],
      ['2026-11-21', '归属日应早于今天；今天的账单不用补录'],
      ['2026-09-20', '最多补录 60 天以内的账单'],
    ] as const)
      expect((await director.refused(calls.open, asked(day))).data.fields).toEqual([{ field: 'belongDate', message }])
    await director.call(calls.open, asked('2026-09-21'))
  })

  it('is refused beside the field for a month that is closed', async () => {
    app.clock.set(parseDateTime('2026-11-25 09:00:00'))
    await signIn()
    await finance.call(contract.monthClose.close, { month: '2026-10', requestId: uuidv7() })
    const refused = await director.refused(calls.open, asked('2026-10-31'))
    expect(refused).toMatchObject({ code: 26301 })
    expect(refused.data.fields).toEqual([{ field: 'belongDate', message: '2026年10月已月结，请记入当前月' }])
    await director.call(calls.open, asked('2026-11-01'))
  })
})
