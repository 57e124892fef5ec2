import { TreatRecords } from '../../../features/patient/index.ts'
import { can } from '../../../lib/permission.ts'
import { patientTo, recordTo } from '../../parts/patient-links.ts'

/** 就诊 in the patient's file: a row leads to its record, a sum to its bills. */
export default function PatientTreatRecordsTab({ patientId }: { patientId: string }) {
  return (
    <TreatRecords
      patientId={patientId}
      recordTo={can('/patientMedicalRecord:view') ? (visit) => recordTo(visit.recordId ?? '') : undefined}
      billTo={
        can('/orderSet:view')
          ? (visit) => `${patientTo(patientId, 'bills')}&registrationId=${visit.registrationId}`
          : undefined
      }
    />
  )
}
