import { module } from '../../platform/module.ts'
import { freeze, unfreeze } from './freeze.ts'
import { commissionHandlers } from './handlers.ts'
import { monthEndChecks } from './month-end.ts'

export { payRows } from './pay.ts'

/** What this module is to the rest of the house: what performance pays, by which rules, and the slips of closed months. */
export const commissionModule = module({
  name: 'commission',
  owns: ['commission_line', 'commission_rule', 'commission_slip', 'commission_step', 'commission_terms'],
  reads: [
    'bill',
    'bill_item',
    'bill_item_execution',
    'bill_payment',
    'clinic',
    'employee',
    'employee_clinic',
    'ledger_entry',
    'ledger_posting',
    'month_close',
    'patient',
    'refund',
    'tariff',
    'tariff_category',
  ],
  handlers: { commission: commissionHandlers },
  constraints: { commission_rule_name_key: 'RULE_NAME' },
  monthEnd: { checks: monthEndChecks, closed: freeze, reopened: unfreeze },
})
