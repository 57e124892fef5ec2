import { deferred } from '../../lib/deferred.ts'

/** Issues an invoice at the desk. */
export const InvoiceDialog = deferred(async () => (await import('./InvoiceDialog.tsx')).InvoiceDialog)
