import type { CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'

/** Refusals of this domain: codes 28000 to 28999. */
export const staffErrors = {} as const satisfies Record<string, ErrorEntry>

/** Staff: association with a clinic, employees, posts and what they may do. */
export const staff = {} satisfies CallGroup
