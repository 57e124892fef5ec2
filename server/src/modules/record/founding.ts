import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { recordTemplateRows } from '../clinic/index.ts'

/** The record templates that charge by the starting prices, for a company that has none. */
export async function beginTariffs(tx: TenantTx, tariffs: ReadonlyMap<string, { id: string }>): Promise<void> {
  const templates = await tx.row(sql`select 1 from record_template where tenant_id = ${tx.tenantId} limit 1`)
  if (templates) return
  // As with templates that are there: of a company with one clinic they are that clinic's.
  const clinics = await tx.rows(select(columns('clinic', 'c', 'id')).keptFrom`clinic c where ${tx.own('c')} limit 2`)
  const only = clinics.length === 1 ? (clinics[0]?.id ?? null) : null
  const items = await tx.rows(
    select(columns('appoint_item', 'i', 'id', 'name')).keptFrom`appoint_item i where ${tx.own('i')} and i.enabled`,
  )
  const appointItems = new Map(items.map((each) => [each.name, each]))
  for (const each of recordTemplateRows(tariffs, appointItems, only, uuidv7, tx.now))
    if (each.table === 'record_template')
      await tx.insert(each.table, { ...each.row, content: JSON.stringify(each.row.content) })
    else await tx.insert(each.table, each.row)
}

/** How many templates everybody may use. */
export const countForSetUp = (tx: TenantTx, clinicId: string) =>
  tx.need<{ records: number }>(
    sql`select count(*)::int as records from record_template r
        where r.tenant_id = ${tx.tenantId} and r.kind = 1 and (r.scope = 3 or r.clinic_id = ${clinicId}) and r.enabled`,
  )
