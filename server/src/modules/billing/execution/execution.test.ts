import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { fixture, testApp, type Client } from '../../../../test/harness.ts'

const { billing, execution: calls, monthClose, refund } = contract
const [p1] = fixture.patients.a as [string, string]
const [d1, d2] = fixture.doctors.a1 as [string, string]
const methods = fixture.payMethods.a as Record<string, string>
const app = await testApp({ at: '2026-11-20 10:00:00' })
let desk: Client
let director: Client
let doctor: Client
let finance: Client
beforeAll(async () => {
  desk = await app.as('reception')
  director = await app.as('director')
  doctor = director
  finance = await app.as('finance')
  await app.sql('update tariff set execute_rule = 2 where id = $1', [fixture.tariffs.a.check])
})

async function bill(qty: number, paid = true) {
  const { id, version } = await director.call(billing.open, {
    patientId: p1,
    doctorId: d1,
    items: [{ tariffId: fixture.tariffs.a.check, price: '100.00', qty, teeth: '' }],
    requestId: uuidv7(),
  })
  if (paid)
    await desk.call(billing.charge, {
      id,
      version,
      payments: [{ payMethodId: methods.cash as string, amount: `${qty * 100}.00` }],
      requestId: uuidv7(),
    })
  return director.call(billing.detail, { id })
}
type Bill = Awaited<ReturnType<typeof bill>>
const asked = (one: Bill, qty: number, more = {}) => ({
  billId: one.id,
  lines: [{ billItemId: one.items[0]?.id as string, qty }],
  doctorId: d1,
  doneOn: '2026-11-20',
  requestId: uuidv7(),
  ...more,
})
const lineOf = async (one: Bill) => (await doctor.call(calls.ofBill, { billId: one.id })).lines[0]

describe('what was charged is done', () => {
  it('piece by piece, with who did it and who helped, until nothing is left', async () => {
    const one = await bill(3)
    expect(await lineOf(one)).toMatchObject({ executedQty: 0, state: 0 })
    await doctor.call(calls.execute, asked(one, 1, { assistantId: fixture.employees.a1.nurse, doneOn: '2026-11-19' }))
    expect(await lineOf(one)).toMatchObject({ executedQty: 1, state: 1 })
    expect(await doctor.refused(calls.execute, asked(one, 3))).toMatchObject({
      code: 26602,
      data: { fields: [{ field: 'lines.0.qty', message: '最多可执行 2 次' }] },
    })
    await doctor.call(calls.execute, asked(one, 2, { doctorId: d2 }))
    expect(await lineOf(one)).toMatchObject({ executedQty: 3, state: 2 })
    const { done } = await doctor.call(calls.ofBill, { billId: one.id })
    expect(done.map(({ qty, doneOn }) => [qty, doneOn])).toEqual([
      [2, '2026-11-20'],
      [1, '2026-11-19'],
    ])
    expect(done[1]?.assistantName).not.toBe('')
    const twice = { billId: one.id, billItemId: one.items[0]?.id as string, qty: 1, reason: '记错了' }
    await doctor.call(calls.takeBack, { ...twice, requestId: uuidv7() })
    expect(await lineOf(one)).toMatchObject({ executedQty: 2, state: 1 })
    expect(await doctor.refused(calls.takeBack, { ...twice, qty: 3, requestId: uuidv7() })).toMatchObject({
      data: { fields: [{ field: 'qty', message: '只执行了 2 次' }] },
    })
  })

  it('not before it was charged, not tomorrow, not by a stranger, not by the reception', async () => {
    const open = await bill(1, false)
    expect(await doctor.refused(calls.execute, asked(open, 1))).toMatchObject({ code: 26601 })
    const one = await bill(1)
    expect(await doctor.refused(calls.execute, asked(one, 1, { doneOn: '2026-11-21' }))).toMatchObject({
      data: { fields: [{ field: 'doneOn', message: '执行日期不能晚于今天' }] },
    })
    expect(await doctor.refused(calls.execute, asked(one, 1, { doctorId: fixture.doctors.b1[0] }))).toMatchObject({
      code: 404,
    })
    expect(
      await doctor.refused(calls.execute, asked(one, 1, { assistantId: fixture.employees.b1.nurse })),
    ).toMatchObject({ data: { fields: [{ field: 'assistantId' }] } })
    const other = await bill(1)
    expect(
      await doctor.refused(calls.execute, {
        ...asked(one, 1),
        lines: [{ billItemId: other.items[0]?.id as string, qty: 1 }],
      }),
    ).toMatchObject({ data: { fields: [{ field: 'lines.0.billItemId', message: '账单上没有这个项目' }] } })
    expect(await desk.refused(calls.execute, asked(one, 1))).toMatchObject({ code: 403 })
  })

  it('not on a day of a month that is closed', async () => {
    const one = await bill(1)
    await finance.call(monthClose.close, { month: '2026-10', requestId: uuidv7() })
    const refused = await doctor.refused(calls.execute, asked(one, 1, { doneOn: '2026-10-31' }))
    expect([refused.code, refused.data.fields]).toEqual([
      26301,
      [{ field: 'doneOn', message: '2026年10月已月结，请记入当前月' }],
    ])
    await doctor.call(calls.execute, asked(one, 1, { doneOn: '2026-11-01' }))
  })

  it('what was done and is refunded is taken off; pieces that nobody has done go first', async () => {
    const one = await bill(3)
    await doctor.call(calls.execute, asked(one, 2))
    const back = async (qty: number) => {
      const { version } = await director.call(billing.detail, { id: one.id })
      const items = [{ billItemId: one.items[0]?.id as string, qty, amount: `${qty * 100}.00` }]
      await finance.call(refund.request, {
        billId: one.id,
        version,
        type: 1,
        items,
        reason: '不做了',
        payNow: true,
        requestId: uuidv7(),
      })
    }
    await back(1)
    expect(await lineOf(one)).toMatchObject({ executedQty: 2, returnedQty: 1, state: 2 })
    await back(1)
    expect(await lineOf(one)).toMatchObject({ executedQty: 1, returnedQty: 2, state: 2 })
  })

  it('a bill of which something was done is not revoked before it was taken back', async () => {
    const one = await bill(1)
    await doctor.call(calls.execute, asked(one, 1))
    const { version } = await director.call(billing.detail, { id: one.id })
    const revoke = () => ({ id: one.id, version, reason: '重收', requestId: uuidv7() })
    expect(await director.refused(billing.revoke, revoke())).toMatchObject({ code: 26603 })
    const taken = {
      billId: one.id,
      billItemId: one.items[0]?.id as string,
      qty: 1,
      reason: '重收',
      requestId: uuidv7(),
    }
    await doctor.call(calls.takeBack, taken)
    await director.call(billing.revoke, revoke())
    const waiting = await director.call(billing.detail, { id: one.id })
    await director.call(billing.save, {
      id: one.id,
      version: waiting.version,
      items: [{ tariffId: fixture.tariffs.a.check, price: '100.00', qty: 2, teeth: '' }],
    })
  })

  it('two that note the last piece at once: one', async () => {
    const one = await bill(1)
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => doctor.call(calls.execute, asked(one, 1))))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('what the price list lets be done by the charge', () => {
  /** One line that is done by being charged, 3 of it, and one that is noted after the treatment. */
  async function opened(more: object = {}) {
    const { id, version } = await director.call(billing.open, {
      patientId: p1,
      doctorId: d1,
      items: [
        { tariffId: fixture.tariffs.a.cleaning, price: '100.00', qty: 3, teeth: '' },
        { tariffId: fixture.tariffs.a.check, price: '50.00', qty: 1, teeth: '' },
      ],
      requestId: uuidv7(),
      ...more,
    })
    return { id, version }
  }
  const charge = async ({ id, version }: { id: string; version: number }) => {
    const payments = [{ payMethodId: methods.cash as string, amount: '350.00' }]
    await desk.call(billing.charge, { id, version, payments, requestId: uuidv7() })
    return director.call(billing.detail, { id })
  }
  const done = async (one: Bill) => {
    const { lines, done: rows } = await doctor.call(calls.ofBill, { billId: one.id })
    return {
      lines: lines.map(({ executedQty, state }) => [executedQty, state]),
      rows: rows.map(({ qty, byCharge, doctorName, doneOn, reason }) => ({
        qty,
        byCharge,
        doctorName,
        doneOn,
        reason,
      })),
    }
  }
  const revoke = async (one: Bill) => {
    const { version } = await director.call(billing.detail, { id: one.id })
    return { id: one.id, version, reason: '收错', requestId: uuidv7() }
  }
  const takenOff = (one: Bill, qty: number) => ({
    billId: one.id,
    billItemId: one.items[0]?.id as string,
    qty,
    reason: '没做完',
    requestId: uuidv7(),
  })

  it('is done by the doctor of the line that day, and by nobody before', async () => {
    const waiting = await opened()
    expect((await doctor.call(calls.ofBill, { billId: waiting.id })).done).toEqual([])
    const one = await charge(waiting)
    expect(await done(one)).toEqual({
      lines: [
        [3, 2],
        [0, 0],
      ],
      rows: [
        { qty: 3, byCharge: true, doctorName: expect.stringMatching(/./) as string, doneOn: '2026-11-20', reason: '' },
      ],
    })
  })

  it('of a bill that counts for an earlier day on that day', async () => {
    const one = await charge(await opened({ belongDate: '2026-11-18' }))
    expect((await done(one)).rows).toMatchObject([{ qty: 3, doneOn: '2026-11-18' }])
  })

  it('is taken back with the charge, and done again with the next', async () => {
    const one = await charge(await opened())
    await director.call(billing.revoke, await revoke(one))
    const { lines, rows } = await done(one)
    expect(lines).toEqual([
      [0, 0],
      [0, 0],
    ])
    expect(rows[0]).toMatchObject({ qty: -3, byCharge: true, reason: '撤销收费：收错' })
    const { version } = await director.call(billing.detail, { id: one.id })
    expect((await done(await charge({ id: one.id, version }))).lines[0]).toEqual([3, 2])
  })

  it('what somebody noted beside it refuses the revoke until they take it back', async () => {
    const one = await charge(await opened())
    const second = one.items[1]?.id as string
    await doctor.call(calls.execute, { ...asked(one, 1), lines: [{ billItemId: second, qty: 1 }] })
    expect(await director.refused(billing.revoke, await revoke(one))).toMatchObject({ code: 26603 })
    await doctor.call(calls.takeBack, { ...takenOff(one, 1), billItemId: second })
    await director.call(billing.revoke, await revoke(one))
  })

  it('may be taken off and noted by whoever did it: then it is theirs', async () => {
    const one = await charge(await opened())
    await doctor.call(calls.takeBack, takenOff(one, 2))
    await doctor.call(calls.execute, asked(one, 1, { doctorId: d2 }))
    expect((await done(one)).lines[0]).toEqual([2, 1])
    expect(await director.refused(billing.revoke, await revoke(one))).toMatchObject({ code: 26603 })
    // What was noted by hand goes first.
    await doctor.call(calls.takeBack, takenOff(one, 1))
    await director.call(billing.revoke, await revoke(one))
    expect((await done(one)).lines[0]).toEqual([0, 0])
  })

  it('goes with a refund: the pieces that are kept stay done, what somebody noted goes last', async () => {
    const one = await charge(await opened())
    await doctor.call(calls.takeBack, takenOff(one, 1))
    await doctor.call(calls.execute, asked(one, 1, { doctorId: d2 }))
    const back = async (qty: number) => {
      const { version } = await director.call(billing.detail, { id: one.id })
      await finance.call(refund.request, {
        billId: one.id,
        version,
        type: 1,
        items: [{ billItemId: one.items[0]?.id as string, qty, amount: `${qty * 100}.00` }],
        reason: '不做了',
        payNow: true,
        requestId: uuidv7(),
      })
    }
    await back(1)
    expect((await done(one)).lines[0]).toEqual([2, 2])
    expect((await done(one)).rows[0]).toMatchObject({ qty: -1, byCharge: true })
    await back(2)
    expect((await done(one)).lines[0]).toEqual([0, 0])
    const gone = (await done(one)).rows.filter(({ reason }) => reason.startsWith('退费'))
    // The newest first: what somebody noted goes last.
    expect(gone.map(({ byCharge }) => byCharge).slice(-1)).toEqual([true])
    expect(gone.filter(({ byCharge }) => byCharge)).toHaveLength(2)
    expect(gone.filter(({ byCharge }) => !byCharge)).toHaveLength(1)
    expect(await brokenInvariants(app.owner)).toEqual([])
  })
})

it('leaves every identity in place', async () => {
  expect(await brokenInvariants(app.owner)).toEqual([])
})
