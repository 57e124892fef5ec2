import { accountStates } from '@dentin/contract/core/status'
import { uuidv7 } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import { fieldError } from '../../../platform/errors.ts'
import type { PublicContext } from '../../../platform/http/context.ts'
import { forgetAttempts, LOGIN_PER_ADDRESS, mustBeWithin } from '../limits.ts'
import { membershipsOf } from '../members.ts'
import { hashPassword } from '../passwords.ts'
import { checkPhoneCode, spendPhoneCode, type PhoneQuestion } from '../phone-codes.ts'
import { accountById, accountByKey } from '../queries.ts'
import { revokeAllSessions } from '../sessions.ts'
import { enter, letIn, type SignedIn } from './sign-in.ts'

/** The new password's hash, once the code was looked at: nothing is hashed for somebody who has none. */
async function hashForCode(context: PublicContext, question: PhoneQuestion, password: string): Promise<string> {
  await context.services.database.withPlatform(async (tx) => {
    await mustBeWithin(tx, LOGIN_PER_ADDRESS, context.ip)
    await checkPhoneCode(tx, question, 'phoneCaptcha')
  }, context.actor)
  return hashPassword(password)
}

/**
 * Makes an account for a phone whose code was shown, and signs it in. It belongs to no clinic yet.
 * @throws AppError WRONG_PHONE_CODE, PHONE_TAKEN
 */
export async function register(
  context: PublicContext,
  input: { phone: string; password: string; phoneCaptcha: string },
): Promise<SignedIn> {
  const { database } = context.services
  const question = { phone: input.phone, purpose: 'register', code: input.phoneCaptcha } as const
  const passwordHash = await hashForCode(context, question, input.password)
  return database.withPlatform(async (tx) => {
    await spendPhoneCode(tx, question, 'phoneCaptcha')
    const id = uuidv7()
    const made = await tx.row(
      keptSql`insert into account (id, phone, password_hash, nick_name, created_at)
          values (${id}, ${input.phone}, ${passwordHash}, ${`用户${input.phone.slice(-4)}`}, ${tx.realNow})
          on conflict do nothing returning id`,
    )
    if (!made) throw fieldError('PHONE_TAKEN', 'phone', undefined, { keep: true })
    return enter(context, tx, await accountById(tx, id), [], null, false)
  }, context.actor)
}

/** Signs in with a phone and the code sent to it. Somebody with several clinics chooses next, as after a password. */
export async function signInByPhone(
  context: PublicContext,
  input: { phone: string; code: string; keep: boolean },
): Promise<SignedIn> {
  return context.services.database.withPlatform(async (tx) => {
    await mustBeWithin(tx, LOGIN_PER_ADDRESS, context.ip)
    await spendPhoneCode(tx, { phone: input.phone, purpose: 'login', code: input.code }, 'code')
    const account = await accountByKey(tx, input.phone)
    if (!account || !accountStates.is(account.status, 'active'))
      throw fieldError('WRONG_PHONE_CODE', 'code', undefined, { keep: true })
    return letIn(context, tx, account, input.keep)
  }, context.actor)
}

/** The second step of a forgotten password: is this the code? It stays good for the third. */
export async function confirmPhone(
  context: PublicContext,
  input: { phone: string; captcha: string; purpose: 'register' | 'login' | 'reset' },
): Promise<void> {
  await context.services.database.withPlatform(async (tx) => {
    await mustBeWithin(tx, LOGIN_PER_ADDRESS, context.ip)
    await checkPhoneCode(tx, { phone: input.phone, purpose: input.purpose, code: input.captcha }, 'captcha')
  }, context.actor)
}

/**
 * Sets a new password for the phone whose code was shown. Every session of the account ends, and a lock is lifted.
 * @throws AppError WRONG_PHONE_CODE
 */
export async function resetPassword(
  context: PublicContext,
  input: { phone: string; password: string; phoneCaptcha: string },
): Promise<void> {
  const { database } = context.services
  const question = { phone: input.phone, purpose: 'reset', code: input.phoneCaptcha } as const
  const passwordHash = await hashForCode(context, question, input.password)
  await database.withPlatform(async (tx) => {
    await spendPhoneCode(tx, question, 'phoneCaptcha')
    const account = await accountByKey(tx, input.phone)
    if (!account || !accountStates.is(account.status, 'active'))
      throw fieldError('WRONG_PHONE_CODE', 'phoneCaptcha', undefined, { keep: true })
    await tx.rows(
      keptSql`update account set password_hash = ${passwordHash}, password_changed_at = ${tx.realNow}, version = version + 1 where id = ${account.id}`,
    )
    await revokeAllSessions(tx, account.id, 'password-changed')
    await forgetAttempts(tx, account.id)
    for (const place of await membershipsOf(tx, account.id, null)) {
      const actor = { ...tx.actor, accountId: account.id, name: place.employeeName }
      const inside = await tx.enter(place.tenantId, place.clinicId, actor)
      await inside.note('reset-password', 'account', account.id)
    }
  }, context.actor)
}
