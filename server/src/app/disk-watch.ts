import { formatDate } from '@dentin/kit'
import { sql } from 'kysely'
import { diskRoom, isDiskNearlyFull, sizeWords, type DiskRoom } from '../platform/disk.ts'
import type { Services } from '../platform/services.ts'
import { administratorsOf } from '../modules/staff/index.ts'
import { notify } from '../modules/messaging/index.ts'

/** Looks every hour how full the disk is; from nine tenths on it says so in the log and, once a day, to the administrators. */
export function defineDiskWatch(services: Services, room: (folder: string) => Promise<DiskRoom> = diskRoom): void {
  const { jobs, database, config } = services
  jobs.define('disk.watch', async (_data, { now, log }) => {
    const found = await room(config.dataDir)
    if (!isDiskNearlyFull(found)) return
    log.warn({ used: Math.round(found.used * 100), freeBytes: found.freeBytes }, 'the disk is nearly full')
    const companies = await database.withPlatform((tx) =>
      tx.rows<{ id: string }>(sql`select distinct tenant_id as id from account_clinic order by tenant_id`),
    )
    for (const { id } of companies)
      await database.withTenant(id, 'all', async (tx) =>
        notify(tx, {
          clinicId: null,
          employeeIds: await administratorsOf(tx, null),
          category: 'system',
          title: '服务器磁盘快满了',
          body: `已用 ${Math.round(found.used * 100)}%，还剩 ${sizeWords(found.freeBytes)}。磁盘满了就不能再保存，请尽快清理或扩容。`,
          key: `disk:${formatDate(now)}`,
        }),
      )
  })
  jobs.schedule('disk.watch', '7 * * * *')
}
