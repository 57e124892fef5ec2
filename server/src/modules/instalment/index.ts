import { module } from '../../platform/module.ts'
import { copy } from './copy.ts'
import { instalmentHandlers } from './handlers.ts'
import { mergeRules } from './merge-rules.ts'
import { scenes } from './scenes.ts'

export { owedListed } from './handlers.ts'
export { brokenPromises, overdueByClinic } from './queries.ts'
export { standingOfAgreement } from './papers.ts'
export type { ProposedTerms } from './extension-points.ts'
export { plansHeldOn } from './lent.ts'
export { LATE_DAYS } from './queries.ts'
export { dunningOf } from './rules.ts'

/** What this module is to the rest of the house: what is owed, agreed to be paid in parts and asked for. */
export const instalmentModule = module({
  name: 'instalment',
  owns: ['instalment_plan', 'instalment_period', 'dunning_call'],
  reads: ['bill', 'bill_item', 'clinic', 'employee', 'ledger_entry', 'ledger_posting', 'patient'],
  handlers: { instalment: instalmentHandlers },
  constraints: { instalment_plan_bill_key: 'INSTALMENT_EXISTS', instalment_bill_revoked: 'INSTALMENT_RUNNING' },
  patient: {
    mergeRules,
    copy: [copy],
    deletionGuard: { tables: ['instalment_plan', 'dunning_call'] },
  },
  sms: { scenes },
})
