import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { itemFor } from './rules.ts'

const app = await testApp({ at: '2026-11-20 10:00:00' })
const { treatmentPlan: plans, consent: consents, record } = contract
const A = fixture.tenants.a
const [p1] = fixture.patients.a as [string]
const [d1] = fixture.doctors.a1 as [string]
const { rootCanal, filling } = fixture.tariffs.a
let [doctor, director, desk] = [] as unknown as [Client, Client, Client]
let serial = 0

beforeAll(async () => {
  ;[doctor, director, desk] = await Promise.all([app.asDoctor(0), app.as('director'), app.as('reception')])
  await app.sql('update patient set resp_doctor_id = $1 where id = $2', [d1, p1])
  await director.call(consents.saveRequirements, {
    key: 'root-canal',
    tariffIds: [rootCanal],
    categoryIds: [],
    appointItemIds: [],
  })
  await app.sql(`update clinic set settings = settings || '{"consentRule":"warn"}' where id = $1`, [fixture.clinics.a1])
})

/** An accepted plan of one root canal, with its line. */
async function accepted(patientId = p1) {
  const made = await doctor.call(plans.save, {
    requestId: uuidv7(),
    patientId,
    doctorId: d1,
    title: '36 根管治疗',
    options: [
      {
        name: '根管',
        phases: [{ name: '治疗' }],
        lines: [{ tariffId: rootCanal, qty: 1, phase: 1, teeth: '36', outcome: 'rct' }],
      },
    ],
  })
  const quoted = await doctor.call(plans.quote, { id: made.id, version: made.version, validUntil: '2026-12-20' })
  const [option] = (await doctor.call(plans.get, { id: made.id })).options
  await doctor.call(plans.accept, { id: made.id, version: quoted.version, optionId: option?.id ?? '' })
  return { id: made.id, lineId: option?.lines[0]?.id ?? '' }
}
/** The text of a record whose treatment does an item, by a line of a plan or by none. */
const treating = (planLineId?: string): Partial<WireInput<typeof record.save>['content']> => ({
  chiefComplaint: '左下后牙自发痛 3 天',
  presentIllness: '三天前夜间痛，未治疗。',
  pastHistory: '否认',
  allergyHistory: '否认药物过敏史',
  exams: [{ teeth: '36', content: '深龋' }],
  diagnoses: [{ teeth: '36', icdCode: 'K04.0', icdName: '牙髓炎', kind: 1 }],
  treatments: [
    { teeth: '36', content: '充填', tariffs: [{ tariffId: rootCanal, qty: 1, ...(planLineId ? { planLineId } : {}) }] },
  ],
  nextVisit: { days: 7, remark: '复查' },
})
async function written(content: object, patientId = p1) {
  const [registration, treatment] = [uuidv7(), uuidv7()]
  serial += 1
  await app.sql(
    `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, status, treat_type, title, chief_complaint, created_at, updated_at)
     values ($1, $2, $3, $4, $5, '2026-11-20', $6, $7, '2026-11-20 09:00+08', 3, 1, '检查', '', now(), now())`,
    [A, registration, fixture.clinics.a1, `GHL${serial}`, 300 + serial, patientId, d1],
  )
  await app.sql(
    `insert into treatment (tenant_id, id, clinic_id, registration_id, patient_id, doctor_id, status, start_time, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 1, '2026-11-20 09:00+08', now(), now())`,
    [A, treatment, fixture.clinics.a1, registration, patientId, d1],
  )
  const made = await doctor.call(record.create, { treatmentId: treatment, requestId: uuidv7() })
  const saved = await doctor.call(record.save, { id: made.id, version: made.version, content })
  return { id: made.id, version: saved.version }
}
/** A signed consent, for a plan or for none: as the signing leaves it. */
async function signedConsent(more: { planId?: string; recordId?: string } = {}) {
  const made = await doctor.call(consents.create, {
    patientId: p1,
    templateKey: 'root-canal',
    requestId: uuidv7(),
    ...more,
  })
  await app.sql(
    `update consent set status = 1, sign_time = '2026-11-19 10:00+08', signer_name = '本人', seal_hash = repeat('a', 64) where id = $1`,
    [made.id],
  )
  return made.id
}
const lacks = async (id: string) =>
  (await doctor.call(record.get, { id })).quality.items.some(({ rule }) => rule === 'Q20b')

describe('consents of a plan', () => {
  it('follow the option that was accepted; before that there are none', async () => {
    const open = await doctor.call(plans.save, {
      requestId: uuidv7(),
      patientId: p1,
      doctorId: d1,
      title: '根管',
      options: [
        { name: '根管', phases: [{ name: '治疗' }], lines: [{ tariffId: rootCanal, qty: 1, phase: 1, teeth: '36' }] },
      ],
    })
    expect(await doctor.call(consents.ofPlan, { id: open.id })).toEqual([])
    const create = { patientId: p1, planId: open.id, templateKey: 'root-canal', requestId: uuidv7() }
    expect((await doctor.refused(consents.create, create)).data.fields?.[0]?.field).toBe('planId')
    const plan = await accepted()
    const [asked] = await doctor.call(consents.ofPlan, { id: plan.id })
    expect(asked).toMatchObject({ key: 'root-canal', required: true, id: null, status: null })
    const made = await doctor.call(consents.create, { ...create, planId: plan.id, requestId: uuidv7() })
    const text = await doctor.call(consents.get, { id: made.id })
    expect(text.teeth).toBe('36')
    const [waiting, ...rest] = await doctor.call(consents.ofPlan, { id: plan.id })
    expect([waiting?.id, waiting?.status, rest]).toEqual([made.id, 0, []])
    const foreign = { ...create, planId: plan.id, patientId: fixture.patients.a[1] as string, requestId: uuidv7() }
    expect((await director.refused(consents.create, foreign)).http).not.toBe(500)
  })

  it('Q20: a consent of another plan does not satisfy, one of the same plan and one of none do', async () => {
    const [mine, another] = [await accepted(), await accepted()]
    const of = await written(treating(mine.lineId))
    expect(await lacks(of.id)).toBe(true)
    const foreign = await signedConsent({ planId: another.id })
    expect(await lacks(of.id)).toBe(true)
    await signedConsent({ planId: mine.id })
    expect(await lacks(of.id)).toBe(false)
    await app.sql(
      `update consent set status = 2, void_reason = '改', void_name = '医', void_time = now() where plan_id = $1`,
      [mine.id],
    )
    expect(await lacks(of.id)).toBe(true)
    await app.sql(`update consent set plan_id = null where id = $1`, [foreign])
    expect(await lacks(of.id)).toBe(false)
    await app.sql(`delete from consent where id = $1`, [foreign]).catch(() => undefined)
  })
})

describe('consents of a record', () => {
  it('required, lacking and signed ones are listed, tied to it by the signature, and stand in sheet and timeline', async () => {
    await app.owner.query(`update consent set template_key = 'gone'`)
    const of = await written(treating())
    const beside = () => doctor.call(consents.ofRecord, { id: of.id })
    expect(await beside()).toEqual([
      {
        key: 'root-canal',
        name: '根管治疗知情同意书',
        required: true,
        id: null,
        status: null,
        signerName: '',
        signTime: null,
        approvedName: '',
        approvedAt: null,
      },
    ])
    expect((await doctor.call(record.print, { id: of.id })).consents).toMatchObject([{ required: true, status: null }])
    const id = await signedConsent()
    expect(await beside()).toMatchObject([{ id, status: 1, required: true, signerName: '本人' }])
    await doctor.call(record.sign, { id: of.id, version: of.version })
    const [tied] = await app.sql<{ record_id: string }>('select record_id from consent where id = $1', [id])
    expect(tied?.record_id).toBe(of.id)
    const extra = await doctor.call(consents.create, {
      patientId: p1,
      recordId: of.id,
      templateKey: 'extraction',
      requestId: uuidv7(),
    })
    expect((await beside()).map((each) => [each.id, each.required])).toEqual([
      [id, true],
      [extra.id, false],
    ])
    const { list } = await doctor.call(contract.patient.timeline, { id: p1, pageSize: 50 })
    const visit = list.find(({ recordId }) => recordId === of.id)
    expect(visit?.consents.map(({ status }) => status).toSorted()).toEqual([0, 1])
    expect((await doctor.call(record.print, { id: of.id })).consents).toMatchObject([
      { status: 1, signTime: '2026-11-19 10:00:00' },
      { status: 0 },
    ])
    // A second record of the same work uses it too, and does not take it away.
    const again = await written(treating())
    await doctor.call(record.sign, { id: again.id, version: again.version })
    const [still] = await app.sql<{ record_id: string }>('select record_id from consent where id = $1', [id])
    expect(still?.record_id).toBe(of.id)
  })

  it('is not shown to whoever may not read consents', async () => {
    const of = await written(treating())
    const nobody = await app.as('finance').catch(() => desk)
    expect((await nobody.refused(consents.ofRecord, { id: of.id })).http).toBeGreaterThanOrEqual(403)
  })
})

describe('转治疗计划单', () => {
  const items = [{ name: '树脂充填' }, { name: '根管治疗（磨牙）' }, { name: '全瓷冠' }, { name: '全口洁治' }]
  it('finds the item that words plan: by name, else by what it leaves in the mouth; else none', () => {
    expect(itemFor('36 行根管治疗（磨牙），择期冠修复', items)?.name).toBe('根管治疗（磨牙）')
    expect(itemFor('择期冠修复', items)?.name).toBe('全瓷冠')
    expect(itemFor('补牙', items)?.name).toBe('树脂充填')
    expect(itemFor('观察', items)).toBeNull()
  })

  it('makes a draft of the rows once, linked both ways; what has no item is named', async () => {
    const of = await written({
      ...treating(),
      plans: [
        { teeth: '36', content: '根管治疗' },
        { teeth: '46', content: '树脂充填' },
        { teeth: '', content: '观察三个月' },
        { teeth: '', content: '择期根管治疗' },
      ],
    })
    const made = await doctor.call(plans.fromRecord, { recordId: of.id, requestId: uuidv7() })
    expect(made).toMatchObject({ status: 0, unmatched: ['观察三个月', '择期根管治疗'] })
    const plan = await doctor.call(plans.get, { id: made.id })
    expect(plan.recordId).toBe(of.id)
    expect(plan.options[0]?.lines.map(({ teeth, tariffId }) => [teeth, tariffId])).toEqual([
      ['36', rootCanal],
      ['46', filling],
    ])
    expect(await doctor.call(plans.ofRecord, { id: of.id })).toMatchObject([{ id: made.id, status: 0 }])
    const twice = await doctor.refused(plans.fromRecord, { recordId: of.id, requestId: uuidv7() })
    expect([twice.code, (twice.data as { id?: string }).id]).toEqual([25309, made.id])
    const both = await written({ ...treating(), plans: [{ teeth: '36', content: '根管治疗' }] })
    const pressed = await Promise.allSettled(
      [1, 2].map(() => doctor.call(plans.fromRecord, { recordId: both.id, requestId: uuidv7() })),
    )
    expect(pressed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const empty = await written({ ...treating(), plans: [{ teeth: '', content: '观察' }] })
    expect((await doctor.refused(plans.fromRecord, { recordId: empty.id, requestId: uuidv7() })).code).toBe(25310)
    expect((await desk.refused(plans.fromRecord, { recordId: empty.id, requestId: uuidv7() })).http).toBe(403)
  })

  it('takes the items that the doctor has chosen, and guesses from words only where none is', async () => {
    const of = await written({
      ...treating(),
      plans: [
        { teeth: '36', content: '按方案处理', tariffIds: [rootCanal, filling], alternative: '拔除后种植' },
        { teeth: '46', content: '树脂充填', tariffIds: [rootCanal] },
        { teeth: '47', content: '树脂充填' },
      ],
    })
    const made = await doctor.call(plans.fromRecord, { recordId: of.id, requestId: uuidv7() })
    expect(made.unmatched).toEqual([])
    const plan = await doctor.call(plans.get, { id: made.id })
    expect(plan.options[0]?.lines.map(({ teeth, tariffId }) => [teeth, tariffId])).toEqual([
      ['36', rootCanal],
      ['36', filling],
      ['46', rootCanal],
      ['47', filling],
    ])
  })

  it('a plan goes with its patient when two files become one', async () => {
    const admin = await app.as('admin')
    const file = async (name: string, mobile: string) => {
      const { id } = await director.call(contract.patient.create, {
        name,
        gender: 1,
        birthDay: '1990-01-01',
        mobile,
        sourceId: fixture.sources.a,
        acceptDuplicates: true,
        requestId: uuidv7(),
      })
      await app.sql('update patient set resp_doctor_id = $1 where id = $2', [d1, id])
      return id
    }
    const [keepId, removeId] = [await file('周计划', '13600000001'), await file('周计划二', '13600000002')]
    const plan = await accepted(removeId)
    const seen = await admin.call(contract.merge.preview, { keepId, removeId })
    await admin.call(contract.merge.merge, {
      keepId,
      removeId,
      keepVersion: seen.keep.version,
      removeVersion: seen.remove.version,
      fieldChoices: Object.fromEntries(
        seen.fields.flatMap(({ field, how }) => (how === 'choose' ? [[field, 'keep' as const]] : [])),
      ),
      reason: '同一人重复建档',
      requestId: uuidv7(),
    })
    const moved = await doctor.call(plans.ofPatient, { patientId: keepId })
    expect(moved.map(({ id, lineCount, doneCount }) => [id, lineCount, doneCount])).toEqual([[plan.id, 1, 0]])
    expect((await doctor.call(plans.openLines, { patientId: keepId })).map(({ planId }) => planId)).toEqual([plan.id])
  })
})
