import { module } from '../../platform/module.ts'
import { payUnits } from './desk.ts'
import { unitAccountHandlers } from './handlers.ts'
import { monthIdentities } from './month-end.ts'

/** What this module is to the rest of the house: units that pay for their people, what they owe, and what they paid. */
export const unitAccountModule = module({
  name: 'unit-account',
  owns: ['pay_unit', 'unit_claim', 'unit_settlement', 'unit_settlement_line'],
  reads: ['bill', 'bill_payment', 'ledger_entry', 'ledger_posting', 'patient', 'pay_method'],
  handlers: { unitAccount: unitAccountHandlers },
  constraints: { pay_unit_name_key: { refusal: 'SETTING_NAME_TAKEN', field: 'name' } },
  billing: { payUnits },
  monthEnd: { identities: monthIdentities },
})
