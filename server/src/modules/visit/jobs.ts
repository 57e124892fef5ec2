import { sql } from 'kysely'
import type { Services } from '../../platform/services.ts'
import { expireOld } from './commands/register.ts'

/**
 * 过号: whoever was never called in by the end of the day. At midnight, and every half hour for a process that was down
 * then; a second run changes nothing.
 */
export function defineVisitJobs(services: Services): void {
  const { jobs, database } = services
  jobs.define('visit.expire', async (_data, { signal, log }) => {
    const clinics = await database.withPlatform((tx) =>
      tx.rows<{ tenantId: string; clinicId: string }>(
        sql`select distinct tenant_id as "tenantId", clinic_id as "clinicId" from account_clinic order by 1, 2`,
      ),
    )
    for (const { tenantId, clinicId } of clinics) {
      if (signal.aborted) return
      const count = await database.withTenant(tenantId, clinicId, expireOld)
      if (count > 0) log.info({ tenantId, clinicId, count }, 'registrations expired')
    }
  })
  jobs.schedule('visit.expire', '0,30 * * * *')
}
