import type { WireOutput } from '@dentin/contract/core/call'
import { treatmentPlan } from '@dentin/contract/treatment-plan'
import { useLive } from '../lib/live.ts'
import { useCall } from '../lib/query.ts'

/** A line of an accepted plan of the patient that is still to be done or charged. */
export type OpenLine = WireOutput<typeof treatmentPlan.openLines>[number]

/** What of a patient's accepted treatment plans is still open, for whoever treats and charges. */
export function useOpenLines(patientId: string, enabled: boolean): readonly OpenLine[] {
  useLive(['treatmentPlan'], [treatmentPlan.openLines])
  return useCall(treatmentPlan.openLines, { patientId }, { enabled }).data ?? []
}
