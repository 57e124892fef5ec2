import { module } from '../../platform/module.ts'
import { constraints } from './constraints.ts'
import { copy } from './copy.ts'
import { deletionGuard } from './deletion-guard.ts'
import { billingHandlers } from './handlers.ts'
import { countFigures, mergeObstacles, mergeRules } from './merge-rules.ts'
import { arrears } from './tell.ts'

export { billsWithin } from './access.ts'

/** What this module is to the rest of the house. */
export const billingModule = module({
  name: 'billing',
  handlers: { billing: billingHandlers },
  topics: { bill: ['/orderSet:view', '/dashboard:view'] },
  constraints,
  patient: { mergeRules, mergeObstacles, deletionGuard, countFigures, copy: [copy] },
  sms: { scenes: [arrears] },
})
