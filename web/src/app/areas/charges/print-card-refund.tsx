import { useNavigate, useParams, useSearchParams } from 'react-router'
import { CardRefundSlip } from '../../../features/card/index.ts'
import { membersTo } from '../../parts/patient-links.ts'

/** /print/cardRefund/:id: the slip of what was given back of a card. `?auto=1` opens the print dialog. */
export default function PrintCardRefund() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return (
    <CardRefundSlip
      id={id}
      auto={params.has('auto')}
      onBack={(patientId) => void navigate(patientId ? membersTo(patientId) : '/membercard?tab=refunds')}
    />
  )
}
