import { deferred } from '../../lib/deferred.ts'

/** The prescriptions of a record come after it; the sheet to write on when it is asked for. */
export const RecordPrescriptions = deferred(async () => (await import('./RecordPrescriptions.tsx')).RecordPrescriptions)
export const Writer = deferred(async () => (await import('./Writer.tsx')).Writer)
