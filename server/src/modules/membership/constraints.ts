import type { Refusals } from '../../platform/wiring.ts'

/** What a broken constraint of its tables means to the user. */
export const constraints: Refusals = {
  vip_invoice_order_key: 'INVOICE_EXISTS',
  vip_order_open_key: 'VIP_ORDER_OPEN',
  vip_package_live_key: { refusal: 'VIP_PACKAGE_TWICE', field: 'count' },
}
