export { InvoiceAccount } from './InvoiceAccount.tsx'
export { InvoicesPage } from './InvoicesPage.tsx'
