import { Navigate } from 'react-router'

/** /outpatientManagementHome: the patient centre; its first child is the list of all patients. */
export default function OutpatientHome() {
  return <Navigate replace to="/allTimePatients" />
}
