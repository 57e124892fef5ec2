import { MOUTH_FOLD } from '@dentin/clinical'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { refold } from './mouth.ts'

// What has become of an entry is stored beside it, as the fold of that day said. When the fold is changed, what is stored of
// patients who are not charted again would go on saying the old: it is folded anew, once for each version of the fold.

/** So many patients are done in a transaction: a killed server loses no more. */
const BATCH = 100

const progress = select(columns('mouth_refold', 'f', 'reached', 'done_at'))
const patients = select({ id: sql<string>`distinct t.patient_id` })

/** The next patients of a company. @returns how many entries were changed; null: all are done */
async function refoldBatch(tx: TenantTx, most: number): Promise<number | null> {
  await tx.rows(
    keptSql`insert into mouth_refold (tenant_id, fold, created_at) values (${tx.tenantId}, ${MOUTH_FOLD}, ${tx.now})
      on conflict (tenant_id, fold) do nothing returning fold`,
  )
  const { reached, doneAt } = await tx.need(
    progress.keptFrom`mouth_refold f where ${tx.own('f')} and f.fold = ${MOUTH_FOLD} for update`,
  )
  if (doneAt !== null) return null
  const next = await tx.rows(
    patients.keptFrom`tooth_condition t where ${tx.own('t')} and (${reached}::uuid is null or t.patient_id > ${reached}::uuid)
      order by 1 limit ${most}`,
  )
  let changed = 0
  for (const { id } of next) changed += await refold(tx, id)
  const last = next.at(-1)?.id ?? reached
  const isOver = next.length < most
  await tx.rows(
    keptSql`update mouth_refold f set reached = ${last}::uuid, done_at = case when ${isOver}::boolean then ${tx.now}::timestamptz end
      where ${tx.own('f')} and f.fold = ${MOUTH_FOLD} returning f.fold`,
  )
  return changed
}

/** Folds the mouths of a company anew, from where an earlier run was broken off. @returns how many entries were changed */
export async function refoldCompany(
  database: Database,
  tenantId: string,
  signal: AbortSignal,
  batch = BATCH,
): Promise<{ refolded: number }> {
  let refolded = 0
  while (!signal.aborted) {
    const changed = await database.withTenant(tenantId, 'all', (tx) => refoldBatch(tx, batch))
    if (changed === null) break
    refolded += changed
  }
  return { refolded }
}
