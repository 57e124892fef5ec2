import { useNavigate, useParams, useSearchParams } from 'react-router'
import { chargeDeskLink, ReceiptSheet } from '../../../features/billing/index.ts'
import { InvoiceQr, useInvoiceCode } from '../../../features/invoice/index.ts'

/** /print/receipt/:id: the receipt of a bill, with the code by which its buyer asks for the invoice. `?auto=1` opens the print dialog. */
export default function PrintReceipt() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const made = useInvoiceCode(1, id)
  return (
    <ReceiptSheet
      id={id}
      auto={params.has('auto')}
      onBack={() => void navigate(chargeDeskLink(id))}
      foot={made && <InvoiceQr made={made} />}
    />
  )
}
