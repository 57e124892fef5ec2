import { useNavigate, useSearchParams } from 'react-router'
import { FeeListSheet } from '../../../features/billing/index.ts'
import { patientTo } from '../../parts/patient-links.ts'

/** /print/feeList?patientId=: a patient's list of fees, of a bill (billId), of a visit (registrationId) or of days (from, to). */
export default function PrintFeeList() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const patientId = params.get('patientId') ?? ''
  return (
    <FeeListSheet
      of={{
        patientId,
        billId: params.get('billId'),
        registrationId: params.get('registrationId'),
        from: params.get('from'),
        to: params.get('to'),
      }}
      auto={params.has('auto')}
      onDays={(from, to) => setParams({ patientId, from, to }, { replace: true })}
      onBack={() => void navigate(patientTo(patientId, 'bills'))}
    />
  )
}
