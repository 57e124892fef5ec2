import { contract, recordContent, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { sendPicture } from '../../../test/photos.ts'
import { takeDownWithdrawn } from './publishing.ts'
import { categoryOf } from './rules.ts'

const { doctorCase: calls, consent, picture } = contract
const app = await testApp()
const [patientId = '', otherId = ''] = fixture.patients.a
let author: Client
let colleague: Client
let director: Client
let branch: Client
let consultant: Client
let stageId = ''

beforeAll(async () => {
  ;[author, colleague, director, branch, consultant] = await Promise.all([
    app.as('doctor'),
    app.asDoctor(1),
    app.as('director'),
    app.as('director', 'a2'),
    app.as('consultant'),
  ])
  await app.sql(
    `update patient set name = '陆婉清', birth_day = '1990-05-05', mobile = '13912340077', resp_doctor_id = $2, consultant_id = $3 where id = any($1)`,
    [[patientId, otherId], fixture.doctors.a1[0], fixture.employees.a1.consultant],
  )
  const stage = { name: '初诊', stageTime: '2026-11-20' }
  stageId = (await author.call(picture.addStage, { ...stage, patientId })).id
})

const shot = (type: number, bytes?: Buffer) =>
  sendPicture(app, author, { imageStageId: stageId, patientId, type: type as 1 }, bytes)
type Saved = WireInput<typeof calls.save>
const write = (more: Partial<Saved> = {}, client = author) =>
  client.call(calls.save, {
    title: '下前牙拥挤的排齐',
    categoryId: 6,
    patientId,
    content: '固定矫治',
    requestId: uuidv7(),
    ...more,
  })
const detail = (id: string, client = author) => client.call(calls.detail, { id })
const inLibrary = async (id: string, client: Client) =>
  (await client.call(calls.list, {})).list.some((each) => each.id === id)
const viewed = async (id: string, client: Client, size = 'screen') => {
  const response = await app.application.http.inject({
    method: 'GET',
    url: `/emr-api/v1/doctor-patient/case/picture/${id}?size=${size}`,
    headers: { authorization: `Bearer ${client.token ?? ''}` },
  })
  return { http: response.statusCode, bytes: response.rawPayload, cache: response.headers['cache-control'] }
}
/** The patient allows that photographs are shown. @returns a way to withdraw it */
async function allow(): Promise<() => Promise<unknown>> {
  const { id } = await author.call(consent.create, { patientId, templateKey: 'photo', requestId: uuidv7() })
  const of = await author.call(consent.get, { id })
  const strokes = { width: 300, height: 120, strokes: [[[10, 10, 0] as [number, number, number], [60, 40, 120]]] }
  await author.call(consent.sign, {
    id,
    version: of.version,
    signerName: of.content.who.name,
    ticks: of.content.ticks.map(() => true),
    signatures: [
      { role: 'patient', name: of.content.who.name, strokes: strokes as never },
      { role: 'doctor', name: '医生', strokes: strokes as never },
    ],
    requestId: uuidv7(),
  })
  const { version } = await author.call(consent.get, { id })
  return () => author.call(consent.void, { id, version, reason: '患者撤回' })
}
/** A case of the other clinic of this patient, whose consent is gone, before and after what the job does. */
async function withdrawnElsewhere() {
  const id = uuidv7()
  await app.sql(
    `insert into doctor_case (tenant_id, id, clinic_id, author_id, author_name, title, category_id, patient_id, scope, status, published_at, created_at, updated_at)
     values ($1, $2, $3, $4, '', '他院案例', 6, $5, 3, 1, now(), now(), now())`,
    [fixture.tenants.a, id, fixture.clinics.a2, fixture.doctors.a2[0], patientId],
  )
  const status = async () =>
    (await app.sql<{ status: number }>('select status from doctor_case where id = $1', [id]))[0]?.status
  const before = await status()
  expect(await inLibrary(id, colleague)).toBe(false)
  const count = await app.application.services.database.withTenant(fixture.tenants.a, 'all', (tx) =>
    takeDownWithdrawn(tx, patientId),
  )
  return { before, count, after: await status() }
}
const frames = [{ x: 0.1, y: 0.2, w: 0.8, h: 0.25 }]
/** A case with a face that is covered and the mouth, not yet published. */
async function covered(more: Partial<Saved> = {}): Promise<{ id: string; version: number }> {
  const images = [
    { imageId: await shot(1), stage: 1 as const },
    { imageId: await shot(5), stage: 3 as const },
  ]
  const { id, version } = await write({ images, ...more })
  const [face] = (await detail(id)).pictures
  await author.call(calls.mask, { id: face?.id ?? '', version: face?.version ?? 0, state: 1, frames })
  return { id, version }
}
const publish = (of: { id: string; version: number }, scope: 1 | 2 | 3 | 4 = 2, client = author) =>
  client.call(calls.publish, { ...of, scope })

describe('publishing', () => {
  it('is refused without the patient’s consent to photographs, and as long as a face is not covered', async () => {
    const made = await covered()
    expect((await author.refused(calls.publish, { ...made, scope: 2 })).code).toBe(25501)
    const withdraw = await allow()
    expect(await publish(made)).toMatchObject({ status: 1, scope: 2 })
    const open = await write({ images: [{ imageId: await shot(3), stage: 1 }] })
    const error = await author.refused(calls.publish, { id: open.id, version: open.version, scope: 1 })
    expect(error.code).toBe(25502)
    expect(error.data.ids).toEqual([(await detail(open.id)).pictures[0]?.id])
    await withdraw()
  })

  it('a withdrawn consent takes the case from everybody at once, its pictures too, and it is taken down', async () => {
    const withdraw = await allow()
    const made = await covered()
    await publish(made)
    const { pictures } = await detail(made.id, colleague)
    const [face] = pictures
    expect(await inLibrary(made.id, colleague)).toBe(true)
    const before = await viewed(face?.id ?? '', colleague)
    expect([before.http, before.cache]).toEqual([200, 'no-store'])
    await withdraw()
    expect(await inLibrary(made.id, colleague)).toBe(false)
    expect((await colleague.refused(calls.detail, { id: made.id })).code).toBe(404)
    expect((await viewed(face?.id ?? '', colleague)).http).toBe(404)
    const shows = { id: made.id, patientId: null, requestId: uuidv7() }
    expect((await colleague.refused(calls.show, shows)).code).toBe(25506)
    expect(await detail(made.id)).toMatchObject({
      status: 2,
      showable: false,
      mine: { downReason: '患者撤回了照片公开的授权' },
    })
    // What another clinic wrote of the same patient goes with the job.
    const elsewhere = await withdrawnElsewhere()
    expect(elsewhere).toEqual({ before: 1, count: 1, after: 2 })
    // A new consent brings nothing back by itself.
    await (
      await allow()
    )()
    expect(await inLibrary(made.id, colleague)).toBe(false)
  })

  it('what tells who the patient is keeps it back, and names the field', async () => {
    const withdraw = await allow()
    const { id, version } = await covered()
    for (const [field, text] of [
      ['title', '陆婉清的牙'],
      ['content', '电话 139 1234 0077'],
      ['plan', '2026年3月5日开始'],
      ['diagnosis', '证件 330106199005051234'],
      ['chiefComplaint', '陆 婉 清 来诊'],
    ] as const) {
      const images = (await detail(id)).mine?.sources.map(({ imageId }) => ({ imageId, stage: 1 as const })) ?? []
      const now = await detail(id)
      const saved = await write({ id, version: now.version, images, [field]: text })
      const error = await author.refused(calls.publish, { id, version: saved.version, scope: 2 })
      expect([error.code, error.data.fields?.[0]?.field]).toEqual([25503, field])
    }
    expect(version).toBe(1)
    await withdraw()
  })

  it('a published case that is changed stays one that may be shown, or is not changed', async () => {
    const withdraw = await allow()
    const made = await covered()
    const { version } = await publish(made)
    const images = (await detail(made.id)).mine?.sources.map(({ imageId }) => ({ imageId, stage: 1 as const })) ?? []
    const named: Saved = {
      id: made.id,
      version,
      images,
      title: '陆婉清',
      categoryId: 6,
      patientId,
      requestId: uuidv7(),
    }
    expect((await author.refused(calls.save, named)).code).toBe(25503)
    const more = [...images, { imageId: await shot(2), stage: 3 as const }]
    expect((await author.refused(calls.save, { ...named, title: '好', images: more })).code).toBe(25502)
    expect(await detail(made.id)).toMatchObject({ version, title: '下前牙拥挤的排齐', pictures: [{}, {}] })
    await withdraw()
  })

  it('a doctor’s goes to the chain and to everybody once a director has agreed', async () => {
    const withdraw = await allow()
    const made = await covered()
    expect(await publish(made, 4)).toMatchObject({ status: 1, scope: 2, askedScope: 4 })
    expect(await inLibrary(made.id, branch)).toBe(false)
    expect((await branch.call(calls.list, { view: 'asked' })).list).toEqual([])
    const [waiting] = (await director.call(calls.list, { view: 'asked' })).list
    expect(waiting).toMatchObject({ id: made.id, askedScope: 4 })
    const version = waiting?.version ?? 0
    expect((await author.refused(calls.decide, { id: made.id, version, agree: true })).http).toBe(403)
    await director.call(calls.decide, { id: made.id, version, agree: true })
    expect(await inLibrary(made.id, branch)).toBe(true)
    const [row] = (await branch.call(calls.list, { keyword: '拥挤', categoryId: 6 })).list
    expect(row?.id).toBe(made.id)
    const now = await detail(made.id)
    const down = { id: made.id, version: now.version, reason: '图片不清楚' }
    await author.call(calls.takeDown, down)
    expect(await inLibrary(made.id, branch)).toBe(false)
    await withdraw()
  })
})

describe('pictures', () => {
  it('a face is burnt over in a copy without what the camera wrote; the original has no address in the library', async () => {
    const withdraw = await allow()
    const stripes = Buffer.from(
      `<svg width="400" height="400"><rect width="400" height="400" fill="#fff"/>${Array.from({ length: 20 }, (_, n) => `<rect x="${n * 20}" width="10" height="400"/>`).join('')}</svg>`,
    )
    const bytes = await sharp(stripes)
      .withExif({ IFD0: { Artist: '陆婉清' }, IFD3: { GPSLatitudeRef: 'N' } })
      .jpeg({ quality: 95 })
      .toBuffer()
    const imageId = await shot(1, bytes)
    const made = await write({ images: [{ imageId, stage: 1 }] })
    const [source] = (await detail(made.id)).pictures
    const id = source?.id ?? ''
    expect((await viewed(id, author)).http).toBe(404)
    const said = { id, version: source?.version ?? 0 }
    expect((await author.refused(calls.mask, { ...said, state: 2 })).code).toBe(25508)
    expect((await author.refused(calls.mask, { ...said, state: 1 })).code).toBe(25509)
    const outside = [{ x: 0.9, y: 0.1, w: 0.5, h: 0.2 }]
    expect((await author.refused(calls.mask, { ...said, state: 1, frames: outside })).http).toBe(400)
    await author.call(calls.mask, { ...said, state: 1, frames: [{ x: 0, y: 0.25, w: 1, h: 0.5 }] })
    await publish(made)
    const seen = await viewed(id, colleague)
    const { data, info } = await sharp(seen.bytes).greyscale().raw().toBuffer({ resolveWithObject: true })
    const spread = (y: number) => {
      const line = [...data.subarray(y * info.width * info.channels, (y + 1) * info.width * info.channels)]
      return Math.max(...line) - Math.min(...line)
    }
    expect(spread(200)).toBeLessThan(12)
    expect(spread(40)).toBeGreaterThan(200)
    const meta = await sharp(seen.bytes).metadata()
    expect([meta.exif, meta.xmp, meta.iptc]).toEqual([undefined, undefined, undefined])
    expect(seen.bytes.includes(Buffer.from('陆婉清'))).toBe(false)
    const [small] = [await viewed(id, colleague, 'thumb')]
    expect((await sharp(small.bytes).metadata()).width).toBe(400)
    const outward = JSON.stringify([await detail(made.id, colleague), (await colleague.call(calls.list, {})).list])
    for (const secret of [imageId, patientId, '陆婉清', '13912340077']) expect(outward).not.toContain(secret)
    await withdraw()
  })

  it('a picture whose kind was only guessed may be a face: nothing of it is published before somebody has looked', async () => {
    const withdraw = await allow()
    const [guess, known] = [await shot(5), await shot(5)]
    await app.sql('update clinic_image set guessed = true where id = $1', [guess])
    const made = await write({
      images: [
        { imageId: guess, stage: 1 },
        { imageId: known, stage: 1 },
      ],
    })
    const { pictures } = await detail(made.id)
    expect(pictures.map(({ mask }) => mask)).toEqual([0, 2])
    expect((await author.refused(calls.publish, { ...made, scope: 2 })).code).toBe(25502)
    const [first] = pictures
    expect((await viewed(first?.id ?? '', colleague)).http).toBe(404)
    await author.call(calls.mask, { id: first?.id ?? '', version: first?.version ?? 0, state: 2 })
    await publish(made)
    expect((await viewed(first?.id ?? '', colleague)).http).toBe(200)
    // The original's own id opens nothing at the address of the library.
    expect((await viewed(guess, colleague)).http).toBe(404)
    expect((await viewed(guess, author)).http).toBe(404)
    await withdraw()
  })

  it('a picture of another patient, of a paper, or twice is refused; a case keeps its pictures from being deleted', async () => {
    const mine = await shot(5)
    const stage = await author.call(picture.addStage, { patientId: otherId, name: '初诊', stageTime: '2026-11-20' })
    const strange = await sendPicture(app, author, { imageStageId: stage.id, patientId: otherId, type: 5 })
    const said = (images: { imageId: string; stage: 1 }[]): Saved => ({
      title: '案例',
      categoryId: 2,
      patientId,
      images,
      requestId: uuidv7(),
    })
    expect((await author.refused(calls.save, said([{ imageId: strange, stage: 1 }]))).data.fields?.[0]?.field).toBe(
      'images',
    )
    const paper = await shot(20)
    expect((await author.refused(calls.save, said([{ imageId: paper, stage: 1 }]))).code).toBe(25507)
    const twice = said([
      { imageId: mine, stage: 1 },
      { imageId: mine, stage: 1 },
    ])
    expect((await author.refused(calls.save, twice)).http).toBe(400)
    const made = await write({ images: [{ imageId: mine, stage: 1 }] })
    expect((await author.refused(picture.remove, { id: mine })).message).toContain('案例「')
    const moved: Saved = {
      ...said([{ imageId: mine, stage: 1 }]),
      id: made.id,
      version: made.version,
      patientId: otherId,
    }
    expect((await author.refused(calls.save, moved)).code).toBe(25511)
    await author.call(calls.remove, { id: made.id })
    await author.call(picture.remove, { id: mine })
  })

  it('a picture whose kind turns out to be a face takes the case out of the library until it is covered', async () => {
    const withdraw = await allow()
    const imageId = await shot(5)
    const made = await write({ images: [{ imageId, stage: 1 }] })
    await publish(made)
    expect(await inLibrary(made.id, colleague)).toBe(true)
    await app.sql('update clinic_image set type = 3 where id = $1', [imageId])
    expect(await inLibrary(made.id, colleague)).toBe(false)
    await withdraw()
  })
})

describe('whose a case is', () => {
  it('a draft is seen by its author and by who publishes in the clinic; not by colleagues, consultants, other clinics', async () => {
    const { id } = await write()
    expect((await detail(id, director)).mine?.can).toMatchObject({ edit: true, publish: true, open: true })
    for (const client of [colleague, consultant, branch]) {
      expect((await client.refused(calls.detail, { id })).code).toBe(404)
      expect(await inLibrary(id, client)).toBe(false)
    }
    for (const client of [colleague, branch]) {
      const said: Saved = { id, version: 1, title: '我的', categoryId: 1, requestId: uuidv7() }
      expect((await client.refused(calls.save, said)).code).toBe(404)
      expect((await client.refused(calls.publish, { id, version: 1, scope: 1 })).code).toBe(404)
      expect((await client.refused(calls.remove, { id })).code).toBe(404)
    }
    expect((await consultant.refused(calls.save, { title: '我', categoryId: 1, requestId: uuidv7() })).http).toBe(403)
    const stale = await author.refused(calls.save, { id, version: 7, title: '旧', categoryId: 1, requestId: uuidv7() })
    expect(stale.http).toBe(409)
  })

  it('v1-doctor-patient-case: list with totalCount, by kind, tooth, age and words; published ones are not deleted', async () => {
    const of = { patientId: null, images: [], content: '演示用的文字案例' }
    const made = await write({
      ...of,
      title: '大面积缺损的修复',
      categoryId: 4,
      teeth: '36:MO;37',
      ageGroup: '30–39 岁',
    })
    await publish(made, 1)
    const found = async (more: Partial<WireInput<typeof calls.list>>) =>
      (await author.call(calls.list, { keyword: '大面积', ...more })).totalCount
    expect(await found({})).toBe(1)
    expect([await found({ categoryId: 4 }), await found({ categoryId: 5 })]).toEqual([1, 0])
    expect([await found({ tooth: '36' }), await found({ tooth: '37' }), await found({ tooth: '46' })]).toEqual([
      1, 1, 0,
    ])
    expect([await found({ ageGroup: '30–39 岁' }), await found({ ageGroup: '儿童' })]).toEqual([1, 0])
    expect([await found({ view: 'own' }), await found({ view: 'own', status: 0 })]).toEqual([1, 0])
    // 个人 is for the author alone.
    expect(await inLibrary(made.id, colleague)).toBe(false)
    expect((await author.refused(calls.remove, { id: made.id })).code).toBe(25505)
    const { version } = await detail(made.id)
    await author.call(calls.takeDown, { id: made.id, version, reason: '不用了' })
    await author.call(calls.remove, { id: made.id })
    expect((await author.refused(calls.detail, { id: made.id })).code).toBe(404)
  })
})

it('a case from a record: what was written, without who it was, with its pictures', async () => {
  const recordId = uuidv7()
  const content = {
    chiefComplaint: '右下后牙疼痛 3 天',
    diagnoses: [{ teeth: '46', icdCode: 'K04.0', icdName: '急性牙髓炎', kind: 1 }],
    treatments: [{ teeth: '46', content: '根管治疗', tariffs: [] }],
  }
  const whole = JSON.stringify(recordContent.parse(content))
  await app.sql(
    `insert into medical_record (tenant_id, id, clinic_id, record_no, patient_id, doctor_id, visit_kind, visit_time, content, status, created_at, updated_at, origin, origin_reason)
     values ($1, $2, $3, 'BL-C1', $4, $5, 1, '2026-11-20 02:00:00+00', $6, 0, now(), now(), 'late', '测试')`,
    [fixture.tenants.a, recordId, fixture.clinics.a1, patientId, fixture.doctors.a1[0], whole],
  )
  const film = await shot(13)
  await author.call(contract.recordImage.attach, { recordId, imageIds: [film] })
  const draft = await author.call(calls.fromRecord, { id: recordId })
  expect(draft).toMatchObject({
    patientId,
    title: '急性牙髓炎',
    categoryId: 2,
    ageGroup: '30–39 岁',
    chiefComplaint: '右下后牙疼痛 3 天',
    content: '根管治疗',
    teeth: '46',
    images: [{ imageId: film, type: 13, stage: 1 }],
  })
  const { patientName, images, ...said } = draft
  const saved = await author.call(calls.save, {
    ...(said as Saved),
    images: images.map(({ imageId }) => ({ imageId, stage: 1 as const })),
    requestId: uuidv7(),
  })
  expect(patientName).toBe('陆婉清')
  expect(await detail(saved.id)).toMatchObject({ mine: { recordId }, pictures: [{ type: 13, mask: 2 }] })
  const strange: Saved = { title: '错', categoryId: 1, patientId: otherId, recordId, requestId: uuidv7() }
  expect((await author.refused(calls.save, strange)).data.fields?.[0]?.field).toBe('recordId')
})

it('what a patient was shown stands in his file, whatever becomes of the case', async () => {
  const made = await write({ patientId: null, content: '文字' })
  await publish(made)
  await consultant.call(calls.show, { id: made.id, patientId, requestId: uuidv7() })
  await consultant.call(calls.show, { id: made.id, requestId: uuidv7() })
  expect((await detail(made.id)).viewCount).toBe(2)
  const seen = () => director.call(calls.shownTo, { patientId })
  expect(await seen()).toMatchObject([{ caseId: made.id, title: '下前牙拥挤的排齐', showable: true }])
  const { version } = await detail(made.id)
  await author.call(calls.takeDown, { id: made.id, version, reason: '不用了' })
  await author.call(calls.remove, { id: made.id })
  expect(await seen()).toMatchObject([{ title: '下前牙拥挤的排齐', showable: false }])
})

describe('the kind of treatment of a record', () => {
  const of = (treatment: string, age = 30) =>
    categoryOf({ chiefComplaint: '', diagnosis: '', plan: '', treatment, age } as Parameters<typeof categoryOf>[0])
  it.each([
    ['更换 0.019×0.025 不锈钢丝，链圈关闭间隙', 6],
    ['46 根管充填', 2],
    ['全瓷冠粘接', 4],
    ['阻生齿拔除', 7],
    ['龈下刮治', 3],
    ['冷光美白', 5],
    ['窝沟封闭', 8],
  ])('%s', (treatment, kind) => expect(of(treatment)).toBe(kind))
  it('a record of a kind says it by its kind', () => {
    const kind = (recordType: number) =>
      categoryOf({ recordType, treatment: '46 根管充填', age: 6 } as Parameters<typeof categoryOf>[0])
    expect([kind(1), kind(2), kind(3)]).toEqual([1, 6, 3])
  })
  it('a child’s is a child’s, but in braces', () => {
    expect([of('乳牙充填', 6), of('固定矫治', 11)]).toEqual([1, 6])
  })
})
