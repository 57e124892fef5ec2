import { appointmentStates } from '@dentin/contract/core/status'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

const byChair = select({ id: sql<string>`a.chair_id`, count: sql<number>`count(*)::int` })

/** How many bookings to come each chair of a clinic has. */
export async function bookedChairs(tx: TenantTx, clinicId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.rows(
    byChair.from`appointment a
        where ${tx.own('a')} and a.clinic_id = ${clinicId} and a.chair_id is not null
          and a.starts_at >= ${tx.now} and a.status in ${codes(appointmentStates, 'coming')} group by a.chair_id`,
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}
