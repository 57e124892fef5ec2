import { useNavigate, useParams, useSearchParams } from 'react-router'
import { SlipSheet } from '../../../features/refund/index.ts'

/** /print/refund/:id: the slip of a refund. `?auto=1` opens the print dialog. */
export default function PrintRefund() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return (
    <SlipSheet id={id} auto={params.has('auto')} onBack={() => void navigate(`/orderSet?tab=refund&refund=${id}`)} />
  )
}
