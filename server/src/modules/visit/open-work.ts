import { registrationStates } from '@dentin/contract/core/status'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { OpenWorkItem, OpenWorkSource } from '../staff/index.ts'
import { refer } from './commands/referral.ts'
import { lockRegistration } from './commands/status.ts'

/** Patients who wait for a doctor or sit in the chair; another doctor takes them over by a referral. */
export const openWork: OpenWorkSource = {
  kind: 'registration',
  takenBy: 'doctor',
  list: (tx, employeeId, clinicId) =>
    tx.rows<OpenWorkItem>(
      keptSql`select 'registration' as kind, r.id, c.name as "clinicName", p.name as "patientName", r.reg_time as at, r.title
          from registration r
          join clinic c on c.tenant_id = ${tx.tenantId} and c.id = r.clinic_id
          join patient p on p.tenant_id = ${tx.tenantId} and p.id = r.patient_id
          where r.tenant_id = ${tx.tenantId} and r.doctor_id = ${employeeId} and r.status in ${codes(registrationStates, 'inHouse')}
            and (${clinicId}::uuid is null or r.clinic_id = ${clinicId}::uuid)
          order by r.reg_time`,
    ),
  handOver: async (context, id, toDoctorId, reason) => {
    const row = await lockRegistration(context.tx, id)
    await refer(context.tx, context, row, { toDoctorId, reason })
  },
}
