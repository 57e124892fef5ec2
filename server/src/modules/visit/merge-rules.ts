import { registrationStates, treatmentStates } from '@dentin/contract/core/status'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import {
  followsPatient,
  type FigureCount,
  type Figures,
  type Following,
  type ObstacleSource,
} from '../patient/index.ts'

/** What becomes of its rows when two files of one person become one. */
export const mergeRules: readonly Following[] = [
  followsPatient('registration', {
    name: '挂号',
    number: 'reg_no',
    partOf: { appointment: 'appointment_id' },
    topic: 'reception',
  }),
  followsPatient('referral', { name: '转诊', number: 'referral_no', topic: 'reception' }),
  followsPatient('treatment', { partOf: { registration: 'registration_id' } }),
]

/** Somebody who waits or sits in the chair is called by the file that lies at the desk. */
export const mergeObstacles: ObstacleSource = async (tx, patientIds) => {
  const rows = await tx.rows<{ patientId: string; name: string; clinicName: string; status: number }>(
    keptSql`select r.patient_id as "patientId", p.name, c.short_name as "clinicName", r.status
        from registration r
        join patient p on p.tenant_id = ${tx.tenantId} and p.id = r.patient_id
        join clinic c on c.tenant_id = ${tx.tenantId} and c.id = r.clinic_id
        where r.tenant_id = ${tx.tenantId} and r.patient_id = any(${patientIds}::uuid[]) and r.status in ${codes(registrationStates, 'inHouse')}
        order by r.reg_time`,
  )
  return rows.map(({ patientId, name, clinicName, status }) => ({
    patientId,
    text: `${name}正在${clinicName}${registrationStates.is(status, 'inTreatment') ? '就诊' : '候诊'}，离开后才能合并`,
  }))
}

export const countFigures: FigureCount = (tx, patientId) =>
  tx.need<Partial<Figures>>(
    keptSql`select count(*)::int as "visitCount", min(t.start_time) as "firstVisitAt", max(t.start_time) as "lastVisitAt",
          (array_agg(t.doctor_id order by t.start_time, t.id))[1] as "firstDoctorId",
          (array_agg(t.clinic_id order by t.start_time, t.id))[1] as "firstClinicId"
        from treatment t where t.tenant_id = ${tx.tenantId} and t.patient_id = ${patientId} and t.status in ${codes(treatmentStates, 'ended')}`,
  )
