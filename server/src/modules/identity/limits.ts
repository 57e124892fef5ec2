import { sql } from 'kysely'
import type { PlatformTx } from '../../platform/database/tx.ts'

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
  const ends = new Date(tx.now.getTime() + limit.minutes * 60_000)
  const row = await tx.need<{ count: number }>(
    sql`insert into rate_limit as r (key, count, window_ends_at) values (${`${limit.name}:${subject}`}, 1, ${ends})
        on conflict (key) do update set
          count = case when r.window_ends_at <= ${tx.now} then 1 else r.count + 1 end,
          window_ends_at = case when r.window_ends_at <= ${tx.now} then excluded.window_ends_at else r.window_ends_at end
        returning count`,
  )
  return row.count <= limit.times
}

/** Forgets what was counted. */
export async function resetLimit(tx: PlatformTx, limit: Limit, subject: string): Promise<void> {
  await tx.rows(sql`delete from rate_limit where key = ${`${limit.name}:${subject}`}`)
}
