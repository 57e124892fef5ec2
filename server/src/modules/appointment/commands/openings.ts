import { uuidv7 } from '@dentin/kit'
import { sql, type Selectable } from 'kysely'
import type { DB } from '../../../platform/database/builder.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'

/** Why time fell free: 1 cancelled, 2 moved, 3 no-show, 4 refused. */
type OpeningCause = 1 | 2 | 3 | 4

/**
 * Notes that an appointment gave its place back, so that the waiting list can have it. `row` is the appointment as it
 * stood before. What is over, was an extra or lay outside the shifts opens nothing.
 */
export async function noteOpening(
  tx: TenantTx,
  row: Omit<Selectable<DB['appointment']>, 'during'>,
  cause: OpeningCause,
): Promise<void> {
  // What was put aside gave its place back then.
  if (row.parked_at !== null) return
  if (row.ends_at <= tx.now || row.is_overbook || row.off_shift || row.held_until !== null) return
  // The same stretch fell free before: it is told once. One that somebody offers at this moment is left alone.
  await tx.rows(
    sql`update slot_opening set dismissed_at = ${tx.now}
        where tenant_id = ${tx.tenantId} and clinic_id = ${row.clinic_id} and id in (
          select o.id from slot_opening o
          where o.tenant_id = ${tx.tenantId} and o.clinic_id = ${row.clinic_id} and o.dismissed_at is null and o.doctor_id = ${row.doctor_id}
            and o.ends_at > ${row.starts_at} and o.ends_at <= ${row.ends_at} and o.starts_at >= ${row.starts_at}
            and not exists (select 1 from waitlist_offer f where f.tenant_id = ${tx.tenantId} and f.opening_id = o.id and f.outcome = 0)
          for no key update of o skip locked)
        returning id`,
  )
  await tx.rows(
    keptSql`insert into slot_opening (tenant_id, id, clinic_id, doctor_id, chair_id, starts_at, ends_at, cause, appointment_id, created_at)
        values (${tx.tenantId}, ${uuidv7()}, ${row.clinic_id}, ${row.doctor_id}, ${row.chair_id}, ${row.starts_at}, ${row.ends_at},
          ${cause}, ${row.id}, ${tx.now}) returning id`,
  )
}
