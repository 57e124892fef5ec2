import { module } from '../../platform/module.ts'
import { begun } from './beginning.ts'
import { copy } from './copy.ts'
import { deletionGuard } from './deletion-guard.ts'
import { perioHandlers } from './handlers.ts'
import { mergeObstacles, mergeRules, stays } from './merge-rules.ts'
import { chartedBetween } from './queries.ts'
import { ownSections, removed, restored, signed } from './with-record.ts'

export { cellsOnPaper, chartsToSeal } from './for-seals.ts'

/** What this module is to the rest of the house. */
export const perioModule = module({
  name: 'perio',
  owns: ['perio_chart', 'perio_chart_removal', 'perio_draft', 'perio_draft_tooth', 'perio_way'],
  reads: ['audit', 'clinic', 'employee', 'follow_up', 'medical_record', 'patient'],
  handlers: { perio: perioHandlers },
  topics: { perio: ['/patientMedicalRecord:view'] },
  constraints: {
    perio_draft_patient_key: 'PERIO_DRAFT_THERE',
    perio_chart_removal_key: 'PERIO_REMOVED',
    perio_way_employee_key: 'VERSION_CONFLICT',
  },
  record: { begun, signed, ownSections, removed, restored, chartedBetween },
  patient: { mergeRules, stays, mergeObstacles, deletionGuard, copy: [copy] },
})
