import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { searchText } from '@dentin/kit/pinyin'
import { sql } from 'kysely'
import { z } from 'zod'
import { beforeAll, describe, expect, it } from 'vitest'
import { statementLog } from '../../platform/database/connection.ts'
import { everybodysViewer, fixture, MARKER_B, testApp, type Client } from '../../../test/harness.ts'
import { addFigures } from '../../../test/patient-figures.ts'
import { noteVisit, patientBriefs, treatTypeOf } from './index.ts'
import { pageQuery, searchQuery, totalsQuery } from './queries.ts'

type CreateInput = WireInput<typeof contract.patient.create>
/** An identity number with its check character. */
const idNumber = (body: string) =>
  body + '10X98765432'[[...body].reduce((sum, digit, i) => sum + Number(digit) * (2 ** (17 - i) % 11), 0) % 11]
const SHARED = idNumber('11010119900307771')
const A = fixture.tenants.a
const app = await testApp()
let desk: Client
let serial = 0

const input = (more: Partial<CreateInput> = {}): CreateInput => ({
  name: '韩一诺',
  gender: 1,
  mobile: `1370000${String(++serial).padStart(4, '0')}`,
  sourceId: fixture.sources.a,
  requestId: uuidv7(),
  ...more,
})
const open = (more: Partial<CreateInput> = {}, client = desk) => client.call(contract.patient.create, input(more))
const detail = (id: string, client = desk) => client.call(contract.patient.get, { id })
const fieldsOf = (refusal: { data: { fields?: { field: string }[] } }) => refusal.data.fields?.map((each) => each.field)
const list = (more: Partial<WireInput<typeof contract.patient.list>> = {}, client = desk) =>
  client.call(contract.patient.list, more)
const visit = (patientId: string, at: string, doctorId = fixture.doctors.a1[0] as string) =>
  app.application.services.database.withTenant(A, fixture.clinics.a1, (tx) =>
    noteVisit(tx, { patientId, at: new Date(at), doctorId, clinicId: fixture.clinics.a1 }),
  )
const owe = (patientId: string, fen: number) => addFigures(app, patientId, fixture.clinics.a1, { arrears: fen })
/** A registration as the visit module would make it, straight into the table. */
const register = async (patientId: string, doctorId: string, clinic: 'a1' | 'a2' = 'a1', status = 1) => {
  const id = uuidv7()
  serial += 1
  await app.sql(
    `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, status, title, created_at, updated_at)
     values ($1, $2, $3, $4, $5, '2026-11-20', $6, $7, '2026-11-20T01:00:00Z', $8, '复查', now(), now())`,
    [A, id, fixture.clinics[clinic], `GH${serial}`, serial, patientId, doctorId, status],
  )
  return id
}

beforeAll(async () => {
  desk = await app.as('reception')
})

describe('opening a file', () => {
  it('gives a medical number of the year that counts up, and what was written comes back', async () => {
    const first = await open({
      name: '吕小曼',
      birthDay: '1990-02-28',
      mobile: '13700009001',
      allergyFlag: 1,
      allergyHistory: '头孢',
      systemicDiseases: ['高血压', '高血压', '糖尿病'],
      address: '湖滨路 2 号',
      tags: ['正畸'],
      respDoctorId: fixture.doctors.a1[0] as string,
      remark: '怕疼',
      alertNote: '欠费多次',
    })
    const second = await open()
    expect(first.medicalNumber).toMatch(/^2026\d{4}$/)
    expect(Number(second.medicalNumber)).toBe(Number(first.medicalNumber) + 1)
    expect(await detail(first.id)).toMatchObject({
      name: '吕小曼',
      birthDay: '1990-02-28',
      mobile: '13700009001',
      masked: false,
      allergyHistory: '头孢',
      systemicDiseases: ['高血压', '糖尿病'],
      respDoctorName: expect.stringContaining('医生') as string,
      version: 1,
      status: 0,
      mobileOwner: 1,
      homeClinicName: 'a1',
    })
  })
  it('keeps allergies one by one, says them in words, and ends what does not hold any more', async () => {
    const shock = { substance: '青霉素', reaction: '过敏性休克', severity: 3 as const }
    const over = { on: '2026-11-20', reason: '录入错误' }
    const { id } = await open({ allergyFlag: 1, allergies: [shock, { substance: '碘', ended: over }] })
    const first = await detail(id)
    expect(first.allergyHistory).toBe('青霉素（重度，过敏性休克）')
    expect(first.allergies).toEqual([
      { ...shock, class: null, kind: 'allergy', ended: null },
      { substance: '碘', class: null, kind: 'allergy', reaction: '', severity: 0, ended: over },
    ])
    const { version } = first
    const text = { ...input({ name: first.name }), id, version, allergyFlag: 1, allergyHistory: '青霉素、乳胶' }
    await desk.call(contract.patient.update, text)
    expect(await detail(id)).toMatchObject({
      allergyHistory: '青霉素（重度，过敏性休克）、乳胶',
      allergies: [{ severity: 3 }, { substance: '乳胶' }, { substance: '碘', ended: over }],
    })
    await desk.call(contract.patient.update, { ...text, version: version + 1, allergyFlag: 0, requestId: uuidv7() })
    const denied = await detail(id)
    expect([denied.allergyFlag, denied.allergyHistory, denied.allergies.map(({ ended }) => ended?.reason)]).toEqual([
      0,
      '',
      ['改为否认', '改为否认', '录入错误'],
    ])
  })
  it('refuses an allergy without a name, two in one line, an end without a reason, and a pregnant man', async () => {
    const wrong = async (over: Parameters<typeof input>[0]) =>
      fieldsOf(await desk.refused(contract.patient.create, input(over)))
    expect(await wrong({ allergyFlag: 1, allergies: [{ substance: ' ' }] })).toEqual(['allergies.0.substance'])
    expect(await wrong({ allergyFlag: 1, allergies: [{ substance: '青霉素、碘' }] })).toEqual(['allergies.0.substance'])
    const ended = { on: '2026-11-20', reason: '' }
    expect(await wrong({ allergyFlag: 1, allergies: [{ substance: '碘', ended }] })).toEqual([
      'allergies.0.ended.reason',
    ])
    expect(
      await wrong({ allergyFlag: 1, allergies: [{ substance: '碘', ended: { on: '2026-11-20', reason: '误录' } }] }),
    ).toEqual(['allergyHistory'])
    expect(await wrong({ gender: 0, pregnantSince: '2026-09-01' })).toEqual(['pregnantSince'])
    expect(await wrong({ gender: 1, pregnantSince: '2027-09-01' })).toEqual(['pregnantSince'])
  })
  it('reads birthday and gender out of the identity number and checks its last digit', async () => {
    const { id } = await open({ gender: 2, idType: 1, idNo: '11010519491231002x' })
    expect(await detail(id)).toMatchObject({ gender: 1, birthDay: '1949-12-31', idNo: '11010519491231002X' })
    expect(
      fieldsOf(await desk.refused(contract.patient.create, input({ idType: 1, idNo: '110105194912310021' }))),
    ).toEqual(['idNo'])
  })
  it('grows the number by a digit when a year has ten thousand patients', async () => {
    const b = await app.as('reception', 'b1')
    await app.sql(`update patient set medical_number = '20269999' where id = $1`, [fixture.patients.b[0]])
    const first = await open({ sourceId: fixture.sources.b }, b)
    const second = await open({ sourceId: fixture.sources.b }, b)
    expect([first.medicalNumber, second.medicalNumber]).toEqual(['202610000', '202610001'])
  })
  it('puts what is wrong beside its field', async () => {
    const missing = await desk.refused(contract.patient.create, input({ name: ' ', mobile: '1234', sourceId: '' }))
    expect(missing).toMatchObject({ http: 400 })
    expect(fieldsOf(missing)).toEqual(expect.arrayContaining(['name', 'mobile', 'sourceId']))
    expect(fieldsOf(await desk.refused(contract.patient.create, input({ mobile: null })))).toEqual(['mobile'])
    expect(fieldsOf(await desk.refused(contract.patient.create, input({ allergyFlag: 1 })))).toEqual(['allergyHistory'])
    expect(fieldsOf(await desk.refused(contract.patient.create, input({ birthDay: '2026-11-21' })))).toEqual([
      'birthDay',
    ])
    expect(fieldsOf(await desk.refused(contract.patient.create, input({ sourceId: fixture.sources.b })))).toEqual([
      'sourceId',
    ])
    expect(
      fieldsOf(await desk.refused(contract.patient.create, input({ respDoctorId: fixture.doctors.b1[0] as string }))),
    ).toEqual(['respDoctorId'])
  })
  it('takes no mobile when a reason is given, and an age instead of a birthday', async () => {
    const { id } = await open({ mobile: null, noMobileReason: '老人，无手机', age: 81 })
    expect(await detail(id)).toMatchObject({
      mobile: null,
      noMobileReason: '老人，无手机',
      birthDay: '1945-01-01',
      birthYearEstimated: true,
    })
  })
  it('answers a repeated request with the first answer and makes one file', async () => {
    const again = input({ name: '重复一次' })
    const [first, second] = [
      await desk.call(contract.patient.create, again),
      await desk.call(contract.patient.create, again),
    ]
    expect(second).toEqual(first)
    expect(await app.sql(`select 1 from patient where name = '重复一次'`)).toHaveLength(1)
  })
  it('is not for a post without the grant', async () => {
    for (const post of ['finance', 'storekeeper'] as const) {
      expect(await (await app.as(post)).refused(contract.patient.create, input())).toMatchObject({ http: 403 })
    }
  })
})

describe('duplicates', () => {
  it('stops at the same identity number and names the file', async () => {
    const idNo = idNumber('44052419900101001')
    const first = await open({ name: '甲', gender: 0, idType: 1, idNo })
    const refusal = await desk.refused(
      contract.patient.create,
      input({ name: '乙', gender: 2, idType: 1, idNo: idNo.toLowerCase(), acceptDuplicates: true }),
    )
    expect(refusal).toMatchObject({
      code: 22002,
      http: 200,
      message: `该证件号已建档：甲（病历号 ${first.medicalNumber}）`,
    })
    expect(fieldsOf(refusal)).toEqual(['idNo'])
    expect(refusal.data.duplicates).toMatchObject([{ id: first.id, level: 'strong', canOpen: true }])
  })
  it('asks for a second look at the same name with mobile or birthday, and at the same mobile', async () => {
    const first = await open({ name: '林晚', birthDay: '2001-05-06', mobile: '13700008888' })
    const alike = async (more: Partial<CreateInput>) => {
      const refusal = await desk.refused(contract.patient.create, input(more))
      expect(refusal).toMatchObject({ code: 22003, http: 200 })
      return (
        refusal.data.duplicates as { id: string; level: string; reason: string; mobile: string; canOpen: boolean }[]
      )[0]
    }
    expect(await alike({ name: '林晚', mobile: '13700008888' })).toMatchObject({
      id: first.id,
      level: 'medium',
      reason: '姓名和手机号相同',
      mobile: '137****8888',
      canOpen: true,
    })
    expect(await alike({ name: '林晚', birthDay: '2001-05-06' })).toMatchObject({
      id: first.id,
      level: 'medium',
      reason: '姓名和生日相同',
    })
    expect(await alike({ name: '林母', mobile: '13700008888' })).toMatchObject({ id: first.id, level: 'weak' })
  })
  it('lets a mother and a child share a number once it was looked at, with the same request id', async () => {
    await open({ name: '母亲', mobile: '13700007777' })
    const child = input({ name: '孩子', mobile: '13700007777', mobileOwner: 3 })
    expect(await desk.refused(contract.patient.create, child)).toMatchObject({ code: 22003 })
    expect(await desk.call(contract.patient.create, { ...child, acceptDuplicates: true })).toMatchObject({ version: 1 })
  })
  it('looks over the whole chain and never into another company', async () => {
    await open({ name: '跨店人', mobile: '13700006666' }, await app.as('reception', 'a2'))
    expect(await desk.refused(contract.patient.create, input({ name: '跨店人', mobile: '13700006666' }))).toMatchObject(
      { code: 22003 },
    )
    const b = await app.as('reception', 'b1')
    await b.call(contract.patient.create, {
      ...input({ name: '跨店人', mobile: '13700006666' }),
      sourceId: fixture.sources.b,
    })
  })
  it('makes one file when many desks open the same identity number at once, and tells the others clearly', async () => {
    const desks = [desk, await app.as('director'), await app.as('reception', 'a2'), await app.as('consultant')]
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) =>
        (desks[n % desks.length] as Client).call(
          contract.patient.create,
          input({ name: '同一人', gender: 0, idType: 1, idNo: SHARED, acceptDuplicates: true }),
        ),
      ),
    )
    const rows = await app.sql<{ id: string; medical_number: string }>(
      `select id, medical_number from patient where id_no = $1`,
      [SHARED],
    )
    expect(rows).toHaveLength(1)
    const refused = results.filter((each) => each.status === 'rejected')
    expect(refused).toHaveLength(11)
    for (const each of refused) {
      expect(each.reason).toMatchObject({
        code: 22002,
        // Who opened none of it hears where to ask, and of whom it is only when it is within reach.
        message: expect.stringMatching(
          new RegExp(
            `^该证件号已建档：同一人（病历号 ${rows[0]?.medical_number}）$|^该证件号已在a1建档，不在您的数据范围内`,
          ),
        ) as string,
      })
    }
  })
  it('gives every file its own number when many desks open files at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, n) => open({ name: `并发${n}`, requestId: uuidv7() })),
    )
    expect(new Set(made.map((each) => each.medicalNumber)).size).toBe(20)
  })
})

describe('changing a file', () => {
  const change = async (id: string, more: Partial<WireInput<typeof contract.patient.update>>, client = desk) => {
    const { name, gender, version } = await detail(id)
    return {
      id,
      name,
      gender: gender as 0 | 1 | 2,
      version,
      requestId: uuidv7(),
      sourceId: fixture.sources.a,
      ...more,
      client,
    }
  }
  const update = async (id: string, more: Partial<WireInput<typeof contract.patient.update>>, client = desk) => {
    const { client: _client, ...body } = await change(id, more)
    return client.call(contract.patient.update, body)
  }
  it('raises the version, renews the search text, and keeps what was left out', async () => {
    const { id, medicalNumber } = await open({ name: '旧名字', mobile: '13700005551', idType: 2, idNo: 'E1234567' })
    expect(await update(id, { name: '单雄信', idType: 2 })).toEqual({ id, version: 2 })
    expect(await detail(id)).toMatchObject({
      name: '单雄信',
      mobile: '13700005551',
      idNo: 'E1234567',
      medicalNumber,
      version: 2,
    })
    expect((await desk.call(contract.patient.search, { keyword: 'sxx' })).map((each) => each.id)).toContain(id)
  })
  it('refuses an old version and says who was faster', async () => {
    const { id } = await open({ name: '两人改' })
    const { client: _one, ...stale } = await change(id, { remark: '甲' })
    await update(id, { remark: '乙' }, await app.as('director'))
    const refusal = await desk.refused(contract.patient.update, stale)
    expect(refusal).toMatchObject({
      http: 409,
      data: { version: 2, changedBy: expect.stringContaining('院长') as string },
    })
    expect(await detail(id)).toMatchObject({ remark: '乙' })
  })
  it('checks for duplicates again when name, mobile or number change, not otherwise', async () => {
    await open({ name: '甲方', mobile: '13700004441' })
    const { id } = await open({ name: '乙方', mobile: '13700004442' })
    const { client: _client, ...body } = await change(id, { mobile: '13700004441' })
    expect(await desk.refused(contract.patient.update, body)).toMatchObject({ code: 22003 })
    await desk.call(contract.patient.update, { ...body, acceptDuplicates: true })
    expect(await update(id, { remark: '不再问', name: '乙方改名' })).toMatchObject({ version: 3 })
    expect(
      await desk.refused(contract.patient.update, {
        ...body,
        requestId: uuidv7(),
        version: 3,
        name: '甲方',
        mobile: '13700004441',
      }),
    ).toMatchObject({ code: 22003 })
    expect(await desk.refused(contract.patient.update, { ...body, requestId: uuidv7(), name: '甲方' })).toMatchObject({
      http: 409,
    })
  })
  it('is refused for an archived file, another company, and a file out of reach', async () => {
    const { id } = await open({ name: '归档人' })
    const { client: _client, ...body } = await change(id, {})
    const b = await app.as('reception', 'b1')
    expect(await b.refused(contract.patient.update, body)).toMatchObject({ http: 404 })
    const turned = async (status: number) => {
      await app.sql('update patient set status = $2 where id = $1', [id, status])
      await app.sql('select app.recount_patients()')
    }
    await turned(1)
    expect(await desk.refused(contract.patient.update, body)).toMatchObject({ code: 22006 })
    await turned(3)
    expect(await desk.refused(contract.patient.get, { id })).toMatchObject({ http: 404 })
  })
  it('lets somebody who sees stars save the rest without touching the numbers', async () => {
    const { id } = await open({
      name: '护士改',
      mobile: '13700003331',
      idType: 2,
      idNo: 'P7654321',
      respDoctorId: fixture.doctors.a1[0] as string,
    })
    const nurse = await app.as('nurse')
    expect(await detail(id, nurse)).toMatchObject({ mobile: '137****3331', idNo: '******21', masked: true })
    await update(id, { remark: '护士写的', idType: 2 }, nurse)
    expect(await detail(id)).toMatchObject({ mobile: '13700003331', idNo: 'P7654321', remark: '护士写的' })
  })
})

describe('who sees what', () => {
  it('shows numbers whole with the right and covers them without, in file, bar, list and search alike', async () => {
    const { id } = await open({ name: '遮盖', mobile: '13700002222' })
    expect((await detail(id)).mobile).toBe('13700002222')
    expect((await detail(id, await app.as('finance'))).mobile).toBe('137****2222')
    for (const [client, mobile] of [
      [desk, '13700002222'],
      [await app.as('finance'), '137****2222'],
    ] as const) {
      expect((await client.call(contract.patient.information, { id })).mobile).toBe(mobile)
      expect((await list({ keyword: '遮盖' }, client)).list[0]?.mobile).toBe(mobile)
      expect((await client.call(contract.patient.search, { keyword: '遮盖' }))[0]?.mobile).toBe(mobile)
    }
  })
  it('writes a row for every look at a whole file', async () => {
    const { id } = await open({ name: '被看', respDoctorId: fixture.doctors.a1[0] as string })
    await detail(id)
    await detail(id, await app.as('nurse'))
    const rows = await app.sql<{ actor_name: string }>(
      `select actor_name from audit where entity_id = $1 and action = 'view' order by created_at`,
      [id],
    )
    expect(rows).toHaveLength(2)
  })
  it('shows a doctor his own patients only: responsible, opened by him, in his queue', async () => {
    const doctor = await app.asDoctor(1)
    const me = fixture.doctors.a1[1] as string
    const mine = await open({ name: '我的一号', respDoctorId: me })
    const queued = await open({ name: '我的二号' })
    await register(queued.id, me)
    const opened = await open({ name: '我的三号' }, doctor)
    const other = await open({ name: '别人的' })
    expect((await list({}, doctor)).list.map((each) => each.id).sort()).toEqual([mine.id, queued.id, opened.id].sort())
    expect(await list({}, doctor)).toMatchObject({ total: 3 })
    expect(await doctor.call(contract.patient.tabCounts, {})).toMatchObject({ all: 3 })
    expect(await doctor.call(contract.patient.search, { keyword: '别人的' })).toEqual([])
    expect((await doctor.call(contract.patient.search, { keyword: '我的' })).length).toBe(3)
    expect((await detail(mine.id, doctor)).mobile).toMatch(/^\d{11}$/)
    for (const call of [
      contract.patient.get,
      contract.patient.information,
      contract.patient.account,
      contract.patient.timeline,
      contract.patient.toothConditions,
    ]) {
      expect(await doctor.refused(call, { id: other.id })).toMatchObject({ http: 404 })
      expect(await doctor.call(call, { id: mine.id })).toBeTruthy()
    }
    const body = { id: other.id, name: '别人的', gender: 0 as const, version: 1, requestId: uuidv7(), sourceId: null }
    expect(await doctor.refused(contract.patient.update, body)).toMatchObject({ http: 404 })
  })
  it('tells a doctor that there is a file he may not open, and where to ask, but not whose', async () => {
    await open({ name: '不归我', mobile: '13700001110' })
    const refusal = await (
      await app.asDoctor(2)
    ).refused(contract.patient.create, input({ name: '不归我', mobile: '13700001110' }))
    expect(refusal.data.duplicates).toMatchObject([
      { canOpen: false, id: null, name: null, medicalNumber: null, mobile: null, clinicName: 'a1' },
    ])
  })
  it('never shows another company', async () => {
    const b = await app.as('reception', 'b1')
    const mine = fixture.patients.a[0] as string
    expect(await b.refused(contract.patient.get, { id: mine })).toMatchObject({ http: 404 })
    expect(JSON.stringify(await list({ pageSize: 200 }))).not.toContain(MARKER_B)
    expect(await desk.call(contract.patient.search, { keyword: MARKER_B })).toEqual([])
  })
})

describe('search', () => {
  it('finds by name, initials, pinyin, tail of the mobile and medical number, ten at most', async () => {
    const { id, medicalNumber } = await open({ name: '尉迟敬德', mobile: '13712349876' })
    for (const keyword of ['尉迟', 'ycjd', 'YuChi', '9876', medicalNumber]) {
      expect(
        (await desk.call(contract.patient.search, { keyword })).map((each) => each.id),
        keyword,
      ).toContain(id)
    }
    for (let n = 0; n < 12; n++) await open({ name: `多人${n}` })
    expect(await desk.call(contract.patient.search, { keyword: '多人' })).toHaveLength(10)
  })
  it('takes the characters of LIKE as they are', async () => {
    const { id } = await open({ name: '百分%之_人' })
    for (const keyword of ['%', '_', '分%之', '\\']) {
      const found = await desk.call(contract.patient.search, { keyword })
      expect(
        found.map((each) => each.id),
        keyword,
      ).toEqual(keyword === '\\' ? [] : [id])
      expect((await list({ keyword })).total).toBe(keyword === '\\' ? 0 : 1)
    }
    expect(await desk.call(contract.patient.search, { keyword: `' or 1=1 --` })).toEqual([])
  })
  it('puts an exact name before a longer one', async () => {
    await open({ name: '王芳芳' })
    const { id } = await open({ name: '王芳' })
    expect((await desk.call(contract.patient.search, { keyword: '王芳' }))[0]?.id).toBe(id)
  })
  it('takes four digits for the end of a phone: those first, and where ten end so nobody else', async () => {
    const ends = async (keyword: string) =>
      (await desk.call(contract.patient.search, { keyword })).map((each) => each.mobile?.slice(-4))
    const within = await open({ mobile: '13866880001' })
    await open({ mobile: '13800016688' })
    expect(await ends('6688')).toEqual(['6688', '0001'])
    for (let n = 0; n < 10; n++) await open({ mobile: `139000${n}6688` })
    const all = await desk.call(contract.patient.search, { keyword: '6688' })
    expect(all).toHaveLength(10)
    expect(all.map((each) => each.id)).not.toContain(within.id)
    expect((await list({ keyword: '6688' })).total).toBe(12)
  })
})

describe('the list', () => {
  it('has as many rows over all pages as its total, each once, in every order', async () => {
    for (const sort of ['lastVisit', 'created', 'name', 'arrears'] as const) {
      for (const order of ['asc', 'desc'] as const) {
        const seen: string[] = []
        const { total } = await list({ sort, order })
        for (let pageNum = 1; pageNum <= Math.ceil(total / 20); pageNum++)
          seen.push(...(await list({ sort, order, pageNum })).list.map((each) => each.id))
        expect(seen).toHaveLength(total)
        expect(new Set(seen).size).toBe(total)
      }
    }
  })
  it('sorts names by pinyin', async () => {
    for (const name of ['赵拼音', '安拼音', '钱拼音', '李拼音']) await open({ name })
    const names = (await list({ keyword: '拼音', sort: 'name', order: 'asc' })).list.map((each) => each.name)
    expect(names).toEqual(['安拼音', '李拼音', '钱拼音', '赵拼音'])
  })
  it('sorts by the last visit with those who never came at the end', async () => {
    const [late, early, never] = [
      await open({ name: '排序甲' }),
      await open({ name: '排序乙' }),
      await open({ name: '排序丙' }),
    ]
    await visit(late.id, '2026-11-01T02:00:00Z')
    await visit(early.id, '2026-01-01T02:00:00Z')
    expect((await list({ keyword: '排序', sort: 'lastVisit' })).list.map((each) => each.id)).toEqual([
      late.id,
      early.id,
      never.id,
    ])
  })
  it('filters, and sums the arrears of what it matches', async () => {
    const [one, two] = [
      await open({ name: '筛选甲', gender: 0, birthDay: '1956-11-20', respDoctorId: fixture.doctors.a1[2] as string }),
      await open({ name: '筛选乙', gender: 1, birthDay: '1956-11-21' }),
    ]
    await visit(one.id, '2026-05-01T02:00:00Z')
    await visit(two.id, '2026-11-19T02:00:00Z')
    await owe(one.id, 62_000)
    await owe(two.id, 100)
    const ids = async (more: Partial<WireInput<typeof contract.patient.list>>) =>
      (await list({ keyword: '筛选', sort: 'created', order: 'asc', ...more })).list.map((each) => each.id)
    expect(await ids({})).toEqual([one.id, two.id])
    expect(await ids({ gender: 0 })).toEqual([one.id])
    expect(await ids({ ageFrom: 70 })).toEqual([one.id])
    expect(await ids({ ageTo: 69 })).toEqual([two.id])
    expect(await ids({ respDoctorId: fixture.doctors.a1[2] as string })).toEqual([one.id])
    expect(await ids({ lastVisitFrom: '2026-11-19', lastVisitTo: '2026-11-19' })).toEqual([two.id])
    expect(await ids({ absentDays: 180 })).toEqual([one.id])
    expect(await ids({ hasArrears: true })).toEqual([one.id, two.id])
    expect(await ids({ arrearsOver: '100' })).toEqual([one.id])
    expect(await ids({ birthMonth: 10 })).toEqual([])
    expect(await ids({ birthMonth: 11, sourceId: fixture.sources.a })).toEqual([one.id, two.id])
    expect(await ids({ status: 1 })).toEqual([])
    expect((await list({ keyword: '筛选' })).arrearsTotal).toBe('621.00')
    expect((await list({ keyword: '筛选', hasArrears: true, pageSize: 1 })).arrearsTotal).toBe('621.00')
    const counts = await desk.call(contract.patient.tabCounts, {})
    expect(counts.all).toBe((await list()).total)
    expect(counts.absent).toBe((await list({ absentDays: 180 })).total)
    expect(counts.arrears).toBe((await list({ hasArrears: true })).total)
    expect(counts.birthday).toBe((await list({ birthMonth: 11 })).total)
  })
  it('shows the next appointment', async () => {
    const { id } = await open({ name: '有约的人' })
    const book = (no: string, from: string, status: number) =>
      app.sql(
        `insert into appointment (tenant_id, id, clinic_id, appoint_no, patient_id, doctor_id, starts_at, ends_at, status, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $7::timestamptz + interval '30 minutes', $8, now(), now())`,
        [A, uuidv7(), fixture.clinics.a1, no, id, fixture.doctors.a1[0], from, status],
      )
    await book('YY1', '2026-12-04T06:00:00Z', 1)
    await book('YY2', '2026-12-01T06:00:00Z', 6)
    await book('YY3', '2026-11-01T06:00:00Z', 5)
    expect((await list({ keyword: '有约' })).list[0]?.nextAppointmentAt).toBe('2026-12-04 14:00:00')
    expect((await desk.call(contract.patient.information, { id })).nextAppointmentAt).toBe('2026-12-04 14:00:00')
    expect((await desk.call(contract.patient.timeline, { id })).upcoming).toMatchObject([
      { startsAt: '2026-12-04 14:00:00', status: 1 },
    ])
  })
  it('refuses an order or a column that is not offered', async () => {
    const answer = await desk.raw('POST', contract.patient.list.path, { sort: 'id_no; drop table patient' })
    expect(answer.http).toBe(400)
  })
  it('takes at most five round trips', async () => {
    const former = statementLog.sink
    const texts: string[] = []
    statementLog.sink = (text, ...more) => {
      texts.push(text)
      former?.(text, ...more)
    }
    await list({ keyword: '筛选', hasArrears: true })
    statementLog.sink = former
    // The commit is not in the log.
    expect(texts.length + 1).toBeLessThanOrEqual(5)
  })
})

describe('the file', () => {
  it('tells what the other modules note: visits, arrears, consumption', async () => {
    const { id } = await open({ name: '记账人' })
    const { database } = app.application.services
    const kind = (at: string) =>
      database.withTenant(A, fixture.clinics.a1, (tx) => treatTypeOf(tx, id, new Date(at), 180))
    expect(await kind('2026-03-01T00:00:00Z')).toBe(1)
    await visit(id, '2026-03-01T02:00:00Z')
    await visit(id, '2026-01-01T02:00:00Z', fixture.doctors.a1[1])
    expect(await kind('2026-08-28T02:00:00Z')).toBe(2)
    expect(await kind('2026-08-29T02:00:00Z')).toBe(3)
    await owe(id, 62_000)
    await addFigures(app, id, fixture.clinics.a1, { paid: 1_842_600 })
    expect(await desk.call(contract.patient.account, { id })).toMatchObject({
      arrearsAmount: '620.00',
      consumeTotal: '18426.00',
      visitCount: 2,
      firstVisitAt: '2026-03-01 10:00:00',
      lastVisitAt: '2026-03-01 10:00:00',
      arrears: [],
    })
    const brief = await database.withTenant(A, fixture.clinics.a1, (tx) => patientBriefs(tx, [id, id, uuidv7()]))
    expect([...brief.keys()]).toEqual([id])
    expect(brief.get(id)).toMatchObject({ name: '记账人', arrears: 62_000, visitCount: 2 })
    await expect(owe(id, -62_001)).rejects.toThrow()
    await owe(id, -62_000)
  })
  it('keeps every change of arrears when many come at once', async () => {
    const { id } = await open({ name: '并发欠费' })
    await Promise.all(Array.from({ length: 20 }, () => owe(id, 101)))
    expect((await desk.call(contract.patient.account, { id })).arrearsAmount).toBe('20.20')
  })
  it('shows visits of all clinics newest first, found by tooth and kind, sums of its own clinic only', async () => {
    const { id } = await open({ name: '时间轴' })
    const visits = [
      await register(id, fixture.doctors.a1[0] as string, 'a1', 5),
      await register(id, fixture.doctors.a2[0] as string, 'a2', 5),
      await register(id, fixture.doctors.a1[0] as string, 'a1', 7),
    ]
    for (const [n, clinic] of (['a1', 'a2'] as const).entries()) {
      await app.sql(
        `insert into medical_record (tenant_id, id, clinic_id, record_no, patient_id, registration_id, doctor_id, visit_time, visit_kind, content, diagnosis_text, treatment_text, teeth, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, '2026-11-20T01:10:00Z', 1, '{}', $8, '根管充填', '46', now(), now())`,
        [
          A,
          uuidv7(),
          fixture.clinics[clinic],
          `BL${n}`,
          id,
          visits[n],
          fixture.doctors[clinic][0],
          n === 0 ? '慢性根尖周炎' : '慢性龈炎',
        ],
      )
      await app.sql(
        `insert into bill (tenant_id, id, clinic_id, bill_no, patient_id, registration_id, doctor_id, status, original_amount, receivable_amount, paid_amount, arrears_amount, open_time, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, 2, 1240, 1240, 620, 620, now(), now(), now())`,
        [A, uuidv7(), fixture.clinics[clinic], `SF${n}`, id, visits[n], fixture.doctors[clinic][0]],
      )
    }
    const chief = await app.as('director')
    const all = await chief.call(contract.patient.timeline, { id })
    expect(all.total).toBe(2)
    expect(all.list.map((each) => [each.clinicName, each.diagnosisText, each.billAmount, each.arrearsAmount])).toEqual([
      ['a2', '慢性龈炎', null, null],
      ['a1', '慢性根尖周炎', '1240.00', '620.00'],
    ])
    expect(
      (await chief.call(contract.patient.timeline, { id, kind: 'perio' })).list.map((each) => each.clinicName),
    ).toEqual(['a2'])
    expect((await chief.call(contract.patient.timeline, { id, keyword: '根尖' })).total).toBe(1)
    expect((await chief.call(contract.patient.timeline, { id, keyword: '46' })).total).toBe(2)
    expect((await chief.call(contract.patient.timeline, { id, keyword: '%' })).total).toBe(0)
    // Whoever may not read records sees the visits, and learns nothing of them by asking.
    const bare = await desk.call(contract.patient.timeline, { id })
    expect(
      bare.list.map((each) => [each.title, each.diagnosisText, each.treatmentText, each.teeth, each.recordId]),
    ).toEqual([
      ['复查', '', '', '', null],
      ['复查', '', '', '', null],
    ])
    expect((await desk.call(contract.patient.timeline, { id, keyword: '根尖' })).total).toBe(0)
    expect((await desk.call(contract.patient.timeline, { id, kind: 'perio' })).total).toBe(0)
    expect((await desk.call(contract.patient.account, { id })).arrears).toMatchObject([
      { billNo: 'SF0', arrearsAmount: '620.00', receivableAmount: '1240.00' },
    ])
  })
  it('shows the teeth as the records left them', async () => {
    const { id } = await open({ name: '牙齿' })
    for (const [tooth, layer, ended] of [
      ['46', 'finding', null],
      ['36', 'existing', null],
      ['26', 'plan', '2026-11-01'],
    ] as const) {
      await app.sql(
        `insert into tooth_condition (tenant_id, id, clinic_id, patient_id, tooth, surfaces, condition, layer, noted_on, visit_at, known_from, ended_on, created_at, updated_at)
         values ($1, $2, $3, $4, $5, 'O', 'caries', $6, '2026-10-30', '2026-10-30 01:00:00Z', now(), $7, now(), now())`,
        [A, uuidv7(), fixture.clinics.a2, id, tooth, layer, ended],
      )
    }
    expect(await desk.refused(contract.patient.toothConditions, { id })).toMatchObject({ http: 403 })
    const mouth = await (await app.as('director')).call(contract.patient.toothConditions, { id })
    expect(mouth.notedOn).toBe('2026-10-30')
    expect(mouth.list.map((each) => each.tooth).sort()).toEqual(['36', '46'])
  })
})

describe('with many patients', () => {
  it('reads list and search by index, never the whole table', { timeout: 120_000 }, async () => {
    for (const [tenant, clinic, many] of [
      [fixture.tenants.b, fixture.clinics.b1, 36_000],
      [A, fixture.clinics.a1, 3000],
    ] as const) {
      const names = Array.from(
        { length: 40 },
        (_, n) => `${'赵钱孙李周吴郑王'[n % 8]}${'伟芳娜敏静'[Math.floor(n / 8)]}`,
      )
      await app.sql(
        `with made as (
           insert into patient (tenant_id, id, home_clinic_id, medical_number, name, search, gender, birth_day, mobile, created_at, updated_at)
           select $1, gen_random_uuid(), $2, 'T' || n, ($4::text[])[1 + n % 40], ($5::text[])[1 + n % 40] || ' 150' || lpad(n::text, 8, '0'), n % 2,
             date '1950-01-01' + n % 20000, '150' || lpad(n::text, 8, '0'), now() - n * interval '1 minute', now()
           from generate_series(1, $3::int) n returning tenant_id, id, mobile)
         insert into patient_stat (tenant_id, patient_id, last_visit_at, arrears_amount)
           select tenant_id, id, now() - right(mobile, 3)::int * interval '1 day', case when right(mobile, 1) = '7' then 100 else 0 end from made`,
        [tenant, clinic, many, names, names.map((name) => searchText({ name }))],
      )
    }
    await app.sql('select app.recount_patients()')
    await app.sql('analyze patient')
    await app.sql('analyze patient_stat')
    const plans = await app.application.services.database.withTenant(A, 'all', async (tx) => {
      const found: string[] = []
      const viewer = everybodysViewer()
      const asked = (more: object) => {
        const input = z.object(contract.patient.list.body).parse(more)
        return { input, viewer, groups: [] }
      }
      const pages = (['lastVisit', 'created', 'name', 'arrears'] as const).flatMap((sort) =>
        (['asc', 'desc'] as const).flatMap((order) =>
          [1, 75, 150].map((pageNum) => pageQuery(tx, asked({ sort, order }), { pageNum, pageSize: 20 }, 3000)),
        ),
      )
      const totals = [totalsQuery(tx, asked({})), totalsQuery(tx, asked({ keyword: '赵伟' }))]
      for (const query of [...pages, ...totals, searchQuery(tx, '赵伟', viewer.reach, true)]) {
        const rows = await tx.rows<{ 'QUERY PLAN': string }>(sql`explain ${query}`)
        found.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      }
      return found
    })
    expect(plans).toHaveLength(27)
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on patient(_stat)?\b/)
    // What stands inside the search function, as its owner plans it.
    const inside = await app.sql<{ 'QUERY PLAN': string }>(
      `explain select coalesce(p.merged_into_id, p.id), max(p.created_at) from patient p where p.tenant_id = '${A}' and p.search like '%赵伟%'
         and (p.status in (0, 1) or (p.status = 2 and exists (select 1 from patient k where k.tenant_id = '${A}' and k.id = p.merged_into_id
           and k.status in (0, 1)))) group by 1 order by 2 desc limit 200`,
    )
    expect(inside.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan on patient\b/)
    const page = await list({ keyword: '赵伟', pageSize: 50 })
    expect(page.total).toBe(75)
    expect(await desk.call(contract.patient.search, { keyword: '15000000042' })).toHaveLength(1)
  })
})
