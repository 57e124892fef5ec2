import type { Services } from '../../platform/services.ts'
import { companies } from '../identity/index.ts'
import { carry, CARRY, type Carry } from './follow.ts'
import { dueNow } from './queries.ts'

/** So many of one clinic come in one run. */
const BATCH = 50
/** So many are followed at once, each of another clinic. */
const AT_ONCE = 5
/** None is begun later than this: those that are left come with the next run. */
const LONGEST_MS = 40_000

/**
 * Tells the platform of what is due and asks about what is under way; a second run changes nothing. The clinics take turns, one
 * invoice each, so that one whose platform does not answer costs the others a turn and no more.
 */
export async function followInvoices(services: Services, signal?: AbortSignal): Promise<number> {
  const { database, log } = services
  const due: (Carry & { since: Date })[] = []
  for (const tenantId of await database.withPlatform(companies))
    for (const one of await database.withTenant(tenantId, 'all', (tx) => dueNow(tx, BATCH)))
      due.push({ tenantId, ...one })
  due.sort((one, other) => one.since.getTime() - other.since.getTime())
  const byClinic = new Map<string, Carry[]>()
  for (const one of due) byClinic.set(one.clinicId, [...(byClinic.get(one.clinicId) ?? []), one])
  const clinics = [...byClinic.values()]
  const end = performance.now() + LONGEST_MS
  let count = 0
  const work = async () => {
    for (let clinic = clinics.shift(); clinic; clinic = clinics.shift()) {
      const what = clinic.shift()
      if (!what) continue
      if (signal?.aborted || performance.now() > end) return
      await carry(services, what).catch((error: unknown) =>
        log.error({ err: error, invoice: what.id }, 'invoice not followed'),
      )
      count += 1
      clinics.push(clinic)
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
