import type { CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'

/** Refusals of this domain: codes 29000 to 29999. */
export const membershipErrors = {} as const satisfies Record<string, ErrorEntry>

/** Membership: VIP of the clinic and of its medical insurance link, orders, invoices. */
export const membership = {} satisfies CallGroup
