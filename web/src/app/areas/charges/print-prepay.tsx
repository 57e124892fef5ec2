import { useNavigate, useParams, useSearchParams } from 'react-router'
import { PrepayReceipt } from '../../../features/prepay/index.ts'

/** /print/prepay/:id: the receipt of a prepayment. `?auto=1` opens the print dialog. */
export default function PrintPrepay() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return <PrepayReceipt id={id} auto={params.has('auto')} onBack={() => void navigate('/prepayments')} />
}
