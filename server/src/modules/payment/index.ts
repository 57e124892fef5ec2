import { module } from '../../platform/module.ts'
import { constraints } from './constraints.ts'
import { paymentHandlers } from './handlers.ts'
import { definePaymentJobs } from './jobs.ts'
import { scanPayHandlers } from './desk/handlers.ts'
import { gatewayRefunds } from './desk/refunds.ts'
import { deletionGuard } from './desk/deletion-guard.ts'
import { mergeObstacles, mergeRules } from './desk/merge-rules.ts'
import { monthEndChecks } from './desk/month-end.ts'
import { noticeRoutes } from './notices.ts'
import { sandboxRoutes } from './sandbox/routes.ts'
import { sandboxIsWanted } from './sandbox/settings.ts'

export { sandboxOrigin } from './gateways/index.ts'
export { sandboxApiV3Key, sandboxIsWanted } from './sandbox/settings.ts'
export { settleStrayed } from './commands/settle.ts'
export { strayedTrades, type StrayedPayment } from './queries.ts'
export { STRAY_REASONS } from './rules.ts'

/** What this module is to the rest of the house. */
export const paymentModule = module({
  name: 'payment',
  owns: [
    'clinic_merchant',
    'gateway_refund',
    'gateway_trade',
    'pay_exception',
    'pay_ticket',
    'payment_notice',
    'sandbox_key',
    'sandbox_refund',
    'sandbox_trade',
    'scan_payment',
    'strayed_payment',
  ],
  reads: ['bill', 'card_log', 'member_card', 'patient', 'pay_method', 'prepay', 'refund'],
  handlers: { payment: paymentHandlers, scanPay: scanPayHandlers },
  billing: { gatewayRefunds },
  patient: { mergeRules, mergeObstacles, deletionGuard },
  monthEnd: { checks: monthEndChecks },
  jobs: definePaymentJobs,
  constraints,
  routes: (app, services, { webRoot }) => {
    noticeRoutes(app, services)
    if (sandboxIsWanted(services.config)) sandboxRoutes(app, services, webRoot)
  },
})
