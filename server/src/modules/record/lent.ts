import { recordStates } from '@dentin/contract/core/status'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { lent } from '../../platform/database/lent.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { LentToFollowUp } from '../follow-up/index.ts'
import { recordsWithin, type LentToPatient } from '../patient/index.ts'
import type { Reach } from '../staff/index.ts'
import type { AskedByVisit } from '../visit/index.ts'

/** Whether the records of a reach say something of a diagnosis, of the patient of a column. */
const diagnosed = (tx: TenantTx, patientId: RawBuilder<unknown>, words: string, reach: Reach): RawBuilder<boolean> =>
  lent(sql<boolean>`exists (select 1 from medical_record m where m.tenant_id = ${tx.tenantId} and m.patient_id = ${patientId}
    and m.status not in ${codes(recordStates, 'deleted')} and strpos(lower(m.diagnosis_text), lower(${words})) > 0 and ${recordsWithin(reach, 'm')})`)

/** What it lends for lists of patients. */
export const lends: LentToPatient = { diagnosed }

/** What it lends to the reception. */
export const forVisits: AskedByVisit = {
  recordOf: (tx, treatmentId) =>
    lent(sql`select x.id, x.status from medical_record x
      where x.tenant_id = ${tx.tenantId} and x.treatment_id = ${treatmentId} and x.status not in ${codes(recordStates, 'deleted')} order by x.record_type limit 1`),
}

/** What it lends for follow-ups. */
export const forFollowUps: Partial<LentToFollowUp> = {
  recordOf: (tx, treatmentId) =>
    lent(sql`select x.id, x.clinic_id, x.doctor_id, x.patient_id from medical_record x
      where x.tenant_id = ${tx.tenantId} and x.treatment_id = ${treatmentId} and x.record_type = 1 and x.status not in ${codes(recordStates, 'deleted')}`),
  recorded: (tx, patientId, since, { patterns }) =>
    lent(sql<boolean>`exists (select 1 from medical_record m where m.tenant_id = ${tx.tenantId} and m.patient_id = ${patientId}
      and m.visit_time >= ${since} and m.status in ${codes(recordStates, 'locked', 'submitted', 'amending')} and m.treatment_text like any(${patterns}::text[]))`),
}
