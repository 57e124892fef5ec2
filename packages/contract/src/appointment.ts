import type { CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'

/** Refusals of this domain: codes 23001 to 23999. */
export const appointmentErrors = {} satisfies Record<string, ErrorEntry>

export const appointment = {} satisfies CallGroup
