import { sql, type RawBuilder } from 'kysely'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { ruleOn } from './rule-on.ts'

/** Is the part of a payment that a posting `l` lays on a line revenue? Bonus is where a rule of the company says so. */
export const earns = (tx: TenantTx): RawBuilder<unknown> =>
  sql`(l.part in ('cash', 'principal', 'deposit', 'times') or l.part = 'bonus' and ${ruleOn(tx, 'bonusCounts', sql`l.business_date`)})`
