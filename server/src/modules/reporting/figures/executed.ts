import { sql } from 'kysely'
import type { TenantTx } from '../../../platform/database/tx.ts'

/** Who did the piece `x` of the line `i` of the bill `b`. */
export const doneBy = sql`coalesce(x.doctor_id, i.doctor_id, b.doctor_id)`
/** How much of the line was done up to and with a row, so that the pieces of a line come to its amount to the fen. */
const doneOfLine = (tx: TenantTx) =>
  sql`(select sum(w.qty) from bill_item_execution w where ${tx.own('w')} and w.bill_item_id = x.bill_item_id and (w.noted_at, w.id) <= (x.noted_at, x.id))`
/** A row of the whole line is all of its amount: never is more done of a line than there is, so nothing was done of it beside. */
export const executedAmount = (
  tx: TenantTx,
) => sql`case when x.qty = i.qty then i.amount when x.qty = -i.qty then -i.amount
  else round(i.amount * ${doneOfLine(tx)} / i.qty, 2) - round(i.amount * (${doneOfLine(tx)} - x.qty) / i.qty, 2) end`
