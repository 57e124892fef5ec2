import type { LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../../platform/database/plans.ts'
import type { PlatformTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { requireOwnPictures } from '../../../platform/files/pictures.ts'
import type { AccountContext } from '../../../platform/http/context.ts'
import { OLD_PASSWORD_PER_ACCOUNT, resetLimit, withinLimit } from '../limits.ts'
import { membershipsOf } from '../members.ts'
import { hashPassword, isPassword } from '../passwords.ts'
import { accountById } from '../queries.ts'
import { createSession, hoursLeft, revokeAllSessions, revokeSession, SESSION_COOKIE } from '../sessions.ts'
import { noteEntry, signedInAs, type SignedIn } from './sign-in.ts'

/** Ends the present session, on the server too. */
export async function signOut(context: AccountContext): Promise<void> {
  await revokeSession(context.tx, context.sessionId, 'signed-out')
  if (context.clinic) await context.clinic.tx.note('logout', 'account', context.accountId)
  context.setCookie(SESSION_COOKIE, null)
}

/**
 * Goes to another clinic: a new session as the person is known there, and the old one is dead.
 * @throws AppError NOT_A_MEMBER; the old session lives on then
 */
export async function switchClinic(context: AccountContext, clinicId: string): Promise<SignedIn> {
  const { tx } = context
  const account = await accountById(tx, context.accountId)
  const places = await membershipsOf(tx, account.id, account.lastClinicId)
  const place = places.find((each) => each.clinicId === clinicId)
  if (!place) throw new AppError('NOT_A_MEMBER')
  const hours = await hoursLeft(tx, context.sessionId)
  const opened = await createSession(tx, {
    accountId: account.id,
    membership: place,
    hours,
    ip: context.ip,
    userAgent: context.userAgent,
  })
  await revokeSession(tx, context.sessionId, 'switched')
  await tx.rows(keptSql`update account set last_clinic_id = ${clinicId} where id = ${account.id}`)
  await noteEntry(tx, 'switch-clinic', account, place, opened.sessionId)
  context.setCookie(SESSION_COOKIE, opened.token, Math.floor(hours * 3600))
  return signedInAs(account, places, { token: opened.token, place })
}

/**
 * Changes the password. Every session of the account ends, on this device too; this device gets a new token.
 * @throws AppError WRONG_OLD_PASSWORD, SAME_PASSWORD, TOO_MANY after five wrong ones
 */
export async function changePassword(
  context: AccountContext,
  input: { oldPasswd: string; newPasswd: string },
): Promise<{ token: string }> {
  const { tx, accountId } = context
  if (!(await withinLimit(tx, OLD_PASSWORD_PER_ACCOUNT, accountId))) {
    throw new AppError('TOO_MANY', { message: '原密码错误次数过多，请 15 分钟后再试', keep: true })
  }
  const account = await accountById(tx, accountId)
  if (!(await isPassword(account.passwordHash, input.oldPasswd))) {
    const message = '原密码错误'
    throw new AppError('WRONG_OLD_PASSWORD', { message, fields: [{ field: 'oldPasswd', message }], keep: true })
  }
  if (input.oldPasswd === input.newPasswd) throw fieldError('SAME_PASSWORD', 'newPasswd')
  const passwordHash = await hashPassword(input.newPasswd)
  await resetLimit(tx, OLD_PASSWORD_PER_ACCOUNT, accountId)
  await tx.rows(
    keptSql`update account set password_hash = ${passwordHash}, password_changed_at = ${tx.realNow}, version = version + 1 where id = ${accountId}`,
  )
  if (context.clinic) await context.clinic.tx.note('change-password', 'account', accountId)
  const hours = await hoursLeft(tx, context.sessionId)
  await revokeAllSessions(tx, accountId, 'password-changed')
  const opened = await createSession(tx, {
    accountId,
    membership: await presentPlace(tx, context),
    hours,
    ip: context.ip,
    userAgent: context.userAgent,
  })
  context.setCookie(SESSION_COOKIE, opened.token, Math.floor(hours * 3600))
  return { token: opened.token }
}

async function presentPlace(tx: PlatformTx, context: AccountContext) {
  if (!context.clinic) return null
  const { clinicId } = context.clinic
  const places = await membershipsOf(tx, context.accountId, clinicId)
  const place = places.find((each) => each.clinicId === clinicId)
  if (!place) throw new AppError('NOT_A_MEMBER')
  return place
}

/** What somebody may say about themselves. */
export async function updateOwnInfo(
  tx: PlatformTx,
  accountId: string,
  info: { avatar?: string | null | undefined; nickName: string; gender: number | null; birthDay: LocalDate | null },
): Promise<void> {
  if (info.avatar) await requireOwnPictures(tx, accountId, { field: 'avatar', paperType: 'avatar', ids: [info.avatar] })
  const avatar = info.avatar === undefined ? sql`avatar_path` : sql`${info.avatar}`
  await tx.rows(
    keptSql`update account set avatar_path = ${avatar}, nick_name = ${info.nickName}, gender = ${info.gender},
          birth_day = ${info.birthDay}, version = version + 1
        where id = ${accountId}`,
  )
}
