import { module } from '../../platform/module.ts'
import { discountApprovalHandlers } from './approval/handlers.ts'
import { readFees } from './fee-list.ts'
import { chargeDrugs, unchargeDrugs } from './drugs.ts'
import { executionHandlers } from './execution/executions.ts'
import { payAdjustHandlers } from './adjust/handlers.ts'
import { constraints } from './constraints.ts'
import { copy } from './copy.ts'
import { deletionGuard } from './deletion-guard.ts'
import { billingHandlers } from './handlers.ts'
import { clinicSums, countFigures, mergeObstacles, mergeRules } from './merge-rules.ts'
import { charges, lends, forCards, forFollowUps } from './lent.ts'
import { monthEndChecks, monthIdentities } from './month-end.ts'
import { refundHandlers } from './refunds/handlers.ts'
import { arrears } from './tell.ts'

export { billsWithin, visibleBill } from './access.ts'
export {
  billAgreed,
  chargeBill,
  repayArrears,
  startPaying,
  startRepaying,
  stopPaying,
  type ToCharge,
} from './commands.ts'
export { peopleOfRefund, refundArrived, refundFailed, type WayBack } from './refunds/commands.ts'
export type {
  AskedOfPrepay,
  AskedOfUnit,
  GatewayPart,
  GatewayRefunds,
  PayUnits,
  Prepayments,
} from './extension-points.ts'
export { standingBill } from './queries.ts'
export { standingOfReceipt, standingOfRefundSlip } from './receipt.ts'

/** What this module is to the rest of the house. */
export const billingModule = module({
  name: 'billing',
  owns: [
    'bill',
    'bill_lock',
    'discount_approval',
    'bill_item',
    'bill_payment',
    'refund',
    'refund_item',
    'pay_adjust',
    'bill_item_execution',
    'voucher_use',
  ],
  reads: [
    'clinic',
    'employee',
    'ledger_posting',
    'medical_record',
    'patient',
    'pay_method',
    'prescription',
    'registration',
    'sms_outbox',
    'status_log',
  ],
  handlers: {
    billing: billingHandlers,
    refund: refundHandlers,
    payAdjust: payAdjustHandlers,
    discountApproval: discountApprovalHandlers,
    execution: executionHandlers,
    feeList: { read: readFees },
  },
  topics: { bill: ['/orderSet:view', '/dashboard:view'] },
  constraints,
  patient: {
    mergeRules,
    mergeObstacles,
    deletionGuard,
    countFigures,
    clinicSums,
    copy: [copy],
    lends,
  },
  sms: { scenes: [arrears] },
  visit: { charges },
  prescription: { charge: chargeDrugs, uncharge: unchargeDrugs },
  card: forCards,
  followUp: { lends: forFollowUps },
  monthEnd: { checks: monthEndChecks, identities: monthIdentities },
})
