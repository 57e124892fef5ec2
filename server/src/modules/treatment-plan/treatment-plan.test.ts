import { contract, type WireInput } from '@dentin/contract'
import { planLineStates, planStates } from '@dentin/contract/treatment-plan'
import { uuidv7 } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { lapsePlans } from './commands.ts'

const calls = contract.treatmentPlan
const { tariffs } = { tariffs: fixture.tariffs.a }
const [p1, p2] = fixture.patients.a as [string, string]
const [d1, d2] = fixture.doctors.a1 as [string, string]
const clinicId = fixture.clinics.a1
const app = await testApp({ at: '2026-11-20 10:00:00' })
let director: Client
let doctor: Client
let consultant: Client
let desk: Client
beforeAll(async () => {
  director = await app.as('director')
  doctor = await app.asDoctor(0)
  consultant = await app.as('consultant')
  desk = await app.as('reception')
  await app.sql('update patient set resp_doctor_id = $1, consultant_id = $2 where id = $3', [
    d1,
    fixture.employees.a1.consultant,
    p1,
  ])
  await app.sql('update employee set is_consultant = true where id = $1', [fixture.employees.a1.consultant])
})

type Save = WireInput<typeof calls.save>
type Line = Save['options'][number]['lines'][number]
const lineOf = (tariffId: string, more: Partial<Line> = {}): Line => ({ tariffId, qty: 1, phase: 1, ...more })
const implantOption = (): Save['options'][number] => ({
  name: '种植修复',
  doctorId: d1,
  months: 8,
  pros: ['不磨邻牙'],
  cons: ['两次小手术，时间较长'],
  phases: [
    { name: '检查与植入', month: '2026-12', visits: 2 },
    { name: '冠修复', month: '2027-06', visits: 3 },
  ],
  lines: [
    lineOf(tariffs.film, { teeth: '46' }),
    lineOf(tariffs.implant, { teeth: '46', outcome: 'implant' }),
    lineOf(tariffs.filling, { teeth: '36:O', phase: 2, outcome: 'filling' }),
  ],
})
const bridgeOption = (): Save['options'][number] => ({
  name: '树脂充填',
  phases: [{ name: '充填', visits: 1 }],
  lines: [lineOf(tariffs.filling, { teeth: '36:O', qty: 2 })],
})
const write = (more: Partial<Save> = {}, client = doctor) =>
  client.call(calls.save, {
    requestId: uuidv7(),
    patientId: p1,
    doctorId: d1,
    title: '36、46 缺损修复',
    options: [implantOption(), bridgeOption()],
    ...more,
  })
const get = (id: string, client = doctor) => client.call(calls.get, { id })
const quote = (plan: { id: string; version: number }, validUntil = '2026-12-20', client = doctor) =>
  client.call(calls.quote, { id: plan.id, version: plan.version, validUntil })
async function accepted(more: Partial<Save> = {}) {
  const quoted = await quote(await write(more))
  const [option] = (await get(quoted.id)).options
  const done = await doctor.call(calls.accept, { ...quoted, optionId: option?.id as string })
  return { ...done, lines: (await get(done.id)).options[0]?.lines ?? [] }
}
const shown = async (id: string) => {
  const plan = await get(id)
  return { plan: plan.status, lines: plan.options[0]?.lines.map(({ status }) => status) }
}

describe('writing and quoting', () => {
  it('two options with their prices; the discount leaves out what takes none', async () => {
    const made = await write({ discountPercent: 95, discountReason: '老患者' }, director)
    const plan = await get(made.id)
    expect(plan).toMatchObject({ status: 0, planNo: expect.stringMatching(/^FA261120-\d{4}$/) as string })
    const [one, other] = plan.options
    // 50 takes no discount; 12,000 and 480 by 5 %.
    expect(one).toMatchObject({ originalAmount: '12530.00', discountAmount: '624.00', amount: '11906.00' })
    expect(other).toMatchObject({ originalAmount: '960.00', discountAmount: '48.00', amount: '912.00' })
    expect(one?.phases.map(({ name }) => name)).toEqual(['检查与植入', '冠修复'])
    expect(one?.lines[1]).toMatchObject({ teeth: '46', outcome: 'implant', listPrice: '12000.00' })
  })

  it('a discount below the own limit is refused beside its field', async () => {
    const refusal = await doctor.refused(calls.save, {
      requestId: uuidv7(),
      patientId: p1,
      doctorId: d1,
      title: '修复',
      discountPercent: 50,
      options: [bridgeOption()],
    })
    expect(refusal.code).toBe(26004)
    expect(refusal.data.fields?.[0]?.field).toBe('discountPercent')
  })

  it('an item that needs teeth, an unknown phase, a day that has passed, an empty option: each beside its field', async () => {
    const field = async (options: Save['options']) =>
      (await doctor.refused(calls.save, { requestId: uuidv7(), patientId: p1, doctorId: d1, title: '修复', options }))
        .data.fields?.[0]?.field
    expect(await field([{ ...bridgeOption(), lines: [lineOf(tariffs.filling)] }])).toBe('options.0.lines.0.teeth')
    expect(await field([{ ...bridgeOption(), lines: [lineOf(tariffs.film, { teeth: '46', phase: 2 })] }])).toBe(
      'options.0.lines.0.phase',
    )
    const made = await write({ options: [{ ...bridgeOption(), lines: [] }] })
    expect((await doctor.refused(calls.quote, { ...made, validUntil: '2026-12-01' })).code).toBe(25301)
    expect((await doctor.refused(calls.quote, { ...made, validUntil: '2026-11-19' })).code).toBe(25304)
  })

  it('a quote holds its price while the price list changes; the new price stands beside it', async () => {
    const quoted = await quote(await write())
    await app.sql('update tariff set price = 12500 where id = $1', [tariffs.implant])
    const before = await get(quoted.id)
    expect(before.options[0]?.lines[1]).toMatchObject({ price: '12000.00', listPrice: '12500.00' })
    const { options } = before
    // Changing something else keeps what was quoted, and each line keeps its identity.
    const saved = await write({
      id: quoted.id,
      version: quoted.version,
      title: '改了标题',
      options: options.map(({ id, name, phases, lines }) => ({
        id,
        name,
        phases,
        lines: lines.map(({ id: line, tariffId, teeth, qty, phase, outcome }) => ({
          id: line,
          tariffId,
          teeth,
          qty,
          phase,
          outcome,
        })),
      })),
    })
    const after = await get(saved.id)
    expect(after.options[0]?.lines.map(({ id }) => id)).toEqual(options[0]?.lines.map(({ id }) => id))
    expect(after.options[0]?.lines[1]?.price).toBe('12000.00')
    // Quoted anew it takes the price of today.
    await quote(saved)
    expect((await get(saved.id)).options[0]?.lines[1]?.price).toBe('12500.00')
    await app.sql('update tariff set price = 12000 where id = $1', [tariffs.implant])
  })

  it('two who write at once: the second hears of it', async () => {
    const made = await write()
    await write({ id: made.id, version: made.version, title: '先保存的' })
    const late = await director.refused(calls.save, {
      requestId: uuidv7(),
      id: made.id,
      version: made.version,
      patientId: p1,
      doctorId: d1,
      title: '后保存的',
      options: [bridgeOption()],
    })
    expect(late.code).toBe(409)
    expect((await get(made.id)).title).toBe('先保存的')
  })
})

describe('the answer', () => {
  it('what was accepted is not rewritten, by nobody', async () => {
    const plan = await accepted()
    expect(await shown(plan.id)).toEqual({ plan: planStates.code.accepted, lines: [0, 0, 0] })
    expect((await doctor.refused(calls.save, { ...saveAgain(plan), title: '改' })).code).toBe(25302)
    // Not even code that forgets to ask can.
    const { database } = app.application.services
    const rewrite = (statement: RawBuilder<unknown>) =>
      database.withTenant(fixture.tenants.a, 'all', (tx) => tx.rows(statement))
    expect(
      await rewrite(
        sql`update treatment_plan_line set name = 'x' where tenant_id = ${fixture.tenants.a} and plan_id = ${plan.id} returning id`,
      ),
    ).toEqual([])
    expect(
      await rewrite(
        sql`delete from treatment_plan_line where tenant_id = ${fixture.tenants.a} and plan_id = ${plan.id} returning id`,
      ),
    ).toEqual([])
    expect(
      await rewrite(
        sql`delete from treatment_plan_option where tenant_id = ${fixture.tenants.a} and plan_id = ${plan.id} returning id`,
      ),
    ).toEqual([])
  })

  it('a quote that is over is not accepted; the clock says so', async () => {
    const quoted = await quote(await write(), '2026-11-20')
    await app.sql(`update treatment_plan set valid_until = '2026-11-19' where id = $1`, [quoted.id])
    const optionId = (await get(quoted.id)).options[0]?.id as string
    expect((await doctor.refused(calls.accept, { ...quoted, optionId })).code).toBe(25303)
    const lapse = () =>
      app.application.services.database.withTenant(fixture.tenants.a, 'all', (tx) => lapsePlans(tx, 10))
    expect(await lapse()).toBe(1)
    expect(await lapse()).toBe(0)
    const over = await get(quoted.id)
    expect(over.status).toBe(planStates.code.expired)
    const again = await quote(over)
    expect(again.status).toBe(planStates.code.quoted)
  })

  it('a refusal keeps its reason and makes one follow-up of the consultant', async () => {
    const quoted = await quote(await write({ consultantId: fixture.employees.a1.consultant as string }))
    await consultant.call(calls.refuse, { ...quoted, reason: '价格', remark: '再比较一家' })
    expect(await get(quoted.id)).toMatchObject({ status: 5, refuseReason: '价格' })
    const found = await app.sql<{ type: number; owner_id: string; content: string }>(
      `select type, owner_id, content from follow_up where source_key like $1`,
      [`lost-plan:${quoted.id}:%`],
    )
    expect(found).toEqual([
      {
        type: 9,
        owner_id: fixture.employees.a1.consultant,
        content: '治疗计划「36、46 缺损修复」未成交（价格），请了解想法，能帮的尽量帮。',
      },
    ])
  })

  it('the rate counts what was accepted, refused and ran out, by doctor and by consultant, and opens just those plans', async () => {
    const person = fixture.employees.a1.consultant as string
    await accepted({ consultantId: person })
    const made = await write({ consultantId: person })
    const { rate, consultantRate } = await get(made.id)
    const of = await app.sql<{ status: number }>(
      `select status from treatment_plan where consultant_id = $1 and status in (2, 5, 6)`,
      [person],
    )
    expect(of.length).toBeGreaterThan(0)
    expect(consultantRate).toEqual({ accepted: of.filter(({ status }) => status === 2).length, answered: of.length })
    expect((await get((await write()).id)).consultantRate).toBeNull()
    const opened = { doctor: { doctorId: d1 }, consultant: { consultantId: person } }
    const { rates } = await director.call(calls.list, { tab: 'quoted' })
    for (const which of ['doctor', 'consultant'] as const) {
      const whose = which === 'doctor' ? d1 : person
      const said = rates.find(({ of: owner, personId }) => owner === which && personId === whose)
      const { total, list } = await director.call(calls.list, { tab: 'answered', ...opened[which], pageSize: 100 })
      expect([which, total]).toEqual([which, said?.answered])
      const agreed = list.filter(({ answeredAt, status }) => answeredAt !== null && ![5, 6].includes(status))
      expect([which, agreed.length]).toEqual([which, said?.accepted])
    }
    const rows = await app.sql<{ status: number }>(
      `select status from treatment_plan where doctor_id = $1 and status in (2, 5, 6)`,
      [d1],
    )
    expect(rate).toEqual({ accepted: rows.filter(({ status }) => status === 2).length, answered: rows.length })
  })
})

const saveAgain = (plan: { id: string; version: number }): Save => ({
  requestId: uuidv7(),
  id: plan.id,
  version: plan.version,
  patientId: p1,
  doctorId: d1,
  title: '36、46 缺损修复',
  options: [bridgeOption()],
})

describe('one line from plan to bill', () => {
  it('an appointment takes length, name and teeth from the lines it is for', async () => {
    const plan = await accepted()
    const [check, implant] = plan.lines
    await app.sql('update tariff set duration_min = 20 where id = $1', [check?.tariffId])
    await app.sql('update tariff set duration_min = 75 where id = $1', [implant?.tariffId])
    const book = (startTime: string, planLineIds: string[], over: { title?: string } = {}) =>
      director.call(contract.appointment.create, {
        requestId: uuidv7(),
        patientId: p1,
        doctorId: d1,
        startTime,
        planLineIds,
        ...over,
      })
    const both = await book('2026-11-24 09:00:00', [check?.id as string, implant?.id as string])
    expect(await director.call(contract.appointment.get, { id: both.id as string })).toMatchObject({
      startTime: '2026-11-24 09:00:00',
      endTime: '2026-11-24 10:35:00',
      title: `${check?.name}、${implant?.name}`,
      teeth: implant?.teeth,
    })
    const titled = await book('2026-11-24 14:00:00', [implant?.id as string], { title: '一期手术' })
    expect(await director.call(contract.appointment.get, { id: titled.id as string })).toMatchObject({
      endTime: '2026-11-24 15:15:00',
      title: '一期手术',
    })
  })

  it('booked, done, charged, each followed by itself, and back when the bill is voided or the record amended', async () => {
    const plan = await accepted()
    const [check, implant, filling] = plan.lines
    const booked = await director.call(contract.appointment.create, {
      requestId: uuidv7(),
      patientId: p1,
      doctorId: d1,
      startTime: '2026-11-23 10:00:00',
      endTime: '2026-11-23 11:00:00',
      planLineIds: [implant?.id as string],
    })
    expect((await shown(plan.id)).lines).toEqual([0, planLineStates.code.booked, 0])
    const [row] = await app.sql<{ version: number }>('select version from appointment where id = $1', [booked.id])
    const { cancelReasons } = await director.call(contract.appointment.options, {})
    await director.call(contract.appointment.cancel, {
      id: booked.id as string,
      version: row?.version as number,
      reasonId: cancelReasons[0]?.id as string,
    })
    expect((await shown(plan.id)).lines).toEqual([0, 0, 0])

    // Charged before it is done: the quoted price needs no right.
    await app.sql('update tariff set price = 700 where id = $1', [tariffs.filling])
    const bill = await desk.call(contract.billing.open, {
      requestId: uuidv7(),
      patientId: p1,
      items: [{ tariffId: tariffs.filling, qty: 1, teeth: '36', price: '480.00', planLineId: filling?.id as string }],
    })
    expect((await shown(plan.id)).lines).toEqual([0, 0, 0])
    const paid = await desk.call(contract.billing.charge, {
      id: bill.id,
      version: bill.version,
      requestId: uuidv7(),
      payments: [{ payMethodId: fixture.payMethods.a.cash as string, amount: '480.00' }],
    })
    expect(await shown(plan.id)).toEqual({ plan: planStates.code.partly, lines: [0, 0, planLineStates.code.charged] })
    const twice = await desk.refused(contract.billing.open, {
      requestId: uuidv7(),
      patientId: p1,
      items: [{ tariffId: tariffs.filling, qty: 1, teeth: '36', price: '480.00', planLineId: filling?.id as string }],
    })
    expect(twice.code).toBe(25308)

    // Done and signed: the record's bill leaves out what was charged before.
    const record = await signedRecord([
      { tariffId: tariffs.film, planLineId: check?.id as string },
      { tariffId: tariffs.filling, planLineId: filling?.id as string },
    ])
    expect((await shown(plan.id)).lines).toEqual([planLineStates.code.done, 0, planLineStates.code.charged])
    const draft = await doctor.call(contract.billing.draftFromRecord, { recordId: record.id, requestId: uuidv7() })
    expect(draft.receivableAmount).toBe('50.00')

    // The charge is taken back: the line is done, not charged.
    await director.call(contract.billing.revoke, {
      id: bill.id,
      version: paid.version,
      reason: '收错',
      requestId: uuidv7(),
    })
    expect((await shown(plan.id)).lines).toEqual([planLineStates.code.done, 0, planLineStates.code.done])
    const cancelled = await doctor.refused(calls.cancelLine, {
      ...plan,
      lineId: check?.id as string,
      cancel: true,
      reason: '不做了',
    })
    expect(cancelled.code).toBe(25305)

    // Amended without them, they are to be done again.
    const amending = await doctor.call(contract.record.amend, { ...record, reason: '写错' })
    const { content } = await doctor.call(contract.record.get, { id: record.id })
    const saved = await doctor.call(contract.record.save, {
      id: record.id,
      version: amending.version,
      content: { ...content, treatments: [{ teeth: '', content: '检查', tariffs: [] }] },
    })
    await doctor.call(contract.record.sign, { id: record.id, version: saved.version })
    expect((await shown(plan.id)).lines).toEqual([0, 0, 0])
    await app.sql('update tariff set price = 480 where id = $1', [tariffs.filling])
  })

  it('lines of another patient, of a plan without an answer, of another item: refused beside the field', async () => {
    const plan = await accepted()
    const implant = plan.lines[1]?.id as string
    const bill = (more: object) => ({
      requestId: uuidv7(),
      patientId: p1,
      items: [{ tariffId: tariffs.implant, qty: 1, teeth: '46', price: '12000.00', planLineId: implant, ...more }],
    })
    const stranger = await desk.refused(contract.billing.open, { ...bill({}), patientId: p2 })
    expect([stranger.code, stranger.data.fields?.[0]?.field]).toEqual([25306, 'items.0.planLineId'])
    const other = await desk.refused(contract.billing.open, bill({ tariffId: tariffs.filling, price: '480.00' }))
    expect(other.code).toBe(25307)
    // Another price than the quoted one needs the right to change prices.
    expect((await desk.refused(contract.billing.open, bill({ price: '11000.00' }))).code).toBe(26006)
    const draft = await write()
    const line = (await get(draft.id)).options[0]?.lines[1]?.id as string
    expect((await desk.refused(contract.billing.open, bill({ planLineId: line }))).code).toBe(25306)
  })

  it('a cancelled line counts no more, and comes back', async () => {
    const plan = await accepted()
    const lineId = plan.lines[1]?.id as string
    const cancelled = await doctor.call(calls.cancelLine, { ...plan, lineId, cancel: true, reason: '患者改主意' })
    expect((await shown(plan.id)).lines).toEqual([0, planLineStates.code.cancelled, 0])
    expect((await get(plan.id)).options[0]?.amount).toBe('530.00')
    expect((await doctor.call(calls.openLines, { patientId: p1 })).map(({ line }) => line.id)).not.toContain(lineId)
    await doctor.call(calls.cancelLine, { ...cancelled, lineId, cancel: false })
    expect((await shown(plan.id)).lines).toEqual([0, 0, 0])
  })
})

describe('who may', () => {
  it('a consultant writes and concludes; the desk only looks; another doctor does not see it', async () => {
    const made = await write({ doctorId: d1, consultantId: fixture.employees.a1.consultant as string }, consultant)
    expect((await get(made.id, consultant)).can).toMatchObject({ edit: true, answer: false })
    expect((await get(made.id, desk)).can).toEqual({
      edit: false,
      quote: false,
      answer: false,
      remove: false,
      cancelLines: false,
    })
    const other = await app.asDoctor(1)
    expect((await other.refused(calls.get, { id: made.id })).code).toBe(404)
    expect((await desk.refused(calls.save, saveAgain(made))).code).toBe(403)
    const forAnother = await doctor.refused(calls.save, { ...saveAgain(made), id: null, doctorId: d2 })
    expect(forAnother.data.fields?.[0]?.field).toBe('doctorId')
  })

  it('lists by what they wait for, prints with its count, and copies to a draft with the prices of today', async () => {
    const quoted = await quote(await write())
    const list = await director.call(calls.list, { tab: 'quoted' })
    expect(list.list[0]).toMatchObject({ id: quoted.id, status: 1, lineCount: 3, doneCount: 0 })
    expect(list.total).toBe(list.counts.quoted)
    const { planNo } = await get(quoted.id)
    expect((await director.call(calls.list, { tab: 'quoted', keyword: planNo })).total).toBe(1)
    expect((await director.call(calls.list, { tab: 'quoted', keyword: '没有这个人' })).total).toBe(0)
    expect((await director.call(calls.ofPatient, { patientId: p1 })).some(({ id }) => id === quoted.id)).toBe(true)
    expect((await doctor.call(calls.print, { id: quoted.id })).printCount).toBe(1)
    expect((await doctor.call(calls.print, { id: quoted.id })).printCount).toBe(2)
    const copied = await doctor.call(calls.copy, { requestId: uuidv7(), id: quoted.id })
    const draft = await get(copied.id)
    expect(draft).toMatchObject({ status: 0, title: '36、46 缺损修复' })
    expect(draft.options.map(({ lines }) => lines.length)).toEqual([3, 1])
    expect((await doctor.refused(calls.remove, quoted)).code).toBe(40020)
    await doctor.call(calls.remove, copied)
    expect((await doctor.refused(calls.get, { id: copied.id })).code).toBe(404)
  })
})

/** A signed record whose treatments name lines of a plan. */
async function signedRecord(lines: { tariffId: string; planLineId: string }[]) {
  const [registration, treatment] = [uuidv7(), uuidv7()]
  const at = '2026-11-20T01:00:00Z'
  await app.sql(
    `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, status, treat_type, title, chief_complaint, created_at, updated_at)
     values ($1, $2, $3, 'GHP1', 900, '2026-11-20', $4, $5, $6, 3, 1, '修复', '', $6, $6)`,
    [fixture.tenants.a, registration, clinicId, p1, d1, at],
  )
  await app.sql(
    `insert into treatment (tenant_id, id, clinic_id, registration_id, patient_id, doctor_id, status, start_time, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 1, $7, $7, $7)`,
    [fixture.tenants.a, treatment, clinicId, registration, p1, d1, at],
  )
  const made = await doctor.call(contract.record.create, { treatmentId: treatment, requestId: uuidv7() })
  const saved = await doctor.call(contract.record.save, {
    id: made.id,
    version: made.version,
    content: {
      chiefComplaint: '左下后牙缺损 1 月',
      presentIllness: '一月前补牙脱落，无痛。',
      pastHistory: '否认',
      allergyHistory: '否认药物过敏史',
      exams: [{ teeth: '36:O', content: '𬌗面缺损，叩(-)' }],
      diagnoses: [{ teeth: '36', icdCode: 'K02.1', icdName: '牙本质龋', kind: 1 }],
      treatments: [
        { teeth: '36', content: '去腐，充填', tariffs: lines.map((each) => ({ ...each, qty: 1 })), anesthetic: null },
      ],
      nextVisit: { days: 7, remark: '复查' },
    },
  })
  const done = await doctor.call(contract.record.sign, { id: made.id, version: saved.version })
  return { id: made.id, version: done.version }
}
