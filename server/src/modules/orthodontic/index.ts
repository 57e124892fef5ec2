import { module } from '../../platform/module.ts'
import { copy } from './copy.ts'
import { deletionGuard } from './deletion-guard.ts'
import { orthodonticHandlers } from './handlers.ts'
import { proposedTerms } from './first-bill.ts'
import { orthoCaseForConsent } from './for-consents.ts'
import { mergeObstacles, mergeRules } from './merge-rules.ts'
import { beginningOf, problemsOf, signed } from './texts.ts'

export { caseDetail } from './queries.ts'

/** What this module is to the rest of the house. */
export const orthodonticModule = module({
  name: 'orthodontic',
  owns: ['ortho_case'],
  reads: ['clinic', 'employee', 'medical_record', 'patient', 'treatment'],
  handlers: { orthodontic: orthodonticHandlers },
  topics: { orthodontic: ['/patientMedicalRecord:view'] },
  constraints: { ortho_case_open_key: 'ORTHO_CASE_OPEN' },
  consent: { orthoCaseForConsent },
  instalment: { proposedTerms },
  record: { beginningOf, problemsOf, signed },
  patient: { mergeRules, mergeObstacles, deletionGuard, copy: [copy] },
})
