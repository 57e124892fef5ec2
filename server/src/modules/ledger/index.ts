import { module } from '../../platform/module.ts'

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

/** What this module is to the rest of the house: every movement of money, in entries that sum to nothing. */
export const ledgerModule = module({
  name: 'ledger',
  owns: ['ledger_entry', 'ledger_posting', 'cash_shift'],
  reads: [],
  handlers: {},
})
