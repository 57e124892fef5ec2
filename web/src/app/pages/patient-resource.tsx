import { Navigate, useSearchParams } from 'react-router'
import { patientTo } from './patient-links.ts'

/** /patientResource?id=: the 资料 tab of the file, at the address the specification gives it. */
export default function PatientResource() {
  const [params] = useSearchParams()
  const id = params.get('id')
  return <Navigate replace to={id ? patientTo(id, 'resource') : '/allTimePatients'} />
}
