import './belongings.ts'
import './open-work.ts'
import './scenes.ts'
import './ties.ts'

export { forgetAppointment } from './commands.ts'
export { followUpHandlers, patientRemindHandlers } from './handlers.ts'
export { defineFollowUpJobs } from './jobs.ts'
export { dropPlansOfRecord, planForBill, planForNoShow, planForRecord } from './plan.ts'
