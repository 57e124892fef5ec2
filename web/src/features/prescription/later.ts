import { deferred } from '../../lib/deferred.ts'

/** The sheet to write on comes when it is asked for. */
export const Writer = deferred(async () => (await import('./Writer.tsx')).Writer)
