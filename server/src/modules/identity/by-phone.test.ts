import { contract, errorTable } from '@dentin/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { Client, fixture, TEST_PASSWORD, testApp } from '../../../test/harness.ts'
import { timed, timesApart, TIMING_BOUND } from '../../../test/timing.ts'
import { captchaProbe } from './captcha.ts'
import { codeProbe } from './phone-codes.ts'

const app = await testApp()
const { identity } = contract
const answers = (captchaProbe.answers = new Map<string, string>())
const codes = (codeProbe.codes = new Map<string, string>())
const start = app.clock.now()
const RECEPTION = '13910000004'
const NEW = '13700007001'
const as = (token: string | null) => new Client(app.application.http, token, null)

beforeEach(async () => {
  await app.sql('delete from rate_limit')
  await app.sql('delete from login_lock')
  await app.sql('delete from phone_code')
  codes.clear()
  app.clock.set(start)
})

type Purpose = 'register' | 'login' | 'reset'
const ask = (phone: string, purpose: Purpose = 'login') => app.nobody.call(identity.smsCaptcha, { phone, purpose })
async function codeOf(phone: string, purpose: Purpose = 'login'): Promise<string> {
  await app.sql('delete from rate_limit')
  app.clock.advance(1.1)
  await ask(phone, purpose)
  return codes.get(`${purpose}:${phone}`) as string
}
/** Six digits that are not the code. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const outbox = () =>
  app.sql<{ mobile: string; scene: string; content: string; status: number }>(
    'select mobile, scene, content, status from platform_sms order by created_at, id',
  )

describe('a code for a phone', () => {
  it('feature-phone-code: six digits, in the local outbox, for one purpose and five minutes', async () => {
    const code = await codeOf(RECEPTION)
    expect(code).toMatch(/^\d{6}$/)
    await expect
      .poll(async () => (await outbox()).at(-1))
      .toMatchObject({
        mobile: RECEPTION,
        scene: 'code.login',
        status: 1,
        content: `验证码 ${code}，用于登录，5 分钟内有效。请勿告诉他人，工作人员不会向您索取。`,
      })
    const other = await app.nobody.refused(identity.forgetPassword, {
      phone: RECEPTION,
      password: 'Abc12345',
      phoneCaptcha: code,
    })
    expect(other).toMatchObject({ code: 20008, data: { fields: [{ field: 'phoneCaptcha' }] } })
    app.clock.advance(5.1)
    expect(await app.nobody.refused(identity.loginByCode, { phone: RECEPTION, code, keep: false })).toMatchObject({
      code: 20008,
      message: '短信验证码错误或已过期',
    })
  })

  it('B2: opens once, bound to its phone, and not after five wrong tries', async () => {
    const code = await codeOf(RECEPTION)
    const withCode = (phone: string, text: string) => ({ phone, code: text, keep: false })
    expect((await app.nobody.refused(identity.loginByCode, withCode('13910000003', code))).code).toBe(20008)
    expect((await app.nobody.call(identity.loginByCode, withCode(RECEPTION, code))).token).toBeTruthy()
    expect((await app.nobody.refused(identity.loginByCode, withCode(RECEPTION, code))).code).toBe(20008)
    const next = await codeOf(RECEPTION)
    for (let n = 0; n < 5; n++)
      expect((await app.nobody.refused(identity.loginByCode, withCode(RECEPTION, wrong(next)))).code).toBe(20008)
    expect((await app.nobody.refused(identity.loginByCode, withCode(RECEPTION, next))).code).toBe(20008)
  })

  it('B2: an older code is dead as soon as a newer one was sent, used or not', async () => {
    const first = await codeOf(RECEPTION)
    const second = await codeOf(RECEPTION)
    await app.nobody.call(identity.loginByCode, { phone: RECEPTION, code: second, keep: false })
    expect((await app.nobody.refused(identity.loginByCode, { phone: RECEPTION, code: first, keep: false })).code).toBe(
      20008,
    )
  })

  it('B2: of twenty at one moment with the right code, one gets in', async () => {
    const code = await codeOf(RECEPTION)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => app.nobody.call(identity.loginByCode, { phone: RECEPTION, code, keep: false })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('B3: once a minute and ten times a day for a phone, also when asked at one moment', async () => {
    await ask(RECEPTION)
    await app.sql(`delete from rate_limit where key like 'sms-free%'`)
    expect(await app.nobody.refused(identity.smsCaptcha, { phone: RECEPTION, purpose: 'login' })).toMatchObject({
      http: 429,
      message: '请 60 秒后再获取验证码',
      data: { fields: [{ field: 'phone' }] },
    })
    for (let n = 2; n <= 10; n++) {
      app.clock.advance(1.1)
      await app.sql(`delete from rate_limit where key like 'sms-free%'`)
      await ask(RECEPTION, n % 2 ? 'login' : 'reset')
    }
    app.clock.advance(1.1)
    await app.sql(`delete from rate_limit where key like 'sms-free%'`)
    expect((await app.nobody.refused(identity.smsCaptcha, { phone: RECEPTION, purpose: 'login' })).message).toBe(
      '该手机号今天获取验证码的次数已用完，请明天再试',
    )
  })

  it('B3: from the second on, an address first reads a picture; a picture is good once', async () => {
    expect(await app.nobody.call(identity.checkAccount, { account: NEW })).toEqual({ captchaNeeded: false })
    await ask(RECEPTION)
    expect(await app.nobody.call(identity.checkAccount, { account: NEW })).toEqual({ captchaNeeded: true })
    expect(await app.nobody.refused(identity.smsCaptcha, { phone: NEW, purpose: 'register' })).toMatchObject({
      code: 20009,
      data: { fields: [{ field: 'captcha', message: '请先输入图形验证码' }] },
    })
    const { captchaId } = await app.nobody.call(identity.imageCaptcha, {})
    const picture = { captchaId, captcha: answers.get(captchaId) as string }
    await app.nobody.call(identity.smsCaptcha, { phone: NEW, purpose: 'register', ...picture })
    expect(
      (await app.nobody.refused(identity.smsCaptcha, { phone: '13700007002', purpose: 'register', ...picture })).code,
    ).toBe(20003)
  })

  it('B4: what is answered does not tell whether a phone has an account', async () => {
    for (const purpose of ['login', 'reset', 'register'] as const) {
      for (const phone of [RECEPTION, '13700007009']) {
        await app.sql('delete from rate_limit')
        await app.sql('delete from phone_code')
        const answer = await app.nobody.raw('POST', '/user-api/sms-captcha', { phone, purpose })
        expect(answer).toMatchObject({ http: 200, json: { code: 0, data: { local: true } } })
      }
    }
    // Nothing that could be guessed was sent where there is no account, or one already.
    expect([...codes.keys()].sort()).toEqual([`login:${RECEPTION}`, 'register:13700007009', `reset:${RECEPTION}`])
    const check = (account: string) => app.nobody.call(identity.checkAccount, { account })
    expect(await check(RECEPTION)).toEqual(await check('13700007009'))
    // By its login name an account is asked about as well, and nobody learns whether there is one.
    expect(await check('reception.a1')).toEqual(await check('没有这个人'))
    for (const account of ['', '1391000', '23910000004'])
      expect(await app.nobody.raw('POST', `/user-api/account/check?account=${account}`, {})).toMatchObject({
        http: 400,
      })
  })

  it(
    'B4: a forgotten password and the check of an account take as long for nobody as for somebody',
    { timeout: 240_000 },
    async () => {
      const anew = async () => {
        await app.sql('delete from rate_limit')
        await app.sql('delete from phone_code')
      }
      const forgot = (phone: string) => () =>
        timed(() => app.nobody.raw('POST', '/user-api/sms-captcha', { phone, purpose: 'reset' }))
      expect(await timesApart([forgot(RECEPTION), forgot('13700007009')], anew)).toBeLessThan(TIMING_BOUND)
      const check = (account: string) => () => timed(() => app.nobody.call(identity.checkAccount, { account }))
      expect(await timesApart([check(RECEPTION), check('13700007009')], anew)).toBeLessThan(TIMING_BOUND)
    },
  )

  it('phone-format: eleven digits, 1 and then 2 to 9', async () => {
    for (const phone of ['1391000000', '139100000041', '11910000004', '23910000004', '1391000000a']) {
      const refused = await app.nobody.raw('POST', '/user-api/sms-captcha', { phone })
      expect(refused).toMatchObject({ http: 400, json: { data: { fields: [{ field: 'phone' }] } } })
    }
  })
})

describe('registering', () => {
  it('makes an account without a clinic and signs it in', async () => {
    const phoneCaptcha = await codeOf(NEW, 'register')
    const signedIn = await app.nobody.call(identity.register, { phone: NEW, password: 'Abc12345', phoneCaptcha })
    expect(signedIn).toMatchObject({ clinicId: null, clinicList: [], userAuth: 0, orgAuth: -1 })
    expect(await as(signedIn.token).call(identity.authStatus, {})).toEqual({
      orgAuth: -1,
      isCreateClinic: true,
      isRelateClinic: false,
      userAuth: 0,
      isDoctorAuth: false,
    })
    expect(await as(signedIn.token).call(identity.userInfo, {})).toMatchObject({ nickName: '用户7001', clinicId: null })
  })

  it('is refused with a taken phone, a code of somebody else, and a weak password; nothing is left behind', async () => {
    const phoneCaptcha = await codeOf('13700007003', 'register')
    const input = { phone: '13700007003', password: 'Abc12345', phoneCaptcha }
    for (const password of ['abc12345', 'Abc1234', 'Abc 12345', 'Abc123456789012345678', 'ABCDEFGH1']) {
      const refused = await app.nobody.raw('POST', '/user-api/pc-register', { ...input, password })
      expect(refused).toMatchObject({
        http: 400,
        json: {
          data: {
            fields: [{ field: 'password', message: '密码由8-20位包含数字、大小写字母、特殊字符中的至少3种组成' }],
          },
        },
      })
    }
    expect((await app.nobody.refused(identity.register, { ...input, phone: NEW })).code).toBe(20008)
    for (const extra of [{ userAuth: 2 }, { status: 0 }, { loginName: 'root' }])
      expect((await app.nobody.raw('POST', '/user-api/pc-register', { ...input, ...extra })).http).toBe(400)
    expect(await app.sql(`select 1 from account where phone = '13700007003'`)).toEqual([])
    await app.sql(`insert into account (id, phone, password_hash) values (gen_random_uuid(), '13700007003', 'x')`)
    expect(await app.nobody.refused(identity.register, input)).toMatchObject({
      code: 20010,
      data: { fields: [{ field: 'phone', message: '该手机号已注册，请直接登录' }] },
    })
  })
})

describe('a forgotten password', () => {
  it('B5: is set anew with the code; every session of the account is dead, and the lock is lifted', async () => {
    const before = await app.nobody.call(identity.loginByCode, {
      phone: RECEPTION,
      code: await codeOf(RECEPTION),
      keep: false,
    })
    const code = await codeOf(RECEPTION, 'reset')
    await app.sql(
      `insert into login_lock (account_key, fail_count, locked_until, updated_at) values ($1, 5, now() + interval '1 year', now())`,
      [RECEPTION],
    )
    await app.nobody.call(identity.checkPhoneCaptcha, { phone: RECEPTION, captcha: code, purpose: 'reset' })
    await app.nobody.call(identity.forgetPassword, { phone: RECEPTION, password: 'Neu-4567', phoneCaptcha: code })
    await expect(as(before.token).call(identity.userInfo, {})).rejects.toMatchObject({ http: 401 })
    const { captchaId } = await app.nobody.call(identity.imageCaptcha, {})
    const captcha = answers.get(captchaId) as string
    const again = await app.nobody.call(identity.login, {
      account: RECEPTION,
      password: 'Neu-4567',
      captcha,
      captchaId,
      keep: false,
    })
    expect(again.token).toBeTruthy()
    const notes = await app.sql(`select 1 from audit where action = 'reset-password' and tenant_id = $1`, [
      fixture.tenants.a,
    ])
    expect(notes).toHaveLength(1)
    expect(TEST_PASSWORD).not.toBe('Neu-4567')
  })

  it('B6: no step can be skipped: without the code of this phone nothing is set', async () => {
    const mine = await codeOf('13910000003', 'reset')
    const before = await app.sql('select password_hash from account order by id')
    for (const phoneCaptcha of [mine, '000000'])
      expect(
        (await app.nobody.refused(identity.forgetPassword, { phone: RECEPTION, password: 'Abc12345', phoneCaptcha }))
          .code,
      ).toBe(20008)
    expect(
      (await app.nobody.raw('POST', '/user-api/forget-passwd', { phone: RECEPTION, password: 'Abc12345' })).http,
    ).toBe(400)
    expect(await app.sql('select password_hash from account order by id')).toEqual(before)
  })

  it('phone-check-failure: a wrong code is told beside the code and counts as a try', async () => {
    const code = await codeOf(RECEPTION, 'reset')
    const check = (captcha: string) => ({ phone: RECEPTION, captcha, purpose: 'reset' as const })
    for (let n = 0; n < 5; n++)
      expect(await app.nobody.refused(identity.checkPhoneCaptcha, check(wrong(code)))).toMatchObject({
        code: 20008,
        data: { fields: [{ field: 'captcha', message: '短信验证码错误或已过期' }] },
      })
    expect((await app.nobody.refused(identity.checkPhoneCaptcha, check(code))).code).toBe(20008)
  })
})

it('the local outbox shows what was sent, newest first', async () => {
  await app.sql('delete from platform_sms')
  const code = await codeOf(RECEPTION)
  await expect
    .poll(async () => (await app.nobody.call(identity.smsOutbox, {}))[0])
    .toMatchObject({ mobile: RECEPTION, content: expect.stringContaining(code) as string })
})

it('the outbox opens to this machine alone, and a code is not asked for from elsewhere while it is the only way', async () => {
  for (const [name, value] of [
    ['x-forwarded-for', '203.0.113.9'],
    ['forwarded', 'for=203.0.113.9'],
  ] as const)
    expect((await app.nobody.raw('GET', identity.smsOutbox.path, undefined, { [name]: value })).http).toBe(404)
  const far = await app.application.http.inject({
    method: 'GET',
    url: identity.smsOutbox.path,
    remoteAddress: '192.0.2.7',
  })
  expect(far.statusCode).toBe(404)
  const asked = await app.application.http.inject({
    method: 'POST',
    url: identity.smsCaptcha.path,
    payload: { phone: RECEPTION },
    remoteAddress: '192.0.2.7',
  })
  expect(JSON.parse(asked.body)).toMatchObject({ code: errorTable.SMS_CLOSED.code })
})

it('a frozen account gets no code that opens anything', async () => {
  await app.sql(`update account set status = 1 where phone = '13910000005'`)
  await codeOf('13910000005')
  expect(codes.has('login:13910000005')).toBe(false)
})
