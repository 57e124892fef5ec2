import { deferred } from '../../lib/deferred.ts'

/** The prescriptions of a record come after it. */
export const RecordPrescriptions = deferred(async () => (await import('./RecordPrescriptions.tsx')).RecordPrescriptions)
