import { module } from '../../platform/module.ts'
import { sandboxIsWanted } from '../payment/index.ts'
import { copy } from './copy.ts'
import { deletionGuard } from './deletion-guard.ts'
import { invoiceHandlers } from './handlers.ts'
import { defineInvoiceJobs } from './jobs.ts'
import { invoices } from './lent.ts'
import { mergeRules } from './merge-rules.ts'
import { invoiceSandboxRoutes } from './sandbox/routes.ts'

/** What this module is to the rest of the house: electronic invoices for patients' money, and what takes them back. */
export const invoiceModule = module({
  name: 'invoice',
  owns: [
    'invoice',
    'invoice_account',
    'invoice_carried',
    'invoice_code',
    'invoice_cover',
    'invoice_red',
    'invoice_red_cover',
    'invoice_right',
    'sandbox_invoice',
  ],
  reads: ['bill', 'bill_item', 'clinic', 'member_card', 'patient', 'prepay'],
  handlers: { invoice: invoiceHandlers },
  constraints: {
    invoice_right_claim: 'INVOICE_OVER',
    invoice_account_clinic_key: 'VERSION_CONFLICT',
  },
  billing: { invoices },
  patient: { mergeRules, deletionGuard, copy: [copy] },
  jobs: defineInvoiceJobs,
  routes: (app, services) => {
    if (sandboxIsWanted(services.config)) invoiceSandboxRoutes(app, services)
  },
})
