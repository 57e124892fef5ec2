import { sql } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { countAttempt } from './rules.ts'

/** A limit on how often something may happen in a window of time. */
export interface Limit {
  name: string
  times: number
  minutes: number
}

/** A clinic's whole staff may stand behind one address; a guesser may not. */
export const LOGIN_PER_ADDRESS: Limit = { name: 'login', times: 60, minutes: 10 }
export const CAPTCHA_PER_ADDRESS: Limit = { name: 'captcha', times: 120, minutes: 10 }
export const OLD_PASSWORD_PER_ACCOUNT: Limit = { name: 'old-password', times: 5, minutes: 15 }

/** Counts one more; false when it is one too many. The count is in the database: a restart or a second process changes nothing. */
export async function withinLimit(tx: PlatformTx, limit: Limit, subject: string): Promise<boolean> {
  const ends = new Date(tx.realNow.getTime() + limit.minutes * 60_000)
  const row = await tx.need<{ count: number }>(
    sql`insert into rate_limit as r (key, count, window_ends_at) values (${`${limit.name}:${subject}`}, 1, ${ends})
        on conflict (key) do update set
          count = case when r.window_ends_at <= ${tx.realNow} then 1 else r.count + 1 end,
          window_ends_at = case when r.window_ends_at <= ${tx.realNow} then excluded.window_ends_at else r.window_ends_at end
        returning count`,
  )
  return row.count <= limit.times
}

/** Counts one more; the count stays when it is refused. @throws AppError TOO_MANY */
export async function mustBeWithin(tx: PlatformTx, limit: Limit, subject: string): Promise<void> {
  if (!(await withinLimit(tx, limit, subject))) throw new AppError('TOO_MANY', { keep: true })
}

/** Forgets what was counted. */
export async function resetLimit(tx: PlatformTx, limit: Limit, subject: string): Promise<void> {
  await tx.rows(sql`delete from rate_limit where key = ${`${limit.name}:${subject}`}`)
}

/**
 * Counts an attempt under a key before its secret is looked at, so that many at one moment are no way around the lock.
 * The count must stay whatever happens then: the caller commits.
 */
export async function beginCountedAttempt(tx: PlatformTx, key: string): Promise<ReturnType<typeof countAttempt>> {
  // The row is made first and locked, so that attempts under one key stand in line.
  await tx.rows(
    keptSql`insert into login_lock (account_key, fail_count, updated_at) values (${key}, 0, ${tx.realNow}) on conflict (account_key) do nothing`,
  )
  const before = await tx.need<{ failCount: number; lockedUntil: Date | null }>(
    sql`select fail_count as "failCount", locked_until as "lockedUntil" from login_lock where account_key = ${key} for update`,
  )
  const counted = countAttempt(before, tx.realNow)
  if (!counted.locked)
    await tx.rows(
      sql`update login_lock set fail_count = ${counted.failCount}, locked_until = ${counted.lockedUntil}, updated_at = ${tx.realNow} where account_key = ${key}`,
    )
  return counted
}

/** The right secret was shown: what was counted is forgotten. */
export async function forgetAttempts(tx: PlatformTx, key: string): Promise<void> {
  await tx.rows(sql`delete from login_lock where account_key = ${key}`)
}
