import type { PatientListLinks } from '../../features/patient/PatientList.tsx'
import { can } from '../../lib/permission.ts'
import { bookingTo, chargingTo, patientTo, payingTo } from './patient-links.ts'

/** Where a list of patients leads to, as far as the post goes. */
export const listLinks = (): PatientListLinks => ({
  file: patientTo,
  book: can('/myAppointmentBoard:add') ? bookingTo : null,
  charge: can('/orderSet:open') || can('/orderSet:charge') ? chargingTo : null,
  pay: can('/orderSet:charge') ? payingTo : null,
})
