import type { LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { lent } from '../../platform/database/lent.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { entryKinds } from '@dentin/contract/ledger-words'

/** What takes from the last parts of an agreement: refunds and write-offs. */
const CANCELS = sql.raw(`(${entryKinds.refund}, ${entryKinds.writeOff})`)

/**
 * The parts of the agreement that held for a bill at the end of a day, and what was open of each then: the arithmetic of
 * `instalmentsNow`, as of any day. A table for a lateral join, with no, plan_no, due_date and open_amount; no row without an
 * agreement.
 * @param of the bill, and what it owed at the end of that day: what was agreed on less what was given up of it and what is owed is paid
 */
export const plansHeldOn = (
  tx: TenantTx,
  day: LocalDate,
  of: { bill: RawBuilder<unknown>; owed: RawBuilder<unknown> },
): RawBuilder<unknown> =>
  lent(sql`(
    select d.no, q.plan_no, d.due_date, greatest(0, least(d.upto, q.left_over)
      - greatest(least(d.upto - d.amount, q.left_over), q.left_over - ${of.owed})) as open_amount
    from (
      select q.id, q.plan_no, q.total_amount - q.cancelled_amount + coalesce((
          select sum(-l.amount) from ledger_posting l join ledger_entry e on ${tx.own('e')} and e.id = l.entry_id
          where ${tx.own('l')} and l.bill_id = q.bill_id and l.account = 'receivable' and l.kind in ${CANCELS}
            and l.business_date > ${day}::date and (q.ended_at is null or e.moment < q.ended_at)), 0) as left_over
      from instalment_plan q
      where ${tx.own('q')} and q.bill_id = ${of.bill} and (q.agreed_at at time zone 'Asia/Shanghai')::date <= ${day}::date
        and (q.ended_at is null or (q.ended_at at time zone 'Asia/Shanghai')::date > ${day}::date)
    ) q
    join lateral (select d.no, d.due_date, d.amount, sum(d.amount) over (order by d.no) as upto from instalment_period d
      where ${tx.own('d')} and d.plan_id = q.id) d on true)`)
