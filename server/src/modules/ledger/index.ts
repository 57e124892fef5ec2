import { module } from '../../platform/module.ts'
import { ownChecks, ownIdentities } from './month-close/checks.ts'
import { monthCloseHandlers } from './month-close/handlers.ts'
import { shiftHandlers } from './shift-handlers.ts'

export { accountOfPart } from './accounts.ts'
export {
  allocationsOf,
  entriesOf,
  pointsOfBill,
  post,
  takeBack,
  tillOf,
  takenOffLines,
  usesOfBill,
  waysOfDocument,
  type Entry,
  type Posting,
  type Through,
} from './post.ts'

export type { Moved, MonthEndCheck, MonthIdentity, MonthOfClinic } from './extension-points.ts'
export { isMonthClosed } from './month-close/queries.ts'
export { someOf } from './month-close/checks.ts'
export { clinicHead, isHandedOver, tillOfPayment } from './shift-queries.ts'
export {
  approvalFrom,
  noteDecision,
  noteWithdrawal,
  tellApprovers,
  type AskingPaper,
  type Decided,
} from './second-person.ts'
export { mustSeeShift, takingsOf } from './shift-handlers.ts'

/** What this module is to the rest of the house: every movement of money, in entries that sum to nothing. */
export const ledgerModule = module({
  name: 'ledger',
  owns: ['ledger_entry', 'ledger_posting', 'cash_shift', 'month_close'],
  reads: ['clinic', 'pay_method'],
  handlers: { shift: shiftHandlers, monthClose: monthCloseHandlers },
  constraints: {
    ledger_shift_open: 'SHIFT_CLOSED',
    ledger_month_open: 'MONTH_CLOSED',
    month_close_closed_key: 'MONTH_CLOSED',
  },
  monthEnd: { checks: ownChecks, identities: ownIdentities },
})
