import { deferred } from '../../lib/deferred.ts'

/** Papers: printed, or looked at beside their template. */
export const SlipSheet = deferred(async () => (await import('./SlipSheet.tsx')).SlipSheet)
