import { useNavigate, useParams, useSearchParams } from 'react-router'
import { AgreementSheet } from '../../../features/instalment/index.ts'

/** /print/instalment/:billId: the agreement that holds for a bill. `?auto=1` opens the print dialog. */
export default function PrintInstalment() {
  const { billId = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return (
    <AgreementSheet
      billId={billId}
      auto={params.has('auto')}
      onBack={() => void navigate(`/instalments?billId=${billId}`)}
    />
  )
}
