import { providerAccountStates } from '@dentin/contract/core/status'
import { uuidv7 } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import type { ProviderRole } from '@dentin/contract'
import { codes } from '../../../platform/database/codes.ts'
import { lent } from '../../../platform/database/lent.ts'
import type { ProviderSessionRow, SessionSeen } from '../../../platform/extension-points.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import type { PlatformTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ProviderContext, PublicContext } from '../../../platform/http/context.ts'
import { hashToken, newToken } from '../../../platform/security/tokens.ts'
import { vaultOf } from '../../../platform/security/vault.ts'
import type { Services } from '../../../platform/services.ts'
import {
  accountKey,
  beginCountedAttempt,
  beginSignIn,
  forgetAttempts,
  hashPassword,
  isPassword,
  lockedMessage,
  mustBeWithin,
  wrongPassword,
  type Limit,
} from '../../identity/index.ts'
import { actorOf, record } from '../audit.ts'
import { accountById, accountByLogin, recoveryCodesLeft, type ProviderAccount } from '../queries.ts'
import { codeLockedMessage, recoveryCodeOf, stepOfCode } from '../rules.ts'
import { recoveryHash, replaceRecoveryCodes } from './setup.ts'

const LOGIN_PER_ADDRESS: Limit = { name: 'provider-login', times: 30, minutes: 10 }
/** Between the password and the code. */
const TICKET_MINUTES = 5
/** However busy: after a working day the person signs in again. */
const SESSION_HOURS = 10

const passwordKey = (typed: string) => `platform:${accountKey(typed)}`
const codeKey = (accountId: string) => `platform-code:${accountId}`
const nobody = (context: PublicContext) => ({ ...context.actor, accountId: null, role: null })

/**
 * The first step: account, password, captcha. It opens nothing yet; its ticket is good for the second step only. Counted
 * and timed alike for an account that does not exist, is frozen or not set up.
 */
export async function signInWithPassword(
  context: PublicContext,
  input: { account: string; password: string; captcha: string; captchaId: string },
): Promise<{ ticket: string }> {
  const { database } = context.services
  const key = passwordKey(input.account)
  const attempt = await database.withPlatform(async (tx) => {
    const begun = await beginSignIn(tx, { limit: LOGIN_PER_ADDRESS, ip: context.ip }, key, input)
    return 'refused' in begun ? begun : { ...begun, account: await accountByLogin(tx, accountKey(input.account)) }
  }, context.actor)
  if ('refused' in attempt) throw attempt.refused
  const { account, failCount } = attempt
  const fits = await isPassword(
    account && providerAccountStates.is(account.status, 'active') ? account.passwordHash : null,
    input.password,
  )
  return database.withPlatform(async (tx) => {
    if (!fits || !account) {
      await record(tx, nobody(context), {
        action: 'sign-in-refused',
        target: { kind: 'account', id: account?.id ?? null, name: account?.name ?? input.account.trim() },
        reason: '账号或密码错误',
      })
      throw wrongPassword(failCount)
    }
    await forgetAttempts(tx, key)
    const ticket = newToken()
    await tx.rows(
      keptSql`insert into provider_ticket (token_hash, purpose, account_id, created_at, expires_at)
          values (${hashToken(ticket)}, 'sign-in', ${account.id}, ${tx.realNow}, ${new Date(tx.realNow.getTime() + TICKET_MINUTES * 60_000)})`,
    )
    return { ticket }
  }, context.actor)
}

/** The second step: a code of the authenticator app, or a recovery code. Opens the session. */
export async function signInWithCode(
  context: PublicContext,
  input: { ticket: string; code: string },
): Promise<{ token: string; name: string; role: ProviderRole; recoveryCodesLeft: number }> {
  const ticketHash = hashToken(input.ticket)
  return context.services.database.withPlatform(async (tx) => {
    await mustBeWithin(tx, LOGIN_PER_ADDRESS, context.ip)
    const ticket = await tx.row<{ accountId: string }>(
      sql`select account_id as "accountId" from provider_ticket
          where token_hash = ${ticketHash} and purpose = 'sign-in' and expires_at > ${tx.realNow} for update`,
    )
    if (!ticket) throw new AppError('PROVIDER_SIGN_IN_EXPIRED', { keep: true })
    const account = await accountById(tx, ticket.accountId)
    if (!providerAccountStates.is(account.status, 'active'))
      throw new AppError('PROVIDER_SIGN_IN_EXPIRED', { keep: true })
    const how = await spendCode(tx, context.services, account, input.code, true).catch(async (error) => {
      if (error instanceof AppError)
        await record(tx, nobody(context), {
          action: 'sign-in-refused',
          target: { kind: 'account', id: account.id, name: account.name },
          reason: error.message,
        })
      throw error
    })
    await tx.rows(keptSql`delete from provider_ticket where token_hash = ${ticketHash}`)
    await tx.rows(keptSql`update provider_account set last_login_at = ${tx.realNow} where id = ${account.id}`)
    const token = newToken()
    await tx.rows(
      keptSql`insert into provider_session (token_hash, id, account_id, created_at, last_seen_at, expires_at, ip, user_agent)
          values (${hashToken(token)}, ${uuidv7()}, ${account.id}, ${tx.realNow}, ${tx.realNow},
            ${new Date(tx.realNow.getTime() + SESSION_HOURS * 3_600_000)}, ${context.ip}, ${context.userAgent})`,
    )
    await record(
      tx,
      { ...context.actor, accountId: account.id, name: account.name, role: account.role },
      {
        action: 'sign-in',
        target: { kind: 'account', id: account.id, name: account.name },
        ...(how === 'recovery' ? { reason: '使用恢复码' } : {}),
      },
    )
    return { token, name: account.name, role: account.role, recoveryCodesLeft: await recoveryCodesLeft(tx, account.id) }
  }, context.actor)
}

/**
 * Uses up a code. Counted before it is looked at; the count stays when it is refused.
 * @param recovery a recovery code is taken as well
 * @throws AppError PROVIDER_WRONG_CODE, PROVIDER_CODE_USED, PROVIDER_CODE_LOCKED
 */
async function spendCode(
  tx: PlatformTx,
  services: Services,
  account: ProviderAccount,
  typed: string,
  recovery: boolean,
): Promise<'app' | 'recovery'> {
  const refuse = (name: 'PROVIDER_WRONG_CODE' | 'PROVIDER_CODE_USED' | 'PROVIDER_CODE_LOCKED', message?: string) =>
    fieldError(name, 'code', message, { keep: true })
  const counted = await beginCountedAttempt(tx, codeKey(account.id))
  if (counted.locked) throw refuse('PROVIDER_CODE_LOCKED', codeLockedMessage(counted.minutesLeft))
  if (recovery && recoveryCodeOf(typed)) {
    const spent = await tx.row(
      keptSql`update provider_recovery_code set used_at = ${tx.realNow}
          where account_id = ${account.id} and code_hash = ${recoveryHash(account.id, typed)} and used_at is null returning 1`,
    )
    if (!spent) throw refuse('PROVIDER_WRONG_CODE', '恢复码错误或已用过')
    await forgetAttempts(tx, codeKey(account.id))
    return 'recovery'
  }
  const secret = vaultOf(services.config).open(account.totpSealed ?? '', account.id)
  const found = stepOfCode(secret, typed.trim(), tx.realNow, account.totpStep)
  if (!found) throw refuse('PROVIDER_WRONG_CODE')
  // The step only ever rises: of two uses of one code at the same moment, the second changes no row.
  const spent = await tx.row(
    sql`update provider_account set totp_step = ${found.step} where id = ${account.id} and totp_step < ${found.step} returning id`,
  )
  if (!spent) throw refuse('PROVIDER_CODE_USED')
  await forgetAttempts(tx, codeKey(account.id))
  return 'app'
}

/** Ends the session of the call. */
export async function signOut(context: ProviderContext): Promise<void> {
  await context.tx.rows(
    keptSql`update provider_session set revoked_at = ${context.tx.realNow}, revoked_reason = 'signed-out' where id = ${context.sessionId}`,
  )
  await record(context.tx, actorOf(context), {
    action: 'sign-out',
    target: { kind: 'account', id: context.providerId, name: context.providerName },
  })
}

/** Ends every session of an account but one. */
export async function endSessions(
  tx: PlatformTx,
  accountId: string,
  reason: 'frozen' | 'reset' | 'role-changed' | 'password-changed',
  except: string | null = null,
): Promise<void> {
  await tx.rows(
    keptSql`update provider_session set revoked_at = ${tx.realNow}, revoked_reason = ${reason}
        where account_id = ${accountId} and revoked_at is null and id is distinct from ${except}::uuid`,
  )
  await tx.rows(keptSql`delete from provider_ticket where account_id = ${accountId} and purpose = 'sign-in'`)
}

/** Changes the own password; every other session ends. */
export async function changeOwnPassword(
  context: ProviderContext,
  input: { oldPassword: string; newPassword: string; code: string },
): Promise<void> {
  const { tx, providerId } = context
  const account = await accountById(tx, providerId)
  await spendCode(tx, context.services, account, input.code, false)
  const counted = await beginCountedAttempt(tx, passwordKey(account.loginName))
  if (counted.locked)
    throw fieldError('ACCOUNT_LOCKED', 'oldPassword', lockedMessage(counted.minutesLeft), { keep: true })
  if (!(await isPassword(account.passwordHash, input.oldPassword)))
    throw fieldError('WRONG_OLD_PASSWORD', 'oldPassword', undefined, { keep: true })
  await forgetAttempts(tx, passwordKey(account.loginName))
  if (input.oldPassword === input.newPassword)
    throw fieldError('SAME_PASSWORD', 'newPassword', undefined, { keep: true })
  await tx.rows(
    keptSql`update provider_account set password_hash = ${await hashPassword(input.newPassword)}, version = version + 1, updated_at = ${tx.realNow}
        where id = ${providerId}`,
  )
  await endSessions(tx, providerId, 'password-changed', context.sessionId)
  await record(tx, actorOf(context), {
    action: 'change-password',
    target: { kind: 'account', id: providerId, name: context.providerName },
  })
}

/** New recovery codes for oneself. */
export async function renewOwnRecoveryCodes(context: ProviderContext, code: string): Promise<string[]> {
  const { tx, providerId } = context
  await spendCode(tx, context.services, await accountById(tx, providerId), code, false)
  const codes = await replaceRecoveryCodes(tx, providerId)
  await record(tx, actorOf(context), {
    action: 'renew-recovery-codes',
    target: { kind: 'account', id: providerId, name: context.providerName },
  })
  return codes
}

/** Notes that a session of the provider's staff was seen. */
export const sessionSeen: SessionSeen = (tx, tokenHash, seenAt) =>
  tx.rows(keptSql`update provider_session set last_seen_at = ${seenAt} where token_hash = ${tokenHash}`)

/** The live session behind a token, with whose it is. */
export const providerSession = (tokenHash: string, now: Date, seenAfter: Date): RawBuilder<ProviderSessionRow> =>
  lent(sql<ProviderSessionRow>`select s.id, s.account_id, s.last_seen_at, a.name, a.role
    from provider_session s join provider_account a on a.id = s.account_id and a.status in ${codes(providerAccountStates, 'active')}
    where s.token_hash = ${tokenHash} and s.revoked_at is null and s.expires_at > ${now} and s.last_seen_at > ${seenAfter}`)
