import { sql, type RawBuilder } from 'kysely'
import type { ClinicContext } from '../../platform/http/context.ts'
import { billsWithin } from '../billing/index.ts'
import { seesAmounts } from '../patient/index.ts'

/**
 * Which money somebody sees on the day's screen, if amounts at all. Of single visits: whoever sees bills. The takings: whoever takes
 * them, the company's head office, and a doctor for the own patients (the scope is narrowed then).
 */
export function moneyView(context: Pick<ClinicContext, 'can' | 'scopeOf'>): { bills: boolean; received: boolean } {
  const bills = seesAmounts(context) && context.can('/orderSet:view')
  const own = context.scopeOf('/dashboard:view') === 1
  return {
    bills,
    received: bills && (context.can('/orderSet:charge') || (context.scopeOf('/orderSet:view') ?? 0) > 3 || own),
  }
}

/** The visits `r` whose amounts somebody sees, as a condition. */
export function billsOfVisits(context: ClinicContext): RawBuilder<boolean> {
  return billsWithin(context, [], {
    patient: sql`r.patient_id`,
    clinic: sql`r.clinic_id`,
    doctor: sql`r.doctor_id`,
  })
}
