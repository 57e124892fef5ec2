import { contract, type WireInput } from '@dentin/contract'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../test/invariants.ts'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const calls = contract.followUp
const [p1, p2, p3] = fixture.patients.a as [string, string, string]
const [d1] = fixture.doctors.a1 as [string]
const A = fixture.tenants.a
const clinicId = fixture.clinics.a1
const START = '2026-11-20 09:00:00'

const app = await testApp({ looseSql: false })
let service: Client
let desk: Client
let director: Client
let doctor: Client

beforeAll(async () => {
  service = await app.as('service')
  desk = await app.as('reception')
  director = await app.as('director')
  doctor = await app.as('doctor')
  for (const tenant of [fixture.tenants.a, fixture.tenants.b])
    for (const [n, item] of [
      '恢复良好',
      '轻度不适',
      '疼痛肿胀需复诊',
      '已在外院',
      '拒访',
      '号码错误',
      '其他',
    ].entries()) {
      const id = uuidv7()
      await app.sql(
        `insert into dict_item (tenant_id, id, type_code, item_code, item, sort_no, created_at, updated_at) values ($1, $2, 'follow_up_result', $3, $4, $5, $6, $6)`,
        [tenant, id, String(n + 1), item, n, app.clock.now()],
      )
      await app.sql(
        `insert into audit (tenant_id, id, created_at, actor_name, action, entity, entity_id, entity_version) values ($1, $2, $3, '系统', 'create', 'dict_item', $4, 1)`,
        [tenant, uuidv7(), app.clock.now(), id],
      )
    }
  expect(await director.call(calls.addBuiltInRules, {})).toEqual({ added: 6 })
  expect(await director.call(calls.addBuiltInRules, {})).toEqual({ added: 0 })
})
beforeEach(() => {
  app.clock.set(parseDateTime(START))
})

const toward = (text: string) => app.clock.set(parseDateTime(text))
const page = { pageNum: 1, pageSize: 50 }
const plan = (more: Partial<WireInput<typeof calls.create>> = {}, client = service) =>
  client.call(calls.create, {
    requestId: uuidv7(),
    patientId: p1,
    type: 1,
    planTime: '2026-11-20 10:00:00',
    ownerRole: 'service',
    content: '术后第 1 天：出血、肿胀情况',
    ...more,
  })
const get = (id: string, client = service) => client.call(calls.get, { id })
const list = (tab: WireInput<typeof calls.list>['tab'], client = service, more = {}) =>
  client.call(calls.list, { tab, ...page, ...more })
const report = (
  key: { id: string; version: number },
  more: Partial<WireInput<typeof calls.report>> = {},
  client = service,
) =>
  client.call(calls.report, {
    requestId: uuidv7(),
    id: key.id,
    version: key.version,
    reached: true,
    resultCode: '1',
    ...more,
  })
const miss = (key: { id: string; version: number }, client = service) =>
  report(key, { reached: false, resultCode: '' }, client)
const messagesOf = (employeeId: string) =>
  app.sql<{ title: string; body: string; link: string }>(
    `select title, body, link from message where category = 'followUp' and recipient_id = $1 order by created_at desc, id desc`,
    [employeeId],
  )
const rowsOf = (patientId: string) =>
  app.sql<{
    plan: string
    status: number
    subject: string
    content: string
    owner_id: string | null
    owner_role: string
    record_id: string | null
    bill_id: string | null
  }>(
    `select to_char(plan_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as plan, status, subject, content, owner_id, owner_role, record_id, bill_id
     from follow_up where patient_id = $1 and created_from = 2 order by plan_at, id`,
    [patientId],
  )

let serial = 0
/** A patient in the chair, as the visit module leaves him. */
async function visit(patientId: string, start = '2026-11-20 08:40:00', status = 3) {
  const [registration, treatment] = [uuidv7(), uuidv7()]
  const at = parseDateTime(start)
  serial += 1
  await app.sql(
    `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, call_time, start_time, status, treat_type, title, chief_complaint, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6::date, $7, $8, $9, $9, $9, $10, 2, '根管治疗', '', $9, $9)`,
    [A, registration, clinicId, `GHF${serial}`, 700 + serial, start.slice(0, 10), patientId, d1, at, status],
  )
  await app.sql(
    `insert into treatment (tenant_id, id, clinic_id, registration_id, patient_id, doctor_id, status, start_time, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 1, $7, $7, $7)`,
    [A, treatment, clinicId, registration, patientId, d1, at],
  )
  for (const [entity, id] of [
    ['registration', registration],
    ['treatment', treatment],
  ])
    await app.sql(
      `insert into audit (tenant_id, id, created_at, actor_name, action, entity, entity_id, entity_version) values ($1, $2, $3, '', 'create', $4, $5, 1)`,
      [A, uuidv7(), at, entity, id],
    )
  return treatment
}
const content = (tariffId: string, teeth = '36'): WireInput<typeof contract.record.save>['content'] => ({
  chiefComplaint: '左下后牙自发痛 3 天',
  presentIllness: '三天前夜间痛，冷热刺激加重，未治疗。',
  pastHistory: '否认',
  allergyHistory: '否认药物过敏史',
  exams: [{ teeth, content: '近中𬌗面深龋，叩(+)' }],
  diagnoses: [{ teeth, icdCode: 'K04.0', icdName: '牙髓炎', kind: 1 }],
  treatments: [{ teeth, content: '局麻下开髓，拔髓，封药', tariffs: [{ tariffId, qty: 1 }] }],
  nextVisit: { days: 7, remark: '根管预备' },
})
async function sign(treatmentId: string, text = content(fixture.tariffs.a.rootCanal)) {
  const made = await doctor.call(contract.record.create, { treatmentId, requestId: uuidv7() })
  const saved = await doctor.call(contract.record.save, { id: made.id, version: made.version, content: text })
  const done = await doctor.call(contract.record.sign, { id: made.id, version: saved.version })
  return { id: made.id, version: done.version }
}
async function signAgain(record: { id: string; version: number }, text: ReturnType<typeof content>) {
  const open = await doctor.call(contract.record.amend, { ...record, reason: '更正处置' })
  const saved = await doctor.call(contract.record.save, { id: record.id, version: open.version, content: text })
  const done = await doctor.call(contract.record.sign, { id: record.id, version: saved.version })
  return { id: record.id, version: done.version }
}

describe('S28 (follow-up half): the day after an operation', () => {
  it('of one patient, only what is not done yet, the most urgent first', async () => {
    const late = await plan({ patientId: p3, subject: '后', planTime: '2026-11-28 10:00:00' })
    const soon = await plan({ patientId: p3, subject: '先', planTime: '2026-11-21 10:00:00' })
    const done = await plan({ patientId: p3, subject: '完', planTime: '2026-11-20 10:00:00' })
    await report(await get(done.id))
    const subjects = async (open: boolean) =>
      (await service.call(calls.ofPatient, { patientId: p3, open, ...page })).list.map(({ subject }) => subject)
    expect(await subjects(true)).toEqual(['先', '后'])
    expect(await subjects(false)).toEqual(['后', '先', '完'])
    for (const { id } of [late, soon]) {
      const { version } = await get(id)
      await service.call(calls.cancel, { id, version, reason: '测试' })
    }
    expect(await subjects(true)).toEqual([])
  })

  it('not reached: the next day again; the third time the front desk has it; two points and the director is told', async () => {
    const made = await plan()
    expect((await list('today')).list.map((row) => [row.id, row.status])).toContainEqual([made.id, 0])
    toward('2026-11-20 11:00:00')
    const one = await miss(made)
    expect([one.status, one.planTime, one.handedOver]).toEqual([2, '2026-11-21 10:00:00', false])
    expect((await list('today')).list.map((row) => row.id)).not.toContain(made.id)
    expect((await list('upcoming')).list.map((row) => row.id)).toContain(made.id)
    toward('2026-11-21 10:10:00')
    const two = await miss(one)
    expect([two.status, two.planTime, two.handedOver]).toEqual([2, '2026-11-22 10:00:00', false])
    expect(await messagesOf(fixture.employees.a1.reception)).toEqual([])
    toward('2026-11-22 10:10:00')
    const three = await miss(two)
    expect([three.status, three.planTime, three.handedOver]).toEqual([2, '2026-11-22 10:00:00', true])
    const shown = await get(made.id, desk)
    expect([shown.ownerId, shown.ownerRole, shown.attempts, shown.deadline]).toEqual([
      null,
      'reception',
      3,
      '2026-11-23 23:59:59',
    ])
    expect((await list('today', desk, { mine: true })).list.map((row) => row.id)).toContain(made.id)
    const [told] = await messagesOf(fixture.employees.a1.reception)
    expect(told?.title).toBe('周雨桐 的随访 3 次未接通，转前台')
    expect(shown.calls.map((each) => each.reached)).toEqual([false, false, false])

    toward('2026-11-22 15:00:00')
    const done = await report(three, { resultCode: '2', satisfaction: 2, note: '等了很久' }, desk)
    expect([done.status, done.nextStep]).toEqual([1, 'none'])
    const [unhappy] = await messagesOf(fixture.employees.a1.director)
    expect(unhappy?.title).toBe('随访满意度 2 分：周雨桐')
    expect(unhappy?.body).toContain('轻度不适')
    expect((await director.call(contract.messaging.messages, { category: 'followUp', ...page })).total).toBe(1)
    const log = await app.sql<{ from_status: number | null; to_status: number }>(
      'select from_status, to_status from status_log where biz_id = $1 order by created_at, id',
      [made.id],
    )
    expect(log.map((row) => [row.from_status, row.to_status])).toEqual([
      [null, 0],
      [0, 2],
      [2, 1],
    ])
  })

  it('a birthday call that reaches somebody congratulates for this year; a try does not', async () => {
    await app.sql(
      `update patient set birth_day = '1990-11-22', birth_year_estimated = false where id = any($1::uuid[])`,
      [[p2, p3]],
    )
    const greetings = (id: string) =>
      app.sql<{ year: number; way: number }>('select year, way from patient_greeting where patient_id = $1', [id])
    const key = await plan({ patientId: p2, type: 7 })
    const tried = await miss(key)
    expect(await greetings(p2)).toEqual([])
    await report({ id: key.id, version: tried.version })
    expect(await greetings(p2)).toEqual([{ year: 2026, way: 3 }])
    await report(await plan({ patientId: p3, type: 7 }), { method: 4 })
    expect(await greetings(p3)).toEqual([{ year: 2026, way: 1 }])
    const other = await plan({ patientId: p1, type: 6 })
    await report(other)
    expect(await greetings(p1)).toEqual([])
    await app.sql('delete from patient_greeting')
  })

  it('three points tell nobody', async () => {
    const before = await messagesOf(fixture.employees.a1.director)
    await report(await plan(), { satisfaction: 3 })
    expect(await messagesOf(fixture.employees.a1.director)).toHaveLength(before.length)
  })

  it('what the front desk has stays there when nobody is reached once more', async () => {
    let key: { id: string; version: number } = await plan()
    for (const day of [20, 21, 22]) {
      toward(`2026-11-${day} 10:10:00`)
      key = await miss(key)
    }
    toward('2026-11-23 10:00:00')
    const four = await miss(key, desk)
    expect([four.status, four.planTime, four.handedOver]).toEqual([2, '2026-11-22 10:00:00', true])
    expect((await get(key.id)).attempts).toBe(4)
  })
})

describe('S3 step 5: three days after the root canal, by rule', () => {
  it('signing plans one follow-up in three days; the paid bill of the same visit plans none beside it', async () => {
    await app.empty('follow_call', 'follow_up')
    const treatmentId = await visit(p2)
    const record = await sign(treatmentId)
    const rows = await rowsOf(p2)
    expect(
      rows.map(({ plan: at, subject, owner_role, owner_id, status }) => [at, subject, owner_role, owner_id, status]),
    ).toEqual([['2026-11-23 10:00', '根管治疗（磨牙） 36', 'service', null, 0]])
    expect(rows[0]?.record_id).toBe(record.id)
    expect(rows[0]?.content).toContain('郑先生您好，11月20日做的根管治疗（36）')

    const bill = await doctor.call(contract.billing.draftFromRecord, { recordId: record.id, requestId: uuidv7() })
    const detail = await desk.call(contract.billing.detail, { id: bill.id })
    await desk.call(contract.billing.charge, {
      id: bill.id,
      version: detail.version,
      payments: [{ payMethodId: fixture.payMethods.a.cash as string, amount: bill.receivableAmount }],
      requestId: uuidv7(),
    })
    expect(await rowsOf(p2)).toHaveLength(1)
    const shown = await get((await list('upcoming')).list[0]?.id as string)
    // The customer service does not read records; the doctor does.
    expect([shown.recordId, shown.treatmentId, shown.ruleName]).toEqual([null, treatmentId, '根管治疗后'])
    expect((await get(shown.id, doctor)).recordId).toBe(record.id)
    const ofRecord = async (recordId: string) =>
      (await service.call(calls.ofPatient, { patientId: p2, recordId, ...page })).list.map(({ id, status }) => [
        id,
        status,
      ])
    expect(await ofRecord(record.id)).toEqual([[shown.id, 0]])
    expect(await ofRecord(uuidv7())).toEqual([])

    // The return visit that is booked that day leads to the record, for whoever reads records; one booked later does not.
    const book = async (start: string) =>
      (
        await desk.call(contract.appointment.create, {
          requestId: uuidv7(),
          patientId: p2,
          doctorId: d1,
          startTime: `${start} 10:00:00`,
          endTime: `${start} 11:00:00`,
          acceptWarnings: true,
          overbook: true,
        })
      ).id as string
    const records = async (id: string, client = doctor) =>
      (await client.call(contract.appointment.get, { id })).records.map((each) => [each.id, each.came])
    const next = await book('2026-11-27')
    expect(await records(next)).toEqual([[record.id, false]])
    expect(await records(next, desk)).toEqual([])
    toward('2026-11-21 09:00:00')
    expect(await records(await book('2026-11-28'))).toEqual([])
    await app.sql(
      `update registration g set appointment_id = $1 from medical_record r where r.id = $2 and g.id = r.registration_id`,
      [next, record.id],
    )
    expect(await records(next)).toEqual([[record.id, true]])
  })

  it('a revision plans nothing twice, takes back what it no longer says, and plans it again when it says so again', async () => {
    await app.empty('follow_call', 'follow_up')
    const first = await sign(await visit(p3))
    expect(await rowsOf(p3)).toHaveLength(1)
    const second = await signAgain(first, content(fixture.tariffs.a.rootCanal, '37'))
    expect((await rowsOf(p3)).map((row) => row.status)).toEqual([0])
    const third = await signAgain(second, content(fixture.tariffs.a.filling))
    expect((await rowsOf(p3)).map((row) => row.status)).toEqual([4])
    const fourth = await signAgain(third, content(fixture.tariffs.a.rootCanal))
    expect((await rowsOf(p3)).map((row) => row.status).sort((a, b) => a - b)).toEqual([0, 4])
    await doctor.call(contract.record.remove, { ...fourth, reason: '写错患者' })
    expect((await rowsOf(p3)).map((row) => row.status)).toEqual([4, 4])
    await doctor.call(contract.record.restore, { id: first.id })
    expect((await rowsOf(p3)).filter((row) => row.status === 0)).toHaveLength(1)
  })

  it('what somebody has begun is not taken back', async () => {
    await app.empty('follow_call', 'follow_up')
    const record = await sign(await visit(p3))
    const [row] = (await list('upcoming')).list
    await miss({ id: row?.id as string, version: row?.version as number })
    await signAgain(record, content(fixture.tariffs.a.filling))
    expect((await rowsOf(p3)).map((each) => each.status)).toEqual([2])
  })

  it('a paid bill without a record plans by its items: an implant after one and after seven days, once', async () => {
    await app.empty('follow_call', 'follow_up')
    const bill = await desk.call(contract.billing.open, {
      patientId: p1,
      doctorId: d1,
      items: [{ tariffId: fixture.tariffs.a.implant, price: '12000.00', qty: 1, teeth: '46' }],
      submit: true,
      requestId: uuidv7(),
    })
    const pay = (version: number) =>
      desk.call(contract.billing.charge, {
        id: bill.id,
        version,
        payments: [{ payMethodId: fixture.payMethods.a.cash as string, amount: '12000.00' }],
        requestId: uuidv7(),
      })
    const paid = await pay(bill.version)
    const days = async () => (await rowsOf(p1)).map((row) => [row.plan, row.owner_role, row.bill_id])
    const expected = [
      ['2026-11-21 10:00', 'nurse', bill.id],
      ['2026-11-27 10:00', 'nurse', bill.id],
    ]
    expect(await days()).toEqual(expected)
    const back = await director.call(contract.billing.revoke, {
      id: bill.id,
      version: paid.version,
      reason: '收错',
      requestId: uuidv7(),
    })
    await pay(back.version)
    expect(await days()).toEqual(expected)
  })

  it('a rule that is switched off, and one by diagnosis', async () => {
    await app.empty('follow_call', 'follow_up')
    const options = await director.call(calls.options, {})
    const templateId = options.templates[0]?.id as string
    const made = await director.call(calls.saveRule, {
      requestId: uuidv7(),
      name: '牙髓炎两天',
      triggers: [1],
      icdCodes: ['K04'],
      delayDays: [2],
      type: 2,
      ownerRole: 'doctor',
      templateId,
    })
    const rule = (await director.call(calls.rules, {})).find((each) => each.name === '根管治疗后')
    const off = await director.call(calls.enableRule, {
      id: rule?.id as string,
      version: rule?.version as number,
      enabled: false,
    })
    await sign(await visit(p2, '2026-11-20 08:50:00'))
    expect((await rowsOf(p2)).map((row) => [row.plan, row.owner_id])).toEqual([['2026-11-22 10:00', d1]])
    expect((await director.refused(calls.removeRule, made)).code).toBe(34015)
    await director.call(calls.enableRule, { id: made.id, version: made.version, enabled: false })
    await director.call(calls.enableRule, { id: off.id, version: off.version, enabled: true })
  })

  it('two at once (the record is signed while its bill is paid) plan it once', async () => {
    await app.empty('follow_call', 'follow_up')
    const treatmentId = await visit(p2, '2026-11-20 08:55:00')
    const made = await doctor.call(contract.record.create, { treatmentId, requestId: uuidv7() })
    const saved = await doctor.call(contract.record.save, {
      id: made.id,
      version: made.version,
      content: content(fixture.tariffs.a.rootCanal),
    })
    const bill = await doctor.call(contract.billing.draftFromRecord, { recordId: made.id, requestId: uuidv7() })
    const detail = await desk.call(contract.billing.detail, { id: bill.id })
    await Promise.all([
      doctor.call(contract.record.sign, { id: made.id, version: saved.version }),
      desk.call(contract.billing.charge, {
        id: bill.id,
        version: detail.version,
        payments: [{ payMethodId: fixture.payMethods.a.cash as string, amount: bill.receivableAmount }],
        requestId: uuidv7(),
      }),
    ])
    expect(await rowsOf(p2)).toHaveLength(1)
  })
})

describe('results and what they ask for', () => {
  it('pain asks for a visit, which is then noted; a wrong number asks for the file', async () => {
    const made = await plan()
    const done = await report(made, { resultCode: '3', note: '夜间肿痛' })
    expect(done.nextStep).toBe('book')
    expect((await get(made.id)).actions).toEqual(['book'])
    const booked = await desk.call(contract.appointment.create, {
      requestId: uuidv7(),
      patientId: p1,
      doctorId: d1,
      startTime: '2026-11-20 15:00:00',
      endTime: '2026-11-20 15:30:00',
    })
    const other = await desk.call(contract.appointment.create, {
      requestId: uuidv7(),
      patientId: p2,
      doctorId: d1,
      startTime: '2026-11-20 16:00:00',
      endTime: '2026-11-20 16:30:00',
    })
    expect((await service.refused(calls.booked, { id: made.id, appointmentId: other.id as string })).code).toBe(34007)
    const noted = await service.call(calls.booked, { id: made.id, appointmentId: booked.id as string })
    expect((await service.call(calls.booked, { id: made.id, appointmentId: booked.id as string })).version).toBe(
      noted.version,
    )
    const shown = await get(made.id)
    expect([shown.appointmentId, shown.nextAppointment?.id]).toEqual([booked.id, booked.id])
    // It was entered by mistake: the appointment can go, and the follow-up may be booked again.
    await desk.call(contract.appointment.remove, { id: booked.id as string, version: booked.version as number })
    expect([(await get(made.id)).appointmentId, (await get(made.id)).actions]).toEqual([null, ['book']])
    expect((await report(await plan(), { resultCode: '6' })).nextStep).toBe('phone')
  })

  it('reached needs a result; what is closed takes no other; a stale version is refused; a repeat is answered as before', async () => {
    const made = await plan()
    const refusal = await service.refused(calls.report, { requestId: uuidv7(), ...made, reached: true })
    expect([refusal.code, refusal.data.fields?.[0]?.field]).toEqual([34002, 'resultCode'])
    const requestId = uuidv7()
    const done = await report(made, { requestId })
    expect(await report(made, { requestId })).toEqual(done)
    expect((await get(made.id)).calls).toHaveLength(1)
    expect(
      (await service.refused(calls.report, { requestId: uuidv7(), id: made.id, version: made.version, reached: false }))
        .http,
    ).toBe(409)
    expect(
      (await service.refused(calls.report, { requestId: uuidv7(), id: made.id, version: done.version, reached: false }))
        .code,
    ).toBe(34001)
    expect((await service.refused(calls.cancel, { id: made.id, version: done.version, reason: '重复' })).code).toBe(
      34001,
    )
  })

  it('a next time makes a follow-up of its own', async () => {
    const made = await plan({ subject: '拔牙 38' })
    const done = await report(made, { resultCode: '2', nextPlanTime: '2026-11-23 10:00:00' })
    const next = await get(done.nextId as string)
    expect([next.subject, next.planTime, next.status, next.ownerRole]).toEqual([
      '拔牙 38',
      '2026-11-23 10:00:00',
      0,
      'service',
    ])
    const past = await service.refused(calls.report, {
      requestId: uuidv7(),
      ...(await plan()),
      reached: true,
      resultCode: '1',
      nextPlanTime: '2026-11-19 10:00:00',
    })
    expect([past.code, past.data.fields?.[0]?.field]).toEqual([34003, 'nextPlanTime'])
  })

  it('past its deadline it is overdue at once, the job writes it down once, and it can still be done', async () => {
    const made = await plan({ deadline: '2026-11-20' })
    toward('2026-11-21 00:00:30')
    expect((await get(made.id)).status).toBe(3)
    expect((await list('overdue')).list.map((row) => row.id)).toContain(made.id)
    const jobs = app.application.services.jobs
    await jobs.runNow('follow-up.overdue')
    const after = await get(made.id)
    await jobs.runNow('follow-up.overdue')
    expect((await get(made.id)).version).toBe(after.version)
    expect(await app.sql('select status, timely from follow_up where id = $1', [made.id])).toEqual([
      { status: 3, timely: false },
    ])
    const moved = await service.call(calls.update, {
      id: made.id,
      version: after.version,
      type: 1,
      planTime: '2026-11-22 10:00:00',
      deadline: '2026-11-22',
      method: 3,
      content: '改用微信',
    })
    expect(moved.status).toBe(0)
    expect((await report(moved)).status).toBe(1)
  })
})

describe('a no-show', () => {
  it('becomes a follow-up of the front desk for today, once; the missed appointment stays what it is', async () => {
    await app.empty('follow_call', 'follow_up')
    const missed = async (patientId: string | null) => {
      const id = uuidv7()
      const at = parseDateTime('2026-11-19 10:00:00')
      serial += 1
      await app.sql(
        `insert into appointment (tenant_id, id, clinic_id, appoint_no, patient_id, temp_name, doctor_id, starts_at, ends_at, title, status, no_show_at, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, '根管治疗', 9, $9, $8, $8)`,
        [
          A,
          id,
          clinicId,
          `YYN${serial}`,
          patientId,
          patientId ? null : '临时',
          d1,
          at,
          new Date(at.getTime() + 1_800_000),
        ],
      )
      return id
    }
    const id = await missed(p1)
    const handle = (key: string, version = 1) =>
      desk.call(contract.appointment.handleMissed, { id: key, version, how: 3, reason: '' })
    await handle(id)
    expect((await desk.refused(contract.appointment.handleMissed, { id, version: 2, how: 3 })).code).toBe(23015)
    const rows = (await list('today', desk, { mine: true })).list
    expect(rows.map((row) => [row.type, row.subject, row.patientName, row.createdFrom])).toEqual([
      [8, '根管治疗', '周雨桐', 3],
    ])
    expect(rows[0]?.content).toBe('11月19日的预约（根管治疗）没有到店，请了解原因并改约。')
    expect(await app.sql('select status, no_show_handled from appointment where id = $1', [id])).toEqual([
      { status: 9, no_show_handled: 3 },
    ])
    // Nobody can be called without a file.
    expect(
      (await desk.refused(contract.appointment.handleMissed, { id: await missed(null), version: 1, how: 3 })).code,
    ).toBe(23018)
  })
})

describe('who may what', () => {
  it('a doctor has the own ones and those of treated patients; the post of another gets none; nobody sees the other clinic', async () => {
    await app.empty('follow_call', 'follow_up')
    const forService = await plan()
    const forDoctor = await plan({ ownerId: d1, ownerRole: null })
    const forNurse = await plan({ ownerRole: 'nurse' })
    const seen = async (client: Client) => (await list('today', client)).list.map((row) => row.id).sort()
    expect(await seen(service)).toEqual([forService.id, forDoctor.id, forNurse.id].sort())
    expect(await seen(doctor)).toEqual([forDoctor.id])
    expect((await doctor.refused(calls.get, { id: forService.id })).code).toBe(404)
    expect((await doctor.refused(calls.report, { requestId: uuidv7(), ...forService, reached: false })).code).toBe(404)
    expect(await seen(await app.as('service', 'a2'))).toEqual([])
    expect((await (await app.as('finance')).refused(calls.list, page)).code).toBe(403)
    expect((await (await app.as('nurse')).refused(calls.rules, {})).code).toBe(403)
    expect((await (await app.as('nurse')).call(calls.list, { ...page })).list[0]?.mobile).toMatch(/^\d{3}\*{4}\d{4}$/)
    expect(await service.call(calls.total, {})).toEqual({ today: 3, overdue: 0, upcoming: 0, doneToday: 0, total: 3 })
    expect((await service.call(calls.total, { mine: true })).today).toBe(1)
  })

  it('assignment: several at once, to a person who works here, who is told', async () => {
    const a = await plan()
    const b = await plan()
    await service.call(calls.cancel, { ...b, reason: '重复' })
    const strange = await service.refused(calls.assign, { ids: [a.id], ownerId: fixture.employees.a2.nurse })
    expect([strange.code, strange.data.fields?.[0]?.field]).toEqual([34005, 'ownerId'])
    const nurse = fixture.employees.a1.nurse
    expect(await service.call(calls.assign, { ids: [a.id, b.id], ownerId: nurse })).toEqual({ assigned: 1, passed: 1 })
    expect((await get(a.id)).ownerName).toBe('护士a1')
    expect((await messagesOf(nurse))[0]?.title).toBe('客服a1 分派给您 1 条随访')
    expect((await (await app.as('nurse')).refused(calls.assign, { ids: [a.id], ownerRole: 'nurse' })).code).toBe(403)
  })

  it('bad input says what is wrong beside its field and writes nothing', async () => {
    const count = async () => (await app.sql<{ n: number }>('select count(*)::int as n from follow_up'))[0]?.n
    const before = await count()
    const field = async (more: object) => {
      const refusal = await service.refused(calls.create, {
        requestId: uuidv7(),
        patientId: p1,
        planTime: '2026-11-20 10:00:00',
        content: '要点',
        ...more,
      })
      return [refusal.data.fields?.[0]?.field, refusal.message]
    }
    expect((await field({ planTime: '2026-11-19 10:00:00' }))[0]).toBe('planTime')
    expect((await field({ deadline: '2026-11-19' }))[0]).toBe('deadline')
    expect((await field({ content: '' }))[0]).toBe('content')
    expect((await field({ patientId: fixture.patients.b[0] }))[0]).toBe('patientId')
    expect(await count()).toBe(before)
  })
})

describe('rules and templates', () => {
  it('a rule has to look for something; names are used once; a template in use stays', async () => {
    const { templates } = await director.call(calls.options, {})
    const template = templates[0] as (typeof templates)[number]
    const rule = {
      name: '美白一周',
      triggers: [3] as (1 | 2 | 3 | 4)[],
      delayDays: [7],
      type: 3 as const,
      ownerRole: 'service' as const,
      templateId: template.id,
    }
    const save = (more: object) => director.refused(calls.saveRule, { requestId: uuidv7(), ...rule, ...more })
    expect((await save({})).data.fields?.[0]?.field).toBe('words')
    expect((await save({ triggers: [4] })).data.fields?.[0]?.field).toBe('absentDays')
    expect((await save({ triggers: [1] })).data.fields?.[0]?.field).toBe('icdCodes')
    expect((await save({ triggers: [3, 4], absentDays: 30 })).data.fields?.[0]?.field).toBe('triggers')
    expect((await save({ words: ['美白'], name: '拔牙次日' })).data.fields?.[0]).toEqual({
      field: 'name',
      message: '已有同名的随访规则',
    })
    const made = await director.call(calls.saveRule, { requestId: uuidv7(), ...rule, words: ['美白'] })
    expect((await director.refused(calls.removeTemplate, { id: template.id, version: template.version })).code).toBe(
      34011,
    )
    await director.call(calls.removeRule, made)
    const words = await director.call(calls.saveTemplate, {
      requestId: uuidv7(),
      name: '美白后',
      type: 3,
      content: '{称呼}您好',
    })
    expect(
      (await director.refused(calls.saveTemplate, { requestId: uuidv7(), name: '美白后', type: 3, content: '又' })).data
        .fields?.[0]?.field,
    ).toBe('name')
    await director.call(calls.removeTemplate, words)
    await director.call(calls.saveTemplate, { requestId: uuidv7(), name: '美白后', type: 3, content: '又一次' })
    expect((await service.refused(calls.saveRule, { requestId: uuidv7(), ...rule, words: ['美白'] })).code).toBe(403)
  })

  it('absence: who was in orthodontic treatment and has not come for more than 45 days is asked once, unless booked', async () => {
    await app.empty('follow_call', 'follow_up')
    const jobs = app.application.services.jobs
    const bill = await desk.call(contract.billing.open, {
      patientId: p1,
      doctorId: d1,
      items: [{ tariffId: fixture.tariffs.a.check, price: '1000.00', qty: 1, teeth: '' }],
      submit: true,
      requestId: uuidv7(),
    })
    await app.sql(`update bill_item set name = '正畸复诊加力', category_name = '矫治' where bill_id = $1`, [bill.id])
    const came = async (patientId: string, at: string) => {
      await visit(patientId, at, 3)
      await app.sql('update patient_stat set last_visit_at = $2 where patient_id = $1', [patientId, parseDateTime(at)])
    }
    await came(p1, '2026-11-20 10:00:00')
    await came(p2, '2026-11-20 10:00:00')
    const absent = async (day: string) => {
      toward(`${day} 03:20:00`)
      await jobs.runNow('follow-up.absent')
      return (
        await app.sql<{ patient_id: string; content: string }>(
          `select patient_id, content from follow_up where type = 4`,
        )
      ).map((row) => row.patient_id)
    }
    // 45 days are 2027-01-04: not yet more than 45.
    expect(await absent('2027-01-04')).toEqual([])
    await app.sql(
      `insert into appointment (tenant_id, id, clinic_id, appoint_no, patient_id, doctor_id, starts_at, ends_at, status, created_at, updated_at)
       values ($1, $2, $3, 'YYF-1', $4, $5, '2027-01-06 10:00+08', '2027-01-06 10:30+08', 1, now(), now())`,
      [A, uuidv7(), clinicId, p1, d1],
    )
    expect(await absent('2027-01-05')).toEqual([])
    await app.sql(`update appointment set status = 6 where appoint_no = 'YYF-1'`)
    // p2 was never in orthodontic treatment.
    expect(await absent('2027-01-06')).toEqual([p1])
    expect(await absent('2027-01-07')).toEqual([p1])
    const [row] = (await list('today', await app.as('service'))).list
    expect([row?.subject, row?.ownerRole, row?.content.startsWith('周女士您好，您距上次正畸复诊（11月20日）')]).toEqual(
      ['45 天未复诊', 'service', true],
    )
    await app.sql(`delete from appointment where appoint_no = 'YYF-1'`)
  })
})

describe('statistics', () => {
  it('due, done, in time, reached, satisfied, booked again: exact figures in all, by day, person and type', async () => {
    await app.empty('follow_call', 'follow_up')
    await app.sql(`update appointment set created_at = '2026-01-01' where clinic_id = $1`, [clinicId])
    // Day 1: one done at once with 5 points and booked again, one after a miss with 4, one cancelled, one never tried.
    const a = await plan()
    const b = await plan({ type: 3 })
    const c = await plan()
    await plan({ deadline: '2026-11-20' })
    await service.call(calls.cancel, { ...c, reason: '重复' })
    toward('2026-11-20 11:00:00')
    await report(a, { satisfaction: 5 })
    const missed = await miss(b)
    toward('2026-11-21 10:30:00')
    await report(missed, { satisfaction: 4 })
    await app.application.services.jobs.runNow('follow-up.overdue')
    await desk.call(contract.appointment.create, {
      requestId: uuidv7(),
      patientId: p1,
      doctorId: d1,
      startTime: '2026-11-25 09:00:00',
      endTime: '2026-11-25 09:30:00',
    })
    // Day 2: one of the nurse, reached too late with 2 points.
    const late = await plan({ patientId: p3, planTime: '2026-11-21 12:00:00', deadline: '2026-11-21' })
    toward('2026-11-23 09:00:00')
    const nurse = await app.as('nurse')
    await service.call(calls.assign, { ids: [late.id], ownerId: fixture.employees.a1.nurse })
    const shown = await get(late.id)
    await report({ id: late.id, version: shown.version }, { satisfaction: 2 }, nurse)

    const stats = await director.call(calls.stats, { dateFrom: '2026-11-20', dateTo: '2026-11-22' })
    expect(stats.summary).toEqual({
      due: 4,
      done: 3,
      timely: 2,
      tries: 4,
      reached: 3,
      rated: 3,
      points: 11,
      satisfied: 2,
      booked: 2,
    })
    expect(stats.days).toEqual([
      { date: '2026-11-20', due: 3, done: 2 },
      { date: '2026-11-21', due: 1, done: 1 },
      { date: '2026-11-22', due: 0, done: 0 },
    ])
    expect(stats.people.map(({ name, due, done }) => [name, due, done])).toEqual([
      ['客服a1', 2, 2],
      ['护士a1', 1, 1],
      ['未分派', 1, 0],
    ])
    expect(stats.types.map(({ type, due, tries }) => [type, due, tries])).toEqual([
      [1, 3, 2],
      [3, 1, 2],
    ])
    const found = await director.call(calls.records, {
      dateFrom: '2026-11-20',
      dateTo: '2026-11-22',
      satisfactionTo: 2,
      ...page,
    })
    expect(found.list.map((row) => [row.id, row.doneName])).toEqual([[late.id, '护士a1']])
    expect(
      (await director.refused(calls.stats, { dateFrom: '2025-01-01', dateTo: '2026-11-22' })).data.fields?.[0]?.message,
    ).toBe('统计时段不能超过 366 天')
    expect(
      (await director.refused(calls.stats, { dateFrom: '2026-11-22', dateTo: '2026-11-20' })).data.fields?.[0]?.field,
    ).toBe('dateTo')
  })

  it('home-counts: a home screen knows how many follow-ups there are', async () => {
    await app.empty('follow_call', 'follow_up')
    await plan()
    await plan({ deadline: '2026-11-20' })
    await plan({ planTime: '2026-11-22 10:00:00' })
    await report(await plan())
    expect(await service.call(calls.total, {})).toEqual({ today: 2, overdue: 0, upcoming: 1, doneToday: 1, total: 2 })
    toward('2026-11-21 08:00:00')
    expect(await service.call(calls.total, {})).toEqual({ today: 1, overdue: 1, upcoming: 1, doneToday: 0, total: 2 })
    // Headquarters sees the home screen without the work list: the clinic's figures.
    expect((await (await app.as('headquarters')).call(calls.total, {})).total).toBe(2)
  })
})

describe('reminders about a patient', () => {
  const reminds = contract.patientRemind
  const save = (more: Partial<WireInput<typeof reminds.save>> = {}, client = service) =>
    client.call(reminds.save, {
      requestId: uuidv7(),
      patientId: p1,
      title: '约种植二期',
      content: '骨结合满三个月',
      remindTime: '2026-11-20 09:30:00',
      remindTo: [fixture.employees.a1.doctor],
      ...more,
    })
  const listed = async (more = {}, client = service) => (await client.call(reminds.list, { ...page, ...more })).list
  const ring = () => app.application.services.jobs.runNow('patient-remind.ring')
  const told = () =>
    app.sql<{ recipient_id: string; body: string }>(
      `select recipient_id, body from message where title like '%约种植二期' order by created_at`,
    )

  it('rings at its time, once, to those named; then it is reminded, and done', async () => {
    await app.empty('patient_remind')
    const made = await save()
    await ring()
    expect(await told()).toEqual([])
    toward('2026-11-20 09:30:00')
    await ring()
    await ring()
    expect(await told()).toEqual([{ recipient_id: fixture.employees.a1.doctor, body: '骨结合满三个月' }])
    const [row] = await listed()
    expect([row?.status, row?.nextTime, row?.remindTo[0]?.name]).toEqual([1, null, '医生a1'])
    const done = await service.call(reminds.finish, { id: made.id, version: row?.version as number, status: 2 })
    expect(await listed()).toEqual([])
    expect((await listed({ tab: 'ended' }))[0]?.status).toBe(2)
    expect((await service.refused(reminds.finish, { ...done, status: 3 })).code).toBe(34022)
    await app.empty('message')
  })

  it('monthly from the 31st: rings on the last day of a shorter month and on the 31st again; closing ends it', async () => {
    await app.empty('patient_remind')
    toward('2027-01-01 08:00:00')
    const made = await save({ remindTime: '2027-01-31 09:00:00', repeat: 3 }, await app.as('service'))
    for (const [day, next] of [
      ['2027-01-31', '2027-02-28 09:00:00'],
      ['2027-02-28', '2027-03-31 09:00:00'],
      ['2027-03-31', '2027-04-30 09:00:00'],
    ] as const) {
      toward(`${day} 09:00:10`)
      await ring()
      expect((await listed({}, await app.as('service')))[0]?.nextTime).toBe(next)
    }
    expect(await told()).toHaveLength(3)
    const late = await app.as('service')
    const [row] = await listed({}, late)
    await late.call(reminds.finish, { id: made.id, version: row?.version as number, status: 3 })
    toward('2027-04-30 10:00:00')
    await ring()
    expect(await told()).toHaveLength(3)
    await app.empty('message')
  })

  it('a new time arms it again; past times and strangers are refused beside their field', async () => {
    await app.empty('patient_remind')
    const field = async (more: object) =>
      (
        await service.refused(reminds.save, {
          requestId: uuidv7(),
          patientId: p1,
          title: '约种植二期',
          remindTime: '2026-11-20 09:30:00',
          remindTo: [fixture.employees.a1.doctor],
          ...more,
        })
      ).data.fields?.[0]?.field
    expect(await field({ remindTime: '2026-11-20 08:59:00' })).toBe('remindTime')
    expect(await field({ remindTo: [fixture.employees.a2.doctor] })).toBe('remindTo')
    expect(await field({ remindTo: [] })).toBe('remindTo')
    expect(await field({ title: ' ' })).toBe('title')
    const made = await save()
    toward('2026-11-20 09:31:00')
    await ring()
    const [row] = await listed()
    const moved = await save({ id: made.id, version: row?.version as number, remindTime: '2026-11-21 09:00:00' })
    expect((await listed())[0]).toMatchObject({ status: 0, nextTime: '2026-11-21 09:00:00' })
    expect(
      (await service.refused(reminds.finish, { id: made.id, version: (row?.version as number) + 7, status: 2 })).http,
    ).toBe(409)
    expect(moved.version).toBeGreaterThan(made.version)
    // Who neither made it nor is told, and has not treated the patient, does not see it.
    expect(await listed({}, await app.as('consultant'))).toEqual([])
    expect(await listed({}, doctor)).toHaveLength(1)
    await app.empty('message')
  })
})

it('two at once: one is written, the other is told of the change', async () => {
  const made = await plan()
  const answers = await Promise.allSettled([report(made), miss(made, desk)])
  expect(answers.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected'])
  const lost = answers.find((each) => each.status === 'rejected') as PromiseRejectedResult
  expect((lost.reason as { http: number }).http).toBe(409)
})

it('the invariants hold', async () => {
  await app.empty('follow_call', 'follow_up')
  const made = await plan()
  await miss(made)
  const broken = await brokenInvariants(
    app.owner,
    (name) => name.startsWith('I9 follow') || name.startsWith('I10 follow') || name.includes('state machine'),
  )
  expect(broken).toEqual([])
})
