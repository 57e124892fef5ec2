import type { CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'

/** Refusals of this domain: codes 21001 to 21999. */
export const clinicErrors = {} satisfies Record<string, ErrorEntry>

export const clinic = {} satisfies CallGroup
