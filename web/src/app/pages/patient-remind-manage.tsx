import { Navigate, useSearchParams } from 'react-router'
import { patientTo } from './patient-links.ts'

/** /patientRemindManage?id=: the 提醒 tab of the file, at the address the specification gives it. */
export default function PatientRemindManage() {
  const [params] = useSearchParams()
  const id = params.get('id')
  return <Navigate replace to={id ? patientTo(id, 'reminds') : '/allTimePatients'} />
}
