import { deferred } from '../../lib/deferred.ts'

/** Papers: printed, or looked at beside their template. */
export const ShiftSheet = deferred(async () => (await import('./ShiftSheet.tsx')).ShiftSheet)
