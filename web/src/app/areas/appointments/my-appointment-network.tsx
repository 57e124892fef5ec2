import { OnlineRequests } from '../../../features/appointment/index.ts'
import { patientTo } from '../../parts/patient-links.ts'

/** /myAppointmentNetwork: what patients ask for over the clinic's page, and the page itself. */
export default function MyAppointmentNetwork() {
  return <OnlineRequests patientHref={patientTo} />
}
