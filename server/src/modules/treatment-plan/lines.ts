import { appointmentStates, billStates, recordStates } from '@dentin/contract/core/status'
import { planStates } from '@dentin/contract/treatment-plan'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { amounts, columns, named, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { PlannedLine } from '../patient/index.ts'

const LINE = sql.ref('l.id')

/** The newest appointment that still holds for the line `l`. */
export const bookingOf = (tx: TenantTx): RawBuilder<unknown> => sql`select a.id, a.starts_at from appointment a
  where ${tx.own('a')} and a.plan_line_ids @> array[${LINE}] and a.status in ${codes(appointmentStates, 'requested', 'holding')}
  order by a.starts_at desc limit 1`

/** The first signed record whose treatments name the line `l`. */
export const recordOf = (tx: TenantTx): RawBuilder<unknown> => sql`select r.id, r.visit_time from medical_record r
  where ${tx.own('r')} and r.plan_line_ids @> array[${LINE}] and r.status in ${codes(recordStates, 'locked', 'amending')}
  order by r.visit_time limit 1`

/** The bill that charges for the line `l`, with whether money was taken for it; one that is void or given back is none. */
export const billOf = (
  tx: TenantTx,
): RawBuilder<unknown> => sql`select b.id, b.bill_no, b.status in ${codes(billStates, 'charged', 'partRefunded')} as paid
  from bill_item i join bill b on ${tx.own('b')} and b.id = i.bill_id
  where ${tx.own('i')} and i.plan_line_id = ${LINE} and b.status not in ${codes(billStates, 'void', 'refunded')}
    and (i.amount = 0 or i.returned_amount < i.amount)
  order by b.open_time desc limit 1`

/** Whether the line `l` was taken away and not taken up again. */
export const isCancelled = (tx: TenantTx): RawBuilder<boolean> =>
  sql<boolean>`coalesce((select x.cancelled from treatment_plan_change x
    where ${tx.own('x')} and x.line_id = ${LINE} order by x.id desc limit 1), false)`

const executed = (tx: TenantTx) => sql<boolean>`exists (${recordOf(tx)})`
const charged = (tx: TenantTx) => sql<boolean>`coalesce((select x.paid from (${billOf(tx)}) x), false)`

/**
 * How far the lines of an option have come, as a statement that gives one row: `lines`, `done` (executed), `begun`
 * (executed or charged) and `next`, the first line that is neither executed nor cancelled.
 */
export const progressOf = (tx: TenantTx, optionId: RawBuilder<unknown>): RawBuilder<unknown> => sql`select
    count(*)::int as lines, count(*) filter (where x.done)::int as done, count(*) filter (where x.done or x.paid)::int as begun,
    coalesce((array_agg(x.name order by x.phase_no, x.line_no) filter (where not x.done))[1], '') as next
  from (select l.name, l.phase_no, l.line_no, ${executed(tx)} as done, ${charged(tx)} as paid from treatment_plan_line l
    where ${tx.own('l')} and l.option_id = ${optionId} and not ${isCancelled(tx)}) x`

const plannedLine = (tx: TenantTx) =>
  select(
    columns('treatment_plan_line', 'l', 'id', 'tariff_id', 'name', 'teeth', 'qty'),
    amounts('treatment_plan_line', 'l', 'price'),
    named('treatment_plan', 't', { planId: 'id', discountPercent: 'discount_percent' }),
    columns('treatment_plan_line', 'l', 'can_discount'),
    { billId: sql<string | null>`(select x.id from (${billOf(tx)}) x)` },
  )

/** The lines with these ids of accepted plans of a patient, as far as they are not cancelled. */
export async function planLines(tx: TenantTx, patientId: string, ids: readonly string[]): Promise<PlannedLine[]> {
  const rows = await tx.rows(
    plannedLine(tx).keptFrom`treatment_plan_line l
        join treatment_plan t on ${tx.own('t')} and t.id = l.plan_id and t.chosen_option_id = l.option_id
        where ${tx.own('l')} and l.id = any(${ids}::uuid[]) and not ${isCancelled(tx)} and t.patient_id = ${patientId}
          and t.status in ${codes(planStates, 'accepted')}`,
  )
  return rows.map(({ canDiscount, discountPercent, ...line }) => ({
    ...line,
    discountPercent: canDiscount ? discountPercent : 100,
  }))
}
