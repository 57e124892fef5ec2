import { useNavigate, useSearchParams } from 'react-router'
import { PrintSheet } from '../../../features/perio/index.ts'

/** /patientMedicalRecord/perio-print?id=: a periodontal examination on paper. */
export default function PerioPrint() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return <PrintSheet id={params.get('id') ?? ''} onBack={() => void navigate(-1)} />
}
