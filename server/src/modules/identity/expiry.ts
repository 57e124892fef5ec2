import { sql } from 'kysely'
import type { PlatformTx } from '../../platform/database/tx.ts'

const DAY = 86_400_000

/** Forgets what has run out of the ways to sign in; a session goes a week after its end. */
export async function removeExpired(tx: PlatformTx): Promise<Record<string, number>> {
  const dayAgo = new Date(tx.realNow.getTime() - DAY)
  const weekAgo = new Date(tx.realNow.getTime() - 7 * DAY)
  return {
    session: await tx.removed(
      sql`delete from session where expires_at < ${weekAgo} or revoked_at < ${weekAgo} returning 1`,
    ),
    phoneCode: await tx.removed(sql`delete from phone_code where created_at < ${dayAgo} returning 1`),
    platformSms: await tx.removed(sql`delete from platform_sms where created_at < ${weekAgo} returning 1`),
    scanLogin: await tx.removed(sql`delete from scan_login where expires_at < ${dayAgo} returning 1`),
    captcha: await tx.removed(sql`delete from captcha where expires_at < ${tx.realNow} returning 1`),
    rateLimit: await tx.removed(sql`delete from rate_limit where window_ends_at < ${tx.realNow} returning 1`),
    loginLock: await tx.removed(
      sql`delete from login_lock where updated_at < ${dayAgo} and (locked_until is null or locked_until < ${tx.realNow}) returning 1`,
    ),
  }
}
