import { module } from '../../platform/module.ts'
import { constraints } from './constraints.ts'
import { copy } from './copy.ts'
import { deletionGuard } from './deletion-guard.ts'
import { followUpHandlers, patientRemindHandlers } from './handlers.ts'
import { defineFollowUpJobs } from './jobs.ts'
import { mergeRules } from './merge-rules.ts'
import { openWork } from './open-work.ts'
import { checkUps } from './scenes.ts'

export { forgetAppointment } from './commands.ts'
export { dropPlansOfRecord, planForBill, planForNoShow, planForRecord } from './plan.ts'

/** What this module is to the rest of the house. */
export const followUpModule = module({
  name: 'follow-up',
  handlers: { followUp: followUpHandlers, patientRemind: patientRemindHandlers },
  jobs: defineFollowUpJobs,
  topics: {
    followUp: [
      '/followManagementList:view',
      '/recordManage:view',
      '/remindManage:view',
      '/dashboard:view',
      '/doctorIndex:view',
    ],
  },
  constraints,
  patient: { mergeRules, deletionGuard, copy: [copy] },
  staff: { openWork },
  sms: { scenes: [checkUps] },
})
