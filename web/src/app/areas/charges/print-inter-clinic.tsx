import { useNavigate, useParams, useSearchParams } from 'react-router'
import { StatementSheet } from '../../../features/inter-clinic/index.ts'

/** /print/interClinic/:month?debtorId=&creditorId=: the statement of two clinics. `?auto=1` opens the print dialog. */
export default function PrintInterClinic() {
  const { month = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return (
    <StatementSheet
      of={{ month, debtorId: params.get('debtorId') ?? '', creditorId: params.get('creditorId') ?? '' }}
      auto={params.has('auto')}
      onBack={() => void navigate('/interClinic')}
    />
  )
}
