import { useNavigate, useParams, useSearchParams } from 'react-router'
import { AgreementSheet } from '../../../features/instalment/index.ts'

/** /print/instalment/:id: an agreement, the one that holds or a former one. `?auto=1` opens the print dialog. */
export default function PrintInstalment() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const billId = params.get('billId')
  return (
    <AgreementSheet
      id={id}
      auto={params.has('auto')}
      onBack={() => void navigate(billId ? `/instalments?tab=all&billId=${billId}` : '/instalments')}
    />
  )
}
