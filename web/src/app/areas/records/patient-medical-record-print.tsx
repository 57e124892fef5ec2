import { useNavigate, useSearchParams } from 'react-router'
import { RecordSheets } from '../../../features/record/index.ts'
import { recordTo } from '../../parts/patient-links.ts'

/** /patientMedicalRecord/print: one record (?id=) or all the signed ones of a patient (?patientId=) on paper. */
export default function PatientMedicalRecordPrint() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const id = params.get('id')
  const patientId = params.get('patientId')
  return (
    <RecordSheets
      id={id}
      patientId={patientId}
      onBack={() => void navigate(id ? recordTo(id) : `/patientMedicalRecord?patientId=${patientId ?? ''}`)}
    />
  )
}
