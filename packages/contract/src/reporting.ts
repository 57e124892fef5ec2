import type { CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'

/** Refusals of this domain: codes 27001 to 27999. */
export const reportingErrors = {} satisfies Record<string, ErrorEntry>

export const reporting = {} satisfies CallGroup
