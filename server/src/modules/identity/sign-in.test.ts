import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeEach, describe, expect, it } from 'vitest'
import { Client, fixture, TEST_PASSWORD, testApp, type Refused } from '../../../test/harness.ts'
import { timed, timesApart, TIMING_BOUND } from '../../../test/timing.ts'
import { hashToken } from '../../platform/security/tokens.ts'
import { captchaProbe } from './captcha.ts'
import { openSessionFor } from './sessions.ts'

const app = await testApp()
const { identity, clinic } = contract
const answers = new Map<string, string>()
captchaProbe.answers = answers

/** A captcha and what it says. */
async function solved() {
  const { captchaId, base64String } = await app.nobody.call(identity.imageCaptcha, {})
  return { captchaId, captcha: answers.get(captchaId) as string, base64String }
}

async function login(account: string, password = TEST_PASSWORD, keep = false) {
  const { captchaId, captcha } = await solved()
  return app.nobody.call(identity.login, { account, password, captcha, captchaId, keep })
}

async function refusedLogin(account: string, password: string): Promise<Refused> {
  const { captchaId, captcha } = await solved()
  return app.nobody.refused(identity.login, { account, password, captcha, captchaId, keep: false })
}

const as = (token: string | null) => new Client(app.application.http, token, null)
const whoAmI = (token: string | null) => as(token).call(identity.userInfo, {})

/** Makes the receptionist of a1 a member of a2 as well (and of a third clinic, when asked). */
async function joinA2(employeeId = fixture.employees.a1.reception) {
  await app.sql(
    `insert into account_clinic (account_id, tenant_id, clinic_id, employee_id, sort_no) values ($1, $2, $3, $4, 1) on conflict do nothing`,
    [fixture.accounts.a1.reception, fixture.tenants.a, fixture.clinics.a2, employeeId],
  )
  await app.sql(
    `insert into employee_clinic (tenant_id, id, employee_id, clinic_id, created_at, updated_at) values ($1, gen_random_uuid(), $2, $3, now(), now()) on conflict do nothing`,
    [fixture.tenants.a, employeeId, fixture.clinics.a2],
  )
  await app.sql(
    `insert into employee_post (tenant_id, clinic_id, employee_id, post_id) values ($1, $2, $3, $4) on conflict do nothing`,
    [fixture.tenants.a, fixture.clinics.a2, employeeId, fixture.posts.a.nurse],
  )
}
async function leaveA2() {
  await app.sql(`delete from account_clinic where account_id = $1 and clinic_id = $2`, [
    fixture.accounts.a1.reception,
    fixture.clinics.a2,
  ])
}

beforeEach(async () => {
  await app.sql('delete from rate_limit')
  await app.sql('delete from login_lock')
  await leaveA2()
})

describe('signing in', () => {
  it('gives a token for the one clinic, by login name and by phone, in any casing', async () => {
    const byName = await login('Reception.A1')
    expect(byName).toMatchObject({
      ticket: null,
      clinicId: fixture.clinics.a1,
      companyId: fixture.tenants.a,
      currentUserId: fixture.accounts.a1.reception,
      isChain: true,
      orgAuth: 1,
    })
    expect(byName.clinicList).toHaveLength(1)
    const byPhone = await login('13910000004')
    expect(byPhone.token).not.toBe(byName.token)
    expect(await whoAmI(byPhone.token)).toMatchObject({ employeeName: '前台a1', posts: ['前台'], phone: '139****0004' })
  })

  it('is the same under the address of the clinics’ service', async () => {
    const { captchaId, captcha } = await solved()
    const elsewhere = { account: 'reception.a1', password: TEST_PASSWORD, captcha, captchaId }
    const signedIn = await app.nobody.call(identity.loginElsewhere, elsewhere)
    expect((await whoAmI(signedIn.token)).clinicId).toBe(fixture.clinics.a1)
    expect((await app.nobody.refused(identity.loginElsewhere, elsewhere)).message).toBe(
      '验证码错误或已过期，请重新输入',
    )
  })

  it('token-storage: puts the token into a cookie that no script reads, and the cookie alone opens nothing', async () => {
    const { captchaId, captcha } = await solved()
    const answer = await app.nobody.raw('POST', '/user-api/pc-login', {
      account: 'reception.a1',
      password: TEST_PASSWORD,
      captcha,
      captchaId,
    })
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toMatch(/^dentin_token=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/)
    const bare = await app.nobody.raw('GET', '/user-api/account/user-info', undefined, {
      cookie: cookie.split(';')[0] as string,
    })
    expect(bare.http).toBe(401)
  })

  it('stays signed in for 12 hours, or 7 days when asked to', async () => {
    const day = await login('reception.a1')
    const week = await login('reception.a1', TEST_PASSWORD, true)
    const start = app.clock.now()
    app.clock.advance(12 * 60 + 1)
    await expect(whoAmI(day.token)).rejects.toMatchObject({ http: 401 })
    expect((await whoAmI(week.token)).employeeName).toBe('前台a1')
    app.clock.advance(6.5 * 24 * 60)
    await expect(whoAmI(week.token)).rejects.toMatchObject({ http: 401, message: 'token已过期，请重新登录' })
    app.clock.set(start)
  })

  it('notes the last use, at most every five minutes', async () => {
    const { token } = await login('reception.a1')
    const start = app.clock.now()
    const minutesLater = async () => {
      const [row] = await app.sql<{ last: Date }>('select last_seen_at as last from session where token_hash = $1', [
        hashToken(token as string),
      ])
      return ((row as { last: Date }).last.getTime() - start.getTime()) / 60_000
    }
    app.clock.advance(4)
    await whoAmI(token)
    app.clock.advance(2)
    await whoAmI(token)
    await expect.poll(minutesLater).toBe(6)
    app.clock.set(start)
  })

  it('S5: puts the same words on both fields when the password is wrong', async () => {
    const refusal = await refusedLogin('reception.a1', 'wrong')
    expect(refusal).toMatchObject({ http: 200, code: 20001, message: '账号或密码错误，还可再试 4 次' })
    expect(refusal.data.fields).toEqual([
      { field: 'account', message: '账号或密码错误，还可再试 4 次' },
      { field: 'password', message: '账号或密码错误，还可再试 4 次' },
    ])
  })

  it('asks for what is missing, field by field', async () => {
    const refusal = await app.nobody.refused(identity.login, { account: ' ', password: '', captcha: '', captchaId: '' })
    expect(refusal.http).toBe(400)
    expect(refusal.data.fields?.map((each) => each.message)).toEqual([
      '请填写账号',
      '请输入密码',
      '请填写验证码',
      '请选择验证码',
    ])
  })

  it('writes the sign-in into the audit, under the name the clinic knows', async () => {
    await login('nurse.a1')
    const rows = await app.sql(
      `select actor_name, action, clinic_id, session_id from audit where account_id = $1 order by created_at desc limit 1`,
      [fixture.accounts.a1.nurse],
    )
    expect(rows[0]).toMatchObject({ actor_name: '护士a1', action: 'login', clinic_id: fixture.clinics.a1 })
    expect(rows[0]?.session_id).not.toBeNull()
  })

  it('keeps only a hash of the token', async () => {
    const { token } = await login('reception.a1')
    const rows = await app.sql(`select 1 from session where token_hash = $1`, [token])
    expect(rows).toEqual([])
  })

  it('lets an account without a clinic in, without a clinic', async () => {
    await app.sql(
      `insert into account (id, phone, login_name, password_hash, nick_name) select gen_random_uuid(), '13912345678', 'alone', password_hash, '独行' from account where id = $1`,
      [fixture.accounts.a1.reception],
    )
    const alone = await login('alone')
    expect(alone).toMatchObject({ ticket: null, clinicId: null, companyId: null, clinicList: [], orgAuth: -1 })
    expect(await as(alone.token).call(identity.authStatus, {})).toEqual({
      orgAuth: -1,
      isCreateClinic: true,
      isRelateClinic: false,
      userAuth: 0,
      isDoctorAuth: false,
    })
    expect(await as(alone.token).refused(identity.permissionMenu, {})).toMatchObject({
      http: 403,
      code: 40301,
      message: '请先选择门诊',
    })
  })
})

describe('the captcha', () => {
  it('is a picture of four unmistakable characters', async () => {
    const { captcha, base64String } = await solved()
    expect(captcha).toMatch(/^[34679ACEFHJKMNPRTWXY]{4}$/)
    expect(base64String).toMatch(/^data:image\/png;base64,iVBOR/)
  })

  it('B2, S5: is good once: the second use fails even with the right password', async () => {
    const { captchaId, captcha } = await solved()
    await app.nobody.call(identity.login, {
      account: 'reception.a1',
      password: TEST_PASSWORD,
      captcha: captcha.toLowerCase(),
      captchaId,
    })
    const second = await app.nobody.refused(identity.login, {
      account: 'reception.a1',
      password: TEST_PASSWORD,
      captcha,
      captchaId,
    })
    expect(second).toMatchObject({ code: 20003, message: '验证码错误或已过期，请重新输入' })
    expect(second.data.fields).toEqual([{ field: 'captcha', message: '验证码错误或已过期，请重新输入' }])
  })

  it('is used up by a wrong answer too', async () => {
    const { captchaId, captcha } = await solved()
    const input = { account: 'reception.a1', password: TEST_PASSWORD, captchaId }
    expect((await app.nobody.refused(identity.login, { ...input, captcha: '????' })).code).toBe(20003)
    expect((await app.nobody.refused(identity.login, { ...input, captcha })).code).toBe(20003)
  })

  it('is too old after five minutes', async () => {
    const { captchaId, captcha } = await solved()
    app.clock.advance(5)
    expect(
      (
        await app.nobody.refused(identity.login, {
          account: 'reception.a1',
          password: TEST_PASSWORD,
          captcha,
          captchaId,
        })
      ).code,
    ).toBe(20003)
    app.clock.advance(-5)
  })

  it('does not count as a wrong password', async () => {
    const { captchaId } = await solved()
    await app.nobody.refused(identity.login, { account: 'reception.a1', password: 'x', captcha: '????', captchaId })
    expect((await refusedLogin('reception.a1', 'x')).message).toBe('账号或密码错误，还可再试 4 次')
  })
})

describe('B1, S5: guessing', () => {
  it('locks an account for 15 minutes after five wrong passwords; the right one does not open it either', async () => {
    const messages = []
    for (let n = 0; n < 5; n++) messages.push((await refusedLogin('nurse.a1', `wrong${n}`)).message)
    expect(messages[3]).toBe('账号或密码错误，还可再试 1 次')
    expect(messages[4]).toBe('账号或密码错误，已连续错误 5 次，请 15 分钟后再试')
    app.clock.advance(3)
    expect(await refusedLogin('nurse.a1', TEST_PASSWORD)).toMatchObject({
      code: 20002,
      message: '密码连续错误 5 次，账号已锁定，请 12 分钟后再试',
    })
    app.clock.advance(12)
    expect((await login('nurse.a1')).token).not.toBeNull()
    app.clock.advance(-15)
  })

  it('counts one account once, whether it is called by its phone or by its login name', async () => {
    const [{ phone }] = (await app.sql<{ phone: string }>(
      `select phone from account where login_name = 'nurse.a1'`,
    )) as [{ phone: string }]
    for (const name of ['nurse.a1', phone, 'NURSE.A1', phone]) await refusedLogin(name, 'wrong')
    expect((await refusedLogin('nurse.a1', 'wrong')).message).toContain('已连续错误 5 次')
    for (const name of ['nurse.a1', phone]) expect((await refusedLogin(name, TEST_PASSWORD)).code).toBe(20002)
    app.clock.advance(15)
    expect((await login(phone)).token).not.toBeNull()
    app.clock.advance(-15)
  })

  it('B4: says and does the same for an account that does not exist', async () => {
    const real = []
    const missing = []
    for (let n = 0; n < 6; n++) {
      real.push((await refusedLogin('nurse.a1', 'wrong')).message)
      missing.push((await refusedLogin('nobody.here', 'wrong')).message)
    }
    expect(missing).toEqual(real)
  })

  it('counts attempts made at one moment one by one', async () => {
    const captchas = []
    for (let n = 0; n < 12; n++) captchas.push(await solved())
    const outcomes = await Promise.all(
      captchas.map(({ captchaId, captcha }) =>
        app.nobody.refused(identity.login, { account: 'nurse.a1', password: 'wrong', captcha, captchaId }),
      ),
    )
    expect(outcomes.filter((each) => each.code === 20001)).toHaveLength(5)
    expect(outcomes.filter((each) => each.code === 20002)).toHaveLength(7)
  })

  it('forgets the wrong ones after a right one', async () => {
    for (let n = 0; n < 4; n++) await refusedLogin('nurse.a1', 'wrong')
    await login('nurse.a1')
    expect((await refusedLogin('nurse.a1', 'wrong')).message).toBe('账号或密码错误，还可再试 4 次')
  })

  it('is limited by address, and the count survives in the database', async () => {
    await app.sql(`insert into rate_limit (key, count, window_ends_at) values ('login:127.0.0.1', 60, $1)`, [
      new Date(app.clock.now().getTime() + 60_000),
    ])
    expect(await refusedLogin('reception.a1', TEST_PASSWORD)).toMatchObject({ http: 429, code: 429 })
    app.clock.advance(1)
    expect((await login('reception.a1')).token).not.toBeNull()
    app.clock.advance(-1)
  })

  it('B4: takes as long for a missing account as for a present one', { timeout: 240_000 }, async () => {
    const signIn = (account: string) => async () => {
      const { captchaId, captcha } = await solved()
      return timed(() => app.nobody.refused(identity.login, { account, password: 'wrong', captcha, captchaId }))
    }
    const apart = await timesApart([signIn('nurse.a1'), signIn('nobody.here')], async (turn) => {
      if (turn % 4 !== 0) return
      await app.sql('delete from rate_limit')
      await app.sql('delete from login_lock')
    })
    expect(apart).toBeLessThan(TIMING_BOUND)
  })
})

describe('several clinics', () => {
  it('S5: gives no token but the clinics and a ticket, and the ticket buys one token for one of them', async () => {
    await joinA2()
    const first = await login('reception.a1')
    expect(first).toMatchObject({ token: null, clinicId: null })
    expect(first.clinicList.map((each) => each.clinicId).sort()).toEqual(
      [fixture.clinics.a1, fixture.clinics.a2].sort(),
    )
    const ticket = first.ticket as string
    const chosen = await app.nobody.call(identity.chooseClinic, { ticket, clinicId: fixture.clinics.a2 })
    expect(chosen.clinicId).toBe(fixture.clinics.a2)
    expect((await whoAmI(chosen.token)).posts).toEqual(['护士'])
    expect(await app.nobody.refused(identity.chooseClinic, { ticket, clinicId: fixture.clinics.a1 })).toMatchObject({
      code: 20004,
      message: '选择门诊超时，请重新登录',
    })
    // The last visited one is offered first the next time.
    expect((await login('reception.a1')).clinicList[0]?.clinicId).toBe(fixture.clinics.a2)
  })

  it('does not let a ticket into a clinic of somebody else, nor after five minutes', async () => {
    await joinA2()
    const { ticket } = await login('reception.a1')
    expect(
      await app.nobody.refused(identity.chooseClinic, { ticket: ticket as string, clinicId: fixture.clinics.b1 }),
    ).toMatchObject({
      http: 403,
      code: 20005,
    })
    const late = await login('reception.a1')
    app.clock.advance(6)
    expect(
      (await app.nobody.refused(identity.chooseClinic, { ticket: late.ticket as string, clinicId: fixture.clinics.a1 }))
        .code,
    ).toBe(20004)
    app.clock.advance(-6)
    for (const junk of ['x', 'a.b', `${late.ticket}x`, "'; drop table captcha --"])
      expect(
        (await app.nobody.refused(identity.chooseClinic, { ticket: junk, clinicId: fixture.clinics.a1 })).code,
      ).toBe(20004)
  })

  it('A6, B5, S6: switches: new token, permissions of the new clinic, the old token is dead', async () => {
    await joinA2()
    const { ticket } = await login('reception.a1')
    const before = await app.nobody.call(identity.chooseClinic, {
      ticket: ticket as string,
      clinicId: fixture.clinics.a1,
    })
    const menuBefore = await as(before.token).call(identity.permissionMenu, {})
    const after = await as(before.token).call(identity.switchClinic, { clinicId: fixture.clinics.a2 })
    expect(after.token).not.toBe(before.token)
    expect(after.clinicId).toBe(fixture.clinics.a2)
    await expect(whoAmI(before.token)).rejects.toMatchObject({ http: 401 })
    const menuAfter = await as(after.token).call(identity.permissionMenu, {})
    expect(menuBefore.map((entry) => entry.path)).not.toContain('/patientMedicalRecord')
    expect(menuAfter.map((entry) => entry.path)).toContain('/patientMedicalRecord')
    const reasons = await app.sql(
      `select revoked_reason from session where account_id = $1 and revoked_at is not null order by revoked_at desc limit 1`,
      [fixture.accounts.a1.reception],
    )
    expect(reasons).toEqual([{ revoked_reason: 'switched' }])
    const back = await as(after.token).call(identity.changeClinic, { clinicId: fixture.clinics.a1 })
    expect(back.clinicId).toBe(fixture.clinics.a1)
  })

  it('S6: stays where it was when the switch is refused', async () => {
    const { token } = await login('reception.a1')
    for (const clinicId of [fixture.clinics.a2, fixture.clinics.b1])
      expect(await as(token).refused(identity.switchClinic, { clinicId })).toMatchObject({
        http: 403,
        message: '您不是该门诊的员工，或已停用',
      })
    expect((await whoAmI(token)).clinicId).toBe(fixture.clinics.a1)
  })

  it('refuses a screen that still thinks it is in the other clinic', async () => {
    const { token } = await login('reception.a1')
    const answer = await as(token).raw('GET', '/tenant-api/chair/list', undefined, {
      'x-clinic-id': fixture.clinics.a2,
    })
    expect(answer.json).toMatchObject({ code: 40901, message: '已在其他标签页切换门诊，请刷新后再操作' })
  })

  it('S6: shows only the chairs, staff and doctors of the present clinic', async () => {
    await joinA2()
    const { ticket } = await login('reception.a1')
    const { token } = await app.nobody.call(identity.chooseClinic, {
      ticket: ticket as string,
      clinicId: fixture.clinics.a2,
    })
    expect((await as(token).call(clinic.chairs, {})).map((chair) => chair.id)).toEqual(fixture.chairs.a2)
    expect((await as(token).call(clinic.doctors, {})).every((doctor) => doctor.name.includes('a2'))).toBe(true)
  })
})

describe('the end of a session', () => {
  it('B5: comes with signing out', async () => {
    const { token } = await login('reception.a1')
    await as(token).call(identity.logout, {})
    await expect(whoAmI(token)).rejects.toMatchObject({ http: 401, message: 'token已过期，请重新登录' })
  })

  it('A6: comes at once when the person is taken out of the clinic, or the account is frozen', async () => {
    const removed = await login('consultant.a1')
    const frozen = await login('service.a1')
    await app.sql('update account_clinic set active = false where account_id = $1', [fixture.accounts.a1.consultant])
    await app.sql('update account set status = 1 where id = $1', [fixture.accounts.a1.service])
    await expect(whoAmI(removed.token)).rejects.toMatchObject({ http: 401 })
    await expect(whoAmI(frozen.token)).rejects.toMatchObject({ http: 401 })
    expect((await refusedLogin('service.a1', TEST_PASSWORD)).code).toBe(20001)
  })

  it('B5, S5: comes for all other devices with a new password', async () => {
    const here = await login('finance.a1')
    const there = await app.nobody.call(identity.loginElsewhere, {
      account: 'finance.a1',
      password: TEST_PASSWORD,
      ...(await solved().then(({ captcha, captchaId }) => ({ captcha, captchaId }))),
    })
    // To sign in elsewhere ends nothing here.
    expect((await whoAmI(here.token)).clinicId).toBe(fixture.clinics.a1)
    const changed = await as(here.token).call(identity.changePassword, {
      oldPasswd: TEST_PASSWORD,
      newPasswd: 'Abc12345',
    })
    const over = { http: 401, code: 401, message: 'token已过期，请重新登录' }
    await expect(whoAmI(there.token)).rejects.toMatchObject(over)
    await expect(whoAmI(here.token)).rejects.toMatchObject(over)
    expect((await whoAmI(changed.token)).clinicId).toBe(fixture.clinics.a1)
    expect((await refusedLogin('finance.a1', TEST_PASSWORD)).code).toBe(20001)
    expect((await login('finance.a1', 'Abc12345')).token).not.toBeNull()
  })
})

describe('changing the password', () => {
  it('S5: refuses a password of two kinds with the words of the rule', async () => {
    const { token } = await login('reception.a1')
    const refusal = await as(token).refused(identity.changePassword, {
      oldPasswd: TEST_PASSWORD,
      newPasswd: 'abc12345',
    })
    expect(refusal.data.fields).toEqual([
      { field: 'newPasswd', message: '密码由8-20位包含数字、大小写字母、特殊字符中的至少3种组成' },
    ])
  })

  it('counts wrong old passwords, although each is refused', async () => {
    const { token } = await login('reception.a1')
    const attempt = () => as(token).refused(identity.changePassword, { oldPasswd: 'wrong', newPasswd: 'Abc12345' })
    for (let n = 0; n < 5; n++)
      expect(await attempt()).toMatchObject({
        code: 20006,
        data: { fields: [{ field: 'oldPasswd', message: '原密码错误' }] },
      })
    expect(await attempt()).toMatchObject({ http: 429, message: '原密码错误次数过多，请 15 分钟后再试' })
  })

  it('refuses the old one as the new one', async () => {
    const { token } = await login('reception.a1')
    const refusal = await as(token).refused(identity.changePassword, {
      oldPasswd: TEST_PASSWORD,
      newPasswd: TEST_PASSWORD,
    })
    expect(refusal.message).toBe('新密码不能与原密码相同')
  })
})

describe('what a post may do', () => {
  it('menu-entry-title-order: a menu entry says its title and its place', async () => {
    const menu = await (await app.as('reception')).call(identity.permissionMenu, {})
    const places = menu.map(({ order }) => order)
    expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
    expect(menu.filter(({ parent }) => !parent).map(({ title, order }) => [order, title])).toEqual([
      [10, '今日'],
      [25, '转诊'],
      [30, '预约'],
      [35, '排班'],
      [40, '患者'],
      [45, '随访'],
      [54, '治疗计划'],
      [60, '收费'],
      [65, '会员'],
      [120, '报表'],
      [140, '数据记录'],
      [150, '短信'],
    ])
    expect(menu.filter(({ parent }) => parent === '/myAppointmentBoard').map(({ title }) => title)).toEqual([
      '预约列表',
      '网上预约',
    ])
  })

  it('role-hq: the head office of a chain, a branch and a single clinic are told apart by isCompany and isChain', async () => {
    const what = async (clinic: 'a1' | 'a2' | 'b1') => {
      const { clinicId, isCompany, isChain } = await (await app.as('admin', clinic)).call(identity.userInfo, {})
      expect(clinicId).toBe(fixture.clinics[clinic])
      return [isCompany, isChain]
    }
    expect(await what('a1')).toEqual([true, true])
    expect(await what('a2')).toEqual([false, true])
    expect(await what('b1')).toEqual([false, false])
  })

  it('is told by menu and resources, and follows a change at the next request', async () => {
    const { token } = await login('reception.a1')
    const reception = as(token)
    const paths = async () =>
      (await reception.call(identity.permissionMenu, {})).filter(({ parent }) => !parent).map((entry) => entry.path)
    const resources = async () =>
      (await reception.call(identity.resourceList, {})).map(({ uri, code }) => `${uri}:${code}`)
    expect(await paths()).toEqual([
      '/dashboard',
      '/referralRecord',
      '/myAppointmentBoard',
      '/orgSchedule',
      '/allTimePatients',
      '/followManagementList',
      '/treatmentPlan',
      '/orderSet',
      '/membercard',
      '/dataAdministration',
      '/dataRecord',
      '/SMSmanagement',
    ])
    expect(await resources()).not.toContain('/allTimePatients:export')
    await app.sql(
      `insert into post_resource (tenant_id, post_id, resource, data_scope) values ($1, $2, '/patientMedicalRecord:view', 3)`,
      [fixture.tenants.a, fixture.posts.a.reception],
    )
    expect(await paths()).toContain('/patientMedicalRecord')
    await app.sql(
      `delete from post_resource where tenant_id = $1 and post_id = $2 and resource = '/patientMedicalRecord:view'`,
      [fixture.tenants.a, fixture.posts.a.reception],
    )
    expect(await paths()).not.toContain('/patientMedicalRecord')
  })

  it('S25: gives a nurse no full phone numbers and a storekeeper nothing of patients', async () => {
    const nurse = await (await app.as('nurse')).call(identity.resourceList, {})
    expect(nurse.map(({ uri, code }) => `${uri}:${code}`)).not.toContain('/field:phone')
    const store = await (await app.as('storekeeper')).call(identity.resourceList, {})
    expect(store.map(({ uri, code }) => `${uri}:${code}`).sort()).toEqual([
      '/field:cost',
      '/mySchedule:view',
      '/orgSchedule:view',
    ])
  })

  it('gives a doctor the own data and the front desk the clinic', async () => {
    const scope = async (post: 'doctor' | 'reception') =>
      (await (await app.as(post)).call(identity.resourceList, {})).find(
        ({ uri, code }) => uri === '/allTimePatients' && code === 'view',
      )?.scope
    expect(await scope('doctor')).toBe(1)
    expect(await scope('reception')).toBe(3)
  })
})

describe('own information', () => {
  it('is changed by the person alone', async () => {
    const { token } = await login('reception.a1')
    await as(token).call(identity.updateInfo, { nickName: '小秦', gender: 1, birthDay: '1996-05-01' })
    expect(await whoAmI(token)).toMatchObject({
      nickName: '小秦',
      gender: 1,
      birthDay: '1996-05-01',
      employeeName: '前台a1',
    })
    const face = uuidv7()
    expect(await whoAmI(token)).toMatchObject({ avatar: null, avatarPath: null, avatarLink: null })
    const { currentUserId } = await whoAmI(token)
    await app.sql('update account set avatar_path = $1 where id = $2', [face, currentUserId])
    expect(await whoAmI(token)).toMatchObject({
      avatar: face,
      avatarPath: face,
      avatarLink: `/sms-api/picture/${face}`,
    })
    const refusal = await as(token).raw('POST', '/user-api/account/update-info', {
      nickName: 'x',
      gender: 1,
      birthDay: null,
      userAuth: 2,
    })
    expect(refusal.http).toBe(400)
  })
})

describe('a session from the command line', () => {
  it('stands in the clinic of the account', async () => {
    const opened = await app.application.services.database.withPlatform((tx) => openSessionFor(tx, 'doctor.a1'))
    expect((await whoAmI(opened.token)).employeeName).toBe('医生a1')
  })
})
