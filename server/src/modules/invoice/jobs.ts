import type { Services } from '../../platform/services.ts'
import { companies } from '../identity/index.ts'
import { carry, CARRY, type Carry } from './follow.ts'
import { dueNow } from './queries.ts'

const BATCH = 50
/** So many clinics are followed at once; one whose platform does not answer holds up no other. */
const AT_ONCE = 5
/** No clinic's are begun later than this: those that are left come with the next run. */
const LONGEST_MS = 40_000

/** Tells the platform of what is due and asks about what is under way; a second run changes nothing. */
export async function followInvoices(services: Services, signal?: AbortSignal): Promise<number> {
  const { database, log } = services
  const clinics = new Map<string, Carry[]>()
  for (const tenantId of await database.withPlatform(companies))
    for (const one of await database.withTenant(tenantId, 'all', (tx) => dueNow(tx, BATCH)))
      clinics.set(one.clinicId, [...(clinics.get(one.clinicId) ?? []), { tenantId, ...one }])
  const queue = [...clinics.values()]
  const end = performance.now() + LONGEST_MS
  let count = 0
  const work = async () => {
    for (let due = queue.shift(); due; due = queue.shift())
      for (const what of due) {
        if (signal?.aborted || performance.now() > end) return
        await carry(services, what).catch((error: unknown) =>
          log.error({ err: error, invoice: what.id }, 'invoice not followed'),
        )
        count += 1
      }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
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
