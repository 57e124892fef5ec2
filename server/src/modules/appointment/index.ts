import { module } from '../../platform/module.ts'
import { scenes } from './commands/tell.ts'
import { constraints } from './constraints.ts'
import { copy } from './copy.ts'
import { deletionGuard } from './deletion-guard.ts'
import { displaced } from './displaced.ts'
import { appointmentHandlers } from './handlers.ts'
import { defineAppointmentJobs } from './jobs.ts'
import { mergeRules } from './merge-rules.ts'
import { openWork } from './open-work.ts'

export { markNoShows } from './commands/status.ts'
export { lapseHolds } from './commands/waitlist.ts'
export {
  appointmentForCheckIn,
  linkAppointmentPatient,
  markArrived,
  setAppointmentStatus,
  type CheckInAppointment,
} from './public-api.ts'
export { freeStarts, onDuty } from './free.ts'
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
export { appointmentsOfDay, consultantsOf, upcomingOf, type DayAppointment } from './queries.ts'

/** What this module is to the rest of the house. */
export const appointmentModule = module({
  name: 'appointment',
  handlers: { appointment: appointmentHandlers },
  jobs: defineAppointmentJobs,
  topics: {
    appointment: [
      '/myAppointmentBoard:view',
      '/myAppointmentList:view',
      '/myAppointmentNetwork:view',
      '/dashboard:view',
      '/doctorIndex:view',
    ],
  },
  constraints,
  patient: { mergeRules, deletionGuard, copy: [copy] },
  staff: { openWork },
  sms: { scenes },
  schedule: { displaced },
})
