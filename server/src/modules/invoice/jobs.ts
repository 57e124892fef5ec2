import type { Services } from '../../platform/services.ts'
import { carry, carryAll } from './carry.ts'
import { CARRY_INVOICE, type CarryInvoice } from './queue.ts'

/** Brings invoices to their platform, asks how they stand, and posts the reds that refunds raised. */
export function defineInvoiceJobs(services: Services): void {
  const { jobs } = services
  jobs.define<CarryInvoice>(CARRY_INVOICE, (what) => carry(services, what), { retries: 5, concurrency: 2 })
  jobs.define(
    'invoice.follow',
    async (_data, { signal, log }) => {
      const count = await carryAll(services, signal)
      if (count > 0) log.info({ count }, 'invoices carried on')
    },
    { atStart: true },
  )
  jobs.schedule('invoice.follow', '* * * * *')
}
