import { deferred } from '../../lib/deferred.ts'

/** Papers: printed, or looked at beside their template. */
export const StatementSheet = deferred(async () => (await import('./StatementSheet.tsx')).StatementSheet)
