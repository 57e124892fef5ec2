import './belongings.ts'
import './copy.ts'
import './constraints.ts'
import './displaced.ts'
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
export { freeStarts, onDuty } from './free.ts'
export { appointmentHandlers } from './handlers.ts'
export { systemDesk, type Desk } from './access.ts'
export { moveAppointment, namedPeople } from './commands/book.ts'
export { lockVersion, type AppointmentRow } from './commands/status.ts'
export {
  agreeOnline,
  bookOnline,
  cancelOnline,
  lockOnline,
  moveOnline,
  onlineDoctors,
  onlineItems,
  onlineSlots,
  openForBooking,
  tellOnline,
} from './online.ts'
export { defineAppointmentJobs } from './jobs.ts'
export { appointmentsOfDay, consultantsOf, upcomingOf, type DayAppointment } from './queries.ts'
