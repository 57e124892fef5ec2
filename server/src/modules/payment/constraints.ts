import type { Refusals } from '../../platform/wiring.ts'

/** What a broken constraint of its tables means to the user. */
export const constraints: Refusals = {
  gateway_trade_number_key: 'PAYMENT_NUMBER_USED',
  scan_payment_running_key: 'SCAN_RUNNING',
  scan_payment_running_card_key: 'SCAN_RUNNING',
  scan_payment_running_patient_key: 'SCAN_RUNNING',
}
