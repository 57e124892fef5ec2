import type { CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'

/** Refusals of this domain: codes 30000 to 30999. */
export const qualificationErrors = {} as const satisfies Record<string, ErrorEntry>

/** Qualification reviews: doctors and organisations. */
export const qualification = {} satisfies CallGroup
