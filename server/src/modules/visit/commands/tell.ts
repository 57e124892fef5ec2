import { keptSql } from '../../../platform/database/plans.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { momentForPatients, tellPatient } from '../../sms/index.ts'
import type { RegistrationRow } from './status.ts'

/** Tells the patient by SMS what to mind after a visit, if the clinic wants it; once for a visit. */
export async function tellAdvice({ tx, services }: ClinicContext, row: RegistrationRow): Promise<void> {
  const about = await tx.need<{ doctorName: string; title: string; treatType: number }>(
    keptSql`select e.name as "doctorName", r.title, r.treat_type as "treatType"
        from registration r
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = r.doctor_id
        where r.tenant_id = ${tx.tenantId} and r.id = ${row.id}`,
  )
  await tellPatient(tx, services, {
    scene: 'visit.advice',
    clinicId: row.clinic_id,
    patientId: row.patient_id,
    key: row.id,
    values: { 医生: about.doctorName, 时间: momentForPatients(tx.now), 项目: about.title || '就诊' },
    treatType: about.treatType,
  })
}
