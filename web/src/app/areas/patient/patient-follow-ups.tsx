import { useNavigate } from 'react-router'
import { PatientFollowUps } from '../../../features/follow-up/index.ts'
import { followTo } from '../../parts/patient-links.ts'

/** 随访 in the patient's file. A row leads to where it is done. */
export default function PatientFollowUpsTab({ patientId }: { patientId: string }) {
  const navigate = useNavigate()
  return <PatientFollowUps patientId={patientId} onOpen={(row) => void navigate(followTo(row))} />
}
