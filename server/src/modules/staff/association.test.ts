import { contract } from '@dentin/contract'
import { menuTypeOf } from '@dentin/contract/core/menu-type'
import { uuidv7 } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { staffForm } from '../../../test/forms.ts'
import { Client, fixture, MARKER_B, testApp } from '../../../test/harness.ts'
import { hashToken, newToken } from '../../platform/security/tokens.ts'
import { nextJobNumber } from './rules.ts'

const app = await testApp()
const { staff, identity } = contract
const { a1, a2, b1 } = fixture.clinics
const posts = fixture.posts.a

let made = 0
/** Somebody with an account who belongs to no clinic, signed in. */
async function nobodysPerson(name = '许知行'): Promise<{ client: Client; accountId: string; phone: string }> {
  made += 1
  const accountId = uuidv7()
  const phone = `137000${String(made).padStart(5, '0')}`
  await app.sql(`insert into account (id, phone, password_hash, nick_name) values ($1, $2, 'x', $3)`, [
    accountId,
    phone,
    name,
  ])
  return { client: await signIn(accountId, name), accountId, phone }
}

async function signIn(accountId: string, name: string): Promise<Client> {
  const token = newToken()
  const now = app.clock.now()
  await app.sql(
    `insert into session (token_hash, id, account_id, account_name, created_at, last_seen_at, expires_at) values ($1, $2, $3, $4, $5, $5, $6)`,
    [hashToken(token), uuidv7(), accountId, name, now, new Date(now.getTime() + 86_400_000)],
  )
  return new Client(app.application.http, token, null)
}

const approval = (accountId: string, over: Record<string, unknown> = {}) => ({
  clinicId: a1,
  userId: accountId,
  realName: '许知行',
  phone: `136000${String((made += 1)).padStart(5, '0')}`,
  job: posts.doctor,
  jobType: 1 as const,
  workType: 1 as const,
  workStatus: 1 as const,
  ...over,
})

describe('looking for a clinic', () => {
  it('finds by name, pinyin and company, and says no more than name, company, address and logo', async () => {
    const { client } = await nobodysPerson()
    const found = await client.call(staff.searchClinic, { name: 'a1门诊' })
    expect(found).toEqual([
      { clinicId: a1, clinicName: '甲a1门诊', companyName: '甲口腔连锁', address: '湖滨路 1 号', logoUrl: null },
    ])
    expect((await client.call(staff.searchClinic, { name: '甲口腔' })).map((each) => each.clinicId)).toEqual([a1, a2])
    expect(await client.call(staff.searchClinic, { name: '%%' })).toEqual([])
    expect(await client.refused(staff.searchClinic, { name: '甲' })).toMatchObject({
      http: 400,
      message: '门诊名称至少2个字',
    })
  })

  it('finds none that is not open to search, and takes no application for it', async () => {
    const { client } = await nobodysPerson()
    expect(await client.call(staff.searchClinic, { name: MARKER_B })).toEqual([])
    expect(await client.refused(staff.apply, { clinicId: b1, firstName: '许' })).toMatchObject({ code: 28004 })
    expect(await client.refused(staff.apply, { clinicId: uuidv7(), firstName: '许' })).toMatchObject({ code: 28004 })
  })

  it('a link names one clinic and opens nothing: who follows it applies, with the post it proposes', async () => {
    const { client, accountId } = await nobodysPerson('秦晓岚')
    const clinic = await client.call(staff.invitingClinic, { clinicId: a2 })
    expect(Object.keys(clinic).toSorted()).toEqual(['address', 'clinicId', 'clinicName', 'companyName', 'logoUrl'])
    // As with the search, one that is not open to it is not there; and nobody asks who is not signed in.
    expect((await client.refused(staff.invitingClinic, { clinicId: b1 })).code).toBe(28004)
    expect((await app.nobody.refused(staff.invitingClinic, { clinicId: a2 })).http).toBe(401)
    await client.call(staff.relateClinic, { clinicId: a2, firstName: '秦晓岚', remark: '', jobType: 3 })
    expect(await client.call(identity.clinicList, {})).toEqual([])
    const admin = await app.as('admin', 'a2')
    const ask = { state: 'pending' as const, keyword: '秦晓岚', pageNum: 1, pageSize: 20 }
    expect((await admin.call(staff.applications, ask)).list).toMatchObject([{ userId: accountId, jobType: 3 }])
    // The post of the house for that work is known to who admits; the proposal itself gave nothing.
    const { posts: offered } = await admin.call(staff.findInduction, {})
    const desk = offered.find(({ jobType }) => jobType === 3)
    expect(desk).toMatchObject({ id: posts.reception, mayGive: true })
    await admin.call(staff.applyReject, { clinicId: a2, userId: accountId, remark: '下次再约' })
    expect(await client.call(identity.clinicList, {})).toEqual([])
  })

  it('is limited per account, and the count outlives the refusal', async () => {
    const { client } = await nobodysPerson()
    for (let n = 0; n < 60; n += 1) await client.call(staff.searchClinic, { name: '甲口腔' })
    expect(await client.refused(staff.searchClinic, { name: '甲口腔' })).toMatchObject({ http: 429 })
    expect(await client.refused(staff.searchClinic, { name: '甲口腔' })).toMatchObject({ http: 429 })
  })

  it('shows staff what they do not belong to yet', async () => {
    const client = await app.as('reception')
    expect((await client.call(staff.searchOtherClinic, { name: '甲口腔' })).map((each) => each.clinicId)).toEqual([a2])
    expect(await client.call(staff.myClinics, {})).toMatchObject([{ clinicId: a1, isCurrent: true, posts: ['前台'] }])
  })
})

describe('S7 an application', () => {
  it('relate-first-name: 姓名的第一个字不能为空', async () => {
    const { client } = await nobodysPerson()
    for (const firstName of ['', ' ', ' 许', '\u3000许', '\u0000']) {
      expect(await client.refused(staff.apply, { clinicId: a1, firstName })).toMatchObject({
        http: 400,
        message: '姓名的第一个字不能为空',
        data: { fields: [{ field: 'firstName', message: '姓名的第一个字不能为空' }] },
      })
    }
  })

  it('relate-states, relate-reject-reason, menu-type-1: waiting → rejected → waiting → approved; the menu type goes from 2 to 1', async () => {
    const { client, accountId } = await nobodysPerson()
    const admin = await app.as('admin')
    expect(menuTypeOf(await client.call(identity.authStatus, {}))).toBe(2)

    await client.call(staff.apply, { clinicId: a1, firstName: '许' })
    expect(await client.refused(staff.apply, { clinicId: a1, firstName: '许' })).toMatchObject({
      code: 28001,
      message: '已有待审核的申请',
    })
    expect(await client.refused(staff.relateClinic, { clinicId: a1, firstName: '许', remark: '再来' })).toMatchObject({
      code: 28001,
    })
    const waiting = await admin.call(staff.applications, { state: 'pending' })
    expect(waiting).toMatchObject({
      total: 1,
      pendingCount: 1,
      list: [{ userId: accountId, firstName: '许', status: 0 }],
    })

    for (const remark of ['', '   ']) {
      expect(await admin.refused(staff.applyReject, { clinicId: a1, userId: accountId, remark })).toMatchObject({
        http: 400,
        message: '请输入不通过理由',
        data: { fields: [{ field: 'remark', message: '请输入不通过理由' }] },
      })
    }
    await admin.call(staff.applyReject, { clinicId: a1, userId: accountId, remark: '请先寄来执业证复印件' })
    const rejected = await client.call(staff.listApplyClinic, {})
    expect(rejected).toMatchObject({
      total: 1,
      list: [
        { status: 2, remark: '请先寄来执业证复印件', auditName: '机构管理员a1', auditTime: '2026-11-20 09:00:00' },
      ],
    })
    expect(menuTypeOf(await client.call(identity.authStatus, {}))).toBe(2)
    expect(await admin.refused(staff.applyPass, approval(accountId))).toMatchObject({
      code: 28003,
      message: '该申请已由机构管理员a1处理：已驳回',
    })

    await client.call(staff.relateClinic, { clinicId: a1, firstName: '许知行', remark: '证件已寄' })
    const { employeeId } = await admin.call(staff.applyPass, approval(accountId, { phone: '13612345678' }))

    // The same session, without signing in again.
    expect(menuTypeOf(await client.call(identity.authStatus, {}))).toBe(1)
    const mine = await client.call(staff.listRelatedClinic, {})
    expect(mine).toMatchObject([{ clinicId: a1, employeeName: '许知行', posts: ['医生'], isCurrent: false }])
    expect((await client.call(staff.listApplyClinic, {})).list.map((each) => each.status)).toEqual([1, 2])
    const entered = await client.call(identity.switchClinic, { clinicId: a1 })
    const inside = new Client(app.application.http, entered.token, a1)
    expect((await inside.call(identity.permissionMenu, {})).map((entry) => entry.path)).toContain('/doctorIndex')
    expect((await inside.call(contract.clinic.doctors, {})).find((each) => each.id === employeeId)).toMatchObject({
      name: '许知行',
      isMe: true,
    })

    const rows = await app.sql(
      `select e.phone, e.job_type, e.work_type, e.work_status, e.is_doctor, ec.active, p.code, m.active as way_in
       from employee e join employee_clinic ec on ec.employee_id = e.id join employee_post ep on ep.employee_id = e.id
       join post p on p.id = ep.post_id join account_clinic m on m.employee_id = e.id where e.id = $1`,
      [employeeId],
    )
    expect(rows).toEqual([
      {
        phone: '13612345678',
        job_type: 1,
        work_type: 1,
        work_status: 1,
        is_doctor: true,
        active: true,
        code: 'doctor',
        way_in: true,
      },
    ])
    const decided = await admin.call(staff.applications, { state: 'decided', keyword: '许知行' })
    expect(decided.list[0]).toMatchObject({
      status: 1,
      auditName: '机构管理员a1',
      employeeName: '许知行',
      posts: ['医生'],
    })
    const audit = await app.sql<{ action: string; actor_name: string; reason: string | null }>(
      `select action, actor_name, reason from audit where entity = 'relate_apply' and entity_id = any(
         select id from relate_apply where account_id = $1) order by id`,
      [accountId],
    )
    expect(audit.map((row) => `${row.action} ${row.actor_name}`)).toEqual([
      'apply 许',
      'reject 机构管理员a1',
      'apply 许知行',
      'approve 机构管理员a1',
    ])
    expect(audit[1]?.reason).toBe('请先寄来执业证复印件')
  })

  it('rings for the administrators of the clinic, and the answer reaches the applicant', async () => {
    const { client, accountId } = await nobodysPerson('贺兰')
    const admin = await app.as('admin')
    await client.call(staff.apply, { clinicId: a1, firstName: '贺兰' })
    expect(await app.sql(`select recipient_id, title, link from message where body = '贺兰 申请关联甲a1门诊'`)).toEqual(
      [{ recipient_id: fixture.employees.a1.admin, title: '新的关联申请', link: '/employeEaudit' }],
    )
    await admin.call(staff.applyReject, { clinicId: a1, userId: accountId, remark: '暂不招人' })
    expect(await app.sql(`select title, body from account_message where account_id = $1`, [accountId])).toEqual([
      { title: '关联申请未通过', body: '甲a1门诊：暂不招人' },
    ])
  })

  it('may be withdrawn while it waits, then made anew', async () => {
    const { client, accountId } = await nobodysPerson()
    const { applyId } = await client.call(staff.apply, { clinicId: a1, firstName: '许' })
    const other = await nobodysPerson()
    expect(await other.client.refused(staff.withdrawApply, { applyId })).toMatchObject({ http: 404 })
    await client.call(staff.withdrawApply, { applyId })
    expect(await client.refused(staff.withdrawApply, { applyId })).toMatchObject({
      code: 28003,
      message: '该申请已撤回',
    })
    expect(await (await app.as('admin')).refused(staff.applyPass, approval(accountId))).toMatchObject({
      code: 28003,
      message: '该申请已撤回',
    })
    await client.call(staff.apply, { clinicId: a1, firstName: '许' })
  })

  it('relate-approve-reject-exist: to another clinic it is not there; two reviewers decide once', async () => {
    const { client, accountId } = await nobodysPerson()
    await client.call(staff.apply, { clinicId: a2, firstName: '许' })
    const here = await app.as('admin')
    const there = await app.as('admin', 'a2')
    for (const clinicId of [a1, a2]) {
      expect(await here.refused(staff.applyPass, approval(accountId, { clinicId }))).toMatchObject({ http: 404 })
      expect(await here.refused(staff.applyReject, { clinicId, userId: accountId, remark: 'x' })).toMatchObject({
        http: 404,
      })
    }
    expect(await (await app.as('reception', 'a2')).refused(staff.applications, { state: 'pending' })).toMatchObject({
      http: 403,
    })
    const outcome = await Promise.allSettled([
      there.call(staff.applyPass, approval(accountId, { clinicId: a2 })),
      there.call(staff.applyPass, approval(accountId, { clinicId: a2 })),
      there.call(staff.applyReject, { clinicId: a2, userId: accountId, remark: '满员' }),
    ])
    expect(outcome.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    const employees = await app.sql('select 1 from employee where account_id = $1', [accountId])
    const applied = await app.sql('select status from relate_apply where account_id = $1', [accountId])
    expect(applied).toHaveLength(1)
    expect(employees).toHaveLength(applied[0]?.status === 1 ? 1 : 0)
  })

  it('is one per person and clinic, however often it is sent at once', async () => {
    const { client, accountId } = await nobodysPerson()
    const sent = await Promise.allSettled(
      Array.from({ length: 12 }, () => client.call(staff.apply, { clinicId: a1, firstName: '许' })),
    )
    expect(sent.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    expect(await app.sql('select 1 from relate_apply where account_id = $1', [accountId])).toHaveLength(1)
  })

  it('of a director gives no post that outranks a director', async () => {
    const { client, accountId } = await nobodysPerson()
    await client.call(staff.apply, { clinicId: a1, firstName: '许' })
    const director = await app.as('director')
    expect(await director.refused(staff.applyPass, approval(accountId, { job: posts.admin }))).toMatchObject({
      code: 28010,
    })
    expect(await director.refused(staff.applyPass, approval(accountId, { job: posts.headquarters }))).toMatchObject({
      code: 28011,
    })
    expect(await director.refused(staff.applyPass, approval(accountId, { job: fixture.posts.b.doctor }))).toMatchObject(
      {
        code: 28012,
      },
    )
    const choices = (await director.call(staff.findInduction, {})).posts
    expect(choices.filter((post) => !post.mayGive).map((post) => post.name)).toEqual(['机构管理员', '财务', '总部'])
    await director.call(staff.applyPass, approval(accountId, { job: posts.nurse, jobType: 2 }))
  })
})

describe('a relation', () => {
  it('ends by the own will: the session goes on without the clinic, others end, the name stays, and one may come back', async () => {
    const { client, accountId } = await nobodysPerson('祁连')
    const admin = await app.as('admin')
    await client.call(staff.apply, { clinicId: a1, firstName: '祁连' })
    const { employeeId } = await admin.call(staff.applyPass, approval(accountId, { realName: '祁连' }))
    const entered = await client.call(identity.switchClinic, { clinicId: a1 })
    const inside = new Client(app.application.http, entered.token, a1)
    const elsewhere = new Client(
      app.application.http,
      (await (await signIn(accountId, '祁连')).call(identity.switchClinic, { clinicId: a1 })).token,
      a1,
    )
    await elsewhere.call(contract.clinic.doctors, {})
    const answer = await app.sql<{ id: string }>(
      `insert into appointment (tenant_id, id, clinic_id, appoint_no, patient_id, doctor_id, starts_at, ends_at, status, created_at, updated_at)
       values ($1, $2, $3, 'YY-9', $4, $5, '2026-11-23 10:00+08', '2026-11-23 10:30+08', 1, now(), now()) returning id`,
      [fixture.tenants.a, uuidv7(), a1, fixture.patients.a[0], employeeId],
    )
    expect(await inside.refused(staff.deleteRelate, { clinicId: a1 })).toMatchObject({
      code: 28006,
      message: '还有1 个以后的预约，请先转交',
    })
    await app.sql(`update appointment set status = 6 where id = $1`, [answer[0]?.id])

    expect(await inside.call(staff.deleteRelate, { clinicId: a1 })).toEqual({ leftCurrent: true })
    const afterwards = new Client(app.application.http, entered.token, null)
    expect(menuTypeOf(await afterwards.call(identity.authStatus, {}))).toBe(2)
    expect(await afterwards.refused(contract.clinic.doctors, {})).toMatchObject({ code: 40301 })
    expect(await elsewhere.refused(contract.clinic.doctors, {})).toMatchObject({ http: 401 })
    expect((await afterwards.call(staff.listApplyClinic, {})).list).toMatchObject([{ status: 4 }])
    expect(await afterwards.call(staff.listRelatedClinic, {})).toEqual([])
    expect(await afterwards.refused(staff.deleteRelate, { clinicId: a1 })).toMatchObject({ http: 404 })
    expect(await app.sql(`select name, work_status, leave_date from employee where id = $1`, [employeeId])).toEqual([
      { name: '祁连', work_status: 3, leave_date: '2026-11-20' },
    ])
    expect((await admin.call(contract.clinic.doctors, {})).map((each) => each.id)).not.toContain(employeeId)

    await afterwards.call(staff.apply, { clinicId: a1, firstName: '祁连' })
    const again = await admin.call(
      staff.applyPass,
      approval(accountId, { realName: '祁连', job: posts.nurse, jobType: 2 }),
    )
    expect(again.employeeId).toBe(employeeId)
    expect(await afterwards.call(staff.listRelatedClinic, {})).toMatchObject([{ posts: ['护士'] }])
  })

  it('joins who was entered without an account to the account with the same phone', async () => {
    const { client, accountId, phone } = await nobodysPerson('谷雨')
    const admin = await app.as('admin')
    const { id } = await admin.call(staff.addEmployee, {
      ...staffForm({ name: '谷雨', phone }),
      postIds: [posts.nurse as string],
      requestId: `req-${uuidv7()}`,
    })
    await client.call(staff.apply, { clinicId: a1, firstName: '谷' })
    expect(
      await admin.refused(staff.applyPass, approval(accountId, { phone: '13800000000', job: uuidv7() })),
    ).toMatchObject({ code: 28012 })
    const { employeeId } = await admin.call(
      staff.applyPass,
      approval(accountId, { realName: '谷雨', phone, job: posts.nurse, jobType: 2 }),
    )
    expect(employeeId).toBe(id)
  })
})

describe('job numbers', () => {
  it('count on from the highest', () => {
    expect(nextJobNumber([])).toBe('001')
    expect(nextJobNumber(['1001', '1019', 'X-7'])).toBe('1020')
    expect(nextJobNumber(['a1-009', 'a1-003'])).toBe('a1-010')
    expect(nextJobNumber(['院长'])).toBe('001')
  })
})
