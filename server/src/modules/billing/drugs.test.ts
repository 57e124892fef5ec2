import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const calls = contract.prescription
const bills = contract.billing
const app = await testApp()
let doctor: Client
let auditor: Client
let nurse: Client
let desk: Client
let director: Client
let finance: Client
let drugs: Map<string, string>
let serial = 0

beforeAll(async () => {
  ;[doctor, auditor, nurse, desk, director, finance] = await Promise.all([
    app.asDoctor(0),
    app.asDoctor(1),
    app.as('nurse'),
    app.as('reception'),
    app.as('director'),
    app.as('finance'),
  ])
  drugs = new Map((await app.sql<{ code: string; id: string }>('select code, id from drug')).map((x) => [x.code, x.id]))
})

/** Somebody with two drugs prescribed, of which one costs something: 18 × 0.85 = 15.30. */
async function prescribed(price = '0.85', visited = false) {
  serial += 1
  const { id: patientId } = await director.call(contract.patient.create, {
    name: `药费${String.fromCharCode(0x4e00 + serial)}`,
    gender: 0,
    mobile: `1371000${String(serial).padStart(4, '0')}`,
    sourceId: fixture.sources.a,
    birthDay: '1990-05-01',
    respDoctorId: fixture.doctors.a1[0],
    allergyFlag: 0,
    systemicDiseases: ['无'],
    medicationHistory: '无',
    requestId: uuidv7(),
  } as never)
  const line = (code: string, more: object) => ({
    drugId: drugs.get(code) ?? '',
    spec: '0.25g',
    singleDose: 500,
    doseUnit: 'mg' as const,
    route: '口服' as const,
    frequency: 'q8h' as const,
    days: 3,
    unit: '粒' as const,
    ...more,
  })
  const seen = visited ? await visitOf(patientId) : null
  const input: WireInput<typeof calls.save> = {
    patientId,
    ...(seen ? { recordId: seen.recordId } : {}),
    diagnosis: '急性根尖周炎',
    items: [
      line('amoxicillin', { price, skinTest: 'exempt' }),
      line('ibuprofen', { spec: '0.2g', singleDose: 200, unit: '片', frequency: 'tid' }),
    ],
    requestId: uuidv7(),
  }
  const made = await doctor.call(calls.save, input)
  return { ...made, patientId, registrationId: seen?.registrationId ?? '' }
}
/** A visit that is over, with the record that was begun in it. */
async function visitOf(patientId: string) {
  const doctorId = fixture.doctors.a1[0] as string
  const ask = { patientId, doctorId, regFee: '0.00', requestId: uuidv7() }
  const { id: registrationId } = await desk.call(contract.visit.register, ask)
  await doctor.call(contract.visit.callIn, { id: registrationId })
  await doctor.call(contract.visit.start, { registrationId, acceptBusy: true })
  const [treatment] = await app.sql<{ id: string }>('select id from treatment where registration_id = $1', [
    registrationId,
  ])
  const record = await doctor.call(contract.record.create, { treatmentId: treatment?.id ?? '', requestId: uuidv7() })
  await doctor.call(contract.visit.finish, { registrationId, nextPlan: '' })
  return { registrationId, recordId: record.id }
}
const audit = ({ id, version }: { id: string; version: number }) =>
  auditor.call(calls.audit, { id, version, pass: true })
const look = (id: string) => doctor.call(calls.detail, { id })
/** An audited prescription with its bill. */
async function due() {
  const rx = await audit(await prescribed())
  const { billId } = await look(rx.id)
  const bill = await desk.call(bills.detail, { id: billId as string })
  return { rx, bill }
}
const paid = (bill: { id: string; version: number }) =>
  desk.call(bills.charge, {
    id: bill.id,
    version: bill.version,
    payments: [{ payMethodId: fixture.payMethods.a.cash as string, amount: '15.30' }],
    requestId: uuidv7(),
  })
const statusOf = async (id: string) => (await look(id)).status

describe('the drugs of a prescription on the bill', () => {
  it('are on none before the audit; audited, what costs something waits at the desk at the price that was written', async () => {
    const made = await prescribed()
    expect((await look(made.id)).billId).toBeNull()
    const rx = await audit(made)
    const { billId } = await look(rx.id)
    const bill = await desk.call(bills.detail, { id: billId as string })
    expect(bill).toMatchObject({
      status: 1,
      receivableAmount: '15.30',
      discountAmount: '0.00',
      patientId: made.patientId,
    })
    expect(bill.items).toMatchObject([
      {
        name: '阿莫西林 0.25g',
        tariffId: null,
        categoryName: '药品',
        unit: '粒',
        qty: 18,
        price: '0.85',
        amount: '15.30',
      },
    ])
    const stored = await app.sql('select item_type from bill_item where bill_id = $1', [billId])
    expect(stored).toEqual([{ item_type: 3 }])
    const waiting = await desk.call(bills.list, { tab: 'waiting', pageSize: 50 })
    expect(waiting.list.map(({ id }) => id)).toContain(billId)
  })

  it('make no bill where nothing costs anything', async () => {
    const rx = await audit(await prescribed('0'))
    expect((await look(rx.id)).billId).toBeNull()
    expect((await nurse.call(calls.dispense, { id: rx.id, version: rx.version })).status).toBe(3)
  })

  it('are handed out when they are paid, not before', async () => {
    const { rx, bill } = await due()
    expect((await nurse.refused(calls.dispense, { id: rx.id, version: rx.version })).code).toBe(25134)
    expect((await nurse.call(calls.detail, { id: rx.id })).can.dispense).toBe(false)
    await paid(bill)
    const now = await look(rx.id)
    expect(now.status).toBe(2)
    expect((await nurse.call(calls.dispense, { id: rx.id, version: now.version })).status).toBe(3)
  })

  it('are not changed, given back or voided at the desk', async () => {
    const { bill } = await due()
    expect(bill.allowed).toMatchObject({ edit: false, takeBack: false, void: false, charge: true })
    const { id, version } = bill
    const reason = '不要了'
    for (const client of [director, desk])
      expect((await client.refused(bills.takeBack, { id, version, reason })).message).toContain('作废处方')
    expect((await director.refused(bills.void, { id, version, reason })).message).toContain('作废处方')
  })

  it('go from the desk with a prescription that is withdrawn before it is paid', async () => {
    const { rx, bill } = await due()
    await doctor.call(calls.void, { id: rx.id, version: rx.version, reason: '改用甲硝唑' })
    expect((await desk.call(bills.detail, { id: bill.id })).status).toBe(9)
    const late = await desk.refused(bills.charge, {
      id: bill.id,
      version: bill.version,
      payments: [{ payMethodId: fixture.payMethods.a.cash as string, amount: '15.30' }],
      requestId: uuidv7(),
    })
    expect(late.message).toContain('作废')
  })

  it('once paid keep the prescription from being withdrawn, until the money has gone back', async () => {
    const { rx, bill } = await due()
    const charged = await paid(bill)
    const now = await look(rx.id)
    const ask = { id: rx.id, version: now.version, reason: '患者不要了' }
    expect((await doctor.refused(calls.void, ask)).code).toBe(25135)
    expect(await statusOf(rx.id)).toBe(2)
    await director.call(bills.revoke, {
      id: bill.id,
      version: charged.version,
      reason: '收错',
      requestId: uuidv7(),
    })
    const again = await look(rx.id)
    expect(again.status).toBe(1)
    await doctor.call(calls.void, { ...ask, version: again.version })
    expect((await desk.call(bills.detail, { id: bill.id })).status).toBe(9)
  })

  it('handed out they stay handed out when the charge is taken back', async () => {
    const { rx, bill } = await due()
    const charged = await paid(bill)
    const now = await look(rx.id)
    await nurse.call(calls.dispense, { id: rx.id, version: now.version })
    await director.call(bills.revoke, {
      id: bill.id,
      version: charged.version,
      reason: '换支付方式',
      requestId: uuidv7(),
    })
    expect(await statusOf(rx.id)).toBe(3)
    await paid(await desk.call(bills.detail, { id: bill.id }))
    expect(await statusOf(rx.id)).toBe(3)
  })

  it('go back as a whole, and then the prescription may be withdrawn: its bill stays as what was refunded', async () => {
    const { rx, bill } = await due()
    await paid(bill)
    const { items, version } = await desk.call(bills.detail, { id: bill.id })
    const asked = await director.call(contract.refund.request, {
      billId: bill.id,
      version,
      type: 1,
      items: items.map(({ id, qty, amount }) => ({ billItemId: id, qty, amount })),
      reason: '患者不要了',
      payNow: false,
      requestId: uuidv7(),
    })
    expect(await statusOf(rx.id)).toBe(2)
    await finance.call(contract.refund.pay, { id: asked.id, version: asked.version, requestId: uuidv7() })
    const now = await look(rx.id)
    expect(now.status).toBe(1)
    expect((await nurse.refused(calls.dispense, { id: rx.id, version: now.version })).code).toBe(25134)
    await doctor.call(calls.void, { id: rx.id, version: now.version, reason: '患者不要了' })
    expect((await desk.call(bills.detail, { id: bill.id })).status).toBe(5)
  })

  it('are the last that a visit waits for: withdrawn, the visit is charged', async () => {
    const made = await prescribed('0.85', true)
    const rx = await audit(made)
    const statusOfVisit = async () =>
      (await app.sql<{ status: number }>('select status from registration where id = $1', [made.registrationId]))[0]
        ?.status
    const treated = await director.call(bills.open, {
      patientId: made.patientId,
      registrationId: made.registrationId,
      items: [{ tariffId: fixture.tariffs.a.check, price: '50.00', qty: 1, teeth: '' }],
      requestId: uuidv7(),
    })
    await desk.call(bills.charge, {
      id: treated.id,
      version: treated.version,
      payments: [{ payMethodId: fixture.payMethods.a.cash as string, amount: '50.00' }],
      requestId: uuidv7(),
    })
    expect(await statusOfVisit()).toBe(4)
    await doctor.call(calls.void, { id: rx.id, version: rx.version, reason: '改用含漱液' })
    expect(await statusOfVisit()).toBe(5)
  })

  it('charged and withdrawn at once: one of them comes first, and neither waits for the other', async () => {
    for (let n = 0; n < 8; n += 1) {
      const { rx, bill } = await due()
      const [voided, charged] = await Promise.allSettled([
        doctor.call(calls.void, { id: rx.id, version: rx.version, reason: '同时' }),
        paid(bill),
      ])
      const won = [voided, charged].filter(({ status }) => status === 'fulfilled')
      expect(won).toHaveLength(1)
      expect(await statusOf(rx.id)).toBe(charged.status === 'fulfilled' ? 2 : 5)
      expect((await desk.call(bills.detail, { id: bill.id })).status).toBe(charged.status === 'fulfilled' ? 3 : 9)
    }
    // The database counts a deadlock a moment after it happened.
    await new Promise((done) => setTimeout(done, 1100))
    expect(await app.sql('select deadlocks::int from pg_stat_database where datname = current_database()')).toEqual([
      { deadlocks: 0 },
    ])
  })
})
