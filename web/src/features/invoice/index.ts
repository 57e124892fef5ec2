export { InvoiceDialog } from './deferred.ts'
export { InvoiceAccount } from './InvoiceAccount.tsx'
export { InvoicesPage } from './InvoicesPage.tsx'
