import type { AddressInfo } from 'node:net'
import { contract } from '@dentin/contract'
import type { EmployeeKey } from '@dentin/contract/employee-fields'
import { uuidv7 } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { staffForm } from '../../../test/forms.ts'
import { fixture, testApp } from '../../../test/harness.ts'

const app = await testApp()
const { staff, identity, clinic, appointment, visit } = contract
const { a1, a2 } = fixture.clinics
const { a } = fixture.tenants
const posts = fixture.posts.a
const people = fixture.employees.a1

const newcomer = (over: Record<string, unknown> = {}) => ({
  ...staffForm(over),
  postIds: [posts.nurse as string],
  requestId: `req-${uuidv7()}`,
  ...over,
})

/** Everything of one person as the update call wants it. */
async function fieldsOf(client: Awaited<ReturnType<typeof app.as>>, id: string) {
  const {
    workStatus: _w,
    leaveDate: _l,
    hasAccount: _h,
    isMe: _m,
    clinics: _c,
    ...fields
  } = await client.call(staff.employeeDetail, { id })
  return fields as typeof fields & { gender: 0; jobType: 0; workType: 1 }
}

describe('the list of staff', () => {
  it('shows a clinic with the posts there, searched and counted by state', async () => {
    const admin = await app.as('admin')
    const page = await admin.call(staff.employeeList, {})
    expect(page.counts).toEqual({ working: 12, suspended: 0, gone: 0 })
    expect(page.list.find((row) => row.isMe)).toMatchObject({ id: people.admin, posts: [{ isAdmin: true }] })
    expect((await admin.call(staff.employeeList, { keyword: 'kefu' })).list.map((row) => row.name)).toEqual(['客服a1'])
    expect((await admin.call(staff.employeeList, { keyword: 'A1-003' })).list).toHaveLength(1)
    expect((await admin.call(staff.employeeList, { postId: posts.doctor })).total).toBe(3)
    expect((await admin.call(staff.employeeList, { keyword: '%' })).total).toBe(0)
  })

  it('A6: is of the own clinic; the chain has its headquarters', async () => {
    const admin = await app.as('admin')
    expect(await admin.refused(staff.employeeList, { clinicId: a2 })).toMatchObject({ http: 404 })
    expect(await admin.refused(staff.employeeDetail, { id: fixture.employees.a2.nurse })).toMatchObject({ http: 404 })
    expect((await admin.call(staff.employeeClinics, {})).map((each) => each.id)).toEqual([a1])
    const hq = await app.as('headquarters')
    expect((await hq.call(staff.employeeClinics, {})).map((each) => each.id)).toEqual([a1, a2])
    expect((await hq.call(staff.employeeList, { clinicId: a2 })).total).toBe(10)
    expect(await hq.refused(staff.employeeList, { clinicId: fixture.clinics.b1 })).toMatchObject({ http: 404 })
    expect(await (await app.as('nurse')).refused(staff.employeeList, {})).toMatchObject({ http: 403 })
  })
})

describe('what is written down', () => {
  it('takes the next job number, and none twice', async () => {
    const admin = await app.as('admin')
    const { id } = await admin.call(staff.addEmployee, newcomer({ phone: '13711112222' }))
    expect(await admin.call(staff.employeeDetail, { id })).toMatchObject({ hasAccount: false, workStatus: 1 })
    expect(await admin.refused(staff.addEmployee, newcomer({ jobNumber: 'a1-001' }))).toMatchObject({
      code: 28005,
      message: '工号已被使用',
      data: { fields: [{ field: 'jobNumber', message: '工号已被使用' }] },
    })
    expect(await admin.refused(staff.addEmployee, newcomer({ phone: '13711112222' }))).toMatchObject({ code: 28016 })
    expect(await admin.refused(staff.addEmployee, newcomer({ postIds: [] }))).toMatchObject({
      http: 400,
      message: '请至少选择一个岗位',
    })
    const rows = await app.sql('select 1 from employee where tenant_id = $1 and name = $2', [a, '薛小满'])
    expect(rows).toHaveLength(1)
  })

  it('is changed with its version; somebody slower hears who was faster', async () => {
    const admin = await app.as('admin')
    const fields = await fieldsOf(admin, people.nurse)
    const { version } = await admin.call(staff.updateEmployee, { ...fields, titlePost: '主管护师', colour: '#3F7FD0' })
    expect(version).toBe(fields.version + 1)
    expect(await admin.refused(staff.updateEmployee, { ...fields, titlePost: '护士' })).toMatchObject({
      http: 409,
      data: { version, changedBy: '机构管理员a1' },
    })
    expect(await admin.call(staff.employeeDetail, { id: people.nurse })).toMatchObject({ titlePost: '主管护师' })
  })

  it('lets nobody but an administrator give a deeper discount than their own', async () => {
    const director = await app.as('director')
    const fields = await fieldsOf(director, people.reception)
    expect(await director.refused(staff.updateEmployee, { ...fields, discountLimit: 60 })).toMatchObject({
      code: 28017,
      message: '最低折扣不能低于本人的折扣下限 70%',
    })
    await director.call(staff.updateEmployee, { ...fields, discountLimit: 75 })
    const own = await fieldsOf(director, people.director)
    expect(await director.refused(staff.updateEmployee, { ...own, discountLimit: 10 })).toMatchObject({ code: 28017 })
    const boss = await fieldsOf(director, people.admin)
    expect(await director.refused(staff.updateEmployee, { ...boss, titlePost: '' })).toMatchObject({ code: 28010 })
  })

  it('keeps a doctor a doctor while patients are booked', async () => {
    const admin = await app.as('admin')
    const doctor = fixture.doctors.a1[2] as string
    await app.sql(
      `insert into appointment (tenant_id, id, clinic_id, appoint_no, patient_id, doctor_id, starts_at, ends_at, status, created_at, updated_at)
       values ($1, $2, $3, 'YY-D', $4, $5, '2026-11-25 10:00+08', '2026-11-25 10:30+08', 1, now(), now())`,
      [a, uuidv7(), a1, fixture.patients.a[0], doctor],
    )
    const fields = await fieldsOf(admin, doctor)
    expect(await admin.refused(staff.updateEmployee, { ...fields, isDoctor: false })).toMatchObject({ code: 28006 })
    await app.sql(`update appointment set status = 6 where appoint_no = 'YY-D'`)
    await admin.call(staff.updateEmployee, { ...fields, isDoctor: false })
    expect((await admin.call(clinic.doctors, {})).map((each) => each.id)).not.toContain(doctor)
    await admin.call(staff.updateEmployee, { ...(await fieldsOf(admin, doctor)), isDoctor: true })
  })
})

describe('posts of a clinic', () => {
  it('act on the next request, not on the next sign-in', async () => {
    const admin = await app.as('admin')
    const nurse = await app.as('nurse')
    expect(await nurse.refused(staff.employeeList, {})).toMatchObject({ http: 403 })
    await admin.call(staff.setEmployeePosts, {
      id: people.nurse,
      clinicId: a1,
      postIds: [posts.nurse as string, posts.director as string],
    })
    await nurse.call(staff.employeeList, {})
    await admin.call(staff.setEmployeePosts, { id: people.nurse, clinicId: a1, postIds: [posts.nurse as string] })
    expect(await nurse.refused(staff.employeeList, {})).toMatchObject({ http: 403 })
    const [note] = await app.sql<{ after: { posts: string[] }; actor_name: string }>(
      `select after, actor_name from audit where action = 'set-posts' and entity_id = $1 order by id desc limit 1`,
      [people.nurse],
    )
    expect(note).toMatchObject({ actor_name: '机构管理员a1', after: { posts: ['护士'] } })
  })

  it('are given by whoever holds as much: nobody lifts themselves', async () => {
    const director = await app.as('director')
    const give = (id: string, ...codes: (keyof typeof posts)[]) =>
      director.refused(staff.setEmployeePosts, {
        id,
        clinicId: a1,
        postIds: codes.map((code) => posts[code] as string),
      })
    expect(await give(people.director, 'director', 'admin')).toMatchObject({ code: 28024 })
    expect(await give(people.nurse, 'headquarters')).toMatchObject({ code: 28011 })
    expect(await give(people.admin, 'nurse')).toMatchObject({ code: 28010 })
    expect(
      await director.refused(staff.setEmployeePosts, {
        id: people.nurse,
        clinicId: a2,
        postIds: [posts.nurse as string],
      }),
    ).toMatchObject({ http: 404 })
  })

  it('S25: never leave a company without an administrator, and nobody lays down their own', async () => {
    const admin = await app.as('admin')
    expect(
      await admin.refused(staff.setEmployeePosts, { id: people.admin, clinicId: a1, postIds: [posts.nurse as string] }),
    ).toMatchObject({ code: 28008, message: '不能取消自己的机构管理员岗位' })
    // Tenant B has a single one.
    const other = await app.as('admin', 'b1')
    expect(await other.refused(staff.deleteRelate, { clinicId: fixture.clinics.b1 })).toMatchObject({
      code: 28009,
      message: '至少保留一名机构管理员',
    })
    await other.call(clinic.doctors, {})
  })

  it('keep one administrator when the last two remove each other at the same moment', async () => {
    // The two administrators of tenant A, both in a1 for this.
    const second = fixture.employees.a2.admin
    await app.sql(
      `insert into employee_clinic (tenant_id, id, employee_id, clinic_id, created_at, updated_at) values ($1, $2, $3, $4, now(), now()) on conflict do nothing`,
      [a, uuidv7(), second, a1],
    )
    await app.sql(`insert into employee_post (tenant_id, clinic_id, employee_id, post_id) values ($1, $2, $3, $4)`, [
      a,
      a1,
      second,
      posts.admin,
    ])
    await app.sql(`delete from employee_post where tenant_id = $1 and clinic_id = $2 and employee_id = $3`, [
      a,
      a2,
      second,
    ])
    await app.sql(
      `update employee_clinic set active = false where tenant_id = $1 and clinic_id = $2 and employee_id = $3`,
      [a, a2, second],
    )
    await app.sql(
      `insert into account_clinic (account_id, tenant_id, clinic_id, employee_id) values ($1, $2, $3, $4)`,
      [fixture.accounts.a2.admin, a, a1, second],
    )
    await app.sql(`update account_clinic set active = false where account_id = $1 and clinic_id = $2`, [
      fixture.accounts.a2.admin,
      a2,
    ])
    const left = async () =>
      (await app.sql(`select 1 from employee_post where tenant_id = $1 and post_id = $2`, [a, posts.admin])).length
    for (let round = 0; round < 5; round += 1) {
      const one = await app.as('admin')
      const two = await app.as('admin')
      await app.sql(
        `update session set account_id = $1, employee_id = $2, account_name = '另一位' where token_hash = encode(sha256($3), 'hex')`,
        [fixture.accounts.a2.admin, second, Buffer.from(two.token as string)],
      )
      const outcome = await Promise.allSettled([
        one.call(staff.setEmployeePosts, { id: second, clinicId: a1, postIds: [posts.nurse as string] }),
        two.call(staff.setEmployeePosts, { id: people.admin, clinicId: a1, postIds: [posts.nurse as string] }),
      ])
      expect(outcome.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
      expect(await left()).toBe(1)
      await app.sql(
        `insert into employee_post (tenant_id, clinic_id, employee_id, post_id) values ($1, $2, $3, $5), ($1, $2, $4, $5) on conflict do nothing`,
        [a, a1, second, people.admin, posts.admin],
      )
    }
  })
})

describe('leaving', () => {
  it('lists what is open, hands it over where the other doctor is free, and says why not', async () => {
    const admin = await app.as('admin')
    const reception = await app.as('reception')
    const [from, to] = [fixture.doctors.a1[1] as string, people.director]
    const book = (doctorId: string, hour: string, patient: number) =>
      reception.call(appointment.create, {
        patientId: fixture.patients.a[patient] as string,
        doctorId,
        startTime: `2026-11-23 ${hour}:00`,
        endTime: `2026-11-23 ${hour.slice(0, 3)}30:00`,
        itemIds: [fixture.items.a.check],
        requestId: `req-${uuidv7()}`,
      })
    const free = await book(from, '10:00', 0)
    const clash = await book(from, '11:00', 1)
    await book(to, '11:00', 2)
    const waiting = await reception.call(visit.register, {
      patientId: fixture.patients.a[2] as string,
      doctorId: from,
      regType: 1,
      requestId: `req-${uuidv7()}`,
    })
    const open = await admin.call(staff.openWork, { id: from })
    expect(open.list.map((each) => [each.kind, each.patientName])).toEqual([
      ['registration', '李小满'],
      ['appointment', '周雨桐'],
      ['appointment', '郑博文'],
    ])
    const detail = await admin.call(staff.employeeDetail, { id: from })
    for (const workStatus of [2, 3] as const) {
      expect(
        await admin.refused(staff.setEmployment, { id: from, version: detail.version, workStatus, reason: '' }),
      ).toMatchObject({ code: 28006, message: '还有2 个以后的预约、1 个未结束的挂号，请先转交' })
    }
    expect(
      await admin.refused(staff.handOver, { id: from, toEmployeeId: people.nurse, requestId: `req-${uuidv7()}` }),
    ).toMatchObject({ code: 28015 })
    for (const stranger of [uuidv7(), fixture.employees.b1.nurse])
      expect(
        (await admin.refused(staff.handOver, { id: stranger, toEmployeeId: to, requestId: `req-${uuidv7()}` })).http,
      ).toBe(404)
    const given = await admin.call(staff.handOver, { id: from, toEmployeeId: to, requestId: `req-${uuidv7()}` })
    expect(given.done).toBe(2)
    expect(given.left).toMatchObject([{ id: clash.id, patientName: '郑博文' }])
    expect(given.left[0]?.reason).toMatch(/医生|时段|占用|预约/)
    expect(await app.sql('select doctor_id from appointment where id = $1', [free.id])).toEqual([{ doctor_id: to }])
    expect(
      await app.sql('select doctor_id, status from registration where referral_from_id = $1', [waiting.id]),
    ).toEqual([{ doctor_id: to, status: 1 }])
    await app.sql('update appointment set status = 6 where id = $1', [clash.id])
    expect((await admin.call(staff.openWork, { id: from })).total).toBe(0)
    const { version } = await admin.call(staff.setEmployment, {
      id: from,
      version: detail.version,
      workStatus: 2,
      reason: '休假',
    })
    expect(
      await reception.refused(visit.register, {
        patientId: fixture.patients.a[1] as string,
        doctorId: from,
        regType: 1,
        requestId: `req-${uuidv7()}`,
      }),
    ).toMatchObject({ code: 21002 })
    await admin.call(staff.setEmployment, { id: from, version, workStatus: 1, reason: '' })
  })

  it('lists more than a hundred page by page and hands all of them over, those put aside as well', async () => {
    const admin = await app.as('admin')
    const [from, to] = [fixture.doctors.a1[2] as string, people.director]
    const patient = fixture.patients.a[0] as string
    // Weeks ahead: five minutes each, one after another.
    await app.sql(
      `insert into appointment (tenant_id, id, clinic_id, appoint_no, patient_id, doctor_id, starts_at, ends_at, treat_type, source, status,
         parked_at, parked_name, created_at, updated_at)
       select $1, gen_random_uuid(), $2, 'YYT' || n, $3, $4, t, t + interval '5 minutes', 2, 1, 1,
         case when n < 2 then timestamptz '2026-11-20 08:30+08' end, case when n < 2 then '前台' end, now(), now()
       from generate_series(0, 129) n, lateral (select timestamptz '2026-12-07 09:00+08' + n / 30 * interval '1 day' + n % 30 * interval '5 minutes' as t) x`,
      [fixture.tenants.a, a1, patient, from],
    )
    // One that was put aside from a time that has passed has still to be placed by somebody.
    await app.sql(
      `update appointment set starts_at = starts_at - interval '20 days', ends_at = ends_at - interval '20 days' where appoint_no = 'YYT0'`,
    )
    const first = await admin.call(staff.openWork, { id: from, pageSize: 100 })
    expect(first).toMatchObject({ total: 130, patients: 130, followUps: 0, pageNum: 1 })
    const second = await admin.call(staff.openWork, { id: from, pageSize: 100, pageNum: 2 })
    expect(second.list).toHaveLength(30)
    expect(new Set([...first.list, ...second.list].map(({ id }) => id)).size).toBe(130)
    expect((await admin.refused(staff.openWork, { id: from, pageSize: 500 })).http).toBe(400)
    const given = await admin.call(staff.handOver, { id: from, toEmployeeId: to, requestId: `req-${uuidv7()}` })
    expect(given).toEqual({ done: 130, left: [] })
    expect((await admin.call(staff.openWork, { id: from })).total).toBe(0)
    const moved = await app.sql(
      `select doctor_id, parked_at is not null as parked, count(*)::int from appointment where appoint_no like 'YYT%' group by 1, 2 order by 2`,
    )
    expect(moved).toEqual([
      { doctor_id: to, parked: false, count: 128 },
      { doctor_id: to, parked: true, count: 2 },
    ])
    await app.sql(
      `update appointment set status = 6, parked_at = null, parked_name = null where appoint_no like 'YYT%'`,
    )
  })

  it('A6: ends the sessions of the clinic and the open stream within five seconds; the name stays on documents', async () => {
    const admin = await app.as('admin')
    const gone = await app.as('consultant')
    await app.application.http.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.application.http.server.address() as AddressInfo
    const stream = await fetch(`http://127.0.0.1:${port}/platform-api/events`, {
      headers: { authorization: `Bearer ${gone.token}` },
    })
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    const { version } = await admin.call(staff.employeeDetail, { id: people.consultant })
    const began = Date.now()
    await admin.call(staff.setEmployment, { id: people.consultant, version, workStatus: 3, reason: '合同到期' })
    expect(await gone.refused(identity.userInfo, {})).toMatchObject({ http: 401 })
    let heard = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      heard += Buffer.from(value).toString()
    }
    expect(heard).toContain('event: closed')
    expect(Date.now() - began).toBeLessThan(5_000)
    expect(
      await app.sql(`select revoked_reason from session where employee_id = $1 and revoked_at is not null`, [
        people.consultant,
      ]),
    ).toEqual([{ revoked_reason: 'dismissed' }])
    expect(
      await app.sql(`select active from account_clinic where account_id = $1`, [fixture.accounts.a1.consultant]),
    ).toEqual([{ active: false }])
    expect((await admin.call(clinic.employees, {})).map((each) => each.id)).not.toContain(people.consultant)
    expect((await admin.call(staff.employeeList, { state: 'gone' })).list).toMatchObject([
      { name: '咨询师a1', posts: [] },
    ])
    expect((await admin.call(staff.employeeDetail, { id: people.consultant })).leaveDate).toBe('2026-11-20')
    expect(
      await admin.refused(staff.setEmployment, {
        id: people.consultant,
        version: version + 1,
        workStatus: 1,
        reason: '',
      }),
    ).toMatchObject({ code: 28013, message: '该员工已离职，请本人重新申请关联' })
  })

  it('is nobody’s own doing from the staff list, and of one clinic only where somebody works in more', async () => {
    const admin = await app.as('admin')
    const mine = await admin.call(staff.employeeDetail, { id: people.admin })
    expect(
      await admin.refused(staff.setEmployment, { id: people.admin, version: mine.version, workStatus: 2, reason: '' }),
    ).toMatchObject({ code: 28007 })
    expect(await admin.refused(staff.removeFromClinic, { id: people.admin, clinicId: a1 })).toMatchObject({
      code: 28007,
    })

    await app.sql(
      `insert into employee_clinic (tenant_id, id, employee_id, clinic_id, created_at, updated_at) values ($1, $2, $3, $4, now(), now())`,
      [a, uuidv7(), people.service, a2],
    )
    const { version } = await admin.call(staff.employeeDetail, { id: people.service })
    expect(
      await admin.refused(staff.setEmployment, { id: people.service, version, workStatus: 3, reason: '' }),
    ).toMatchObject({ http: 403, message: '该员工还在其他门诊任职，只能由总部变更；可以让其离开本门诊' })
    await admin.call(staff.removeFromClinic, { id: people.service, clinicId: a1, reason: '调往 a2' })
    expect(await app.sql('select work_status, leave_date from employee where id = $1', [people.service])).toEqual([
      { work_status: 1, leave_date: null },
    ])
    expect(await admin.refused(staff.removeFromClinic, { id: people.service, clinicId: a1 })).toMatchObject({
      code: 28013,
    })
  })

  it('lets somebody without an account come back by a press', async () => {
    const admin = await app.as('admin')
    const { id } = await admin.call(staff.addEmployee, newcomer({ name: '纪秋' }))
    const { version } = await admin.call(staff.setEmployment, { id, version: 1, workStatus: 3, reason: '' })
    await admin.call(staff.setEmployment, { id, version, workStatus: 1, reason: '' })
    expect((await admin.call(staff.employeeList, { keyword: '纪秋' })).counts).toEqual({
      working: 1,
      suspended: 0,
      gone: 0,
    })
  })
})

describe('the clinic’s settings for its staff', () => {
  it('order the board and the lists, and keep departments and chairs of the own clinic', async () => {
    const director = await app.as('director')
    const before = await director.call(staff.clinicStaff, {})
    const ids = before.list.map((row) => row.id)
    await director.call(staff.orderClinicStaff, { ids: [...ids].reverse() })
    const after = await director.call(staff.clinicStaff, {})
    expect(after.list.map((row) => row.id)).toEqual([...ids].reverse())
    const doctors = after.list.filter((row) => row.isDoctor && row.workStatus === 1).map((row) => row.id)
    expect((await director.call(clinic.doctors, {})).map((row) => row.id)).toEqual(doctors)
    expect(await director.refused(staff.orderClinicStaff, { ids: [fixture.employees.a2.nurse] })).toMatchObject({
      http: 404,
    })

    const row = after.list.find((each) => each.id === people.director)
    const setting = {
      id: people.director,
      version: row?.version ?? 0,
      deptId: after.depts[0]?.id ?? null,
      chairId: fixture.chairs.a1[2] as string,
      isOpenEntry: false,
      registrationStatus: 2 as const,
    }
    for (const wrong of [{ chairId: fixture.chairs.a2[0] as string }, { deptId: fixture.depts.a2 }])
      expect(await director.refused(staff.setClinicStaff, { ...setting, ...wrong })).toMatchObject({ code: 28014 })
    await director.call(staff.setClinicStaff, setting)
    expect((await director.call(clinic.doctors, {})).find((each) => each.id === people.director)).toMatchObject({
      chairName: '3诊室',
      registrationStatus: 2,
    })
    expect(await director.refused(staff.setClinicStaff, setting)).toMatchObject({ http: 409 })
  })
})

it('says of somebody every field that was written down, when new and when changed', async () => {
  const admin = await app.as('admin')
  const first = {
    name: '钱满仓',
    gender: 0,
    phone: '13900001234',
    jobNumber: 'Z-901',
    jobType: 8,
    workType: 2,
    titlePost: '技师',
    specialty: ['修复', '种植'],
    introduction: '做了二十年烤瓷',
    isDoctor: false,
    isConsultant: true,
    discountLimit: 90,
    colour: '#2f6fb5',
    entryDate: '2026-02-03',
    antibioticTier: 2,
    antibioticSince: '2026-03-01',
  } satisfies Record<EmployeeKey, unknown>
  const { id } = await admin.call(staff.addEmployee, {
    ...first,
    postIds: [posts.nurse as string],
    requestId: `req-${uuidv7()}`,
  })
  const added = await admin.call(staff.employeeDetail, { id })
  expect(added).toMatchObject(first)
  const second = {
    name: '钱满堂',
    gender: 1,
    phone: '13900001235',
    jobNumber: 'Z-902',
    jobType: 1,
    workType: 3,
    titlePost: '主治医师',
    specialty: ['正畸'],
    introduction: '',
    isDoctor: true,
    isConsultant: false,
    discountLimit: 95,
    colour: '',
    entryDate: null,
    antibioticTier: 0,
    antibioticSince: null,
  } satisfies Record<EmployeeKey, unknown>
  await admin.call(staff.updateEmployee, { id, version: added.version, ...second })
  expect(await admin.call(staff.employeeDetail, { id })).toMatchObject(second)
})
