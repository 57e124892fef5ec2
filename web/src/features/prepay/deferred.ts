import { deferred } from '../../lib/deferred.ts'

/** Takes a prepayment at the desk. */
export const ReceiveDialog = deferred(async () => (await import('./PrepayDialogs.tsx')).ReceiveDialog)
