import { wordsOf } from '@dentin/contract'
import { messageCategories, type MessageCategory } from '@dentin/contract/messaging'
import { sql, type RawBuilder } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx, TenantTx } from '../../platform/database/tx.ts'

/** Who reads: an account, and as whom in which clinic when it is in one. */
export interface Reader {
  accountId: string
  clinic: { tx: TenantTx; clinicId: string; employeeId: string } | null
}

export type Source = 'clinic' | 'account' | 'platform'

export interface MessageRow {
  id: string
  source: Source
  category: MessageCategory
  title: string
  body: string
  link: string | null
  createdAt: Date
  read: boolean
}

/** Announcements older than this when somebody joins are not new to him. */
const BEFORE_JOINING_DAYS = 30

/** What the clinic and the company sent to the reader. */
function ofClinic({ clinic }: Reader): RawBuilder<unknown> | null {
  if (!clinic) return null
  return sql`select m.id, 'clinic' as source, m.category, m.title, m.body, m.link, m.created_at, m.read_at from message m
    where m.tenant_id = ${clinic.tx.tenantId} and m.recipient_id = ${clinic.employeeId}
      and (m.clinic_id is null or m.clinic_id = ${clinic.clinicId})`
}

function ofAccount({ accountId }: Reader): RawBuilder<unknown> {
  return sql`select id, 'account' as source, category, title, body, link, created_at, read_at from account_message where account_id = ${accountId}`
}

function ofPlatform({ accountId, clinic }: Reader): RawBuilder<unknown> {
  return sql`select p.id, 'platform' as source, 'system' as category, p.title, p.body, null::text as link, p.created_at, r.read_at
    from platform_message p
    join account a on a.id = ${accountId}
    left join platform_message_read r on r.account_id = a.id and r.message_id = p.id
    where p.withdrawn_at is null and p.created_at >= a.created_at - make_interval(days => ${BEFORE_JOINING_DAYS})
      and (p.audience = 'all' or exists (
        select 1 from platform_message_clinic c where c.message_id = p.id and c.clinic_id = ${clinic?.clinicId ?? null}::uuid))`
}

const BUILDERS: Readonly<Record<Source, (reader: Reader) => RawBuilder<unknown> | null>> = {
  clinic: ofClinic,
  account: ofAccount,
  platform: ofPlatform,
}

/** Everything that reached the reader from these sources. */
function inbox(reader: Reader, sources: readonly Source[]): RawBuilder<unknown> {
  const parts = sources.flatMap((source) => BUILDERS[source](reader) ?? [])
  return sql`(${sql.join(parts, sql` union all `)})`
}

const columns = sql`id, source, category, title, body, link, created_at as "createdAt", read_at is not null as read`

/** A page of the reader's messages, the newest first. */
export async function findMessages(
  tx: PlatformTx,
  reader: Reader,
  ask: {
    sources: readonly Source[]
    category?: MessageCategory | null | undefined
    unreadOnly: boolean
    pageNum: number
    pageSize: number
  },
): Promise<{ list: MessageRow[]; total: number }> {
  const rows = await tx.rows<MessageRow & { total: number }>(
    sql`select ${columns}, count(*) over ()::int as total from ${inbox(reader, ask.sources)} x
        where (${ask.category ?? null}::text is null or category = ${ask.category ?? null}) and (not ${ask.unreadOnly} or read_at is null)
        order by created_at desc, id desc limit ${ask.pageSize} offset ${(ask.pageNum - 1) * ask.pageSize}`,
  )
  return { list: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** One message that reached the reader from this source. */
export async function messageOf(tx: PlatformTx, reader: Reader, source: Source, id: string): Promise<MessageRow> {
  return tx.need<MessageRow>(keptSql`select ${columns} from ${inbox(reader, [source])} x where id = ${id}`)
}

/** How many of these ids are messages that reached the reader, from wherever. */
export async function messagesAmong(tx: PlatformTx, reader: Reader, ids: readonly string[]): Promise<number> {
  const { found } = await tx.need<{ found: number }>(
    keptSql`select count(*)::int as found from ${inbox(reader, ['clinic', 'account', 'platform'])} x where id = any(${ids}::uuid[])`,
  )
  return found
}

/** Which of these ids are messages of the provider that the reader was sent. */
export async function platformOnesAmong(tx: PlatformTx, reader: Reader, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    keptSql`select id from ${inbox(reader, ['platform'])} x where id = any(${ids}::uuid[]) and read_at is null`,
  )
  return rows.map((row) => row.id)
}

/** Unread messages of the provider up to a moment. */
export async function unreadPlatformOnes(tx: PlatformTx, reader: Reader, before: Date): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    sql`select id from ${inbox(reader, ['platform'])} x where read_at is null and created_at < ${before}`,
  )
  return rows.map((row) => row.id)
}

/** How much of each category is unread, and whether the reader wants to be left alone with it. */
export async function unreadByCategory(
  tx: PlatformTx,
  reader: Reader,
): Promise<{ category: MessageCategory; unread: number; muted: boolean }[]> {
  const counts = await tx.rows<{ category: string; unread: number }>(
    sql`select category, count(*)::int as unread from ${inbox(reader, ['clinic', 'account', 'platform'])} x
        where read_at is null group by category`,
  )
  const preference = await tx.row<{ muted: string[] }>(
    keptSql`select muted from message_preference where account_id = ${reader.accountId}`,
  )
  return wordsOf(messageCategories).map((category) => ({
    category,
    unread: counts.find((row) => row.category === category)?.unread ?? 0,
    muted: preference?.muted.includes(category) ?? false,
  }))
}
