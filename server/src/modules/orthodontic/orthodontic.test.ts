import { contract, type WireInput } from '@dentin/contract'
import { addDays, uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const calls = contract.orthodontic
const app = await testApp({ at: '2026-11-20 10:00:00' })
const today = '2026-11-20'
const [d1] = fixture.doctors.a1 as [string]
const [p1, p2, p3] = fixture.patients.a as [string, string, string]
let doctor: Client
let director: Client
let desk: Client

beforeAll(async () => {
  ;[doctor, director, desk] = await Promise.all([app.asDoctor(0), app.as('director'), app.as('reception')])
  await app.sql('update patient set resp_doctor_id = $1 where id = any($2)', [d1, [p1, p2, p3]])
})

const open = (patientId: string, client = doctor) => client.call(calls.open, { patientId, requestId: uuidv7() })
const get = (id: string, client = doctor) => client.call(calls.get, { id })
const step = (
  of: { id: string; version: number },
  name: WireInput<typeof calls.step>['step'],
  more: Partial<WireInput<typeof calls.step>> = {},
) => doctor.call(calls.step, { id: of.id, version: of.version, step: name, ...more })
const chosen: Partial<WireInput<typeof calls.save>> = {
  appliance: '固定金属',
  slot: '0.022',
  months: 24,
  planName: '拔牙矫治',
  extraction: '14;24;34;44',
  fee: { total: '18800', down: '6800', count: 24, each: '500', day: 5 },
}
const save = (
  of: { id: string; version: number },
  more: Partial<WireInput<typeof calls.save>> = chosen,
  client = doctor,
) => client.call(calls.save, { id: of.id, version: of.version, doctorId: d1, ...more })
const refusedSave = async (of: { id: string; version: number }, more: object) =>
  (await doctor.refused(calls.save, { id: of.id, version: of.version, doctorId: d1, ...more })).data.fields?.[0]

/** A patient of the doctor's with nothing in his file. */
async function somebody(name: string): Promise<string> {
  const { id } = await director.call(contract.patient.create, {
    name,
    gender: 0,
    mobile: `139${String(Math.random()).slice(2, 10)}`,
    sourceId: fixture.sources.a,
    allergyFlag: 0,
    respDoctorId: d1,
    requestId: uuidv7(),
  })
  return id
}
/** A signed plan, as the consent's signing leaves it. */
async function signedPlan(patientId: string): Promise<void> {
  const { id } = await doctor.call(contract.consent.create, {
    patientId,
    templateKey: 'orthodontics',
    requestId: uuidv7(),
  })
  const strokes = { width: 9, height: 9, strokes: [[[1, 1, 0]]] as [number, number, number][][] }
  const { version, content } = await doctor.call(contract.consent.get, { id })
  await doctor.call(contract.consent.sign, {
    id,
    version,
    signerName: content.who.name,
    ticks: content.ticks.map(() => true),
    signatures: [
      { role: 'patient', name: content.who.name, strokes },
      { role: 'doctor', name: '医生', strokes },
    ],
    requestId: uuidv7(),
  })
}
/** The newest consent of a patient, as it reads. */
async function consentText(patientId: string): Promise<string> {
  const [newest] = (await doctor.call(contract.consent.ofPatient, { id: patientId })).list
  return JSON.stringify((await doctor.call(contract.consent.get, { id: newest?.id ?? '' })).content)
}
/** A stage of a day with pictures of these kinds. */
async function pictures(patientId: string, stageTime: string, kinds: readonly number[]): Promise<void> {
  const { id } = await director.call(contract.picture.addStage, { patientId, name: '照片', stageTime })
  for (const type of kinds)
    await app.sql(
      `insert into clinic_image (tenant_id, id, clinic_id, image_stage_id, patient_id, file_id, photo_name, type, mime, bytes, width, height, sha256, created_at, updated_at)
       select tenant_id, $2, clinic_id, id, patient_id, $3, 'x', $4, 'image/png', 1, 1, 1, $5, now(), now() from image_stage where id = $1`,
      [id, uuidv7(), await file(), type, uuidv7().replaceAll('-', '').padEnd(64, '0')],
    )
}
async function file(): Promise<string> {
  const id = uuidv7()
  await app.sql(
    `insert into file_object (tenant_id, id, clinic_id, storage_key, name, sha256, bytes, media_type, created_at)
     select tenant_id, $1, id, $2, 'x', $3, 1, 'image/png', now() from clinic where id = $4`,
    [id, `test/${id}`, '0'.repeat(64), fixture.clinics.a1],
  )
  return id
}
const whole = [10, 11, 1, 2, 3, 4, 4, 3, 5, 6, 7, 8, 9]
const rule = (orthoPictureRule: 'off' | 'warn' | 'block') =>
  app.sql(`update clinic set settings = settings || jsonb_build_object('orthoPictureRule', $2::text) where id = $1`, [
    fixture.clinics.a1,
    orthoPictureRule,
  ])

describe('a case', () => {
  it('one open a patient; a broken-off one lets another begin', async () => {
    const made = await open(p1)
    expect(await get(made.id)).toMatchObject({ caseNo: expect.stringMatching(/^ZJ261120-\d{4}$/) as string, status: 1 })
    const refusal = await doctor.refused(calls.open, { patientId: p1, requestId: uuidv7() })
    expect(refusal).toMatchObject({ code: 25480, data: { id: made.id } })
    const diagnosed = await step(made, 'diagnose')
    expect((await doctor.refused(calls.step, { ...diagnosed, step: 'stop' })).data.fields?.[0]?.field).toBe('reason')
    await step(diagnosed, 'stop', { reason: '转到外院' })
    const again = await open(p1)
    expect((await doctor.call(calls.ofPatient, { patientId: p1 })).map(({ id, status }) => [id, status])).toEqual([
      [again.id, 1],
      [made.id, 9],
    ])
    expect((await get(made.id)).stopReason).toBe('转到外院')
  })

  it('70 months, a fee that does not add up, a tooth that is none: refused beside the field', async () => {
    const made = await open(p2)
    expect(await refusedSave(made, { ...chosen, months: 70 })).toMatchObject({
      field: 'months',
      message: '疗程月数不能大于60',
    })
    expect(
      await refusedSave(made, { ...chosen, fee: { total: '18800', down: '6800', count: 24, each: '400', day: 5 } }),
    ).toEqual({ field: 'fee.total', message: '首付加各期应等于总费用' })
    expect((await refusedSave(made, { ...chosen, extraction: '19' }))?.field).toBe('extraction')
    const saved = await save(made)
    expect(await get(saved.id)).toMatchObject({
      months: 24,
      fee: { each: '500.00', count: 24, day: 5 },
      extraction: '14;24;34;44',
    })
  })

  it('nobody else writes it, and the desk does not see it', async () => {
    const { id, version } = await open(p3)
    const other = await app.asDoctor(1)
    expect((await other.refused(calls.save, { id, version, doctorId: d1 })).code).not.toBe(0)
    expect((await desk.refused(calls.get, { id })).code).toBe(403)
    expect((await get(id, director)).id).toBe(id)
  })
})

describe('the start', () => {
  it('needs appliance and months, then a signed plan, then by setting the pictures', async () => {
    const patientId = await somebody('陆一诺')
    const planned = await step(await step(await open(patientId), 'diagnose'), 'propose')
    expect((await doctor.refused(calls.step, { ...planned, step: 'start' })).data.fields?.[0]?.field).toBe('appliance')
    const saved = await save(planned)
    expect((await doctor.refused(calls.step, { ...saved, step: 'start' })).code).toBe(25481)
    await signedPlan(patientId)
    await rule('block')
    await pictures(
      patientId,
      today,
      whole.filter((kind) => kind !== 11),
    )
    const refusal = await doctor.refused(calls.step, { ...saved, step: 'start' })
    expect(refusal).toMatchObject({ code: 25482, message: '影像不齐，缺头颅侧位片' })
    expect((await get(saved.id)).lackingAtStart).toEqual([{ kind: 11, name: '头颅侧位片', count: 1 }])
    await pictures(patientId, today, [11])
    const started = await step(saved, 'start')
    expect(await get(started.id)).toMatchObject({ status: 4, startDate: today, month: 1, lackingAtStart: [] })
  })

  it('pictures that lack are only said where the clinic has it so', async () => {
    const patientId = await somebody('沈之远')
    const saved = await save(await step(await step(await open(patientId), 'diagnose'), 'propose'))
    await signedPlan(patientId)
    await rule('warn')
    const future = await doctor.refused(calls.step, { ...saved, step: 'start', on: addDays(today, 1) })
    expect(future.data.fields?.[0]).toEqual({ field: 'on', message: '日期不能在将来' })
    const started = await step(saved, 'start')
    expect((await get(started.id)).lackingAtStart.length).toBeGreaterThan(5)
  })
})

describe('what is signed', () => {
  it('is the plan itself: appliance, extractions, months, fee; an empty plan is not signed', async () => {
    const patientId = await somebody('江一白')
    const planned = await step(await step(await open(patientId), 'diagnose'), 'propose')
    const ask = { patientId, templateKey: 'orthodontics', requestId: uuidv7() }
    expect((await doctor.refused(contract.consent.create, ask)).data.fields?.[0]).toEqual({
      field: 'templateKey',
      message: '请先在正畸病例里选定方案：矫治器和疗程月数',
    })
    await save(planned)
    await signedPlan(patientId)
    const text = await consentText(patientId)
    for (const said of [
      '拔牙矫治，固定金属，拔 ',
      '约 24 月，首付 6800.00，余 24 期 × 500.00，每月 5 日',
      '18800.00 元',
    ])
      expect(text).toContain(said)
    for (const part of ['proposal', 'cost']) expect(JSON.parse(text)[part]).not.toContain('＿')
  })

  it.each([
    ['the fee', { fee: { total: '19800', down: '7800', count: 24, each: '500', day: 5 } }],
    ['the extractions', { extraction: '14;24' }],
    ['the months', { months: 30 }],
    ['the appliance', { appliance: '自锁' as const }],
  ])('no longer holds when %s changed afterwards, until it is signed again', async (_name, more) => {
    await rule('off')
    const patientId = await somebody('江二白')
    const planned = await save(await step(await step(await open(patientId), 'diagnose'), 'propose'))
    await signedPlan(patientId)
    expect(await get(planned.id)).toMatchObject({ planSigned: true, planChanged: false })
    const changed = await save(planned, { ...chosen, ...more })
    expect(await get(planned.id)).toMatchObject({ planSigned: false, planChanged: true })
    expect((await doctor.refused(calls.step, { ...changed, step: 'start' })).code).toBe(25481)
    const back = await save(changed)
    expect(await get(planned.id)).toMatchObject({ planSigned: true, planChanged: false })
    const again = await save(back, { ...chosen, ...more, remark: '再改' })
    await signedPlan(patientId)
    await step(again, 'start')
  })

  it('of one case says nothing of another, and what has nothing to do with the plan changes nothing', async () => {
    await rule('off')
    const patientId = await somebody('江三白')
    const planned = await save(await step(await step(await open(patientId), 'diagnose'), 'propose'))
    await signedPlan(patientId)
    const noted = await save(planned, { ...chosen, remark: '备注', slot: '0.018' })
    expect((await get(noted.id)).planSigned).toBe(true)
    await step(noted, 'stop', { reason: '改日再做' })
    const next = await save(await step(await step(await open(patientId), 'diagnose'), 'propose'))
    expect(await get(next.id)).toMatchObject({ planSigned: false, planChanged: false })
    expect((await doctor.refused(calls.step, { ...next, step: 'start' })).code).toBe(25481)
  })
})

describe('the first bill', () => {
  const tariffId = fixture.tariffs.a.cleaning
  const bill = (of: { id: string; version: number }) => ({
    id: of.id,
    version: of.version,
    tariffId,
    requestId: uuidv7(),
  })

  it('charges the whole fee, and the desk agrees on the rest as the plan has it', async () => {
    await rule('off')
    const patientId = await somebody('苏一诺')
    const saved = await save(await step(await step(await open(patientId), 'diagnose'), 'propose'))
    await signedPlan(patientId)
    const { fee } = await get(saved.id)
    const made = await doctor.call(calls.firstBill, { ...bill(saved), whole: true })
    expect(made.receivableAmount).toBe(fee?.total)
    expect((await get(saved.id)).firstBill).toMatchObject({ id: made.id, isWhole: true })
    const due = await desk.call(contract.billing.detail, { id: made.id })
    expect(due.remark).toMatch(
      /^正畸全款，病例 ZJ261120-\d{4}，首付 6800.00 元，其余 24 期，每期 500.00 元，每月 5 日$/,
    )
    await desk.call(contract.billing.charge, {
      id: made.id,
      version: due.version,
      payments: [{ payMethodId: fixture.payMethods.a.cash as string, amount: fee?.down as string }],
      leaveArrears: true,
      arrearsReason: '分期',
      requestId: uuidv7(),
    })
    const director = await app.as('director')
    const owed = await director.call(contract.instalment.ofBill, { billId: made.id })
    expect(owed.bill).toMatchObject({
      arrearsAmount: '12000.00',
      proposed: { count: 24, day: 5, source: expect.stringMatching(/^正畸病例 ZJ261120-/) as string },
    })
    const { count, day } = owed.bill.proposed as { count: number; day: number }
    await director.call(contract.instalment.create, {
      billId: made.id,
      version: owed.bill.version,
      count,
      day,
      firstDue: '2026-12-05',
      requestId: uuidv7(),
    })
    const { plans } = await director.call(contract.instalment.ofBill, { billId: made.id })
    expect(plans[0]).toMatchObject({ firstAmount: '6800.00', openAmount: '12000.00' })
    expect(new Set(plans[0]?.periods.map(({ amount }) => amount))).toEqual(new Set([fee?.each]))
    expect(plans[0]?.periods.at(-1)?.dueDate).toBe('2028-11-05')
  })

  it('proposes nothing for a bill of the down payment alone', async () => {
    await rule('off')
    const patientId = await somebody('苏一鸣')
    const saved = await save(await step(await step(await open(patientId), 'diagnose'), 'propose'))
    await signedPlan(patientId)
    const made = await doctor.call(calls.firstBill, bill(saved))
    const owed = await (await app.as('director')).call(contract.instalment.ofBill, { billId: made.id })
    expect(owed.bill.proposed).toBeNull()
  })

  it('charges the down payment of a signed plan at the desk, once, without a right to change prices', async () => {
    await rule('off')
    const patientId = await somebody('程一帆')
    const diagnosed = await step(await open(patientId), 'diagnose')
    expect((await doctor.refused(calls.firstBill, bill(diagnosed))).code).toBe(40020)
    const planned = await step(diagnosed, 'propose')
    expect((await doctor.refused(calls.firstBill, bill(planned))).data.fields?.[0]).toEqual({
      field: 'fee.down',
      message: '方案没有首付，不用开单',
    })
    const saved = await save(planned)
    expect((await doctor.refused(calls.firstBill, bill(saved))).code).toBe(25481)
    await signedPlan(patientId)
    expect((await get(saved.id)).can).toEqual({ edit: true, bill: true })
    const made = await doctor.call(calls.firstBill, bill(saved))
    expect(made.receivableAmount).toBe('6800.00')
    expect(await get(saved.id)).toMatchObject({
      firstBill: { id: made.id, billNo: made.billNo, status: 1, isWhole: false },
    })
    const [due] = await app.sql(
      'select b.status, b.receivable_amount::text as due, b.remark, i.name, i.price::text as price from bill b join bill_item i on i.bill_id = b.id where b.id = $1',
      [made.id],
    )
    expect(due).toMatchObject({ status: 1, due: '6800.00', price: '6800.00' })
    expect(due?.remark).toMatch(/^正畸首付，病例 ZJ261120-\d{4}，总费用 18800.00 元$/)
    const again = await doctor.refused(calls.firstBill, bill({ id: saved.id, version: made.version }))
    expect(again).toMatchObject({ code: 25484, data: { billNo: made.billNo } })
    const { version } = await desk.call(contract.billing.detail, { id: made.id })
    await desk.call(contract.billing.void, { id: made.id, version, reason: '改方案' })
    expect((await get(saved.id)).firstBill).toBeNull()
    expect((await doctor.call(calls.firstBill, bill({ id: saved.id, version: made.version }))).billNo).not.toBe(
      made.billNo,
    )
  })

  it('waits for the pictures of the start where the clinic has it so', async () => {
    await rule('block')
    const patientId = await somebody('程双双')
    const saved = await save(await step(await step(await open(patientId), 'diagnose'), 'propose'))
    await signedPlan(patientId)
    await pictures(
      patientId,
      today,
      whole.filter((kind) => kind !== 11),
    )
    const refusal = await doctor.refused(calls.firstBill, bill(saved))
    expect(refusal).toMatchObject({ code: 25482, message: '影像不齐，缺头颅侧位片' })
    await pictures(patientId, today, [11])
    expect((await doctor.call(calls.firstBill, bill(saved))).receivableAmount).toBe('6800.00')
  })

  it('is not for who may not read the case', async () => {
    await rule('off')
    const patientId = await somebody('程三三')
    const saved = await save(await step(await step(await open(patientId), 'diagnose'), 'propose'))
    await signedPlan(patientId)
    expect((await desk.refused(calls.firstBill, bill(saved))).code).toBe(404)
    expect((await app.sql('select id from bill where patient_id = $1', [patientId])).length).toBe(0)
  })
})

describe('the end', () => {
  const underTreatment = async (name: string, start: string) => {
    const patientId = await somebody(name)
    const made = await open(patientId)
    await app.sql(
      `update ortho_case set status = 4, began_on = $2, start_date = $2, appliance = '固定金属', months = 24 where id = $1`,
      [made.id, start],
    )
    await signedPlan(patientId)
    return { ...made, patientId }
  }
  it('debonding waits for the picture that is missing, then retention, then the end', async () => {
    await rule('block')
    const found = await underTreatment('顾小满', '2024-11-01')
    await pictures(
      found.patientId,
      today,
      whole.filter((kind) => kind !== 9),
    )
    expect((await doctor.refused(calls.step, { ...found, step: 'debond' })).message).toBe('影像不齐，缺下颌𬌗面')
    await pictures(found.patientId, today, [9])
    const early = await doctor.refused(calls.step, { ...found, step: 'debond', on: '2024-10-31' })
    expect(early.data.fields?.[0]?.field).toBe('on')
    const held = await step(found, 'debond')
    expect(await get(held.id)).toMatchObject({ status: 5, debondDate: today, month: null })
    const ended = await step(held, 'end')
    expect(await get(ended.id)).toMatchObject({ status: 6, endDate: today, can: { edit: false } })
  })

  it('debonding plans the check-ups of retention on their days; the end takes back those that nobody has begun', async () => {
    await rule('off')
    const found = await underTreatment('顾小雨', '2024-11-01')
    const saved = await save(found, { ...chosen, recallMonths: [6, 3, 3, 12] })
    const on = addDays(today, -100)
    const held = await step(saved, 'debond', { on })
    const planned = () =>
      app.sql<{ on: string; status: number; owner: string; type: number; subject: string }>(
        `select first_plan_on::text as on, status, owner_id as owner, type, subject from follow_up where patient_id = $1 order by plan_at, status desc`,
        [found.patientId],
      )
    // Debonded on 12 August: three months later is past.
    const due = { status: 0, owner: d1, type: 3, subject: '保持器复查' }
    expect(await planned()).toEqual([
      { ...due, on: '2027-02-12' },
      { ...due, on: '2027-08-12' },
    ])
    const moved = await save(held, { ...chosen, recallMonths: [6] })
    expect((await planned()).map(({ on: day, status }) => [day, status])).toEqual([
      ['2027-02-12', 4],
      ['2027-02-12', 0],
      ['2027-08-12', 4],
    ])
    await step(moved, 'end')
    expect((await planned()).map(({ status }) => status)).toEqual([4, 4, 4])
    expect((await refusedSave(found, { ...chosen, recallMonths: [0] }))?.message).toBe('复查月份不能小于1')
  })

  it('another doctor takes the open check-ups over; what was given to somebody else meanwhile stays theirs', async () => {
    await rule('off')
    const found = await underTreatment('顾小雪', '2024-11-01')
    const saved = await save(found, { ...chosen, recallMonths: [6, 12, 24] })
    const held = await step(saved, 'debond', { on: addDays(today, -100) })
    const d2 = fixture.doctors.a1[1] as string
    const [given] = await app.sql<{ employee_id: string }>(
      `update follow_up set owner_id = (select id from employee where tenant_id = $2 and id <> all($3) limit 1)
        where patient_id = $1 and first_plan_on = '2027-08-12' returning owner_id as employee_id`,
      [found.patientId, fixture.tenants.a, fixture.doctors.a1],
    )
    await app.sql(
      `update follow_up set status = 4, cancel_reason = '不来' where patient_id = $1 and first_plan_on = '2028-08-12'`,
      [found.patientId],
    )
    await save(held, { ...chosen, recallMonths: [6, 12, 24], doctorId: d2 }, director)
    expect(
      await app.sql(
        `select first_plan_on::text as on, doctor_id as doctor, owner_id as owner from follow_up where patient_id = $1 order by plan_at`,
        [found.patientId],
      ),
    ).toEqual([
      { on: '2027-02-12', doctor: d2, owner: d2 },
      { on: '2027-08-12', doctor: d2, owner: given?.employee_id },
      { on: '2028-08-12', doctor: d1, owner: d1 },
    ])
  })

  it('what lacks is counted over all pictures, however many stand before them', async () => {
    await rule('block')
    const found = await underTreatment('顾许多', '2024-11-01')
    await pictures(found.patientId, today, whole)
    await app.sql(
      `insert into clinic_image (tenant_id, id, clinic_id, image_stage_id, patient_id, file_id, photo_name, type, mime, bytes, width, height, sha256, created_at, updated_at)
       select i.tenant_id, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, i.clinic_id, i.image_stage_id, i.patient_id, i.file_id, 'x', 20, i.mime, 1, 1, 1,
         lpad(n::text, 64, 'e'), now(), now()
       from (select * from clinic_image where patient_id = $1 limit 1) i, generate_series(1, 520) n`,
      [found.patientId],
    )
    expect((await get((await step(found, 'debond')).id)).lackingAtEnd.filter(({ kind }) => kind !== null)).toEqual([])
  })

  it('pictures of the start are none of the end', async () => {
    await rule('block')
    const found = await underTreatment('韩露', '2024-11-01')
    await pictures(found.patientId, '2024-11-01', whole)
    expect((await doctor.refused(calls.step, { ...found, step: 'debond' })).code).toBe(25482)
  })

  it('late after more than 45 days without a visit', async () => {
    const late = await underTreatment('田甜', addDays(today, -46))
    const onTime = await underTreatment('田野', addDays(today, -45))
    const { list, counts } = await doctor.call(calls.list, { tab: 'late' })
    const seen = list.map(({ id }) => id)
    expect([late, onTime].map(({ id }) => seen.includes(id))).toEqual([true, false])
    expect(list.find(({ id }) => id === late.id)).toMatchObject({ daysSince: 46, month: 2, patientName: '田甜' })
    expect(counts.late).toBe(list.length)
  })
})
