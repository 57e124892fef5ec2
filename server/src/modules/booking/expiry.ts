import { sql } from 'kysely'
import type { PlatformTx } from '../../platform/database/tx.ts'

/** Forgets passes of the booking page that have run out. */
export async function removeExpired(tx: PlatformTx): Promise<Record<string, number>> {
  return {
    bookingPass: await tx.removed(sql`delete from booking_pass where expires_at < ${tx.realNow} returning 1`),
  }
}
