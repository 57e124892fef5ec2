import { useNavigate } from 'react-router'
import { PatientCases } from '../../../features/orthodontic/index.ts'
import { orthoTo } from '../../parts/patient-links.ts'

/** 正畸 in the patient's file. */
export default function PatientOrtho({ patientId }: { patientId: string }) {
  const navigate = useNavigate()
  return <PatientCases patientId={patientId} caseTo={orthoTo} onOpen={(id) => void navigate(orthoTo(id))} />
}
