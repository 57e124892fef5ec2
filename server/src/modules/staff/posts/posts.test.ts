import { contract } from '@dentin/contract'
import { describe, expect, it } from 'vitest'
import { fixture, testApp } from '../../../../test/harness.ts'

const app = await testApp()
const { staff, identity, patient } = contract
const admin = await app.as('admin')
const nurse = await app.as('nurse')
const reception = await app.as('reception')
const requestId = () => crypto.randomUUID().replaceAll('-', '')
const posts = async () => (await admin.call(staff.postList, { whetherPage: false })).list
const postOf = async (code: string) => {
  const found = (await posts()).find((each) => each.code === code)
  return admin.call(staff.postDetail, { id: found?.id as string })
}
/** Sets the grants of a post to what `change` makes of them. */
async function regrant(code: string, change: (grants: { resource: string; scope: number }[]) => unknown[]) {
  const { id, version, grants, clinicIds } = await postOf(code)
  return admin.call(staff.grantPost, { id, version, clinicIds, grants: change(grants) as typeof grants } as never)
}
const ownResources = async (client: typeof nurse) =>
  (await client.call(identity.resourceList, {})).map(({ uri, code }) => `${uri}:${code}`)

describe('posts', () => {
  it('are the ten of the matrix at first, with the people who hold them', async () => {
    const list = await posts()
    expect(list.filter(({ builtIn }) => builtIn).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['机构管理员', '医生', '护士', '前台', '咨询师', '客服', '库管', '财务', '总部']),
    )
    const detail = await postOf('reception')
    expect(detail.staff.map(({ name }) => name)).toContain('前台a1')
    expect(detail.grants).toContainEqual({ resource: '/orderSet:charge', scope: 3 })
  })

  it('S25: a change acts on the very next request of whoever holds the post, in menu, resources and calls', async () => {
    expect(await ownResources(reception)).toContain('/allTimePatients:view')
    await regrant('reception', (grants) => grants.filter(({ resource }) => !resource.startsWith('/allTimePatients')))
    expect(await ownResources(reception)).not.toContain('/allTimePatients:view')
    expect((await reception.call(identity.permissionMenu, {})).map(({ path }) => path)).not.toContain(
      '/allTimePatients',
    )
    expect((await reception.refused(patient.list, {})).http).toBe(403)
    await regrant('reception', (grants) => [
      ...grants,
      ...['view', 'add', 'edit'].map((code) => ({ resource: `/allTimePatients:${code}`, scope: 3 })),
    ])
    expect((await reception.call(patient.list, {})).total).toBeGreaterThan(0)
  })

  it('S25: the nurse sees phone and id number covered; a field is granted like anything else', async () => {
    const [id] = fixture.patients.a as [string]
    await app.sql('update patient set resp_doctor_id = $2 where id = $1', [id, fixture.doctors.a1[0]])
    const before = await nurse.call(patient.get, { id })
    expect(before).toMatchObject({ masked: true, mobile: expect.stringMatching(/^\d{3}\*{4}\d{4}$/) as string })
    await regrant('nurse', (grants) => [...grants, { resource: '/field:phone', scope: 3 }])
    const after = await nurse.call(patient.get, { id })
    expect(after.mobile).toMatch(/^\d{11}$/)
    expect(before.covered).toContain('mobile')
    expect(after.covered).not.toContain('mobile')
    await regrant('nurse', (grants) => grants.filter(({ resource }) => resource !== '/field:phone'))
  })

  it('keep an audit of what was added, taken away and changed, and a conflict is told', async () => {
    const { id, version, grants } = await postOf('service')
    await admin.call(staff.grantPost, {
      id,
      version,
      clinicIds: [],
      grants: [...grants.slice(1), { resource: '/dashboard:view', scope: 1 }] as never,
    })
    const [row] = await app.sql<{ after: { added: unknown[]; removed: unknown[] } }>(
      `select after from audit where action = 'grant-detail' and entity_id = $1 order by created_at desc limit 1`,
      [id],
    )
    expect(row?.after.removed.length).toBeGreaterThan(0)
    expect((await admin.refused(staff.grantPost, { id, version, clinicIds: [], grants: [] })).http).toBe(409)
    await regrant('service', () => grants)
  })

  it("the administrator's grants can't be changed, and nobody changes the grants of a post they hold", async () => {
    const own = await postOf('admin')
    expect(
      (await admin.refused(staff.grantPost, { id: own.id, version: own.version, clinicIds: [], grants: [] })).message,
    ).toBe('机构管理员的权限不能修改')
    const hq = await app.as('headquarters')
    const post = await postOf('headquarters')
    for (const grants of [[], post.grants, [...post.grants, { resource: '/patientMedicalRecord:sign', scope: 5 }]])
      expect(
        await hq.refused(staff.grantPost, {
          id: post.id,
          version: post.version,
          clinicIds: [],
          grants: grants as never,
        }),
      ).toMatchObject({ http: 403, message: '不能变更自己所在岗位的权限，请由其他管理员变更' })
    expect(await postOf('headquarters')).toEqual(post)
  })

  it('somebody who is no administrator gives a post nothing that they do not hold, by grants or by copying', async () => {
    const hq = await app.as('headquarters')
    const before = await postOf('service')
    const give = (grant: { resource: string; scope: number }) =>
      hq.refused(staff.grantPost, {
        id: before.id,
        version: before.version,
        clinicIds: [fixture.clinics.a2],
        grants: [...before.grants, grant] as never,
      })
    // A resource it has not, one it has over less, and one over clinics it may not choose.
    const held = new Map((await postOf('headquarters')).grants.map(({ resource, scope }) => [resource, scope]))
    expect(held.has('/patientMedicalRecord:sign')).toBe(false)
    expect(held.get('/patientMedicalRecord:view')).toBe(3)
    expect(await give({ resource: '/patientMedicalRecord:sign', scope: 1 })).toMatchObject({ http: 403, code: 28025 })
    expect(await give({ resource: '/patientMedicalRecord:view', scope: 5 })).toMatchObject({ http: 403, code: 28025 })
    expect(await give({ resource: '/patientMedicalRecord:view', scope: 4 })).toMatchObject({ http: 403, code: 28025 })
    const doctor = await postOf('doctor')
    expect(
      await hq.refused(staff.savePost, { name: '自建医生', remark: '', copyFrom: doctor.id, requestId: requestId() }),
    ).toMatchObject({ http: 403, code: 28025 })
    expect(await postOf('service')).toEqual(before)
    // What it holds it may give, and take away what it does not hold.
    const lessSms = before.grants.filter(({ resource }) => resource !== '/SMSmanagement:send')
    await hq.call(staff.grantPost, {
      id: before.id,
      version: before.version,
      clinicIds: [],
      grants: [...lessSms, { resource: '/archived:view', scope: 3 }] as never,
    })
    await regrant('service', () => before.grants)
  })

  it('nobody gives themselves a post: no director, nobody who may edit staff, no second administrator', async () => {
    const clinicId = fixture.clinics.a1
    const posts = fixture.posts.a
    const director = await app.as('director')
    for (const postIds of [[posts.director, posts.finance], [posts.director, posts.doctor], [posts.nurse]])
      expect(
        await director.refused(staff.setEmployeePosts, { id: fixture.employees.a1.director, clinicId, postIds }),
      ).toMatchObject({ http: 403, message: '不能变更自己的岗位，请由其他管理员变更' })
    const { id, version, grants, clinicIds } = await postOf('reception')
    await admin.call(staff.grantPost, {
      id,
      version,
      clinicIds,
      grants: [
        ...grants,
        { resource: '/baseEmployee:view', scope: 3 },
        { resource: '/baseEmployee:edit', scope: 3 },
      ] as never,
    })
    for (const [who, post] of [
      [fixture.employees.a1.reception, posts.director],
      [fixture.employees.a1.nurse, posts.director],
      [fixture.employees.a1.nurse, posts.admin],
    ] as const)
      expect((await reception.refused(staff.setEmployeePosts, { id: who, clinicId, postIds: [post] })).http).toBe(403)
    await regrant('reception', () => grants)
    // One administrator is a founder who may be the doctor too; with a second one each is changed by the other.
    const self = { id: fixture.employees.a1.admin, clinicId, postIds: [posts.admin, posts.doctor] }
    await app.sql('insert into employee_post (tenant_id, clinic_id, employee_id, post_id) values ($1, $2, $3, $4)', [
      fixture.tenants.a,
      clinicId,
      fixture.employees.a1.finance,
      posts.admin,
    ])
    expect((await admin.refused(staff.setEmployeePosts, self)).code).toBe(28024)
    await app.sql('delete from employee_post where employee_id = $1 and post_id = $2', [
      fixture.employees.a1.finance,
      posts.admin,
    ])
    await app.sql('update employee_post set post_id = $1 where post_id = $2 and employee_id <> $3', [
      posts.storekeeper,
      posts.admin,
      fixture.employees.a1.admin,
    ])
    await admin.call(staff.setEmployeePosts, self)
    await admin.call(staff.setEmployeePosts, { ...self, postIds: [posts.admin] })
  })

  it('a grant over chosen clinics needs clinics, and only those of the company', async () => {
    const { id, version } = await postOf('service')
    const grants = [{ resource: '/allTimePatients:view', scope: 4 }] as never
    expect((await admin.refused(staff.grantPost, { id, version, clinicIds: [], grants })).message).toBe(
      '数据范围选了指定门诊，请选择门诊',
    )
    expect((await admin.refused(staff.grantPost, { id, version, clinicIds: [fixture.clinics.b1], grants })).http).toBe(
      404,
    )
    expect((await postOf('service')).version).toBe(version)
  })

  it('a scope that makes no difference for what it is given is refused; what stands already may stay', async () => {
    const { id, version, grants } = await postOf('service')
    const given = (resource: string, scope: number) =>
      admin.refused(staff.grantPost, {
        id,
        version,
        clinicIds: [fixture.clinics.a2],
        grants: [...grants, { resource, scope }] as never,
      })
    for (const [resource, scope] of [
      ['/inTreatment:view', 5],
      ['/followManagementList:assign', 4],
      ['/baseDictSet:view', 1],
      ['/myTemplete:view', 2],
    ] as const)
      expect((await given(resource, scope)).message).toBe('该权限没有这种数据范围，请重新选择')
    expect((await postOf('service')).version).toBe(version)
    // Head office has had its own over the chain since it was set up.
    const hq = await postOf('headquarters')
    await admin.call(staff.grantPost, { id: hq.id, version: hq.version, clinicIds: [], grants: hq.grants } as never)
  })

  it('are made, copied, renamed and deleted; a held or built-in one stays', async () => {
    const source = await postOf('nurse')
    const { id } = await admin.call(staff.savePost, {
      name: '洗牙师',
      remark: '只做洁治',
      copyFrom: source.id,
      requestId: requestId(),
    })
    const made = await admin.call(staff.postDetail, { id })
    expect(made).toMatchObject({ name: '洗牙师', builtIn: false, grants: source.grants })
    expect(await admin.refused(staff.savePost, { name: '洗牙师', remark: '', requestId: requestId() })).toMatchObject({
      code: 28018,
      data: { fields: [{ field: 'name' }] },
    })
    await admin.call(staff.savePost, { id, version: made.version, name: '洁治师', remark: '', requestId: requestId() })
    await admin.call(staff.removePost, { id })
    expect((await admin.refused(staff.postDetail, { id })).http).toBe(404)
    expect((await admin.refused(staff.removePost, { id: source.id })).message).toBe('系统自带的岗位不能删除')
  })

  it('belong to their company: another one has its own, and no unknown resource is granted', async () => {
    const b = await app.as('admin', 'b1')
    const { id, version } = await postOf('nurse')
    expect((await b.refused(staff.postDetail, { id })).http).toBe(404)
    expect((await b.refused(staff.grantPost, { id, version, clinicIds: [], grants: [] })).http).toBe(404)
    const answer = await admin.raw('POST', '/admin-api/post/grant', {
      id,
      version,
      clinicIds: [],
      grants: [{ resource: '/everything:all', scope: 5 }],
    })
    expect(answer.http).toBe(400)
    expect((await reception.refused(staff.postList, {})).http).toBe(403)
  })
})

it('A6, feature-data-scope: a grant over chosen clinics reaches these and no other of the chain', async () => {
  const before = await postOf('reception')
  const clinicsSeen = async () => (await reception.call(staff.employeeClinics, {})).map(({ id }) => id).sort()
  const give = async (scope: number, clinicIds: string[]) => {
    const { id, version } = await postOf('reception')
    const grants = [...before.grants, { resource: '/baseEmployee:view', scope }]
    await admin.call(staff.grantPost, { id, version, clinicIds, grants } as never)
  }
  const people = (clinicId: string) => ({ clinicId, keyword: '', state: 'working' as const, pageNum: 1, pageSize: 20 })
  await give(3, [])
  expect(await clinicsSeen()).toEqual([fixture.clinics.a1])
  expect((await reception.refused(staff.employeeList, people(fixture.clinics.a2))).http).toBe(404)
  await give(4, [fixture.clinics.a2])
  expect(await clinicsSeen()).toEqual([fixture.clinics.a1, fixture.clinics.a2].sort())
  expect((await reception.call(staff.employeeList, people(fixture.clinics.a2))).total).toBeGreaterThan(0)
  expect((await reception.refused(staff.employeeList, people(fixture.clinics.b1))).http).toBe(404)
  await regrant('reception', () => before.grants)
})
