import { useNavigate, useSearchParams } from 'react-router'
import { paper } from '@dentin/contract/paper'
import { PdfButtons } from '../../../features/paper/index.ts'
import { ConsentSheet } from '../../../features/consent/index.ts'
import { consentTo } from '../../parts/patient-links.ts'

/** /patientConsent/print?id=: a consent on paper. */
export default function PatientConsentPrint() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const id = params.get('id') ?? ''
  return (
    <ConsentSheet
      id={id}
      pdf={(size) => <PdfButtons call={paper.consent} input={{ id, paper: size }} />}
      onBack={() => void navigate(consentTo(id))}
    />
  )
}
