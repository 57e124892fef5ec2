import type { CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'

/** Refusals of this domain: codes 26001 to 26999. */
export const billingErrors = {} satisfies Record<string, ErrorEntry>

export const billing = {} satisfies CallGroup
