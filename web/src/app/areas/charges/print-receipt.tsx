import { useNavigate, useParams, useSearchParams } from 'react-router'
import { chargeDeskLink, ReceiptSheet } from '../../../features/billing/index.ts'
import { useInvoiceCode } from '../../../features/invoice/index.ts'

/** /print/receipt/:id: the receipt of a bill. `?auto=1` opens the print dialog. */
export default function PrintReceipt() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return (
    <ReceiptSheet
      id={id}
      auto={params.has('auto')}
      invoice={useInvoiceCode('bill', id)}
      onBack={() => void navigate(chargeDeskLink(id))}
    />
  )
}
