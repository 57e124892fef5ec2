import { sql } from 'kysely'
import { lent } from '../../platform/database/lent.ts'
import type { LentToPatient } from '../patient/index.ts'

/** What it lends for the bar of a patient: what all prepayments hold. */
export const lends: LentToPatient = {
  prepaid: (tx, patientId) =>
    lent<string>(sql<string>`(select coalesce(sum(q.balance_amount), 0)::numeric(14, 2) from prepay q
      where q.tenant_id = ${tx.tenantId} and q.patient_id = ${patientId})`),
}
