import { contract, type WireInput } from '@dentin/contract'
import { gradeOf } from '@dentin/contract/core/quality-grades'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../../test/harness.ts'

const app = await testApp({ at: '2026-11-20 10:00:00' })
const [record, quality] = [contract.record, contract.recordQuality]
const A = fixture.tenants.a
const [d1, d2] = fixture.doctors.a1 as [string, string]
const head = fixture.employees.a1.director as string
let [doctor, other, director, admin, nurse] = [] as unknown as [Client, Client, Client, Client, Client]
let serial = 0

const sound = {
  chiefComplaint: '左下后牙自发痛 3 天',
  presentIllness: '三天前夜间痛，冷热刺激加重，未治疗。',
  pastHistory: '否认',
  allergyHistory: '否认药物过敏史',
  exams: [{ teeth: '36', content: '深龋' }],
  diagnoses: [{ teeth: '36', icdCode: 'K04.0', icdName: '牙髓炎', kind: 1 as const }],
  treatments: [{ teeth: '36', content: '充填', tariffs: [], anesthetic: null }],
}
type Content = Partial<WireInput<typeof record.save>['content']>

/** A visit at a moment, its record begun and not signed. */
async function begun(client = doctor, doctorId = d1, at = '2026-11-20 09:00+08') {
  const [registration, treatment] = [uuidv7(), uuidv7()]
  serial += 1
  const patient = fixture.patients.a[0]
  await app.sql(
    `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, status, treat_type, title, chief_complaint, created_at, updated_at)
     values ($1, $2, $3, $4, $5, '2026-11-20', $6, $7, $8, 3, 1, '检查', '', now(), now())`,
    [A, registration, fixture.clinics.a1, `GHQ${serial}`, 600 + serial, patient, doctorId, at],
  )
  await app.sql(
    `insert into treatment (tenant_id, id, clinic_id, registration_id, patient_id, doctor_id, status, start_time, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 1, $7, now(), now())`,
    [A, treatment, fixture.clinics.a1, registration, patient, doctorId, at],
  )
  return client.call(record.create, { treatmentId: treatment, requestId: uuidv7() })
}
async function signed(more: Content = {}, by: Parameters<typeof begun> = []) {
  const client = by[0] ?? doctor
  const made = await begun(...by)
  const saved = await client.call(record.save, { id: made.id, version: made.version, content: { ...sound, ...more } })
  const done = await client.call(record.sign, { id: made.id, version: saved.version })
  return { id: made.id, version: done.version }
}
const month = { from: '2026-11', to: '2026-11' }
const list = (client: Client, more: Partial<WireInput<typeof quality.records>> = {}) =>
  client.call(quality.records, { month: '2026-11', ...more })
const rowOf = async (client: Client, id: string) =>
  (await list(client, { pageSize: 100 })).list.find(({ recordId }) => recordId === id)
const settings = (more: object) =>
  app.sql(`update clinic set settings = settings || $2::jsonb where id = $1`, [
    fixture.clinics.a1,
    JSON.stringify(more),
  ])
const told = (employeeId: string) =>
  app.sql<{ title: string }>(`select title from message where recipient_id = $1 order by created_at desc, id desc`, [
    employeeId,
  ])

beforeAll(async () => {
  ;[doctor, other, director, admin, nurse] = await Promise.all([
    app.asDoctor(0),
    app.asDoctor(1),
    app.as('director'),
    app.as('admin'),
    app.as('nurse'),
  ])
})

describe('what a text was worth when it was signed', () => {
  it('is kept with the signature, with what it missed, by the rules of that day', async () => {
    const made = await signed({ diagnoses: [{ teeth: '36', icdCode: '', icdName: '牙髓炎', kind: 1 }] })
    const before = await doctor.call(record.get, { id: made.id })
    expect(before.quality).toMatchObject({ score: 97, items: [{ rule: 'Q12', points: 3 }] })
    await settings({ qualityRules: [{ id: 'Q12', level: 2, points: 20 }] })
    expect((await doctor.call(record.get, { id: made.id })).quality).toEqual(before.quality)
    // A text that is written now goes by the rules of now, and by them when it is signed.
    const open = await doctor.call(record.amend, { id: made.id, version: made.version, reason: '改' })
    expect((await doctor.call(record.get, { id: made.id })).quality.score).toBe(80)
    await doctor.call(record.sign, { id: made.id, version: open.version })
    await settings({ qualityRules: [] })
    expect((await doctor.call(record.get, { id: made.id })).quality.score).toBe(80)
    // The figures go by the first signature.
    expect((await rowOf(director, made.id))?.score).toBe(97)
  })

  it('what is amended later was not written late', async () => {
    const made = await signed()
    await app.sql(`update medical_record set visit_time = '2026-11-01 09:00+08' where id = $1`, [made.id])
    await app.owner.query(`update medical_record_version set signed_at = '2026-11-01 10:00+08' where record_id = $1`, [
      made.id,
    ])
    await doctor.call(record.amend, { id: made.id, version: made.version, reason: '改' })
    const { quality: now } = await doctor.call(record.get, { id: made.id })
    expect(now.items.filter(({ rule }) => rule.startsWith('Q26'))).toEqual([])
  })
})

describe('figures', () => {
  it('grades: 90 is 甲, 89 and 75 are 乙, 74 is 丙', () => {
    expect([100, 90, 89, 75, 74, 0].map(gradeOf)).toEqual(['甲', '甲', '乙', '乙', '丙', '丙'])
  })

  it('count records, mean, grades, defects and the late ones by doctor and month', async () => {
    await app.owner.query(`delete from medical_record_version`)
    await signed({}, [other, d2])
    // Late: 10 points; without code: 3; beside the diagnosis: 5.
    await signed(
      {
        diagnoses: [{ teeth: '36', icdCode: '', icdName: '牙髓炎', kind: 1 }],
        treatments: [{ teeth: '37', content: '充填', tariffs: [], anesthetic: null }],
      },
      [other, d2, '2026-11-10 09:00+08'],
    )
    await signed({}, [doctor, d1])
    const { rows, months, canDraw } = await director.call(quality.figures, month)
    const of = (id: string) => rows.find(({ doctorId }) => doctorId === id)
    expect(of(d2)).toMatchObject({ signed: 2, scored: 2, gradeA: 1, gradeB: 1, gradeC: 0, late: 1, month: '2026-11' })
    expect(of(d2)?.mean).toBe((100 + 82) / 2)
    expect(of(d2)?.defects.map(({ rule, count }) => [rule, count])).toEqual([
      ['Q12', 1],
      ['Q14', 1],
      ['Q26b', 1],
    ])
    expect(months).toEqual([expect.objectContaining({ month: '2026-11', signed: 3, gradeA: 2, gradeB: 1, late: 1 })])
    expect(canDraw).toBe(true)
    const behind = await list(director, { doctorId: d2, grade: '乙' })
    expect(behind.list.map(({ score, items }) => [score, items.map(({ rule }) => rule)])).toEqual([
      [82, ['Q12', 'Q14', 'Q26b']],
    ])
    expect((await list(director, { rule: 'Q14' })).total).toBe(1)
    expect((await list(director, { month: '2026-10' })).total).toBe(0)
  })

  it('a doctor sees the own ones alone, whoever neither writes nor checks nothing of others', async () => {
    const { rows, canDraw } = await doctor.call(quality.figures, month)
    expect([...new Set(rows.map(({ doctorId }) => doctorId))]).toEqual([d1])
    expect(canDraw).toBe(false)
    expect((await list(doctor, { doctorId: d2 })).total).toBe(0)
    expect((await list(nurse)).total).toBe(0)
    expect((await (await app.as('reception')).refused(quality.figures, month)).http).toBe(403)
    const elsewhere = await app.as('director', 'a2')
    expect((await list(elsewhere)).total).toBe(0)
  })

  it('months that go backwards or are too many are refused', async () => {
    const wrong = await director.refused(quality.figures, { from: '2026-11', to: '2026-10' })
    expect(wrong.data.fields?.[0]?.field).toBe('to')
    expect((await director.refused(quality.figures, { from: '2024-01', to: '2026-10' })).data.fields?.[0]?.field).toBe(
      'from',
    )
  })
})

describe('spot checks', () => {
  const draw = (client: Client, count: number, at = '2026-11') =>
    client.call(quality.draw, { month: at, count, requestId: uuidv7() })
  const drawn = async () =>
    (await list(director, { drawn: 1, pageSize: 100 })).list.map(({ recordId }) => recordId).toSorted()

  it('so many of each doctor are drawn, the same ones whoever draws again, never the own', async () => {
    for (let n = 0; n < 3; n += 1) await signed({}, [other, d2])
    await app.sql(`update employee set is_doctor = true where id = $1`, [head])
    await app.sql(
      `update medical_record set doctor_id = $1 where id = (select record_id from medical_record_version
         where version_no = 1 and record_id in (select id from medical_record where doctor_id = $2) limit 1)`,
      [head, d2],
    )
    expect(await draw(director, 2)).toEqual({ drawn: 3, doctors: 2 })
    const first = await drawn()
    expect(first).toHaveLength(3)
    expect(await draw(director, 2)).toEqual({ drawn: 0, doctors: 2 })
    await app.owner.query(`delete from record_spot_check`)
    await draw(director, 2)
    expect(await drawn()).toEqual(first)
    // More of them take in those that were drawn before.
    await draw(director, 3)
    expect(await drawn()).toEqual(expect.arrayContaining(first))
    // The director's own is drawn by somebody else.
    const owned = async () =>
      (await list(director, { drawn: 1, pageSize: 100 })).list.filter(({ doctorId }) => doctorId === head).length
    expect(await owned()).toBe(0)
    await draw(admin, 1)
    expect(await owned()).toBe(1)
    expect((await director.refused(quality.draw, { month: '2025-01', count: 1, requestId: uuidv7() })).code).toBe(25063)
    expect((await doctor.refused(quality.draw, { month: '2026-11', count: 1, requestId: uuidv7() })).http).toBe(403)
  })

  it('the reviewer ticks and scores, the author answers, nobody reviews the own', async () => {
    const all = (await list(director, { drawn: 1, pageSize: 100 })).list
    const own = all.find(({ doctorId }) => doctorId === head)?.spotCheck
    const review = { score: 74, defects: ['Q15', 'Q15', 'Q09'] as ('Q15' | 'Q09')[], remark: '左右写反' }
    const refusal = await director.refused(quality.review, { id: own?.id ?? '', version: 1, ...review })
    expect(refusal.code).toBe(25061)
    const row = all.find(({ doctorId }) => doctorId === d1)
    const check = row?.spotCheck
    expect(check?.can).toEqual({ review: true, reply: false })
    const id = check?.id ?? ''
    expect((await doctor.refused(quality.reply, { id, version: 1, reply: '好' })).code).toBe(40020)
    expect((await doctor.refused(quality.review, { id, version: 1, ...review })).http).toBe(403)
    const done = await director.call(quality.review, { id, version: 1, ...review })
    expect(done.status).toBe(1)
    expect((await told(d1))[0]?.title).toMatch(/得 74 分（丙）$/)
    const seen = (await rowOf(doctor, row?.recordId ?? ''))?.spotCheck
    expect(seen).toMatchObject({ score: 74, defects: ['Q15', 'Q09'], remark: '左右写反', can: { reply: true } })
    expect((await other.refused(quality.reply, { id, version: done.version, reply: '好' })).code).toBe(25062)
    const answered = await doctor.call(quality.reply, { id, version: done.version, reply: '已修订' })
    expect(answered.status).toBe(2)
    expect((await told(head))[0]?.title).toContain('答复了病历抽查')
    const late = await director.refused(quality.review, { id, version: answered.version, ...review })
    expect(late.code).toBe(40020)
    const { rows } = await director.call(quality.figures, month)
    expect(rows.find(({ doctorId }) => doctorId === d1)).toMatchObject({ reviewed: 1, reviewMean: 74 })
    const elsewhere = await app.as('director', 'a2')
    expect((await elsewhere.refused(quality.review, { id, version: 1, ...review })).http).toBe(404)
  })
})
