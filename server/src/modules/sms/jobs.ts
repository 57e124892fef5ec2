import { sql } from 'kysely'
import type { Services } from '../../platform/services.ts'
import { closeLapsed } from './commands/recharge.ts'
import { tellDue } from './public-api.ts'
import { defineSending, dueSms, sendSms, settleLostSms } from './outbox.ts'

/** How many kept messages of a clinic one minute sends. */
const PER_MINUTE = 200
const DISPATCH_DAYS = 90

/** Sends what is queued, and every minute what the clock brings: timed scenes, kept messages, lost ones, unpaid orders. */
export function defineSmsJobs(services: Services): void {
  const { jobs, database } = services
  defineSending(services)
  jobs.define(
    'sms.minute',
    async (_data, { signal, log }) => {
      const clinics = await database.withPlatform((tx) =>
        tx.rows<{ tenantId: string; clinicId: string }>(
          sql`select distinct tenant_id as "tenantId", clinic_id as "clinicId" from account_clinic order by 1, 2`,
        ),
      )
      for (const { tenantId, clinicId } of clinics) {
        if (signal.aborted) return
        const done = await database.withTenant(tenantId, clinicId, async (tx) => {
          await closeLapsed(tx, clinicId)
          return {
            told: await tellDue(tx, services, clinicId),
            lost: await settleLostSms(tx, clinicId),
            due: await dueSms(tx, clinicId, PER_MINUTE),
          }
        })
        for (const id of done.due) await sendSms(services, { tenantId, clinicId, id })
        if (done.told + done.lost > 0)
          log.info({ tenantId, clinicId, told: done.told, lost: done.lost }, 'messages of the clock')
      }
    },
    // The next minute does it again.
    { retries: 0 },
  )
  jobs.define('sms.tidy', () =>
    database.withPlatform((tx) =>
      tx.rows(sql`delete from sms_dispatch where sent_at < ${new Date(tx.now.getTime() - DISPATCH_DAYS * 86_400_000)}`),
    ),
  )
  jobs.schedule('sms.minute', '* * * * *')
  jobs.schedule('sms.tidy', '50 4 * * *')
}
