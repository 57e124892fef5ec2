import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { recordTemplateRows } from './record-templates.ts'
import { tariffRows } from './tariffs.ts'

/** Gives a company without prices the price list to begin with, and the record templates that charge by it. */
export async function putStartingTariffs(tx: TenantTx): Promise<number> {
  const tariffs = new Map<string, { id: string }>()
  for (const each of tariffRows(uuidv7, tx.now)) {
    if (each.table === 'tariff_category') await tx.insert('tariff_category', each.row)
    else {
      await tx.insert('tariff', each.row)
      tariffs.set(each.row.code, each.row)
    }
  }
  const templates = await tx.row(sql`select 1 from record_template where tenant_id = ${tx.tenantId} limit 1`)
  if (!templates)
    for (const row of recordTemplateRows(tariffs, uuidv7, tx.now))
      await tx.insert('record_template', { ...row, content: JSON.stringify(row.content) })
  return tariffs.size
}
