import type { ClinicContext } from '../../platform/http/context.ts'
import type { AskingPaper } from '../ledger/index.ts'

/** What is asked for on a bill and stands in a table of this module, for the other person to decide. */
export const paperOf = ({ tx }: ClinicContext, table: 'refund' | 'pay_adjust' | 'discount_approval'): AskingPaper => ({
  table,
  write: (row, decision, note) => tx.update(table, row, decision, note),
})
