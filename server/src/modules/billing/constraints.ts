import type { Refusals } from '../../platform/wiring.ts'

/** What a broken constraint of its tables means to the user. */
export const constraints: Refusals = {
  bill_record_key: 'RECORD_ALREADY_BILLED',
  bill_fee_key: 'FEE_ALREADY_PAID',
  refund_open_key: 'REFUND_OPEN',
  discount_approval_open_key: 'APPROVAL_OPEN',
  pay_adjust_open_key: 'ADJUST_OPEN',
}
