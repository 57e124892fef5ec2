import { deferred } from '../../lib/deferred.ts'

/** Papers where they are looked at beside a template; where they are printed they come with the page. */
export const CardReceiptLook = deferred(async () => (await import('./CardReceipt.tsx')).CardReceipt)
export const CardRefundLook = deferred(async () => (await import('./RefundSlip.tsx')).CardRefundSlip)
export const CardStatementLook = deferred(async () => (await import('./StatementSheet.tsx')).StatementSheet)
