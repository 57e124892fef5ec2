import './belongings.ts'
import './copy.ts'
import './open-work.ts'
import './ties.ts'

export {
  markEmrCompleted,
  registrationCharged,
  registrationForFee,
  registrationUncharged,
  setNextPlan,
  treatmentById,
  type TreatmentBrief,
  type VisitForBilling,
} from './doors.ts'
export { visitHandlers } from './handlers.ts'
export { defineVisitJobs } from './jobs.ts'
export { openCharges, registrationsOfDay, unpaidFees, type DayFilter } from './queries.ts'
export { registrationsWithin, treatmentsWithin } from './access.ts'
export { durations, isLate, mean, minutesBetween, waitingOrder } from './rules.ts'
export { queueRoutes } from './screen.ts'
