import { contract } from '@dentin/contract'
import { generateSync } from 'otplib'
import { beforeAll, describe, expect, it } from 'vitest'
import { captchaProbe } from '../identity/index.ts'
import { Client, testApp } from '../../../test/harness.ts'
import { makeFirstLink } from './index.ts'

const { provider, identity } = contract
const app = await testApp()
captchaProbe.answers = new Map()
const PASSWORD = 'Console#2026'

const codeOf = (secret: string, at: Date = app.clock.now()) =>
  generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) })
const nextCode = (secret: string) => {
  app.clock.advance(0.5)
  return codeOf(secret)
}
const link = async () => (await makeFirstLink(app.application.services)) as { token: string; expiresAt: Date }
const audit = (action: string) =>
  app.sql<{ account_name: string; target_name: string; reason: string | null; ip: string | null; after: unknown }>(
    'select account_name, target_name, reason, ip, after from provider_audit where action = $1 order by created_at, id',
    [action],
  )

async function firstStep(account: string, password: string) {
  const { captchaId } = await app.nobody.call(identity.imageCaptcha, {})
  const captcha = captchaProbe.answers?.get(captchaId) ?? ''
  return { account, password, captcha, captchaId }
}
const ticketFor = async (account: string, password = PASSWORD) =>
  (await app.nobody.call(provider.login, await firstStep(account, password))).ticket
async function signIn(account: string, secret: string): Promise<Client> {
  const ticket = await ticketFor(account)
  const { token } = await app.nobody.call(provider.loginCode, { ticket, code: nextCode(secret) })
  return new Client(app.application.http, token, null)
}
/** Sets an account up by its link; gives its secret. */
async function setUp(token: string, names: { loginName?: string; name?: string } = {}) {
  const { secret } = await app.nobody.call(provider.setupInfo, { token })
  const done = await app.nobody.call(provider.setup, { token, ...names, password: PASSWORD, code: nextCode(secret) })
  return { secret, ...done }
}

describe('the first administrator', () => {
  it('a link is refused when it is wrong or older than a day', async () => {
    const { token } = await link()
    const wrong = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    expect((await app.nobody.refused(provider.setupInfo, { token: wrong })).code).toBe(32001)
    expect((await app.nobody.raw('POST', provider.setupInfo.path, { token: 'short' })).http).toBe(400)
    app.clock.advance(24 * 60)
    expect((await app.nobody.refused(provider.setupInfo, { token })).code).toBe(32001)
    const stored = await app.sql<{ token_hash: string }>('select token_hash from provider_ticket')
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  it('is made by the link, once, with a code of the secret that the page shows; a wrong code leaves the link alive', async () => {
    const { token } = await link()
    const other = await link()
    const info = await app.nobody.call(provider.setupInfo, { token })
    expect(info).toMatchObject({ kind: 'first', loginName: null, role: 'administrator' })
    expect(info.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(info.qrCode).toMatch(/^data:image\/png;base64,/)
    // The same on a second look, so that what was scanned stays right.
    expect((await app.nobody.call(provider.setupInfo, { token })).secret).toBe(info.secret)
    const [stored] = await app.sql<{ totp_sealed: string }>(
      'select totp_sealed from provider_ticket where totp_sealed is not null',
    )
    expect(stored?.totp_sealed).not.toContain(info.secret)

    const input = { token, loginName: 'Root.Lin', name: '林默', password: PASSWORD }
    const bad = await app.nobody.refused(provider.setup, { ...input, code: '000000' })
    expect([bad.code, bad.data.fields?.[0]?.field]).toEqual([32002, 'code'])
    const weak = await app.nobody.raw('POST', provider.setup.path, { ...input, password: 'abc12345', code: '123456' })
    expect(weak.http).toBe(400)
    const nameless = await app.nobody.refused(provider.setup, { token, password: PASSWORD, code: codeOf(info.secret) })
    expect(nameless.data.fields?.[0]?.field).toBe('name')

    const done = await app.nobody.call(provider.setup, { ...input, code: codeOf(info.secret) })
    expect(done.loginName).toBe('root.lin')
    expect(new Set(done.recoveryCodes).size).toBe(10)
    for (const each of [token, other.token]) {
      expect((await app.nobody.refused(provider.setupInfo, { token: each })).code).toBe(32001)
      expect((await app.nobody.refused(provider.setup, { ...input, token: each, code: '123456' })).code).toBe(32001)
    }
    expect(await makeFirstLink(app.application.services)).toBeNull()
    expect(await audit('set-up')).toMatchObject([
      { account_name: '林默', after: { first: true, role: 'administrator' } },
    ])
    const [row] = await app.sql<{ password_hash: string; totp_sealed: string }>(
      'select password_hash, totp_sealed from provider_account',
    )
    expect(row?.password_hash).toMatch(/^\$argon2id\$/)
    expect(row?.totp_sealed).not.toContain(info.secret)
    await app.sql('delete from provider_audit')
    await app.sql('delete from provider_recovery_code')
    await app.sql('delete from provider_account')
  })

  it('two links used at one moment make one administrator', async () => {
    const links = [await link(), await link()]
    const tries = await Promise.allSettled(
      links.map(async ({ token }, n) => {
        const { secret } = await app.nobody.call(provider.setupInfo, { token })
        return app.nobody.call(provider.setup, {
          token,
          loginName: `root${n}`,
          name: '林默',
          password: PASSWORD,
          code: codeOf(secret),
        })
      }),
    )
    expect(tries.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await app.sql('select 1 from provider_account')).toHaveLength(1)
    await app.empty('provider_audit', 'provider_recovery_code', 'provider_account')
  })
})

describe('signing in', () => {
  let root = {} as Awaited<ReturnType<typeof setUp>>
  beforeAll(async () => {
    root = await setUp((await link()).token, { loginName: 'root', name: '林默' })
  })

  it('takes two steps: the password opens nothing by itself', async () => {
    const ticket = await ticketFor('ROOT')
    const half = new Client(app.application.http, ticket, null)
    expect((await half.raw('GET', provider.me.path)).http).toBe(401)
    const done = await app.nobody.call(provider.loginCode, { ticket, code: nextCode(root.secret) })
    expect(done).toMatchObject({ name: '林默', role: 'administrator', recoveryCodesLeft: 10 })
    const me = new Client(app.application.http, done.token, null)
    expect(await me.call(provider.me, {})).toMatchObject({ loginName: 'root', role: 'administrator' })
    // The ticket is used up.
    expect((await app.nobody.refused(provider.loginCode, { ticket, code: nextCode(root.secret) })).code).toBe(32004)
    expect((await audit('sign-in')).at(-1)).toMatchObject({
      account_name: '林默',
      target_name: '林默',
      ip: '127.0.0.1',
    })
    await me.call(provider.logout, {})
    expect((await me.raw('GET', provider.me.path)).http).toBe(401)
    expect(await audit('sign-out')).toHaveLength(1)
  })

  it('takes a code once: again, in the same step or at one moment, it is refused', async () => {
    const code = nextCode(root.secret)
    const [one, two] = [await ticketFor('root'), await ticketFor('root')]
    const both = await Promise.allSettled(
      [one, two].map((ticket) => app.nobody.call(provider.loginCode, { ticket, code })),
    )
    expect(both.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected'])
    const again = await app.nobody.refused(provider.loginCode, { ticket: await ticketFor('root'), code })
    expect([again.code, again.data.fields?.[0]?.field]).toEqual([32003, 'code'])
    // An older code of the window is no way back either.
    const old = codeOf(root.secret, new Date(app.clock.now().getTime() - 30_000))
    expect((await app.nobody.refused(provider.loginCode, { ticket: await ticketFor('root'), code: old })).code).toBe(
      32003,
    )
  })

  it('gives five minutes between the steps', async () => {
    const ticket = await ticketFor('root')
    app.clock.advance(5)
    expect((await app.nobody.refused(provider.loginCode, { ticket, code: codeOf(root.secret) })).code).toBe(32004)
  })

  it('locks the password after five wrong ones, and says the same of an account that does not exist', async () => {
    for (const account of ['root', 'ghost']) {
      const said: string[] = []
      for (let n = 0; n < 5; n++)
        said.push((await app.nobody.refused(provider.login, await firstStep(account, 'Wrong#2026'))).message)
      expect(said[0]).toBe('账号或密码错误，还可再试 4 次')
      expect(said[4]).toBe('账号或密码错误，已连续错误 5 次，请 15 分钟后再试')
      expect((await app.nobody.refused(provider.login, await firstStep(account, PASSWORD))).code).toBe(20002)
      app.clock.advance(10)
    }
    expect((await audit('sign-in-refused')).filter((row) => row.reason === '账号或密码错误')).toHaveLength(10)
    app.clock.advance(15)
    await signIn('root', root.secret)
  })

  it('locks the second step after five wrong codes, whatever ticket they come with', async () => {
    for (let n = 0; n < 5; n++) {
      const wrong = await app.nobody.refused(provider.loginCode, { ticket: await ticketFor('root'), code: '000000' })
      expect(wrong.code).toBe(32002)
    }
    const locked = await app.nobody.refused(provider.loginCode, {
      ticket: await ticketFor('root'),
      code: nextCode(root.secret),
    })
    expect([locked.code, locked.message]).toEqual([32005, '动态口令连续错误 5 次，请 15 分钟后再试'])
    app.clock.advance(15)
    await signIn('root', root.secret)
  })

  it('takes a recovery code in the place of the app, once', async () => {
    const [code, next] = root.recoveryCodes as [string, string]
    const done = await app.nobody.call(provider.loginCode, {
      ticket: await ticketFor('root'),
      code: code.toLowerCase(),
    })
    expect(done.recoveryCodesLeft).toBe(9)
    expect((await app.nobody.refused(provider.loginCode, { ticket: await ticketFor('root'), code })).code).toBe(32002)
    const me = new Client(app.application.http, done.token, null)
    // New ones take a code of the app, and the old ones are dead.
    expect((await me.refused(provider.renewRecoveryCodes, { code: '000000' })).code).toBe(32002)
    const { recoveryCodes } = await me.call(provider.renewRecoveryCodes, { code: nextCode(root.secret) })
    expect((await app.nobody.refused(provider.loginCode, { ticket: await ticketFor('root'), code: next })).code).toBe(
      32002,
    )
    await app.nobody.call(provider.loginCode, { ticket: await ticketFor('root'), code: recoveryCodes[3] as string })
    const stored = await app.sql<{ code_hash: string }>('select code_hash from provider_recovery_code')
    expect(JSON.stringify(stored)).not.toContain((recoveryCodes[0] as string).replace('-', ''))
  })

  it('ends half an hour after the last request, and after a working day', async () => {
    // A session is touched beside the answer.
    const touched = () =>
      expect
        .poll(() => app.sql('select max(last_seen_at) as at from provider_session'))
        .toEqual([{ at: app.clock.now() }])
    const me = await signIn('root', root.secret)
    app.clock.advance(29)
    await me.call(provider.me, {})
    await touched()
    app.clock.advance(29)
    await me.call(provider.me, {})
    app.clock.advance(31)
    expect((await me.raw('GET', provider.me.path)).http).toBe(401)
    const long = await signIn('root', root.secret)
    for (let n = 0; n < 21; n++) {
      app.clock.advance(29)
      if ((await long.raw('GET', provider.me.path)).http === 200) await touched()
    }
    expect((await long.raw('GET', provider.me.path)).http).toBe(401)
  })

  it('a new password needs the old one and a fresh code, and ends the other sessions', async () => {
    const [here, there] = [await signIn('root', root.secret), await signIn('root', root.secret)]
    const input = { oldPassword: PASSWORD, newPassword: 'Other#2026x' }
    expect(
      (await here.refused(provider.changePassword, { ...input, oldPassword: 'x', code: nextCode(root.secret) })).code,
    ).toBe(20006)
    expect((await here.refused(provider.changePassword, { ...input, code: '000000' })).code).toBe(32002)
    await here.call(provider.changePassword, { ...input, code: nextCode(root.secret) })
    expect((await there.raw('GET', provider.me.path)).http).toBe(401)
    await here.call(provider.changePassword, {
      oldPassword: 'Other#2026x',
      newPassword: PASSWORD,
      code: nextCode(root.secret),
    })
    expect(await audit('change-password')).toHaveLength(2)
  })

  it('a token of the provider opens nothing of a clinic, and one of a clinic nothing of the provider', async () => {
    const me = await signIn('root', root.secret)
    expect((await me.raw('GET', identity.userInfo.path)).http).toBe(401)
    expect((await me.raw('GET', '/platform-api/events')).http).toBe(401)
    expect((await (await app.as('admin')).raw('GET', provider.me.path)).http).toBe(401)
  })

  describe('the staff', () => {
    it('a new account gets a link, sets itself up, and may what its role may', async () => {
      const me = await signIn('root', root.secret)
      const made = await me.call(provider.createAccount, { loginName: 'qiao', name: '乔安', role: 'finance' })
      expect(
        (await me.refused(provider.createAccount, { loginName: 'qiao', name: '乔安', role: 'finance' })).code,
      ).toBe(32006)
      // Without a password yet nobody comes in.
      expect((await app.nobody.refused(provider.login, await firstStep('qiao', PASSWORD))).code).toBe(20001)
      const qiao = await setUp(made.token)
      const her = await signIn('qiao', qiao.secret)
      expect(await her.call(provider.me, {})).toMatchObject({ name: '乔安', role: 'finance' })
      expect((await her.raw('GET', provider.accounts.path)).http).toBe(403)
      expect((await her.raw('POST', provider.auditLog.path, {})).http).toBe(403)
      expect((await app.nobody.refused(provider.setupInfo, { token: made.token })).code).toBe(32001)
    })

    it('freezing ends the sessions at once; a new role asks for a new sign-in', async () => {
      const me = await signIn('root', root.secret)
      const made = await me.call(provider.createAccount, { loginName: 'shen', name: '沈一', role: 'support' })
      const shen = await setUp(made.token)
      const her = await signIn('shen', shen.secret)
      const find = async () =>
        (await me.call(provider.accounts, {})).find((each) => each.loginName === 'shen') as {
          id: string
          version: number
          status: number
        }
      const stale = await find()
      await me.call(provider.freezeAccount, { ...pick(await find()), frozen: true })
      expect((await her.raw('GET', provider.me.path)).http).toBe(401)
      expect((await app.nobody.refused(provider.login, await firstStep('shen', PASSWORD))).code).toBe(20001)
      expect((await me.refused(provider.freezeAccount, { ...pick(stale), frozen: false })).http).toBe(409)
      await me.call(provider.freezeAccount, { ...pick(await find()), frozen: false })
      const again = await signIn('shen', shen.secret)
      await me.call(provider.updateAccount, { ...pick(await find()), name: '沈一', role: 'reviewer' })
      expect((await again.raw('GET', provider.me.path)).http).toBe(401)
      expect(await audit('freeze-account')).toMatchObject([{ account_name: '林默', target_name: '沈一' }])
    })

    it('a reset takes password and app away until the link is used', async () => {
      const me = await signIn('root', root.secret)
      const made = await me.call(provider.createAccount, { loginName: 'wen', name: '温良', role: 'reviewer' })
      const wen = await setUp(made.token)
      const his = await signIn('wen', wen.secret)
      const row = (await me.call(provider.accounts, {})).find((each) => each.loginName === 'wen') as {
        id: string
        version: number
      }
      const reset = await me.call(provider.resetAccount, pick(row))
      expect((await his.raw('GET', provider.me.path)).http).toBe(401)
      expect((await app.nobody.refused(provider.login, await firstStep('wen', PASSWORD))).code).toBe(20001)
      const fresh = await setUp(reset.token)
      expect(fresh.secret).not.toBe(wen.secret)
      await signIn('wen', fresh.secret)
    })

    it('the last administrator stays, also when two take each other away at one moment', async () => {
      const me = await signIn('root', root.secret)
      const list = await me.call(provider.accounts, {})
      const self = list.find((each) => each.isSelf) as { id: string; version: number }
      expect((await me.refused(provider.freezeAccount, { ...pick(self), frozen: true })).code).toBe(32008)
      expect((await me.refused(provider.resetAccount, pick(self))).code).toBe(32008)
      expect((await me.refused(provider.updateAccount, { ...pick(self), name: '林默', role: 'support' })).code).toBe(
        32007,
      )
      const made = await me.call(provider.createAccount, { loginName: 'second', name: '司徒', role: 'administrator' })
      // Invited is not enough: nobody could sign in.
      expect((await me.refused(provider.updateAccount, { ...pick(self), name: '林默', role: 'support' })).code).toBe(
        32007,
      )
      const second = await setUp(made.token)
      const other = await signIn('second', second.secret)
      const rows = await me.call(provider.accounts, {})
      const at = (login: string) =>
        pick(rows.find((each) => each.loginName === login) as { id: string; version: number })
      const both = await Promise.allSettled([
        me.call(provider.freezeAccount, { ...at('second'), frozen: true }),
        other.call(provider.freezeAccount, { ...at('root'), frozen: true }),
      ])
      expect(both.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected'])
      const left = await app.sql(`select 1 from provider_account where role = 'administrator' and status = 0`)
      expect(left).toHaveLength(1)
      await app.sql(`update provider_account set status = 0 where login_name = 'root'`)
    })

    it('the audit is found by person, action, words and day, page by page, and cannot be changed', async () => {
      const me = await signIn('root', root.secret)
      const all = await me.call(provider.auditLog, { pageSize: 5 })
      expect(all.list).toHaveLength(5)
      expect(all.total).toBeGreaterThan(20)
      expect(all.list[0]?.action).toBe('sign-in')
      const frozen = await me.call(provider.auditLog, { action: 'freeze-account', text: '沈' })
      expect(frozen.list).toMatchObject([
        { accountName: '林默', targetName: '沈一', before: { status: 0 }, after: { status: 1 } },
      ])
      expect((await me.call(provider.auditLog, { text: '100%_' })).total).toBe(0)
      expect((await me.call(provider.auditLog, { to: '2026-11-01' })).total).toBe(0)
      const tx = (text: string) =>
        app.application.services.database.withPlatform(async (each) =>
          each.rows((await import('kysely')).sql.raw(text)),
        )
      await expect(tx(`update provider_audit set reason = 'x'`)).rejects.toThrow(/permission denied/)
      await expect(tx('delete from provider_audit')).rejects.toThrow(/permission denied/)
    })
  })
})

const pick = ({ id, version }: { id: string; version: number }) => ({ id, version })
