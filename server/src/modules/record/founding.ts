import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/tx.ts'
import { recordTemplateRows } from '../clinic/index.ts'

/** The record templates that charge by the starting prices, for a company that has none. */
export async function beginTariffs(tx: TenantTx, tariffs: ReadonlyMap<string, { id: string }>): Promise<void> {
  const templates = await tx.row(sql`select 1 from record_template where tenant_id = ${tx.tenantId} limit 1`)
  if (templates) return
  for (const row of recordTemplateRows(tariffs, uuidv7, tx.now))
    await tx.insert('record_template', { ...row, content: JSON.stringify(row.content) })
}

/** How many templates everybody may use. */
export const countForSetUp = (tx: TenantTx) =>
  tx.need<{ records: number }>(
    sql`select count(*)::int as records from record_template r
        where r.tenant_id = ${tx.tenantId} and r.owner_id is null and r.enabled`,
  )
