import type { CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'

/** Refusals of this domain: codes 24001 to 24999. */
export const visitErrors = {} satisfies Record<string, ErrorEntry>

export const visit = {} satisfies CallGroup
