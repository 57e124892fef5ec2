import type { CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'

/** Refusals of this domain: codes 22001 to 22999. */
export const patientErrors = {} satisfies Record<string, ErrorEntry>

export const patient = {} satisfies CallGroup
