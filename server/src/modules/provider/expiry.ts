import { sql } from 'kysely'
import type { PlatformTx } from '../../platform/database/tx.ts'

const WEEK = 7 * 86_400_000

/** Forgets tickets that have run out; a session goes a week after its end. */
export async function removeExpired(tx: PlatformTx): Promise<Record<string, number>> {
  const weekAgo = new Date(tx.realNow.getTime() - WEEK)
  return {
    providerSession: await tx.removed(
      sql`delete from provider_session where expires_at < ${weekAgo} or revoked_at < ${weekAgo} returning 1`,
    ),
    providerTicket: await tx.removed(sql`delete from provider_ticket where expires_at < ${tx.realNow} returning 1`),
  }
}
