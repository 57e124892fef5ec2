import { contract, requestOf, type AnyCall, type Resource, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client, type PostCode } from './harness.ts'

/** The field 金额: money that is not part of one's own work, wherever an answer may hold it. */
const { patient, visit, appointment, reporting, billing, clinic, staff, identity } = contract
const A = fixture.tenants.a
const { a1 } = fixture.clinics
const [patientId] = fixture.patients.a as [string]
const [doctorId] = fixture.doctors.a1 as [string]
/** Sums that nothing else in the data has. */
const OWED = '620.37'
const BILLED = '1240.74'
const SPENT = '18426.59'
const SUMS = [OWED, BILLED, SPENT]

const app = await testApp({ looseBooks: 'a bill is given the largest amounts that its columns hold by hand' })
const admin = await app.as('admin')
const nurse = await app.as('nurse')
const desk = await app.as('reception')
const ids = { registration: uuidv7(), treatment: uuidv7(), appointment: uuidv7(), bill: uuidv7() }

/** Every answer beyond the charge desk that may hold such money, with what it is asked for. */
const asks: [name: string, call: AnyCall, input: object, sums: string[]][] = [
  ['the patients', patient.list, { pageSize: 100 }, [OWED, SPENT]],
  ['the bar of a patient', patient.information, { id: patientId }, [OWED, SPENT]],
  ['the account', patient.account, { id: patientId }, [OWED, SPENT, BILLED]],
  ['the visits', patient.timeline, { id: patientId }, [OWED, BILLED]],
  ['the bills in the file', billing.listByPatient, { patientId }, [OWED, BILLED]],
  ['the day', reporting.today, {}, [OWED]],
  ['the reception', visit.allStatusList, {}, [OWED]],
  ['before the treatment', visit.remindJudge, { registrationId: ids.registration }, [OWED]],
  ['the board', appointment.week, { startDate: '2026-11-20', dayCount: 1 }, [OWED]],
  ['the appointments', appointment.list, {}, [OWED]],
  ['one appointment', appointment.get, { id: ids.appointment }, [OWED]],
  ['whoever has not come', appointment.unArrivedList, {}, []],
  ['what a new bill has to know', billing.rights, { patientId }, [OWED]],
]
const answer = async (client: Client, call: AnyCall, input: object) => {
  const { url, body } = requestOf(call, input as WireInput<AnyCall>)
  const { http, text } = await client.raw(call.method, url, body ?? undefined)
  expect([http, text]).toEqual([200, expect.stringContaining('"code":0')])
  return text
}
const held = (text: string) => SUMS.filter((sum) => text.includes(sum))

/** Gives the field to a post, or takes it away, as the administrator does on the page of posts. */
async function regrant(code: PostCode, on: boolean, field: Resource = '/field:amounts'): Promise<void> {
  const id = fixture.posts.a[code]
  const { version, grants, clinicIds } = await admin.call(staff.postDetail, { id })
  const others = grants.filter(({ resource }) => resource !== field)
  await admin.call(staff.grantPost, {
    id,
    version,
    clinicIds,
    grants: [...others, ...(on ? [{ resource: field, scope: 3 }] : [])] as never,
  })
}

/** The posts that hold a field. */
async function holders(field: Resource): Promise<Set<PostCode>> {
  const held = new Set<PostCode>()
  for (const code of Object.keys(fixture.posts.a) as PostCode[]) {
    const { grants } = await admin.call(staff.postDetail, { id: fixture.posts.a[code] })
    if (grants.some(({ resource }) => resource === field)) held.add(code)
  }
  return held
}

beforeAll(async () => {
  const stamped = '2026-11-20T01:00:00Z'
  await app.sql(
    `update patient_stat set arrears_amount = $3, consume_total = $4 where tenant_id = $1 and patient_id = $2`,
    [A, patientId, OWED, SPENT],
  )
  await app.sql(
    `update patient_clinic set arrears_amount = $3, consume_total = $4 where tenant_id = $1 and patient_id = $2`,
    [A, patientId, OWED, SPENT],
  )
  // The nurse's department treats this patient.
  await app.sql('update patient set resp_doctor_id = $2 where id = $1', [patientId, doctorId])
  await app.sql(
    `insert into appointment (tenant_id, id, clinic_id, appoint_no, patient_id, doctor_id, starts_at, ends_at, status, created_at, updated_at)
     values ($1, $2, $3, 'YY-9', $4, $5, '2026-11-20T08:00:00Z', '2026-11-20T08:30:00Z', 1, $6, $6)`,
    [A, ids.appointment, a1, patientId, doctorId, stamped],
  )
  await app.sql(
    `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, start_time, end_time, status, title, created_at, updated_at)
     values ($1, $2, $3, 'GH-9', 9, '2026-11-20', $4, $5, $6, $6, $6, 5, '复查', $6, $6)`,
    [A, ids.registration, a1, patientId, doctorId, stamped],
  )
  await app.sql(
    `insert into treatment (tenant_id, id, clinic_id, registration_id, patient_id, doctor_id, status, start_time, end_time, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 2, $7, $7, $7, $7)`,
    [A, ids.treatment, a1, ids.registration, patientId, doctorId, stamped],
  )
  await app.sql(
    `insert into bill (tenant_id, id, clinic_id, bill_no, patient_id, registration_id, doctor_id, status, original_amount, receivable_amount,
       paid_amount, arrears_amount, open_time, submit_time, pay_time, created_at, updated_at)
     values ($1, $2, $3, 'SF-9', $4, $5, $6, 2, $7::numeric, $7::numeric, $8::numeric, $8::numeric, $9, $9, $9, $9, $9)`,
    [A, ids.bill, a1, patientId, ids.registration, doctorId, BILLED, OWED, stamped],
  )
})

describe('S25: the field 金额', () => {
  it.each(asks)(
    '%s: whoever charges sees the money, the nurse gets none of it on the wire',
    async (_, call, input, sums) => {
      expect(held(await answer(desk, call, input)).sort()).toEqual([...sums].sort())
      expect(held(await answer(nurse, call, input))).toEqual([])
    },
  )

  it('is null, not zero: nothing owed is another thing than not to be seen', async () => {
    const [row] = (await nurse.call(patient.list, { pageSize: 100 })).list.filter(({ id }) => id === patientId)
    expect(row).toMatchObject({ arrearsAmount: null, consumeTotal: null })
    expect((await nurse.call(patient.list, {})).arrearsTotal).toBeNull()
    expect((await nurse.call(patient.tabCounts, {})).arrears).toBeNull()
    expect((await desk.call(patient.tabCounts, {})).arrears).toBeGreaterThan(0)
    expect(await nurse.call(patient.information, { id: patientId })).toMatchObject({
      arrearsAmount: null,
      consumeTotal: null,
      principalAmount: null,
      bonusAmount: null,
    })
    // 1992-03-14, seen on 2026-11-20; nobody has a member card yet.
    expect(await desk.call(patient.information, { id: patientId })).toMatchObject({
      age: 34,
      memberTypeName: '',
      principalAmount: '0.00',
      bonusAmount: '0.00',
    })
    expect(await nurse.call(patient.account, { id: patientId })).toMatchObject({
      arrearsAmount: null,
      consumeTotal: null,
      arrears: [],
    })
    const visits = (await nurse.call(patient.timeline, { id: patientId })).list
    expect(visits.map(({ billAmount, arrearsAmount }) => [billAmount, arrearsAmount])).toEqual([[null, null]])
    const bills = await nurse.call(billing.listByPatient, { patientId })
    expect(bills).toMatchObject([{ receivableAmount: null, paidAmount: null, arrearsAmount: null }])
    const day = await nurse.call(reporting.today, {})
    expect(day.numbers.received).toBeNull()
    expect(day.toArrive.map(({ arrears }) => arrears)).toEqual([null])
    expect(day.toCharge.map(({ due, paid, arrears }) => [due, paid, arrears])).toEqual([[null, null, null]])
    expect((await nurse.call(billing.rights, { patientId })).otherArrears).toBeNull()
  })

  it('does not leak by order or filter: both are refused', async () => {
    for (const input of [{ sort: 'arrears' }, { hasArrears: true }, { arrearsOver: '100' }] as const) {
      const refusal = await nurse.refused(patient.list, input)
      expect([refusal.http, refusal.message]).toEqual([403, '没有查看金额的权限，不能按欠费排序或筛选'])
      expect((await desk.call(patient.list, input)).list.length).toBeGreaterThan(0)
    }
    expect((await nurse.call(appointment.warn, { id: ids.appointment })).map(({ text }) => text)).not.toContain(
      '有欠费未结清',
    )
    expect((await desk.call(appointment.warn, { id: ids.appointment })).map(({ text }) => text)).toContain(
      '有欠费未结清',
    )
  })

  it('leaves the nurse the bill that is the own work, without the takings and what is owed elsewhere', async () => {
    const bill = await nurse.call(billing.detail, { id: ids.bill })
    expect(bill).toMatchObject({ receivableAmount: BILLED, otherArrears: null })
    const page = await nurse.call(billing.list, { tab: 'arrears' })
    expect(page.list.map(({ id }) => id)).toContain(ids.bill)
    expect(page.sums).toBeNull()
    expect((await desk.call(billing.list, { tab: 'arrears' })).sums).toMatchObject({ arrears: OWED })
  })

  it('is given and taken away on the page of posts like any other right, and acts on the next request', async () => {
    const granted = async (client: Client) =>
      (await client.call(identity.resourceList, {})).map(({ uri, code }) => `${uri}:${code}`)
    expect(await granted(nurse)).not.toContain('/field:amounts')
    await regrant('nurse', true)
    expect(await granted(nurse)).toContain('/field:amounts')
    for (const [name, call, input, sums] of asks)
      expect([name, held(await answer(nurse, call, input)).sort()]).toEqual([name, [...sums].sort()])
    expect((await nurse.call(patient.list, { sort: 'arrears' })).list[0]).toMatchObject({ arrearsAmount: OWED })
    await regrant('nurse', false)
    for (const [name, call, input] of asks) expect([name, held(await answer(nurse, call, input))]).toEqual([name, []])
    await regrant('reception', false)
    for (const [name, call, input] of asks) expect([name, held(await answer(desk, call, input))]).toEqual([name, []])
    await regrant('reception', true)
  })

  it('belongs to the posts that charge, counsel or answer for money, and to no other', async () => {
    expect(await holders('/field:amounts')).toEqual(
      new Set(['admin', 'director', 'doctor', 'reception', 'consultant', 'finance', 'headquarters']),
    )
  })
})

describe('S25: the field 成本价', () => {
  const COST = '147.73'
  const item = fixture.tariffs.a.cleaning
  let billId = ''
  const wire = async (client: Client, call: AnyCall, input: object) =>
    (await answer(client, call, input)).includes(COST)

  beforeAll(async () => {
    await app.sql('update tariff set cost_price = $3 where tenant_id = $1 and id = $2', [A, item, COST])
    const items = [{ tariffId: item, price: '200.00', qty: 1, teeth: '' }]
    billId = (await desk.call(billing.open, { patientId, doctorId, items, requestId: uuidv7() })).id
  })

  it('is on the wire for whoever sets prices or keeps the books: in the price list and in the bill', async () => {
    for (const code of ['director', 'finance'] as const) {
      const client = await app.as(code)
      expect([code, await wire(client, clinic.tariffs, { keyword: '洁治' })]).toEqual([code, true])
      expect([code, await wire(client, billing.detail, { id: billId })]).toEqual([code, true])
    }
  })

  it('is on the wire for nobody else, and never on what the patient is handed', async () => {
    for (const code of ['reception', 'doctor', 'nurse', 'consultant'] as const) {
      const client = await app.as(code)
      expect([code, await wire(client, clinic.tariffs, { keyword: '洁治' })]).toEqual([code, false])
    }
    for (const client of [desk, nurse]) expect(await wire(client, billing.detail, { id: billId })).toBe(false)
    expect((await desk.call(billing.detail, { id: billId })).items[0]).toMatchObject({ costPrice: null })
    const { version } = await desk.call(billing.detail, { id: billId })
    const [cash] = (await desk.call(clinic.payMethods, {})).filter(({ name }) => name === '现金')
    await desk.call(billing.charge, {
      id: billId,
      version,
      payments: [{ payMethodId: cash?.id as string, amount: '200.00' }],
      requestId: uuidv7(),
    })
    expect(await wire(await app.as('director'), billing.receipt, { id: billId })).toBe(false)
  })

  it('is given and taken away on the page of posts, and acts on the next request', async () => {
    await regrant('reception', true, '/field:cost')
    expect(await wire(desk, clinic.tariffs, { keyword: '洁治' })).toBe(true)
    await regrant('reception', false, '/field:cost')
    expect(await wire(desk, clinic.tariffs, { keyword: '洁治' })).toBe(false)
  })

  it('belongs to managers, the store, the books and the head office', async () => {
    expect(await holders('/field:cost')).toEqual(
      new Set(['admin', 'director', 'storekeeper', 'finance', 'headquarters']),
    )
  })
})
