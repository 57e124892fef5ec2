import { useSearchParams } from 'react-router'
import { SecondScreen } from '../../../features/perio/index.ts'

/** /patientMedicalRecord/perio-screen?id=: the examination of a record for the patient's eyes. */
export default function PerioScreen() {
  const [params] = useSearchParams()
  return <SecondScreen recordId={params.get('id') ?? ''} />
}
