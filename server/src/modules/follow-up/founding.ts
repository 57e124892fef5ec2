import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/tx.ts'
import { followRuleRows } from '../clinic/index.ts'

/** The rules and words that a company begins with. */
export async function beginCompany(tx: TenantTx): Promise<void> {
  for (const { template, rule } of followRuleRows(uuidv7, tx.now)) {
    await tx.insert('follow_template', template)
    await tx.insert('follow_rule', rule)
  }
}

/** How many rules it has. */
export const countForSetUp = (tx: TenantTx) =>
  tx.need<{ followRules: number }>(
    sql`select count(*)::int as "followRules" from follow_rule f where f.tenant_id = ${tx.tenantId} and f.enabled`,
  )
