import { deferred } from '../../lib/deferred.ts'

/** A line in the frame, once it stands. */
export const PermitReminder = deferred(async () => (await import('./PermitReminder.tsx')).PermitReminder)
