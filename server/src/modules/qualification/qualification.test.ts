import { Readable } from 'node:stream'
import { contract, type AnyCall, type WireInput } from '@dentin/contract'
import { PICTURE_PREFIX } from '@dentin/contract/core/pictures'
import type { PaperType } from '@dentin/contract/qualification'
import { uuidv7 } from '@dentin/kit'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { Client, fixture, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { hashToken, newToken } from '../../platform/security/tokens.ts'
import {
  approveReview,
  pendingReviews,
  rejectReview,
  reviewDetail,
  reviewPicture,
  type ReviewSubject,
} from './index.ts'
import { removeUnusedPictures } from './jobs.ts'

const app = await testApp()
const { qualification, identity } = contract
const { services } = app.application
const { database } = services
const BY = { name: '审核员甲' }
const MB = 1024 * 1024
const jpeg = await sharp({ create: { width: 80, height: 50, channels: 3, background: '#88aacc' } })
  .withExif({ IFD0: { Make: 'PhoneMaker' }, IFD3: { GPSLatitude: '31/1 14/1 0/1', GPSLatitudeRef: 'N' } })
  .jpeg()
  .toBuffer()

let people = 0
/** Somebody who has an account and no clinic. */
async function newcomer(name = '新来的'): Promise<Client & { accountId: string }> {
  const accountId = uuidv7()
  people += 1
  await app.sql(`insert into account (id, phone, password_hash, nick_name) values ($1, $2, 'x', $3)`, [
    accountId,
    `137${String(people).padStart(8, '0')}`,
    name,
  ])
  return Object.assign(await sessionOf(accountId, name), { accountId })
}
async function sessionOf(accountId: string, name: string): Promise<Client> {
  const token = newToken()
  await app.sql(
    `insert into session (token_hash, id, account_id, account_name, created_at, last_seen_at, expires_at) values ($1, $2, $3, $4, $5, $5, $6)`,
    [hashToken(token), uuidv7(), accountId, name, app.clock.now(), new Date(app.clock.now().getTime() + 86_400_000)],
  )
  return new Client(app.application.http, token, null)
}

/** Sends a file as a browser does. */
async function send(who: Client, file: Buffer, options: { paperType?: string; name?: string; field?: string } = {}) {
  const boundary = `b${Math.random().toString(36).slice(2)}`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${options.field ?? 'file'}"; filename="${options.name ?? 'a.jpg'}"\r\ncontent-type: image/jpeg\r\n\r\n`
  const answer = await app.application.http.inject({
    method: 'POST',
    url: `/sms-api/upload?paperType=${options.paperType ?? 'cert'}`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${who.token}` },
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  return JSON.parse(answer.body) as {
    code: number
    message: string
    data: { prefix: typeof PICTURE_PREFIX; path: string }
  }
}
const upload = async (who: Client, paperType: PaperType) => (await send(who, jpeg, { paperType })).data
const read = (who: Client, id: string) => who.raw('GET', `${PICTURE_PREFIX}${id}`)

type DoctorForm = WireInput<typeof qualification.submitDoctorAuth>
async function doctorForm(who: Client, more: Partial<DoctorForm> = {}): Promise<DoctorForm> {
  return {
    realName: '钟灵秀',
    titlePost: '主治医师',
    idCardPath: [await upload(who, 'idCard'), await upload(who, 'idCard')],
    certPath: [await upload(who, 'cert')],
    practiceCertNo: '110330106001234',
    practiceScope: '口腔',
    ...more,
  }
}
type OrganisationForm = WireInput<typeof qualification.singleAuth>
const CODES = ['91350100M000100Y43', '9144030071526726XG', '91110000600037341L']
async function clinicForm(who: Client, clinicName: string, code = CODES[0] as string) {
  return {
    clinicName,
    clinicShortName: '',
    creditCode: code,
    businessLicense: await upload(who, 'businessLicense'),
    permitNo: 'PDY01234567890',
    permitExpire: '2029-06-30',
    permitLicense: await upload(who, 'permitLicense'),
    chairCount: 3,
    province: '浙江省',
    city: '杭州市',
    district: '西湖区',
    address: '文三路 8 号',
    phone: '0571-88112046',
  }
}
async function organisationForm(who: Client, clinicName: string, code?: string) {
  return {
    companyName: `${clinicName}有限公司`,
    legalPerson: '钟灵秀',
    principal: '钟灵秀',
    diagnosisSubjects: '口腔科',
    ...(await clinicForm(who, clinicName, code)),
  }
}
const alone = (form: Awaited<ReturnType<typeof organisationForm>>): OrganisationForm => ({ companyId: 1, ...form })

async function waiting(subject: ReviewSubject): Promise<string> {
  const page = { keyword: '', pageNum: 1, pageSize: 50 }
  const { list } = await database.withPlatform((tx) => pendingReviews(tx, { subject, status: 0, ...page }))
  return list.at(-1)?.id as string
}
const approve = (subject: ReviewSubject, id: string) =>
  database.withPlatform((tx) => approveReview(tx, subject, id, BY))
const reject = (subject: ReviewSubject, id: string, reason: string) =>
  database.withPlatform((tx) => rejectReview(tx, subject, id, reason, BY))
const stateOf = async (who: Client) => {
  const { authStatus, hasUpdated } = await who.call(qualification.doctorAuthInfo, {})
  return { authStatus, hasUpdated, userAuth: (await who.call(identity.authStatus, {})).userAuth }
}
const tables = async () =>
  JSON.stringify([
    await app.sql('select * from doctor_auth order by id'),
    await app.sql('select * from organisation_auth order by id'),
    await app.sql('select * from clinic_licence order by id'),
    await app.sql('select tenant_id, name, org_auth from company order by 1'),
    await app.sql('select id, user_auth, org_auth from account order by id'),
  ])

describe('pictures', () => {
  it('C9, image-types: jpeg, jpg and png by what they are; they come back without what the camera wrote', async () => {
    const who = await newcomer()
    const kept = await send(who, jpeg, { name: '../../%2e%2e/证书\u202e.exe' })
    expect(kept).toMatchObject({ code: 0, data: { prefix: PICTURE_PREFIX } })
    const answer = await read(who, kept.data.path)
    expect(answer.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' })
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''[0-9a-f-]{36}\.jpg$/)
    expect(answer.text).not.toContain('PhoneMaker')
    const png = await sharp(jpeg).png().toBuffer()
    expect((await send(who, png, { name: 'a.jpg' })).code).toBe(0)
    for (const wrong of [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      Buffer.from('%PDF-1.7\n'),
      Buffer.from('GIF89a/*<script>*/'),
      await sharp(jpeg).webp().toBuffer(),
    ])
      expect(await send(who, wrong)).toMatchObject({ code: 40011, message: '请上传 jpeg、jpg 或 png 图片' })
  })

  it('C5, upload-limit: 10 MB go in, one byte more does not', async () => {
    const who = await newcomer()
    const padded = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])
    expect((await send(who, padded(10 * MB))).code).toBe(0)
    expect(await send(who, padded(10 * MB + 1))).toMatchObject({ code: 40010, message: '上传文件不能大于10M' })
    // What was hidden behind the picture is not kept: of ten megabytes a few hundred bytes are left.
    const [row] = await app.sql<{ bytes: number }>('select bytes::int as bytes from picture where account_id = $1', [
      who.accountId,
    ])
    expect(row?.bytes).toBeLessThan(20_000)
  })

  it('C2: with a page hidden behind them are made harmless, cut-off ones refused', async () => {
    const who = await newcomer()
    const polyglot = Buffer.concat([jpeg, Buffer.from('<html><script>alert(document.cookie)</script>PK\u0003\u0004')])
    const { data } = await send(who, polyglot)
    expect((await read(who, data.path)).text).not.toContain('script')
    expect(await send(who, jpeg.subarray(0, 300))).toMatchObject({ code: 40011, message: '图片已损坏，不能打开' })
  })

  it('a kind that does not exist, no file, or nobody is refused, and nothing is kept', async () => {
    const who = await newcomer()
    expect((await send(who, jpeg, { paperType: 'passport' })).code).toBe(400)
    expect((await send(who, jpeg, { field: 'other' })).code).toBe(400)
    expect((await send(app.nobody, jpeg)).code).toBe(401)
    expect(await app.sql('select 1 from picture where account_id = $1', [who.accountId])).toEqual([])
  })

  it('are read by whoever sent them in and by who manages a clinic of that person, as not existing by others', async () => {
    const doctor = await app.as('doctor')
    const { path } = await upload(doctor, 'cert')
    expect((await read(doctor, path)).http).toBe(200)
    expect((await read(await app.as('admin'), path)).http).toBe(200)
    for (const other of [
      await app.as('reception'),
      await app.as('director'),
      await app.as('admin', 'a2'),
      await app.as('admin', 'b1'),
      await newcomer(),
    ])
      expect((await read(other, path)).json?.code).toBe(404)
    expect((await read(app.nobody, path)).http).toBe(401)
    expect((await read(doctor, uuidv7())).json?.code).toBe(404)
    // The provider sees what a submission names, whatever it was sent in as, and nothing else.
    const review = (id: string) => database.withPlatform((tx) => reviewPicture(tx, services, id))
    await expect(review(path)).rejects.toThrow()
    const who = await newcomer()
    const portrait = (await upload(who, 'avatar')) as { path: string }
    await expect(review(portrait.path)).rejects.toThrow()
    await who.call(qualification.submitDoctorAuth, { ...(await doctorForm(who)), certPath: [portrait] } as never)
    const file = await review(portrait.path)
    expect(file.type).toBe('image/jpeg')
    if (file.stream instanceof Readable) file.stream.destroy()
  })

  it('are limited per account and day', async () => {
    const who = await newcomer()
    const { path } = await upload(who, 'cert')
    await app.sql(
      `insert into picture (id, account_id, paper_type, storage_key, media_type, bytes, sha256, created_at)
       select gen_random_uuid(), account_id, paper_type, storage_key || n, media_type, bytes, sha256, created_at
       from picture, generate_series(1, 99) n where id = $1`,
      [path],
    )
    expect((await send(who, jpeg)).code).toBe(429)
  })

  it('that no form names go after two days; those that one names stay', async () => {
    const who = await newcomer()
    await who.call(qualification.submitDoctorAuth, await doctorForm(who))
    const stray = await upload(who, 'cert')
    expect(await removeUnusedPictures(database, services.files)).toBe(0)
    await app.sql(`update picture set created_at = created_at - interval '3 days' where account_id = $1`, [
      who.accountId,
    ])
    expect(await removeUnusedPictures(database, services.files)).toBe(1)
    expect((await read(who, stray.path)).json?.code).toBe(404)
    const { idCardPath } = await who.call(qualification.doctorAuthInfo, {})
    expect((await read(who, idCardPath[0]?.path as string)).http).toBe(200)
    await reject('doctor', await waiting('doctor'), '清理')
  })
})

describe('a doctor', () => {
  it('doctor-auth-status: -1 → 0 → 2 → 0 → 1, then a change beside the papers in force; each step tells the account at once', async () => {
    const who = await newcomer()
    expect(await stateOf(who)).toEqual({ authStatus: -1, hasUpdated: 0, userAuth: 0 })
    expect(await who.call(qualification.isDoctorAuth, {})).toBe(false)

    const first = await who.call(qualification.submitDoctorAuthCamel, await doctorForm(who))
    expect(first).toMatchObject({ authStatus: 0, realName: '钟灵秀', practiceCertNo: '110330106001234' })
    expect(await stateOf(who)).toEqual({ authStatus: 0, hasUpdated: 0, userAuth: 1 })

    await reject('doctor', await waiting('doctor'), '证书照片不清楚')
    expect(await stateOf(who)).toEqual({ authStatus: 2, hasUpdated: 0, userAuth: 3 })
    expect((await who.call(qualification.doctorAuthInfo, {})).rejectReason).toBe('证书照片不清楚')

    await who.call(qualification.updateDoctorAuth, await doctorForm(who))
    expect(await stateOf(who)).toEqual({ authStatus: 0, hasUpdated: 0, userAuth: 1 })
    await approve('doctor', await waiting('doctor'))
    // The very next request of the same session.
    expect(await who.call(identity.authStatus, {})).toMatchObject({ userAuth: 2, isDoctorAuth: true })
    expect(await who.call(qualification.isDoctorAuth, {})).toBe(true)

    await who.call(qualification.updateDoctorInfo, await doctorForm(who, { titlePost: '副主任医师' }))
    expect(await stateOf(who)).toEqual({ authStatus: 1, hasUpdated: 1, userAuth: 2 })
    const old = await who.call(qualification.doctorAuthInfoUpdated, { hasUpdated: 0 })
    const change = await who.call(qualification.doctorAuthInfoUpdated, { hasUpdated: 1 })
    expect([old.titlePost, change.titlePost]).toEqual(['主治医师', '副主任医师'])
    expect((await who.call(qualification.doctorAuthInfo, {})).titlePost).toBe('主治医师')

    // Refusing drops the change only.
    const review = await waiting('doctor')
    expect(await database.withPlatform((tx) => reviewDetail(tx, 'doctor', review))).toMatchObject({
      isChange: true,
      submitted: { titlePost: '副主任医师' },
      former: { titlePost: '主治医师' },
    })
    await reject('doctor', review, '请上传新职称证书')
    expect(await stateOf(who)).toEqual({ authStatus: 1, hasUpdated: 0, userAuth: 2 })
    expect(await who.call(qualification.doctorAuthInfo, {})).toMatchObject({
      titlePost: '主治医师',
      rejectReason: '请上传新职称证书',
    })
    expect((await who.call(qualification.doctorAuthInfoUpdated, { hasUpdated: 1 })).id).toBeNull()

    await who.call(qualification.updateDoctorInfo, await doctorForm(who, { titlePost: '副主任医师' }))
    await approve('doctor', await waiting('doctor'))
    expect(await who.call(qualification.doctorAuthInfo, {})).toMatchObject({
      titlePost: '副主任医师',
      rejectReason: null,
      authStatus: 1,
      hasUpdated: 0,
    })
    const titles = await app.sql<{ title: string }>(
      `select title from account_message where account_id = $1 order by created_at, id`,
      [who.accountId],
    )
    expect(titles.map((each) => each.title)).toEqual([
      '医生认证未通过',
      '医生认证已通过',
      '医生认证变更未通过',
      '医生认证变更已通过',
    ])
  })

  it('cannot take a step that the state does not allow, and hears which state it is', async () => {
    const steps = [qualification.submitDoctorAuth, qualification.updateDoctorAuth, qualification.updateDoctorInfo]
    const who = await newcomer()
    const refusals = async () => {
      const form = await doctorForm(who)
      const codes: (number | 'ok')[] = []
      for (const step of steps) {
        const before = await tables()
        const answer = await who.raw(step.method, step.path, form)
        codes.push(answer.json?.code === 0 ? 'ok' : (answer.json?.code as number))
        if (answer.json?.code === 0) return codes
        expect(answer.json?.data).toHaveProperty('authStatus')
        expect(await tables()).toBe(before)
      }
      return codes
    }
    expect(await refusals()).toEqual(['ok'])
    expect(await refusals()).toEqual([30001, 30001, 30001])
    const first = await waiting('doctor')
    await reject('doctor', first, '不清楚')
    expect(await refusals()).toEqual([30001, 'ok'])
    const second = await waiting('doctor')
    await approve('doctor', second)
    expect(await refusals()).toEqual([30001, 30001, 'ok'])
    expect(await refusals()).toEqual([30001, 30001, 30001])
    for (const decided of [first, second]) {
      await expect(approve('doctor', decided)).rejects.toThrow('该申请已审核')
      await expect(reject('doctor', decided, '再来')).rejects.toThrow('该申请已审核')
    }
    await expect(reject('doctor', await waiting('doctor'), '  ')).rejects.toThrow('请输入不通过理由')
    await expect(approve('doctor', uuidv7())).rejects.toThrow()
    await reject('doctor', await waiting('doctor'), '清理')
  })

  it('of two equal submissions at one moment, one is kept; of two decisions, one holds', async () => {
    const who = await newcomer()
    const form = await doctorForm(who)
    const both = await Promise.all([0, 1].map(() => who.raw('POST', qualification.submitDoctorAuth.path, form)))
    expect(both.map((each) => each.json?.code).sort((x, y) => Number(x) - Number(y))).toEqual([0, 30001])
    const id = await waiting('doctor')
    const decisions = await Promise.allSettled([approve('doctor', id), reject('doctor', id, '不行')])
    expect(decisions.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('upload-paper-type: paperType=avatar is enough for every use', async () => {
    const who = await newcomer()
    const [front, back, certificate] = [
      await upload(who, 'avatar'),
      await upload(who, 'avatar'),
      await upload(who, 'avatar'),
    ]
    const done = await who.call(qualification.submitDoctorAuth, {
      ...(await doctorForm(who)),
      idCardPath: [front, back],
      certPath: [certificate],
    } as never)
    expect(done.certPath).toMatchObject([{ path: (certificate as { path: string }).path }])
  })

  it('hands in whole and true papers', async () => {
    const who = await newcomer()
    const form = await doctorForm(who)
    const foreign = await upload(await newcomer(), 'cert')
    const cases: [object, string, string][] = [
      [{ realName: '钟' }, 'realName', '姓名至少2个字'],
      [{ realName: '长'.repeat(21) }, 'realName', '姓名不能超过20个字'],
      [{ titlePost: '神医' }, 'titlePost', '职称不在可选范围内'],
      [{ idCardPath: form.idCardPath.slice(1) }, 'idCardPath', '请上传身份证正反两面'],
      [{ idCardPath: [form.idCardPath[0], form.idCardPath[0]] }, 'idCardPath', '正反两面不能是同一张图片'],
      [{ certPath: [] }, 'certPath', '请上传医师资格证和执业证'],
      [{ certPath: [foreign] }, 'certPath', '图片不存在或已失效，请重新上传'],
      [{ certPath: [form.idCardPath[0]] }, 'certPath', '图片不存在或已失效，请重新上传'],
      [
        { certPath: [{ prefix: 'http://169.254.169.254/', path: uuidv7() }] },
        'certPath.0.prefix',
        '请重新上传证书照片',
      ],
      [{ practiceCertNo: '12345' }, 'practiceCertNo', '执业证号应为15位数字'],
      [{ certExpire: '2026-11-19' }, 'certExpire', '证书已过有效期，请更换后再提交'],
    ]
    const before = await tables()
    for (const [wrong, field, message] of cases) {
      const refused = await who.refused(qualification.submitDoctorAuth, { ...form, ...wrong } as DoctorForm)
      expect([refused.data.fields?.[0]?.field, refused.message]).toEqual([field, message])
    }
    expect(await tables()).toBe(before)
    await who.call(qualification.submitDoctorAuth, {
      realName: form.realName,
      titlePost: form.titlePost,
      idCardPath: form.idCardPath,
      certPath: form.certPath,
    })
    await reject('doctor', await waiting('doctor'), '清理')
  })

  it('upload-count: at most three certificates', async () => {
    const who = await newcomer()
    const certs = await Promise.all([0, 1, 2, 3].map(() => upload(who, 'cert')))
    const form = await doctorForm(who, { certPath: certs })
    expect((await who.refused(qualification.submitDoctorAuth, form)).message).toBe('证书照片最多3张')
    expect(
      (await who.call(qualification.submitDoctorAuth, { ...form, certPath: certs.slice(1) })).certPath,
    ).toHaveLength(3)
    await reject('doctor', await waiting('doctor'), '清理')
  })

  it('is seen in detail by the person and by who manages their clinic, by nobody else', async () => {
    const doctor = await app.as('doctor')
    const [mine] = await app.sql<{ id: string }>('select id from doctor_auth where account_id = $1', [
      fixture.accounts.a1.doctor,
    ])
    const id = mine?.id as string
    expect((await doctor.call(qualification.doctorAuthDetail, { id })).id).toBe(id)
    expect((await (await app.as('admin')).call(qualification.doctorAuthDetail, { id })).id).toBe(id)
    for (const other of [await app.as('nurse'), await app.as('admin', 'b1'), await newcomer()])
      expect((await other.refused(qualification.doctorAuthDetail, { id })).code).toBe(404)
  })
})

describe('A4: no field of a body decides a review', () => {
  it.each([
    ['authStatus', 1],
    ['orgAuth', 1],
    ['userAuth', 2],
    ['status', 1],
    ['hasUpdated', 1],
    ['accountId', uuidv7()],
    ['userId', uuidv7()],
    ['companyId2', 1],
    ['tenantId', fixture.tenants.b],
    ['clinicId', fixture.clinics.b1],
    ['isChange', true],
    ['decidedBy', '我自己'],
  ])('%s is refused in every form', async (field, value) => {
    const who = await newcomer()
    const admin = await app.as('admin', 'b1')
    const before = await tables()
    const cases: [Client, AnyCall, string, object][] = [
      [who, qualification.submitDoctorAuth, '', await doctorForm(who)],
      [who, qualification.updateDoctorAuth, '', await doctorForm(who)],
      [who, qualification.updateDoctorInfo, '', await doctorForm(who)],
      [who, qualification.singleAuth, '?companyId=1', await organisationForm(who, '夹带诊所')],
      [who, qualification.multipleAuth, '', await organisationForm(who, '夹带诊所')],
      [who, qualification.createClinicAuth, '', { isMain: 0, ...(await organisationForm(who, '夹带诊所')) }],
      [who, qualification.updateClinicAuth, '', { isMain: 0, ...(await organisationForm(who, '夹带诊所')) }],
      [admin, qualification.updateClinicLicence, '', await organisationForm(admin, '夹带诊所')],
      [admin, qualification.updateClinicAuthInfo, '', { clinicShortName: '夹带', phone: '0571-88112046' }],
    ]
    for (const [client, call, query, form] of cases) {
      const answer = await client.raw(call.method, `${call.path}${query}`, { ...form, [field]: value })
      expect([call.path, answer.http, answer.json?.message]).toEqual([call.path, 400, '不认识的字段'])
    }
    expect(await tables()).toBe(before)
  })
})

describe('an organisation', () => {
  it('is founded when its review passes: the founder may enter at once, with the menu of an administrator and 99 days', async () => {
    const who = await newcomer('钟灵秀')
    await who.call(qualification.submitDoctorAuth, await doctorForm(who))
    await approve('doctor', await waiting('doctor'))
    expect(await who.call(qualification.orgAuthInfo, {})).toMatchObject({
      authStatus: -1,
      companyName: '',
      permitLicense: null,
      businessLicense: null,
      papers: null,
    })

    const sent = await who.call(qualification.singleAuth, alone(await organisationForm(who, '灵秀口腔诊所')))
    expect(sent).toMatchObject({
      kind: 1,
      isMain: 0,
      authStatus: 0,
      companyName: '灵秀口腔诊所有限公司',
      permitLicense: { prefix: PICTURE_PREFIX },
      businessLicense: { prefix: PICTURE_PREFIX },
      papers: { clinicName: '灵秀口腔诊所', clinicShortName: '灵秀口腔诊所' },
    })
    expect(await who.call(identity.authStatus, {})).toMatchObject({
      orgAuth: 0,
      isCreateClinic: true,
      isRelateClinic: false,
    })

    await reject('organisation', await waiting('organisation'), '营业执照名称不一致')
    expect((await who.call(identity.authStatus, {})).orgAuth).toBe(2)
    expect(await who.call(qualification.firstAudit, {})).toMatchObject({
      authStatus: 2,
      rejectReason: '营业执照名称不一致',
    })
    const again = await organisationForm(who, '灵秀口腔诊所')
    expect((await who.refused(qualification.singleAuth, alone(again))).message).toBe('认证未通过，请修改后重新提交')
    await who.call(qualification.updateClinicAuth, { isMain: 0, ...again })

    const review = await waiting('organisation')
    expect(await database.withPlatform((tx) => reviewDetail(tx, 'organisation', review))).toMatchObject({
      kind: 1,
      isChange: false,
      former: null,
      submitted: { creditCode: CODES[0], permitExpire: '2029-06-30' },
    })
    await approve('organisation', review)

    // The same token, the very next requests.
    expect(await who.call(identity.authStatus, {})).toMatchObject({
      isCreateClinic: false,
      isRelateClinic: true,
      userAuth: 2,
    })
    const [clinic] = await who.call(identity.clinicList, {})
    expect(clinic?.clinicName).toBe('灵秀口腔诊所')
    const entered = await who.call(identity.switchClinic, { clinicId: clinic?.clinicId as string })
    expect(entered).toMatchObject({ orgAuth: 1, userAuth: 2, isChain: false })
    const founder = new Client(app.application.http, entered.token, entered.clinicId)
    const menu = (await founder.call(identity.permissionMenu, {})).map((each) => each.path)
    expect(menu).toEqual(expect.arrayContaining(['/dashboard', '/doctorIndex', '/orderSet']))
    expect(await founder.call(identity.userInfo, {})).toMatchObject({
      employeeName: '钟灵秀',
      posts: ['机构管理员', '医生'],
      isDoctor: true,
      companyName: '灵秀口腔诊所有限公司',
    })
    expect(await founder.call(qualification.clinicAuthInfo, {})).toMatchObject({
      authStatus: 1,
      isMain: 1,
      isChain: false,
      mayEdit: true,
      daysLeft: 953,
      userId: expect.any(String) as string,
      orgAuth: 1,
      companyName: '灵秀口腔诊所有限公司',
      permitLicense: { prefix: PICTURE_PREFIX },
      businessLicense: { prefix: PICTURE_PREFIX },
      current: { creditCode: CODES[0], chairCount: 3, legalPerson: '钟灵秀' },
      change: null,
    })
    expect(await founder.call(qualification.firstAudit, {})).toMatchObject({ authStatus: 1 })
    expect(await founder.call(contract.membership.my, {})).toMatchObject({ status: 0, availableDays: 99 })
    expect(await founder.call(contract.clinic.chairs, {})).toHaveLength(3)
    expect((await founder.call(contract.clinic.payMethods, {})).length).toBeGreaterThan(5)
    expect((await founder.call(contract.clinic.dictItems, { typeCode: 'cancel-reason' })).length).toBeGreaterThan(3)
    // The starting sets: prices to be checked, templates that charge by them, texts that wait for a signature.
    const prices = await founder.call(contract.clinic.tariffs, { keyword: '', pageNum: 1, pageSize: 200 })
    expect(prices.total).toBe(109)
    expect(prices.list.find(({ code }) => code === 'CT01')).toMatchObject({
      price: '320.00',
      minPrice: null,
      unit: '颗',
    })
    const [first, ...others] = await founder.call(contract.clinic.tariffCategories, {})
    expect([first?.parentId, others.some(({ parentId }) => parentId === first?.id)]).toEqual([null, true])
    const { list: templates } = await founder.call(contract.recordTemplate.list, {})
    expect(new Set(templates.map(({ scope }) => scope))).toEqual(new Set([2]))
    expect([1, 2].map((kind) => templates.filter((each) => each.kind === kind).length)).toEqual([40, 39])
    const ids = new Set(prices.list.map(({ id }) => id))
    const charged = templates.flatMap(({ content }) => content.treatments.flatMap(({ tariffs }) => tariffs))
    expect(charged.every(({ tariffId }) => ids.has(tariffId))).toBe(true)
    const texts = await founder.call(contract.sms.templates, { pageNum: 1, pageSize: 50 })
    expect(texts.list.map(({ auditStatus, scenes }) => [auditStatus, scenes])).toEqual(texts.list.map(() => [2, []]))
    expect(texts.total).toBe(17)
    const scenes = await founder.call(contract.sms.scenes, {})
    expect(scenes.filter(({ templateId, enabled }) => templateId && !enabled)).toHaveLength(17)
    expect(await founder.call(contract.clinic.doctors, {})).toMatchObject([{ name: '钟灵秀', registrationStatus: 0 }])
    // The first thing to do: doctor and chairs are there, the week is next.
    const { open, steps } = await founder.call(contract.clinic.setUp, {})
    expect([open, ...steps.map(({ key, state, mayDo }) => [key, state, mayDo])]).toEqual([
      true,
      ['doctors', 'done', true],
      ['chairs', 'done', true],
      ['shifts', 'open', true],
      ['prices', 'open', true],
      ['patients', 'open', true],
      ['paper', 'open', true],
    ])
    const found = await (await newcomer()).call(contract.staff.searchClinic, { name: '灵秀' })
    expect(found.map((each) => each.clinicName)).toEqual(['灵秀口腔诊所'])
    // The licence's pictures are read by the founder in the clinic, and by nobody of another one.
    const { current } = await founder.call(qualification.clinicAuthInfo, {})
    expect((await read(founder, current.permitLicense?.path as string)).http).toBe(200)
    expect((await read(await app.as('admin', 'b1'), current.permitLicense?.path as string)).json?.code).toBe(404)
    // Whoever founded one may apply for another; it is a new application.
    expect((await founder.call(qualification.orgAuthInfo, {})).authStatus).toBe(-1)
    await expect(approve('organisation', review)).rejects.toThrow('该申请已审核')
  })

  it('single-auth-company: 1 a shop on its own, 2 a branch by the administrator of a chain, nothing else', async () => {
    const who = await newcomer()
    const form = await organisationForm(who, '编号诊所', CODES[1])
    expect((await who.raw('POST', '/tenant-api/single-auth?companyId=3', form)).http).toBe(400)
    expect((await who.raw('POST', '/tenant-api/single-auth', form)).http).toBe(400)
    for (const other of [who, await app.as('reception'), await app.as('admin', 'a2'), await app.as('admin', 'b1')]) {
      const own = await organisationForm(other, '甲三门诊', CODES[1])
      expect((await other.refused(qualification.singleAuth, { companyId: 2, ...own })).message).toBe(
        '只有连锁机构的管理员可以申请分店',
      )
    }
    const admin = await app.as('admin')
    const branch = await organisationForm(admin, '甲三门诊', CODES[1])
    const taken = await organisationForm(admin, '甲a2门诊', CODES[1])
    expect((await admin.refused(qualification.singleAuth, { companyId: 2, ...taken })).data.fields?.[0]).toEqual({
      field: 'clinicName',
      message: '机构内已有同名门诊',
    })
    await admin.call(qualification.singleAuth, { companyId: 2, ...branch })
    expect((await admin.refused(qualification.singleAuth, { companyId: 2, ...branch })).code).toBe(30004)
    expect((await admin.call(qualification.clinicAuthInfo, {})).branches).toMatchObject([
      { clinicName: '甲三门诊', status: 0 },
    ])
    await reject('organisation', await waiting('organisation'), '地址不清')
    expect((await admin.call(qualification.clinicAuthInfo, {})).branches).toMatchObject([
      { clinicName: '甲三门诊', status: 2, rejectReason: '地址不清' },
    ])
    await admin.call(qualification.singleAuth, { companyId: 2, ...branch })
    await approve('organisation', await waiting('organisation'))
    const clinics = await admin.call(identity.clinicList, {})
    expect(clinics.map((each) => each.clinicName)).toContain('甲三门诊')
    const opened = clinics.find((each) => each.clinicName === '甲三门诊')
    const inside = await admin.call(identity.switchClinic, { clinicId: opened?.clinicId as string })
    const there = new Client(app.application.http, inside.token, inside.clinicId)
    expect((await there.call(qualification.clinicAuthInfo, {})).current.creditCode).toBe(CODES[1])
    expect((await there.call(contract.membership.my, {})).availableDays).toBe(99)
    // The other clinics of the chain notice nothing else of it.
    expect(
      (await (await app.as('reception', 'a2')).call(identity.clinicList, {})).map((each) => each.clinicName),
    ).toEqual(['甲a2门诊'])
  })

  it('of several clinics is founded as a chain, each clinic with its own licences', async () => {
    const who = await newcomer('霍青山')
    const branchList = [
      await clinicForm(who, '青山城东门诊', CODES[2]),
      await clinicForm(who, '青山城西门诊', CODES[2]),
    ]
    const form = { ...(await organisationForm(who, '青山总店', CODES[2])), branchList }
    expect(
      (
        await who.refused(qualification.multipleAuth, {
          ...form,
          branchList: [{ ...branchList[0], clinicName: '青山总店' }] as never,
        })
      ).data.fields?.[0]?.field,
    ).toBe('branchList.0.clinicName')
    expect(
      (await who.refused(qualification.multipleAuth, { ...form, branchList: [branchList[0], branchList[0]] as never }))
        .message,
    ).toBe('分店名称不能重复')
    const sent = await who.call(qualification.multipleAuth, form)
    expect(sent).toMatchObject({
      kind: 3,
      isMain: 1,
      branchList: [{ clinicName: '青山城东门诊' }, { clinicName: '青山城西门诊' }],
    })
    await approve('organisation', await waiting('organisation'))
    const clinics = await who.call(identity.clinicList, {})
    expect(clinics.map((each) => [each.clinicName, each.isCompany])).toEqual([
      ['青山总店', true],
      ['青山城东门诊', false],
      ['青山城西门诊', false],
    ])
    const licences = await app.sql(
      `select c.name, l.company_name, l.auth_status from clinic_licence l join clinic c on c.id = l.clinic_id
       where l.company_name = '青山总店有限公司' order by c.sort_no`,
    )
    expect(licences).toHaveLength(3)
    // Its founder is no certified doctor: each clinic says that one is missing, and has everything else to begin with.
    const inside = await who.call(identity.switchClinic, { clinicId: clinics[1]?.clinicId as string })
    const founder = new Client(app.application.http, inside.token, inside.clinicId)
    expect(await founder.call(contract.clinic.doctors, {})).toEqual([])
    const { open, steps, sets } = await founder.call(contract.clinic.setUp, {})
    expect([open, steps[0]]).toEqual([
      true,
      { key: 'doctors', state: 'open', count: 0, names: [], mayDo: true, who: ['霍青山'] },
    ])
    expect(sets).toEqual({ prices: 109, records: 40, sms: 17, followRules: 6 })
  })

  it('hands in whole and true papers, and one credit code belongs to one company', async () => {
    const who = await newcomer()
    const form = await organisationForm(who, '核对诊所', '91350100M000100Y43')
    const cases: [object, string, string][] = [
      [{ creditCode: '91350100M000100Y4' }, 'creditCode', '统一社会信用代码应为18位'],
      [{ creditCode: '91350100M000100Y44' }, 'creditCode', '统一社会信用代码校验位不正确'],
      [{ creditCode: '' }, 'creditCode', '请填写统一社会信用代码'],
      [{ creditCode: CODES[0] }, 'creditCode', '该统一社会信用代码已被其他机构使用'],
      [{ phone: '12345' }, 'phone', '门诊电话应为11位手机号，或带区号的座机，如 0571-88112046'],
      [{ phone: '11800009999' }, 'phone', '门诊电话应为11位手机号，或带区号的座机，如 0571-88112046'],
      [{ permitExpire: '2026-11-19' }, 'permitExpire', '许可证已过有效期，请更换后再提交'],
      [{ legalPerson: '钟' }, 'legalPerson', '法定代表人至少2个字'],
      [{ chairCount: 0 }, 'chairCount', '牙椅数不能小于1'],
      [{ businessLicense: form.permitLicense }, 'businessLicense', '图片不存在或已失效，请重新上传'],
      [{ businessLicense: { path: 'x' } }, 'businessLicense.path', '请上传营业执照'],
    ]
    const before = await tables()
    for (const [wrong, field, message] of cases) {
      const refused = await who.refused(qualification.singleAuth, { ...alone(form), ...wrong } as OrganisationForm)
      expect([refused.data.fields?.[0]?.field, refused.message]).toEqual([field, message])
    }
    expect(await tables()).toBe(before)
  })
})

describe('the licences of a clinic', () => {
  it('1 → 3 while a change is under review, the former in force; 3 → 1 either way; 4 when the permit has run out', async () => {
    const admin = await app.as('admin', 'b1')
    const info = () => admin.call(qualification.clinicAuthInfo, {})
    const orgAuth = async () => (await admin.call(identity.authStatus, {})).orgAuth
    const nurse = await app.as('nurse', 'b1')
    expect(
      (await nurse.refused(qualification.updateClinicAuthInfo, { clinicShortName: '乙', phone: '0571-88112046' })).code,
    ).toBe(403)
    await admin.call(qualification.updateClinicAuthInfo, { clinicShortName: '乙诊', phone: '13900001111' })
    const before = await info()
    expect(before).toMatchObject({
      authStatus: 1,
      change: null,
      current: { clinicShortName: '乙诊', phone: '13900001111' },
    })

    const form = { ...(await organisationForm(admin, '乙方新名门诊', '91330106MA2B1C3D4X')), creditCode: freshCode() }
    await admin.call(qualification.updateClinicLicence, form)
    expect(await info()).toMatchObject({
      authStatus: 3,
      current: { clinicName: before.current.clinicName },
      change: { papers: { clinicName: '乙方新名门诊' } },
    })
    expect(await orgAuth()).toBe(3)
    expect((await admin.refused(qualification.updateClinicLicence, form)).message).toBe(
      '变更正在审核中，审核结束后才能再次修改',
    )
    // Others of the clinic see the state, not the pictures.
    const seen = await nurse.call(qualification.clinicAuthInfo, {})
    expect([seen.mayEdit, seen.authStatus, seen.change?.papers.permitLicense]).toEqual([false, 3, null])

    await reject('organisation', await waiting('organisation'), '图片模糊')
    expect(await info()).toMatchObject({
      authStatus: 1,
      change: null,
      rejectReason: '图片模糊',
      current: { clinicName: before.current.clinicName },
    })
    expect(await orgAuth()).toBe(1)

    await admin.call(qualification.updateClinicLicence, form)
    const review = await waiting('organisation')
    expect(await database.withPlatform((tx) => reviewDetail(tx, 'organisation', review))).toMatchObject({
      isChange: true,
      former: { clinicName: before.current.clinicName },
      submitted: { clinicName: '乙方新名门诊' },
    })
    await approve('organisation', review)
    expect(await info()).toMatchObject({
      authStatus: 1,
      change: null,
      rejectReason: null,
      current: { clinicName: '乙方新名门诊', permitNo: 'PDY01234567890' },
    })
    expect((await admin.call(identity.userInfo, {})).clinicName).toBe('乙方新名门诊')

    // The days before the end: one message at 60, 30 and 7 days, none twice; then the state, and nothing is locked.
    const told = async () =>
      (
        await app.sql<{ key: string }>(
          `select key from message where recipient_id = $1 and key like 'permit:%' order by created_at, key`,
          [fixture.employees.b1.admin],
        )
      ).map((each) => each.key.split(':').at(-1))
    await services.jobs.runNow('qualification.permits')
    expect(await told()).toEqual([])
    for (const [day, expected] of [
      ['2029-04-30', []],
      ['2029-05-01', ['60']],
      ['2029-05-02', ['60']],
      ['2029-05-31', ['60', '30']],
      ['2029-06-25', ['60', '30', '7']],
      ['2029-06-30', ['60', '30', '7']],
      ['2029-07-01', ['60', '30', '7']],
    ] as const) {
      app.clock.set(new Date(`${day}T09:00:00+08:00`))
      await services.jobs.runNow('qualification.permits')
      expect([day, await told()]).toEqual([day, expected])
    }
    const later = await app.as('admin', 'b1')
    expect(await later.call(qualification.clinicAuthInfo, {})).toMatchObject({ authStatus: 4, daysLeft: -1 })
    expect(await later.call(identity.authStatus, {})).toMatchObject({
      orgAuth: 4,
      isRelateClinic: true,
      isCreateClinic: false,
    })
    expect((await later.call(contract.patient.list, {})).total).toBeGreaterThan(0)

    // 4 → 3 → 4 when refused, → 1 when passed.
    const renewed = {
      ...form,
      permitExpire: '2034-06-30',
      businessLicense: await upload(later, 'businessLicense'),
      permitLicense: await upload(later, 'permitLicense'),
    }
    await later.call(qualification.updateClinicLicence, renewed)
    expect((await later.call(qualification.clinicAuthInfo, {})).authStatus).toBe(3)
    await reject('organisation', await waiting('organisation'), '有效期看不清')
    expect((await later.call(qualification.clinicAuthInfo, {})).authStatus).toBe(4)
    await later.call(qualification.updateClinicLicence, renewed)
    await approve('organisation', await waiting('organisation'))
    expect((await later.call(identity.authStatus, {})).orgAuth).toBe(1)
  })

  it('are changed from the own clinic only, and every step is in the log', async () => {
    const steps = await app.sql<{ from_status: number; to_status: number }>(
      `select from_status, to_status from status_log where biz_type = 'clinic_licence' and tenant_id = $1 order by created_at, id`,
      [fixture.tenants.b],
    )
    expect(steps.map((each) => [each.from_status, each.to_status])).toEqual([
      [1, 3],
      [3, 1],
      [1, 3],
      [3, 1],
      [1, 4],
      [4, 3],
      [3, 4],
      [4, 3],
      [3, 1],
    ])
  })
})

describe('afterwards', () => {
  it('the invariants hold', async () => {
    expect(await brokenInvariants(app.owner)).toEqual([])
  })
})

/** A well-made credit code that nobody has. */
function freshCode(): string {
  const characters = '0123456789ABCDEFGHJKLMNPQRTUWXY'
  const head = '91330106MA2B1C3D4'
  const sum = [...head].reduce((total, each, i) => total + characters.indexOf(each) * (3 ** i % 31), 0)
  return head + [...characters].find((_, value) => (sum + value) % 31 === 0)
}
