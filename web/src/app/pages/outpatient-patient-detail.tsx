import { Navigate, useSearchParams } from 'react-router'

/** /outpatientManagementPatientDetail: the patient's file, with everything the address says of it. */
export default function OutpatientPatientDetail() {
  const [params] = useSearchParams()
  const next = new URLSearchParams(params)
  const id = next.get('id') ?? next.get('patientId')
  next.delete('patientId')
  if (id) next.set('id', id)
  return <Navigate replace to={id ? `/patientCenter?${next.toString()}` : '/allTimePatients'} />
}
