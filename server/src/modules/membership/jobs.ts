import { addDays, daysBetween } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { Services } from '../../platform/services.ts'
import { membershipPage, tellAdministrators } from './commands/notice.ts'
import { closeLapsed } from './commands/order.ts'
import { endingOn, lapsedPlaces } from './queries.ts'
import { dayOf, type VipKind } from './rules.ts'

/** How many days before the end the administrators get a message; -1: the day after it. */
const MESSAGE_DAYS = [30, 7, 1, -1]

/** Closes orders that nobody paid in time, every minute, and tells administrators of the end in good time. */
export function defineMembershipJobs(services: Services): void {
  const { jobs, database } = services
  jobs.define(
    'membership.close-orders',
    async (_data, { signal, log }) => {
      for (const { tenantId, clinicId } of await database.withPlatform(lapsedPlaces)) {
        if (signal.aborted) return
        const count = await database.withTenant(tenantId, clinicId, (tx) => closeLapsed(tx, clinicId))
        if (count > 0) log.info({ tenantId, clinicId, count }, 'unpaid membership orders closed')
      }
    },
    // The next minute does it again.
    { retries: 0 },
  )
  jobs.schedule('membership.close-orders', '* * * * *')

  jobs.define('membership.remind', async (_data, { now, signal }) => {
    const on = dayOf(now)
    const ending = await database.withPlatform((tx) =>
      endingOn(
        tx,
        MESSAGE_DAYS.map((days) => addDays(on, days)),
      ),
    )
    for (const { tenantId, clinicId, kind, endDate } of ending) {
      if (signal.aborted) return
      await database.withTenant(tenantId, clinicId, (tx) =>
        tellEnd(tx, clinicId, kind, endDate, daysBetween(on, endDate)),
      )
    }
  })
  jobs.schedule('membership.remind', '0 9 * * *')
}

async function tellEnd(tx: TenantTx, clinicId: string, kind: VipKind, endDate: string, left: number): Promise<void> {
  const what = kind === 'vip' ? '门诊会员' : '医保会员'
  await tellAdministrators(tx, clinicId, {
    title: left < 0 ? `${what}已过期` : `${what}即将到期`,
    body:
      left < 0
        ? `${what}已于 ${endDate} 到期。已有的数据照常可以查看和记录，续费后恢复会员权益。`
        : `${what}将于 ${endDate} 到期，还有 ${left} 天，请及时续费。`,
    link: membershipPage(kind),
    key: `${kind}-end:${clinicId}:${endDate}:${left}`,
  })
}
