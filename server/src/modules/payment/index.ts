import { module } from '../../platform/module.ts'
import { constraints } from './constraints.ts'
import { paymentHandlers } from './handlers.ts'
import { definePaymentJobs } from './jobs.ts'
import { noticeRoutes } from './notices.ts'
import { sandboxRoutes } from './sandbox/routes.ts'
import { sandboxIsWanted } from './sandbox/settings.ts'

export { settleStrayed } from './commands/settle.ts'
export { strayedTrades, type StrayedPayment } from './queries.ts'
export { STRAY_REASONS } from './rules.ts'

/** What this module is to the rest of the house. */
export const paymentModule = module({
  name: 'payment',
  owns: ['gateway_trade', 'pay_ticket', 'payment_notice', 'sandbox_key', 'sandbox_trade', 'strayed_payment'],
  handlers: { payment: paymentHandlers },
  jobs: definePaymentJobs,
  constraints,
  routes: (app, services, { webRoot }) => {
    noticeRoutes(app, services)
    if (sandboxIsWanted(services.config)) sandboxRoutes(app, services, webRoot)
  },
})
