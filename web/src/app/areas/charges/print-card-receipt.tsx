import { useNavigate, useParams, useSearchParams } from 'react-router'
import { CardReceipt } from '../../../features/card/index.ts'
import { useInvoiceCode } from '../../../features/invoice/index.ts'
import { membersTo } from '../../parts/patient-links.ts'

/** /print/cardReceipt/:id: the receipt of a card's sale, recharge or change. `?auto=1` opens the print dialog. */
export default function PrintCardReceipt() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return (
    <CardReceipt
      id={id}
      auto={params.has('auto')}
      invoice={useInvoiceCode('recharge', id)}
      onBack={(patientId) => void navigate(patientId ? membersTo(patientId) : '/membercard')}
    />
  )
}
