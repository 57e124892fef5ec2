import { useNavigate } from 'react-router'
import { PatientRecords } from '../../../features/record/index.ts'
import { RecordSeals } from '../../../features/record-seal/index.ts'

/** 病历 in the patient's file. */
export default function PatientRecordsTab({ patientId }: { patientId: string }) {
  const navigate = useNavigate()
  return (
    <PatientRecords
      patientId={patientId}
      onOpen={(id) => void navigate(`/patientMedicalRecord?id=${id}`)}
      seals={<RecordSeals patientId={patientId} />}
      printAllTo={`/patientMedicalRecord/print?patientId=${patientId}`}
    />
  )
}
