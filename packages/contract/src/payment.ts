import type { CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'

/** Refusals of this domain: codes 31000 to 31999. */
export const paymentErrors = {} as const satisfies Record<string, ErrorEntry>

/** Payments: gateways, their notifications, the pay pages. */
export const payment = {} satisfies CallGroup
