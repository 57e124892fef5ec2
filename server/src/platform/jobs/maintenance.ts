import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { today } from '@dentin/kit'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { uploadFolder } from '../http/upload.ts'
import type { Services } from '../services.ts'
import { answerOf } from '../wiring.ts'
import type { JobContext } from './jobs.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Months for which the audit has its partitions ready, the present one included. */
const AUDIT_MONTHS = 3

/** Puts the platform's housekeeping on the clock. */
export function defineMaintenance(services: Pick<Services, 'jobs' | 'database' | 'config'>): void {
  const { jobs, database, config } = services
  jobs.define('maintenance.hourly', async (_data, { log, signal }) => {
    const platform = await removeExpired(database)
    const tenants = await forEachTenant(database, signal, (tenantId) => tidyTenant(database, tenantId))
    log.info({ ...platform, ...tenants }, 'expired rows removed')
  })
  jobs.define('maintenance.daily', async (_data, context) => {
    await prepareAudit(database, context)
    await removeStaleUploads(uploadFolder(config.dataDir))
  })
  jobs.schedule('maintenance.hourly', '17 * * * *')
  jobs.schedule('maintenance.daily', '40 3 * * *')
}

/** Forgets what has run out: request ids of the provider's staff, and what modules keep for a while. @returns rows removed by kind */
export async function removeExpired(database: Database): Promise<Record<string, number>> {
  return database.withPlatform(async (tx) => {
    const weekAgo = new Date(tx.realNow.getTime() - 7 * DAY)
    const removed: Record<string, number> = {
      providerRequest: await tx.removed(sql`delete from provider_request where created_at < ${weekAgo} returning 1`),
    }
    for (const { removeExpired: remove } of tx.parts('platform')) Object.assign(removed, await remove?.(tx))
    return removed
  })
}

/** Forgets a tenant's events after an hour and used request ids after a week. */
async function tidyTenant(database: Database, tenantId: string): Promise<Record<string, number>> {
  return database.withTenant(tenantId, 'all', async (tx) => {
    const hourAgo = new Date(tx.now.getTime() - HOUR)
    const weekAgo = new Date(tx.now.getTime() - 7 * DAY)
    return {
      event: await tx.removed(
        sql`delete from event where tenant_id = ${tx.tenantId} and created_at < ${hourAgo} returning 1`,
      ),
      idempotency: await tx.removed(
        sql`delete from idempotency where tenant_id = ${tx.tenantId} and created_at < ${weekAgo} returning 1`,
      ),
    }
  })
}

/** Does the same work for each tenant, one transaction each; a tenant that fails does not stop the others. */
export async function forEachTenant(
  database: Database,
  signal: AbortSignal,
  work: (tenantId: string) => Promise<Record<string, number>>,
): Promise<Record<string, number>> {
  const tenants = await database.withPlatform((tx) => answerOf(tx, 'platform', ({ companies }) => companies)(tx))
  const sums: Record<string, number> = {}
  const problems: unknown[] = []
  for (const tenantId of tenants) {
    if (signal.aborted) break
    try {
      for (const [name, n] of Object.entries(await work(tenantId))) sums[name] = (sums[name] ?? 0) + n
    } catch (error) {
      problems.push(error)
    }
  }
  if (problems.length > 0) throw new AggregateError(problems, `${problems.length} of ${tenants.length} tenants failed`)
  return sums
}

/** Makes the audit's partitions of this month and the next ones, so that no row falls into the default partition. */
export async function prepareAudit(
  database: Database,
  { log }: Pick<JobContext, 'log'>,
): Promise<{ made: number; stray: boolean }> {
  const outcome = await database.withPlatform((tx) =>
    tx.need(
      sql<{
        made: number
        stray: boolean
      }>`select made, stray from app.prepare_audit(${today(tx.realNow)}::date, ${AUDIT_MONTHS})`,
    ),
  )
  if (outcome.stray) log.error('the audit default partition holds rows')
  return outcome
}

/**
 * Removes uploads that a killed process left behind: those older than so many milliseconds. @returns how many
 */
export async function removeStaleUploads(folder: string, olderThanMs = DAY): Promise<number> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  let removed = 0
  for (const name of names) {
    const file = path.join(folder, name)
    const state = await stat(file).catch(() => null)
    // The file's own time is the machine's, whatever the application's clock says.
    if (!state?.isFile() || Date.now() - state.mtimeMs < olderThanMs) continue
    await rm(file, { force: true })
    removed += 1
  }
  return removed
}
