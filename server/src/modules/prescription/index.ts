import { module } from '../../platform/module.ts'
import { copy } from './copy.ts'
import { deletionGuard } from './deletion-guard.ts'
import { prescriptionHandlers } from './handlers.ts'
import { prescriptionsOfRecord } from './for-record.ts'
import { mergeRules } from './merge-rules.ts'

export type { DrugsToPay } from './extension-points.ts'
export { drugsPaid } from './paying.ts'
export { prescriptionDetail, prescriptionsOf } from './queries.ts'

/** What this module is to the rest of the house: what doctors prescribe, who audits it, and what is handed out. */
export const prescriptionModule = module({
  name: 'prescription',
  owns: ['prescription', 'prescription_set'],
  reads: ['clinic', 'dept', 'employee', 'employee_clinic', 'patient'],
  handlers: { prescription: prescriptionHandlers },
  topics: { prescription: ['/prescription:view'] },
  record: { prescriptionsOf: prescriptionsOfRecord },
  patient: { mergeRules, deletionGuard, copy: [copy] },
})
