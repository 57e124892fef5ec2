import { contract, type Resource } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { fixture, MARKER_B, POST_CODES, testApp, type Client } from '../../../test/harness.ts'
import { tariffsByIds } from './public-api.ts'
import { doctorOfClinic } from '../staff/index.ts'
import { defaultPosts } from './posts.ts'
import { readSettings } from './rules.ts'

const app = await testApp()
const { clinic } = contract
const { a } = fixture.tenants
const { a1 } = fixture.clinics
const { database } = app.application.services

describe('the ten posts', () => {
  it('users: are all there, one of them the administrator', () => {
    expect(defaultPosts.map((post) => post.code)).toEqual(POST_CODES)
    expect(defaultPosts.filter((post) => post.isAdmin).map((post) => post.code)).toEqual(['admin'])
  })

  it('let nobody but doctors and the director sign a record, and nobody but money people take money', () => {
    const holders = (resource: Resource) =>
      defaultPosts.filter((post) => resource in post.resources).map((post) => post.code)
    expect(holders('/patientMedicalRecord:sign')).toEqual(['director', 'doctor'])
    expect(holders('/orderSet:charge')).toEqual(['admin', 'director', 'reception', 'finance'])
    expect(holders('/postPermission:edit')).toEqual(['admin', 'headquarters'])
    expect(holders('/myAppointmentBoard:overbook')).toEqual(['admin', 'director', 'doctor'])
  })
})

describe('settings of a clinic', () => {
  it('have defaults, and a value that makes no sense gives way to them', () => {
    expect(readSettings({})).toMatchObject({
      revisitDays: 180,
      slotMinutes: 5,
      regFee: 2000,
      rounding: 'none',
      arrearsAllowed: true,
    })
    expect(readSettings({ revisitDays: -3, slotMinutes: 7, regFee: 'x' })).toMatchObject({
      revisitDays: 180,
      slotMinutes: 5,
      regFee: 2000,
    })
    expect(readSettings({ revisitDays: 90, slotMinutes: 15, regFee: '35.50' })).toMatchObject({
      revisitDays: 90,
      slotMinutes: 15,
      regFee: 3550,
    })
  })

  it('reach every post', async () => {
    const settings = await (await app.as('storekeeper')).call(clinic.settings, {})
    expect(settings).toMatchObject({ clinicId: a1, shortName: 'a1', regFee: '20.00', lateMinutes: 15 })
  })
})

describe('lists for choosing', () => {
  it('show the own company only', async () => {
    const client = await app.as('reception')
    const answers = await Promise.all([
      client.call(clinic.employees, {}),
      client.call(clinic.doctors, {}),
      client.call(clinic.chairs, {}),
      client.call(clinic.patientSources, {}),
      client.call(clinic.tariffCategories, {}),
      client.call(clinic.tariffs, {}),
      client.call(clinic.payMethods, {}),
      client.call(clinic.dictItems, { typeCode: 'cancel-reason' }),
    ])
    expect(JSON.stringify(answers)).not.toContain(MARKER_B)
    expect(answers[6].map((method) => method.code)).not.toContain('principal')
    expect(answers[7]).toEqual([
      { itemCode: '1', item: '患者原因', isDefault: false },
      { itemCode: '2', item: '医生停诊', isDefault: false },
    ])
  })

  it('mark the doctor who asks', async () => {
    const doctors = await (await app.as('doctor')).call(clinic.doctors, {})
    expect(doctors.filter((doctor) => doctor.isMe).map((doctor) => doctor.id)).toEqual([fixture.employees.a1.doctor])
    expect(doctors.find((doctor) => doctor.isMe)).toMatchObject({
      deptName: '综合科',
      chairName: '1诊室',
      registrationStatus: 0,
    })
  })

  it('find a price by name, pinyin, initials and code', async () => {
    const client = await app.as('reception')
    const names = async (keyword: string) =>
      (await client.call(clinic.tariffs, { keyword })).list.map((tariff) => tariff.name)
    expect(await names('种植')).toEqual(['种植体植入'])
    expect(await names('zhongzhi')).toEqual(['种植体植入'])
    expect(await names('jz')).toEqual(['洁治'])
    expect(await names('t003')).toEqual(['根管治疗（磨牙）'])
    expect(await names('%')).toEqual([])
    const page = await client.call(clinic.tariffs, { pageSize: 2, pageNum: 2 })
    expect(page).toMatchObject({ total: 6, pageNum: 2, pageSize: 2 })
    expect(page.list).toHaveLength(2)
  })

  it('use the price of the own clinic and leave out what it does not offer', async () => {
    await app.sql(
      `insert into tariff_clinic (tenant_id, id, clinic_id, tariff_id, price, enabled, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, $3, 180, true, now(), now()), ($1, gen_random_uuid(), $2, $4, 50, false, now(), now())`,
      [a, a1, fixture.tariffs.a.cleaning, fixture.tariffs.a.film],
    )
    const { list } = await (await app.as('reception')).call(clinic.tariffs, {})
    expect(list.find((tariff) => tariff.name === '洁治')?.price).toBe('180.00')
    expect(list.map((tariff) => tariff.name)).not.toContain('根尖片')
    const elsewhere = (await (await app.as('reception', 'a2')).call(clinic.tariffs, {})).list
    expect(elsewhere.find((tariff) => tariff.name === '洁治')?.price).toBe('200.00')
    const byId = await database.withTenant(a, a1, (tx) =>
      tariffsByIds(tx, a1, [fixture.tariffs.a.cleaning, fixture.tariffs.a.film]),
    )
    expect(byId.get(fixture.tariffs.a.cleaning)?.price).toBe(18000)
    expect(byId.get(fixture.tariffs.a.film)?.enabled).toBe(false)
  })

  it('medical-project-icd-diagnosis-list: find a diagnosis by code, name and initials, everyday ones first', async () => {
    const client = await app.as('doctor')
    const codes = async (keyword: string) => (await client.call(clinic.icdList, { keyword })).map((each) => each.code)
    expect((await codes('k04'))[0]).toBe('K04.0')
    expect(await codes('ysy')).toContain('K04.0')
    expect(await codes('牙髓坏死')).toEqual(['K04.1'])
    expect(await codes('')).toContain('K04.0')
  })

  it('offer the company’s own diagnoses beside the standard ones, until they are switched off', async () => {
    const [doctor, director, other] = [await app.as('doctor'), await app.as('director'), await app.as('doctor', 'b1')]
    const entry = {
      name: '隐裂综合征',
      code: 'K03.81',
      category: 'K03',
      toothRequired: true,
      common: true,
      ageFrom: 14,
      medicareCode: 'K03.801',
    }
    const made = await director.call(contract.clinic.saveOwnDiagnosis, { ...entry, requestId: uuidv7() })
    const found = async (client: Client, keyword: string) =>
      (await client.call(clinic.icdList, { keyword })).filter(({ code }) => code === 'K03.81')
    const shown = {
      code: 'K03.81',
      name: '隐裂综合征',
      category: 'K03',
      common: true,
      toothRequired: true,
      own: true,
      ageFrom: 14,
      ageTo: null,
      medicareCode: 'K03.801',
    }
    for (const keyword of ['隐裂', 'ylzhz', 'k03.81', ''])
      expect(await found(doctor, keyword), keyword).toEqual([shown])
    expect(await found(other, '隐裂')).toEqual([])
    expect((await doctor.refused(contract.clinic.saveOwnDiagnosis, { ...entry, requestId: uuidv7() })).http).toBe(403)
    const refused = async (more: object) =>
      (await director.refused(contract.clinic.saveOwnDiagnosis, { ...entry, ...more, requestId: uuidv7() })).data.fields
    expect(await refused({ name: '另一', code: 'k03.81' })).toMatchObject([
      { field: 'code', message: '已有诊断用这个编码' },
    ])
    expect(await refused({ name: '另一', code: 'K04.0' })).toMatchObject([
      { field: 'code', message: '已有诊断用这个编码' },
    ])
    expect(await refused({ code: 'K03.82' })).toMatchObject([{ field: 'name' }])
    const others = { name: '另一', code: 'K03.82' }
    expect(await refused({ ...others, ageTo: 13 })).toMatchObject([
      { field: 'ageTo', message: '适用年龄至不能小于适用年龄自' },
    ])
    expect(await refused({ ...others, ageFrom: -1 })).toMatchObject([
      { field: 'ageFrom', message: expect.stringContaining('适用年龄自') as string },
    ])
    expect(await refused({ ...others, medicareCode: '104500' })).toMatchObject([
      { field: 'medicareCode', message: '医保编码应为六位：一个大写字母加五位数字，如 K04.500' },
    ])
    expect(await doctor.call(clinic.icdList, { keyword: 'K00.7' })).toMatchObject([
      { ageFrom: 0, ageTo: 3, own: false },
    ])
    await director.call(contract.clinic.saveOwnDiagnosis, {
      ...entry,
      id: made.id,
      version: 1,
      enabled: false,
      requestId: uuidv7(),
    })
    expect(await found(doctor, '隐裂')).toEqual([])
  })

  it('refuse a range of holidays that ends before it begins', async () => {
    const client = await app.as('reception')
    await app.sql(`insert into holiday (date, name) values ('2026-10-01', '国庆节') on conflict do nothing`)
    expect(await client.call(clinic.holidays, { from: '2026-10-01', to: '2026-10-01' })).toEqual([
      { date: '2026-10-01', name: '国庆节', isWorkday: false },
    ])
    expect((await client.refused(clinic.holidays, { from: '2026-10-02', to: '2026-10-01' })).http).toBe(400)
  })
})

describe('the reception switch', () => {
  it('is the doctor’s own: 1 stops, 0 resumes, and stopping tells who still waits', async () => {
    const doctor = await app.as('doctor')
    const doctorId = fixture.employees.a1.doctor
    await app.sql(
      `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, reg_time, status, created_at, updated_at)
       values ($1, $2, $3, 'GH2611200001', 3, '2026-11-20', $4, $5, $6, 1, $6, $6)`,
      [a, uuidv7(), a1, fixture.patients.a[0], doctorId, app.clock.now()],
    )
    const stopped = await doctor.call(clinic.setWorkStatus, { status: 1 })
    expect(stopped).toMatchObject({ registrationStatus: 1, waiting: [{ queueNo: 3, name: '周雨桐' }] })
    expect(await doctor.call(clinic.workStatus, {})).toEqual({ registrationStatus: 1 })
    await expect(
      database.withTenant(a, a1, (tx) => doctorOfClinic(tx, a1, doctorId, { receiving: true })),
    ).rejects.toThrow('该医生已停止接诊')
    expect((await database.withTenant(a, a1, (tx) => doctorOfClinic(tx, a1, doctorId))).name).toBe('医生a1')
    const events = await app.sql(`select topic, ref_id from event where clinic_id = $1 order by id desc limit 1`, [a1])
    expect(events).toEqual([{ topic: 'reception', ref_id: doctorId }])
    expect(await doctor.call(clinic.setWorkStatus, { status: 0 })).toEqual({
      registrationStatus: 0,
      message: '继续接诊',
      waiting: [],
    })
  })

  it('is not there for others', async () => {
    const nurse = await app.as('nurse')
    expect(await nurse.call(clinic.workStatus, {})).toEqual({ registrationStatus: null })
    expect((await nurse.refused(clinic.setWorkStatus, { status: 1 })).message).toBe('只有医生可以停止或继续接诊')
    expect((await nurse.raw('POST', '/treatment-api/work-status', { status: 2 })).http).toBe(400)
  })
})
