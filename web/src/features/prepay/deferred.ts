import { deferred } from '../../lib/deferred.ts'

/** Takes a prepayment at the desk. */
export const ReceiveDialog = deferred(async () => (await import('./PrepayDialogs.tsx')).ReceiveDialog)

/** Papers where they are looked at beside a template; where they are printed they come with the page. */
export const PrepayReceiptLook = deferred(async () => (await import('./PrepaySheets.tsx')).PrepayReceipt)
export const PrepayReturnLook = deferred(async () => (await import('./PrepaySheets.tsx')).PrepayReturnSlip)
