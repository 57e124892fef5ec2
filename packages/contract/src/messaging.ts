import type { CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'

/** Refusals of this domain: codes 33000 to 33999. */
export const messagingErrors = {} as const satisfies Record<string, ErrorEntry>

/** Messages: the bell, its categories, messages of the platform. */
export const messaging = {} satisfies CallGroup
