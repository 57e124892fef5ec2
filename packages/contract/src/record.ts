import type { CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'

/** Refusals of this domain: codes 25001 to 25999. */
export const recordErrors = {} satisfies Record<string, ErrorEntry>

export const record = {} satisfies CallGroup
