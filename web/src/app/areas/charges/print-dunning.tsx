import { useNavigate, useParams, useSearchParams } from 'react-router'
import { LetterSheet } from '../../../features/instalment/index.ts'

/** /print/dunning/:patientId: a letter about what is late. `?auto=1` opens the print dialog. */
export default function PrintDunning() {
  const { patientId = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return <LetterSheet patientId={patientId} auto={params.has('auto')} onBack={() => void navigate('/instalments')} />
}
