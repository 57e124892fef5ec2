import { sql } from 'kysely'
import type { PlatformTx } from '../../platform/database/tx.ts'

/** When somebody was last at work in each of these clinics; one where nobody ever was is not in the map. */
export async function lastSeenIn(tx: PlatformTx, clinicIds: readonly string[]): Promise<Map<string, Date>> {
  const wanted = [...clinicIds]
  const rows = await tx.rows<{ clinicId: string; at: Date }>(
    sql`select x.clinic_id as "clinicId", max(x.at) as at from (
          select s.clinic_id, s.last_seen_at as at from session s where s.clinic_id = any(${wanted}::uuid[])
          union all
          select a.last_clinic_id, a.last_login_at from account a where a.last_clinic_id = any(${wanted}::uuid[]) and a.last_login_at is not null
        ) x group by 1`,
  )
  return new Map(rows.map((row) => [row.clinicId, row.at]))
}
