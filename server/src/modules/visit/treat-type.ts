import { dayRange, today } from '@dentin/kit'
import { sql } from 'kysely'
import { select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { treatTypeOf } from '../patient/index.ts'

const begun = select({ at: sql<Date | null>`max(t.start_time)` })

/**
 * What a patient comes as today. A treatment that began on an earlier day is a visit, also when nobody has ended it: the figures of the
 * patient count only what was ended.
 * @param revisitDays after so many days somebody is new again
 */
export async function treatTypeToday(tx: TenantTx, patientId: string, revisitDays: number) {
  const { from } = dayRange(today(tx.now))
  const row = await tx.row(
    begun.keptFrom`treatment t where ${tx.own('t')} and t.patient_id = ${patientId} and t.start_time < ${from}`,
  )
  return treatTypeOf(tx, patientId, tx.now, revisitDays, row?.at ?? null)
}
