import { useNavigate } from 'react-router'
import { PatientDialog } from '../../features/patient/index.ts'
import type { GlobalDialogProps } from '../dialogs.ts'

/** 添加患者 from anywhere; ends in the new file. */
export default function NewPatient({ onClose }: GlobalDialogProps) {
  const navigate = useNavigate()
  return <PatientDialog onClose={onClose} onDone={(id) => void navigate(`/patientCenter?id=${id}`)} />
}
