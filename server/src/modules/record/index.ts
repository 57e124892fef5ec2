import { module } from '../../platform/module.ts'
import { constraints } from './constraints.ts'
import { copy } from './copy.ts'
import { deletionGuard } from './deletion-guard.ts'
import { recordHandlers } from './handlers.ts'
import { mergeRules } from './merge-rules.ts'

export { recordForBilling, type RecordForBilling } from './queries.ts'

/** What this module is to the rest of the house. */
export const recordModule = module({
  name: 'record',
  handlers: { record: recordHandlers },
  topics: { record: ['/patientMedicalRecord:view', '/doctorIndex:view'] },
  constraints,
  patient: { mergeRules, deletionGuard, copy: [copy] },
})
