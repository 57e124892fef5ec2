import type { Database } from '../../../platform/database/database.ts'
import type { Services } from '../../../platform/services.ts'
import { companies } from '../../identity/index.ts'
import { isMonthClosed } from '../../ledger/index.ts'
import { keepUntil, unkeptMonths } from './keep.ts'

/**
 * Keeps the sums of every closed month of a company that has none, or none as they are declared now, and of the days of its open months that
 * are over. @returns of how many months
 */
export async function keepMissing(database: Database, tenantId: string, signal?: AbortSignal): Promise<number> {
  let count = 0
  for (const month of await database.withTenant(tenantId, 'all', (tx) => unkeptMonths(tx))) {
    if (signal?.aborted) break
    await database.withTenant(tenantId, 'all', async (tx) => {
      // It may have been opened again or closed meanwhile; from here on it is not.
      if ((await isMonthClosed(tx, month.clinicId, month.from)) === (month.until === null)) await keepUntil(tx, month)
    })
    count += 1
  }
  return count
}

/** Days that are over, and months that were closed before a figure was declared as it is. A second run changes nothing. */
export function defineKeptSums({ jobs, database }: Services): void {
  jobs.define(
    'reporting.keep',
    async (_data, { signal, log }) => {
      for (const tenantId of await database.withPlatform(companies)) {
        const count = await keepMissing(database, tenantId, signal)
        if (count > 0) log.info({ tenantId, count }, 'months kept')
      }
    },
    { atStart: true, expireSeconds: 3600 },
  )
  jobs.schedule('reporting.keep', '40 2 * * *')
}
