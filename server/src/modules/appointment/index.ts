import './belongings.ts'
import './constraints.ts'
import './open-work.ts'
import './ties.ts'

export { markNoShows } from './commands/status.ts'
export { lapseHolds } from './commands/waitlist.ts'
export {
  appointmentForCheckIn,
  linkAppointmentPatient,
  markArrived,
  setAppointmentStatus,
  type CheckInAppointment,
} from './doors.ts'
export { appointmentHandlers } from './handlers.ts'
export { defineAppointmentJobs } from './jobs.ts'
export { appointmentsOfDay, type DayAppointment } from './queries.ts'
