import type { Services } from '../../platform/services.ts'
import { companies } from '../identity/index.ts'
import { lapsePlans } from './commands.ts'

const BATCH = 200

/** Quotes that are over. A second run changes nothing. */
export function defineTreatmentPlanJobs({ jobs, database }: Services): void {
  jobs.define('treatment-plan.lapse', async (_data, { signal, log }) => {
    for (const tenantId of await database.withPlatform(companies)) {
      let count = 0
      for (let done = BATCH; done === BATCH && !signal.aborted; count += done)
        done = await database.withTenant(tenantId, 'all', (tx) => lapsePlans(tx, BATCH))
      if (count > 0) log.info({ tenantId, count }, 'quotes over')
    }
  })
  jobs.schedule('treatment-plan.lapse', '7 0 * * *')
}
