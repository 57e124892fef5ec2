import { module } from '../../platform/module.ts'
import { copy } from './copy.ts'
import { deletionGuard } from './deletion-guard.ts'
import { prepayments } from './desk.ts'
import { prepayHandlers } from './handlers.ts'
import { lends } from './lent.ts'
import { mergeRules } from './merge-rules.ts'
import { monthEndChecks, monthIdentities } from './month-end.ts'

export { prepaysListed } from './handlers.ts'
export { receivable, receive } from './commands.ts'
export { standingOfPrepayReceipt, standingOfPrepayReturn } from './standing.ts'

/** What this module is to the rest of the house: money that patients handed over before there was a bill for it. */
export const prepayModule = module({
  name: 'prepay',
  owns: ['prepay', 'prepay_log', 'prepay_return'],
  reads: ['clinic', 'ledger_posting', 'patient', 'pay_method'],
  handlers: { prepay: prepayHandlers },
  constraints: {
    prepay_balance_check: 'PREPAY_SHORT',
    prepay_given_back: 'PREPAY_STATE',
    prepay_return_open_key: 'PREPAY_RETURN_OPEN',
  },
  billing: { prepayments },
  patient: { mergeRules, deletionGuard, copy: [copy], lends },
  monthEnd: { checks: monthEndChecks, identities: monthIdentities },
})
