import { companyRules, type CompanyRule } from '@dentin/contract/company-rule'
import { sql, type RawBuilder } from 'kysely'
import type { TenantTx } from '../../../platform/database/tx.ts'

/**
 * A rule of the company as it holds on the day of a row: days as a number, a switch as a condition, names and bounds as an array. A change of
 * it so counts from its day on and leaves what was before as it was.
 */
export function ruleOn(tx: TenantTx, rule: CompanyRule, day: RawBuilder<unknown>): RawBuilder<unknown> {
  const said = companyRules[rule]
  const value = sql`(select w.value from company_rule w where ${tx.own('w')} and w.rule = ${sql.lit(rule)} and w.from_day <= ${day}
      order by w.from_day desc limit 1)`
  if (said.kind === 'days') return sql`coalesce(${value}::int, ${sql.lit(said.usual)})`
  if (said.kind === 'steps')
    return sql`array(select jsonb_array_elements_text(coalesce(${value}, ${JSON.stringify(said.usual)}::jsonb))::int)`
  if (said.kind === 'switch') return sql`coalesce(${value}::boolean, ${sql.lit(said.usual)})`
  return sql`array(select jsonb_array_elements_text(coalesce(${value}, ${JSON.stringify(said.usual)}::jsonb)))`
}
