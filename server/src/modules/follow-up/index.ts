import { module } from '../../platform/module.ts'
import { constraints } from './constraints.ts'
import { copy } from './copy.ts'
import { deletionGuard } from './deletion-guard.ts'
import { beginCompany, countForSetUp } from './founding.ts'
import { followUpHandlers, patientRemindHandlers } from './handlers.ts'
import { defineFollowUpJobs } from './jobs.ts'
import { mergeRules } from './merge-rules.ts'
import { openWork } from './open-work.ts'
import { checkUps } from './scenes.ts'
import { tariffLinks } from './tariff-links.ts'

export type { LentToFollowUp, NextAppointment } from './extension-points.ts'
export { forgetAppointment } from './commands.ts'
export { dropCheckUps, handCheckUps, moveCheckUps, planCheckUps } from './check-ups.ts'
export {
  dropPlansOfRecord,
  planForBill,
  planForFirstVisit,
  planForLostPlan,
  planForNoShow,
  planForRecord,
} from './plan.ts'

/** What this module is to the rest of the house. */
export const followUpModule = module({
  name: 'follow-up',
  owns: ['follow_call', 'follow_rule', 'follow_template', 'follow_up', 'patient_remind'],
  reads: [
    'clinic',
    'dict_item',
    'employee',
    'employee_clinic',
    'employee_post',
    'patient',
    'patient_stat',
    'post',
    'sms_outbox',
    'tariff',
  ],
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
  clinic: { beginCompany, countForSetUp, tariffLinks },
  patient: { mergeRules, deletionGuard, copy: [copy] },
  staff: { openWork },
  sms: { scenes: [checkUps] },
})
