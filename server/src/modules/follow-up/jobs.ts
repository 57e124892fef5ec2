import type { TenantTx } from '../../platform/database/tx.ts'
import type { Services } from '../../platform/services.ts'
import { companies } from '../identity/index.ts'
import { markOverdue } from './commands.ts'
import { absenceRules, planAbsent, type AbsentPlace } from './plan.ts'
import { ringReminders } from './reminders.ts'

const BATCH = 200

/** Overdue follow-ups, patients who stay away, and reminders that are due. A second run changes nothing. */
export function defineFollowUpJobs({ jobs, database }: Services): void {
  const tenants = () => database.withPlatform(companies)
  /** Batches of one company, each in a transaction of its own, until there is nothing left. */
  async function drain(
    tenantId: string,
    signal: AbortSignal,
    batch: (tx: TenantTx) => Promise<number>,
  ): Promise<number> {
    let count = 0
    for (;;) {
      if (signal.aborted) return count
      const done = await database.withTenant(tenantId, 'all', batch)
      count += done
      if (done < BATCH) return count
    }
  }

  jobs.define('follow-up.overdue', async (_data, { signal, log }) => {
    for (const tenantId of await tenants()) {
      const count = await drain(tenantId, signal, (tx) => markOverdue(tx, BATCH))
      if (count > 0) log.info({ tenantId, count }, 'follow-ups overdue')
    }
  })
  jobs.schedule('follow-up.overdue', '2,32 * * * *')

  jobs.define(
    'follow-up.absent',
    async (_data, { signal, log }) => {
      for (const tenantId of await tenants()) {
        for (const ruleId of await database.withTenant(tenantId, 'all', absenceRules)) {
          let place: AbsentPlace | null | undefined
          let count = 0
          while (place !== null) {
            if (signal.aborted) return
            const after: AbsentPlace | null = place ?? null
            const done: { planned: number; next: AbsentPlace | null } = await database.withTenant(
              tenantId,
              'all',
              (tx) => planAbsent(tx, ruleId, after),
            )
            count += done.planned
            place = done.next
          }
          if (count > 0) log.info({ tenantId, ruleId, count }, 'patients who stay away')
        }
      }
    },
    { expireSeconds: 3600 },
  )
  jobs.schedule('follow-up.absent', '20 3 * * *')

  jobs.define(
    'patient-remind.ring',
    async (_data, { signal, log }) => {
      for (const tenantId of await tenants()) {
        const count = await drain(tenantId, signal, (tx) => ringReminders(tx, BATCH))
        if (count > 0) log.info({ tenantId, count }, 'reminders sent')
      }
    },
    // The next minute does it again.
    { retries: 0 },
  )
  jobs.schedule('patient-remind.ring', '* * * * *')
}
