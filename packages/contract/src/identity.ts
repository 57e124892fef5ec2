import type { CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'

/** Refusals of this domain: codes 20001 to 20999. */
export const identityErrors = {} satisfies Record<string, ErrorEntry>

export const identity = {} satisfies CallGroup
