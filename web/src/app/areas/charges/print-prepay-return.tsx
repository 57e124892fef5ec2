import { useNavigate, useParams, useSearchParams } from 'react-router'
import { PrepayReturnSlip } from '../../../features/prepay/index.ts'

/** /print/prepayReturn/:id: the slip of what was given back of a prepayment. `?auto=1` opens the print dialog. */
export default function PrintPrepayReturn() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return <PrepayReturnSlip id={id} auto={params.has('auto')} onBack={() => void navigate('/prepayments?tab=returns')} />
}
