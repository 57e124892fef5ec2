import { contract, type AnyCall, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { searchText } from '@dentin/kit/pinyin'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from './harness.ts'

/**
 * What each data scope reaches, held against the sentence that says so: own is what names the person (responsible, treating,
 * booked with, following up), department besides what names one of its doctors, clinic what is of the clinic (a patient: whose
 * file it opened, who was booked, seen or billed there), chosen clinics the same of these, chain everything. The loops below
 * are written from that sentence over the rows as they were made, not from the SQL.
 */
const app = await testApp()
const A = fixture.tenants.a
const at = '2026-11-20T02:00:00Z'
const { a1, a2 } = fixture.clinics
const a3 = uuidv7()
/** The person at work is the consultant of a1; one doctor of the clinic is of another department. */
const me = fixture.employees.a1.consultant
const [d1, d2, d3] = fixture.doctors.a1 as [string, string, string]
const [e1] = fixture.doctors.a2 as [string]
const other = uuidv7()
const department = [d1, d3, fixture.employees.a1.director]
type Scope = 1 | 2 | 3 | 4 | 5
const SCOPES: readonly Scope[] = [1, 2, 3, 4, 5]
const CHOSEN = [a1, a2]

interface Patient {
  id: string
  name: string
  mobile: string
  home: string
  resp?: string
  consultant?: string
  nurse?: string
  service?: string
  createdBy?: string
}
interface Row {
  id: string
  clinic: string
  patient: string
  doctor: string
  /** Nurse, consultant, owner or opener. */
  other?: string
}
const patients: Patient[] = []
const visits: Row[] = []
const appointments: Row[] = []
const waiting: (Row & { doctors: string[] })[] = []
const followUps: Row[] = []
const bills: Row[] = []
const records: Row[] = []

// ------------------------------------------------------------------ the sentence, as loops

const isDoctorOfMine = (scope: Scope, id: string | undefined) =>
  id === me || (scope === 2 && id !== undefined && department.includes(id))
const clinicsOf = (scope: Scope) => (scope === 3 ? [a1] : scope === 4 ? CHOSEN : null)

/** Is a row within the scope? */
function rowIn(scope: Scope, row: Row): boolean {
  const clinics = clinicsOf(scope)
  if (scope === 5) return true
  if (clinics) return clinics.includes(row.clinic)
  return isDoctorOfMine(scope, row.doctor) || row.other === me
}

/** Is a patient within the scope? */
function patientIn(scope: Scope, patient: Patient): boolean {
  if (scope === 5) return true
  const of = (rows: readonly Row[]) => rows.filter((row) => row.patient === patient.id)
  const clinics = clinicsOf(scope)
  if (clinics)
    return (
      clinics.includes(patient.home) ||
      [...of(visits), ...of(appointments), ...of(bills)].some((row) => clinics.includes(row.clinic))
    )
  return (
    isDoctorOfMine(scope, patient.resp) ||
    [patient.consultant, patient.nurse, patient.service, patient.createdBy].includes(me) ||
    of(visits).some((row) => isDoctorOfMine(scope, row.doctor)) ||
    of(appointments).some((row) => isDoctorOfMine(scope, row.doctor) || isDoctorOfMine(scope, row.other)) ||
    of(followUps).some((row) => isDoctorOfMine(scope, row.other))
  )
}
const patientOf = (row: Row): Patient => patients.find(({ id }) => id === row.patient) as Patient
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort()

// ------------------------------------------------------------------ the rows

let serial = 0
async function patient(name: string, more: Partial<Patient> = {}): Promise<Patient> {
  serial += 1
  const one: Patient = {
    id: uuidv7(),
    name: `范围${name}`,
    mobile: `1360000${String(serial).padStart(4, '0')}`,
    home: a2,
    ...more,
  }
  const medicalNumber = `R${String(serial).padStart(5, '0')}`
  await app.sql(
    `insert into patient (tenant_id, id, home_clinic_id, medical_number, name, search, gender, birth_day, mobile, resp_doctor_id, consultant_id,
       resp_nurse_id, customer_service_id, created_by, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 0, '1990-11-20', $7, $8, $9, $10, $11, $12, $13, $13)`,
    [
      A,
      one.id,
      one.home,
      medicalNumber,
      one.name,
      searchText({ name: one.name, mobile: one.mobile, medicalNumber }),
      one.mobile,
      one.resp ?? null,
      one.consultant ?? null,
      one.nurse ?? null,
      one.service ?? null,
      one.createdBy ?? null,
      at,
    ],
  )
  await app.sql('insert into patient_stat (tenant_id, patient_id) values ($1, $2)', [A, one.id])
  patients.push(one)
  return one
}

const doctorOf = (clinic: string) => (clinic === a1 ? d2 : clinic === a2 ? e1 : other)

async function visit(of: Patient, clinic: string, doctor = doctorOf(clinic), consultant?: string): Promise<Row> {
  serial += 1
  const row: Row = { id: uuidv7(), clinic, patient: of.id, doctor, ...(consultant ? { other: consultant } : {}) }
  await app.sql(
    `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, consultant_id, reg_time, status, title, teeth, chief_complaint, created_at, updated_at)
     values ($1, $2, $3, $4, $5, '2026-11-20', $6, $7, $8, $9, 1, '复查', '46', '主诉内容', $9, $9)`,
    [A, row.id, clinic, `GH${serial}`, serial, of.id, doctor, consultant ?? null, at],
  )
  visits.push(row)
  return row
}

async function appointment(of: Patient, clinic: string, doctor = doctorOf(clinic), nurse?: string): Promise<Row> {
  serial += 1
  const row: Row = { id: uuidv7(), clinic, patient: of.id, doctor, ...(nurse ? { other: nurse } : {}) }
  const start = new Date(Date.parse('2026-11-23T00:00:00Z') + serial * 3_600_000 * 24)
  await app.sql(
    `insert into appointment (tenant_id, id, clinic_id, appoint_no, patient_id, doctor_id, nurse_id, starts_at, ends_at, status, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, $10, $10)`,
    [A, row.id, clinic, `YY${serial}`, of.id, doctor, nurse ?? null, start, new Date(start.getTime() + 1_800_000), at],
  )
  appointments.push(row)
  return row
}

async function wait(of: Patient, doctors: string[], createdBy?: string): Promise<void> {
  const row = {
    id: uuidv7(),
    clinic: a1,
    patient: of.id,
    doctor: '',
    doctors,
    ...(createdBy ? { other: createdBy } : {}),
  }
  await app.sql(
    `insert into waitlist (tenant_id, id, clinic_id, patient_id, doctor_ids, duration_min, created_by, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 30, $6, $7, $7)`,
    [A, row.id, a1, of.id, doctors, createdBy ?? null, at],
  )
  waiting.push(row)
}

async function followUp(of: Patient, clinic: string, owner: string, doctor = doctorOf(clinic)): Promise<void> {
  const row: Row = { id: uuidv7(), clinic, patient: of.id, doctor, other: owner }
  await app.sql(
    `insert into follow_up (tenant_id, id, clinic_id, patient_id, doctor_id, type, content, plan_at, first_plan_on, deadline_at, owner_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 3, '回访', '2026-11-25T02:00:00Z', '2026-11-25', '2026-11-28T02:00:00Z', $6, $7, $7)`,
    [A, row.id, clinic, of.id, doctor, owner, at],
  )
  followUps.push(row)
}

async function bill(of: Patient, clinic: string, doctor = doctorOf(clinic), opener?: string): Promise<void> {
  serial += 1
  const row: Row = { id: uuidv7(), clinic, patient: of.id, doctor, ...(opener ? { other: opener } : {}) }
  await app.sql(
    `insert into bill (tenant_id, id, clinic_id, bill_no, patient_id, doctor_id, opener_id, status, original_amount, receivable_amount, open_time, submit_time, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, 1, 100, 100, $8, $8, $8, $8)`,
    [A, row.id, clinic, `SF${serial}`, of.id, doctor, opener ?? null, at],
  )
  bills.push(row)
}

async function record(of: Patient, clinic: string, doctor = doctorOf(clinic)): Promise<void> {
  serial += 1
  const row: Row = { id: uuidv7(), clinic, patient: of.id, doctor }
  await app.sql(
    `insert into medical_record (tenant_id, id, clinic_id, record_no, patient_id, doctor_id, visit_time, visit_kind, content, diagnosis_text, treatment_text, teeth, status, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, 1, '{}', '诊断内容', '处置内容', '46', 0, $7, $7)`,
    [A, row.id, clinic, `BL${serial}`, of.id, doctor, at],
  )
  records.push(row)
}

/** Every resource with this scope for the post of the person at work; chosen clinics are a1 and a2. */
async function give(scope: Scope): Promise<void> {
  const post = fixture.posts.a.consultant
  await app.sql('delete from post_resource where tenant_id = $1 and post_id = $2', [A, post])
  await app.sql('delete from post_clinic where tenant_id = $1 and post_id = $2', [A, post])
  await app.sql(
    `insert into post_resource (tenant_id, post_id, resource, data_scope)
     select distinct $1::uuid, $2::uuid, r.resource, $3::int from post_resource r
     where r.tenant_id = $1 and r.post_id = any(array[$4, $5]::uuid[])`,
    [A, post, scope, fixture.posts.a.director, fixture.posts.a.admin],
  )
  if (scope === 4)
    await app.sql('insert into post_clinic (tenant_id, post_id, reached_clinic_id) values ($1, $2, $3)', [A, post, a2])
}
const share = (on: boolean) => app.sql('update company set shares_patients = $2 where tenant_id = $1', [A, on])

let client: Client
const answers = async <C extends AnyCall>(call: C, input: WireInput<C>): Promise<number> => {
  try {
    await client.call(call, input)
    return 200
  } catch (error) {
    return (error as { http: number; code: number }).code === 404 ? 404 : (error as { http: number }).http
  }
}
/** Which of these rows a call finds; whatever it says of others but "not found" counts as found. */
async function found<C extends AnyCall>(
  call: C,
  rows: readonly { id: string }[],
  inputOf: (id: string) => WireInput<C>,
): Promise<string[]> {
  const list: string[] = []
  for (const { id } of rows) if ((await answers(call, inputOf(id))) !== 404) list.push(id)
  return list.sort()
}
const page = { pageNum: 1, pageSize: 200 }
const requestId = () => uuidv7()

beforeAll(async () => {
  await app.sql(
    `insert into clinic (tenant_id, id, name, short_name, phone, address, sort_no, created_at, updated_at)
     values ($1, $2, '甲a3门诊', 'a3', '0571-88886666', '湖滨路 3 号', 9, $3, $3)`,
    [A, a3, at],
  )
  // Whoever counsels here also treats: so that there is a doctor to book with in the narrowest scope.
  await app.sql('update employee set is_doctor = true where id = $1', [me])
  const dept = uuidv7()
  await app.sql(
    `insert into dept (tenant_id, id, clinic_id, name, created_at, updated_at) values ($1, $2, $3, '正畸科', $4, $4)`,
    [A, dept, a1, at],
  )
  await app.sql('update employee_clinic set dept_id = $3 where tenant_id = $1 and employee_id = $2', [A, d2, dept])
  await app.sql(
    `insert into employee (tenant_id, id, name, search, gender, job_number, job_type, is_doctor, created_at, updated_at)
     values ($1, $2, '三店医生', '三店医生', 0, 'a3-001', 1, true, $3, $3)`,
    [A, other, at],
  )
  await app.sql(
    `insert into employee_clinic (tenant_id, id, employee_id, clinic_id, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)`,
    [A, uuidv7(), other, a3, at],
  )
  await patient('医生', { resp: me })
  await patient('咨询', { consultant: me, home: a3 })
  await patient('护士', { nurse: me })
  await patient('客服', { service: me })
  await patient('建档', { createdBy: me })
  await patient('科室', { resp: d1 })
  await patient('他科', { resp: d2 })
  await patient('本店', { home: a1 })
  await patient('二店')
  await patient('三店', { home: a3 })
  const seenHere = await patient('三店来就诊', { home: a3 })
  const bookedHere = await patient('三店来预约', { home: a3 })
  const billedHere = await patient('三店来付款', { home: a3 })
  const withMe = await patient('约我', { home: a3 })
  const nursed = await patient('我配台', { home: a3 })
  const followed = await patient('我随访', { home: a3 })
  const withUs = await patient('约科室', { home: a3 })
  const atTwo = await patient('二店就诊', { home: a3 })
  for (const [of, clinic, doctor, counsel] of [
    [seenHere, a1, d2],
    [withUs, a1, d3],
    [withMe, a1, d2, me],
    [atTwo, a2, e1],
    [billedHere, a1, d1],
  ] as const)
    await visit(of, clinic, doctor, counsel)
  await appointment(bookedHere, a1)
  await appointment(withMe, a1, me)
  await appointment(nursed, a1, d2, me)
  await appointment(withUs, a1, d1)
  await appointment(atTwo, a2)
  await wait(seenHere, [d2])
  await wait(withUs, [d1])
  await wait(withMe, [])
  await wait(bookedHere, [], me)
  await wait(nursed, [d2])
  await followUp(followed, a1, me, d2)
  await followUp(seenHere, a1, fixture.employees.a1.service, d1)
  await followUp(bookedHere, a1, fixture.employees.a1.service, d2)
  await followUp(atTwo, a2, fixture.employees.a2.service)
  await bill(billedHere, a1, d2, me)
  await bill(withUs, a1, d1)
  await bill(seenHere, a1)
  await bill(atTwo, a2)
  await record(seenHere, a1)
  await record(withUs, a1, d1)
  await record(withMe, a1)
  await record(atTwo, a2)
  await record(atTwo, a3)
  await app.sql('select app.recount_patients()')
  await share(false)
  // The patients of the fixture are the clinic's, too.
  const given = await app.sql<{ id: string; name: string; mobile: string; home: string }>(
    `select id, name, mobile, home_clinic_id as home from patient where tenant_id = $1 and id = any($2)`,
    [A, fixture.patients.a],
  )
  patients.push(...given)
  client = await app.as('consultant')
})

describe.each(SCOPES)('a grant of scope %i reaches exactly', (scope) => {
  beforeEach(() => give(scope))
  const mine = () => patients.filter((each) => patientIn(scope, each))
  const of = <R extends Row>(rows: readonly R[], where: (row: R) => boolean = (row) => rowIn(scope, row)) =>
    ids(rows.filter(where))

  it('the patients: list, filter, count, search, one, export, and what is written', async () => {
    const calls = contract.patient
    expect(ids((await client.call(calls.list, page)).list)).toEqual(ids(mine()))
    expect(ids((await client.call(calls.list, { ...page, keyword: '范围' })).list)).toEqual(
      ids(mine().filter(({ name }) => name.startsWith('范围'))),
    )
    expect((await client.call(calls.tabCounts, {})).all).toBe(mine().length)
    expect(ids((await client.call(calls.birthdays, { ...page, range: 'today' })).list)).toEqual(
      ids(mine().filter(({ name }) => name.startsWith('范围'))),
    )
    for (const each of patients.filter(({ name }) => name.startsWith('范围')))
      expect([each.name, ids(await client.call(calls.search, { keyword: each.mobile }))]).toEqual([
        each.name,
        patientIn(scope, each) ? [each.id] : [],
      ])
    for (const call of [calls.get, calls.information, calls.account, calls.timeline] as const)
      expect(await found(call, patients, (id) => ({ id }))).toEqual(ids(mine()))
    expect(
      await found(calls.saveOperation, patients, (patientId) => ({
        operName: '查看',
        patientId,
        requestId: requestId(),
      })),
    ).toEqual(ids(mine()))
    expect(
      await found(calls.kinAdd, patients, (patientId) => ({
        patientId,
        name: '家人',
        relation: 9 as const,
        requestId: requestId(),
      })),
    ).toEqual(ids(mine()))
    await client.raw('POST', calls.export.path, { columns: ['name'] })
    const [made] = await app.sql<{ rows: number }>(
      `select (after->>'rows')::int as rows from audit where action = 'export' order by entity_id desc limit 1`,
    )
    expect(made?.rows).toBe(mine().length)
  })

  it('whom one may name: a booking, a walk-in, the waiting list, a follow-up, a reminder and a bill', async () => {
    const doctorId = scope < 3 ? me : d2
    const named = [
      found(contract.appointment.create, patients, (patientId) => ({
        patientId,
        doctorId,
        // Off the clinic's hours: refused after the patient was looked at, so nothing is booked.
        startTime: '2026-11-29 03:00:00',
        endTime: '2026-11-29 03:30:00',
        requestId: requestId(),
      })),
      found(contract.visit.register, patients, (patientId) => ({
        patientId,
        doctorId,
        consultantId: uuidv7(),
        requestId: requestId(),
      })),
      found(contract.appointment.saveWaitlist, patients, (patientId) => ({
        patientId,
        doctorIds: [],
        currentAppointmentId: uuidv7(),
        requestId: requestId(),
      })),
      found(contract.followUp.create, patients, (patientId) => ({
        patientId,
        type: 10,
        planTime: '2026-11-25 10:00:00',
        deadline: '2026-11-24',
        content: '回访',
        requestId: requestId(),
      })),
      found(contract.billing.rights, patients, (patientId) => ({ patientId })),
    ]
    for (const each of named) expect(await each).toEqual(ids(mine()))
  })

  it('the visits of the day: list, count, one, and what is written', async () => {
    const expected = of(visits, (row) => row.clinic === a1 && rowIn(scope, row))
    const { groups } = await client.call(contract.visit.allStatusList, {})
    expect(ids(groups.flatMap(({ list }) => list))).toEqual(expected)
    expect((await client.call(contract.visit.count, {})).total).toBe(expected.length)
    expect(await found(contract.visit.detail, visits, (id) => ({ id }))).toEqual(expected)
    expect(await found(contract.visit.remindJudge, visits, (registrationId) => ({ registrationId }))).toEqual(expected)
    expect(await found(contract.visit.requeue, visits, (id) => ({ id, requestId: requestId() }))).toEqual(expected)
  })

  it('the appointments: list, search, one, in the file, and what is written', async () => {
    const expected = of(appointments, (row) => row.clinic === a1 && rowIn(scope, row))
    expect(ids((await client.call(contract.appointment.list, page)).list)).toEqual(expected)
    expect(ids((await client.call(contract.appointment.list, { ...page, keyword: '范围' })).list)).toEqual(expected)
    expect(await found(contract.appointment.get, appointments, (id) => ({ id }))).toEqual(expected)
    expect(
      await found(contract.appointment.cancel, appointments, (id) => ({
        id,
        version: 1,
        reasonId: uuidv7(),
        note: '',
        requestId: requestId(),
      })),
    ).toEqual(expected)
    // A clinic's sees what other clinics booked only where the file is shared.
    const seen: string[] = []
    for (const each of mine())
      seen.push(...ids((await client.call(contract.appointment.byPatient, { ...page, patientId: each.id })).list))
    expect(seen.sort()).toEqual(of(appointments, (row) => rowIn(scope, row) && patientIn(scope, patientOf(row))))
  })

  it('the waiting list: list, and who is taken off it', async () => {
    const expected = of(
      waiting,
      (row) =>
        scope >= 3 ||
        row.other === me ||
        row.doctors.some((id) => isDoctorOfMine(scope, id)) ||
        patientIn(scope, patientOf(row)),
    )
    expect(ids((await client.call(contract.appointment.waitlist, page)).list)).toEqual(expected)
    expect(
      await found(contract.appointment.leaveWaitlist, waiting, (id) => ({ id, version: 99, requestId: requestId() })),
    ).toEqual(expected)
  })

  it('the follow-ups: list, records, count, one, and what is written', async () => {
    const reached = (row: Row) => row.clinic === a1 && (rowIn(scope, row) || isDoctorOfMine(scope, row.other))
    const expected = of(followUps, reached)
    const calls = contract.followUp
    expect(ids((await client.call(calls.list, { ...page, tab: 'upcoming' })).list)).toEqual(expected)
    expect(ids((await client.call(calls.records, page)).list)).toEqual(expected)
    expect((await client.call(calls.total, { mine: false })).upcoming).toBe(expected.length)
    expect((await client.call(calls.stats, { dateFrom: '2026-11-25', dateTo: '2026-11-25' })).summary.due).toBe(
      expected.length,
    )
    expect(await found(calls.get, followUps, (id) => ({ id }))).toEqual(expected)
    expect(
      await found(calls.cancel, followUps, (id) => ({ id, version: 99, reason: '不', requestId: requestId() })),
    ).toEqual(expected)
  })

  it('the bills: list, sums, one, in the file, and what is written', async () => {
    const reached = (row: Row) => rowIn(scope, row) && patientIn(scope, patientOf(row))
    const here = of(bills, (row) => row.clinic === a1 && reached(row))
    const calls = contract.billing
    const list = await client.call(calls.list, { ...page, tab: 'waiting' })
    expect(ids(list.list)).toEqual(here)
    expect([list.total, list.counts.waiting]).toEqual([here.length, here.length])
    expect(await found(calls.payInfo, bills, (id) => ({ id }))).toEqual(here)
    expect(
      await found(calls.void, bills, (id) => ({ id, version: 99, reason: '不要了', requestId: requestId() })),
    ).toEqual(here)
  })

  it('the records: of a patient, one, the work list', async () => {
    const reached = (row: Row) => rowIn(scope, row) || (scope < 3 && patientIn(scope, patientOf(row)))
    const calls = contract.record
    const seen: string[] = []
    for (const each of patients) seen.push(...ids(await client.call(calls.ofPatient, { id: each.id })))
    expect(seen.sort()).toEqual(of(records, reached))
    expect(await found(calls.get, records, (id) => ({ id }))).toEqual(of(records, reached))
    const work = await client.call(calls.work, { ...page, tab: 'todo', whose: 'clinic' })
    expect(work.list.flatMap(({ id }) => id ?? []).sort()).toEqual([])
    const diagnosed = await client.call(contract.patient.list, { ...page, diagnosis: '诊断' })
    expect(ids(diagnosed.list)).toEqual(
      ids(mine().filter(({ id }) => records.some((row) => row.patient === id && reached(row)))),
    )
  })
})

describe('branches that share their files, and branches that keep them', () => {
  it('S6: the lists of a clinic are its own patients; shared, the others are found, opened and booked', async () => {
    await give(3)
    const own = patients.filter((each) => patientIn(3, each))
    const foreign = patients.filter((each) => !patientIn(3, each))
    for (const shared of [false, true]) {
      await share(shared)
      expect(ids((await client.call(contract.patient.list, page)).list)).toEqual(ids(own))
      expect((await client.call(contract.patient.tabCounts, {})).all).toBe(own.length)
      for (const each of foreign.slice(0, 3)) {
        expect(ids(await client.call(contract.patient.search, { keyword: each.mobile }))).toEqual(
          shared ? [each.id] : [],
        )
        expect(await answers(contract.patient.get, { id: each.id })).toBe(shared ? 200 : 404)
        expect(await answers(contract.billing.rights, { patientId: each.id })).toBe(shared ? 200 : 404)
      }
    }
    await share(false)
  })

  it('is switched by the administrators of the company and by nobody else', async () => {
    const admin = await app.as('admin')
    const { sharing, setSharing } = contract.patient
    const { version, shared, mayChange } = await admin.call(sharing, {})
    expect([shared, mayChange]).toEqual([false, true])
    expect((await (await app.as('director')).call(sharing, {})).mayChange).toBe(false)
    expect(
      await (await app.as('director')).refused(setSharing, { shared: true, version, requestId: requestId() }),
    ).toMatchObject({ message: expect.stringContaining('管理员') as string })
    await admin.call(setSharing, { shared: true, version, requestId: requestId() })
    expect(await admin.call(sharing, {})).toMatchObject({ shared: true, version: version + 1 })
    await share(false)
  })

  it('a whole number finds the clinic to ask; its answer opens the file and its history to the asking clinic alone', async () => {
    const [desk, home, third] = [
      await app.as('reception'),
      await app.as('reception', 'a2'),
      await app.as('director', 'a2'),
    ]
    const calls = contract.patient
    const one = patients.find(({ name }) => name === '范围二店') as Patient
    await record(one, a2)
    expect(await desk.call(calls.findElsewhere, { mobile: one.mobile.slice(0, 11) })).toEqual([
      { clinicId: a2, clinicName: 'a2', files: 1, asked: false },
    ])
    expect(await desk.call(calls.findElsewhere, { mobile: '13999999999' })).toEqual([])
    expect((await desk.refused(calls.findElsewhere, { mobile: one.mobile.slice(0, 8) })).http).toBe(400)
    const ask = { mobile: one.mobile, clinicId: a2, reason: '到店就诊' }
    expect(await desk.call(calls.askForFile, { ...ask, requestId: requestId() })).toEqual({ asked: 1 })
    expect((await desk.refused(calls.askForFile, { ...ask, requestId: requestId() })).message).toContain('已经申请过')
    // Whoever asked learns nothing yet; the home clinic reads who it is, and hears of it.
    const [asked] = (await desk.call(calls.fileRequests, { ...page, direction: 'out' })).list
    expect(asked).toMatchObject({ status: 0, patientId: null, name: null, mobile: null, medicalNumber: null })
    expect(await desk.refused(calls.get, { id: one.id })).toMatchObject({ http: 404 })
    const [question] = (await home.call(calls.fileRequests, page)).list
    expect(question).toMatchObject({ name: one.name, askingClinicName: 'a1', reason: '到店就诊' })
    expect(
      await app.sql(`select 1 from message where title = '其他门诊申请查看患者档案' and clinic_id = $1`, [a2]),
    ).not.toEqual([])
    const answer = { id: question?.id as string, version: question?.version as number, open: true, answer: '' }
    expect(await desk.refused(calls.answerFileRequest, { ...answer, requestId: requestId() })).toMatchObject({
      http: 404,
    })
    await third.call(calls.answerFileRequest, { ...answer, requestId: requestId() })
    expect(
      (await home.refused(calls.answerFileRequest, { ...answer, version: 2, requestId: requestId() })).message,
    ).toContain('已经处理过')
    expect(await desk.call(calls.get, { id: one.id })).toMatchObject({ name: one.name })
    expect(ids((await desk.call(calls.list, { ...page, keyword: one.mobile })).list)).toEqual([one.id])
    expect(await (await app.as('director')).call(contract.record.ofPatient, { id: one.id })).toHaveLength(1)
    const trail = await app.sql<{ action: string }>(
      `select action from audit where patient_id = $1 and entity = 'file_request' order by created_at`,
      [one.id],
    )
    expect(trail.map(({ action }) => action)).toEqual(['ask', 'open-file'])
  })
})
