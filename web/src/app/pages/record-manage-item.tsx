import { Navigate, useSearchParams } from 'react-router'
import { patientTo } from './patient-links.ts'

/** /recordManageItem?id=: the 随访 tab of the file, at the address the specification gives it. */
export default function RecordManageItem() {
  const [params] = useSearchParams()
  const id = params.get('id')
  return <Navigate replace to={id ? patientTo(id, 'follow') : '/allTimePatients'} />
}
