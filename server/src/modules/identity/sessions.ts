import { accountStates } from '@dentin/contract/core/status'
import { uuidv7 } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import type { SessionSeen } from '../../platform/extension-points.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { hashToken, newToken } from '../../platform/security/tokens.ts'
import { membershipsOf } from './members.ts'
import type { Membership } from './extension-points.ts'
import { accountKey } from './rules.ts'

/** The cookie that carries the token beside the header. It is never enough by itself. */
export const SESSION_COOKIE = 'dentin_token'

export interface NewSession {
  accountId: string
  /** As whom, in which clinic; null: signed in without a clinic. */
  membership: Membership | null
  hours: number
  ip: string | null
  userAgent: string
}

/** Opens a session and gives its token. Only the token's hash is stored. */
export async function createSession(
  tx: PlatformTx,
  wanted: NewSession,
): Promise<{ token: string; sessionId: string; expiresAt: Date }> {
  const token = newToken()
  const sessionId = uuidv7()
  const expiresAt = new Date(tx.realNow.getTime() + wanted.hours * 3_600_000)
  const place = wanted.membership
  await tx.rows(
    keptSql`insert into session (token_hash, id, account_id, account_name, tenant_id, clinic_id, employee_id, created_at, last_seen_at,
          expires_at, ip, user_agent)
        select ${hashToken(token)}, ${sessionId}, a.id, coalesce(${place?.employeeName ?? null}::text, a.nick_name),
          ${place?.tenantId ?? null}::uuid, ${place?.clinicId ?? null}::uuid, ${place?.employeeId ?? null}::uuid, ${tx.realNow}, ${tx.realNow},
          ${expiresAt}, ${wanted.ip}, ${wanted.userAgent}
        from account a where a.id = ${wanted.accountId} returning id`,
  )
  return { token, sessionId, expiresAt }
}

/** Ends the sessions that fit, and with the commit the live streams of each, in every process. */
async function endSessions(
  tx: PlatformTx,
  reason: 'signed-out' | 'switched' | 'password-changed' | 'dismissed',
  which: RawBuilder<unknown>,
): Promise<void> {
  await tx.rows(
    sql`with ended as (
          update session set revoked_at = ${tx.realNow}, revoked_reason = ${reason} where ${which} and revoked_at is null returning id)
        select pg_notify('dentin_session', id::text) from ended`,
  )
}

/** Ends one session at once. */
export async function revokeSession(
  tx: PlatformTx,
  sessionId: string,
  reason: 'signed-out' | 'switched' | 'password-changed',
): Promise<void> {
  await endSessions(tx, reason, sql`id = ${sessionId}`)
}

/** Ends every session of an account at once. */
export async function revokeAllSessions(
  tx: PlatformTx,
  accountId: string,
  reason: 'password-changed' | 'dismissed',
): Promise<void> {
  await endSessions(tx, reason, sql`account_id = ${accountId}`)
}

/** How many hours are left of a session, so that its successor lives no longer. */
export async function hoursLeft(tx: PlatformTx, sessionId: string): Promise<number> {
  const row = await tx.need<{ expires_at: Date }>(keptSql`select expires_at from session where id = ${sessionId}`)
  return (row.expires_at.getTime() - tx.realNow.getTime()) / 3_600_000
}

/**
 * A session without a password, for the command line of the machine itself (demonstration, screenshots).
 * @param account login name or phone
 * @param clinic id or name of the clinic; the last visited or first one when left out
 * @throws AppError NOT_FOUND no such account, or no such clinic of it
 */
export async function openSessionFor(
  tx: PlatformTx,
  account: string,
  options: { clinic?: string; hours?: number } = {},
): Promise<{ token: string; accountId: string; membership: Membership | null; expiresAt: Date }> {
  const key = accountKey(account)
  const found = await tx.row<{ id: string; last_clinic_id: string | null }>(
    keptSql`select id, last_clinic_id from account where (phone = ${key} or login_name = ${key}) and status in ${codes(accountStates, 'active')}`,
  )
  if (!found) throw new AppError('NOT_FOUND', { message: `没有账号 ${account}` })
  const places = await membershipsOf(tx, found.id, found.last_clinic_id)
  const place = options.clinic
    ? places.find((each) => each.clinicId === options.clinic || each.clinicName === options.clinic)
    : places[0]
  if (options.clinic && !place)
    throw new AppError('NOT_FOUND', { message: `账号 ${account} 不属于门诊 ${options.clinic}` })
  const opened = await createSession(tx, {
    accountId: found.id,
    membership: place ?? null,
    hours: options.hours ?? 12,
    ip: null,
    userAgent: 'command line',
  })
  return { token: opened.token, accountId: found.id, membership: place ?? null, expiresAt: opened.expiresAt }
}

/**
 * Ends the sessions of an account in a clinic to which it no longer belongs, at once. `keep`: the session of whoever left
 * of their own accord; it goes on without a clinic.
 */
export async function endClinicSessions(
  tx: PlatformTx,
  accountId: string,
  clinicId: string,
  keep: string | null,
): Promise<void> {
  if (keep)
    await tx.rows(keptSql`update session set tenant_id = null, clinic_id = null, employee_id = null where id = ${keep}`)
  await endSessions(tx, 'dismissed', sql`account_id = ${accountId} and clinic_id = ${clinicId}`)
}

/** Notes that a session was seen. */
export const sessionSeen: SessionSeen = (tx, tokenHash, seenAt) =>
  tx.rows(keptSql`update session set last_seen_at = ${seenAt} where token_hash = ${tokenHash}`)
