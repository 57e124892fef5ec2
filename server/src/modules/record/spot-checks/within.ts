import { addDays, parseDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { recordStates } from '@dentin/contract/core/status'
import { codes } from '../../../platform/database/codes.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { reachOf, rowsWithin } from '../../staff/index.ts'
import { CHECK } from '../access.ts'

/** The beginning of a month (YYYY-MM), and of the one after it. */
export function boundsOf(month: string): { from: Date; until: Date } {
  const next = addDays(`${month}-28`, 4).slice(0, 7)
  return { from: parseDate(`${month}-01`), until: parseDate(`${next}-01`) }
}

/** The month of a column that holds a moment, as the clinic's calendar has it. */
export const monthOf = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${column} at time zone 'Asia/Shanghai', 'YYYY-MM')`

/**
 * First signatures `v` of records `r` of the clinic between two moments, as far as the person sees figures: everybody's with
 * the right to check, else the own. Ends with a condition, more of them may follow.
 */
export const firstSignatures = (
  context: ClinicContext,
  { from, until }: { from: Date; until: Date },
): RawBuilder<unknown> => {
  const { tx, clinicId } = context
  const seen = context.can(CHECK)
    ? rowsWithin(reachOf(context, CHECK), { clinic: sql`r.clinic_id`, doctors: [sql`r.doctor_id`] })
    : sql<boolean>`r.doctor_id = ${context.employeeId}`
  return sql`medical_record_version v
    join medical_record r on ${tx.own('r')} and r.id = v.record_id and r.status not in ${codes(recordStates, 'deleted')}
    where ${tx.own('v')} and v.clinic_id = ${clinicId} and v.version_no = 1 and v.signed_at >= ${from} and v.signed_at < ${until}
      and ${seen}`
}
