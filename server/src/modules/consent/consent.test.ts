import { contract, type WireInput } from '@dentin/contract'
import { consentWords } from '@dentin/contract/record-words'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { platformTemplates } from './data/index.ts'

const A = fixture.tenants.a
const calls = contract.consent
const app = await testApp()
const patientId = fixture.patients.a[1] as string
const child = fixture.patients.a[2] as string
let doctor: Client
let director: Client
let reception: Client

const ink = (offset = 0) => ({
  width: 300,
  height: 120,
  strokes: [
    [
      [10 + offset, 10, 0],
      [60, 40, 120],
    ],
    [[70, 20, 400]],
  ] as [number, number, number][][],
})
const make = async (client = doctor, more: Partial<WireInput<typeof calls.create>> = {}) => {
  const { id } = await client.call(calls.create, { patientId, templateKey: 'extraction', requestId: uuidv7(), ...more })
  return client.call(calls.get, { id })
}
type Detail = Awaited<ReturnType<typeof make>>
const signing = (of: Detail, more: Partial<WireInput<typeof calls.sign>> = {}): WireInput<typeof calls.sign> => ({
  id: of.id,
  version: of.version,
  signerName: of.content.who.name,
  ticks: of.content.ticks.map(() => true),
  signatures: [
    { role: 'patient', name: of.content.who.name, strokes: ink() },
    { role: 'doctor', name: '谁', strokes: ink(5) },
  ],
  requestId: uuidv7(),
  ...more,
})
const signed = async (client = doctor, more: Partial<WireInput<typeof calls.create>> = {}) => {
  const made = await make(client, more)
  await client.call(calls.sign, signing(made))
  return client.call(calls.get, { id: made.id })
}

beforeAll(async () => {
  doctor = await app.as('doctor')
  director = await app.as('director')
  reception = await app.as('reception')
  await app.sql(
    `update patient set birth_day = '1985-05-05', mobile = '13900007788', systemic_diseases = array['糖尿病'], medication_history = '否认服用阿司匹林',
       allergy_history = '', past_history = '', resp_doctor_id = $2 where id = $1`,
    [patientId, fixture.doctors.a1[0]],
  )
  await app.sql(`update patient set birth_day = '2018-05-05', resp_doctor_id = $2 where id = $1`, [
    child,
    fixture.doctors.a1[0],
  ])
})
beforeEach(() => app.sql(`delete from rate_limit`))

describe('the sentence by hand', () => {
  it('is written where the text asks for it, and nowhere else; it is sealed with the rest and stands on the sheet', async () => {
    const [platform] = await doctor.call(calls.templates, {})
    const asking = await director.call(calls.saveTemplate, {
      name: '须抄写的同意书',
      kind: 1,
      content: {
        ...(platform?.content as WireInput<typeof calls.saveTemplate>['content']),
        handSentence: '我已知晓风险，自愿接受',
      },
    })
    const made = await make(doctor, { templateKey: asking.key })
    expect(made.content.handSentence).toBe('我已知晓风险，自愿接受')
    expect((await doctor.refused(calls.sign, signing(made))).code).toBe(25210)
    // Whoever edits the text does not take it away.
    const softened = await doctor.call(calls.save, {
      id: made.id,
      version: made.version,
      content: { ...made.content, handSentence: '' },
    })
    const now = { ...made, version: softened.version }
    expect((await doctor.refused(calls.sign, signing(now))).code).toBe(25210)
    const by = signing(now)
    const sentence = { role: 'sentence' as const, name: made.content.who.name, strokes: ink(9) }
    await doctor.call(calls.sign, { ...by, signatures: [...by.signatures, sentence] })
    const whole = await doctor.call(calls.get, { id: made.id })
    expect(whole).toMatchObject({ status: 1, intact: true })
    expect(whole.signatures.map(({ role }) => role).sort()).toEqual(['doctor', 'patient', 'sentence'])
    const plain = await make()
    const unasked = signing(plain)
    const refusal = await doctor.refused(calls.sign, { ...unasked, signatures: [...unasked.signatures, sentence] })
    expect(refusal.http).toBe(400)
  })
})

describe('the texts of the platform', () => {
  it('has one for each kind of §10, in the eleven blocks, with doing nothing among the other ways', () => {
    const names = platformTemplates.map(({ name }) => name).join()
    for (const word of [
      '拔牙',
      '种植',
      '根管',
      '正畸治疗',
      '牙周手术',
      '局部麻醉',
      '束缚与镇静',
      '美白',
      '修复',
      '孕期拍片',
      '隐私',
    ])
      expect([word, names.includes(word)]).toEqual([word, true])
    for (const word of ['拒绝治疗', '拒绝拍片', '照片公开', '正畸开始', '正畸结束', '转诊'])
      expect([word, names.includes(word)]).toEqual([word, true])
    expect(new Set(platformTemplates.map(({ key }) => key)).size).toBe(17)
    for (const { key, content } of platformTemplates) {
      const blocks = [content.condition, content.proposal, content.aims, content.alternatives, content.risks]
      const rest = [content.mustTell, content.cost, content.aftercare, content.declaration]
      expect([key, [...blocks, ...rest].every((text) => text.length >= 8)]).toEqual([key, true])
    }
    const surgery = platformTemplates.filter(({ key }) =>
      ['extraction', 'implant', 'perio-surgery', 'root-canal'].includes(key),
    )
    for (const { content } of surgery) expect(content.alternatives).toMatch(/不处理|暂不修复/)
  })
})

describe('preparing one', () => {
  it('fills the variables from the record and ticks the risks that the file names, each with what named it', async () => {
    const record = uuidv7()
    await app.sql(
      `insert into medical_record (tenant_id, id, clinic_id, record_no, patient_id, doctor_id, visit_time, visit_kind, content, created_at, updated_at)
       values ($1, $2, $3, 'BLK1', $4, $5, now(), 1, $6, now(), now())`,
      [
        A,
        record,
        fixture.clinics.a1,
        patientId,
        fixture.doctors.a1[0],
        JSON.stringify({
          diagnoses: [{ teeth: '48', icdCode: 'K01.1', icdName: '阻生智齿', kind: 1 }],
          treatments: [
            {
              teeth: '48',
              content: '拔除',
              tariffs: [{ tariffId: fixture.tariffs.a.filling, qty: 2 }],
              anesthetic: { drug: '阿替卡因', dose: '1.7 ml', batch: '1' },
            },
          ],
        }),
      ],
    )
    const { content, consentNo, teeth } = await make(doctor, { recordId: record })
    expect(consentNo).toMatch(/^TY261120-\d{4}$/)
    expect(teeth).toBe('48')
    expect(content.condition).toBe('经检查，您的诊断为：阻生智齿。')
    expect(content.proposal).toContain('48')
    expect(content.proposal).toContain('局部麻醉')
    expect(content.cost).toMatch(/费用估计 \d+\.\d\d 元/)
    const ticked = content.ownRisks.filter((risk) => risk.ticked)
    expect(ticked.map(({ name, because }) => [name, because])).toEqual([['糖尿病', '档案：糖尿病']])
    // Somebody else's record is none of this patient.
    expect(
      (
        await doctor.refused(calls.create, {
          patientId: child,
          recordId: record,
          templateKey: 'extraction',
          requestId: uuidv7(),
        })
      ).code,
    ).toBe(404)
  })

  it('the text may be changed until somebody signs, but not who it is', async () => {
    const made = await make()
    const content = { ...made.content, risks: '改过', who: { ...made.content.who, name: '别人' } }
    const saved = await doctor.call(calls.save, { id: made.id, version: made.version, content })
    const read = await doctor.call(calls.get, { id: made.id })
    expect([read.content.risks, read.content.who.name]).toEqual(['改过', made.content.who.name])
    await doctor.call(calls.sign, signing({ ...read, version: saved.version }))
    const after = await doctor.call(calls.get, { id: made.id })
    expect((await doctor.refused(calls.save, { id: made.id, version: after.version, content })).code).toBe(40020)
  })
})

describe('signing', () => {
  it('patient and doctor make it signed, with strokes, time and a seal that notices any change', async () => {
    const made = await make()
    expect(await doctor.call(calls.sign, signing(made))).toMatchObject({ status: 1 })
    const done = await doctor.call(calls.get, { id: made.id })
    expect(done).toMatchObject({ status: 1, intact: true, signerName: made.content.who.name, signerRelation: '' })
    expect(done.sealHash).toMatch(/^[0-9a-f]{64}$/)
    expect(done.signatures.map(({ role, via }) => [role, via])).toEqual([
      ['patient', 1],
      ['doctor', 1],
    ])
    expect(done.signatures[0]?.strokes).toEqual(ink())
    // The doctor's name is the doctor's, whatever was sent.
    expect(done.signatures[1]?.name).toBe(done.doctorName)
    await app.sql(`update consent set signer_name = '张三' where id = $1`, [made.id])
    expect((await doctor.call(calls.get, { id: made.id })).intact).toBe(false)
  })

  it('a witness signs beside the two, by name and in ink, and not before what the patient ticks is ticked', async () => {
    const made = await make()
    const seen = { role: 'witness' as const, name: '护士李敏', strokes: ink(9) }
    expect((await doctor.refused(calls.sign, signing(made, { signatures: [seen] }))).code).toBe(25203)
    const three = signing(made)
    three.signatures = [...three.signatures, seen]
    expect(await doctor.call(calls.sign, three)).toMatchObject({ status: 1 })
    const done = await doctor.call(calls.get, { id: made.id })
    expect(done.intact).toBe(true)
    expect(done.signatures.find(({ role }) => role === 'witness')).toMatchObject({
      name: '护士李敏',
      strokes: seen.strokes,
    })
    expect(done.signatures).toHaveLength(3)
    const twice = signing(made, { signatures: [seen], version: done.version })
    expect((await doctor.refused(calls.sign, twice)).code).toBeGreaterThan(0)
  })

  it('stays 待签 until both have signed; the text is fixed by the first, and nobody signs twice', async () => {
    const made = await make()
    const patient = signing(made, { signatures: [{ role: 'patient', name: made.content.who.name, strokes: ink() }] })
    expect(await doctor.call(calls.sign, patient)).toMatchObject({ status: 0 })
    const half = await doctor.call(calls.get, { id: made.id })
    expect(half.can).toMatchObject({ edit: false, sign: true })
    expect((await doctor.refused(calls.save, { id: made.id, version: half.version, content: half.content })).code).toBe(
      25201,
    )
    const again = { ...patient, version: half.version, requestId: uuidv7() }
    expect((await doctor.refused(calls.sign, again)).code).toBe(25204)
    const byDoctor = signing(half, { signatures: [{ role: 'doctor', name: 'x', strokes: ink() }] })
    expect(await doctor.call(calls.sign, byDoctor)).toMatchObject({ status: 1 })
    // What the patient signed as stays, though the doctor came later.
    expect(await doctor.call(calls.get, { id: made.id })).toMatchObject({
      signerName: made.content.who.name,
      intact: true,
    })
  })

  it('sent twice it is signed once, and the answer is the same', async () => {
    const made = await make()
    const input = signing(made)
    expect(await doctor.call(calls.sign, input)).toEqual(await doctor.call(calls.sign, input))
    const rows = await app.sql(`select role from consent_signature where consent_id = $1`, [made.id])
    expect(rows).toHaveLength(2)
  })

  it('a child’s guardian signs, with relation and the end of the identity number; the child may besides', async () => {
    const made = await make(doctor, { patientId: child, templateKey: 'child-behaviour' })
    expect((await doctor.refused(calls.sign, signing(made))).code).toBe(25202)
    const guardian = {
      signerName: '林国栋',
      signerRelation: '父亲' as const,
      signatures: [
        { role: 'guardian' as const, name: '林国栋', strokes: ink() },
        { role: 'child' as const, name: made.content.who.name, strokes: ink() },
        { role: 'doctor' as const, name: 'x', strokes: ink() },
      ],
    }
    const without = await doctor.refused(calls.sign, signing(made, guardian))
    expect(without.data.fields).toEqual([{ field: 'signerIdTail', message: '请填写监护人证件尾号' }])
    expect(await doctor.call(calls.sign, signing(made, { ...guardian, signerIdTail: '401X' }))).toMatchObject({
      status: 1,
    })
  })

  it('lines that must be ticked and names that are not the patient’s are refused beside their field', async () => {
    const made = await make()
    const unticked = await doctor.refused(calls.sign, signing(made, { ticks: [true, false, true] }))
    expect([unticked.code, unticked.data.fields?.[0]?.field]).toEqual([25203, 'ticks'])
    const other = await doctor.refused(calls.sign, signing(made, { signerName: '李四' }))
    expect(other.data.fields?.[0]?.field).toBe('signerName')
    const empty = await doctor.refused(
      calls.sign,
      signing(made, { signatures: [{ role: 'patient', name: '张', strokes: { ...ink(), strokes: [] } }] }),
    )
    expect(empty.data.fields?.[0]).toEqual({ field: 'signatures.0.strokes.strokes', message: '请先签名' })
  })

  it('the database refuses to change what was signed', async () => {
    const done = await signed()
    const asApp = (statement: string) =>
      app.sql(
        `do $$ begin set local role dentin_app; perform set_config('app.tenant_id', '${A}', true); perform set_config('app.clinic', 'all', true); ${statement}; end $$`,
      )
    await expect(asApp(`update consent_text set content = '{}' where consent_id = '${done.id}'`)).rejects.toThrow(
      /permission denied/,
    )
    await expect(asApp(`delete from consent_signature where consent_id = '${done.id}'`)).rejects.toThrow(
      /permission denied/,
    )
  })
})

describe('withdrawing', () => {
  it('needs a reason, keeps text and both names readable, and nothing can follow', async () => {
    const done = await signed()
    expect((await doctor.refused(calls.void, { id: done.id, version: done.version, reason: ' ' })).http).toBe(400)
    await doctor.call(calls.void, { id: done.id, version: done.version, reason: '牙位写错' })
    const read = await doctor.call(calls.get, { id: done.id })
    expect(read).toMatchObject({ status: 2, voidReason: '牙位写错', signerName: done.signerName, intact: true })
    expect(read.signatures).toHaveLength(2)
    const nothing = { edit: false, sign: false, void: false, ask: false, takeBack: false, decide: false }
    expect(read.can).toEqual(nothing)
    expect((await doctor.refused(calls.void, { id: done.id, version: read.version, reason: '再来' })).code).toBe(40020)
  })

  it('a withdrawn photo consent acts at once', async () => {
    const photos = async () => (await doctor.call(calls.ofPatient, { id: patientId })).photosAllowed
    expect(await photos()).toBe(false)
    const done = await signed(doctor, { templateKey: 'photo' })
    expect(await photos()).toBe(true)
    await doctor.call(calls.void, { id: done.id, version: done.version, reason: '患者撤回' })
    expect(await photos()).toBe(false)
  })
})

describe('on the patient’s own phone', () => {
  const linked = async () => {
    const made = await make()
    const { token } = await doctor.call(calls.link, { id: made.id })
    return { made, token }
  }
  const { nobody } = app
  const bySelf = (made: Detail, token: string, more: object = {}) => ({
    token,
    tail: '7788',
    signerName: made.content.who.name,
    ticks: made.content.ticks.map(() => true),
    strokes: ink(),
    ...more,
  })

  it('shows the text for the last four digits alone, and signs once; device and address are kept', async () => {
    const { made, token } = await linked()
    const shown = await nobody.call(calls.open, { token, tail: '7788' })
    expect(shown.content).toEqual(made.content)
    expect(Object.keys(shown).sort()).toEqual(['age', 'consentNo', 'content', 'kind'])
    expect(await nobody.call(calls.signByPhone, bySelf(made, token))).toEqual({ status: 0 })
    // Sent again because the answer was lost: the same; anything else finds a dead link.
    expect(await nobody.call(calls.signByPhone, bySelf(made, token))).toEqual({ status: 0 })
    expect((await nobody.refused(calls.signByPhone, bySelf(made, token, { strokes: ink(9) }))).code).toBe(25206)
    expect((await nobody.refused(calls.open, { token, tail: '7788' })).code).toBe(25206)
    const [row] = await app.sql<{ via: number; device: string; address: string }>(
      `select via, device, address from consent_signature where consent_id = $1`,
      [made.id],
    )
    expect(row).toMatchObject({ via: 2, address: '127.0.0.1' })
    const [link] = await app.sql<{ used: boolean; hash: string }>(
      `select used_at is not null as used, token_hash as hash from consent_link where consent_id = $1`,
      [made.id],
    )
    expect(link?.used).toBe(true)
    expect(link?.hash).not.toBe(token)
  })

  it('a child of eight signs beside its guardian, on the phone too; one of seven does not', async () => {
    await app.sql(`update patient set mobile = '13900007788' where id = $1`, [child])
    const made = await make(doctor, { patientId: child })
    const { token } = await doctor.call(calls.link, { id: made.id })
    const guardian = { signerName: '陈父', signerRelation: '父亲' as const, signerIdTail: '123X' }
    const both = bySelf(made, token, { ...guardian, child: ink(7) })
    await app.sql(`update patient set birth_day = '2019-05-05' where id = $1`, [child])
    expect((await nobody.refused(calls.signByPhone, both)).data.fields?.[0]?.message).toContain('未满 8 岁')
    await app.sql(`update patient set birth_day = '2018-05-05' where id = $1`, [child])
    expect(await nobody.call(calls.signByPhone, both)).toEqual({ status: 0 })
    const { signatures } = await doctor.call(calls.get, { id: made.id })
    expect(signatures.map(({ role, name }) => [role, name])).toEqual([
      ['guardian', '陈父'],
      ['child', made.content.who.name],
    ])
  })

  it('five wrong ends kill the link, and the sixth right one comes too late', async () => {
    const { token } = await linked()
    const tries = []
    for (let n = 0; n < 5; n++) tries.push((await nobody.refused(calls.open, { token, tail: '0000' })).message)
    expect(tries).toEqual([
      '手机尾号不对，还可以试 4 次',
      '手机尾号不对，还可以试 3 次',
      '手机尾号不对，还可以试 2 次',
      '手机尾号不对，还可以试 1 次',
      '链接已失效，请让门诊重新出示二维码',
    ])
    expect((await nobody.refused(calls.open, { token, tail: '7788' })).code).toBe(25206)
  })

  it('lives for 30 minutes, and a new one kills the one before', async () => {
    const { made, token } = await linked()
    const { token: second } = await doctor.call(calls.link, { id: made.id })
    expect((await nobody.refused(calls.open, { token, tail: '7788' })).code).toBe(25206)
    await nobody.call(calls.open, { token: second, tail: '7788' })
    await app.sql(`update consent_link set expires_at = expires_at - interval '31 minutes' where consent_id = $1`, [
      made.id,
    ])
    expect((await nobody.refused(calls.open, { token: second, tail: '7788' })).code).toBe(25206)
  })
})

describe('templates of a clinic', () => {
  it('a changed text is a new version of the clinic’s own; what was prepared before keeps the old', async () => {
    const platform = (await director.call(calls.templates, {})).find(({ key }) => key === 'whitening')
    if (!platform) throw new Error('no text')
    expect(platform).toMatchObject({ source: 'platform', versionNo: 1, enabled: true })
    const before = await make(doctor, { templateKey: 'whitening' })
    const content = { ...platform.content, risks: '本门诊的说明，牙齿可能敏感。' }
    const saved = { key: 'whitening', name: platform.name, kind: 1 as const, content }
    expect(await director.call(calls.saveTemplate, saved)).toEqual({ key: 'whitening', versionNo: 2 })
    const own = (await director.call(calls.templates, {})).find(({ key }) => key === 'whitening')
    expect(own).toMatchObject({ source: 'clinic', versionNo: 2, content })
    expect((await make(doctor, { templateKey: 'whitening' })).templateVersion).toBe(2)
    expect((await doctor.call(calls.get, { id: before.id })).content.risks).toBe(before.content.risks)
    // Switched off it can't be used, and is no new version.
    expect(
      await director.call(calls.saveTemplate, { ...saved, enabled: false, version: own?.version ?? 0 }),
    ).toMatchObject({ versionNo: 2 })
    expect(
      (await doctor.refused(calls.create, { patientId, templateKey: 'whitening', requestId: uuidv7() })).code,
    ).toBe(25205)
  })

  it('rights as §13 has them', async () => {
    const done = await signed(reception, { templateKey: 'referral' })
    expect((await reception.refused(calls.void, { id: done.id, version: done.version, reason: '不能' })).http).toBe(403)
    expect(
      (await doctor.refused(calls.saveTemplate, { name: '某', kind: 1, content: done.content as never })).http,
    ).toBe(403)
    const accountant = await app.as('finance')
    expect((await accountant.refused(calls.ofPatient, { id: patientId })).http).toBe(403)
  })
})

describe('an emergency in which nobody can be asked', () => {
  const { messaging } = contract
  const asking = (of: Detail, more: Partial<WireInput<typeof calls.ask>> = {}): WireInput<typeof calls.ask> => ({
    id: of.id,
    version: of.version,
    reason: '患者昏迷，家属电话无人接听，须立即止血',
    at: '2026-11-20 08:50:00',
    strokes: ink(3),
    requestId: uuidv7(),
    ...more,
  })
  const get = (id: string, client = doctor) => client.call(calls.get, { id })
  const decide = (of: { id: string; version: number }, agree: boolean, reason = '', client = director) =>
    client.call(calls.decide, { id: of.id, version: of.version, agree, reason })
  const lastTold = async (client: Client) => (await client.call(messaging.messages, { pageSize: 1 })).list[0]
  const logged = (id: string) =>
    app.sql<{ from: number | null; to: number }>(
      `select from_status as "from", to_status as "to" from status_log where biz_id = $1 order by created_at, id`,
      [id],
    )
  const sheets = (id: string) =>
    app.sql<{ approval: boolean; hash: string }>(
      `select of_approval as approval, content_hash as hash from consent_sheet where consent_id = $1 order by made_at`,
      [id],
    )

  it('a head approves in the patient’s place; it covers the treatment, is sealed, and stays listed until the patient has signed', async () => {
    const made = await make()
    expect(made.can).toMatchObject({ ask: true, takeBack: false, decide: false })
    const asked = await doctor.call(calls.ask, asking(made))
    expect(asked.status).toBe(3)
    expect(await lastTold(director)).toMatchObject({
      category: 'review',
      link: `/patientConsent?id=${made.id}`,
      body: '11-20 08:50　患者昏迷，家属电话无人接听，须立即止血',
    })
    const listed = async (client = director) =>
      (await client.call(calls.emergencies, {})).filter(({ id }) => id === made.id).map(({ status }) => status)
    expect(await listed()).toEqual([3])
    expect(await listed(await app.as('director', 'a2'))).toEqual([])
    expect((await get(made.id, director)).can.decide).toBe(true)
    // Neither the doctor, nor anybody without the right.
    expect((await doctor.refused(calls.decide, { id: made.id, version: asked.version, agree: true })).http).toBe(403)
    expect(await decide(asked, true)).toMatchObject({ status: 4 })
    expect((await lastTold(doctor))?.title).toMatch(/批准紧急同意书/)
    const approved = await get(made.id)
    expect(approved).toMatchObject({
      status: 4,
      intact: true,
      signerName: '',
      emergency: { reason: '患者昏迷，家属电话无人接听，须立即止血', refusedReason: '' },
      can: { edit: false, sign: true, ask: false, decide: false },
    })
    expect(approved.emergency?.approvedName).not.toBe('')
    expect(await listed()).toEqual([4])
    const [first] = await sheets(made.id)
    expect(first).toEqual({ approval: true, hash: approved.pdfHash })
    // Another approver's name is noticed, as a changed signature is.
    await app.sql(`update consent set approved_name = approved_name || '某' where id = $1`, [made.id])
    expect((await get(made.id)).intact).toBe(false)
    await app.sql(`update consent set approved_name = left(approved_name, -1) where id = $1`, [made.id])
    // Afterwards the patient ticks and signs; nobody else may sign before.
    const witness = [{ role: 'witness' as const, name: '护士', strokes: ink() }]
    expect((await doctor.refused(calls.sign, signing(approved, { signatures: witness }))).http).toBe(400)
    const patient = [{ role: 'patient' as const, name: made.content.who.name, strokes: ink(7) }]
    const unticked = signing(approved, { signatures: patient, ticks: approved.content.ticks.map(() => false) })
    expect((await doctor.refused(calls.sign, unticked)).code).toBe(25203)
    expect(await doctor.call(calls.sign, signing(approved, { signatures: patient }))).toMatchObject({ status: 1 })
    const whole = await get(made.id)
    expect(whole).toMatchObject({ status: 1, intact: true, signerName: made.content.who.name })
    expect(whole.emergency?.approvedName).toBe(approved.emergency?.approvedName)
    expect(await listed()).toEqual([])
    // The sheet of the approval stays beside the one that came later.
    expect((await sheets(made.id)).map(({ approval, hash }) => [approval, hash === whole.pdfHash])).toEqual([
      [true, false],
      [false, true],
    ])
    expect(await logged(made.id)).toEqual([
      { from: null, to: 0 },
      { from: 0, to: 3 },
      { from: 3, to: 4 },
      { from: 4, to: 1 },
    ])
  })

  it('is asked for by the treating doctor with signature, reason and time, and approved by another head', async () => {
    const made = await make()
    const wrong = async (more: Partial<WireInput<typeof calls.ask>>) =>
      (await doctor.refused(calls.ask, asking(made, more))).data.fields?.[0]
    expect(await wrong({ reason: ' ' })).toMatchObject({ field: 'reason' })
    expect(await wrong({ strokes: null })).toEqual({ field: 'strokes', message: '请医生先签名' })
    expect((await wrong({ at: '2026-11-20 23:59:00' }))?.field).toBe('at')
    expect((await wrong({ at: '2026-11-18 09:00:00' }))?.field).toBe('at')
    expect((await director.refused(calls.ask, asking(made))).code).toBe(25212)
    expect((await get(made.id)).signatures).toEqual([])
    // A head who treats asks another head.
    const own = await make(director)
    const asked = await director.call(calls.ask, asking(own))
    expect((await get(own.id, director)).can.decide).toBe(false)
    const refusal = await director.refused(calls.decide, { id: own.id, version: asked.version, agree: true })
    expect(refusal.code).toBe(25213)
    expect(await decide(asked, true, '', await app.as('admin'))).toMatchObject({ status: 4 })
  })

  it('refused with words, or taken back, it waits for the patient again', async () => {
    const made = await make()
    const asked = await doctor.call(calls.ask, asking(made))
    const wordless = await director.refused(calls.decide, { id: made.id, version: asked.version, agree: false })
    expect(wordless.data.fields).toEqual([{ field: 'reason', message: '请写明拒绝的原因' }])
    expect(await decide(asked, false, '家属已在路上，等 10 分钟')).toMatchObject({ status: 0 })
    const refused = await get(made.id)
    expect(refused.emergency).toMatchObject({ approvedAt: null, refusedReason: '家属已在路上，等 10 分钟' })
    expect(refused.can).toMatchObject({ ask: true, edit: false })
    // The doctor has signed by now.
    const again = await doctor.call(calls.ask, asking(refused, { strokes: null }))
    expect(again.status).toBe(3)
    const back = await doctor.call(calls.takeBack, { id: made.id, version: again.version })
    expect(back.status).toBe(0)
    const now = await get(made.id)
    const patient = [{ role: 'patient' as const, name: made.content.who.name, strokes: ink(7) }]
    await doctor.call(calls.sign, signing(now, { signatures: patient }))
    expect(await get(made.id)).toMatchObject({ status: 1, intact: true })
  })

  it('is for treatments alone: never for photographs, the file’s privacy, a referral, or a refusal', async () => {
    for (const templateKey of ['photo', 'privacy', 'referral', 'refuse-treatment']) {
      const made = await make(doctor, { templateKey })
      expect([templateKey, made.can.ask]).toEqual([templateKey, false])
      expect((await doctor.refused(calls.ask, asking(made))).code).toBe(25211)
    }
    const photo = await make(doctor, { templateKey: 'photo' })
    await expect(app.sql(`update consent set asked_at = now() where id = $1`, [photo.id])).rejects.toThrow(
      /consent_emergency_check/,
    )
  })
})

describe('Q20: what asks for a consent', () => {
  const record = contract.record
  const recordOf = async () => {
    const id = uuidv7()
    await app.sql(
      `insert into medical_record (tenant_id, id, clinic_id, record_no, patient_id, doctor_id, visit_time, visit_kind, content, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, '2026-11-20T02:00:00Z', 1, $7, now(), now())`,
      [
        A,
        id,
        fixture.clinics.a1,
        `BLQ${id.slice(-6)}`,
        child,
        fixture.doctors.a1[0],
        JSON.stringify({
          treatments: [
            { teeth: '36', content: '根管治疗', tariffs: [{ tariffId: fixture.tariffs.a.rootCanal, qty: 1 }] },
          ],
        }),
      ],
    )
    return id
  }
  const found = async (id: string) => {
    const { quality, missing } = await doctor.call(record.get, { id })
    return {
      rules: quality.items.filter(({ rule }) => rule.startsWith('Q20')).map(({ rule, level }) => [rule, level]),
      blocked: missing.some(({ message }) => message.startsWith('还没有签')),
    }
  }
  const rule = (value: string) =>
    app.sql(`update clinic set settings = settings || jsonb_build_object('consentRule', $2::text) where id = $1`, [
      fixture.clinics.a1,
      value,
    ])

  it('inherited from the category: said, or it can’t be signed, as the clinic has it; a signature of 90 days settles it', async () => {
    const id = await recordOf()
    expect(await found(id)).toEqual({ rules: [], blocked: false })
    const [{ category }] = (await app.sql<{ category: string }>(
      `select category_id as category from tariff where id = $1`,
      [fixture.tariffs.a.rootCanal],
    )) as [{ category: string }]
    await director.call(calls.saveRequirements, { key: 'root-canal', categoryIds: [category] })
    expect(await found(id)).toEqual({ rules: [['Q20b', 3]], blocked: false })
    expect(await doctor.call(calls.lacking, { id })).toEqual([{ key: 'root-canal', name: '根管治疗知情同意书' }])
    await rule('block')
    expect(await found(id)).toEqual({ rules: [['Q20', 1]], blocked: true })
    await rule('off')
    expect(await found(id)).toEqual({ rules: [], blocked: false })
    await rule('block')
    const made = await make(doctor, { patientId: child, templateKey: 'root-canal' })
    const guardian = { signerName: '林国栋', signerRelation: '父亲' as const, signerIdTail: '4017' }
    const signatures = [
      { role: 'guardian' as const, name: '林国栋', strokes: ink() },
      { role: 'doctor' as const, name: 'x', strokes: ink() },
    ]
    await doctor.call(calls.sign, signing(made, { ...guardian, signatures }))
    expect(await found(id)).toEqual({ rules: [], blocked: false })
    await app.sql(`update consent set sign_time = '2026-08-20T00:00:00Z' where id = $1`, [made.id])
    expect((await found(id)).blocked).toBe(true)
    // One that was withdrawn settles nothing.
    await app.sql(`update consent set sign_time = '2026-11-20T00:00:00Z' where id = $1`, [made.id])
    expect((await found(id)).blocked).toBe(false)
    const { version } = await director.call(calls.get, { id: made.id })
    await director.call(calls.void, { id: made.id, version, reason: '重签' })
    expect((await found(id)).blocked).toBe(true)
  })

  it('the approval of a head covers it as a signature does, and the record says so', async () => {
    const id = await recordOf()
    await rule('block')
    expect((await found(id)).blocked).toBe(true)
    const made = await make(doctor, { patientId: child, templateKey: 'root-canal', recordId: id })
    const asked = await doctor.call(calls.ask, {
      id: made.id,
      version: made.version,
      reason: '监护人联系不上',
      at: '2026-11-20 08:50:00',
      strokes: ink(),
      requestId: uuidv7(),
    })
    expect((await found(id)).blocked).toBe(true)
    await director.call(calls.decide, { id: made.id, version: asked.version, agree: true })
    expect(await found(id)).toEqual({ rules: [], blocked: false })
    const consents = await doctor.call(calls.ofRecord, { id })
    expect(consents.find(({ status }) => status === 4)).toMatchObject({
      required: true,
      signerName: '',
      signTime: null,
    })
    expect(consentWords(consents, (time) => time.slice(0, 10))[0]).toMatch(
      /^根管治疗知情同意书：紧急情形，负责人.+ 2026-11-20 批准，待患者补签$/,
    )
    await app.sql(`update consent set approved_at = '2026-08-20T00:00:00Z' where id = $1`, [made.id])
    expect((await found(id)).blocked).toBe(true)
    await app.sql(`update consent set approved_at = '2026-11-20T01:00:00Z' where id = $1`, [made.id])
  })

  it('what the visit was booked as asks, too', async () => {
    const id = await recordOf()
    await rule('warn')
    await director.call(calls.saveRequirements, { key: 'root-canal' })
    expect((await found(id)).rules).toEqual([])
    const [item] = await app.sql<{ id: string }>(`select id from appoint_item where tenant_id = $1 limit 1`, [A])
    const [booking, registration] = [uuidv7(), uuidv7()]
    await app.sql(
      `insert into appointment (tenant_id, id, clinic_id, appoint_no, patient_id, doctor_id, starts_at, ends_at, status, item_ids, created_at, updated_at)
       values ($1, $2, $3, 'YYK1', $4, $5, '2026-11-20T12:00:00Z', '2026-11-20T12:30:00Z', 2, $6, now(), now())`,
      [A, booking, fixture.clinics.a1, child, fixture.doctors.a1[0], [item?.id]],
    )
    await app.sql(
      `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, appointment_id, reg_time, status, treat_type, title, chief_complaint, created_at, updated_at)
       values ($1, $2, $3, 'GHK1', 900, '2026-11-20', $4, $5, $6, now(), 3, 1, '', '', now(), now())`,
      [A, registration, fixture.clinics.a1, child, fixture.doctors.a1[0], booking],
    )
    await app.sql(`update medical_record set registration_id = $2 where id = $1`, [id, registration])
    await director.call(calls.saveRequirements, { key: 'implant', appointItemIds: [item?.id as string] })
    expect(await doctor.call(calls.lacking, { id })).toEqual([{ key: 'implant', name: '种植牙知情同意书' }])
    expect((await found(id)).rules).toEqual([['Q20b', 3]])
  })
})
