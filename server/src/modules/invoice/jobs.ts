import type { Services } from '../../platform/services.ts'
import { companies } from '../identity/index.ts'
import { carry, CARRY, type Carry } from './follow.ts'
import { dueNow } from './queries.ts'

const BATCH = 50

/** Tells the platform of what is due and asks about what is under way; a second run changes nothing. */
export async function followInvoices(services: Services, signal?: AbortSignal): Promise<number> {
  const { database, log } = services
  let count = 0
  for (const tenantId of await database.withPlatform(companies)) {
    const due = await database.withTenant(tenantId, 'all', (tx) => dueNow(tx, BATCH))
    for (const { id, clinicId, isRed } of due) {
      if (signal?.aborted) return count
      await carry(services, { tenantId, clinicId, id, isRed }).catch((error: unknown) =>
        log.error({ err: error, invoice: id }, 'invoice not followed'),
      )
      count += 1
    }
  }
  return count
}

export function defineInvoiceJobs(services: Services): void {
  const { jobs } = services
  jobs.define<Carry>(CARRY, (what) => carry(services, what), { retries: 3, concurrency: 2 })
  jobs.define('invoice.follow', async (_data, { signal, log }) => {
    const count = await followInvoices(services, signal)
    if (count > 0) log.info({ count }, 'invoices followed')
  })
  jobs.schedule('invoice.follow', '* * * * *')
}
