import { contract, type WireInput } from '@dentin/contract'
import { nineSlots } from '@dentin/contract/picture'
import { uuidv7 } from '@dentin/kit'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { freshKey, photo, put } from '../../../test/photos.ts'
import { hashOfBytes, readAll } from '../../platform/files/store.ts'
import { emptyBin } from './bin.ts'
import { keepDrawn } from './drawing.ts'

const calls = contract.picture
const app = await testApp()
const [patientId = ''] = fixture.patients.a
let director: Client
let nurse: Client
let neighbour: Client

beforeAll(async () => {
  ;[director, nurse, neighbour] = await Promise.all([app.as('director'), app.as('nurse'), app.as('director', 'b1')])
})

const newStage = (more: Partial<WireInput<typeof calls.addStage>> = {}) =>
  director.call(calls.addStage, { patientId, name: '初诊', stageTime: '2026-11-20', ...more })
const list = (imageStageId: string) => director.call(calls.list, { patientId, imageStageId })
const stageOf = async (id: string) => (await director.call(calls.stages, { patientId })).find((each) => each.id === id)
async function send(
  imageStageId: string,
  bytes: Buffer,
  more: Partial<WireInput<typeof calls.add>> = {},
  client = director,
) {
  const { securityToken, prefix } = await client.call(calls.stsWeb, {})
  const answer = await put(app, securityToken, freshKey(prefix), bytes)
  expect(answer.code).toBe(0)
  const said = { imageStageId, patientId, photoName: 'a.jpg', type: 1, url: answer.data.url, ...more }
  return client.call(calls.add, said)
}
const viewed = async (id: string, size = 'screen', client = director) => {
  const response = await app.application.http.inject({
    method: 'GET',
    url: `/emr-api/v1/clinicImage/view/${id}?size=${size}`,
    headers: { authorization: `Bearer ${client.token ?? ''}` },
  })
  return { http: response.statusCode, type: response.headers['content-type'], bytes: response.rawPayload }
}
const originalOf = async (id: string) => {
  const [row] = await app.sql<{ key: string }>(
    'select o.storage_key as key from clinic_image i join file_object o on o.id = i.file_id where i.id = $1',
    [id],
  )
  return readAll(await app.application.services.files.get(row?.key ?? ''))
}
/** Which half is bright: the left one of every test photograph. */
async function brightSide(bytes: Buffer): Promise<string> {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) =>
    (data[(Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels] ?? 0) > 245
  return [at(0.1, 0.5) && 'left', at(0.9, 0.5) && 'right', at(0.5, 0.1) && 'top', at(0.5, 0.9) && 'bottom']
    .filter(Boolean)
    .join()
}

describe('stages', () => {
  it('image-stage-offers, stage-added, stage-changed, stage-deleted: add, rename and delete; upload, list, delete and rotate', async () => {
    const made = await newStage()
    expect(await stageOf(made.id)).toMatchObject({ name: '初诊', stageTime: '2026-11-20', count: 0, here: true })
    await director.call(calls.updateStage, { stageId: made.id, name: '复查', stageTime: '2026-11-19' })
    expect(await stageOf(made.id)).toMatchObject({ name: '复查', stageTime: '2026-11-19' })
    const picture = await send(made.id, await photo())
    expect(await list(made.id)).toHaveLength(1)
    await director.call(calls.rotate, { imageId: picture.id, angle: 90 })
    await director.call(calls.remove, { id: picture.id })
    expect(await list(made.id)).toEqual([])
    await director.call(calls.removeStage, { id: made.id })
    expect(await stageOf(made.id)).toBeUndefined()
  })

  it('one without a day, with a day that is none, or after tomorrow is refused at the field', async () => {
    for (const stageTime of [undefined, '', '2026-02-30', '2026-11-22']) {
      const error = await director.refused(calls.addStage, { patientId, name: '初诊', stageTime } as never)
      expect(error.data.fields?.[0]).toMatchObject({ field: 'stageTime' })
    }
    expect((await newStage({ stageTime: '2026-11-21' })).version).toBe(1)
  })

  it('one with pictures goes only with a word on them: moved, or binned with it and back with it', async () => {
    const [from, to] = [await newStage(), await newStage({ name: '结束' })]
    const picture = await send(from.id, await photo())
    const error = await director.refused(calls.removeStage, { id: from.id })
    expect(error).toMatchObject({ code: 25451, data: { count: 1 } })
    expect(error.message).toBe('该阶段有 1 张图片：移动到其他阶段，或一并删除（30 天内可恢复）')
    const [other = ''] = fixture.patients.a.slice(1)
    const stranger = await director.call(calls.addStage, { patientId: other, name: '初诊', stageTime: '2026-11-20' })
    expect((await director.refused(calls.removeStage, { id: from.id, moveTo: stranger.id })).code).toBe(404)
    expect((await director.refused(calls.removeStage, { id: from.id, moveTo: from.id })).code).toBe(404)
    await director.call(calls.removeStage, { id: from.id, moveTo: to.id })
    expect((await list(to.id)).map(({ id }) => id)).toEqual([picture.id])
    await director.call(calls.removeStage, { id: to.id, withPictures: true })
    expect(await stageOf(to.id)).toBeUndefined()
    await director.call(calls.restore, { id: picture.id })
    expect(await stageOf(to.id)).toMatchObject({ count: 1 })
  })

  it('lists what it lacks of the nine, in the order of the slots', async () => {
    const { id } = await newStage()
    for (const type of nineSlots.filter((kind) => kind !== 3 && kind !== 9)) await send(id, await photo(), { type })
    await send(id, await photo(), { type: 10 })
    expect(await stageOf(id)).toMatchObject({ count: 8, missing: [3, 9] })
  })

  it('belongs to its clinic, and to those whom the patient may be shown', async () => {
    const { id } = await newStage()
    expect((await neighbour.refused(calls.list, { patientId })).code).toBe(404)
    expect((await neighbour.refused(calls.updateStage, { stageId: id, name: 'x', stageTime: '2026-11-20' })).code).toBe(
      404,
    )
    expect((await nurse.refused(calls.removeStage, { id })).code).toBe(403)
    const reception = await app.as('reception')
    expect((await reception.refused(calls.stages, { patientId })).code).toBe(403)
    const branch = await app.as('director', 'a2')
    expect((await branch.refused(calls.updateStage, { stageId: id, name: 'x', stageTime: '2026-11-20' })).code).toBe(
      404,
    )
  })
})

describe('a picture', () => {
  it('keeps its original byte for byte; what is served stands upright and says no place', async () => {
    const { id: stage } = await newStage()
    const plain = await photo(
      { width: 60, height: 40 },
      {
        IFD0: { Model: 'Camera 5', Orientation: '6' },
        IFD2: { DateTimeOriginal: '2026:11:18 10:11:12' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 15/1 0/1' },
      },
    )
    const bytes = await sharp(plain).keepMetadata().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect((await sharp(bytes).metadata()).exif?.toString('latin1')).toContain('2026:11:18')
    const { id } = await send(stage, bytes)
    const [row] = await list(stage)
    expect(row).toMatchObject({ width: 40, height: 60, shotTime: '2026-11-18 10:11:12', device: 'Camera 5' })
    // Orientation 6: the left of what the sensor saw is above.
    for (const size of ['thumb', 'screen', 'full']) {
      const { bytes: seen } = await viewed(id, size)
      const { width, height } = await sharp(seen).metadata()
      expect([width, height]).toEqual([40, 60])
      expect(await brightSide(seen)).toContain('top')
    }
    await keepDrawn(app.application.services, { tenantId: fixture.tenants.a, id })
    await director.call(calls.rotate, { imageId: id, angle: 90 })
    await director.call(calls.rotate, { imageId: id, flip: true })
    expect(hashOfBytes(await originalOf(id))).toBe(hashOfBytes(bytes))
    for (const size of ['thumb', 'screen', 'full']) {
      const { bytes: seen, type } = await viewed(id, size)
      expect(type).toBe('image/jpeg')
      const { exif, orientation } = await sharp(seen).metadata()
      expect(exif).toBeUndefined()
      expect(orientation).toBeUndefined()
      expect(seen.includes(Buffer.from('Camera 5'))).toBe(false)
    }
  })

  it('turns as it is shown: to the right, mirrored, and version by version', async () => {
    const { id: stage } = await newStage()
    const { id, version } = await send(stage, await photo())
    const side = async () => brightSide((await viewed(id, 'full')).bytes)
    expect(await side()).toContain('left')
    expect(await director.call(calls.rotate, { imageId: id, angle: 90, version })).toMatchObject({
      version: 2,
      rotate: 90,
    })
    expect(await side()).toContain('top')
    expect((await director.refused(calls.rotate, { imageId: id, angle: 90, version })).code).toBe(409)
    // Mirrored left to right as it stands: what was above stays above.
    await director.call(calls.rotate, { imageId: id, flip: true })
    expect(await side()).toContain('top')
    expect(await director.call(calls.rotateOnce, { imageId: id, version: 3 })).toMatchObject({ version: 4 })
    expect(await side()).toContain('right')
    await director.call(calls.rotate, { imageId: id, flip: true })
    expect(await side()).toContain('left')
    const [row] = await list(stage)
    const same = { imageId: id, angle: 90 as const, urlName: row?.url ?? '' }
    expect((await director.refused(calls.rotate, { ...same, urlName: 'http://169.254.169.254/' })).code).toBe(404)
    expect((await director.refused(calls.rotate, { ...same, clinicId: fixture.clinics.a2 })).code).toBe(404)
    expect(await director.call(calls.rotate, same)).toMatchObject({ version: 6 })
  })

  it('is drawn once by the job, for every way it was turned', async () => {
    const { id: stage } = await newStage()
    const { id } = await send(stage, await photo({ width: 900, height: 600 }))
    const draw = () => keepDrawn(app.application.services, { tenantId: fixture.tenants.a, id })
    await draw()
    await draw()
    const copies = () =>
      app.sql('select size, rotate from clinic_image_copy where image_id = $1 order by size, rotate', [id])
    expect(await copies()).toEqual([
      { size: 'screen', rotate: 0 },
      { size: 'thumb', rotate: 0 },
    ])
    expect((await sharp((await viewed(id, 'thumb')).bytes).metadata()).width).toBe(420)
    await director.call(calls.rotate, { imageId: id, angle: 90 })
    expect((await sharp((await viewed(id, 'thumb')).bytes).metadata()).width).toBe(280)
    await draw()
    expect(await copies()).toHaveLength(4)
  })

  it('is never taken in twice into a stage; the same bytes in another stage are another picture', async () => {
    const [one, two] = [await newStage(), await newStage()]
    const bytes = await photo()
    const first = await send(one.id, bytes)
    expect(await send(one.id, bytes)).toMatchObject({ id: first.id, twice: true })
    expect(await list(one.id)).toHaveLength(1)
    expect(await send(two.id, bytes)).toMatchObject({ twice: false })
    await director.call(calls.remove, { id: first.id })
    const again = await send(one.id, bytes)
    expect(again.id).not.toBe(first.id)
    expect((await director.refused(calls.restore, { id: first.id })).code).toBe(25452)
  })

  it('comes into a stage of its own patient only, and stays with its patient', async () => {
    const { id: stage } = await newStage()
    const another = fixture.patients.a[1] as string
    const strange = await send(stage, await photo(), { patientId: another }).catch((error: unknown) => String(error))
    expect(strange).toMatch(/没有找到/)
    expect(await list(stage)).toEqual([])
    const { id, version } = await send(stage, await photo())
    const said = { id, version, imageStageId: stage, patientId: another, photoName: 'b.jpg', type: 1 }
    expect((await director.refused(calls.add, said)).data.fields?.[0]?.field).toBe('patientId')
    const { id: theirs } = await director.call(calls.addStage, {
      patientId: another,
      name: '初诊',
      stageTime: '2026-11-20',
    })
    const moved = { ...said, imageStageId: theirs, patientId }
    expect((await director.refused(calls.add, moved)).data.fields?.[0]?.field).toBe('imageStageId')
    expect(await list(stage)).toHaveLength(1)
  })

  it('a guess stays a guess until somebody has looked', async () => {
    const { id: stage } = await newStage()
    const first = await send(stage, await photo(), { type: 5, guessed: true })
    const second = await send(stage, await photo(), { type: 7, guessed: true })
    const said = { patientId, imageStageId: stage, photoName: 'a.jpg', id: first.id, version: first.version }
    await director.call(calls.add, { ...said, type: 6, toothNo: '36' })
    expect(await list(stage)).toMatchObject([
      { type: 6, guessed: false, toothNo: '36' },
      { type: 7, guessed: true },
    ])
    expect((await director.refused(calls.add, { ...said, type: 6 })).code).toBe(409)
    expect(
      (await director.refused(calls.add, { ...said, version: 2, type: 6, toothNo: '99' })).data.fields?.[0]?.field,
    ).toBe('toothNo')
    expect(await director.call(calls.confirm, { imageStageId: stage })).toEqual({ count: 1 })
    expect((await list(stage)).find(({ id }) => id === second.id)?.guessed).toBe(false)
  })

  it('is remarked, found by its words, and taken from the wall without being lost', async () => {
    const { id: stage } = await newStage()
    const { id, version } = await send(stage, await photo(), { type: 5 })
    const said = { patientId, imageStageId: stage, photoName: 'a.jpg', type: 5 as const, id }
    const changed = await director.call(calls.add, {
      ...said,
      version,
      remark: '咬合打开后',
      tags: ['咬合', '复查'],
      hidden: true,
    })
    const found = { remark: '咬合打开后', tags: ['咬合', '复查'], hidden: true }
    expect(await list(stage)).toMatchObject([found])
    expect((await stageOf(stage))?.missing).toContain(5)
    // Whoever changes the kind alone says nothing of these.
    const { version: next } = await director.call(calls.add, { ...said, version: changed.version, type: 6 })
    expect(await list(stage)).toMatchObject([{ ...found, type: 6 }])
    for (const [more, field] of [
      [{ remark: '字'.repeat(201) }, 'remark'],
      [{ tags: ['同', '同'] }, 'tags'],
      [{ tags: Array.from({ length: 9 }, (_, n) => `标${n}`) }, 'tags'],
    ] as const)
      expect(
        (await director.refused(calls.add, { ...said, ...more, version: next } as never)).data.fields?.[0]?.field,
      ).toBe(field)
    await director.call(calls.add, { ...said, version: next, remark: '', tags: [], hidden: false })
    expect((await stageOf(stage))?.missing).not.toContain(5)
    expect(await list(stage)).toMatchObject([{ remark: '', tags: [], hidden: false, type: 5 }])
  })

  it('stays in the bin for 30 days, then a job removes it with its files', async () => {
    const { id: stage } = await newStage()
    const { id } = await send(stage, await photo())
    await keepDrawn(app.application.services, { tenantId: fixture.tenants.a, id })
    await director.call(calls.remove, { id })
    expect((await viewed(id)).http).toBe(404)
    expect(await director.call(calls.bin, { patientId })).toContainEqual(
      expect.objectContaining({ id, daysLeft: 30, stageName: '初诊' }),
    )
    await director.call(calls.restore, { id })
    expect(await list(stage)).toHaveLength(1)
    await director.call(calls.remove, { id })
    const empty = () => app.application.services.database.withTenant(fixture.tenants.a, 'all', emptyBin)
    const age = (days: number) =>
      app.sql(`update clinic_image set deleted_at = deleted_at - interval '${days} days' where id = $1`, [id])
    await age(29)
    expect((await empty()).gone).toBe(0)
    expect(await app.sql('select 1 from clinic_image where id = $1', [id])).toHaveLength(1)
    await age(2)
    expect((await director.refused(calls.restore, { id })).code).toBe(404)
    const { gone, keys } = await empty()
    expect(gone).toBe(1)
    expect(keys).toHaveLength(3)
    expect(await app.sql('select 1 from clinic_image where id = $1', [id])).toEqual([])
    expect(await app.sql('select 1 from file_object where storage_key = any($1)', [keys])).toEqual([])
  })
})

describe('a signed address', () => {
  it('answers oss and obs alike; puts under its own prefix and nothing else', async () => {
    const { id: stage } = await newStage()
    const [oss, obs] = [await director.call(calls.stsWeb, {}), await director.call(calls.sts, {})]
    expect(Object.keys(oss)).toEqual(Object.keys(obs))
    expect(oss).toMatchObject({ prefix: `${fixture.tenants.a}/2026/11/`, most: 60 })
    const minutes =
      (Date.parse(`${oss.expiration.replace(' ', 'T')}+08:00`) - app.application.services.clock.realNow().getTime()) /
      60_000
    expect(minutes).toBeGreaterThan(13)
    expect(minutes).toBeLessThanOrEqual(15)
    const bytes = await photo()
    for (const key of [
      freshKey(`${fixture.tenants.b}/2026/11/`),
      freshKey(`${fixture.tenants.a}/2026/10/`),
      `${oss.prefix}..%2f11%2f${uuidv7()}.jpg`,
      `${oss.prefix}${uuidv7()}.svg`,
      `${oss.prefix}a.jpg`,
    ])
      expect(await put(app, oss.securityToken, key, bytes)).toMatchObject({ http: 403, code: 25457 })
    for (const method of ['GET', 'DELETE', 'POST'])
      expect(await put(app, oss.securityToken, oss.prefix, bytes, { method })).toMatchObject({ http: 403, code: 25458 })
    const key = freshKey(oss.prefix)
    expect(await put(app, 'x'.repeat(43), key, bytes)).toMatchObject({ code: 25456 })
    expect(await put(app, '', key, bytes)).toMatchObject({ code: 25456 })
    expect(await put(app, oss.securityToken, key, bytes)).toMatchObject({ code: 0, data: { twice: false } })
    // Sent again because the answer was lost; other bytes never take its place.
    expect(await put(app, oss.securityToken, key, bytes)).toMatchObject({ code: 0, data: { twice: true } })
    expect(await put(app, oss.securityToken, key, await photo())).toMatchObject({ http: 403 })
    const said = { imageStageId: stage, patientId, photoName: 'a', type: 1, url: key } as const
    // Nobody makes a picture of what somebody else has sent.
    const owned =
      'update clinic_image_object set employee_id = $1 where file_id = (select id from file_object where storage_key = $2)'
    const [me] = await app.sql<{ id: string }>('select employee_id as id from image_grant where id = $1', [
      oss.accessKeyId,
    ])
    await app.sql(owned, [fixture.doctors.a1[0], key])
    expect((await director.refused(calls.add, said)).code).toBe(25459)
    await app.sql(owned, [me?.id, key])
    expect((await director.refused(calls.add, { ...said, url: 'http://127.0.0.1/a.jpg' })).code).toBe(25459)
    expect(await director.call(calls.add, said)).toMatchObject({ twice: false })
    expect((await director.refused(calls.add, said)).code).toBe(25459)
    await app.sql(`update image_grant set expires_at = expires_at - interval '31 minutes' where id = $1`, [
      oss.accessKeyId,
    ])
    expect(await put(app, oss.securityToken, freshKey(oss.prefix), bytes)).toMatchObject({
      code: 25456,
      message: '上传凭证已失效，请重新获取',
    })
  })

  it('upload-count: takes 60 files and no more', async () => {
    const { securityToken, prefix, accessKeyId } = await director.call(calls.stsWeb, {})
    await app.sql('update image_grant set taken = 59 where id = $1', [accessKeyId])
    expect(await put(app, securityToken, freshKey(prefix), await photo())).toMatchObject({ code: 0 })
    expect(await put(app, securityToken, freshKey(prefix), await photo())).toMatchObject({
      code: 25453,
      message: '一次最多上传 60 张',
    })
  })

  it('image-types, upload-limit: jpeg and png by their content, up to 10 MB; HEIC is said plainly', async () => {
    const { securityToken, prefix } = await director.call(calls.stsWeb, {})
    const sent = async (bytes: Buffer) => put(app, securityToken, freshKey(prefix), bytes)
    const png = await sharp(await photo())
      .png()
      .toBuffer()
    expect(await sent(png)).toMatchObject({ code: 0 })
    const heic = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from('ftypheic'),
      Buffer.alloc(4),
      Buffer.from('mif1heic'),
    ])
    expect((await sent(heic)).message).toBe(
      '暂不支持 HEIC 图片。请在手机相机设置中把格式改为「兼容性最佳」，或截图后上传',
    )
    const wrong = { code: 40011, message: '请上传 jpeg、jpg 或 png 图片' }
    for (const bytes of [
      Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(400)]),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      Buffer.from('%PDF-1.7\n'),
      await sharp(png).webp().toBuffer(),
      Buffer.alloc(0),
    ])
      expect(await sent(bytes)).toMatchObject(wrong)
    const whole = await photo({ width: 400, height: 400 })
    expect((await sent(whole.subarray(0, whole.length / 2))).message).toBe('图片已损坏，不能打开')
    // 11000 × 11000 points in a few kilobytes.
    const bomb = await sharp({
      create: { width: 11_000, height: 11_000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png()
      .toBuffer()
    expect(bomb.length).toBeLessThan(2_000_000)
    expect((await sent(bomb)).message).toBe('图片尺寸过大，请缩小后再上传')
    expect(await sent(Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]))).toMatchObject({
      code: 40010,
      message: '上传文件不能大于10M',
    })
    expect(
      await app.sql(
        'select 1 from clinic_image_object o join file_object f on f.id = o.file_id where f.bytes > 1000000',
      ),
    ).toEqual([])
  })
})

describe('a phone', () => {
  const linked = async () => {
    const { id: stage } = await newStage()
    return { stage, ...(await director.call(calls.link, { imageStageId: stage })) }
  }
  const open = (token: string) => app.nobody.call(calls.open, { token })

  it('opens its link once, sends into the one stage and reads nothing', async () => {
    const { stage, token } = await linked()
    const other = await newStage()
    const opened = await open(token)
    expect(Object.keys(opened).sort()).toEqual(['expiresAt', 'most', 'prefix', 'uploadToken', 'uploadUrl'])
    expect((await app.nobody.refused(calls.open, { token })).message).toBe(
      '二维码已在另一台手机上使用，请在电脑上重新生成',
    )
    const bytes = await photo({ width: 40, height: 60 })
    const answer = await put(app, opened.uploadToken, freshKey(opened.prefix), bytes, { name: '微笑.jpg' })
    expect(answer).toMatchObject({ code: 0, data: { url: '', twice: false } })
    expect(await put(app, opened.uploadToken, freshKey(opened.prefix), bytes)).toMatchObject({ data: { twice: true } })
    expect(await list(stage)).toMatchObject([{ type: 2, guessed: true, byPhone: true, photoName: '微笑.jpg' }])
    expect(await list(other.id)).toEqual([])
    // What it holds opens nothing else: no list, no picture, no call of the house.
    const [row] = await list(stage)
    for (const bearer of [token, opened.uploadToken]) {
      const response = await app.application.http.inject({
        method: 'GET',
        url: `/emr-api/v1/clinicImage/view/${row?.id ?? ''}`,
        headers: { authorization: `Bearer ${bearer}` },
      })
      expect(response.statusCode).toBe(401)
    }
    expect(await put(app, opened.uploadToken, row?.url ?? '', bytes, { method: 'GET' })).toMatchObject({ code: 25458 })
    // Nor do the objects of a phone become pictures elsewhere.
    const said = { imageStageId: other.id, patientId, photoName: 'a', type: 1 as const, url: row?.url ?? '' }
    expect((await director.refused(calls.add, said)).code).toBe(25459)
  })

  it('a machine that guesses is stopped after sixty tries, also with a link that is good', async () => {
    const { token } = await linked()
    const answers: string[] = []
    for (let n = 0; n < 61; n += 1) {
      const guess = `${String(n).padStart(4, '0')}${'B'.repeat(39)}`
      answers.push((await app.nobody.refused(calls.open, { token: guess })).message)
    }
    const dead = '二维码已失效，请在电脑上重新生成'
    expect(new Set(answers.slice(0, 40))).toEqual(new Set([dead]))
    expect(answers.at(-1)).not.toBe(dead)
    expect((await app.nobody.refused(calls.open, { token })).message).toBe(answers.at(-1))
    await app.sql(`delete from rate_limit where key like 'picture-link%'`)
  })

  it('is refused in Chinese when guessed, expired, or when the stage is gone', async () => {
    const dead = '二维码已失效，请在电脑上重新生成'
    expect((await app.nobody.refused(calls.open, { token: 'A'.repeat(43) })).message).toBe(dead)
    expect((await app.nobody.refused(calls.open, { token: 'short' })).message).toBe('链接不完整')
    const late = await linked()
    await app.sql(`update image_grant set expires_at = expires_at - interval '31 minutes' where image_stage_id = $1`, [
      late.stage,
    ])
    expect((await app.nobody.refused(calls.open, { token: late.token })).message).toBe(dead)
    const early = await linked()
    const opened = await open(early.token)
    // The link itself is no token for uploads.
    expect(await put(app, early.token, freshKey(opened.prefix), await photo())).toMatchObject({ code: 25456 })
    await app.sql(`update image_grant set expires_at = expires_at - interval '31 minutes' where image_stage_id = $1`, [
      early.stage,
    ])
    expect(await put(app, opened.uploadToken, freshKey(opened.prefix), await photo())).toMatchObject({ message: dead })
    const gone = await linked()
    const there = await open(gone.token)
    await director.call(calls.removeStage, { id: gone.stage })
    expect(await put(app, there.uploadToken, freshKey(there.prefix), await photo())).toMatchObject({ message: dead })
  })
})
