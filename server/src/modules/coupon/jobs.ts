import type { Services } from '../../platform/services.ts'
import { companies } from '../identity/index.ts'
import { runOut } from './commands.ts'
import { couponsToRunOut } from './queries.ts'

const BATCH = 200

/** Every night: coupons whose last day has gone. */
export function defineCouponJobs({ jobs, database }: Services): void {
  jobs.define('coupon.runOut', async (_data, { signal, log }) => {
    for (const tenantId of await database.withPlatform(companies)) {
      let count = 0
      for (let done = BATCH; done === BATCH && !signal.aborted; count += done)
        done = await database.withTenant(tenantId, 'all', async (tx) => runOut(tx, await couponsToRunOut(tx, BATCH)))
      if (count > 0) log.info({ tenantId, count }, 'coupons ran out')
    }
  })
  jobs.schedule('coupon.runOut', '20 0 * * *')
}
