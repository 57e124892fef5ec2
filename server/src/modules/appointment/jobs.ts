import { sql } from 'kysely'
import { columns, select } from '../../platform/database/select.ts'
import type { Services } from '../../platform/services.ts'
import { markNoShows } from './commands/status.ts'
import { tellAppointment } from './commands/tell.ts'
import { lapseHolds } from './commands/waitlist.ts'

const DAY = 86_400_000
const everyClinic = select(columns('account_clinic', 'a', 'tenant_id', 'clinic_id'))

/** Puts on the clock what is due every minute: no-shows are marked, held places of the waiting list passed on. */
export function defineAppointmentJobs(services: Services): void {
  const { jobs, database } = services
  jobs.define(
    'appointment.no-shows',
    async (_data, { now, signal, log }) => {
      const clinics = await database.withPlatform((tx) =>
        tx.rows(everyClinic.of(sql`select distinct ${everyClinic.list} from account_clinic a order by 1, 2`)),
      )
      for (const { tenantId, clinicId } of clinics) {
        if (signal.aborted) return
        const count = await database.withTenant(tenantId, clinicId, (tx) =>
          markNoShows(tx, now, async (missed) => {
            // After an outage: yesterday's are history, nobody is told of them.
            if (now.getTime() - missed.starts_at.getTime() < DAY)
              await tellAppointment({ tx, services }, 'appointment.noShow', missed)
          }),
        )
        if (count > 0) log.info({ tenantId, clinicId, count }, 'no-shows marked')
        const lapsed = await database.withTenant(tenantId, clinicId, (tx) => lapseHolds(tx, services, clinicId, now))
        if (lapsed > 0) log.info({ tenantId, clinicId, count: lapsed }, 'held places passed on')
      }
    },
    // The next minute does it again.
    { retries: 0 },
  )
  jobs.schedule('appointment.no-shows', '* * * * *')
}
