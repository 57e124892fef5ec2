import { module } from '../../platform/module.ts'
import { bookedChairs } from './chairs.ts'
import { scenes } from './commands/tell.ts'
import { constraints } from './constraints.ts'
import { copy } from './copy.ts'
import { deletionGuard } from './deletion-guard.ts'
import { displaced } from './displaced.ts'
import { appointmentHandlers } from './handlers.ts'
import { defineAppointmentJobs } from './jobs.ts'
import { forSms, lends, followUp } from './lent.ts'
import { mergeRules } from './merge-rules.ts'
import { openWork } from './open-work.ts'

export type { AskedByAppointment } from './extension-points.ts'
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
  keepRequest,
  lockOnline,
  moveOnline,
  onlineDoctors,
  onlineItems,
  onlineSlots,
  openForBooking,
  noteProposal,
  settleRequest,
  tellOnline,
} from './online.ts'
export { appointmentsOfDay, consultantsOf, upcomingOf, type DayAppointment } from './queries.ts'

/** What this module is to the rest of the house. */
export const appointmentModule = module({
  name: 'appointment',
  owns: ['appointment', 'appointment_change', 'online_request', 'slot_opening', 'waitlist', 'waitlist_offer'],
  reads: [
    'account_clinic',
    'chair',
    'clinic',
    'dept',
    'dict_item',
    'employee',
    'employee_clinic',
    'patient',
    'patient_clinic',
    'schedule',
    'shift',
    'sms_outbox',
    'status_log',
  ],
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
  clinic: { bookedChairs },
  patient: { mergeRules, deletionGuard, copy: [copy], lends },
  staff: { openWork },
  sms: { scenes, lends: forSms },
  schedule: { displaced },
  followUp,
})
