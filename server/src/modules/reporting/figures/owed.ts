import { billStates } from '@dentin/contract/core/status'
import { today, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { amongClinics } from './figure.ts'

/** The name under which is kept what bills owed at the end of a closed month: a list of `{bill, owed}` for each clinic. */
export const OWED = 'owedBills'

/**
 * What bills owed at the end of a day, each that owed something: a table with bill_id and owed. Each clinic's is worked out from what is
 * nearer: what it owes now, less what was posted since, or what is kept of its last closed month before the day, with what was posted up to it.
 * @param clinicIds null: every clinic
 */
export const owedOn = (tx: TenantTx, day: LocalDate, clinicIds: readonly string[] | null): RawBuilder<unknown> => sql`(
  with known as materialized (
    select c.id as clinic_id, k.last_day, k.sums, k.last_day is not null and ${day}::date - k.last_day < ${today(tx.now)}::date - ${day}::date as from_kept
    from clinic c
    left join lateral (select (k.month + interval '1 month')::date - 1 as last_day, k.sums from kept_sum k
      where ${tx.own('k')} and k.clinic_id = c.id and k.source = ${OWED} and k.until is null
        and k.month <= (${day}::date + 1 - interval '1 month')::date
      order by k.month desc limit 1) k on true
    where ${tx.own('c')} and ${amongClinics(sql`c.id`, clinicIds)})
  select x.bill_id, sum(x.amount) as owed from (
    select (j.value ->> 'bill')::uuid as bill_id, (j.value ->> 'owed')::numeric as amount
      from known n cross join lateral jsonb_array_elements(n.sums) j where n.from_kept
    union all select l.bill_id, l.amount from known n join ledger_posting l on ${tx.own('l')} and l.clinic_id = n.clinic_id
      and l.account = 'receivable' and l.business_date > n.last_day and l.business_date <= ${day}::date where n.from_kept
    union all select b.id, b.arrears_amount from known n join bill b on ${tx.own('b')} and b.clinic_id = n.clinic_id
      and b.status in ${codes(billStates, 'owing')} and b.arrears_amount > 0 where not n.from_kept
    union all select l.bill_id, -l.amount from known n join ledger_posting l on ${tx.own('l')} and l.clinic_id = n.clinic_id
      and l.account = 'receivable' and l.business_date > ${day}::date where not n.from_kept) x
  group by x.bill_id having sum(x.amount) <> 0)`
