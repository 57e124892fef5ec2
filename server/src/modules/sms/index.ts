import { module } from '../../platform/module.ts'
import { birthdays } from './birthdays.ts'
import { smsPayable } from './commands/recharge.ts'
import { constraints } from './constraints.ts'
import { copy } from './copy.ts'
import { deletionGuard } from './deletion-guard.ts'
import { beginClinic, countForSetUp } from './founding.ts'
import { smsHandlers } from './handlers.ts'
import { defineSmsJobs } from './jobs.ts'
import { mergeRules } from './merge-rules.ts'
import { smsRoutes } from './receipts.ts'

export type { LentToSms } from './extension-points.ts'
export { decideSmsReview, listSmsReviews, smsReviewsWaiting } from './desk.ts'
export {
  isTimeFor,
  scenesOn,
  smsWords,
  tellPatient,
  writePatient,
  type SmsEvent,
  type TimedScene,
} from './public-api.ts'
export { momentForPatients } from './rules.ts'

/** What this module is to the rest of the house. */
export const smsModule = module({
  name: 'sms',
  owns: [
    'sms_account',
    'sms_balance',
    'sms_dispatch',
    'sms_ledger',
    'sms_order',
    'sms_outbox',
    'sms_package',
    'sms_review',
    'sms_scene',
    'sms_template',
  ],
  reads: ['account_clinic', 'clinic', 'employee', 'patient', 'patient_stat'],
  handlers: { sms: smsHandlers },
  jobs: defineSmsJobs,
  topics: { sms: ['/SMSmanagement:view'] },
  constraints,
  clinic: { beginClinic, countForSetUp },
  routes: smsRoutes,
  membership: { payables: [smsPayable] },
  patient: { mergeRules, deletionGuard, copy: [copy] },
  sms: { scenes: [birthdays] },
})
