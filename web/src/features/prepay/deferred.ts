import { deferred } from '../../lib/deferred.ts'

/** Takes a prepayment at the desk. */
export const ReceiveDialog = deferred(async () => (await import('./PrepayDialogs.tsx')).ReceiveDialog)

/** Papers: printed, or looked at beside their template. */
export const PrepayReceipt = deferred(async () => (await import('./PrepaySheets.tsx')).PrepayReceipt)
export const PrepayReturnSlip = deferred(async () => (await import('./PrepaySheets.tsx')).PrepayReturnSlip)
