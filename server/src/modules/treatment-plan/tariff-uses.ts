import { sql } from 'kysely'
import { select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

const plans = select({ count: sql<number>`count(distinct l.plan_id)::int` })

/** The plans that quote an item of the price list, in words. */
export async function tariffUses(tx: TenantTx, tariffId: string): Promise<string[]> {
  const { count } = await tx.need(
    plans.keptFrom`treatment_plan_line l where ${tx.own('l')} and l.tariff_id = ${tariffId}`,
  )
  return count > 0 ? [`${count} 份治疗计划`] : []
}
