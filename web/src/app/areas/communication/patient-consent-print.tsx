import { useNavigate, useSearchParams } from 'react-router'
import { ConsentSheet } from '../../../features/consent/index.ts'
import { consentTo } from '../../parts/patient-links.ts'

/** /patientConsent/print?id=: a consent on paper. */
export default function PatientConsentPrint() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const id = params.get('id') ?? ''
  return <ConsentSheet id={id} onBack={() => void navigate(consentTo(id))} />
}
