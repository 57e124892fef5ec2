import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'

const RING = 'messaging.ring'

/** A message of the provider as the provider's own list shows it. */
export interface PublishedMessage {
  id: string
  title: string
  body: string
  audience: 'all' | 'clinics'
  /** Empty when it went to everybody. */
  clinicIds: string[]
  publishedBy: string
  createdAt: Date
  withdrawnAt: Date | null
  /** How many people have read it. */
  readCount: number
}

/**
 * Publishes a message of the provider; the bells of the clinics hear of it soon after the commit.
 * @param message.clinicIds null: all clinics
 * @returns its id
 */
export async function publishPlatformMessage(
  tx: PlatformTx,
  jobs: Jobs,
  message: { title: string; body: string; clinicIds: readonly string[] | null; publishedBy: string },
): Promise<string> {
  const id = uuidv7()
  const clinicIds = message.clinicIds === null ? null : [...new Set(message.clinicIds)]
  await tx.rows(
    keptSql`insert into platform_message (id, title, body, audience, published_by, created_at)
        values (${id}, ${message.title}, ${message.body}, ${clinicIds ? 'clinics' : 'all'}, ${message.publishedBy}, ${tx.now})`,
  )
  if (clinicIds) {
    await tx.rows(
      keptSql`insert into platform_message_clinic (message_id, clinic_id) select ${id}, t.id from unnest(${clinicIds}::uuid[]) as t(id)`,
    )
  }
  await jobs.enqueue(tx, RING, { clinicIds })
  return id
}

/** Takes a message of the provider back: nobody sees it any more. */
export async function withdrawPlatformMessage(tx: PlatformTx, jobs: Jobs, id: string): Promise<void> {
  const row = await tx.row<{ audience: string }>(
    keptSql`update platform_message set withdrawn_at = ${tx.now} where id = ${id} and withdrawn_at is null returning audience`,
  )
  if (!row) throw new AppError('NOT_FOUND')
  await jobs.enqueue(tx, RING, { clinicIds: null })
}

/** A page of what the provider has published, withdrawn messages too, the newest first. */
export async function listPlatformMessages(
  tx: PlatformTx,
  ask: { pageNum: number; pageSize: number },
): Promise<{ list: PublishedMessage[]; total: number }> {
  const rows = await tx.rows<PublishedMessage & { total: number }>(
    sql`select p.id, p.title, p.body, p.audience, p.published_by as "publishedBy", p.created_at as "createdAt", p.withdrawn_at as "withdrawnAt",
          array(select c.clinic_id::text from platform_message_clinic c where c.message_id = p.id order by 1) as "clinicIds",
          (select count(*)::int from platform_message_read r where r.message_id = p.id) as "readCount",
          count(*) over ()::int as total
        from platform_message p
        order by p.created_at desc, p.id desc limit ${ask.pageSize} offset ${(ask.pageNum - 1) * ask.pageSize}`,
  )
  return { list: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** Rings the bells of clinics after the provider has written: a transaction per company. */
export function defineMessagingJobs({ jobs, database }: Services): void {
  jobs.define<{ clinicIds: string[] | null }>(RING, async ({ clinicIds }, { signal }) => {
    const places = await database.withPlatform((tx) =>
      tx.rows<{ tenantId: string; clinicIds: string[] }>(
        sql`select tenant_id as "tenantId", array_agg(distinct clinic_id)::text[] as "clinicIds" from account_clinic
            where active and (${clinicIds}::uuid[] is null or clinic_id = any(${clinicIds}::uuid[])) group by tenant_id order by 1`,
      ),
    )
    for (const place of places) {
      if (signal.aborted) return
      await database.withTenant(place.tenantId, 'all', async (tx) => {
        for (const clinicId of place.clinicIds) tx.publish('message', null, clinicId)
      })
    }
  })
}
