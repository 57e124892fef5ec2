import { module } from '../../platform/module.ts'
import { birthdays } from './birthdays.ts'
import { smsPayable } from './commands/recharge.ts'
import { constraints } from './constraints.ts'
import { copy } from './copy.ts'
import { deletionGuard } from './deletion-guard.ts'
import { smsHandlers } from './handlers.ts'
import { defineSmsJobs } from './jobs.ts'
import { mergeRules } from './merge-rules.ts'
import type { TimedScene } from './public-api.ts'
import { smsRoutes } from './receipts.ts'

export { decideSmsReview, listSmsReviews, smsReviewsWaiting } from './desk.ts'
export { isTimeFor, smsWords, tellPatient, writePatient, type SmsEvent, type TimedScene } from './public-api.ts'
export { momentForPatients } from './rules.ts'

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    /** Scenes that the clock sets off: whom each means now. */
    sms?: { scenes: readonly TimedScene[] }
  }
}

/** What this module is to the rest of the house. */
export const smsModule = module({
  name: 'sms',
  handlers: { sms: smsHandlers },
  jobs: defineSmsJobs,
  topics: { sms: ['/SMSmanagement:view'] },
  constraints,
  routes: smsRoutes,
  membership: { payables: [smsPayable] },
  patient: { mergeRules, deletionGuard, copy: [copy] },
  sms: { scenes: [birthdays] },
})
