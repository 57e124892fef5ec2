import { deferred } from '../../lib/deferred.ts'

/** Papers: printed, or looked at beside their template. */
export const CardReceipt = deferred(async () => (await import('./CardReceipt.tsx')).CardReceipt)
export const CardRefundSlip = deferred(async () => (await import('./RefundSlip.tsx')).CardRefundSlip)
export const StatementSheet = deferred(async () => (await import('./StatementSheet.tsx')).StatementSheet)
