import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useInvoiceCode } from '../../../features/invoice/index.ts'
import { PrepayReceipt } from '../../../features/prepay/index.ts'

/** /print/prepay/:id: the receipt of a prepayment. `?auto=1` opens the print dialog. */
export default function PrintPrepay() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return (
    <PrepayReceipt
      id={id}
      auto={params.has('auto')}
      invoice={useInvoiceCode('prepay', id)}
      onBack={() => void navigate('/prepayments')}
    />
  )
}
