import { module } from '../../platform/module.ts'
import { constraints } from './constraints.ts'
import { copy } from './copy.ts'
import { deletionGuard } from './deletion-guard.ts'
import { visitHandlers } from './handlers.ts'
import { defineVisitJobs } from './jobs.ts'
import { forAppointments, forSms, lends, forFollowUps } from './lent.ts'
import { countFigures, mergeObstacles, mergeRules } from './merge-rules.ts'
import { openWork } from './open-work.ts'
import { queueRoutes } from './screen.ts'
import { waitingFor } from './waiting.ts'

export type { AskedByVisit, ChargesOfVisit } from './extension-points.ts'
export {
  markEmrCompleted,
  registrationCharged,
  peopleOfVisit,
  registrationForFee,
  registrationUncharged,
  setNextPlan,
  treatmentById,
  type TreatmentBrief,
  type VisitForBilling,
} from './public-api.ts'
export { openCharges, registrationsOfDay, unpaidFees, visitOfToday, type DayFilter } from './queries.ts'
export { registrationsWithin, treatmentsWithin } from './access.ts'
export { durations, isLate, mean, minutesBetween, waitingOrder } from './rules.ts'

/** What this module is to the rest of the house. */
export const visitModule = module({
  name: 'visit',
  owns: ['queue_screen', 'referral', 'referral_file', 'registration', 'treatment'],
  reads: [
    'appointment',
    'chair',
    'clinic',
    'dept',
    'employee',
    'employee_clinic',
    'file_object',
    'patient',
    'patient_clinic',
  ],
  handlers: { visit: visitHandlers },
  jobs: defineVisitJobs,
  topics: { reception: ['/dashboard:view', '/doctorIndex:view', '/inTreatment:view'] },
  constraints,
  routes: queueRoutes,
  patient: { mergeRules, mergeObstacles, deletionGuard, countFigures, copy: [copy], lends },
  staff: { openWork },
  clinic: { waitingFor },
  appointment: forAppointments,
  sms: { lends: forSms },
  followUp: { lends: forFollowUps },
})
