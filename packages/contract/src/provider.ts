import type { CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'

/** Refusals of this domain: codes 32000 to 32999. */
export const providerErrors = {} as const satisfies Record<string, ErrorEntry>

/** The provider's own console: accounts of its own kind, reviews, confirmations. */
export const provider = {} satisfies CallGroup
