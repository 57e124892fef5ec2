import { contract, recordContent } from '@dentin/contract'
import { sectionLines } from '@dentin/contract/record-words'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { sendPicture } from '../../../test/photos.ts'

const { recordImage: calls, picture, record } = contract
const app = await testApp()
const [patientId = '', otherId = ''] = fixture.patients.a
let director: Client
let recordId = ''
let version = 1
let stageId = ''

const film = (into = stageId, whose = patientId, more: { type?: 13 | 1; toothNo?: string } = {}) =>
  sendPicture(app, director, { imageStageId: into, patientId: whose, type: 13, ...more })
const hung = () => director.call(calls.ofRecord, { id: recordId })
const attach = (...imageIds: string[]) => director.call(calls.attach, { recordId, imageIds })

beforeAll(async () => {
  director = await app.as('director')
  const stage = { name: '初诊', stageTime: '2026-11-20' }
  stageId = (await director.call(picture.addStage, { ...stage, patientId })).id
  const [me] = await app.sql<{ id: string }>(`select s.created_by as id from image_stage s where s.id = $1`, [stageId])
  recordId = uuidv7()
  await app.sql(
    `insert into medical_record (tenant_id, id, clinic_id, record_no, patient_id, doctor_id, visit_kind, visit_time, content, status, created_at, updated_at, origin, origin_reason)
     values ($1, $2, $3, 'BL-T1', $4, $5, 1, '2026-11-20 02:00:00+00', $6, 0, now(), now(), 'late', '测试')`,
    [fixture.tenants.a, recordId, fixture.clinics.a1, patientId, me?.id, JSON.stringify(recordContent.parse({}))],
  )
})

it('pictures of the patient hang on a record, once each and at most twelve', async () => {
  const first = await film()
  expect(await attach(first, first)).toEqual({ count: 1 })
  expect(await attach(first)).toEqual({ count: 0 })
  expect((await hung()).list).toMatchObject([{ id: first, type: 13, stageName: '初诊' }])
  const stage = await director.call(picture.addStage, { patientId: otherId, name: '初诊', stageTime: '2026-11-20' })
  const strange = await film(stage.id, otherId)
  expect((await director.refused(calls.attach, { recordId, imageIds: [strange] })).code).toBe(404)
  const more: string[] = []
  for (let n = 0; n < 12; n++) more.push(await film())
  expect((await director.refused(calls.attach, { recordId, imageIds: more })).code).toBe(25471)
  expect(await attach(...more.slice(1))).toEqual({ count: 11 })
  for (const imageId of more.slice(1)) await director.call(calls.detach, { recordId, imageId })
})

it('a picture of another clinic does not hang on a record of this one; there its record is read with its own', async () => {
  const there = await app.as('director', 'a2')
  const stage = await there.call(picture.addStage, { patientId, name: '分店', stageTime: '2026-11-20' })
  const own = await film()
  const foreign = await sendPicture(app, there, { imageStageId: stage.id, patientId, type: 13 })
  const before = (await hung()).list
  const refusal = await director.refused(calls.attach, { recordId, imageIds: [own, foreign] })
  expect([refusal.code, refusal.data.fields?.[0]?.field]).toEqual([404, 'imageIds'])
  expect((await hung()).list).toEqual(before)
  // Nor does the other clinic hang its own on what was written here.
  expect((await there.refused(calls.attach, { recordId, imageIds: [foreign] })).code).toBe(404)
  expect(await there.call(calls.ofRecord, { id: recordId })).toEqual({
    list: before,
    mayAttach: false,
    mayDetach: false,
  })
})

it('what hangs on a record is not deleted, alone or with its stage; taken off, it is', async () => {
  const id = await film()
  await attach(id)
  const refusal = await director.refused(picture.remove, { id })
  expect(refusal).toMatchObject({ code: 25460, message: '图片附在病历 BL-T1上，不能删除' })
  expect((await director.refused(picture.removeStage, { id: stageId, withPictures: true })).code).toBe(25460)
  await director.call(calls.detach, { recordId, imageId: id })
  await director.call(picture.remove, { id })
  expect((await director.refused(calls.attach, { recordId, imageIds: [id] })).code).toBe(404)
})

it('a signed record lets go of nothing, and takes what was developed since', async () => {
  const id = await film()
  await attach(id)
  await app.sql(`update medical_record set status = 3, sign_hash = 'x', sign_time = now() where id = $1`, [recordId])
  expect(await hung()).toMatchObject({ mayAttach: true, mayDetach: false })
  expect((await director.refused(calls.detach, { recordId, imageId: id })).code).toBe(25472)
  expect(await attach(await film())).toEqual({ count: 1 })
  await app.sql(`update medical_record set status = 0 where id = $1`, [recordId])
})

it('clinic-medial-update: pictures stand on a line of the text while they hang on its record', async () => {
  const [shown, other] = [await film(), await film()]
  await attach(shown)
  const save = (imageIds?: string[]) => ({
    id: recordId,
    version,
    content: recordContent.parse({
      auxExams: [{ teeth: '36', kind: '根尖片', content: '根尖周低密度影', ...(imageIds ? { imageIds } : {}) }],
    }),
  })
  const refusal = await director.refused(record.save, save([shown, other]))
  expect(refusal.data.fields).toEqual([
    { field: 'content.auxExams.0.imageIds', message: '图片没有附在这份病历上，请重新选' },
  ])
  version = (await director.call(record.save, save([shown]))).version
  const { content } = await director.call(record.get, { id: recordId })
  expect(content.auxExams[0]?.imageIds).toEqual([shown])
  expect(sectionLines(content, 'auxExams')[0]?.text).toBe('根尖片：根尖周低密度影（附图 1 张）')
  // While the line shows it, it does not come off the record.
  expect(await director.refused(calls.detach, { recordId, imageId: shown })).toMatchObject({ code: 25473 })
  const templated = await director.refused(contract.recordTemplate.save, {
    scope: 2,
    name: '带图的模板',
    content: { auxExams: content.auxExams },
    requestId: uuidv7(),
  })
  expect(templated.code).toBe(400)
  version = (await director.call(record.save, save())).version
  await director.call(calls.detach, { recordId, imageId: shown })
  expect((await director.call(record.get, { id: recordId })).content.auxExams[0]).not.toHaveProperty('imageIds')

  // What a signed version shows stays, also while the record is amended.
  await attach(other)
  await app.sql(
    `insert into medical_record_version (tenant_id, id, clinic_id, record_id, version_no, content, content_hash, signed_by, signed_name, signed_at)
     select tenant_id, $2, clinic_id, id, 1, $3, 'x', doctor_id, '顾', now() from medical_record where id = $1`,
    [recordId, uuidv7(), JSON.stringify(save([other]).content)],
  )
  expect((await director.refused(calls.detach, { recordId, imageId: other })).code).toBe(25472)
})

it('Q21: a root canal asks for a film of its tooth until there is one', async () => {
  const content = recordContent.parse({
    treatments: [{ teeth: '36', content: '开髓', tariffs: [{ tariffId: fixture.tariffs.a.rootCanal, qty: 1 }] }],
  })
  const save = async () => {
    const saved = await director.call(record.save, { id: recordId, version, content })
    version = saved.version
    return saved.quality.items.map(({ rule }) => rule).filter((rule) => rule === 'Q21')
  }
  expect(await save()).toEqual(['Q21'])
  await film(stageId, patientId, { toothNo: '35' })
  expect(await save()).toEqual(['Q21'])
  await film(stageId, patientId, { toothNo: '36', type: 1 })
  expect(await save()).toEqual(['Q21'])
  await film(stageId, patientId, { toothNo: '36' })
  expect(await save()).toEqual([])
})

it('its paper shows what hangs on it where that is asked for or the clinic wants it, to whoever may see pictures', async () => {
  const print = async (more: object = {}) => {
    const response = await app.application.http.inject({
      method: 'POST',
      url: contract.paper.record.path,
      headers: { authorization: `Bearer ${director.token ?? ''}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ id: recordId, chart: false, ...more }),
    })
    expect(response.headers['content-type']).toBe('application/pdf')
    return [...response.rawPayload.toString('latin1').matchAll(/\/Subtype \/Image/g)].length
  }
  const { list } = await hung()
  expect(list.length).toBeGreaterThan(0)
  expect(await print()).toBe(0)
  expect(await print({ pictures: true })).toBe(list.length)
  const config = await director.call(contract.clinic.clinicConfig, {})
  await director.call(contract.clinic.saveClinicConfig, { ...config, recordPictures: true } as never)
  expect(await print()).toBe(list.length)
  expect(await print({ pictures: false })).toBe(0)
  expect(await director.call(contract.clinic.settings, {})).toMatchObject({ recordPictures: true })
  await app.sql(`delete from post_resource where resource = '/imageData:view'`)
  expect(await print()).toBe(0)
})
