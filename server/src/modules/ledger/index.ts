import { module } from '../../platform/module.ts'
import { shiftHandlers } from './shift-handlers.ts'

export { accountOfPart } from './accounts.ts'
export {
  allocationsOf,
  cardsOfEntry,
  entriesOf,
  opposite,
  pointsOfBill,
  post,
  usesOfBill,
  waysOfDocument,
  type Posting,
} from './post.ts'

export { isHandedOver } from './shift-queries.ts'
export { takingsOf } from './shift-handlers.ts'

/** What this module is to the rest of the house: every movement of money, in entries that sum to nothing. */
export const ledgerModule = module({
  name: 'ledger',
  owns: ['ledger_entry', 'ledger_posting', 'cash_shift'],
  reads: ['clinic', 'pay_method'],
  handlers: { shift: shiftHandlers },
  constraints: { ledger_shift_open: 'SHIFT_CLOSED' },
})
