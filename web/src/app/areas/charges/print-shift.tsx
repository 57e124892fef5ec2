import { useNavigate, useParams, useSearchParams } from 'react-router'
import { ShiftSheet } from '../../../features/shift/index.ts'

/** /print/shift/:id: the paper of a shift. `?auto=1` opens the print dialog. */
export default function PrintShift() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return <ShiftSheet id={id} auto={params.has('auto')} onBack={() => void navigate('/shiftHandover')} />
}
