import { contract, type WireInput } from '@dentin/contract'
import { addDays, parseDateTime, uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../test/invariants.ts'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { scenes } from './scenes.ts'

const { billing, instalment: calls, payAdjust, refund } = contract
const [p1, p2] = fixture.patients.a as [string, string]
const methods = fixture.payMethods.a as Record<string, string>
const app = await testApp({ at: '2026-08-20 10:00:00' })
let desk: Client
let director: Client
let finance: Client
let admin: Client
async function at(moment: string) {
  app.clock.set(parseDateTime(moment))
  desk = await app.as('reception')
  director = await app.as('director')
  finance = await app.as('finance')
  admin = await app.as('admin')
}
beforeAll(() => at('2026-08-20 10:00:00'))

const cash = (amount: string) => ({ payMethodId: methods.cash as string, amount })
async function owing(lines: string[], paid: string, patientId = p1) {
  const { id, version } = await director.call(billing.open, {
    patientId,
    items: lines.map((price) => ({ tariffId: fixture.tariffs.a.check, price, qty: 1, teeth: '' })),
    requestId: uuidv7(),
  })
  await desk.call(billing.charge, {
    id,
    version,
    payments: [cash(paid)],
    leaveArrears: true,
    arrearsReason: '分期',
    requestId: uuidv7(),
  })
  return desk.call(billing.detail, { id })
}
const ofBill = (billId: string) => desk.call(calls.ofBill, { billId })
const agree = (bill: { id: string; version: number }, more: Partial<WireInput<typeof calls.create>> = {}) => ({
  billId: bill.id,
  version: bill.version,
  count: 12,
  firstDue: '2026-09-05',
  day: 5,
  requestId: uuidv7(),
  ...more,
})
const repay = (billId: string, amount: string, patientId = p1) =>
  desk.call(billing.repay, { patientId, billIds: [billId], payments: [cash(amount)], requestId: uuidv7() })
const late = (tab: 'overdue' | 'soon' | 'all' = 'overdue') => finance.call(calls.list, { tab })

describe('S14: orthodontics in instalments', () => {
  let bill: Awaited<ReturnType<typeof owing>>

  it('18,000.00: 6,000.00 at first, the rest in 12 of 1,000.00 on the 5th of each month', async () => {
    bill = await owing(['18000.00'], '6000.00')
    expect(bill).toMatchObject({ paidAmount: '6000.00', arrearsAmount: '12000.00' })
    const made = await desk.call(calls.create, agree(bill))
    expect(made.planNo).toBe('FQ260820-0001')
    const { plans } = await ofBill(bill.id)
    expect(plans[0]).toMatchObject({
      status: 1,
      totalAmount: '12000.00',
      firstAmount: '6000.00',
      openAmount: '12000.00',
    })
    expect(plans[0]?.periods.map(({ dueDate, amount }) => [dueDate, amount]).slice(0, 2)).toEqual([
      ['2026-09-05', '1000.00'],
      ['2026-10-05', '1000.00'],
    ])
    expect(plans[0]?.periods).toHaveLength(12)
    expect(await desk.refused(calls.create, agree(bill))).toMatchObject({ code: 26502 })
  })

  it('two are paid, the third is 15 days late: 8,000.00 paid, 10,000.00 owed, 1,000.00 of it late', async () => {
    await at('2026-09-05 11:00:00')
    await repay(bill.id, '1000.00')
    await at('2026-10-04 11:00:00')
    await repay(bill.id, '1000.00')
    await at('2026-11-20 11:00:00')
    const { plans, bill: face } = await ofBill(bill.id)
    expect(face).toMatchObject({ paidAmount: '8000.00', arrearsAmount: '10000.00' })
    expect(plans[0]?.periods.map(({ state }) => state).slice(0, 4)).toEqual([1, 1, 2, 0])
    expect(plans[0]).toMatchObject({ overdueAmount: '1000.00', openAmount: '10000.00' })
    const list = await late()
    expect(list.list).toHaveLength(1)
    expect(list.list[0]).toMatchObject({
      billId: bill.id,
      overdueDays: 15,
      dueDate: '2026-11-05',
      overdueAmount: '1000.00',
      arrearsAmount: '10000.00',
      dunning: 0,
    })
    // 未到期, 0 to 30, 31 to 90, 91 to 180, longer
    expect(list.ages).toEqual(['9000.00', '1000.00', '0.00', '0.00', '0.00'])
  })

  it('a promise is noted, broken when its day has passed, and the row goes once it was paid', async () => {
    const call = (note: string, promiseDate?: string) =>
      desk.call(calls.addCall, { billId: bill.id, note, promiseDate: promiseDate ?? null, requestId: uuidv7() })
    expect((await call('没有接电话')).dunning).toBe(1)
    expect((await call('发工资后付', '2026-11-25')).dunning).toBe(2)
    expect((await late()).list[0]).toMatchObject({ dunning: 2, callCount: 2, lastCall: { promiseDate: '2026-11-25' } })
    const toDo = async (client: Client) => (await client.call(contract.reporting.today, {})).tasks.brokenPromises
    const broken = () => desk.call(calls.list, { tab: 'broken' })
    // On the day itself it may still be kept.
    await at('2026-11-25 20:00:00')
    expect((await late()).list[0]).toMatchObject({ dunning: 2 })
    expect([await toDo(director), (await broken()).total]).toEqual([0, 0])
    await at('2026-11-26 09:00:00')
    expect((await late()).list[0]).toMatchObject({ dunning: 3, overdueDays: 21 })
    // Now the head of the clinic has it to do, and nobody else; once it is paid, nobody has.
    expect([await toDo(director), await toDo(desk)]).toEqual([1, null])
    expect([(await broken()).counts.broken, (await broken()).list[0]?.billId]).toEqual([1, bill.id])
    await repay(bill.id, '1000.00')
    expect((await late()).list).toEqual([])
    expect([await toDo(director), (await broken()).total]).toEqual([0, 0])
    expect(
      await desk.refused(calls.addCall, { billId: bill.id, note: 'x', promiseDate: '2026-11-01', requestId: uuidv7() }),
    ).toMatchObject({ data: { fields: [{ field: 'promiseDate', message: '承诺日不能早于今天' }] } })
  })

  it('a call says who asks from then on and what is next; the next call leaves it to them', async () => {
    const owner = fixture.employees.a1.finance as string
    const asked = (more: object) => ({ billId: bill.id, note: '没有接', requestId: uuidv7(), ...more })
    const refusedAt = async (more: object) =>
      (await desk.refused(calls.addCall, asked(more))).data?.fields?.map(({ field }) => field)
    expect(await refusedAt({ ownerId: uuidv7() })).toEqual(['ownerId'])
    expect(await refusedAt({ ownerId: fixture.employees.a2.doctor })).toEqual(['ownerId'])
    expect(await refusedAt({ nextStep: '再打', nextOn: '2026-11-01' })).toEqual(['nextOn'])
    expect(await refusedAt({ nextOn: '2026-11-28' })).toEqual(['nextStep'])
    await desk.call(calls.addCall, asked({ ownerId: owner, nextStep: '周六再打', nextOn: '2026-11-28' }))
    await desk.call(calls.addCall, asked({}))
    const { calls: told, staff } = await ofBill(bill.id)
    const name = staff.find(({ id }) => id === owner)?.name
    expect(name).toBeDefined()
    expect(told.slice(0, 2).map((one) => [one.ownerName, one.nextStep, one.nextOn])).toEqual([
      ['', '', null],
      [name, '周六再打', '2026-11-28'],
    ])
    // A month on, a part is late again: the report says whose it is, not who called last.
    const span = { door: 'customerService', from: '2026-12-20', to: '2026-12-20', by: 'due' } as const
    const now = app.clock.now()
    app.clock.set(parseDateTime('2026-12-20 10:00:00'))
    const answer = await finance.call(contract.report.run, span)
    app.clock.set(now)
    const row = answer.rows.find(({ key }) => key.startsWith(bill.id))
    const fact = (key: string) => row?.facts[answer.facts.findIndex((one) => one.key === key)]
    expect([fact('owner'), fact('state'), fact('next')]).toEqual([name, '已联系', '约定付款日'])
  })

  it('changing it agrees anew on what is open and keeps what was agreed before', async () => {
    const [plan] = (await ofBill(bill.id)).plans
    const terms = {
      id: plan?.id as string,
      version: plan?.version as number,
      reason: '患者要求少几期',
      requestId: uuidv7(),
    }
    const changed = await desk.call(calls.change, { ...terms, count: 4, firstDue: '2026-12-31', day: 31, inYuan: true })
    const { plans } = await ofBill(bill.id)
    expect(plans.map(({ status, planNo }) => [status, planNo])).toEqual([
      [1, changed.planNo],
      [2, plan?.planNo],
    ])
    expect(plans[0]?.periods.map(({ dueDate, amount }) => [dueDate, amount])).toEqual([
      ['2026-12-31', '2250.00'],
      ['2027-01-31', '2250.00'],
      ['2027-02-28', '2250.00'],
      ['2027-03-31', '2250.00'],
    ])
    expect(
      await desk.refused(calls.change, { ...terms, requestId: uuidv7(), count: 2, firstDue: '2026-12-31', day: 31 }),
    ).toMatchObject({
      code: 26504,
    })
  })
})

describe('what moves an agreement', () => {
  it('payments fill the earliest part, a refund takes off the last, a write-off too', async () => {
    await at('2026-11-26 10:00:00')
    const bill = await owing(['900.00', '300.00'], '300.00', p2)
    await desk.call(calls.create, agree(bill, { count: 3, firstDue: '2026-12-10', day: 10 }))
    await repay(bill.id, '350.00', p2)
    const open = async () =>
      (await ofBill(bill.id)).plans[0]?.periods.map((part) => [part.paid, part.cancelled, part.open])
    expect(await open()).toEqual([
      ['300.00', '0.00', '0.00'],
      ['50.00', '0.00', '250.00'],
      ['0.00', '0.00', '300.00'],
    ])
    const { version, items } = await desk.call(billing.detail, { id: bill.id })
    await finance
      .call(refund.request, {
        billId: bill.id,
        version,
        type: 1,
        items: [{ billItemId: items[1]?.id as string, qty: 1, amount: '300.00' }],
        reason: '不做了',
        requestId: uuidv7(),
      })
      .then(async (asked) => {
        const decided = await director.call(refund.decide, {
          id: asked.id,
          version: asked.version,
          agree: true,
          reason: '',
        })
        await finance.call(refund.pay, { id: asked.id, version: decided.version, requestId: uuidv7() })
      })
    expect(await open()).toEqual([
      ['300.00', '0.00', '0.00'],
      ['50.00', '0.00', '250.00'],
      ['0.00', '300.00', '0.00'],
    ])
    const now = await desk.call(billing.detail, { id: bill.id })
    await admin.call(payAdjust.writeOff, {
      id: bill.id,
      version: now.version,
      amount: '100.00',
      reason: '协商',
      requestId: uuidv7(),
    })
    expect((await open())?.[1]).toEqual(['50.00', '100.00', '150.00'])
    await repay(bill.id, '150.00', p2)
    expect((await ofBill(bill.id)).plans[0]).toMatchObject({ openAmount: '0.00', overdueAmount: '0.00' })
  })

  it('a bill with an agreement is not taken back to the desk before it was ended', async () => {
    const bill = await owing(['500.00'], '100.00', p2)
    await desk.call(calls.create, agree(bill, { count: 2, firstDue: '2026-12-10', day: 10 }))
    const revoke = { id: bill.id, version: bill.version, reason: '重收', requestId: uuidv7() }
    expect(await director.refused(billing.revoke, revoke)).toMatchObject({ code: 26505 })
    const [plan] = (await ofBill(bill.id)).plans
    await desk.call(calls.end, { id: plan?.id as string, version: plan?.version as number, reason: '改为一次付清' })
    await director.call(billing.revoke, { ...revoke, requestId: uuidv7() })
  })

  it('terms that do not fit are refused beside their field', async () => {
    const bill = await owing(['10.00'], '9.98', p2)
    const refused = (more: Partial<WireInput<typeof calls.create>>) => desk.refused(calls.create, agree(bill, more))
    expect(await refused({ count: 3, firstDue: '2026-12-05' })).toMatchObject({
      code: 26503,
      data: { fields: [{ field: 'count' }] },
    })
    expect(await refused({ count: 1, firstDue: '2026-11-05' })).toMatchObject({
      data: { fields: [{ field: 'firstDue', message: '首期应付日不能早于今天' }] },
    })
    for (const more of [{ count: 0 }, { count: 121 }, { day: 32 }, { day: 0 }, { firstDue: '2026-02-30' }])
      expect(await refused(more)).toMatchObject({ http: 400, data: { fields: [{ field: Object.keys(more)[0] }] } })
    await repay(bill.id, '0.02', p2)
    expect(await desk.refused(calls.create, agree({ id: bill.id, version: bill.version + 1 }))).toMatchObject({
      code: 26501,
    })
  })

  it('two agreements at once: one', async () => {
    const bill = await owing(['700.00'], '100.00', p2)
    const results = await Promise.allSettled(
      [2, 3, 4].map((count) => desk.call(calls.create, agree(bill, { count, firstDue: '2026-12-10', day: 10 }))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

it('reminds three days before a part is due, and the day after when it was not paid, of what is open', async () => {
  await at('2027-01-10 10:00:00')
  const bill = await owing(['600.00'], '0.01', p2)
  await desk.call(calls.create, agree(bill, { count: 2, firstDue: '2027-02-15', day: 15 }))
  const told = (scene: string, day: string) =>
    app.application.services.database.withTenant(fixture.tenants.a, 'all', async (tx) => {
      const one = scenes.find((each) => each.scene === scene)
      const due = await one?.due(tx, fixture.clinics.a1, { now: parseDateTime(`${day} 10:00:00`), sendMin: 600 })
      return (due ?? []).filter(({ patientId }) => patientId === p2).map(({ values }) => values)
    })
  const of = (rows: Awaited<ReturnType<typeof told>>) => rows.filter((values) => values?.时间 === '2月15日')
  expect(of(await told('instalment.due', '2027-02-11'))).toEqual([])
  expect(of(await told('instalment.due', '2027-02-12'))).toMatchObject([{ 金额: '300.00', 欠费: '599.99' }])
  expect(of(await told('instalment.overdue', '2027-02-15'))).toEqual([])
  expect(of(await told('instalment.overdue', '2027-02-16'))).toMatchObject([{ 金额: '300.00' }])
  await repay(bill.id, '300.00', p2)
  expect(of(await told('instalment.overdue', addDays('2027-02-15', 1)))).toEqual([])
})

it('S15: what is owed without an agreement ages from the day of the charge', async () => {
  await app.empty('dunning_call')
  const other = await app.as('director', 'a2')
  const charge = async (moment: string, amount: string) => {
    app.clock.set(parseDateTime(moment))
    const client = await app.as('director', 'a2')
    const { id, version } = await client.call(billing.open, {
      patientId: p1,
      items: [{ tariffId: fixture.tariffs.a.check, price: amount, qty: 1, teeth: '' }],
      requestId: uuidv7(),
    })
    await client.call(billing.charge, {
      id,
      version,
      payments: [],
      leaveArrears: true,
      arrearsReason: '下次付',
      requestId: uuidv7(),
    })
  }
  await charge('2026-04-01 10:00:00', '100.00')
  await charge('2026-06-10 10:00:00', '200.00')
  await charge('2026-09-01 10:00:00', '300.00')
  await charge('2026-10-31 10:00:00', '500.00')
  app.clock.set(parseDateTime('2026-11-30 10:00:00'))
  expect(other).toBeDefined()
  const list = await (await app.as('director', 'a2')).call(calls.list, { tab: 'all' })
  expect(list.ages).toEqual(['0.00', '500.00', '300.00', '200.00', '100.00'])
  expect(list.list.map(({ overdueDays }) => overdueDays)).toEqual([243, 173, 90, 30])
})

it('shows what is owed in all by its age only to whoever may see amounts', async () => {
  const told = async (client: Client) => (await client.call(calls.list, { tab: 'all' })).ages
  expect(await told(await app.as('director'))).not.toBeNull()
  await app.sql(`delete from post_resource where resource = '/field:amounts' and post_id = $1`, [
    fixture.posts.a.reception,
  ])
  expect(await told(await app.as('reception'))).toBeNull()
})

it('leaves every identity in place', async () => {
  expect(await brokenInvariants(app.owner)).toEqual([])
})
