import { module } from '../../platform/module.ts'
import { postingHandlers } from './handlers.ts'

/** What this module is to the rest of the house: any amount of a money screen as the postings that it is the sum of. */
export const postingModule = module({
  name: 'posting',
  owns: [],
  reads: [
    'bill',
    'bill_item',
    'clinic',
    'ledger_entry',
    'ledger_posting',
    'member_card',
    'patient',
    'pay_exception',
    'pay_method',
    'pay_unit',
    'prepay',
    'refund',
  ],
  handlers: { posting: postingHandlers },
})
