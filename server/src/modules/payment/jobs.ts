import { sql } from 'kysely'
import type { Services } from '../../platform/services.ts'
import { reconcile } from './commands/follow.ts'
import { apply, APPLY } from './commands/receive.ts'
import { CARRY_REFUND, carryRefund, type CarryRefund } from './desk/refunds.ts'

const DAY = 86_400_000

/** Brings received money to its order, reconciles with the gateways, and forgets what is of no use any more. */
export function definePaymentJobs(services: Services): void {
  const { jobs, database } = services
  jobs.define<{ tradeId: string }>(APPLY, ({ tradeId }) => apply(services, tradeId), { retries: 8, concurrency: 2 })
  jobs.define<CarryRefund>(CARRY_REFUND, (refund) => carryRefund(services, refund), { retries: 20, concurrency: 2 })
  jobs.define(
    'payment.reconcile',
    async (_data, { signal, log }) => {
      const counts = await reconcile(services, signal)
      if (Object.keys(counts).length > 0) log.info(counts, 'payments reconciled')
    },
    { atStart: true },
  )
  jobs.define('payment.tidy', () =>
    database.withPlatform(async (tx) => {
      const ago = (days: number) => new Date(tx.realNow.getTime() - days * DAY)
      await tx.rows(sql`delete from pay_ticket where expires_at < ${ago(1)}`)
      // What was believed stays with the books; what was not is kept for a month.
      await tx.rows(sql`select app.forget_false_notices(${tx.realNow})`)
    }),
  )
  jobs.schedule('payment.reconcile', '* * * * *')
  jobs.schedule('payment.tidy', '20 4 * * *')
}
