import type { MessageCategory } from '@dentin/contract/messaging'
import { sql } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { messagesAmong, platformOnesAmong, unreadPlatformOnes, type Reader } from './queries.ts'

/** Marks messages of the reader as read. @throws AppError NOT_FOUND when one of them never reached the reader */
export async function markRead(tx: PlatformTx, reader: Reader, ids: readonly string[]): Promise<void> {
  const { clinic, accountId } = reader
  await mustBeTheirs(tx, reader, ids)
  if (clinic) {
    const mine = await clinic.tx.rows(
      keptSql`update message set read_at = greatest(created_at, ${tx.now}) where tenant_id = ${clinic.tx.tenantId} and recipient_id = ${clinic.employeeId}
            and id = any(${ids}::uuid[]) and read_at is null returning id`,
    )
    ringSelf(reader, mine.length)
  }
  await tx.rows(
    keptSql`update account_message set read_at = greatest(created_at, ${tx.now}) where account_id = ${accountId} and id = any(${ids}::uuid[]) and read_at is null`,
  )
  await keepReading(tx, accountId, await platformOnesAmong(tx, reader, ids))
}

/** Marks what the reader has seen as read: everything, or one category, up to the second of the newest message on the screen. */
export async function markAllRead(
  tx: PlatformTx,
  reader: Reader,
  category: MessageCategory | null,
  until: Date,
): Promise<void> {
  const { clinic, accountId } = reader
  // The wire knows whole seconds only.
  const before = new Date(until.getTime() + 1000)
  if (clinic) {
    const mine = await clinic.tx.rows(
      sql`update message set read_at = greatest(created_at, ${tx.now}) where tenant_id = ${clinic.tx.tenantId} and recipient_id = ${clinic.employeeId}
            and (clinic_id is null or clinic_id = ${clinic.clinicId}) and (${category}::text is null or category = ${category})
            and created_at < ${before} and read_at is null returning id`,
    )
    ringSelf(reader, mine.length)
  }
  await tx.rows(
    sql`update account_message set read_at = greatest(created_at, ${tx.now}) where account_id = ${accountId}
          and (${category}::text is null or category = ${category}) and created_at < ${before} and read_at is null`,
  )
  if (category === null || category === 'system')
    await keepReading(tx, accountId, await unreadPlatformOnes(tx, reader, before))
}

/** Notes that the account has read these messages of the provider. */
async function keepReading(tx: PlatformTx, accountId: string, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return
  await tx.rows(
    keptSql`insert into platform_message_read (account_id, message_id, read_at)
        select ${accountId}, id, ${tx.now} from unnest(${messageIds}::uuid[]) as t(id) on conflict do nothing`,
  )
}

/** The reader's other windows count again. */
function ringSelf({ clinic }: Reader, count: number): void {
  if (clinic && count > 0) clinic.tx.publish('message', clinic.employeeId, clinic.clinicId)
}

/** Says with which categories an account wants to be left alone. */
export async function muteCategories(
  tx: PlatformTx,
  accountId: string,
  categories: readonly MessageCategory[],
): Promise<void> {
  await tx.rows(
    keptSql`insert into message_preference (account_id, muted) values (${accountId}, ${[...new Set(categories)]}::text[])
        on conflict (account_id) do update set muted = excluded.muted`,
  )
}

/** A message that never reached the reader is as if it were not there. */
async function mustBeTheirs(tx: PlatformTx, reader: Reader, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if ((await messagesAmong(tx, reader, wanted)) < wanted.length) throw new AppError('NOT_FOUND')
}
