import { authStates } from '@dentin/contract/core/status'
import { formatDate, type LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { lent } from '../../platform/database/lent.ts'
import type { Database } from '../../platform/database/database.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { dropPictures } from '../../platform/files/pictures.ts'
import type { FileStore } from '../../platform/files/store.ts'
import type { Services } from '../../platform/services.ts'
import { administratorsOf } from '../staff/index.ts'
import { notify } from '../messaging/index.ts'
import { setLicenceStatus } from './commands/licence.ts'
import { isExpired, reminderDue } from './rules.ts'

/** Every morning: permits that end soon or have ended. At night: pictures that nothing refers to. */
export function defineQualificationJobs(services: Services): void {
  const { jobs, database, files } = services
  jobs.define('qualification.permits', async (_data, { signal, log }) => {
    const tenants = await database.withPlatform((tx) =>
      tx.rows<{ tenantId: string }>(sql`select distinct tenant_id as "tenantId" from account_clinic order by 1`),
    )
    for (const { tenantId } of tenants) {
      if (signal.aborted) return
      const done = await database.withTenant(tenantId, 'all', lookAtPermits)
      if (done.told + done.expired > 0) log.info({ tenantId, ...done }, 'permits looked at')
    }
  })
  jobs.define('qualification.pictures', async (_data, { log }) => {
    const removed = await removeUnusedPictures(database, files)
    if (removed > 0) log.info({ removed }, 'unused pictures removed')
  })
  jobs.schedule('qualification.permits', '5 7 * * *')
  jobs.schedule('qualification.pictures', '20 4 * * *')
}

/** Reminds the administrators 60, 30 and 7 days before a permit ends, once each; marks the ones that have ended. */
async function lookAtPermits(tx: TenantTx): Promise<{ told: number; expired: number }> {
  const today = formatDate(tx.now)
  const clinics = await tx.rows<{ clinicId: string; name: string; permitExpire: LocalDate; authStatus: number }>(
    sql`select l.clinic_id as "clinicId", c.name, l.permit_expire as "permitExpire", l.auth_status as "authStatus"
        from clinic_licence l
        join clinic c on c.tenant_id = ${tx.tenantId} and c.id = l.clinic_id and c.enabled
        where l.tenant_id = ${tx.tenantId} and l.permit_expire is not null and l.permit_expire < ${today}::date + 61
        order by l.clinic_id`,
  )
  let told = 0
  let expired = 0
  for (const { clinicId, name, permitExpire, authStatus } of clinics) {
    const due = reminderDue(permitExpire, today)
    if (due) {
      await notify(tx, {
        clinicId,
        employeeIds: await administratorsOf(tx, clinicId),
        category: 'review',
        title: '执业许可证即将到期',
        body: `${name}的医疗机构执业许可证（备案凭证）将于 ${permitExpire} 到期，请及时换证并提交变更。`,
        link: '/userFactory',
        key: `permit:${clinicId}:${permitExpire}:${due}`,
      })
      told += 1
    }
    if (isExpired(permitExpire, today) && authStates.is(authStatus, 'passed')) {
      await setLicenceStatus(tx, clinicId, 4, '执业许可证到期')
      expired += 1
    }
  }
  return { told, expired }
}

/** So long a picture may lie without being named in a form. */
const UNUSED_AFTER_MS = 2 * 86_400_000
/** So many are removed in one go. */
const PER_RUN = 500

/** Removes pictures that were sent in and never used. @returns how many */
export async function removeUnusedPictures(database: Database, files: FileStore): Promise<number> {
  const keys = await database.withPlatform(async (tx) => {
    const before = new Date(tx.now.getTime() - UNUSED_AFTER_MS)
    const named = lent<boolean>(
      sql`exists (select 1 from account a where a.avatar_path = x.id::text)
          or exists (select 1 from doctor_auth d where x.id = any(d.id_card) or x.id = any(d.cert))
          or exists (select 1 from organisation_auth o where x.id in (o.business_license, o.permit_license)
            or o.branches::text like '%' || x.id::text || '%')`,
    )
    return dropPictures(tx, { before, named, atMost: PER_RUN })
  })
  // The rows are gone first: an object without a row is harmless, a row without its object is not.
  for (const key of keys) await files.remove(key)
  return keys.length
}
