import { module } from '../../platform/module.ts'
import { copy } from './copy.ts'
import { deletionGuard } from './deletion-guard.ts'
import { planForConsent } from './for-consents.ts'
import { treatmentPlanHandlers } from './handlers.ts'
import { heldByPlans, planImageHandlers } from './images.ts'
import { defineTreatmentPlanJobs } from './jobs.ts'
import { planLines } from './lines.ts'
import { mergeRules } from './merge-rules.ts'
import { tariffUses } from './tariff-uses.ts'

export { planItems, planOfLines, type PlanItem } from './from-record.ts'
export { planToPrint } from './queries.ts'

/** What this module is to the rest of the house. */
export const treatmentPlanModule = module({
  name: 'treatment-plan',
  owns: ['plan_image', 'treatment_plan', 'treatment_plan_change', 'treatment_plan_line', 'treatment_plan_option'],
  reads: [
    'appointment',
    'audit',
    'bill',
    'bill_item',
    'clinic',
    'clinic_image',
    'employee',
    'image_stage',
    'medical_record',
    'patient',
    'tariff',
  ],
  handlers: { treatmentPlan: treatmentPlanHandlers, planImage: planImageHandlers },
  jobs: defineTreatmentPlanJobs,
  topics: { treatmentPlan: ['/treatmentPlan:view'] },
  clinic: { tariffUses },
  picture: { heldBy: heldByPlans },
  consent: { planForConsent },
  patient: { mergeRules, deletionGuard, copy: [copy], planLines },
})
