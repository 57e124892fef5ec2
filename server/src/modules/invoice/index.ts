import { module } from '../../platform/module.ts'
import { sandboxIsWanted } from '../payment/index.ts'
import { followEntry } from './commands.ts'
import { copy } from './copy.ts'
import { deletionGuard } from './deletion-guard.ts'
import { invoiceHandlers } from './handlers.ts'
import { defineInvoiceJobs } from './jobs.ts'
import { mergeRules } from './merge-rules.ts'
import { monthEndChecks } from './month-end.ts'
import { invoiceStatusOf } from './queries.ts'
import { invoiceSandboxRoutes } from './sandbox/routes.ts'

/** What this module is to the rest of the house: electronic invoices for patients' money, and what takes them back. */
export const invoiceModule = module({
  name: 'invoice',
  owns: [
    'invoice',
    'invoice_account',
    'invoice_app',
    'invoice_attempt',
    'invoice_code',
    'invoice_red',
    'invoice_red_part',
    'invoice_source',
    'sandbox_invoice',
  ],
  reads: [
    'audit',
    'bill',
    'bill_payment',
    'card_log',
    'clinic',
    'ledger_entry',
    'ledger_posting',
    'member_card',
    'patient',
    'pay_method',
    'prepay',
  ],
  handlers: { invoice: invoiceHandlers },
  ledger: { moved: followEntry },
  monthEnd: { checks: monthEndChecks },
  billing: { invoiceStatusOf },
  patient: { mergeRules, deletionGuard, copy: [copy] },
  jobs: defineInvoiceJobs,
  routes: (app, services) => {
    if (sandboxIsWanted(services.config)) invoiceSandboxRoutes(app, services)
  },
})
