import { registrationStates } from '@dentin/contract/core/status'
import { today } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { lent } from '../../platform/database/lent.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { AskedByAppointment } from '../appointment/index.ts'
import type { LentToFollowUp } from '../follow-up/index.ts'
import type { LentToPatient } from '../patient/index.ts'
import type { LentToSms } from '../sms/index.ts'

/** The patients who are registered in a clinic today. */
const comingToday = (tx: TenantTx, clinicId: string): RawBuilder<unknown> =>
  lent(sql`select r.patient_id from registration r where r.tenant_id = ${tx.tenantId} and r.clinic_id = ${clinicId}
    and r.reg_date = ${today(tx.now)}::date and r.status not in ${codes(registrationStates, 'cancelled', 'passedOver')}`)

/** What it lends for lists of patients. */
export const lends: LentToPatient = { comingToday }

/** What it lends for appointments. */
export const forAppointments: Pick<AskedByAppointment, 'visitStatus'> = {
  visitStatus: (tx, appointmentId) =>
    lent(sql<number | null>`(select r.status from registration r where r.tenant_id = ${tx.tenantId}
      and r.appointment_id = ${appointmentId} and r.status in ${codes(registrationStates, 'toCharge', 'charged')})`),
}

/** What it lends for messages. */
export const forSms: LentToSms = {
  lastVisit: (tx, patientId, clinicId) =>
    lent(sql`select r.title, d.name as doctor from registration r
      join employee d on d.tenant_id = ${tx.tenantId} and d.id = r.doctor_id
      where r.tenant_id = ${tx.tenantId} and r.patient_id = ${patientId} and r.clinic_id = ${clinicId} and r.status in ${codes(registrationStates, 'treated')}
      order by r.reg_time desc limit 1`),
}

/** What it lends for follow-ups. */
export const forFollowUps: Partial<LentToFollowUp> = {
  visitBegan: (tx, treatmentId) =>
    lent(
      sql<Date | null>`(select t.start_time from treatment t where t.tenant_id = ${tx.tenantId} and t.id = ${treatmentId})`,
    ),
  lastVisit: (tx, patientId) =>
    lent(sql`select t.id, t.clinic_id, t.doctor_id from treatment t
      where t.tenant_id = ${tx.tenantId} and t.patient_id = ${patientId} order by t.start_time desc limit 1`),
}
