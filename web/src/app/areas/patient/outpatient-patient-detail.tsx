import { Navigate, useSearchParams } from 'react-router'
import { jumpTo, visitFieldsOf } from '../../parts/patient-links.ts'

/** /outpatientManagementPatientDetail: the patient's file, with what the address says of the visit. */
export default function OutpatientPatientDetail() {
  const [params] = useSearchParams()
  const { patientId, ...fields } = visitFieldsOf(params)
  const id = fields.id ?? patientId
  return <Navigate replace to={id ? jumpTo('/patientCenter', { ...fields, id }) : '/allTimePatients'} />
}
