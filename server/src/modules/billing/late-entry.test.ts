import { contract } from '@dentin/contract'
import { billStates } from '@dentin/contract/core/status'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const calls = contract.billing
// The rules of the database are asked past the module.
const app = await testApp({ looseSql: true, at: '2026-11-20 09:00:00' })
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

const stepOf = ({ id, version }: { id: string; version: number }) => ({ id, version })
const chargeOf = ({ id, version }: { id: string; version: number }) => ({ id, version, payments, requestId: uuidv7() })
async function handOver() {
  const { shift: mine } = await desk.call(contract.shift.current, {})
  if (!mine) throw new Error('no shift')
  await desk.call(contract.shift.handOver, {
    id: mine.id,
    version: mine.version,
    countedCash: mine.expectedCash ?? '0.00',
    requestId: uuidv7(),
  })
}

describe('补录', () => {
  let waiting: { id: string; version: number }
  let paid: { id: string; version: number }

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
    waiting = await director.call(calls.open, asked('2026-10-30'))
    paid = await director.call(calls.open, asked('2026-10-29'))
    app.clock.set(parseDateTime('2026-11-25 09:00:00'))
    await signIn()
    paid.version = (await desk.call(calls.charge, chargeOf(paid))).version
    await handOver()
    await finance.call(contract.monthClose.close, { month: '2026-10', requestId: uuidv7() })
    const refused = await director.refused(calls.open, asked('2026-10-31'))
    expect(refused).toMatchObject({ code: 26301 })
    expect(refused.data.fields).toEqual([{ field: 'belongDate', message: '2026年10月已月结，请记入当前月' }])
    await director.call(calls.open, asked('2026-11-01'))
  })

  const late = { field: 'belongDate', message: '2026年10月已月结，请记入当前月' }
  const figuresOfOctober = () =>
    app.sql(
      `select count(*)::int as bills, coalesce(sum(receivable_amount), 0)::text as amount from bill
       where pay_time is not null and belong_date between '2026-10-01' and '2026-10-31'`,
    )

  it('a bill that waited is not charged into a month that was closed since: it is moved to today, by the desk too', async () => {
    await app.sql('update tariff set execute_rule = 1 where id = $1', [fixture.tariffs.a.cleaning])
    const before = await figuresOfOctober()
    const refused = await desk.refused(calls.charge, chargeOf(waiting))
    expect([refused.code, refused.data.fields]).toEqual([26301, [late]])
    const other = await desk.call(calls.open, asked(undefined))
    const together = await desk.refused(calls.charge, {
      ...chargeOf(other),
      payments: [{ payMethodId: fixture.payMethods.a.cash as string, amount: '400.00' }],
      together: [stepOf(waiting)],
    })
    expect(together.data.fields).toEqual([{ ...late, field: 'together.0.id' }])
    // Into another day only by whoever may enter late.
    const { items } = asked(undefined)
    expect(
      (await desk.refused(calls.save, { ...stepOf(waiting), items, belongDate: '2026-11-03' })).data.fields,
    ).toEqual([{ field: 'belongDate', message: '没有补录的权限' }])
    expect(
      (await director.refused(calls.save, { ...stepOf(waiting), items, belongDate: '2026-10-30' })).data.fields,
    ).toEqual([late])
    const { version } = await desk.call(calls.save, { ...stepOf(waiting), items, belongDate: null })
    await desk.call(calls.charge, chargeOf({ id: waiting.id, version }))
    expect(await desk.call(calls.detail, { id: waiting.id })).toMatchObject({ belongDate: null, status: 3 })
    expect(
      await app.sql('select done_on::text as day from bill_item_execution where bill_id = $1', [waiting.id]),
    ).toEqual([{ day: '2026-11-25' }])
    expect(await figuresOfOctober()).toEqual(before)
  })

  it('the charge of a bill of a month that was closed since is not revoked: it is refunded', async () => {
    expect(
      await director.refused(calls.revoke, { ...stepOf(paid), reason: '重收', requestId: uuidv7() }),
    ).toMatchObject({
      code: 26301,
      message: '账单归属的月份已月结，不能撤销收费，请走退款',
    })
  })

  it('the database itself takes neither a charge nor an execution into a closed month', async () => {
    const { database } = app.application.services
    app.clock.set(parseDateTime('2026-11-25 09:10:00'))
    const { id } = await desk.call(calls.open, asked(undefined))
    const charged = database.withTenant(fixture.tenants.a, fixture.clinics.a1 as string, (tx) =>
      tx.update('bill', { id }, { belong_date: '2026-10-30', pay_time: tx.now, status: billStates.code.paid }),
    )
    await expect(charged).rejects.toMatchObject({ message: '这个月已月结，请记入当前月' })
    const done = database.withTenant(fixture.tenants.a, fixture.clinics.a1 as string, (tx) =>
      tx.rows(sql`insert into bill_item_execution (tenant_id, id, clinic_id, bill_id, bill_item_id, qty, done_on, operator_name, noted_at)
        select i.tenant_id, ${uuidv7()}::uuid, i.clinic_id, i.bill_id, i.id, 1, '2026-10-30', '', ${tx.now}::timestamptz
        from bill_item i where ${tx.own('i')} and i.bill_id = ${id} returning id`),
    )
    await expect(done).rejects.toMatchObject({ message: '这个月已月结，请记入当前月' })
  })
})
